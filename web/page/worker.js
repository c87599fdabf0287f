// @ts-check
// The game, in a thread of its own: what it is told goes to the engine, and the engine's answers go back, in order.

import init, { Engine } from "./engine/engine.js";
import { begin, join } from "./rest.js";

/** @type {Engine} */
let engine;
/** What was asked is done one after the other. @type {Promise<void>} */
let before = Promise.resolve();

/** @param {Answered} answered */
const say = (answered) => postMessage(answered);

/** @param {Asked} asked */
async function answer(asked) {
  if ("module" in asked) {
    begin(await init({ module_or_path: asked.module }));
    engine = new Engine(JSON.stringify(asked.options));
  } else if ("rest" in asked) {
    join(asked.rest);
  } else {
    const progressed = (/** @type {number} */ progress) => say({ progress });
    say({ answer: "run" in asked ? engine.run(progressed) : engine.tell(JSON.stringify(asked.tell)) });
    // The answer is drawn meanwhile.
    const names = engine.names();
    if (names) say({ names });
  }
}

addEventListener("message", ({ data }) => {
  before = before.then(() => answer(data)).catch((error) => say({ broken: String(error) }));
});
