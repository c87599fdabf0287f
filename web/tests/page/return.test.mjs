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

inBrowsers("Back closes a screen, and the name at the top left leads to the menu", async ({ play }) => {
  for (const size of [PHONE, DESK]) {
    const { page, player } = await play("#n=6&queens=b1", size);
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
    await player.fromMenu("Learn to play", "Queens");
    await page.waitForFunction(() => location.hash === "#lesson=queens&step=1");
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
    await player.fromMenu("Open");
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

inBrowsers("after a win the bar of a phone has the buttons of the result, and the replay one row of its own", async ({ play }) => {
  for (const [size, squares] of [[PHONE, ["a2", "b4", "c1", "d3"]], [DESK, ["a1", "b3", "c5", "d2", "e4"]]]) {
    const { page, player } = await play(`#n=${squares.length}`, size);
    for (const square of squares) {
      await player.click(square);
      await player.settle();
    }
    await player.settle(1000);
    const seen = (selector) => player.read((selector) => [...document.querySelectorAll(selector)].filter((button) => button.checkVisibility()).map((button) => [button.dataset.act, Math.round(button.getBoundingClientRect().top), Math.round(button.getBoundingClientRect().bottom)]), selector);
    const acts = async (selector) => (await seen(selector)).map(([act]) => act);
    assert.deepEqual(await acts("#tools-mode button"), ["next", "restart", "share", "copy", "replay", "path"]);
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
    // The replay runs by itself, until a step is chosen.
    await page.waitForFunction((all) => document.querySelectorAll(".picture .sign-placed").length === all, {}, squares.length);
    await page.click("#tools-steps [data-act=step-first]");
    await player.settle(300);
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
    assert.deepEqual((await acts("#tools-mode button")).filter((act) => act.startsWith("step")), [], "the result does not repeat the replay");
    await page.close();
  }
});

inBrowsers("the card of messages has the rules of the cell while it says nothing, and more room in a tall window", async ({ play }) => {
  const { page, player } = await play("#n=6", PHONE);
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

inBrowsers("squares that are blocked from the beginning have a sign of their own", async ({ play }) => {
  const { page, player } = await play("#id=challenge-1A0WXQHA", DESK);
  const count = () => player.read(() => ["barred", "blocked"].map((name) => document.querySelectorAll(`.picture .mark.sign-${name}`).length));
  const [barred, blocked] = await count();
  assert.ok(barred > 0 && blocked === 0, `${barred} ${blocked}`);
  const free = (await player.cells()).find(({ is }) => is.includes("open"));
  await player.click(free.at);
  await player.settle();
  assert.deepEqual(await count(), [barred, 1]);
  assert.match(await player.text("legend"), /blocked from the beginning/);
}, ["chrome"]);

inBrowsers("a resumed game says how far it is, and offers no button", async ({ play }) => {
  const { page, player } = await play("#n=6&queens=b1", PHONE);
  await player.click("d2");
  await player.settle();
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  assert.match(await player.text("lines"), /^Welcome back: 2 of 6 placed(, \d+:\d\d)?\.$/);
}, ["chrome"]);

inBrowsers("each saved game has its buttons on a phone, and those that are not solved come first", async ({ play }) => {
  const { page, player } = await play("#n=5&queens=a1", PHONE);
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

inBrowsers("other kinds of puzzles are among the new games, with pictures", async ({ play }) => {
  const { page, player } = await play("#n=6", PHONE);
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

inBrowsers("a lesson that is loaded again goes on at its step", async ({ play }) => {
  const { page, player } = await play("#n=6", PHONE);
  await player.fromMenu("Learn to play", "Queens");
  await page.waitForFunction(() => location.hash === "#lesson=queens&step=1");
  await player.settle();
  for (const click of [1, 2]) {
    await player.tap("b1");
    await player.settle();
    assert.equal(new URL(page.url()).hash, `#lesson=queens&step=${1 + click}`);
  }
  const seen = async () => [await player.text("lines"), await player.read(() => document.querySelectorAll(".picture .sign-placed").length)];
  const before = await seen();
  assert.match(before[0], /^Lesson, step 3 of 11/);
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  assert.deepEqual(await seen(), before);
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => location.hash === "#n=6");
}, ["chrome"]);

inBrowsers("a hint in a lesson leaves the task of the lesson in sight", async ({ play }) => {
  const { player } = await play("#lesson=queens&step=10", PHONE);
  await player.tool("hint");
  await player.settle();
  const seen = await player.read(() => [...document.querySelectorAll("#lines > *")].filter((line) => line.checkVisibility()).map(({ className }) => className.replace(/.* /, "")));
  assert.deepEqual(seen.filter((about) => /lesson|hint/.test(about)), ["about-lesson", "about-hint"]);
}, ["chrome"]);

inBrowsers("a pasted Sudoku that goes on has no number to choose", async ({ play }) => {
  const { page, player } = await play("#puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79", DESK);
  await player.click(2);
  await player.keys("4");
  await player.settle();
  await player.fromMenu("Continue");
  await page.waitForFunction(() => document.getElementById("cover").hidden);
  assert.equal(await player.read(() => document.getElementById("numbers").checkVisibility()), false);
}, ["chrome"]);

inBrowsers("a grid with too few rows is told its rows", async ({ play }) => {
  const { page, player } = await play("#n=6", DESK);
  await player.fromMenu("Open");
  await page.evaluate(() => (document.getElementById("opened").value = "53..7....\n6..195...\n.98....6.\n8...6...3"));
  await page.click("#opening .main-choice");
  await player.settle();
  assert.match(await player.text("opening-error"), /expected 9 rows of 9 cells, found 4\.$/);
}, ["chrome"]);

inBrowsers("a win is golden unless hints helped, and shows its time and what it achieved", async ({ play }) => {
  const games = [
    [1, PHONE, "alone", ["a2", "b4", "c1", "d3"]],
    [2, DESK, "guided", ["b1", "d2", "f3", "a4", "c5", "e6"]],
    [1, DESK, "helped", ["a1", "b3", "c5", "d2", "e4"]],
  ];
  for (const [level, size, by, squares] of games) {
    const { page, player } = await play(`#n=${squares.length}`, size);
    await player.level(level);
    if (by === "helped") await player.tool("hint");
    for (const square of squares) await player.place(square);
    await player.settle(800);
    const card = await player.read(() => [document.body.dataset.by, getComputedStyle(document.querySelector(".news")).borderTopColor, document.querySelector(".outcome").textContent, ...[...document.querySelectorAll(".badges strong")].map(({ textContent }) => textContent)]);
    assert.equal(card[0], by);
    assert.equal(card[1] === "rgb(224, 165, 38)", by !== "helped", `${card}`);
    assert.match(card[2], { alone: /^\d:\d\d without help$/, guided: /with the guide$/, helped: /with 1 hint$/ }[by]);
    assert.equal(await player.read(() => getComputedStyle(document.querySelector(".outcome"), "::after").content.includes("★")), by === "alone", "the star");
    assert.equal(card.includes("First without help"), by === "alone");
    assert.equal(card.includes("New solution"), true, `${card}`);
    const head = () => player.read(() => ["remaining", "standing", "facts"].map((id) => document.getElementById(id)).filter((element) => element.checkVisibility()).map(({ textContent }) => textContent).join(" "));
    assert.match(await head(), /Solved in \d:\d\d/);
    assert.doesNotMatch(await head(), /remaining/);
    await page.click("[data-act=replay]");
    await player.settle(300);
    assert.match(await head(), /Solved in \d:\d\d/, "in its replay, too");
    assert.equal(await player.read(() => document.querySelector(".outcome")), null);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("the statistics show the days, the daily streak, and each solution found as a board", async ({ browser, server }) => {
  const page = await browser.newPage();
  await page.goto(`${server.url}icon.svg`);
  await page.evaluate(() => {
    const today = Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1440);
    const found = { "4 x 4 queens": { columns: ["bdac"], of: "2" } };
    localStorage.setItem("nqueens/statistics", JSON.stringify({ "4 x 4 queens": { solved: 3 }, days: [today - 5, today - 1, today], history: { [today]: 2, [today - 1]: 1, [today - 400]: 9 }, found }));
  });
  await page.goto(`${server.url}#n=6`);
  await page.waitForSelector("#grid [data-at]");
  const player = new Player(page);
  await player.settle();
  await player.fromMenu("Statistics");
  assert.deepEqual(await player.read(() => [...document.querySelectorAll(".history dd")].map(({ textContent }) => textContent)), ["2", "2", "3", "3"]);
  assert.equal(await player.read(() => document.querySelectorAll(".days-solved .daily").length), 3);
  assert.deepEqual(await player.read(() => [document.querySelectorAll(".boards svg").length, document.querySelectorAll(".boards circle").length, document.querySelectorAll(".boards i").length]), [1, 4, 1]);
  await page.close();
}, ["chrome"]);

inBrowsers("menus have pictures of the sizes, and use the width of a large screen", async ({ play }) => {
  const { page, player } = await play("#n=6", DESK);
  await player.fromMenu("New game", "N-Queens");
  const pictures = await player.read(() => [...document.querySelectorAll("#cover [data-choice]")].map((choice) => choice.querySelectorAll(".thumbnail").length));
  assert.ok(pictures.length > 8 && pictures.every((number) => number === 1), `${pictures}`);
  for (const width of [1440, 2560]) {
    await page.setViewport({ width, height: 1440 });
    await player.settle();
    const cover = await player.read(() => document.getElementById("cover").getBoundingClientRect().width);
    assert.ok(cover > 0.6 * width, `${cover} of ${width}`);
  }
}, ["chrome"]);

inBrowsers("on a phone a hint is read whole, a closed screen leaves no tap for the bar, and a complete digit is quiet", async ({ play }) => {
  const { page, player } = await play("#puzzle=4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", PHONE);
  await player.level(2);
  for (let hints = 0; hints < 2; hints += 1) {
    await player.tool("hint");
    await player.settle();
  }
  const [shown, whole] = await player.read(() => [document.getElementById("lines").clientHeight, document.getElementById("lines").scrollHeight]);
  assert.ok(whole <= shown + 1 && (await player.text("lines")).length > 100, `${whole} of ${shown}`);
  await player.tool("hint");
  await player.settle();
  const before = page.url();
  const { x, y } = await player.read(() => {
    const { left, top, width, height } = document.querySelector("#tools-steps [data-act=cancel]").getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.touchscreen.tap(x, y);
  await page.waitForFunction(() => document.querySelector("#tools-main").checkVisibility());
  await page.touchscreen.tap(x, y);
  await player.settle();
  assert.deepEqual([page.url(), await player.read(() => document.querySelector("#tools-main [aria-pressed=true]")?.dataset.act ?? null)], [before, null]);
  await page.evaluate(() => (location.hash = "#puzzle=534678912672195348198342567859761423426853791713924856961537284287419635345286..."));
  await page.waitForFunction(() => /1 of 3|0 of 3/.test(document.getElementById("standing").textContent));
  await player.settle();
  await player.tap(78);
  await player.settle();
  await page.tap("[data-act=value-1]");
  await player.settle();
  const border = (value) => player.read((value) => getComputedStyle(document.querySelector(`[data-act=value-${value}]`)).borderColor, value);
  assert.equal(await border(1), await border(2));
}, ["chrome"]);

inBrowsers("a diagram is seen whole on a desktop", async ({ play }) => {
  const { player } = await play("#n=5", DESK);
  await player.tool("diagram");
  await player.settle(500);
  const [drawing, scroll] = await player.read(() => ["#diagram .nodes", "#diagram .scroll"].map((name) => document.querySelector(name).getBoundingClientRect()).map(({ top, bottom, height }) => ({ top, bottom, height })));
  assert.ok(drawing.bottom <= scroll.bottom + 1 && drawing.bottom <= 900, JSON.stringify([drawing, scroll]));
}, ["chrome"]);

inBrowsers("the button Reason shows the reason of a hint and puts it away", async ({ play }) => {
  const { page, player } = await play("#n=8", DESK);
  for (let hints = 0; hints < 2; hints += 1) {
    await page.click("#tools-main [data-act=hint]");
    await player.settle();
  }
  const before = await player.text("lines");
  for (const isOn of [true, false, true]) {
    await page.click("#tools-main [data-act=hint]");
    await player.settle();
    assert.equal(await player.read(() => document.querySelector("#tools-main [data-act=hint]").getAttribute("aria-pressed")), String(isOn));
    assert.equal((await player.text("lines")) === before, !isOn);
  }
}, ["chrome"]);
