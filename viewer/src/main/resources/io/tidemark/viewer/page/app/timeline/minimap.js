// The whole run in one strip: how busy the cores are, and where the view is. Drag to move the view.

import { theme } from "../colors.js";
import { el, pen } from "../dom.js";

/** @typedef {import("./viewport.js").Viewport} Viewport */

const HEIGHT = 44;

export class Minimap {
  #context;
  #viewport;
  /** @type {{aic: Float32Array, aiv: Float32Array, duration: number}[]} */
  #curves = [];
  width = 1;

  /** @param {Viewport} viewport */
  constructor(viewport) {
    this.#viewport = viewport;
    this.canvas = el("canvas", { class: "minimap", "aria-label": "Overview of the whole run", role: "img" });
    this.#context = pen(this.canvas);
    /** @type {number | null} */
    let grip = null;
    const move = (/** @type {PointerEvent} */ event) => {
      if (grip === null) return;
      const at = this.#nanos(event);
      viewport.set(at - grip * viewport.span, at + (1 - grip) * viewport.span);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      const at = this.#nanos(event);
      const inside = at >= viewport.begin && at <= viewport.end && viewport.span < viewport.duration * 0.9;
      grip = inside ? (at - viewport.begin) / viewport.span : 0.5;
      this.canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", () => (grip = null));
  }

  /** @param {PointerEvent} event */
  #nanos(event) {
    return (event.offsetX / this.width) * this.#viewport.duration;
  }

  /**
   * Takes f32[2 * bins], AIC then AIV cores, for the strip of that number from the top.
   * @param {number} strip
   * @param {ArrayBuffer} buffer
   * @param {number} bins
   * @param {number} duration
   */
  set(strip, buffer, bins, duration) {
    const all = new Float32Array(buffer);
    this.#curves[strip] = { aic: all.subarray(0, bins), aiv: all.subarray(bins), duration };
  }

  /** @param {number} width */
  resize(width) {
    const scale = window.devicePixelRatio || 1;
    this.width = width;
    this.canvas.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = Math.round(HEIGHT * scale);
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  paint() {
    const context = this.#context;
    const colors = theme();
    const viewport = this.#viewport;
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, this.width, HEIGHT);
    const share = HEIGHT / Math.max(1, this.#curves.length);
    this.#curves.forEach((curve, at) => {
      const width = (curve.duration / viewport.duration) * this.width;
      this.#area(curve.aiv, "#2aa5a0", width, share * (at + 1), share - 3);
      this.#area(curve.aic, "#3b82c4", width, share * (at + 1), share - 3);
    });
    const left = Math.max(0, (viewport.begin / viewport.duration) * this.width);
    const right = Math.min(this.width, (viewport.end / viewport.duration) * this.width);
    context.globalAlpha = 0.55;
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, left, HEIGHT);
    context.fillRect(right, 0, this.width - right, HEIGHT);
    context.globalAlpha = 1;
    context.strokeStyle = colors.accent;
    context.lineWidth = 1.5;
    context.strokeRect(left + 0.75, 0.75, Math.max(2, right - left - 1.5), HEIGHT - 1.5);
  }

  /**
   * @param {Float32Array} values
   * @param {string} color
   * @param {number} width
   * @param {number} bottom
   * @param {number} height
   */
  #area(values, color, width, bottom, height) {
    const context = this.#context;
    context.beginPath();
    context.moveTo(0, bottom);
    for (let at = 0; at < values.length; at++) {
      context.lineTo(((at + 0.5) / values.length) * width, bottom - values[at] * height);
    }
    context.lineTo(width, bottom);
    context.closePath();
    context.globalAlpha = 0.55;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
  }
}
