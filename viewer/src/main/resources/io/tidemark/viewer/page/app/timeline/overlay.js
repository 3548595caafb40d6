// What is drawn above the lanes: critical path, search, selection with its arrows, pointer.

import { paintArrows, paintFrame, paintVeil } from "./arrows.js";

export class Overlay {
  #view;
  #tracks;
  /** @type {any} what lies under the pointer */
  hovered = null;
  /** @type {any[]} runs that a search of two captures meant */
  found = [];

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
      const box = (run) => this.#box(run, theme.critical, 2);
      critical.paint(context, viewport, layout, theme, rulerHeight, box);
    }
    for (const run of this.found) this.#box(run, theme.accent, 2);
    if (this.hovered?.span) this.#frame(this.hovered, theme.muted, 1);
    for (const sibling of siblings) this.#box(sibling, theme.ink, 1);
    for (const arrow of arrows.filter(({ kind }) => kind !== "culprit")) this.#box(arrow.kind === "in" ? arrow.from : arrow.to, theme.muted, 1);
    paintArrows(context, viewport, layout, theme, arrows, rulerHeight);
    if (chosen?.run) this.#box({ ...chosen.run, capture: chosen.row.track.capture }, theme.ink, 2);
    else if (chosen) this.#frame(chosen, theme.ink, 2);
  }

  /** A run in its own colour, with its name and a frame. */
  #box(run, color, width) {
    const { palette, capture } = this.#tracks.find((candidate) => candidate.capture === run.capture);
    const fill = { color: palette.css(run.name), ink: palette.ink(run.name), text: capture.name(run.name) };
    this.#outline(run, color, width, fill);
  }

  #frame({ row, span }, color, width) {
    const run = { capture: row.track.capture, lane: row.index, begin: span.begin, end: span.end };
    this.#outline(run, color, width, null);
  }

  #outline(run, color, width, fill) {
    const { painter, viewport, layout, rulerHeight } = this.#view;
    paintFrame(painter.context, viewport, layout, run, color, rulerHeight, width, fill);
  }
}
