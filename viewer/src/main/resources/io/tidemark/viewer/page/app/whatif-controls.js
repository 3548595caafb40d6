// The sliders of the what-if page: machine, kernels, costs, rings. Each sets one change, or takes it away.

import { el } from "./dom.js";
import { bytes, count, percent, time } from "./format.js";
import { factorScale, numberScale, parseChange, placeOf, ringScale, valueOf, withValue } from "./whatif-changes.js";

/** @typedef {import("./whatif-changes.js").Scale} Scale */
/** @typedef {{name?: string, shown: string, total_us: number}} Kernel */
/** @typedef {{element: HTMLElement, refresh: () => void}} Control something that follows the changes */
/**
 * What the server says can be changed.
 * @typedef {object} Facts
 * @property {string} capture where it lies
 * @property {{clusters: number, aicpu_threads: number, profile: string}} machine
 * @property {number} runs
 * @property {boolean} drawn whether the predicted run is drawn with every answer
 * @property {boolean} modelled whether the run was in virtual time
 * @property {number} captured_makespan_us
 * @property {number} replayed_makespan_us
 * @property {number} replay_error_percent
 * @property {[number, number]} clusters_range
 * @property {[number, number]} aicpu_threads_range
 * @property {{reclaims: boolean, known: boolean, task_window: number[], heap_bytes: number[], dependency_pool: number[]}} rings
 * @property {Kernel[]} kernels
 * @property {number} unlisted_kernels
 */

const FIRST_KERNELS = 8;
const LEAST_ENTRIES = 4;
const LEAST_HEAP = 1024;
const REAL_TIME = "This run was in real time, where it is not known what schedulers and recording cost.";
const NO_RINGS = "This runtime does not use the memory of tasks again.";

/** @param {string} value a factor or a time, as an option says it */
function factorText(value) {
  return value.endsWith("x") ? value.replace("x", " ×") : value;
}

/**
 * @param {string} value
 * @param {(size: number) => string} unit
 */
function ringText(value, unit) {
  return value
    .split(",")
    .map((size) => (/^\d+$/.test(size) ? unit(Number(size)) : size))
    .join(", ");
}

export class ChangeControls {
  #facts;
  #changes;
  #changed;
  /** @type {Control[]} */
  #controls = [];
  #search;
  #kernelList = el("div", { class: "kernelsliders" });
  #kernelNote = el("p", { class: "quiet" });
  /** @type {Map<string, Control>} */
  #kernels = new Map();
  #others = el("ul", { class: "otherchanges" });

  /**
   * @param {Facts} facts
   * @param {string[]} changes
   * @param {(changes: string[]) => void} changed
   */
  constructor(facts, changes, changed) {
    this.#facts = facts;
    this.#changes = changes;
    this.#changed = changed;
    this.#search = el("input", {
      type: "search",
      class: "search",
      placeholder: "Find a kernel",
      "aria-label": "Kernels whose name holds",
      maxlength: "100",
      spellcheck: "false",
      on: { input: () => this.#listKernels() },
    });
    this.element = this.#card();
    this.#listKernels();
    this.#refresh();
  }

  /** The changes, as options of the command without hyphens. */
  get changes() {
    return this.#changes;
  }

  /**
   * Takes other changes, and all sliders follow.
   * @param {string[]} changes
   */
  set(changes) {
    this.#changes = changes;
    this.#listKernels();
    this.#refresh();
    this.#changed(changes);
  }

  #refresh() {
    for (const control of [...this.#controls, ...this.#kernels.values()]) control.refresh();
    const known = new Set(["clusters", "aicpu-threads", "kernel", "submit", "dispatch", "ring-task-window", "ring-heap", "ring-dep-pool", "priority", "free-profiler"]);
    const names = new Set(this.#facts.kernels.map(({ name }) => name));
    const others = this.#changes.filter((text) => {
      const { name, kernel } = parseChange(text);
      return !known.has(name) || (name === "kernel" && !names.has(kernel ?? ""));
    });
    this.#others.replaceChildren(
      ...others.map((text) =>
        el(
          "li",
          {},
          el("span", {}, text.replace("=", " ")),
          el("button", { type: "button", class: "small", "aria-label": "Take away: " + text, on: { click: () => this.set(this.#changes.filter((other) => other !== text)) } }, "×"),
        ),
      ),
    );
    this.#others.hidden = others.length === 0;
  }

  /**
   * @param {string} name
   * @param {string | null} kernel
   * @param {string | null} value
   */
  #take(name, kernel, value) {
    this.#changes = withValue(this.#changes, name, kernel, value);
    this.#refresh();
    this.#changed(this.#changes);
  }

  /**
   * @param {string} label
   * @param {{name: string, kernel?: string | null, scale: Scale, text: (value: string) => string, hint?: string, off?: string}} what
   * @returns {Control}
   */
  #slider(label, { name, kernel = null, scale, text, hint, off }) {
    const input = el("input", {
      type: "range",
      min: 0,
      max: scale.values.length - 1,
      step: 1,
      "aria-label": label,
      disabled: Boolean(off) || scale.values.length < 2,
      "data-change": kernel === null ? name : `${name}=${kernel}`,
      on: {
        input: () => {
          const at = Number(input.value);
          this.#take(name, kernel, at === scale.recorded ? null : scale.values[at]);
        },
      },
    });
    const said = el("output", {});
    const undo = el(
      "button",
      { type: "button", class: "small", "aria-label": label + " as recorded", title: "as recorded", on: { click: () => this.#take(name, kernel, null) } },
      "↺",
    );
    const refresh = () => {
      const value = valueOf(this.#changes, name, kernel);
      input.value = String(placeOf(scale, value));
      const words = text(value ?? scale.values[scale.recorded]);
      said.textContent = words;
      input.setAttribute("aria-valuetext", value === null ? words + ", as recorded" : words);
      undo.disabled = value === null;
      row.classList.toggle("changed", value !== null);
    };
    const row = el(
      "div",
      { class: "slider", title: off ?? hint },
      el("span", { class: "name", "aria-hidden": "true" }, label),
      said,
      input,
      undo,
    );
    refresh();
    return { element: row, refresh };
  }

  /**
   * @param {string} label
   * @param {string} name
   * @param {string} on the value when it is ticked
   * @param {string} hint
   * @returns {Control}
   */
  #tick(label, name, on, hint, off = false) {
    const input = el("input", {
      type: "checkbox",
      disabled: off,
      "data-change": name,
      on: { change: () => this.#take(name, null, input.checked ? on : null) },
    });
    const element = el("label", { class: "tick", title: hint }, input, label);
    const refresh = () => {
      input.checked = valueOf(this.#changes, name) !== null;
    };
    refresh();
    return { element, refresh };
  }

  /**
   * Keeps a control and gives its element.
   * @param {Control} control
   */
  #kept(control) {
    this.#controls.push(control);
    return control.element;
  }

  /** The kernels that take most time, those that were found, and every one that is changed. */
  #listKernels() {
    const { kernels, unlisted_kernels: unlisted } = this.#facts;
    const wanted = this.#search.value.trim().toLowerCase();
    const found = kernels.filter(({ shown }) => shown.toLowerCase().includes(wanted));
    const isChanged = (/** @type {Kernel} */ { name }) => name !== undefined && valueOf(this.#changes, "kernel", name) !== null;
    const first = found.slice(0, FIRST_KERNELS);
    const rows = [...first, ...kernels.filter((kernel) => isChanged(kernel) && !first.includes(kernel))];
    const all = kernels.reduce((sum, kernel) => sum + kernel.total_us, 0);
    this.#kernels = new Map(
      rows.map((kernel, at) => {
        const old = this.#kernels.get(kernel.name ?? "");
        return [kernel.name ?? "unnamed " + at, old ?? this.#kernelSlider(kernel, all)];
      }),
    );
    this.#kernelList.replaceChildren(...[...this.#kernels.values()].map(({ element }) => element));
    const hidden = found.length - first.length + (wanted ? 0 : unlisted);
    this.#kernelNote.textContent = found.length === 0 ? "No kernel has this in its name." : hidden > 0 ? `${count(hidden)} more with less time: search for them.` : "";
    this.#kernelNote.hidden = this.#kernelNote.textContent === "";
  }

  /**
   * @param {Kernel} kernel
   * @param {number} all
   */
  #kernelSlider(kernel, all) {
    const hint = `${kernel.shown}: ${time(kernel.total_us * 1e3)} in all, ${percent(all > 0 ? kernel.total_us / all : NaN)} of kernel time`;
    return this.#slider(kernel.shown, {
      name: "kernel",
      kernel: kernel.name ?? "",
      scale: factorScale(),
      text: factorText,
      hint,
      off: kernel.name === undefined ? "Its name is too long for an option." : undefined,
    });
  }

  #card() {
    const { machine, rings, modelled, kernels, clusters_range: clusters, aicpu_threads_range: threads } = this.#facts;
    const real = modelled ? undefined : REAL_TIME;
    const noRings = rings.reclaims ? undefined : NO_RINGS;
    const group = (/** @type {string} */ title, /** @type {import("./dom.js").Content[]} */ ...parts) =>
      el("fieldset", {}, el("legend", {}, title), parts);
    return el(
      "section",
      { class: "card controls" },
      group(
        "Chip",
        this.#kept(this.#slider("Clusters", { name: "clusters", scale: numberScale(clusters[0], clusters[1], machine.clusters), text: String })),
        this.#kept(this.#slider("AICPU threads", { name: "aicpu-threads", scale: numberScale(threads[0], threads[1], machine.aicpu_threads), text: String, hint: "schedulers and orchestrator", off: real })),
      ),
      group("Time of each kernel", kernels.length > FIRST_KERNELS ? this.#search : null, this.#kernelList, this.#kernelNote),
      group(
        "Costs",
        this.#kept(this.#slider("Submit", { name: "submit", scale: factorScale(), text: factorText, hint: "with its arguments and edges" })),
        this.#kept(this.#slider("Dispatch", { name: "dispatch", scale: factorScale(), text: factorText, hint: "sending a kernel run to a core" })),
        this.#kept(this.#tick("Free profiler", "free-profiler", "", real ?? "Recording costs nothing.", Boolean(real))),
        this.#kept(this.#tick("Critical path first", "priority", "critical-path", "Of several ready tasks the one goes first behind which most time lies.")),
      ),
      group(
        "Rings",
        rings.known ? null : el("p", { class: "quiet" }, "The capture does not say its rings; these are the defaults."),
        this.#kept(this.#slider("Task window", { name: "ring-task-window", scale: ringScale(rings.task_window, LEAST_ENTRIES), text: (value) => ringText(value, count), off: noRings })),
        this.#kept(this.#slider("Heap", { name: "ring-heap", scale: ringScale(rings.heap_bytes, LEAST_HEAP), text: (value) => ringText(value, bytes), off: noRings })),
        this.#kept(this.#slider("Dependency pool", { name: "ring-dep-pool", scale: ringScale(rings.dependency_pool, LEAST_ENTRIES), text: (value) => ringText(value, count), off: noRings })),
      ),
      this.#others,
      el("p", { class: "actions" }, el("button", { type: "button", class: "unchange", on: { click: () => this.set([]) } }, "All as recorded")),
    );
  }
}
