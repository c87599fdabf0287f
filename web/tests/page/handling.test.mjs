// How the page handles: screens begin at their top, dialogs tell their errors, the button of a hint is in sight.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true };
const SUDOKU = "#puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Opens a puzzle whose jobs have ended. */
async function opened(open, address, size) {
  const page = await open(address, size);
  const player = new Player(page);
  await player.settle();
  return { page, player };
}

inBrowsers("a screen and a new puzzle begin at their top, and the game comes back to its place", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8&queens=b4", PHONE);
  const top = () => player.read(() => Math.round(scrollY));
  await player.read(() => scrollTo(0, 300));
  await page.evaluate(() => document.getElementById("ask-menu").click());
  await player.settle();
  assert.equal(await top(), 0, "the menu");
  await player.read(() => scrollTo(0, 200));
  await player.choose("New game");
  await player.settle();
  assert.equal(await top(), 0, "a list of the menu");
  await player.keys("Escape", "Escape");
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "play");
  assert.equal(await top(), 300, "back in the game");
  await page.evaluate(() => document.getElementById("larger").click());
  await player.settle();
  assert.equal(await top(), 0, "a new puzzle");
});
