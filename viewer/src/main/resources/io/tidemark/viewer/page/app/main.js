// Starts the page: which captures there are, which page is open, and the bar above it.

import { showArguments } from "./args.js";
import { Bar, part } from "./bar.js";
import { Capture } from "./capture.js";
import { showCompare } from "./compare.js";
import { clear, el } from "./dom.js";
import { listenForDrops, sendFiles } from "./dropping.js";
import { showGraph } from "./graph.js";
import { showHome } from "./home.js";
import { showLive } from "./live.js";
import { showOverview } from "./overview.js";
import { showPmu } from "./pmu.js";
import { showScopes } from "./scopes.js";
import { showSql } from "./sql.js";
import { openSource } from "./source.js";
import { PageState } from "./state.js";
import { useTheme } from "./theme.js";
import { showTimeline } from "./timeline-page.js";
import { showWhatIf } from "./whatif.js";

/** @typedef {App} Application */
/** @typedef {{app: App, capture: Capture, main: HTMLElement}} Asked what a page is made from */
/** @typedef {{element: HTMLElement, close?: () => void, opened?: () => unknown}} Opened a page that is shown */
/** @typedef {{text: string, show: (asked: Asked) => Promise<Opened>, off?: boolean, why?: string}} PageKind */
/** @typedef {{label: string, name: string, notes: boolean, state: string, renewed: boolean, failure: string}} Entry a capture the server has */

const POLL_MILLIS = 250;

class App {
  state = new PageState();
  #source = openSource();
  /** @type {Capture[]} */
  #captures = [];
  /** @type {Entry[]} */
  #entries = [];
  #bar = new Bar(this);
  #close = () => {};
  #serial = 0;
  #quiet = false;
  #home = false;
  #startsAtHome = false;
  /** Whether queries are answered. */
  sql = false;
  /** Whether what-if questions are answered. */
  whatIf = false;
  current = 0;
  /** The second capture of a comparison; -1 when none is chosen. */
  other = -1;
  /** @type {string | null} the address of the events of an active run */
  live = null;

  async start() {
    performance.mark("page-runs");
    useTheme(this.state.value.theme);
    try {
      await this.refresh();
    } catch (failure) {
      this.#sorry(failure);
      return;
    }
    this.state.subscribe((value, before) => {
      useTheme(value.theme);
      if (!this.#quiet && this.#isElsewhere(value, before)) this.route();
    });
    if (!this.#source.exported) listenForDrops((files) => this.dropped(files));
    await this.route();
  }

  /**
   * Whether a change of the state needs another page, or the same page made anew.
   * @param {import("./state.js").ViewState} value
   * @param {import("./state.js").ViewState} before
   */
  #isElsewhere(value, before) {
    return (
      this.state.led ||
      value.page !== before.page ||
      value.capture !== before.capture ||
      (value.page === "compare" && value.other !== before.other) ||
      (value.page === "arguments" && value.row !== before.row) ||
      (value.page === "whatif" && value.whatif.join("\n") !== before.whatif.join("\n")) ||
      (value.page === "graph" && value.one.selected !== before.one.selected)
    );
  }

  /** Reads the list of captures again; a live run adds one when it ends. */
  async refresh() {
    const list = await this.#source.json("captures.json");
    this.live = list.live ? this.#source.live : null;
    this.#home = Boolean(list.home);
    this.#startsAtHome = Boolean(list.startsAtHome);
    this.sql = Boolean(list.sql);
    this.whatIf = Boolean(list.whatIf);
    this.#entries = list.captures;
    this.#entries.forEach((entry, index) => {
      if (!this.#captures[index]) this.#captures[index] = new Capture(this.#source, index, entry.label);
      this.#captures[index].hasNotes = Boolean(entry.notes);
    });
  }

  /** What the home page lists. */
  homeList() {
    return this.#source.json("home.json");
  }

  /**
   * Opens captures of the home page by their names.
   * @param {string} page
   * @param {string} name
   * @param {string} [other]
   */
  openNamed(page, name, other) {
    this.state.go({ ...this.state.withCapture("@" + name), page, other: other === undefined ? "" : "@" + other });
  }

  /**
   * Opens what was dropped onto the page.
   * @param {import("./dropping.js").DroppedFile[]} files
   */
  async dropped(files) {
    const main = part("main");
    const note = el("p", { class: "card", role: "status" }, "Reading what was dropped…");
    main.prepend(note);
    try {
      const capture = await sendFiles(this.#source, files, (done) => {
        note.textContent = `Reading what was dropped: ${done} of ${files.length} files…`;
      });
      if (capture < 0) {
        note.textContent = "Nothing in what was dropped is a capture.";
        return;
      }
      await this.refresh();
      this.go("overview", undefined, undefined, capture);
    } catch (failure) {
      note.textContent = failure instanceof Error ? failure.message : String(failure);
    }
  }

  /**
   * How a capture is named in the address: by its name among the captures of the home page, which stays, or by
   * its number.
   * @param {number} index
   */
  key(index) {
    const name = this.#entries[index]?.name;
    return name ? "@" + name : String(index);
  }

  /**
   * The number of a capture of an address; one of the home page that is not open yet is opened.
   * @param {string} key
   */
  async #indexOf(key) {
    if (!key.startsWith("@")) return /^\d+$/.test(key) ? Number(key) : -1;
    const find = () => this.#entries.findIndex((entry) => entry.name === key.slice(1));
    if (find() < 0) {
      const opened = await this.#source.change("open", key.slice(1));
      if (opened === null) throw new Error(`There is no capture '${key.slice(1)}' any more.`);
      await this.refresh();
    }
    return find();
  }

  get captures() {
    return this.#captures;
  }

  /**
   * Opens a page: a task or run of the timeline and the graph, a row or the task of arguments, the other of
   * two compared.
   * @param {string} page
   * @param {string} [kind]
   * @param {string | number | bigint} [id]
   * @param {number} [capture]
   */
  go(page, kind, id, capture = this.current) {
    /** @type {Partial<import("./state.js").ViewState>} */
    const patch = { ...this.state.withCapture(this.key(capture)), page };
    if (kind === "with") patch.other = this.key(Number(id));
    else if (page === "arguments") patch.row = kind === undefined ? "" : kind === "task" ? "task " + id : String(id);
    else if (kind === "task" || kind === "run")
      patch.one = { ...(patch.one ?? this.state.value.one), selected: { kind, id: String(id), side: 0 }, answer: "", range: null };
    else if (page === "timeline" && kind !== undefined)
      patch.one = { ...(patch.one ?? this.state.value.one), selected: null, range: null, answer: `${kind} ${id}` };
    this.state.go(patch);
  }

  /**
   * Opens the graph around a task, task by task; Back leads to how the graph was folded.
   * @param {string} id
   */
  goToTask(id) {
    /** @type {import("./address.js").Chosen} */
    const selected = { kind: "task", id, side: 0 };
    this.state.go({ page: "graph", row: "fold none", one: { ...this.state.value.one, selected, answer: "", range: null } });
  }

  /**
   * Writes the state of a page into the address without a change to the page.
   * @param {Partial<import("./state.js").ViewState>} patch
   */
  keep(patch) {
    this.#quiet = true;
    this.state.set(patch);
    this.#quiet = false;
  }

  async route() {
    const serial = ++this.#serial;
    const { value } = this.state;
    const address = window.location.hash;
    if (value.page !== "home") {
      try {
        const index = await this.#indexOf(value.capture);
        this.other = value.page === "compare" ? await this.#indexOf(value.other) : -1;
        if (serial !== this.#serial) return;
        this.current = Math.max(0, Math.min(index, this.#captures.length - 1));
      } catch (failure) {
        this.#bar.show(this.#pages(), "", null);
        this.#sorry(failure);
        return;
      }
    }
    const pages = this.#pages();
    const named = this.#captures.length > 0 && (value.capture !== "" || !this.#startsAtHome);
    const first = this.live ? "live" : named ? "overview" : Object.keys(pages)[0];
    const page = Object.hasOwn(pages, value.page) ? value.page : first;
    if (!page) {
      clear(part("main")).append(el("p", { class: "card" }, "No capture is open: tidemark view CAPTURE."));
      return;
    }
    this.#close();
    this.#close = () => {};
    const main = clear(part("main"));
    delete main.dataset.page;
    main.append(el("p", { class: "quiet wait" }, "Reading the capture…"));
    try {
      const ofCapture = page !== "live" && page !== "home";
      if (ofCapture) await this.#untilRead(serial);
      if (serial !== this.#serial) return;
      const capture = !ofCapture ? null : await this.#captures[this.current].open();
      if (serial !== this.#serial) return;
      this.#bar.show(this.#pages(), page, capture);
      const asked = { app: this, capture: /** @type {Capture} pages of no capture do not look at it */ (capture), main };
      const opened = await pages[page].show(asked);
      if (serial !== this.#serial) {
        if (opened?.close) opened.close();
        return;
      }
      await this.#open(main, opened, page, address);
      if (ofCapture) await this.#untilWhole(serial);
    } catch (failure) {
      if (serial === this.#serial) {
        this.#bar.show(pages, page, null);
        this.#sorry(failure);
      }
    }
  }

  /**
   * Shows a page; `data-page` and `data-address` name it once all it draws at first is drawn.
   * @param {HTMLElement} main
   * @param {Opened} opened
   * @param {string} name
   * @param {string} address
   */
  async #open(main, opened, name, address) {
    this.#close();
    clear(main).append(opened.element);
    this.#close = () => opened.close && opened.close();
    if (opened.opened) await opened.opened();
    if (opened.element.isConnected) Object.assign(main.dataset, { page: name, address });
  }

  /**
   * Waits for a capture that is still being read.
   * @param {number} serial
   */
  async #untilRead(serial) {
    while (serial === this.#serial && this.#entries[this.current].state === "reading") {
      const asking = performance.now();
      await this.#captures[this.current].open().catch(() => {}); // answered when it is read; the list says what failed
      await this.refresh();
      const rest = POLL_MILLIS - (performance.now() - asking); // an answer that came at once was none
      if (rest > 0 && this.#entries[this.current].state === "reading") await new Promise((done) => setTimeout(done, rest));
    }
  }

  /**
   * Says in the bar that a capture with an index is still being read. When its index was wrong, or it cannot be read
   * any more, the page is made anew.
   * @param {number} serial
   */
  async #untilWhole(serial) {
    const at = this.current;
    const entry = () => this.#entries[at];
    if (entry().state !== "indexed") return;
    const title = "Shown from the index of an earlier reading. Details follow when the capture is read again.";
    const note = el("span", { class: "verdict busy", id: "unread", role: "status", title }, "still reading");
    part("which").append(note);
    while (serial === this.#serial && entry().state === "indexed") {
      await new Promise((done) => setTimeout(done, POLL_MILLIS));
      await this.refresh();
    }
    note.remove();
    if (serial !== this.#serial || (entry().state === "ready" && !entry().renewed)) return;
    delete this.#captures[at];
    await this.refresh();
    await this.route();
  }

  /** @returns {Record<string, PageKind>} */
  #pages() {
    const meta = this.#captures[this.current]?.meta;
    const has = (/** @type {(meta: import("./capture.js").Meta) => boolean} */ test) => !meta || test(meta);
    /** @type {Record<string, PageKind>} */
    const pages = {};
    if (this.#home) pages.home = { text: "Home", show: showHome };
    if (this.live) pages.live = { text: "Live", show: showLive };
    if (this.#captures.length === 0) return pages;
    pages.overview = { text: "Overview", show: showOverview };
    pages.timeline = {
      text: "Timeline",
      show: showTimeline,
      off: !has((m) => m.lanes.length > 0),
      why: "this capture has no swimlane records",
    };
    pages.graph = {
      text: "Graph",
      show: showGraph,
      off: !has((m) => m.nodes > 0),
      why: "this capture has no edges",
    };
    pages.scopes = {
      text: "Scopes",
      show: showScopes,
      off: !has((m) => m.scopes),
      why: "this capture has no scope statistics",
    };
    pages.pmu = {
      text: "PMU",
      show: showPmu,
      off: !has((m) => m.counters.length > 0),
      why: "this capture has no hardware counters",
    };
    pages.arguments = {
      text: "Arguments",
      show: showArguments,
      off: !has((m) => m.args > 0),
      why: "this capture has no argument dump",
    };
    if (this.sql) pages.sql = { text: "SQL", show: showSql };
    pages.whatif = {
      text: "What-if",
      show: showWhatIf,
      off: !has((m) => m.lanes.length > 0 && m.nodes > 0),
      why: "what-if needs swimlane records and dependencies",
    };
    pages.compare = {
      text: "Compare",
      show: showCompare,
      off: this.#captures.length < 2,
      why: "open two captures to compare them, or tick two on the home page",
    };
    return pages;
  }

  /** @param {unknown} failure */
  #sorry(failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    clear(part("main")).append(
      el("div", { class: "alarm card" }, el("strong", {}, "This page could not be shown. "), why),
    );
  }
}

new App().start();
