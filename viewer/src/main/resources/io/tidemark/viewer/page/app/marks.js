// Moments that a query found, to be marked on the timeline of their capture. Kept as long as the page is open.

/** @typedef {{begin: number, end: number}} Mark nanoseconds of the page's axis */

/** @type {WeakMap<object, Mark[]>} */
const kept = new WeakMap();

/**
 * @param {object} capture
 * @param {Mark[]} marks
 */
export function setMarks(capture, marks) {
  kept.set(capture, marks);
}

/**
 * @param {object} capture
 * @returns {Mark[]}
 */
export function marksOf(capture) {
  return kept.get(capture) ?? [];
}

const BEGINS = ["start_ns", "begin_ns", "from_ns", "ts_ns", "time_ns", "dispatch_ns"];
const ENDS = ["end_ns", "to_ns", "finish_ns"];

/**
 * The marks of rows that have a moment; `shift` is what the page's axis is ahead of the tables'.
 * @param {Record<string, unknown>[]} rows
 * @param {number} shift
 */
export function marksIn(rows, shift) {
  /** @type {(row: Record<string, unknown>, names: string[]) => number} */
  const first = (row, names) => {
    const name = names.find((candidate) => typeof row[candidate] === "number");
    return name === undefined ? NaN : Number(row[name]) + shift;
  };
  return rows
    .map((row) => {
      const begin = first(row, BEGINS);
      const end = first(row, ENDS);
      return { begin: Number.isNaN(begin) ? end : begin, end: Number.isNaN(end) ? begin : Math.max(begin, end) };
    })
    .filter(({ begin }) => !Number.isNaN(begin))
    .sort((one, other) => one.begin - other.begin);
}
