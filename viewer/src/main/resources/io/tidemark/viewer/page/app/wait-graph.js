// The doctor's wait-for graph made short enough to read: long lines and wide crowds of waiters fold.

import { whole } from "./format.js";

/** @typedef {{id: string, text: string, kind: string, task: unknown, fold?: string}} WaitNode `fold` is the key that opens a folded one */
/** @typedef {{from: string, to: string, text: string}} WaitEdge from who waits to what it waits for */
/** @typedef {{nodes: WaitNode[], edges: WaitEdge[], cut?: number}} WaitGraph `cut` counts nodes that were left out */
/** @typedef {Map<string, string[]>} Neighbours of every node, in one direction */

const MOST = 2000;
const LONG_LINE = 6;
const WIDE_CROWD = 6;
const LINE_HEAD = 2; // waiters that stay in sight next to the cause
const CROWD_HEAD = 4;

const text = (/** @type {unknown} */ value) => (value === undefined || value === null ? "" : whole(String(value), 1000));

/**
 * The report's graph as {nodes: [{id, text, kind, task}], edges: [{from, to, text}], cut}.
 * @param {Record<string, any>} report
 */
export function waitFor(report) {
  const graph = report.waitFor || report.wait_for || report.graph || {};
  const listed = Array.isArray(graph.nodes) ? graph.nodes : [];
  const nodes = listed.slice(0, MOST).map((/** @type {Record<string, unknown>} */ node, /** @type {number} */ at) => ({
    id: text(node.id ?? at),
    text: text(node.label ?? node.name ?? node.id),
    kind: text(node.kind),
    task: node.taskId ?? node.task_id ?? null,
  }));
  const edges = (Array.isArray(graph.edges) ? graph.edges : []).map((/** @type {Record<string, unknown>} */ edge) => ({
    from: text(edge.from),
    to: text(edge.to),
    text: text(edge.reason ?? edge.label ?? edge.kind),
  }));
  const known = new Set(nodes.map((/** @type {Record<string, unknown>} */ node) => node.id));
  for (const edge of edges) {
    for (const end of [edge.from, edge.to]) {
      if (!known.has(end) && nodes.length < MOST) {
        known.add(end);
        nodes.push({ id: end, text: end, kind: "", task: null });
      }
    }
  }
  return {
    nodes,
    edges: edges.filter((/** @type {Record<string, unknown>} */ edge) => known.has(edge.from) && known.has(edge.to)),
    cut: Math.max(0, listed.length - MOST),
  };
}

/**
 * Distinct neighbours of every node in one direction.
 * @param {WaitNode[]} nodes
 * @param {WaitEdge[]} edges
 * @param {"from" | "to"} from
 * @param {"from" | "to"} to
 */
function neighbours(nodes, edges, from, to) {
  /** @type {Neighbours} */
  const lists = new Map(nodes.map((node) => [node.id, []]));
  for (const edge of edges) {
    const list = lists.get(edge[from]);
    if (list && edge[from] !== edge[to] && !list.includes(edge[to])) list.push(edge[to]);
  }
  return lists;
}

/**
 * Lines of tasks that each wait for one other and have one waiter, the one nearest the cause first.
 * @param {WaitNode[]} nodes
 * @param {Neighbours} waiters
 * @param {Neighbours} causes
 */
function lines(nodes, waiters, causes) {
  const inLine = (/** @type {string} */ id) => waiters.get(id)?.length === 1 && causes.get(id)?.length === 1;
  const next = (/** @type {Neighbours} */ lists, /** @type {string} */ id) => lists.get(id)?.[0] ?? "";
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[][]} */
  const found = [];
  const walk = (/** @type {string} */ start) => {
    const line = [];
    for (let id = start; inLine(id) && !seen.has(id); id = next(waiters, id)) {
      seen.add(id);
      line.push(id);
    }
    if (line.length > 0) found.push(line);
  };
  for (const { id } of nodes) if (inLine(id) && !inLine(next(causes, id))) walk(id);
  for (const { id } of nodes) if (inLine(id) && !seen.has(id)) walk(id); // a circle has no beginning
  return found;
}

/**
 * Groups nodes by their cause: nodes that wait for exactly one node and that no node waits for.
 * @param {WaitNode[]} nodes
 * @param {Neighbours} waiters
 * @param {Neighbours} causes
 */
function crowds(nodes, waiters, causes) {
  /** @type {Neighbours} */
  const byCause = new Map();
  for (const { id } of nodes) {
    const [cause, ...others] = causes.get(id) ?? [];
    if (waiters.get(id)?.length || cause === undefined || others.length > 0) continue;
    const crowd = byCause.get(cause);
    if (crowd) crowd.push(id);
    else byCause.set(cause, [id]);
  }
  return [...byCause.values()];
}

/**
 * The same graph with each long line and each wide crowd replaced by one node, unless its key is in
 * `opened`. A folded node has `fold`: the key that opens it.
 * @param {WaitGraph} graph
 * @param {Set<string>} opened
 */
export function folded({ nodes, edges }, opened) {
  const waiters = neighbours(nodes, edges, "to", "from");
  const causes = neighbours(nodes, edges, "from", "to");
  /** @type {Map<string, string>} */
  const foldOf = new Map();
  /** @type {WaitNode[]} */
  const folds = [];
  const fold = (/** @type {string[]} */ hidden, /** @type {string} */ how) => {
    const key = "fold " + hidden[0];
    if (opened.has(key)) return;
    for (const id of hidden) foldOf.set(id, key);
    folds.push({ id: key, text: `${hidden.length} more tasks`, kind: how, task: null, fold: key });
  };
  for (const line of lines(nodes, waiters, causes)) {
    if (line.length > LONG_LINE) fold(line.slice(LINE_HEAD), "in line; show them");
  }
  for (const crowd of crowds(nodes, waiters, causes)) {
    if (crowd.length > WIDE_CROWD) fold(crowd.slice(CROWD_HEAD), "wait, too; show them");
  }
  /** @type {Set<string>} */
  const seen = new Set();
  const shown = [];
  for (const edge of edges) {
    const from = foldOf.get(edge.from) ?? edge.from;
    const to = foldOf.get(edge.to) ?? edge.to;
    const key = JSON.stringify([from, to]);
    const both = foldOf.has(edge.from) && from === to;
    const again = seen.has(key) && (foldOf.has(edge.from) || foldOf.has(edge.to));
    if (both || again) continue;
    seen.add(key);
    shown.push({ from, to, text: edge.text });
  }
  return { nodes: [...nodes.filter((node) => !foldOf.has(node.id)), ...folds], edges: shown };
}
