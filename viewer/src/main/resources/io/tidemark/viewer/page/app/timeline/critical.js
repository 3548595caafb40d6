// The chain of runs that set the length of the run, fetched when first asked for.

import { time } from "../format.js";
import { paintArrows } from "./arrows.js";

const MOST_STEPS = 5000;

export class CriticalPath {
  #capture;
  #title;
  #steps = null;
  shown = false;
  text = "";

  /** `title` tells two captures apart. */
  constructor(capture, title) {
    this.#capture = capture;
    this.#title = title;
  }

  get possible() {
    return Boolean(this.#capture.meta.critical);
  }

  async show(shown) {
    if (!this.possible) return;
    if (!this.#steps) {
      const path = await this.#capture.json("critical.json");
      const runs = await Promise.all(path.runs.slice(0, MOST_STEPS).map((run) => this.#capture.run(run)));
      this.#steps = runs.map((run) => ({ ...run, capture: this.#capture }));
      const parts = path.stallParts.filter((part) => part.micros > 0);
      const waits = parts.map((part) => `${part.words} ${time(part.micros * 1000)}`).join(", ");
      const sums =
        `makespan ${time(path.makespanMicros * 1000)}, compute ${time(path.computeMicros * 1000)}, ` +
        `stall ${time(path.stallMicros * 1000)}${waits ? ` (${waits})` : ""}`;
      this.text = `${this.#title ? this.#title + ": critical" : "Critical"} path: ${path.runs.length} tasks, ${sums}. ${path.notes.join(" ")}`;
    }
    this.shown = shown;
  }

  /** Draws the part near the view; `box` draws one run above the veil. */
  paint(context, viewport, layout, theme, offset, box) {
    const near = (run) =>
      run.end >= viewport.begin - viewport.span && run.begin <= viewport.end + viewport.span;
    const seen = this.#steps.filter(near);
    const arrows = seen.slice(1).map((to, at) => ({ kind: "critical", from: seen[at], to }));
    paintArrows(context, viewport, layout, theme, arrows, offset);
    for (const run of seen) box(run);
  }
}
