// Why B took longer than A: the parts of the difference as a waterfall, the path in both runs with its tasks joined,
// and the tasks that only one run has. The numbers are those of 'tidemark diff --json'.

import { el, link, svg } from "./dom.js";
import { count, percent, taskLabel, time } from "./format.js";
import { growingList, growingTable } from "./more.js";

/** @typedef {{before?: string, after?: string, kernel: string, ns: number}} Behind a task behind a part */
/** @typedef {{cause: string, kernel?: string, ns: number, steps: number, verdict: string, tasks: Behind[]}} Part */
/** @typedef {{before: string, after: string, kernel: string, before_start_ns: number, before_end_ns: number, after_start_ns: number, after_end_ns: number}} Step */
/** @typedef {{task: string, kernel: string}} Single a task that one run has */
/** @typedef {{matched_by: string, both: number, changed: number, added: number, removed: number, added_tasks: Single[], removed_tasks: Single[]}} Tasks */
/** @typedef {{before: {makespan_ns: number}, after: {makespan_ns: number}, difference_ns: number, residual_ns: number, parts: Part[], steps: Step[], noise: string, tasks: Tasks, comparable: boolean, limits: {about: string, obstacle: boolean, sentence: string}[]}} Difference */
/** @typedef {(side: "before" | "after", id: bigint) => void} Jump shows a task of one of the runs */

/** @type {Record<string, string>} */
const CAUSES = {
  added: "tasks added",
  removed: "tasks removed",
  dependency: "waiting for a dependency",
  core: "waiting for a core",
  submit: "waiting for a submit",
  ring: "waiting for a ring slot",
  scheduler: "waiting for the scheduler",
  freeze: "profiler freeze",
  steps: "other steps were last in the faster run",
  unknown: "waiting, not known for what",
};

const LINE = 64; // height of the two rows of the path
const BOX = 18;
const WIDTH = 1000;

/** @param {Part} part */
const words = (part) => (part.kernel ? "kernel " + part.kernel : (CAUSES[part.cause] ?? part.cause));

/** @param {number} nanos */
const signed = (nanos) => (nanos < 0 ? "−" : nanos > 0 ? "+" : "") + time(Math.abs(nanos));

/** @param {number} nanos */
const kind = (nanos) => (nanos > 0 ? "worse" : "better");

/**
 * The task in both runs, each a link to it.
 * @param {{before?: string, after?: string}} task
 * @param {Jump} jump
 */
function links(task, jump) {
  /** @type {("before" | "after")[]} */
  const sides = ["before", "after"];
  return sides.map((side) => {
    const id = task[side];
    if (id === undefined) return null;
    const name = (side === "before" ? "A " : "B ") + taskLabel(BigInt(id));
    return [link(name, () => jump(side, BigInt(id)), "Show it on the timeline"), " "];
  });
}

/**
 * One bar for each part, where the one before it ended; a click lists the tasks behind it.
 * @param {Difference} found
 * @param {Jump} jump
 */
function waterfall(found, jump) {
  let at = 0;
  const ends = found.parts.map((part) => (at += part.ns));
  const low = Math.min(0, ...ends);
  const span = Math.max(0, ...ends) - low || 1;
  return el(
    "ol",
    { class: "waterfall" },
    found.parts.map((part, index) => {
      const from = ends[index] - part.ns;
      const left = (Math.min(from, ends[index]) - low) / span;
      const tasks = el("div", { class: "behind", hidden: true });
      const [list, more] = growingList({}, part.tasks, 8, (task) =>
        el("li", {}, links(task, jump), task.kernel, " ", signed(task.ns)),
      );
      tasks.append(...[list, more].filter((node) => node !== null));
      const bar = el(
        "button",
        {
          type: "button",
          class: "part",
          "aria-expanded": "false",
          on: {
            click: () => {
              tasks.hidden = !tasks.hidden;
              bar.setAttribute("aria-expanded", String(!tasks.hidden));
            },
          },
        },
        el("span", { class: "words" }, words(part)),
        el(
          "span",
          { class: "run" },
          el("span", {
            class: "fall " + kind(part.ns),
            css: { left: 100 * left + "%", width: Math.max(0.3, (100 * Math.abs(part.ns)) / span) + "%" },
          }),
        ),
        el("span", { class: "number " + kind(part.ns) }, signed(part.ns)),
        el("span", { class: "quiet" }, part.verdict === "noise" ? "within the noise" : ""),
      );
      return el("li", {}, bar, tasks);
    }),
  );
}

/**
 * The tasks of the path above each other, A on top, joined; red ended later in B, green earlier.
 * @param {Difference} found
 * @param {Jump} jump
 */
function joined(found, jump) {
  const longest = Math.max(found.before.makespan_ns, found.after.makespan_ns, 1);
  /** @param {number} nanos */
  const x = (nanos) => (WIDTH * nanos) / longest;
  const most = Math.max(1, ...found.steps.map((step) => Math.abs(length(step))));
  return svg(
    "svg",
    { class: "joined", viewBox: `0 0 ${WIDTH} ${LINE}`, preserveAspectRatio: "none", role: "img", "aria-label": "The path in A and in B" },
    found.steps.map((step) => {
      const change = length(step);
      const strength = 0.25 + (0.75 * Math.abs(change)) / most;
      const title = `${step.kernel}: A ${taskLabel(BigInt(step.before))} ${time(step.before_end_ns - step.before_start_ns)}, B ${taskLabel(BigInt(step.after))} ${signed(change)}`;
      /** @type {(side: "before" | "after", from: number, to: number, y: number) => SVGElement} */
      const box = (side, from, to, y) =>
        svg(
          "rect",
          {
            x: x(from),
            y,
            width: Math.max(0.8, x(to) - x(from)),
            height: BOX,
            class: change === 0 ? "same" : kind(change),
            "fill-opacity": change === 0 ? 0.3 : strength,
            on: { click: () => jump(side, BigInt(step[side])) },
          },
          svg("title", {}, title),
        );
      return [
        svg("line", { x1: x(step.before_end_ns), y1: BOX, x2: x(step.after_end_ns), y2: LINE - BOX }),
        box("before", step.before_start_ns, step.before_end_ns, 0),
        box("after", step.after_start_ns, step.after_end_ns, LINE - BOX),
      ];
    }),
  );
}

/** @param {Step} step how much longer it took in B */
function length(step) {
  return step.after_end_ns - step.after_start_ns - (step.before_end_ns - step.before_start_ns);
}

/**
 * Tasks that one run has.
 * @param {string} head
 * @param {number} total
 * @param {Single[]} tasks
 * @param {"before" | "after"} side
 * @param {Jump} jump
 */
function singles(head, total, tasks, side, jump) {
  if (total === 0) return null;
  const known = total > tasks.length ? `, the first ${count(tasks.length)} of them` : "";
  return el(
    "details",
    { class: "singles" },
    el("summary", {}, `${count(total)} ${head}${known}`),
    growingTable([{ text: "task" }, { text: "kernel" }], tasks, 50, (task) => [
      link(taskLabel(BigInt(task.task)), () => jump(side, BigInt(task.task)), "Show it on the timeline"),
      task.kernel,
    ]),
  );
}

/**
 * The card of the comparison.
 * @param {Difference} found
 * @param {Jump} jump
 */
export function differenceCard(found, jump) {
  const share = found.before.makespan_ns > 0 ? found.difference_ns / found.before.makespan_ns : NaN;
  const largest = found.parts.slice(0, 3).map((part) => `${words(part)} ${signed(part.ns)}`);
  return el(
    "details",
    { class: "card wide difference" },
    el("summary", {}, "Where the difference comes from: ", largest.length > 0 ? largest.join(", ") : "no part differs"),
    el(
      "p",
      {},
      `${signed(found.difference_ns)}${Number.isFinite(share) ? ` (${percent(Math.abs(share))} ${share < 0 ? "shorter" : "longer"})` : ""}; the parts add up to it, with ${found.residual_ns} ns left over. `,
      el("span", { class: "quiet" }, found.noise),
    ),
    found.parts.length > 0 ? waterfall(found, jump) : null,
    found.steps.length > 0
      ? [
          el("p", { class: "quiet" }, "The critical path of the slower run in A (above) and B (below), equal tasks joined; red took longer in B, green shorter."),
          joined(found, jump),
        ]
      : null,
    el(
      "p",
      { class: "quiet" },
      `${count(found.tasks.both)} tasks in both, ${count(found.tasks.changed)} of them changed; matched by ${found.tasks.matched_by === "graph" ? "the graph" : "kernel and order"}.`,
    ),
    singles("added in B", found.tasks.added, found.tasks.added_tasks, "after", jump),
    singles("removed, only in A", found.tasks.removed, found.tasks.removed_tasks, "before", jump),
    found.limits.length > 0
      ? el(
          "details",
          {},
          el("summary", {}, "What these captures cannot tell"),
          el(
            "ul",
            {},
            found.limits.map((limit) => el("li", {}, limit.sentence)),
          ),
        )
      : null,
  );
}
