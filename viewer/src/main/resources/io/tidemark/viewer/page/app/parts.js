// The parts of core time: compute, and the reasons of idle time. Each has one colour on every page.

import { el } from "./dom.js";
import { percent, time } from "./format.js";

/** @typedef {{key: string, words: string}} Part */

/** Compute is the first part; the others are idle time. */
export const COMPUTE = 0;

/** The colours of the parts, read from the style sheet, as a canvas wants them. */
export class PartPalette {
  #colors;

  /** @param {Part[]} parts */
  constructor(parts) {
    const style = getComputedStyle(document.documentElement);
    this.#colors = parts.map(({ key }) => style.getPropertyValue("--part-" + key).trim());
  }

  /** @param {number} part */
  css(part) {
    return this.#colors[part] ?? "#808080";
  }

  /** @param {number} part */
  rgb(part) {
    return [1, 3, 5].map((at) => parseInt(this.css(part).slice(at, at + 2), 16));
  }
}

/**
 * A bar of core time split into its parts; a part is a button when `pick` can show it.
 * @param {Part[]} parts
 * @param {number[]} nanos by part
 * @param {((part: number) => (() => void) | null) | null} pick
 */
export function partBar(parts, nanos, pick = null) {
  const all = nanos.reduce((sum, value) => sum + value, 0);
  if (all === 0) return null;
  return el(
    "div",
    { class: "partbar" },
    nanos.map((value, at) => {
      if (value === 0) return null;
      const text = `${parts[at].words}: ${percent(value / all)}, ${time(value)}`;
      const action = pick ? pick(at) : null;
      const attributes = {
        title: text,
        "data-part": parts[at].key,
        css: { "flex-grow": String(value / all), background: `var(--part-${parts[at].key})` },
      };
      return action
        ? el("button", { type: "button", "aria-label": text, ...attributes, on: { click: action } })
        : el("span", { role: "img", "aria-label": text, ...attributes });
    }),
  );
}

/**
 * The mark of a part before its words.
 * @param {Part} part
 */
export function partChip({ key }) {
  return el("span", { class: "chip", css: { background: `var(--part-${key})` } });
}
