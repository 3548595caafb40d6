// Names of lanes and groups, left of the lanes. Groups fold; a lane has a menu: pin, move, hide.

import { clear, el } from "../dom.js";
import { count } from "../format.js";

/** @typedef {import("./lanes.js").Row} Row */
/** @typedef {import("./lanes.js").LaneLayout} LaneLayout */
/**
 * What can be done with lanes; the number is the lane's `id`.
 * @typedef {object} LaneActions
 * @property {(key: string) => void} fold
 * @property {(id: number) => void} pin
 * @property {(id: number) => void} hide
 * @property {(id: number, direction: number) => void} move
 */

/** Width of the column, in pixels; the style sheet knows it too. */
export const LABELS = 118;

const MOST_TOLD = 8; // lines of a tip

/** @param {Row} row */
function hasOwnClock(row) {
  const { meta } = row.track.capture;
  return row.group === "Host" && Boolean(meta.hostMode) && !meta.hostAligned;
}

/** @param {Row} row */
function laneTitle(row) {
  const { lane } = row;
  if (!lane) return "";
  if (lane.kind !== "channel") return `${lane.label}: ${count(lane.spans)} spans. Click for pin, move, hide.`;
  /** @type {{lane: number, text: string}[]} */
  const stretches = row.track.capture.meta.stretches;
  const told = stretches.filter((stretch) => stretch.lane === row.index);
  const lines = told.slice(0, MOST_TOLD).map(({ text }) => text);
  if (told.length > MOST_TOLD)
    lines.push(`and ${count(told.length - MOST_TOLD)} more; the overview and 'tidemark verify' list them`);
  return [`Records of the channel ${lane.label}`, ...lines].join("\n");
}

/**
 * @param {Row} row
 * @param {boolean} own
 */
function groupTitle(row, own) {
  const { meta } = row.track.capture;
  if (row.pinned) return "These lanes stay on top. Click to unpin all.";
  const sentences = [row.group ?? ""];
  if (own)
    sentences.push(
      `The host's clock could not be aligned with the device's (${meta.hostReason}); the distance between host and device lanes means nothing.`,
    );
  if (row.group === "Host" && meta.otherHostPasses)
    sentences.push(`${count(meta.otherHostPasses)} prepare passes belong to other runs and are not drawn.`);
  return sentences.join("\n");
}

/** @param {Row} row */
function keyOf(row) {
  return row.id === undefined ? "group " + row.key : "lane " + row.id;
}

export class LaneLabels {
  #key = "";
  #actions;
  /** @type {HTMLElement | null} */
  #menu = null;

  /** @param {LaneActions} actions */
  constructor(actions) {
    this.#actions = actions;
    this.element = el("div", {
      class: "labels",
      role: "group",
      "aria-label": "Lanes. Arrow keys go from name to name; p pins a lane, h hides it, Alt and an arrow key move it.",
      on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) },
    });
    document.addEventListener("pointerdown", this.#elsewhere);
  }

  #elsewhere = (/** @type {Event} */ event) => {
    if (this.#menu && event.target instanceof Node && !this.#menu.contains(event.target)) this.#closeMenu();
  };

  close() {
    document.removeEventListener("pointerdown", this.#elsewhere);
  }

  /**
   * Makes the labels anew only when something moved.
   * @param {LaneLayout} layout
   * @param {number} top
   */
  paint(layout, top) {
    const rows = layout.visible();
    /** @param {Row} row */
    const place = (row) => row.y - layout.scroll + top;
    const key = rows
      .map((row) => `${row.track.title}${keyOf(row)}@${place(row)}${row.key && layout.isFolded(row.key) ? "+" : ""}`)
      .join();
    if (key === this.#key) return;
    this.#key = key;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.key : null;
    const labels = rows.map((row) => this.#row(row, { top: place(row) + "px", height: row.height + "px" }, layout));
    const first = labels.find((label) => label.dataset.key === focused) ?? labels[0];
    first?.setAttribute("tabindex", "0"); // one stop of the Tab key; arrow keys reach the others
    this.#menu = null;
    clear(this.element).append(...labels, el("div", { class: "corner", css: { height: top + "px" } }));
    if (focused) first?.focus();
  }

  /**
   * @param {Row} row
   * @param {Record<string, string>} css
   * @param {LaneLayout} layout
   * @returns {HTMLElement}
   */
  #row(row, css, layout) {
    const { lane, id } = row;
    if (lane && id !== undefined) {
      return el(
        "div",
        {
          class: "lane " + lane.kind + (row.height < 12 ? " thin" : "") + (row.pinned ? " pinned" : ""),
          css,
          tabindex: "-1",
          role: "button",
          "aria-label": `${lane.label}${row.pinned ? ", pinned" : ""}`,
          "aria-haspopup": "menu",
          "data-key": keyOf(row),
          "data-lane": id,
          title: laneTitle(row),
          on: {
            click: () => this.#openMenu(row, layout),
            contextmenu: (/** @type {Event} */ event) => {
              event.preventDefault();
              this.#openMenu(row, layout);
            },
          },
        },
        row.height < 10 ? "" : lane.label,
      );
    }
    const folded = layout.isFolded(row.key ?? "");
    const own = hasOwnClock(row);
    const name = row.track.title && !row.pinned ? `${row.track.title} · ${row.group}` : row.group;
    return el(
      "button",
      {
        type: "button",
        class: row.track.title ? "group shared" : "group",
        tabindex: "-1",
        "data-key": keyOf(row),
        css,
        "aria-expanded": String(!folded),
        title: groupTitle(row, own),
        on: { click: () => this.#actions.fold(row.key ?? "") },
      },
      (folded ? "▸ " : "▾ ") + name + (own ? " (own clock)" : ""),
    );
  }

  /**
   * @param {Row} row
   * @param {LaneLayout} layout
   */
  #openMenu(row, layout) {
    const { id, lane } = row;
    this.#closeMenu();
    if (id === undefined || !lane) return;
    /** @param {string} text @param {() => void} action */
    const item = (text, action) =>
      el(
        "button",
        {
          type: "button",
          role: "menuitem",
          on: {
            click: () => {
              this.#closeMenu();
              action();
            },
          },
        },
        text,
      );
    const top = row.y - layout.scroll + row.height;
    this.#menu = el(
      "div",
      { class: "lanemenu", role: "menu", "aria-label": lane.label, "data-of": keyOf(row), css: { top: `min(${top + 24}px, 100% - 132px)` } },
      item(layout.isPinned(id) ? "Unpin" : "Pin on top", () => this.#actions.pin(id)),
      item("Move up", () => this.#actions.move(id, -1)),
      item("Move down", () => this.#actions.move(id, 1)),
      item("Hide", () => this.#actions.hide(id)),
    );
    this.element.after(this.#menu);
    this.#menu.addEventListener("keydown", (event) => this.#onMenuKey(event));
    /** @type {HTMLElement | null} */ (this.#menu.firstElementChild)?.focus();
  }

  #closeMenu() {
    const menu = this.#menu;
    this.#menu = null;
    if (!menu) return;
    const inside = menu.contains(document.activeElement);
    menu.remove();
    if (inside) this.#focus(menu.dataset.of ?? "");
  }

  /** @param {string} key */
  #focus(key) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
  }

  /** @param {KeyboardEvent} event */
  #onMenuKey(event) {
    const step = event.key === "ArrowDown" ? "nextElementSibling" : event.key === "ArrowUp" ? "previousElementSibling" : null;
    if (event.key === "Escape") this.#closeMenu();
    else if (step) /** @type {HTMLElement | null} */ (document.activeElement?.[step])?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const label = event.target instanceof HTMLElement ? event.target : null;
    if (!label || event.ctrlKey || event.metaKey) return;
    const lane = label.dataset.lane === undefined ? -1 : Number(label.dataset.lane);
    const direction = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (direction !== 0 && event.altKey && lane >= 0) this.#actions.move(lane, direction);
    else if (direction !== 0) this.#walk(label, direction);
    else if (lane >= 0 && (event.key === "Enter" || event.key === " ")) label.click();
    else if (lane >= 0 && event.key === "p") this.#actions.pin(lane);
    else if (lane >= 0 && event.key === "h") this.#actions.hide(lane);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {HTMLElement} label
   * @param {number} direction
   */
  #walk(label, direction) {
    const next = direction > 0 ? label.nextElementSibling : label.previousElementSibling;
    if (!(next instanceof HTMLElement) || !next.dataset.key) return;
    label.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}
