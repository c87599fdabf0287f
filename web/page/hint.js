// Hints, given away bit by bit: where to look, the move, and why.

import * as api from "./api.js";

export class HintGiver {
  #position = null;
  #grade = 0;
  #asking = null;
  #hint = null;

  /** The next grade of the hint for a position; a move starts again with the first. Fails with a `NoAnswer`. */
  async next(position) {
    if (position !== this.#position) {
      this.#asking?.abort();
      this.#asking = new AbortController();
      this.#hint = await api.hint(position, this.#asking.signal);
      this.#position = position;
      this.#grade = 0;
    }
    this.#grade = Math.min(this.#grade + 1, 3);
    return this.#hint ? this.#told(this.#hint) : { text: "There is no hint: nothing is left to do, or nothing helps.", picture: null };
  }

  #told({ look, play, sentences }) {
    const line = look.on ?? null;
    const left = play.square ? [play.square] : [];
    switch (this.#grade) {
      case 1:
        return { text: sentences.look, picture: { line } };
      case 2:
        return { text: sentences.play, picture: { line, left } };
      default:
        return { text: sentences.why.join(" "), picture: { line, left } };
    }
  }
}
