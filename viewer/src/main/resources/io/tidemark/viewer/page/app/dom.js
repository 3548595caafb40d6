// Builds page elements. Text only ever becomes text: there is no way here to pass markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | bigint | boolean | Node | null | undefined | readonly any[]} Content what an element holds; lists may hold lists */
/** @typedef {Record<string, any>} Attributes with `on` for listeners, `css` for style settings */
/** @typedef {{text: Content, number?: boolean}} Column a column of a table */

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} node
 * @param {Attributes | null | undefined} attributes
 * @param {Content[]} children
 * @returns {E}
 */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(/** @type {Record<string, EventListener>} */ (value)))
        node.addEventListener(event, listener);
    } else if (name === "text") {
      node.textContent = value;
    } else if (name === "css") {
      for (const [key, setting] of Object.entries(/** @type {Record<string, string>} */ (value)))
        node.style.setProperty(key, setting);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of /** @type {Content[]} */ (children.flat(Infinity))) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/**
 * An HTML element; children are nodes or plain text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Content[]} children
 */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {Content[]} children
 */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * What draws on a canvas.
 * @param {HTMLCanvasElement} canvas
 * @param {CanvasRenderingContext2DSettings} [options]
 */
export function pen(canvas, options) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", options));
}

/**
 * @template {Element} E
 * @param {E} node
 */
export function clear(node) {
  node.replaceChildren();
  return node;
}

/**
 * A button that looks like a link, for going somewhere inside the page.
 * @param {Content} text
 * @param {() => void} action
 * @param {string} [title]
 */
export function link(text, action, title) {
  return el("button", { class: "link", type: "button", title, on: { click: action } }, text);
}

/**
 * Listeners of something that is no button but acts as one: by click, Enter and Space.
 * @param {() => void} action
 */
export function acting(action) {
  return {
    click: action,
    keydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      action();
    },
  };
}

/**
 * A table: rows are lists of cells.
 * @param {Column[]} head
 * @param {Content[][]} rows
 * @param {Attributes} [attributes]
 */
export function table(head, rows, attributes) {
  /** @type {(tag: "th" | "td", column: number, content: Content) => HTMLElement} */
  const cell = (tag, column, content) =>
    el(tag, { class: head[column].number ? "number" : null, scope: tag === "th" ? "col" : null }, content);
  return el(
    "table",
    attributes || {},
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        head.map((column, at) => cell("th", at, column.text)),
      ),
    ),
    el(
      "tbody",
      {},
      rows.map((row) =>
        el(
          "tr",
          {},
          row.map((content, at) => cell("td", at, content)),
        ),
      ),
    ),
  );
}

/**
 * A labelled choice; onChange gets the chosen value. A label that is not shown is still read out.
 * @param {string} label
 * @param {{value: string | number, text: string}[]} options
 * @param {string | number} value
 * @param {(value: string) => void} onChange
 */
export function choice(label, options, value, onChange, hidden = false) {
  const select = el(
    "select",
    { "aria-label": hidden ? label : null, on: { change: () => onChange(select.value) } },
    options.map((option) =>
      el("option", { value: option.value, selected: String(option.value) === String(value) }, option.text),
    ),
  );
  return el("label", { class: "choice" }, hidden ? null : el("span", {}, label), select);
}
