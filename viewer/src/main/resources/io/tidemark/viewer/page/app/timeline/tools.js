// The buttons above the timeline.

import { el } from "../dom.js";
import { count } from "../format.js";

function button(text, title, action) {
  return el("button", { type: "button", title, on: { click: action } }, text);
}

export class TimelineTools {
  #view;
  #idle;
  #critical;
  #tints;
  #counters;

  constructor(view) {
    this.#view = view;
    const { viewport } = view;
    this.#idle =
      view.layout.idle > 0 ? button("", "Lanes on which nothing ran", () => view.toggleIdle()) : null;
    this.#critical = view.criticals.some(({ possible }) => possible)
      ? button("Critical path", "The chain that set the length of the run (c)", () => view.toggleCritical())
      : null;
    this.#tints = view.answers.possible
      ? button("Idle tints", "Tint the idle time of cores by its reason (t)", () => view.toggleTints())
      : null;
    this.#counters = view.answers.strip
      ? button("Counters", "Busy cores, ready tasks, rings, submits (k)", () => view.toggleCounters())
      : null;
    this.elements = [
      button("−", "Zoom out (s)", () => viewport.zoom(1.6)),
      button("+", "Zoom in (w)", () => viewport.zoom(0.6)),
      button("Fit", "Show the whole run (F)", () => viewport.fit()),
      this.#critical,
      this.#tints,
      this.#counters,
      view.main.meta.preview ? null : button("Range", "What happened in the range on screen (r)", () => view.answers.showVisible()),
      this.#idle,
      button("Keys", "Show all keys (?)", () => view.toggleHints()),
    ];
    this.refresh();
  }

  /** Says on the buttons what they will do next. */
  refresh() {
    const { layout, criticals } = this.#view;
    if (this.#idle) {
      const lanes = layout.idle === 1 ? "1 idle lane" : count(layout.idle) + " idle lanes";
      this.#idle.textContent = (layout.hideIdle ? "Show " : "Hide ") + lanes;
    }
    this.#tints?.setAttribute("aria-pressed", String(this.#view.answers.tinted));
    this.#counters?.setAttribute("aria-pressed", String(this.#view.answers.strip.shown));
    if (this.#critical) this.#critical.setAttribute("aria-pressed", String(criticals.some(({ shown }) => shown)));
  }
}
