// Writes into page/sw.js which files the page has, and a version made of what they contain: `node web/list.mjs`.
// With `--check` it writes nothing, and fails if something is to be written.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("page/", import.meta.url));

/** The files of the page as it is served, in order; the service worker is no part of what it keeps. */
export function files(folder = PAGE) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return paths.filter((path) => path !== "sw.js").sort();
}

/** The service worker as it should be. */
export function listed(folder = PAGE) {
  const hash = createHash("sha256");
  for (const file of files(folder)) hash.update(`${file}\0`).update(readFileSync(join(folder, file)));
  const source = readFileSync(join(folder, "sw.js"), "utf8");
  const list = files(folder).map((file) => JSON.stringify(file)).join(", ");
  return source
    .replace(/^const VERSION = .*$/m, `const VERSION = ${JSON.stringify(hash.digest("hex").slice(0, 16))};`)
    .replace(/^const FILES = \[[^\]]*\];$/m, `const FILES = [${list}];`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const place = join(PAGE, "sw.js");
  if (!process.argv.includes("--check")) writeFileSync(place, listed());
  else if (listed() !== readFileSync(place, "utf8")) throw new Error("page/sw.js does not list what is in page/: run `node web/list.mjs`");
}
