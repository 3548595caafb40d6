import assert from "node:assert/strict";
import { test } from "node:test";

/** A page that the server sent with pieces, and a server that answers which piece was asked for. */
let pieces = [];
const asked = [];
globalThis.document = { readyState: "complete", querySelectorAll: () => pieces };
globalThis.window = { location: { search: "" } };
globalThis.fetch = async (name) => {
  asked.push(name);
  return new Response(JSON.stringify({ asked: name }));
};
const { openSource } = await import("../page/app/source.js");

const sent = (texts) => {
  pieces = Object.entries(texts).map(([piece, textContent]) => ({ dataset: { piece }, textContent }));
  asked.length = 0;
  return openSource();
};

test("each piece that came with the page is used once", async () => {
  const source = sent({ "captures.json": '{"sent":1}', "capture/0/meta.json": '{"sent":2}' });
  assert.deepEqual(await source.json("captures.json"), { sent: 1 });
  assert.deepEqual(await source.json("capture/0/meta.json"), { sent: 2 });
  assert.deepEqual(asked, []);
  assert.deepEqual(await source.json("capture/0/meta.json"), { asked: "capture/0/meta.json" });
});

test("a piece that cannot be read is asked for, and the others are used", async () => {
  const source = sent({ "captures.json": '{"sent":1}', "capture/0/meta.json": '{"sent":' });
  assert.deepEqual(await source.json("capture/0/meta.json"), { asked: "capture/0/meta.json" });
  assert.deepEqual(await source.json("captures.json"), { sent: 1 });
});

test("lanes that came with the page are old when the list is asked for again", async () => {
  const source = sent({ "captures.json": '{"sent":1}', "capture/0/meta.json": '{"sent":2}' });
  await source.json("captures.json");
  assert.deepEqual(await source.json("captures.json"), { asked: "captures.json" });
  assert.deepEqual(await source.json("capture/0/meta.json"), { asked: "capture/0/meta.json" });
});
