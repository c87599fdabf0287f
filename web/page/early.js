// What takes longest is begun first, while the page itself is still read: the way of the engine, and a thread for it.

/** What a first game needs of the engine, compiled once for all threads that will run it. */
export const module = compiled(new URL("engine/engine_bg.wasm", import.meta.url));
// Who takes it hears of the failure.
module.catch(() => {});

/** The rest of the engine, which has time until there is a board. */
export const rest = () => compiled(new URL("engine/rest_bg.wasm", import.meta.url));

/** A thread that nobody has taken yet. @type {Worker | null} */
let spare = opened();

/** A thread that waits for its engine. */
export function thread() {
  const worker = spare ?? opened();
  spare = null;
  return worker;
}

function opened() {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  // If it fails before it is taken, another one is tried.
  worker.onerror = () => (spare = null);
  return worker;
}

/** Compiles the engine while it comes, where the server says what it is. @param {URL} url */
async function compiled(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url.pathname}`);
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
