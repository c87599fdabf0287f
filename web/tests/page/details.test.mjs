// The words and screens that depend on the device and the puzzle: fingers instead of keys, rules in the help and on paper,
// switches, the result, the start screen.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true, isMobile: true };

inBrowsers("on a phone no message speaks of keys", async ({ open }) => {
  for (const [n, size, told] of [[7, undefined, /Press u to undo\./], [8, PHONE, /Tap Undo\./]]) {
    const page = await open(`#n=${n}&queens=b4`, size);
    const player = new Player(page);
    await player.settle();
    assert.match(await player.text("lines"), told);
    assert.match(await player.said(), told);
    await player.tool("hint");
    await player.settle();
    await player.tool("pause");
    await player.settle();
    const all = `${await player.text("cover")} ${await player.text("lines")} ${await player.said()}`;
    assert.equal(/Press /.test(all), !size, all);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("the help begins with the rules of the puzzle, which are on paper, too", async ({ open }) => {
  for (const [address, rule] of [["#n=6", /queen/i], ["#puzzle=1.....3.........", /block/i]]) {
    const page = await open(address);
    const player = new Player(page);
    await player.settle();
    await page.click("#ask-help");
    const first = await player.read(() => document.querySelector("#help ul, #help table, #help label").innerText);
    assert.match(first, rule);
    await page.keyboard.press("Escape");
    const seen = () => player.read(() => [getComputedStyle(document.getElementById("printed")).display, document.getElementById("printed").textContent]);
    assert.equal((await seen())[0], "none");
    await page.emulateMediaType("print");
    const [display, text] = await seen();
    assert.notEqual(display, "none");
    assert.match(text, rule);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("a setting with two states is a switch", async ({ open }) => {
  const page = await open("#n=6");
  const player = new Player(page);
  await player.settle();
  await page.click("#ask-help");
  const clock = () => [...document.querySelectorAll("#settings label")].find((label) => /Clock/.test(label.textContent)).querySelector("[role=switch]");
  assert.equal(await player.read(`(${clock})().checked`), true);
  await player.read(`(${clock})().click()`);
  await player.settle();
  assert.equal(await player.read(`(${clock})().checked`), false);
  assert.equal(await player.text("facts"), "");
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  assert.equal(await player.read(`(${clock})().checked`), false, "it is kept");
}, ["chrome"]);

inBrowsers("the start screen names the day, and offers to continue only where a game is", async ({ open }) => {
  const page = await open("#n=6");
  const player = new Player(page);
  await player.settle();
  const labels = () => player.read(() => [...document.querySelectorAll("#cover .label")].filter((label) => label.checkVisibility()).map((label) => label.textContent));
  await page.click("#ask-menu");
  await player.settle();
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format(new Date());
  assert.ok((await player.text("cover")).toLowerCase().includes(day.toLowerCase()));
  assert.ok(!(await labels()).includes("Continue"));
  // The arrow keys skip the hidden choice, in both directions.
  const reached = new Set();
  for (const key of [..."ddddddd", ..."uuuuuuu"]) {
    await player.keys(key === "d" ? "ArrowDown" : "ArrowUp");
    await player.settle();
    const focused = await player.read(() => [document.activeElement.dataset.choice !== undefined, document.activeElement.checkVisibility(), document.activeElement.textContent]);
    assert.deepEqual(focused.slice(0, 2), [true, true], focused[2]);
    reached.add(focused[2]);
  }
  assert.ok(reached.size > 5);
  await player.keys("Escape");
  await player.settle();
  await player.click("b1");
  await player.settle();
  await page.click("#ask-menu");
  // The list of choices comes once the game is saved.
  await page.waitForFunction(() => [...document.querySelectorAll("#cover .label")].some(({ textContent }) => textContent === "Continue"));
}, ["chrome"]);

inBrowsers("the result offers to share it, and has golden queens without help", async ({ open }) => {
  const page = await open("#n=4", PHONE);
  const player = new Player(page);
  await player.settle();
  await player.level(1);
  for (const square of ["a2", "b4", "c1", "d3"]) await player.place(square);
  assert.ok(await player.isSolved());
  assert.ok(await player.read(() => document.querySelector("#tools-mode [data-act=copy]").checkVisibility()));
  assert.equal(await player.read(() => getComputedStyle(document.querySelector(".picture .sign-placed")).fill), "rgb(224, 165, 38)");
}, ["chrome"]);

inBrowsers("the statistics show the last half year, and the calendar whole months", async ({ browser, server }) => {
  const page = await browser.newPage();
  await page.goto(`${server.url}icon.svg`);
  await page.evaluate(() => {
    const today = Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1440);
    const record = { solved: 5, alone: 3, streak: 1, longest: 2, best: 61_000, times: [61_000, 90_000] };
    const history = { [today]: 2, [today - 3]: 1, [today - 155]: 4, [today - 190]: 9 };
    localStorage.setItem("nqueens/statistics", JSON.stringify({ days: [today], history, "8 x 8 queens": record }));
  });
  await page.goto(`${server.url}#n=6`);
  await page.waitForSelector("#grid [data-at]");
  const player = new Player(page);
  await player.settle();
  await player.tool("menu");
  await player.settle();
  await player.choose("Statistics");
  await player.settle();
  const squares = await page.evaluate(() => [...document.querySelectorAll(".history rect")].map((square) => square.getAttribute("class")));
  assert.ok(squares.length > 25 * 7 && squares.length <= 26 * 7);
  assert.deepEqual(squares.filter((name) => name !== "solved-0"), ["solved-3", "solved-1", "daily"]);
  assert.equal(await page.evaluate(() => document.querySelector(".days-solved").getAttribute("aria-label")), "7 solved on 3 days of 26 weeks");
  await page.click("#ask-menu");
  await player.settle();
  await player.choose("Calendar");
  await player.settle();
  const months = await page.evaluate(() => [...document.querySelectorAll(".months section")].map((month) => {
    const first = [...month.querySelectorAll(".days li:not(.weekday)")];
    return [month.querySelector("h3").firstChild.textContent, first.length, first[0].style.gridColumnStart];
  }));
  for (const [name, days, column] of months) {
    const begin = new Date(`1 ${name}`);
    assert.equal(days, new Date(begin.getFullYear(), begin.getMonth() + 1, 0).getDate(), name);
    assert.equal(column, String(((begin.getDay() + 6) % 7) + 1), name);
  }
  assert.match(await page.evaluate(() => document.querySelector(".months h3").textContent), / · 1 solved$/);
  await page.close();
}, ["chrome"]);

inBrowsers("the settings are in groups, fit the smallest phone, and keep the focus", async ({ open }) => {
  const page = await open("#n=6", { width: 320, height: 640 });
  const player = new Player(page);
  await player.settle();
  await page.click("#ask-help");
  const cut = await page.evaluate(() => [...document.querySelectorAll("#settings *")].filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1).map((part) => part.outerHTML));
  assert.deepEqual(cut, []);
  assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("#settings legend")].map((title) => title.textContent)), ["Game", "Page"]);
  await page.focus("#settings [name=looks]:checked");
  await player.keys("ArrowRight");
  await player.settle();
  assert.deepEqual(await page.evaluate(() => [document.activeElement.value, document.documentElement.dataset.looks]), ["light", "light"]);
  await page.click("#settings [name=clock]");
  await player.settle();
  assert.ok(!(await page.evaluate(() => document.querySelector("#settings [name=clock]").checked)));
});
