// Takes the pictures of the README and the book: `node web/tests/page/screenshots.mjs`.

import { fileURLToPath } from "node:url";

import { launch } from "./browser.mjs";
import { Player } from "./player.mjs";
import { serve } from "./serve.mjs";

const SUDOKU = `#puzzle=${encodeURIComponent("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")}`;
/** The pictures: a name, a colour scheme, an address, and the inputs before the picture is taken. */
const PICTURES = [
  ["light", "light", "#n=8&queens=b4,d1", async (player) => player.keys("n")],
  ["dark", "dark", "#n=8&queens=b4,d1", async (player) => player.keys("n")],
  ["why", "light", "#n=6&queens=b1", async (player) => {
    await player.click("f2");
    await player.settle();
    await player.keys("w", "ArrowRight", "ArrowRight", "ArrowRight");
  }],
  ["regions", "light", "#puzzle=AABBBCC%0AAABBDCC%0AAAAADCC%0AAAAEECC%0AFAAFEEE%0AFAFFGGG%0AFFFFGGG", async (player) =>
    player.keys("Enter", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowRight", "ArrowUp")],
  ["sudoku", "light", SUDOKU, async (player) => player.keys("ArrowRight", "ArrowRight", "f", "4")],
];

const server = await serve();
const browser = await launch("chrome");
for (const [name, scheme, address, act] of PICTURES) {
  const page = await (await browser.createBrowserContext()).newPage();
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport({ width: 1120, height: 760 });
  await page.goto(server.url + address);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  await act(player);
  await player.settle(400);
  await page.evaluate(() => (document.activeElement.blur(), scrollTo(0, 0)));
  await page.screenshot({ path: fileURLToPath(new URL(`../../../docs/images/${name}.png`, import.meta.url)) });
}
await browser.close();
await server.stop();
