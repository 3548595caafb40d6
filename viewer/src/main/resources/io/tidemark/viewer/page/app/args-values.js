// The values of one argument: statistics, a heat map of a slice, a histogram, and before against after.

import { theme } from "./colors.js";
import { choice, clear, el, pen, table } from "./dom.js";
import { bytes, count, number } from "./format.js";

/** @typedef {import("./capture.js").Capture} Capture */
/** @typedef {import("./capture.js").PlacedArgument} PlacedArgument */
/** @typedef {import("./capture.js").Values} Values */
/** @typedef {{least: number, greatest: number}} Scale least and greatest value of the colours */

const BUCKETS = 48;
const MOST_SIDE = 256;

const NOT_A_NUMBER = [255, 0, 200];
const INFINITE = [255, 140, 0];

/**
 * Blue for negative, red for positive, pale at zero; grey-green ramp when nothing is negative.
 * @param {number} value
 * @param {Scale} scale
 */
function color(value, { least, greatest }) {
  if (Number.isNaN(value)) return NOT_A_NUMBER;
  if (!Number.isFinite(value)) return INFINITE;
  if (least < 0) {
    const reach = Math.max(-least, greatest) || 1;
    const share = Math.max(-1, Math.min(1, value / reach));
    const base = share < 0 ? [38, 98, 176] : [190, 50, 62];
    return base.map((part) => 245 + (part - 245) * Math.abs(share));
  }
  const share = greatest > least ? (value - least) / (greatest - least) : 0.5;
  return [236 + (12 - 236) * share, 245 + (84 - 245) * share, 240 + (96 - 240) * share];
}

/**
 * The least and greatest value of the colours. Several sets of values on one scale can be compared by eye.
 * @param {...Scale} sets
 */
export function scaleOf(...sets) {
  const least = sets.reduce((low, set) => Math.min(low, set.least), Infinity);
  const greatest = sets.reduce((high, set) => Math.max(high, set.greatest), -Infinity);
  const reach = Math.max(-least, greatest);
  return least < 0 ? { least: -reach, greatest: reach } : { least, greatest };
}

/**
 * The colours of a heat map with the values at their ends.
 * @param {Scale} scale
 * @param {Values} data
 */
function scaleBar(scale, data) {
  const canvas = el("canvas", { width: 60, height: 1, role: "img", "aria-label": "Scale of colours" });
  const context = pen(canvas);
  for (let at = 0; at < 60; at++) {
    const value = scale.least + ((scale.greatest - scale.least) * at) / 59;
    context.fillStyle = css(color(value, scale));
    context.fillRect(at, 0, 1, 1);
  }
  const special = (/** @type {number} */ many, /** @type {number[]} */ shade, /** @type {string} */ text) =>
    many > 0 ? [el("span", { class: "chip", css: { background: css(shade) } }), text] : null;
  return el(
    "p",
    { class: "scale" },
    number(scale.least),
    canvas,
    number(scale.greatest),
    special(data.notNumbers, NOT_A_NUMBER, "NaN"),
    special(data.infinities, INFINITE, "infinite"),
  );
}

/** @param {number[]} shade */
function css(shade) {
  return `rgb(${shade.map(Math.round).join(" ")})`;
}

/**
 * @param {Float64Array} values
 * @param {number} rows
 * @param {number} columns
 * @param {number} start
 * @param {Scale} scale
 * @param {(row: number, column: number, value: number) => void} describe
 */
function heatMap(values, rows, columns, start, scale, describe) {
  const height = Math.min(rows, MOST_SIDE);
  const width = Math.min(columns, MOST_SIDE);
  const canvas = el("canvas", {
    class: "heat",
    role: "img",
    "aria-label": `Heat map of ${height} by ${width} values`,
    width,
    height,
  });
  const context = pen(canvas);
  const image = context.createImageData(width, height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = start + row * columns + column;
      const pixel = (row * width + column) * 4;
      const shade = at < values.length ? color(values[at], scale) : [128, 128, 128];
      image.data.set(shade, pixel);
      image.data[pixel + 3] = at < values.length ? 255 : 40;
    }
  }
  context.putImageData(image, 0, 0);
  const side = Math.max(1, Math.min(52, Math.floor(420 / Math.max(width, height))));
  canvas.style.width = width * side + "px";
  canvas.style.height = height * side + "px";
  canvas.addEventListener("pointermove", (event) => {
    const box = canvas.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * width);
    const row = Math.floor(((event.clientY - box.top) / box.height) * height);
    const at = start + row * columns + column;
    if (at >= 0 && at < values.length) describe(row, column, values[at]);
  });
  return canvas;
}

/** @param {Values} data */
function histogram(data) {
  const canvas = el("canvas", {
    class: "histogram",
    role: "img",
    "aria-label": "Histogram of values",
    width: 420,
    height: 90,
  });
  const context = pen(canvas);
  const colors = theme();
  const buckets = new Array(BUCKETS).fill(0);
  const span = data.greatest - data.least || 1;
  for (const value of data.values) {
    if (Number.isFinite(value))
      buckets[Math.min(BUCKETS - 1, Math.floor(((value - data.least) / span) * BUCKETS))]++;
  }
  const most = Math.max(1, ...buckets);
  buckets.forEach((size, at) => {
    const height = size === 0 ? 0 : Math.max(1, (size / most) * 80);
    context.fillStyle = colors.accent;
    context.fillRect((at * 420) / BUCKETS + 0.5, 88 - height, 420 / BUCKETS - 1, height);
  });
  context.fillStyle = colors.line;
  context.fillRect(0, 88, 420, 1);
  return canvas;
}

/** @param {Values} data */
function statistics(data) {
  const pairs = [
    ["elements", count(data.all)],
    ["least", number(data.least)],
    ["greatest", number(data.greatest)],
    ["mean", number(data.mean)],
    ["zeros", count(data.zeros)],
    ["NaN", count(data.notNumbers)],
    ["infinite", count(data.infinities)],
  ];
  return el(
    "dl",
    { class: "statistics" },
    pairs.map(([name, value]) => [
      el("dt", {}, name),
      el("dd", { class: (name === "NaN" || name === "infinite") && value !== "0" ? "alarm" : null }, value),
    ]),
  );
}

/**
 * The picture of one set of values, with a choice of slice when there are more than two dimensions.
 * @param {string} title
 * @param {Values} data
 * @param {number[]} shape
 */
function picture(title, data, shape, scale = scaleOf(data)) {
  const columns = shape.length === 0 ? 1 : shape[shape.length - 1];
  const rows = shape.length < 2 ? 1 : shape[shape.length - 2];
  const slice = Math.max(1, rows * columns);
  const flat = shape.length < 2 && columns > 64;
  const side = flat ? Math.ceil(Math.sqrt(columns)) : 0;
  const slices = Math.max(1, Math.min(Math.floor(data.values.length / slice) || 1, 512));
  const every = Math.ceil(data.all / slice);
  const holder = el("div", {});
  const readout = el(
    "p",
    { class: "quiet readout" },
    flat ? `${count(columns)} values, ${side} to a row` : `rows × columns: ${rows} × ${columns}`,
  );
  const [high, wide] = flat ? [Math.ceil(columns / side), side] : [rows, columns];
  const cut =
    high > MOST_SIDE || wide > MOST_SIDE
      ? `the map shows ${Math.min(high, MOST_SIDE)} × ${Math.min(wide, MOST_SIDE)} of ${count(high)} × ${count(wide)} values`
      : null;
  const draw = (/** @type {number} */ which) => {
    const map = flat
      ? heatMap(
          data.values,
          Math.ceil(columns / side),
          side,
          0,
          scale,
          (r, c, v) => (readout.textContent = `[${r * side + c}] = ${number(v)}`),
        )
      : heatMap(
          data.values,
          rows,
          columns,
          which * slice,
          scale,
          (r, c, v) =>
            (readout.textContent = `[${which > 0 || slices > 1 ? which + ", " : ""}${r}, ${c}] = ${number(v)}`),
        );
    clear(holder).append(map);
  };
  draw(0);
  const options = Array.from({ length: slices }, (_, at) => ({ value: at, text: String(at) }));
  return el(
    "div",
    { class: "picture" },
    el("h3", {}, title),
    slices > 1 && !flat ? choice(slices < every ? `slice (${slices} of ${count(every)})` : "slice", options, 0, (which) => draw(Number(which))) : null,
    holder,
    cut ? el("p", { class: "quiet" }, cut) : null,
    Number.isFinite(scale.least) ? scaleBar(scale, data) : null,
    readout,
    histogram(data),
    el("div", { class: "ends" }, el("span", {}, number(data.least)), el("span", {}, number(data.greatest))),
    statistics(data),
    data.values.length < data.all
      ? el(
          "p",
          { class: "quiet" },
          `pictures show the first ${count(data.values.length)} of ${count(data.all)} values; statistics cover all`,
        )
      : null,
  );
}

/**
 * @param {Values} before
 * @param {Values} after
 */
function difference(before, after) {
  const length = Math.min(before.values.length, after.values.length);
  const values = new Float64Array(length);
  let changed = 0;
  let least = Infinity;
  let greatest = -Infinity;
  let sum = 0;
  for (let at = 0; at < length; at++) {
    values[at] = after.values[at] - before.values[at];
    if (before.values[at] !== after.values[at]) changed++;
    if (Number.isFinite(values[at])) {
      least = Math.min(least, values[at]);
      greatest = Math.max(greatest, values[at]);
      sum += values[at];
    }
  }
  return {
    data: {
      values,
      all: length,
      least,
      greatest,
      mean: sum / Math.max(1, length),
      zeros: length - changed,
      notNumbers: 0,
      infinities: 0,
    },
    changed,
  };
}

/**
 * Shows one row of the table; for an in-out argument both copies and what changed.
 * @param {Capture} capture
 * @param {PlacedArgument} row
 * @param {PlacedArgument | null} partner
 */
export async function showValues(capture, row, partner) {
  const head = el(
    "header",
    {},
    el("h2", {}, `${row.label} · argument ${row.arg} · ${row.role}`),
    el(
      "p",
      { class: "quiet" },
      `${row.dtype} ${row.shape ? "[" + row.shape.join(" × ") + "]" : "scalar"} · ${bytes(row.bytes)} kept` +
        (row.truncated ? " · truncated" : "") +
        (row.overwritten ? " · overwritten before it was read" : ""),
    ),
  );
  if (row.value !== undefined)
    return el("div", { class: "values" }, head, el("p", { class: "scalar" }, row.value));
  const data = await capture.values(row.position);
  if (!data)
    return el(
      "div",
      { class: "values" },
      head,
      el(
        "p",
        { class: row.overwritten ? "alarm" : "quiet" },
        row.overwritten
          ? "Its bytes were overwritten before the host could copy them."
          : row.bytes > 0 && capture.lacksValues(row.position)
            ? "These files do not carry its values, which did not fit; 'tidemark view' of the capture shows them."
            : "No values were kept for this argument.",
      ),
    );
  const other = partner ? await capture.values(partner.position) : null;
  const pictures = [];
  if (other) {
    const [before, after] = row.stage === "before_dispatch" ? [data, other] : [other, data];
    const change = difference(before, after);
    const scale = scaleOf(before, after);
    pictures.push(picture("before", before, row.shape, scale), picture("after", after, row.shape, scale));
    const { all: compared } = change.data;
    const looked =
      compared < before.all ? ` of the first ${count(compared)} of ${count(before.all)} values` : "";
    if (change.changed > 0)
      pictures.push(picture(`after − before (${count(change.changed)} changed${looked})`, change.data, row.shape));
    else
      pictures.push(
        el("p", {}, looked ? `None${looked} changed; 'tidemark dump --export' writes them all.` : "Nothing changed."),
      );
  } else {
    pictures.push(
      picture(row.stage === "before_dispatch" ? "before dispatch" : "after completion", data, row.shape),
    );
  }
  return el(
    "div",
    { class: "values" },
    head,
    el("div", { class: "pictures" }, pictures),
    sample(data, row.shape),
  );
}

/**
 * @param {Values} data
 * @param {number[]} shape
 */
function sample(data, shape) {
  const columns = Math.min(8, shape.length > 0 ? shape[shape.length - 1] : 1);
  const width = shape.length > 0 ? shape[shape.length - 1] : 1;
  const rows = Math.min(6, Math.ceil(data.values.length / Math.max(1, width)));
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) =>
      row * width + column < data.values.length ? number(data.values[row * width + column]) : "",
    ),
  );
  return el(
    "details",
    {},
    el(
      "summary",
      {},
      `First values: ${count(rows)} of ${count(Math.ceil(data.all / Math.max(1, width)))} rows, ${count(columns)} of ${count(width)} columns`,
    ),
    table(
      Array.from({ length: columns }, (_, at) => ({ text: String(at), number: true })),
      lines,
    ),
  );
}
