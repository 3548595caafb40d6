import assert from "node:assert/strict";
import { test } from "node:test";

/** The parts of a window that the state of the page uses, with an event that comes when it is told to. */
const listeners = new Map();
const location = { hash: "#0/timeline" };
const write = (state, _title, address) => {
  history.state = state;
  location.hash = address;
};
const history = { state: null, replaceState: write, pushState: write };
globalThis.window = {
  location,
  history,
  addEventListener: (name, listener) => listeners.set(name, listener),
  setTimeout: () => 1,
  clearTimeout: () => {},
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
