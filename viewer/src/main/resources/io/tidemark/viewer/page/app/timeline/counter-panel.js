// What a counter says at a moment; of a ring, which tasks held it and what they were waiting for.

import { el, link } from "../dom.js";
import { count, exact, percent, taskLabel, time } from "../format.js";
import { counterText } from "./counter-strip.js";

const MOST_HOLDERS = 12;

/** @typedef {import("./counter-strip.js").Counter} Counter */

/**
 * What a task was doing at a moment.
 * @param {import("../capture.js").Capture} capture
 * @param {import("../capture.js").Task | null} found as `capture.task` answered, or null
 * @param {number} moment
 */
async function stateAt(capture, found, moment) {
  if (!found) return { text: "the capture does not know it", run: null, ended: false };
  if (found.firstRun < 0) {
    const kind = found.node < 0 ? 0 : (await capture.node(found.node)).kind;
    return { text: ["no core ran it", "it has no kernel", "an allocation, held until its scope ends"][kind], run: null, ended: kind > 0 };
  }
  const runs = await capture.runsOf(found);
  const first = runs.reduce((best, run) => (run.begin < best.begin ? run : best));
  const last = runs.reduce((best, run) => (run.end > best.end ? run : best));
  if (last.end <= moment) return { text: `had ended ${time(moment - last.end)} before`, run: last, ended: true };
  if (first.begin <= moment) return { text: `was running, ended ${time(last.end - moment)} later`, run: last, ended: false };
  return { text: `had not started, began ${time(first.begin - moment)} later`, run: first, ended: false };
}

/**
 * @param {import("./page.js").TimelineView} view
 * @param {import("../capture.js").Capture} capture
 * @param {Counter} counter
 * @param {number} moment
 * @param {{value: number, row: number} | null} sample
 */
export async function counterContent(view, capture, counter, moment, sample) {
  if (!sample) return [el("p", { class: "quiet" }, `This counter is not known at ${exact(Math.max(0, moment))}.`)];
  const share = counter.capacity > 0 ? ` of ${counterText(counter, counter.capacity)} (${percent(sample.value / counter.capacity)})` : "";
  /** @type {HTMLElement[]} */
  const content = [el("p", {}, el("strong", {}, counterText(counter, sample.value)), `${share} at ${exact(Math.max(0, moment))}`)];
  if (sample.row < 0) return content;
  const scope = await capture.sample(sample.row);
  const held = scope.endTask - scope.firstTask;
  content.push(
    el("p", {}, `The scope at ${scope.site} had just ${scope.begins ? "opened" : "closed"}; it is on ring ${scope.ring}, depth ${scope.depth}.`),
  );
  if (held <= 0) {
    content.push(el("p", { class: "quiet" }, "No task held this ring."));
    return content;
  }
  const keeps = el("p", { class: "keeps" });
  content.push(el("h3", {}, `${count(held)} ${held === 1 ? "task" : "tasks"} held the ring, oldest first`), keeps);
  let oldest = "";
  const list = el("ul", { class: "tasks holders" });
  for (let local = scope.firstTask; local < Math.min(scope.endTask, scope.firstTask + MOST_HOLDERS); local++) {
    const id = (BigInt(scope.ring) << 32n) | BigInt(local);
    const found = await capture.task(id);
    const { text, run, ended } = await stateAt(capture, found, moment);
    if (!oldest && !ended) oldest = taskLabel(id);
    const name = run ? capture.name(run.name) : "";
    list.append(
      el(
        "li",
        {},
        el("span", { class: "chip", css: { background: run ? capture.palette.css(run.name) : "var(--faint)" } }),
        found ? link(`${taskLabel(id)} ${name}`, () => view.selectTask(id, capture)) : el("span", {}, taskLabel(id)),
        el("span", { class: "quiet reason" }, text),
      ),
    );
  }
  const all = held <= MOST_HOLDERS ? "All of them had ended" : `The oldest ${count(MOST_HOLDERS)} had ended`;
  keeps.textContent = oldest
    ? `${oldest} is the oldest that had not ended: until it has, the ring frees nothing behind it.`
    : `${all}: a task keeps its place until its scope is closed and everyone that reads its results has ended.`;
  content.push(list);
  if (held > MOST_HOLDERS)
    content.push(el("p", { class: "quiet" }, `${count(MOST_HOLDERS)} of ${count(held)} are shown, up to ${taskLabel((BigInt(scope.ring) << 32n) | BigInt(scope.endTask - 1))}.`));
  return content;
}
