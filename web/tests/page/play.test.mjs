// Plays every kind of puzzle to its end by mouse, by fingers and by keys, in both browsers. The player places any value that
// the guide shows as open, so a game that does not end is a defect of the page or of the guide.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const file = (name) => `#puzzle=${encodeURIComponent(readFileSync(new URL(`../../../examples/puzzles/${name}`, import.meta.url), "utf8"))}`;
const KINDS = {
  queens: "#n=6",
  challenge: "#id=challenge-1A0WXQHA",
  regions: "#id=regions-KATZ1XF",
  "Star Battle": file("star-battle.toml"),
  sudoku: `#puzzle=${encodeURIComponent("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")}`,
  "sudoku of 4": "#puzzle=1.....3.........",
  futoshiki: file("futoshiki.toml"),
  tents: file("tents.toml"),
};

/** Returns the next move: a cell and one of its open values. */
async function next(player) {
  const cells = await player.cells();
  const isLive = ([, state]) => /\bv-(open|forced|noted)\b/.test(state);
  const byMarks = cells.filter(({ text, marks }) => !text && marks.some(isLive)).sort((a, b) => a.marks.filter(isLive).length - b.marks.filter(isLive).length)[0];
  if (byMarks) return { at: byMarks.at, symbol: byMarks.marks.find(([, state]) => state === "v-forced")?.[0] ?? byMarks.marks.find(isLive)[0] };
  const free = cells.find(({ is }) => is.includes("forced")) ?? cells.find(({ is }) => is.includes("open"));
  return free && { at: free.at, symbol: free.text || null };
}

const isPlaced = (player, at) => player.read((at) => /placed/.test(document.querySelector(`#grid [data-at="${at}"]`).className), at);

const WAYS = {
  mouse: async (player, { at, symbol }) => {
    // In puzzles whose first click rules a cell out, the second click places the piece.
    for (let i = 0; i < 2 && !(await isPlaced(player, at)); i += 1) {
      await player.click(at);
      await player.settle(60);
      // A click on a pencil mark places its value.
      if (symbol && !(await isPlaced(player, at))) await player.page.click(`#keypad [data-act="value-${symbol}"]`);
      await player.settle(60);
    }
  },
  fingers: async (player, { at, symbol }) => {
    for (let i = 0; i < 2 && !(await isPlaced(player, at)); i += 1) {
      await player.tap(at);
      await player.settle(60);
      if (symbol) await player.page.tap(`#keypad [data-act="value-${symbol}"]`);
      await player.settle(60);
    }
  },
  keys: async (player, { at, symbol }) => {
    await player.focusBoard();
    const [from, columns] = await player.read(() => [
      Number(document.activeElement.dataset.at),
      document.querySelectorAll("#columns span").length,
    ]);
    const [down, right] = [Math.floor(at / columns) - Math.floor(from / columns), (at % columns) - (from % columns)];
    for (let i = 0; i < Math.abs(down); i += 1) await player.keys(down > 0 ? "ArrowDown" : "ArrowUp");
    for (let i = 0; i < Math.abs(right); i += 1) await player.keys(right > 0 ? "ArrowRight" : "ArrowLeft");
    await player.keys(symbol ?? "Enter");
    await player.settle(60);
    assert.equal(await player.read(() => Number(document.activeElement.dataset.at)), at, "the focus goes with the cursor");
  },
};

for (const [way, place] of Object.entries(WAYS)) {
  inBrowsers(`every kind to its end by ${way}`, async ({ open }) => {
    for (const [kind, address] of Object.entries(KINDS)) {
      const size = way === "fingers" ? { width: 390, height: 844, hasTouch: true } : { width: 1280, height: 900 };
      const page = await open(address, size);
      const player = new Player(page);
      await player.settle();
      await player.level(2);
      await player.settle();
      for (let moves = 0; !(await player.isSolved()); moves += 1) {
        const move = await next(player);
        assert.ok(move && moves < 90, `${kind}: ${await player.text("lines")}`);
        await place(player, move);
      }
      assert.match(await player.said(), /solved/i, `${kind}: it is said`);
      const onward = await page.$("#tools-mode :is([data-act=next], [data-act=menu])");
      assert.ok(onward, `${kind}: the next one is one tap away`);
      const isOnly = await player.read(() => document.getElementById("larger").hasAttribute("aria-disabled"));
      if (!isOnly) {
        const title = await player.text("title");
        await onward.click();
        await player.settle();
        assert.equal(await player.isSolved(), false, `${kind}: after ${title} comes ${await player.text("title")}`);
      }
      await page.close();
    }
  });
}
