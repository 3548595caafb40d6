// What the doctor wrote about a hang: its sentence first, then who waits for whom, the cause leftmost.

import { acting, clear, el, link, svg } from "./dom.js";
import { count, taskLabel, whole } from "./format.js";
import { layOut, pathAlong } from "./graph-layout.js";
import { folded, waitFor } from "./wait-graph.js";

/** @typedef {import("./main.js").Application} App */
/** @typedef {import("./capture.js").Capture} Capture */
/** @typedef {import("./graph-layout.js").Point} Point */
/** @typedef {import("./wait-graph.js").WaitEdge} WaitEdge */
/** @typedef {import("./wait-graph.js").WaitGraph} WaitGraph */
/** @typedef {import("./wait-graph.js").WaitNode} WaitNode */

const BOX = { width: 150, height: 40 };
const MARGIN = { x: 12, y: 34 }; // what leads back goes over the boxes
const LETTER = 5.6; // of a reason, in pixels
const MOST_LETTERS = 34;
const MOST_FRAMES = 32;
const MOST_STACKS = 4;

/**
 * @param {string} text
 * @param {number} most
 */
function short(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

function tip() {
  return svg(
    "defs",
    {},
    svg(
      "marker",
      {
        id: "waittip",
        viewBox: "0 0 8 8",
        refX: "7",
        refY: "4",
        markerWidth: "8",
        markerHeight: "8",
        markerUnits: "userSpaceOnUse",
        orient: "auto-start-reverse",
      },
      svg("path", { d: "M0 0 L8 4 L0 8 Z", class: "tiphead" }),
    ),
  );
}

/**
 * An arrow from who waits, right, to what it waits for, left; one that closes a circle goes over the boxes.
 * @param {WaitEdge} edge
 * @param {Point} waiter
 * @param {Point} cause
 * @param {Point[]} route
 * @param {Point | null} written where its reason stands
 */
function arrow(edge, waiter, cause, route, written) {
  const circle = waiter.x <= cause.x;
  const over = Math.min(waiter.y, cause.y) - 26;
  const from = { x: waiter.x, y: waiter.y + BOX.height / 2 };
  const to = { x: cause.x + BOX.width, y: cause.y + BOX.height / 2 };
  const at = circle || !written ? { x: (to.x + from.x) / 2, y: over + 8 } : written;
  const path = circle
    ? `M${cause.x + BOX.width / 2} ${cause.y} C${cause.x} ${over} ${waiter.x + BOX.width} ${over} ${waiter.x + BOX.width / 2} ${waiter.y}`
    : pathAlong(to, route, from);
  return svg(
    "g",
    { class: "edge near" },
    svg("path", { class: "line", d: path, "marker-start": "url(#waittip)" }),
    svg(
      "text",
      { class: "reason", x: at.x, y: at.y - 5 },
      short(edge.text, MOST_LETTERS),
    ),
    svg("title", {}, edge.text),
  );
}

/**
 * @param {WaitNode} node
 * @param {Point} place
 * @param {(() => void) | null} act
 */
function box(node, place, act) {
  const kind = node.fold ? " fold" : act ? "" : " plain";
  return svg(
    "g",
    {
      class: "node" + kind,
      transform: `translate(${place.x} ${place.y})`,
      tabindex: act ? "0" : null,
      role: act ? "button" : null,
      "aria-label": node.text + ", " + node.kind,
      on: act ? acting(act) : {},
    },
    svg("rect", { width: BOX.width, height: BOX.height, rx: "7" }),
    svg("text", { x: "12", y: "17", class: "task" }, short(node.text, 20)),
    svg("text", { x: "12", y: "32", class: "kernel" }, short(node.kind, 22)),
    svg("title", {}, node.text + "\n" + node.kind),
  );
}

/** The graph at its own size in a frame that scrolls; what is folded opens by a click. */
class WaitPicture {
  #graph;
  #app;
  /** @type {Set<string>} */
  #opened = new Set();

  /**
   * @param {WaitGraph} graph
   * @param {App} app
   */
  constructor(graph, app) {
    this.#graph = graph;
    this.#app = app;
    this.element = el("div", {
      class: "waitbox",
      tabindex: "0",
      role: "group",
      "aria-label": "Who waits for whom",
    });
  }

  /** @param {WaitNode} node */
  #action(node) {
    const { fold } = node;
    if (fold) return () => void this.#open(fold);
    const known = node.task !== null && /^\d+$/.test(String(node.task));
    return known ? () => this.#app.go("timeline", "task", String(node.task)) : null;
  }

  /** @param {string} key */
  async #open(key) {
    this.#opened.add(key);
    await this.draw();
    this.element.focus({ preventScroll: true });
  }

  async draw() {
    const { nodes, edges } = folded(this.#graph, this.#opened);
    const numbers = new Map(nodes.map((node, at) => [node.id, at]));
    const number = (/** @type {string} */ id) => numbers.get(id) ?? 0; // every edge is between two of the nodes
    const links = edges.map((edge) => ({
      from: number(edge.to),
      to: number(edge.from),
      text: Math.ceil(Math.min(edge.text.length, MOST_LETTERS) * LETTER) + 8,
    }));
    const placed = await layOut(nodes.length, links, { ...BOX, columnGap: 4, rowGap: 36 });
    const width = placed.width + 2 * MARGIN.x;
    const height = placed.height + 2 * MARGIN.y;
    const picture = svg("svg", {
      class: "graph waits",
      viewBox: `${-MARGIN.x} ${-MARGIN.y} ${width} ${height}`,
      width,
      height,
    });
    picture.append(
      tip(),
      ...edges.map((edge, at) =>
        arrow(edge, placed.places[links[at].to], placed.places[links[at].from], placed.routes[at], placed.texts[at]),
      ),
      ...nodes.map((node, at) => box(node, placed.places[at], this.#action(node))),
    );
    const { scrollLeft, scrollTop } = this.element;
    clear(this.element).append(picture);
    this.element.scrollTo(scrollLeft, scrollTop);
  }
}

/**
 * @param {string} title
 * @param {unknown} list
 */
function frames(title, list) {
  const lines = Array.isArray(list) ? list.slice(0, MOST_FRAMES).map((frame) => String(frame).slice(0, 400)) : [];
  return lines.length > 0 ? [el("p", {}, title), el("pre", { class: "stack" }, lines.join("\n"))] : null;
}

/**
 * Where the user's code stood: kernels, orchestration, and where the open scopes were opened.
 * @param {Record<string, any>} report
 */
function codeOf(report) {
  const tasks = Array.isArray(report.tasks) ? report.tasks : [];
  const stacks = tasks.filter((/** @type {Record<string, any>} */ task) => Array.isArray(task?.stack) && task.stack.length > 0);
  const scopes = Array.isArray(report.open_scope_sites) ? report.open_scope_sites.map(String) : [];
  const label = (/** @type {Record<string, unknown>} */ task) => (/^\d+$/.test(String(task.taskId)) ? taskLabel(BigInt(String(task.taskId))) : "?");
  const call = report.orchestration_call ? `, in ${String(report.orchestration_call).slice(0, 200)}` : "";
  const parts = [
    stacks
      .slice(0, MOST_STACKS)
      .map((/** @type {Record<string, any>} */ task) => frames(`Kernel ${task.kernel} of ${label(task)} on core ${task.core} stood at`, task.stack)),
    frames(`The orchestration stood at${call}`, report.orchestration_stack),
    scopes.length > 0 ? el("p", {}, "Open scopes, outermost first: " + scopes.join(", ").slice(0, 1000)) : null,
  ].flat(2);
  return parts.some(Boolean) ? el("div", { id: "code" }, parts) : null;
}

/**
 * The card that comes before everything else for a run that hung, or that was `killed`.
 * @param {Capture} capture
 * @param {App} app
 * @param {boolean} killed
 */
export async function hangReport(capture, app, killed) {
  let report;
  try {
    report = await capture.json("hang.json");
  } catch {
    return el(
      "section",
      { class: "card wide bad" },
      el("h2", {}, killed ? "The run was killed" : "The run hung"),
      el("p", { class: "alarm" }, "hang.json is there but is not JSON; see hang.txt beside it."),
    );
  }
  if (!report) return null;
  const sentence = String(
    report.sentence ?? report.summary ?? report.diagnosis ?? "The doctor left no sentence.",
  );
  const graph = waitFor(report);
  const advice = report.advice ?? report.remedy ?? report.setting;
  const task = report.taskId ?? report.task_id;
  const openable = task !== undefined && task !== null && /^\d+$/.test(String(task));
  const picture = new WaitPicture(graph, app);
  await picture.draw();
  const unlisted = graph.cut + (Number.isInteger(report.unlisted_tasks) ? report.unlisted_tasks : 0);
  return el(
    "section",
    { class: "card wide hang bad", id: "hang" },
    el("h2", {}, killed ? "What went on when it was killed" : "Why it hung"),
    el("p", { class: "sentence" }, whole(sentence)),
    advice ? el("p", {}, whole(String(advice))) : null,
    openable
      ? el(
          "p",
          {},
          link("Show " + taskLabel(BigInt(task)) + " on the timeline", () =>
            app.go("timeline", "task", String(task)),
          ),
        )
      : null,
    codeOf(report),
    graph.nodes.length > 0
      ? [
          el(
            "p",
            { class: "quiet" },
            "An arrow leads from who waits to what it waits for; the cause stands left.",
          ),
          picture.element,
        ]
      : el("p", { class: "quiet" }, "The report holds no wait-for graph."),
    unlisted > 0
      ? el("p", { class: "quiet" }, `${count(unlisted)} more unfinished tasks are not listed in the report.`)
      : null,
  );
}
