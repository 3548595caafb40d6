// The buttons above the timeline.

import { el } from "../dom.js";
import { drop } from "../drop.js";
import { count } from "../format.js";

/**
 * @param {string} text
 * @param {string} title
 * @param {() => void} action
 */
function button(text, title, action) {
  return el("button", { type: "button", title, on: { click: action } }, text);
}

export class TimelineTools {
  #view;
  #idle;
  #critical;
  #tints;
  #counters;
  #lanes;
  #legend;

  /**
   * @param {import("./page.js").TimelineView} view
   * @param {() => import("../dom.js").Content} legend
   */
  constructor(view, legend) {
    this.#view = view;
    const { viewport } = view;
    this.#idle =
      view.layout.idle > 0 ? button("", "Lanes on which nothing ran", () => view.toggleIdle()) : null;
    this.#critical = view.criticals.some((critical) => critical.possible)
      ? button("Critical path", "The chain that set the length of the run (c)", () => view.toggleCritical())
      : null;
    this.#tints = view.answers.possible
      ? button("Idle tints", "Tint the idle time of cores by its reason (t)", () => view.toggleTints())
      : null;
    this.#counters = view.answers.strip
      ? button("Counters", "Busy cores, ready tasks, rings, submits (k)", () => view.toggleCounters())
      : null;
    this.#lanes = drop("Lanes", "Filter, hidden and moved lanes", () => this.#laneBox());
    this.#legend = drop("Legend", "What the colours mean", legend);
    this.elements = [
      button("−", "Zoom out (s)", () => viewport.zoom(1.6)),
      button("+", "Zoom in (w)", () => viewport.zoom(0.6)),
      button("Fit", "Show the whole run (F)", () => viewport.fit()),
      this.#critical,
      this.#tints,
      this.#counters,
      button("Range", "What happened in the range on screen (r)", () => view.answers.showVisible()),
      this.#idle,
      this.#lanes.element,
      this.#legend.element,
      view.notes.drop.element,
      button("Keys", "Show all keys (?)", () => view.toggleHints()),
    ];
    this.refresh();
  }

  #laneBox() {
    const view = this.#view;
    const { layout } = view;
    const input = el("input", {
      type: "search",
      class: "lanefilter",
      placeholder: "Filter lanes, for example aic",
      "aria-label": "Show lanes whose name holds",
      value: layout.filter,
      maxlength: "100",
      spellcheck: "false",
      on: {
        input: () => {
          layout.filter = input.value;
          view.lanesChanged();
        },
      },
    });
    /** @param {() => void} change */
    const doing = (change) => () => {
      change();
      view.lanesChanged();
      this.#lanes.refresh();
    };
    return [
      input,
      el(
        "p",
        { class: "actions" },
        layout.hiddenCount > 0
          ? button(`Show ${count(layout.hiddenCount)} hidden`, "", doing(() => layout.showHidden()))
          : null,
        layout.isMoved ? button("Usual order", "", doing(() => layout.unmove())) : null,
      ),
      el("p", { class: "quiet" }, "Click the name of a lane to pin it on top, move or hide it."),
    ];
  }

  /** Says on the buttons what they will do next. */
  refresh() {
    const { layout, criticals } = this.#view;
    if (this.#idle) {
      const lanes = layout.idle === 1 ? "1 idle lane" : count(layout.idle) + " idle lanes";
      this.#idle.textContent = (layout.hideIdle ? "Show " : "Hide ") + lanes;
    }
    this.#tints?.setAttribute("aria-pressed", String(this.#view.answers.tinted));
    this.#counters?.setAttribute("aria-pressed", String(this.#view.answers.strip?.shown ?? false));
    if (this.#critical) this.#critical.setAttribute("aria-pressed", String(criticals.some((critical) => critical.shown)));
    const away = layout.hiddenCount + (layout.filter ? 1 : 0) + (layout.isMoved ? 1 : 0);
    this.#lanes.button.setAttribute("aria-pressed", String(away > 0));
  }

  close() {
    this.#lanes.close();
    this.#legend.close();
    this.#view.notes.drop.close();
  }
}
