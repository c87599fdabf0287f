// Hints, given away bit by bit: where to look, the move, and why.

import * as api from "./api.js";

export class HintGiver {
  #position = null;
  #grade = 0;
  /** The answer to the question for the hint, which may be still under way. */
  #answer = null;

  /** The next grade of the hint for a position; a move starts again with the first. Fails with a `NoAnswer`. */
  async next(position) {
    if (position !== this.#position) {
      this.#position = position;
      this.#grade = 0;
      this.#answer = api.hint(position);
    }
    this.#grade = Math.min(this.#grade + 1, 3);
    const grade = this.#grade;
    try {
      const hint = await this.#answer;
      return hint ? told(hint, grade) : { text: NOTHING, picture: null };
    } catch (error) {
      this.#position = null;
      throw error;
    }
  }
}

const NOTHING = "There is no hint: nothing is left to do, or nothing helps.";

function told({ look, play, sentences }, grade) {
  const line = look.on ?? null;
  const left = play.square ? [play.square] : [];
  switch (grade) {
    case 1:
      return { text: sentences.look, picture: { line } };
    case 2:
      return { text: sentences.play, picture: { line, left } };
    default:
      return { text: sentences.why.join(" "), picture: { line, left } };
  }
}
