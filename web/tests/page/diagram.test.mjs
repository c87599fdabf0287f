// The diagram of a small board: its legend, its paths, its size and its file.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

/** All edges drawn, as [from, to, on the highlighted paths]. */
const edges = () => [...document.querySelectorAll("#diagram line[data-from]")].map(({ dataset, classList }) => [Number(dataset.from), Number(dataset.to), classList.contains("path")]);

/** The edges of all paths from `root` through `node` to 1, by following every path. */
function onPaths(all, root, node) {
  const found = new Set();
  const follow = (at, path) => {
    if (at === 1 && path.some(([from]) => from === node)) path.forEach(([from, to]) => found.add(`${from} ${to}`));
    for (const edge of all) if (edge[0] === at && edge[1] !== 0) follow(edge[1], [...path, edge]);
  };
  follow(root, []);
  return found;
}

inBrowsers("a click on a node shows its paths, and the drawing can be magnified and saved", async ({ open, name }) => {
  const page = await open("#n=4");
  const player = new Player(page);
  await player.settle();
  await player.tool("diagram");
  await player.settle();
  assert.equal(await player.read(() => document.querySelector(".diagram-tools").innerText.replace(/\s+/g, " ").slice(0, 6)), "yes no");
  const all = await player.read(edges);
  const root = all.find(([from]) => !all.some(([, to]) => to === from))[0];
  const press = (node) => player.read((node) => document.querySelector(`#diagram circle[data-node="${node}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true })), node);
  const nodes = [...new Set(all.map(([from]) => from))];
  assert.ok(nodes.length > 8);
  for (const node of nodes) {
    await press(node);
    const lit = new Set((await player.read(edges)).filter(([, , isPath]) => isPath).map(([from, to]) => `${from} ${to}`));
    assert.deepEqual([...lit].sort(), [...onPaths(all, root, node)].sort(), `node ${node}`);
  }
  await press(nodes.at(-1));
  assert.ok((await player.read(edges)).every(([, , isPath]) => !isPath));

  const width = () => player.read(() => document.querySelector("#diagram .nodes").getBoundingClientRect().width);
  const before = await width();
  await page.click("#diagram [aria-label='Zoom in']");
  assert.ok(Math.abs((await width()) / before - 1.25) < 0.02);
  await page.click("#diagram [aria-label='Zoom out']");
  assert.ok(Math.abs((await width()) / before - 1) < 0.02);

  if (name !== "chrome") return;
  const folder = mkdtempSync(join(tmpdir(), "diagram-"));
  try {
    const session = await page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await page.click("#diagram [aria-label='Save as SVG']");
    for (let i = 0; i < 100 && !readdirSync(folder).includes("diagram.svg"); i += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    const text = readFileSync(join(folder, "diagram.svg"), "utf8");
    const lines = await page.evaluate((text) => {
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
      return [...drawing.querySelectorAll("line")].map((line) => [line.classList.contains("low"), line.getAttribute("stroke-dasharray"), line.getAttribute("stroke")]);
    }, text);
    assert.equal(lines.length, all.length);
    for (const [isLow, dashes, stroke] of lines) {
      assert.equal(dashes !== "none", isLow);
      assert.match(stroke, /^(rgb|color)/);
    }
    await page.click("#diagram [aria-label='Save as DOT']");
    await page.click("#diagram [aria-label='Save as PNG']");
    const saved = async (name) => {
      for (let i = 0; i < 100 && !readdirSync(folder).includes(name); i += 1) await new Promise((resolve) => setTimeout(resolve, 100));
      return readFileSync(join(folder, name));
    };
    // The DOT has the edges of the drawing, dashed for no.
    const dot = [...`${await saved("diagram.dot")}`.matchAll(/(\d+) -> (\d+)( \[style=dashed\])?/g)].map(([, from, to, dashes]) => `${from} ${to} ${Boolean(dashes)}`);
    const drawn = await page.evaluate(() => [...document.querySelectorAll("#diagram line[data-from]")].map((line) => `${line.dataset.from} ${line.dataset.to} ${line.classList.contains("low")}`));
    assert.deepEqual(dot.sort(), drawn.sort());
    const png = await saved("diagram.png");
    const [wide] = await page.evaluate(() => document.querySelector("#diagram .nodes").getAttribute("viewBox").split(" ").slice(2).map(Number));
    assert.equal(png.readUInt32BE(16), Math.floor(3 * wide));
    // A picture of one colour would be smaller.
    assert.ok(png.length > 10_000, `${png.length}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inBrowsers("a link opens at the step of an explanation, and the panel copies such links", async ({ open, browser, server }) => {
  await browser.defaultBrowserContext().overridePermissions(new URL(server.url).origin, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  const page = await open("#n=6&queens=b1&show=why-5-6-3");
  const player = new Player(page);
  await player.settle();
  const current = () => document.querySelector("#steps [aria-current]")?.textContent;
  assert.match(await player.text("question"), /f2/);
  assert.equal(await player.read(current), await player.read(() => document.querySelectorAll("#steps li")[2].textContent));
  await player.read(() => document.querySelectorAll("#steps button")[4].click());
  await player.settle();
  const step = await player.read(current);
  await page.bringToFront();
  await page.click("#link-step");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#n=6&queens=b1&show=why-5-6-5$/);
  const other = new Player(await open(new URL(link).hash));
  await other.settle();
  assert.equal(await other.read(current), step);
  const bad = new Player(await open("#n=6&show=why-x"));
  await bad.settle();
  assert.match(await bad.text("own-word"), /expected show=why-ROW-COLUMN-STEP/);
}, ["chrome"]);

inBrowsers("the presentation has the board and the steps in large type on the whole screen", async ({ open }) => {
  const page = await open("#n=6&queens=b1&show=why-5-6-1");
  const player = new Player(page);
  await player.settle();
  const size = () => Number.parseFloat(getComputedStyle(document.querySelector("#steps button")).fontSize);
  const before = await player.read(size);
  await page.click("#present");
  await page.waitForFunction(() => document.fullscreenElement?.id === "main");
  assert.ok((await player.read(size)) > 1.3 * before);
  for (const [selector, isSeen] of [["#grid", true], ["#steps", true], ["header", true], [".more", false], ["#level", false]]) {
    assert.equal(await player.read((selector) => document.querySelector(selector).checkVisibility(), selector), isSeen, selector);
  }
  await page.click("#present");
  await page.waitForFunction(() => document.fullscreenElement === null);
}, ["chrome"]);
