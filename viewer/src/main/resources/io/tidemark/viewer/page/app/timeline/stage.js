// The elements the timeline is drawn on: labels, canvas, scroll bar, and what lies above them.

import { clear, el } from "../dom.js";
import { HINTS } from "./input.js";
import { LABELS, LaneLabels } from "./labels.js";

const SCROLLER = 12; // the style sheet knows it too

export class Stage {
  #rail = el("div", { class: "rail" });

  /**
   * @param {import("./labels.js").LaneActions} actions
   * @param {(pixels: number) => void} scrolled learns how far the lanes were scrolled
   */
  constructor(actions, scrolled) {
    this.canvas = el("canvas", {
      class: "lanes",
      tabindex: "0",
      role: "application",
      "aria-label": "Timeline. Use w, a, s, d to zoom and move, slash to search, question mark for all keys.",
    });
    this.labels = new LaneLabels(actions);
    this.tip = el("div", { class: "tip", hidden: true });
    this.hints = el(
      "div",
      { class: "hints", hidden: true },
      el("h3", {}, "Keys"),
      el(
        "dl",
        {},
        HINTS.map(([keys, text]) => [el("dt", {}, keys), el("dd", {}, text)]),
      ),
    );
    this.scroller = el("div", { class: "scroller", tabindex: "-1" }, this.#rail);
    this.scroller.addEventListener("scroll", () => scrolled(this.scroller.scrollTop));
    this.labels.element.addEventListener("wheel", (event) => (this.scrollTop += event.deltaY), {
      passive: true,
    });
    this.element = el(
      "div",
      { class: "stage" },
      this.labels.element,
      this.canvas,
      this.scroller,
      this.tip,
      this.hints,
    );
  }

  /** Room for the picture, beside labels and scroll bar. */
  get size() {
    return {
      width: Math.max(50, this.element.clientWidth - LABELS - SCROLLER),
      height: Math.max(50, this.element.clientHeight),
    };
  }

  get scrollTop() {
    return this.scroller.scrollTop;
  }

  set scrollTop(pixels) {
    this.scroller.scrollTop = pixels;
  }

  /**
   * How long the scroll bar's way is.
   * @param {number} pixels
   */
  set total(pixels) {
    this.#rail.style.height = pixels + "px";
  }

  /**
   * Shows lines beside a point of the canvas, the first one strong; null hides them.
   * @param {string[] | null} lines
   * @param {{x: number, y: number} | null} point
   */
  say(lines, point) {
    this.tip.hidden = !lines;
    if (!lines || !point) return;
    clear(this.tip).append(...lines.map((line, at) => el(at === 0 ? "strong" : "span", {}, line)));
    const { clientWidth, clientHeight } = this.element;
    const left = LABELS + point.x + 14;
    this.tip.style.left = Math.min(left, clientWidth - this.tip.offsetWidth - 8) + "px";
    this.tip.style.top = Math.min(point.y + 16, clientHeight - this.tip.offsetHeight - 6) + "px";
  }
}
