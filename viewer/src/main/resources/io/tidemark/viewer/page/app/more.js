// Long lists a step at a time: what is left out is counted, and one click away.

import { el, link, table } from "./dom.js";
import { count } from "./format.js";

/**
 * A line "40 of 300 are shown" with a button that adds the next ones; null when all are shown.
 * @param {number} total
 * @param {number} shown
 * @param {number} step
 * @param {(from: number, to: number) => void} add
 */
function rest(total, shown, step, add) {
  if (shown >= total) return null;
  const line = el("p", { class: "quiet more" });
  let at = shown;
  const say = () => {
    const next = Math.min(step, total - at);
    line.replaceChildren(
      `${count(at)} of ${count(total)} are shown. `,
      link(`Show ${count(next)} more`, () => {
        add(at, at + next);
        at += next;
        if (at < total) say();
        else line.remove();
      }),
    );
  };
  say();
  return line;
}

/**
 * A list whose rows `row` makes of items, at first `most` of them; the items beyond follow by clicks.
 * @template T
 * @param {import("./dom.js").Attributes} attributes
 * @param {T[]} items
 * @param {number} most
 * @param {(item: T) => Node} row
 * @returns {[HTMLUListElement, HTMLElement | null]}
 */
export function growingList(attributes, items, most, row) {
  const list = el("ul", attributes, items.slice(0, most).map(row));
  /** @type {(from: number, to: number) => void} */
  const add = (from, to) => list.append(...items.slice(from, to).map(row));
  return [list, rest(items.length, Math.min(most, items.length), Math.max(200, most), add)];
}

/**
 * The same for a table: `cells` makes the cells of a row.
 * @template T
 * @param {import("./dom.js").Column[]} head
 * @param {T[]} items
 * @param {number} most
 * @param {(item: T) => import("./dom.js").Content[]} cells
 * @param {import("./dom.js").Attributes} [attributes]
 * @returns {[HTMLTableElement, HTMLElement | null]}
 */
export function growingTable(head, items, most, cells, attributes) {
  const first = table(head, items.slice(0, most).map(cells), attributes);
  /** @type {(from: number, to: number) => void} */
  const add = (from, to) =>
    first.tBodies[0].append(...table(head, items.slice(from, to).map(cells)).tBodies[0].rows);
  return [first, rest(items.length, Math.min(most, items.length), Math.max(200, most), add)];
}
