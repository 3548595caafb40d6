// Arrows of the selection only: who it waited for, and who waited for it.

import { FONT, paintName } from "./painter.js";

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("./lanes.js").LaneLayout} LaneLayout */
/** @typedef {import("./neighbours.js").Links} Links */
/** @typedef {import("./neighbours.js").Neighbour} Neighbour */
/** @typedef {import("../capture.js").Run} Run */
/** @typedef {import("./ruler.js").Theme} Theme */
/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {{capture: Capture, lane: number, begin: number, end: number}} PlacedRun a stretch of a lane */
/** @typedef {PlacedRun & {name: number}} NamedRun */
/** @typedef {{kind: "in" | "out" | "critical", from: NamedRun, to: NamedRun} | {kind: "culprit", from: PlacedRun, to: NamedRun}} Arrow a culprit need not be a run */

/** Arrows drawn to or from a run on one side; the panel says when there are more. */
export const MOST_PER_SIDE = 1000;

/**
 * Arrows of a selected run: to it from the last run of each input, from its task's last run to who waited.
 * @param {Capture} capture
 * @param {Run} run
 * @param {Run[]} siblings
 * @param {Links} links
 */
export function arrowsOf(capture, run, siblings, links) {
  const here = { ...run, capture };
  const last = siblings.reduce((best, sibling) => (sibling.end > best.end ? sibling : best), run);
  const ran = (/** @type {Neighbour[]} */ list) => list.flatMap((link) => link.run ?? []).slice(0, MOST_PER_SIDE);
  return [
    ...ran(links.arriving).map((other) => ({ kind: /** @type {const} */ ("in"), from: { ...other, capture }, to: here })),
    ...ran(links.leaving).map((other) => ({
      kind: /** @type {const} */ ("out"),
      from: { ...last, capture },
      to: { ...other, capture },
    })),
  ];
}

/**
 * Draws {begin, end, name} boxes and arrows between runs: each arrow is {from, to, kind}.
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} viewport
 * @param {LaneLayout} layout
 * @param {Theme} theme
 * @param {Arrow[]} arrows
 * @param {number} offset
 */
export function paintArrows(context, viewport, layout, theme, arrows, offset) {
  context.lineWidth = 1.5;
  for (const arrow of arrows) {
    const from = place(viewport, layout, arrow.from, arrow.from.end, offset);
    const to = place(viewport, layout, arrow.to, arrow.to.begin, offset);
    if (!from || !to) continue;
    context.strokeStyle =
      arrow.kind === "in" || arrow.kind === "culprit" ? theme.orange : arrow.kind === "out" ? theme.accent : theme.critical;
    context.fillStyle = context.strokeStyle;
    const bend = Math.max(18, Math.min(90, Math.abs(to.x - from.x) / 2));
    context.beginPath();
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
    context.stroke();
    context.beginPath();
    context.moveTo(to.x, to.y);
    context.lineTo(to.x - 7, to.y - 3.5);
    context.lineTo(to.x - 7, to.y + 3.5);
    context.closePath();
    context.fill();
  }
}

/**
 * Where a run is on screen; off-screen ends are pulled to just outside, so that the arrow still points.
 * @param {Viewport} viewport
 * @param {LaneLayout} layout
 * @param {PlacedRun} run
 * @param {number} nanos
 * @param {number} offset
 */
function place(viewport, layout, run, nanos, offset) {
  const row = layout.rowOf(run.capture, run.lane);
  if (!row || Number.isNaN(nanos)) return null;
  const x = Math.max(-400, Math.min(viewport.width + 400, viewport.x(nanos)));
  const y = Math.max(-60, Math.min(layout.height + 60, row.y - layout.scroll + row.height / 2));
  return { x, y: y + offset };
}

/**
 * Lays a veil over the lanes, so that what is drawn after it stands out.
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} viewport
 * @param {Theme} theme
 * @param {number} top
 * @param {number} bottom
 */
export function paintVeil(context, viewport, theme, top, bottom) {
  context.globalAlpha = 0.55;
  context.fillStyle = theme.panel;
  context.fillRect(0, top, viewport.width, bottom - top);
  context.globalAlpha = 1;
}

/**
 * Frames one run; with a fill its box and name are drawn anew, above any veil.
 * @param {{color: string, ink: string, text: string} | null} fill
 * @param {CanvasRenderingContext2D} context
 * @param {Viewport} viewport
 * @param {LaneLayout} layout
 * @param {PlacedRun} run
 * @param {string} color
 * @param {number} offset
 */
export function paintFrame(context, viewport, layout, run, color, offset, width = 2, fill = null) {
  const row = layout.rowOf(run.capture, run.lane);
  if (!row || row.y + row.height < layout.scroll || row.y > layout.scroll + layout.height) return;
  if (!row.pinned && row.y < layout.scroll + layout.pinnedHeight) return; // it lies below the pinned ones
  const left = Math.max(-4, viewport.x(run.begin));
  const right = Math.min(viewport.width + 4, viewport.x(run.end));
  const top = row.y - layout.scroll + offset;
  if (fill) {
    context.fillStyle = fill.color;
    context.fillRect(left, top + 1, Math.max(2, right - left), row.height - 2);
    context.fillStyle = fill.ink;
    context.font = FONT;
    context.textBaseline = "middle";
    paintName(context, fill.text, left, top + 1, right - left, row.height - 2);
  }
  context.strokeStyle = color;
  context.lineWidth = width;
  context.strokeRect(left - 1, top, Math.max(3, right - left + 2), row.height);
}
