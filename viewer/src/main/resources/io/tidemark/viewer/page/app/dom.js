// Builds page elements. Text only ever becomes text: there is no way here to pass markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "text") {
      node.textContent = value;
    } else if (name === "css") {
      for (const [key, setting] of Object.entries(value)) node.style.setProperty(key, setting);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/** An HTML element; children are nodes or plain text. */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function clear(node) {
  node.replaceChildren();
  return node;
}

/** A button that looks like a link, for going somewhere inside the page. */
export function link(text, action, title) {
  return el("button", { class: "link", type: "button", title, on: { click: action } }, text);
}

/** Listeners of something that is no button but acts as one: by click, Enter and Space. */
export function acting(action) {
  return {
    click: action,
    keydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      action();
    },
  };
}

/** A table: head is a list of {text, number}, rows are lists of cells. */
export function table(head, rows, attributes) {
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

/** A labelled choice; onChange gets the chosen value. A label that is not shown is still read out. */
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
