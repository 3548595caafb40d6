import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Palette } from "../page/app/colors.js";

const KERNELS = 12; // with a colour of their own

function spread([red, green, blue]) {
  return Math.max(red, green, blue) - Math.min(red, green, blue);
}

test("kernels are strong and idle time is pale, so that no colour means both", () => {
  const names = Array.from({ length: KERNELS }, (_, at) => "kernel " + at);
  const palette = new Palette(names, KERNELS);
  const css = readFileSync(new URL("../page/style/timeline.css", import.meta.url), "utf8");
  const parts = [...css.matchAll(/--part-([a-z_]+): #([0-9a-f]{6});/g)].filter(([, key]) => key !== "compute");
  const idle = parts.map(([, , hex]) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  assert.equal(idle.length, 8);
  const palest = Math.min(...names.map((_, at) => spread(palette.rgb(at))));
  const strongest = Math.max(...idle.map(spread));
  assert.ok(strongest * 1.5 < palest, `idle ${strongest}, kernels ${palest}`);
});
