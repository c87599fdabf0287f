// The link to the engine: sends messages in order, keeps those that are not answered yet, and restarts the engine if it
// takes too long or fails. Then it sends the unanswered messages again, so that no input is lost.

import { START, game, module, options, rest, thread } from "./early.js";
import { oncePainted } from "./effects.js";

/** The time that the engine has to react to a cancellation, in milliseconds. */
const PATIENCE = 100;
/** The number of failures after which the engine is not restarted any more. */
const FAILURES = 3;

/** @typedef {{ tell: Message } | { run: true }} Wish */

export class Link {
  /** @type {Worker | null} */
  #worker = null;
  /** True if the worker has its engine and takes messages. */
  #isOpen = false;
  /** The messages without an answer. @type {Wish[]} */
  #asked = [];
  #failures = 0;
  /** True if a job waits until the board is painted. */
  #isDue = false;
  /** The second part of the engine. @type {WebAssembly.Module | null} */
  #rest = null;
  #on;

  /**
   * @param {{ answered: (answer: Answer) => void, named: (names: Names) => void,
   *   progressed: (fraction: number) => void, failed: (reason: string, again: boolean) => void }} on
   */
  constructor(on) {
    this.#on = on;
    this.#open();
  }

  /** Sends the second part to the engine. If loading it fails, the engine tries again when it needs the part. */
  async complete() {
    this.#rest = await rest().catch(() => null);
    if (this.#isOpen && this.#rest) this.#worker?.postMessage({ rest: this.#rest });
  }

  get waits() {
    return this.#isDue || this.#asked.length > 0;
  }

  /** @param {Message} message */
  tell(message) {
    this.#ask({ tell: { ...message, now: Date.now() } });
  }

  /** Makes the missing pictures of the day, or a puzzle that the player may want next, on a second engine, so that the game answers meanwhile. @param {{ thumbnails: true } | { ahead: string }} asked */
  async make(asked) {
    const worker = thread();
    worker.onerror = () => worker.terminate();
    worker.onmessage = ({ data }) => {
      if (data.thumbnail || data.made) this.tell(data);
      if (!data.thumbnail) worker.terminate();
    };
    worker.postMessage({ module: await module, options: { ...options(), stored: {}, address: "" } });
    if (this.#rest) worker.postMessage({ rest: this.#rest });
    worker.postMessage(asked);
  }

  /** Makes the engine run its pending job, after all earlier messages. */
  run() {
    this.#isDue = false;
    if (!this.#asked.some((asked) => "run" in asked)) this.#ask({ run: true });
  }

  /** Cancels the running job: by the message `cancel`, and if the engine doesn't react, by restarting it, with this message if it is kept. @param {Message} cancel @param {boolean} [isKept] */
  breakOff(cancel, isKept = false) {
    // A second click on Games would close the menu again.
    if (isKept && this.#asked.some((asked) => "tell" in asked && asked.tell.act === cancel.act)) return;
    const running = this.#asked.find((asked) => "run" in asked);
    this.tell(cancel);
    if (!running) return;
    const told = this.#asked.at(-1);
    setTimeout(() => {
      if (!this.#asked.includes(running)) return;
      // The restarted engine would cancel the loading of its game.
      if (!isKept) this.#asked = this.#asked.filter((asked) => asked !== told);
      this.#open();
    }, PATIENCE);
  }

  /** @param {Wish} wish */
  #ask(wish) {
    this.#asked.push(wish);
    this.#mark();
    if (this.#isOpen) this.#worker?.postMessage(wish);
  }

  /** Marks the page while an answer is pending, for programs that control it, such as tests. */
  #mark() {
    document.documentElement.toggleAttribute("data-waits", this.waits);
  }

  /** Starts an engine, and sends it the unanswered messages. */
  async #open() {
    this.#worker?.terminate();
    const { worker, answers, ready } = game();
    worker.onerror = (event) => worker === this.#worker && this.#failed(event.message ?? "");
    this.#worker = worker;
    this.#isOpen = false;
    this.#asked = [...START, ...this.#asked.filter((asked) => "tell" in asked && !START.includes(asked))];
    try {
      await ready;
      if (worker !== this.#worker) return;
      if (this.#rest) worker.postMessage({ rest: this.#rest });
      for (const asked of this.#asked.slice(START.length)) worker.postMessage(asked);
      this.#isOpen = true;
      worker.onmessage = ({ data }) => worker === this.#worker && this.#heard(data);
      for (const answer of answers) this.#heard(answer);
    } catch (error) {
      this.#on.failed(String(error), false);
    }
  }

  /** @param {Answered} answered */
  #heard(answered) {
    if ("progress" in answered) return this.#on.progressed(answered.progress);
    if ("thumbnail" in answered || "made" in answered) return undefined;
    if ("names" in answered) return this.#on.named(JSON.parse(answered.names));
    if ("broken" in answered) return this.#failed(answered.broken);
    if (this.#asked.shift() !== START[0]) this.#failures = 0;
    const answer = /** @type {Answer} */ (JSON.parse(answered.answer));
    // The game does not wait for this job, so the browser first paints the board.
    const waits = answer.pending && Boolean(answer.view.cells) && !answer.view.busy;
    if (waits && !this.#isDue) oncePainted(() => this.run());
    this.#isDue ||= waits;
    this.#mark();
    this.#on.answered(answer);
    if (answer.pending && !this.#isDue) this.run();
  }

  /** Restarts the engine without the message at which it failed. @param {string} reason */
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
