// Writes the view state of the timeline into the address, and restores the state from the address.

/** @typedef {import("../address.js").LaneState} LaneState */
/** @typedef {ReturnType<import("../state.js").PageState["part"]>} StatePart */

export class ViewKeeper {
  #view;
  #part;
  #tracks;
  #keeping = false;
  #end = () => {};

  /**
   * @param {import("./page.js").TimelineView} view the timeline; its lanes and its piece of time are made
   * @param {StatePart | null} part null when nothing is kept
   * @param {import("./lanes.js").Track[]} tracks
   */
  constructor(view, part, tracks) {
    this.#view = view;
    this.#part = part;
    this.#tracks = tracks;
    if (!part) return;
    view.layout.restore(part.value);
    view.viewport.restore(part.value.zoom);
    this.#end = part.subscribe((value) => this.#keeping || this.#restore(value, true));
  }

  close() {
    this.#end();
  }

  /**
   * Writes it down. `step`: Back leads to what was before.
   * @param {Partial<LaneState>} more
   */
  keep(more = {}, step = false) {
    const { layout, element } = this.#view;
    if (!this.#part || !element.isConnected) return;
    this.#keeping = true;
    this.#part.set({ ...layout.state, zoom: this.#zoom(more), scroll: Math.round(layout.scroll), ...more }, step);
    this.#keeping = false;
  }

  /**
   * With something selected the whole run is said, too: without a word the view goes to what is selected.
   * @param {Partial<LaneState>} more
   */
  #zoom(more = {}) {
    const { selected, answer, range } = { ...this.#part?.value, ...more };
    return this.#view.viewport.kept(Boolean(selected || answer || range));
  }

  /** Writes down where the view has come to rest; while it is dragged it has not. */
  follow() {
    const before = this.#part?.value;
    const { viewport, layout, input } = this.#view;
    if (!before || viewport.moving || input.dragging()) return;
    const kept = this.#zoom();
    const same = kept?.begin === before.zoom?.begin && kept?.end === before.zoom?.end;
    if (!same || Math.round(layout.scroll) !== before.scroll) this.keep();
  }

  /**
   * Shows what was kept: `moved` when the address changed while the page was open.
   * @param {LaneState} value
   * @param {boolean} moved
   */
  async #restore(value, moved) {
    const view = this.#view;
    if (!view.element.isConnected) return; // another page is open by now
    if (moved) {
      view.layout.restore(value);
      view.viewport.restore(value.zoom);
    }
    view.resize();
    view.layout.restoreScroll(value.scroll);
    view.stage.scrollTop = view.layout.scroll;
    const critical = view.criticals.some((path) => path.shown);
    if (value.critical !== critical) await view.showCritical(value.critical);
    await view.search.restore(value.search);
    const { selected } = value;
    const capture = this.#tracks[selected?.side ?? 0]?.capture;
    const move = Boolean(this.#part?.led) || !value.zoom;
    if (!selected || !capture) {
      if (view.selection.chosen || view.ruler.measured) view.clearSelection();
    } else if (selected.kind === "task") {
      await view.selection.task(BigInt(selected.id), capture, move);
    } else if (Number(selected.id) < capture.meta.runs && view.selection.chosen?.run?.index !== Number(selected.id)) {
      await view.selection.run(Number(selected.id), capture, move);
    }
    await view.answers.restore(view.main, value, move);
    if (!move) {
      view.viewport.restore(value.zoom); // the panel has taken room meanwhile
      view.layout.restoreScroll(value.scroll);
      view.stage.scrollTop = view.layout.scroll;
    }
    view.redraw();
  }

  /** Draws the timeline for the first time, as it was looked at before. */
  async opened() {
    if (this.#part) await this.#restore(this.#part.value, false);
    else this.#view.resize();
  }

  /**
   * What was selected goes into the address; null when nothing is.
   * @param {{kind: "task" | "run", id: number | bigint, capture: import("../capture.js").Capture} | null} chosen
   */
  keepSelected(chosen) {
    const side = chosen ? this.#tracks.findIndex(({ capture }) => capture === chosen.capture) : 0;
    const selected = chosen ? { kind: chosen.kind, id: String(chosen.id), side } : null;
    const before = this.#part?.value.selected;
    const same = before?.kind === selected?.kind && before?.id === selected?.id && before?.side === selected?.side;
    this.keep({ selected, answer: "", range: null }, Boolean(before) && Boolean(selected) && !same);
  }

  /**
   * What the panel answers goes into the address: a range, or an answer of another kind.
   * @param {{answer?: string, range?: {begin: number, end: number, lanes: number[]} | null}} patch
   * @param {boolean} step whether Back leads to what was before
   */
  keepAnswer(patch, step) {
    this.keep({ selected: null, answer: "", range: null, ...patch }, step);
  }

  /** Whether counters and tints are shown. */
  keepAnswers() {
    const { answers } = this.#view;
    this.keep({ counters: answers.strip?.shown ?? true, tints: answers.tinted });
  }
}
