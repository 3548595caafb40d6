// The timeline: lanes, ruler, minimap, selection. Shows one capture, or two on one time axis.

import { clear, el } from "../dom.js";
import { arrowsOf, paintArrows, paintFrame, paintVeil } from "./arrows.js";
import { LABELS, LaneLabels } from "./labels.js";
import { CriticalPath } from "./critical.js";
import { describe, hitAt, spanBeside } from "./hits.js";
import { HINTS, listen } from "./input.js";
import { LaneLayout } from "./lanes.js";
import { Minimap } from "./minimap.js";
import { neighbours } from "./neighbours.js";
import { LanePainter } from "./painter.js";
import { SelectionPanel } from "./panel.js";
import { Ruler } from "./ruler.js";
import { foundRuns, Search } from "./search.js";
import { legendOf } from "./stretches.js";
import { TileStore } from "./tiles.js";
import { TimelineTools } from "./tools.js";
import { Viewport } from "./viewport.js";

export class TimelineView {
  rulerHeight = 24;
  #tracks;
  #dirty = false;
  #hovered = null;
  #selected = null;
  #arrows = [];
  #siblings = [];
  #found = [];
  #links = null;
  #scopes = new Map();
  #painted = false;

  /** `captures` is a list of {capture, title, palette}; `go` opens another page. */
  constructor(captures, go) {
    this.go = go;
    this.main = captures[0].capture;
    this.#tracks = captures.map(({ capture, title, palette }) => ({
      capture,
      title,
      palette: palette || capture.palette,
      tiles: new TileStore(capture, () => this.redraw()),
    }));
    this.viewport = new Viewport(Math.max(...captures.map(({ capture }) => capture.meta.durationNanos)));
    this.viewport.onChange(() => this.redraw());
    this.layout = new LaneLayout(this.#tracks);
    this.ruler = new Ruler();
    this.criticals = captures.map(({ capture, title }) => new CriticalPath(capture, title));
    this.minimap = new Minimap(this.viewport);
    this.panel = new SelectionPanel(this);
    this.search = new Search(
      this.#tracks,
      (capture, hit) =>
        typeof hit === "number" ? this.select(hit, capture) : this.selectTask(hit.task, capture),
      (sides) => this.#highlight(sides),
    );
    this.tools = new TimelineTools(this);
    this.#build();
    this.painter = new LanePainter(this.canvas);
    this.input = listen(this);
    captures.forEach(({ capture }, strip) => this.#loadSkyline(capture, strip));
  }

  #build() {
    this.canvas = el("canvas", {
      class: "lanes",
      tabindex: "0",
      role: "application",
      "aria-label": "Timeline. Use w, a, s, d to zoom and move, slash to search, question mark for all keys.",
    });
    this.labels = new LaneLabels((key) => this.#fold(key));
    this.tip = el("div", { class: "tip", hidden: true });
    this.scroller = el("div", { class: "scroller", tabindex: "-1" }, el("div", { class: "rail" }));
    this.hints = el(
      "div",
      { class: "hints", hidden: true },
      el("h3", {}, "Keys"),
      el(
        "dl",
        {},
        HINTS.map(([keys, text]) => [el("dt", {}, keys), el("dd", {}, text)]),
      ),
    );
    this.stage = el(
      "div",
      { class: "stage" },
      this.labels.element,
      this.canvas,
      this.scroller,
      this.tip,
      this.hints,
    );
    this.note = el("span", { class: "quiet grow", role: "status" });
    this.legend = legendOf(this.#tracks.map(({ capture }) => capture));
    this.element = el(
      "div",
      { class: "timeline" },
      el("div", { class: "tools" }, this.search.element, this.tools.elements, this.note),
      el("div", { class: "mapline" }, el("span", { class: "maplabel" }, "cores busy"), this.minimap.canvas),
      el("div", { class: "body" }, this.stage, this.panel.element),
    );
    this.scroller.addEventListener("scroll", () => {
      this.layout.scrollTo(this.scroller.scrollTop);
      this.redraw();
    });
    this.labels.element.addEventListener("wheel", (event) => this.scrollBy(event.deltaY), { passive: true });
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.stage);
    this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => {
      this.painter.retheme();
      for (const track of this.#tracks) track.tiles.forgetBitmaps();
      this.redraw();
    };
    this.scheme.addEventListener("change", this.onScheme);
  }

  toggleIdle() {
    this.layout.hideIdle = !this.layout.hideIdle;
    this.layout.arrange();
    this.tools.refresh();
    this.resize();
  }

  async #loadSkyline(capture, strip) {
    const buffer = await capture.bytes("skyline");
    if (buffer) this.minimap.set(strip, buffer, capture.meta.grid.skylineBins, capture.meta.durationNanos);
    this.redraw();
  }

  resize() {
    const width = Math.max(50, this.stage.clientWidth - LABELS - 12);
    const height = Math.max(50, this.stage.clientHeight);
    this.viewport.width = width;
    this.layout.setHeight(height - this.rulerHeight);
    this.layout.scrollTo(this.layout.scroll);
    this.painter.resize(width, height);
    this.minimap.resize(width);
    this.scroller.firstChild.style.height = this.layout.total + this.rulerHeight + "px";
    if (this.canvas.isConnected) this.#paint(); // at once: a new size has wiped the canvas black
  }

  redraw() {
    if (this.#dirty) return;
    this.#dirty = true;
    requestAnimationFrame(() => {
      this.#dirty = false;
      if (this.canvas.isConnected) this.#paint();
    });
  }

  #paint() {
    const { painter, viewport, layout, ruler, rulerHeight } = this;
    const context = painter.context;
    for (const track of this.#tracks) track.tiles.forgetWishes();
    painter.paint(viewport, layout, this.#tracks, rulerHeight, () =>
      ruler.paintGrid(
        context,
        viewport,
        painter.theme,
        rulerHeight,
        Math.min(painter.height, layout.total - layout.scroll + rulerHeight),
      ),
    );
    const criticals = this.criticals.filter(({ shown }) => shown);
    const faded = this.#tracks.some(({ found }) => found); // a search has faded what it did not mean
    if (criticals.length > 0 || (!faded && (this.#arrows.length > 0 || this.#siblings.length > 1)))
      paintVeil(context, viewport, painter.theme, rulerHeight, painter.height);
    for (const critical of criticals) {
      const box = (run) => this.#box(run, painter.theme.critical, 2);
      critical.paint(context, viewport, layout, painter.theme, rulerHeight, box);
    }
    for (const run of this.#found) this.#box(run, painter.theme.accent, 2);
    if (this.#hovered?.span) this.#frame(this.#hovered, painter.theme.muted, 1);
    for (const sibling of this.#siblings) this.#box(sibling, painter.theme.ink, 1);
    for (const arrow of this.#arrows)
      this.#box(arrow.kind === "in" ? arrow.from : arrow.to, painter.theme.muted, 1);
    paintArrows(context, viewport, layout, painter.theme, this.#arrows, rulerHeight);
    if (this.#selected?.run)
      this.#box({ ...this.#selected.run, capture: this.#selected.row.track.capture }, painter.theme.ink, 2);
    else if (this.#selected) this.#frame(this.#selected, painter.theme.ink, 2);
    ruler.paint(context, viewport, painter.theme, rulerHeight);
    ruler.paintMeasure(context, viewport, painter.theme, rulerHeight, painter.height);
    this.minimap.paint();
    this.labels.paint(this.layout, this.rulerHeight);
    const pending = this.#tracks.reduce((sum, track) => sum + track.tiles.pending, 0);
    const failure = this.#tracks.find((track) => track.tiles.failure);
    this.note.textContent = failure
      ? failure.tiles.failure
      : criticals.length > 0
        ? criticals.map(({ text }) => text).join(" ")
        : this.legend;
    this.note.title = this.note.textContent;
    if (pending === 0 && !this.#painted) {
      this.#painted = true;
      performance.mark("first-picture");
    }
    Object.assign(this.element.dataset, {
      pending,
      begin: viewport.begin,
      end: viewport.end,
      arrows: this.#arrows.length,
      framed: this.#siblings.length,
    });
  }

  /** A run in its own colour and a frame. */
  #box(run, color, width) {
    const track = this.#tracks.find((candidate) => candidate.capture === run.capture);
    paintFrame(
      this.painter.context,
      this.viewport,
      this.layout,
      run,
      color,
      this.rulerHeight,
      width,
      { color: track.palette.css(run.name), ink: track.palette.ink(run.name), text: track.capture.name(run.name) },
    );
  }

  #frame(target, color, width) {
    const run = {
      capture: target.row.track.capture,
      lane: target.row.index,
      begin: target.span.begin,
      end: target.span.end,
    };
    paintFrame(this.painter.context, this.viewport, this.layout, run, color, this.rulerHeight, width);
  }

  #fold(key) {
    this.layout.fold(key);
    this.resize();
  }

  hover(point) {
    const hit = point ? hitAt(this, point) : null;
    this.#hovered = hit;
    this.canvas.classList.toggle("pointing", Boolean(hit?.span));
    const text = hit ? describe(hit) : null;
    this.tip.hidden = !text;
    if (text) {
      clear(this.tip).append(...text.map((line, at) => el(at === 0 ? "strong" : "span", {}, line)));
      const left = LABELS + point.x + 14;
      this.tip.style.left = Math.min(left, this.stage.clientWidth - this.tip.offsetWidth - 8) + "px";
      this.tip.style.top = Math.min(point.y + 16, this.stage.clientHeight - this.tip.offsetHeight - 6) + "px";
    }
    this.redraw();
  }

  click(point) {
    const hit = hitAt(this, point);
    if (hit?.span && this.main.meta.preview) return;
    if (hit?.span) this.#choose(hit);
    else if (hit?.cell && hit.cell.name >= 0) this.viewport.zoom(0.2, point.x);
    else this.clearSelection();
  }

  async #choose(hit) {
    const { capture } = hit.row.track;
    if (hit.row.lane.kind === "aic" || hit.row.lane.kind === "aiv") {
      await this.select(hit.span.reference, capture, false);
    } else {
      this.#selected = hit;
      this.#arrows = [];
      this.#siblings = [];
      this.redraw();
      await this.panel.showSpan(capture, hit.row.lane, hit.span);
      this.resize();
    }
  }

  /** Selects a run, fetches its neighbours, and moves the view when it is out of sight. */
  async select(index, capture = this.main, move = true) {
    const run = await capture.run(index);
    this.layout.reveal(capture, run.lane);
    const row = this.layout.rowOf(capture, run.lane);
    this.#selected = row ? { row, span: { ...run, reference: index }, run } : null;
    this.#arrows = [];
    this.#siblings = [];
    if (move && !Number.isNaN(run.begin)) this.viewport.reveal(run.begin, run.end);
    this.tools.refresh();
    const found = neighbours(capture, run);
    const siblings = capture.task(run.task).then((task) => capture.runsOf(task));
    const shown = this.panel.showRun(capture, run, found, siblings);
    this.resize();
    this.scroller.scrollTop = this.layout.scroll;
    const [links, runs] = await Promise.all([found, siblings]);
    if (this.#selected?.run === run) {
      this.#links = links;
      this.#siblings = runs.map((sibling) => ({ ...sibling, capture }));
      this.#arrows = arrowsOf(capture, run, runs, links);
    }
    Object.assign(this.element.dataset, { selected: String(run.task), side: capture.index });
    this.redraw();
    await shown;
  }

  async selectTask(id, capture = this.main) {
    const found = await capture.task(id);
    if (found && found.firstRun >= 0) await this.select(found.firstRun, capture);
    else await this.panel.showMissing(capture, id, found);
    this.resize();
  }

  /** Makes what was searched for stand out in every capture: kernels by fading others, tasks by frames. */
  async #highlight(sides) {
    for (const track of this.#tracks) {
      track.found = sides.find(({ capture }) => capture === track.capture)?.names ?? null;
      track.tiles.forgetBitmaps();
    }
    this.#found = this.#tracks.length > 1 ? await foundRuns(sides) : [];
    this.element.dataset.found = sides.map(({ hits }) => hits.length).join();
    this.redraw();
  }

  /** Goes along an arrow: to the last input, or to the first that waited. */
  follow(direction) {
    const list = (this.#links?.[direction] || []).filter((entry) => entry.run);
    if (list.length === 0 || !this.#selected?.run) return;
    const better =
      direction === "arriving" ? (a, b) => a.run.end > b.run.end : (a, b) => a.run.begin < b.run.begin;
    const { capture } = this.#selected.row.track;
    this.select(list.reduce((best, entry) => (better(entry, best) ? entry : best)).run.index, capture);
  }

  /** The span before or after the selected one on its lane, when the view shows spans there. */
  selectNeighbour(direction) {
    if (!this.#selected) return;
    const { row, span } = this.#selected;
    const best = spanBeside(this.viewport, row, span, direction);
    if (best) {
      this.viewport.reveal(best.begin, best.end);
      this.#choose({ row, span: best });
    }
  }

  clearSelection() {
    this.#selected = null;
    this.#links = null;
    this.#arrows = [];
    this.#siblings = [];
    this.search.forget();
    this.ruler.measured = null;
    this.panel.hide();
    this.hints.hidden = true;
    delete this.element.dataset.selected;
    this.resize();
  }

  fitSelection() {
    const stretch = this.ruler.measured || this.#selected?.span;
    if (stretch) this.viewport.show(stretch.begin, stretch.end, this.ruler.measured ? 0.05 : 2);
    else this.viewport.fit();
  }

  measure(begin, end) {
    this.ruler.measured = begin === null ? null : { begin, end };
    this.redraw();
  }

  measureSelection() {
    const span = this.#selected?.span;
    if (span) this.measure(span.begin, span.end);
  }

  scrollBy(pixels) {
    this.layout.scrollTo(this.layout.scroll + pixels);
    this.scroller.scrollTop = this.layout.scroll;
    this.redraw();
  }

  pointerX() {
    return this.input.pointerX();
  }

  toggleHints() {
    this.hints.hidden = !this.hints.hidden;
  }

  scopesOf(capture) {
    if (!this.#scopes.has(capture)) this.#scopes.set(capture, capture.json("scopes.json"));
    return this.#scopes.get(capture);
  }

  async toggleCritical() {
    const shown = !this.criticals.some((critical) => critical.shown);
    await Promise.all(this.criticals.map((critical) => critical.show(shown)));
    this.tools.refresh();
    this.redraw();
  }

  close() {
    this.watcher.disconnect();
    this.input.stop();
    this.scheme.removeEventListener("change", this.onScheme);
  }
}
