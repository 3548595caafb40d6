import assert from "node:assert/strict";
import { test } from "node:test";
import { TileStore } from "../page/app/timeline/tiles.js";

/** A capture whose answers come when they are told to. */
class Answers {
  meta = { grid: { rootNanos: 1024, deepestLevel: 8, cells: 256 }, lanes: [{ spans: 100 }] };
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

test("of a long lane the first picture asks for no tile that the right ones make useless", async () => {
  const capture = new Answers();
  capture.meta.lanes = [{ spans: 100 }, { spans: 1_000_000 }];
  const store = new TileStore(capture, () => {}, "tile", () => ({ whole: false }));
  store.pieces(0, 1, 0, 1000);
  assert.deepEqual(capture.names, ["tile/0/1/0", "tile/0/1/1"]);
  for (const { answer } of capture.open) await answer();
  assert.equal(store.pieces(0, 6, 0, 10)[0].tile !== null, true); // a wider one stands in
  assert.deepEqual(capture.names.slice(2), ["tile/0/6/0"]);
  store.pieces(1, 6, 0, 10); // nothing stands in
  assert.deepEqual(capture.names.slice(3), ["tile/1/0/0", "tile/1/6/0"]);
});
