// The package in Node.js: the engine runs in a thread, which doesn't keep the process alive while it has no work.

import { Worker } from "node:worker_threads";

import { startWith } from "./puzzle.js";

startWith((on) => {
  const worker = new Worker(new URL("./thread.js", import.meta.url));
  worker.on("message", on.message);
  worker.on("error", (error) => on.failed(String(error)));
  worker.unref();
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold: () => worker.ref(), release: () => worker.unref() };
});

export { Puzzle, PuzzleError } from "./puzzle.js";
