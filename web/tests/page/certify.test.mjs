// The counts of the guide are proved on the page: the worker writes a certificate, and the independent checker reads it.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const CHECKED = /^Checked: (.*), by an independent checker in (?:less than )?([0-9.]+) s\.$/;

/** Opens a board, goes to a cell and presses the key. Returns what was checked, and the seconds that it took. */
async function checked(browser, server, address, cell) {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.goto(server.url + address);
  await page.waitForSelector("#grid [data-at]");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  await player.keys("g", ...cell, "Enter");
  await player.settle();
  await player.keys("!");
  // A Sudoku begins without the guide.
  if (/needs the guide/.test(await player.said())) {
    await player.keys("A");
    await player.settle();
    await player.keys("!");
  }
  await page.waitForFunction(() => /^(?:Not c|C)hecked/.test(document.getElementById("said").textContent));
  const said = await player.said();
  assert.match(said, CHECKED);
  const [, what, seconds] = said.match(CHECKED);
  return [what, Number(seconds)];
}

inBrowsers("a board of 8 x 8 is proved within a second, a placement within a tenth", async ({ browser, server }) => {
  const [all, whole] = await checked(browser, server, "#n=8", "d1");
  assert.equal(all, "92 solutions, 18 through d1");
  assert.ok(whole < 1, `${whole} s`);
  const [dead, part] = await checked(browser, server, "#n=8&queens=d1,a2", "b4");
  assert.match(dead, /^[0-9]+ solutions?, 0 through b4$/);
  assert.ok(part <= 0.1, `${part} s`);
});

inBrowsers("a Sudoku is proved", async ({ browser, server }) => {
  const [sudoku] = await checked(browser, server, "#puzzle=1.....3.........", "r1c2");
  assert.match(sudoku, /^[0-9]+ solutions, each value of r1c2$/);
});
