// Idle time of a core: what lies under the pointer, why the core stood still, and who is to blame.

import { exact, taskLabel, time } from "../format.js";
import { COMPUTE } from "../parts.js";
import { toldAt } from "./stretches.js";

/** @typedef {import("../capture.js").Run} Run */
/** @typedef {{begin: number, end: number, part: number, run: number}} Gap idle time and the run that ended it, -1 for none */
/** @typedef {{lane: number, begin: number, end: number, index: number}} Culprit a run when index is not negative */
/** @typedef {{sentence: string, told: string[], culprit: Culprit | null}} Reason */

/**
 * The idle time of a row at a moment: `gap` when it is known exactly, `cell` with the reason that rules
 * where the picture is too dense; null when the core was not idle or its tile has not come yet.
 * @param {import("./page.js").TimelineView} view
 * @param {import("./lanes.js").LaneRow} row
 * @param {number} nanos
 * @returns {{gap: Gap} | {cell: {part: number, share: number}} | null}
 */
export function idleAt(view, row, nanos) {
  const { gaps } = row.track;
  if (!gaps || !row.lane || nanos < 0) return null;
  const { viewport } = view;
  const { bandLanes } = gaps.grid;
  const level = gaps.level(viewport.span, viewport.width);
  const piece = gaps.pieces(Math.floor(row.index / bandLanes), level, nanos, nanos)[0];
  const lane = piece?.tile?.lanes[row.index % bandLanes];
  if (!lane) return null;
  if (lane.cells !== undefined) {
    const cell = Math.floor(((nanos - piece.begin) / piece.nanos) * lane.cells);
    const part = lane.name[cell];
    return part > COMPUTE ? { cell: { part, share: lane.busy[cell] } } : null;
  }
  for (let at = 0; at < lane.count; at++) {
    if (lane.begin[at] <= nanos && nanos < lane.end[at])
      return { gap: { begin: lane.begin[at], end: lane.end[at], part: lane.name[at], run: lane.reference[at] } };
  }
  return null;
}

/**
 * @param {import("../capture.js").Capture} capture
 * @param {import("../capture.js").Run} run
 */
function named(capture, run) {
  return `${taskLabel(run.task)} ${capture.name(run.name)}`;
}

/**
 * @param {import("../capture.js").Capture} capture
 * @param {import("../capture.js").Run} run
 */
function placeOf(capture, run) {
  return capture.meta.lanes[run.lane]?.label ?? "core " + run.core;
}

/**
 * Why a core was idle, as a sentence, and where the culprit is.
 * @param {import("../capture.js").Capture} capture
 * @param {import("./lanes.js").LaneRow} row the lane it is on
 * @param {Gap} gap
 * @returns {Promise<Reason>}
 */
export async function reasonOf(capture, row, gap) {
  const { key } = capture.meta.parts[gap.part];
  const told = toldAt(row, (gap.begin + gap.end) / 2, 0);
  const idle = `${row.lane.label} was idle for ${time(gap.end - gap.begin)}: `;
  if (key === "no_work") return { sentence: idle + "no further task came to it before the run ended.", told, culprit: null };
  const run = await capture.run(gap.run);
  const next = named(capture, run);
  if (key === "freeze")
    return { sentence: `${idle}the recorder held the device back. ${next} came next.`, told, culprit: null };
  const cause = await capture.cause(gap.run);
  /** @type {(index: number) => Promise<Run | null>} */
  const other = (index) => (index < 0 ? Promise.resolve(null) : capture.run(index));
  /** @type {(found: Run | null) => Culprit | null} */
  const runCulprit = (found) => found && { lane: found.lane, begin: found.begin, end: found.end, index: found.index };
  /** @type {(lane: number, moment: number) => Culprit | null} */
  const moment = (lane, at) => (lane < 0 ? null : { lane, begin: at, end: at, index: -1 });
  switch (key) {
    case "dependency": {
      const producer = await other(cause.producer);
      const until = producer
        ? `${next} waited for ${named(capture, producer)}, which ended on ${placeOf(capture, producer)} at ${exact(producer.end)}.`
        : `a producer of ${next} had not ended.`;
      return { sentence: idle + until, told, culprit: runCulprit(producer) };
    }
    case "submit":
      return {
        sentence: `${idle}${next} was not submitted before ${exact(gap.end)}${capture.meta.nodes > 0 ? "; everything it needs was there" : ""}.`,
        told,
        culprit: moment(cause.submitLane, gap.end),
      };
    case "slot": {
      const partner = await other(cause.partner);
      const until = partner
        ? `${next} needs several cores at once, and ${placeOf(capture, partner)} was still running ${named(capture, partner)}.`
        : `${next} needs several cores at once, and another of them was busy.`;
      return { sentence: idle + until, told, culprit: runCulprit(partner) };
    }
    case "scheduler": {
      const thread = cause.thread < 0 ? "the scheduler" : `scheduler thread ${cause.thread}`;
      return {
        sentence: `${idle}${next} could run, and ${thread} had not dispatched it before ${exact(gap.end)}.`,
        told,
        culprit: moment(cause.threadLane, gap.end),
      };
    }
    case "core_start":
      return {
        sentence: `${idle}${next} was dispatched to it at ${exact(run.dispatch)}, and it started only at ${exact(run.begin)}.`,
        told,
        culprit: null,
      };
    default:
      return {
        sentence: `${idle}${next} came next, but the capture does not hold what it waited for${
          capture.meta.nodes === 0 ? " (no dependencies were recorded)" : ""
        }${Number.isNaN(run.dispatch) ? " (no dispatch time was recorded)" : ""}.`,
        told,
        culprit: null,
      };
  }
}
