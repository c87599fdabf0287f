// Defects that reviewers of the page have seen, one after the other. Each test fails on the page as they saw it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const file = (name) => `#puzzle=${encodeURIComponent(readFileSync(new URL(`../../../examples/puzzles/${name}`, import.meta.url), "utf8"))}`;
const SUDOKU = "#puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/** The solution of a Sudoku of 16 x 16, a pattern, of which the puzzle has every third value. */
const SOLUTION = Array.from({ length: 256 }, (_, at) => "123456789ABCDEFG"[(4 * (Math.floor(at / 16) % 4) + Math.floor(at / 64) + (at % 16)) % 16]);
const LARGE = `#puzzle=${SOLUTION.map((value, at) => (at % 3 ? "." : value)).join("")}`;
const PHONE = { width: 390, height: 844, hasTouch: true };

/** Opens a puzzle whose jobs have ended. */
async function opened(open, address, size) {
  const page = await open(address, size);
  const player = new Player(page);
  await player.settle();
  return { page, player };
}

const placed = async (player) => (await player.cells()).filter(({ is }) => is.includes("placed")).length;

inBrowsers("the button of a hint is for a hint alone, not for the next question of the game", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8&queens=b4");
  const labels = () => player.read(() => [...document.querySelectorAll("#asked button, #tools-main button, #tools-mode button")].filter((button) => button.checkVisibility()).map((button) => button.querySelector("span").textContent));
  for (const act of ["hint", "hint"]) {
    await player.tool(act);
    await player.settle();
  }
  await player.tool("solutions");
  await player.settle();
  assert.ok(!(await labels()).some((label) => /hint says/i.test(label)), `${await labels()}`);
  assert.equal(await placed(player), 1, "no queen is placed");
  await page.close();
});

inBrowsers("in a Sudoku of 16 x 16 letters are values, and none is a command", async ({ open }) => {
  const { player } = await opened(open, LARGE);
  const at = SOLUTION.findIndex((value, at) => at % 3 && /[A-G]/.test(value));
  await player.click(at);
  await player.settle();
  await player.keys(SOLUTION[at].toLowerCase());
  await player.settle();
  assert.equal((await player.cells())[at].text, SOLUTION[at]);
  const filled = async () => (await player.cells()).filter(({ text }) => text).length;
  const before = await filled();
  await player.keys("ArrowRight", "c");
  await player.settle();
  assert.ok((await filled()) >= before, "the grid is not cleared");
});

inBrowsers("a prompt ends with a click on the board, and leaves the digits to it", async ({ open }) => {
  const { player } = await opened(open, SUDOKU);
  await player.focusBoard();
  await player.keys("g");
  await player.settle();
  assert.ok(await player.read(() => !document.getElementById("typing").hidden), "the prompt");
  const free = (await player.cells()).find(({ text }) => !text);
  await player.click(free.at);
  await player.settle();
  assert.ok(await player.read(() => document.getElementById("typing").hidden), "the prompt is gone");
  await player.keys("4");
  await player.settle();
  assert.equal((await player.cells()).find(({ at }) => at === free.at).text, "4");
});

inBrowsers("keys work after a click on a button, and before any click", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8&queens=b4");
  await page.click('#tools-main [data-act="hint"]');
  await player.settle();
  await player.keys("u");
  await player.settle();
  assert.equal(await placed(player), 0, "u undoes");
  await player.keys("ArrowUp", "Enter");
  await player.settle();
  assert.equal(await placed(player), 1, "an arrow leads back to the board");
  const other = await opened(open, "#n=7&queens=b4");
  await other.player.keys("u");
  await other.player.settle();
  assert.equal(await placed(other.player), 0, "u undoes on a fresh page");
  // A field keeps its keys.
  await other.page.focus("#number-typed, #number");
  await other.player.keys("u");
  assert.equal(await placed(other.player), 0);
});

inBrowsers("a list and a configurator fit the window", async ({ open }) => {
  for (const name of ["seating-plan.toml", "map-colouring.toml"]) {
    const { page, player } = await opened(open, file(name));
    const height = await player.read(() => document.documentElement.scrollHeight);
    assert.ok(height < 2000, `${name}: ${height}`);
    assert.equal(await player.read(() => document.getElementById("map").checkVisibility()), false, `${name} needs no map`);
    await page.close();
  }
  const page = await open("#n=4");
  await page.evaluate((hash) => (location.hash = hash), file("camper-van.toml"));
  await page.waitForSelector("#options [data-line]");
  const [list, map] = await page.evaluate(() => [document.getElementById("options").getBoundingClientRect().height, document.getElementById("map").checkVisibility()]);
  assert.ok(list < 900 && !map, `${list}`);
});

inBrowsers("on a phone the way out of an explanation is in sight", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8&queens=b4,d1", PHONE);
  await player.click("f6");
  await player.settle();
  await player.tool("why");
  await player.settle();
  const isSeen = () => player.read(() => {
    const button = document.querySelector('#tools-steps [data-act="cancel"]');
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const isOnTop = button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    return isOnTop && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
  });
  assert.ok(await isSeen());
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  assert.ok(await isSeen(), "when the page is scrolled, too");
  await page.click('#tools-steps [data-act="cancel"]');
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "play");
});

inBrowsers("a file of a Star Battle opens with two stars a region", async ({ open }) => {
  const { player } = await opened(open, file("star-battle.toml"));
  assert.match(await player.text("title"), /Star Battle/);
  assert.match(await player.text("lines"), /Two stars in every row, column and region/);
});

inBrowsers("a value clicked right after a cell goes to that cell", async ({ open }) => {
  const { page, player } = await opened(open, SUDOKU);
  const free = (await player.cells()).filter(({ text }) => !text).slice(0, 4);
  for (const { at } of free) {
    // No time passes between the two clicks.
    await player.read((at) => {
      document.querySelector(`#grid [data-at="${at}"]`).click();
      document.querySelector('#keypad [data-act="value-1"]').click();
    }, at);
    await player.settle();
    const [told, filled] = [await player.text("lines"), (await player.cells()).find((cell) => cell.at === at).text];
    const name = `r${Math.floor(at / 9) + 1}c${(at % 9) + 1}`;
    assert.ok(filled === "1" || told.includes(name), `${name}: ${told}`);
  }
  await page.close();
});

inBrowsers("a hint counts once", async ({ open }) => {
  const { player } = await opened(open, "#n=4");
  // With less help, and from the start, only hints count.
  await player.level(0);
  await player.tool("restart");
  await player.settle();
  const used = async () => Number(/(\d+) hint/.exec(await player.text("lines"))?.[1] ?? 0);
  await player.tool("hint");
  await player.settle();
  const squares = ["a2", "b4", "c1", "d3"];
  for (const square of squares) await player.place(square);
  assert.ok(await player.isSolved());
  assert.equal(await used(), 1, await player.text("lines"));
});

inBrowsers("a file that can't be read is told with its line and the reason", async ({ open }) => {
  const { player } = await opened(open, "#n=6");
  await player.read(() => {
    const data = new DataTransfer();
    data.items.add(new File(['title = "Broken"\nkind = [unclosed\n'], "broken.toml"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await player.page.waitForSelector("#lines .refusal");
  assert.match(await player.text("lines"), /line 2/);
});

inBrowsers("paper has the rules", async ({ open, name }) => {
  const { page, player } = await opened(open, SUDOKU);
  // Firefox can't emulate paper, so the style is read.
  if (name === "chrome") {
    await page.emulateMediaType("print");
    assert.notEqual(await player.read(() => getComputedStyle(document.getElementById("printed")).display), "none");
  } else {
    const isPrinted = () => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).some((rule) => rule.media?.mediaText === "print" && /\.printed/.test(rule.cssText));
    assert.ok(await player.read(isPrinted));
  }
  assert.match(await player.read(() => document.getElementById("printed").textContent), /block/);
});

inBrowsers("names of buttons are words, and keys are told apart from them", async ({ open }) => {
  const { player } = await opened(open, "#n=8");
  const buttons = await player.read(() => [...document.querySelectorAll(".buttons [data-act]")].map((button) => [
    [...button.children].filter((child) => child.getAttribute("aria-hidden") !== "true").map((child) => child.textContent).join(""),
    button.getAttribute("aria-keyshortcuts"),
  ]));
  assert.ok(buttons.length > 12);
  // The key is no part of the name: "Undo", not "Undou".
  for (const [label, key] of buttons) assert.match(label, /^[A-Z][a-z]+( [A-Za-z()-]+)*[?]?$/, `${label} ${key}`);
  const undo = buttons.find(([label]) => label === "Undo");
  assert.deepEqual(undo, ["Undo", "u"]);
});

inBrowsers("the notice of playing offline moves nothing", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8", PHONE);
  const tops = () => player.read(() => ["board", "lines", "level"].map((id) => document.getElementById(id).getBoundingClientRect().top));
  const before = await tops();
  await page.waitForFunction(() => !document.getElementById("offline").hidden);
  assert.deepEqual(await tops(), before);
});
