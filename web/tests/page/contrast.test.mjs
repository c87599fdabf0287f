// The colours of style.css and board.css, computed as WCAG 2 does: what is drawn has 3 : 1 to its ground, what is
// written 4.5 : 1, light and dark.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { PAGE } from "./serve.mjs";

/** The colours of a scheme by their names: those of the first `:root` of each file. */
function colours(scheme) {
  const all = {};
  for (const file of ["style.css", "board.css"]) {
    const source = readFileSync(`${PAGE}/${file}`, "utf8");
    const root = source.slice(source.indexOf(":root {"), source.indexOf("}", source.indexOf(":root {")));
    for (const [, name, light, dark] of root.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)) {
      all[name] = scheme === "light" ? light : dark;
    }
  }
  return all;
}

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const TINTS = [0, 1, 2, 3, 4, 5].map((tint) => `tint-${tint}`);
const GROUNDS = ["light", "dark", ...TINTS];
/** What is drawn or written: on which grounds, and how clearly at least. */
const PAIRS = [
  ["dot", ["attacked-light", "attacked-dark"], 3],
  ["cross", ["dead-light", "dead-dark"], 3],
  ["ink", [...GROUNDS, "unknown-light", "unknown-dark"], 4.5],
  ["piece", GROUNDS, 3],
  ["given", GROUNDS, 4.5],
  ["forced-edge", GROUNDS, 3],
  ["disc-edge", ["light", "dark"], 3],
  ["blocked", GROUNDS, 3],
  ["attack", GROUNDS, 3],
  ["line", GROUNDS, 3],
  ["line", ["light"], 4.5],
  ["border", GROUNDS, 3],
  ["count", ["light", "dark", "forced", "disc", ...TINTS], 4.5],
  ["ink", ["page", "card"], 4.5],
  ["faint", ["page", "card"], 4.5],
  ["refusal", ["page", "card"], 4.5],
  ["joy", ["page", "card"], 4.5],
  ["accent", ["page", "card"], 4.5],
  ["on-accent", ["accent"], 4.5],
  ["control", ["page", "card"], 3],
  ["focus", ["page", "card"], 3],
];

for (const scheme of ["light", "dark"]) {
  test(`every mark and text is seen on its ground, ${scheme}`, () => {
    const all = colours(scheme);
    for (const [name, grounds, least] of PAIRS) {
      for (const ground of grounds) {
        const found = contrast(all[name], all[ground]);
        assert.ok(found >= least, `${name} on ${ground}: ${found.toFixed(2)} : 1, not ${least} : 1`);
      }
    }
  });

  test(`tints differ from each other, also where colours do not, ${scheme}`, () => {
    const all = colours(scheme);
    const apart = (a, b) => Math.hypot(...[1, 3, 5].map((at) => Number.parseInt(all[a].slice(at, at + 2), 16) - Number.parseInt(all[b].slice(at, at + 2), 16)));
    for (const a of TINTS) for (const b of TINTS) if (a < b) assert.ok(apart(a, b) > 20, `${a} ${b}: ${apart(a, b)}`);
  });
}
