// Notes of a person on moments and stretches: flags on the ruler, and a list. They are kept beside the capture.

import { el, link } from "../dom.js";
import { drop } from "../drop.js";
import { count, taskLabel, time } from "../format.js";

/** @typedef {{text: string, beginNanos: number, endNanos: number, task: string}} Note */
/** @typedef {{revision: number, notes: Note[], problem?: string}} Notes */

const FLAG = 7; // pixels

export class TimelineNotes {
  #view;
  #capture;
  /** @type {Notes} */
  #kept = { revision: 0, notes: [] };
  #failure = "";
  #possible = false;

  /**
   * @param {import("./page.js").TimelineView} view
   * @param {import("../capture.js").Capture} capture
   */
  constructor(view, capture) {
    this.#view = view;
    this.#capture = capture;
    this.drop = drop("Notes", "Notes on moments and stretches, kept beside the capture", () => this.#box());
    this.drop.element.hidden = true;
  }

  /** Reads them; a capture that is not on disk has none. */
  async load() {
    if (!this.#capture.hasNotes) return;
    const kept = await this.#capture.json("notes.json");
    if (!kept) return;
    this.#possible = true;
    this.#take(kept);
  }

  /** @param {Notes} kept */
  #take(kept) {
    this.#kept = kept;
    this.#failure = kept.problem ?? "";
    this.drop.element.hidden = !this.#possible;
    this.drop.button.textContent = kept.notes.length > 0 ? `Notes (${count(kept.notes.length)})` : "Notes";
    this.#view.element.dataset.notes = String(kept.notes.length);
    this.drop.refresh();
    this.#view.redraw();
  }

  /** @param {Note[]} notes */
  async #write(notes) {
    try {
      this.#take(await this.#capture.writeNotes({ revision: this.#kept.revision, notes }));
    } catch (failure) {
      this.#failure = failure instanceof Error ? failure.message : String(failure);
      this.drop.refresh();
    }
  }

  /** The place that a new note would mark: the measured stretch, the selection, or the middle of the view. */
  get #place() {
    const { ruler, selection, viewport } = this.#view;
    const { measured } = ruler;
    if (measured) return { beginNanos: measured.begin, endNanos: measured.end, task: "" };
    const { span, chosen } = selection;
    if (span) return { beginNanos: span.begin, endNanos: span.end, task: chosen?.run ? String(chosen.run.task) : "" };
    const middle = Math.max(0, (viewport.begin + viewport.end) / 2);
    return { beginNanos: middle, endNanos: middle, task: "" };
  }

  #box() {
    const place = this.#place;
    const length = place.endNanos - place.beginNanos;
    const what = place.task ? taskLabel(BigInt(place.task)) : length > 0 ? time(length) + " from " + time(place.beginNanos) : time(place.beginNanos);
    const input = el("input", {
      type: "text",
      class: "newnote",
      maxlength: "1000",
      "aria-label": "New note on " + what,
      placeholder: "New note on " + what,
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter" && input.value.trim()) this.#write([...this.#kept.notes, { text: input.value.trim(), ...place }]);
        },
      },
    });
    return [
      this.#failure ? el("p", { class: "alarm" }, this.#failure) : null,
      el("ul", { class: "notelist" }, this.#kept.notes.map((note, at) => this.#row(note, at))),
      input,
      el("p", { class: "quiet" }, "Enter writes it into notes.json beside the capture."),
    ];
  }

  /**
   * @param {Note} note
   * @param {number} at
   */
  #row(note, at) {
    const go = () => {
      if (note.task) this.#view.selectTask(BigInt(note.task));
      else this.#view.viewport.show(note.beginNanos, note.endNanos, note.endNanos > note.beginNanos ? 1 : 5000);
    };
    return el(
      "li",
      {},
      link(note.text, go, "show where it is"),
      el("span", { class: "quiet" }, " " + (note.task ? taskLabel(BigInt(note.task)) : time(note.beginNanos)) + " "),
      el(
        "button",
        {
          type: "button",
          class: "small",
          "aria-label": "Remove the note " + note.text,
          on: { click: () => this.#write(this.#kept.notes.filter((_, other) => other !== at)) },
        },
        "×",
      ),
    );
  }

  /**
   * Flags on the ruler.
   * @param {CanvasRenderingContext2D} context
   * @param {import("./viewport.js").Viewport} viewport
   * @param {{critical: string}} theme
   * @param {number} height
   */
  paint(context, viewport, theme, height) {
    context.fillStyle = theme.critical;
    for (const note of this.#kept.notes) {
      const x = Math.round(viewport.x(note.beginNanos));
      const end = viewport.x(note.endNanos);
      if (end < 0 || x > viewport.width) continue;
      context.fillRect(x, 0, 1, height);
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x + FLAG + 2, FLAG / 2);
      context.lineTo(x, FLAG);
      context.fill();
      if (end > x + 1) context.fillRect(x, height - 3, end - x, 2);
    }
  }
}
