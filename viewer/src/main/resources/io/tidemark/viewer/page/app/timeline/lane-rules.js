// Rules of single lanes: when one is idle, and how one changes places.

const EVERY_LANE = -1;
const MISSING = new Set(["gap", "somewhere", "unread"]);

/**
 * True for a lane with nothing on it; one whose records are missing is not idle.
 * @param {import("../capture.js").Capture} capture
 * @param {number} index
 */
export function isIdle(capture, index) {
  const { lanes, stretches } = capture.meta;
  /** @param {{lane: number, kind: string}} stretch */
  const concerns = ({ lane, kind }) => lane === index || (lane === EVERY_LANE && MISSING.has(kind));
  return lanes[index].spans === 0 && !stretches.some(concerns);
}

/**
 * A list with one entry and its neighbour exchanged; the same list at its ends.
 * @param {number[]} list
 * @param {number} at
 * @param {number} direction
 */
export function swapped(list, at, direction) {
  const other = at + direction;
  if (other < 0 || other >= list.length) return list;
  const copy = [...list];
  [copy[at], copy[other]] = [copy[other], copy[at]];
  return copy;
}
