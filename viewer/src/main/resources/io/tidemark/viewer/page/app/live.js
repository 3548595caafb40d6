// An active run: lanes light up as they write, rings fill, drops are counted in red.

import { theme } from "./colors.js";
import { clear, el, pen, table } from "./dom.js";
import { bytes, count, percent, time } from "./format.js";
import { onTheme } from "./theme.js";

/** @typedef {import("./main.js").Application} App */
/** @typedef {import("./main.js").Asked} Asked */
/** @typedef {{group: string, label: string, records: number, now: string}} LaneProgress */
/** @typedef {{group: string, label: string, used: number, capacity: number}} Gauge */
/** @typedef {{name: string, runs: number, totalNanos: number}} KernelProgress runs whose records are on disk */
/** @typedef {{channel: string, reserved: number, delivered: number, dropped: number}} ChannelProgress */
/**
 * How far a run is at one moment; numbers that are not known are -1.
 * @typedef {object} Snapshot
 * @property {string} title
 * @property {boolean} running
 * @property {boolean} writing
 * @property {string} ending
 * @property {number} elapsedNanos
 * @property {number} submitted
 * @property {number} completed
 * @property {number} expected
 * @property {string} banner
 * @property {number} captures
 * @property {LaneProgress[]} lanes
 * @property {Gauge[]} gauges
 * @property {ChannelProgress[]} channels
 * @property {KernelProgress[]} kernels
 */

const HISTORY = 300;
const ROW = 13;
const LABEL = 70;
const LABEL_LETTERS = 12;
const STILL_NANOS = 1e9; // without a move for so long the page says so
const SWITCH_MILLIS = 3000; // time to read how the run ended before its capture opens

const keyOf = (/** @type {LaneProgress} */ lane) => lane.group + "/" + lane.label;

/** What each lane wrote from snapshot to snapshot; a lane keeps its past when others appear. */
export class LaneHistory {
  /** @type {Map<string, number>} */
  #records = new Map();
  /** @type {Map<string, number>[]} of each moment how much a lane wrote, by its name */
  #columns = [];

  /**
   * Adds what each lane wrote since the snapshot before; nothing for one seen first.
   * @param {LaneProgress[]} lanes
   */
  add(lanes) {
    /** @type {Map<string, number>} */
    const column = new Map();
    for (const lane of lanes) {
      const known = this.#records.get(keyOf(lane));
      this.#records.set(keyOf(lane), lane.records);
      if (known !== undefined && lane.records > known) column.set(keyOf(lane), lane.records - known);
    }
    this.#columns.push(column);
    if (this.#columns.length > HISTORY) this.#columns.shift();
  }

  /**
   * How much a lane wrote, oldest moment first.
   * @param {LaneProgress} lane
   */
  of(lane) {
    return this.#columns.map((column) => column.get(keyOf(lane)) ?? 0);
  }

  get most() {
    return this.#columns.reduce(
      (most, column) => Math.max(most, ...column.values()),
      1,
    );
  }
}

/** Since when nothing of a run has moved: no task was submitted or finished, and no core wrote. */
export class StillWatch {
  /** @type {string | null} */
  #before = null;
  #since = 0;

  /**
   * Nanoseconds without a move up to this snapshot; 0 when it moved, or when nothing can be known.
   * @param {Snapshot} snapshot
   */
  look(snapshot) {
    const working = snapshot.lanes.filter(({ group }) => group !== "sched"); // schedulers turn idle, too
    const knows = snapshot.completed >= 0 || working.length > 0;
    const state = [snapshot.submitted, snapshot.completed, ...working.map(({ records }) => records)].join();
    if (state !== this.#before || !snapshot.running || snapshot.writing) {
      this.#before = state;
      this.#since = snapshot.elapsedNanos;
    }
    return knows ? snapshot.elapsedNanos - this.#since : 0;
  }
}

class LivePage {
  #app;
  #history = new LaneHistory();
  #still = new StillWatch();
  /** @type {Snapshot | null} the last one */
  #last = null;
  #switch = 0;
  /** @type {() => void} */
  #unlisten = () => {};
  /** @type {EventSource | null} */
  #events = null;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.title = el("h2", {}, "Waiting for the run…");
    this.figures = el("div", { class: "figures" });
    this.progress = el("div", {});
    this.warning = el("p", { class: "still", role: "status" });
    this.banner = el("p", { class: "banner", hidden: "" });
    this.gauges = el("div", { class: "gauges" });
    this.books = el("div", {});
    this.kernels = el("div", { class: "livekernels" });
    this.canvas = el("canvas", {
      class: "livelanes",
      role: "img",
      "aria-label": "Records written per lane over the last minute",
    });
    this.ending = el("div", {});
    this.element = el(
      "div",
      { class: "page live" },
      el(
        "section",
        { class: "card wide" },
        this.title,
        this.banner,
        this.ending,
        this.warning,
        this.progress,
        this.figures,
      ),
      el(
        "section",
        { class: "card wide" },
        el("h3", {}, "Lanes"),
        el(
          "p",
          { class: "quiet" },
          "The last minute, a fifth of a second a column; the stronger, the more records a lane wrote.",
        ),
        this.canvas,
      ),
      el("section", { class: "card" }, el("h3", {}, "Rings and queues"), this.gauges),
      el("section", { class: "card" }, el("h3", {}, "Records"), this.books),
      el("section", { class: "card wide" }, el("h3", {}, "Kernels so far"), this.kernels),
    );
  }

  /** @param {string} address */
  listen(address) {
    this.#unlisten = onTheme(() => this.#last && this.#paint());
    const events = new EventSource(address);
    this.#events = events;
    events.onmessage = (event) => this.#take(JSON.parse(event.data));
    events.onerror = () => {
      if (events.readyState === EventSource.CLOSED || (this.#last && !this.#last.running)) this.close();
      else this.title.textContent = "The run's server does not answer; trying again…";
    };
  }

  close() {
    this.#events?.close();
    clearTimeout(this.#switch);
    this.#unlisten();
  }

  /** @param {Snapshot} snapshot */
  #take(snapshot) {
    const before = this.#last;
    this.#last = snapshot;
    const doing = snapshot.writing ? " is over; writing the capture…" : " is running";
    this.title.textContent = snapshot.title + (snapshot.running ? doing : " has ended");
    this.banner.textContent = snapshot.banner;
    this.banner.hidden = snapshot.banner === "";
    const still = this.#still.look(snapshot);
    this.warning.textContent =
      still >= STILL_NANOS
        ? `Nothing has moved for ${time(still)}: no task was submitted or finished, and no core wrote a record.`
        : "";
    this.#showProgress(snapshot);
    const seconds = before ? (snapshot.elapsedNanos - before.elapsedNanos) / 1e9 : 0;
    const rate =
      before && seconds > 0 && snapshot.completed >= 0 ? (snapshot.completed - before.completed) / seconds : NaN;
    const figure = (/** @type {string} */ value, /** @type {string} */ text) =>
      el("div", { class: "figure" }, el("strong", {}, value), el("span", {}, text));
    const submitted = snapshot.running ? "tasks and allocations" : "tasks"; // they can be distinguished only at the end
    const known = (/** @type {number} */ value) => (value < 0 ? "unknown" : count(value));
    clear(this.figures).append(
      figure(time(snapshot.elapsedNanos), "since the run began"),
      figure(known(snapshot.submitted), submitted + " submitted"),
      figure(known(snapshot.completed), "tasks completed"),
      figure(Number.isNaN(rate) ? "–" : count(rate), "tasks per second"),
    );
    this.#gauge(snapshot.gauges);
    this.#book(snapshot.channels);
    this.#showKernels(snapshot.kernels);
    this.#history.add(snapshot.lanes);
    this.#paint();
    if (!snapshot.running) this.#end(snapshot);
  }

  /** @param {Gauge[]} gauges */
  #gauge(gauges) {
    clear(this.gauges).append(
      ...gauges.map((gauge) => {
        const share = gauge.capacity > 0 ? gauge.used / gauge.capacity : NaN;
        const level = share >= 0.8 ? "danger" : share >= 0.5 ? "warn" : "ok";
        const value = gauge.group.toLowerCase().includes("heap") ? bytes : count;
        return el(
          "div",
          {
            class: "gauge",
            role: "meter",
            "aria-valuenow": gauge.used,
            "aria-valuemax": gauge.capacity,
            "aria-label": gauge.group + " " + gauge.label,
          },
          el("span", {}, `${gauge.group} ${gauge.label}`),
          el(
            "span",
            { class: "track" },
            el("span", { class: level, css: { width: Math.min(100, (share || 0) * 100) + "%" } }),
          ),
          el(
            "span",
            { class: "number" },
            gauge.capacity > 0 ? `${value(gauge.used)} of ${value(gauge.capacity)}` : value(gauge.used),
          ),
        );
      }),
    );
  }

  /** @param {ChannelProgress[]} channels */
  #book(channels) {
    clear(this.books).append(
      table(
        [
          { text: "channel" },
          { text: "reserved", number: true },
          { text: "delivered", number: true },
          { text: "dropped", number: true },
        ],
        channels.map((c) => [
          c.channel,
          count(c.reserved),
          count(c.delivered),
          el(
            "span",
            { class: c.dropped > 0 ? "alarm" : null },
            count(c.dropped),
            c.dropped > 0 ? ` (${percent(c.dropped / c.reserved)})` : "",
          ),
        ]),
      ),
    );
  }

  /**
   * What the tables say that the run has written so far.
   * @param {KernelProgress[]} kernels
   */
  #showKernels(kernels) {
    clear(this.kernels).append(
      kernels.length === 0
        ? el("p", { class: "quiet" }, "No record of a core is on disk yet; cores hand their records over when a buffer is full.")
        : table(
            [{ text: "kernel" }, { text: "runs", number: true }, { text: "total", number: true }, { text: "mean", number: true }],
            kernels.map(({ name, runs, totalNanos }) => [name, count(runs), time(totalNanos), time(totalNanos / runs)]),
          ),
    );
  }

  /**
   * How far the run is on its way to the tasks its graph has, when somebody knows how many.
   * @param {Snapshot} snapshot
   */
  #showProgress({ completed, expected }) {
    clear(this.progress);
    if (expected <= 0 || completed < 0) return;
    const share = Math.min(1, completed / expected);
    this.progress.append(
      el(
        "div",
        {
          class: "towards",
          role: "progressbar",
          "aria-valuenow": completed,
          "aria-valuemax": expected,
          "aria-label": "Tasks completed",
        },
        el("span", {}, "tasks completed"),
        el("span", { class: "track" }, el("span", { class: "ok", css: { width: share * 100 + "%" } })),
        el("span", { class: "number" }, `${count(completed)} of ${count(expected)} (${percent(share)})`),
      ),
    );
  }

  #paint() {
    const lanes = this.#last?.lanes ?? [];
    const width = this.canvas.clientWidth;
    const height = Math.max(20, lanes.length * ROW);
    const scale = window.devicePixelRatio || 1;
    this.canvas.style.height = height + "px";
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const context = pen(this.canvas);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const colors = theme();
    const { most } = this.#history;
    const step = (width - LABEL) / HISTORY;
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    lanes.forEach((lane, row) => {
      context.globalAlpha = 1;
      context.fillStyle = colors.lane;
      context.fillRect(LABEL, row * ROW + 1, width - LABEL, ROW - 2);
      context.fillStyle = colors.muted;
      const { label } = lane;
      const name = label.length > LABEL_LETTERS ? label.slice(0, LABEL_LETTERS - 1) + "…" : label;
      context.fillText(name, 4, row * ROW + ROW / 2);
      context.fillStyle = colors.accent;
      const rates = this.#history.of(lane);
      rates.forEach((rate, at) => {
        if (rate === 0) return;
        context.globalAlpha = 0.2 + 0.8 * Math.sqrt(rate / most);
        context.fillRect(width - (rates.length - at) * step, row * ROW + 1, Math.max(1, step), ROW - 2);
      });
    });
    context.globalAlpha = 1;
  }

  /** @param {Snapshot} snapshot */
  async #end(snapshot) {
    clear(this.ending).append(el("p", { class: "sentence" }, snapshot.ending || "The run has ended."));
    if (snapshot.captures > 0) {
      this.#events?.close();
      await this.#app.refresh();
      const open = () => this.#app.go("overview", undefined, undefined, 0);
      const stay = el(
        "button",
        {
          type: "button",
          on: {
            click: () => {
              clearTimeout(this.#switch);
              stay.remove();
            },
          },
        },
        "Stay here",
      );
      if (!this.element.isConnected) return;
      this.#switch = setTimeout(open, SWITCH_MILLIS);
      this.ending.append(
        el(
          "p",
          { class: "actions" },
          el("button", { type: "button", on: { click: open } }, "Open the finished capture"),
          stay,
        ),
      );
    } else {
      this.ending.append(el("p", { class: "quiet" }, "Its capture is not there yet…"));
    }
  }
}

/** @param {Asked} asked */
export async function showLive({ app }) {
  const page = new LivePage(app);
  return { element: page.element, close: () => page.close(), opened: () => app.live && page.listen(app.live) };
}
