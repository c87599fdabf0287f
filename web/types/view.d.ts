// The messages between the engine and the page. Read by `tsc` alone; nothing of it is served. `web/engine/tests/types.rs`
// compares it with what the engine writes and reads.

type Place = [row: number, column: number];
type Status = "open" | "placed" | "given" | "blocked" | "excluded" | "dead" | "forced" | "unknown";
type Tone = "supposed" | "line" | "out" | "left" | "clash" | "way" | "blank" | "lit";

interface Puzzle {
  key: string;
  title: string;
  columns: number;
  rows: number;
  columnLabels: string[];
  rowLabels: string[];
  /** How many are wanted in each, where a rule says so. */
  columnNumbers: (number | null)[] | null;
  rowNumbers: (number | null)[] | null;
  /** 0: cells are taken or not; more: each takes one of so many symbols. */
  values: number;
  symbols: string[];
  /** The drawing of what is placed, if it has one. */
  piece: string | null;
  checkered: boolean;
  /** The region of every cell: borders stand between those that differ. */
  blocks: number[] | null;
  /** The ground of every cell, 0 to 5. */
  tints: number[] | null;
  letters: Record<string, string>;
  /** Whether a first tap rules out. */
  firstBlocks: boolean;
}

interface CellView {
  /** The status as shown. */
  s: Status | "void";
  /** A text to draw. */
  t?: string;
  m?: Tone;
  /** A sign drawn instead of the status's. */
  g?: "supposed" | "dead" | "open" | "vacant" | "blank";
  /** The line of attack through the cell. */
  w?: "row" | "column" | "up" | "down" | "cross";
  /** Heat, 0 to 7. */
  h?: number;
  /** A number of solutions. */
  n?: string;
  /** Pencil marks. */
  v?: [symbol: string, state: string][];
}

/** What a screen reader says of cells. */
type Names = [at: number, name: string][];

interface Tool {
  act: string;
  label: string;
  key: string | null;
  enabled: boolean;
  pressed: boolean | null;
  group: "main" | "view" | "help" | "game" | "mode";
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
  /** On the way to it: the step that is looked at, and the nodes after each. */
  conjunction: { at: number; sizes: number[] } | null;
}

type Reached = "fewer" | "all" | "more";

/** Everything that is drawn. After the first answer all members are there. */
interface View {
  puzzle: Puzzle;
  cells: [at: number, cell: CellView][];
  cursor: Place;
  bracket: Place | null;
  pointed: { row?: number; column?: number } | null;
  /** Whether what stands in a column or row is fewer than its number, all, or more. */
  reached: { columns: (Reached | null)[]; rows: (Reached | null)[] } | null;
  lit: string | null;
  focus: Place;
  mode: "play" | "why" | "clash" | "browse" | "diagram" | "paused" | "statistics" | "menu";
  head: {
    title: string;
    standing: string | null;
    remaining: string | null;
    time: string | null;
    id: string | null;
  };
  lines: { text: string; tone: string; about: string }[];
  said: { n: number; text: string };
  steps: { at: number; list: { text: string; depth: number }[]; question: string } | null;
  browse: { number: string; total: string; line: string | null } | null;
  diagram: Diagram | null;
  menu: { title: string; choices: string[]; selected: number } | null;
  page: { title: string | null; lines: string[] } | null;
  typing: { prompt: string; text: string } | null;
  busy: { text: string; fraction: number | null } | null;
  tools: Tool[];
  keys: string[];
  help: { title: string; rows: [keys: string, text: string][] }[];
  legend: { s: Status; text: string }[];
  levels: { value: number; label: string; text: string }[];
  level: number;
  numbers: { at: number; first: number; last: number | null; label: string; sizes: boolean };
  curve: number[];
  settings: { name: string; label: string; value: string; choices: [value: string, label: string][] }[];
  solved: boolean;
  values: { symbol: string; left: number | null }[];
}

type Effect =
  | { store: string; text: string | null }
  | { copy: string }
  | { download: string; text: string }
  | { address: string; push: boolean }
  | { share: string };

interface Answer {
  view: Partial<View>;
  effects: Effect[];
  /** Whether the engine has work to be run. */
  pending: boolean;
  /** The fault of a message that the engine can't read. */
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
  /** The key of the puzzle that is pointed at. */
  of?: string;
  typed?: string;
  erased?: true;
  entered?: true;
  paste?: string;
  choose?: number;
  assist?: number;
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
/** `set` takes a value of its own name: see [`Message.value`]. */
type Tell = (message: Message) => void;

/** What the page asks of its worker, and what that answers: one answer for each but the first. */
type Asked =
  | { module: WebAssembly.Module; options: object }
  | { rest: WebAssembly.Module }
  | { tell: Message }
  | { run: true };
type Answered = { answer: string } | { names: string } | { progress: number } | { broken: string };
