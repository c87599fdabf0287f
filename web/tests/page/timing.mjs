// Measures how long a person waits: from an empty cache to the first board, and from a click or a key to the painted board.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

/** With `NQUEENS_TIMING=1` a time above its goal fails. Otherwise the times are only printed, since machines differ. */
const SLACK = process.env.NQUEENS_TIMING ? 1 : Infinity;

/** Measures the time from each release of the mouse, or from each key, to the frame that shows the answer. */
const watch = (input = "pointerup") => {
  window.times = [];
  let released = 0;
  addEventListener(input, (event) => (released = event.timeStamp), true);
  new MutationObserver(() => {
    if (!released) return;
    const from = released;
    released = 0;
    // The first task after the frame, before the work that the page puts off.
    requestAnimationFrame(() => scheduler.postTask(() => window.times.push(performance.now() - from), { priority: "user-blocking" }));
  }).observe(document.querySelector("#grid"), { subtree: true, childList: true, characterData: true, attributeFilter: ["d", "class"] });
};

const quantile = (times, share) => times.sort((a, b) => a - b)[Math.round(share * (times.length - 1))];

inBrowsers("from a click to the board painted anew", async ({ open }) => {
  for (const [slower, goal] of [[1, 16], [4, 33]]) {
    for (const n of [8, 11]) {
      const page = await open(`#n=${n}`);
      const player = new Player(page);
      await player.settle();
      await page.emulateCPUThrottling(slower);
      await page.evaluate(watch);
      const cells = (await player.cells()).filter(({ is }) => is.includes("open")).slice(0, 40);
      for (const { at } of cells) {
        for (let i = 0; i < 2; i += 1) {
          await player.press(at);
          await new Promise((resolve) => setTimeout(resolve, 150));
        }
      }
      const times = await page.evaluate(() => window.times);
      assert.ok(times.length > cells.length, `${times.length} of ${2 * cells.length}`);
      const told = `n = ${n}, CPU ${slower}x slowed: ${times.length} clicks, median ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`;
      console.log(told);
      assert.ok(quantile(times, 0.95) <= goal * SLACK, told);
      await page.close();
    }
  }
}, ["chrome"]);

inBrowsers("the first board on a cold start, with a CPU slowed four times", async ({ browser, server }) => {
  const times = [];
  for (let i = 0; i < 3; i += 1) {
    // Measures the cold start of the page without the start of the browser and the end of the page before.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const page = await (await browser.createBrowserContext()).newPage();
    await page.emulateCPUThrottling(4);
    // From the beginning of the navigation to the frame that shows the guide.
    await page.evaluateOnNewDocument(() => {
      new MutationObserver((_, observer) => {
        const cell = document.querySelector(".picture .open");
        if (!cell) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => (window.ready = performance.now())));
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await page.goto(`${server.url}#n=8`);
    await page.waitForFunction(() => window.ready, { timeout: 60_000 });
    times.push(await page.evaluate(() => window.ready));
    await page.close();
  }
  const told = `first board: ${times.map((time) => time.toFixed(0)).join(", ")} ms`;
  console.log(told);
  assert.ok(Math.min(...times) <= 1000 * SLACK, told);
}, ["chrome"]);

const EXAMPLES = new URL("../../../examples/puzzles/", import.meta.url);
const puzzle = (text) => `#puzzle=${encodeURIComponent(text)}`;
/** A solved Sudoku with blocks of `m` by `m`, of which only every `step`-th cell is given. */
const sudoku = (m, step) => {
  const n = m * m;
  const symbols = n < 10 ? "123456789" : "123456789ABCDEFGHIJKLMNOP";
  const value = (row, column) => symbols[(m * (row % m) + Math.floor(row / m) + column) % n];
  return puzzle(Array.from({ length: n * n }, (_, at) => (at % step ? "." : value(Math.floor(at / n), at % n))).join(""));
};
/** The configurators, which have a tree instead of a board. */
const CONFIGURATORS = ["camper-van.toml", "configurator.toml"];
/** Boards of every kind, each with its address. */
const BOARDS = [
  ["queens of 16", "#n=16"],
  ["queens of 25", "#n=25"],
  ["regions", "#id=regions-KATZ1XF"],
  ["Sudoku of 9", sudoku(3, 3)],
  ["Sudoku of 16", sudoku(4, 3)],
  ["Sudoku of 16, empty", puzzle(".".repeat(256))],
  ["Sudoku of 25", sudoku(5, 3)],
  ["Sudoku of 25, empty", puzzle(".".repeat(625))],
  ...readdirSync(EXAMPLES).filter((name) => name.endsWith(".toml") && !CONFIGURATORS.includes(name)).sort().map((name) => [name, puzzle(readFileSync(new URL(name, EXAMPLES), "utf8"))]),
];

inBrowsers("from a key to the board painted anew, on boards of every kind", async ({ open }) => {
  for (const [name, address] of BOARDS) {
    const page = await open(address);
    const player = new Player(page);
    await page.waitForSelector("#grid [data-at]");
    await player.settle();
    const cells = (await player.cells()).filter(({ is }) => is.includes("open"));
    if (cells.length) {
      // A value is typed, and a piece is placed by Enter.
      const value = await page.evaluate(() => document.querySelector(".keypad button:not([data-act=erase])")?.innerText[0]);
      await page.evaluate(watch, "keydown");
      const step = Math.max(1, Math.floor(cells.length / 12));
      for (const { at } of cells.filter((_, place) => place % step === 0).slice(0, 12)) {
        // A board that does not fit has no elements for the cells out of sight.
        if (!(await page.evaluate((at) => document.querySelector(`#grid [data-at="${at}"]`)?.focus() === undefined && document.activeElement.dataset.at === `${at}`, at))) continue;
        for (const key of value ? [value, "u"] : ["Enter", "u"]) {
          await player.keys(key);
          // A key typed while the guide of the move before is computed would wait for it.
          await new Promise((resolve) => setTimeout(resolve, 700));
        }
      }
      const times = await page.evaluate(() => window.times);
      if (times.length) console.log(`${name}: ${times.length} keys, median ${quantile(times, 0.5).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms`);
    }
    await page.close();
  }
}, ["chrome"]);
