// Search by kernel name or task id, with next and previous in order of time; in both captures when two
// are compared, the first one's hits before the second one's.

import { el } from "../dom.js";
import { count, parseTask, taskLabel } from "../format.js";

const RINGS = 8n;

/** The runs of a task that was searched for, of every capture, to be framed at once. */
export function foundRuns(sides) {
  const tasks = sides.filter(({ names }) => !names);
  return Promise.all(
    tasks.flatMap(({ capture, hits }) =>
      hits
        .filter((hit) => typeof hit === "number")
        .map(async (hit) => ({ ...(await capture.run(hit)), capture })),
    ),
  );
}

export class Search {
  #tracks;
  #onHit;
  #onFound;
  #sides = [];
  #total = 0;
  #at = -1;
  #asked = "";

  /** `onHit` goes to one hit of one capture; `onFound` learns per capture what to make stand out. */
  constructor(tracks, onHit, onFound) {
    this.#tracks = tracks;
    this.#onHit = onHit;
    this.#onFound = onFound;
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
        input: () => {
          if (!this.input.value.trim()) this.forget();
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

  /** Searches for a text and goes to its first hit. */
  ask(text) {
    this.input.value = text;
    return this.step(1);
  }

  /** Shows what a kept text means, without going anywhere. */
  async restore(text) {
    if (text === this.#asked) return;
    this.input.value = text;
    if (text) await this.#look(text);
    else this.forget();
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  /** Nothing stands out any more; the text stays, to be searched for again. */
  forget() {
    if (!this.#asked) return;
    this.#asked = "";
    this.result.textContent = "";
    this.#onFound([], "");
  }

  /** Goes to the next or previous hit; a new text searches first. */
  async step(direction) {
    const text = this.input.value.trim();
    if (!text) return;
    if (text !== this.#asked && !(await this.#look(text))) return;
    if (this.#total === 0) return;
    const start = this.#at < 0 && direction < 0 ? 0 : this.#at;
    this.#at = (start + direction + this.#total) % this.#total;
    this.result.textContent = `${count(this.#at + 1)} of ${count(this.#total)}${this.#shares()}`;
    let at = this.#at;
    const side = this.#sides.find(({ hits }) => at < hits.length || ((at -= hits.length), false));
    await this.#onHit(side.capture, side.hits[at]);
  }

  /** Finds all hits of a text; false when another text was asked for meanwhile. */
  async #look(text) {
    this.#asked = text;
    this.#at = -1;
    this.result.textContent = "searching…";
    const sides = await Promise.all(this.#tracks.map((track) => this.#find(track, text)));
    if (text !== this.#asked) return false;
    this.#sides = sides;
    this.#total = sides.reduce((sum, side) => sum + side.hits.length, 0);
    this.result.textContent = this.#total === 0 ? "nothing found" : `${count(this.#total)} found${this.#shares()}`;
    this.#onFound(sides, text);
    return true;
  }

  #shares() {
    if (this.#sides.length < 2) return "";
    const share = ({ title, hits }) => `${title} ${count(hits.length)}`;
    return ` (${this.#sides.map(share).join(", ")})`;
  }

  /**
   * What a capture has: {capture, title, hits, names}. Hits are run numbers in order of time, or
   * {task, label} for a task that never ran; names are the kernels that were meant, null for a task.
   */
  async #find({ capture, title }, text) {
    const names = new Set();
    /** @type {{capture: any, title: string, hits: any[], names: Set<number> | null}} */
    const side = { capture, title, hits: [], names: null };
    const exact = parseTask(text);
    if (exact !== null) {
      const found = await this.#task(capture, exact, /^t?\d+$/i.test(text));
      if (found && found.firstRun >= 0)
        side.hits = Array.from({ length: found.runs }, (_, at) => found.firstRun + at);
      else if (found) side.hits = [{ task: found.task, label: taskLabel(found.task) }];
      if (found || !/[a-z]/i.test(text.replace(/^0x/i, ""))) return side;
    }
    const wanted = text.toLowerCase();
    side.names = names;
    for (let name = 0; name < capture.meta.kernelNames; name++) {
      if (capture.meta.names[name].toLowerCase().includes(wanted)) names.add(name);
    }
    if (names.size > 0) side.hits = await this.#runsNamed(capture, names);
    return side;
  }

  /** The task; a number without a ring is looked for on every ring. */
  async #task(capture, id, anyRing) {
    for (let ring = 0n; ring < (anyRing ? RINGS : 1n); ring++) {
      const found = await capture.task(id + (ring << 32n));
      if (found) return found;
    }
    return null;
  }

  /** A million hits stay plain numbers. */
  async #runsNamed(capture, names) {
    const hits = [];
    const { meta } = capture;
    for (let chunk = 0; chunk * meta.searchRows < meta.runs; chunk++) {
      const order = await capture.order(chunk);
      for (let at = 0; at < order.run.length; at++) {
        if (names.has(order.name[at])) hits.push(order.run[at]);
      }
    }
    return hits;
  }
}
