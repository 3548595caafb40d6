// SQL: a query over the tables of the capture, its answer as a table and as marks on the timeline. The command
// answers it with the process that `tidemark sql` starts; nothing can be changed by a query.

import { copyText, csv } from "./csv.js";
import { el, link } from "./dom.js";
import { count } from "./format.js";
import { marksIn, setMarks } from "./marks.js";
import { growingTable } from "./more.js";

/** @typedef {Record<string, unknown>} Row */
/** @typedef {{rows: Row[] | null, message: string}} Reply without rows there is no answer, and the message says why */

const MOST_ROWS = 200;
const FIRST = "select kernel, count(*) as runs, sum(dur_ns) as total_ns, avg(dur_ns) as mean_ns\nfrom runs group by kernel order by total_ns desc";
const COLUMNS = "select table_name, column_name, data_type from information_schema.columns order by table_name, ordinal_position";

/** @type {[string, string][]} */
const EXAMPLES = [
  ["kernels", FIRST],
  ["longest runs", "select task_id, kernel, core, start_ns, end_ns, dur_ns\nfrom runs order by dur_ns desc limit 50"],
  ["longest waits", "select * from longest_waits order by idle_ns desc limit 50"],
  ["core time", "select * from core_time order by core"],
];

/** The last query of each capture, as long as the page is open. @type {WeakMap<object, string>} */
const asked = new WeakMap();

/** @param {unknown} value */
function text(value) {
  return value === null || value === undefined ? "null" : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A number that is too large for JSON comes as text, as every sum of whole numbers does. */
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Queries of other pages have other names. */
const PAGE = Math.random().toString(36).slice(2);
let queries = 0;

/** @param {import("./main.js").Asked} asked */
export async function showSql({ app, capture }) {
  const query = el("textarea", { class: "query", rows: 6, spellcheck: "false", "aria-label": "Query" }, asked.get(capture) ?? FIRST);
  const told = el("p", { class: "quiet", role: "status" }, "Ctrl and Enter ask, Escape cancels. A query reads; it changes nothing.");
  const answer = el("div", { class: "answer scroll" });
  const tables = el("div", { class: "sqltables" }, el("p", { class: "quiet" }, "reading the tables…"));
  /** @type {string | null} the query that is being answered */
  let running = null;
  let clock = 0;

  const cancel = () => {
    if (running === null) return;
    told.textContent = "cancelling…";
    void capture.cancelQuery(running).catch((failure) => (told.textContent = failure.message));
  };
  const cancelButton = el("button", { type: "button", class: "cancel", hidden: true, on: { click: cancel } }, "Cancel");

  const ask = async () => {
    if (running !== null) return;
    const mine = `${PAGE}-${++queries}`;
    running = mine;
    asked.set(capture, query.value);
    told.className = "quiet";
    told.textContent = "asking…";
    answer.dataset.state = "asked";
    askButton.disabled = true;
    cancelButton.hidden = false;
    const begun = performance.now();
    clock = window.setInterval(() => (told.textContent = `asking… ${count((performance.now() - begun) / 1000)} s`), 1000);
    try {
      const { rows, message } = await capture.query(query.value, mine);
      if (!rows) {
        told.className = "alarm";
        told.textContent = message || "There is no answer.";
        answer.replaceChildren();
      } else {
        told.textContent = `${count(rows.length)} ${rows.length === 1 ? "row" : "rows"}. ${message}`;
        answer.replaceChildren(...rowsShown(rows));
      }
    } catch (failure) {
      told.className = "alarm";
      told.textContent = /** @type {Error} */ (failure).message;
    } finally {
      running = null;
      window.clearInterval(clock);
      askButton.disabled = false;
      cancelButton.hidden = true;
      answer.dataset.state = "shown";
    }
  };
  const askButton = el("button", { type: "button", class: "ask", on: { click: () => void ask() } }, "Ask");

  /** @param {Row[]} rows */
  const rowsShown = (rows) => {
    if (rows.length === 0) return [];
    const head = Object.keys(rows[0]);
    const isNumber = (/** @type {string} */ name) =>
      rows.every((row) => row[name] === null || typeof row[name] === "number" || (typeof row[name] === "string" && NUMBER.test(row[name])));
    const marks = marksIn(rows, capture.meta.shiftNanos ?? 0);
    const copied = el("span", { class: "quiet", role: "status" });
    const copy = async () => {
      const cells = rows.map((row) => head.map((name) => (typeof row[name] === "number" ? Number(row[name]) : text(row[name]))));
      copied.textContent = (await copyText(csv(head, cells))) ? " They are on the clipboard." : " The browser does not let this page write to the clipboard.";
    };
    /** @type {(name: string, value: unknown) => import("./dom.js").Content} */
    const cell = (name, value) =>
      name === "task_id" && typeof value === "number" && capture.meta.lanes.length > 0
        ? link(text(value), () => app.go("timeline", "task", value), "show it on the timeline")
        : text(value);
    return [
      el(
        "p",
        { class: "actions" },
        marks.length > 0 && capture.meta.lanes.length > 0
          ? el("button", { type: "button", on: { click: () => markAll(marks) } }, `Mark ${count(marks.length)} on the timeline`)
          : null,
        el("button", { type: "button", on: { click: () => void copy() } }, "Copy as CSV"),
        copied,
      ),
      ...growingTable(
        head.map((name) => ({ text: name, number: isNumber(name) })),
        rows,
        MOST_ROWS,
        (row) => head.map((name) => cell(name, row[name])),
        { class: "rows" },
      ).filter((part) => part !== null),
    ];
  };

  /** @param {import("./marks.js").Mark[]} marks */
  const markAll = (marks) => {
    setMarks(capture, marks);
    app.go("timeline");
  };

  const listTables = async () => {
    const { rows, message } = await capture.query(COLUMNS, `${PAGE}-tables-${++queries}`);
    if (!rows) {
      tables.replaceChildren(el("p", { class: "alarm" }, message));
      return;
    }
    /** @type {Map<string, Row[]>} */
    const found = new Map();
    for (const row of rows) {
      const name = text(row.table_name);
      if (!found.has(name)) found.set(name, []);
      found.get(name)?.push(row);
    }
    tables.replaceChildren(
      ...[...found].map(([name, columns]) =>
        el(
          "details",
          {},
          el("summary", {}, name),
          el("p", {}, link("select", () => (query.value = `select * from ${name} limit 100`), "write a query for it")),
          el("ul", {}, columns.map((column) => el("li", {}, text(column.column_name), " ", el("span", { class: "quiet" }, text(column.data_type).toLowerCase().slice(0, 24))))),
        ),
      ),
    );
  };

  query.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void ask();
    } else if (event.key === "Escape" && running !== null) {
      event.preventDefault();
      cancel();
    }
  });
  return {
    element: el(
      "div",
      { class: "page sqlpage" },
      el("section", { class: "card" }, el("h2", {}, "Tables"), tables),
      el(
        "section",
        { class: "card" },
        el("h2", {}, "Query"),
        el("p", {}, "Examples: ", EXAMPLES.map(([name, statement], at) => [at > 0 ? ", " : "", link(name, () => (query.value = statement))])),
        query,
        el("p", { class: "actions" }, askButton, cancelButton),
        told,
        answer,
      ),
    ),
    opened: () => {
      void listTables().catch((failure) => tables.replaceChildren(el("p", { class: "alarm" }, failure.message)));
    },
    close: () => {
      window.clearInterval(clock);
      if (running !== null) void capture.cancelQuery(running).catch(() => {}); // its answer is not shown any more
    },
  };
}
