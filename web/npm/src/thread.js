// The thread of Node.js.

import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";

import { initSync } from "./engine/answers.js";
import { answering } from "./answering.js";

initSync({ module: readFileSync(new URL("./engine/answers_bg.wasm", import.meta.url)) });
const answer = answering((message) => parentPort.postMessage(message));
parentPort.on("message", (data) => {
  try {
    answer(data);
  } catch (error) {
    parentPort.postMessage({ broken: String(error) });
  }
});
