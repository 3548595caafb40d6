// Whether the times of two captures may be held against each other, and if not, why.

import { endingWords } from "./endings.js";
import { count } from "./format.js";

/** @typedef {import("./capture.js").Conditions} Conditions */
/** @typedef {{meta: import("./capture.js").Meta, overview: import("./overview.js").Overview}} Compared one of two captures */

/**
 * The channels a capture was recorded with: by its books, or else by what it holds.
 * @param {Compared} compared
 */
function channelsOf({ meta, overview }) {
  const held = {
    swimlane: meta.level > 0,
    deps: meta.nodes > 0,
    args: meta.args > 0,
    scope: meta.scopes,
    pmu: meta.counters.length > 0,
  };
  const found = new Set(overview.ledgers.map(({ channel }) => channel));
  for (const [channel, there] of Object.entries(held)) if (there) found.add(channel);
  return [...found].sort();
}

/**
 * @param {string} name
 * @param {Compared} compared
 */
function endingOf(name, { overview }) {
  const { ending } = overview;
  const known = ending && ending.kind !== "ok";
  const hung = overview.hang || (overview.hangBytes ?? 0) > 0;
  if (!known && !hung) return null;
  const how = known ? endingWords(ending.kind) : "hung";
  const code = ending?.errorName ? ` (${ending.errorName})` : "";
  return `${name} ${how}${code}: how long it ran says nothing about how fast it works.`;
}

/**
 * @param {string} name
 * @param {Compared} compared
 */
function gapsOf(name, { meta }) {
  return meta.verdict === "COMPLETE" ? null : `${name} does not hold all records. ${meta.verdictLine}`;
}

/**
 * @param {string} name
 * @param {Compared} compared
 */
function unrecorded(name, { meta }) {
  return meta.runs > 0 ? null : `${name} holds no run of a kernel.`;
}

const list = (/** @type {string[]} */ words) => (words.length === 0 ? "nothing" : words.join(", "));

/**
 * What only one of the two was asked to record, by the names of the options' features.
 * @param {string[]} one
 * @param {string[]} other
 */
function askedApart(one, other) {
  const only = (/** @type {string[]} */ mine, /** @type {string[]} */ theirs) => mine.filter((word) => !theirs.includes(word));
  return `Only A was asked to record ${list(only(one, other))}; only B ${list(only(other, one))}.`;
}

/**
 * Sentences on what the two were recorded with, where that differs: recording takes time itself.
 * @param {Compared} a
 * @param {Compared} b
 */
function recordedApart(a, b) {
  const [one, other] = [a, b].map(channelsOf);
  const sentences = [];
  if (a.meta.level > 0 && b.meta.level > 0 && a.meta.level !== b.meta.level)
    sentences.push(`A was recorded at level ${a.meta.level}, B at level ${b.meta.level}.`);
  if (one.join() !== other.join())
    sentences.push(`A was recorded with ${list(one)}; B with ${list(other)}.`);
  const [mine, theirs] = [a, b].map(({ overview }) => overview.origin?.recorded);
  const told = sentences.length > 0 || !mine || !theirs;
  if (!told && mine.join() !== theirs.join()) sentences.push(askedApart(mine, theirs));
  return sentences;
}

/**
 * @param {Compared} a
 * @param {Compared} b
 */
function otherWork(a, b) {
  const [one, other] = [a, b].map(({ overview }) => overview.origin?.case);
  return one && other && one !== other ? [`A ran ${one}, B ran ${other}.`] : [];
}

/**
 * Cores that share CPUs in another measure were slowed down in another measure, too.
 * @param {Compared} a
 * @param {Compared} b
 */
function hostApart(a, b) {
  const [one, other] = [a, b].map(({ meta }) => meta.conditions);
  const measure = (/** @type {Conditions | undefined} */ conditions) => (conditions?.shared ? conditions.cores / conditions.cpus : 1);
  if (measure(one) === measure(other)) return [];
  const say = (/** @type {string} */ name, /** @type {Conditions | undefined} */ conditions) => (conditions?.shared ? `In ${name} ${conditions.shared}. ` : "");
  return [`${say("A", one)}${say("B", other)}How long that took is the host's doing, not the chip's.`];
}

/**
 * Why two captures are not comparable, a sentence each; empty when they are. A side is {meta, overview}.
 * @param {Compared} a
 * @param {Compared} b
 */
export function obstacles(a, b) {
  const each = (/** @type {(name: string, compared: Compared) => string | null} */ rule) => [rule("A", a), rule("B", b)];
  return [
    ...each(endingOf),
    ...each(unrecorded),
    ...otherWork(a, b),
    ...recordedApart(a, b),
    ...hostApart(a, b),
    ...each(gapsOf),
  ].filter(Boolean);
}

/**
 * What differs without forbidding to compare: more cores or fewer tasks may be what was changed.
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
