// The game: the position, the moves that the guide allows, and undo. It knows no elements of the page.

import { GuideKeeper } from "./guide.js";
import * as moves from "./position.js";
import { Timeline } from "./timeline.js";
import * as words from "./words.js";

export class Game {
  #changed;
  #timeline;
  /** The square of a click that has to wait for the guide, or null. */
  #wish = null;
  /** The sizes that the server plays. */
  sizes;
  /** What came of the last wish: `{ text, square }`, the square being one that was refused, or null. */
  notice = { text: "", refused: null };

  /** `changed` is called after everything that the page should show. */
  constructor(sizes, changed) {
    this.sizes = sizes;
    this.#changed = changed;
    this.guide = new GuideKeeper(() => this.#answered());
    const { position, wrong } = this.#read(location.search);
    this.#timeline = new Timeline(wrong.length ? moves.toAddress(position) : location.search, (address) => {
      this.#turnTo(this.#read(address).position);
      this.#tell("");
    });
    this.#turnTo(position);
    this.notice = { text: wrong.length ? words.badLink(wrong) : "", refused: null };
  }

  get position() {
    return this.guide.position;
  }

  get canUndo() {
    return this.#timeline.canUndo;
  }

  get canRedo() {
    return this.#timeline.canRedo;
  }

  /** Whether all queens stand, and in peace. */
  get isSolved() {
    return this.position.queens.length === this.position.n && this.guide.total === 1;
  }

  /** What a square is, in words. */
  about(name) {
    return words.aboutSquare(name, this.guide.of(name), this.position, this.guide.total);
  }

  /** Puts a queen on a square or takes it off. What the guide advises against is refused. */
  press(name) {
    switch (this.guide.of(name).status) {
      case "queen":
        return this.#play(moves.lift(this.position, name), words.MADE.lift(name));
      case "open":
      case "forced":
        return this.#play(moves.place(this.position, name), words.MADE.place(name));
      case "unknown":
        return this.#wait(name);
      default:
        return this.#refuse(words.refused(this.about(name), this.guide.of(name).status === "dead"), name);
    }
  }

  /** Has the guide to the position after a press on a square fetched in advance. */
  prepare(name) {
    const { status } = this.guide.of(name);
    if (status === "queen") this.guide.prepare(moves.lift(this.position, name));
    if (status === "open" || status === "forced") this.guide.prepare(moves.place(this.position, name));
  }

  /** Rules a square out or in again. */
  block(name) {
    switch (this.guide.of(name).status) {
      case "blocked":
        return this.#play(moves.unblock(this.position, name), words.MADE.unblock(name));
      case "queen":
        return this.#tell(words.queenInTheWay(name));
      case "forced":
        return this.#refuse(words.neededQueen(name), name);
      default:
        return this.#play(moves.block(this.position, name), words.MADE.block(name));
    }
  }

  clear() {
    if (!this.position.queens.length && !this.position.blocked.length) return this.#tell("The board is empty already.");
    return this.#play(moves.position(this.position.n), words.MADE.clear());
  }

  /** A new game on a board of another size; a refusal if the server does not play it. */
  resize(n) {
    if (!this.sizes.includes(n)) return this.#tell(words.sizesEnd(this.sizes));
    return n === this.position.n ? undefined : this.#play(moves.position(n), words.MADE.size(n));
  }

  /** Goes on from other queens, as one move. */
  adopt(queens, blocked, made) {
    this.#play(moves.position(this.position.n, queens, blocked), made);
  }

  undo() {
    if (!this.canUndo) return this.#tell("Nothing to undo.");
    return this.#jump(this.#timeline.undo(), words.undone);
  }

  redo() {
    if (!this.canRedo) return this.#tell("Nothing to redo.");
    return this.#jump(this.#timeline.redo(), words.redone);
  }

  /** Says something to the player. */
  tell(text) {
    this.#tell(text);
  }

  #jump(entry, said) {
    if (!entry) return;
    this.#turnTo(this.#read(entry.address).position);
    this.#tell(said(entry.made));
  }

  #play(position, made) {
    this.#timeline.push(moves.toAddress(position), made);
    this.#turnTo(position);
    this.#tell(made);
  }

  #wait(name) {
    if (this.guide.trouble) return this.#tell(words.notYet(name));
    this.#wish = name;
    return undefined;
  }

  #refuse(text, square) {
    this.notice = { text, refused: square };
    this.#changed();
  }

  #tell(text) {
    this.#refuse(text, null);
  }

  #turnTo(position) {
    this.#wish = null;
    this.guide.turnTo(position);
  }

  #answered() {
    const wish = this.guide.isThere ? this.#wish : null;
    this.#wish = null;
    this.#changed();
    if (wish) this.press(wish);
  }

  #read(address) {
    return moves.fromAddress(address, this.sizes);
  }
}
