// Writes the list of the page's files, and a version computed from their content, into page/sw.js: `node web/list.mjs`.
// With `--check` it only verifies them, and fails if they are out of date.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("page/", import.meta.url));

/** The files of the page in order, without the service worker itself. */
export function files(folder = PAGE) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = names
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".") && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
  return paths.filter((path) => path !== "sw.js").sort();
}

/** The service worker with the present list and version. */
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
