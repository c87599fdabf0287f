// The messages between the engine and the page, for `tsc` only; the server doesn't send this file.
// `web/engine/tests/types.rs` compares the types with the JSON that the engine writes and reads.

type Place = [row: number, column: number];
/** `barred` is blocked from the beginning. */
type Status = "open" | "placed" | "given" | "blocked" | "barred" | "excluded" | "dead" | "forced" | "unknown";
type Tone = "supposed" | "line" | "out" | "left" | "clash" | "way" | "blank" | "lit";

interface Puzzle {
  key: string;
  title: string;
  columns: number;
  rows: number;
  columnLabels: string[];
  rowLabels: string[];
  /** The number of pieces that each column must have, if the puzzle has such numbers. */
  columnNumbers: (number | null)[] | null;
  rowNumbers: (number | null)[] | null;
  /** The number of symbols that a cell can have; 0 if a cell has a piece or none. */
  values: number;
  symbols: string[];
  /** The names of the values in the order of `symbols`, if they differ from the symbols. */
  names: string[];
  /** The name of the piece that is placed, if it has a picture. */
  piece: string | null;
  checkered: boolean;
  /** The region of every cell; borders separate different regions. */
  blocks: number[] | null;
  /** The background colour of every cell, 0 to 24. */
  tints: number[] | null;
  letters: Record<string, string>;
  /** The short texts in the corners of cells, such as the number of pieces in a cage. */
  corners: Record<string, string>;
  /** The signs between neighbouring cells. */
  signs: [first: number, second: number, sign: string][];
}

interface CellView {
  /** The status shown. */
  s: Status | "void";
  /** The symbol to draw. */
  t?: string;
  m?: Tone;
  /** The sign drawn instead of the status's sign. */
  g?: "supposed" | "dead" | "open" | "vacant" | "blank";
  /** The line of attack through the cell. */
  w?: "row" | "column" | "up" | "down" | "cross";
  /** The level of the heat map, 0 to 7. */
  h?: number;
  /** The number of solutions with a piece here. */
  n?: string;
  /** Pencil marks. */
  v?: [symbol: string, state: string][];
  /** The symbols that the player has noted in the corner, without blanks. */
  k?: string;
}

/** The accessible names of cells. */
type Names = [at: number, name: string][];

interface Tool {
  act: string;
  label: string;
  key: string | null;
  enabled: boolean;
  pressed: boolean | null;
  group: "main" | "analyse" | "game" | "share" | "mode";
}

interface DiagramNode {
  id: number;
  level: number;
  low: number;
  high: number;
  label: string;
}

interface Diagram {
  summary: string[];
  widths: number[];
  kept: number[] | null;
  labels: string[];
  nodes: DiagramNode[] | null;
  keptNodes: number[] | null;
  root: number | null;
  /** During the construction: the index of the step shown, and the number of nodes after each step. */
  conjunction: { at: number; sizes: number[] } | null;
}

interface Choice {
  label: string;
  detail: string;
  section: string;
  thumbnail: Thumbnail | null;
  /** True if the choice is a saved game, which can be renamed and deleted. */
  saved: boolean;
  /** True if the choice leads to further choices. */
  lists: boolean;
  /** The difficulties to which a size of new puzzles leads; otherwise empty. */
  difficulties: string[];
  /** The progress of each daily puzzle of a day of the calendar. */
  pips: ("new" | "begun" | "solved")[];
}

/** The statistics of a category of puzzles. */
interface Category {
  title: string;
  solved: string;
  streak: string;
  longest: string;
  /** The puzzles solved without help, with the guide and with other help. */
  parts: CategoryPart[];
}

interface CategoryPart {
  title: string;
  solved: string;
  best: string;
  average: string;
  /** The number of times in equal parts of their range. */
  spread: number[] | null;
}

/** The result of a solved puzzle. */
interface Result {
  /** `alone` without help, `guided` with the guide alone, `helped` with hints or other help. */
  by: "alone" | "guided" | "helped";
  /** The help in words, such as `with 2 hints`. */
  help: string;
  time: string | null;
  /** The achievements, the most important first. */
  badges: Badge[];
  /** Further numbers with their names. */
  facts: [name: string, value: string][];
}

interface Badge {
  kind: "day" | "best" | "first" | "found" | "streak";
  title: string;
  detail: string;
}

interface Thumbnail {
  columns: number;
  /** The background colour of every cell, 0 to 24; null for a cell without a region. */
  tints: (number | null)[];
  /** The symbols of the givens; empty for a cell without a given. */
  symbols: string[];
}

/** A line of the tree of a configurator. */
interface OptionLine {
  line: number;
  name: string;
  depth: number;
  /** True if the lines below are hidden; null if there are none. */
  folded: boolean | null;
  /** The status; null for a heading. */
  s: Status | null;
  price: string | null;
  /** The number of options to choose among the lines below. */
  choice: string | null;
  /** The state in words. */
  state: string;
  /** True if the game can explain the state. */
  explained: boolean;
}

/** The lines that are not sent, before or after those that are: the nearest of them, and the text of their button. */
interface FurtherLines {
  line: number;
  text: string;
}

/** The options of a configurator: the visible lines of its tree, or the suggestions of a search. */
interface OptionTree {
  lines: OptionLine[];
  before: FurtherLines | null;
  after: FurtherLines | null;
  /** The text typed to search; null if the player does not search. */
  search: string | null;
  /** The label of the search field. */
  label: string;
  /** The message of a search without a result. */
  message: string | null;
}

type RuleState = "satisfied" | "open" | "broken";
type Reached = "fewer" | "all" | "more";

/** The view that the page draws. The first answer has all members; `cells` only on a board. */
interface View {
  puzzle: Puzzle;
  cells: [at: number, cell: CellView][];
  cursor: Place;
  bracket: Place | null;
  pointed: { row?: number; column?: number } | null;
  /** The comparison of each column and row with its number. */
  reached: { columns: (Reached | null)[]; rows: (Reached | null)[] } | null;
  lit: string | null;
  /** The cells selected to be changed together; empty if only the cell under the cursor is selected. */
  chosen: number[];
  focus: Place;
  mode: "play" | "why" | "clash" | "browse" | "diagram" | "result" | "paused" | "statistics" | "technique" | "menu";
  head: {
    title: string;
    standing: string | null;
    remaining: string | null;
    difficulty: string | null;
    time: string | null;
    id: string | null;
  };
  lines: { text: string; tone: string; about: string; pointed?: string }[];
  said: { n: number; text: string };
  steps: {
    at: number;
    list: { text: string; depth: number }[];
    question: string;
    /** The causes of an option's state, under headings. */
    causes: { title: string; list: string[] }[];
  } | null;
  browse: { number: string; total: string; line: string | null } | null;
  diagram: Diagram | null;
  /** The list of choices; `difficulty` is the one that is selected first. */
  menu: { title: string; choices: Choice[]; selected: number; days: boolean; nested: boolean; difficulty: string | null } | null;
  page: { title: string | null; lines: string[] } | null;
  statistics: Category[] | null;
  /** The line being typed; `opens` for a puzzle to open, `takes` for a value, `error` if the text last sent can't be opened. */
  typing: { prompt: string; text: string; opens: boolean; takes: boolean; error: string | null } | null;
  busy: { text: string; fraction: number | null } | null;
  tools: Tool[];
  keys: string[];
  help: { title: string; rows: [keys: string, text: string][] }[];
  legend: { s: Status; text: string }[];
  levels: { value: number; label: string; text: string }[];
  level: number;
  numbers: { at: number; first: number; last: number | null; label: string; sizes: boolean };
  /** The daily puzzles of today, while one of them is played; `here` is true for the puzzle on the board. */
  dailies: { label: string; solved: boolean; here: boolean }[];
  curve: number[];
  settings: { name: string; label: string; value: string; choices: [value: string, label: string][] }[];
  /** True if the first tap on a cell rules it out, false if it places a piece; null on boards with values. */
  firstBlocks: boolean | null;
  solved: boolean;
  /** The result of a solved puzzle; null before, and in the lesson. */
  result: Result | null;
  values: { symbol: string; left: number | null }[];
  /** The cells whose relation to the cell under the cursor the grid does not show. */
  neighbours: number[];
  rules: { title: string; list: { state: RuleState | null; text: string }[]; names: string | null } | null;
  /** The options of a configurator; null for a board. */
  tree: OptionTree | null;
  /** The number of the selected line of the tree. */
  line: number | null;
}

type Effect =
  | { store: string; text: string | null }
  | { copy: string }
  | { download: string; text: string }
  | { address: string; push: boolean }
  | { share: string }
  | { thumbnails: true }
  | { ahead: string };

interface Answer {
  view: Partial<View>;
  effects: Effect[];
  /** True if a job waits to be run. */
  pending: boolean;
  /** The error of a message that the engine can't parse. */
  error?: string;
}

interface Message {
  start?: true;
  act?: string;
  key?: string;
  click?: Place;
  value?: string | null;
  block?: boolean;
  sweep?: [Place, Place];
  point?: Place;
  /** The key of the puzzle that the page shows. */
  of?: string;
  typed?: string;
  erased?: true;
  entered?: true;
  paste?: string;
  open?: string;
  copied?: "done" | "refused" | "cancelled";
  /** A picture that another engine has made. */
  thumbnail?: string;
  /** A puzzle that another engine has made ahead. */
  made?: string;
  choose?: number;
  /** With `choose`, the index in its `difficulties`. */
  difficulty?: number;
  select?: number;
  assist?: number;
  /** A line of the tree; `value` is the wish: `choose`, `exclude`, `explain`, `fold`, or null to select it only. */
  line?: number;
  number?: number;
  step?: number;
  go?: string;
  set?: string;
  elapsed?: number;
  leaving?: true;
  stored?: string;
  text?: string | null;
  address?: string;
  trouble?: "storage";
  now?: number;
}
/** Sends a message to the engine. */
type Tell = (message: Message) => void;

/** The messages from the page to its worker, and back: one answer to each message except the first. */
type Asked =
  | { module: WebAssembly.Module; options: object }
  | { rest: WebAssembly.Module }
  | { tell: Message }
  | { run: true }
  | { thumbnails: true }
  | { ahead: string };
type Answered = { answer: string } | { names: string } | { thumbnail: string } | { made: string } | { progress: number } | { broken: string };
