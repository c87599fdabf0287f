// The exported site below a path: the gallery opens its puzzles in the page, and works without a network.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { axe, inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";
import { serve } from "./serve.mjs";

const PROGRAM = process.env.NQUEENS_PROGRAM ?? fileURLToPath(new URL("../../../target/debug/nqueens", import.meta.url));

inBrowsers("the gallery of an exported site opens every puzzle, also offline", async ({ browser }) => {
  assert.ok(existsSync(PROGRAM), "run `cargo build`");
  const folder = mkdtempSync(join(tmpdir(), "nqueens-site-"));
  try {
    execFileSync(PROGRAM, ["serve", "--export", join(folder, "site"), "--url", "https://board.example/queens"]);
    const server = await serve(`${join(folder, "site")}/`);
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForSelector("#grid [data-at]");
    const player = new Player(page);
    await player.settle();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // From here on there is no server.
    await server.stop();
    await page.evaluate(() => document.querySelector(".links a").click());
    await page.waitForSelector("main ul");
    const cards = await page.evaluate(() => [...document.querySelectorAll("li a")].map((a) => [a.getAttribute("href"), a.querySelector("img").naturalWidth > 0, a.querySelector("strong").textContent]));
    assert.ok(cards.length >= 15);
    assert.deepEqual(cards.filter(([, isDrawn]) => !isDrawn), []);
    const source = axe();
    await page.setBypassCSP(true);
    await page.reload();
    await page.evaluate(source);
    assert.deepEqual(await page.evaluate(async () => (await window.axe.run()).violations.map(({ id }) => id)), []);
    for (const [address, , title] of cards) {
      await page.goto(server.url + address.slice(2));
      await page.reload();
      // A configurator is a tree of options.
      await page.waitForSelector("#grid [data-at], #options [data-line]");
      await player.settle();
      assert.equal(await page.$("#lines .refusal"), null, title);
      const shown = await player.text("title");
      const [, last] = title.toLowerCase().match(/(\w+)$/);
      assert.ok(shown.toLowerCase().includes(last), `${title}: ${shown}`);
    }
    const index = readFileSync(join(folder, "site/index.html"), "utf8");
    assert.match(index, /<meta property="og:image" content="https:\/\/board\.example\/queens\/card\.png">/);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, ["chrome"]);
