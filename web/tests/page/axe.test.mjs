// The audit of axe-core: no violation in any state at 3 sizes, light, dark and with forced colours.

import assert from "node:assert/strict";

import { axe, inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const SUDOKU = `#puzzle=${encodeURIComponent("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")}`;
/** The states: a name, an address, and the inputs to reach it. An input that begins with `@` is the name of a button. */
const STATES = [
  ["the front page", "", []],
  ["a new board", "#n=8", []],
  ["a cell with the focus", "#n=8&queens=b4", ["ArrowRight"]],
  ["what the guide knows", "#n=8&queens=b4,d1", ["x"]],
  ["counts and heat", "#n=10&queens=b4", ["n", "m"]],
  ["a contradiction", "#n=8&queens=b4,c5", []],
  ["a solved board", "#n=4&queens=b1,d2,a3,c4", []],
  ["a refusal", "#n=8&queens=b4", ["Home", "Enter", "ArrowRight", "Enter", "ArrowUp", "Enter"]],
  ["why, first step", "#n=6&queens=b1", ["w"]],
  ["why, in a case", "#n=6&queens=b1", ["ArrowRight", "ArrowRight", "w", "ArrowRight", "ArrowRight", "ArrowRight"]],
  ["the solutions", "#n=8&queens=b4", ["s", "ArrowRight"]],
  ["a hint", "#n=8&queens=b4", ["i", "i"]],
  ["something is typed", "#n=8", ["g"]],
  ["the diagram, node by node", "#n=5", ["B"]],
  ["the diagram, level by level", "#n=8", ["B"]],
  ["the rules conjoined step by step", "#n=5", ["B", "r", " "]],
  ["the menu", "#n=8", ["@menu"]],
  ["paused", "#n=8", ["p"]],
  ["the statistics", "#n=8", ["S"]],
  ["the help", "#n=8", ["?"]],
  ["regions", "#id=regions-KATZ1XF", ["Enter"]],
  ["a Sudoku", SUDOKU, ["f", "ArrowRight", "ArrowRight"]],
  ["a board that pans", "#n=60", []],
];
const SIZES = [[320, 568], [844, 390], [1280, 900]];

inBrowsers("axe finds no violation in any state", async ({ open }) => {
  const source = axe();
  assert.ok(source, "axe-core is not there");
  const violations = [];
  for (const [name, address, keys] of STATES) {
    const page = await open(address);
    const player = new Player(page);
    await page.setBypassCSP(true);
    await page.reload();
    await page.waitForSelector("#grid [data-at]");
    await player.settle();
    await page.evaluate(source);
    await player.focusBoard();
    for (const key of keys) {
      if (key.startsWith("@")) await player.tool(key.slice(1));
      else await player.keys(key);
      await player.settle(80);
    }
    for (const [width, height] of SIZES) {
      await page.setViewport({ width, height });
      for (const looks of [{ "prefers-color-scheme": "light" }, { "prefers-color-scheme": "dark" }, { "forced-colors": "active" }]) {
        const session = await page.createCDPSession();
        await session.send("Emulation.setEmulatedMedia", { features: Object.entries(looks).map(([name, value]) => ({ name, value })) });
        const found = await page.evaluate(async () => {
          // While a text fades in, its contrast is lower.
          const ending = document.getAnimations().filter((animation) => animation.effect.getComputedTiming().endTime < Infinity);
          await Promise.allSettled(ending.map((animation) => animation.finished));
          const { violations } = await window.axe.run();
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
        });
        violations.push(...found.map((each) => `${name} at ${width}x${height}, ${JSON.stringify(looks)}: ${each}`));
        await session.detach();
      }
    }
    await page.close();
  }
  assert.deepEqual(violations, []);
}, ["chrome"]);
