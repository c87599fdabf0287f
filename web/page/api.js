// What the page asks the server, and what it makes of refusals.

import { toAddress } from "./position.js";

/** Why there is no answer. `status` is 0 where the server was not reached. */
export class NoAnswer extends Error {
  constructor(status, { reason = "", progress = null, after = null } = {}) {
    super(reason);
    Object.assign(this, { status, progress, after });
  }

  /** Whether asking again can help: nobody was there, or the server was busy. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

async function ask(path, signal) {
  let answer;
  let body;
  try {
    answer = await fetch(path, { signal, credentials: "omit" });
    body = await answer.json();
  } catch (error) {
    if (signal?.aborted || error.name === "AbortError") throw error;
    throw new NoAnswer(answer?.ok === false ? answer.status : 0, { reason: error.message });
  }
  if (answer.ok) return body;
  const after = Number(answer.headers.get("retry-after"));
  throw new NoAnswer(answer.status, { reason: body.reason, progress: body.progress ?? null, after: after || null });
}

export const guide = (position, signal) => ask(`api/guide${toAddress(position)}`, signal);
export const sizes = (signal) => ask("api/sizes", signal);
export const explanation = (position, square, signal) =>
  ask(`api/explain${toAddress(position)}&square=${square}`, signal);
export const solution = (position, number, signal) => ask(`api/solutions${toAddress(position)}&k=${number}`, signal);
