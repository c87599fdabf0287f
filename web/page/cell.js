// The drawing of a cell: background, sign, text, number, pencil marks.

import { html, outline, say, set, svg } from "./dom.js";

/** The format of numbers that don't fit; made on demand, because that takes as long as drawing a board. @type {Intl.NumberFormat | null} */
let rounded = null;
/** The statuses whose signs have their names. */
const SIGNS = new Set(["forced", "blocked", "barred", "dead", "excluded", "unknown"]);

/** @typedef {import("./picture.js").Picture} Picture */
/** @typedef {import("./picture.js").Shape} Shape */

/** Returns the name of the piece's outline, if it has one. @param {Puzzle} puzzle */
const pieceOf = ({ piece }) => (piece ? outline(piece) : "");

/** Returns true if the piece in a cell is drawn as a picture, not written as a symbol. @param {CellView} cell @param {Puzzle} puzzle */
const hasPiece = (cell, puzzle) => !puzzle.values && (pieceOf(puzzle) !== "" || !cell.t);

/** @param {CellView} cell @param {Puzzle} puzzle */
const isTree = ({ t }, { piece }) => piece === "tent" && t === "T";

/** Returns the shapes of a cell, the lowest first. @param {CellView} cell @param {Puzzle} puzzle @returns {Shape[]} */
export function shapes(cell, puzzle) {
  /** @type {Shape[]} */
  const drawn = [];
  const piece = hasPiece(cell, puzzle) && (pieceOf(puzzle) || outline("taken"));
  if (cell.s === "void" && isTree(cell, puzzle)) return [["tree", outline("tree")]];
  if (cell.h !== undefined) drawn.push(["disc", disc(7 + 2 * cell.h)]);
  if (cell.m === "clash") drawn.push(["ring", disc(20.5)]);
  if (cell.g === "supposed") {
    if (piece) drawn.push(["supposed", piece]);
  } else if (cell.g === "vacant" || cell.g === "open") {
    drawn.push([cell.g, outline("open")]);
  } else if (cell.g === "dead") {
    drawn.push(["dead", outline("dead")]);
  } else if (cell.g !== "blank") {
    if (cell.s === "placed" || cell.s === "given") {
      if (piece) drawn.push([cell.s, piece]);
    } else if (SIGNS.has(cell.s) && !(puzzle.values && cell.v?.length)) {
      if (cell.s === "dead") drawn.push(["hatch", HATCH]);
      drawn.push([cell.s, outline(cell.s)]);
    }
  }
  return drawn;
}

/** The colours that have a look of their own. */
const HUES = ["red", "green", "blue", "yellow", "orange", "purple"];

/** Returns the class of a value that is a colour; empty for others. @param {Puzzle} puzzle @param {string} [symbol] */
export function hue({ names, symbols }, symbol) {
  const name = names[symbols.indexOf(symbol ?? "")] ?? "";
  return HUES.includes(name) ? `hue-${name}` : "";
}

/** Returns the outline of a circle around the middle of a cell. @param {number} r */
const disc = (r) => `M${24 - r} 24a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** The hatching of a dead cell. */
const HATCH = "M0 12l12 -12m12 0l-24 24m0 12l36 -36m12 0l-48 48m12 0l36 -36m0 12l-24 24m12 0l12 -12";

/** The background of a cell. @type {Shape} */
const GROUND = ["ground", "M0 0h48v48h-48z"];

/** Draws shapes for the legend. @param {Shape[]} drawn */
export function sample(drawn) {
  const paths = drawn.map(([name, d]) => svg("path", { class: `mark sign-${name}`, d }));
  return svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, ...paths);
}

/** Returns the number of pencil marks side by side. @param {Puzzle} puzzle */
export const abreast = (puzzle) => Math.ceil(Math.sqrt(puzzle.symbols.length));

/**
 * A cell of the board: an element with its texts, and its part of the picture behind it. Its content is created once and
 * then changed: creating it again would take several times longer than the game's answer.
 */
export class Cell {
  #at;
  #puzzle;
  #picture;
  #ground;
  /** The look, the pencil marks and the number that were last drawn. */
  #drawn = { look: "", marks: "", digits: 0 };
  /** The classes that the element has. */
  #class = "";
  /** True if the classes change the look of texts or frames. */
  #isSeen = true;
  /** The child elements. @type {{ marks?: HTMLElement, text?: HTMLElement, count?: HTMLElement, corner?: HTMLElement }} */
  #parts = {};

  /** @param {number} at @param {Puzzle} puzzle @param {Picture} picture */
  constructor(at, puzzle, picture) {
    this.#at = at;
    this.#puzzle = puzzle;
    this.#picture = picture;
    const [row, column] = [Math.floor(at / puzzle.columns), at % puzzle.columns];
    const shade = puzzle.checkered && (row + column + puzzle.rows) % 2 === 0 ? "light" : "dark";
    this.#ground = puzzle.tints ? `tint tint-${puzzle.tints[at]}` : puzzle.checkered ? shade : "light";
    this.element = html("div", { role: "gridcell", "data-at": at, tabindex: -1, "aria-colindex": column + 1 });
    this.element.style.setProperty("--x", String(column));
    this.element.style.setProperty("--y", String(row));
    const letter = puzzle.letters?.[at];
    for (const text of [letter, puzzle.corners[at]]) {
      if (text) this.element.append(html("span", { class: "letter", "aria-hidden": "true" }, text));
    }
  }

  /** @param {CellView} cell @param {boolean} isLit @param {boolean} isSpoken */
  draw(cell, isLit, isSpoken) {
    const [puzzle, tone] = [this.#puzzle, cell.m ? `m-${cell.m}` : ""];
    const look = `cell ${this.#ground} ${cell.s} ${tone} ${cell.g ? `argued g-${cell.g}` : ""} ${hue(puzzle, cell.t)} ${isLit ? "lit" : ""}`;
    const drawn = [GROUND, ...shapes(cell, puzzle)];
    const marks = cell.v?.length && !cell.t ? cell.v : [];
    const now = { ...this.#drawn, look: look + drawn, marks: String(marks) };
    if (now.look !== this.#drawn.look) this.#picture.show(this.#at, look, drawn);
    if (now.marks !== this.#drawn.marks) this.#mark(marks);
    this.#drawn = now;
    const isDrawn = hasPiece(cell, puzzle) && /placed|given|supposed/.test(`${cell.s} ${cell.g}`);
    this.#write("text", isDrawn || isTree(cell, puzzle) ? "" : (cell.t ?? ""));
    this.#write("corner", cell.k ?? "");
    this.#write("count", cell.n === undefined ? "" : short(String(cell.n)));
    this.#class = isSpoken ? `${look} spoken` : look;
    const wasSeen = this.#isSeen;
    this.#isSeen = isSpoken || Boolean(cell.m || cell.g || Object.keys(this.#parts).length);
    if (wasSeen || this.#isSeen) set(this.element, { class: this.#class });
  }

  /** Sets the element's accessible name, and the classes that change nothing visible, after the picture is painted. @param {string | null} name */
  name(name) {
    set(this.element, { class: this.#class, "aria-label": name });
  }

  remove() {
    this.element.remove();
    this.#picture.hide(this.#at);
  }

  /** Appends a child element. @template {Element} T @param {T} part @returns {T} */
  #add(part) {
    this.element.append(part);
    return part;
  }

  /** Sets the text of a child element, which is created if needed. @param {"text" | "count" | "corner"} name @param {string} text */
  #write(name, text) {
    if (!this.#parts[name] && !text) return;
    const part = (this.#parts[name] ??= this.#add(html("span", { class: name, "aria-hidden": "true" })));
    say(part, text);
    if (name !== "count" || !text) return;
    const digits = Math.max(2, text.length);
    if (digits === this.#drawn.digits) return;
    this.#drawn.digits = digits;
    part.style.setProperty("--digits", String(digits));
  }

  /** Writes the pencil marks at their positions. @param {[string, string][]} marks */
  #mark(marks) {
    if (!marks.length) {
      this.#parts.marks?.remove();
      delete this.#parts.marks;
      return;
    }
    const part = (this.#parts.marks ??= this.#add(html("span", { class: "marks", "aria-hidden": "true" })));
    part.style.setProperty("--abreast", String(abreast(this.#puzzle)));
    const states = new Map(marks);
    const all = this.#puzzle.symbols.map((symbol) => {
      const state = states.get(symbol);
      return state ? html("i", { class: `v-${state}`, "data-symbol": symbol }) : html("i");
    });
    part.replaceChildren(...all);
  }
}

/** Returns a number as it is, or rounded if it has more than four digits. @param {string} digits */
function short(digits) {
  if (digits.length <= 4) return digits;
  rounded ??= new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 2 });
  return rounded.format(Number(digits));
}
