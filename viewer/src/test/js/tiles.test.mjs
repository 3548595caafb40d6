import assert from "node:assert/strict";
import { test } from "node:test";
import { TileStore } from "../page/app/timeline/tiles.js";

/** A capture whose answers come when they are told to. */
class Answers {
  meta = { grid: { rootNanos: 1024, deepestLevel: 2, cells: 256 } };
  /** @type {{name: string, answer: () => Promise<void>}[]} */
  open = [];

  bytesNow(name) {
    return new Promise((done) => {
      this.open.push({ name, answer: () => (done(new ArrayBuffer(0)), settled()) });
    });
  }

  get names() {
    return this.open.map(({ name }) => name);
  }
}

const settled = () => new Promise((done) => setTimeout(done, 0));

test("tiles of idle time come after those of the runs, though a picture asks for them first", async () => {
  const capture = new Answers();
  const decode = () => ({ whole: true });
  const runs = new TileStore(capture, () => {}, "tile", decode);
  const gaps = new TileStore(capture, () => {}, "gaps", decode, runs);
  const picture = () => {
    for (const store of [runs, gaps]) store.forgetWishes();
    for (const store of [gaps, runs]) store.pieces(0, 1, 0, 1000);
    return settled();
  };
  await picture();
  assert.deepEqual(capture.names, ["tile/0/0/0", "tile/0/1/0", "tile/0/1/1"]);
  assert.equal(gaps.pending, 3); // the picture is not whole
  for (const { answer } of capture.open) await answer();
  await picture();
  assert.deepEqual(capture.names.slice(3), ["gaps/0/0/0", "gaps/0/1/0", "gaps/0/1/1"]);
  for (const { answer } of capture.open) await answer();
  await picture();
  assert.equal(capture.open.length, 6);
  assert.equal(runs.pending + gaps.pending, 0);
});
