// Answers of the timeline beyond one task: why a core was idle, the runs of a range, the value of a counter at a
// moment. Owns the tints, the counters and the panels of these answers.

import { el } from "../dom.js";
import { taskLabel, time } from "../format.js";
import { marksOf } from "../marks.js";
import { counterContent } from "./counter-panel.js";
import { CounterStrip } from "./counter-strip.js";
import { idleAt, reasonOf } from "./gaps.js";
import { RangePanel } from "./range-panel.js";
import { TileStore } from "./tiles.js";

/** @typedef {import("./gaps.js").Gap} Gap */
/** @typedef {import("../range-sums.js").Range} Range */

/**
 * The idle time of a lane at a moment, from the tile that knows it exactly; null when there is none.
 * @param {import("../capture.js").Capture} capture
 * @param {number} lane
 * @param {number} moment
 * @returns {Promise<Gap | null>}
 */
async function gapAt(capture, lane, moment) {
  const { grid } = capture.meta;
  for (let level = 0; level <= grid.deepestLevel; level++) {
    const index = Math.floor(moment / (grid.rootNanos / 2 ** level));
    const tile = await capture.tile("gaps", Math.floor(lane / grid.bandLanes), level, index);
    const found = tile?.lanes[lane % grid.bandLanes];
    if (!found) return null;
    if (found.cells !== undefined) continue;
    for (let at = 0; at < found.count; at++)
      if (found.begin[at] <= moment && moment < found.end[at])
        return { begin: found.begin[at], end: found.end[at], part: found.name[at], run: found.reference[at] };
    return null;
  }
  return null;
}

export class Answers {
  #view;
  #tracks;
  /** The stores of idle time, one per capture. */
  #stores;
  #ranges;
  /** @type {CounterStrip | null} */
  strip;
  tinted = true;
  #restoring = false;

  /**
   * @param {import("./page.js").TimelineView} view
   * @param {import("./lanes.js").Track[]} tracks
   */
  constructor(view, tracks) {
    this.#view = view;
    this.#tracks = tracks;
    this.#ranges = new RangePanel(view);
    this.#stores = tracks.map(({ capture, tiles }) =>
      capture.meta.parts?.length > 0 ? new TileStore(capture, () => view.redraw(), "gaps", undefined, tiles) : null,
    );
    this.strip = tracks.length === 1 ? new CounterStrip(view, tracks[0]) : null;
    this.tint(true);
  }

  /** Whether the reasons of idle time are known for any capture. */
  get possible() {
    return this.#stores.some((store) => store !== null);
  }

  get pending() {
    const stores = this.#tracks.reduce((sum, { gaps }) => sum + (gaps ? gaps.pending : 0), 0);
    return stores + (this.strip?.pending ?? 0);
  }

  /** @param {boolean} on */
  tint(on) {
    this.tinted = on;
    this.#tracks.forEach((track, at) => (track.gaps = on ? this.#stores[at] : null));
  }

  /**
   * Marks on the ruler what a query found.
   * @param {CanvasRenderingContext2D} context
   * @param {ReturnType<typeof import("../colors.js").theme>} theme
   * @param {number} height of the ruler
   */
  paintMarks(context, theme, height) {
    const { viewport } = this.#view;
    context.fillStyle = theme.critical;
    let last = -2;
    const marks = String(this.#tracks.reduce((sum, { capture }) => sum + marksOf(capture).length, 0));
    if (this.#view.element.dataset.marks !== marks) this.#view.element.dataset.marks = marks;
    for (const { capture } of this.#tracks) {
      for (const { begin, end } of marksOf(capture)) {
        if (end < viewport.begin || begin > viewport.end) continue;
        const left = Math.round(viewport.x(Math.max(begin, viewport.begin)));
        const right = Math.round(viewport.x(Math.min(end, viewport.end)));
        if (right <= last) continue;
        context.fillRect(left, height - 5, Math.max(2, right - left), 4);
        last = right;
      }
    }
  }

  forgetWishes() {
    for (const { gaps } of this.#tracks) gaps?.forgetWishes();
  }

  forgetBitmaps() {
    for (const store of this.#stores) store?.forgetBitmaps();
  }

  /**
   * Lines for the tip on idle time, or null.
   * @param {import("./lanes.js").LaneRow} row
   * @param {number} nanos
   */
  describe(row, nanos) {
    const found = idleAt(this.#view, row, nanos);
    if (!found) return null;
    const { parts } = row.track.capture.meta;
    if ("cell" in found) return [`idle here, mostly ${parts[found.cell.part].words}`, "click to zoom in"];
    return [parts[found.gap.part].words, `${row.lane.label} is idle for ${time(found.gap.end - found.gap.begin)}`, "click for the reason"];
  }

  /**
   * Explains the idle time at a moment of a row; false when there is none.
   * @param {import("./lanes.js").LaneRow} row
   * @param {number} nanos
   * @param {number} x where to zoom in when the picture is too dense
   */
  click(row, nanos, x) {
    const found = idleAt(this.#view, row, nanos);
    if (!found) return false;
    if ("gap" in found) void this.showGap(row, found.gap);
    else this.#view.viewport.zoom(0.2, x);
    return true;
  }

  /**
   * The sentence on idle time, with an arrow from the culprit.
   * @param {import("./lanes.js").LaneRow} row
   * @param {Gap} gap
   */
  async showGap(row, gap) {
    const view = this.#view;
    const restoring = this.#restoring;
    const { capture } = row.track;
    const { parts } = capture.meta;
    view.measure(null);
    view.selection.idle(row, { begin: gap.begin, end: gap.end, name: -1, reference: -1 }, []);
    const { sentence, told, culprit } = await reasonOf(capture, row, gap);
    const next = gap.run < 0 ? null : await capture.run(gap.run);
    const actions = el("p", { class: "actions" });
    view.panel.showContent({
      title: parts[gap.part].words,
      subtitle: `idle time of ${row.lane.label}`,
      chip: `var(--part-${parts[gap.part].key})`,
      content: el(
        "div",
        { class: "why", "data-part": parts[gap.part].key },
        el("p", { class: "sentence" }, sentence),
        told.map((line) => el("p", { class: "quiet" }, line)),
        actions,
      ),
    });
    /** @type {(text: string, action: () => void) => void} */
    const offer = (text, action) => actions.append(el("button", { type: "button", on: { click: action } }, text));
    if (culprit && next && culprit.index >= 0) {
      const run = await capture.run(culprit.index);
      offer(`Go to ${taskLabel(run.task)}`, () => view.select(culprit.index, capture));
      view.selection.idle(row, { begin: gap.begin, end: gap.end, name: -1, reference: -1 }, [
        { kind: "in", from: { ...run, capture }, to: { ...next, capture } },
      ]);
    } else if (culprit && next) {
      offer("Go to the culprit", () => {
        view.layout.reveal(capture, culprit.lane);
        view.viewport.reveal(culprit.begin, culprit.end);
        view.resize();
      });
      view.selection.idle(row, { begin: gap.begin, end: gap.end, name: -1, reference: -1 }, [
        { kind: "culprit", from: { ...culprit, capture }, to: { ...next, capture } },
      ]);
    }
    if (next) offer(`Go to ${taskLabel(next.task)}`, () => view.select(next.index, capture));
    offer("What happened meanwhile", () => void this.showRange(capture, { begin: gap.begin, end: gap.end, lanes: null }));
    view.element.dataset.gap = parts[gap.part].key;
    view.resize();
    if (capture === view.main) view.keeper.keepAnswer({ answer: `gap ${row.index}-${Math.round(gap.begin)}` }, !restoring);
  }

  /**
   * Shows what happened in a range, and marks it.
   * @param {import("../capture.js").Capture} capture
   * @param {Range} range
   * @param {string} answer what the address says instead of the range
   */
  showRange(capture, range, answer = "") {
    this.#view.selection.clear();
    this.#view.measure(range.begin, range.end);
    if (capture === this.#view.main) {
      const kept = { begin: Math.floor(range.begin), end: Math.ceil(range.end), lanes: range.lanes ?? [] };
      this.#view.keeper.keepAnswer(answer ? { answer } : { range: kept }, !this.#restoring);
    }
    return this.#ranges.show(capture, range);
  }

  /** The range on screen, of all lanes. */
  showVisible() {
    const { viewport, main } = this.#view;
    const begin = Math.max(0, viewport.begin);
    return this.showRange(main, { begin, end: Math.min(viewport.duration, viewport.end), lanes: null });
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {import("./counter-strip.js").Counter} counter
   * @param {number} moment
   * @param {{value: number, row: number} | null} sample
   */
  async showCounter(capture, counter, moment, sample) {
    const view = this.#view;
    const content = await counterContent(view, capture, counter, moment, sample);
    view.panel.showContent({ title: counter.name, subtitle: "", content: el("div", { class: "why", "data-counter": counter.key }, content) });
    this.strip?.mark(moment);
    view.resize();
    const { viewport } = view;
    if (moment < viewport.begin || moment > viewport.end)
      viewport.set(moment - viewport.span / 2, moment + viewport.span / 2);
  }

  /**
   * Why the core of a run was idle right before it, as a sentence; null when it was not, or it is not known.
   * @param {import("../capture.js").Capture} capture
   * @param {import("../capture.js").Run} run
   */
  async before(capture, run) {
    const at = this.#tracks.findIndex((track) => track.capture === capture);
    const row = this.#view.layout.rowOf(capture, run.lane);
    if (at < 0 || !this.#stores[at] || !row || Number.isNaN(run.begin)) return null;
    const gap = await gapAt(capture, run.lane, run.begin - 1);
    if (!gap || gap.run !== run.index) return null;
    const { sentence } = await reasonOf(capture, row, gap);
    return { sentence, show: () => void this.showGap(row, gap) };
  }

  /**
   * Restores the state in the address: counters, tints, and the answer in the panel.
   * @param {import("../capture.js").Capture} capture
   * @param {import("../address.js").LaneState} value
   * @param {boolean} move whether the view goes to what is answered
   */
  async restore(capture, value, move) {
    const view = this.#view;
    if (this.tinted !== value.tints) this.tint(value.tints);
    if (this.strip && this.strip.shown !== value.counters) void this.strip.show(value.counters).then(() => view.resize());
    view.tools.refresh();
    this.#restoring = true;
    try {
      const [kind, text = ""] = value.answer.split(" ", 2);
      if (kind) await this.#go(capture, kind, text, !move);
      else if (value.range) await this.showRange(capture, { ...value.range, lanes: value.range.lanes.length > 0 ? value.range.lanes : null });
    } finally {
      this.#restoring = false;
    }
  }

  /**
   * Goes to what an address or a hint names: idle time, a counter's peak, a kernel, a core.
   * @param {import("../capture.js").Capture} capture
   * @param {string} kind
   * @param {string} text
   * @param {boolean} still whether the piece of time on screen stays
   */
  async #go(capture, kind, text, still) {
    const view = this.#view;
    const whole = { begin: 0, end: capture.meta.durationNanos };
    const number = Number(text);
    if (kind === "gap") {
      const [lane, moment] = text.split("-").map(Number);
      const gap = lane < capture.meta.lanes.length ? await gapAt(capture, lane, moment) : null;
      if (!gap) return;
      view.layout.reveal(capture, lane);
      if (!still) view.viewport.show(gap.begin, gap.end, 1);
      const row = view.layout.rowOf(capture, lane);
      if (row) await this.showGap(row, gap);
    } else if (kind === "counter") {
      await this.strip?.show(true);
      await this.strip?.peak(text);
    } else if (kind === "kernel" && number < capture.meta.kernelNames) {
      view.highlight(capture, new Set([number]));
      await this.showRange(capture, { ...whole, lanes: null }, "kernel " + text);
    } else if (kind === "lane" && number < capture.meta.lanes.length) {
      view.layout.reveal(capture, number);
      await this.showRange(capture, { ...whole, lanes: [number] }, "lane " + text);
    }
  }
}
