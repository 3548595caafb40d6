// What is known of the selection: times, waits, neighbours, arguments, scope, counters.

import { NO_TASK } from "../capture.js";
import { clear, el, link } from "../dom.js";
import { count, exact, number, taskLabel, time } from "../format.js";
import { growingList } from "../more.js";
import { MOST_PER_SIDE } from "./arrows.js";
import { lifeBar } from "./life-bar.js";

/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("../dom.js").Content} Content */
/** @typedef {import("../capture.js").GraphNode} GraphNode */
/** @typedef {import("../capture.js").Lane} Lane */
/** @typedef {import("./neighbours.js").Links} Links */
/** @typedef {import("./neighbours.js").Neighbour} Neighbour */
/** @typedef {import("../capture.js").PlacedArgument} PlacedArgument */
/** @typedef {import("../capture.js").Run} Run */
/** @typedef {import("./hits.js").Span} Span */
/** @typedef {import("../capture.js").Task} Task */
/** @typedef {import("./page.js").TimelineView} TimelineView */
/** @typedef {[string, Content] | null | undefined | false} Fact a name and what is known; without the latter it is left out */

const MOST_NEIGHBOURS = 40;
const MOST_ARGUMENTS = 24;
const MOST_RUNS = 24;

/**
 * @param {string} title
 * @param {...Content} content
 */
function section(title, ...content) {
  return el("section", {}, el("h3", {}, title), ...content);
}

/**
 * @param {Fact} pair
 * @returns {pair is [string, Content]}
 */
function isFact(pair) {
  return Array.isArray(pair) && pair[1] !== null && pair[1] !== undefined;
}

/** @param {Fact[]} pairs */
function facts(pairs) {
  const known = pairs.filter((pair) => isFact(pair));
  return el("dl", {}, known.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
}

/**
 * Whether the kernel of this run threw; its end is the moment of that.
 * @param {Capture} capture
 * @param {Run} run
 */
function hasThrown(capture, run) {
  return capture.meta.failedRuns?.includes(`${run.task} ${run.core}`) ?? false;
}

const MISSING = [
  "No core recorded a run of this task.",
  "This task has no kernel, so no core ran it.",
  "This is an allocation; no core runs it.",
  "This capture has no such task.",
];
const UNKNOWN = 3;

export class SelectionPanel {
  #view;
  #serial = 0;

  /** @param {TimelineView} view */
  constructor(view) {
    this.#view = view;
    this.element = el("aside", { class: "panel", "aria-label": "Selection", hidden: true });
  }

  /**
   * Shows an answer with its own content: {title, subtitle, content, chip, wide}; `chip` is a colour.
   * @param {{title: string, subtitle: string, content: Node, chip?: string, wide?: boolean}} answer
   */
  showContent({ title, subtitle, content, chip = "var(--accent)", wide = false }) {
    this.#serial++;
    this.#head(chip, title, subtitle);
    this.element.classList.toggle("wide", wide);
    this.element.append(content);
  }

  hide() {
    this.#serial++;
    this.element.hidden = true;
  }

  /**
   * @param {Capture} capture
   * @param {number} name
   * @param {string} title
   * @param {string} subtitle
   */
  #open(capture, name, title, subtitle) {
    this.#head(capture.palette.css(name), title, subtitle);
  }

  /**
   * @param {string} chip
   * @param {string} title
   * @param {string} subtitle
   */
  #head(chip, title, subtitle) {
    this.element.hidden = false;
    this.element.classList.remove("wide");
    clear(this.element).append(
      el(
        "header",
        {},
        el("span", { class: "chip", css: { background: chip } }),
        el("h2", { title }, title),
        el(
          "button",
          {
            type: "button",
            class: "small",
            "aria-label": "Close",
            on: { click: () => this.#view.clearSelection() },
          },
          "×",
        ),
      ),
      el("p", { class: "quiet" }, subtitle),
    );
  }

  /**
   * A run of a task; `neighbours` and all runs of the task were asked for by the picture already.
   * @param {Capture} capture
   * @param {Run} run
   * @param {Promise<Links>} neighbours
   * @param {Promise<Run[]>} siblings
   */
  async showRun(capture, run, neighbours, siblings) {
    const serial = ++this.#serial;
    const lane = run.lane >= 0 ? capture.meta.lanes[run.lane].label : "core " + run.core;
    this.#open(
      capture,
      run.name,
      capture.name(run.name),
      `${taskLabel(run.task)} on ${lane} · id ${run.task}`,
    );
    const body = el("div", {});
    this.element.append(body);
    body.append(
      section(
        "Times",
        lifeBar(run),
        facts([
          ["kernel threw", hasThrown(capture, run) ? el("strong", { class: "alarm" }, "yes, at its end") : null],
          [run.open ? "had run for" : "runs for", el("strong", {}, time(run.end - run.begin))],
          ["begins at", exact(run.begin)],
          run.open
            ? ["open", "it had not returned when the run was stopped, at " + exact(run.end)]
            : ["ends at", exact(run.end)],
          ["dispatched at", Number.isNaN(run.dispatch) ? null : exact(run.dispatch)],
          ["finish seen at", Number.isNaN(run.finish) ? null : exact(run.finish)],
        ]),
      ),
    );
    const found = await capture.task(run.task);
    const links = await neighbours;
    const runs = await siblings;
    if (serial !== this.#serial) return;
    if (found && found.runs > 1) body.append(this.#whole(capture, run, runs, found.runs));
    body.append(this.#waits(capture, run, links), this.#before(capture, run));
    body.append(this.#neighbours(capture, "It waited for", "arriving", links.arriving, links.node));
    body.append(this.#neighbours(capture, "These waited for it", "leaving", links.leaving, links.node));
    body.append(this.#links(capture, run.task, links.node !== null));
    for (const part of await Promise.all([
      this.#arguments(capture, found),
      this.#scope(capture, run.task),
      this.#counters(capture, run.index),
    ])) {
      if (serial !== this.#serial) return;
      if (part) body.append(part);
    }
  }

  /**
   * All runs of a task on several cores: blocks of an SPMD task, sub-kernels of a MIX task.
   * @param {Capture} capture
   * @param {Run} run
   * @param {Run[]} runs
   * @param {number} all
   */
  #whole(capture, run, runs, all) {
    const begin = runs.reduce((least, other) => Math.min(least, other.begin), Infinity);
    const end = runs.reduce((most, other) => Math.max(most, other.end), -Infinity);
    const row = (/** @type {Run} */ other) => {
      const text = `${capture.name(other.name)} on ${capture.meta.lanes[other.lane]?.label ?? "core " + other.core}`;
      return el(
        "li",
        {},
        el("span", { class: "chip", css: { background: capture.palette.css(other.name) } }),
        other.index === run.index
          ? el("strong", {}, text)
          : link(text, () => this.#view.select(other.index, capture)),
        el("span", { class: "quiet reason" }, time(other.end - other.begin)),
      );
    };
    return section(
      `The whole task: ${count(all)} runs`,
      facts([
        ["first begins at", exact(begin)],
        ["last ends at", exact(end)],
        ["takes", time(end - begin)],
      ]),
      growingList({ class: "tasks", "data-list": "runs" }, runs, MOST_RUNS, row),
    );
  }

  /**
   * @param {Capture} capture
   * @param {Run} run
   * @param {Links} links
   */
  #waits(capture, run, links) {
    const ran = links.arriving.flatMap(({ node, run: input }) => (input ? [{ node, run: input }] : []));
    const last = ran.length > 0 ? ran.reduce((best, input) => (input.run.end > best.run.end ? input : best)) : null;
    const ready = last ? last.run.end : NaN;
    return section(
      "Waits",
      facts([
        links.node && ["last input ready", last ? [exact(ready), " by ", this.#taskLink(capture, last)] : "nothing to wait for"],
        ["ready to dispatch", last && !Number.isNaN(run.dispatch) ? time(run.dispatch - ready) : null],
        ["ready to start", last ? time(run.begin - ready) : null],
        ["dispatch to start", Number.isNaN(run.dispatch) ? null : time(run.begin - run.dispatch)],
        ["end to finish seen", Number.isNaN(run.finish) ? null : time(run.finish - run.end)],
      ]),
    );
  }

  /**
   * Why the core was idle before this run; comes a moment later, and only where it was idle.
   * @param {Capture} capture
   * @param {Run} run
   */
  #before(capture, run) {
    const holder = el("div", { class: "before" });
    this.#view.answers.before(capture, run).then(
      (/** @type {{sentence: string, show: () => void} | null} */ why) => {
        if (why) holder.append(el("p", {}, "Before it: ", link(why.sentence, why.show, "show it")));
      },
      () => {},
    );
    return holder;
  }

  /**
   * @param {Capture} capture
   * @param {number} run
   */
  #selecting(capture, run) {
    return () => void this.#view.select(run, capture);
  }

  /**
   * @param {Capture} capture
   * @param {{node: GraphNode, run: Run}} neighbour
   */
  #taskLink(capture, neighbour) {
    return link(taskLabel(neighbour.node.task), this.#selecting(capture, neighbour.run.index), "show it");
  }

  /**
   * @param {Capture} capture
   * @param {string} title
   * @param {string} key
   * @param {Neighbour[]} list
   * @param {GraphNode | null} node
   */
  #neighbours(capture, title, key, list, node) {
    if (!node)
      return section(title, el("p", { class: "quiet" }, "No dependencies were captured for this task."));
    if (list.length === 0) return section(title + " (none)");
    const row = (/** @type {Neighbour} */ neighbour) =>
      el(
        "li",
        {},
        el("span", { class: "chip", css: { background: capture.palette.css(neighbour.node.names[0]) } }),
        neighbour.run
          ? link(
              `${taskLabel(neighbour.node.task)} ${capture.kernelsOf(neighbour.node)}`,
              this.#selecting(capture, neighbour.run.index),
            )
          : el(
              "span",
              {},
              `${taskLabel(neighbour.node.task)} ${["never ran", "no kernel", "allocation"][neighbour.node.kind]}`,
            ),
        el("span", { class: "quiet reason" }, neighbour.reasons.join("; ")),
      );
    const ran = list.filter(({ run }) => run).length;
    return section(
      `${title} (${count(list.length)})`,
      growingList({ class: "tasks", "data-list": key }, list, MOST_NEIGHBOURS, row),
      ran > MOST_PER_SIDE
        ? el("p", { class: "quiet" }, `Arrows are drawn for ${count(MOST_PER_SIDE)} of ${count(ran)}.`)
        : null,
    );
  }

  /**
   * @param {Capture} capture
   * @param {bigint} task
   * @param {boolean} node
   */
  #links(capture, task, node) {
    return el(
      "p",
      { class: "actions" },
      node
        ? el(
            "button",
            { type: "button", on: { click: () => this.#view.go("graph", "task", task, capture) } },
            "Show in graph",
          )
        : null,
      capture.meta.args > 0
        ? el(
            "button",
            { type: "button", on: { click: () => this.#view.go("arguments", "task", task, capture) } },
            "All arguments",
          )
        : null,
    );
  }

  /**
   * @param {Capture} capture
   * @param {Task | null} found
   */
  async #arguments(capture, found) {
    if (!found || found.args === 0) return null;
    const rows = [];
    for (let at = 0; at < found.args; at++) rows.push(await capture.argument(found.firstArg + at));
    const line = (/** @type {PlacedArgument} */ row) =>
      el(
        "li",
        {},
        el("span", { class: "role " + row.role }, row.role),
        el(
          "span",
          {},
          `#${row.arg} ${row.dtype} `,
          row.value !== undefined ? el("strong", {}, row.value) : "[" + row.shape.join(" × ") + "]",
        ),
        el("span", { class: "quiet" }, row.stage === "before_dispatch" ? "before" : "after"),
        row.bytes > 0 ? link("values", () => this.#view.go("arguments", "row", row.position, capture)) : null,
      );
    return section(
      `Arguments (${count(found.args)})`,
      growingList({ class: "dumped" }, rows, MOST_ARGUMENTS, line),
    );
  }

  /**
   * @param {Capture} capture
   * @param {bigint} task
   */
  async #scope(capture, task) {
    if (!capture.meta.scopes) return null;
    const scopes = await this.#view.scopesOf(capture);
    const ring = Number((task >> 32n) & 0xffn);
    const local = Number(task & 0xffffffffn);
    let best = null;
    for (const pair of scopes ? scopes.pairs : []) {
      const inside = pair.ring === ring && local >= pair.firstTask && local <= pair.lastTask;
      if (inside && (!best || pair.lastTask - pair.firstTask <= best.lastTask - best.firstTask)) best = pair;
    }
    if (!best) {
      const missing = scopes ? scopes.pairCount - scopes.pairs.length : 0;
      return missing > 0
        ? section("Scope", el("p", { class: "quiet" }, `Not among the ${count(scopes.pairs.length)} of ${count(scopes.pairCount)} scopes that the page holds; 'tidemark scopes' reads them all.`))
        : null;
    }
    return section(
      "Scope",
      facts([
        ["opened at", best.site],
        ["ring, depth", `${best.ring}, ${best.depth}`],
        ["its tasks", count(best.lastTask - best.firstTask + 1)],
      ]),
    );
  }

  /**
   * @param {Capture} capture
   * @param {number} run
   */
  async #counters(capture, run) {
    const counters = await capture.counters(run);
    return counters.length === 0
      ? null
      : section("Counters", facts(counters.map(([name, value]) => [name, number(value)])));
  }

  /**
   * A phase of a scheduler, a submit of an orchestrator, or something the host did.
   * @param {Capture} capture
   * @param {Lane} lane
   * @param {Span} span
   */
  async showSpan(capture, lane, span) {
    const serial = ++this.#serial;
    this.#open(capture, span.name, capture.name(span.name), lane.label);
    this.element.append(
      section(
        "Times",
        facts([
          ["takes", el("strong", {}, time(span.end - span.begin))],
          ["begins at", exact(span.begin)],
          ["ends at", exact(span.end)],
        ]),
      ),
    );
    const detail = await this.#detail(capture, lane, span);
    if (detail && serial === this.#serial) this.element.append(detail);
  }

  /**
   * @param {Capture} capture
   * @param {Lane} lane
   * @param {Span} span
   */
  async #detail(capture, lane, span) {
    /** @type {(id: bigint) => Fact} */
    const task = (id) =>
      id === NO_TASK ? null : ["task", link(taskLabel(id), () => this.#view.selectTask(id, capture))];
    if (lane.kind === "orchestrator" || (lane.kind === "host" && span.reference >= 0)) {
      const submit = await capture.submit(span.reference, lane.kind === "host");
      return section("Submit", facts([["number", count(submit.number)], task(submit.task)]));
    }
    if (lane.kind === "host") return null;
    if (lane.kind === "host-phase") {
      const phase = await capture.hostPhase(span.reference);
      return section(
        "Host phase",
        facts([
          phase.namesTask ? task(phase.detail) : ["detail", String(phase.detail)],
          ["thread", String(phase.thread)],
          ["invocation", String(phase.invocation)],
        ]),
      );
    }
    const phase = await capture.phase(span.reference);
    const depths = (/** @type {number} */ from) => phase.depths.slice(from, from + 3).join(" / ");
    return section(
      "Phase",
      facts([
        ["loop", count(phase.loop)],
        ["tasks", count(phase.tasks)],
        phase.hits >= 0 ? ["queue pops", `${phase.hits} hits, ${phase.misses} misses`] : null,
        phase.depths[0] >= 0 ? ["ready AIC / AIV / MIX before", depths(0)] : null,
        phase.depths[3] >= 0 ? ["after", depths(3)] : null,
        task(phase.task),
      ]),
    );
  }

  /**
   * A task that no core ran; `found` is null when the capture does not know it at all.
   * @param {Capture} capture
   * @param {bigint} id
   * @param {Task | null} found
   */
  async showMissing(capture, id, found) {
    const serial = ++this.#serial;
    const node = found && found.node >= 0 ? await capture.node(found.node) : null;
    if (serial !== this.#serial) return;
    const named = node !== null && node.names.length > 0;
    this.#open(
      capture,
      named ? node.names[0] : -1,
      named ? capture.kernelsOf(node) : taskLabel(id),
      `${taskLabel(id)} · id ${id}`,
    );
    const expected = node !== null && node.kind > 0; // without a kernel there is nothing to run
    this.element.append(
      el("p", { class: expected ? "quiet" : "alarm" }, MISSING[found ? (node?.kind ?? 0) : UNKNOWN]),
      found ? this.#links(capture, id, node !== null) : "",
    );
  }
}
