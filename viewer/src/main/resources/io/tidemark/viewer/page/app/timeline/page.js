// The timeline: lanes, ruler, minimap, selection. Shows one capture, or two on one time axis.

import { SIDE } from "../address.js";
import { el } from "../dom.js";
import { onTheme } from "../theme.js";
import { Answers } from "./answers.js";
import { CriticalPath } from "./critical.js";
import { describe, hitAt } from "./hits.js";
import { listen } from "./input.js";
import { LaneLayout } from "./lanes.js";
import { ViewKeeper } from "./keeper.js";
import { legend } from "./legend.js";
import { Minimap } from "./minimap.js";
import { TimelineNotes } from "./notes.js";
import { Overlay } from "./overlay.js";
import { LanePainter } from "./painter.js";
import { SelectionPanel } from "./panel.js";
import { Ruler } from "./ruler.js";
import { foundRuns, Search } from "./search.js";
import { Selection } from "./selection.js";
import { Stage } from "./stage.js";
import { legendOf } from "./stretches.js";
import { TileStore } from "./tiles.js";
import { TimelineTools } from "./tools.js";
import { Viewport } from "./viewport.js";

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("./counter-strip.js").Counter} Counter */
/** @typedef {import("./lanes.js").LaneRow} LaneRow */
/** @typedef {import("./search.js").Side} Side */
/** @typedef {import("./lanes.js").Track} Track */
/** @typedef {import("../graph-layout.js").Point} Point */
/** @typedef {{capture: Capture, title?: string, palette?: import("../colors.js").Palette}} Shown a capture to show; a title tells two apart */
/** @typedef {(page: string, what: string, which: string | number | bigint, from: Capture) => void} Go opens another page */

export class TimelineView {
  rulerHeight = 24;
  /** @type {Track[]} */
  #tracks;
  #overlay;
  #legend;
  #dirty = false;
  /** @type {Map<Capture, Promise<import("../scopes.js").Scopes | null>>} */
  #scopes = new Map();
  #painted = false;
  #whole = false;
  #firstPainted = () => {};
  /** Done when all that ran is drawn; idle time and counters come after it. */
  firstPicture = new Promise((done) => (this.#firstPainted = () => done(null)));
  #panelShown = false;
  /** @type {(() => void)[]} */
  #ends = [onTheme(() => this.#retheme())];
  #watcher = new ResizeObserver(() => this.resize());

  /**
   * `captures` is a list of {capture, title, palette}; `go` opens another page; `part` keeps how it is looked at.
   * @param {Shown[]} captures
   * @param {Go} go
   */
  constructor(captures, go, part = /** @type {ReturnType<import("../state.js").PageState["part"]> | null} */ (null)) {
    this.go = go;
    this.main = captures[0].capture;
    this.#tracks = captures.map(({ capture, title = "", palette }) => ({
      capture,
      title,
      palette: palette || capture.palette,
      tiles: new TileStore(capture, () => this.redraw()),
    }));
    this.viewport = new Viewport(Math.max(...captures.map(({ capture }) => capture.meta.durationNanos)));
    this.layout = new LaneLayout(this.#tracks);
    this.keeper = new ViewKeeper(this, part, this.#tracks);
    this.#ends.push(() => this.keeper.close());
    this.ruler = new Ruler();
    this.criticals = captures.map(({ capture, title = "" }) => new CriticalPath(capture, title));
    this.minimap = new Minimap(this.viewport);
    this.panel = new SelectionPanel(this);
    this.selection = new Selection(this);
    this.#overlay = new Overlay(this, this.#tracks);
    this.search = new Search(
      this.#tracks,
      (/** @type {Capture} */ capture, hit) =>
        typeof hit === "number" ? this.select(hit, capture) : this.selectTask(hit.task, capture),
      (sides, /** @type {string} */ text) => {
        this.keeper.keep({ search: text });
        return this.#highlight(sides);
      },
    );
    this.answers = new Answers(this, this.#tracks);
    this.notes = new TimelineNotes(this, this.main);
    this.tools = new TimelineTools(this, () => legend(this.#tracks, (text) => this.search.ask(text)));
    this.#legend = legendOf(captures.map(({ capture }) => capture));
    this.stage = this.#stage();
    this.canvas = this.stage.canvas;
    this.note = el("span", { class: "quiet grow", role: "status" });
    this.element = this.#frame();
    this.painter = new LanePainter(this.canvas, this.main.meta.parts ?? []);
    this.input = listen(this);
    this.viewport.onChange(() => this.redraw());
    this.#watcher.observe(this.stage.element);
    captures.forEach(({ capture }, strip) => this.#loadSkyline(capture, strip));
  }

  #stage() {
    return new Stage(
      {
        fold: (key) => this.#changeLanes((layout) => layout.fold(key)),
        pin: (id) => this.#changeLanes((layout) => layout.pin(id)),
        hide: (id) => this.#changeLanes((layout) => layout.hide(id)),
        move: (id, direction) => this.#changeLanes((layout) => layout.move(id, direction)),
      },
      (pixels) => {
        if (Math.abs(pixels - this.layout.scroll) < 1) return; // the scroll bar has followed the lanes
        this.layout.scrollTo(pixels);
        this.redraw();
      },
    );
  }

  #frame() {
    return el(
      "div",
      { class: "timeline" },
      el("div", { class: "tools" }, this.search.element, this.tools.elements, this.note),
      el("div", { class: "mapline" }, el("span", { class: "maplabel" }, "cores busy"), this.minimap.canvas),
      this.answers.strip?.element,
      el("div", { class: "body" }, this.stage.element, this.panel.element),
    );
  }

  /** @param {(layout: LaneLayout) => void} change */
  #changeLanes(change) {
    change(this.layout);
    this.lanesChanged();
  }

  /** Lanes were pinned, hidden, moved, folded or filtered. */
  lanesChanged() {
    this.tools.refresh();
    this.resize();
    this.keeper.keep();
  }

  /** Draws it for the first time, as it was looked at before. */
  async opened() {
    await Promise.all([this.keeper.opened(), this.notes.load()]);
  }

  /**
   * The number of a lane in the state.
   * @param {LaneRow} row
   */
  laneId(row) {
    return this.#tracks.indexOf(row.track) * SIDE + row.index;
  }

  #retheme() {
    this.painter.retheme();
    for (const track of this.#tracks) track.tiles.forgetBitmaps();
    this.answers.forgetBitmaps();
    this.redraw();
  }

  /**
   * @param {Capture} capture
   * @param {number} strip
   */
  async #loadSkyline(capture, strip) {
    const buffer = await capture.bytes("skyline");
    if (buffer) this.minimap.set(strip, buffer, capture.meta.grid.skylineBins, capture.meta.durationNanos);
    this.redraw();
  }

  resize() {
    const { width, height } = this.stage.size;
    const panelShown = !this.panel.element.hidden;
    const opens = panelShown && !this.#panelShown;
    this.viewport.resize(width, panelShown !== this.#panelShown);
    this.#panelShown = panelShown;
    if (opens) this.#uncover();
    this.layout.setHeight(height - this.rulerHeight);
    this.painter.resize(width, height);
    this.minimap.resize(width);
    this.answers.strip?.resize(width);
    this.stage.total = this.layout.total + this.rulerHeight;
    this.stage.scrollTop = this.layout.scroll;
    if (this.canvas.isConnected) this.#paint(); // at once: a new size has wiped the canvas black
  }

  /** Moves the picture if the panel that opens covers what was selected. */
  #uncover() {
    const { viewport } = this;
    const stretch = this.selection.span ?? this.ruler.measured;
    if (!stretch || viewport.moving || !(stretch.end > viewport.end)) return;
    const fits = stretch.end - stretch.begin < viewport.span * 0.9;
    if (!fits && this.ruler.measured) viewport.show(stretch.begin, stretch.end, 0.05);
    else if (fits || stretch.begin > viewport.end) viewport.reveal(stretch.begin, stretch.end);
  }

  redraw() {
    this.element.dataset.pending = "1"; // until it is painted the picture is not what it should be
    if (this.#dirty) return;
    this.#dirty = true;
    requestAnimationFrame(() => {
      this.#dirty = false;
      if (this.canvas.isConnected) this.#paint();
    });
  }

  #paint() {
    for (const track of this.#tracks) track.tiles.forgetWishes();
    this.answers.forgetWishes();
    this.paintLanes();
    this.minimap.paint();
    this.answers.strip?.paint();
    this.stage.labels.paint(this.layout, this.rulerHeight);
    this.#report();
  }

  /** Lanes, ruler and what lies above them, with the painter's pen. */
  paintLanes() {
    const { painter, viewport, layout, ruler, rulerHeight } = this;
    const { context, theme } = painter;
    const bottom = Math.min(painter.height, layout.total - layout.scroll + rulerHeight);
    painter.paint(viewport, layout, this.#tracks, rulerHeight, () =>
      ruler.paintGrid(context, viewport, theme, rulerHeight, bottom),
    );
    this.#overlay.paint();
    ruler.paint(context, viewport, theme, rulerHeight);
    this.answers.paintMarks(context, theme, rulerHeight);
    ruler.paintMeasure(context, viewport, theme, rulerHeight, painter.height);
    this.notes.paint(context, viewport, theme, rulerHeight);
  }

  /** Says below the buttons what is shown, and in the element's data how far the picture is. */
  #report() {
    const running = this.#tracks.reduce((sum, track) => sum + track.tiles.pending, 0);
    const pending = running + this.answers.pending;
    const failure = this.#tracks.find((track) => track.tiles.failure)?.tiles.failure;
    const paths = this.criticals.filter(({ shown }) => shown).map(({ text }) => text);
    this.note.textContent = failure ?? (paths.length > 0 ? paths.join(" ") : this.#legend);
    this.note.title = this.note.textContent;
    if (running === 0 && !this.#painted) {
      this.#painted = true;
      performance.mark("first-picture");
      this.#firstPainted();
    }
    if (pending === 0 && !this.#whole) {
      this.#whole = true;
      performance.mark("whole-picture");
    }
    this.keeper.follow();
    Object.assign(this.element.dataset, {
      pending: pending + (this.viewport.moving ? 1 : 0),
      begin: this.viewport.begin,
      end: this.viewport.end,
      arrows: this.selection.arrows.length,
      framed: this.selection.siblings.length,
    });
  }

  /** @param {Point | null} point */
  hover(point) {
    const hit = point ? hitAt(this, point) : null;
    this.#overlay.hovered = hit;
    this.canvas.classList.toggle("pointing", Boolean(hit?.span));
    const idle = point && hit && !hit.span ? this.answers.describe(hit.row, this.viewport.nanos(point.x)) : null;
    const busy = hit ? describe(hit) : null;
    this.stage.say(idle && !((hit?.cell?.name ?? -1) >= 0) ? [...idle, ...(busy ?? [])] : busy, point);
    this.redraw();
  }

  /** @param {Point} point */
  click(point) {
    const hit = hitAt(this, point);
    if (hit?.span) this.selection.choose(hit);
    else if (hit?.cell && hit.cell.name >= 0) this.viewport.zoom(0.2, point.x);
    else if (!hit?.row || !this.answers.click(hit.row, this.viewport.nanos(point.x), point.x)) this.clearSelection();
  }

  /** @param {number} index */
  select(index, capture = this.main) {
    return this.selection.run(index, capture, true);
  }

  /** @param {bigint} id */
  selectTask(id, capture = this.main) {
    return this.selection.task(id, capture);
  }

  /**
   * Makes what was searched for stand out in every capture: kernels by fading others, tasks by frames.
   * @param {Side[]} sides
   */
  async #highlight(sides) {
    for (const track of this.#tracks) {
      track.found = sides.find(({ capture }) => capture === track.capture)?.names ?? null;
      track.tiles.forgetBitmaps();
    }
    this.#overlay.found = this.#tracks.length > 1 ? await foundRuns(sides) : [];
    this.element.dataset.found = sides.map(({ hits }) => hits.length).join();
    this.redraw();
  }

  /**
   * Makes kernels of one capture stand out; null for all.
   * @param {import("../capture.js").Capture} capture
   * @param {Set<number> | null} names
   */
  highlight(capture, names) {
    for (const track of this.#tracks) {
      if (track.capture !== capture) continue;
      track.found = names;
      track.tiles.forgetBitmaps();
    }
    this.#overlay.found = [];
    this.redraw();
  }

  /**
   * Brings a run into view and frames it; the panel does not change.
   * @param {Capture} capture
   * @param {number} index
   */
  async peek(capture, index) {
    const run = await capture.run(index);
    this.layout.reveal(capture, run.lane);
    this.viewport.reveal(run.begin, run.end);
    this.#overlay.found = [{ ...run, capture }];
    this.resize();
    return run;
  }

  /**
   * What was dragged over: a range of the lanes between two heights, of all lanes without them.
   * @param {number} begin
   * @param {number} end
   */
  dragged(begin, end, top = NaN, bottom = NaN) {
    const rows = Number.isNaN(top) ? [] : this.layout.between(top - this.rulerHeight, bottom - this.rulerHeight);
    const capture = rows[0]?.track.capture ?? this.main;
    const lanes = rows.filter((row) => row.track.capture === capture).map((row) => /** @type {number} */ (row.index));
    void this.answers.showRange(capture, { begin: Math.max(0, begin), end, lanes: lanes.length > 0 ? lanes : null });
  }

  /**
   * @param {Capture} capture
   * @param {Counter} counter
   * @param {number} moment
   * @param {{value: number, row: number} | null} sample
   */
  showCounter(capture, counter, moment, sample) {
    return this.answers.showCounter(capture, counter, moment, sample);
  }

  async toggleCounters() {
    await this.answers.strip?.show(!this.answers.strip.shown);
    this.tools.refresh();
    this.resize();
    this.keeper.keepAnswers();
  }

  toggleTints() {
    this.answers.tint(!this.answers.tinted);
    this.tools.refresh();
    this.redraw();
    this.keeper.keepAnswers();
  }

  clearSelection() {
    this.selection.clear();
    this.search.forget();
    this.ruler.measured = null;
    this.panel.hide();
    this.keeper.keepSelected(null);
    this.stage.hints.hidden = true;
    delete this.element.dataset.selected;
    delete this.element.dataset.gap;
    this.highlight(this.main, null);
    this.answers.strip?.mark(NaN);
    this.resize();
  }

  fitSelection() {
    const stretch = this.ruler.measured || this.selection.span;
    if (stretch) this.viewport.show(stretch.begin, stretch.end, this.ruler.measured ? 0.05 : 2);
    else this.viewport.fit();
  }

  /**
   * Marks a stretch; null marks none.
   * @param {number | null} begin
   * @param {number} end
   */
  measure(begin, end = NaN) {
    this.ruler.measured = begin === null ? null : { begin, end };
    this.redraw();
  }

  measureSelection() {
    const { span } = this.selection;
    if (span) this.measure(span.begin, span.end);
  }

  /** @param {number} pixels */
  scrollBy(pixels) {
    this.layout.scrollTo(this.layout.scroll + pixels);
    this.stage.scrollTop = this.layout.scroll;
    this.redraw();
  }

  pointerX() {
    return this.input.pointerX();
  }

  toggleHints() {
    this.stage.hints.hidden = !this.stage.hints.hidden;
  }

  toggleIdle() {
    this.layout.hideIdle = !this.layout.hideIdle;
    this.layout.arrange();
    this.lanesChanged();
  }

  async toggleCritical() {
    const shown = !this.criticals.some((critical) => critical.shown);
    this.keeper.keep({ critical: shown });
    await this.showCritical(shown);
  }

  /** @param {boolean} shown */
  async showCritical(shown) {
    await Promise.all(this.criticals.map((critical) => critical.show(shown)));
    this.tools.refresh();
    this.redraw();
  }

  /** @param {Capture} capture */
  scopesOf(capture) {
    const known = this.#scopes.get(capture) ?? capture.json("scopes.json");
    this.#scopes.set(capture, known);
    return known;
  }

  close() {
    this.#watcher.disconnect();
    this.input.stop();
    this.stage.labels.close();
    this.tools.close();
    for (const end of this.#ends) end();
  }
}
