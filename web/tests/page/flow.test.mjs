// The flow of a game, on screens of all sizes: buttons that are seen and do not move, keys from the first moment on, dialogs,
// the way from a solved puzzle to the next.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true };
const SUDOKU = "#puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

inBrowsers("a pressed button of the bar on a phone is filled", async ({ open }) => {
  const page = await open(SUDOKU, PHONE);
  const player = new Player(page);
  await player.settle();
  const colours = () => player.read(() => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector("#tools-main [data-act=notes]"));
    return [color, backgroundColor, getComputedStyle(document.getElementById("tools-main")).backgroundColor];
  });
  const [, before, bar] = await colours();
  assert.ok(["rgba(0, 0, 0, 0)", bar].includes(before));
  await player.tool("notes");
  await player.settle();
  const [ink, after] = await colours();
  assert.notEqual(after, before);
  assert.notEqual(after, ink);
});

inBrowsers("arrows, Enter and Tab reach the board before anything has the focus", async ({ open }) => {
  const placed = (player) => player.read(() => document.querySelectorAll(".picture .sign-placed").length);
  for (const [first, n] of [["ArrowRight", 6], ["Enter", 5], ["Tab", 7]]) {
    const page = await open(`#n=${n}`);
    const player = new Player(page);
    await player.settle();
    await player.keys(first);
    await player.settle();
    assert.ok(await player.read(() => document.activeElement.matches("#grid [role=gridcell]")), `${first}: ${await player.focused()}`);
    assert.equal(await placed(player), first === "Enter" ? 1 : 0, first);
    if (first === "ArrowRight") assert.match(await player.focused(), /^b1/);
    await page.close();
  }
});

inBrowsers("an arrow key in the list of sizes changes the board only with Enter, or when the focus leaves", async ({ open }) => {
  const page = await open("#n=8");
  const player = new Player(page);
  await player.settle();
  const board = () => player.read(() => document.getElementById("grid").getAttribute("aria-rowcount"));
  for (const [last, size] of [["Enter", "7"], ["Tab", "6"]]) {
    await page.focus("#number");
    await player.keys("ArrowUp");
    await player.settle();
    assert.equal(await board(), String(Number(size) + 1), "still the same");
    await player.keys(last);
    await player.settle();
    assert.equal(await board(), size, last);
  }
  // A pointer chooses at once.
  await page.select("#number", "5");
  await player.settle();
  assert.equal(await board(), "5");
});

/** Returns true if an element lies in the window, and nothing lies over it. */
const isSeen = (player, selector) => player.read((selector) => {
  const element = document.querySelector(selector);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
  return isIn && element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}, selector);

inBrowsers("the steps of an explanation and of the solutions are all in sight on a phone, and in one row", async ({ open }) => {
  for (const [act, acts] of [["why", ["previous", "next", "last"]], ["solutions", ["first", "previous", "next", "last"]]]) {
    for (const size of [PHONE, { width: 1440, height: 900 }]) {
      const page = await open("#n=8&queens=b4,d1", size);
      const player = new Player(page);
      await player.settle();
      await player.click("f7");
      await player.settle();
      await player.tool(act);
      await player.settle();
      const tops = new Set();
      for (const selector of [...acts.map((step) => `[data-act=step-${step}]`), "#panel [data-act=cancel]"]) {
        assert.ok(await isSeen(player, selector), `${act} ${selector} ${size.width}`);
        tops.add(await player.read((selector) => document.querySelector(selector).getBoundingClientRect().top, selector));
      }
      assert.equal(tops.size, 1, `${act} ${size.width}: one row`);
      await page.close();
    }
  }
});

inBrowsers("an ID is typed in a dialog over the menu", async ({ open }) => {
  const page = await open("#n=6", PHONE);
  const player = new Player(page);
  await player.settle();
  await page.click("#ask-menu");
  await player.settle();
  const ask = async () => {
    await player.choose("Open an ID");
    await player.settle();
  };
  await ask();
  assert.ok(await isSeen(player, "#opened"));
  assert.ok(await isSeen(player, "#opening .main-choice"));
  await player.keys("Escape");
  await player.settle();
  assert.equal(await player.read(() => document.getElementById("opening").open), false);
  assert.equal(await player.read(() => document.body.dataset.mode), "menu", "the menu stays");
  await ask();
  await page.keyboard.type("regions-KATZ1XF");
  await page.click("#opening .main-choice");
  await player.settle();
  assert.match(await player.text("title"), /regions/);
}, ["chrome"]);

inBrowsers("a question of the game can be answered with No", async ({ open }) => {
  const page = await open("#id=challenge-1A0WXQHA", PHONE);
  const player = new Player(page);
  await player.settle();
  await page.click(`#level [data-level="2"]`);
  await page.waitForSelector("#asked [data-act=confirm]", { visible: true });
  await page.click("#asked [data-act=cancel]");
  await player.settle();
  assert.equal(await player.read(() => document.querySelector("#level [aria-pressed=true]").dataset.level), "1");
  assert.equal(await player.read(() => document.body.dataset.mode), "play");
  assert.equal(await player.read(() => document.querySelectorAll("#asked button").length), 0);
});

inBrowsers("the size of every board can be read on a phone", async ({ open }) => {
  for (const width of [390, 320]) {
    const page = await open("#n=200", { ...PHONE, width });
    const player = new Player(page);
    await player.settle();
    const [has, needs] = await player.read(() => {
      const list = document.getElementById("number");
      const free = html => Object.assign(document.createElement("span"), { textContent: html });
      const text = free(list.selectedOptions[0].text);
      text.style.font = getComputedStyle(list).font;
      document.body.append(text);
      const { width } = text.getBoundingClientRect();
      text.remove();
      const { paddingLeft, paddingRight } = getComputedStyle(list);
      return [list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight), width];
    });
    // The arrow of the list needs its room, too.
    assert.ok(has >= needs + 12, `${width}: ${has} for ${needs}`);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("the moves stay where they are, whatever the messages and the keypad show", async ({ open }) => {
  for (const [address, size] of [["#n=4", { width: 1440, height: 900 }], ["#n=8&queens=b4", { width: 1024, height: 768 }], [SUDOKU, { width: 1440, height: 900 }], [SUDOKU, PHONE]]) {
    const page = await open(address, size);
    const player = new Player(page);
    await player.settle();
    const tops = () => player.read(() => ["tools-main", "keypad"].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top + scrollY)));
    await player.click(1);
    await player.settle();
    const before = await tops();
    for (let hints = 0; hints < 3; hints += 1) {
      await player.tool("hint");
      await player.settle();
      // The reason for the hint, a screen without a keypad, hides the bar of a phone.
      const now = await tops();
      assert.deepEqual(now.map((top, i) => top || before[i]), before, `${address} ${size.width}: hint ${hints + 1}`);
    }
    await page.close();
  }
}, ["chrome"]);

inBrowsers("a solved puzzle leads to share, to the next and to its replay, also when its result is closed", async ({ open }) => {
  for (const [squares, size] of [[["a2", "b4", "c1", "d3"], PHONE], [["a1", "b3", "c5", "d2", "e4"], { width: 1440, height: 900 }]]) {
    const page = await open(`#n=${squares.length}`, size);
    const player = new Player(page);
    await player.settle();
    const top = () => player.read(() => document.querySelector("#tools-main [data-act=undo]").getBoundingClientRect().top + (innerWidth > 500 ? scrollY : 0));
    const before = await top();
    for (const square of squares) {
      await player.click(square);
      await player.settle();
    }
    if (size !== PHONE) assert.equal(await top(), before, "the moves stay");
    const labels = () => player.read(() => [...document.querySelectorAll("#tools-mode button")].filter((button) => button.checkVisibility()).map((button) => button.querySelector("span").textContent));
    const offered = ["Larger board", "Find another", "Share link", "Share result", "Replay", "Solution path"];
    assert.deepEqual(await labels(), offered);
    for (const act of ["share", "copy", "next", "restart", "replay"]) assert.ok(await isSeen(player, `#tools-mode [data-act=${act}]`), act);
    await page.reload();
    await page.waitForSelector("#grid [data-at]");
    await player.settle();
    assert.deepEqual(await labels(), offered.filter((label) => label !== "Solution path"), "after a reload");
    assert.equal(await player.read(() => document.getAnimations().filter(({ animationName }) => animationName === "rise").length), 0);
    await page.click("[data-act=restart]");
    await player.settle();
    assert.equal(await player.text("standing"), `0 of ${squares.length} queens placed`, "another solution is looked for");
    await page.close();
  }
});

inBrowsers("a solved Sudoku has no selection and no keypad", async ({ open }) => {
  const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  const page = await open(`#puzzle=.${solution.slice(1)}`);
  const player = new Player(page);
  await player.settle();
  await player.click(0);
  await player.settle();
  await player.keys("5");
  await player.settle();
  assert.ok(await player.isSolved());
  const seen = await player.read(() => [
    ...[...document.querySelectorAll("#keypad, #overlay .peers")].filter((element) => element.checkVisibility()).map(({ id }) => id || "peers"),
    ...[...document.querySelectorAll(".cell .text")].filter((text) => getComputedStyle(text).textDecorationLine !== "none").map(() => "underline"),
  ]);
  assert.deepEqual(seen, []);
});

inBrowsers("a player's mark is grey, and only clashes are red", async ({ open }) => {
  for (const theme of ["light", "dark"]) {
    const page = await open("#n=6");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    const player = new Player(page);
    await player.settle();
    await player.click(8, "right");
    await player.settle();
    const [r, g, b] = await player.read(() => getComputedStyle(document.querySelector(".picture .sign-blocked")).stroke.match(/\d+/g).map(Number));
    assert.ok(Math.max(r, g, b) - Math.min(r, g, b) < 30, `${theme}: ${r} ${g} ${b}`);
    await player.keys("u");
    await player.settle();
    await page.close();
  }
}, ["chrome"]);

inBrowsers("a switch shows what the first tap does, changes it and keeps it, at every level of help", async ({ play }) => {
  for (const [n, size] of [[8, PHONE], [7, { width: 1440, height: 900 }]]) {
    const { page, player } = await play(`#n=${n}`, size);
    const count = (sign) => player.read((sign) => (document.querySelector(`.picture .sign-${sign}`)?.getAttribute("d").match(/M/g) ?? []).length, sign);
    const shown = () => player.read(() => document.querySelector("#tools-main [data-act=block]").getAttribute("aria-label").split(": ")[1]);
    const pressed = async () => {
      await page.click("#tools-main [data-act=block]");
      await player.settle();
      return shown();
    };
    if (size === PHONE) {
      // Without a choice, the level of help decides.
      assert.equal(await shown(), "places");
      await player.level(1);
      assert.equal(await shown(), "rules out");
      assert.equal(await pressed(), "places");
      await player.level(0);
      assert.equal(await shown(), "places");
      await player.level(2);
    }
    assert.equal(await shown(), "places");
    assert.equal(await pressed(), "rules out");
    assert.deepEqual([await count("blocked"), await count("placed")], [0, 0]);
    await player.click(3);
    await player.settle();
    assert.deepEqual([await count("blocked"), await count("placed")], [1, 0]);
    await player.click(3);
    await player.settle();
    assert.deepEqual([await count("blocked"), await count("placed")], [0, 1], "the second tap places");
    await page.reload();
    await page.waitForSelector("#grid [data-at]");
    await player.settle();
    assert.equal(await shown(), "rules out");
    assert.equal(await pressed(), "places");
    await page.close();
  }
}, ["chrome"]);

inBrowsers("a diagram is drawn at full strength, also if no solution has the cell under the cursor", async ({ open }) => {
  const page = await open("#n=6", { width: 390, height: 844 });
  const player = new Player(page);
  await player.settle();
  await player.tool("diagram");
  await player.settle();
  assert.ok(await player.read(() => document.querySelector("circle.node").getBoundingClientRect().bottom < innerHeight), "it is in sight");
  const [nodes, faded] = await player.read(() => [".node", "circle.node.fades"].map((name) => document.querySelectorAll(`#diagram ${name}`).length));
  assert.ok(nodes > 100);
  assert.equal(faded, 0);
  const tops = await player.read(() => [...new Set([...document.querySelectorAll(".diagram-tools button")].map((button) => button.getBoundingClientRect().top))]);
  assert.equal(tops.length, 1, "the tools are in one row");
});

inBrowsers("the page of rules counts, and folds long lists of places", async ({ open }) => {
  const page = await open("#n=8&queens=b4", { width: 1440, height: 900 });
  const player = new Player(page);
  await player.settle();
  await player.tool("rules");
  await player.settle();
  const seen = await player.read(() => [...document.querySelectorAll("#cover > *")].map((line) => (line.matches("details") ? line.firstChild : line).innerText.trim()));
  assert.ok(seen.some((line) => /^open: \d+$/.test(line)), `${seen}`);
  assert.ok(seen.every((line) => line.length < 90), `${seen}`);
  assert.equal(await player.read(() => document.querySelector(".totals").checkVisibility()), false, "nothing stands beside it");
}, ["chrome"]);

inBrowsers("new games have pictures, and what holds nothing can't be opened", async ({ open }) => {
  const page = await open("#n=8", PHONE);
  const player = new Player(page);
  await player.settle();
  await page.click("#ask-menu");
  await player.settle();
  assert.equal(await player.choose("Saved games (0)"), true);
  assert.equal(await player.choose("New game"), false);
  await player.settle();
  const [choices, pictures] = await player.read(() => ["[data-choice]", "[data-choice] .thumbnail .cell"].map((name) => new Set([...document.querySelectorAll(name)].map((found) => found.closest("[data-choice]"))).size));
  assert.ok(choices >= 5);
  assert.equal(pictures, choices);
}, ["chrome"]);

inBrowsers("the menu does not move when the pictures of today come", async ({ open }) => {
  for (const size of [{ width: 2560, height: 1440 }, { width: 844, height: 390 }]) {
    const page = await open("#n=8", size);
    const player = new Player(page);
    await player.settle();
    // Every place that the choices of today have had, from their first frame on.
    await player.read(() => {
      window.places = new Set();
      const note = () => {
        const labels = [...document.querySelectorAll(".cover .label")].slice(0, 4);
        if (labels.length) window.places.add(labels.map((label) => Math.round(label.getBoundingClientRect().top + scrollY)).join());
        requestAnimationFrame(note);
      };
      note();
    });
    await page.click("#ask-menu");
    await player.settle(500);
    assert.equal(await player.read(() => window.places.size), 1, `${size.width}: ${await player.read(() => [...window.places].join(" / "))}`);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("a board that pans begins at its cursor", async ({ open }) => {
  const page = await open("#n=30", PHONE);
  const player = new Player(page);
  await player.settle();
  const [cell, view] = await player.read(() => ["#grid [tabindex='0']", "#view"].map((name) => document.querySelector(name).getBoundingClientRect().toJSON()));
  assert.ok(cell.top >= view.top && cell.bottom <= view.bottom && cell.left >= view.left, JSON.stringify([cell, view]));
}, ["chrome"]);

inBrowsers("a large screen has large texts and a wide panel", async ({ open }) => {
  const page = await open("#n=8", { width: 2560, height: 1440 });
  const player = new Player(page);
  await player.settle();
  const [text, panel] = await player.read(() => [parseFloat(getComputedStyle(document.body).fontSize), document.querySelector(".side").getBoundingClientRect().width]);
  assert.ok(text >= 18 && text <= 20, `${text}`);
  assert.ok(panel >= 640, `${panel}`);
}, ["chrome"]);

inBrowsers("the keys of a Sudoku are as wide as fingers, and none has a row of its own", async ({ open }) => {
  for (const size of [PHONE, { width: 844, height: 390 }, { width: 1440, height: 900 }]) {
    const page = await open(SUDOKU, size);
    const player = new Player(page);
    await player.settle();
    const keys = await player.read(() => [...document.querySelectorAll("#keypad button")].map((key) => key.getBoundingClientRect().toJSON()));
    assert.ok(keys.every(({ width, height }) => width >= 44 && height >= 44), `${size.width}: ${Math.min(...keys.map(({ width }) => width))}`);
    assert.ok(keys[9].width < keys[0].width + 2, `${size.width}`);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("the number of a step is on one line, and a solution is written once", async ({ open }) => {
  const page = await open("#n=8&queens=b4,d1", { width: 1024, height: 768 });
  const player = new Player(page);
  await player.settle();
  await player.click("f7");
  await player.settle();
  await player.tool("why");
  await player.settle();
  const [bar, button] = await player.read(() => [".for-teachers", "#tools-steps button"].map((name) => document.querySelector(name).getBoundingClientRect().height));
  assert.ok(bar < button + 4, `${bar} ${button}`);
  const [panel, row] = await player.read(() => ["#panel", "#panel [data-act=cancel]"].map((name) => document.querySelector(name).getBoundingClientRect().right));
  assert.ok(row < panel, `${row} ${panel}`);
  await player.tool("cancel");
  await player.settle();
  await player.tool("solutions");
  await player.settle();
  const side = await player.read(() => document.querySelector(".side").innerText);
  const [line] = /(\d, ){7}\d/.exec(side);
  assert.equal(side.split(line).length, 2, side);
}, ["chrome"]);

inBrowsers("the names of the moves fit their buttons", async ({ browser, server }) => {
  const text = readFileSync(new URL("../../../examples/puzzles/camper-van.toml", import.meta.url), "utf8");
  const page = await browser.newPage();
  await page.setViewport({ width: 844, height: 390 });
  await page.goto(`${server.url}#puzzle=${encodeURIComponent(text)}`);
  await page.waitForSelector("#options [data-line]");
  const player = new Player(page);
  await player.settle();
  const wide = await player.read(() => [...document.querySelectorAll("#tools-main button")].filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.innerText));
  assert.deepEqual(wide, []);
}, ["chrome"]);

inBrowsers("a number typed into the field for puzzles is chosen once", async ({ open }) => {
  const page = await open("#id=regions-KATZ1XF");
  const player = new Player(page);
  await player.settle();
  await page.focus("#number-typed");
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  await page.evaluate(() => {
    window.asked = 0;
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
      if (message.tell?.number !== undefined) window.asked += 1;
      return postMessage.apply(this, arguments);
    };
  });
  await player.keys("3", "Enter");
  await player.settle();
  assert.equal(await player.read(() => window.asked), 1);
  assert.equal(await player.read(() => document.getElementById("number-typed").value), "3");
});

inBrowsers("cancelling a new puzzle keeps the game on the board", async ({ open }) => {
  const page = await open("#n=8&queens=b4");
  const player = new Player(page);
  await player.settle();
  const before = (await player.cells()).map(({ is }) => is.join(" "));
  await page.click("#ask-menu");
  await player.settle();
  for (const beginning of ["New game", "Sudoku", "Medium"]) {
    await player.choose(beginning);
    await player.settle();
  }
  await player.choose("16");
  await page.waitForFunction(() => document.getElementById("break-off").checkVisibility(), { timeout: 20_000 });
  assert.equal(await player.text("title"), "Sudoku, 16 × 16, Medium", "the title is that of the new puzzle");
  await page.click("#break-off");
  await player.settle(400);
  assert.equal(await player.text("title"), "8 × 8 queens");
  assert.deepEqual((await player.cells()).map(({ is }) => is.join(" ")), before);
  assert.equal(await player.read(() => document.querySelector("[data-act=hint]").disabled), false);
});

inBrowsers("the sizes of new puzzles have their difficulties beside them", async ({ open }) => {
  const page = await open("#n=6");
  const player = new Player(page);
  await player.settle();
  const levels = () => player.read(() => [...document.querySelectorAll("#cover .segments label")].map((label) => `${label.textContent}${label.querySelector("input").checked ? "*" : ""}`));
  await player.fromMenu("New game", "Sudoku");
  assert.deepEqual(await levels(), ["Easy*", "Medium", "Hard", "Any difficulty"]);
  await player.choose("Hard");
  await player.choose("9");
  await page.waitForFunction(() => document.getElementById("cover").hidden, { timeout: 30_000 });
  await player.settle();
  assert.equal(await player.text("title"), "9 × 9 Sudoku");
  assert.match(await player.text("facts"), /^Hard/);
  await player.fromMenu("New game", "Sudoku");
  assert.deepEqual(await levels(), ["Easy", "Medium", "Hard*", "Any difficulty"], "the last choice is selected");
  // No puzzle of 4 x 4 is hard.
  await player.choose("4");
  await player.settle();
  assert.equal(await player.read(() => document.querySelector("#cover h2").textContent), "Sudoku, 4 × 4");
  assert.ok(!(await player.read(() => [...document.querySelectorAll("[data-choice]")].some((choice) => choice.textContent.startsWith("Hard")))));
}, ["chrome"]);

inBrowsers("a first visit begins with the puzzles of the day and the lesson, a later one with its game", async ({ browser, server }) => {
  const page = await browser.newPage();
  await page.goto(server.url);
  const labels = () => page.evaluate(() => [...document.querySelectorAll(".cards .label")].map((label) => label.textContent));
  // Before the engine is there.
  assert.deepEqual(await labels(), ["Queens", "Regions", "Sudoku", "Learn in a minute"]);
  assert.match(await page.evaluate(() => document.querySelector(".cover .intro").textContent), /never wrong/);
  // A choice made at once is not lost.
  await page.evaluate(() => document.querySelector(".lesson button").click());
  const player = new Player(page);
  await page.waitForFunction(() => document.querySelector("#cover h2").textContent === "Learn to play");
  await player.settle();
  await player.choose("Queens");
  await page.waitForFunction(() => document.getElementById("cover").hidden);
  await player.settle();
  assert.equal(await page.evaluate(() => document.getElementById("grid").getAttribute("aria-rowcount")), "5");
  await page.goto(server.url);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("[data-choice]").length > 8);
  await player.settle();
  assert.equal(new URL(page.url()).hash, "", "the front page names no puzzle");
  assert.equal((await labels()).length, 4);
  await player.choose("Queens");
  await player.settle();
  // The first square may be blocked from the beginning, on some days.
  await player.click((await player.cells()).find(({ is }) => is.includes("open")).at);
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith("nqueens/game")));
  await page.goto("about:blank");
  await page.goto(server.url);
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  assert.ok(await page.evaluate(() => document.getElementById("cover").hidden), "the game goes on");
  await page.close();
});
