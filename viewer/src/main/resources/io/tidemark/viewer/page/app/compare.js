// Two captures on one time axis, aligned at their starts, and what each kernel gained or lost.

import { sharedPalettes } from "./colors.js";
import { differencesToKnow } from "./comparable.js";
import { differenceCard } from "./difference.js";
import { choice, el } from "./dom.js";
import { count, percent, time } from "./format.js";
import { growingTable } from "./more.js";
import { rowBox } from "./rows.js";
import { TimelineView } from "./timeline/page.js";

/** @typedef {import("./main.js").Asked} Asked */
/** @typedef {import("./capture.js").Capture} Capture */
/** @typedef {import("./overview.js").Kernel} Kernel */
/** @typedef {import("./overview.js").Overview} Overview */

/** A change of less is none. */
const SAME = 0.01;

/**
 * Kernels of both by name, largest change of total time first.
 * @param {Capture} one
 * @param {Capture} other
 * @param {Overview} first
 * @param {Overview} second
 */
function differences(one, other, first, second) {
  /** @type {Map<string, {name: string, a: Kernel | null, b: Kernel | null}>} */
  const rows = new Map();
  const put = (/** @type {Capture} */ capture, /** @type {Overview} */ overview, /** @type {"a" | "b"} */ side) => {
    for (const kernel of overview.kernels) {
      const name = capture.name(kernel.name);
      const row = rows.get(name) ?? { name, a: null, b: null };
      row[side] = kernel;
      rows.set(name, row);
    }
  };
  put(one, first, "a");
  put(other, second, "b");
  const total = (/** @type {Kernel | null} */ kernel) => (kernel ? kernel.totalNanos : 0);
  return [...rows.values()].sort(
    (x, y) => Math.abs(total(y.b) - total(y.a)) - Math.abs(total(x.b) - total(x.a)),
  );
}

/**
 * @param {number} before
 * @param {number} after
 */
function change(before, after) {
  const delta = after - before;
  const share = before > 0 ? delta / before : NaN;
  const kind = Math.abs(share) < SAME || delta === 0 ? null : delta > 0 ? "worse" : "better";
  const sign = delta > 0 ? "+" : delta < 0 ? "−" : "";
  return el(
    "span",
    { class: kind },
    sign +
      time(Math.abs(delta)) +
      (Number.isFinite(share) && delta !== 0 ? ` (${`${sign}${percent(Math.abs(share))}`.replace(/^.</, "<")})` : ""),
  );
}

/**
 * Which kernels took longer in B, in a sentence; the one that lost most comes first.
 * @param {ReturnType<typeof differences>} rows
 */
function worseSentence(rows) {
  const both = rows.flatMap(({ name, a, b }) => (a && b ? [{ name, before: a.totalNanos, after: b.totalNanos }] : []));
  const worse = both.filter(({ before, after }) => after - before > before * SAME).sort((x, y) => y.after - y.before - (x.after - x.before));
  if (both.length === 0) return null;
  if (worse.length === 0) return el("p", { class: "gotworse" }, "No kernel took longer in B.");
  const [most] = worse;
  return el(
    "p",
    { class: "gotworse" },
    `${count(worse.length)} of ${count(both.length)} ${both.length === 1 ? "kernel" : "kernels"} took longer in B, most of all `,
    el("strong", {}, most.name),
    ": ",
    change(most.before, most.after),
    ".",
  );
}

/**
 * Kernels side by side; which side gained is said only when the two are `comparable`.
 * @param {ReturnType<typeof differences>} rows
 * @param {boolean} comparable
 */
function differenceTable(rows, comparable) {
  const mean = (/** @type {Kernel} */ kernel) => (kernel ? kernel.totalNanos / kernel.runs : NaN);
  return growingTable(
    [
      { text: "kernel" },
      { text: "runs A", number: true },
      { text: "runs B", number: true },
      { text: "mean A", number: true },
      { text: "mean B", number: true },
      { text: "total A", number: true },
      { text: "total B", number: true },
      { text: comparable ? "B against A" : "", number: true },
    ],
    rows,
    200,
    ({ name, a, b }) => [
      name,
      count(a ? a.runs : 0),
      count(b ? b.runs : 0),
      a ? time(mean(a)) : "–",
      b ? time(mean(b)) : "–",
      a ? time(a.totalNanos) : "–",
      b ? time(b.totalNanos) : "–",
      a && b
        ? comparable
          ? change(a.totalNanos, b.totalNanos)
          : ""
        : el("span", { class: "quiet" }, a ? "only in A" : "only in B"),
    ],
    { class: "differences" },
  );
}

/**
 * Why the two cannot be compared, in the sentences of 'tidemark diff'.
 * @param {import("./difference.js").Difference | null} found null when one of them ran nothing
 */
function obstacles(found) {
  return found
    ? found.limits.filter(({ obstacle }) => obstacle).map(({ sentence }) => sentence)
    : ["One of the captures holds no run of a kernel."];
}

/**
 * Of which run the recorder's cost was taken out: its makespan is not that of its timeline.
 * @param {import("./difference.js").Difference | null} found
 */
function replayed(found) {
  const notes = found ? found.limits.filter(({ about, obstacle }) => about === "recording" && !obstacle) : [];
  return notes.map(({ sentence }) => sentence);
}

/** @param {Asked} asked */
export async function showCompare({ app, capture }) {
  if (app.captures.length < 2) {
    return { element: el("p", { class: "card" }, "Give two captures to compare them: tidemark view A B.") };
  }
  const chosen = app.other;
  const otherIndex =
    chosen >= 0 && chosen < app.captures.length && chosen !== capture.index
      ? chosen
      : app.captures.findIndex((entry) => entry.index !== capture.index);
  const other = await app.captures[otherIndex].open();
  const [first, second] = await Promise.all([capture.json("overview.json"), other.json("overview.json")]);
  const palettes = sharedPalettes(capture.meta, other.meta);
  const options = app.captures
    .filter((entry) => entry !== capture)
    .map((entry) => ({ value: entry.index, text: entry.label }));
  const view =
    capture.meta.lanes.length > 0 || other.meta.lanes.length > 0
      ? new TimelineView(
          [
            { capture, title: "A", palette: palettes[0] },
            { capture: other, title: "B", palette: palettes[1] },
          ],
          (page, what, which, from) => app.go(page, what, which, from.index),
          app.state.part("both"),
        )
      : null;
  const before = { meta: capture.meta, overview: first };
  const after = { meta: other.meta, overview: second };
  const haveRun = capture.meta.runs > 0 && other.meta.runs > 0;
  /** @type {import("./difference.js").Difference | null} */
  const found = haveRun ? await capture.json("diff/" + otherIndex) : null;
  const why = obstacles(found);
  const comparable = found !== null && found.comparable;
  const kernels = differences(capture, other, first, second);
  const length = (/** @type {Overview} */ overview, /** @type {{makespan_ns: number} | undefined} */ run) =>
    run ? time(run.makespan_ns) : overview.makespanNanos > 0 ? time(overview.makespanNanos) : "–";
  return {
    element: el(
      "div",
      { class: "page compare" },
      el(
        "section",
        { class: "card wide" },
        el(
          "div",
          { class: "headline" },
          el(
            "h2",
            {},
            "Makespan ",
            length(first, found?.before),
            comparable ? " → " : " and ",
            length(second, found?.after),
            "  ",
            comparable
              ? change(found.before.makespan_ns, found.after.makespan_ns)
              : el("span", { class: "alarm" }, "not comparable"),
          ),
          choice("A is " + capture.label + ", B is", options, otherIndex, (at) =>
            app.go("compare", "with", at),
          ),
        ),
        comparable
          ? null
          : el("ul", { class: "obstacles alarm" }, why.map((sentence) => el("li", {}, sentence))),
        [...replayed(found), ...differencesToKnow(before, after)].map((sentence) => el("p", { class: "quiet" }, sentence)),
        comparable ? worseSentence(kernels) : null,
        rowBox(
          { class: "tablebox", tabindex: "0", role: "group", "aria-label": "Kernels of both" },
          ...differenceTable(kernels, comparable),
        ),
      ),
      comparable
        ? differenceCard(found, (side, id) => view && view.selectTask(id, side === "before" ? capture : other))
        : null,
      view ? view.element : null,
    ),
    close: () => view && view.close(),
    opened: () => view && view.opened(),
  };
}
