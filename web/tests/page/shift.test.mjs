// Nothing in sight moves while the page loads: the layout shift as browsers measure it is 0 at all sizes for n-queens and the
// front page, and at most 0.01 for all other puzzles.

import assert from "node:assert/strict";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const SIZES = [[390, 844], [844, 390], [768, 1024], [1024, 768], [1440, 900], [2560, 1440]];

inBrowsers("the layout does not shift", async ({ browser, server }) => {
  for (const [width, height] of SIZES) {
    for (const address of ["", "#n=8", "#n=8&queens=b4", "#puzzle=1.....3.........", "#id=regions-KATZ1XF"]) {
      const page = await (await browser.createBrowserContext()).newPage();
      await page.setViewport({ width, height });
      await page.evaluateOnNewDocument(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) window.shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className)]);
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.goto(server.url + address);
      await page.waitForSelector("#grid [data-at]");
      await new Player(page).settle(400);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((sum, [value]) => sum + value, 0);
      assert.ok(sum < (/^(#n|$)/.test(address) ? 0.001 : 0.01), `${width}x${height} ${address}: ${JSON.stringify(shifts)}`);
      await page.close();
    }
  }
}, ["chrome"]);
