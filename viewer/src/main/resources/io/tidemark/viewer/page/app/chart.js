// A line chart on a canvas: a few series over an index, a capacity line, and a pointer that can click.

import { theme } from "./colors.js";
import { el, pen } from "./dom.js";
import { onTheme } from "./theme.js";
import { niceStep } from "./timeline/ruler.js";

/** @typedef {import("./timeline/ruler.js").Theme} Theme */
/** @typedef {{text: string, color: string, values: number[]}} Series */
/**
 * @typedef {object} ChartParts
 * @property {string} label
 * @property {Series[]} series
 * @property {number} capacity 0 when there is none
 * @property {(value: number) => string} format
 * @property {(index: number) => string} describe
 * @property {(index: number) => void} onPick
 * @property {boolean} [binary] whether the axis counts in powers of two
 */

const PAD = { left: 62, right: 14, top: 12, bottom: 22 };
const HEIGHT = 190;

export class LineChart {
  #context;
  #hover = -1;

  /**
   * series: [{text, color, values}], capacity: number or 0, format: value to text.
   * @param {ChartParts} parts
   */
  constructor({ series, capacity, format, describe, onPick, label, binary = false }) {
    this.binary = binary;
    this.series = series;
    this.capacity = capacity;
    this.format = format;
    this.describe = describe;
    this.count = Math.max(0, ...series.map((line) => line.values.length));
    this.canvas = el("canvas", {
      class: "chart",
      tabindex: "0",
      role: "application",
      "aria-label": label + ". Left and right move along the curve, Enter goes to that moment.",
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event, onPick) },
    });
    this.readout = el(
      "p",
      { class: "quiet readout", role: "status" },
      "Point at the curve; click for that moment on the timeline.",
    );
    this.element = el("div", {}, this.canvas, this.readout);
    this.#context = pen(this.canvas);
    this.canvas.addEventListener("pointermove", (event) => this.#point(this.#index(event)));
    this.canvas.addEventListener("pointerleave", () => this.#point(-1));
    this.canvas.addEventListener("click", (event) => onPick(this.#index(event)));
    this.watcher = new ResizeObserver(() => this.paint());
    this.watcher.observe(this.canvas);
    this.unlisten = onTheme(() => this.paint());
  }

  close() {
    this.watcher.disconnect();
    this.unlisten();
  }

  /** @param {MouseEvent} event */
  #index(event) {
    const share = (event.offsetX - PAD.left) / (this.canvas.clientWidth - PAD.left - PAD.right);
    return Math.max(0, Math.min(this.count - 1, Math.round(share * (this.count - 1))));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {(index: number) => void} onPick
   */
  #key(event, onPick) {
    const last = this.count - 1;
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -last, End: last }[event.key];
    if (step !== undefined) this.#point(Math.max(0, Math.min(last, this.#hover + step)));
    else if (event.key === "Enter" && this.#hover >= 0) onPick(this.#hover);
    else return;
    event.preventDefault();
  }

  /** @param {number} index */
  #point(index) {
    this.#hover = index;
    if (index >= 0) this.readout.textContent = this.describe(index);
    this.paint();
  }

  /** @param {number} index */
  #x(index) {
    const width = this.canvas.clientWidth - PAD.left - PAD.right;
    return this.count < 2 ? PAD.left + width / 2 : PAD.left + (width * index) / (this.count - 1);
  }

  paint() {
    const context = this.#context;
    const scale = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    if (width === 0) return;
    this.canvas.width = width * scale;
    this.canvas.height = HEIGHT * scale;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const colors = theme();
    const peak = Math.max(
      1,
      ...this.series.map((line) => line.values.reduce((most, value) => Math.max(most, value), 0)),
    );
    const capacitySeen = this.capacity > 0 && peak > this.capacity * 0.2;
    const top = (capacitySeen ? Math.max(peak, this.capacity) : peak) * 1.08;
    const y = (/** @type {number} */ value) => PAD.top + (HEIGHT - PAD.top - PAD.bottom) * (1 - value / top);
    this.#axis(colors, top, y, width);
    if (capacitySeen) this.#capacityLines(colors, y, width);
    for (const line of this.series) this.#line(line, y);
    if (this.#hover >= 0) this.#cursor(colors, y);
  }

  /**
   * @param {Theme} colors
   * @param {number} top
   * @param {(value: number) => number} y
   * @param {number} width
   */
  #axis(colors, top, y, width) {
    const context = this.#context;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    const step = this.binary ? 2 ** Math.max(0, Math.ceil(Math.log2(top / 5))) : niceStep(top, 4);
    for (let value = 0; value <= top; value += step) {
      context.fillStyle = colors.line;
      context.fillRect(PAD.left, Math.round(y(value)), width - PAD.left - PAD.right, 1);
      context.fillStyle = colors.muted;
      context.textAlign = "right";
      context.fillText(this.format(value), PAD.left - 6, y(value));
    }
    context.textAlign = "left";
    context.fillText("first scope", PAD.left, HEIGHT - 9);
    context.textAlign = "right";
    context.fillText("last scope", width - PAD.right, HEIGHT - 9);
    context.textAlign = "left";
  }

  /**
   * @param {Theme} colors
   * @param {(value: number) => number} y
   * @param {number} width
   */
  #capacityLines(colors, y, width) {
    const context = this.#context;
    for (const { share, color } of [
      { share: 1, color: colors.danger },
      { share: 0.8, color: colors.orange },
    ]) {
      context.strokeStyle = color;
      context.setLineDash(share === 1 ? [] : [4, 4]);
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(PAD.left, y(this.capacity * share));
      context.lineTo(width - PAD.right, y(this.capacity * share));
      context.stroke();
    }
    context.setLineDash([]);
    context.fillStyle = colors.danger;
    context.fillText(
      "capacity " + this.format(this.capacity),
      PAD.left + 4,
      y(this.capacity) - 7 < 6 ? y(this.capacity) + 8 : y(this.capacity) - 7,
    );
  }

  /**
   * @param {Series} line
   * @param {(value: number) => number} y
   */
  #line(line, y) {
    const context = this.#context;
    context.strokeStyle = line.color;
    context.lineWidth = 1.6;
    context.beginPath();
    line.values.forEach((value, at) =>
      at === 0 ? context.moveTo(this.#x(at), y(value)) : context.lineTo(this.#x(at), y(value)),
    );
    context.stroke();
    if (line.values.length === 1) {
      context.fillStyle = line.color;
      context.fillRect(this.#x(0) - 2, y(line.values[0]) - 2, 5, 5);
    }
  }

  /**
   * @param {Theme} colors
   * @param {(value: number) => number} y
   */
  #cursor(colors, y) {
    const context = this.#context;
    const x = this.#x(this.#hover);
    context.fillStyle = colors.muted;
    context.fillRect(Math.round(x), PAD.top, 1, HEIGHT - PAD.top - PAD.bottom);
    for (const line of this.series) {
      context.fillStyle = line.color;
      context.beginPath();
      context.arc(x, y(line.values[this.#hover]), 3.5, 0, 7);
      context.fill();
    }
  }
}
