// The bar above every page: tabs, which capture, how it is, light or dark.

import { choice, clear, el } from "./dom.js";
import { otherTheme } from "./theme.js";

/** @typedef {import("./main.js").PageKind} PageKind */

/** @type {Record<string, string>} */
const VERDICTS = { COMPLETE: "good", EMPTY: "busy", GAPS: "bad", UNTRUSTED: "bad", READING: "busy" };

/**
 * A part of the page that is always there.
 * @param {string} id
 */
export function part(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

export class Bar {
  #app;

  /** @param {import("./main.js").Application} app */
  constructor(app) {
    this.#app = app;
    const button = el(
      "button",
      {
        type: "button",
        class: "small",
        "aria-label": "Light or dark",
        title: "Light or dark",
        on: { click: () => app.state.set({ theme: otherTheme() }) },
      },
      "◐",
    );
    part("theme").replaceChildren(button);
  }

  /**
   * The address of a page of the capture that is shown.
   * @param {string} page
   */
  #address(page) {
    return this.#app.state.address({ capture: this.#app.key(this.#app.current), page });
  }

  /**
   * A link to a page that keeps how things are looked at, whatever that is when it is followed.
   * @param {string} name
   * @param {PageKind} page
   * @param {boolean} current
   */
  #tab(name, page, current) {
    const refresh = () => tab.setAttribute("href", this.#address(name));
    const tab = el(
      "a",
      {
        href: this.#address(name),
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
            this.#app.state.set({ capture: this.#app.key(this.#app.current), page: name }, true);
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
   * @param {import("./capture.js").Capture | null} capture null when the page is of none
   */
  show(pages, current, capture) {
    clear(part("tabs")).append(...Object.entries(pages).map(([name, page]) => this.#tab(name, page, name === current)));
    const which = clear(part("which"));
    document.title = capture ? capture.label + " – Tidemark" : "Tidemark";
    if (!capture) return;
    const app = this.#app;
    if (app.captures.length > 1) {
      /** @type {{label: string}[]} */
      const captures = app.captures;
      const options = captures.map((entry, at) => ({ value: at, text: entry.label }));
      which.append(choice("Capture", options, app.current, (at) => app.go(current, undefined, undefined, Number(at)), true));
    } else {
      which.append(el("span", { class: "capture", title: capture.label }, capture.label));
    }
    const { verdict, verdictLine, ending, endingLine, conditions } = capture.meta;
    const overview = this.#address("overview");
    if (ending) {
      which.append(el("a", { class: "verdict bad", id: "ending", href: overview, title: endingLine }, ending));
    }
    if (conditions?.banner) {
      which.append(el("span", { class: "shared", title: conditions.banner }, conditions.shared));
    }
    which.append(el("a", { class: "verdict " + VERDICTS[verdict], href: overview, title: verdictLine }, verdict));
  }
}
