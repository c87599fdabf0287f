// Starts the browsers, and finds the tools. The tests of a missing tool are skipped, or fail if skipping is not allowed.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Player } from "./player.mjs";
import { serve } from "./serve.mjs";

const TOOLS = process.env.NQUEENS_NODE_MODULES ?? fileURLToPath(new URL("../../../target/ci-tools/node_modules", import.meta.url));
const BROWSERS = { chrome: ["/usr/bin/chromium", "/usr/bin/google-chrome"], firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"] };
/** The options of Chromium: no window, no sandbox (root can't have one), no requests to other hosts. */
const FLAGS = {
  chrome: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  firefox: [],
};

/** The longest wait for a page, in milliseconds. Only a page that hangs takes so long, even on a busy machine. */
export const PATIENCE = 300_000;

const require = createRequire(import.meta.url);
const found = (/** @type {string} */ name) => existsSync(`${TOOLS}/${name}`);
export const axe = () => (found("axe-core/axe.min.js") ? readFileSync(`${TOOLS}/axe-core/axe.min.js`, "utf8") : null);

/** Returns the reason why a browser can't be started, or null. */
export function missing(name) {
  if (!found("puppeteer-core")) return `puppeteer-core is not in ${TOOLS}`;
  return BROWSERS[name].some(existsSync) ? null : `${name} is not installed`;
}

export async function launch(name, options = {}) {
  const { default: puppeteer } = await import(require.resolve(`${TOOLS}/puppeteer-core`));
  const executablePath = BROWSERS[name].find(existsSync);
  return puppeteer.launch({ browser: name, executablePath, headless: true, timeout: 300_000, protocolTimeout: 600_000, args: FLAGS[name], ...options });
}

/**
 * Defines a test with its own browser and server, in all browsers or in the one that NQUEENS_BROWSER names. The test fails if
 * the page has an error or sends a request to another host.
 * @param {string} title @param {(all: any) => Promise<void>} run @param {("chrome" | "firefox")[]} browsers
 */
export function inBrowsers(title, run, browsers = ["chrome", "firefox"]) {
  for (const name of browsers) {
    if (![name, undefined].includes(process.env.NQUEENS_BROWSER)) continue;
    test(`${title} (${name})`, { timeout: 900_000 }, async (context) => {
      const why = missing(name);
      if (why && process.env.NQUEENS_REQUIRE_BROWSER) throw new Error(why);
      if (why) return context.skip(why);
      const server = await serve();
      const browser = await launch(name);
      try {
        const trouble = [];
        const open = async (address = "#n=8", size = { width: 1280, height: 900 }) => {
          const page = await browser.newPage();
          page.on("pageerror", (error) => trouble.push(`${error}`));
          page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
          page.on("request", (request) => /^(http:\/\/127\.0\.0\.1:|blob:http:\/\/127|data:)/.test(request.url()) || trouble.push(request.url()));
          page.setDefaultTimeout(PATIENCE);
          page.setDefaultNavigationTimeout(PATIENCE);
          await page.setViewport(size);
          await page.goto(server.url + address);
          await page.waitForSelector("#grid [data-at]");
          return page;
        };
        /** Opens a puzzle, and waits until its game has answered. */
        const play = async (...given) => {
          const page = await open(...given);
          const player = new Player(page);
          await player.settle();
          return { page, player };
        };
        await run({ browser, server, open, play, name, trouble });
        if (trouble.length) throw new Error(trouble.join("\n"));
      } finally {
        await browser.close();
        await server.stop();
      }
    });
  }
}
