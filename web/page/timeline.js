// Undo and redo, which are the browser's back and forward: every position is an entry of its history.
//
// The browser moves through its history only a moment later. So the positions are kept here as well, undo shows the
// one before at once, and the browser follows, one step after the other. Where it can't, since it forgets entries when
// there are many, or since the page was loaded anew, the two help each other out.

import { keep, recall } from "./storage.js";

/** How long the browser may take for a step before it counts as one that it has forgotten, in milliseconds. */
const PATIENCE = 500;
const LAST_STEP = "nqueens.last-step";

export class Timeline {
  #step;
  #last;
  #known = new Map();
  #following = Promise.resolve();
  #arrived = null;

  /** `travelled` is called with the address when the player went back or forward by the browser's own means. */
  constructor(address, travelled) {
    this.#step = history.state?.step ?? 0;
    this.#last = history.state ? Math.max(this.#step, Number(recall("sessionStorage", LAST_STEP))) : this.#step;
    this.#remember(address, history.state?.made ?? "");
    this.#replace();
    addEventListener("popstate", ({ state }) => {
      if (this.#arrived) return this.#arrived(true);
      this.#step = state?.step ?? 0;
      this.#last = Math.max(this.#last, this.#step);
      this.#remember(location.search, state?.made ?? "");
      travelled(location.search);
    });
  }

  get canUndo() {
    return this.#step > 0;
  }

  get canRedo() {
    return this.#step < this.#last;
  }

  /** A move: its words, and the address of the position that it leads to. */
  push(address, made) {
    this.#step += 1;
    this.#last = this.#step;
    for (const step of this.#known.keys()) if (step > this.#step) this.#known.delete(step);
    this.#remember(address, made);
    keep("sessionStorage", LAST_STEP, this.#last);
    const state = { step: this.#step, made };
    this.#then(() => history.pushState(state, "", address));
  }

  /** The address before, with the words of the move taken back; null if only the browser knows, and will tell. */
  undo() {
    const made = this.#known.get(this.#step)?.made ?? "";
    const entry = this.#travel(-1);
    return entry && { address: entry.address, made };
  }

  /** The address after, with the words of the move made again; null if only the browser knows, and will tell. */
  redo() {
    return this.#travel(1);
  }

  #travel(by) {
    const entry = this.#known.get(this.#step + by) ?? null;
    if (!entry) {
      this.#then(() => history.go(by));
      return null;
    }
    this.#step += by;
    this.#then(() => this.#follow(by));
    return entry;
  }

  async #follow(by) {
    const arrived = await new Promise((resolve) => {
      this.#arrived = resolve;
      setTimeout(resolve, PATIENCE, false);
      history.go(by);
    });
    this.#arrived = null;
    if (!arrived) this.#replace();
  }

  #then(act) {
    this.#following = this.#following.then(act);
  }

  #remember(address, made) {
    this.#known.set(this.#step, { address, made });
  }

  #replace() {
    const { address, made } = this.#known.get(this.#step);
    history.replaceState({ step: this.#step, made }, "", address);
  }
}
