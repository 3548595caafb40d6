// What happened in a range: kernels, cores by state, waits by reason, durations, critical path, queue.

import { copyText, csv } from "../csv.js";
import { el, link, table } from "../dom.js";
import { count, exact, percent, time } from "../format.js";
import { growingList } from "../more.js";
import { partBar, partChip } from "../parts.js";
import { rangeReport, rangeRuns } from "../ranges.js";
import { pictureButtons } from "./picture.js";

/** @typedef {import("../range-sums.js").KernelRow} KernelRow */
/** @typedef {import("../range-sums.js").Range} Range */
/** @typedef {import("../range-sums.js").RangeReport} RangeReport */
/** @typedef {{key: string, text: string, number?: boolean, value: (row: KernelRow) => number | string, show: (row: KernelRow) => import("../dom.js").Content}} Sortable */

const MOST_CORES = 16;
const MOST_KERNELS = 100;

/**
 * @param {string} title
 * @param {import("../dom.js").Content[]} content
 */
function section(title, ...content) {
  return el("section", {}, el("h3", {}, title), ...content);
}

export class RangePanel {
  #view;
  #serial = 0;
  #sort = { key: "total", down: true };

  /** @param {import("./page.js").TimelineView} view */
  constructor(view) {
    this.#view = view;
  }

  /**
   * Shows a range of one capture.
   * @param {import("../capture.js").Capture} capture
   * @param {Range} range
   */
  async show(capture, range) {
    const serial = ++this.#serial;
    const whole = {
      begin: Math.max(0, Math.floor(range.begin)),
      end: Math.max(0, Math.ceil(range.end)),
      lanes: range.lanes,
    };
    const body = el("div", { class: "range", "data-state": "asked" }, el("p", { class: "quiet" }, "adding up…"));
    const lanes = whole.lanes === null ? "all lanes" : whole.lanes.length === 1 ? capture.meta.lanes[whole.lanes[0]].label : `${count(whole.lanes.length)} lanes`;
    this.#view.panel.showContent({
      title: time(whole.end - whole.begin),
      subtitle: `from ${exact(whole.begin)} to ${exact(whole.end)} on ${lanes}`,
      content: body,
      wide: true,
    });
    this.#view.resize();
    try {
      const report = await rangeReport(capture, whole);
      if (serial !== this.#serial) return;
      body.replaceChildren(...this.#content(capture, whole, report));
      body.dataset.state = "shown";
    } catch (failure) {
      if (serial === this.#serial)
        body.replaceChildren(el("p", { class: "alarm" }, /** @type {Error} */ (failure).message));
    }
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {Range} range
   * @param {RangeReport} report
   */
  #content(capture, range, report) {
    const { parts } = capture.meta;
    const sums = parts.map((_, at) => report.cores.reduce((sum, core) => sum + core.parts[at], 0));
    const all = sums.reduce((sum, value) => sum + value, 0);
    return [
      this.#kernels(capture, range, report, all),
      this.#waits(capture, report, sums, all),
      this.#cores(capture, report),
      this.#histogram(report),
      this.#facts(range, report),
    ].filter((part) => part !== null);
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {number} all the core time of the range, 0 when it is not known
   * @returns {Sortable[]}
   */
  #columns(capture, all) {
    /** @type {(key: keyof KernelRow, text: string) => Sortable} */
    const duration = (key, text) => ({ key, text, number: true, value: (row) => row[key], show: (row) => time(row[key]) });
    return [
      {
        key: "kernel",
        text: "kernel",
        value: (row) => capture.name(row.name),
        show: (row) => [el("span", { class: "chip", css: { background: capture.palette.css(row.name) } }), capture.name(row.name)],
      },
      { key: "count", text: "runs", number: true, value: (row) => row.count, show: (row) => count(row.count) },
      duration("total", "total"),
      {
        key: "share",
        text: "share",
        number: true,
        value: (row) => (all > 0 ? row.total / all : 0),
        show: (row) => percent(all > 0 ? row.total / all : NaN),
      },
      duration("mean", "mean"),
      duration("p50", "p50"),
      duration("p90", "p90"),
      duration("p99", "p99"),
    ];
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {Range} range
   * @param {RangeReport} report
   * @param {number} all
   */
  #kernels(capture, range, report, all) {
    if (report.kernels.length === 0)
      return section("Kernels", el("p", { class: "quiet" }, "No kernel ran here."));
    const columns = this.#columns(capture, all);
    const holder = el("div", { class: "scroll" });
    const steps = el("p", { class: "steps quiet", role: "status" }, "Choose a kernel to see its runs.");
    const fill = () => {
      const column = columns.find(({ key }) => key === this.#sort.key) ?? columns[2];
      const rows = [...report.kernels].sort((one, other) => {
        const [a, b] = [column.value(one), column.value(other)];
        const order = typeof a === "string" ? a.localeCompare(String(b)) : a - Number(b);
        return this.#sort.down ? -order : order;
      });
      const head = columns.map(({ key, text, number }) => ({
        number,
        text: el("button", { type: "button", class: "link", title: "sort by " + text, on: { click: () => sortBy(key) } }, text),
      }));
      const shown = table(
        head,
        rows.slice(0, MOST_KERNELS).map((row) => [
          link(columns[0].show(row), () => void this.#choose(capture, range, row, steps), capture.name(row.name) + ": show its runs"),
          ...columns.slice(1).map(({ show }) => show(row)),
        ]),
        { class: "kernels" },
      );
      const at = columns.indexOf(column);
      shown.tHead?.rows[0].cells[at].setAttribute("aria-sort", this.#sort.down ? "descending" : "ascending");
      holder.replaceChildren(shown);
      if (rows.length > MOST_KERNELS)
        holder.append(el("p", { class: "quiet" }, `${count(MOST_KERNELS)} of ${count(rows.length)} kernels are shown; the copy has all.`));
    };
    /** @type {(key: string) => void} */
    const sortBy = (key) => {
      this.#sort = { key, down: this.#sort.key === key ? !this.#sort.down : key !== "kernel" };
      fill();
      const at = columns.findIndex((column) => column.key === key);
      holder.querySelectorAll("th")[at].querySelector("button")?.focus();
    };
    fill();
    return section("Kernels", holder, steps, this.#copy(capture, report, all));
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {RangeReport} report
   * @param {number} all
   */
  #copy(capture, report, all) {
    const told = el("span", { class: "quiet", role: "status" });
    const copy = async () => {
      const head = ["kernel", "runs", "total_ns", "share", "mean_ns", "least_ns", "p50_ns", "p90_ns", "p99_ns", "most_ns"];
      const rows = report.kernels.map((row) => [
        capture.name(row.name),
        row.count,
        row.total,
        all > 0 ? row.total / all : 0,
        row.mean,
        row.least,
        row.p50,
        row.p90,
        row.p99,
        row.most,
      ]);
      const text = csv(head, rows);
      if (await copyText(text)) told.textContent = ` ${count(rows.length)} rows are on the clipboard.`;
      else told.replaceChildren(el("textarea", { rows: 6, readonly: true, "aria-label": "Kernels as CSV" }, text));
    };
    return el("p", { class: "actions" }, el("button", { type: "button", on: { click: () => void copy() } }, "Copy as CSV"), pictureButtons(this.#view), told);
  }

  /**
   * Makes the runs of a kernel stand out, and steps through them.
   * @param {import("../capture.js").Capture} capture
   * @param {Range} range
   * @param {KernelRow} row
   * @param {HTMLElement} holder
   */
  async #choose(capture, range, row, holder) {
    this.#view.highlight(capture, new Set([row.name]));
    const runs = await rangeRuns(capture, range, row.name);
    let at = -1;
    const place = el("span", {}, `${capture.name(row.name)}: ${count(row.count)} runs. `);
    /** @type {(direction: number) => Promise<void>} */
    const step = async (direction) => {
      at = at < 0 ? (direction > 0 ? 0 : runs.length - 1) : (at + direction + runs.length) % runs.length;
      const run = await this.#view.peek(capture, runs[at]);
      place.textContent = `${capture.name(row.name)}, ${count(at + 1)} of ${count(runs.length)}: ${time(run.end - run.begin)} at ${exact(run.begin)}. `;
    };
    /** @type {(text: string, label: string, direction: number) => HTMLElement} */
    const button = (text, label, direction) =>
      el("button", { type: "button", class: "small", "aria-label": label, title: label, on: { click: () => void step(direction) } }, text);
    holder.replaceChildren(
      place,
      button("‹", "Previous run", -1),
      button("›", "Next run", 1),
      " ",
      link("longest", () => this.#view.select(row.longest, capture), "select its longest run here"),
      " ",
      link("all again", () => {
        this.#view.highlight(capture, null);
        holder.textContent = "Choose a kernel to see its runs.";
      }),
    );
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {RangeReport} report
   * @param {number[]} sums
   * @param {number} all
   */
  #waits(capture, report, sums, all) {
    const { parts } = capture.meta;
    if (report.cores.length === 0) return null;
    if (all === 0) return section("Core time", el("p", { class: "quiet" }, "No task ran before or no more after: no core time lies here."));
    return section(
      `Core time of ${count(report.cores.length)} ${report.cores.length === 1 ? "core" : "cores"}`,
      partBar(parts, sums),
      table(
        [{ text: "part" }, { text: "share", number: true }, { text: "core time", number: true }],
        sums
          .map((nanos, part) => ({ nanos, part }))
          .filter(({ nanos }) => nanos > 0)
          .map(({ nanos, part }) => [[partChip(parts[part]), parts[part].words], percent(nanos / all), time(nanos)]),
        { class: "parts" },
      ),
    );
  }

  /**
   * @param {import("../capture.js").Capture} capture
   * @param {RangeReport} report
   */
  #cores(capture, report) {
    if (report.cores.length < 2) return null;
    const { parts, lanes } = capture.meta;
    return section(
      "Core by core",
      growingList({ class: "corebars" }, report.cores, MOST_CORES, ({ lane, parts: nanos }) =>
        el("li", {}, el("span", { class: "quiet" }, lanes[lane].label), partBar(parts, nanos)),
      ),
    );
  }

  /** @param {RangeReport} report */
  #histogram({ histogram }) {
    const { firstBin, counts } = histogram;
    if (counts.length === 0) return null;
    const most = counts.reduce((greatest, value) => Math.max(greatest, value), 0);
    /** @type {(bin: number) => number} */
    const start = (bin) => (bin === 0 ? 0 : 2 ** (bin / 2));
    const words = (/** @type {number} */ at) =>
      `${time(Math.round(start(firstBin + at)))} to ${time(Math.round(start(firstBin + at + 1)))}: ${count(counts[at])} runs`;
    return section(
      "Durations",
      el(
        "div",
        { class: "histogram", role: "img", "aria-label": counts.map((_, at) => words(at)).join("; ") },
        counts.map((value, at) =>
          el("span", { title: words(at), css: { height: value === 0 ? "0" : Math.max(3, (value / most) * 100) + "%" } }),
        ),
      ),
      el(
        "p",
        { class: "axis quiet" },
        el("span", {}, time(Math.round(start(firstBin)))),
        el("span", {}, time(Math.round(start(firstBin + counts.length)))),
      ),
    );
  }

  /**
   * @param {Range} range
   * @param {RangeReport} report
   */
  #facts(range, report) {
    /** @type {[string, string][]} */
    const facts = [];
    const length = Math.max(1, range.end - range.begin);
    if (report.criticalNanos !== undefined)
      facts.push(["a task of the critical path ran", `${percent(report.criticalNanos / length)} of the time (${time(report.criticalNanos)})`]);
    if (report.ready)
      facts.push(["ready tasks not dispatched", `${report.ready.mean.toFixed(1)} on average, ${count(report.ready.most)} at most`]);
    if (facts.length === 0) return null;
    return section(
      "Path and queue",
      el(
        "dl",
        {},
        facts.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
      ),
    );
  }
}
