// What a search means: words of kernel names, a task, lengths, cores, scopes, moments. All parts must hold.
//
//   qk >10ms on aic        kernels with "qk" in their name that ran longer than 10 ms on an AIC core
//   "two words"            a name with a blank in it
//   r2t7, t7, 0x200000007  a task
//   >10us  >=1ms  <5ms  1ms..2ms      how long it ran
//   on aic   on aiv 3                 which cores
//   in FILE:LINE                      the scope it was submitted in
//   after 5ms   before 7ms            when it began

import { parseTask } from "./format.js";

/**
 * @typedef {object} Query
 * @property {string[]} names lower-case texts, all of which a kernel's name holds
 * @property {string | null} task as it was typed
 * @property {number} least nanoseconds
 * @property {number} most nanoseconds; Infinity for no end
 * @property {string[]} cores lower-case names of lanes, one of which the lane's begins with
 * @property {string[]} scopes lower-case texts, all of which the scope's place holds
 * @property {number} after nanoseconds
 * @property {number} before nanoseconds
 */

/** @type {Record<string, number>} */
const UNITS = { ns: 1, us: 1e3, "µs": 1e3, "μs": 1e3, ms: 1e6, s: 1e9 };
const NUMBER = "(\\d+(?:\\.\\d+)?)(ns|us|µs|μs|ms|s)";
const LENGTH = new RegExp(`^(>=|<=|>|<)${NUMBER}$`, "i");
const BETWEEN = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`, "i");
const MOMENT = new RegExp(`^${NUMBER}$`, "i");

/**
 * @param {string} number
 * @param {string} unit
 */
function nanos(number, unit) {
  return Number(number) * UNITS[unit.toLowerCase()];
}

/**
 * The words of a text. A part in quotes is one word and is always a name.
 * @param {string} text
 */
function words(text) {
  return [...text.matchAll(/"([^"]*)"?|(\S+)/g)].map((match) => ({ text: match[1] ?? match[2], quoted: match[2] === undefined }));
}

/**
 * Reads a search. A word that stands where a core, a scope or a moment must follow, and has none, is a name.
 * @param {string} text
 * @returns {Query}
 */
export function parseQuery(text) {
  /** @type {Query} */
  const query = { names: [], task: null, least: 0, most: Infinity, cores: [], scopes: [], after: -Infinity, before: Infinity };
  const list = words(text.replace(/(>=|<=|>|<)\s+(?=\d)/g, "$1"));
  for (let at = 0; at < list.length; at++) {
    const { text: word, quoted } = list[at];
    const next = list[at + 1]?.text ?? "";
    const lower = word.toLowerCase();
    const length = quoted ? null : LENGTH.exec(word);
    const between = quoted ? null : BETWEEN.exec(word);
    const moment = quoted || (lower !== "after" && lower !== "before") ? null : MOMENT.exec(next);
    if (length) {
      const value = nanos(length[2], length[3]);
      if (length[1].startsWith(">")) query.least = Math.max(query.least, length[1] === ">" ? value + Number.EPSILON * value : value);
      else query.most = Math.min(query.most, length[1] === "<" ? value - Number.EPSILON * value : value);
    } else if (between) {
      query.least = Math.max(query.least, nanos(between[1], between[2]));
      query.most = Math.min(query.most, nanos(between[3], between[4]));
    } else if (moment) {
      const value = nanos(moment[1], moment[2]);
      if (lower === "after") query.after = Math.max(query.after, value);
      else query.before = Math.min(query.before, value);
      at++;
    } else if (!quoted && lower === "on" && next) {
      const number = /^\d+$/.test(list[at + 2]?.text ?? "") ? " " + list[at + 2].text : "";
      query.cores.push(next.toLowerCase() + number);
      at += number ? 2 : 1;
    } else if (!quoted && lower === "in" && next) {
      query.scopes.push(next.toLowerCase());
      at++;
    } else if (!quoted && query.task === null && parseTask(word) !== null) {
      query.task = word;
    } else {
      query.names.push(lower);
    }
  }
  return query;
}

/**
 * Whether a search needs more of a run than its kernel.
 * @param {Query} query
 */
export function needsFacts(query) {
  return (
    query.least > 0 ||
    query.most < Infinity ||
    query.cores.length > 0 ||
    query.scopes.length > 0 ||
    query.after > -Infinity ||
    query.before < Infinity
  );
}

/**
 * Whether the name of a lane is one of those that were asked for: "aic" means all of them, "aic 1" not "aic 12".
 * @param {Query} query
 * @param {string} label
 */
export function matchesCore(query, label) {
  const name = label.toLowerCase();
  return query.cores.length === 0 || query.cores.some((core) => name === core || name.startsWith(core + " "));
}

/**
 * @param {Query} query
 * @param {number} begin
 * @param {number} end
 */
export function matchesTimes(query, begin, end) {
  const length = end - begin;
  const timed = query.least === 0 && query.most === Infinity ? true : length >= query.least && length <= query.most;
  return timed && !(begin < query.after) && !(begin > query.before);
}
