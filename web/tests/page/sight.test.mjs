// Screens of every size: the content fits the width, the cursor is visible, the board is large, and paper is white.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

/** Returns the visible elements that extend beyond the right edge of the window. */
const sticksOut = () => {
  const inside = (element) => element.closest(".unseen, #view, .scroll, dialog:not([open]), .level span");
  // Rules without room are in further columns, which are cut off.
  const isCut = (element) => element.getBoundingClientRect().left >= element.closest("#rules-list")?.getBoundingClientRect().right;
  const wide = [...document.querySelectorAll("body *")].filter(
    (element) => element.checkVisibility() && !inside(element) && !isCut(element) && element.getBoundingClientRect().right > innerWidth + 0.5,
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  return [...wide.map((element) => element.outerHTML.slice(0, 90)), ...(scrollWidth > clientWidth ? [`${scrollWidth} > ${clientWidth}`] : [])];
};

const PUZZLES = ["#n=8", "#queens-14", "#sudoku"];

inBrowsers("nothing scrolls sideways from 320 pixels on, with large text neither", async ({ open }) => {
  for (const address of ["", ...PUZZLES]) {
    const page = await open(address);
    const player = new Player(page);
    await player.settle();
    for (const [text, widths] of [["100%", [320, 360, 414, 600, 768, 863, 864, 1024, 1280, 1920, 2560]], ["200%", [360, 390, 844, 1280]]]) {
      await page.evaluate((text) => (document.documentElement.style.fontSize = text), text);
      for (const width of widths) {
        await page.setViewport({ width, height: 640 });
        assert.deepEqual(await page.evaluate(sticksOut), [], `${address} ${width} ${text}`);
      }
    }
    await page.close();
  }
}, ["chrome"]);

inBrowsers("the keyboard's cursor is never out of sight", async ({ open }) => {
  for (const address of PUZZLES) {
    const page = await open(address);
    const player = new Player(page);
    for (const [width, height] of [[320, 256], [320, 200], [568, 320], [390, 844]]) {
      await page.setViewport({ width, height });
      await player.focusBoard();
      for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
        for (let step = 0; step < 14; step += 1) {
          await page.keyboard.press(key);
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 40)));
          const seen = await page.evaluate(() => {
            const cell = document.activeElement;
            const { left, top, right, bottom } = cell.getBoundingClientRect();
            const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]];
            const isThere = ([x, y]) => document.elementFromPoint(x, y)?.closest(".cell") === cell;
            return cell.matches("#grid [role=gridcell]") && corners.every(isThere) ? "" : `${cell.getAttribute("aria-label")} ${[left, top, right, bottom]}`;
          });
          assert.equal(seen, "", `${address} ${width}x${height} ${key} ${step}`);
        }
      }
    }
    await page.close();
  }
}, ["chrome"]);

inBrowsers("on a phone on its side the board stays beside a long explanation", async ({ open }) => {
  const page = await open();
  const player = new Player(page);
  for (const [width, height] of [[844, 390], [667, 375]]) {
    await page.setViewport({ width, height });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await player.settle();
    const [top, bottom, inner] = await page.evaluate(() => {
      const { top, bottom } = document.getElementById("board").getBoundingClientRect();
      return [top, bottom, innerHeight];
    });
    assert.ok(top >= 0 && bottom <= inner, `${width}x${height}: ${top} to ${bottom} of ${inner}`);
    assert.ok(bottom - top > 0.8 * height, `${width}x${height}: ${bottom - top} high`);
  }
});

inBrowsers("large screens are used, and cells can be hit on small ones", async ({ open }) => {
  const page = await open();
  await page.setViewport({ width: 2560, height: 1440 });
  const side = () => page.evaluate(() => document.getElementById("board").getBoundingClientRect().height);
  assert.ok((await side()) > 1200, `${await side()}`);
  await page.goto(`${page.url().split("#")[0]}#queens-14`);
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await page.setViewport({ width: 320, height: 568 });
  const cell = await page.evaluate(() => document.querySelector("#grid [role=gridcell]").getBoundingClientRect().width);
  assert.ok(cell >= 24, `${cell}`);
}, ["chrome"]);

inBrowsers("paper is white, and has no buttons", async ({ open }) => {
  const page = await open();
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
  await page.emulateMediaType("print");
  const [ground, ink, buttons] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).backgroundColor,
    getComputedStyle(document.body).color,
    [...document.querySelectorAll("button, select, input")].filter((element) => element.checkVisibility()).map((element) => element.outerHTML),
  ]);
  assert.deepEqual([ground, ink, buttons], ["rgb(255, 255, 255)", "rgb(0, 0, 0)", []]);
  const grounds = await page.evaluate(() => [...new Set([...document.querySelectorAll("#grid .sign-ground")].map((ground) => getComputedStyle(ground).fill))]);
  assert.ok(grounds.length > 0);
  for (const each of grounds) assert.ok(each.match(/\d+/g).every((part) => Number(part) >= 221), each);
}, ["chrome"]);
