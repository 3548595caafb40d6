import assert from "node:assert/strict";
import { test } from "node:test";
import { matchesCore, matchesTimes, needsFacts, parseQuery } from "../page/app/query.js";

test("a search is made of names, lengths and cores", () => {
  const query = parseQuery("qk >10ms on aic");
  assert.deepEqual([query.names, query.cores, query.task], [["qk"], ["aic"], null]);
  assert.ok(matchesTimes(query, 0, 10_000_001) && !matchesTimes(query, 0, 10_000_000));
  assert.ok(matchesCore(query, "aic 0") && matchesCore(query, "AIC 12") && !matchesCore(query, "aiv 0"));
  assert.ok(needsFacts(query) && !needsFacts(parseQuery("qk")));
});

test("each form of a length and of a moment is understood", () => {
  const long = (text, nanos) => matchesTimes(parseQuery(text), 100, 100 + nanos);
  for (const [text, inside, outside] of [
    [">=1ms", 1e6, 999_999],
    ["<= 2.5us", 2500, 2501],
    ["<3µs", 2999, 3000],
    ["1us..2us", 1500, 2001],
    ["> 1 s".replace("1 s", "1s"), 1e9 + 1, 1e9],
  ]) {
    assert.ok(long(text, inside), `${text} ${inside}`);
    assert.ok(!long(text, outside), `${text} ${outside}`);
  }
  const when = parseQuery("after 5ms before 7ms");
  assert.deepEqual([4e6, 5e6, 7e6, 8e6].map((begin) => matchesTimes(when, begin, begin + 1)), [false, true, true, false]);
  assert.ok(!matchesTimes(parseQuery(">1ns"), NaN, NaN), "a run without stamps has no length");
});

test("a core has its number, a scope its place, a task its id", () => {
  const query = parseQuery("on aic 1 in attn.cpp:12 r2t7");
  assert.deepEqual([query.cores, query.scopes, query.task, query.names], [["aic 1"], ["attn.cpp:12"], "r2t7", []]);
  assert.ok(matchesCore(query, "aic 1") && !matchesCore(query, "aic 12"));
});

test("what is quoted or leads to nothing is a name", () => {
  assert.deepEqual(parseQuery('"on aic" ">1ms" "t7"').names, ["on aic", ">1ms", "t7"]);
  assert.deepEqual(parseQuery("on").names, ["on"]);
  assert.deepEqual(parseQuery("after lunch").names, ["after", "lunch"]);
  assert.deepEqual(parseQuery('"half').names, ["half"]);
  assert.deepEqual(parseQuery("").names, []);
  assert.deepEqual(parseQuery(">10").names, [">10"], "a number without a unit is no length");
});
