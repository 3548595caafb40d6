// The answer to a what-if question: both makespans on one scale, the new critical path, the command that asks the same.

import { copyText } from "./csv.js";
import { clear, el } from "./dom.js";
import { exact, moment, time } from "./format.js";
import { commandLine, inert } from "./whatif-changes.js";

/**
 * As `tidemark whatif --json` writes it.
 * @typedef {object} Answer
 * @property {string[]} changes in words
 * @property {number} predicted_makespan_us
 * @property {number} difference_percent
 * @property {[number, number]} interval_us
 * @property {number} draws
 * @property {number} seed
 * @property {string} [binds]
 * @property {Record<string, number>} [critical_path_percent]
 * @property {string[]} reasons
 */

const MOST_PARTS = 6;
const KERNEL = "kernel ";

/** @param {number} percent */
function signed(percent) {
  const size = Math.abs(percent).toFixed(2);
  return (size === "0.00" ? "±" : percent < 0 ? "−" : "+") + size + " %";
}

/**
 * Whether a difference is a gain, a loss, or neither.
 * @param {number} percent
 */
export function gain(percent) {
  const text = signed(percent);
  const kind = text.startsWith("±") ? "same" : percent < 0 ? "better" : "worse";
  return el("span", { class: kind === "same" ? "quiet" : kind }, text);
}

/**
 * Two makespans with enough digits to distinguish them.
 * @param {number} low
 * @param {number} high
 */
function between(low, high) {
  return low === high ? `${exact(low)} and ${exact(high)}` : [low, high].map((nanos) => moment(nanos, (high - low) / 4)).join(" and ");
}

/**
 * A bar from zero, on a scale that ends at `most`.
 * @param {string} label
 * @param {number} nanos
 * @param {number} most
 * @param {{low: number, high: number} | null} interval
 * @param {import("./dom.js").Content} beside
 */
function makespanRow(label, nanos, most, interval, beside) {
  const share = (/** @type {number} */ value) => (most > 0 ? `${(100 * value) / most}%` : "0");
  return el(
    "div",
    { class: "makespan " + label.toLowerCase() },
    el("span", { class: "quiet" }, label),
    el("strong", { title: exact(nanos), "data-nanos": nanos }, time(nanos)),
    el("span", { class: "delta" }, beside),
    el(
      "span",
      { class: "length" },
      el("span", { class: "fill", css: { width: share(nanos) } }),
      interval
        ? el("span", {
            class: "between",
            title: between(interval.low, interval.high),
            css: { left: share(interval.low), width: share(interval.high - interval.low) },
          })
        : null,
    ),
  );
}

export class AnswerCard {
  #facts;
  #capture;
  #figures = el("div", { class: "figurespart" });
  #path = el("div", { class: "pathpart" });
  #command = el("code", {});
  #copied = el("span", { class: "quiet", role: "status" });
  #text = "";

  /**
   * @param {import("./whatif-controls.js").Facts} facts
   * @param {any} capture
   * @param {HTMLElement} best the list of what would pay most
   */
  constructor(facts, capture, best) {
    this.#facts = facts;
    this.#capture = capture;
    const copy = async () => {
      this.#copied.textContent = (await copyText(this.#text)) ? "copied" : "select it and copy: the browser does not let this page write to the clipboard";
    };
    this.element = el(
      "section",
      { class: "card answercard" },
      this.#figures,
      this.#path,
      best,
      el("p", { class: "command" }, this.#command, el("button", { type: "button", class: "small", on: { click: () => void copy() } }, "Copy"), this.#copied),
    );
  }

  /**
   * The command that asks for these changes.
   * @param {string[]} changes
   */
  setCommand(changes) {
    this.#text = commandLine(this.#facts.capture, changes);
    this.#command.textContent = this.#text;
    this.#copied.textContent = "";
  }

  /** @param {Answer} answer */
  show(answer) {
    const captured = this.#facts.captured_makespan_us * 1e3;
    const predicted = answer.predicted_makespan_us * 1e3;
    const [low, high] = answer.interval_us.map((micros) => micros * 1e3);
    const most = Math.max(captured, predicted, high);
    const spread =
      answer.draws === 0
        ? "all durations are known exactly"
        : `from ${answer.draws} runs with other durations, seed ${answer.seed}`;
    this.#figures.replaceChildren(
      makespanRow("Recorded", captured, most, null, ""),
      makespanRow("Predicted", predicted, most, { low, high }, gain(answer.difference_percent)),
      el("p", { class: "quiet interval" }, `between ${between(low, high)}: ${spread}`),
      ...answer.reasons.map((reason) => el("p", { class: "quiet note" }, "Note: " + inert(reason) + ".")),
    );
    Object.assign(this.element.dataset, { predicted, low, high });
    if (answer.critical_path_percent) this.#showPath(answer);
  }

  /** What of an older answer is still shown, and why it is not the newest. */
  forgetPath(why = "") {
    clear(this.#path);
    if (why) this.#path.append(el("p", { class: "quiet" }, why));
  }

  /** @param {Answer} answer */
  #showPath(answer) {
    const parts = Object.entries(answer.critical_path_percent ?? {});
    const rest = parts.slice(MOST_PARTS).reduce((sum, [, share]) => sum + share, 0);
    const shown = parts.slice(0, MOST_PARTS);
    this.#path.replaceChildren(
      el("h3", {}, "Binds next: ", el("span", { class: "binds" }, answer.binds ? inert(answer.binds) : "nothing")),
      el(
        "div",
        { class: "partbar", role: "img", "aria-label": "the new critical path" },
        shown.map(([words, share]) => el("span", { title: `${inert(words)}: ${share.toFixed(1)} %`, css: { "flex-grow": String(share), background: this.#color(words) } })),
      ),
      el(
        "ul",
        { class: "shares" },
        shown.map(([words, share]) =>
          el("li", {}, el("span", { class: "chip", css: { background: this.#color(words) } }), el("span", { class: "words", title: inert(words) }, inert(words)), el("span", { class: "number" }, share.toFixed(1) + " %")),
        ),
        rest >= 0.05 ? el("li", { class: "quiet" }, el("span", { class: "words" }, "others"), el("span", { class: "number" }, rest.toFixed(1) + " %")) : null,
      ),
    );
  }

  /** @param {string} words of a part of the path */
  #color(words) {
    const { meta, palette } = this.#capture;
    if (words.startsWith(KERNEL)) return palette.css(meta.names.indexOf(inert(words.slice(KERNEL.length))));
    const part = (meta.parts ?? []).find((/** @type {{words: string}} */ each) => each.words === words);
    return part ? `var(--part-${part.key})` : "var(--part-unknown)";
  }
}
