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

inBrowsers("arrows, Enter and Tab reach the board before anything has the focus", async ({ open }) => {
  const placed = (player) => player.read(() => document.querySelectorAll(".picture .sign-placed").length);
  for (const [first, n] of [["ArrowRight", 6], ["Enter", 5], ["Tab", 7]]) {
    const page = await open(`#n=${n}`);
    const player = new Player(page);
    await player.settle();
    await player.keys(first);
    await player.settle();
    assert.ok(await player.read(() => document.activeElement.matches("#grid [role=gridcell]")), `${first}: ${await player.focused()}`);
    assert.equal(await placed(player), first === "Enter" ? 1 : 0, first);
    if (first === "ArrowRight") assert.match(await player.focused(), /^b1/);
    await page.close();
  }
});

inBrowsers("an arrow key in the list of sizes changes the board only with Enter, or when the focus leaves", async ({ open }) => {
  const page = await open("#n=8");
  const player = new Player(page);
  await player.settle();
  const board = () => player.read(() => document.getElementById("grid").getAttribute("aria-rowcount"));
  for (const [last, size] of [["Enter", "7"], ["Tab", "6"]]) {
    await page.focus("#number");
    await player.keys("ArrowUp");
    await player.settle();
    assert.equal(await board(), String(Number(size) + 1), "still the same");
    await player.keys(last);
    await player.settle();
    assert.equal(await board(), size, last);
  }
  // A pointer chooses at once.
  await page.select("#number", "5");
  await player.settle();
  assert.equal(await board(), "5");
});
