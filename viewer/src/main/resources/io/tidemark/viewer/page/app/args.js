// The table of dumped arguments with filters, and the values of the chosen one beside it.

import { showValues } from "./args-values.js";
import { acting, choice, clear, el } from "./dom.js";
import { bytes, count, parseTask } from "./format.js";
import { rowBox } from "./rows.js";

/** @typedef {import("./main.js").Application} App */
/** @typedef {import("./capture.js").Argument} Argument */
/** @typedef {import("./main.js").Asked} Asked */
/** @typedef {import("./capture.js").Capture} Capture */
/** @typedef {import("./capture.js").PlacedArgument} PlacedArgument */
/** @typedef {{text: string, role: string, stage: string, dtype: string, kind: string}} Filter what is shown; an empty text means any */

const PAGE = 200;

class ArgumentsPage {
  #capture;
  #app;
  #filter = { text: "", role: "", stage: "", dtype: "", kind: "" };
  /** @type {PlacedArgument[]} */
  #found = [];
  #scanned = 0;
  #serial = 0;

  /**
   * @param {App} app
   * @param {Capture} capture
   */
  constructor(app, capture) {
    this.#app = app;
    this.#capture = capture;
    this.body = el("tbody", { on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event) } });
    this.note = el("p", { class: "quiet", role: "status" });
    this.carried = el("p", { class: "quiet carried", hidden: true });
    this.more = el(
      "button",
      { type: "button", hidden: true, on: { click: () => this.#extend() } },
      "Show more",
    );
    this.side = el(
      "aside",
      { class: "card side", "aria-label": "Values" },
      el("p", { class: "quiet" }, "Choose an argument to see its values."),
    );
    this.text = el("input", {
      type: "search",
      class: "search",
      placeholder: "Task or kernel",
      "aria-label": "Filter by task or kernel",
      maxlength: "200",
      on: { input: () => this.#set("text", this.text.value) },
    });
    this.types = choice("type", [{ value: "", text: "any" }], "", (value) => this.#set("dtype", value));
    const any = (/** @type {[string, string][]} */ list) => [
      { value: "", text: "any" },
      ...list.map((word) => ({ value: word[0], text: word[1] })),
    ];
    this.element = el(
      "div",
      { class: "page arguments" },
      el(
        "section",
        { class: "card list" },
        el(
          "div",
          { class: "tools" },
          this.text,
          choice(
            "role",
            any([
              ["input", "input"],
              ["output", "output"],
              ["inout", "in-out"],
            ]),
            "",
            (value) => this.#set("role", value),
          ),
          choice(
            "stage",
            any([
              ["before_dispatch", "before"],
              ["after_completion", "after"],
            ]),
            "",
            (value) => this.#set("stage", value),
          ),
          choice(
            "kind",
            any([
              ["scalar", "scalar"],
              ["tensor", "tensor"],
              ["payload", "with values"],
              ["bad", "cut or lost"],
            ]),
            "",
            (value) => this.#set("kind", value),
          ),
          this.types,
        ),
        this.note,
        this.carried,
        rowBox(
          { class: "tablebox" },
          el(
            "table",
            { class: "args" },
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                ["task", "kernel", "#", "role", "stage", "type", "shape or value", "bytes"].map((text) =>
                  el("th", { scope: "col", class: text === "#" || text === "bytes" ? "number" : null }, text),
                ),
              ),
            ),
            this.body,
          ),
          this.more,
        ),
      ),
      this.side,
    );
  }

  /**
   * Arrow keys go from row to row.
   * @param {KeyboardEvent} event
   */
  #walk(event) {
    const row = event.target instanceof Element ? event.target.closest("tr") : null;
    const next = event.key === "ArrowDown" ? row?.nextElementSibling : event.key === "ArrowUp" ? row?.previousElementSibling : null;
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  }

  /**
   * @param {keyof Filter} key
   * @param {string} value
   */
  #set(key, value) {
    this.#filter[key] = value;
    this.reload();
  }

  /** An export says how many values it carries, and in red that some are not there. */
  async sayWhatIsCarried() {
    const note = await this.#capture.exportNote();
    if (!note) return;
    const { carriedValues, leftOutValues, budgetBytes } = note;
    this.carried.hidden = false;
    this.carried.classList.toggle("alarm", leftOutValues > 0);
    this.carried.textContent =
      leftOutValues === 0
        ? `These files carry the values of all ${count(carriedValues)} arguments that have any.`
        : `These files carry the values of ${count(carriedValues)} arguments, ${bytes(budgetBytes)} at most; ` +
          `those of ${count(leftOutValues)} are left out.`;
  }

  async reload() {
    this.#serial++;
    this.#found = [];
    this.#scanned = 0;
    clear(this.body);
    await this.#extend();
  }

  /** @param {PlacedArgument} row */
  #matches(row) {
    const { text, role, stage, dtype, kind } = this.#filter;
    if (role && row.role !== role) return false;
    if (stage && row.stage !== stage) return false;
    if (dtype && row.dtype !== dtype) return false;
    if (kind === "scalar" && row.value === undefined) return false;
    if (kind === "tensor" && row.value !== undefined) return false;
    if (kind === "payload" && row.bytes === 0) return false;
    if (kind === "bad" && !row.truncated && !row.overwritten) return false;
    if (!text) return true;
    const id = parseTask(text);
    if (id !== null) return BigInt(row.task) === id;
    const wanted = text.toLowerCase();
    return (
      row.label.includes(wanted) ||
      row.names.some((name) => this.#capture.name(name).toLowerCase().includes(wanted))
    );
  }

  /** Looks through further chunks until a page of hits is full or the table ends. */
  async #extend() {
    const serial = this.#serial;
    const { args, chunkRows } = this.#capture.meta;
    const goal = this.#found.length + PAGE;
    while (this.#found.length < goal && this.#scanned < args) {
      const chunk = Math.floor(this.#scanned / chunkRows);
      const rows = await this.#capture.args(chunk);
      if (serial !== this.#serial) return;
      let at = this.#scanned - chunk * chunkRows;
      for (; at < rows.length && this.#found.length < goal; at++) {
        const row = { ...rows[at], position: chunk * chunkRows + at };
        if (this.#matches(row)) this.#append(row);
      }
      this.#scanned = chunk * chunkRows + at;
      this.#offerTypes(rows);
    }
    const done = this.#scanned >= args;
    this.note.textContent = done
      ? `${count(this.#found.length)} of ${count(args)} arguments`
      : `${count(this.#found.length)} shown, ${count(this.#scanned)} of ${count(args)} looked at`;
    this.more.hidden = done;
  }

  /** @param {Argument[]} rows */
  #offerTypes(rows) {
    const select = /** @type {HTMLSelectElement} */ (this.types.querySelector("select"));
    const known = new Set([...select.options].map((option) => option.value));
    for (const row of rows) {
      if (!known.has(row.dtype) && known.size < 40) {
        known.add(row.dtype);
        select.append(el("option", { value: row.dtype }, row.dtype));
      }
    }
  }

  /** @param {PlacedArgument & {element?: HTMLElement}} row */
  #append(row) {
    this.#found.push(row);
    const open = () => this.choose(row);
    const names = row.names
      .map((name) => (name >= 0 ? this.#capture.name(name) : ""))
      .filter(Boolean)
      .join(", ");
    row.element = el(
      "tr",
      { tabindex: "0", on: acting(open) },
      el("td", {}, row.label),
      el("td", {}, names),
      el("td", { class: "number" }, row.arg),
      el("td", {}, el("span", { class: "role " + row.role }, row.role)),
      el(
        "td",
        {},
        row.stage === "before_dispatch" ? "before" : row.stage === "after_completion" ? "after" : row.stage,
      ),
      el("td", {}, row.dtype),
      el(
        "td",
        { class: row.overwritten || row.truncated ? "alarm" : null },
        row.value !== undefined ? row.value : "[" + row.shape.join(" × ") + "]",
        row.truncated ? " cut" : "",
        row.overwritten ? " lost" : "",
      ),
      el("td", { class: "number" }, row.bytes > 0 ? bytes(row.bytes) : "–"),
    );
    this.body.append(row.element);
  }

  /** @param {PlacedArgument & {element?: HTMLElement}} row */
  async choose(row) {
    this.#app.keep({ row: String(row.position) });
    for (const line of this.body.querySelectorAll("[aria-selected]")) line.removeAttribute("aria-selected");
    if (row.element) row.element.setAttribute("aria-selected", "true");
    const partner = row.role === "inout" ? await this.#partner(row) : null;
    const values = await showValues(this.#capture, row, partner);
    clear(this.side).append(
      values,
      el(
        "p",
        { class: "actions" },
        el(
          "button",
          { type: "button", on: { click: () => this.#app.go("timeline", "task", row.task) } },
          "Show task on timeline",
        ),
      ),
    );
  }

  /**
   * The other copy of an in-out argument: same task and index, other stage.
   * @param {PlacedArgument} row
   */
  async #partner(row) {
    const found = await this.#capture.task(BigInt(row.task));
    for (let at = 0; found && at < found.args; at++) {
      const other = await this.#capture.argument(found.firstArg + at);
      if (other.arg === row.arg && other.stage !== row.stage && other.position !== row.position) return other;
    }
    return null;
  }

  /** @param {string} id */
  filterTask(id) {
    this.text.value = id;
    this.#filter.text = id;
  }
}

/** @param {Asked} asked */
export async function showArguments({ app, capture }) {
  if (capture.meta.args === 0)
    return {
      element: el("p", { class: "card" }, "This capture has no argument dump. Record one with --dump-args."),
    };
  const page = new ArgumentsPage(app, capture);
  const asked = app.state.value.row;
  const row = /^\d+$/.test(asked) && Number(asked) < capture.meta.args ? await capture.argument(Number(asked)) : null;
  if (/^task \d+$/.test(asked)) page.filterTask(asked.slice(5));
  if (row) page.filterTask(row.task);
  return {
    element: page.element,
    opened: async () => {
      await Promise.all([page.reload(), page.sayWhatIsCarried()]);
      if (row) await page.choose(row);
    },
  };
}
