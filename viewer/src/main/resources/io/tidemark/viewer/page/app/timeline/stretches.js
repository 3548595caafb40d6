// Hatched stretches: where records are missing, lanes stood still, or records were saved after death.

import { pen } from "../dom.js";

/** @typedef {import("../capture.js").HatchedStretch} HatchedStretch */
/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("./lanes.js").LaneRow} LaneRow */
/** @typedef {import("./ruler.js").Theme} Theme */
/** @typedef {import("./viewport.js").Viewport} Viewport */

const EVERY_LANE = -1;
const NOT_SWIMLANE = new Set(["host", "host-phase", "channel"]);
const MOST_TOLD = 3;

/** @type {WeakMap<import("../capture.js").Meta, HatchedStretch[][]>} of each capture's meta data the stretches lane by lane */
const sorted = new WeakMap();

/**
 * The stretches of a row; one without a lane lies on all that the swimlane recorded.
 * @param {LaneRow} row
 */
function stretchesOn({ track, index }) {
  const { meta } = track.capture;
  let lanes = sorted.get(meta);
  if (!lanes) {
    const every = meta.stretches.filter(({ lane }) => lane === EVERY_LANE);
    lanes = meta.lanes.map(({ kind }) => (NOT_SWIMLANE.has(kind) ? [] : [...every]));
    for (const stretch of meta.stretches) lanes[stretch.lane]?.push(stretch);
    sorted.set(meta, lanes);
  }
  return lanes[index];
}

/**
 * What the stretches at a moment of a lane say, one line each.
 * @param {LaneRow} row
 * @param {number} nanos
 * @param {number} slack
 */
export function toldAt(row, nanos, slack) {
  const found = stretchesOn(row).filter((s) => nanos >= s.begin - slack && nanos <= s.end + slack);
  const lines = found.slice(0, MOST_TOLD).map(({ text }) => text);
  if (found.length > MOST_TOLD) lines.push(`and ${found.length - MOST_TOLD} more here`);
  return lines;
}

/**
 * What the hatches mean, in a sentence; empty when there are none.
 * @param {Capture[]} captures
 */
export function legendOf(captures) {
  /** @type {Record<string, string>} */
  const colors = {
    gap: "red missing",
    open: "grey not ended",
    freeze: "orange frozen",
    recovered: "green recovered",
    unread: "faint not read yet",
  };
  const kinds = new Set(captures.flatMap(({ meta }) => meta.stretches.map((s) => s.kind)));
  if (kinds.delete("somewhere")) kinds.add("gap");
  if (kinds.delete("recovered-somewhere")) kinds.add("recovered");
  if (kinds.size === 0) return "";
  const told = Object.keys(colors).filter((kind) => kinds.has(kind));
  const strips = new Set(
    captures.flatMap(({ meta }) => meta.lanes.filter(({ kind }) => kind === "channel").map((l) => l.label)),
  );
  const own = strips.size > 0 ? `; other channels on strips: ${[...strips].join(", ")}` : "";
  return `Hatched: ${told.map((kind) => colors[kind]).join(", ")}${own}`;
}

export class StretchPainter {
  #context;
  #theme;
  /** @type {Map<string, CanvasPattern>} */
  #hatches = new Map();

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Theme} theme
   */
  constructor(context, theme) {
    this.#context = context;
    this.#theme = theme;
  }

  /**
   * Hatches a piece of a lane whose tile has not come yet, up to the end of the run.
   * @param {Viewport} viewport
   * @param {{from: number, to: number}} piece
   * @param {number} y
   * @param {number} height
   */
  unread(viewport, { from, to }, y, height) {
    const left = Math.max(0, viewport.x(from));
    const right = Math.min(viewport.width, viewport.x(Math.min(to, viewport.whole.end)));
    if (right <= left) return;
    this.#context.fillStyle = this.#hatch("unread");
    this.#context.fillRect(left, y, right - left, height);
  }

  /**
   * Hatches the stretches of a lane in a box; a stretch of unknown time is a thin line.
   * @param {Viewport} viewport
   * @param {LaneRow} row
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  paint(viewport, row, y, width, height) {
    for (const stretch of stretchesOn(row)) {
      const begin = viewport.x(stretch.begin);
      const left = Math.max(0, begin);
      const right = Math.min(width, Math.max(viewport.x(stretch.end), begin + 3));
      if (right <= left) continue;
      this.#context.fillStyle = this.#hatch(stretch.kind);
      const shown = stretch.kind.endsWith("somewhere") ? Math.max(2, height * 0.3) : height;
      this.#context.fillRect(left, y + height - shown, right - left, shown);
    }
  }

  /** @param {string} kind */
  #hatch(kind) {
    let hatch = this.#hatches.get(kind);
    if (!hatch) {
      const { danger, orange, good, muted, faint } = this.#theme;
      /** @type {Record<string, string>} */
      const colors = { freeze: orange, open: muted, unread: faint };
      const color = kind.startsWith("recovered") ? good : (colors[kind] ?? danger);
      const tile = document.createElement("canvas");
      tile.width = 8;
      tile.height = 8;
      const context = pen(tile);
      context.strokeStyle = color;
      context.lineWidth = kind === "gap" ? 2 : 1.2;
      context.beginPath();
      for (const shift of [-8, 0, 8]) {
        context.moveTo(shift, 8);
        context.lineTo(shift + 8, 0);
      }
      context.stroke();
      hatch = /** @type {CanvasPattern} a canvas that has a size always makes one */ (this.#context.createPattern(tile, "repeat"));
      this.#hatches.set(kind, hatch);
    }
    return hatch;
  }
}
