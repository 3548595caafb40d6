// Starts the page: which captures there are, which page is open, and the bar above it.

import { showArguments } from "./args.js";
import { Capture } from "./capture.js";
import { showCompare } from "./compare.js";
import { choice, clear, el } from "./dom.js";
import { showGraph } from "./graph.js";
import { showLive } from "./live.js";
import { showOverview } from "./overview.js";
import { showPmu } from "./pmu.js";
import { showScopes } from "./scopes.js";
import { openSource } from "./source.js";
import { PageState } from "./state.js";
import { otherTheme, useTheme } from "./theme.js";
import { showPreview, showTimeline } from "./timeline-page.js";

/** @typedef {{app: App, capture: Capture, main: HTMLElement}} Asked what a page is made from */
/** @typedef {{element: HTMLElement, close?: () => void, opened?: () => unknown}} Opened a page that is shown */
/** @typedef {{text: string, show: (asked: any) => Promise<Opened>, off?: boolean, why?: string}} PageKind */
/** @typedef {{label: string, state: string, preview: boolean, failure: string}} Entry a capture the server has */

/** @type {Record<string, string>} */
const VERDICTS = { COMPLETE: "good", EMPTY: "busy", GAPS: "bad", UNTRUSTED: "bad", READING: "busy" };
const POLL_MILLIS = 250;

/**
 * A part of the page that is always there.
 * @param {string} id
 */
function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

class App {
  #source = openSource();
  /** @type {Capture[]} */
  #captures = [];
  /** @type {Entry[]} */
  #entries = [];
  #close = () => {};
  #serial = 0;
  #quiet = false;
  state = new PageState();
  current = 0;
  /** @type {string | null} where a running run tells of itself */
  live = null;

  async start() {
    useTheme(this.state.value.theme);
    this.#themeButton();
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
      (value.page === "graph" && value.one.selected !== before.one.selected)
    );
  }

  /** Reads the list of captures again; a live run adds one when it ends. */
  async refresh() {
    const list = await this.#source.json("captures.json");
    this.live = list.live ? this.#source.live : null;
    this.#entries = list.captures;
    this.#entries.forEach((entry, index) => {
      if (!this.#captures[index]) this.#captures[index] = new Capture(this.#source, index, entry.label);
    });
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
    const patch = { ...this.state.withCapture(String(capture)), page };
    if (kind === "with") patch.other = String(id);
    else if (page === "arguments") patch.row = kind === undefined ? "" : kind === "task" ? "task " + id : String(id);
    else if (kind === "task" || kind === "run")
      patch.one = { ...(patch.one ?? this.state.value.one), selected: { kind, id: String(id), side: 0 }, answer: "", range: null };
    else if (page === "timeline" && kind !== undefined)
      patch.one = { ...(patch.one ?? this.state.value.one), selected: null, range: null, answer: `${kind} ${id}` };
    this.state.go(patch);
  }

  /**
   * Writes into the address what a page shows, and leaves the page as it is.
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
    const index = /^\d+$/.test(value.capture) ? Number(value.capture) : 0;
    this.current = Math.min(index, Math.max(0, this.#captures.length - 1));
    const pages = this.#pages();
    const page = Object.hasOwn(pages, value.page) ? value.page : Object.keys(pages)[0];
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
      if (page !== "live") await this.#untilRead(serial, main);
      if (serial !== this.#serial) return;
      const capture = page === "live" ? null : await this.#captures[this.current].open();
      if (serial !== this.#serial) return;
      this.#bar(this.#pages(), page, capture);
      const opened = await pages[page].show({ app: this, capture, main });
      if (serial !== this.#serial) {
        if (opened?.close) opened.close();
        return;
      }
      await this.#open(main, opened, page, address);
    } catch (failure) {
      if (serial === this.#serial) {
        this.#bar(pages, page, null);
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
   * Waits for a capture that is still being read, showing the cores as soon as they are known.
   * @param {number} serial
   * @param {HTMLElement} main
   */
  async #untilRead(serial, main) {
    let shown = false;
    while (serial === this.#serial && this.#entries[this.current].state === "reading") {
      const entry = this.#entries[this.current];
      if (entry.preview && !shown) {
        shown = true;
        const capture = await new Capture(this.#source, this.current, entry.label, "preview").open();
        if (serial !== this.#serial) return;
        this.#bar({ timeline: { text: "Timeline", show: showTimeline } }, "timeline", capture);
        await this.#open(main, showPreview(capture), "preview", window.location.hash);
      }
      await new Promise((done) => setTimeout(done, shown ? POLL_MILLIS : POLL_MILLIS / 5));
      await this.refresh();
    }
  }

  /** @returns {Record<string, PageKind>} */
  #pages() {
    const meta = this.#captures[this.current]?.meta;
    const has = (/** @type {(meta: any) => boolean} */ test) => !meta || test(meta);
    /** @type {Record<string, PageKind>} */
    const pages = {};
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
    pages.compare = {
      text: "Compare",
      show: showCompare,
      off: this.#captures.length < 2,
      why: "open two captures to compare them",
    };
    return pages;
  }

  /**
   * A link to a page that keeps how things are looked at, whatever that is when it is followed.
   * @param {string} name
   * @param {PageKind} page
   * @param {boolean} current
   */
  #tab(name, page, current) {
    const address = () => this.state.address({ capture: String(this.current), page: name });
    const refresh = () => tab.setAttribute("href", address());
    const tab = el(
      "a",
      {
        href: address(),
        class: page.off ? "off" : null,
        title: page.off ? page.why : null,
        "aria-description": page.off ? page.why : null,
        "aria-current": current ? "page" : null,
        on: {
          pointerenter: refresh,
          focus: refresh,
          click: (/** @type {MouseEvent} */ event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            this.state.set({ capture: String(this.current), page: name }, true);
          },
        },
      },
      page.text,
    );
    return tab;
  }

  /**
   * @param {Record<string, PageKind>} pages
   * @param {string} current
   * @param {Capture | null} capture
   */
  #bar(pages, current, capture) {
    clear(part("tabs")).append(...Object.entries(pages).map(([name, page]) => this.#tab(name, page, name === current)));
    const which = clear(part("which"));
    if (!capture) return;
    document.title = capture.label + " – Tidemark";
    if (this.#captures.length > 1) {
      const options = this.#captures.map((entry, at) => ({ value: at, text: entry.label }));
      which.append(choice("Capture", options, this.current, (at) => this.go(current, undefined, undefined, Number(at)), true));
    } else {
      which.append(el("span", { class: "capture", title: capture.label }, capture.label));
    }
    const { verdict, verdictLine, ending, endingLine, conditions } = capture.meta;
    const overview = this.state.address({ capture: String(this.current), page: "overview" });
    if (ending) {
      which.append(el("a", { class: "verdict bad", id: "ending", href: overview, title: endingLine }, ending));
    }
    if (conditions?.banner) {
      which.append(el("span", { class: "shared", title: conditions.banner }, conditions.shared));
    }
    which.append(el("a", { class: "verdict " + VERDICTS[verdict], href: overview, title: verdictLine }, verdict));
  }

  #themeButton() {
    const button = el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-label": "Light or dark",
        title: "Light or dark",
        on: { click: () => this.state.set({ theme: otherTheme() }) },
      },
      "◐",
    );
    part("theme").replaceChildren(button);
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
