// The lanes on screen as a file: SVG, drawn by the code that draws the canvas, and PNG made from it.

import { clear, el, pen, svg } from "../dom.js";
import { LABELS } from "./labels.js";

const FONT_SIZE = 11;
const BASELINE = "0.35em"; // from the middle of a letter to its foot
const SHARPNESS = 2; // pixels of a PNG for one on screen

/** @param {string} color as some programs want it, with commas */
function plain(color) {
  return color.replace(/^rgb\((\d+) (\d+) (\d+)\)$/, "rgb($1,$2,$3)");
}

/** As much of a canvas's context as the timeline draws with; what is drawn becomes elements of an SVG picture. */
class SvgPen {
  root = svg("g", { transform: `translate(${LABELS} 0)` });
  #patterns = 0;
  #ruler = pen(document.createElement("canvas"));
  #path = "";
  /** @type {string | {url: string}} */
  fillStyle = "#000000";
  strokeStyle = "#000000";
  globalAlpha = 1;
  lineWidth = 1;
  font = "";
  textBaseline = "";
  imageSmoothingEnabled = false;

  get #fill() {
    return { fill: typeof this.fillStyle === "string" ? plain(this.fillStyle) : this.fillStyle.url, "fill-opacity": this.globalAlpha };
  }

  get #stroke() {
    return { fill: "none", stroke: plain(this.strokeStyle), "stroke-width": this.lineWidth, "stroke-opacity": this.globalAlpha };
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  fillRect(x, y, width, height) {
    if (width > 0 && height > 0) this.root.append(svg("rect", { x, y, width, height, ...this.#fill }));
  }

  /** @param {number} x @param {number} y @param {number} width @param {number} height */
  strokeRect(x, y, width, height) {
    this.root.append(svg("rect", { x, y, width, height, ...this.#stroke }));
  }

  /** @param {string} text @param {number} x @param {number} y */
  fillText(text, x, y, most = Infinity) {
    const weight = this.font.startsWith("600") ? "600" : "400";
    const wide = this.measureText(text).width > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {};
    this.root.append(svg("text", { x, y, dy: BASELINE, "font-weight": weight, ...wide, ...this.#fill }, text));
  }

  /** @param {string} text */
  measureText(text) {
    this.#ruler.font = this.font;
    return this.#ruler.measureText(text);
  }

  /**
   * @param {HTMLCanvasElement} image
   * @param {number} left
   * @param {number} top
   * @param {number} columns
   * @param {number} rows
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   */
  drawImage(image, left, top, columns, rows, x, y, width, height) {
    const whole = svg("image", {
      href: image.toDataURL(),
      x: -left,
      y: -top,
      width: image.width,
      height: image.height,
      css: { "image-rendering": "pixelated" },
    });
    const part = svg("svg", { x, y, width, height, viewBox: `0 0 ${columns} ${rows}`, preserveAspectRatio: "none" }, whole);
    this.root.append(part);
  }

  /** @param {HTMLCanvasElement} tile */
  createPattern(tile) {
    const id = "hatch" + this.#patterns++;
    const { width, height } = tile;
    const image = svg("image", { href: tile.toDataURL(), width, height });
    this.root.append(svg("pattern", { id, width, height, patternUnits: "userSpaceOnUse" }, image));
    return { url: `url(#${id})` };
  }

  beginPath() {
    this.#path = "";
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.#path += `M${x} ${y}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.#path += `L${x} ${y}`;
  }

  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} x @param {number} y */
  bezierCurveTo(x1, y1, x2, y2, x, y) {
    this.#path += `C${x1} ${y1} ${x2} ${y2} ${x} ${y}`;
  }

  closePath() {
    this.#path += "Z";
  }

  fill() {
    this.root.append(svg("path", { d: this.#path, ...this.#fill }));
  }

  stroke() {
    this.root.append(svg("path", { d: this.#path, ...this.#stroke }));
  }
}

/**
 * The lanes as they are on screen, with ruler and names.
 * @param {import("./page.js").TimelineView} view
 */
function pictureOf(view) {
  const { painter, layout, rulerHeight } = view;
  const { theme, height } = painter;
  const width = LABELS + painter.width;
  const drawn = new SvgPen();
  painter.drawOn(/** @type {any} the part of a context that is used */ (drawn), () => view.paintLanes());
  const names = layout.visible().map((row) => {
    const y = row.y - layout.scroll + rulerHeight + row.height / 2;
    const isGroup = row.group !== undefined;
    return svg("text", { x: isGroup ? 8 : 20, y, dy: BASELINE, "font-weight": isGroup ? "650" : "400", fill: isGroup ? theme.ink : theme.muted }, isGroup ? row.group : row.lane.label);
  });
  const picture = svg(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "system-ui, sans-serif", "font-size": FONT_SIZE },
    svg("rect", { width, height, fill: theme.panel }),
    drawn.root,
    svg("rect", { width: LABELS, height, fill: theme.panel }), // what begins before the picture ends here
    names,
  );
  return { text: new XMLSerializer().serializeToString(picture), width, height };
}

/** @param {{text: string, width: number, height: number}} picture */
async function png({ text, width, height }) {
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  pen(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/**
 * Buttons that save the lanes on screen.
 * @param {import("./page.js").TimelineView} view
 */
export function pictureButtons(view) {
  const told = el("span", { class: "quiet", role: "status" });
  /** @param {"svg" | "png"} kind */
  const save = async (kind) => {
    const picture = pictureOf(view);
    const file = kind === "svg" ? new Blob([picture.text], { type: "image/svg+xml" }) : await png(picture);
    const address = URL.createObjectURL(file);
    const name = view.main.label.replaceAll(/[^\w.-]+/g, "_") + "." + kind;
    const anchor = el("a", { href: address, download: name });
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    clear(told).append("saved " + name);
  };
  /** @param {"svg" | "png"} kind */
  const button = (kind) =>
    el("button", { type: "button", title: "Save the lanes as they are on screen", on: { click: () => void save(kind) } }, "Picture as " + kind.toUpperCase());
  return [button("svg"), button("png"), told];
}
