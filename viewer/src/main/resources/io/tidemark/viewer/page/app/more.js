// Long lists a step at a time: what is left out is counted, and one click away.

import { el, link, table } from "./dom.js";
import { count } from "./format.js";

/** A line "40 of 300 are shown" with a button that adds the next ones; null when all are shown. */
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

/** A list whose rows `row` makes of items, at first `most` of them; the items beyond follow by clicks. */
export function growingList(attributes, items, most, row) {
  const list = el("ul", attributes, items.slice(0, most).map(row));
  const add = (from, to) => list.append(...items.slice(from, to).map(row));
  return [list, rest(items.length, Math.min(most, items.length), Math.max(200, most), add)];
}

/** The same for a table: `cells` makes the cells of a row. */
export function growingTable(head, items, most, cells, attributes) {
  const first = table(head, items.slice(0, most).map(cells), attributes);
  const add = (from, to) =>
    first.tBodies[0].append(...table(head, items.slice(from, to).map(cells)).tBodies[0].rows);
  return [first, rest(items.length, Math.min(most, items.length), Math.max(200, most), add)];
}
