// What lies under the pointer, and what to say about it.

import { count, percent, time } from "../format.js";
import { toldAt } from "./stretches.js";

/** @typedef {import("./lanes.js").LaneRow} LaneRow */
/** @typedef {import("./tile-form.js").SpanLane} SpanLane */
/** @typedef {import("./page.js").TimelineView} TimelineView */
/** @typedef {{begin: number, end: number, name: number, reference: number}} Span what a lane shows; the reference is a row of its table */
/** @typedef {{row: LaneRow, told: string[], span?: Span, cell?: {name: number, busy: number, begun: number}}} Hit */
/**
 * @typedef {import("../graph-layout.js").Point} Point
 * @param {SpanLane} lane
 * @param {number} at
 */

function spanOf(lane, at) {
  return { begin: lane.begin[at], end: lane.end[at], name: lane.name[at], reference: lane.reference[at] };
}

/**
 * {row, span} or {row, cell}, with what hatched stretches say there; null outside all lanes.
 * @param {TimelineView} view
 * @param {Point} point
 */
export function hitAt(view, point) {
  const row = point.y < view.rulerHeight ? null : view.layout.at(point.y - view.rulerHeight);
  if (!row || !row.lane) return null;
  const { viewport } = view;
  const { tiles } = row.track;
  const nanos = viewport.nanos(point.x);
  const slack = (viewport.span / viewport.width) * 3;
  const told = toldAt(row, nanos, slack);
  const level = tiles.level(viewport.span, viewport.width);
  const at = Math.max(0, nanos);
  const piece = tiles.pieces(Math.floor(row.index / tiles.grid.bandLanes), level, at, at)[0];
  if (piece && !piece.tile) return { row, told: [...told, "not read yet"] };
  const lane = piece?.tile?.lanes[row.index % tiles.grid.bandLanes];
  if (!lane) return { row, told };
  if (lane.cells !== undefined) {
    const cell = Math.max(
      0,
      Math.min(lane.cells - 1, Math.floor(((nanos - piece.begin) / piece.nanos) * lane.cells)),
    );
    return { row, told, cell: { name: lane.name[cell], busy: lane.busy[cell], begun: lane.begun[cell] } };
  }
  let best = null;
  for (let index = 0; index < lane.count; index++) {
    const distance = Math.max(lane.begin[index] - nanos, nanos - lane.end[index], 0);
    if (distance <= slack && (!best || distance < best.distance)) best = { index, distance };
  }
  return best ? { row, told, span: spanOf(lane, best.index) } : { row, told };
}

/**
 * Lines for the tip, or null when there is nothing to say.
 * @param {Hit} hit
 */
export function describe(hit) {
  const capture = hit.row.track.capture;
  const lines = [];
  if (hit.span) {
    lines.push(
      capture.name(hit.span.name),
      `${time(hit.span.end - hit.span.begin)} on ${hit.row.lane.label}, from ${time(hit.span.begin)}`,
    );
  } else if (hit.cell && hit.cell.name >= 0) {
    lines.push(
      `mostly ${capture.name(hit.cell.name)}`,
      `${hit.row.lane.label} is ${percent(hit.cell.busy)} busy here, ${count(hit.cell.begun)} begin`,
      "click to zoom in",
    );
  }
  lines.push(...hit.told);
  return lines.length > 0 ? lines : null;
}

/**
 * `best` is the span before or after one on its lane, as far as the tiles around the view show spans;
 * `dense` says that some show cells instead.
 * @param {{begin: number, end: number, span: number, width: number}} viewport
 * @param {LaneRow} row
 * @param {Span} span
 * @param {number} direction
 */
export function spanBeside(viewport, row, span, direction) {
  const { tiles } = row.track;
  const level = tiles.level(viewport.span, viewport.width);
  const band = Math.floor(row.index / tiles.grid.bandLanes);
  const pieces = tiles.pieces(
    band,
    level,
    Math.max(0, viewport.begin - viewport.span),
    viewport.end + viewport.span,
  );
  let best = null;
  let dense = false;
  let nearest = Infinity;
  for (const piece of pieces) {
    const lane = piece.tile?.lanes[row.index % tiles.grid.bandLanes];
    dense ||= Boolean(lane?.cells);
    for (let at = 0; lane && lane.cells === undefined && at < lane.count; at++) {
      const distance = (lane.begin[at] - span.begin) * direction;
      if (distance > 0 && distance < nearest) {
        nearest = distance;
        best = spanOf(lane, at);
      }
    }
  }
  return { best, dense };
}
