// @ts-check
// Keeps all files of the page, so that it works without a network. The list and the version are written by
// `node web/list.mjs`, and a test holds them to what is in the folder: another version is another cache, taken as a whole.

const VERSION = "1e95e36cd8d6fdac";
/** @type {string[]} */
const FILES = ["board.css", "board.js", "cell.js", "cover.js", "diagram.js", "dom.js", "early.js", "effects.js", "engine/engine.js", "engine/engine_bg.wasm", "engine/rest_bg.wasm", "icon-192.png", "icon-512.png", "icon-maskable.png", "icon.svg", "index.html", "keys.js", "link.js", "main.js", "manifest.webmanifest", "panel.js", "picture.js", "pointer.js", "rest.js", "style.css", "worker.js"];

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
    // Kept for a page that does not listen yet: it was begun with the files that are gone.
    if (old.length) for (const client of await worker.clients.matchAll()) client.postMessage("newer");
  };
  event.waitUntil(forget());
});

worker.addEventListener("message", ({ data }) => data === "take over" && worker.skipWaiting());

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  // The page has its files only: whatever else there is below its folder is the server's business.
  const path = request.mode === "navigate" && url.pathname === new URL("./", location.href).pathname ? "index.html" : url.pathname;
  const wanted = new URL(path, location.href).href;
  if (!FILES.some((file) => new URL(file, location.href).href === wanted)) return;
  // A cache that can't be read must not stand in the way of a network that answers.
  const kept = caches.open(CACHE).then((cache) => cache.match(wanted));
  event.respondWith(kept.catch(() => undefined).then((file) => file ?? fetch(request)));
});
