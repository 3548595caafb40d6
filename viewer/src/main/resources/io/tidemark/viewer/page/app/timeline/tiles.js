// Tiles of one capture: fetched when seen, the last used ones kept, decoded in place.

import { pen } from "../dom.js";
import { decodeTile } from "./tile-form.js";

const KEPT = 700;
const AT_ONCE = 6;
const LONG_SPANS = 4096; // of a lane that no tile of the whole run holds span by span
const NEAR_LEVEL = 3; // the right tiles of the first levels are as soon there as that of the whole run

/** How strong a span is drawn while others were searched for. */
export const FAINT = 0.22;

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("./tile-form.js").Tile} Tile */
/** @typedef {import("./tile-form.js").CellLane} CellLane */
/** @typedef {{rgb: (name: number) => number[]}} Colors */

/**
 * What is known of a stretch, and which stretch it stands for; without a tile nothing of it is read yet.
 * @template T
 * @typedef {{tile: T | null, begin: number, nanos: number, from: number, to: number}} Piece
 */

/** @template {{whole: boolean, bitmap?: HTMLCanvasElement | null}} [T=Tile] */
export class TileStore {
  #capture;
  /** @type {Map<string, {tile?: T}>} */
  #tiles = new Map();
  /** @type {string[]} */
  #wanted = [];
  #running = 0;
  #listener;
  #word;
  #decode;
  #first;
  #isLong;

  /**
   * `word` says which tiles these are: "tile" what ran, "gaps" what was idle, "counter" counters. Tiles of
   * `first` are fetched before any of these.
   * @param {Capture} capture
   * @param {() => void} listener
   * @param {string} word
   * @param {(buffer: ArrayBuffer) => T} decode
   * @param {{pending: number} | null} first
   */
  constructor(capture, listener, word = "tile", decode = /** @type {(buffer: ArrayBuffer) => any} */ (decodeTile), first = null) {
    this.#first = first;
    this.#capture = capture;
    this.#listener = listener;
    this.#word = word;
    this.#decode = decode;
    this.grid = capture.meta.grid;
    this.#isLong = capture.meta.lanes.some(({ spans }) => spans > LONG_SPANS);
    /** @type {string | null} */
    this.failure = null;
  }

  get pending() {
    return this.#running + this.#wanted.length;
  }

  /**
   * The level whose cells are one to two pixels wide.
   * @param {number} span
   * @param {number} width
   */
  level(span, width) {
    const scale = (this.grid.rootNanos / span) * (width / (2 * this.grid.cells));
    return Math.max(0, Math.min(this.grid.deepestLevel, Math.ceil(Math.log2(scale))));
  }

  /** @param {number} level */
  tileNanos(level) {
    return this.grid.rootNanos / 2 ** level;
  }

  /** Forgets what was asked for but not begun; called before each picture asks anew. */
  forgetWishes() {
    for (const key of this.#wanted) this.#tiles.delete(key);
    this.#wanted = [];
  }

  /**
   * The best picture of a stretch there is now, as pieces {tile, begin, nanos, from, to} from left to
   * right, and asks for what would be better. A piece of which nothing is read yet has no tile.
   * @param {number} band
   * @param {number} level
   * @param {number} begin
   * @param {number} end
   */
  pieces(band, level, begin, end) {
    const nanos = this.tileNanos(level);
    const first = Math.max(0, Math.floor(begin / nanos));
    const last = Math.min(2 ** level - 1, Math.floor(end / nanos));
    /** @type {Piece<T>[]} */
    const found = [];
    for (let index = first; index <= last; index++) {
      const best = this.#best(band, level, index) ?? { tile: null, begin: 0, nanos: 0 };
      const previous = found.at(-1);
      if (previous && previous.tile === best.tile) previous.to = (index + 1) * nanos;
      else found.push({ ...best, from: index * nanos, to: (index + 1) * nanos });
    }
    return found;
  }

  /**
   * @param {number} band
   * @param {number} level
   * @param {number} index
   */
  #best(band, level, index) {
    let at = level;
    let number = index;
    /** @type {{tile: T, begin: number, nanos: number} | null} */
    let best = null;
    while (at >= 0 && !best) {
      const entry = this.#tiles.get(band + "/" + at + "/" + number);
      if (entry && entry.tile) {
        this.#touch(band + "/" + at + "/" + number, entry);
        const nanos = this.tileNanos(at);
        best = { tile: entry.tile, begin: number * nanos, nanos };
      } else {
        at--;
        number = Math.floor(number / 2);
      }
    }
    if (!best && !(this.#isLong && level <= NEAR_LEVEL)) this.#want(band, 0, 0); // something to show while the right one comes
    if (!best || (at !== level && !best.tile.whole)) this.#want(band, level, index);
    return best;
  }

  /**
   * @param {string} key
   * @param {{tile?: T}} entry
   */
  #touch(key, entry) {
    this.#tiles.delete(key);
    this.#tiles.set(key, entry);
  }

  /**
   * @param {number} band
   * @param {number} level
   * @param {number} index
   */
  #want(band, level, index) {
    const key = band + "/" + level + "/" + index;
    if (this.#tiles.has(key)) return;
    this.#tiles.set(key, {});
    this.#wanted.push(key);
    if (this.#first) queueMicrotask(() => this.#next()); // by then the picture has asked for those of `first`, too
    else this.#next();
  }

  #next() {
    if (this.#first && this.#first.pending > 0) return; // asked for again with the next picture
    while (this.#running < AT_ONCE) {
      const key = this.#wanted.shift();
      if (key === undefined) return;
      this.#running++;
      this.#capture
        .bytesNow(this.#word + "/" + key)
        .then((buffer) => {
          if (buffer === undefined) this.#tiles.delete(key); // the next picture asks again
          if (buffer) this.#tiles.set(key, { tile: this.#decode(buffer) });
        })
        .catch((failure) => {
          this.failure = failure.message;
        })
        .finally(() => {
          this.#running--;
          this.#drop();
          this.#next();
          this.#listener();
        });
    }
  }

  #drop() {
    for (const [key, entry] of this.#tiles) {
      if (this.#tiles.size <= KEPT) return;
      if (entry.tile && key.split("/")[1] !== "0") this.#tiles.delete(key);
    }
  }

  /** Bitmaps hold colours of a theme and of a search; a new one makes new ones. */
  forgetBitmaps() {
    for (const entry of this.#tiles.values()) if (entry.tile) entry.tile.bitmap = null;
  }

  /**
   * One pixel per cell and lane, ready to be stretched over the lanes' ground; names not in `found` are
   * faint. `weight` says how strong a share of a cell is: 0 to 1.
   * @param {Tile} tile
   * @param {Colors} palette
   * @param {Set<number> | null | undefined} found
   * @param {(share: number) => number} weight
   */
  bitmap(tile, palette, found, weight) {
    if (!tile.bitmap) {
      const cells = this.grid.cells;
      const canvas = document.createElement("canvas");
      canvas.width = cells;
      canvas.height = tile.lanes.length;
      const context = pen(canvas);
      const image = context.createImageData(cells, tile.lanes.length);
      tile.lanes.forEach((lane, row) => {
        if (lane && lane.cells !== undefined) paintCells(image.data, row * cells * 4, lane, palette, found, weight);
      });
      context.putImageData(image, 0, 0);
      tile.bitmap = canvas;
    }
    return tile.bitmap;
  }
}

/**
 * The colour of the name that rules a cell, as opaque as the cell is full of it.
 * @param {Uint8ClampedArray} pixels
 * @param {number} offset
 * @param {CellLane} lane
 * @param {Colors} palette
 * @param {Set<number> | null | undefined} found
 * @param {(share: number) => number} weight
 */
function paintCells(pixels, offset, lane, palette, found, weight) {
  for (let cell = 0; cell < lane.cells; cell++) {
    if (lane.name[cell] < 0) continue;
    const [red, green, blue] = palette.rgb(lane.name[cell]);
    const strength = found && !found.has(lane.name[cell]) ? FAINT : 1;
    const at = offset + cell * 4;
    pixels[at] = red;
    pixels[at + 1] = green;
    pixels[at + 2] = blue;
    pixels[at + 3] = weight(lane.busy[cell]) * strength * 255;
  }
}
