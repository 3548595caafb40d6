import assert from "node:assert/strict";
import { test } from "node:test";
import { listen } from "../page/app/timeline/input.js";

test("a drag that the browser takes away has ended", () => {
  const listeners = new Map();
  const canvas = {
    addEventListener: (name, listener) => listeners.set(name, listener),
    focus: () => {},
    setPointerCapture: () => {},
  };
  globalThis.document = { addEventListener: () => {} };
  let drawn = 0;
  const viewport = { nanos: (x) => x, pan: () => {} };
  const input = listen({ canvas, viewport, rulerHeight: 20, scrollBy: () => {}, redraw: () => drawn++ });
  listeners.get("pointerdown")({ button: 0, pointerId: 1, offsetX: 100, offsetY: 100 });
  listeners.get("pointermove")({ offsetX: 140, offsetY: 100 });
  assert.equal(input.dragging(), true);
  listeners.get("lostpointercapture")({});
  assert.equal(input.dragging(), false);
  assert.equal(drawn, 1); // the picture with which the address is written
});
