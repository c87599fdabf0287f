// The panel that leafs through the solutions which the present position still has.

import * as api from "./api.js";
import { bringUp } from "./panel.js";
import { locate } from "./squares.js";
import { number } from "./words.js";

const part = (name) => document.getElementById(`browse-${name}`);

export class BrowsePanel {
  element = document.getElementById("browse");
  #changed;
  #failed;
  #asking = null;
  #position = null;
  #total = 0;
  #at = 0;
  #queens = [];

  /** `changed` is called when there is something else to draw, `failed` with a `NoAnswer` when there is no answer. */
  constructor(changed, failed) {
    this.#changed = changed;
    this.#failed = failed;
    part("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go(part("number").valueAsNumber);
    });
    part("number").addEventListener("change", () => part("form").requestSubmit());
  }

  /** Opens at the first of the `total` solutions of a position. */
  async open(position, total) {
    this.close();
    this.#position = position;
    this.#total = total;
    this.#at = 0;
    await this.#go(1);
    if (!this.#at) return;
    this.element.hidden = false;
    bringUp(this.element, part("headline"));
    this.#changed();
  }

  close() {
    this.#asking?.abort();
    this.#at = 0;
    this.#queens = [];
    this.element.hidden = true;
  }

  // From the last solution on to the first again.
  first = () => this.#go(1);
  previous = () => this.#go(this.#at > 1 ? this.#at - 1 : this.#total);
  next = () => this.#go(this.#at < this.#total ? this.#at + 1 : 1);
  last = () => this.#go(this.#total);
  random = () => this.#go(1 + Math.floor(Math.random() * this.#total));

  /** Lets the player type the number of a solution. */
  askNumber() {
    part("number").select();
  }

  /** What to draw over the board. */
  get picture() {
    return { queens: this.#queens.filter((name) => !this.#position.queens.includes(name)) };
  }

  /** The queens of the solution that is shown, and its number. */
  get shown() {
    return { queens: this.#queens, number: this.#at };
  }

  async #go(at) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const wanted = Math.max(1, Math.min(Math.trunc(at) || 1, this.#total));
    try {
      const queens = await api.solution(this.#position, wanted, signal);
      if (signal.aborted) return;
      this.#at = wanted;
      this.#queens = queens;
      this.#draw();
      this.#changed();
    } catch (error) {
      if (!signal.aborted) this.#failed(error);
    }
  }

  #draw() {
    part("number").max = this.#total;
    part("number").value = this.#at;
    part("of").textContent = `of ${number(this.#total)}`;
    const { n } = this.#position;
    const ranks = this.#queens.map((name) => locate(name, n)).sort((a, b) => a.file - b.file).map(({ rank }) => rank + 1);
    part("ranks").textContent = `Ranks of the queens, file by file: ${ranks.join(", ")}`;
  }
}
