// Starts the slowest work while the page is still being parsed: downloading the engine, starting its worker, and the game.

import { address, stored } from "./effects.js";

/** The first messages to every engine: begin, and load the puzzle. @type {({ tell: Message } | { run: true })[]} */
export const START = [{ tell: { start: true } }, { run: true }];

/** Resolves when the engine may be downloaded: at once, or once the front page, which needs no engine, is seen. */
const turn = "front" in document.documentElement.dataset ? painted() : Promise.resolve();

/** Resolves after the first paint, or a second later: a page in the background is not painted. @returns {Promise<void>} */
function painted() {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, document.hidden ? 0 : 1000);
  });
}

/** The first part of the engine, compiled once for all workers. */
export const module = turn.then(() => compiled(new URL("engine/engine_bg.wasm", import.meta.url)));
// The user of the promise handles the failure.
module.catch(() => {});

/** Loads the second part of the engine, after the first board. */
export const rest = () => compiled(new URL("engine/rest_bg.wasm", import.meta.url));

/** Returns a worker that waits for its engine. */
export const thread = () => new Worker(new URL("worker.js", import.meta.url), { type: "module" });

/** Returns the options of a new engine. */
export const options = () => ({ now: Date.now(), offset: -new Date().getTimezoneOffset(), stored: stored(), address: address() });

/** The game that is not in use yet. @type {ReturnType<typeof begun> | null} */
let spare = begun();

/** Returns a worker with a game that has begun, and its answers so far. */
export function game() {
  const taken = spare ?? begun();
  spare = null;
  return taken;
}

function begun() {
  const worker = thread();
  /** @type {Answered[]} */
  const answers = [];
  worker.onmessage = ({ data }) => answers.push(data);
  // If it fails before it is used, another one is started.
  worker.onerror = () => (spare = null);
  const ready = module.then((module) => {
    worker.postMessage({ module, options: options() });
    for (const wish of START) worker.postMessage(wish);
  });
  // The user of the promise handles the failure.
  ready.catch(() => {});
  return { worker, answers, ready };
}

/** Compiles a module while it downloads, if the server sends the right media type. @param {URL} url */
async function compiled(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url.pathname}`);
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
