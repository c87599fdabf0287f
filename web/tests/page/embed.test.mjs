// The page in a frame of another page: the board, the messages and the main actions alone.

import assert from "node:assert/strict";
import { createServer } from "node:http";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

inBrowsers("a frame with ?embed has the board and the main actions, and leaves the history alone", async ({ browser, server }) => {
  const outer = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<!doctype html><title>A lesson</title><iframe width="400" height="640" src="${server.url}?embed#n=6"></iframe>`);
  });
  await new Promise((resolve) => outer.listen(0, "127.0.0.1", resolve));
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${outer.address().port}/`);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await frame.waitForSelector("#grid [data-at]");
    const player = new Player(frame);
    await player.settle();
    const seen = (selector) => frame.evaluate((selector) => document.querySelector(selector).checkVisibility(), selector);
    for (const selector of ["#grid", "#tools-main [data-act=undo]", "#remaining"]) assert.ok(await seen(selector), selector);
    for (const selector of ["header button", ".more", "#level", ".file", "#legend"]) assert.ok(!(await seen(selector)), selector);
    assert.equal((await player.cells()).length, 36);
    const entries = await page.evaluate(() => history.length);
    await frame.click("#grid [data-at='1']");
    await player.settle();
    assert.match(await player.text("standing"), /^1 of 6 queens/);
    assert.match(await frame.evaluate(() => location.search + location.hash), /^\?embed#.+/);
    assert.equal(await page.evaluate(() => history.length), entries);
    // All messages are above the buttons, which lie over the page.
    await frame.click("#tools-main [data-act=undo]");
    await player.settle();
    const [last, buttons] = await frame.evaluate(() => [document.querySelector("#lines p:last-child").getBoundingClientRect().bottom, document.getElementById("tools-main").getBoundingClientRect().top]);
    assert.equal(await frame.evaluate(() => document.querySelectorAll("#lines p").length), 1);
    assert.ok(last <= buttons, `${last} ${buttons}`);
    const wide = await frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0);
  } finally {
    await new Promise((resolve) => (outer.closeAllConnections(), outer.close(resolve)));
  }
});
