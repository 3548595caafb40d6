import assert from "node:assert/strict";
import { test } from "node:test";
import { Viewport } from "../page/app/timeline/viewport.js";

/** A view of a run of 1,000 ns that goes at once to where it is sent. */
function view() {
  globalThis.window = /** @type {any} */ ({ matchMedia: () => ({ matches: true }) });
  return new Viewport(1000);
}

test("a stretch near an end of the run is shown without the time before and after the run", () => {
  const viewport = view();
  viewport.show(0, 100, 1);
  assert.deepEqual([viewport.begin, viewport.end], [-10, 290]);
  viewport.show(950, 1000, 2);
  assert.deepEqual([viewport.begin, viewport.end], [760, 1010]);
});

test("a stretch in the middle of the run stands in the middle of the view", () => {
  const viewport = view();
  viewport.show(400, 500, 1);
  assert.deepEqual([viewport.begin, viewport.end], [300, 600]);
});

test("a stretch that is shown with more room than the run has gives the whole run", () => {
  const viewport = view();
  viewport.show(300, 700, 2);
  assert.deepEqual([viewport.begin, viewport.end], [-10, 1010]);
});

test("a hand may go beyond the end of the run", () => {
  const viewport = view();
  viewport.show(900, 1000, 0);
  viewport.pan(viewport.width / 4);
  assert.deepEqual([viewport.begin, viewport.end], [925, 1025]);
});
