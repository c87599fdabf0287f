// The contrast of the colours in style.css and board.css, by WCAG 2: at least 3 : 1 to the background for drawings, and
// 4.5 : 1 for text, in the light and the dark scheme.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { PAGE } from "./serve.mjs";

/** Returns the colours of a scheme by their names, from the first `:root` of each file. */
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

/**
 * The matrices of colour vision: normal, or without one kind of cones (G. Machado, M. Oliveira, L. Fernandes, *A
 * Physiologically-based Model for Simulation of Color Vision Deficiency*, 2009, severity 1), in linear RGB.
 */
const SIGHT = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
/** The matrices from linear RGB to the cones of OKLab, and from their cube roots to OKLab (B. Ottosson, 2020). */
const CONES = [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]];
const OKLAB = [[0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099], [0.0259040371, 0.7827717662, -0.808675766]];

const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, part, i) => sum + part * vector[i], 0));

/** Returns a colour in OKLab, where equal distances look equal, as people with this colour vision see it. */
function oklab(sight, hex) {
  const linear = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const seen = times(sight, linear).map((part) => Math.min(1, Math.max(0, part)));
  return times(OKLAB, times(CONES, seen).map(Math.cbrt));
}

function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const TINTS = Array.from({ length: 25 }, (_, tint) => `tint-${tint}`);
const GROUNDS = ["light", "dark", ...TINTS];
/** The colours of drawings and texts, each with its backgrounds and the least contrast. */
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

  test(`tints differ from each other, also for the colour-blind, ${scheme}`, () => {
    const all = colours(scheme);
    for (const [kind, matrix] of Object.entries(SIGHT)) {
      const seen = TINTS.map((tint) => oklab(matrix, all[tint]));
      for (const [last, a] of seen.entries()) {
        for (const [first, b] of seen.slice(0, last).entries()) {
          const apart = Math.hypot(...a.map((part, i) => part - b[i]));
          // A board uses the first colours first, so the first ten have to be further apart than all of them.
          const least = (last < 10 ? 0.06 : 0.03) / (kind === "all" ? 1 : 1.6);
          assert.ok(apart > least, `${kind}: ${TINTS[first]} ${TINTS[last]}: ${apart.toFixed(3)}, not ${least.toFixed(3)}`);
        }
      }
    }
  });

  test(`the first ten tints have names of their own, ${scheme}`, () => {
    const all = colours(scheme);
    const seen = TINTS.slice(0, 10).map((tint) => {
      const [lightness, a, b] = oklab(SIGHT.all, all[tint]);
      return { tint, lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
    });
    for (const { tint, lightness, chroma } of seen) {
      // Neither like the page, nor without a hue.
      assert.ok(chroma > 0.05, `${tint}: chroma ${chroma.toFixed(3)}`);
      assert.ok(scheme === "light" ? lightness < 0.94 : lightness > 0.36, `${tint}: lightness ${lightness.toFixed(2)}`);
    }
    for (const [last, a] of seen.entries()) {
      for (const b of seen.slice(0, last)) {
        const apart = Math.abs(((a.hue - b.hue + 540) % 360) - 180);
        assert.ok(apart > 23, `${b.tint} ${a.tint}: hues ${apart.toFixed(0)} degrees apart`);
      }
    }
  });
}
