// Search by kernel name or task id, with next and previous in order of time; in both captures when two
// are compared, the first one's hits before the second one's.

import { el } from "../dom.js";
import { count, parseTask, taskLabel } from "../format.js";
import { matchesCore, matchesTimes, needsFacts, parseQuery } from "../query.js";

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("../query.js").Query} Query */
/** @typedef {import("../scopes.js").ScopePair} ScopePair */
/** @typedef {import("./lanes.js").Track} Track */
/** @typedef {number | {task: bigint, label: string}} TaskHit a run, or a task that never ran */
/** @typedef {{capture: Capture, title: string, hits: TaskHit[], names: Set<number> | null}} Side */

const RINGS = 8n;

/**
 * The runs of a task that was searched for, of every capture, to be framed at once.
 * @param {Side[]} sides
 */
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
  /** @type {Side[]} */
  #sides = [];
  #total = 0;
  #at = -1;
  #asked = "";

  /**
   * `onHit` goes to one hit of one capture; `onFound` learns per capture what to make stand out.
   * @param {Track[]} tracks
   * @param {(capture: Capture, hit: TaskHit) => unknown} onHit
   * @param {(sides: Side[], text: string) => unknown} onFound
   */
  constructor(tracks, onHit, onFound) {
    this.#tracks = tracks;
    this.#onHit = onHit;
    this.#onFound = onFound;
    this.input = el("input", {
      type: "search",
      class: "search",
      placeholder: "Search: qk >10ms on aic",
      title: "Kernel, task (r2t7), length (>10ms, 1ms..2ms), core (on aic 3), scope (in FILE:LINE), time (after 5ms)",
      "aria-label": "Search by kernel name, task id, length, core, scope or time",
      spellcheck: "false",
      maxlength: "200",
      on: {
        keydown: (/** @type {KeyboardEvent} */ event) => {
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
    const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ direction) =>
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

  /**
   * Searches for a text and goes to its first hit.
   * @param {string} text
   */
  ask(text) {
    this.input.value = text;
    return this.step(1);
  }

  /**
   * Shows what a kept text means, without going anywhere.
   * @param {string} text
   */
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

  /**
   * Goes to the next or previous hit; a new text searches first.
   * @param {number} direction
   */
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
    if (side) await this.#onHit(side.capture, side.hits[at]);
  }

  /**
   * Finds all hits of a text; false when another text was asked for meanwhile.
   * @param {string} text
   */
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
    const share = (/** @type {Side} */ { title, hits }) => `${title} ${count(hits.length)}`;
    return ` (${this.#sides.map(share).join(", ")})`;
  }

  /**
   * What a capture has: {capture, title, hits, names}. Hits are run numbers in order of time, or
   * {task, label} for a task that never ran; names are the kernels that were meant, null for a task.
   * @param {Track} track
   * @param {string} text
   */
  async #find({ capture, title }, text) {
    /** @type {Set<number>} */
    const names = new Set();
    /** @type {Side} */
    const side = { capture, title, hits: [], names: null };
    const query = parseQuery(text);
    if (query.task !== null) {
      const id = parseTask(query.task);
      const found = id === null ? null : await this.#task(capture, id, /^t?\d+$/i.test(query.task));
      if (found && found.firstRun >= 0)
        side.hits = Array.from({ length: found.runs }, (_, at) => found.firstRun + at);
      else if (found) side.hits = [{ task: found.task, label: taskLabel(found.task) }];
      if (found && needsFacts(query)) side.hits = await this.#narrowed(capture, side.hits, query);
      if (found || !/[a-z]/i.test(query.task.replace(/^0x/i, ""))) return side;
      query.names.push(query.task.toLowerCase());
    }
    side.names = names;
    for (let name = 0; name < capture.meta.kernelNames; name++) {
      const own = capture.meta.names[name].toLowerCase();
      if (query.names.every((wanted) => own.includes(wanted))) names.add(name);
    }
    if (names.size > 0) side.hits = await this.#runsNamed(capture, names, query);
    return side;
  }

  /**
   * The task; a number without a ring is looked for on every ring.
   * @param {Capture} capture
   * @param {bigint} id
   * @param {boolean} anyRing
   */
  async #task(capture, id, anyRing) {
    for (let ring = 0n; ring < (anyRing ? RINGS : 1n); ring++) {
      const found = await capture.task(id + (ring << 32n));
      if (found) return found;
    }
    return null;
  }

  /**
   * Of these runs those that a search means.
   * @param {Capture} capture
   * @param {TaskHit[]} hits
   * @param {Query} query
   */
  async #narrowed(capture, hits, query) {
    const inScope = await this.#scopeTest(capture, query);
    const kept = [];
    for (const hit of hits) {
      if (typeof hit !== "number") continue; // it never ran, so it has neither length nor core
      const run = await capture.run(hit);
      const label = capture.meta.lanes[run.lane]?.label ?? "";
      if (matchesCore(query, label) && matchesTimes(query, run.begin, run.end) && inScope(run.task)) kept.push(hit);
    }
    return kept;
  }

  /**
   * Whether a task was submitted in a scope that a search means.
   * @param {Capture} capture
   * @param {Query} query
   */
  async #scopeTest(capture, query) {
    if (query.scopes.length === 0) return () => true;
    const scopes = capture.meta.scopes ? await capture.json("scopes.json") : null;
    const pairs = (scopes?.pairs ?? []).filter((/** @type {ScopePair} */ pair) =>
      query.scopes.every((wanted) => String(pair.site).toLowerCase().includes(wanted)),
    );
    return (/** @type {bigint} */ task) => {
      const ring = Number((task >> 32n) & 0xffn);
      const local = Number(task & 0xffffffffn);
      return pairs.some((/** @type {ScopePair} */ pair) => pair.ring === ring && local >= pair.firstTask && local <= pair.lastTask);
    };
  }

  /**
   * A million hits stay plain numbers.
   * @param {Capture} capture
   * @param {Set<number>} names
   * @param {Query} query
   */
  async #runsNamed(capture, names, query) {
    if (needsFacts(query)) return this.#runsMeant(capture, names, query);
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

  /**
   * The same where more than the kernel counts: walks through the table of facts, in order of time.
   * @param {Capture} capture
   * @param {Set<number>} names
   * @param {Query} query
   */
  async #runsMeant(capture, names, query) {
    const hits = [];
    const { meta } = capture;
    const lanes = meta.lanes.map(({ label }) => matchesCore(query, label));
    const inScope = await this.#scopeTest(capture, query);
    for (let chunk = 0; chunk * meta.searchRows < meta.runs; chunk++) {
      const [order, facts] = await Promise.all([capture.order(chunk), capture.facts(chunk)]);
      for (let at = 0; at < order.run.length; at++) {
        const meant =
          names.has(order.name[at]) &&
          (facts.lane[at] < 0 ? query.cores.length === 0 : lanes[facts.lane[at]]) &&
          matchesTimes(query, facts.begin[at], facts.end[at]) &&
          inScope(facts.task[at]);
        if (meant) hits.push(order.run[at]);
      }
    }
    return hits;
  }
}
