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
globalThis.window = {
  location,
  history,
  addEventListener: (name, listener) => listeners.set(name, listener),
  setTimeout: (then) => {
    waiting = then;
    return 1;
  },
  clearTimeout: () => {
    waiting = () => {};
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

test("the first change of a burst is in the address at once, the rest of it a moment later", () => {
  const state = new PageState();
  const scroll = (pixels) => state.part("one").set({ scroll: pixels });
  const before = writes;
  scroll(61);
  assert.match(location.hash, /61/); // where a reload would find it
  scroll(62);
  scroll(63);
  assert.match(location.hash, /61/);
  assert.equal(writes, before + 1); // browsers refuse too many
  waiting();
  assert.match(location.hash, /63/);
  scroll(64);
  assert.match(location.hash, /63/); // the burst goes on
  waiting();
  assert.match(location.hash, /64/);
  waiting();
  assert.equal(writes, before + 3); // nothing was left to write
  scroll(65);
  assert.match(location.hash, /65/);
});
