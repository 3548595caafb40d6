// What the address of the page says: which page of which capture, and how it is looked at. One encoder, one
// decoder. An address may come from anyone: what is no number, no known word or too long is left out.

/** @typedef {{begin: number, end: number}} Stretch nanoseconds since the origin */
/** @typedef {{begin: number, end: number, lanes: number[]}} Range a stretch of some lanes; of all without any */
/** @typedef {{kind: "task" | "run", id: string, side: number}} Chosen what is selected; `side` counts captures on one axis */

/**
 * How lanes are looked at. A lane's number is its index; on a second capture of the same axis it begins at SIDE.
 * @typedef {object} LaneState
 * @property {Stretch | null} zoom the piece of time on screen; null for the whole run
 * @property {Range | null} range what was dragged over
 * @property {Chosen | null} selected
 * @property {string[]} folded groups of lanes that are closed
 * @property {string[]} unfolded groups that are open though they begin closed
 * @property {number[]} pinned lanes kept on top
 * @property {number[]} hidden
 * @property {number[]} order lanes that were moved, in their new order
 * @property {number} scroll pixels
 * @property {boolean} critical whether the critical path is shown
 * @property {boolean | null} idle whether lanes on which nothing ran are hidden; null for what suits the capture
 * @property {string} filter text that the names of shown lanes hold
 * @property {string} search
 * @property {string} answer the answer in the panel, as "gap 3-1200": its kind and its subject
 * @property {boolean} counters whether counters are shown
 * @property {boolean} tints whether idle time is tinted
 */

/**
 * @typedef {object} ViewState
 * @property {string} capture its number, or "@" and its name among the captures of the home page
 * @property {string} page
 * @property {string} other the second capture of a comparison, written as the first
 * @property {string} row which argument is shown, or "task" and a task's id; of other pages what they like
 * @property {string} theme "light", "dark", or "" for what the system says
 * @property {LaneState} one lanes of one capture
 * @property {LaneState} both lanes of two captures on one axis
 * @property {LaneState} guess lanes of a capture and of the run that is predicted from it
 * @property {string[]} whatif what is different in that run: options of `tidemark whatif` without hyphens
 */

/** Lane numbers of a second capture begin here. */
export const SIDE = 1_000_000;

const MOST_LISTED = 4096;
const MOST_LETTERS = 400;
const MOST_CHANGES = 64;

/** @returns {LaneState} */
export function emptyLanes() {
  return {
    zoom: null,
    range: null,
    selected: null,
    folded: [],
    unfolded: [],
    pinned: [],
    hidden: [],
    order: [],
    scroll: 0,
    critical: false,
    idle: null,
    filter: "",
    search: "",
    answer: "",
    counters: true,
    tints: true,
  };
}

/** Beside sliders there is less room. @returns {LaneState} */
export function emptyGuess() {
  return { ...emptyLanes(), counters: false };
}

/** @returns {ViewState} */
export function emptyState() {
  return { capture: "", page: "", other: "", row: "", theme: "", one: emptyLanes(), both: emptyLanes(), guess: emptyGuess(), whatif: [] };
}

/**
 * Numbers in their order; neighbours that count up become one range: 3-7,9.
 * @param {number[]} numbers
 */
export function encodeNumbers(numbers) {
  const parts = [];
  for (let at = 0; at < numbers.length; ) {
    let last = at;
    while (last + 1 < numbers.length && numbers[last + 1] === numbers[last] + 1) last++;
    parts.push(last > at ? `${numbers[at]}-${numbers[last]}` : String(numbers[at]));
    at = last + 1;
  }
  return parts.join(",");
}

/**
 * @param {string} text
 * @returns {number[]} each number once
 */
export function decodeNumbers(text) {
  /** @type {Set<number>} */
  const numbers = new Set();
  for (const part of text.split(",")) {
    const match = /^(\d{1,8})(?:-(\d{1,8}))?$/.exec(part);
    if (!match) continue;
    const last = Number(match[2] ?? match[1]);
    for (let number = Number(match[1]); number <= last && numbers.size < MOST_LISTED; number++) numbers.add(number);
  }
  return [...numbers];
}

/** @param {Stretch} stretch */
function encodeStretch({ begin, end }) {
  return `${Math.round(begin)}..${Math.round(end)}`;
}

/**
 * @param {string} text
 * @returns {Stretch | null}
 */
function decodeStretch(text) {
  const match = /^(-?\d{1,18})\.\.(-?\d{1,18})$/.exec(text);
  if (!match) return null;
  const [begin, end] = [Number(match[1]), Number(match[2])];
  return end > begin ? { begin, end } : null;
}

/** @param {string[]} words */
function encodeWords(words) {
  return words.map(encodeURIComponent).join(",");
}

/**
 * @param {string} text
 * @returns {string}
 */
function unescaped(text) {
  try {
    return decodeURIComponent(text).slice(0, MOST_LETTERS);
  } catch {
    return ""; // half an escape: someone cut the address
  }
}

/** @param {string} text */
function decodeWords(text) {
  return text.split(",").slice(0, MOST_LISTED).map(unescaped).filter(Boolean);
}

/** @param {string} text */
function decodeRange(text) {
  const [stretch, lanes = ""] = text.split("!");
  const range = decodeStretch(stretch);
  return range ? { ...range, lanes: decodeNumbers(lanes) } : null;
}

/**
 * @param {string} text
 * @returns {Chosen | null}
 */
function decodeChosen(text) {
  const match = /^(task|run)-(\d{1,20})(?:-(\d))?$/.exec(text);
  return match ? { kind: match[1] === "task" ? "task" : "run", id: match[2], side: Number(match[3] ?? 0) } : null;
}

/**
 * What a panel answers, when the text names something of a known kind.
 * @param {string} text
 */
function decodeAnswer(text) {
  return /^(gap \d{1,6}-\d{1,16}|kernel \d{1,6}|lane \d{1,6}|counter [a-z0-9_]{1,40})$/.test(text) ? text : "";
}

/** @type {Record<string, {write: (lanes: LaneState) => string, read: (text: string) => Partial<LaneState>}>} */
const LANE_KEYS = {
  z: { write: ({ zoom }) => (zoom ? encodeStretch(zoom) : ""), read: (text) => ({ zoom: decodeStretch(text) }) },
  r: {
    write: ({ range }) => (range ? encodeStretch(range) + (range.lanes.length > 0 ? "!" + encodeNumbers(range.lanes) : "") : ""),
    read: (text) => ({ range: decodeRange(text) }),
  },
  s: {
    write: ({ selected }) => (selected ? `${selected.kind}-${selected.id}${selected.side > 0 ? "-" + selected.side : ""}` : ""),
    read: (text) => ({ selected: decodeChosen(text) }),
  },
  f: { write: ({ folded }) => encodeWords(folded), read: (text) => ({ folded: decodeWords(text) }) },
  u: { write: ({ unfolded }) => encodeWords(unfolded), read: (text) => ({ unfolded: decodeWords(text) }) },
  p: { write: ({ pinned }) => encodeNumbers(pinned), read: (text) => ({ pinned: decodeNumbers(text) }) },
  h: { write: ({ hidden }) => encodeNumbers(hidden), read: (text) => ({ hidden: decodeNumbers(text) }) },
  o: { write: ({ order }) => encodeNumbers(order), read: (text) => ({ order: decodeNumbers(text) }) },
  y: {
    write: ({ scroll }) => (scroll > 0 ? String(Math.round(scroll)) : ""),
    read: (text) => ({ scroll: /^\d{1,7}$/.test(text) ? Number(text) : 0 }),
  },
  k: { write: ({ critical }) => (critical ? "1" : ""), read: (text) => ({ critical: text === "1" }) },
  i: {
    write: ({ idle }) => (idle === null ? "" : idle ? "hide" : "show"),
    read: (text) => ({ idle: text === "hide" ? true : text === "show" ? false : null }),
  },
  l: { write: ({ filter }) => encodeURIComponent(filter), read: (text) => ({ filter: unescaped(text) }) },
  a: { write: ({ answer }) => encodeURIComponent(answer), read: (text) => ({ answer: decodeAnswer(unescaped(text)) }) },
  c: { write: ({ counters }) => (counters ? "" : "0"), read: (text) => ({ counters: text !== "0" }) },
  t: { write: ({ tints }) => (tints ? "" : "0"), read: (text) => ({ tints: text !== "0" }) },
  q: { write: ({ search }) => encodeURIComponent(search), read: (text) => ({ search: unescaped(text) }) },
};
/** @type {typeof LANE_KEYS} */
const GUESS_KEYS = {
  ...LANE_KEYS,
  c: { write: ({ counters }) => (counters ? "1" : ""), read: (text) => ({ counters: text === "1" }) },
};
const BOTH = "b"; // before the keys of two captures on one axis
const GUESS = "w"; // before those of a capture and what is predicted from it

/**
 * The address without its "#".
 * @param {ViewState} state
 */
export function encode(state) {
  /** @type {string[]} */
  const pairs = [];
  /** @param {string} key @param {string} text */
  const put = (key, text) => {
    if (text) pairs.push(key + "=" + text);
  };
  put("with", encodeURIComponent(state.other));
  put("row", encodeURIComponent(state.row));
  put("theme", state.theme);
  for (const [key, { write }] of Object.entries(LANE_KEYS)) put(key, write(state.one));
  for (const [key, { write }] of Object.entries(LANE_KEYS)) put(BOTH + key, write(state.both));
  for (const [key, { write }] of Object.entries(GUESS_KEYS)) put(GUESS + key, write(state.guess));
  put("whatif", encodeWords(state.whatif));
  const path = [encodeURIComponent(state.capture), state.page].join("/").replace(/\/$/, "");
  return path + (pairs.length > 0 ? "?" + pairs.join("&") : "");
}

/**
 * Reads an address. `CAPTURE/PAGE/KIND/ID` names what a link leads to; `led` says that there was such an end.
 * @param {string} text with or without "#"
 * @returns {{state: ViewState, led: boolean}}
 */
export function decode(text) {
  const state = emptyState();
  const [path, query = ""] = text.replace(/^#/, "").split("?", 2);
  const [capture = "", page = "", kind = "", id = ""] = path.split("/").map(unescaped);
  if (/^(\d{1,4}|@.+)$/.test(capture)) state.capture = capture;
  if (/^[a-z]{1,20}$/.test(page)) state.page = page;
  for (const pair of query.split("&")) {
    const at = pair.indexOf("=");
    const key = pair.slice(0, at);
    const value = pair.slice(at + 1);
    if (at <= 0) continue;
    if (key === "with") state.other = unescaped(value);
    else if (key === "row") state.row = unescaped(value);
    else if (key === "whatif") state.whatif = decodeWords(value).slice(0, MOST_CHANGES);
    else if (key === "theme") state.theme = value === "light" || value === "dark" ? value : "";
    else if (Object.hasOwn(LANE_KEYS, key)) Object.assign(state.one, LANE_KEYS[key].read(value));
    else if (key.startsWith(BOTH) && Object.hasOwn(LANE_KEYS, key.slice(1)))
      Object.assign(state.both, LANE_KEYS[key.slice(1)].read(value));
    else if (key.startsWith(GUESS) && Object.hasOwn(GUESS_KEYS, key.slice(1)))
      Object.assign(state.guess, GUESS_KEYS[key.slice(1)].read(value));
  }
  state.one.answer = decodeAnswer(`${kind} ${id}`) || state.one.answer;
  const led = /^\d{1,20}$/.test(id);
  if (led && page === "arguments") state.row = kind === "task" ? "task " + id : id;
  else if (led && kind === "with") state.other = id;
  else if (led && (kind === "task" || kind === "run")) state.one.selected = { kind, id, side: 0 };
  return { state, led };
}
