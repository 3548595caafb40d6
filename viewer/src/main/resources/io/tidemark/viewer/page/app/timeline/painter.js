// Draws the lanes: stretched bitmaps where a lane is dense, one rectangle per span where it is not.

import { theme } from "../colors.js";
import { pen } from "../dom.js";
import { StretchPainter } from "./stretches.js";
import { FAINT } from "./tiles.js";

export const FONT = "11px system-ui, sans-serif";
const LETTER = 6.1;

/** Lanes keep a gap between them as long as there is room for one. */
function inset(row) {
  return row.height >= 6 ? 1 : row.height >= 4 ? 0.5 : 0;
}

/** Writes a name into a box, as much of it as there is room for, in the colour and font that are set. */
export function paintName(context, text, x, y, width, height) {
  const left = Math.max(x, 0);
  const room = Math.floor((x + width - left - 8) / LETTER);
  if (room < 3 || height < 11) return;
  const shown = text.length > room ? text.slice(0, room - 1) + "…" : text;
  const most = x + width - left - 6; // wide letters are squeezed rather than written over what follows
  context.fillText(shown, left + 4, y + height / 2 + 0.5, most);
}

export class LanePainter {
  #context;
  #stretches;
  width = 1;
  height = 1;
  #groups = new Map();

  constructor(canvas) {
    this.canvas = canvas;
    this.#context = pen(canvas, { alpha: false });
    this.theme = theme();
    this.#stretches = new StretchPainter(this.#context, this.theme);
  }

  retheme() {
    this.theme = theme();
    this.#stretches = new StretchPainter(this.#context, this.theme);
  }

  /** Makes the bitmap fit the element; sharp on any screen. */
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

  /** `grid` draws what lies between the lanes' ground and the spans. */
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
    for (const track of tracks) this.#paintTrack(track, viewport, layout, rows, offset);
    this.#paintStretches(viewport, layout, rows, offset);
  }

  #paintTrack(track, viewport, layout, rows, offset) {
    const bandLanes = track.tiles.grid.bandLanes;
    const level = track.tiles.level(viewport.span, this.width);
    const bands = new Map();
    for (const row of rows) {
      if (!row.lane || row.track !== track) continue;
      const band = Math.floor(row.index / bandLanes);
      if (!bands.has(band)) bands.set(band, []);
      bands.get(band).push(row);
    }
    this.#groups.clear();
    for (const [band, members] of bands) {
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
          if (lane.cells) this.#paintCells(track, viewport, piece, row, y, bandLanes);
          else this.#collect(viewport, piece, lane, y, row.height - 2 * inset(row), number === 0);
        }
      });
    }
    this.#paintSpans(track);
  }

  #paintCells(track, viewport, piece, row, y, bandLanes) {
    const cells = track.tiles.grid.cells;
    const bitmap = track.tiles.bitmap(piece.tile, track.palette, this.theme.laneRgb, track.found);
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

  /** Sorts spans by name, so that the fill colour changes once per name and not once per span. */
  #collect(viewport, piece, lane, y, height, first) {
    const scale = this.width / viewport.span;
    for (let at = 0; at < lane.count; at++) {
      const begin = lane.begin[at];
      if (begin >= piece.to || lane.end[at] < piece.from) continue;
      if (begin < piece.from && !first) continue;
      const left = Math.max(-2, (begin - viewport.begin) * scale);
      const right = Math.min(this.width + 2, (lane.end[at] - viewport.begin) * scale);
      if (right < -1 || left > this.width) continue;
      let group = this.#groups.get(lane.name[at]);
      if (!group) {
        group = [];
        this.#groups.set(lane.name[at], group);
      }
      group.push(left, y, Math.max(1, right - left - (right - left > 4 ? 0.75 : 0)), height);
    }
  }

  #paintSpans(track) {
    const context = this.#context;
    const faint = (name) => Boolean(track.found) && !track.found.has(name);
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

  /** Mixed into the ground instead of laid over it: a crowd of faint spans on one pixel stays faint. */
  #faded(color) {
    const mixed = color.map((part, at) => Math.round(this.theme.laneRgb[at] + (part - this.theme.laneRgb[at]) * FAINT));
    return `rgb(${mixed.join(" ")})`;
  }

  #paintStretches(viewport, layout, rows, offset) {
    for (const row of rows) {
      if (!row.lane) continue;
      const y = row.y - layout.scroll + offset + inset(row);
      this.#stretches.paint(viewport, row, y, this.width, row.height - 2 * inset(row));
    }
  }
}
