// A table in a box that scrolls. The box ends after a whole row, and a shadow says that more rows follow.

import { el } from "./dom.js";

/**
 * How much of a box shows whole rows only; `bottoms` are the lower edges of its rows, from its upper edge.
 * @param {number} room
 * @param {number[]} bottoms
 */
export function wholeRows(room, bottoms) {
  /** @param {number} bottom */
  const fits = (bottom) => bottom < room + 1; // a box is rounded to whole pixels, a row is not
  if (bottoms.every(fits)) return room;
  return bottoms.findLast(fits) ?? room; // one row may be higher than the box
}

/** @param {HTMLElement} box */
function fit(box) {
  const { scrollTop } = box;
  box.style.maxHeight = "";
  const room = box.clientHeight;
  const top = box.getBoundingClientRect().top + box.clientTop - box.scrollTop;
  const bottoms = [...box.querySelectorAll("tbody tr")].map((row) => row.getBoundingClientRect().bottom - top);
  const kept = wholeRows(room, bottoms);
  if (kept < room) box.style.maxHeight = Math.ceil(kept) + box.offsetHeight - room + "px";
  box.scrollTop = scrollTop;
}

/**
 * Puts a table and what stands below it into such a box; it follows the window and the table.
 * @param {import("./dom.js").Attributes} attributes
 * @param {HTMLElement} table
 * @param {import("./dom.js").Content[]} below
 */
export function rowBox(attributes, table, ...below) {
  const box = el("div", { ...attributes, class: "rows " + attributes.class }, table, ...below);
  let shown = false;
  let asked = 0;
  const watcher = new ResizeObserver(() => {
    if (shown && !box.isConnected) watcher.disconnect();
    shown = box.isConnected;
    if (!shown) return;
    cancelAnimationFrame(asked);
    asked = requestAnimationFrame(() => fit(box));
  });
  watcher.observe(/** @type {HTMLElement} */ (document.getElementById("main")));
  watcher.observe(table);
  return box;
}
