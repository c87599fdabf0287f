// The npm package, from its tarball in a project of its own: the examples of its README in Node.js, the answers compared with
// searches of this file, the types, and the element in a page of another site. `web/npm/build --pack` writes the tarball.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { serve } from "../page/serve.mjs";
import { launch, missing } from "../page/browser.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "nqueens-npm-"));
const PACKAGE = join(folder, "node_modules/@nqueens/engine");
/** @type {typeof import("../../npm/src/index.js")} */
let engine;

before(async () => {
  const tarball = readdirSync(join(ROOT, "target")).find((name) => /^nqueens-engine-.*\.tgz$/.test(name));
  assert.ok(tarball, "run `web/npm/build --pack`");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  execFileSync("npm", ["install", "--silent", "--offline", "--no-audit", "--no-fund", join(ROOT, "target", tarball)], { cwd: folder });
  engine = await import(pathToFileURL(createRequire(join(folder, "x.js")).resolve("@nqueens/engine")).href);
});
after(() => rmSync(folder, { recursive: true }));

/** Returns all solutions of n-queens as lists of columns, by trying every row. */
function solutions(n, row = 0, taken = []) {
  if (row === n) return [taken];
  const isFree = (column) => taken.every((other, i) => other !== column && Math.abs(other - column) !== row - i);
  return Array.from({ length: n }, (_, column) => column).filter(isFree).flatMap((column) => solutions(n, row + 1, [...taken, column]));
}
const square = (column, row) => `${"abcdefghij"[column]}${row + 1}`;
function run(script) {
  writeFileSync(join(folder, "example.js"), script);
  return execFileSync("node", ["example.js"], { cwd: folder, encoding: "utf8", timeout: 120_000 });
}

test("the version is that of the workspace", () => {
  const [, version] = /\[workspace\.package\]\nversion = "([^"]+)"/.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"));
  assert.equal(JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version, version);
});

test("the examples of the README and the book run, print what their comments say, and end by themselves", () => {
  const texts = [join(PACKAGE, "README.md"), join(ROOT, "docs/embedding.md")].map((file) => readFileSync(file, "utf8"));
  const examples = texts.flatMap((text) => [...text.matchAll(/```js\n([^]*?)```/g)].map(([, source]) => source));
  assert.equal(examples.length, 3);
  for (const source of examples) {
    const printed = run(source).trim().split("\n");
    const said = source.split("\n").filter((line) => line.includes("console.log"));
    assert.equal(printed.length, said.length, printed.join("\n"));
    assert.ok(!printed.some((line) => line.includes("undefined")), printed.join("\n"));
    said.forEach((line, i) => {
      const [, expected] = line.split(" // ");
      if (expected) assert.equal(printed[i], expected);
    });
  }
});

test("guide and count agree with a search, for every position of two queens on 6 x 6", async () => {
  const all = solutions(6).map((columns) => new Set(columns.map(square)));
  const puzzle = await engine.Puzzle.open(6);
  assert.equal(await puzzle.count(), BigInt(all.length));
  const squares = Array.from({ length: 36 }, (_, i) => square(i % 6, Math.floor(i / 6)));
  assert.deepEqual([...puzzle.variables].sort(), [...squares].sort());
  for (const first of squares) {
    for (const placed of [[first], [first, squares[35 - squares.indexOf(first)]]]) {
      const left = all.filter((solution) => placed.every((name) => solution.has(name)));
      const guide = await puzzle.guide({ placed });
      if (guide.consistent) assert.equal(guide.solutions, BigInt(left.length), placed.join());
      else assert.equal(left.length, 0);
      for (const { square: name, solutions: count } of guide.squares) {
        assert.equal(count, BigInt(left.filter((solution) => solution.has(name)).length), `${placed}: ${name}`);
      }
    }
  }
  assert.equal(await puzzle.count({ blocked: squares.slice(0, 6) }), 0n);
  puzzle.close();
  await assert.rejects(puzzle.count(), { code: "closed" });
});

test("numbers beyond 2^53 are exact", async () => {
  const free = await engine.Puzzle.open('title = "Free"\npiece = "star"\nrows = 8\ncolumns = 8\n');
  assert.equal(await free.count(), 2n ** 64n);
  assert.equal((await free.guide({ blocked: ["a1"] })).solutions, 2n ** 63n);
});

test("a lower bound is no count", async () => {
  const puzzle = await engine.Puzzle.open(30);
  await assert.rejects(puzzle.count(), { code: "unanswered", message: /at least/ });
  assert.equal((await puzzle.guide()).exact, false);
});

test("a Sudoku is solved, explained and drawn", async () => {
  const text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const sudoku = await engine.Puzzle.open({ kind: "sudoku", text });
  assert.equal(await sudoku.count(), 1n);
  const solved = await sudoku.solve();
  const grid = JSON.stringify(solved).match(/[1-9]{81}/)?.[0] ?? "";
  for (let i = 0; i < 81; i += 1) if (text[i] !== ".") assert.equal(grid[i], text[i]);
  for (let i = 0; i < 9; i += 1) {
    const block = (k) => (Math.floor(i / 3) * 3 + Math.floor(k / 3)) * 9 + (i % 3) * 3 + (k % 3);
    for (const at of [(k) => 9 * i + k, (k) => 9 * k + i, block]) assert.equal(new Set(Array.from({ length: 9 }, (_, k) => grid[at(k)])).size, 9);
  }
  assert.match(await sudoku.dot(), /^digraph/);
  const why = await sudoku.explain(sudoku.variables.find((name) => name === `r1c3=${grid[2]}`));
  assert.equal(why.status, "forced");
});

test("a request is cancelled while it runs and while it waits, and later requests are answered", async () => {
  const large = await engine.Puzzle.open(14);
  const small = await engine.Puzzle.open(6);
  const [running, waiting] = [new AbortController(), new AbortController()];
  const ran = large.count({ signal: running.signal });
  const waited = large.guide({ signal: waiting.signal });
  const answered = small.count();
  waiting.abort();
  await assert.rejects(waited, { name: "AbortError" });
  setTimeout(() => running.abort(new Error("enough")), 200);
  const from = performance.now();
  await assert.rejects(ran, /enough/);
  assert.ok(performance.now() - from < 2000);
  assert.equal(await answered, 4n);
  assert.equal(await small.count({ placed: ["b1"] }), 1n);
  await assert.rejects(small.count({ signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("bad input names what was expected", async () => {
  const { Puzzle } = engine;
  for (const [source, told] of [
    [0, /size n from 1/], [{ id: "sudoku-res-181" }, /typing error/], [{ kind: "chess" }, /expected a kind among .*sudoku/],
    [{ kind: "regions", colour: 3 }, /options among .*size.*"colour"/], [{ kind: "regions", size: "big" }, /size/], [null, /expected a text/],
    [{}, /expected one of/], ["hello", /./], [{ kind: "sudoku", n: 8 }, /only kind takes options/], [{ n: 8, seed: 3 }, /only kind takes options/],
  ]) {
    await assert.rejects(async () => Puzzle.open(source), (error) => error.code === "input" && told.test(error.message), JSON.stringify(source));
  }
  const puzzle = await Puzzle.open(5);
  await assert.rejects(puzzle.guide({ placed: ["z9"] }), { code: "input", message: /z9/ });
  await assert.rejects(puzzle.explain(), { code: "input" });
});

test("the declarations fit a program", () => {
  writeFileSync(join(folder, "user.ts"), `
    import { Puzzle, PuzzleError, type Guide } from "@nqueens/engine";
    import type { NqueensBoard } from "@nqueens/engine/board";
    const puzzle: Puzzle = await Puzzle.open({ kind: "regions", size: 7 }, { signal: AbortSignal.timeout(9) });
    const guide: Guide = await puzzle.guide({ placed: ["a1"] });
    const more: bigint = guide.solutions + (await puzzle.count());
    // @ts-expect-error a count is no number
    const less: number = await puzzle.count();
    const told: string | undefined = (await puzzle.hint()).hint?.sentences.play;
    // @ts-expect-error there is no such option
    await puzzle.guide({ queens: ["a1"] });
    const board: NqueensBoard = document.querySelector("nqueens-board")!;
    board.addEventListener("solved", ({ detail }) => console.log(detail.placed.length, more, less, told, PuzzleError));
  `);
  const tsc = join(process.env.NQUEENS_NODE_MODULES ?? join(ROOT, "target/ci-tools/node_modules"), "typescript/bin/tsc");
  execFileSync("node", [tsc, "--noEmit", "--strict", "--target", "es2023", "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2023,dom", "--types", "", "user.ts"], { cwd: folder, encoding: "utf8" });
});

test("a page of another site asks the engine and shows the element", { skip: missing("chrome") ?? false, timeout: 300_000 }, async () => {
  writeFileSync(join(folder, "index.html"), `<!doctype html><title>A lesson</title>
    <script type="module" src="node_modules/@nqueens/engine/board.js"></script>
    <nqueens-board size="4" theme="dark"></nqueens-board>
    <script type="module">
      window.events = [];
      const board = document.querySelector("nqueens-board");
      for (const name of ["ready", "move", "solved"]) board.addEventListener(name, ({ detail }) => window.events.push([name, detail]));
      const { Puzzle } = await import("./node_modules/@nqueens/engine/index.js");
      const puzzle = await Puzzle.open(8);
      window.counted = String(await puzzle.count({ placed: ["b4"] }));
    </script>`);
  const server = await serve(folder);
  const browser = await launch("chrome");
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => window.counted);
    assert.equal(await page.evaluate(() => window.counted), "8");
    const until = (name, length) => page.waitForFunction((name, length) => window.events.filter(([event]) => event === name).length >= length, {}, name, length);
    await until("ready", 1);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    assert.equal(await frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
    const click = async (at) => frame.evaluate((at) => document.querySelector(`[data-at="${at}"]`).click(), at);
    // a2, b4, c1, d3: the rows begin at the top.
    for (const [made, at] of [8, 1, 14, 7].entries()) {
      await click(at);
      await until("move", made + 1);
    }
    await until("solved", 1);
    const events = await page.evaluate(() => window.events);
    assert.deepEqual([...events.find(([name]) => name === "solved")[1].placed].sort(), ["a2", "b4", "c1", "d3"]);
    assert.deepEqual(events.filter(([name]) => name === "move")[0][1].placed, ["a2"]);
    await page.evaluate(() => document.querySelector("nqueens-board").act("undo"));
    await until("move", 5);
    assert.equal((await page.evaluate(() => window.events.at(-1)[1])).solved, false);
    await page.evaluate(() => document.querySelector("nqueens-board").setAttribute("readonly", ""));
    await frame.waitForFunction(() => document.getElementById("main").inert);
    await page.evaluate(() => document.querySelector("nqueens-board").setAttribute("puzzle", "n=5&queens=a1"));
    await page.waitForFunction(() => window.events.at(-1)[1].placed.join() === "a1");
  } finally {
    await browser.close();
    await server.stop();
  }
});
