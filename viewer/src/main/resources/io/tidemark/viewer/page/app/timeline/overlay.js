// What is drawn above the lanes: critical path, search, selection with its arrows, pointer.

import { paintArrows, paintFrame, paintVeil } from "./arrows.js";

/** @typedef {import("./hits.js").Hit} Hit */
/** @typedef {import("./arrows.js").PlacedRun} PlacedRun */
/** @typedef {import("./page.js").TimelineView} TimelineView */
/** @typedef {import("./lanes.js").Track} Track */
/** @typedef {import("./arrows.js").NamedRun} NamedRun */
/** @typedef {import("./lanes.js").LaneRow} LaneRow */

export class Overlay {
  #view;
  #tracks;
  /** @type {Hit | null} what lies under the pointer */
  hovered = null;
  /** @type {NamedRun[]} runs that a search of two captures meant */
  found = [];

  /**
   * @param {TimelineView} view
   * @param {Track[]} tracks
   */
  constructor(view, tracks) {
    this.#view = view;
    this.#tracks = tracks;
  }

  paint() {
    const { painter, viewport, layout, selection, rulerHeight } = this.#view;
    const { context, theme } = painter;
    const { chosen, arrows, siblings } = selection;
    const criticals = this.#view.criticals.filter(({ shown }) => shown);
    const faded = this.#tracks.some(({ found }) => found); // a search has faded what it did not mean
    if (criticals.length > 0 || (!faded && (arrows.length > 0 || siblings.length > 1)))
      paintVeil(context, viewport, theme, rulerHeight, painter.height);
    for (const critical of criticals) {
      const box = (/** @type {NamedRun} */ run) => this.#box(run, theme.critical, 2);
      critical.paint(context, viewport, layout, theme, rulerHeight, box);
    }
    for (const run of this.found) this.#box(run, theme.accent, 2);
    if (this.hovered?.span) this.#frame(this.hovered.row, this.hovered.span, theme.muted, 1);
    for (const sibling of siblings) this.#box(sibling, theme.ink, 1);
    for (const arrow of arrows) {
      if (arrow.kind === "in") this.#box(arrow.from, theme.muted, 1);
      else if (arrow.kind !== "culprit") this.#box(arrow.to, theme.muted, 1);
    }
    paintArrows(context, viewport, layout, theme, arrows, rulerHeight);
    if (chosen?.run) this.#box({ ...chosen.run, capture: chosen.row.track.capture }, theme.ink, 2);
    else if (chosen) this.#frame(chosen.row, chosen.span, theme.ink, 2);
  }

  /**
   * A run in its own colour, with its name and a frame.
   * @param {NamedRun} run
   * @param {string} color
   * @param {number} width
   */
  #box(run, color, width) {
    const track = this.#tracks.find((candidate) => candidate.capture === run.capture);
    if (!track) return;
    const { palette, capture } = track;
    const fill = { color: palette.css(run.name), ink: palette.ink(run.name), text: capture.name(run.name) };
    this.#outline(run, color, width, fill);
  }

  /**
   * @param {LaneRow} row
   * @param {{begin: number, end: number}} span
   * @param {string} color
   * @param {number} width
   */
  #frame(row, span, color, width) {
    const run = { capture: row.track.capture, lane: row.index, begin: span.begin, end: span.end };
    this.#outline(run, color, width, null);
  }

  /**
   * @param {PlacedRun} run
   * @param {string} color
   * @param {number} width
   * @param {{color: string, ink: string, text: string} | null} fill
   */
  #outline(run, color, width, fill) {
    const { painter, viewport, layout, rulerHeight } = this.#view;
    paintFrame(painter.context, viewport, layout, run, color, rulerHeight, width, fill);
  }
}
