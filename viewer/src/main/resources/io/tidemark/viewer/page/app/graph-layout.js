// Lays out a directed graph in columns, sources left, or in rows, sources on top. The library that does it is loaded with the first graph.

/** @typedef {{from: number, to: number, text?: number}} Link an edge between two nodes; `text` is the width of what is written on it */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{places: Point[], routes: Point[][], texts: (Point | null)[], width: number, height: number}} Placed upper left corners of nodes; what edges pass between their ends; where their text stands */

const LIBRARY = "app/dagre.js";
const TEXT_HEIGHT = 14;
const EDGE_GAP = 10;
const MANY = 200; // edges; more are ranked faster, and a little less well

/** @type {Promise<any> | null} */
let loading = null;

function library() {
  loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = LIBRARY;
    script.onload = () => done(/** @type {any} */ (window).dagre);
    script.onerror = () => failed(new Error(LIBRARY + " is missing beside this page"));
    document.head.append(script);
  });
  return loading;
}

/**
 * @param {number} count of nodes
 * @param {Link[]} edges by the numbers of nodes
 * @returns {Promise<Placed>}
 */
export async function layOut(count, edges, { width = 148, height = 40, columnGap = 60, rowGap = 16, down = false } = {}) {
  const { graphlib, layout } = await library();
  const graph = new graphlib.Graph({ multigraph: true });
  const gaps = down ? { rankdir: "TB", nodesep: columnGap, ranksep: rowGap } : { rankdir: "LR", nodesep: rowGap, ranksep: columnGap };
  graph.setGraph({ ...gaps, edgesep: EDGE_GAP, ranker: edges.length > MANY ? "tight-tree" : "network-simplex" });
  for (let node = 0; node < count; node++) graph.setNode(String(node), { width, height });
  edges.forEach(({ from, to, text }, at) => {
    if (from !== to) graph.setEdge(String(from), String(to), text ? { width: text, height: TEXT_HEIGHT, labelpos: "c" } : {}, String(at));
  });
  layout(graph);
  const laid = edges.map(({ from, to }, at) => (from === to ? null : graph.edge(String(from), String(to), String(at))));
  const places = Array.from({ length: count }, (_, node) => {
    const { x, y } = graph.node(String(node));
    return { x: x - width / 2, y: y - height / 2 };
  });
  return {
    places,
    routes: laid.map((edge) => (edge ? edge.points.slice(1, -1) : [])),
    texts: laid.map((edge) => (edge && edge.x !== undefined ? { x: edge.x, y: edge.y } : null)),
    width: count > 0 ? graph.graph().width : 0,
    height: count > 0 ? graph.graph().height : 0,
  };
}

/**
 * A smooth path from one point to another along a route.
 * @param {Point} from
 * @param {Point[]} route
 * @param {Point} to
 */
export function pathAlong(from, route, to) {
  if (route.length === 0) return `M${from.x} ${from.y} L${to.x} ${to.y}`;
  const middle = (/** @type {Point} */ one, /** @type {Point} */ other) => `${(one.x + other.x) / 2} ${(one.y + other.y) / 2}`;
  const bends = route.map((point, at) => `Q${point.x} ${point.y} ${at + 1 < route.length ? middle(point, route[at + 1]) : `${to.x} ${to.y}`}`);
  return `M${from.x} ${from.y} ${bends.join(" ")}`;
}
