// The chain of runs that set the length of the run, all of it, fetched when first asked for.

import { count, time } from "../format.js";
import { paintArrows } from "./arrows.js";

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("./lanes.js").LaneLayout} LaneLayout */
/** @typedef {import("./ruler.js").Theme} Theme */
/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {import("./arrows.js").NamedRun} NamedRun */
/** @typedef {Pick<Awaited<ReturnType<Capture["criticalRuns"]>>, "lane" | "begin" | "end">} Path */
/** @typedef {{runs: number, steps: number, makespanMicros: number, computeMicros: number, stallMicros: number, stallParts: {words: string, micros: number}[], notes: string[]}} PathSummary */

const MOST_ARROWS = 3000; // more of them on one screen are a carpet, and slow

/**
 * What of a path is drawn: steps of columns {lane, begin, end} in sight, without those that would lie on
 * the pixel of the one before them. Answers {seen, boxes, arrows}: how many steps are in sight, and the
 * numbers of the steps that get a box, and of those that get an arrow from the step before.
 * @param {Path} path
 * @param {Pick<Viewport, "begin" | "end" | "span" | "x">} viewport
 */
export function drawnSteps(path, viewport) {
  const boxes = [];
  const arrows = [];
  let seen = 0;
  let last = { at: -2, lane: -1, right: 0 };
  for (let at = 0; at < path.begin.length; at++) {
    const near =
      path.end[at] >= viewport.begin - viewport.span && path.begin[at] <= viewport.end + viewport.span;
    if (!near) continue;
    seen++;
    const left = Math.round(viewport.x(path.begin[at]));
    const right = Math.round(viewport.x(path.end[at]));
    const same = last.at === at - 1 && last.lane === path.lane[at] && right <= last.right;
    if (!same) boxes.push(at);
    if (!same && at > 0) arrows.push(at);
    last = { at, lane: path.lane[at], right: same ? last.right : Math.max(right, left + 1) };
  }
  return { seen, boxes, arrows };
}

export class CriticalPath {
  #capture;
  #title;
  /** @type {Awaited<ReturnType<Capture["criticalRuns"]>> | null} once it is read */
  #path = null;
  #told = "";
  #drawn = "";
  shown = false;

  /**
   * `title` tells two captures apart.
   * @param {Capture} capture
   * @param {string} title
   */
  constructor(capture, title) {
    this.#capture = capture;
    this.#title = title;
  }

  get possible() {
    return Boolean(this.#capture.meta.critical);
  }

  /** The parts of the path, and how much of it the last picture left out. */
  get text() {
    return this.#told + this.#drawn;
  }

  /** @param {boolean} shown */
  async show(shown) {
    if (!this.possible) return;
    if (!this.#path) {
      /** @type {PathSummary} */
      const path = await this.#capture.json("critical.json");
      this.#path = await this.#capture.criticalRuns(path.runs);
      const parts = path.stallParts.filter((part) => part.micros > 0);
      const waits = parts.map((part) => `${part.words} ${time(part.micros * 1000)}`).join(", ");
      const sums =
        `makespan ${time(path.makespanMicros * 1000)}, compute ${time(path.computeMicros * 1000)}, ` +
        `stall ${time(path.stallMicros * 1000)}${waits ? ` (${waits})` : ""}`;
      const unplaced =
        path.steps > path.runs ? ` (${count(path.steps - path.runs)} of them ran on no core that was recorded)` : "";
      this.#told =
        `${this.#title ? this.#title + ": critical" : "Critical"} path: ${count(path.steps)} tasks${unplaced}, ` +
        `${sums}. ${path.notes.join(" ")}`;
    }
    this.shown = shown;
  }

  /**
   * Draws the part near the view; `box` draws one run above the veil.
   * @param {CanvasRenderingContext2D} context
   * @param {Viewport} viewport
   * @param {LaneLayout} layout
   * @param {Theme} theme
   * @param {number} offset
   * @param {(run: NamedRun) => void} box
   */
  paint(context, viewport, layout, theme, offset, box) {
    const path = this.#path;
    if (!path) return;
    const step = (/** @type {number} */ at) => ({
      capture: this.#capture,
      index: path.run[at],
      lane: path.lane[at],
      name: path.name[at],
      begin: path.begin[at],
      end: path.end[at],
    });
    const { boxes, arrows } = drawnSteps(path, viewport);
    const shown = arrows.slice(0, MOST_ARROWS);
    const lines = shown.map((at) => ({ kind: /** @type {const} */ ("critical"), from: step(at - 1), to: step(at) }));
    paintArrows(context, viewport, layout, theme, lines, offset);
    for (const at of boxes) box(step(at));
    this.#drawn =
      arrows.length > shown.length
        ? ` ${count(shown.length)} of ${count(arrows.length)} arrows are drawn here; zoom in for all.`
        : "";
  }
}
