// Hardware counters, kernel by kernel. A counter that is zero everywhere is one the platform does not have.

import { csv, copyText } from "./csv.js";
import { el, table } from "./dom.js";
import { count, number } from "./format.js";
import { rooflineCard } from "./roofline.js";

/** @typedef {[number, number, number, number]} Spread how many runs, mean, least, greatest */
/** @typedef {{name: string, cores: string, cycles: Spread, counters: Spread[]}} KernelCounters */
/** @typedef {{rows: number, measuredNothing: boolean, cyclesDead: boolean, groups: string[], counters: string[], dead: number[], kernels: KernelCounters[], roofline: import("./roofline.js").Roofline}} PmuReport */

/**
 * A mean with what lies around it.
 * @param {Spread} spread
 */
function cell([runs, mean, least, most]) {
  if (runs === 0) return "–";
  return el("span", { title: `least ${number(least)}, greatest ${number(most)}` }, number(mean));
}

/** @param {PmuReport} report */
function copyButton(report) {
  const told = el("span", { class: "quiet", role: "status" });
  const copy = async () => {
    const head = ["kernel", "cores", "counter", "runs", "mean", "least", "greatest"];
    const rows = report.kernels.flatMap((kernel) =>
      [kernel.cycles, ...kernel.counters].map((spread, at) => [
        kernel.name,
        kernel.cores,
        at === 0 ? "total cycles" : report.counters[at - 1],
        ...spread.map((value) => value ?? 0),
      ]),
    );
    const text = csv(head, rows);
    if (await copyText(text)) told.textContent = ` ${count(rows.length)} rows are on the clipboard.`;
    else told.replaceChildren(el("textarea", { rows: 8, readonly: true, "aria-label": "Counters as CSV" }, text));
  };
  return el("p", { class: "actions" }, el("button", { type: "button", on: { click: () => void copy() } }, "Copy as CSV"), told);
}

/** @param {import("./main.js").Asked} asked */
export async function showPmu({ app, capture }) {
  /** @type {PmuReport | null} */
  const report = await capture.json("pmu.json");
  if (!report)
    return { element: el("p", { class: "card" }, "This capture has no hardware counters. Record them with --pmu.") };
  if (report.measuredNothing)
    return { element: el("p", { class: "card" }, "The counter file holds only zeros: the platform has no counters.") };
  const live = report.counters.map((name, at) => ({ name, at })).filter(({ at }) => !report.dead.includes(at));
  const dead = report.dead.map((at) => report.counters[at]);
  return {
    element: el(
      "div",
      { class: "page" },
      el(
        "section",
        { class: "card wide", id: "pmu" },
        el("h2", {}, "Hardware counters per run, by kernel"),
        el("p", { class: "quiet" }, `${count(report.rows)} records of ${report.groups.join(", ")}. A cell is the mean of a kernel's runs; point at it for the least and the greatest.`),
        el(
          "div",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": "Counters by kernel" },
          table(
            [
              { text: "kernel" },
              { text: "cores" },
              { text: "runs", number: true },
              ...(report.cyclesDead ? [] : [{ text: "total cycles", number: true }]),
              ...live.map(({ name }) => ({ text: name, number: true })),
            ],
            report.kernels.map((kernel) => [
              kernel.name,
              kernel.cores,
              count(kernel.cycles[0]),
              ...(report.cyclesDead ? [] : [cell(kernel.cycles)]),
              ...live.map(({ at }) => cell(kernel.counters[at])),
            ]),
            { class: "pmu" },
          ),
        ),
        dead.length > 0 ? el("p", { class: "quiet" }, `Empty or zero in every record, so not on this platform: ${dead.join(", ")}.`) : null,
        copyButton(report),
      ),
      rooflineCard(report.roofline, capture.meta.lanes.length > 0 ? (kernel) => app.go("timeline", "kernel", kernel) : null),
    ),
  };
}
