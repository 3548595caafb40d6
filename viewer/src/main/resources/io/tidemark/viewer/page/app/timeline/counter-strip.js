// Counters over time, above the lanes and on the same axis. One with a capacity is scaled by it, any other to what is in sight.

import { clear, el, pen } from "../dom.js";
import { bytes, count, exact } from "../format.js";
import { decodeCounter } from "./tile-form.js";
import { TileStore } from "./tiles.js";

/** @typedef {{key: string, name: string, unit: string, capacity: number, highest: number}} Counter */
/** @typedef {{value: number, row: number}} Sample */

const HEIGHT = 30;
const NEAR_FULL = 0.5; // from here on a line marks the capacity

/**
 * A value of a counter as a person reads it.
 * @param {Counter} counter
 * @param {number} value
 */
export function counterText({ unit }, value) {
  if (unit === "bytes") return bytes(value);
  const places = Math.abs(value) < 10 && !Number.isInteger(value) ? value.toFixed(1) : null;
  if (unit === "per_second") {
    for (const [size, word] of /** @type {[number, string][]} */ ([[1e9, "G/s"], [1e6, "M/s"], [1e3, "k/s"]]))
      if (Math.abs(value) >= size) return (value / size).toFixed(1) + " " + word;
    return (places ?? count(value)) + " /s";
  }
  return places ?? count(value);
}

/**
 * The value of a counter at a moment, from the tile that contains the moment; null if it is unknown.
 * @param {import("./tile-form.js").CounterSteps | import("./tile-form.js").CounterCells} tile
 * @param {number} begin of the tile
 * @param {number} nanos width of the tile
 * @param {number} moment
 * @returns {Sample | null}
 */
function sampleIn(tile, begin, nanos, moment) {
  if (tile.cells !== undefined) {
    const cell = Math.max(0, Math.min(tile.cells - 1, Math.floor(((moment - begin) / nanos) * tile.cells)));
    const value = tile.greatest[cell];
    return Number.isNaN(value) ? null : { value, row: tile.row[cell] };
  }
  let at = tile.count - 1;
  while (at >= 0 && tile.begin[at] > moment) at--;
  return at < 0 ? null : { value: tile.value[at], row: tile.row[at] };
}

export class CounterStrip {
  #view;
  #capture;
  #context;
  #store;
  #height = 0;
  /** @type {Counter[]} */
  #counters = [];
  #labels = el("div", { class: "counterlabels" });
  #tip = el("p", { class: "countertip quiet", role: "status" });
  #pointed = -1;
  #marked = NaN;
  shown = false;
  #listed = false;

  /**
   * @param {import("./page.js").TimelineView} view
   * @param {import("./lanes.js").Track} track
   */
  constructor(view, { capture, tiles }) {
    this.#view = view;
    this.#capture = capture;
    this.#store = new TileStore(capture, () => view.redraw(), "counter", decodeCounter, tiles);
    this.canvas = el("canvas", {
      class: "counters",
      tabindex: "0",
      role: "application",
      "aria-label": "Counters. Up and down choose a counter, Enter says what it shows in the middle of the view.",
      on: {
        pointermove: (/** @type {PointerEvent} */ event) => this.#point(event),
        pointerleave: () => this.#say(""),
        click: (/** @type {MouseEvent} */ event) => this.#pick(this.#at(event.offsetY), view.viewport.nanos(event.offsetX)),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
    });
    this.#context = pen(this.canvas, { alpha: false });
    this.element = el("div", { class: "counterstrip", hidden: true }, el("div", { class: "counterrows" }, this.#labels, this.canvas), this.#tip);
  }

  get pending() {
    return this.shown ? this.#store.pending + (this.#listed ? 0 : 1) : 0;
  }

  /**
   * Shows or hides the counters; they are read when first shown.
   * @param {boolean} shown
   */
  async show(shown) {
    this.shown = shown;
    if (shown && this.#counters.length === 0) {
      await this.#view.firstPicture; // what ran comes first
      this.#counters = await this.#capture.counterList();
      this.#listed = true;
      clear(this.#labels).append(
        ...this.#counters.map((counter) => el("div", { class: "counterlabel", title: counter.name, css: { height: HEIGHT + "px" } }, counter.name)),
      );
    }
    this.element.hidden = !this.shown || this.#counters.length === 0;
    this.element.dataset.counters = String(this.#counters.length);
    this.resize(this.#view.viewport.width);
  }

  /** Marks a moment on all counters. @param {number} moment */
  mark(moment) {
    this.#marked = moment;
  }

  /** The number of a counter, -1 when there is none. @param {string} key */
  indexOf(key) {
    return this.#counters.findIndex((counter) => counter.key === key);
  }

  /** @param {number} width */
  resize(width) {
    const scale = window.devicePixelRatio || 1;
    this.#height = this.#counters.length * HEIGHT;
    this.canvas.style.height = this.#height + "px";
    this.canvas.style.width = width + "px";
    this.canvas.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = Math.max(1, Math.round(this.#height * scale));
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  paint() {
    if (!this.shown || this.#counters.length === 0) return;
    const { viewport } = this.#view;
    const colors = this.#view.painter.theme;
    const context = this.#context;
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, viewport.width, this.#height);
    this.#store.forgetWishes();
    const level = this.#store.level(viewport.span, viewport.width);
    const rows = /** @type {HTMLElement} */ (this.canvas.parentElement);
    this.#counters.forEach((counter, at) => {
      const top = at * HEIGHT;
      const inSight = top + HEIGHT > rows.scrollTop && top < rows.scrollTop + rows.clientHeight;
      if (inSight) this.#paintCounter(counter, at, top, level, colors);
    });
    if (Number.isNaN(this.#marked)) return;
    context.fillStyle = colors.ink;
    context.fillRect(Math.round(viewport.x(this.#marked)), 0, 1, this.#height);
  }

  /**
   * @param {Counter} counter
   * @param {number} number
   * @param {number} top
   * @param {number} level
   * @param {ReturnType<typeof import("../colors.js").theme>} colors
   */
  #paintCounter(counter, number, top, level, colors) {
    const { viewport } = this.#view;
    const context = this.#context;
    const { values, most } = this.#columns(number, level);
    const scale = Math.max(most, counter.capacity) || 1;
    const room = HEIGHT - 6;
    const bottom = top + HEIGHT - 2;
    context.fillStyle = colors.muted;
    context.beginPath(); // one shape for all pixels: a box for each step would cost more than the lanes
    for (let from = 0; from < values.length; ) {
      let to = from + 1;
      while (to < values.length && values[to] === values[from]) to++;
      const height = values[from] > 0 ? Math.max(1, (values[from] / scale) * room) : 0; // what is there is seen
      if (height > 0) context.rect(from, bottom - height, to - from, height);
      from = to;
    }
    context.fill();
    if (most > counter.capacity * NEAR_FULL && counter.capacity > 0) {
      context.fillStyle = colors.danger;
      context.fillRect(0, bottom - room, viewport.width, 1);
    }
    context.fillStyle = colors.line;
    context.fillRect(0, top + HEIGHT - 1, viewport.width, 1);
    const text = counterText(counter, most) + (counter.capacity > 0 ? ` of ${counterText(counter, counter.capacity)}` : "");
    context.font = "10px system-ui, sans-serif";
    const width = context.measureText(text).width + 8;
    context.fillStyle = colors.panel;
    context.fillRect(0, top + 2, width, 13);
    context.fillStyle = number === this.#pointed ? colors.accent : colors.muted;
    context.textBaseline = "middle";
    context.fillText(text, 4, top + 9);
  }

  /**
   * The highest value of a counter in each column of pixels, and of all in sight.
   * @param {number} number
   * @param {number} level
   */
  #columns(number, level) {
    const { viewport } = this.#view;
    const values = new Float64Array(Math.ceil(viewport.width));
    let most = 0;
    for (const piece of this.#store.pieces(number, level, Math.max(0, viewport.begin), viewport.end)) {
      const { tile } = piece;
      if (!tile) continue;
      const from = Math.max(piece.from, viewport.begin);
      const to = Math.min(piece.to, viewport.end);
      const steps = tile.cells ?? tile.count;
      for (let at = 0; at < steps; at++) {
        const begin = tile.cells !== undefined ? piece.begin + (at / tile.cells) * piece.nanos : tile.begin[at];
        const end = tile.cells !== undefined ? begin + piece.nanos / tile.cells : at + 1 < steps ? tile.begin[at + 1] : piece.to;
        const value = tile.cells !== undefined ? tile.greatest[at] : tile.value[at];
        if (end <= from || begin >= to || !(value > 0)) continue;
        const left = Math.floor(viewport.x(Math.max(begin, from)));
        const right = Math.min(values.length, Math.max(left + 1, Math.floor(viewport.x(Math.min(end, to)))));
        for (let x = Math.max(0, left); x < right; x++) if (values[x] < value) values[x] = value;
        if (value > most) most = value;
      }
    }
    return { values, most };
  }

  /** @param {number} y */
  #at(y) {
    return Math.max(0, Math.min(this.#counters.length - 1, Math.floor(y / HEIGHT)));
  }

  /**
   * @param {number} number
   * @param {number} moment
   * @returns {Sample | null}
   */
  #sample(number, moment) {
    const { viewport } = this.#view;
    const at = Math.max(0, moment);
    const piece = this.#store.pieces(number, this.#store.level(viewport.span, viewport.width), at, at)[0];
    return piece?.tile ? sampleIn(piece.tile, piece.begin, piece.nanos, at) : null;
  }

  /** @param {PointerEvent} event */
  #point(event) {
    this.#pointed = this.#at(event.offsetY);
    this.#tell(this.#pointed, this.#view.viewport.nanos(event.offsetX));
  }

  /**
   * @param {number} number
   * @param {number} moment
   */
  #tell(number, moment) {
    const counter = this.#counters[number];
    const sample = this.#sample(number, moment);
    const most = counter.capacity > 0 ? ` of ${counterText(counter, counter.capacity)}` : "";
    this.#say(sample ? `${counter.name} at ${exact(Math.max(0, moment))}: ${counterText(counter, sample.value)}${most}` : `${counter.name}: not known at this moment`);
  }

  /** @param {string} text */
  #say(text) {
    this.#tip.textContent = text;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { viewport } = this.#view;
    const step = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 })[event.key];
    if (step !== undefined) {
      this.#pointed = Math.max(0, Math.min(this.#counters.length - 1, this.#pointed + step));
      this.#tell(this.#pointed, (viewport.begin + viewport.end) / 2);
      this.#view.redraw();
    } else if (event.key === "Enter" && this.#pointed >= 0) {
      this.#pick(this.#pointed, (viewport.begin + viewport.end) / 2);
    } else return;
    event.preventDefault();
  }

  /**
   * What a counter says at a moment; a counter of a ring says which tasks held the ring.
   * @param {number} number
   * @param {number} moment
   */
  #pick(number, moment) {
    const counter = this.#counters[number];
    if (counter) void this.#view.showCounter(this.#capture, counter, moment, this.#sample(number, moment));
  }

  /**
   * Goes to the moment a counter was highest, and says what held it then.
   * @param {string} key
   */
  async peak(key) {
    const number = this.indexOf(key);
    if (number < 0) return;
    const { moment, sample } = await this.#highest(number, 0, 0);
    if (sample) await this.#view.showCounter(this.#capture, this.#counters[number], moment, sample);
  }

  /**
   * @param {number} number
   * @param {number} level
   * @param {number} index
   * @returns {Promise<{moment: number, sample: Sample | null}>}
   */
  async #highest(number, level, index) {
    const width = this.#store.tileNanos(level);
    const tile = await this.#capture.counterTile(number, level, index);
    if (!tile) return { moment: 0, sample: null };
    const values = tile.cells !== undefined ? tile.greatest : tile.value;
    if (values.length === 0) return { moment: 0, sample: null };
    let best = -1;
    for (let at = 0; at < values.length; at++) if (best < 0 || Number.isNaN(values[best]) || values[at] > values[best]) best = at;
    if (tile.cells !== undefined && level < this.#store.grid.deepestLevel) {
      const half = best >= tile.cells / 2 ? 1 : 0;
      return this.#highest(number, level + 1, 2 * index + half);
    }
    const moment = tile.cells !== undefined ? index * width + (best / tile.cells) * width : Math.max(tile.begin[best], index * width);
    return { moment, sample: { value: values[best], row: tile.row[best] } };
  }
}
