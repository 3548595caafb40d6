import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { luminance } from "../page/app/colors.js";

const LEAST = 4.5;
const css = readFileSync(new URL("../page/style/base.css", import.meta.url), "utf8");

/** The colours of a theme: the light ones, and over them those of the dark one. */
function colors(theme) {
  const blocks = [/:root \{([^}]*)\}/, ...(theme === "dark" ? [/:root\[data-theme="dark"\] \{([^}]*)\}/] : [])];
  const found = {};
  for (const block of blocks) {
    for (const [, name, hex] of css.match(block)[1].matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)) {
      found[name] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    }
  }
  return found;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Every colour that text has, on every ground it stands on. */
const TEXTS = {
  ink: ["ground", "panel", "lane", "accent-soft"],
  muted: ["ground", "panel", "lane"],
  accent: ["ground", "panel", "lane", "accent-soft"],
  danger: ["ground", "panel", "danger-soft"],
  warn: ["ground", "panel", "warn-soft"],
  good: ["ground", "panel", "good-soft"],
  panel: ["ink"],
};

for (const theme of ["light", "dark"]) {
  test(`all text can be read in the ${theme} theme`, () => {
    const known = colors(theme);
    const poor = [];
    for (const [text, grounds] of Object.entries(TEXTS)) {
      for (const ground of grounds) {
        const value = contrast(known[text], known[ground]);
        if (value < LEAST) poor.push(`${text} on ${ground}: ${value.toFixed(2)}`);
      }
    }
    assert.deepEqual(poor, []);
  });

  test(`lines and marks stand out in the ${theme} theme`, () => {
    const known = colors(theme);
    const poor = ["accent", "danger", "orange", "good", "critical"].filter((name) => contrast(known[name], known.panel) < 3);
    assert.deepEqual(poor, []);
  });
}

test("both themes name the same colours, and no text has a colour that was not looked at", () => {
  const style = ["base", "pages", "timeline"].map((name) => readFileSync(new URL(`../page/style/${name}.css`, import.meta.url), "utf8")).join("\n");
  const used = new Set([...style.matchAll(/(?<![-a-z])color: var\(--([a-z-]+)\)/g)].map(([, name]) => name));
  assert.deepEqual([...used].filter((name) => !Object.hasOwn(TEXTS, name)), []);
  const dark = css.match(/:root\[data-theme="dark"\] \{([^}]*)\}/)[1];
  const light = css.match(/:root \{([^}]*)\}/)[1];
  const names = (block) => [...block.matchAll(/--([a-z-]+):/g)].map(([, name]) => name).sort();
  assert.deepEqual(names(dark), names(light));
});
