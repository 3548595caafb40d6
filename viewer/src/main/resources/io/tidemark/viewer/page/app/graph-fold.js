// The dependency graph with its tasks put together by kernel, scope or layer, for any number of tasks. The
// critical path is in it: which groups it goes through, and from which to which.

import { acting, clear, el, svg } from "./dom.js";
import { count, time } from "./format.js";
import { layOut, pathThrough } from "./graph-layout.js";

/** @typedef {{label: string, name: number, firstTask: string, tasks: number, nanos: number, critical: number}} Group */
/** @typedef {{from: number, to: number, count: number, critical: number}} Link */

const BOX = { width: 190, height: 52 };
const LETTERS = 26;
const THICKEST = 7;

/** What can be put together: the end of the resource's name, and its words. */
export const FOLDS = [
  { value: "kernel", text: "by kernel" },
  { value: "scope", text: "by scope" },
  { value: "layer", text: "by layer" },
];

/** @param {Group} group */
function told(group) {
  const path = group.critical > 0 ? `, ${count(group.critical)} on the critical path` : "";
  return `${count(group.tasks)} tasks, ${time(group.nanos)}${path}`;
}

/** @param {string} text */
function cut(text) {
  return text.length > LETTERS ? text.slice(0, LETTERS - 1) + "…" : text;
}

/**
 * Draws it into `scene` and answers its size and a sentence.
 * @param {any} capture
 * @param {string} fold
 * @param {SVGElement} scene
 * @param {(group: Group) => void} open what a click on a group does
 */
export async function drawFolded(capture, fold, scene, open) {
  /** @type {{tasks: number, groups: Group[], edges: Link[]}} */
  const { tasks, groups, edges } = await capture.json(`fold-${fold}.json`);
  const shown = groups.map((group, at) => ({ group, at })).filter(({ group }) => group.tasks > 0);
  const number = new Map(shown.map(({ at }, place) => [at, place]));
  const links = edges.flatMap((edge) => {
    const from = number.get(edge.from);
    const to = number.get(edge.to);
    return from === undefined || to === undefined || from === to ? [] : [{ ...edge, from, to }];
  });
  const placed = layOut(shown.length, links, { ...BOX, columnGap: 90, rowGap: 20 });
  const most = links.reduce((greatest, edge) => Math.max(greatest, edge.count), 1);
  clear(scene).append(
    ...links.map((edge, at) => {
      const from = placed.places[edge.from];
      const to = placed.places[edge.to];
      const path = pathThrough(from.x + BOX.width, from.y + BOX.height / 2, placed.routes[at], to.x, to.y + BOX.height / 2, BOX.width);
      const width = 1 + (THICKEST - 1) * (Math.log1p(edge.count) / Math.log1p(most));
      const text = `${shown[edge.from].group.label} → ${shown[edge.to].group.label}: ${count(edge.count)} dependencies` + (edge.critical > 0 ? `, ${count(edge.critical)} steps of the critical path` : "");
      return svg(
        "g",
        { class: "edge" + (edge.critical > 0 ? " critical" : "") },
        svg("path", { class: "line", d: path, css: { "stroke-width": String(width) }, "marker-end": "url(#tip)" }),
        svg("title", {}, text),
      );
    }),
    ...shown.map(({ group }, at) => {
      const own = edges.find((edge) => edge.from === shown[at].at && edge.to === shown[at].at);
      return svg(
        "g",
        {
          class: "node" + (group.critical > 0 ? " critical" : ""),
          transform: `translate(${placed.places[at].x} ${placed.places[at].y})`,
          tabindex: "0",
          role: "button",
          "aria-label": `${group.label}: ${told(group)}`,
          on: acting(() => open(group)),
        },
        svg("rect", { width: BOX.width, height: BOX.height, rx: "7" }),
        svg("rect", { width: "6", height: BOX.height, rx: "3", css: { fill: group.name >= 0 ? capture.palette.css(group.name) : "gray" } }),
        svg("text", { x: "16", y: "20", class: "task" }, cut(group.label)),
        svg("text", { x: "16", y: "36", class: "kernel" }, `${count(group.tasks)} tasks · ${time(group.nanos)}`),
        group.critical > 0 ? svg("text", { x: "16", y: "48", class: "kernel" }, `${count(group.critical)} on the critical path`) : null,
        svg("title", {}, `${group.label}\n${told(group)}` + (own ? `\n${count(own.count)} dependencies within it` : "")),
      );
    }),
  );
  const critical = shown.filter(({ group }) => group.critical > 0).length;
  const sentence =
    `${count(tasks)} tasks in ${count(shown.length)} groups, ${count(links.length)} kinds of dependency` +
    (critical > 0 ? `; the critical path (pink) goes through ${count(critical)} of them` : "");
  return { width: placed.width, height: placed.height, sentence };
}

/** A line that says what a click does. */
export function foldHint() {
  return el("span", {}, "Point at a box or an arrow for its figures; click a box to see its first task and what lies around it.");
}
