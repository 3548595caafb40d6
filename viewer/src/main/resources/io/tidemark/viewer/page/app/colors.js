// One colour per name, the same on every page. Kernels get the strong ones, phases the calm ones, idle time the pale ones of the style sheet.

const KERNELS = [
  "#3b82c4",
  "#e08a2e",
  "#3f9b62",
  "#c8506a",
  "#8a6bc8",
  "#12a3c4",
  "#b5792f",
  "#d06fb0",
  "#7d9a2d",
  "#5b73d6",
  "#c4a12a",
  "#a3458f",
];

/** @type {Record<string, string>} */
const PHASES = {
  complete: "#6c8ebf",
  dispatch: "#c98b4b",
  async_poll: "#9a8fb5",
  release: "#8aa18d",
  dummy: "#a0a0a0",
  early_dispatch: "#d0a85c",
  drain: "#b56b6b",
  graph_prepare: "#5f9ea0",
  resolve: "#7f9fc9",
  drain_prepare: "#c48a8a",
  drain_publish: "#a86f6f",
  dummy_task: "#8d8d8d",
  predicated_skip: "#b08fc0",
  orch_submit: "#7aa87a",
  idle: "#c9ced4",
};

/** @typedef {number[]} Rgb red, green and blue, 0 to 255 */

/**
 * @param {number} hue
 * @param {number} saturation
 * @param {number} lightness
 * @returns {Rgb}
 */
function hsl(hue, saturation, lightness) {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const part = (/** @type {number} */ shift) => {
    const k = (shift + hue / 30) % 12;
    const value = lightness - (chroma / 2) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255);
  };
  return [part(0), part(8), part(4)];
}

/**
 * @param {string} hex
 * @returns {Rgb}
 */
function rgb(hex) {
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/**
 * How much light a colour gives off, 0 to 1, as WCAG defines it.
 * @param {Rgb} color
 */
export function luminance(color) {
  const [red, green, blue] = color
    .map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colours of one capture's names. */
export class Palette {
  /** @type {Rgb[]} */
  #colors = [];

  /**
   * @param {string[]} names
   * @param {number} kernelNames how many of the names, from the first, are kernels
   */
  constructor(names, kernelNames) {
    let further = 0;
    names.forEach((name, at) => {
      if (at >= kernelNames && Object.hasOwn(PHASES, name)) this.#colors.push(rgb(PHASES[name]));
      else if (at < KERNELS.length && at < kernelNames) this.#colors.push(rgb(KERNELS[at]));
      else this.#colors.push(hsl((further++ * 137.5 + 20) % 360, at < kernelNames ? 0.5 : 0.22, 0.52));
    });
  }

  /** @param {number} name */
  rgb(name) {
    return this.#colors[name] || [140, 150, 160];
  }

  /** @param {number} name */
  css(name) {
    const [red, green, blue] = this.rgb(name);
    return `rgb(${red} ${green} ${blue})`;
  }

  /**
   * Black or white, whichever has the higher contrast to the colour.
   * @param {number} name
   */
  ink(name) {
    const light = luminance(this.rgb(name));
    return 1.05 / (light + 0.05) > (light + 0.05) / 0.05 ? "#ffffff" : "#000000";
  }
}

/**
 * Makes kernels of a second capture wear the colours of the first's kernels of the same name.
 * @param {{names: string[], kernelNames: number}} first
 * @param {{names: string[], kernelNames: number}} second
 */
export function sharedPalettes(first, second) {
  const one = new Palette(first.names, first.kernelNames);
  const two = new Palette(second.names, second.kernelNames);
  const known = new Map(first.names.map((name, at) => [name, at]));
  const own = two.rgb.bind(two);
  two.rgb = (name) => {
    const same = known.get(second.names[name]);
    return same === undefined ? own(name) : one.rgb(same);
  };
  return [one, two];
}

/** Colours of the theme, read from the style sheet so that both modes have one source. */
export function theme() {
  const style = getComputedStyle(document.documentElement);
  const read = (/** @type {string} */ name) => style.getPropertyValue("--" + name).trim();
  return {
    ink: read("ink"),
    muted: read("muted"),
    faint: read("faint"),
    line: read("line"),
    ground: read("ground"),
    panel: read("panel"),
    lane: read("lane"),
    laneRgb: rgb(read("lane")),
    accent: read("accent"),
    danger: read("danger"),
    orange: read("orange"),
    good: read("good"),
    critical: read("critical"),
  };
}
