import assert from "node:assert/strict";
import { test } from "node:test";
import { csv } from "../page/app/csv.js";
import { kernelsOf, laneText, partsOf, spreadOf } from "../page/app/range-sums.js";

const run = (index, lane, name, begin, end) => ({ index, lane, name, begin, end });

test("a run counts when a part of it lies in the range", () => {
  const runs = [run(0, 0, 1, 0, 10), run(1, 0, 1, 20, 40), run(2, 1, 2, 5, 5), run(3, 1, 1, 40, 50)];
  const { kernels, histogram } = kernelsOf(runs, { begin: 5, end: 40, lanes: null });
  assert.deepEqual(
    kernels.map(({ name, count, total, mean, p50, most, longest }) => ({ name, count, total, mean, p50, most, longest })),
    [
      { name: 1, count: 2, total: 25, mean: 15, p50: 10, most: 20, longest: 1 },
      { name: 2, count: 1, total: 0, mean: 0, p50: 0, most: 0, longest: 2 },
    ],
  );
  assert.deepEqual(histogram, { firstBin: 0, counts: [1, 0, 0, 0, 0, 0, 1, 0, 1] });
});

test("bins begin at powers of two and between them", () => {
  const bins = [1, 2, 3, 4, 5, 6, 2 ** 40].map((nanos) => kernelsOf([run(0, 0, 0, 0, nanos)], { begin: 0, end: 2 ** 41, lanes: null }).histogram.firstBin);
  assert.deepEqual(bins, [0, 2, 3, 4, 4, 5, 80]);
});

test("parts of a core are cut to the range", () => {
  const gaps = [
    { begin: 0, end: 10, name: 1 },
    { begin: 30, end: 60, name: 3 },
  ];
  assert.deepEqual(partsOf(4, gaps, [run(0, 0, 0, 10, 30)], { begin: 5, end: 40, lanes: null }), [20, 5, 0, 10]);
});

test("a counter that is not known has no mean", () => {
  const steps = [
    { begin: 10, value: 2 },
    { begin: 20, value: 6 },
  ];
  assert.deepEqual(spreadOf(steps, { begin: 0, end: 30, lanes: null }), { mean: 4, most: 6 });
  assert.equal(spreadOf(steps, { begin: 0, end: 10, lanes: null }), null);
});

test("lanes are written as the server reads them", () => {
  assert.equal(laneText([7, 0, 1, 2, 3]), "0-3.7");
  assert.equal(laneText(null), "all");
});

test("a formula in a kernel's name stays text", () => {
  assert.equal(csv(["kernel", "runs"], [["=1+1", 2], ['a"b,c', -3]]), "kernel,runs\n'=1+1,2\n\"a\"\"b,c\",-3\n");
});
