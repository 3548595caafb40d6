import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { lint } from "./lint.mjs";

const ts = createRequire(import.meta.url)(join(process.env.TYPESCRIPT_LIB, "typescript.js"));

function told(text, tested = new Set()) {
  const file = ts.createSourceFile("a.js", text, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS);
  return lint(ts, [file], tested).map((problem) => problem.text);
}

test("each rule finds what it is for", () => {
  const bad = {
    "node.innerHTML = text;": /innerHTML/,
    "window.localStorage.setItem('a', 'b');": /localStorage/,
    "eval(text);": /eval/,
    "new Function(text);": /Function/,
    "document.write(text);": /document\.write/,
    "console.log(1);": /console/,
    "var a = 1;": /var/,
    "let a = 1;": /never changes/,
    "if (a == b) a++;": /===/,
    "const a = new Map();": /says what it holds/,
    "class A { #b = new Set(); }": /says what it holds/,
    "try { a(); } catch { }": /swallowed/,
    'import { a } from "lodash";': /only files of this page/,
    "export const a = 1;": /no script imports/,
  };
  for (const [text, wanted] of Object.entries(bad)) {
    assert.equal(told(text).length, 1, text);
    assert.match(told(text)[0], wanted);
  }
});

test("what is right passes", () => {
  assert.deepEqual(told('import { a } from "./a.js";\nlet b = 1;\nb += a;\nfor (let c = 0; c < 3; c++) b--;'), []);
  assert.deepEqual(told("/** @type {Map<string, number>} */\nconst a = new Map();\nconst b = new Set([1]);"), []);
  assert.deepEqual(told("let a = 0;\n[a] = [1];"), []);
  assert.deepEqual(told("export const a = 1;", new Set(["a"])), []);
});
