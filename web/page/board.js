// The board as elements: a grid of squares, of which one takes the focus, with the names of ranks and files around.

import { allSquares, fileName, locate, nameOf } from "./squares.js";
import { shortNumber } from "./words.js";

/** How long a finger rests on a square to block it, in milliseconds. */
const LONG_PRESS = 450;
/** How far it may slip meanwhile, in pixels. */
const SLIP = 12;

/** What a square can be; `unknown` only while the guide is awaited. */
const STATUSES = ["queen", "open", "forced", "attacked", "blocked", "dead", "unknown"];

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element with attributes. */
export function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** The outline of a status, as drawn in index.html; empty for one that has none. */
export const outlineOf = (status) => document.getElementById(status)?.getAttribute("d") ?? "";

/** An element of the page with attributes, and text or elements inside. */
export function html(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

export class BoardView {
  #grid = document.getElementById("grid");
  #cells = new Map();
  #n = 0;
  #outlines = new Map(STATUSES.map((status) => [status, outlineOf(status)]));

  /**
   * `on` has functions that are called with the name of a square: `press` and `block` by clicks, `point` when the mouse
   * is over it (null when it leaves the board), `focus` when it gets the focus, and `near` when it may be next.
   */
  constructor(on) {
    const squareOf = (event) => event.target.closest("[data-square]")?.dataset.square;
    let held = false;
    this.#grid.addEventListener("click", (event) => {
      if (squareOf(event) && !held) on.press(squareOf(event));
      held = false;
    });
    this.#grid.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      // A finger that rests has blocked the square already, where the browser makes that a right click.
      if (squareOf(event) && event.pointerType !== "touch") on.block(squareOf(event));
    });
    this.#grid.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") on.point(squareOf(event) ?? null);
    });
    for (const nearing of ["pointerover", "pointerdown", "focusin"]) {
      this.#grid.addEventListener(nearing, (event) => squareOf(event) && on.near(squareOf(event)));
    }
    this.#grid.addEventListener("pointerleave", () => on.point(null));
    this.#grid.addEventListener("focusin", (event) => squareOf(event) && on.focus(squareOf(event)));
    onLongPress(this.#grid, (event) => {
      held = true;
      if (squareOf(event)) on.block(squareOf(event));
    }, () => (held = false));
  }

  /** Draws the squares, of which only those that changed are touched. */
  draw({ n, squares, labelOf, cursor, refused, counts, heat, isSolved, isAwaited }) {
    if (n !== this.#n) this.#build(n);
    const grid = this.#grid;
    grid.setAttribute("aria-busy", isAwaited);
    grid.classList.toggle("solved", isSolved);
    const isFree = ({ status }) => status === "open" || status === "forced";
    const most = Math.max(...squares.filter(isFree).map(({ solutions }) => solutions));
    for (const each of squares) {
      const { square, status, solutions } = each;
      const cell = this.#cells.get(square);
      const count = counts && isFree(each) ? solutions : null;
      cell.draw(status, labelOf(square), count, heat && isFree(each) ? solutions / most : 0);
      cell.element.classList.toggle("refused", square === refused);
      cell.element.tabIndex = square === cursor ? 0 : -1;
    }
  }

  /** Says that the guide is awaited, while the board is still drawn as before. */
  await() {
    this.#grid.setAttribute("aria-busy", true);
  }

  focus(name) {
    this.#cells.get(name).element.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.#grid.contains(document.activeElement);
  }

  #build(n) {
    this.#n = n;
    this.#cells = new Map(allSquares(n).map((name) => [name, new Cell(name, n, this.#outlines)]));
    const rows = Array.from({ length: n }, (_, down) => {
      const rank = n - 1 - down;
      const cells = Array.from({ length: n }, (_, file) => this.#cells.get(nameOf(file, rank)).element);
      return html("div", { role: "row" }, ...cells);
    });
    this.#grid.replaceChildren(...rows);
    this.#grid.setAttribute("aria-label", `Board of ${n} by ${n} squares`);
    document.documentElement.style.setProperty("--n", n);
    const names = (id, nameAt) => {
      const each = Array.from({ length: n }, (_, line) => html("span", {}, nameAt(line)));
      document.getElementById(id).replaceChildren(...each);
    };
    names("ranks", (down) => String(n - down));
    names("files", fileName);
  }
}

/** One square: its shade and drawing, its count, its disc of the heat map. */
class Cell {
  #drawing = svg("path", { class: "mark" });
  #disc = svg("circle", { class: "disc", cx: 24, cy: 24, r: 0 });
  #count = html("span", { class: "count", "aria-hidden": "true" });
  #drawn = "";
  #outlines;

  constructor(name, n, outlines) {
    this.#outlines = outlines;
    const { file, rank } = locate(name, n);
    const picture = svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" });
    picture.append(this.#disc, this.#drawing);
    this.shade = (file + rank) % 2 ? "light" : "dark";
    this.element = html("div", { role: "gridcell", "data-square": name, tabindex: "-1" }, picture, this.#count);
  }

  /** `count` is null where none is shown; `warmth` is between 0, for no disc, and 1. */
  draw(status, label, count, warmth) {
    const drawn = [status, label, count, warmth].join("|");
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.className = `square ${this.shade} ${status}`;
    this.element.setAttribute("aria-label", label);
    this.#drawing.setAttribute("d", this.#outlines.get(status));
    this.#disc.setAttribute("r", warmth ? (5 + 16 * warmth).toFixed(1) : 0);
    const digits = count === null ? "" : String(count);
    this.#count.textContent = digits;
    this.#count.dataset.short = count === null ? "" : shortNumber(count);
    this.#count.classList.toggle("long", digits.length === 4);
    this.#count.classList.toggle("longer", digits.length > 4);
  }
}

/** Calls `held` when a finger or pen rests on an element, and `started` at every touch. */
function onLongPress(element, held, started) {
  let timer = 0;
  let from = null;
  const stop = () => clearTimeout(timer);
  element.addEventListener("pointerdown", (event) => {
    started();
    stop();
    if (event.pointerType === "mouse") return;
    from = event;
    timer = setTimeout(held, LONG_PRESS, event);
  });
  element.addEventListener("pointermove", (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIP) stop();
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) element.addEventListener(end, stop);
}
