// The worker of a browser.

import init from "./engine/answers.js";
import { answering } from "./answering.js";

const answer = init({ module_or_path: new URL("./engine/answers_bg.wasm", import.meta.url) }).then(() => answering(postMessage.bind(self)));
addEventListener("message", async ({ data }) => {
  try {
    (await answer)(data);
  } catch (error) {
    postMessage({ broken: String(error) });
  }
});
