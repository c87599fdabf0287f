// The package in a browser: the engine runs in a worker.

import { startWith } from "./puzzle.js";

startWith((on) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => on.message(data);
  worker.onerror = (event) => on.failed(event.message || "the worker can't be loaded");
  return { post: (message) => worker.postMessage(message), end: () => worker.terminate(), hold() {}, release() {} };
});

export { Puzzle, PuzzleError } from "./puzzle.js";
