// Numbers and times as a person reads them.

/** @type {[number, string][]} */
const UNITS = [
  [1e9, "s"],
  [1e6, "ms"],
  [1e3, "µs"],
  [1, "ns"],
];

/** @param {number} value */
function digits(value) {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return 0;
  return size >= 10 ? 1 : 2;
}

/**
 * Nanoseconds with the unit that fits: 12.3 µs.
 * @param {number | null} [nanos]
 */
export function time(nanos) {
  if (nanos === undefined || nanos === null || Number.isNaN(nanos)) return "unknown";
  if (nanos === 0) return "0";
  for (const [size, unit] of UNITS) {
    if (Math.abs(nanos) >= size) {
      const value = nanos / size;
      return value.toFixed(unit === "ns" ? 0 : digits(value)) + " " + unit;
    }
  }
  return nanos.toFixed(2) + " ns";
}

/**
 * A moment down to the nanosecond: 10.123460 ms.
 * @param {number | null} [nanos]
 */
export function exact(nanos) {
  if (nanos === undefined || nanos === null || Number.isNaN(nanos)) return "unknown";
  const [size, unit] = UNITS.find(([unitSize]) => Math.abs(nanos) >= unitSize) || UNITS[3];
  return (nanos / size).toFixed(Math.round(Math.log10(size))) + " " + unit;
}

/**
 * A moment on an axis whose ticks are `step` apart: enough digits to tell ticks apart, no more.
 * @param {number} nanos
 * @param {number} step
 */
export function moment(nanos, step) {
  const [size, unit] = UNITS.find(([unitSize]) => Math.max(Math.abs(nanos), step) >= unitSize) || UNITS[3];
  const places = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / size) - 1e-9)));
  return (nanos / size).toFixed(places) + " " + unit;
}

/**
 * Whole numbers in groups of three.
 * @param {number | null} [value]
 */
export function count(value) {
  if (value === undefined || value === null || Number.isNaN(value)) return "unknown";
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** @param {number} share */
export function percent(share) {
  if (!Number.isFinite(share)) return "–";
  if (share > 0 && share < 0.001) return "< 0.1 %";
  return (share * 100).toFixed(share !== 0 && Math.abs(share) < 0.1 ? 1 : 0) + " %";
}

/** @param {number} size */
export function bytes(size) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = size;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return value.toFixed(unit === 0 ? 0 : digits(value)) + " " + units[unit];
}

/**
 * A value of a tensor: six digits are what a float holds.
 * @param {number} value
 */
export function number(value) {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+inf" : "−inf";
  if (Number.isInteger(value) && Math.abs(value) < 1e7) return String(value);
  return String(Number(value.toPrecision(6)));
}

/**
 * A text as it is; one of a damaged file, longer than anyone reads, ends in how long it was.
 * @param {string} text
 */
export function whole(text, most = 20_000) {
  return text.length > most ? `${text.slice(0, most)}… (${count(text.length)} characters)` : text;
}

/**
 * A task id as every tool writes it: t7 on ring 0, r2t7 elsewhere.
 * @param {bigint} id
 */
export function taskLabel(id) {
  const ring = (id >> 32n) & 0xffn;
  const local = id & 0xffffffffn;
  return ring === 0n ? "t" + local : "r" + ring + "t" + local;
}

/**
 * The id a person typed: r2t7, t7, 2:7, 0x200000007 or decimal; null when it is none of these.
 * @param {string} text
 */
export function parseTask(text) {
  const word = text.trim().toLowerCase();
  let match = /^r(\d{1,10})t(\d{1,10})$/.exec(word) || /^(\d{1,10}):(\d{1,10})$/.exec(word);
  if (match) return (BigInt(match[1]) << 32n) | BigInt(match[2]);
  match = /^t(\d{1,10})$/.exec(word);
  if (match) return BigInt(match[1]);
  if (/^(0x[0-9a-f]{1,16}|\d{1,20})$/.test(word)) return BigInt.asUintN(64, BigInt(word));
  return null;
}
