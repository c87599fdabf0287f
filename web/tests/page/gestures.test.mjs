// Gestures of mouse and fingers: each one has its effect, and no accidental one has any.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { PATIENCE, inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const TOUCH = { width: 390, height: 844, hasTouch: true };
const named = async (player, status) => (await player.cells()).filter(({ is }) => is.includes(status)).map(({ label }) => label.split(/[:,]/)[0]).sort().join(" ");

inBrowsers("the right button and a finger that rests rule out; a tap places", async ({ open }) => {
  const page = await open("#n=8", TOUCH);
  const player = new Player(page);
  await player.settle();
  await player.click("c3", "right");
  await player.settle();
  await player.rest("e5");
  await player.settle();
  await player.tap("b4");
  await player.settle();
  assert.equal(await named(player, "blocked"), "c3 e5");
  assert.equal(await named(player, "placed"), "b4");
});

inBrowsers("without the guide, taps on a board of n-queens cycle as on regions: a mark, a queen, empty", async ({ open }) => {
  for (const address of ["#n=6", "#id=regions-KATZ1XF"]) {
    const page = await open(address, TOUCH);
    const player = new Player(page);
    await player.settle();
    await player.level(1);
    const seen = [];
    for (let tap = 0; tap < 3; tap += 1) {
      await player.tap("b4");
      await player.settle();
      seen.push(`${await named(player, "blocked")},${await named(player, "placed")}`);
      assert.equal(await player.text("lines"), "", "the board shows the move itself");
    }
    assert.deepEqual(seen, ["b4,", ",b4", ","]);
    await page.close();
  }
});

inBrowsers("a stroke over cells with values selects them, and a note or a value goes to all", async ({ open }) => {
  for (const size of [undefined, TOUCH]) {
    const page = await open("#puzzle=1.....3.........", size);
    const player = new Player(page);
    await player.settle();
    const chosen = () => player.read(() => document.querySelectorAll("#grid [aria-selected=true]").length);
    await (size ? player.swipe(4, 7) : player.drag(4, 7));
    await player.settle();
    assert.equal(await chosen(), 4);
    await player.tool("notes");
    await player.settle();
    await page.click('#keypad [data-act="value-2"]');
    await player.settle();
    const noted = async () => (await player.cells()).filter(({ marks }) => marks.some(([symbol]) => symbol === "2")).map(({ at }) => at);
    assert.deepEqual(await noted(), [4, 5, 7]);
    await page.click('#keypad [data-act="erase"]');
    await player.settle();
    assert.deepEqual(await noted(), []);
    await player.click(9);
    await player.settle();
    assert.equal(await chosen(), 0, "a click ends the selection");
    await page.close();
  }
});

inBrowsers("two fingers are a pinch, and do nothing", async ({ open }) => {
  const page = await open("#n=8", TOUCH);
  const player = new Player(page);
  await player.settle();
  const session = await page.createCDPSession();
  const [x, y] = await page.evaluate(() => {
    const { left, top } = document.getElementById("board").getBoundingClientRect();
    return [left + 60, top + 60];
  });
  const points = [{ x, y, id: 1 }, { x: x + 120, y: y + 120, id: 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points.slice(0, 1) });
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points });
  await new Promise((resolve) => setTimeout(resolve, 700));
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await player.settle();
  assert.equal(`${await named(player, "blocked")}${await named(player, "placed")}`, "");
}, ["chrome"]);

inBrowsers("drawing over cells rules them out, and one undo takes it back", async ({ open }) => {
  const page = await open("#id=regions-KATZ1XF");
  const player = new Player(page);
  await player.settle();
  await player.drag("b4", "e4");
  await player.settle();
  assert.equal(await named(player, "blocked"), "b4 c4 d4 e4");
  await player.tool("undo");
  await player.settle();
  assert.equal(await named(player, "blocked"), "");
});

inBrowsers("a finger that draws over cells rules them out at once, in every direction", async ({ open }) => {
  const page = await open("#id=regions-KATZ1XF", TOUCH);
  const player = new Player(page);
  await player.settle();
  for (const [from, to, cells] of [["b4", "e4", "b4 c4 d4 e4"], ["f7", "f4", "f4 f5 f6 f7"]]) {
    await player.swipe(from, to);
    await player.settle();
    assert.equal(await named(player, "blocked"), cells);
    assert.equal(await player.read(() => scrollY), 0, "the page does not scroll");
    await player.tool("undo");
    await player.settle();
    assert.equal(await named(player, "blocked"), "");
  }
  // From a marked cell: it stays marked.
  await player.tap("b4");
  await player.settle();
  await player.swipe("b4", "d4");
  await player.settle();
  assert.equal(await named(player, "blocked"), "b4 c4 d4");
});

inBrowsers("a finger scrolls a board that is larger than the screen, and marks nothing", async ({ open }) => {
  const page = await open("#n=30", TOUCH);
  const player = new Player(page);
  await player.settle();
  const [x, y] = await player.read(() => {
    const { left, top, width, height } = document.getElementById("view").getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  });
  const touch = await page.touchscreen.touchStart(x, y);
  for (let step = 1; step < 12; step += 1) await touch.move(x + 8 * step, y);
  await touch.end();
  await player.settle();
  assert.equal(await named(player, "blocked"), "");
  assert.match(await player.read(() => getComputedStyle(document.getElementById("grid")).touchAction), /^(auto|manipulation)$/);
});

inBrowsers("quick clicks are all told, however slow the game is", async ({ open }) => {
  const page = await open("#n=8");
  const player = new Player(page);
  await player.settle();
  await page.emulateCPUThrottling(6);
  const places = await page.evaluate(() =>
    ["a1", "b7", "c5"].map((name) => {
      const cell = [...document.querySelectorAll("#grid [role=gridcell]")].find((each) => each.getAttribute("aria-label").startsWith(name));
      const { left, top, width } = cell.getBoundingClientRect();
      return [left + width / 2, top + width / 2];
    }),
  );
  for (const place of places) await page.mouse.click(...place);
  await player.settle(600);
  assert.equal(await named(player, "placed"), "a1 b7 c5");
}, ["chrome"]);

inBrowsers("the keypad places values, notes are written, a dropped text is opened", async ({ open }) => {
  const page = await open("#puzzle=1.....3.........");
  const player = new Player(page);
  await player.settle();
  await player.click("r1c2");
  await player.settle();
  await page.click('#keypad [data-act="value-2"]');
  await player.settle();
  assert.equal((await player.cell("r1c2"))?.text ?? (await player.cells())[1].text, "2");
  await player.tool("notes");
  await player.settle();
  await player.click(2);
  await player.settle();
  await page.click('#keypad [data-act="value-4"]');
  await player.settle();
  const marks = (await player.cells())[2].marks;
  assert.ok(marks.some(([symbol, state]) => symbol === "4" && /noted/.test(state)), JSON.stringify(marks));
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["AABBB\nAAACB\nAAADE\nADDDE\nADDDD\n"], "regions.txt"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /regions/.test(document.getElementById("title").textContent));
});

inBrowsers("what takes long can be broken off, and the game goes on", async ({ open }) => {
  const page = await open("#n=8&queens=b4");
  const player = new Player(page);
  await player.settle();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await page.evaluate(() => (location.hash = "n=14"));
  await page.waitForSelector("#busy:not([hidden])", { timeout: PATIENCE });
  assert.ok((await player.text("busy-text")).length > 3);
  assert.ok(await player.read(() => document.querySelector("#grid.awaited") !== null), "what is not known looks unknown");
  await page.evaluate(() => document.getElementById("break-off").click());
  await player.settle(600);
  assert.equal(await player.read(() => document.getElementById("busy").hidden), true);
  await player.focusBoard();
  await player.keys("ArrowUp");
  await player.settle();
  assert.notEqual(await player.focused(), "body");
}, ["chrome"]);

inBrowsers("a large board pans under the cursor, with few elements and a map", async ({ open }) => {
  const page = await open("#n=100");
  const player = new Player(page);
  await player.settle();
  const count = () => player.read(() => document.querySelectorAll("#grid [role=gridcell]").length);
  assert.ok((await count()) < 2500, `${await count()}`);
  assert.equal(await player.read(() => document.getElementById("map").hidden), false);
  await player.focusBoard();
  await player.keys("g");
  await page.waitForSelector("#typing:not([hidden])");
  await page.keyboard.type("cv100");
  await player.keys("Enter");
  await player.settle();
  assert.match(await player.focused(), /^cv100/);
  const isSeen = await player.read(() => {
    const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
    const view = document.getElementById("view").getBoundingClientRect();
    return left >= view.left - 1 && right <= view.right + 1 && top >= view.top - 1 && bottom <= view.bottom;
  });
  assert.ok(isSeen);
  assert.ok((await count()) < 2500, `${await count()}`);
}, ["chrome"]);

inBrowsers("what the game asks first can be answered by a finger", async ({ open }) => {
  const page = await open("#id=challenge-1A0WXQHA", TOUCH);
  const player = new Player(page);
  await player.settle();
  await page.click(`#level [data-level="2"]`);
  await page.waitForSelector("#asked [data-act=confirm]", { visible: true });
  await page.tap("#asked [data-act=confirm]");
  await player.settle();
  assert.equal(await player.read(() => document.querySelector("#level [aria-pressed=true]").dataset.level), "2");
  assert.notEqual(await player.focused(), null);
}, ["chrome"]);

inBrowsers("the rules are conjoined step by step, and the diagram grows with them", async ({ open }) => {
  const page = await open("#n=5");
  const player = new Player(page);
  await player.settle();
  await player.tool("diagram");
  await player.settle();
  const nodes = () => player.read(() => document.querySelectorAll("#diagram circle.node").length);
  const whole = await nodes();
  await player.tool("conjunction");
  await player.settle();
  assert.match(await player.text("lines"), /Line by line, step 1 of 5: the rule of rank 1/);
  const first = await nodes();
  assert.deepEqual(await player.read(() => [...document.querySelectorAll("#grid [role=gridcell].g-open")].map((cell) => cell.dataset.at)), ["20", "21", "22", "23", "24"]);
  await player.tool("step-next");
  await player.settle();
  assert.ok((await nodes()) > first);
  assert.match(await player.said(), /step 2 of 5/);
  await player.tool("step-last");
  await player.settle();
  assert.equal(await nodes(), whole, "the last step is the diagram of what is left");
  for (const step of [/Last line first/, /In pairs, step 1 of 169/, /Rule by rule, step 1 of 170: the rule that a1 and b1 exclude each other/]) {
    await player.tool("conjunction");
    await player.settle();
    assert.match(await player.text("lines"), step);
  }
  await player.tool("conjunction");
  await player.settle();
  assert.equal(await nodes(), whole);
  assert.doesNotMatch(await player.text("lines"), /step/);
});

inBrowsers("what a puzzle file places is drawn, with its numbers beside the board", async ({ open }) => {
  const page = await open("#n=4");
  const player = new Player(page);
  await player.settle();
  const tents = readFileSync(new URL("../../../examples/puzzles/tents.toml", import.meta.url), "utf8");
  await player.read((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }, tents);
  await page.waitForSelector("#rows b");
  await player.settle();
  const rows = () => player.read(() => [...document.querySelectorAll("#rows span")].map((row) => `${row.querySelector("b").textContent} ${row.dataset.reached}`));
  assert.deepEqual(await rows(), ["1 fewer", "0 all", "2 fewer", "0 all", "2 fewer"]);
  await player.place("b1");
  const drawn = () => player.read(() => ["placed", "tree"].map((name) => document.querySelectorAll(`.picture [class*="sign-${name}"]`).length));
  assert.deepEqual(await drawn(), [1, 1], "a tent, and one path for all trees");
  assert.equal((await rows())[0], "1 all");
  await player.place("d1");
  assert.equal((await rows())[0], "1 more");
  // A smaller board without numbers: the numbers of the board before are gone.
  await player.read(() => (location.hash = "#n=4"));
  await player.settle();
  assert.match(await player.text("title"), /4 × 4/);
  assert.deepEqual(await player.read(() => [...document.querySelectorAll("#rows span")].map((row) => `${row.textContent}${row.dataset.reached ?? ""}`)), ["4", "3", "2", "1"]);
});
