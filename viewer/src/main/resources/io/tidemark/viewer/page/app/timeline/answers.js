// What the timeline answers beyond one task: why a core was idle, what happened in a range, what a counter
// says at a moment. Owns the tints, the counters and the panels of these answers.

import { el } from "../dom.js";
import { taskLabel, time } from "../format.js";
import { parseLanes } from "../range-sums.js";
import { counterContent } from "./counter-panel.js";
import { CounterStrip } from "./counter-strip.js";
import { idleAt, reasonOf } from "./gaps.js";
import { RangePanel } from "./range-panel.js";
import { TileStore } from "./tiles.js";

/** @typedef {import("./gaps.js").Gap} Gap */
/** @typedef {import("../range-sums.js").Range} Range */

/**
 * The idle time of a lane at a moment, from the tile that knows it exactly; null when there is none.
 * @param {any} capture
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
    if (found.cells) continue;
    for (let at = 0; at < found.count; at++)
      if (found.begin[at] <= moment && moment < found.end[at])
        return { begin: found.begin[at], end: found.end[at], part: found.name[at], run: found.reference[at] };
    return null;
  }
  return null;
}

export class Answers {
  #view;
  /** @type {any[]} */
  #tracks;
  /** @type {any[]} the stores of idle time, one per capture */
  #stores;
  #ranges;
  /** @type {CounterStrip | null} */
  strip;
  tinted = true;

  /**
   * @param {any} view
   * @param {any[]} tracks
   */
  constructor(view, tracks) {
    this.#view = view;
    this.#tracks = tracks;
    this.#ranges = new RangePanel(view);
    this.#stores = tracks.map(({ capture }) =>
      capture.meta.parts?.length > 0 ? new TileStore(capture, () => view.redraw(), "gaps") : null,
    );
    this.strip = tracks.length === 1 && !tracks[0].capture.meta.preview ? new CounterStrip(view, tracks[0].capture) : null;
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

  forgetWishes() {
    for (const { gaps } of this.#tracks) gaps?.forgetWishes();
  }

  forgetBitmaps() {
    for (const store of this.#stores) store?.forgetBitmaps();
  }

  /**
   * Lines for the tip on idle time, or null.
   * @param {any} row
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
   * @param {any} row
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
   * @param {any} row
   * @param {Gap} gap
   */
  async showGap(row, gap) {
    const view = this.#view;
    const { capture } = row.track;
    const { parts } = capture.meta;
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
    if (culprit && culprit.index >= 0) {
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
  }

  /**
   * Shows what happened in a range, and marks it.
   * @param {any} capture
   * @param {Range} range
   */
  showRange(capture, range) {
    this.#view.measure(range.begin, range.end);
    return this.#ranges.show(capture, range);
  }

  /** The range on screen, of all lanes. */
  showVisible() {
    const { viewport, main } = this.#view;
    const begin = Math.max(0, viewport.begin);
    return this.showRange(main, { begin, end: Math.min(viewport.duration, viewport.end), lanes: null });
  }

  /**
   * @param {any} capture
   * @param {import("./counter-strip.js").Counter} counter
   * @param {number} moment
   * @param {{value: number, row: number} | null} sample
   */
  async showCounter(capture, counter, moment, sample) {
    const view = this.#view;
    const content = await counterContent(view, capture, counter, moment, sample);
    view.panel.showContent({ title: counter.name, subtitle: "", content: el("div", { class: "why", "data-counter": counter.key }, content) });
    this.strip?.mark(moment);
    const { viewport } = view;
    if (moment < viewport.begin || moment > viewport.end)
      viewport.set(moment - viewport.span / 2, moment + viewport.span / 2);
    view.resize();
  }

  /**
   * Why the core of a run was idle right before it, as a sentence; null when it was not, or it is not known.
   * @param {any} capture
   * @param {any} run
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
   * Goes to what an address or a hint names: idle time, a range, a counter's peak, a kernel, a core.
   * @param {any} capture
   * @param {string} kind
   * @param {string} text
   */
  async restore(capture, kind, text) {
    const view = this.#view;
    const whole = { begin: 0, end: capture.meta.durationNanos };
    if (kind === "gap") {
      const [, lane, moment] = /^(\d{1,6})-(\d{1,16})$/.exec(text) ?? [];
      if (lane === undefined || Number(lane) >= capture.meta.lanes.length) return;
      const gap = await gapAt(capture, Number(lane), Number(moment));
      if (!gap) return;
      view.layout.reveal(capture, Number(lane));
      view.viewport.show(gap.begin, gap.end, 1);
      const row = view.layout.rowOf(capture, Number(lane));
      if (row) await this.showGap(row, gap);
    } else if (kind === "range") {
      const [, begin, end, lanes] = /^(\d{1,16})-(\d{1,16})-([\d.-]+|all)$/.exec(text) ?? [];
      const chosen = begin === undefined ? undefined : parseLanes(lanes, capture.meta.lanes.length);
      if (chosen !== undefined) await this.showRange(capture, { begin: Number(begin), end: Number(end), lanes: chosen });
    } else if (kind === "counter") {
      await this.strip?.show(true);
      await this.strip?.peak(text);
    } else if (kind === "kernel" && Number(text) < capture.meta.kernelNames) {
      view.highlight(capture, new Set([Number(text)]));
      await this.showRange(capture, { ...whole, lanes: null });
    } else if (kind === "lane" && Number(text) < capture.meta.lanes.length) {
      view.layout.reveal(capture, Number(text));
      await this.showRange(capture, { ...whole, lanes: [Number(text)] });
    }
  }
}
