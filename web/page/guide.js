// The guide to the present position: asked of the server, kept, and until it is there guessed at without ever lying.

import * as api from "./api.js";
import { attackerOf, toAddress } from "./position.js";
import { allSquares, placeOf } from "./squares.js";

/** How many answers are kept, for undo and for squares tried twice. */
const KEPT_ANSWERS = 300;
/** How long to wait before asking again where the server does not say, in seconds. */
const PATIENCE = 3;

export class GuideKeeper {
  #answers = new Map();
  #asking = null;
  /** The address of the position asked for in advance. */
  #prepared = "";
  #changed;
  /** The position that the guide is for. */
  position = null;
  /** Why the answer is not there yet: a `NoAnswer`, or null. */
  trouble = null;
  /** What every square is, in the board's order: `{ status, solutions }`; the status is `unknown` while awaited. */
  squares = [];
  /** The number of completions; null while awaited. */
  total = null;

  /** `changed` is called whenever an answer, or the reason why there is none, has come in. */
  constructor(changed) {
    this.#changed = changed;
  }

  get isThere() {
    return this.total !== null;
  }

  /** What a square is. */
  of(name) {
    return this.squares[placeOf(name, this.position.n)];
  }

  /** Turns to another position. An answer still under way for the one before is dropped when it comes. */
  turnTo(position) {
    this.#asking?.abort();
    const before = this.position && { position: this.position, squares: this.squares };
    this.position = position;
    this.trouble = null;
    const known = this.#answers.get(toAddress(position));
    if (known) {
      this.#install(known);
    } else {
      this.total = null;
      this.squares = surelyKnown(position, before);
      this.#ask(position);
    }
  }

  /**
   * Asks for the guide to a position that may be next, so that it is there by then. A browser does not look at an
   * answer before it has painted what follows a click, so that one asked for at the click costs two frames.
   */
  async prepare(position) {
    const address = toAddress(position);
    if (!this.isThere || this.#answers.has(address) || this.#prepared === address) return;
    this.#prepared = address;
    try {
      this.#keep(address, await api.guide(position));
    } catch (error) {
      if (!(error instanceof api.NoAnswer)) throw error;
      // It is asked for again when it is needed.
    }
  }

  /** Asks again at once, where waiting was all that was left to do. */
  retry() {
    if (!this.isThere) this.turnTo(this.position);
  }

  async #ask(position) {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    for (;;) {
      try {
        const answer = await api.guide(position, signal);
        if (signal.aborted) return;
        this.#keep(toAddress(position), answer);
        this.trouble = null;
        this.#install(answer);
        this.#changed();
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof api.NoAnswer)) throw error;
        this.trouble = error;
        this.#changed();
        if (!error.isPassing || !(await passed((error.after ?? PATIENCE) * 1000, signal))) return;
      }
    }
  }

  #install({ squares, solutions }) {
    this.squares = squares;
    this.total = solutions;
  }

  #keep(address, answer) {
    this.#answers.set(address, answer);
    if (this.#answers.size > KEPT_ANSWERS) this.#answers.delete(this.#answers.keys().next().value);
  }
}

/** Waits; false if it was called off meanwhile. */
function passed(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, true);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve(false)), { once: true });
  });
}

/**
 * What can be said of a position without the server: its queens and blocks, what they attack, and that what was dead
 * stays dead when there are only more of them.
 */
function surelyKnown(position, before) {
  const { n, queens, blocked } = position;
  const grown =
    before?.position.n === n &&
    before.position.queens.every((name) => queens.includes(name)) &&
    before.position.blocked.every((name) => blocked.includes(name));
  return allSquares(n).map((name, place) => {
    let status = "unknown";
    if (queens.includes(name)) status = "queen";
    else if (blocked.includes(name)) status = "blocked";
    else if (attackerOf(position, name)) status = "attacked";
    else if (grown && before.squares[place].status === "dead") status = "dead";
    return { square: name, status, solutions: null };
  });
}
