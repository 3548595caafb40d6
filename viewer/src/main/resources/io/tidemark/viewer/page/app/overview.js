// The first page: can this capture be trusted, how did the run end, where did the time go.

import { el, link, table } from "./dom.js";
import { endingWords } from "./endings.js";
import { bytes, count, percent, time } from "./format.js";
import { hangReport } from "./hang.js";
import { growingList, growingTable } from "./more.js";
import { partBar, partChip } from "./parts.js";
import { rowBox } from "./rows.js";

/** @typedef {import("./main.js").Application} App */
/** @typedef {import("./main.js").Asked} Asked */
/** @typedef {import("./capture.js").Capture} Capture */
/** @typedef {{name: number, runs: number, totalNanos: number, shortestNanos: number, longestNanos: number, longestRun: number, dispatchNanos: number, dispatched: number}} Kernel */
/** @typedef {{channel: string, lane: number, missing: number, cause: string}} Gap */
/** @typedef {{kind: "COMPLETE" | "EMPTY" | "GAPS" | "UNTRUSTED", reason: string, basis: string, gaps: Gap[], gapCount: number}} Verdict */
/** @typedef {{kind: string, errorCode: number, errorName: string, hangClass: string, sentence: string}} Ending */
/** @typedef {{version: string, platform: string, runtime: string, case: string, host: string, level: number, flags: number, recorded: string[], createdAt: string}} Origin */
/** @typedef {{channel: string, stream: string, reserved: number, delivered: number, recovered: number, torn: number, unaccounted: number, dropped: Record<string, number>}} Ledger */
/** @typedef {{severity: string, text: string}} Finding */
/** @typedef {{verdict: Verdict, ending?: Ending, origin?: Origin, hang: boolean, hangBytes?: number, makespanNanos: number, kernelNanos: number, allocations: number, cores: number, busyCores: number, kernels: Kernel[], unkeptFindings: number, findings: Finding[], ledgers: Ledger[]}} Overview */
/** @typedef {{lane: number, begin: number, end: number}} Place idle time of a core */
/** @typedef {{key: string, words: string, nanos: number, share: number, longest?: Place}} CorePart */
/** @typedef {{makespanNanos: number, coreNanos: number, usedCores: number, parts: CorePart[]}} CoreTime */
/** @typedef {{sentence: string, command: string, place?: {kind: string, name: string, number: number}}} Hint */
/** @typedef {{coreTime?: CoreTime, hints: Hint[]}} Summary */

const WORDS = {
  COMPLETE: "Complete",
  EMPTY: "Nothing was recorded",
  GAPS: "Data is missing",
  UNTRUSTED: "Not to be trusted",
};

const MOST_HINTS = 5; // what to look at first

/**
 * Whether the capture holds all that was to be recorded; of nothing, nothing is missing.
 * @param {Overview} overview
 */
export function verdictCard(overview) {
  const { verdict } = overview;
  const good = verdict.kind === "COMPLETE";
  const lost = !good && (verdict.kind !== "EMPTY" || verdict.gaps.length > 0);
  const basis =
    verdict.basis === "CONTENTS"
      ? "There is no certificate; this is judged from what the capture contains."
      : "By its certificate, checked against the files.";
  return el(
    "section",
    { class: "card verdictcard " + (good ? "good" : lost ? "bad" : "busy"), id: "verdict" },
    el("h2", {}, WORDS[verdict.kind]),
    good
      ? el(
          "p",
          {},
          verdict.basis === "CONTENTS"
            ? "Nothing its files promise is missing from them."
            : "Every record that was reserved is in the files.",
        )
      : el("p", lost ? { class: "alarm" } : {}, verdict.reason || "Records are missing."),
    verdict.gaps.length > 0
      ? rowBox(
          { class: "gapbox", tabindex: "0", role: "group", "aria-label": "Gaps" },
          ...growingTable(
            [{ text: "channel" }, { text: "lane" }, { text: "missing", number: true }, { text: "cause" }],
            verdict.gaps,
            200,
            (gap) => [
              gap.channel,
              gap.lane < 0 ? "all" : gap.lane,
              gap.missing < 0 ? "unknown" : count(gap.missing),
              gap.cause,
            ],
            { class: "gaps" },
          ),
        )
      : null,
    verdict.gapCount > verdict.gaps.length
      ? el(
          "p",
          { class: "quiet" },
          `The page holds ${count(verdict.gaps.length)} of ${count(verdict.gapCount)} gaps; 'tidemark verify --json CAPTURE' lists all.`,
        )
      : null,
    el("p", { class: "quiet" }, basis),
  );
}

/**
 * The share of a part in the core time; NaN when no core ran.
 * @param {Summary | null} summary
 * @param {string} key
 */
function partShare(summary, key) {
  const part = summary?.coreTime?.parts.find((entry) => entry.key === key);
  return part && (summary?.coreTime?.coreNanos ?? 0) > 0 ? part.share : NaN;
}

/**
 * @param {Overview} overview
 * @param {Capture} capture
 * @param {Promise<Summary | null>} summary
 */
function endingCard(overview, capture, summary) {
  const { ending, origin } = overview;
  const { conditions } = capture.meta;
  const figure = (/** @type {string} */ value, /** @type {string} */ text) =>
    el("div", { class: "figure" }, el("strong", {}, value), el("span", {}, text));
  const busy = el("strong", {}, "…");
  summary
    .then((found) => busy.replaceChildren(percent(partShare(found, "compute"))))
    .catch(() => busy.replaceChildren("–"));
  const bad = ending && ending.kind !== "ok";
  const known = capture.meta.tasks > 0 || capture.meta.level > 0;
  return el(
    "section",
    { class: bad ? "card bad" : "card", id: "ended" },
    el(
      "h2",
      { class: bad ? "alarm" : null },
      ending ? "The run " + endingWords(ending.kind) : "The run",
      ending && ending.errorName ? ` (${ending.errorName}, code ${ending.errorCode})` : "",
      ending && ending.hangClass ? ` – ${ending.hangClass}` : "",
    ),
    bad && ending.sentence && !overview.hang ? el("p", { class: "sentence" }, ending.sentence) : null,
    el(
      "div",
      { class: "figures" },
      figure(capture.meta.runs > capture.meta.openRuns ? time(overview.makespanNanos) : "–", "makespan, first start to last end"),
      figure(
        known ? count(capture.meta.tasks - overview.allocations) : "–",
        overview.allocations > 0 ? `tasks + ${count(overview.allocations)} allocations` : "tasks",
      ),
      figure(
        known ? count(capture.meta.runs - capture.meta.openRuns) : "–",
        capture.meta.openRuns > 0 ? `runs on cores + ${count(capture.meta.openRuns)} open` : "runs on cores",
      ),
      figure(
        overview.cores > 0 ? `${count(overview.busyCores)} of ${count(overview.cores)}` : "–",
        "cores used",
      ),
      el("div", { class: "figure" }, busy, el("span", {}, "of the core time is compute")),
    ),
    conditions?.banner ? el("p", { class: "alarm", id: "banner" }, conditions.banner) : null,
    conditions ? el("p", { class: "quiet" }, "Measured: " + conditions.words + ".") : null,
    origin
      ? el(
          "p",
          { class: "quiet" },
          [origin.case, origin.platform, origin.runtime, "level " + origin.level].filter(Boolean).join(" · "),
          origin.createdAt ? [" · ", el("span", { class: "together" }, origin.createdAt)] : null,
          " · Tidemark " + origin.version,
        )
      : el(
          "p",
          { class: "quiet" },
          capture.meta.level > 0 ? `swimlane level ${capture.meta.level}` : "no swimlane was recorded",
        ),
  );
}

/**
 * @param {Kernel[]} kernels
 * @param {Overview} overview
 * @param {Capture} capture
 * @param {App} app
 */
function kernelTable(kernels, overview, capture, app) {
  const all = Math.max(1, overview.kernelNanos);
  const bar = (/** @type {Kernel} */ kernel) =>
    el(
      "span",
      { class: "share", title: percent(kernel.totalNanos / all) },
      el("span", {
        css: { width: (kernel.totalNanos / all) * 100 + "%", background: capture.palette.css(kernel.name) },
      }),
    );
  return growingTable(
    [
      { text: "kernel" },
      { text: "share of kernel time" },
      { text: "runs", number: true },
      { text: "total", number: true },
      { text: "mean", number: true },
      { text: "shortest", number: true },
      { text: "longest", number: true },
      { text: "dispatch to start", number: true },
    ],
    kernels,
    200,
    (kernel) => [
      [
        el("span", { class: "chip", css: { background: capture.palette.css(kernel.name) } }),
        capture.name(kernel.name),
      ],
      bar(kernel),
      count(kernel.runs),
      time(kernel.totalNanos),
      time(kernel.totalNanos / kernel.runs),
      time(kernel.shortestNanos),
      link(
        time(kernel.longestNanos),
        () => app.go("timeline", "run", kernel.longestRun),
        "show the longest run",
      ),
      kernel.dispatched > 0 ? time(kernel.dispatchNanos / kernel.dispatched) : "–",
    ],
    { class: "kernels" },
  );
}

/**
 * @param {Overview} overview
 * @param {Capture} capture
 * @param {App} app
 */
function kernelCard(overview, capture, app) {
  const kernels = [...overview.kernels].sort((a, b) => b.totalNanos - a.totalNanos);
  return el(
    "section",
    { class: "card wide" },
    el("h2", {}, "Kernels"),
    kernels.length === 0
      ? el("p", { class: "quiet" }, "No run of a kernel was recorded.")
      : kernelTable(kernels, overview, capture, app),
  );
}

/**
 * Where the core time went, part by part; comes a moment later on a large capture.
 * @param {Promise<Summary | null>} summary
 * @param {App} app
 */
function coreTimeCard(summary, app) {
  const body = el("div", {}, el("p", { class: "quiet" }, "looking…"));
  const place = (/** @type {CorePart} */ part) => part.longest && part.key !== "compute" && { kind: "gap", id: gapId(part.longest) };
  const fill = (/** @type {CoreTime} */ coreTime) => {
    const cores = `${count(coreTime.usedCores)} ${coreTime.usedCores === 1 ? "core" : "cores"}`;
    const { parts } = coreTime;
    const pick = (/** @type {number} */ at) => {
      const where = place(parts[at]);
      return where ? () => app.go("timeline", where.kind, where.id) : null;
    };
    body.replaceChildren(
      el(
        "p",
        { class: "quiet" },
        `Core time ${time(coreTime.coreNanos)}: the makespan of ${time(coreTime.makespanNanos)} on ${cores} that ran a task.`,
      ),
      partBar(parts, parts.map(({ nanos }) => nanos), pick) ?? "",
      table(
        [{ text: "part" }, { text: "share", number: true }, { text: "core time", number: true }, { text: "longest", number: true }],
        parts
          .map((part, at) => ({ part, at }))
          .filter(({ part }) => part.nanos > 0)
          .map(({ part, at }) => [
            [partChip(part), part.words],
            percent(part.share),
            time(part.nanos),
            part.longest && pick(at)
              ? link(time(part.longest.end - part.longest.begin), pick(at) ?? (() => {}), "show it on the timeline")
              : "",
          ]),
        { class: "coretime" },
      ),
    );
  };
  summary
    .then((found) =>
      found && found.coreTime
        ? fill(found.coreTime)
        : body.replaceChildren(el("p", { class: "quiet" }, "No run of a kernel was recorded.")),
    )
    .catch(() => body.replaceChildren(el("p", { class: "quiet" }, "This could not be worked out.")));
  return el("section", { class: "card wide" }, el("h2", {}, "Where the core time went"), body);
}

/**
 * Idle time as an address names it: its lane and a moment of it.
 * @param {Place} place
 */
function gapId({ lane, begin }) {
  return `${lane}-${begin}`;
}

/**
 * Goes to what a hint is about; null when no page shows it.
 * @param {Hint} hint
 * @param {Summary} summary
 * @param {Capture} capture
 * @param {App} app
 */
function placeOf({ place }, summary, capture, app) {
  if (!place) return null;
  const { kind } = place;
  if (kind === "wait") {
    const part = summary.coreTime?.parts.find(({ key }) => key === place.name);
    const longest = part?.longest;
    return longest ? () => app.go("timeline", "gap", gapId(longest)) : null;
  }
  if (kind === "kernel") return () => app.go("timeline", "kernel", place.number);
  if (kind === "core") return () => app.go("timeline", "lane", place.number);
  if (kind === "counter") return capture.meta.lanes.length > 0 ? () => app.go("timeline", "counter", place.name) : () => app.go("scopes");
  if (kind === "graph") return capture.meta.nodes > 0 ? () => app.go("graph") : null;
  if (kind === "pmu") return capture.meta.counters.length > 0 ? () => app.go("pmu") : null;
  if (kind === "arguments") return capture.meta.args > 0 ? () => app.go("arguments") : null;
  const card = kind === "ending" ? "ended" : kind === "verdict" ? kind : null;
  return card ? () => document.getElementById(card)?.scrollIntoView({ block: "start" }) : null;
}

/**
 * A command that reads a capture names it; without a name it would read the newest one.
 * @param {Hint} hint
 */
function commandOf({ command }) {
  return "tidemark " + command + (command.startsWith("run ") ? "" : " CAPTURE");
}

/**
 * What to look at first; comes a moment later on a large capture.
 * @param {Capture} capture
 * @param {Promise<Summary | null>} summary
 * @param {App} app
 */
function hintsCard(capture, summary, app) {
  const list = el("ul", { class: "hintlist" }, el("li", { class: "quiet" }, "looking…"));
  const unrecorded = capture.meta.tasks === 0 && capture.meta.level === 0;
  const nothing = unrecorded
    ? ["This capture holds no records of tasks. ", el("code", {}, "tidemark run CASE --chip-swimlane --dep-gen")]
    : "Nothing stands out.";
  const fill = async () => {
    const found = await summary;
    const hints = found ? found.hints : [];
    const row = (/** @type {Hint} */ hint) => {
      const go = found && placeOf(hint, found, capture, app);
      return go
        ? el("li", {}, link(hint.sentence, go, "show it"))
        : el("li", {}, hint.sentence, " ", el("code", {}, commandOf(hint)));
    };
    if (hints.length === 0) list.replaceChildren(el("li", { class: "quiet" }, nothing));
    else list.replaceWith(...growingList({ class: "hintlist" }, hints, MOST_HINTS, row).filter((part) => part !== null));
  };
  fill().catch(() => list.replaceChildren(el("li", { class: "quiet" }, "This could not be worked out.")));
  return el("section", { class: "card wide" }, el("h2", {}, "Look at first"), list);
}

/** @param {Overview} overview */
function findingsCard(overview) {
  if (overview.findings.length === 0) return null;
  return el(
    "section",
    { class: "card wide" },
    el("h2", {}, `Findings (${count(overview.findings.length + overview.unkeptFindings)})`),
    overview.unkeptFindings > 0
      ? el(
          "p",
          { class: "quiet" },
          `The first of each kind are kept word for word; ${count(overview.unkeptFindings)} more like them were only counted.`,
        )
      : null,
    el(
      "ul",
      { class: "findings" },
      overview.findings.map((finding) =>
        el(
          "li",
          { class: finding.severity },
          el("span", { class: "severity" }, finding.severity),
          finding.text,
        ),
      ),
    ),
  );
}

/** @param {Overview} overview */
function ledgerCard(overview) {
  if (overview.ledgers.length === 0) return null;
  const dropped = (/** @type {Ledger} */ ledger) => Object.values(ledger.dropped).reduce((sum, value) => sum + value, 0);
  return el(
    "section",
    { class: "card wide" },
    el("h2", {}, "The books: reserved = delivered + recovered + dropped + torn"),
    table(
      [
        { text: "channel" },
        { text: "stream" },
        ...["reserved", "delivered", "recovered", "dropped", "torn", "unaccounted"].map((text) => ({
          text,
          number: true,
        })),
      ],
      overview.ledgers.map((ledger) => [
        ledger.channel,
        ledger.stream,
        count(ledger.reserved),
        count(ledger.delivered),
        count(ledger.recovered),
        el(
          "span",
          {
            class: dropped(ledger) > 0 ? "alarm" : null,
            title: Object.entries(ledger.dropped)
              .map(([cause, n]) => `${cause}: ${n}`)
              .join(", "),
          },
          count(dropped(ledger)),
        ),
        el("span", { class: ledger.torn > 0 ? "alarm" : null }, count(ledger.torn)),
        el("span", { class: ledger.unaccounted > 0 ? "alarm" : null }, count(ledger.unaccounted)),
      ]),
    ),
  );
}

/** @param {number} size */
function tooLarge(size) {
  return el(
    "section",
    { class: "card wide bad", id: "hang" },
    el("h2", {}, "The doctor's report is too large for this page"),
    el("p", {}, `hang.json has ${bytes(size)}; 'tidemark doctor CAPTURE' shows it, and hang.txt lies beside it.`),
  );
}

/** @param {Asked} asked */
export async function showOverview({ app, capture }) {
  const overview = await capture.json("overview.json");
  const bad = overview.ending && overview.ending.kind !== "ok";
  const summary = capture.json("hints.json");
  const hang = overview.hang
    ? await hangReport(capture, app, overview.ending?.kind === "killed")
    : overview.hangBytes > 0
      ? tooLarge(overview.hangBytes)
      : null;
  return {
    element: el(
      "div",
      { class: "page overview" },
      hang,
      bad
        ? [endingCard(overview, capture, summary), verdictCard(overview)]
        : [verdictCard(overview), endingCard(overview, capture, summary)],
      hintsCard(capture, summary, app),
      coreTimeCard(summary, app),
      kernelCard(overview, capture, app),
      findingsCard(overview),
      ledgerCard(overview),
    ),
  };
}
