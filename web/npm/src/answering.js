// The engine in a worker: one reply for each request, in order, and progress before it.

import { Answers } from "./engine/answers.js";

/** Returns the function that answers requests. @param {(message: object) => void} say */
export function answering(say) {
  const answers = new Answers();
  return ({ open, ask, close }) => {
    const progressed = (/** @type {number} */ progress) => say({ progress });
    if (close !== undefined) answers.close(close);
    else say({ reply: open ? answers.open(open, progressed) : answers.ask(ask, progressed) });
  };
}
