import assert from "node:assert/strict";
import { test } from "node:test";
import { count, exact, moment, parseTask, taskLabel, time } from "../page/app/format.js";

test("every spelling of a task is understood", () => {
  const spelled = ["r2t7", "2:7", "0x200000007", "8589934599", " R2T7 "];
  for (const text of spelled) assert.equal(taskLabel(parseTask(text)), "r2t7", text);
  for (const text of ["x", "", "-1", "1e9", "r1"]) assert.equal(parseTask(text), null, text);
});

test("a time has the unit that fits, and what is unknown says so", () => {
  assert.deepEqual([0, 999, 1500, 12_340_000, -2500, NaN, null].map(time), [
    "0",
    "999 ns",
    "1.50 µs",
    "12.3 ms",
    "-2.50 µs",
    "unknown",
    "unknown",
  ]);
  assert.equal(exact(10_123_460), "10.123460 ms");
  assert.equal(count(1234567), "1\u202f234\u202f567");
});

test("ticks of an axis are told apart with no digit too many", () => {
  assert.deepEqual([moment(1_000_000, 500_000), moment(1_500_000, 500_000)], ["1.0 ms", "1.5 ms"]);
  assert.deepEqual([moment(0, 50), moment(50, 50)], ["0 ns", "50 ns"]);
});
