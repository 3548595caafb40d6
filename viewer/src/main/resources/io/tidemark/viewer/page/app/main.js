// Starts the page: which captures there are, which page is open, and the bar above it.

import { showArguments } from "./args.js";
import { Capture } from "./capture.js";
import { showCompare } from "./compare.js";
import { choice, clear, el } from "./dom.js";
import { showGraph } from "./graph.js";
import { showLive } from "./live.js";
import { showOverview } from "./overview.js";
import { showScopes } from "./scopes.js";
import { openSource } from "./source.js";
import { showPreview, showTimeline } from "./timeline-page.js";

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
  current = 0;
  #entries = [];
  #close = () => {};
  #serial = 0;
  /** @type {string | null} where a running run tells of itself */
  live = null;

  async start() {
    try {
      await this.refresh();
    } catch (failure) {
      this.#sorry(failure);
      return;
    }
    window.addEventListener("hashchange", () => this.route());
    await this.route();
  }

  /** Reads the list of captures again; a live run adds one when it ends. */
  async refresh() {
    const list = await this.#source.json("captures.json");
    this.live = list.live ? this.#source.live : null;
    this.#entries = list.captures;
    list.captures.forEach((entry, index) => {
      if (!this.#captures[index]) this.#captures[index] = new Capture(this.#source, index, entry.label);
    });
  }

  get captures() {
    return this.#captures;
  }

  /** Opens a page: #CAPTURE/PAGE/KIND/ID. */
  go(page, kind, id, capture = this.current) {
    const parts = [capture, page];
    if (kind !== undefined) parts.push(kind, String(id));
    window.location.hash = parts.join("/");
  }

  async route() {
    const serial = ++this.#serial;
    const [first, second, kind, id] = window.location.hash.replace(/^#/, "").split("/");
    const index = /^\d+$/.test(first) ? Number(first) : 0;
    this.current = Math.min(index, Math.max(0, this.#captures.length - 1));
    const pages = this.#pages();
    const page = Object.hasOwn(pages, second) ? second : Object.keys(pages)[0];
    if (!page) {
      clear(part("main")).append(
        el("p", { class: "card" }, "No capture is open: tidemark view CAPTURE."),
      );
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
      const opened = await pages[page].show({ app: this, capture, main, kind, id });
      if (serial !== this.#serial) {
        if (opened?.close) opened.close();
        return;
      }
      await this.#open(main, opened, page);
    } catch (failure) {
      if (serial === this.#serial) {
        this.#bar(pages, page, null);
        this.#sorry(failure);
      }
    }
  }

  /** Shows a page; `data-page` and `data-address` name it once all it draws at first is drawn. */
  async #open(main, opened, name) {
    this.#close();
    clear(main).append(opened.element);
    this.#close = () => opened.close && opened.close();
    if (opened.opened) await opened.opened();
    if (opened.element.isConnected) Object.assign(main.dataset, { page: name, address: window.location.hash });
  }

  /** Waits for a capture that is still being read, showing the cores as soon as they are known. */
  async #untilRead(serial, main) {
    let shown = false;
    while (serial === this.#serial && this.#entries[this.current].state === "reading") {
      const entry = this.#entries[this.current];
      if (entry.preview && !shown) {
        shown = true;
        const capture = await new Capture(this.#source, this.current, entry.label, "preview").open();
        if (serial !== this.#serial) return;
        this.#bar({ timeline: { text: "Timeline" } }, "timeline", capture);
        await this.#open(main, showPreview(capture), "preview");
      }
      await new Promise((done) => setTimeout(done, shown ? POLL_MILLIS : POLL_MILLIS / 5));
      await this.refresh();
    }
  }

  #pages() {
    const meta = this.#captures[this.current]?.meta;
    const has = (test) => !meta || test(meta);
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

  #bar(pages, current, capture) {
    const tabs = clear(part("tabs"));
    for (const [name, page] of Object.entries(pages)) {
      tabs.append(
        el(
          "a",
          {
            href: `#${this.current}/${name}`,
            class: page.off ? "off" : null,
            title: page.off ? page.why : null,
            "aria-description": page.off ? page.why : null,
            "aria-current": name === current ? "page" : null,
          },
          page.text,
        ),
      );
    }
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
    if (ending) {
      which.append(
        el("a", { class: "verdict bad", id: "ending", href: `#${this.current}/overview`, title: endingLine }, ending),
      );
    }
    if (conditions?.banner) {
      which.append(el("span", { class: "shared", title: conditions.banner }, conditions.shared));
    }
    which.append(
      el(
        "a",
        { class: "verdict " + VERDICTS[verdict], href: `#${this.current}/overview`, title: verdictLine },
        verdict,
      ),
    );
  }

  #sorry(failure) {
    clear(part("main")).append(
      el("div", { class: "alarm card" }, el("strong", {}, "This page could not be shown. "), failure.message),
    );
  }
}

new App().start();
