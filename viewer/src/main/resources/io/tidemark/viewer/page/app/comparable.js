// What differs between two captures without forbidding to compare them. Whether they may be compared is said by
// 'tidemark diff --json', in its limits.

import { count } from "./format.js";

/** @typedef {{meta: import("./capture.js").Meta, overview: import("./overview.js").Overview}} Compared one of two captures */

/**
 * More cores or fewer tasks may be what was changed.
 * @param {Compared} a
 * @param {Compared} b
 */
export function differencesToKnow(a, b) {
  const told = [];
  const say = (/** @type {string} */ what, /** @type {number} */ one, /** @type {number} */ other) => {
    if (one !== other) told.push(`A has ${count(one)} ${what}, B ${count(other)}.`);
  };
  say("cores", a.overview.cores, b.overview.cores);
  say("tasks", a.meta.tasks - a.overview.allocations, b.meta.tasks - b.overview.allocations);
  for (const key of /** @type {const} */ (["platform", "runtime"])) {
    const [one, other] = [a, b].map(({ overview }) => overview.origin?.[key]);
    if (one && other && one !== other) told.push(`The ${key} of A is ${one}, of B ${other}.`);
  }
  const [one, other] = [a, b].map(({ meta }) => meta.conditions?.words);
  if (one && other && one !== other) told.push(`A was measured on ${one}; B on ${other}.`);
  return told;
}
