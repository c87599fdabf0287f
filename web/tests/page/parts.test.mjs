// The two parts of the engine: the first one plays n-queens, and the second one is loaded for everything else.

import assert from "node:assert/strict";

import { PATIENCE, inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const REST = "engine/rest_bg.wasm";
const SUDOKU = "#puzzle=1.....3.........";
/** The page's message about a failure, without the one about playing offline. */
const failure = () => document.getElementById("own-word").textContent.replace(/^Ready to play.*/, "");

/** A new visitor: to read a saved game takes the second part. */
async function visit(browser, url) {
  const page = await (await browser.createBrowserContext()).newPage();
  page.setDefaultNavigationTimeout(PATIENCE);
  await page.goto(url);
  await page.waitForSelector("#grid [data-at]", { timeout: PATIENCE });
  const player = new Player(page);
  await player.settle();
  return player;
}

inBrowsers("n-queens is played with the first part alone, to its end and with all help", async ({ browser, server }) => {
  server.missing.add(REST);
  for (const address of ["#n=8", "#n=11&queens=a1,b3"]) {
    const player = await visit(browser, server.url + address);
    for (const key of ["i", "i", "Enter", "u", "w", "ArrowDown", "Escape", "ArrowRight", "x", "x"]) {
      // On the board Escape opens the menu, which lists all kinds of puzzles.
      if (key === "Escape" && (await player.read(() => document.body.dataset.mode)) === "play") continue;
      await player.focusBoard();
      await player.keys(key);
      await player.settle();
    }
    await player.click("c1");
    await player.click("c1");
    await player.settle();
    assert.equal(await player.read(failure), "", address);
  }
  const player = await visit(browser, `${server.url}#n=8`);
  for (const cell of ["a8", "b4", "c1", "d3", "e6", "f2", "g7", "h5"]) {
    await player.click(cell);
    await player.settle();
  }
  assert.match(await player.text("standing"), /^8 of 8 queens placed/);
  assert.ok(await player.read(() => document.body.classList.contains("is-solved")));
  assert.equal(await player.read(failure), "");
});

inBrowsers("what needs the rest waits for it, and says so if it can't be had", async ({ browser, server }) => {
  const player = await visit(browser, server.url + SUDOKU);
  assert.ok(server.requests.some((path) => path.endsWith(REST)));
  assert.equal((await player.cells()).length, 16);
  assert.equal(await player.read(failure), "");

  server.missing.add(REST);
  // The front page gives way to the board.
  const first = await visit(browser, server.url);
  await first.page.waitForFunction(() => document.getElementById("own-word").textContent.includes("rest_bg.wasm"));
  await first.page.waitForFunction(() => document.getElementById("cover").hidden);
  const other = await visit(browser, `${server.url}#n=5`);
  await other.read((address) => (location.hash = address), SUDOKU);
  await other.page.waitForFunction(() => document.getElementById("own-word").textContent.includes("rest_bg.wasm"));
  server.missing.clear();
  await other.page.reload();
  await other.page.waitForFunction(() => document.querySelectorAll("#grid [data-at]").length === 16);
});
