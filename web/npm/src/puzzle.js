// Puzzles, and the queue of requests to the engine's worker. A worker can't be interrupted, so a cancelled request ends it; the
// next request starts another, which opens the puzzles again.

/** The error of a request that has no answer. */
export class PuzzleError extends Error {
  /** @param {"input" | "budget" | "unanswered" | "failed" | "closed"} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.name = "PuzzleError";
    this.code = code;
  }
}

/** Starts a worker. @type {(on: { message: (data: any) => void, failed: (reason: string) => void }) => { post: (message: object) => void, end: () => void, hold: () => void, release: () => void }} */
let start;
/** @param {typeof start} how */
export const startWith = (how) => (start = how);

/** @type {ReturnType<typeof start> | null} */
let worker = null;
/** The number of workers started so far. */
let generation = 0;
/** The requests without a reply, the running one first. @type {{ message: () => object, settle: (reply: any) => void, fail: (error: unknown) => void, onProgress?: (fraction: number) => void }[]} */
let queue = [];
let isRunning = false;

function next() {
  const request = queue[0];
  if (!request || isRunning) {
    if (!request) worker?.release();
    return;
  }
  if (!worker) {
    generation += 1;
    const mine = generation;
    const isMine = () => mine === generation && worker !== null;
    worker = start({ message: (data) => isMine() && heard(data), failed: (reason) => isMine() && broken(reason) });
  }
  let message;
  try {
    message = request.message();
  } catch (error) {
    queue.shift();
    request.fail(error);
    return next();
  }
  worker.hold();
  isRunning = true;
  worker.post(message);
}

/** Ends the worker. */
function end() {
  worker?.end();
  worker = null;
  isRunning = false;
}

/** @param {{ progress?: number, reply?: string, broken?: string }} data */
function heard({ progress, reply, broken: reason }) {
  if (progress !== undefined) return queue[0]?.onProgress?.(progress);
  if (reason !== undefined) return broken(reason);
  isRunning = false;
  const request = queue.shift();
  request?.settle(JSON.parse(/** @type {string} */ (reply), counted));
  next();
}

/** @param {string} reason */
function broken(reason) {
  end();
  queue.shift()?.fail(new PuzzleError("failed", `the engine failed: ${reason}`));
  next();
}

/** Turns numbers of solutions into bigints; long numbers are written as texts. @param {string} key @param {unknown} value */
function counted(key, value) {
  const isCount = key === "solutions" && (typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value)));
  return isCount ? BigInt(/** @type {number | string} */ (value)) : value;
}

/**
 * Sends a request, and returns the answer. The message is made when the turn of the request comes.
 * @param {() => object} message @param {{ signal?: AbortSignal, onProgress?: (fraction: number) => void }} [options]
 */
function request(message, { signal, onProgress } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const done = () => signal?.removeEventListener("abort", abort);
    const made = {
      message,
      onProgress,
      settle({ answer, refusal }) {
        done();
        if (refusal) reject(new PuzzleError(refusal.code, refusal.message));
        else resolve(answer);
      },
      fail(error) {
        done();
        reject(error);
      },
    };
    function abort() {
      const isFirst = queue[0] === made && isRunning;
      queue = queue.filter((other) => other !== made);
      if (isFirst) end();
      made.fail(signal?.reason);
      next();
    }
    signal?.addEventListener("abort", abort, { once: true });
    queue.push(made);
    next();
  });
}

/** An open puzzle. */
export class Puzzle {
  /** The description with which the puzzle can be opened again. */
  #wanted;
  #number;
  /** The worker in which the puzzle is open. */
  #generation;
  #isClosed = false;

  /** @param {object} wanted @param {{ puzzle: number, kind: string, task: string, text: string, id: string | null, variables: string[] }} facts */
  constructor(wanted, { puzzle, kind, task, text, id, variables }) {
    this.#wanted = wanted;
    this.#number = puzzle;
    this.#generation = generation;
    this.kind = kind;
    this.task = task;
    this.text = text;
    this.id = id;
    this.variables = variables;
  }

  /** @param {string | number | object} what @param {object} [options] */
  static async open(what, options) {
    const wanted = described(what);
    return new Puzzle(wanted, await request(() => ({ open: JSON.stringify(wanted) }), options));
  }

  guide(options) {
    return this.#ask("guide", options);
  }

  async count(options) {
    const { solutions, exact } = await this.#ask("count", options);
    if (exact === false) throw new PuzzleError("unanswered", `too many solutions to count: at least ${solutions}`);
    return solutions;
  }

  check(options) {
    return this.#ask("check", options);
  }

  hint(options) {
    return this.#ask("hint", options);
  }

  solve(options) {
    return this.#ask("solve", options);
  }

  rate(options) {
    return this.#ask("rate", options);
  }

  sample(options) {
    return this.#ask("sample", options);
  }

  explain(of, options) {
    return this.#ask("explain", options, of);
  }

  dot(options) {
    return this.#ask("dot", options);
  }

  close() {
    if (!this.#isClosed && this.#generation === generation && worker) worker.post({ close: this.#number });
    this.#isClosed = true;
  }

  async #ask(verb, { placed = [], blocked = [], limit, number, seed, signal, onProgress } = {}, of = undefined) {
    if (this.#isClosed) throw new PuzzleError("closed", "the puzzle is closed: open it again");
    const question = { verb, placed, blocked, of, limit, number, seed };
    for (;;) {
      if (this.#generation !== generation || !worker) {
        const facts = await request(() => ({ open: JSON.stringify(this.#wanted) }), { signal });
        this.#number = facts.puzzle;
        this.#generation = generation;
      }
      const asked = this.#generation;
      // Another request may have ended the worker before this request is sent: then the puzzle is opened again.
      try {
        return await request(
          () => {
            if (asked !== generation) throw RESTARTED;
            return { ask: JSON.stringify({ ...question, puzzle: this.#number }) };
          },
          { signal, onProgress },
        );
      } catch (error) {
        if (error !== RESTARTED) throw error;
      }
    }
  }
}

/** Thrown if a puzzle is not open in the present worker. */
const RESTARTED = new Error("the engine was restarted");

/** Describes a puzzle for the engine. @param {any} what */
function described(what) {
  if (typeof what === "number") return { n: what };
  if (typeof what === "string") return { text: what };
  if (what === null || typeof what !== "object") throw new PuzzleError("input", "expected a text, a size, or an object with n, id, text or kind");
  const { n, id, text, kind, seed, ...options } = what;
  if (kind === "queens" && n !== undefined) return { n };
  const texts = Object.entries(options).filter(([, value]) => value !== undefined && value !== false);
  return { n, id, text, kind, seed, options: Object.fromEntries(texts.map(([name, value]) => [name, value === true ? "" : String(value)])) };
}
