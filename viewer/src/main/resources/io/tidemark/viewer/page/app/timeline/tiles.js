// Tiles of one capture: fetched when seen, the last used ones kept, decoded in place.

import { pen } from "../dom.js";

const MAGIC = 0x31544d54;
const KEPT = 700;
const AT_ONCE = 6;

/** How strong a span is drawn while others were searched for. */
export const FAINT = 0.22;

const SPANS = 1;
const CELLS = 2;

function decode(buffer) {
  const head = new Uint32Array(buffer, 0, 4);
  if (head[0] !== MAGIC) throw new Error("not a tile");
  const table = new Uint32Array(buffer, 16, head[1] * 4);
  const lanes = [];
  for (let lane = 0; lane < head[1]; lane++) {
    const form = table[lane * 4];
    const count = table[lane * 4 + 1];
    const at = table[lane * 4 + 2];
    if (form === SPANS) {
      lanes.push({
        count,
        begin: new Float64Array(buffer, at, count),
        end: new Float64Array(buffer, at + 8 * count, count),
        name: new Int32Array(buffer, at + 16 * count, count),
        reference: new Int32Array(buffer, at + 20 * count, count),
      });
    } else if (form === CELLS) {
      lanes.push({
        cells: count,
        busy: new Float32Array(buffer, at, count),
        name: new Int32Array(buffer, at + 4 * count, count),
        begun: new Int32Array(buffer, at + 8 * count, count),
      });
    } else {
      lanes.push(null);
    }
  }
  return { lanes, whole: head[2] === 1, bitmap: null };
}

export class TileStore {
  #capture;
  #tiles = new Map();
  #wanted = [];
  #running = 0;
  #listener;

  constructor(capture, listener) {
    this.#capture = capture;
    this.#listener = listener;
    this.grid = capture.meta.grid;
    this.failure = null;
  }

  get pending() {
    return this.#running + this.#wanted.length;
  }

  /** The level whose cells are one to two pixels wide. */
  level(span, width) {
    const scale = (this.grid.rootNanos / span) * (width / (2 * this.grid.cells));
    return Math.max(0, Math.min(this.grid.deepestLevel, Math.ceil(Math.log2(scale))));
  }

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
   */
  pieces(band, level, begin, end) {
    const nanos = this.tileNanos(level);
    const first = Math.max(0, Math.floor(begin / nanos));
    const last = Math.min(2 ** level - 1, Math.floor(end / nanos));
    const found = [];
    for (let index = first; index <= last; index++) {
      const best = this.#best(band, level, index) ?? { tile: null, begin: 0, nanos: 0 };
      const previous = found.at(-1);
      if (previous && previous.tile === best.tile) previous.to = (index + 1) * nanos;
      else found.push({ ...best, from: index * nanos, to: (index + 1) * nanos });
    }
    return found;
  }

  #best(band, level, index) {
    let at = level;
    let number = index;
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
    if (!best) this.#want(band, 0, 0); // something to show while the right one comes
    if (!best || (at !== level && !best.tile.whole)) this.#want(band, level, index);
    return best;
  }

  #touch(key, entry) {
    this.#tiles.delete(key);
    this.#tiles.set(key, entry);
  }

  #want(band, level, index) {
    const key = band + "/" + level + "/" + index;
    if (this.#tiles.has(key)) return;
    this.#tiles.set(key, {});
    this.#wanted.push(key);
    this.#next();
  }

  #next() {
    while (this.#running < AT_ONCE && this.#wanted.length > 0) {
      const key = this.#wanted.shift();
      this.#running++;
      this.#capture
        .bytes("tile/" + key)
        .then((buffer) => {
          if (buffer) this.#tiles.set(key, { tile: decode(buffer) });
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

  /** One pixel per cell and lane, ready to be stretched over the screen; names not in `found` are faint. */
  bitmap(tile, palette, ground, found) {
    if (!tile.bitmap) {
      const cells = this.grid.cells;
      const canvas = document.createElement("canvas");
      canvas.width = cells;
      canvas.height = tile.lanes.length;
      const context = pen(canvas);
      const image = context.createImageData(cells, tile.lanes.length);
      tile.lanes.forEach((lane, row) => {
        if (lane && lane.cells) paintCells(image.data, row * cells * 4, lane, palette, ground, found);
      });
      context.putImageData(image, 0, 0);
      tile.bitmap = canvas;
    }
    return tile.bitmap;
  }
}

/** Mixes the colour of the name that rules a cell into the ground, by how busy the cell is. */
function paintCells(pixels, offset, lane, palette, ground, found) {
  for (let cell = 0; cell < lane.cells; cell++) {
    if (lane.name[cell] < 0) continue;
    const color = palette.rgb(lane.name[cell]);
    const strength = found && !found.has(lane.name[cell]) ? FAINT : 1;
    const share = (0.12 + 0.88 * lane.busy[cell]) * strength;
    const at = offset + cell * 4;
    for (let part = 0; part < 3; part++) {
      pixels[at + part] = ground[part] + (color[part] - ground[part]) * share;
    }
    pixels[at + 3] = 255;
  }
}
