import assert from "node:assert/strict";
import { test } from "node:test";
import { Capture } from "../page/app/capture.js";

/** A source whose answers are given by hand. */
class Source {
  asked = [];
  json = (name) => new Promise((answer, fail) => this.asked.push({ name, answer, fail }));
}

test("who opens a capture while it is being opened shares the request", async () => {
  const source = new Source();
  const capture = new Capture(source, 0, "run");
  const both = [capture.open(), capture.open()];
  assert.deepEqual(source.asked.map(({ name }) => name), ["capture/0/meta.json"]);
  source.asked[0].answer({ names: ["a"], kernelNames: 1 });
  assert.deepEqual(await Promise.all(both), [capture, capture]);
  assert.equal(await capture.open(), capture);
  assert.equal(source.asked.length, 1);
});

test("a capture that could not be opened is asked for again", async () => {
  const source = new Source();
  const capture = new Capture(source, 0, "run");
  const failed = capture.open();
  source.asked[0].fail(new Error("gone"));
  await assert.rejects(failed, /gone/);
  const absent = capture.open();
  assert.equal(source.asked.length, 2);
  source.asked[1].answer(null);
  await assert.rejects(absent, /nothing to show/);
});
