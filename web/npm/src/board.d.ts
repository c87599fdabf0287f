/** The state of the board, in the events of `<nqueens-board>`. */
export interface BoardState {
  /** The position, as after the `#` of a link; empty if the puzzle is too long for a link. */
  address: string;
  /** The names of the pieces or values placed and blocked, such as `b4`. */
  placed: string[];
  blocked: string[];
  solved: boolean;
  /** The number of placed pieces in words, such as `2 of 8 queens placed`. */
  standing: string;
  /** The number of remaining solutions in words; empty if the help level hides it. */
  remaining: string;
}

export interface NqueensBoardEventMap extends HTMLElementEventMap {
  /** The first board is shown. */
  ready: CustomEvent<BoardState>;
  /** The position has changed. */
  move: CustomEvent<BoardState>;
  /** The puzzle is solved. */
  solved: CustomEvent<BoardState>;
}

/**
 * A board to play in a page. Attributes: `size` (of n-queens, 8 by default) or `puzzle` (an ID, the text of a puzzle, or the
 * part of a link after `#`), `theme` (`light` or `dark`), `readonly`, and `src` (the page to show; by default the page in
 * this package). `puzzle` takes precedence over `size`.
 */
export class NqueensBoard extends HTMLElement {
  /** Presses the button with this name, such as `undo`, `redo`, `hint` or `restart`. */
  act(name: string): void;
  addEventListener<K extends keyof NqueensBoardEventMap>(
    type: K,
    listener: (this: NqueensBoard, event: NqueensBoardEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "nqueens-board": NqueensBoard;
  }
}
