// The dependency graph around a task, with the reason on every edge; all of it when it is small.

import { reasonText, shortReason } from "./capture.js";
import { acting, choice, clear, el, svg } from "./dom.js";
import { count, parseTask, taskLabel } from "./format.js";
import { drawFolded, foldHint, FOLDS } from "./graph-fold.js";
import { layOut, pathAlong } from "./graph-layout.js";

/** @typedef {import("./main.js").Application} App */
/** @typedef {import("./main.js").Asked} Asked */
/** @typedef {import("./capture.js").Capture} Capture */
/** @typedef {import("./capture.js").GraphNode} GraphNode */
/** @typedef {import("./graph-layout.js").Point} Point */
/** @typedef {{from: number, to: number, reasons: string[], short: string}} ShownEdge */
/** @typedef {import("./graph-layout.js").Placed} Placed */

const WHOLE = 150;
const MOST_NODES = 240;
const MOST_EDGES = 600; // more take seconds to lay out, and are too many to follow
const MOST_TEXTS = 70; // edges that have their reason written on them
const LETTER = 5.6; // width of one, in pixels
const BOX = { width: 148, height: 40 };
const KINDS = ["", "no kernel", "allocation"];

/**
 * Nodes within some hops of a node, nearest first, cut at MOST_NODES.
 * @param {Capture} capture
 * @param {number} start
 * @param {number} hops
 */
async function around(capture, start, hops) {
  const nodes = new Map([[start, await capture.node(start)]]);
  let edge = [start];
  let cut = false;
  for (let hop = 0; hop < hops && !cut; hop++) {
    const next = [];
    for (const index of edge) {
      const node = nodes.get(index);
      for (const { other } of node ? [...node.arriving, ...node.leaving] : []) {
        if (nodes.has(other)) continue;
        if (nodes.size >= MOST_NODES) {
          cut = true;
          break;
        }
        nodes.set(other, await capture.node(other));
        next.push(other);
      }
    }
    edge = next;
  }
  return { nodes, cut };
}

/** @param {Capture} capture */
async function everything(capture) {
  /** @type {Map<number, GraphNode>} */
  const nodes = new Map();
  for (let index = 0; index < capture.meta.nodes; index++) nodes.set(index, await capture.node(index));
  return { nodes, cut: false };
}

/**
 * Edges between shown nodes; several reasons for one pair become one edge.
 * @param {Map<number, GraphNode>} nodes
 */
function edgesOf(nodes) {
  /** @type {Map<string, ShownEdge>} */
  const merged = new Map();
  for (const node of nodes.values()) {
    for (const edge of node.arriving) {
      if (!nodes.has(edge.other)) continue;
      const key = edge.other + ">" + node.index;
      if (!merged.has(key))
        merged.set(key, { from: edge.other, to: node.index, reasons: [], short: shortReason(edge) });
      merged.get(key)?.reasons.push(reasonText(edge));
    }
  }
  return [...merged.values()];
}

/** @param {ShownEdge} edge */
function textOf({ short, reasons }) {
  return reasons.length > 1 ? `${short} +${reasons.length - 1}` : short;
}

class GraphView {
  #capture;
  #app;
  #hops = 2;
  #start;
  /** @type {{x: number, y: number, width: number, height: number} | null} what of the scene is seen */
  #view = null;
  scene = svg("g", {});

  #fold;

  /** Counts calls of draw. */
  #drawing = 0;

  /**
   * `fold` is how tasks are put together, empty to show them one by one.
   * @param {App} app
   * @param {Capture} capture
   * @param {number | null} start
   * @param {string} fold
   */
  constructor(app, capture, start, fold) {
    this.#fold = fold;
    this.#app = app;
    this.#capture = capture;
    this.#start = start;
    this.whole = start === null;
    this.canvas = svg("svg", { class: "graph", role: "group", "aria-label": "Dependency graph" });
    this.note = el("span", { class: "quiet", role: "status" });
    this.detail = el(
      "p",
      { class: "quiet edge" },
      "Point at an edge to see why it is there; click a task to walk on.",
    );
    const input = el("input", {
      type: "search",
      class: "search",
      placeholder: "Go to task",
      "aria-label": "Go to task",
      maxlength: "40",
      on: { keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && this.#jump(input.value) },
    });
    this.element = el(
      "div",
      { class: "page graphpage" },
      el(
        "div",
        { class: "tools" },
        input,
        choice(
          "show",
          [{ value: "", text: "tasks" }, ...FOLDS],
          fold,
          (value) => this.#refold(value),
        ),
        choice(
          "hops",
          [1, 2, 3, 4, 6].map((n) => ({ value: n, text: String(n) })),
          this.#hops,
          (value) => this.#setHops(Number(value)),
        ),
        capture.meta.nodes <= WHOLE
          ? el("button", { type: "button", on: { click: () => this.#showWhole() } }, "Whole graph")
          : null,
        el("button", { type: "button", on: { click: () => this.#fit() } }, "Fit"),
        el("button", { type: "button", on: { click: () => this.#toTimeline() } }, "Show on timeline"),
        this.note,
      ),
      this.canvas,
      this.detail,
    );
    this.#listen();
  }

  /** @param {string} text */
  async #jump(text) {
    const id = parseTask(text);
    const found = id === null ? null : await this.#capture.task(id);
    if (found && found.node >= 0) this.#app.go("graph", "task", found.task);
    else this.note.textContent = "no such task in the graph";
  }

  /** @param {number} hops */
  #setHops(hops) {
    this.#hops = hops;
    this.whole = false;
    this.draw();
  }

  #showWhole() {
    this.whole = true;
    this.draw();
  }

  async #toTimeline() {
    const node = await this.#capture.node(this.#start ?? 0);
    this.#app.go("timeline", "task", node.task);
  }

  /**
   * Shows another scene, with the head of an arrow.
   * @param {SVGGElement} scene
   */
  #show(scene) {
    this.scene = scene;
    clear(this.canvas).append(
      svg(
        "defs",
        {},
        svg(
          "marker",
          {
            id: "tip",
            viewBox: "0 0 8 8",
            refX: "7",
            refY: "4",
            markerWidth: "8",
            markerHeight: "8",
            markerUnits: "userSpaceOnUse",
            orient: "auto",
          },
          svg("path", { d: "M0 0 L8 4 L0 8 Z", class: "tiphead" }),
        ),
      ),
      this.scene,
    );
  }

  /**
   * @param {Map<number, GraphNode>} nodes
   * @param {ShownEdge[]} edges
   * @param {Placed} placed
   * @param {(index: number) => Point} place
   */
  #drawTasks(nodes, edges, placed, place) {
    edges.forEach((edge, at) =>
      this.scene.append(
        this.#edge(edge, place(edge.from), place(edge.to), placed.routes[at], placed.texts[at], nodes),
      ),
    );
    for (const node of nodes.values()) this.scene.append(this.#node(node, place(node.index)));
    this.size = placed;
  }

  /**
   * Puts tasks together in another way, or shows them one by one again.
   * @param {string} fold
   */
  #refold(fold) {
    this.#fold = fold;
    this.#app.keep({ row: "fold " + (fold || "none") });
    this.draw();
  }

  /**
   * What was there stays until the groups have come.
   * @param {number} drawing
   */
  async #drawFolded(drawing) {
    const scene = svg("g", {});
    const room = { width: Math.max(300, this.canvas.clientWidth - 48), height: Math.max(200, this.canvas.clientHeight - 48) };
    const size = await drawFolded(this.#capture, this.#fold, scene, room, (group) => {
      this.#app.goToTask(group.firstTask);
    });
    if (drawing !== this.#drawing) return;
    this.#show(scene);
    this.size = size;
    this.note.textContent = this.size.sentence;
    this.detail.replaceChildren(foldHint());
    this.#fit();
  }

  /** Draws the current selection. The result of an earlier call that still waits is not shown. */
  async draw() {
    const drawing = ++this.#drawing;
    this.element.setAttribute("aria-busy", "true");
    try {
      await (this.#fold ? this.#drawFolded(drawing) : this.#drawSingly(drawing));
    } finally {
      if (drawing === this.#drawing) this.element.setAttribute("aria-busy", "false");
    }
  }

  /** @param {number} drawing */
  async #drawSingly(drawing) {
    this.#start ??= this.whole ? null : 0;
    const { nodes, cut } =
      this.whole || this.#start === null
        ? await everything(this.#capture)
        : await around(this.#capture, this.#start, this.#hops);
    if (drawing !== this.#drawing) return;
    const all = edgesOf(nodes);
    const edges = all.slice(0, MOST_EDGES); // those of the nearest tasks come first
    const hasTexts = edges.length <= MOST_TEXTS;
    const numbers = new Map([...nodes.keys()].map((index, at) => [index, at]));
    const number = (/** @type {number} */ index) => numbers.get(index) ?? 0; // edges are between shown nodes
    const placed = await layOut(
      nodes.size,
      edges.map((edge) => ({ from: number(edge.from), to: number(edge.to), text: hasTexts ? textOf(edge).length * LETTER : 0 })),
      BOX,
    );
    if (drawing !== this.#drawing) return;
    const place = (/** @type {number} */ index) => placed.places[number(index)];
    this.#show(svg("g", {}));
    this.#drawTasks(nodes, edges, placed, place);
    this.note.textContent =
      `${count(nodes.size)} of ${count(this.#capture.meta.nodes)} tasks, ${count(edges.length)}${all.length > edges.length ? " of " + count(all.length) : ""} edges` +
      (all.length > edges.length ? ", those of the nearest tasks" : "") +
      (cut
        ? `; only the ${MOST_NODES} nearest are drawn: choose fewer hops, or click a task to see what lies around it`
        : "");
    this.#fit();
  }

  /**
   * @param {ShownEdge} edge
   * @param {Point} from
   * @param {Point} to
   * @param {Point[]} route
   * @param {Point | null} at where the reason is written, if it is
   * @param {Map<number, GraphNode>} nodes
   */
  #edge(edge, from, to, route, at, nodes) {
    const path = pathAlong({ x: from.x + BOX.width, y: from.y + BOX.height / 2 }, route, { x: to.x, y: to.y + BOX.height / 2 });
    const near = edge.from === this.#start || edge.to === this.#start;
    const describe = () => {
      const [waiter, cause] = [nodes.get(edge.to), nodes.get(edge.from)];
      if (waiter && cause) this.detail.textContent = `${taskLabel(waiter.task)} waits for ${taskLabel(cause.task)}: ${edge.reasons.join("; ")}`;
    };
    const group = svg(
      "g",
      { class: "edge" + (near ? " near" : ""), on: { pointerenter: describe } },
      svg("path", { class: "reach", d: path }),
      svg("path", { class: "line", d: path, "marker-end": "url(#tip)" }),
      svg("title", {}, edge.reasons.join("\n")),
    );
    if (at) group.append(svg("text", { x: at.x, y: at.y - 4, class: "reason" }, textOf(edge)));
    return group;
  }

  /**
   * @param {GraphNode} node
   * @param {Point} place
   */
  #node(node, place) {
    const capture = this.#capture;
    const name = node.names.length > 0 ? capture.kernelsOf(node) : KINDS[node.kind] || "task";
    const shown = name.length > 19 ? name.slice(0, 18) + "…" : name;
    const walk = () => this.#app.go("graph", "task", node.task);
    return svg(
      "g",
      {
        class: "node" + (node.index === this.#start ? " chosen" : "") + (node.kind > 0 ? " plain" : ""),
        transform: `translate(${place.x} ${place.y})`,
        tabindex: "0",
        role: "button",
        "aria-label": `${taskLabel(node.task)} ${name}`,
        on: acting(walk),
      },
      svg("rect", { width: BOX.width, height: BOX.height, rx: "7" }),
      svg("rect", {
        width: "6",
        height: BOX.height,
        rx: "3",
        css: { fill: node.names.length > 0 ? capture.palette.css(node.names[0]) : "gray" },
      }),
      svg(
        "text",
        { x: "16", y: "17", class: "task" },
        taskLabel(node.task) + (node.blocks > 1 ? ` ×${node.blocks}` : ""),
      ),
      svg("text", { x: "16", y: "32", class: "kernel" }, shown),
      svg(
        "title",
        {},
        `${taskLabel(node.task)} ${name}` + (node.firstRun < 0 && node.kind === 0 ? "\nno run recorded" : ""),
      ),
    );
  }

  #fit() {
    if (!this.size) return;
    const margin = 24;
    const box = {
      x: -margin,
      y: -margin,
      width: this.size.width + 2 * margin,
      height: this.size.height + 2 * margin,
    };
    const wide = Math.max(this.canvas.clientWidth, 300);
    const tall = Math.max(this.canvas.clientHeight, 200);
    const scale = Math.max(1, Math.max(box.width / wide, box.height / tall));
    const width = wide * scale;
    const height = tall * scale;
    this.#view = { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
    this.#apply();
  }

  #apply() {
    if (!this.#view) return;
    const { x, y, width, height } = this.#view;
    this.canvas.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  #listen() {
    const canvas = this.canvas;
    /** @type {{x: number, y: number} | null} */
    let drag = null;
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        if (!this.#view) return;
        const factor = Math.exp(event.deltaY * 0.0015);
        const box = canvas.getBoundingClientRect();
        const px = (event.clientX - box.left) / box.width;
        const py = (event.clientY - box.top) / box.height;
        const v = this.#view;
        this.#view = {
          x: v.x + v.width * px * (1 - factor),
          y: v.y + v.height * py * (1 - factor),
          width: v.width * factor,
          height: v.height * factor,
        };
        this.#apply();
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => (drag = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener("pointermove", (event) => {
      if (!drag || !this.#view || event.buttons === 0) return;
      const scale = this.#view.width / canvas.clientWidth;
      this.#view.x -= (event.clientX - drag.x) * scale;
      this.#view.y -= (event.clientY - drag.y) * scale;
      drag = { x: event.clientX, y: event.clientY };
      this.#apply();
    });
    canvas.addEventListener("pointerup", () => (drag = null));
  }
}

/**
 * The node of the task that is selected, on whichever page that was done; null when none is.
 * @param {Capture} capture
 * @param {import("./address.js").Chosen | null} selected
 */
async function startOf(capture, selected) {
  if (!selected) return null;
  const isRun = selected.kind === "run" && Number(selected.id) < capture.meta.runs;
  const task = isRun ? (await capture.run(Number(selected.id))).task : BigInt(selected.id);
  const found = await capture.task(task);
  return found && found.node >= 0 ? found.node : null;
}

/** @param {Asked} asked */
export async function showGraph({ app, capture }) {
  if (capture.meta.nodes === 0) {
    return {
      element: el("p", { class: "card" }, "This capture has no edges. Record them with --chip-swimlane=2 or more, and their reasons with --dep-gen."),
    };
  }
  let start = await startOf(capture, app.state.value.one.selected);
  const kept = app.state.led ? "none" : /^fold (\w+)$/.exec(app.state.value.row)?.[1];
  const large = start === null && capture.meta.nodes > WHOLE;
  const fold = FOLDS.find(({ value }) => value === kept)?.value ?? (kept === undefined && large ? "kernel" : "");
  if (large) start = 0;
  const view = new GraphView(app, capture, start, fold);
  return { element: view.element, opened: () => view.draw() };
}
