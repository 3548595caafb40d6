// The chain of runs that set the length of the run, all of it, fetched when first asked for.

import { count, time } from "../format.js";
import { paintArrows } from "./arrows.js";

const MOST_ARROWS = 3000; // more of them on one screen are a carpet, and slow

/**
 * What of a path is drawn: steps of columns {lane, begin, end} in sight, without those that would lie on
 * the pixel of the one before them. Answers {seen, boxes, arrows}: how many steps are in sight, and the
 * numbers of the steps that get a box, and of those that get an arrow from the step before.
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
  /** @type {any} columns of the path, once they are read */
  #path = null;
  #told = "";
  #drawn = "";
  shown = false;

  /** `title` tells two captures apart. */
  constructor(capture, title) {
    this.#capture = capture;
    this.#title = title;
  }

  get possible() {
    return Boolean(this.#capture.meta.critical);
  }

  /** What the path is made of, and what of it the last picture left out. */
  get text() {
    return this.#told + this.#drawn;
  }

  async show(shown) {
    if (!this.possible) return;
    if (!this.#path) {
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

  #step(at) {
    const { run, lane, name, begin, end } = this.#path;
    return {
      capture: this.#capture,
      index: run[at],
      lane: lane[at],
      name: name[at],
      begin: begin[at],
      end: end[at],
    };
  }

  /** Draws the part near the view; `box` draws one run above the veil. */
  paint(context, viewport, layout, theme, offset, box) {
    const { boxes, arrows } = drawnSteps(this.#path, viewport);
    const shown = arrows.slice(0, MOST_ARROWS);
    const lines = shown.map((at) => ({ kind: "critical", from: this.#step(at - 1), to: this.#step(at) }));
    paintArrows(context, viewport, layout, theme, lines, offset);
    for (const at of boxes) box(this.#step(at));
    this.#drawn =
      arrows.length > shown.length
        ? ` ${count(shown.length)} of ${count(arrows.length)} arrows are drawn here; zoom in for all.`
        : "";
  }
}
