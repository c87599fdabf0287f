/** The status of a candidate. Puzzles have words of their own for some statuses, such as `queen` or `attacked`. */
export type Status = string;

/** The description of a puzzle to open. */
export type PuzzleSource =
  /** The text of a puzzle: a Sudoku, a board of regions, TOML, a link of puzz.link, or an ID. */
  | string
  /** The size of a board of n-queens. */
  | number
  | { n: number; kind?: "queens" }
  /** The ID of a new puzzle, such as `sudoku-res-180`. */
  | { id: string }
  | { text: string }
  /** A text in a format of the kind, or a new puzzle if `text` is missing; with the options of the kind's commands. */
  | { kind: "sudoku" | "regions" | "challenge" | "puzzle"; text?: string; seed?: number; [option: string]: string | number | boolean | undefined };

export interface Options {
  /** Cancels the request; it is rejected with the reason of the signal. */
  signal?: AbortSignal;
  /** Called with fractions from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

/** The marks of the player, by the names in {@link Puzzle.variables}. */
export interface Marks extends Options {
  placed?: string[];
  blocked?: string[];
}

/** An answer with the keys of the command's JSON. Numbers of solutions are bigints. */
export interface Answer {
  [key: string]: unknown;
}

export interface Guide extends Answer {
  consistent: boolean;
  /** The number of completions; a lower bound if `exact` is `false`. */
  solutions: bigint;
  exact?: boolean;
  /** The squares of n-queens and regions. */
  squares?: { square: string; status: Status; solutions: bigint }[];
  /** The cells of other puzzles. */
  cells?: { cell: string; variables: { variable: string; name: string; status: Status; solutions: bigint }[] }[];
}

export interface Explanation extends Answer {
  status: Status;
  steps?: Answer[];
}

export interface Hint extends Answer {
  /** `null` if the board is complete or has no solution. */
  hint: { look: Answer; play: Answer; why: Answer; sentences: HintSentences } | null;
}

/** A hint in English. */
export interface HintSentences {
  look: string;
  play: string;
  why: string[];
}

/** `input`: the request is invalid. `budget`: the memory of 1 GB does not suffice. `unanswered`: there is no answer. */
export type ErrorCode = "input" | "budget" | "unanswered" | "failed" | "closed";

export class PuzzleError extends Error {
  readonly code: ErrorCode;
}

/** An open puzzle. Its answers are computed in a worker, one after the other. */
export class Puzzle {
  private constructor();
  /** Opens a puzzle. Rejects with a {@link PuzzleError} if it can't be read. */
  static open(source: PuzzleSource, options?: Options): Promise<Puzzle>;
  /** The kind in words, such as `Sudoku`. */
  readonly kind: string;
  /** The task in a sentence. */
  readonly task: string;
  readonly text: string;
  /** The ID of a new puzzle. */
  readonly id: string | null;
  /** The names of all candidates, such as `b4` or `r1c2=5`. */
  readonly variables: string[];
  /** Computes the status of every candidate, and the number of completions with it. */
  guide(options?: Marks): Promise<Guide>;
  /** Counts the completions of the marks, at most `limit`. Rejects if only a lower bound is known. */
  count(options?: Marks & { limit?: number }): Promise<bigint>;
  /** Checks that the puzzle is proper. */
  check(options?: Marks): Promise<Answer>;
  /** Finds the next move, with its reason. */
  hint(options?: Marks): Promise<Hint>;
  /** Finds the solution, or two of several, and the easiest steps to it. */
  solve(options?: Marks): Promise<Answer>;
  /** Rates the difficulty for a person. */
  rate(options?: Options): Promise<Answer>;
  /** Draws `number` random completions, each with the same probability. */
  sample(options?: Marks & { number?: number; seed?: number }): Promise<Answer>;
  /** Explains why a candidate is ruled out or forced. */
  explain(of: string, options?: Marks): Promise<Explanation>;
  /** Draws the diagram of the completions, at most 2,500 nodes, in the format of Graphviz. */
  dot(options?: Marks): Promise<string>;
  /** Frees the memory of the puzzle. */
  close(): void;
}
