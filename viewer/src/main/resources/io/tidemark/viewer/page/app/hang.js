// What the doctor wrote about a hang: its sentence first, then who waits for whom.

import { el, link, svg } from "./dom.js";
import { taskLabel } from "./format.js";
import { layOut } from "./graph-layout.js";

const BOX = { width: 190, height: 38 };
const MOST = 80;

/** The report's wait-for graph as {nodes: [{id, text, kind, task}], edges: [{from, to, text}]}. */
function waitFor(report) {
  const graph = report.waitFor || report.wait_for || report.graph || {};
  const text = (value) => (value === undefined || value === null ? "" : String(value).slice(0, 240));
  const nodes = (Array.isArray(graph.nodes) ? graph.nodes : []).slice(0, MOST).map((node, at) => ({
    id: text(node.id ?? at),
    text: text(node.label ?? node.name ?? node.id),
    kind: text(node.kind),
    task: node.taskId ?? node.task_id ?? null,
  }));
  const edges = (Array.isArray(graph.edges) ? graph.edges : []).map((edge) => ({
    from: text(edge.from),
    to: text(edge.to),
    text: text(edge.reason ?? edge.label ?? edge.kind),
  }));
  const known = new Set(nodes.map((node) => node.id));
  for (const edge of edges) {
    for (const end of [edge.from, edge.to]) {
      if (!known.has(end) && nodes.length < MOST) {
        known.add(end);
        nodes.push({ id: end, text: end, kind: "", task: null });
      }
    }
  }
  return { nodes, edges: edges.filter((edge) => known.has(edge.from) && known.has(edge.to)) };
}

function drawing({ nodes, edges }, app) {
  const number = new Map(nodes.map((node, at) => [node.id, at]));
  const links = edges.map((edge) => ({ ...edge, from: number.get(edge.from), to: number.get(edge.to) }));
  const placed = layOut(nodes.length, links, { ...BOX, columnGap: 130, rowGap: 18 });
  const height = Math.min(420, placed.height + 60);
  const graph = svg("svg", {
    class: "graph waits",
    role: "group",
    "aria-label": "Who waits for whom",
    viewBox: `-20 -30 ${placed.width + 40} ${placed.height + 60}`,
    height,
  });
  graph.append(
    svg(
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
          orient: "auto",
        },
        svg("path", { d: "M0 0 L8 4 L0 8 Z", class: "tiphead" }),
      ),
    ),
  );
  for (const edge of links) {
    const from = placed.places[edge.from];
    const to = placed.places[edge.to];
    const back = to.x <= from.x;
    const x1 = back ? from.x : from.x + BOX.width;
    const x2 = back ? to.x + BOX.width : to.x;
    const y1 = from.y + BOX.height / 2;
    const y2 = to.y + BOX.height / 2;
    const bend = back ? -60 : 60;
    const lift = back ? -BOX.height : 0;
    graph.append(
      svg(
        "g",
        { class: "edge near" },
        svg("path", {
          class: "line",
          d: `M${x1} ${y1} C${x1 + bend} ${y1 + lift} ${x2 - bend} ${y2 + lift} ${x2} ${y2}`,
          "marker-end": "url(#waittip)",
        }),
        svg(
          "text",
          { class: "reason", x: (x1 + x2) / 2, y: (y1 + y2) / 2 + lift - 5 },
          edge.text.length > 24 ? edge.text.slice(0, 23) + "…" : edge.text,
        ),
        svg("title", {}, edge.text),
      ),
    );
  }
  nodes.forEach((node, at) => {
    const open =
      node.task !== null && /^\d+$/.test(String(node.task))
        ? () => app.go("timeline", "task", String(node.task))
        : null;
    graph.append(
      svg(
        "g",
        {
          class: "node" + (open ? "" : " plain"),
          transform: `translate(${placed.places[at].x} ${placed.places[at].y})`,
          tabindex: open ? "0" : null,
          role: open ? "button" : null,
          on: open ? { click: open, keydown: (event) => event.key === "Enter" && open() } : {},
        },
        svg("rect", { width: BOX.width, height: BOX.height, rx: "7" }),
        svg(
          "text",
          { x: "12", y: "16", class: "task" },
          node.text.length > 26 ? node.text.slice(0, 25) + "…" : node.text,
        ),
        svg("text", { x: "12", y: "31", class: "kernel" }, node.kind),
        svg("title", {}, node.text),
      ),
    );
  });
  return graph;
}

/** The card that comes before everything else for a run that hung. */
export async function hangReport(capture, app) {
  let report;
  try {
    report = await capture.json("hang.json");
  } catch {
    return el(
      "section",
      { class: "card wide bad" },
      el("h2", {}, "The run hung"),
      el("p", { class: "alarm" }, "hang.json is there but is not JSON; see hang.txt beside it."),
    );
  }
  if (!report) return null;
  const sentence = String(
    report.sentence ?? report.summary ?? report.diagnosis ?? "The doctor left no sentence.",
  ).slice(0, 2000);
  const graph = waitFor(report);
  const advice = report.advice ?? report.remedy ?? report.setting;
  const task = report.taskId ?? report.task_id;
  const openable = task !== undefined && task !== null && /^\d+$/.test(String(task));
  return el(
    "section",
    { class: "card wide hang bad", id: "hang" },
    el("h2", {}, "Why it hung"),
    el("p", { class: "sentence" }, sentence),
    advice ? el("p", {}, String(advice).slice(0, 1000)) : null,
    openable
      ? el(
          "p",
          {},
          link("Show " + taskLabel(BigInt(task)) + " on the timeline", () =>
            app.go("timeline", "task", String(task)),
          ),
        )
      : null,
    graph.nodes.length > 0
      ? drawing(graph, app)
      : el("p", { class: "quiet" }, "The report holds no wait-for graph."),
  );
}
