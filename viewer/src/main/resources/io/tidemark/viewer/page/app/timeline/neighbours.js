// The tasks a run waited for and the tasks that waited for it, with reasons and with the run that counts. A task that
// ran on several cores begins with its first run and is done when its last run ends.

import { reasonText } from "../capture.js";

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("../capture.js").Edge} Edge */
/** @typedef {import("../capture.js").Run} Run */
/** @typedef {import("../capture.js").GraphNode} GraphNode */
/** @typedef {{node: GraphNode, reasons: string[], run: Run | null}} Neighbour */
/**
 * @typedef {{node: GraphNode | null, arriving: Neighbour[], leaving: Neighbour[]}} Links
 * @param {Capture} capture
 * @param {Edge[]} edges
 * @param {"latestRun" | "earliestRun"} which
 */

async function resolve(capture, edges, which) {
  /** @type {Map<number, string[]>} */
  const byNode = new Map();
  for (const edge of edges) {
    const reasons = byNode.get(edge.other) ?? [];
    reasons.push(reasonText(edge));
    byNode.set(edge.other, reasons);
  }
  return Promise.all(
    [...byNode].map(async ([other, reasons]) => {
      const node = await capture.node(other);
      return { node, reasons, run: node[which] >= 0 ? await capture.run(node[which]) : null };
    }),
  );
}

/**
 * {node, arriving, leaving}; node is null when no dependencies were captured for the run.
 * @param {Capture} capture
 * @param {Run} run
 */
export async function neighbours(capture, run) {
  if (run.node < 0) return { node: null, arriving: [], leaving: [] };
  const node = await capture.node(run.node);
  const [arriving, leaving] = await Promise.all([
    resolve(capture, node.arriving, "latestRun"),
    resolve(capture, node.leaving, "earliestRun"),
  ]);
  return { node, arriving, leaving };
}
