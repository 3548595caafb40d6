// How near each kernel came to the roofs of its core: the bytes that memory gives, the operations that arithmetic
// gives. What is not known is said, not drawn.

import { el, link, svg, table } from "./dom.js";
import { count, number, percent } from "./format.js";

/** @typedef {{cores: string, bytesPerNano: number, operationsPerNano: number}} Roof of one core; a rate of 0 is no roof */
/** @typedef {{kernel: number, name: string, cores: string, runs: number, bytesPerNano: number | null, operationsPerNano: number | null, intensity: number | null, ofMemory: number | null, ofArithmetic: number | null, pipe: string, ofPipe: number | null}} RoofEntry null is not known */
/** @typedef {{profile?: string, roofs?: Roof[], kernels: RoofEntry[], limits: string[]}} Roofline */
/** @typedef {RoofEntry & {intensity: number, operationsPerNano: number}} Point a kernel of which both are known */
/** @typedef {{x: (value: number) => number, y: (value: number) => number, intensity: [number, number], rate: [number, number]}} Scale */

const PICTURE = { width: 720, height: 300 };
const PAD = { left: 64, right: 16, top: 14, bottom: 40 };
const LETTERS = 28;
/** From here on a kernel is called bound by a roof. */
const NEAR = 0.8;

/**
 * A share as a bar with its figure.
 * @param {number | null} share
 * @param {string} why it is not known
 */
function bar(share, why) {
  if (share === null) return el("span", { class: "quiet", title: why }, "not known");
  return el(
    "span",
    { class: "roofbar" },
    el("span", { class: "share" }, el("span", { css: { width: Math.min(1, share) * 100 + "%", background: "var(--accent)" } })),
    el("span", {}, percent(share)),
  );
}

/**
 * What bounds a kernel, in words.
 * @param {RoofEntry} entry
 */
function boundOf({ ofMemory, ofArithmetic, pipe, ofPipe }) {
  const memory = ofMemory ?? 0;
  const arithmetic = ofArithmetic ?? 0;
  if (Math.max(memory, arithmetic) >= NEAR) return memory >= arithmetic ? "memory" : "arithmetic";
  if (pipe && ofPipe !== null && ofPipe >= NEAR) return `${pipe} pipe`;
  return ofMemory !== null && ofArithmetic !== null ? "no roof is near" : "not known";
}

/**
 * Whole powers of ten around some values.
 * @param {number[]} values
 * @returns {[number, number]}
 */
function decades(values) {
  const logs = values.filter((value) => value > 0 && Number.isFinite(value)).map(Math.log10);
  if (logs.length === 0) return [0, 1];
  const low = Math.floor(Math.min(...logs));
  return [low, Math.max(low + 1, Math.ceil(Math.max(...logs)))];
}

/**
 * The lines of the axes, one for each power of ten.
 * @param {Scale} scale
 */
function grid({ x, y, intensity, rate }) {
  const bottom = PICTURE.height - PAD.bottom;
  const right = PICTURE.width - PAD.right;
  const lines = [];
  for (let power = intensity[0]; power <= intensity[1]; power++) {
    const at = x(10 ** power);
    lines.push(
      svg("line", { class: "gridline", x1: at, x2: at, y1: PAD.top, y2: bottom }),
      svg("text", { class: "axistext", x: at, y: bottom + 15, "text-anchor": "middle" }, number(10 ** power)),
    );
  }
  for (let power = rate[0]; power <= rate[1]; power++) {
    const at = y(10 ** power);
    lines.push(
      svg("line", { class: "gridline", x1: PAD.left, x2: right, y1: at, y2: at }),
      svg("text", { class: "axistext", x: PAD.left - 6, y: at + 4, "text-anchor": "end" }, number(10 ** power)),
    );
  }
  lines.push(
    svg("text", { class: "axistext", x: (PAD.left + right) / 2, y: PICTURE.height - 6, "text-anchor": "middle" }, "operations for each byte"),
    svg("text", { class: "axistext", x: 12, y: (PAD.top + bottom) / 2, "text-anchor": "middle", transform: `rotate(-90 12 ${(PAD.top + bottom) / 2})` }, "operations a nanosecond"),
  );
  return lines;
}

/**
 * The roof of a kind of core: up with memory, then level with arithmetic.
 * @param {Roof} roof
 * @param {Scale} scale
 */
function roofLine({ cores, bytesPerNano, operationsPerNano }, { x, y, intensity }) {
  const from = 10 ** intensity[0];
  const to = 10 ** intensity[1];
  const most = operationsPerNano > 0 ? operationsPerNano : Infinity;
  const height = (/** @type {number} */ at) => Math.min(most, bytesPerNano > 0 ? bytesPerNano * at : Infinity);
  if (!Number.isFinite(height(to))) return [];
  const ridge = bytesPerNano > 0 ? most / bytesPerNano : from;
  const stops = [from, ...(ridge > from && ridge < to ? [ridge] : []), to];
  const path = stops.map((at, place) => `${place === 0 ? "M" : "L"}${x(at)} ${y(height(at))}`).join(" ");
  return [svg("path", { class: "roof", d: path }), svg("text", { class: "axistext", x: x(to), y: y(height(to)) - 5, "text-anchor": "end" }, `${cores} core`)];
}

/**
 * Kernels below the roofs; only those of which bytes and operations are known.
 * @param {Roof[]} roofs
 * @param {Point[]} points
 */
function picture(roofs, points) {
  const ridges = roofs.map((roof) => roof.operationsPerNano / roof.bytesPerNano);
  const intensity = decades([...ridges, ...points.map((point) => point.intensity)]);
  const rate = decades([...roofs.map((roof) => roof.operationsPerNano), ...points.map((point) => point.operationsPerNano)]);
  /** @type {(range: [number, number], least: number, most: number) => (value: number) => number} */
  const along = ([low, high], least, most) => (value) => least + ((Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)) * (most - least);
  /** @type {Scale} */
  const scale = {
    x: along(intensity, PAD.left, PICTURE.width - PAD.right),
    y: along(rate, PICTURE.height - PAD.bottom, PAD.top),
    intensity,
    rate,
  };
  return svg(
    "svg",
    { class: "roofpicture", viewBox: `0 0 ${PICTURE.width} ${PICTURE.height}`, role: "img", "aria-label": `Roofline of ${count(points.length)} kernels; the table says the same` },
    grid(scale),
    roofs.map((roof) => roofLine(roof, scale)),
    points.map((point) =>
      svg(
        "g",
        { class: "roofpoint" },
        svg("circle", { cx: scale.x(point.intensity), cy: scale.y(point.operationsPerNano), r: 5 }),
        svg("text", { class: "axistext", x: scale.x(point.intensity) + 8, y: scale.y(point.operationsPerNano) + 4 }, point.name.length > LETTERS ? point.name.slice(0, LETTERS - 1) + "…" : point.name),
        svg("title", {}, `${point.name} on ${point.cores}: ${number(point.intensity)} operations for each byte, ${number(point.operationsPerNano)} a nanosecond`),
      ),
    ),
  );
}

/**
 * @param {Roofline} roofline
 * @param {((kernel: number) => void) | null} show shows the runs of a kernel
 */
export function rooflineCard({ profile, roofs = [], kernels, limits }, show) {
  /** @type {Point[]} */
  const points = kernels.flatMap((entry) =>
    entry.intensity !== null && entry.operationsPerNano !== null ? [{ ...entry, intensity: entry.intensity, operationsPerNano: entry.operationsPerNano }] : [],
  );
  const pipes = kernels.some(({ pipe }) => pipe);
  const told = roofs.filter(({ cores }) => kernels.some((entry) => entry.cores === cores));
  /** @param {number} rate */
  const most = (rate) => (rate > 0 ? number(rate) : "any number of");
  return el(
    "section",
    { class: "card wide", id: "roofline" },
    el("h2", {}, "Roofline: how near each kernel came to what its core can do"),
    told.map(({ cores, bytesPerNano, operationsPerNano }) =>
      el("p", { class: "quiet" }, `By profile ${profile} a core of type ${cores} moves ${most(bytesPerNano)} bytes and does ${most(operationsPerNano)} operations a nanosecond.`),
    ),
    limits.map((sentence) => el("p", { class: "limit" }, sentence)),
    profile === undefined && !pipes
      ? null
      : el(
          "div",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": "Roofs by kernel" },
          table(
            [
              { text: "kernel" },
              { text: "cores" },
              { text: "runs", number: true },
              ...(profile === undefined ? [] : [{ text: "bytes a ns", number: true }, { text: "of the memory roof" }, { text: "of the arithmetic roof" }]),
              ...(pipes ? [{ text: "busiest pipe" }] : []),
              { text: "bound by" },
            ],
            kernels.map((entry) => [
              show && entry.kernel >= 0 ? link(entry.name, () => show(entry.kernel), "show its runs on the timeline") : entry.name,
              entry.cores,
              count(entry.runs),
              ...(profile === undefined
                ? []
                : [
                    entry.bytesPerNano === null ? "–" : number(entry.bytesPerNano),
                    bar(entry.ofMemory, "its bytes, or how long it took, are not known"),
                    bar(entry.ofArithmetic, "its operations were not counted"),
                  ]),
              ...(pipes ? [entry.pipe && entry.ofPipe !== null ? `${entry.pipe}, ${percent(entry.ofPipe)} of its cycles` : "–"] : []),
              boundOf(entry),
            ]),
            { class: "roofs" },
          ),
        ),
    points.length > 0 && told.length > 0 ? picture(told, points) : null,
    profile === undefined
      ? null
      : el("p", { class: "quiet" }, "Bytes are those of the arguments, read and written once; a kernel takes time to start, too, which keeps short runs below every roof."),
  );
}
