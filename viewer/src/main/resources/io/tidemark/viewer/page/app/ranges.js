// What happened on some lanes between two moments: asked from the server, or worked out here when the
// page was opened from files. Both answer the same; a run counts if a part of it is in the range.

import { ColumnReader } from "./columns.js";
import { isInside, kernelsOf, laneText, partsOf, spreadOf } from "./range-sums.js";

/** @typedef {import("./range-sums.js").Range} Range */
/** @typedef {import("./range-sums.js").RangeReport} RangeReport */
/** @typedef {import("./range-sums.js").CoreRow} CoreRow */
/** @typedef {import("./range-sums.js").TimedRun} TimedRun */

/** Works a range out of the pieces of an export. */
class RangeSums {
  #capture;
  /** @type {Promise<TimedRun[]> | null} */
  #runs = null;

  /** @param {import("./capture.js").Capture} capture */
  constructor(capture) {
    this.#capture = capture;
  }

  /** Every run that has a length. */
  async runs() {
    const { meta } = this.#capture;
    /** @type {TimedRun[]} */
    const found = [];
    for (let index = 0; index < meta.runs; index++) {
      const run = await this.#capture.run(index);
      if (run.timed) found.push({ index, lane: run.lane, name: run.name, begin: run.begin, end: run.end });
    }
    return found;
  }

  /**
   * @param {Range} range
   * @returns {Promise<TimedRun[]>}
   */
  async inside(range) {
    this.#runs ??= this.runs();
    const lanes = range.lanes && new Set(range.lanes);
    return (await this.#runs).filter((run) => isInside(run, range) && (!lanes || lanes.has(run.lane)));
  }

  /**
   * The idle pieces of a lane, from the tiles that hold the pieces themselves.
   * @param {number} lane
   * @param {Range} range
   * @param {number} level
   * @param {number} index
   * @returns {Promise<{begin: number, end: number, name: number}[]>}
   */
  async #gaps(lane, range, level = 0, index = 0) {
    const { grid } = this.#capture.meta;
    const width = grid.rootNanos / 2 ** level;
    if ((index + 1) * width <= range.begin || index * width >= range.end) return [];
    const band = Math.floor(lane / grid.bandLanes);
    const tile = await this.#capture.tile("gaps", band, level, index);
    const part = tile?.lanes[lane % grid.bandLanes];
    if (!part) return [];
    if (part.cells !== undefined) {
      const halves = [this.#gaps(lane, range, level + 1, 2 * index), this.#gaps(lane, range, level + 1, 2 * index + 1)];
      return (await Promise.all(halves)).flat();
    }
    const found = [];
    for (let at = 0; at < part.count; at++) {
      const begun = part.begin[at] >= index * width || index * width <= range.begin;
      if (begun && part.begin[at] < (index + 1) * width)
        found.push({ begin: part.begin[at], end: part.end[at], name: part.name[at] });
    }
    return found;
  }

  /**
   * The steps of a counter in a range.
   * @param {number} number
   * @param {Range} range
   * @param {number} level
   * @param {number} index
   * @returns {Promise<{begin: number, value: number}[]>}
   */
  async #steps(number, range, level = 0, index = 0) {
    const width = this.#capture.meta.grid.rootNanos / 2 ** level;
    if ((index + 1) * width <= range.begin || index * width >= range.end) return [];
    const tile = await this.#capture.counterTile(number, level, index);
    if (!tile) return [];
    if (tile.cells !== undefined) {
      const halves = [this.#steps(number, range, level + 1, 2 * index), this.#steps(number, range, level + 1, 2 * index + 1)];
      return (await Promise.all(halves)).flat();
    }
    const steps = [];
    for (let at = 0; at < tile.count; at++) steps.push({ begin: tile.begin[at], value: tile.value[at] });
    return steps;
  }

  /**
   * @param {Range} range
   * @returns {Promise<RangeReport>}
   */
  async report(range) {
    const capture = this.#capture;
    const { meta } = capture;
    const runs = await this.inside(range);
    const { kernels, histogram } = kernelsOf(runs, range);
    /** @type {CoreRow[]} */
    const cores = [];
    const lanes = range.lanes ?? meta.lanes.map((_, at) => at);
    const used = new Set((await (this.#runs ?? [])).map((run) => run.lane));
    for (const lane of meta.parts.length > 0 ? lanes : []) {
      if (!used.has(lane)) continue;
      const own = runs.filter((run) => run.lane === lane);
      cores.push({ lane, parts: partsOf(meta.parts.length, await this.#gaps(lane, range), own, range) });
    }
    /** @type {RangeReport} */
    const report = { begin: range.begin, end: range.end, kernels, histogram, cores };
    if (meta.critical) report.criticalNanos = await this.#critical(range);
    const ready = (await capture.counterList()).findIndex((one) => one.key === "ready_tasks");
    const spread = ready < 0 ? null : spreadOf(await this.#steps(ready, range), range);
    if (spread) report.ready = spread;
    return report;
  }

  /** @param {Range} range */
  async #critical({ begin, end }) {
    const { runs } = await this.#capture.json("critical.json");
    const path = await this.#capture.criticalRuns(runs);
    let sum = 0;
    let until = begin;
    for (let at = 0; at < runs; at++) {
      const to = Math.min(end, path.end[at]);
      sum += Math.max(0, to - Math.max(until, path.begin[at]));
      until = Math.max(until, to);
    }
    return sum;
  }
}

/** @type {WeakMap<object, RangeSums>} */
const sums = new WeakMap();

/** @param {import("./capture.js").Capture} capture */
function sumsOf(capture) {
  let known = sums.get(capture);
  if (!known) sums.set(capture, (known = new RangeSums(capture)));
  return known;
}

/**
 * @param {import("./capture.js").Capture} capture
 * @param {Range} range whole nanoseconds
 * @returns {Promise<RangeReport>}
 */
export function rangeReport(capture, range) {
  if (capture.exported) return sumsOf(capture).report(range);
  return capture.json(`range/${range.begin}/${range.end}/${laneText(range.lanes)}`);
}

/**
 * The runs of one kernel in a range, by begin.
 * @param {import("./capture.js").Capture} capture
 * @param {Range} range
 * @param {number} name
 * @returns {Promise<ArrayLike<number>>}
 */
export async function rangeRuns(capture, range, name) {
  if (!capture.exported) {
    const { begin, end, lanes } = range;
    const buffer = await capture.bytes(`rangeruns/${begin}/${end}/${laneText(lanes)}/${name}`);
    return buffer ? new ColumnReader(buffer).i32() : [];
  }
  const runs = (await sumsOf(capture).inside(range)).filter((run) => run.name === name);
  return runs.sort((a, b) => a.begin - b.begin).map((run) => run.index);
}
