// @ts-check
// The worker with the game: passes messages to the engine, and its answers back, in order.

import init, { Engine } from "./engine/engine.js";
import { begin, join } from "./rest.js";

/** @type {Engine} */
let engine;
/** The queue of messages: each waits for the one before. @type {Promise<void>} */
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
  } else if ("thumbnails" in asked) {
    for (let thumbnail = engine.thumbnail(); ; thumbnail = engine.thumbnail()) {
      say({ thumbnail });
      if (!thumbnail) break;
    }
  } else if ("ahead" in asked) {
    say({ made: engine.made(asked.ahead) });
  } else {
    const progressed = (/** @type {number} */ progress) => say({ progress });
    say({ answer: "run" in asked ? engine.run(progressed) : engine.tell(JSON.stringify(asked.tell)) });
    // The page draws the answer meanwhile.
    const names = engine.names();
    if (names) say({ names });
  }
}

addEventListener("message", ({ data }) => {
  before = before.then(() => answer(data)).catch((error) => say({ broken: String(error) }));
});
