// @ts-check
// Caches all files of the page for offline use. `node web/list.mjs` writes the list and the version, and a test compares them
// with the folder. Each version has a cache of its own, which is filled as a whole.

const VERSION = "17a0679f94d6ed83";
/** @type {string[]} */
const FILES = ["board.css", "board.js", "cell.js", "cover.js", "diagram.css", "diagram.js", "dom.js", "early.js", "effects.js", "embed.js", "engine/engine.js", "engine/engine_bg.wasm", "engine/rest_bg.wasm", "icon-192.png", "icon-maskable.png", "icon.svg", "index.html", "keys.js", "link.js", "main.js", "manifest.webmanifest", "panel.js", "picture.js", "pointer.js", "present.js", "records.css", "records.js", "rest.js", "shape.js", "style.css", "tree.css", "tree.js", "words.js", "worker.js"];

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const CACHE = `nqueens-${VERSION}`;

worker.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener("activate", (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("nqueens-") && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
    // Kept for a page that does not listen yet and was loaded from the old files.
    if (old.length) for (const client of await worker.clients.matchAll()) client.postMessage("newer");
  };
  event.waitUntil(forget());
});

worker.addEventListener("message", ({ data }) => data === "take over" && worker.skipWaiting());

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // Only files of the page are answered from the cache; other paths go to the server.
  const path = request.mode === "navigate" && url.pathname === new URL("./", location.href).pathname ? "index.html" : url.pathname;
  const wanted = new URL(path, location.href).href;
  if (!FILES.some((file) => new URL(file, location.href).href === wanted)) return;
  // If the cache can't be read, the network answers.
  const kept = caches.open(CACHE).then((cache) => cache.match(wanted));
  event.respondWith(kept.catch(() => undefined).then((file) => file ?? fetch(request)));
});
