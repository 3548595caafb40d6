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

  constructor(view) {
    this.#view = view;
    const { viewport } = view;
    this.#idle =
      view.layout.idle > 0 ? button("", "Lanes on which nothing ran", () => view.toggleIdle()) : null;
    this.#critical = view.criticals.some(({ possible }) => possible)
      ? button("Critical path", "The chain that set the length of the run (c)", () => view.toggleCritical())
      : null;
    this.elements = [
      button("−", "Zoom out (s)", () => viewport.zoom(1.6)),
      button("+", "Zoom in (w)", () => viewport.zoom(0.6)),
      button("Fit", "Show the whole run (F)", () => viewport.fit()),
      this.#critical,
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
    if (this.#critical) this.#critical.setAttribute("aria-pressed", String(criticals.some(({ shown }) => shown)));
  }
}
