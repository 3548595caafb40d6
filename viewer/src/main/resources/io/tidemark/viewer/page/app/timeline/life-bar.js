// The life of one run as a bar: on its way, being set up, running, being noticed.

import { el } from "../dom.js";
import { time } from "../format.js";

/** @typedef {import("../capture.js").Run} Run */

/**
 * The bar that splits a task's life: waiting for the core, getting there, running, being noticed.
 * @param {Run} run
 */
export function lifeBar(run) {
  /** @type {[string, number, string][]} */
  const stages = [
    ["dispatch to receive", run.receive - run.dispatch, "way"],
    ["receive to start", run.begin - run.receive, "setup"],
    ["running", run.end - run.begin, "run"],
    ["end to finish seen", run.finish - run.end, "notice"],
  ];
  const parts = stages.filter(([, nanos]) => nanos > 0);
  const all = parts.reduce((sum, [, nanos]) => sum + nanos, 0);
  if (all === 0) return null;
  return el(
    "div",
    {
      class: "life",
      role: "img",
      "aria-label": parts.map(([name, nanos]) => name + " " + time(nanos)).join(", "),
    },
    parts.map(([name, nanos, kind]) =>
      el("span", {
        class: kind,
        title: name + ": " + time(nanos),
        css: { "flex-grow": String(Math.max(nanos / all, 0.01)) },
      }),
    ),
  );
}
