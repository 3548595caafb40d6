import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { commandLine, factorScale, inert, numberScale, parseChange, placeOf, ringScale, valueOf, withValue } from "../page/app/whatif-changes.js";

test("a change is set, changed in its place, and taken away", () => {
  let changes = ["clusters=16", "kernel=a=b=0.5x", "without-edge=r1t3:r1t5"];
  assert.equal(valueOf(changes, "kernel", "a=b"), "0.5x");
  assert.equal(valueOf(changes, "kernel", "a"), null);
  changes = withValue(changes, "kernel", "a=b", "2x");
  assert.deepEqual(changes, ["clusters=16", "kernel=a=b=2x", "without-edge=r1t3:r1t5"]);
  changes = withValue(changes, "free-profiler", null, "");
  assert.equal(changes.at(-1), "free-profiler");
  assert.equal(valueOf(changes, "free-profiler"), "");
  changes = withValue(withValue(changes, "clusters", null, null), "free-profiler", null, null);
  assert.deepEqual(changes, ["kernel=a=b=2x", "without-edge=r1t3:r1t5"]);
  assert.deepEqual(parseChange("kernel=softmax"), { name: "kernel", kernel: null, value: "softmax" });
});

test("a slider goes through values of which one is as recorded", () => {
  const clusters = numberScale(1, 24, 8);
  assert.equal(clusters.values[clusters.recorded], "8");
  assert.equal(clusters.values.length, 24);
  const factors = factorScale();
  assert.equal(factors.values[factors.recorded], "1x");
  assert.equal(placeOf(factors, null), factors.recorded);
  assert.equal(factors.values[placeOf(factors, "0.72x")], "0.7x", "the nearest");
  assert.equal(placeOf(factors, "fast"), factors.recorded);
});

test("rings are halved and doubled together, never below what a ring can be", () => {
  const same = ringScale([16, 16, 16, 16], 4);
  assert.deepEqual(same.values, ["4", "8", "16", "32", "64", "128"]);
  assert.equal(same.recorded, 2);
  const others = ringScale([16384, 64, 64, 4], 4);
  assert.equal(others.values[others.recorded], "16384,64,64,4");
  assert.equal(others.values[others.recorded - 1], "8192,32,32,4");
  for (const value of others.values) {
    for (const size of value.split(",")) assert.ok(Number.isInteger(Math.log2(Number(size))) && Number(size) >= 4, value);
  }
});

test("a shell reads the command back as it was meant", () => {
  const hostile = ["it's $(touch x) `y` \"z\"", "abc\u202edcba", "tab\tand\nline", "back\\slash\u200b'", "\u{1F600}", "plain"];
  for (const name of hostile) {
    const line = commandLine("outputs/a b", ["clusters=16", `kernel=${name}=0.5x`]);
    assert.ok(!/[\p{C}\p{Zl}\p{Zp}]/u.test(line), "nothing that cannot be seen: " + JSON.stringify(line));
    const printed = execFileSync("bash", ["-c", line.replace(/^tidemark/, "printf '%s\\0'")], { encoding: "utf8", env: { LC_ALL: "C.UTF-8", PATH: process.env.PATH } });
    assert.deepEqual(printed.split("\0").slice(0, -1), ["whatif", "outputs/a b", "--clusters=16", `--kernel=${name}=0.5x`]);
  }
  assert.match(commandLine("-x", []), / \.\/-x$/);
});

test("what turns text around is shown by its number", () => {
  assert.equal(inert("abc\u202edcba <b>"), "abc‹U+202E›dcba <b>");
});
