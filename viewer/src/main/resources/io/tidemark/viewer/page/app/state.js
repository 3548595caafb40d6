// The state of the page: one object, kept in the address, so that a reload, Back, another tab of this page and
// a link that someone sends all show the same. Changes of how something is looked at replace the address;
// going somewhere adds a step to go back to.

import { decode, emptyGuess, emptyLanes, encode } from "./address.js";

/** @typedef {import("./address.js").LaneState} LaneState */
/** @typedef {import("./address.js").ViewState} ViewState */

/** Marks addresses that this page wrote; they say everything, one made by hand only what it names. */
const OWN = { own: true };
const MOST_WRITES = 30; // at once; browsers refuse more than a hundred changes of an address in half a minute
const WRITE_MILLIS = 500; // until one more may be written

export class PageState {
  /** @type {ViewState} */
  #value;
  /** @type {((value: ViewState, before: ViewState) => void)[]} */
  #listeners = [];
  #room = MOST_WRITES; // how many writes may follow at once
  #timer = 0; // runs while there is room for fewer
  #due = false; // whether a change is not written yet
  #going = false;
  #known = window.location.hash; // what was read or written last
  /** Whether the last address named something to go to. */
  led;

  constructor() {
    const { state, led } = decode(window.location.hash);
    this.#value = state;
    this.led = led;
    window.addEventListener("hashchange", () => this.#read());
    for (const leaving of ["pagehide", "beforeunload"]) window.addEventListener(leaving, () => this.#leave());
    document.addEventListener("visibilitychange", () => document.hidden && this.#leave());
  }

  get value() {
    return this.#value;
  }

  /**
   * Learns of every change; answers what ends that.
   * @param {(value: ViewState, before: ViewState) => void} listener
   */
  subscribe(listener) {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /**
   * Changes some of it. With `step`, Back leads to what was before.
   * @param {Partial<ViewState>} patch
   */
  set(patch, step = false) {
    this.#take({ ...this.#value, ...patch }, step);
  }

  /**
   * Goes to another view. Back returns to the previous one, and the view moves to the selection.
   * @param {Partial<ViewState>} patch
   */
  go(patch) {
    this.#going = true;
    this.set(patch, true);
    this.#going = false;
  }

  /**
   * The address of what the page would be with a change.
   * @param {Partial<ViewState>} patch
   */
  address(patch) {
    return "#" + encode({ ...this.#value, ...patch });
  }

  /**
   * How lanes are looked at: of one capture, of both, or of one and what is predicted from it.
   * @param {"one" | "both" | "guess"} name
   */
  part(name) {
    return new StatePart(this, name);
  }

  /** Another capture has other lanes and times. What a person wants to see stays: theme and search.
   * @param {string} capture
   */
  withCapture(capture) {
    if (capture === this.#value.capture) return {};
    const one = { ...emptyLanes(), search: this.#value.one.search, filter: this.#value.one.filter };
    return { capture, one, both: emptyLanes(), guess: emptyGuess(), whatif: [], row: "" };
  }

  /**
   * @param {ViewState} next
   * @param {boolean} step
   */
  #take(next, step) {
    const before = this.#value;
    const same = encode(next) === encode(before);
    this.#value = next;
    if (step && !same) {
      this.flush(before);
      window.history.pushState(OWN, "", "#" + encode(next));
      this.#wrote();
      this.#known = window.location.hash;
    } else if (!same) {
      this.#due = true;
      this.#write();
    }
    this.led = this.#going;
    for (const listener of this.#listeners) listener(next, before);
  }

  /** Writes a change at once, so that a reload finds it, unless very many came before it: then a moment later. */
  #write() {
    if (this.#due && this.#room > 0) this.flush();
  }

  /** Writes what is not written yet: no later moment may come. */
  #leave() {
    if (this.#due) this.flush();
  }

  #wrote() {
    this.#room = Math.max(0, this.#room - 1);
    this.#makeRoom();
  }

  #makeRoom() {
    if (this.#timer || this.#room === MOST_WRITES) return;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#room++;
      this.#write();
      this.#makeRoom();
    }, WRITE_MILLIS);
  }

  /** Writes the address now, unless the user changed it: the browser reports such a change a moment later. */
  flush(value = this.#value) {
    this.#due = false;
    if (window.location.hash !== this.#known) return;
    const address = "#" + encode(value);
    if (window.location.hash !== address || !window.history.state?.own) {
      window.history.replaceState(OWN, "", address);
      this.#wrote();
    }
    this.#known = window.location.hash;
  }

  /** The address was changed by a link, by hand, or by Back. */
  #read() {
    this.#due = false;
    this.#known = window.location.hash;
    const before = this.#value;
    const { state, led } = decode(window.location.hash);
    const plain = !window.location.hash.includes("?") && !window.history.state?.own;
    if (plain) {
      // a link made by hand keeps how things are looked at
      Object.assign(state, { theme: before.theme, both: before.both });
      if (state.capture === before.capture) Object.assign(state, { guess: before.guess, whatif: before.whatif });
      if (state.capture === before.capture) state.one = { ...before.one, selected: state.one.selected ?? before.one.selected };
    }
    this.#value = state;
    this.led = led;
    for (const listener of this.#listeners) listener(state, before);
  }
}

/** The lanes' part of the state. */
class StatePart {
  #state;
  #name;

  /**
   * @param {PageState} state
   * @param {"one" | "both" | "guess"} name
   */
  constructor(state, name) {
    this.#state = state;
    this.#name = name;
  }

  /** @returns {LaneState} */
  get value() {
    return this.#state.value[this.#name];
  }

  /**
   * @param {Partial<LaneState>} patch
   */
  set(patch, step = false) {
    this.#state.set({ [this.#name]: { ...this.value, ...patch } }, step);
  }

  /**
   * Learns when this part changes.
   * @param {(value: LaneState, before: LaneState) => void} listener
   */
  subscribe(listener) {
    return this.#state.subscribe((value, before) => {
      if (value[this.#name] !== before[this.#name]) listener(value[this.#name], before[this.#name]);
    });
  }

  /** Whether a link led here, so that the view should move to what is selected. */
  get led() {
    return this.#state.led;
  }
}
