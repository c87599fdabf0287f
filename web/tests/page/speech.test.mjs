// Screen readers: every step, solution, hint and problem is announced, and the focus is never lost.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

inBrowsers("a whole explanation is announced, step by step", async ({ open }) => {
  const page = await open("#n=6&queens=b1");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  await player.keys("g");
  await page.waitForSelector("#typing:not([hidden])");
  await page.keyboard.type("f2");
  await player.keys("Enter");
  await player.settle();
  assert.match(await player.focused(), /^f2/, "the focus is on the square that was gone to");
  await player.listen();
  await player.keys("w");
  await player.settle();
  for (let step = 0; step < 6; step += 1) {
    await player.keys("ArrowRight");
    await player.settle(60);
  }
  const heard = (await player.heard()).join("\n");
  const told = [
    /f2 is dead because of the queen on b1\./,
    /Suppose a queen on f2\./,
    /Then file d has only d5 and d6 left, and neither works: d1 and d3 are attacked by b1; d2 and d4 by f2\./,
    /If the queen of file d is on d5:/,
    /Then file e has no square left: e1 and e4 are attacked by b1; e2 and e3 by f2; e5 and e6 by d5\./,
    /If the queen of file d is on d6:/,
    /So f2 must be empty\./,
  ];
  let from = 0;
  for (const each of told) {
    const found = heard.slice(from).search(each);
    assert.ok(found >= 0, `${each} is not heard, in order, in:\n${heard}`);
    from += found;
  }
  assert.equal((await player.heard()).length, 7, `once each:\n${heard}`);
});

inBrowsers("solutions, hints, refusals and marks are announced", async ({ open }) => {
  const page = await open("#n=6&queens=b1");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  for (const [keys, heard] of [
    [["i"], /tightest|possible|queen/],
    [["i"], /[a-f][1-6]/],
    [["Enter"], /attacked|dead|placed/i],
    [["x"], /ruled out/i],
    [["s"], /solution/i],
    [["Escape"], null],
    [["u"], /undid|nothing/i],
  ]) {
    await player.listen();
    await player.keys(...keys);
    await player.settle();
    if (heard) assert.match((await player.heard()).join(" "), heard, keys.join());
  }
});

inBrowsers("leafing through the solutions says each", async ({ open }) => {
  const page = await open("#n=8&queens=b4");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  await player.keys("s");
  await player.settle();
  await player.listen();
  for (let i = 0; i < 4; i += 1) {
    await player.keys("ArrowRight");
    await player.settle(60);
  }
  const heard = await player.heard();
  assert.equal(new Set(heard).size, 4, heard.join("\n"));
  assert.equal(await player.text("browse-total"), "/ 8");
});

inBrowsers("the focus is never on nothing", async ({ open }) => {
  const page = await open("#n=8&queens=b4,d1");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  const isKept = async (what) => {
    await player.settle();
    assert.notEqual(await player.focused(), "body", what);
  };
  const press = async (selector) => {
    await page.waitForSelector(selector, { visible: true });
    await page.evaluate((selector) => document.querySelector(selector).focus(), selector);
    await page.keyboard.press("Enter");
    await isKept(selector);
  };
  await press("[data-act=undo]");
  await press("[data-act=undo]");
  await press("[data-act=undo]");
  await page.evaluate(() => document.querySelector("#grid [data-at='0']").focus());
  await isKept("a square");
  await player.keys("+");
  await isKept("another board");
  await press("#ask-menu");
  await player.keys("ArrowDown");
  await isKept("another choice");
  await player.keys("Escape");
  await isKept("out of the menu");
  await player.keys("?");
  await page.waitForSelector("#help[open]");
  await player.keys("Escape");
  await isKept("out of the help");
  await page.goto(`${page.url().split("#")[0]}#n=6&queens=b1`);
  await player.settle();
  await player.focusBoard();
  await player.keys("w");
  await player.settle();
  await press("#steps li:last-child button");
  await press("[data-act=cancel]");
});

inBrowsers("the board is a grid with one stop for the Tab key, and before it has the focus keys work, but Space", async ({ open }) => {
  const page = await open("#n=8&queens=b4", { width: 1280, height: 420 });
  const player = new Player(page);
  await player.settle();
  const shape = await page.evaluate(() => [
    document.querySelectorAll("[role=grid] > [role=row]").length,
    document.querySelectorAll("[role=row] > [role=gridcell]").length,
    document.querySelectorAll("[role=gridcell][tabindex='0']").length,
  ]);
  assert.deepEqual(shape, [8, 64, 1]);
  const before = (await player.cells()).map(({ is }) => is.join(" ")).join();
  await player.keys(" ");
  await player.settle();
  assert.equal((await player.cells()).map(({ is }) => is.join(" ")).join(), before, "Space places nothing on a fresh page");
  await player.keys("w");
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "why");
  await player.keys("Escape");
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "play");
  assert.equal((await player.cells()).map(({ is }) => is.join(" ")).join(), before);
  for (const name of ["b4", "b5", "a1", "d1"]) assert.match((await player.cell(name)).label, /queen|attacked by b4|dead|open, \d+ solutions/);
  // Tab through the whole page: the board has one stop.
  let inBoard = 0;
  for (let i = 0; i < 40; i += 1) {
    await player.keys("Tab");
    inBoard += await page.evaluate(() => Number(document.activeElement.closest("#grid") !== null));
  }
  assert.ok(inBoard >= 1 && inBoard <= 2, `${inBoard}`);
});

inBrowsers("a held key does not place and take by turns; single letters can be switched off", async ({ open }) => {
  const page = await open("#n=8");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  await page.keyboard.down("Enter");
  for (let i = 0; i < 5; i += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await player.settle();
  assert.equal((await player.cells()).filter(({ is }) => is.includes("placed")).length, 1);
  await page.evaluate(() => {
    const list = [...document.querySelectorAll("#settings label")].find((label) => /letter/.test(label.textContent)).querySelector("input");
    list.checked = false;
    list.dispatchEvent(new Event("change"));
  });
  await player.settle();
  await player.keys("c", "w", "u");
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "play");
  assert.equal((await player.cells()).filter(({ is }) => is.includes("placed")).length, 1, "letters do nothing");
  await player.keys("ArrowRight", "Delete");
  await player.settle();
  assert.match(await player.focused(), /^b1/, "the arrows go on");
}, ["chrome"]);

inBrowsers("why asks about the cell under the cursor, whatever was refused before", async ({ open }) => {
  const page = await open("#n=8&queens=b4,d1");
  const player = new Player(page);
  await player.settle();
  await player.click("f7");
  await player.settle();
  assert.match(await player.said(), /f7/);
  await player.keys("ArrowRight", "ArrowRight", "w");
  await player.settle();
  assert.match(await player.text("question"), /h7/);
}, ["chrome"]);

inBrowsers("what is said among the solutions is seen, too", async ({ open }) => {
  const page = await open("#n=8&queens=b4");
  const player = new Player(page);
  await player.settle();
  await player.focusBoard();
  await player.keys("s");
  await player.settle();
  const before = await player.text("lines");
  await player.listen();
  await player.click("b5");
  await player.settle();
  const [heard, after] = [await player.heard(), await player.text("lines")];
  assert.ok(heard.every((text) => after.includes(text)) || after !== before, `${heard} but ${after}`);
  assert.equal(await player.read(() => document.getElementById("lines").checkVisibility()), true);
}, ["chrome"]);
