import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, decodeNumbers, emptyState, encode, encodeNumbers, SIDE } from "../page/app/address.js";

const full = {
  capture: "@nightly/run & <b>_1",
  page: "timeline",
  other: "@b/c",
  row: "task 8589934599",
  theme: "dark",
  one: {
    zoom: { begin: -1200, end: 45_000_000 },
    range: { begin: 5, end: 900, lanes: [3, 4, 5, 9] },
    selected: { kind: "task", id: "18446744073709551615", side: 0 },
    folded: ["AIC cores", "a,b&c=d?e/f#g%"],
    unfolded: ["0 AICPU markers"],
    pinned: [7, 2],
    hidden: [0, 1, 2, 3],
    order: [5, 4, 3],
    scroll: 120,
    critical: true,
    idle: false,
    filter: "aic 1",
    search: 'qk >10ms on aic "x y" ü',
    answer: "gap 16-573760",
    counters: false,
    tints: false,
  },
  both: { ...emptyState().both, selected: { kind: "run", id: "7", side: 1 }, pinned: [SIDE + 4] },
  guess: { ...emptyState().guess, counters: true, zoom: { begin: 0, end: 77 } },
  whatif: ["clusters=16", "kernel=a,b&c=d?e/f#g%=0.5x", "free-profiler"],
};

test("everything in an address comes back", () => {
  assert.deepEqual(decode("#" + encode(full)).state, full);
  assert.deepEqual(decode(encode(emptyState())).state, emptyState());
  assert.match(encode(full), /^[\x21-\x7e]+$/, "one word of plain letters");
});

test("random states come back", () => {
  const seed = Number(process.env.SEED ?? 20261116);
  let state = seed;
  const random = (n) => (state = (state * 1664525 + 1013904223) % 4294967296) % n;
  for (let round = 0; round < 300; round++) {
    const value = emptyState();
    const lanes = random(2) ? value.one : value.both;
    lanes.hidden = [...new Set(Array.from({ length: random(9) }, () => random(40)))];
    lanes.order = [...new Set(Array.from({ length: random(9) }, () => random(40)))];
    lanes.search = String.fromCharCode(...Array.from({ length: random(6) }, () => 32 + random(300)));
    lanes.zoom = random(2) ? { begin: random(1000) - 500, end: 600 + random(1e9) } : null;
    lanes.idle = [null, true, false][random(3)];
    value.capture = random(2) ? String(random(64)) : "";
    assert.deepEqual(decode(encode(value)).state, value, `seed ${seed} round ${round}`);
  }
});

test("a link names what it leads to", () => {
  const { state, led } = decode("#1/timeline/task/8589934599");
  assert.deepEqual([state.capture, state.page, led], ["1", "timeline", true]);
  assert.deepEqual(state.one.selected, { kind: "task", id: "8589934599", side: 0 });
  assert.equal(decode("#0/arguments/task/7").state.row, "task 7");
  assert.equal(decode("#0/arguments/row/12").state.row, "12");
  assert.equal(decode("#0/compare/with/2").state.other, "2");
  assert.equal(decode("#0/timeline?s=run-4").led, false);
  assert.equal(decode("#0/timeline/gap/3-1200").state.one.answer, "gap 3-1200");
  assert.equal(decode("#0/timeline/counter/ring0_heap").state.one.answer, "counter ring0_heap");
  assert.equal(decode("#0/timeline?a=gap%20x").state.one.answer, "");
});

test("what is no state is left out", () => {
  const bad = "#<b>/TIMELINE?z=9..1&r=x&s=task--1&f=%zz&h=1,x,5-3,7-9999999&y=-4&k=yes&i=no&theme=pink&constructor=1&=2&bz";
  const { state } = decode(bad);
  assert.equal(state.one.hidden.length, 4096, "a range is cut where a list is");
  state.one.hidden = [];
  assert.deepEqual(state, emptyState());
});

test("neighbours are written as ranges, in their order", () => {
  assert.equal(encodeNumbers([3, 4, 5, 9, 8, 1]), "3-5,9,8,1");
  assert.deepEqual(decodeNumbers("3-5,9,8,1,4"), [3, 4, 5, 9, 8, 1]);
});
