// How the page handles: screens begin at their top, dialogs tell their errors, the button of a hint is in sight.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const PHONE = { width: 390, height: 844, hasTouch: true };
const SUDOKU = "#puzzle=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Opens a puzzle whose jobs have ended. */
async function opened(open, address, size) {
  const page = await open(address, size);
  const player = new Player(page);
  await player.settle();
  return { page, player };
}

inBrowsers("a screen and a new puzzle begin at their top, and the game comes back to its place", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8&queens=b4", PHONE);
  const top = () => player.read(() => Math.round(scrollY));
  await player.read(() => scrollTo(0, 200));
  await page.evaluate(() => document.getElementById("ask-menu").click());
  await player.settle();
  assert.equal(await top(), 0, "the menu");
  await player.read(() => scrollTo(0, 200));
  await player.choose("New game");
  await player.settle();
  assert.equal(await top(), 0, "a list of the menu");
  await player.keys("Escape", "Escape");
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "play");
  assert.equal(await top(), 200, "back in the game");
  await page.evaluate(() => document.getElementById("larger").click());
  await player.settle();
  assert.equal(await top(), 0, "a new puzzle");
});

/** Returns true if an element lies in the window, and nothing lies over it. */
const isSeen = (player, selector) => player.read((selector) => {
  const element = document.querySelector(selector);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const isIn = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && right > left;
  return isIn && element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}, selector);

inBrowsers("a value that a hint suggests looks unlike a placed value", async ({ open }) => {
  const { page, player } = await opened(open, SUDOKU);
  let at = "";
  const look = () => player.read((at) => {
    const cell = document.querySelector(`#grid [data-at="${at}"]`);
    const [text, frame] = [getComputedStyle(cell.querySelector(".text")), getComputedStyle(cell, "::before")];
    return { text: cell.innerText, stroke: parseFloat(text.webkitTextStrokeWidth), frame: frame.content === "none" ? 0 : parseFloat(frame.borderTopWidth) };
  }, at);
  for (let hints = 0; hints < 2; hints += 1) {
    await player.tool("hint");
    await player.settle();
  }
  at = await player.read(() => document.querySelector("#grid [data-at].m-supposed").dataset.at);
  const hinted = await look();
  assert.ok(hinted.stroke > 0 && hinted.frame > 0, JSON.stringify(hinted));
  await page.click("#asked [data-act=confirm]");
  await player.settle();
  const placed = await look();
  assert.deepEqual(placed, { text: hinted.text, stroke: 0, frame: 0 });
});

inBrowsers("a text that is no puzzle keeps its dialog open, with the error", async ({ open }) => {
  const { page, player } = await opened(open, "#n=6");
  await page.click("#ask-menu");
  await player.settle();
  await player.choose("Open");
  await player.settle();
  assert.ok(await isSeen(player, "#opened"));
  assert.match(await player.read(() => document.getElementById("opened").placeholder), /regions-/);
  await page.keyboard.type("hello world");
  await page.keyboard.press("Enter");
  await player.settle();
  assert.ok(await player.read(() => document.getElementById("opening").open));
  assert.match(await player.text("opening-error"), /Expected an ID .*hello world/);
  assert.equal(await player.read(() => document.getElementById("opened").value), "hello world", "the text stays");
  await page.click("#opening-cancel");
  await player.settle();
  assert.deepEqual(await player.read(() => [document.getElementById("opening").open, document.body.dataset.mode]), [false, "menu"]);
  await player.choose("Open");
  await player.settle();
  assert.equal(await player.text("opening-error"), "", "the next dialog begins without an error");
  await player.read(() => (document.getElementById("opened").value = "AABBB\nAAACB\nAAADE\nADDDE\nADDDD\n"));
  await page.click("#opening .main-choice");
  await player.settle();
  assert.match(await player.text("title"), /regions/);
});

inBrowsers("a text that the browser does not copy is shown to copy by hand", async ({ open }) => {
  for (const theme of ["light", "dark"]) {
    const { page, player } = await opened(open, "#n=5&queens=b4");
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
    await player.tool("copy");
    await player.settle();
    assert.doesNotMatch(await player.text("lines"), /Copied/);
    assert.equal(await player.read(() => document.querySelector("#lines .refusal")), null, "the dialog says it");
    assert.match(await player.read(() => document.getElementById("to-copy").value), /5 x 5/);
    const [ink, ground] = await player.read(() => {
      document.getElementById("copying-all").focus();
      const { color, backgroundColor } = getComputedStyle(document.getElementById("to-copy"));
      return [color, backgroundColor].map((text) => text.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0));
    });
    assert.ok(Math.abs(ink - ground) > 380, `${theme}: ${ink} on ${ground}`);
    await page.click("#copying-all");
    assert.deepEqual(await player.read(() => [document.getElementById("to-copy").selectionStart, document.getElementById("to-copy").selectionEnd > 20]), [0, true]);
    await page.click("#copying .main-choice");
    assert.equal(await player.read(() => document.getElementById("copying").open), false);
    await page.close();
  }
  const { page, player } = await opened(open, "#n=4&queens=b4");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async () => {} } }));
  await player.tool("copy");
  await player.settle();
  assert.match(await player.text("lines"), /Copied/);
});

inBrowsers("the button of a hint is in sight, and so are the digits beside it", async ({ open }) => {
  const seating = `#puzzle=${encodeURIComponent(readFileSync(new URL("../../../examples/puzzles/seating-plan.toml", import.meta.url), "utf8"))}`;
  for (const [width, height] of [[390, 844], [844, 390], [1024, 768]]) {
    for (const address of [SUDOKU, seating, "#id=regions-KATZ1XF"]) {
      const { page, player } = await opened(open, address, { width, height, hasTouch: width < 1000 });
      for (let hints = 0; hints < 2; hints += 1) {
        await player.tool("hint");
        await player.settle();
      }
      const name = `${width}x${height} ${address.slice(0, 20)}`;
      assert.ok(await isSeen(player, "#asked [data-act=confirm]"), name);
      assert.equal(await player.read(() => document.querySelectorAll("#lines .about-cell").length), 0, name);
      const [goesOn, isMarked] = await player.read(() => {
        const lines = document.getElementById("lines");
        return [lines.scrollHeight > lines.clientHeight + 8, lines.hasAttribute("data-more")];
      });
      assert.equal(isMarked, goesOn, `${name}: what goes on is marked`);
      if (address === SUDOKU) {
        for (const act of ["value-1", "value-9", "erase"]) assert.ok(await isSeen(player, `#keypad [data-act=${act}]`), `${name}: ${act}`);
      }
      await page.close();
    }
  }
}, ["chrome"]);

inBrowsers("the way back that a hint names is in its card", async ({ open }) => {
  const { player } = await opened(open, "#id=regions-KATZ1XF", PHONE);
  for (let taps = 0; taps < 2; taps += 1) {
    await player.tap("a8");
    await player.settle();
  }
  await player.tool("hint");
  await player.settle();
  assert.match(await player.text("lines"), /Tap Back to solvable/);
  assert.ok(await isSeen(player, "#asked [data-act=back]"));
});

inBrowsers("the further buttons are folded until their tab is chosen, and on a phone so are the signs", async ({ open }) => {
  for (const size of [PHONE, { width: 1440, height: 900 }]) {
    const { page, player } = await opened(open, "#id=regions-KATZ1XF", size);
    const tab = () => player.read(() => document.querySelector("[role=tab][aria-selected=true]")?.id ?? "");
    assert.equal(await tab(), "");
    assert.equal(await player.read(() => document.querySelectorAll("[role=tabpanel]:not([hidden])").length), 0);
    for (const open of ["tab-analyse", ""]) {
      await page.evaluate(() => document.getElementById("tab-analyse").click());
      assert.equal(await tab(), open);
    }
    assert.equal(await player.read(() => document.getElementById("legend").checkVisibility({ contentVisibilityAuto: true }) && document.getElementById("signs").open), size !== PHONE);
    const acts = () => player.read(() => [...document.querySelectorAll("#tools-analyse [data-act]")].map((button) => button.dataset.act));
    assert.deepEqual((await acts()).filter((act) => ["counts", "heat", "certify"].includes(act)), []);
    await player.level(2);
    assert.ok((await acts()).includes("counts"), "with the guide they work");
    await page.close();
  }
});

inBrowsers("Undo says that it leaves the puzzle", async ({ open }) => {
  const { page, player } = await opened(open, "#n=6");
  const label = () => player.read(() => document.querySelector("#tools-main [data-act=undo] span").textContent);
  assert.equal(await label(), "Undo");
  await page.evaluate(() => document.getElementById("larger").click());
  await player.settle();
  assert.equal(await label(), "Previous");
  await player.click("a1");
  await player.settle();
  assert.equal(await label(), "Undo");
});

inBrowsers("the menu answers while the pictures of the day are made, and keeps them", async ({ open }) => {
  const page = await open("#n=6");
  const player = new Player(page);
  await player.settle();
  // The request for the pictures waits.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
      if (message.thumbnails) window.request = () => postMessage.call(this, message);
      else postMessage.apply(this, arguments);
    };
  });
  await page.click("#ask-menu");
  await player.settle();
  const frames = () => player.read(() => [...document.querySelectorAll("#cover .cards .thumbnail")].slice(0, 3).map((picture) => [picture.getBoundingClientRect().height, picture.matches(".awaited")]));
  const before = await frames();
  assert.deepEqual(before.map(([, isAwaited]) => isAwaited), [true, true, true], "the pictures of the kinds");
  await player.keys("ArrowRight");
  await player.settle();
  assert.match(await player.read(() => document.activeElement.textContent), /Regions/);
  await player.read(() => window.request());
  await page.waitForFunction(() => [...document.querySelectorAll("#cover .cards .thumbnail")].slice(0, 3).every((picture) => !picture.matches(".awaited")));
  assert.deepEqual((await frames()).map(([height]) => Math.round(height)), before.map(([height]) => Math.round(height)), "the frames have the size of the pictures");
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  await page.evaluate(() => {
    Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, { apply: (post, worker, [message]) => (message.thumbnails ? (window.wanted = true) : post.call(worker, message)) });
  });
  await page.click("#ask-menu");
  await player.settle();
  assert.ok((await frames()).every(([, isAwaited]) => !isAwaited), "they are kept");
  assert.equal(await player.read(() => window.wanted ?? false), false);
});

inBrowsers("statistics are tiles, and the calendar has months, the latest first", async ({ open }) => {
  const { page, player } = await opened(open, "#n=6");
  await page.evaluate(() => {
    const records = { "8 x 8 queens": { solved: 5, alone: 4, streak: 2, longest: 3, best: 21_000, times: [21_000, 30_000, 45_000, 60_000], helped: { solved: 1, best: 9_000, times: [9_000] } } };
    localStorage.setItem("nqueens/statistics", JSON.stringify({ days: [20_000], ...records }));
  });
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  await player.tool("statistics");
  await player.settle();
  const tile = await player.read(() => document.querySelector("#cover .tile").innerText.replace(/\s+/g, " "));
  assert.equal(tile, "8 × 8 queens Solved 5 Best 0:21 Average 0:39 Streak 2 4 without help, longest streak 3 1 with help, best 0:09");
  assert.equal(await player.read(() => document.querySelectorAll("#cover .histogram rect").length), 8);
  await player.keys("Escape");
  await player.settle();
  await page.click("#ask-menu");
  await player.settle();
  await player.choose("Calendar");
  await player.settle();
  const months = await player.read(() => [...document.querySelectorAll("#cover .months h3")].map((head) => Date.parse(`1 ${head.textContent}`)));
  assert.ok(months.length >= 3 && months.every((time, i) => i === 0 || time < months[i - 1]), `${months}`);
  const wrong = await player.read(() => {
    const heads = [...document.querySelectorAll(".days:first-of-type .weekday")].slice(0, 7).map((head) => Math.round(head.getBoundingClientRect().left));
    return [...document.querySelectorAll(".months section")].flatMap((month) =>
      [...month.querySelectorAll("[data-choice]")].filter((day) => {
        const heads = [...month.querySelectorAll(".weekday")].map((head) => Math.round(head.getBoundingClientRect().left));
        const weekday = (new Date(`${day.querySelector("strong").textContent} ${month.querySelector("h3").textContent}`).getDay() + 6) % 7;
        return Math.round(day.getBoundingClientRect().left) !== heads[weekday] || day.querySelectorAll(".pips i").length !== 3;
      }).map((day) => `${day.getAttribute("aria-label")} ${heads}`),
    );
  });
  assert.deepEqual(wrong, []);
  const today = await player.focused();
  await player.keys("ArrowUp");
  await player.settle();
  assert.notEqual(await player.focused(), today);
  await player.keys("Enter");
  await player.settle();
  assert.equal(await player.read(() => document.querySelectorAll("#cover [data-choice]").length), 3, "a day leads to its puzzles");
});

inBrowsers("a list of the menu is named after the choices that led to it, and the mouse leaves no cursor", async ({ open }) => {
  const { page, player } = await opened(open, "#n=6");
  await page.click("#ask-menu");
  await player.settle();
  const isPlain = () => player.read(() => getComputedStyle(document.querySelector("#cover [aria-current]")).backgroundColor === getComputedStyle(document.querySelector("#cover [data-choice]:not([aria-current])")).backgroundColor);
  assert.ok(await isPlain(), "by mouse");
  for (const beginning of ["New game", "More kinds"]) {
    await player.choose(beginning);
    await player.settle();
  }
  assert.equal(await player.read(() => document.querySelector("#cover h2").textContent), "More kinds");
  await player.keys("ArrowDown");
  await player.settle();
  assert.ok(!(await isPlain()), "by keys");
  await player.keys("Escape");
  await player.settle();
  assert.equal(await player.read(() => document.querySelector("#cover h2").textContent), "New game");
  const stars = await player.read(() => [...document.querySelectorAll("#cover [data-choice]")].filter((choice) => /^Star/.test(choice.textContent)).map((choice) => {
    const columns = choice.querySelector("svg").viewBox.baseVal.width;
    return choice.querySelectorAll(".piece").length / columns;
  }));
  assert.deepEqual(stars, [2, 3], "the stars of a row");
});

inBrowsers("the help on a phone begins with rules and gestures, and folds the keys", async ({ open }) => {
  for (const [size, isOpen] of [[PHONE, false], [{ width: 1440, height: 900 }, true]]) {
    const { page, player } = await opened(open, "#id=regions-KATZ1XF", { ...size, isMobile: !isOpen });
    await page.click("#ask-help");
    const tops = await player.read(() => ["help-rules", "help-gestures", "settings", "help-keys"].map((id) => document.getElementById(id).getBoundingClientRect().top));
    assert.deepEqual([...tops].sort((a, b) => a - b), tops);
    assert.equal(await player.read(() => document.getElementById("help-keys").open), isOpen);
    assert.match(await player.read(() => document.getElementById("help-gestures").textContent), /Draw over squares/);
    await page.close();
  }
}, ["chrome"]);

/** Holds back the job of the next puzzle and all messages of its engine after it, until `window.release()`. */
const holdJobs = (page) =>
  page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    const held = [];
    let blocked = null;
    Worker.prototype.postMessage = function (message) {
      if (message.run) blocked ??= this;
      if (this === blocked) held.push(() => postMessage.call(this, message));
      else postMessage.apply(this, arguments);
    };
    window.release = (isDropped) => {
      Worker.prototype.postMessage = postMessage;
      if (!isDropped) for (const post of held) post();
    };
  });

inBrowsers("input while a puzzle is built does not reach it, and Games answers at once", async ({ open }) => {
  const { page, player } = await opened(open, "#n=8&queens=b4");
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const build = async () => {
    await page.click("#ask-menu");
    await player.settle();
    await holdJobs(page);
    await player.choose("Regions");
    await page.waitForSelector(".is-loading #grid[aria-busy]");
  };
  await build();
  assert.equal(await player.read(() => getComputedStyle(document.getElementById("grid")).pointerEvents), "none");
  await player.click(15);
  await player.read(() => document.querySelector('#grid [data-at="12"]').click());
  await player.focusBoard();
  await player.keys("ArrowLeft", "Enter", "x");
  await player.tool("hint");
  await player.read(() => window.release());
  await player.settle();
  assert.match(await player.text("title"), /regions/);
  const touched = async () => (await player.cells()).filter(({ is }) => is.includes("blocked") || is.includes("placed")).map(({ label }) => label);
  assert.deepEqual(await touched(), []);
  assert.equal(await player.read(() => document.querySelector("#lines .hint")), null);
  // Input for the new board is taken.
  await player.click(15);
  await player.settle();
  assert.equal((await touched()).length, 1);
  // The engine never answers the job, and two clicks do not close the menu again.
  await page.goto(`${page.url().split("#")[0]}#n=6`);
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  await page.click("#ask-menu");
  await player.settle();
  await holdJobs(page);
  for (const beginning of ["New game", "Sudoku", "Easy", "9"]) {
    await player.choose(beginning);
    await wait(300);
  }
  await page.waitForSelector(".is-loading #grid[aria-busy]");
  await page.click("#ask-menu");
  await page.click("#ask-menu");
  await player.read(() => window.release(true));
  await page.waitForFunction(() => document.body.dataset.mode === "menu", { timeout: 20_000 });
  await player.settle();
  assert.equal(await player.read(() => document.body.dataset.mode), "menu");
});

inBrowsers("on a phone the buttons of a saved game keep their words whole, and keys mark the game that they act on", async ({ open }) => {
  for (const [width, height] of [[390, 844], [320, 568]]) {
    const { page, player } = await opened(open, "#n=6&queens=b4", { ...PHONE, width, height });
    for (const size of [7, 8]) {
      await page.evaluate((size) => (location.hash = `n=${size}&queens=a1`), size);
      await player.settle();
      await player.click(size * 3 + 5);
      await player.settle();
    }
    await page.tap("#ask-menu");
    await player.settle();
    await player.choose("Saved games");
    await player.settle();
    const marked = () => player.read(() => {
      const plain = getComputedStyle(document.querySelector("#cover [data-choice]:not([aria-current])")).backgroundColor;
      return [...document.querySelectorAll("#cover [data-choice]")].filter((row) => getComputedStyle(row).backgroundColor !== plain).map((row) => row.querySelector(".label").textContent);
    });
    assert.deepEqual(await marked(), [], "a finger marks nothing");
    await player.keys("ArrowDown");
    await player.settle();
    const [second, ...further] = await marked();
    assert.ok(second && !further.length, `${second}, ${further}`);
    const [first] = await player.read(() => [...document.querySelectorAll("#cover .label")].map((label) => label.textContent));
    assert.ok(await player.read(() => document.querySelector("#tools-mode [data-act=delete]").checkVisibility()));
    await player.read(() => document.querySelector("#cover [data-choice='1'] + button").click());
    await player.read(() => document.querySelector("#cover [data-choice='1'] ~ button:last-child").click());
    await player.settle();
    const labels = await player.read(() => [...document.querySelectorAll("#cover .label")].map((label) => label.textContent));
    assert.ok(labels.includes(first) && !labels.includes(second), `${labels}`);
    const bar = await player.read(() => {
      const words = [...document.querySelectorAll("#tools-mode button span")].flatMap((span) =>
        span.textContent.split(" ").map((word, i, all) => {
          const [range, start] = [document.createRange(), all.slice(0, i).join(" ").length + (i ? 1 : 0)];
          range.setStart(span.firstChild, start);
          range.setEnd(span.firstChild, start + word.length);
          const { left, right } = range.getBoundingClientRect();
          const { left: least, right: most } = span.parentElement.getBoundingClientRect();
          return { word, lines: range.getClientRects().length, isIn: left >= least && right <= most };
        }),
      );
      return { broken: words.filter(({ lines, isIn }) => lines > 1 || !isIn), height: document.getElementById("tools-mode").offsetHeight };
    });
    assert.deepEqual(bar.broken, [], `${width}`);
    assert.ok(bar.height <= 90, `${bar.height}`);
    await page.close();
  }
}, ["chrome"]);

inBrowsers("on a board with values a drag of the mouse takes the cursor along", async ({ open }) => {
  const { page, player } = await opened(open, SUDOKU);
  await player.click(2);
  await player.settle();
  await player.settle();
  await player.drag(27, 29);
  await player.settle();
  const at = await player.read(() => [document.activeElement.dataset.at, document.querySelector("#grid [tabindex='0']").dataset.at]);
  assert.deepEqual(at, ["29", "29"]);
  await page.keyboard.press("1");
  await player.settle();
  const text = (at) => player.read((at) => document.querySelector(`#grid [data-at="${at}"] .text`)?.textContent ?? "", at);
  assert.deepEqual([await text(29), await text(2)], ["1", ""]);
});

inBrowsers("the keypad answers the question for a value to explain", async ({ open }) => {
  const { page, player } = await opened(open, SUDOKU, PHONE);
  await player.tap(2);
  await player.settle();
  await player.tool("why");
  await player.settle();
  assert.match(await player.text("typing-prompt"), /^Value to explain in r1c3/);
  assert.ok(await isSeen(player, "#keypad [data-act=value-7]"));
  assert.equal(await player.read(() => document.getElementById("typed").inputMode), "none", "no keyboard on the screen");
  const ground = () => player.read(() => getComputedStyle(document.querySelector("#keypad [data-act=value-7]")).backgroundColor);
  const asking = await ground();
  await page.tap("#keypad [data-act=value-7]");
  await player.settle();
  assert.match(await player.read(() => [document.body.dataset.mode, document.getElementById("question").textContent].join()), /^(why|clash),.*r1c3.*7/);
  assert.equal(await player.read(() => document.querySelector('#grid [data-at="2"] .text')?.textContent ?? ""), "");
  await player.keys("Escape");
  await player.settle();
  assert.notEqual(await ground(), asking);
  await page.tap("#keypad [data-act=value-4]");
  await player.settle();
  assert.equal(await player.read(() => document.querySelector('#grid [data-at="2"] .text').textContent), "4");
});

inBrowsers("a tab under the mouse looks unlike the selected one, and the page is ready for offline use once", async ({ open }) => {
  const { page, player } = await opened(open, "#n=6", { width: 1440, height: 900 });
  await page.click("#tab-analyse");
  await page.hover("#tab-share");
  const line = (id) => player.read((id) => getComputedStyle(document.getElementById(id)).borderBottomColor, id);
  assert.notEqual(await line("tab-share"), await line("tab-analyse"));
  await page.waitForFunction(() => document.getElementById("offline").checkVisibility());
  await page.waitForFunction(() => document.getElementById("offline").hidden, { timeout: 40_000 });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await player.settle(500);
  assert.ok(await player.read(() => document.getElementById("offline").hidden));
}, ["chrome"]);

inBrowsers("the last of the daily puzzles is an achievement, with a mark for each", async ({ open }) => {
  const { page, player } = await opened(open, "#n=6", PHONE);
  const achieved = () => player.read(() => [document.querySelector(".badges .day")?.textContent ?? null, document.querySelectorAll(".dailies .solved").length]);
  let solved = 0;
  for (const name of ["Queens", "Regions", "Sudoku"]) {
    assert.deepEqual(await achieved(), [null, solved], `before ${name}`);
    solved += 1;
    await page.tap("#ask-menu");
    await player.settle();
    await player.choose(name);
    await player.settle(400);
    await player.level(4);
    await player.settle();
  }
  assert.deepEqual(await achieved(), ["All 3 solved today", 3]);
  assert.match(await player.text("lines"), /New puzzles in \d+ (h|min)\./);
  assert.ok(await isSeen(player, ".badges .day"));
}, ["chrome"]);
