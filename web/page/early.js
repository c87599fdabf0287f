// Starts the slowest work while the page is still being parsed: downloading the engine, and starting its worker.

/** The first part of the engine, compiled once for all workers. */
export const module = compiled(new URL("engine/engine_bg.wasm", import.meta.url));
// The user of the promise handles the failure.
module.catch(() => {});

/** Loads the second part of the engine, after the first board. */
export const rest = () => compiled(new URL("engine/rest_bg.wasm", import.meta.url));

/** A started worker that is not in use yet. @type {Worker | null} */
let spare = opened();

/** Returns a worker that waits for its engine. */
export function thread() {
  const worker = spare ?? opened();
  spare = null;
  return worker;
}

function opened() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  // If it fails before it is used, another one is started.
  worker.onerror = () => (spare = null);
  return worker;
}

/** Compiles a module while it downloads, if the server sends the right media type. @param {URL} url */
async function compiled(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url.pathname}`);
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
