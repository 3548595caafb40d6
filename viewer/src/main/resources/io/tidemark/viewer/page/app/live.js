// A run while it goes on: lanes light up as they write, rings fill, drops are counted in red.

import { theme } from "./colors.js";
import { clear, el, table } from "./dom.js";
import { bytes, count, percent, time } from "./format.js";

const HISTORY = 300;
const ROW = 13;
const LABEL = 70;
const SWITCH_MILLIS = 3000; // time to read how the run ended before its capture opens

class LivePage {
  #app;
  #lanes = new Map();
  #rates = [];
  #last = null;
  #switch = null;

  constructor(app) {
    this.#app = app;
    this.title = el("h2", {}, "Waiting for the run…");
    this.figures = el("div", { class: "figures" });
    this.gauges = el("div", { class: "gauges" });
    this.books = el("div", {});
    this.canvas = el("canvas", {
      class: "livelanes",
      role: "img",
      "aria-label": "Records written per lane over the last minute",
    });
    this.ending = el("div", {});
    this.element = el(
      "div",
      { class: "page live" },
      el("section", { class: "card wide" }, this.title, this.ending, this.figures),
      el(
        "section",
        { class: "card wide" },
        el("h3", {}, "Lanes"),
        el(
          "p",
          { class: "quiet" },
          "Each column is a fifth of a second; the stronger, the more records a lane wrote.",
        ),
        this.canvas,
      ),
      el("section", { class: "card" }, el("h3", {}, "Rings and queues"), this.gauges),
      el("section", { class: "card" }, el("h3", {}, "Records"), this.books),
    );
  }

  listen(address) {
    this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => this.#last && this.#paint();
    this.scheme.addEventListener("change", this.onScheme);
    this.events = new EventSource(address);
    this.events.onmessage = (event) => this.#take(JSON.parse(event.data));
    this.events.onerror = () => {
      if (this.events.readyState === EventSource.CLOSED || (this.#last && !this.#last.running)) this.close();
      else this.title.textContent = "The run's server does not answer; trying again…";
    };
  }

  close() {
    if (this.events) this.events.close();
    clearTimeout(this.#switch);
    this.scheme.removeEventListener("change", this.onScheme);
  }

  #take(snapshot) {
    const before = this.#last;
    this.#last = snapshot;
    this.title.textContent = snapshot.title + (snapshot.running ? " is running" : " has ended");
    const seconds = before ? (snapshot.elapsedNanos - before.elapsedNanos) / 1e9 : 0;
    const rate =
      seconds > 0 && snapshot.completed >= 0 ? (snapshot.completed - before.completed) / seconds : NaN;
    const figure = (value, text) =>
      el("div", { class: "figure" }, el("strong", {}, value), el("span", {}, text));
    const what = snapshot.running ? "tasks and allocations" : "tasks"; // only the end tells them apart
    const known = (value) => (value < 0 ? "unknown" : count(value));
    clear(this.figures).append(
      figure(time(snapshot.elapsedNanos), "since the run began"),
      figure(known(snapshot.submitted), what + " submitted"),
      figure(known(snapshot.completed), what + " completed"),
      figure(Number.isNaN(rate) ? "–" : count(rate), what + " per second"),
    );
    this.#gauge(snapshot.gauges);
    this.#book(snapshot.channels);
    this.#column(snapshot.lanes);
    this.#paint();
    if (!snapshot.running) this.#end(snapshot);
  }

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

  /** Adds how many records each lane wrote since the last snapshot. */
  #column(lanes) {
    const column = lanes.map((lane) => {
      const key = lane.group + "/" + lane.label;
      const known = this.#lanes.get(key);
      this.#lanes.set(key, lane.records);
      return known === undefined ? 0 : Math.max(0, lane.records - known);
    });
    this.#rates.push(column);
    if (this.#rates.length > HISTORY) this.#rates.shift();
  }

  #paint() {
    const lanes = this.#last.lanes;
    const width = this.canvas.clientWidth;
    const height = Math.max(20, lanes.length * ROW);
    const scale = window.devicePixelRatio || 1;
    this.canvas.style.height = height + "px";
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const context = this.canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const colors = theme();
    const most = Math.max(1, ...this.#rates.map((column) => column.reduce((a, b) => Math.max(a, b), 0)));
    const step = (width - LABEL) / HISTORY;
    context.font = "10px system-ui, sans-serif";
    context.textBaseline = "middle";
    lanes.forEach((lane, row) => {
      context.globalAlpha = 1;
      context.fillStyle = colors.lane;
      context.fillRect(LABEL, row * ROW + 1, width - LABEL, ROW - 2);
      context.fillStyle = colors.muted;
      context.fillText(lane.label.slice(0, 20), 4, row * ROW + ROW / 2);
      context.fillStyle = colors.accent;
      this.#rates.forEach((column, at) => {
        const rate = column[row] || 0;
        if (rate === 0) return;
        context.globalAlpha = 0.2 + 0.8 * Math.sqrt(rate / most);
        context.fillRect(width - (this.#rates.length - at) * step, row * ROW + 1, Math.max(1, step), ROW - 2);
      });
    });
    context.globalAlpha = 1;
  }

  async #end(snapshot) {
    clear(this.ending).append(el("p", { class: "sentence" }, snapshot.ending || "The run has ended."));
    if (snapshot.captures > 0) {
      this.events.close();
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
      this.ending.append(el("p", { class: "quiet" }, "The capture is being written…"));
    }
  }
}

export async function showLive({ app }) {
  const page = new LivePage(app);
  return { element: page.element, close: () => page.close(), opened: () => page.listen(app.live) };
}
