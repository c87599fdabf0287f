// What the page asks the server, and what it makes of refusals.

import { toAddress } from "./position.js";
import { nameOf } from "./squares.js";

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

export const explanation = (position, square, signal) =>
  ask(`api/explain${toAddress(position)}&square=${square}`, signal);

/** What to do next, in words and as a move; null where nothing is left to do, or nothing helps. */
export const hint = async (position, signal) => (await ask(`api/hint${toAddress(position)}`, signal)).hint;

/** The queens of the completion with a number, counted from 1. */
export async function solution(position, number, signal) {
  const { solutions } = await ask(`api/solutions${toAddress(position)}&k=${number}`, signal);
  return solutions[0].map((rank, file) => nameOf(file, rank - 1));
}

/** The sizes that the server plays, be it at once or after building the board. */
export async function sizes() {
  const { sizes } = await ask("api/sizes");
  return sizes.filter(({ state }) => state !== "unavailable").map(({ n }) => n);
}
