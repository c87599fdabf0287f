// Serves the page as a static host does: files by their paths. The page is in a folder below the root, so that absolute
// addresses fail.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const PAGE = fileURLToPath(new URL("../../page/", import.meta.url));
const BELOW = "/some/folder/";
const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png",
  ".wasm": "application/wasm", ".webmanifest": "application/manifest+json", ".json": "application/json",
};

/** Starts a server of a folder, and returns it with the address of the page. The engine may come from another folder. */
export async function serve(folder = PAGE) {
  const requests = [];
  /** The files that the server reports as missing. @type {Set<string>} */
  const missing = new Set();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    requests.push(path);
    const name = path.startsWith(BELOW) ? normalize(path.slice(BELOW.length) || "index.html") : "..";
    const place = name.startsWith("engine") && process.env.NQUEENS_ENGINE ? process.env.NQUEENS_ENGINE : folder;
    try {
      if (name.startsWith("..") || missing.has(name)) throw new Error(path);
      const bytes = await readFile(join(place, place === folder ? name : name.slice("engine/".length)));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream", "cache-control": "no-cache" });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}${BELOW}`;
  const stop = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return { url, requests, missing, stop };
}
