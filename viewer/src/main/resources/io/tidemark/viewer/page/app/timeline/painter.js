// Draws the lanes: stretched bitmaps for dense parts of a lane, one rectangle per span for the others.

import { theme } from "../colors.js";
import { PartPalette } from "../parts.js";
import { pen } from "../dom.js";
import { StretchPainter } from "./stretches.js";
import { FAINT } from "./tiles.js";

/** @typedef {import("./lanes.js").LaneLayout} LaneLayout */
/** @typedef {import("./lanes.js").LaneRow} LaneRow */
/** @typedef {import("./tiles.js").Piece<Tile>} TilePiece */
/** @typedef {import("./lanes.js").Row} Row */
/** @typedef {import("./tile-form.js").Tile} Tile */
/** @typedef {import("./lanes.js").Track} Track */
/** @typedef {import("./viewport.js").Viewport} Viewport */

export const FONT = "11px system-ui, sans-serif";
const LETTER = 6.1;
const CORES = new Set(["aic", "aiv"]);
const TINT = 0.7; // how strong idle time is tinted: runs must stand out from it

/** How strong a cell of runs is drawn: a single short run must still be seen. */
const busyWeight = (/** @type {number} */ share) => 0.12 + 0.88 * share;
const idleWeight = (/** @type {number} */ share) => TINT * share;

/**
 * Lanes keep a gap between them as long as there is room for one.
 * @param {Row} row
 */
function inset(row) {
  return row.height >= 6 ? 1 : row.height >= 4 ? 0.5 : 0;
}

/**
 * Writes a name into a box, as much of it as there is room for, in the colour and font that are set.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
export function paintName(context, text, x, y, width, height) {
  const left = Math.max(x, 0);
  const room = Math.floor((x + width - left - 6) / LETTER);
  if (room < 2 || (room < 3 && text.length > room) || height < 11) return;
  const shown = text.length > room ? text.slice(0, room - 1) + "…" : text;
  const most = x + width - left - 6; // wide letters are squeezed rather than written over what follows
  context.fillText(shown, left + 3, y + height / 2 + 0.5, most);
}

export class LanePainter {
  #context;
  #stretches;
  width = 1;
  height = 1;
  /** @type {Map<number, number[]>} boxes by name, four numbers each */
  #groups = new Map();
  #parts;

  /**
   * `parts` are the parts of core time, for the tints of idle time.
   * @param {HTMLCanvasElement} canvas
   * @param {import("../parts.js").Part[]} parts
   */
  constructor(canvas, parts) {
    this.canvas = canvas;
    this.#parts = parts;
    this.#context = pen(canvas, { alpha: false });
    this.theme = theme();
    this.parts = new PartPalette(this.#parts);
    this.#stretches = new StretchPainter(this.#context, this.theme);
  }

  retheme() {
    this.theme = theme();
    this.parts = new PartPalette(this.#parts);
    this.#stretches = new StretchPainter(this.#context, this.theme);
  }

  /**
   * Makes the bitmap fit the element; sharp on any screen.
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    const scale = window.devicePixelRatio || 1;
    this.width = width;
    this.height = height;
    this.canvas.width = Math.max(1, Math.round(width * scale));
    this.canvas.height = Math.max(1, Math.round(height * scale));
    this.#context.setTransform(scale, 0, 0, scale, 0, 0);
  }

  get context() {
    return this.#context;
  }

  /**
   * Draws once onto something else than the canvas.
   * @param {CanvasRenderingContext2D} context
   * @param {() => void} draw
   */
  drawOn(context, draw) {
    const [own, stretches] = [this.#context, this.#stretches];
    this.#context = context;
    this.#stretches = new StretchPainter(context, this.theme);
    try {
      draw();
    } finally {
      this.#context = own;
      this.#stretches = stretches;
    }
  }

  /**
   * `grid` draws what lies between the lanes' ground and the spans.
   * @param {Viewport} viewport
   * @param {LaneLayout} layout
   * @param {Track[]} tracks
   * @param {number} offset
   * @param {() => void} grid
   */
  paint(viewport, layout, tracks, offset, grid) {
    const context = this.#context;
    context.fillStyle = this.theme.panel;
    context.fillRect(0, 0, this.width, this.height);
    context.imageSmoothingEnabled = false;
    const rows = layout.visible();
    for (const row of rows) {
      const y = row.y - layout.scroll + offset;
      if (row.lane) {
        context.fillStyle = this.theme.lane;
        context.fillRect(0, y + inset(row), this.width, row.height - 2 * inset(row));
      } else {
        context.fillStyle = this.theme.ground;
        context.fillRect(0, y, this.width, row.height);
      }
    }
    grid();
    for (const track of tracks) {
      this.#paintGaps(track, viewport, layout, rows, offset);
      this.#paintTrack(track, viewport, layout, rows, offset);
    }
    this.#paintStretches(viewport, layout, rows, offset);
  }

  /**
   * The rows of a track that are lanes, by band.
   * @param {Track} track
   * @param {Row[]} rows
   */
  #bands(track, rows) {
    const { bandLanes } = track.tiles.grid;
    /** @type {Map<number, LaneRow[]>} */
    const bands = new Map();
    for (const row of rows) {
      if (!row.lane || row.track !== track) continue;
      const band = Math.floor(row.index / bandLanes);
      const members = bands.get(band);
      if (members) members.push(row);
      else bands.set(band, [row]);
    }
    return bands;
  }

  /**
   * @param {Track} track
   * @param {Viewport} viewport
   * @param {LaneLayout} layout
   * @param {Row[]} rows
   * @param {number} offset
   */
  #paintTrack(track, viewport, layout, rows, offset) {
    const { bandLanes } = track.tiles.grid;
    const level = track.tiles.level(viewport.span, this.width);
    this.#groups.clear();
    for (const [band, members] of this.#bands(track, rows)) {
      const pieces = track.tiles.pieces(band, level, Math.max(0, viewport.begin), viewport.end);
      pieces.forEach((piece, number) => {
        for (const row of members) {
          const y = row.y - layout.scroll + offset + inset(row);
          if (!piece.tile) {
            this.#stretches.unread(viewport, piece, y, row.height - 2 * inset(row));
            continue;
          }
          const lane = piece.tile.lanes[row.index % bandLanes];
          if (!lane) continue;
          if (lane.cells !== undefined) {
            const bitmap = track.tiles.bitmap(piece.tile, track.palette, track.found, busyWeight);
            this.#paintCells(track, bitmap, viewport, piece, row, y, bandLanes);
          } else this.#collect(viewport, pieces, number, row, y, row.height - 2 * inset(row));
        }
      });
    }
    this.#paintSpans(track);
  }

  /**
   * Tints the idle time of the cores by its reason; lies below the runs.
   * @param {Track} track
   * @param {Viewport} viewport
   * @param {LaneLayout} layout
   * @param {Row[]} rows
   * @param {number} offset
   */
  #paintGaps(track, viewport, layout, rows, offset) {
    const { gaps } = track;
    if (!gaps) return;
    const { bandLanes } = gaps.grid;
    const level = gaps.level(viewport.span, this.width);
    const cores = rows.filter((row) => row.lane && CORES.has(row.lane.kind));
    this.#groups.clear();
    for (const [band, members] of this.#bands(track, cores)) {
      const pieces = gaps.pieces(band, level, Math.max(0, viewport.begin), viewport.end);
      pieces.forEach((piece, number) => {
        for (const row of members) {
          const lane = piece.tile?.lanes[row.index % bandLanes];
          if (!piece.tile || !lane) continue;
          const y = row.y - layout.scroll + offset + inset(row);
          if (lane.cells !== undefined) {
            const bitmap = gaps.bitmap(piece.tile, this.parts, null, idleWeight);
            this.#paintCells(track, bitmap, viewport, piece, row, y, bandLanes);
          } else this.#collect(viewport, pieces, number, row, y, row.height - 2 * inset(row));
        }
      });
    }
    const context = this.#context;
    context.globalAlpha = TINT;
    for (const [part, boxes] of this.#groups) {
      context.fillStyle = this.parts.css(part);
      for (let at = 0; at < boxes.length; at += 4) {
        const left = Math.round(boxes[at]); // whole pixels are painted faster, and less than one is not seen
        const right = Math.round(boxes[at] + boxes[at + 2]);
        if (right > left) context.fillRect(left, boxes[at + 1], right - left, boxes[at + 3]);
      }
    }
    context.globalAlpha = 1;
  }

  /**
   * @param {Track} track
   * @param {HTMLCanvasElement} bitmap
   * @param {Viewport} viewport
   * @param {TilePiece} piece
   * @param {LaneRow} row
   * @param {number} y
   * @param {number} bandLanes
   */
  #paintCells(track, bitmap, viewport, piece, row, y, bandLanes) {
    const { cells } = track.tiles.grid;
    const from = Math.max(piece.from, viewport.begin);
    const to = Math.min(piece.to, viewport.end);
    const first = ((from - piece.begin) / piece.nanos) * cells;
    const last = ((to - piece.begin) / piece.nanos) * cells;
    if (last <= first) return;
    const left = viewport.x(from);
    this.#context.drawImage(
      bitmap,
      first,
      row.index % bandLanes,
      last - first,
      1,
      left,
      y,
      viewport.x(to) - left,
      row.height - 2 * inset(row),
    );
  }

  /**
   * Sorts spans by name, so that the fill colour changes once per name and not once per span. A span over
   * several pieces is drawn once, with the first of them that shows spans, and not over cells.
   * @param {Viewport} viewport
   * @param {TilePiece[]} pieces
   * @param {number} number
   * @param {LaneRow} row
   * @param {number} y
   * @param {number} height
   */
  #collect(viewport, pieces, number, row, y, height) {
    const scale = this.width / viewport.span;
    const piece = pieces[number];
    const laneOf = (/** @type {TilePiece | undefined} */ other) => other?.tile?.lanes[row.index % row.track.tiles.grid.bandLanes];
    const lane = laneOf(piece);
    if (!lane || lane.cells !== undefined) return;
    const first = laneOf(pieces[number - 1])?.count === undefined;
    const from = first ? piece.from : -Infinity;
    const to = laneOf(pieces[number + 1])?.cells ? piece.to : Infinity;
    for (let at = 0; at < lane.count; at++) {
      const begin = lane.begin[at];
      if (begin >= piece.to || lane.end[at] < piece.from) continue;
      if (begin < piece.from && !first) continue;
      const left = Math.max(-2, (Math.max(begin, from) - viewport.begin) * scale);
      const right = Math.min(this.width + 2, (Math.min(lane.end[at], to) - viewport.begin) * scale);
      if (right < -1 || left > this.width) continue;
      let group = this.#groups.get(lane.name[at]);
      if (!group) {
        group = [];
        this.#groups.set(lane.name[at], group);
      }
      group.push(left, y, Math.max(1, right - left - (right - left > 4 ? 0.75 : 0)), height);
    }
  }

  /** @param {Track} track */
  #paintSpans(track) {
    const context = this.#context;
    const faint = (/** @type {number} */ name) => Boolean(track.found && !track.found.has(name));
    const groups = [...this.#groups].sort(([one], [other]) => Number(faint(other)) - Number(faint(one)));
    for (const [name, boxes] of groups) {
      context.fillStyle = faint(name) ? this.#faded(track.palette.rgb(name)) : track.palette.css(name);
      for (let at = 0; at < boxes.length; at += 4) {
        context.fillRect(boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
      }
    }
    context.font = FONT;
    context.textBaseline = "middle";
    for (const [name, boxes] of groups) {
      const text = track.capture.name(name);
      context.fillStyle = faint(name) ? this.theme.muted : track.palette.ink(name);
      for (let at = 0; at < boxes.length; at += 4)
        paintName(context, text, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
    }
  }

  /**
   * Mixed into the ground instead of laid over it: a crowd of faint spans on one pixel stays faint.
   * @param {number[]} color
   */
  #faded(color) {
    const mixed = color.map((part, at) => Math.round(this.theme.laneRgb[at] + (part - this.theme.laneRgb[at]) * FAINT));
    return `rgb(${mixed.join(" ")})`;
  }

  /**
   * @param {Viewport} viewport
   * @param {LaneLayout} layout
   * @param {Row[]} rows
   * @param {number} offset
   */
  #paintStretches(viewport, layout, rows, offset) {
    for (const row of rows) {
      if (!row.lane) continue;
      const y = row.y - layout.scroll + offset + inset(row);
      this.#stretches.paint(viewport, row, y, this.width, row.height - 2 * inset(row));
    }
  }
}
