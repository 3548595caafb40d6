// Changes of a what-if question: how they are written, what a slider goes through, the command that asks the same.
// A change is an option of `tidemark whatif` without hyphens: "clusters=16", "kernel=softmax=0.5x".

/** @typedef {{name: string, kernel: string | null, value: string}} Change its parts; of a kernel's change also whose it is */
/**
 * What a slider goes through, from left to right.
 * @typedef {object} Scale
 * @property {string[]} values as an option says them
 * @property {number} recorded which of them is no change
 */

const FACTORS = [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.5, 3, 4, 5, 10];
const LEAST_POWER = -12;
const MOST_POWER = 3; // larger rings than eight times the recorded ones take memory and tell nothing new

/**
 * @param {string} text
 * @returns {Change}
 */
export function parseChange(text) {
  const first = text.indexOf("=");
  if (first < 0) return { name: text, kernel: null, value: "" };
  const name = text.slice(0, first);
  const last = text.lastIndexOf("=");
  if (name !== "kernel" || last === first) return { name, kernel: null, value: text.slice(first + 1) };
  return { name, kernel: text.slice(first + 1, last), value: text.slice(last + 1) };
}

/**
 * @param {string} name
 * @param {string | null} kernel
 * @param {string} value empty for an option without one
 */
function changeText(name, kernel, value) {
  return name + (kernel === null ? "" : "=" + kernel) + (value === "" ? "" : "=" + value);
}

/**
 * The value of a change; null when this is as recorded. An option without a value has the empty one.
 * @param {string[]} changes
 * @param {string} name
 * @param {string | null} kernel
 */
export function valueOf(changes, name, kernel = null) {
  const found = changes.map(parseChange).findLast((change) => change.name === name && change.kernel === kernel);
  return found ? found.value : null;
}

/**
 * The changes with one of them set; null takes it away. Others keep their order.
 * @param {string[]} changes
 * @param {string} name
 * @param {string | null} kernel
 * @param {string | null} value
 */
export function withValue(changes, name, kernel, value) {
  const same = (/** @type {string} */ text) => {
    const change = parseChange(text);
    return change.name === name && change.kernel === kernel;
  };
  const at = changes.findIndex(same);
  const others = changes.filter((text) => !same(text));
  if (value === null) return others;
  const place = at < 0 ? others.length : at;
  return [...others.slice(0, place), changeText(name, kernel, value), ...others.slice(place)];
}

/**
 * Whole numbers.
 * @param {number} least
 * @param {number} most
 * @param {number} recorded
 * @returns {Scale}
 */
export function numberScale(least, most, recorded) {
  const values = Array.from({ length: most - least + 1 }, (_, at) => String(least + at));
  return { values, recorded: recorded - least };
}

/** @returns {Scale} */
export function factorScale() {
  return { values: FACTORS.map((factor) => factor + "x"), recorded: FACTORS.indexOf(1) };
}

/**
 * Sizes of the rings, all of them halved or doubled together.
 * @param {number[]} sizes as recorded, by ring
 * @param {number} least
 * @returns {Scale}
 */
export function ringScale(sizes, least) {
  /** @type {string[]} */
  const values = [];
  let recorded = 0;
  for (let power = LEAST_POWER; power <= MOST_POWER; power++) {
    const scaled = sizes.map((size) => Math.max(Math.min(size, least), Math.floor(size * 2 ** power)));
    const text = new Set(scaled).size === 1 ? String(scaled[0]) : scaled.join(",");
    if (values.at(-1) !== text) values.push(text);
    if (power === 0) recorded = values.length - 1;
  }
  return { values, recorded };
}

/**
 * What a value counts for among others: the first number in it.
 * @param {string} value
 */
function weight(value) {
  return Number.parseFloat(value);
}

/**
 * Where a value stands on a scale: at itself, or at the nearest when the scale does not have it.
 * @param {Scale} scale
 * @param {string | null} value null for the recorded one
 */
export function placeOf(scale, value) {
  if (value === null) return scale.recorded;
  const exact = scale.values.indexOf(value);
  if (exact >= 0) return exact;
  const wanted = weight(value);
  if (Number.isNaN(wanted)) return scale.recorded;
  let nearest = scale.recorded;
  let distance = Infinity;
  scale.values.forEach((each, at) => {
    const apart = Math.abs(weight(each) - wanted);
    if (apart < distance) [nearest, distance] = [at, apart];
  });
  return nearest;
}

/**
 * A word of a command as a shell reads it back. What cannot be seen, or turns text around, is written by its number.
 * @param {string} word
 */
function shellWord(word) {
  if (/^[A-Za-z0-9_.\/:=,@%+-]+$/.test(word)) return word;
  if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(word)) return "'" + word.replaceAll("'", "'\\''") + "'";
  const letters = [...word].map((letter) => {
    const code = /** @type {number} */ (letter.codePointAt(0));
    if (letter === "'" || letter === "\\") return "\\" + letter;
    if (!/[\p{C}\p{Zl}\p{Zp}]/u.test(letter)) return letter;
    const hex = code.toString(16).toUpperCase();
    return code > 0xffff ? "\\U" + hex.padStart(8, "0") : "\\u" + hex.padStart(4, "0");
  });
  return "$'" + letters.join("") + "'";
}

/**
 * The command that asks the same.
 * @param {string} capture
 * @param {string[]} changes
 */
export function commandLine(capture, changes) {
  const place = capture.startsWith("-") ? "./" + capture : capture;
  return ["tidemark", "whatif", place, ...changes.map((change) => "--" + change)].map(shellWord).join(" ");
}

/**
 * A text from a capture as it is shown: what cannot be seen, or turns text around, is written by its number.
 * @param {string} text
 */
export function inert(text) {
  return [...text]
    .map((letter) => {
      const code = /** @type {number} */ (letter.codePointAt(0));
      return /[\p{C}\p{Zl}\p{Zp}]/u.test(letter) ? `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›` : letter;
    })
    .join("");
}
