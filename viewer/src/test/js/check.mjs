// Checks the page's scripts: types, and a few rules of this page. Called as
//   node check.mjs TYPESCRIPT_LIB_DIRECTORY PAGE_DIRECTORY
// It prints one line per problem, and exits with 1 when there is one.

import { createRequire } from "node:module";
import { readdirSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { TESTED } from "./allowed.mjs";
import { lint } from "./lint.mjs";

const [library, page] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const ts = createRequire(import.meta.url)(join(library, "typescript.js"));

const scripts = readdirSync(page, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js"))
  .map((name) => join(page, name));

const program = ts.createProgram([...scripts, join(here, "page.d.ts")], {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  allowUnreachableCode: false,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
});

const problems = [];

function place(file, at) {
  const { line, character } = file.getLineAndCharacterOfPosition(at);
  return `${relative(page, file.fileName)}:${line + 1}:${character + 1}`;
}

for (const { file, start, code, messageText } of ts.getPreEmitDiagnostics(program)) {
  const text = ts.flattenDiagnosticMessageText(messageText, " ");
  problems.push(`${file ? place(file, start) : page}: ${text} (TS${code})`);
}
const sources = scripts.map((name) => program.getSourceFile(name));
for (const { file, at, text } of lint(ts, sources, TESTED)) problems.push(`${place(file, at)}: ${text}`);

for (const problem of problems) console.log(problem);
console.log(`${scripts.length} scripts checked, ${problems.length} problems.`);
process.exitCode = problems.length > 0 ? 1 : 0;
