// Search by kernel name or task id, with next and previous in order of time.

import { el } from "../dom.js";
import { count, parseTask, taskLabel } from "../format.js";

const RINGS = 8n;

export class Search {
  #capture;
  #onHit;
  #matches = null;
  #at = -1;
  #asked = "";

  constructor(capture, onHit) {
    this.#capture = capture;
    this.#onHit = onHit;
    this.input = el("input", {
      type: "search",
      class: "search",
      placeholder: "Search kernel or task",
      "aria-label": "Search by kernel name or task id",
      spellcheck: "false",
      maxlength: "200",
      on: {
        keydown: (event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            this.step(event.shiftKey ? -1 : 1);
          } else if (event.key === "Escape") {
            this.input.blur();
          }
        },
      },
    });
    this.result = el("span", { class: "hits", role: "status" });
    const button = (text, label, direction) =>
      el(
        "button",
        {
          type: "button",
          class: "small",
          "aria-label": label,
          title: label,
          on: { click: () => this.step(direction) },
        },
        text,
      );
    this.element = el(
      "span",
      { class: "searchbox" },
      this.input,
      button("‹", "Previous hit", -1),
      button("›", "Next hit", 1),
      this.result,
    );
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  /** Goes to the next or previous hit; a new text searches first. */
  async step(direction) {
    const text = this.input.value.trim();
    if (!text) return;
    if (text !== this.#asked) {
      this.#asked = text;
      this.#at = -1;
      this.result.textContent = "searching…";
      this.#matches = await this.#find(text);
      if (text !== this.#asked) return;
    }
    const matches = this.#matches;
    if (!matches || matches.length === 0) {
      this.result.textContent = "nothing found";
      return;
    }
    const start = this.#at < 0 && direction < 0 ? 0 : this.#at;
    this.#at = (start + direction + matches.length) % matches.length;
    this.result.textContent = count(this.#at + 1) + " of " + count(matches.length);
    await this.#onHit(matches[this.#at]);
  }

  /** Run numbers in order of time; a task that never ran comes as {task, label}. */
  async #find(text) {
    const exact = parseTask(text);
    if (exact !== null) {
      const found = await this.#task(exact, /^t?\d+$/i.test(text));
      if (found && found.firstRun >= 0)
        return Array.from({ length: found.runs }, (_, at) => found.firstRun + at);
      if (found) return [{ task: found.task, label: taskLabel(found.task) }];
      if (!/[a-z]/i.test(text.replace(/^0x/i, ""))) return [];
    }
    const wanted = text.toLowerCase();
    const meta = this.#capture.meta;
    const names = new Set();
    for (let name = 0; name < meta.kernelNames; name++) {
      if (meta.names[name].toLowerCase().includes(wanted)) names.add(name);
    }
    return names.size === 0 ? [] : this.#runsNamed(names);
  }

  /** The task; a number without a ring is looked for on every ring. */
  async #task(id, anyRing) {
    for (let ring = 0n; ring < (anyRing ? RINGS : 1n); ring++) {
      const found = await this.#capture.task(id + (ring << 32n));
      if (found) return found;
    }
    return null;
  }

  /** A million hits stay plain numbers. */
  async #runsNamed(names) {
    const hits = [];
    const meta = this.#capture.meta;
    for (let chunk = 0; chunk * meta.searchRows < meta.runs; chunk++) {
      const order = await this.#capture.order(chunk);
      for (let at = 0; at < order.run.length; at++) {
        if (names.has(order.name[at])) hits.push(order.run[at]);
      }
    }
    return hits;
  }
}
