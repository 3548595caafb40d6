// A button that opens a box below it. Escape, a click elsewhere and the button itself close the box.

import { el } from "./dom.js";

/** @typedef {import("./dom.js").Content} Content */

/**
 * @param {string} text on the button
 * @param {string} title
 * @param {() => Content} content made anew each time the box opens
 */
export function drop(text, title, content) {
  const box = el("div", { class: "dropped", hidden: true });
  const button = el(
    "button",
    { type: "button", title, "aria-expanded": "false", "aria-haspopup": "true", on: { click: () => show(box.hidden) } },
    text,
  );
  const element = el("span", { class: "drop" }, button, box);

  /** @param {Event} event */
  const elsewhere = (event) => {
    if (!(event.target instanceof Node) || !element.contains(event.target)) show(false);
  };

  /** @param {boolean} open */
  function show(open) {
    box.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
    box.replaceChildren();
    if (open) {
      box.append(el("div", {}, content()));
      document.addEventListener("pointerdown", elsewhere);
    } else {
      document.removeEventListener("pointerdown", elsewhere);
    }
  }

  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || box.hidden) return;
    event.stopPropagation();
    show(false);
    button.focus();
  });
  return { element, button, refresh: () => !box.hidden && show(true), close: () => show(false) };
}
