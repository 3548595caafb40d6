// What-if: sliders for what could be different, the predicted makespan and its critical path, and the predicted run
// on one time axis under the recorded one. The command predicts, as `tidemark whatif` does.

import { sharedPalettes } from "./colors.js";
import { el } from "./dom.js";
import { count, time } from "./format.js";
import { TimelineView } from "./timeline/page.js";
import { AnswerCard, gain } from "./whatif-answer.js";
import { Asking } from "./whatif-asking.js";
import { inert, parseChange, withValue } from "./whatif-changes.js";
import { ChangeControls } from "./whatif-controls.js";

/** @typedef {import("./whatif-answer.js").Answer} Answer */
/** @typedef {import("./whatif-controls.js").Facts} Facts */
/** @typedef {{change: string, option: string, predicted_makespan_us?: number, difference_percent?: number, error?: string}} Ranked */

const REST_MILLIS = 120; // a slider that moves on asks when it rests
const LONG_MILLIS = 1000; // from here on it is said how long it takes
const FEW_RUNS = 20_000; // up to this size the page ranks about twenty changes unasked

class WhatIfPage {
  #app;
  #capture;
  #asking;
  #told = el("p", { class: "quiet told", role: "status" });
  #stop = el("button", { type: "button", class: "small", hidden: true, on: { click: () => this.#withdraw() } }, "Stop");
  #picture = el("div", { class: "picture" });
  #bestList = el("ol", { class: "bestlist" });
  #bestSaid = el("p", { class: "quiet" });
  /** @type {Facts | null} */
  #facts = null;
  /** @type {ChangeControls | null} */
  #controls = null;
  /** @type {AnswerCard | null} */
  #answer = null;
  /** @type {TimelineView | null} */
  #view = null;
  #serial = 0; // of what is asked for; an older one has nothing more to say
  #hasRanked = false;
  #rest = 0;
  #clock = 0;
  #sure = "";
  #since = 0;
  #closed = false;

  /**
   * @param {any} app
   * @param {any} capture
   */
  constructor(app, capture) {
    this.#app = app;
    this.#capture = capture;
    this.#asking = new Asking((verb, body, signal) => capture.whatIf(verb, body, signal));
    this.element = el("div", { class: "page whatif" }, el("div", { class: "statusline" }, this.#told, this.#stop));
  }

  /** Runs the graph again unchanged, then asks for the changes of the address. */
  async open() {
    const facts = /** @type {Facts | null} */ (await this.#ask("controls", [], "Running the graph again unchanged"));
    if (!facts) return;
    this.#facts = facts;
    this.#controls = new ChangeControls(facts, this.#app.state.value.whatif, (changes) => this.#changed(changes));
    this.#answer = new AnswerCard(facts, this.#capture, this.#bestPart());
    this.#answer.setCommand(this.#controls.changes);
    this.element.append(this.#controls.element, el("div", { class: "answers" }, this.#answer.element, this.#picture));
    await this.#predict();
  }

  close() {
    this.#closed = true;
    window.clearTimeout(this.#rest);
    window.clearInterval(this.#clock);
    this.#asking.stop();
    this.#view?.close();
  }

  /**
   * The answer to a question; null when there is none, and the page says why.
   * @param {string} verb
   * @param {string[]} changes
   * @param {string} doing in words
   */
  async #ask(verb, changes, doing) {
    this.#begin(doing);
    /** @type {any} */
    let answer;
    try {
      answer = await this.#asking.ask(verb, changes);
    } catch (failure) {
      answer = { refusal: /** @type {Error} */ (failure).message };
    }
    if (answer === null || this.#closed) return null; // a newer question replaced this one
    this.#end();
    if (answer.stopped) this.#say("Stopped.");
    else if (answer.refusal) this.#refuse(answer.refusal);
    else return answer;
    return null;
  }

  /** @param {string} doing */
  #begin(doing) {
    this.#since = performance.now();
    this.element.dataset.state = "asking";
    this.element.setAttribute("aria-busy", "true");
    window.clearInterval(this.#clock);
    const runs = this.#facts ? `, ${count(this.#facts.runs)} kernel runs` : "";
    const tell = () => {
      const millis = performance.now() - this.#since;
      if (millis >= LONG_MILLIS) this.#say(`${doing}${runs}: ${Math.floor(millis / 1000)} s so far…`);
      this.#stop.hidden = millis < LONG_MILLIS;
    };
    this.#clock = window.setInterval(tell, LONG_MILLIS / 2);
    if (!this.#facts) this.#say(doing + "…");
  }

  #end() {
    window.clearInterval(this.#clock);
    this.#stop.hidden = true;
    this.element.dataset.state = "shown";
    this.element.setAttribute("aria-busy", "false");
  }

  #withdraw() {
    this.#asking.stop();
    this.#end();
    this.#say(this.#facts ? "Stopped. Move a slider to ask again." : "Stopped. Load the page to ask again.");
  }

  /** @param {string} text */
  #say(text) {
    this.#told.className = "quiet told";
    this.#told.textContent = text;
  }

  /** @param {string} sentence the command's own */
  #refuse(sentence) {
    this.element.dataset.state = "refused";
    this.#told.className = "alarm told";
    this.#told.textContent = sentence;
    if (!this.#facts) this.element.replaceChildren(card(sentence, "Other pages show this capture: Overview says what is missing, Timeline what ran."));
  }

  /** @param {string[]} changes */
  #changed(changes) {
    this.#app.keep({ whatif: changes });
    this.#answer?.setCommand(changes);
    this.#serial++;
    this.element.dataset.state = "asking";
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => void this.#predict(), REST_MILLIS);
  }

  /** The number first, then the picture, and once what would pay most. */
  async #predict() {
    const mine = ++this.#serial;
    const changes = this.#controls?.changes ?? [];
    const from = performance.now();
    const answer = /** @type {Answer | null} */ (await this.#ask("predict", changes, "Predicting"));
    if (!answer || mine !== this.#serial) {
      this.#fade(true);
      return;
    }
    this.#answer?.show(answer);
    this.#sure = this.#basis(performance.now() - from);
    this.#say(this.#sure);
    if (!this.#facts?.drawn) {
      this.#offerPicture(changes);
    } else {
      this.element.dataset.state = "asking";
      this.#fade(true);
      if (!(await this.#draw(changes)) || mine !== this.#serial) return;
    }
    if (!this.#hasRanked && (this.#facts?.runs ?? 0) <= FEW_RUNS) {
      await this.#rank();
      if (mine !== this.#serial) return;
    }
    this.#say(this.#sure);
    this.element.dataset.state = "shown";
  }

  /**
   * What the answer rests on.
   * @param {number} millis that it took
   */
  #basis(millis) {
    const error = this.#facts?.replay_error_percent ?? 0;
    const off = Math.abs(error).toFixed(3);
    const replay = off === "0.000" ? "as long as recorded" : `${off} % ${error < 0 ? "less" : "more"} than recorded`;
    const costs = this.#facts?.modelled ? "costs of chip profile " + inert(this.#facts.machine.profile) : "costs as they were recorded";
    return `Run again unchanged, the graph takes ${replay}; ${costs}; answered in ${time(millis * 1e6)}.`;
  }

  /** @param {boolean} old whether what is shown belongs to an older question */
  #fade(old) {
    this.#picture.classList.toggle("old", old);
    this.#answer?.element.classList.toggle("old", old);
  }

  /**
   * A large run is drawn when someone asks for it.
   * @param {string[]} changes
   */
  #offerPicture(changes) {
    this.#view?.close();
    this.#view = null;
    this.#answer?.forgetPath();
    this.#fade(false);
    const draw = async () => {
      if (await this.#draw(changes)) this.#say(this.#sure);
    };
    this.#picture.replaceChildren(
      el(
        "p",
        { class: "card" },
        `The run is large, ${count(this.#facts?.runs)} kernel runs: its picture and critical path take longer than its makespan. `,
        el("button", { type: "button", class: "drawit", on: { click: () => void draw() } }, "Draw the predicted run"),
      ),
    );
  }

  /**
   * Draws the predicted run under the recorded one; false when it was not done.
   * @param {string[]} changes
   */
  async #draw(changes) {
    const drawn = await this.#ask("draw", changes, "Drawing the predicted run");
    if (!drawn) return false;
    this.element.dataset.state = "asking";
    this.#answer?.show(drawn.answer);
    /** @type {import("./capture.js").Capture} */
    let predicted;
    try {
      predicted = await this.#capture.predicted(drawn.predicted).open();
    } catch (failure) {
      if (!this.#closed && this.#controls?.changes === changes) this.#refuse(/** @type {Error} */ (failure).message);
      return false;
    }
    if (this.#closed || this.#controls?.changes !== changes) return false;
    const palettes = sharedPalettes(this.#capture.meta, predicted.meta);
    const next = new TimelineView(
      [
        { capture: this.#capture, title: "Was", palette: palettes[0] },
        { capture: predicted, title: "New", palette: palettes[1] },
      ],
      // tasks of both runs have the same ids; pages beside this one show the recorded run
      (/** @type {string} */ page, /** @type {string} */ what, /** @type {any} */ which) => this.#app.go(page, what, which),
      this.#app.state.part("guess"),
    );
    await this.#show(next);
    this.element.dataset.predicted = String(drawn.predicted);
    return true;
  }

  /**
   * Puts a picture in the place of the last one when it is painted, so that nothing flickers.
   * @param {TimelineView} next
   */
  async #show(next) {
    const before = this.#view;
    const had = this.#picture.contains(document.activeElement);
    this.#view = next;
    next.element.classList.add("coming");
    this.#picture.append(next.element);
    before?.keeper.close();
    await next.opened();
    await next.firstPicture;
    if (this.#closed || this.#view !== next) {
      next.close();
      next.element.remove();
      return;
    }
    before?.close();
    this.#picture.replaceChildren(next.element);
    next.element.classList.remove("coming");
    if (had) next.canvas.focus({ preventScroll: true });
    this.#fade(false);
  }

  /** The list of what would pay most; each is a button that sets the sliders. */
  #bestPart() {
    return el(
      "div",
      { class: "bestpart" },
      el("h3", {}, "Best changes ", el("button", { type: "button", class: "small rank", on: { click: () => void this.#rank() } }, "Find them")),
      this.#bestSaid,
      this.#bestList,
    );
  }

  async #rank() {
    const mine = this.#serial;
    const changes = this.#controls?.changes ?? [];
    this.#hasRanked = true;
    this.#bestSaid.textContent = "trying about twenty, one at a time…";
    const found = await this.#ask("best", changes, "Trying changes");
    if (!found || mine !== this.#serial) {
      this.#bestSaid.textContent = "";
      return;
    }
    this.#say(this.#sure);
    this.#bestSaid.textContent = changes.length > 0 ? "each with the changes that were set" : "each alone";
    /** @type {Ranked[]} */
    const ranked = found.best;
    this.#bestList.replaceChildren(...ranked.map((each) => el("li", {}, this.#bestButton(each, changes))));
    if (this.#picture.classList.contains("old")) await this.#predict(); // this question has withdrawn that one
  }

  /**
   * @param {Ranked} ranked
   * @param {string[]} before
   */
  #bestButton({ change, option, predicted_makespan_us: micros, difference_percent: difference, error }, before) {
    const { name, kernel, value } = parseChange(option.replace(/^--/, ""));
    return el(
      "button",
      {
        type: "button",
        disabled: error !== undefined,
        title: `${inert(change)}: ${error === undefined ? time((micros ?? 0) * 1e3) : inert(error)}`,
        "data-option": option,
        on: { click: () => this.#controls?.set(withValue(before, name, kernel, value)) },
      },
      el("span", { class: "words" }, inert(change)),
      error === undefined ? gain(difference ?? 0) : el("span", { class: "quiet" }, "–"),
    );
  }
}

/**
 * The page when nothing can be asked.
 * @param {string} sentence
 * @param {string} next
 */
function card(sentence, next) {
  return el("section", { class: "card refusal" }, el("h2", {}, "There is no what-if here"), el("p", { class: "alarm told" }, sentence), el("p", { class: "quiet" }, next));
}

/** @param {{app: any, capture: any}} asked */
export async function showWhatIf({ app, capture }) {
  if (capture.exported || !app.whatIf) {
    const refused = card("What-if runs the graph again, which a page of files cannot.", "Instead, open the capture with 'tidemark view CAPTURE'.");
    return { element: el("div", { class: "page", "data-state": "refused" }, refused) };
  }
  const page = new WhatIfPage(app, capture);
  return { element: page.element, close: () => page.close(), opened: () => void page.open() };
}
