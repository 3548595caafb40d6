import assert from "node:assert/strict";
import { test } from "node:test";

/** The parts of a window that the state of the page uses; events and the end of a wait come when they are told to. */
const listeners = new Map();
const location = { hash: "#0/timeline" };
let waiting = () => {};
let writes = 0;
const write = (state, _title, address) => {
  writes++;
  history.state = state;
  location.hash = address;
};
const history = { state: null, replaceState: write, pushState: write };
const addEventListener = (name, listener) => listeners.set(name, listener);
globalThis.document = { hidden: false, addEventListener };
globalThis.window = {
  location,
  history,
  addEventListener,
  setTimeout: (then) => {
    waiting = then;
    return 1;
  },
};
const { PageState } = await import("../page/app/state.js");

test("a link that is followed while the view settles is not overwritten", () => {
  const state = new PageState();
  const pages = [];
  state.subscribe((value) => pages.push(value.page));
  state.part("one").set({ scroll: 40 });
  location.hash = "#0/overview"; // the browser has gone there and will say so
  history.state = null;
  state.flush(); // the write that was due
  assert.equal(location.hash, "#0/overview");
  listeners.get("hashchange")();
  assert.equal(pages.at(-1), "overview");
  state.part("one").set({ scroll: 50 });
  state.flush();
  assert.match(location.hash, /^#0\/overview\?.*50/);
  state.go({ page: "graph" });
  assert.match(location.hash, /^#0\/graph/);
  state.set({ theme: "dark" });
  state.flush();
  assert.match(location.hash, /^#0\/graph.*dark/);
});

test("every change is in the address at once, so that a reload finds it", () => {
  const state = new PageState();
  const before = writes;
  for (const pixels of [61, 62, 63]) {
    state.part("one").set({ scroll: pixels });
    assert.match(location.hash, new RegExp(String(pixels)));
  }
  assert.equal(writes, before + 3);
});

test("browsers refuse too many changes: the last of very many follows a moment later, or when the page is left", () => {
  const state = new PageState();
  const scroll = (pixels) => state.part("one").set({ scroll: pixels });
  const before = writes;
  for (let pixels = 1001; pixels <= 1200; pixels++) scroll(pixels);
  assert.equal(writes, before + 30);
  assert.match(location.hash, /1030/);
  waiting();
  assert.match(location.hash, /1200/);
  waiting();
  assert.equal(writes, before + 31); // nothing was left to write
  scroll(1201);
  assert.match(location.hash, /1201/); // there is room for one again
  scroll(1202);
  assert.match(location.hash, /1201/);
  listeners.get("beforeunload")();
  assert.match(location.hash, /1202/);
  scroll(1203);
  document.hidden = true;
  listeners.get("visibilitychange")();
  assert.match(location.hash, /1203/);
});

test("steps to go back to count among the changes that browsers refuse", () => {
  const state = new PageState();
  for (let step = 0; step < 30; step++) state.go({ page: step % 2 ? "graph" : "scopes" });
  state.part("one").set({ scroll: 2001 });
  assert.doesNotMatch(location.hash, /2001/);
  waiting();
  assert.match(location.hash, /2001/);
});
