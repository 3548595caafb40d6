// What is selected: a run with its neighbours and all runs of its task, or any other span.

import { arrowsOf } from "./arrows.js";
import { spanBeside } from "./hits.js";
import { neighbours } from "./neighbours.js";

/** @typedef {import("./arrows.js").Arrow} Arrow */
/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("./lanes.js").LaneRow} LaneRow */
/** @typedef {import("./hits.js").Span} Span */
/** @typedef {import("./page.js").TimelineView} TimelineView */
/** @typedef {import("../capture.js").Run} Run */
/** @typedef {import("./neighbours.js").Links} Links */
/** @typedef {{row: LaneRow, span: Span, run?: Run}} Chosen */

export class Selection {
  #view;
  /** @type {Promise<Links | null>} */
  #links = Promise.resolve(null);
  /** @type {Chosen | null} with `run` when the span is one; null when nothing is selected */
  chosen = null;
  /** @type {Arrow[]} */
  arrows = [];
  /** @type {import("./arrows.js").NamedRun[]} all runs of the selected task */
  siblings = [];

  /** @param {TimelineView} view */
  constructor(view) {
    this.#view = view;
  }

  get span() {
    return this.chosen?.span ?? null;
  }

  /** @param {Chosen | null} chosen */
  #take(chosen) {
    this.chosen = chosen;
    this.#links = Promise.resolve(null);
    this.arrows = [];
    this.siblings = [];
  }

  clear() {
    this.#take(null);
  }

  /**
   * Selects idle time of a core; `arrows` begin at the causes of the wait.
   * @param {LaneRow} row
   * @param {Span} span
   * @param {Arrow[]} arrows
   */
  idle(row, span, arrows) {
    this.#take({ row, span });
    this.arrows = arrows;
    this.#view.redraw();
  }

  /**
   * Takes what was clicked: a run of a core with all that belongs to it, or another span alone.
   * @param {{row: LaneRow, span: Span}} hit
   */
  async choose(hit) {
    const view = this.#view;
    const { capture } = hit.row.track;
    if (hit.row.lane.kind === "aic" || hit.row.lane.kind === "aiv") {
      await this.run(hit.span.reference, capture, false);
    } else {
      this.#take(hit);
      view.redraw();
      await view.panel.showSpan(capture, hit.row.lane, hit.span);
      view.resize();
    }
  }

  /**
   * Selects a run, fetches its neighbours, and moves the view when it is out of sight.
   * @param {number} index
   * @param {Capture} capture
   * @param {boolean} move
   */
  async run(index, capture, move) {
    const view = this.#view;
    const run = await capture.run(index);
    view.layout.reveal(capture, run.lane);
    const row = view.layout.rowOf(capture, run.lane);
    const chosen = row ? { row, span: { ...run, reference: index }, run } : null;
    this.#take(chosen);
    if (move && !Number.isNaN(run.begin)) view.viewport.reveal(run.begin, run.end);
    view.tools.refresh();
    const found = neighbours(capture, run);
    this.#links = found;
    const siblings = capture.task(run.task).then((task) => (task ? capture.runsOf(task) : [run]));
    const shown = view.panel.showRun(capture, run, found, siblings);
    view.resize();
    view.stage.scrollTop = view.layout.scroll;
    view.keeper.keepSelected({ kind: "run", id: index, capture });
    const [links, runs] = await Promise.all([found, siblings]);
    if (this.chosen !== chosen) return; // something else was selected meanwhile
    if (chosen) {
      this.siblings = runs.map((sibling) => ({ ...sibling, capture }));
      this.arrows = arrowsOf(capture, run, runs, links);
    }
    Object.assign(view.element.dataset, { selected: String(run.task), side: capture.index });
    view.redraw();
    await shown;
  }

  /**
   * The first run of a task, or why it has none.
   * @param {bigint} id
   * @param {Capture} capture
   */
  async task(id, capture, move = true) {
    const found = await capture.task(id);
    if (found && found.firstRun >= 0) await this.run(found.firstRun, capture, move);
    else {
      this.#view.keeper.keepSelected({ kind: "task", id, capture });
      await this.#view.panel.showMissing(capture, id, found);
    }
    this.#view.resize();
  }

  /**
   * Goes along an arrow, as soon as it is known: to the last input, or to the first that waited.
   * @param {"arriving" | "leaving"} direction
   */
  async follow(direction) {
    const { chosen } = this;
    const links = await this.#links;
    const runs = (links?.[direction] ?? []).flatMap(({ run }) => run ?? []);
    if (runs.length === 0 || !chosen?.run || this.chosen !== chosen) return;
    /** @type {(a: Run, b: Run) => boolean} */
    const better = direction === "arriving" ? (a, b) => a.end > b.end : (a, b) => a.begin < b.begin;
    const { capture } = chosen.row.track;
    await this.run(runs.reduce((best, run) => (better(run, best) ? run : best)).index, capture, true);
  }

  /**
   * The span before or after the selected one on its lane; first comes near where the lane is too dense.
   * @param {number} direction
   */
  step(direction) {
    if (!this.chosen) return;
    const { row, span } = this.chosen;
    const { viewport } = this.#view;
    const { best: near, dense } = spanBeside(viewport, row, span, direction);
    const best = near ?? (dense ? null : spanBeside(viewport.whole, row, span, direction).best);
    if (best) {
      viewport.reveal(best.begin, best.end);
      this.choose({ row, span: best });
    } else if (dense) {
      viewport.show(span.begin, span.end);
    }
  }
}
