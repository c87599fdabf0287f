// The link to the engine: tells it things in order, keeps what it has not answered yet, and starts it anew where it
// takes too long or fails. What the player did meanwhile is told again, and not lost.

import { module, rest, thread } from "./early.js";

/** How long somebody who breaks off waits for the engine to hear of it, in milliseconds. */
const PATIENCE = 100;
/** How often the engine may fail before it is left alone. */
const FAILURES = 3;

/** @typedef {{ tell: Message } | { run: true }} Wish */

/** The first thing that every engine is told. @type {Wish} */
const START = { tell: { start: true } };

export class Link {
  /** @type {Worker | null} */
  #worker = null;
  /** Whether the worker has its engine, and is told what is asked. */
  #isOpen = false;
  /** What was asked and not answered. @type {Wish[]} */
  #asked = [];
  #failures = 0;
  /** What the engine may need later. @type {WebAssembly.Module | null} */
  #rest = null;
  #on;

  /**
   * @param {{ options: () => object, answered: (answer: Answer) => void, named: (names: Names) => void,
   *   progressed: (fraction: number) => void, failed: (reason: string, again: boolean) => void }} on
   */
  constructor(on) {
    this.#on = on;
    this.#open();
  }

  /** Has the engine get what it did not need so far. Where that fails it tries itself, once it needs it. */
  async complete() {
    this.#rest = await rest().catch(() => null);
    if (this.#isOpen && this.#rest) this.#worker?.postMessage({ rest: this.#rest });
  }

  get waits() {
    return this.#asked.length > 0;
  }

  /** @param {Message} message */
  tell(message) {
    this.#ask({ tell: { ...message, now: Date.now() } });
  }

  /** Has the engine work out what it said is pending, after all that was told before. */
  run() {
    if (!this.#asked.some((asked) => "run" in asked)) this.#ask({ run: true });
  }

  /** Ends what takes long: by asking, and if that is not heard, by starting the engine anew. */
  breakOff() {
    const running = this.#asked.find((asked) => "run" in asked);
    if (running) setTimeout(() => this.#asked.includes(running) && this.#open(), PATIENCE);
  }

  /** @param {Wish} wish */
  #ask(wish) {
    this.#asked.push(wish);
    this.#mark();
    if (this.#isOpen) this.#worker?.postMessage(wish);
  }

  /** Marks the page while an answer is to come, for whoever drives it from outside. */
  #mark() {
    document.documentElement.toggleAttribute("data-waits", this.waits);
  }

  /** Starts an engine, with what was asked of the one before. */
  async #open() {
    this.#worker?.terminate();
    const worker = thread();
    worker.onmessage = ({ data }) => worker === this.#worker && this.#heard(data);
    worker.onerror = (event) => worker === this.#worker && this.#failed(event.message ?? "");
    this.#worker = worker;
    this.#isOpen = false;
    this.#asked = [START, ...this.#asked.filter((asked) => "tell" in asked && asked !== START)];
    try {
      const compiled = await module;
      if (worker !== this.#worker) return;
      worker.postMessage({ module: compiled, options: this.#on.options() });
      if (this.#rest) worker.postMessage({ rest: this.#rest });
      for (const asked of this.#asked) worker.postMessage(asked);
      this.#isOpen = true;
    } catch (error) {
      this.#on.failed(String(error), false);
    }
  }

  /** @param {Answered} answered */
  #heard(answered) {
    if ("progress" in answered) return this.#on.progressed(answered.progress);
    if ("names" in answered) return this.#on.named(JSON.parse(answered.names));
    if ("broken" in answered) return this.#failed(answered.broken);
    if (this.#asked.shift() !== START) this.#failures = 0;
    this.#mark();
    const answer = /** @type {Answer} */ (JSON.parse(answered.answer));
    this.#on.answered(answer);
    // It is painted meanwhile.
    if (answer.pending) this.run();
  }

  /** What the engine failed at is not told again. @param {string} reason */
  #failed(reason) {
    this.#failures += 1;
    this.#asked.shift();
    this.#mark();
    const again = this.#failures < FAILURES;
    this.#on.failed(reason, again);
    if (again) this.#open();
    else this.#worker?.terminate();
  }
}
