// Coming and going: the front page of a later visit, Back and the name at the top left, and the buttons of a solved puzzle.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true };
const DESK = { width: 1440, height: 900 };
const isCovered = () => !document.getElementById("cover").hidden;

inBrowsers("a visit after a solved puzzle, or on a later day, begins with the puzzles of the day", async ({ browser, server }) => {
  const page = await browser.newPage();
  const player = new Player(page);
  const visit = async (address, shown) => {
    await page.goto("about:blank");
    await page.goto(server.url + address);
    await page.waitForSelector(shown);
    await player.settle();
  };
  await visit("#n=4&queens=b1,d2,a3", "#grid [data-at]");
  await visit("", "#grid [data-at]");
  assert.equal(await page.evaluate(isCovered), false, "the game goes on");
  await player.click("c4");
  await player.settle();
  assert.ok(await player.isSolved());
  await visit("", ".cards");
  // Before the engine has answered, the choices of the day have their places.
  await page.waitForFunction(() => document.querySelectorAll("[data-choice]").length > 8);
  assert.deepEqual(await page.evaluate(() => [document.querySelector("#cover h2").textContent, document.querySelectorAll(".cards .label").length]), ["What to play", 3]);
  assert.match(await page.evaluate(() => document.querySelector("#cover h3").textContent), /^Today · /);
  await page.click("#tools-mode [data-act=cancel]");
  await player.settle();
  assert.equal(await page.evaluate(isCovered), false, "the solved game is behind it");
  // A daily puzzle of an earlier day.
  await visit("#n=6&queens=b1,d2", "#grid [data-at]");
  await player.click("f3");
  await player.settle();
  const onDay = await page.evaluateOnNewDocument(() => localStorage.setItem("nqueens-last", new Date(Date.now() - 86_400_000).toDateString()));
  await visit("", ".cards");
  await page.waitForFunction(isCovered);
  await page.removeScriptToEvaluateOnNewDocument(onDay.identifier);
  await page.evaluateOnNewDocument(() => localStorage.setItem("nqueens-last", new Date().toDateString()));
  await visit("", "#grid [data-at]");
  assert.equal(await page.evaluate(isCovered), false, "today's puzzle goes on");
  await page.close();
}, ["chrome"]);

inBrowsers("Back closes a screen, and the name at the top left leads to the menu", async ({ open }) => {
  for (const size of [PHONE, DESK]) {
    const page = await open("#n=6&queens=b1", size);
    const player = new Player(page);
    await player.settle();
    const title = () => page.evaluate(() => (document.getElementById("cover").hidden ? "" : document.querySelector("#cover h2").textContent));
    const back = async () => {
      await page.evaluate(() => history.back());
      await player.settle(250);
    };
    await page.click("#home");
    await player.settle(250);
    assert.equal(await title(), "What to play");
    await player.choose("New game");
    await player.settle(250);
    assert.equal(await title(), "New game");
    await back();
    assert.equal(await title(), "What to play", "Back leaves the list");
    await player.choose("Statistics");
    await player.settle(250);
    await page.click("#home");
    await player.settle(250);
    assert.equal(await title(), "What to play", "the name leads home");
    await back();
    assert.deepEqual([await title(), new URL(page.url()).hash], ["", "#n=6&queens=b1"], "Back leaves the menu");
    await page.click("#ask-help");
    await player.settle(250);
    await back();
    assert.equal(await page.evaluate(() => document.getElementById("help").open), false, "Back closes the help");
    // A screen that is closed by its button leaves no entry.
    const entries = await page.evaluate(() => history.length);
    await page.click("#ask-menu");
    await player.settle(250);
    await page.click("#ask-menu");
    await player.settle(250);
    assert.deepEqual(await page.evaluate(() => [history.state, history.length]), [null, entries]);
    // A chosen puzzle takes the place of the menu.
    await page.click("#ask-menu");
    await player.settle(250);
    await player.choose("Learn to play");
    await player.settle(250);
    await player.choose("Queens");
    await page.waitForFunction(() => location.hash === "#n=5");
    await player.settle(250);
    await back();
    await page.waitForFunction(() => document.getElementById("grid").getAttribute("aria-rowcount") === "6");
    await player.settle(250);
    assert.deepEqual([await title(), new URL(page.url()).hash], ["", "#n=6&queens=b1"]);
    // A page loaded again on the entry of a screen shows the game, and leaves the entry.
    await page.click("#ask-menu");
    await player.settle(250);
    await page.reload();
    await page.waitForSelector("#grid [data-at]");
    await page.waitForFunction(() => history.state === null);
    await player.settle(250);
    assert.deepEqual([await title(), new URL(page.url()).hash], ["", "#n=6&queens=b1"]);
    await page.close();
  }
});

inBrowsers("Enter ends the rows of a grid that is typed, and opens an ID", async ({ open }) => {
  const page = await open("#n=6", DESK);
  const player = new Player(page);
  const ask = async () => {
    await player.settle();
    await page.click("#ask-menu");
    await player.settle();
    await player.choose("Open");
    await player.settle();
  };
  await ask();
  for (const row of ["AABB", "AABB", "CCDD"]) {
    await page.keyboard.type(row);
    await player.keys("Enter");
  }
  await page.keyboard.type("CCDD");
  assert.equal(await page.evaluate(() => document.getElementById("opened").value), "AABB\nAABB\nCCDD\nCCDD");
  await page.keyboard.down("Control");
  await player.keys("Enter");
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.getElementById("grid").getAttribute("aria-rowcount") === "4");
  await ask();
  await page.keyboard.type("regions-KATZ1XF");
  await player.keys("Enter");
  await page.waitForFunction(() => document.getElementById("grid").getAttribute("aria-rowcount") === "8");
});

inBrowsers("after a win the bar of a phone has the buttons of the result, and the replay one row of its own", async ({ open }) => {
  for (const [size, squares] of [[PHONE, ["a2", "b4", "c1", "d3"]], [DESK, ["a1", "b3", "c5", "d2", "e4"]]]) {
    const page = await open(`#n=${squares.length}`, size);
    const player = new Player(page);
    await player.settle();
    for (const square of squares) {
      await player.click(square);
      await player.settle();
    }
    await player.settle(1000);
    const seen = (selector) => player.read((selector) => [...document.querySelectorAll(selector)].filter((button) => button.checkVisibility()).map((button) => [button.dataset.act, Math.round(button.getBoundingClientRect().top), Math.round(button.getBoundingClientRect().bottom)]), selector);
    const acts = async (selector) => (await seen(selector)).map(([act]) => act);
    assert.deepEqual(await acts("#tools-mode button"), ["next", "share", "copy", "replay", "more"]);
    if (size === PHONE) {
      assert.deepEqual(await acts("#tools-main button"), []);
      for (const [act, , bottom] of await seen("#tools-mode button")) assert.ok(bottom <= 844, act);
    }
    await page.click("[data-act=replay]");
    await player.settle(300);
    const row = await seen("#tools-steps button");
    assert.deepEqual(row.map(([act]) => act).sort(), ["cancel", "step-first", "step-last", "step-next", "step-previous"]);
    assert.equal(new Set(row.map(([, top]) => top)).size, 1, "one row");
    const queens = () => player.read(() => document.querySelectorAll(".picture .sign-placed").length);
    assert.equal(await queens(), 0);
    await page.click("#tools-steps [data-act=step-next]");
    await player.settle(300);
    assert.equal(await queens(), 1);
    await page.click("#tools-steps [data-act=step-last]");
    await player.settle(300);
    assert.equal(await queens(), squares.length);
    await page.click("#tools-steps [data-act=cancel]");
    await player.settle(300);
    assert.deepEqual(await acts("#tools-steps button"), []);
    await page.click("[data-act=more]");
    assert.deepEqual((await acts("#tools-mode button")).slice(5).filter((act) => act.startsWith("step")), [], "More does not repeat the replay");
    await page.close();
  }
});

inBrowsers("the card of messages has the rules of the cell while it says nothing, and more room in a tall window", async ({ open }) => {
  const page = await open("#n=6", PHONE);
  const player = new Player(page);
  await player.settle();
  const height = () => player.read(() => document.querySelector(".news").getBoundingClientRect().height);
  const rules = () => player.read(() => document.getElementById("rules").checkVisibility());
  const before = await height();
  assert.equal(await rules(), false, "the task has the card");
  await player.click("b1");
  await player.settle();
  assert.ok(await rules());
  assert.equal(await height(), before);
  await page.setViewport(DESK);
  await player.settle();
  assert.ok((await height()) >= 300, `${await height()}`);
}, ["chrome"]);

inBrowsers("squares that are blocked from the beginning have a sign of their own", async ({ open }) => {
  const page = await open("#id=challenge-1A0WXQHA", DESK);
  const player = new Player(page);
  await player.settle();
  const count = () => player.read(() => ["barred", "blocked"].map((name) => document.querySelectorAll(`.picture .mark.sign-${name}`).length));
  const [barred, blocked] = await count();
  assert.ok(barred > 0 && blocked === 0, `${barred} ${blocked}`);
  const free = (await player.cells()).find(({ is }) => is.includes("open"));
  await player.click(free.at);
  await player.settle();
  assert.deepEqual(await count(), [barred, 1]);
  assert.match(await player.text("legend"), /blocked from the beginning/);
}, ["chrome"]);

inBrowsers("a resumed game says how far it is, and offers no button", async ({ open }) => {
  const page = await open("#n=6&queens=b1", PHONE);
  const player = new Player(page);
  await player.settle();
  await player.click("d2");
  await player.settle();
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  assert.match(await player.text("lines"), /^Welcome back: 2 of 6 placed(, \d+:\d\d)?\.$/);
}, ["chrome"]);

inBrowsers("each saved game has its buttons on a phone, and those that are not solved come first", async ({ open }) => {
  const page = await open("#n=5&queens=a1", PHONE);
  const player = new Player(page);
  await player.settle();
  await player.click("b3");
  await player.settle();
  await page.evaluate(() => (location.hash = "#n=4&queens=b1,d2,a3"));
  await page.waitForFunction(() => document.getElementById("grid").getAttribute("aria-rowcount") === "4");
  await player.settle();
  await player.click("c4");
  await player.settle();
  await page.click("#ask-menu");
  await player.settle();
  assert.equal(await player.read(() => [...document.querySelectorAll("[data-choice]")].find((choice) => /^Continue/.test(choice.textContent)).checkVisibility()), true);
  await player.choose("Saved games");
  await player.settle();
  const labels = () => player.read(() => [...document.querySelectorAll(".saved-row .label")].map((label) => label.textContent));
  assert.deepEqual(await labels(), ["5 × 5 queens", "4 × 4 queens"]);
  assert.equal(await player.read(() => document.querySelector("#tools-mode [data-act=delete]").checkVisibility()), false);
  const row = ".saved-row:last-child";
  await page.tap(`${row} > button:nth-child(2)`);
  await page.tap(`${row} > button:nth-child(4)`);
  await player.settle();
  assert.deepEqual(await labels(), ["5 × 5 queens"]);
}, ["chrome"]);

inBrowsers("other kinds of puzzles are among the new games, with pictures", async ({ open }) => {
  const page = await open("#n=6", PHONE);
  const player = new Player(page);
  await player.settle();
  await page.click("#ask-menu");
  await player.settle();
  const pictures = () => player.read(() => [...document.querySelectorAll(".kinds li")].map((kind) => kind.querySelectorAll(".thumbnail").length));
  await player.choose("New game");
  await player.settle();
  await player.choose("More kinds");
  await player.settle();
  const all = await pictures();
  assert.ok(all.length >= 10 && all.every((number) => number === 1), `${all}`);
  await player.choose("Tents");
  await page.waitForFunction(() => document.getElementById("cover").hidden);
}, ["chrome"]);
