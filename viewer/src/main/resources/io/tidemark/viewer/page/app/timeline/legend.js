// What colours, hatches and arrows of the timeline mean.

import { el, link } from "../dom.js";
import { count } from "../format.js";

/** @typedef {import("./lanes.js").Track} Track */

const MOST_KERNELS = 40;

/** @type {[string, string][]} a colour of the theme, and its meaning */
const MARKS = [
  ["danger", "hatched red: records are missing"],
  ["orange", "hatched orange: a freeze, producers waited for the host"],
  ["good", "hatched green: recovered after the run had ended"],
  ["muted", "hatched grey: a run that had not ended"],
  ["orange", "arrow from what the selection waited for"],
  ["accent", "arrow to what waited for the selection"],
  ["critical", "frame and arrows of the critical path"],
];

/**
 * @param {string} color
 * @param {import("../dom.js").Content} text
 */
function line(color, text) {
  return el("li", {}, el("span", { class: "chip", css: { background: color } }), text);
}

/**
 * Kernels of all captures, each name once; a click searches for it.
 * @param {Track[]} tracks
 * @param {(text: string) => void} search
 */
export function legend(tracks, search) {
  /** @type {Map<string, string>} */
  const kernels = new Map();
  for (const { capture, palette } of tracks) {
    for (let name = 0; name < capture.meta.kernelNames; name++) {
      if (!kernels.has(capture.name(name))) kernels.set(capture.name(name), palette.css(name));
    }
  }
  const shown = [...kernels].slice(0, MOST_KERNELS);
  return [
    el("h3", {}, "Kernels"),
    el("ul", { class: "legendlist" }, shown.map(([name, color]) => line(color, link(name, () => search(name), "search for it")))),
    kernels.size > shown.length
      ? el("p", { class: "quiet" }, `and ${count(kernels.size - shown.length)} more; point at a span for its name`)
      : null,
    el("h3", {}, "Idle time of cores"),
    el(
      "ul",
      { class: "legendlist" },
      (tracks[0]?.capture.meta.parts ?? [])
        .filter((part) => part.key !== "compute")
        .map((part) => line(`var(--part-${part.key})`, part.words)),
    ),
    el("h3", {}, "Marks"),
    el("ul", { class: "legendlist" }, MARKS.map(([color, text]) => line(`var(--${color})`, text))),
    el("p", { class: "quiet" }, "Far out a lane shows cells: the kernel with most time in the cell, the stronger the busier."),
  ];
}
