// The sums of a range: kernels, durations, parts of core time, a counter. Pure; the server answers the same.

import { COMPUTE } from "./parts.js";

/** @typedef {{begin: number, end: number, lanes: number[] | null}} Range lanes are numbers, null means all */
/** @typedef {{name: number, count: number, total: number, mean: number, least: number, p50: number, p90: number, p99: number, most: number, longest: number}} KernelRow */
/** @typedef {{lane: number, parts: number[]}} CoreRow nanoseconds by part */
/**
 * @typedef {object} RangeReport
 * @property {number} begin
 * @property {number} end
 * @property {KernelRow[]} kernels
 * @property {{firstBin: number, counts: number[]}} histogram
 * @property {CoreRow[]} cores
 * @property {number} [criticalNanos]
 * @property {{mean: number, most: number}} [ready]
 */
/** @typedef {{index: number, lane: number, name: number, begin: number, end: number}} TimedRun */

/**
 * Lanes as the server reads them: 0-3.7, or all.
 * @param {number[] | null} lanes
 */
export function laneText(lanes) {
  if (lanes === null) return "all";
  const sorted = [...lanes].sort((a, b) => a - b);
  /** @type {string[]} */
  const runs = [];
  for (let at = 0; at < sorted.length; ) {
    let last = at;
    while (last + 1 < sorted.length && sorted[last + 1] === sorted[last] + 1) last++;
    runs.push(last === at ? String(sorted[at]) : `${sorted[at]}-${sorted[last]}`);
    at = last + 1;
  }
  return runs.join(".");
}

/**
 * The bin of a duration, two to an octave: bin 2k begins at 2^k nanoseconds.
 * @param {number} nanos
 */
function binOf(nanos) {
  if (nanos < 1) return 0;
  let octave = Math.floor(Math.log2(nanos));
  if (2 ** octave > nanos) octave--;
  if (2 ** (octave + 1) <= nanos) octave++;
  return 2 * octave + (nanos >= Math.SQRT2 * 2 ** octave ? 1 : 0);
}

/**
 * The least value that at least this share of the sorted values does not exceed.
 * @param {number[]} sorted
 * @param {number} share
 */
function rank(sorted, share) {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

/**
 * Whether a part of a run is in a range.
 * @param {TimedRun} run
 * @param {Range} range
 */
export function isInside(run, { begin, end }) {
  return run.begin < end && (run.end > begin || run.begin >= begin);
}

/**
 * The kernels of a range, in order of their names' numbers, and the histogram of all durations.
 * @param {TimedRun[]} runs
 * @param {Range} range
 */
export function kernelsOf(runs, range) {
  /** @type {Map<number, {lengths: number[], total: number, longest: TimedRun}>} */
  const found = new Map();
  /** @type {number[]} */
  const bins = [];
  for (const run of runs) {
    if (!isInside(run, range)) continue;
    let kernel = found.get(run.name);
    if (!kernel) found.set(run.name, (kernel = { lengths: [], total: 0, longest: run }));
    const length = run.end - run.begin;
    if (length > kernel.longest.end - kernel.longest.begin) kernel.longest = run;
    kernel.lengths.push(length);
    kernel.total += Math.min(run.end, range.end) - Math.max(run.begin, range.begin);
    bins[binOf(length)] = (bins[binOf(length)] ?? 0) + 1;
  }
  const kernels = [...found]
    .sort(([one], [other]) => one - other)
    .map(([name, { lengths, total, longest }]) => {
      lengths.sort((a, b) => a - b);
      return {
        name,
        count: lengths.length,
        total,
        mean: lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
        least: lengths[0],
        p50: rank(lengths, 0.5),
        p90: rank(lengths, 0.9),
        p99: rank(lengths, 0.99),
        most: lengths[lengths.length - 1],
        longest: longest.index,
      };
    });
  const firstBin = bins.findIndex((value) => value > 0);
  const counts = firstBin < 0 ? [] : Array.from(bins.slice(firstBin), (value) => value ?? 0);
  return { kernels, histogram: { firstBin: firstBin < 0 ? 128 : firstBin, counts } };
}

/**
 * The parts of each core in a range, from its idle pieces and its runs.
 * @param {number} parts how many parts there are
 * @param {{begin: number, end: number, name: number}[]} gaps of one core
 * @param {TimedRun[]} runs of the same core
 * @param {Range} range
 */
export function partsOf(parts, gaps, runs, { begin, end }) {
  const sums = new Array(parts).fill(0);
  for (const gap of gaps)
    sums[gap.name] += Math.max(0, Math.min(gap.end, end) - Math.max(gap.begin, begin));
  let until = begin;
  for (const run of [...runs].sort((a, b) => a.begin - b.begin)) {
    const from = Math.max(until, run.begin);
    const to = Math.min(end, run.end);
    sums[COMPUTE] += Math.max(0, to - from);
    until = Math.max(until, to);
  }
  return sums;
}

/**
 * The mean and greatest value of a counter's steps in a range; null where nothing is known.
 * @param {{begin: number, value: number}[]} steps in order of time
 * @param {Range} range
 */
export function spreadOf(steps, { begin, end }) {
  let area = 0;
  let known = 0;
  let most = -Infinity;
  steps.forEach((step, at) => {
    const from = Math.max(begin, step.begin);
    const to = Math.min(end, at + 1 < steps.length ? steps[at + 1].begin : end);
    if (to <= from) return;
    most = Math.max(most, step.value);
    area += step.value * (to - from);
    known += to - from;
  });
  return known === 0 ? null : { mean: area / known, most };
}
