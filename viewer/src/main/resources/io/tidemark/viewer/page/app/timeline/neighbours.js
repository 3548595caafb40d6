// The tasks a run waited for and the tasks that waited for it, with reasons and with the run that counts:
// a task that ran on several cores is done when the last of its runs ends, and begins with the first.

import { reasonText } from "../capture.js";

async function resolve(capture, edges, which) {
  const byNode = new Map();
  for (const edge of edges) {
    if (!byNode.has(edge.other)) byNode.set(edge.other, []);
    byNode.get(edge.other).push(reasonText(edge));
  }
  return Promise.all(
    [...byNode].map(async ([other, reasons]) => {
      const node = await capture.node(other);
      return { node, reasons, run: node[which] >= 0 ? await capture.run(node[which]) : null };
    }),
  );
}

/** {node, arriving, leaving}; node is null when no dependencies were captured for the run. */
export async function neighbours(capture, run) {
  if (run.node < 0) return { node: null, arriving: [], leaving: [] };
  const node = await capture.node(run.node);
  const [arriving, leaving] = await Promise.all([
    resolve(capture, node.arriving, "latestRun"),
    resolve(capture, node.leaving, "earliestRun"),
  ]);
  return { node, arriving, leaving };
}
