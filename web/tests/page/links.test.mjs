// The address states the position, storage keeps the game, and the page works offline.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { listed } from "../../list.mjs";
import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";
import { PAGE, serve } from "./serve.mjs";

const placed = async (player) => (await player.cells()).filter(({ is }) => is.includes("placed")).map(({ label }) => label.split(/[:,]/)[0]).sort().join(" ");
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

inBrowsers("a reload goes on with the game, and has no false Redo", async ({ open }) => {
  const page = await open("#n=8");
  const player = new Player(page);
  await player.settle();
  await player.click("b4");
  await player.click("d1");
  await player.settle();
  assert.equal(await placed(player), "b4 d1");
  await wait(1200);
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  assert.equal(await placed(player), "b4 d1");
  assert.equal(await player.read(() => document.querySelector("[data-act=redo]").getAttribute("aria-disabled")), "true");
  await player.tool("undo");
  await player.settle();
  assert.equal(await placed(player), "b4", "undo survives the reload");
});

inBrowsers("back leads to the puzzle before, another link in the same tab to its position", async ({ open }) => {
  const page = await open("#n=6");
  const player = new Player(page);
  await player.settle();
  await player.tool("next");
  await player.settle();
  assert.match(await player.text("title"), /7 × 7/);
  await page.goBack();
  await player.settle();
  assert.match(await player.text("title"), /6 × 6/);
  await page.goForward();
  await player.settle();
  assert.match(await player.text("title"), /7 × 7/);
  await page.evaluate(() => (location.hash = "n=5&queens=a1"));
  await player.settle();
  assert.match(await player.text("title"), /5 × 5/);
  assert.equal(await placed(player), "a1");
});

inBrowsers("a shared link brings the position to somebody else", async ({ open, browser, server }) => {
  const context = browser.defaultBrowserContext();
  await context.overridePermissions(new URL(server.url).origin, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  const page = await open("#n=8");
  const player = new Player(page);
  await player.settle();
  await player.click("b4");
  await player.settle();
  await page.bringToFront();
  await page.click("#tab-share");
  await page.click("[data-act=share]");
  await player.settle();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${server.url}#`), link);
  const other = await (await browser.createBrowserContext()).newPage();
  await other.goto(link);
  await other.waitForSelector("#grid [data-at]");
  const guest = new Player(other);
  await guest.settle();
  assert.equal(await placed(guest), "b4");
  await page.bringToFront();
  // A solved puzzle is shared without its solution, as a link or as a text with a link.
  const id = "regions-n4-7F6";
  await page.evaluate((id) => (location.hash = `id=${id}`), id);
  await page.waitForFunction(() => document.getElementById("grid").getAttribute("aria-rowcount") === "4");
  await player.settle();
  // The first click rules out.
  for (const square of ["b4", "d3", "a2", "c1"].flatMap((square) => [square, square])) {
    await player.click(square);
    await player.settle();
  }
  const copied = async (act) => {
    await page.click(`#tools-mode [data-act=${act}]`);
    await player.settle();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied("share"), /#id=regions-n4-7F6&grid=[0-9a-f]{8}-\w+/);
  const lines = (await copied("copy")).split("\n");
  assert.equal(lines.at(-1), `Play it: ${server.url}#id=${id}`);
  assert.match(lines.at(-2), /^(🟩|🟨|🟦){4}$/u);
  assert.doesNotMatch(lines.join(" "), /nqueens play|queens=/);
}, ["chrome"]);

inBrowsers("hostile links are refused in few words, and harm nothing", async ({ open, server }) => {
  const junk = Array.from({ length: 2000 }, (_, i) => "<>&'\"%=;x".charAt((i * 7) % 10)).join("");
  const page = await open("#n=4");
  const player = new Player(page);
  for (const hash of [junk, encodeURIComponent(junk), "n=99999999999", "n=-1", "n=8&queens=zz9", "n=8&queens=b4&queens=d1", "queen=b4", "%ff%fe", "puzzle=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", "id=regions-!!!!"]) {
    await page.goto("about:blank");
    await page.goto(`${server.url}#${hash}`);
    await page.waitForSelector("#grid [data-at]");
    await player.settle();
    const told = await player.text("lines");
    assert.ok(told.length < 500, `${hash.slice(0, 40)}: ${told.length} characters`);
    assert.ok(await player.read(() => document.querySelector("#lines .refusal") !== null), `${hash.slice(0, 40)}: ${told}`);
    assert.equal(await player.read(() => document.querySelector("main img")), null);
  }
});

inBrowsers("without a server it goes on after the first visit, with all kinds", async ({ open, server, trouble }) => {
  const page = await open("#n=6");
  const player = new Player(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForFunction(() => !document.getElementById("offline").hidden);
  await server.stop();
  for (const [hash, title] of [["n=7", /7 × 7/], ["id=regions-KATZ1XF", /regions/], ["puzzle=1.....3.........", /Sudoku/]]) {
    await page.goto("about:blank");
    await page.goto(`${server.url}#${hash}`);
    await page.waitForSelector("#grid [data-at]");
    await player.settle();
    assert.match(await player.text("title"), title);
  }
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  // The service worker asks for a new version of itself, and gets no answer.
  trouble.splice(0, trouble.length, ...trouble.filter((each) => !/ERR_CONNECTION_REFUSED|sw\.js|service worker/i.test(each)));
});

inBrowsers("a new version is taken as a whole when the page is loaded", async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "nqueens-page-"));
  cpSync(PAGE, folder, { recursive: true });
  const server = await serve(folder);
  try {
    const page = await browser.newPage();
    const load = async () => {
      await page.goto(`${server.url}#n=4`);
      // A new version may make the page reload at this moment, which has the same effect.
      await page.reload().catch((error) => assert.match(`${error}`, /Not attached to an active page/));
      await page.waitForSelector("#grid [data-at]");
    };
    /** @param {string} version */
    const shows = (version) => page.waitForFunction((title) => document.querySelector("h1 span")?.textContent === title, {}, version);
    await load();
    await shows("nqueens");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    writeFileSync(join(folder, "index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("<span>nqueens</span>", "<span>newer</span>"));
    writeFileSync(join(folder, "sw.js"), listed(folder));
    await load();
    // The browser asks for a new version only after a while.
    await page.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration.waiting !== null || document.querySelector("h1 span").textContent === "newer";
    });
    await load();
    // The new version is used at the next load at the latest.
    await shows("newer");
    // The old cache is deleted.
    await page.waitForFunction(async () => (await window.caches.keys()).length === 1);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
});

inBrowsers("what was solved in one tab counts in the others", async ({ open }) => {
  const [one, other] = [await open("#n=4"), await open("#n=6")];
  await one.bringToFront();
  const solver = new Player(one);
  await solver.settle();
  await one.evaluate(() => document.querySelector(`#level [data-level="0"]`).click());
  await solver.settle();
  for (const square of ["a2", "b4", "c1", "d3"]) await solver.place(square);
  await other.bringToFront();
  const player = new Player(other);
  await player.settle();
  await player.tool("statistics");
  await player.settle();
  assert.match(await player.text("cover"), /4 × 4 queens\s+Solved\s+1\s/);
});

inBrowsers("two tabs with one game keep both", async ({ open }) => {
  const [one, other] = [await open("#n=6"), await open("#n=6")];
  const [first, second] = [new Player(one), new Player(other)];
  const games = () => first.read(() => Object.keys(localStorage).filter((key) => /game/.test(key)).length);
  for (const [page, player, square] of [[one, first, "b1"], [other, second, "c1"], [one, first, "d2"]]) {
    await page.bringToFront();
    await player.settle();
    await player.click(square);
    await player.settle();
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    await player.settle();
  }
  assert.equal(await games(), 2);
  assert.equal(await placed(first), "b1 d2");
  await other.reload();
  await other.waitForSelector("#grid [data-at]");
  await second.settle();
  assert.equal(await placed(second), "c1", "a reload goes on with the own game");
});

inBrowsers("where nothing can be kept, that is said, and the game goes on", async ({ browser, server }) => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await page.goto(`${server.url}#n=6`);
  await page.waitForSelector("#grid [data-at]");
  const player = new Player(page);
  await player.settle();
  await player.listen();
  await player.click("b1");
  await wait(2000);
  await player.settle();
  assert.equal(await placed(player), "b1");
  assert.match(`${(await player.heard()).join(" ")} ${await player.text("lines")}`, /kept|stor/i);
}, ["chrome"]);

inBrowsers("where the engine does not come, that is said", async ({ browser, server, trouble }) => {
  const page = await browser.newPage();
  await page.setRequestInterception(true);
  page.on("request", (request) => (request.url().endsWith(".wasm") ? request.abort() : request.continue()));
  await page.goto(server.url);
  await page.waitForSelector("#own-word:not([hidden])");
  const player = new Player(page);
  assert.match(await player.text("own-word"), /can't be started/);
  assert.match(await player.said(), /can't be started/);
  trouble.length = 0;
}, ["chrome"]);

inBrowsers("links of before lead to their positions, and to addresses of today", async ({ open }) => {
  const page = await open("?n=8&queens=b4,d1");
  const player = new Player(page);
  await player.settle();
  assert.equal(await placed(player), "b4 d1");
  assert.match(page.url(), /folder\/#n=8&queens=d1,b4$/);
});
