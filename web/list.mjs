// Writes into page/sw.js which files the page has, and a version made of what they contain: `node web/list.mjs`.
// With `--check` it writes nothing, and fails if something is to be written.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = new URL("page/", import.meta.url);

/** The files of the page as it is served, in order; the service worker is no part of what it keeps. */
export function files() {
  const names = readdirSync(fileURLToPath(folder), { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(".d.ts"))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(fileURLToPath(folder).length).replace(/^\//, ""));
  return paths.filter((path) => path !== "sw.js").sort();
}

/** The service worker as it should be. */
export function listed() {
  const hash = createHash("sha256");
  for (const file of files()) hash.update(`${file}\0`).update(readFileSync(new URL(file, folder)));
  const source = readFileSync(new URL("sw.js", folder), "utf8");
  const list = files().map((file) => `  ${JSON.stringify(file)},\n`).join("");
  return source
    .replace(/^const VERSION = .*$/m, `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 16))};`)
    .replace(/^const FILES = \[[^\]]*\];$/m, `const FILES = [\n${list}];`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isStale = listed() !== readFileSync(new URL("sw.js", folder), "utf8");
  if (process.argv.includes("--check")) {
    if (isStale) throw new Error("page/sw.js does not list what is in page/: run `node web/list.mjs`");
  } else {
    writeFileSync(new URL("sw.js", folder), listed());
  }
}
