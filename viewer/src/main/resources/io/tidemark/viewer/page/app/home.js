// The captures of the outputs directory: what each is, and a click to open or compare them.

import { el, link, table } from "./dom.js";
import { bytes, count, time } from "./format.js";

/**
 * @typedef {object} Shelved
 * @property {string} name
 * @property {number} writtenMillis
 * @property {number} bytes
 * @property {"judged" | "waiting" | "large"} state
 * @property {string} [case]
 * @property {string} [verdict]
 * @property {string} [verdictLine]
 * @property {string} [ending]
 * @property {string} [endingLine]
 * @property {number} [makespanNanos]
 */

const POLL_MILLIS = 700;
/** @type {Record<string, string>} */
const COLORS = { COMPLETE: "good", EMPTY: "busy" };

/** @param {number} millis */
function date(millis) {
  const moment = new Date(millis);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** @param {Shelved} entry */
function verdict(entry) {
  if (entry.state === "waiting") return el("span", { class: "quiet" }, "reading…");
  if (entry.state === "large") return el("span", { class: "quiet" }, "large; open it");
  const kind = entry.verdict ?? "";
  return el("span", { class: "verdict " + (COLORS[kind] ?? "bad"), title: entry.verdictLine }, kind);
}

/** @param {Shelved} entry */
function ending(entry) {
  if (entry.state !== "judged") return "";
  return entry.ending
    ? el("span", { class: "verdict bad", title: entry.endingLine }, entry.ending)
    : el("span", { class: "quiet", title: entry.endingLine }, "ended well");
}

class HomePage {
  #app;
  /** @type {string[]} */
  #chosen = [];
  #box = el("div", { class: "tablebox" });
  #compare;
  #note = el("p", { class: "quiet", role: "status" });
  #timer = 0;

  /** @param {import("./main.js").Application} app */
  constructor(app) {
    this.#app = app;
    this.#compare = el(
      "button",
      { type: "button", on: { click: () => app.openNamed("compare", this.#chosen[0], this.#chosen[1]) } },
      "Compare two",
    );
    const picker = el("input", {
      type: "file",
      webkitdirectory: true,
      multiple: true,
      hidden: true,
      on: { change: () => app.dropped([...(picker.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }))) },
    });
    this.element = el(
      "div",
      { class: "page home" },
      el(
        "section",
        { class: "card wide" },
        el("div", { class: "headline" }, el("h2", {}, "Captures"), el("span", { class: "actions" }, this.#compare, el("button", { type: "button", on: { click: () => picker.click() } }, "Open a directory…"), picker)),
        this.#note,
        this.#box,
      ),
    );
    this.#say();
  }

  #say() {
    this.#compare.disabled = this.#chosen.length !== 2;
    this.#compare.title = this.#chosen.length === 2 ? this.#chosen.join(" and ") : "Tick two captures first";
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  #choose(name, on) {
    this.#chosen = this.#chosen.filter((other) => other !== name);
    if (on) this.#chosen.push(name);
    this.#say();
  }

  /** Reads the list, and again as long as some of it is being judged. */
  async load() {
    const list = await this.#app.homeList();
    /** @type {Shelved[]} */
    const captures = list.captures;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.of : undefined;
    this.#box.replaceChildren(
      table(
        [{ text: "" }, { text: "capture" }, { text: "date" }, { text: "case" }, { text: "verdict" }, { text: "makespan", number: true }, { text: "ending" }, { text: "size", number: true }],
        captures.map((entry) => [
          el("input", {
            type: "checkbox",
            "aria-label": "Compare " + entry.name,
            "data-of": "tick " + entry.name,
            checked: this.#chosen.includes(entry.name),
            on: { change: (/** @type {Event} */ event) => this.#choose(entry.name, /** @type {HTMLInputElement} */ (event.target).checked) },
          }),
          el("span", { class: "opener" }, link(entry.name, () => this.#app.openNamed("overview", entry.name))),
          date(entry.writtenMillis),
          entry.case ?? "",
          verdict(entry),
          entry.makespanNanos !== undefined && entry.makespanNanos >= 0 ? time(entry.makespanNanos) : "",
          ending(entry),
          bytes(entry.bytes),
        ]),
        { class: "shelf" },
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.#box.querySelector(`[data-of="${CSS.escape(focused)}"]`))?.focus();
    const more = list.total > captures.length ? ` The newest ${count(captures.length)} of ${count(list.total)} are listed.` : "";
    this.#note.textContent =
      (captures.length === 0 ? `There is no capture under ${list.root}/ yet: record one with 'tidemark run'. ` : `Below ${list.root}/, the newest first.`) +
      more +
      " A directory or file dropped onto this page is opened, too.";
    if (captures.some((entry) => entry.state === "waiting")) this.#timer = window.setTimeout(() => this.element.isConnected && this.load(), POLL_MILLIS);
  }

  close() {
    window.clearTimeout(this.#timer);
  }
}

/** @param {import("./main.js").Asked} asked */
export async function showHome({ app }) {
  const page = new HomePage(app);
  return { element: page.element, opened: () => page.load(), close: () => page.close() };
}
