// The flow of a game, on screens of all sizes: buttons that are seen and do not move, keys from the first moment on, dialogs,
// the way from a solved puzzle to the next.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true };
const SUDOKU = "#puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

inBrowsers("a pressed button of the bar on a phone is filled", async ({ open }) => {
  const page = await open(SUDOKU, PHONE);
  const player = new Player(page);
  await player.settle();
  const colours = () => player.read(() => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector("#tools-main [data-act=notes]"));
    return [color, backgroundColor, getComputedStyle(document.getElementById("tools-main")).backgroundColor];
  });
  const [, before, bar] = await colours();
  assert.ok(["rgba(0, 0, 0, 0)", bar].includes(before));
  await player.tool("notes");
  await player.settle();
  const [ink, after] = await colours();
  assert.notEqual(after, before);
  assert.notEqual(after, ink);
});
