// The files of the page: all are listed for offline use, are small, have relative addresses, and obey a strict content security policy.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { files, listed } from "../../list.mjs";
import { PAGE } from "./serve.mjs";

const text = (name) => readFileSync(`${PAGE}/${name}`, "utf8");
const texts = () => files().filter((name) => /\.(js|css|html|webmanifest)$/.test(name));

test("the service worker lists every file, and its version is that of their contents", () => {
  assert.equal(text("sw.js"), listed(), "run `node web/list.mjs`");
  for (const file of files()) assert.ok(text("sw.js").includes(JSON.stringify(file)), file);
});

test("what plays n-queens has less than 540 kB, and all of the page less than 1.41 MB, as they are sent", (context) => {
  const sizes = files().concat("sw.js").map((file) => [gzipSync(readFileSync(`${PAGE}/${file}`), { level: 9 }).length, file]);
  const sum = (which) => which.reduce((sum, [size]) => sum + size, 0);
  // The second part of the engine and the drawing of diagrams, records and trees are loaded after the first board, these icons by an installation.
  const first = sum(sizes.filter(([, file]) => !/^(engine\/rest_bg\.wasm|(diagram|records|tree)\.(js|css)|icon-.*\.png)$/.test(file)));
  context.diagnostic(`${first} bytes first, ${sum(sizes.filter(([, file]) => !file.startsWith("engine/")))} of them without the engine; ${sum(sizes)} in all`);
  assert.ok(first < 540_000, `${first}`);
  // The tree of configurators and the checker of certificates have 45 kB.
  assert.ok(sum(sizes) < 1_410_000, `${sum(sizes)}: ${sizes.sort(([a], [b]) => b - a).slice(0, 5).join(" ")}`);
});

test("no file names a host, or an address from the root", () => {
  for (const file of texts()) {
    if (file.startsWith("engine/")) continue;
    const source = text(file).replaceAll("http://www.w3.org/2000/svg", "");
    assert.doesNotMatch(source, /https?:\/\//, file);
    assert.doesNotMatch(source, /(?:src|href|url\(|import[^;]*from|fetch\()\s*=?\s*["'(]\//, file);
  }
});

test("the policy allows nothing but the page's own files", () => {
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(text("index.html"));
  assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /);
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|\*|https?:|data:|blob:/);
  assert.doesNotMatch(text("index.html"), / style=| on\w+=|<script(?! (type="module" (async )?)?src=)/, "nothing inline");
});

test("the manifest names icons that are there, of the sizes it says", () => {
  const { icons, start_url, scope } = JSON.parse(text("manifest.webmanifest"));
  assert.deepEqual([start_url, scope], ["./", "./"]);
  for (const { src, sizes, type } of icons) {
    const bytes = readFileSync(`${PAGE}/${src}`);
    if (type === "image/png") assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
});

test("outlines go on from where they begin, so that the picture can draw them anywhere", () => {
  const outlines = [...text("index.html").matchAll(/<path id="sign-\w+" d="([^"]*)"/g)].map(([, d]) => d);
  assert.ok(outlines.length > 8);
  for (const d of outlines) assert.match(d, /^M[\d.]+ [\d.]+[^A-Z]*$/);
});

test("JavaScript has no rules and few words: a sentence comes from the engine", () => {
  const own = texts().filter((file) => file.endsWith(".js") && !file.startsWith("engine/")).concat("sw.js");
  const lines = own.reduce((sum, file) => sum + text(file).split("\n").length - 1, 0);
  // The front page, the history of solved puzzles, whole months, and the selection of cells came with the last hundreds, and
  // with the last two Back, the bar of the replay, the buttons of saved games, the card of a result, the solutions found and the
  // difficulties beside the sizes.
  assert.ok(lines < 3250, `${lines} lines`);
  for (const file of own) {
    const strings = text(file).replace(/\/\/.*$|\/\*[^]*?\*\//gm, "").match(/(["`])(?:(?!\1).)*\1/g) ?? [];
    const sentences = strings.filter((string) => /^.[A-Z][a-z]+( [a-z',]+){3,}/.test(string) && !string.includes("</"));
    assert.ok(sentences.length <= 2, `${file}: ${sentences}`);
  }
});
