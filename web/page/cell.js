// What is drawn in a cell: its ground, its sign, its text, its number, its pencil marks.

import { html, outline, set, svg } from "./dom.js";

const NUMBER = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 2 });
/** Statuses that are drawn as they are named. */
const SIGNS = new Set(["forced", "blocked", "dead", "excluded", "unknown"]);

/** @typedef {[name: string, outline: string]} Shape */

/** Whether what stands is drawn, and not written. @param {CellView} cell @param {Puzzle} puzzle */
const hasPiece = (cell, puzzle) => !puzzle.values && (puzzle.piece !== null || !cell.t);

/** The shapes of a cell, from the lowest to the highest. @param {CellView} cell @param {Puzzle} puzzle @returns {Shape[]} */
export function shapes(cell, puzzle) {
  /** @type {Shape[]} */
  const drawn = [];
  const piece = hasPiece(cell, puzzle) && outline(puzzle.piece ?? "taken");
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
      drawn.push([cell.s, outline(cell.s)]);
    }
  }
  return drawn;
}

/** A circle about the middle of a cell. @param {number} r */
const disc = (r) => `M${24 - r} 24a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

/** A picture of shapes. @param {Shape[]} drawn */
export function picture(drawn) {
  const paths = drawn.map(([name, d]) => svg("path", { class: `mark ${name}`, d }));
  return svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, ...paths);
}

/** How many pencil marks stand side by side. @param {Puzzle} puzzle */
export const abreast = (puzzle) => Math.ceil(Math.sqrt(puzzle.symbols.length));

/** One cell of the board. */
export class Cell {
  #drawn = "";
  #puzzle;
  #ground;

  /** @param {number} at @param {Puzzle} puzzle */
  constructor(at, puzzle) {
    this.at = at;
    this.#puzzle = puzzle;
    const [row, column] = [Math.floor(at / puzzle.columns), at % puzzle.columns];
    const shade = puzzle.checkered && (row + column + puzzle.rows) % 2 === 0 ? "light" : "dark";
    this.#ground = puzzle.tints ? `tint tint-${puzzle.tints[at]}` : puzzle.checkered ? shade : "light";
    this.element = html("div", { role: "gridcell", "data-at": at, tabindex: -1, "aria-colindex": column + 1 });
    this.element.style.setProperty("--x", String(column));
    this.element.style.setProperty("--y", String(row));
  }

  /** @param {CellView} cell @param {string} extra more classes */
  draw(cell, extra) {
    const tone = cell.m ? `m-${cell.m}` : "";
    const name = `cell ${this.#ground} ${cell.s} ${tone} ${cell.g ? `argued g-${cell.g}` : ""} ${extra}`;
    set(this.element, { class: name, "aria-label": cell.l });
    const drawn = JSON.stringify({ ...cell, l: "" });
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.replaceChildren(...this.#inside(cell));
  }

  /** @param {CellView} cell */
  #inside(cell) {
    const [puzzle, inside] = [this.#puzzle, /** @type {Node[]} */ ([])];
    const drawn = shapes(cell, puzzle);
    if (drawn.length) inside.push(picture(drawn));
    const letter = puzzle.letters?.[this.at];
    if (letter) inside.push(html("span", { class: "letter", "aria-hidden": "true" }, letter));
    if (cell.v?.length && !cell.t) inside.push(this.#marks(cell.v));
    const isDrawn = hasPiece(cell, puzzle) && /placed|given|supposed/.test(`${cell.s} ${cell.g}`);
    if (cell.t && !isDrawn) inside.push(html("span", { class: "text", "aria-hidden": "true" }, cell.t));
    if (cell.n !== undefined) inside.push(count(String(cell.n)));
    return inside;
  }

  /** The pencil marks, each in its place. @param {[string, string][]} marks */
  #marks(marks) {
    const states = new Map(marks);
    const all = this.#puzzle.symbols.map((symbol) => {
      const state = states.get(symbol);
      return state ? html("i", { class: `v-${state}`, "data-symbol": symbol }) : html("i");
    });
    const marked = html("span", { class: "marks", "aria-hidden": "true" }, ...all);
    marked.style.setProperty("--abreast", String(abreast(this.#puzzle)));
    return marked;
  }
}

/** A number as it fits: with up to four digits as it is, else rounded. @param {string} digits */
function count(digits) {
  const short = digits.length > 4 ? NUMBER.format(Number(digits)) : digits;
  const element = html("span", { class: "count", "aria-hidden": "true" }, short);
  element.style.setProperty("--digits", String(Math.max(2, short.length)));
  return element;
}
