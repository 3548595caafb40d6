// The dependency graph with its tasks put together by kernel, scope or layer, for any number of tasks. The
// critical path is in it: which groups it goes through, and from which to which.

import { acting, clear, el, svg } from "./dom.js";
import { count, time } from "./format.js";
import { layOut, pathAlong } from "./graph-layout.js";

/** @typedef {{label: string, name: number, firstTask: string, tasks: number, nanos: number, critical: number}} Group */
/** @typedef {{from: number, to: number, count: number, critical: number}} Link */

const BOX = { width: 190, height: 52 };
const LETTERS = 23; // of a name in a box
const THICKEST = 4;
const GAP = { x: 70, y: 44 };
const LEAST_SCALE = 0.7; // of a box that can still be read
const STRONGEST = 2; // arrows of each group; all of them would be a tangle

/** What can be put together: the end of the resource's name, and its words. */
export const FOLDS = [
  { value: "kernel", text: "by kernel" },
  { value: "scope", text: "by scope" },
  { value: "layer", text: "by layer" },
];

/** @param {Group} group */
function tasks(group) {
  return group.tasks === 1 ? "1 task" : count(group.tasks) + " tasks";
}

/** @param {Group} group */
function told(group) {
  const path = group.critical > 0 ? `, ${count(group.critical)} on the critical path` : "";
  return `${tasks(group)}, ${time(group.nanos)}${path}`;
}

/** @param {string} text */
function cut(text) {
  return text.length > LETTERS ? text.slice(0, LETTERS - 1) + "…" : text;
}

/**
 * The arrows that are drawn: those of the critical path, and of each group the strongest ones.
 * @param {Link[]} links
 */
function strongest(links) {
  /** @type {Map<number, number>} */
  const taken = new Map();
  return [...links]
    .sort((one, other) => other.critical - one.critical || other.count - one.count)
    .filter((edge) => {
      const rank = taken.get(edge.from) ?? 0;
      taken.set(edge.from, rank + 1);
      return edge.critical > 0 || rank < STRONGEST;
    });
}

/**
 * In rows: from the right side of a box to the left of one behind it; else from below to above, or the way back.
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 */
function arrow(from, to) {
  if (from.y === to.y && from.x < to.x) return straight(from, [], to);
  const down = to.y > from.y;
  const [x1, y1] = [from.x + BOX.width * 0.6, down ? from.y + BOX.height : from.y];
  const [x2, y2] = [to.x + BOX.width * 0.4, down ? to.y : to.y === from.y ? to.y : to.y + BOX.height];
  const bend = from.y === to.y ? GAP.y * 0.8 : Math.max(20, Math.abs(y2 - y1) / 3);
  const lift = down ? bend : -bend;
  return `M${x1} ${y1} C${x1} ${y1 + lift} ${x2} ${from.y === to.y ? y2 - bend : y2 - lift} ${x2} ${y2}`;
}

/**
 * From the right side of a box to the left of another.
 * @param {import("./graph-layout.js").Point} from
 * @param {import("./graph-layout.js").Point[]} route
 * @param {import("./graph-layout.js").Point} to
 */
function straight(from, route, to) {
  return pathAlong({ x: from.x + BOX.width, y: from.y + BOX.height / 2 }, route, { x: to.x, y: to.y + BOX.height / 2 });
}

/**
 * From the lower side of a box to the upper one of another.
 * @param {import("./graph-layout.js").Point} from
 * @param {import("./graph-layout.js").Point[]} route
 * @param {import("./graph-layout.js").Point} to
 */
function steep(from, route, to) {
  return pathAlong({ x: from.x + BOX.width / 2, y: from.y + BOX.height }, route, { x: to.x + BOX.width / 2, y: to.y });
}

/**
 * Where boxes and arrows stand: laid out from left to right or from top to bottom, as is larger then, or one after
 * the other in rows when neither could be read.
 * @param {number} boxes
 * @param {Link[]} links
 * @param {{width: number, height: number}} room
 */
async function placed(boxes, links, room) {
  const scale = (/** @type {{width: number, height: number}} */ laid) => Math.min(1, room.width / laid.width, room.height / laid.height);
  const across = await layOut(boxes, links, { ...BOX, columnGap: GAP.x, rowGap: GAP.y / 2 });
  const down = await layOut(boxes, links, { ...BOX, columnGap: GAP.x / 2, rowGap: GAP.y, down: true });
  const [laid, path] = scale(across) >= scale(down) ? [across, straight] : /** @type {const} */ ([down, steep]);
  if (scale(laid) >= LEAST_SCALE) {
    const paths = links.map(({ from, to }, at) => path(laid.places[from], laid.routes[at], laid.places[to]));
    return { places: laid.places, paths, size: laid };
  }
  const columns = columnsFor(boxes, room);
  const places = Array.from({ length: boxes }, (_, at) => ({
    x: (at % columns) * (BOX.width + GAP.x),
    y: Math.floor(at / columns) * (BOX.height + GAP.y),
  }));
  return { places, paths: links.map(({ from, to }) => arrow(places[from], places[to])), size: sizeOf(boxes, columns) };
}

/**
 * @param {number} boxes
 * @param {number} columns
 */
function sizeOf(boxes, columns) {
  const rows = Math.ceil(boxes / columns);
  return { width: columns * (BOX.width + GAP.x) - GAP.x, height: rows * (BOX.height + GAP.y) - GAP.y };
}

/**
 * How many boxes stand side by side so that all of them are seen as large as can be.
 * @param {number} boxes
 * @param {{width: number, height: number}} room
 */
function columnsFor(boxes, room) {
  const fit = Math.max(1, Math.min(boxes, Math.floor((room.width + GAP.x) / (BOX.width + GAP.x))));
  /** @param {number} columns */
  const shrinks = (columns) => {
    const { width, height } = sizeOf(boxes, columns);
    return Math.max(1, width / room.width, height / room.height);
  };
  let best = fit;
  for (let columns = fit + 1; columns <= boxes; columns++) if (shrinks(columns) < shrinks(best)) best = columns;
  return best;
}

/**
 * Draws it into `scene` and answers its size and a sentence.
 * @param {import("./capture.js").Capture} capture
 * @param {string} fold
 * @param {SVGElement} scene
 * @param {{width: number, height: number}} room what of the picture is seen at once, in pixels
 * @param {(group: Group) => void} open what a click on a group does
 */
export async function drawFolded(capture, fold, scene, room, open) {
  /** @type {{tasks: number, groups: Group[], edges: Link[]}} */
  const { tasks: all, groups, edges } = await capture.json(`fold-${fold}.json`);
  const shown = groups.map((group, at) => ({ group, at })).filter(({ group }) => group.tasks > 0);
  const number = new Map(shown.map(({ at }, place) => [at, place]));
  const links = edges.flatMap((edge) => {
    const from = number.get(edge.from);
    const to = number.get(edge.to);
    return from === undefined || to === undefined || from === to ? [] : [{ ...edge, from, to }];
  });
  const drawn = strongest(links);
  const { places, paths, size } = await placed(shown.length, drawn, room);
  const most = links.reduce((greatest, edge) => Math.max(greatest, edge.count), 1);
  clear(scene).append(
    ...drawn.map((edge, at) => {
      const width = 1 + (THICKEST - 1) * (Math.log1p(edge.count) / Math.log1p(most));
      const text = `${shown[edge.from].group.label} → ${shown[edge.to].group.label}: ${count(edge.count)} dependencies` + (edge.critical > 0 ? `, ${count(edge.critical)} steps of the critical path` : "");
      return svg(
        "g",
        { class: "edge" + (edge.critical > 0 ? " critical" : "") },
        svg("path", { class: "line", d: paths[at], css: { "stroke-width": String(width) }, "marker-end": "url(#tip)" }),
        svg("title", {}, text),
      );
    }),
    ...shown.map(({ group }, at) => {
      const own = edges.find((edge) => edge.from === shown[at].at && edge.to === shown[at].at);
      return svg(
        "g",
        {
          class: "node" + (group.critical > 0 ? " critical" : ""),
          transform: `translate(${places[at].x} ${places[at].y})`,
          tabindex: "0",
          role: "button",
          "aria-label": `${group.label}: ${told(group)}`,
          on: acting(() => open(group)),
        },
        svg("rect", { width: BOX.width, height: BOX.height, rx: "7" }),
        svg("rect", { width: "6", height: BOX.height, rx: "3", css: { fill: group.name >= 0 ? capture.palette.css(group.name) : "gray" } }),
        svg("text", { x: "16", y: "20", class: "task" }, cut(group.label)),
        svg("text", { x: "16", y: "36", class: "kernel" }, `${tasks(group)} · ${time(group.nanos)}`),
        group.critical > 0 ? svg("text", { x: "16", y: "48", class: "kernel" }, `${count(group.critical)} on the critical path`) : null,
        svg("title", {}, `${group.label}\n${told(group)}` + (own ? `\n${count(own.count)} dependencies within it` : "")),
      );
    }),
  );
  const critical = shown.filter(({ group }) => group.critical > 0).length;
  const sentence =
    `${count(all)} tasks in ${count(shown.length)} groups; ${count(drawn.length)} of ${count(links.length)} arrows between them are drawn, the strongest of each group` +
    (critical > 0 ? `; the critical path (pink) goes through ${count(critical)} of them` : "");
  return { width: size.width, height: size.height, sentence };
}

/** A line that says what a click does. */
export function foldHint() {
  return el("span", {}, "Point at a box or an arrow for its figures; click a box to see its first task and what lies around it.");
}
