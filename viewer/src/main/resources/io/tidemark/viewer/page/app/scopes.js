// Scopes: how full the rings got, scope by scope, linked to the moment on the timeline.

import { LineChart } from "./chart.js";
import { el, link, table } from "./dom.js";
import { bytes, count, percent } from "./format.js";

/** @typedef {import("./main.js").Asked} Asked */
/** @typedef {[number, number, number]} Fill allocated inside, held at the end, most it can have held */
/** @typedef {{site: string, ring: number, depth: number, firstTask: number, lastTask: number, task: Fill, heap: Fill, dep?: Fill, tensorMap: number}} ScopePair a scope that was opened and closed */
/** @typedef {{fatal: boolean, dropped: number, total: number, taskWindowMax: number[], heapMax: number[], depPoolMax: number[], tensorMapMax: number, hasDepPool: boolean, pairCount: number, openCount: number, pairs: ScopePair[]}} Scopes */
/** @typedef {{key: "task" | "heap" | "dep", text: string, unit: (value: number) => string, capacity: number[]}} Resource of a ring */
/** @typedef {{title: string, pairs: ScopePair[], resource: {unit: (value: number) => string}, capacity: number, peak: number, value: number, series: import("./chart.js").Series[]}} Panel */

/** @type {Fill} */
const NONE = [0, 0, 0];
const METRICS = [
  { text: "most it can have held", color: "#c8506a", at: 2 },
  { text: "held at its end", color: "#3b82c4", at: 1 },
  { text: "allocated inside", color: "#3f9b62", at: 0 },
];

/** @param {Scopes} scopes */
function resources(scopes) {
  /** @type {Resource[]} */
  const list = [
    { key: "task", text: "task window", unit: count, capacity: scopes.taskWindowMax },
    { key: "heap", text: "heap", unit: bytes, capacity: scopes.heapMax },
  ];
  if (scopes.hasDepPool)
    list.push({ key: "dep", text: "dependency pool", unit: count, capacity: scopes.depPoolMax });
  return list;
}

/** @param {number} share */
function risk(share) {
  if (!(share >= 0)) return "unknown";
  return share >= 0.8 ? "danger" : share >= 0.5 ? "warn" : "ok";
}

/**
 * Ring by ring, resource by resource: pairs, capacity and the first highest peak.
 * @param {Scopes} scopes
 */
function panels(scopes) {
  const rings = [...new Set(scopes.pairs.map((pair) => pair.ring))].sort((a, b) => a - b);
  /** @type {Panel[]} */
  const found = [];
  for (const ring of rings) {
    const pairs = scopes.pairs.filter((pair) => pair.ring === ring);
    for (const resource of resources(scopes)) {
      const values = pairs.map((pair) => (pair[resource.key] ?? NONE)[2]);
      const peak = values.reduce((best, /** @type {number} */ value, at) => (value > values[best] ? at : best), 0);
      const capacity = resource.capacity[ring] || 0;
      found.push({
        title: `ring ${ring} · ${resource.text}`,
        pairs,
        resource,
        capacity,
        peak,
        value: values[peak],
        series: METRICS.map((m) => ({ ...m, values: pairs.map((pair) => (pair[resource.key] ?? NONE)[m.at]) })),
      });
    }
  }
  if (scopes.pairs.length > 0) {
    const values = scopes.pairs.map((pair) => pair.tensorMap);
    const peak = values.reduce((best, value, at) => (value > values[best] ? at : best), 0);
    found.push({
      title: "all rings · tensor map",
      pairs: scopes.pairs,
      resource: { unit: count },
      capacity: scopes.tensorMapMax,
      peak,
      value: values[peak],
      series: [{ text: "entries at the end", color: "#8a6bc8", values }],
    });
  }
  return found;
}

/** @param {ScopePair} pair */
function taskOf(pair) {
  const local = pair.lastTask >= pair.firstTask ? pair.lastTask : pair.firstTask - 1;
  return local < 0 ? null : (BigInt(pair.ring) << 32n) | BigInt(local);
}

/** @param {Asked} asked */
export async function showScopes({ app, capture }) {
  const scopes = capture.meta.scopes ? await capture.json("scopes.json") : null;
  if (!scopes)
    return {
      element: el(
        "p",
        { class: "card" },
        "This capture has no scope statistics. Record them with --scope-stats.",
      ),
    };
  const moment = (/** @type {ScopePair} */ pair) => {
    const task = taskOf(pair);
    if (task !== null) app.go("timeline", "task", task);
  };
  const all = panels(scopes);
  /** @type {LineChart[]} */
  const charts = [];
  const cards = all
    .filter((panel) => panel.value > 0 && panel.pairs.length > 1)
    .map((panel) => {
      const chart = new LineChart({
        label: panel.title,
        series: panel.series,
        capacity: panel.capacity,
        format: panel.resource.unit,
        binary: panel.resource.unit === bytes,
        describe: (/** @type {number} */ at) =>
          `${panel.pairs[at].site}, depth ${panel.pairs[at].depth}: ` +
          panel.series.map((line) => `${line.text} ${panel.resource.unit(line.values[at])}`).join(", "),
        onPick: (/** @type {number} */ at) => moment(panel.pairs[at]),
      });
      charts.push(chart);
      return el(
        "section",
        { class: "card" },
        el(
          "h3",
          {},
          panel.title,
          el(
            "span",
            { class: "risk " + risk(panel.value / panel.capacity) },
            percent(panel.value / panel.capacity),
          ),
        ),
        el(
          "p",
          { class: "legend" },
          panel.series.map((line) => [
            el("span", { class: "chip", css: { background: line.color } }),
            line.text + " ",
          ]),
        ),
        chart.element,
      );
    });
  const state = scopes.fatal
    ? "The run ended with a fatal error"
    : scopes.dropped > 0
      ? "Samples were dropped"
      : "Healthy";
  return {
    element: el(
      "div",
      { class: "page scopes" },
      el(
        "section",
        { class: "card wide" },
        el("h2", { class: scopes.fatal || scopes.dropped > 0 ? "alarm" : null }, state),
        el(
          "p",
          { class: "quiet" },
          `${count(scopes.total)} samples, ${count(scopes.pairCount)} closed scopes, ${count(scopes.dropped)} dropped` +
            (scopes.openCount > 0
              ? `; ${count(scopes.openCount)} were still open at the end and are not drawn, 'tidemark scopes' lists them`
              : "") +
            (scopes.pairCount > scopes.pairs.length
              ? `; the first ${count(scopes.pairs.length)} are drawn, the highest of each ring among them, 'tidemark scopes' reads all`
              : ""),
        ),
        table(
          [
            { text: "resource" },
            { text: "highest", number: true },
            { text: "capacity", number: true },
            { text: "use", number: true },
            { text: "scope" },
            { text: "" },
          ],
          all.map((panel) => [
            panel.title,
            panel.resource.unit(panel.value),
            panel.capacity > 0 ? panel.resource.unit(panel.capacity) : "unknown",
            el(
              "span",
              { class: "risk " + risk(panel.value / panel.capacity) },
              percent(panel.value / panel.capacity),
            ),
            panel.value > 0 ? panel.pairs[panel.peak].site : "–", // nothing was used, so no scope did
            panel.value === 0 || taskOf(panel.pairs[panel.peak]) === null
              ? ""
              : link(
                  "that moment",
                  () => moment(panel.pairs[panel.peak]),
                  "show its last task on the timeline",
                ),
          ]),
          { class: "peaks" },
        ),
      ),
      cards,
    ),
    opened: () => charts.forEach((chart) => chart.paint()),
    close: () => charts.forEach((chart) => chart.close()),
  };
}
