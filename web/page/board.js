// The board: a grid of cells with names around it and lines over it. Only one cell can get the focus. If the board is
// larger than the screen, only the visible cells have elements, and a small map shows where they are.

import { Cell } from "./cell.js";
import { html, part, set, svg } from "./dom.js";
import { Picture } from "./picture.js";

/** The maximum number of cells for which all have elements; a cell with many pencil marks counts more. */
const MOST = 2500;
/** The number of rows and columns beyond the visible ones that have elements. */
const MARGIN = 2;
/** Returns the minimum size of a cell in pixels, by its number of values. @param {number} values */
const least = (values) => (values < 2 ? 24 : values <= 9 ? 30 : values <= 16 ? 40 : 48);

export class Board {
  #grid = part("grid");
  #view = part("view");
  #map = /** @type {HTMLCanvasElement} */ (part("map"));
  /** True if the whole board was visible when the map was last drawn. */
  #isWhole = true;
  #mapIsDue = false;
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** The views of all cells. @type {CellView[]} */
  #cells = [];
  /** The accessible names of the cells, once they are known. @type {string[]} */
  #names = [];
  /** The cells that have elements. @type {Map<number, Cell>} */
  #shown = new Map();
  #picture = new Picture(0, 0);
  /** The cells whose elements need new names. @type {Set<number>} */
  #unnamed = new Set();
  /** @type {HTMLElement[]} */
  #rows = [];
  /** The row, the column and the block of the cell under the cursor. */
  #peers = svg("path", { class: "peers" });
  /** True until the map is drawn. */
  #isNew = false;
  /** True if the puzzle was unsolved. */
  #isOpen = false;
  #cursor = 0;
  #spoken = -1;
  /** @type {string | null} */
  #lit = null;
  /** The cells selected to be changed together. @type {Set<number>} */
  #chosen = new Set();

  constructor() {
    this.#view.addEventListener("scroll", () => this.#fit(), { passive: true });
    new ResizeObserver(() => this.#fit()).observe(this.#view);
    addEventListener("resize", () => this.hasFocus && this.#keepInSight(this.#cursor));
    this.#map.addEventListener("pointerdown", (event) => this.#jump(event));
  }

  /** @param {View} view @param {Partial<View>} changed */
  draw(view, changed) {
    if (view.tree) return this.#leave();
    if (changed.puzzle) this.#build(changed.puzzle);
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    /** The cells to redraw. @type {Set<number>} */
    const touched = new Set();
    for (const [at, cell] of changed.cells ?? []) {
      this.#cells[at] = cell;
      touched.add(at);
    }
    const index = (/** @type {Place} */ [row, column]) => row * puzzle.columns + column;
    if (changed.puzzle || changed.cursor) this.#move(index(view.cursor));
    if (changed.puzzle || "bracket" in changed) {
      touched.add(this.#spoken).add((this.#spoken = view.bracket ? index(view.bracket) : -1));
    }
    if ("lit" in changed) {
      this.#lit = changed.lit ?? null;
      for (const at of this.#shown.keys()) touched.add(at);
    }
    if (changed.chosen) {
      for (const at of [...this.#chosen, ...changed.chosen]) touched.add(at);
      this.#chosen = new Set(changed.chosen);
    }
    if (changed.pointed !== undefined || changed.puzzle) this.#point(view.pointed);
    if (view.reached && (changed.puzzle || changed.reached)) {
      for (const side of /** @type {const} */ (["rows", "columns"])) {
        view.reached[side].forEach((reached, i) => set(part(side).children[i], { "data-reached": reached }));
      }
    }
    if (changed.puzzle) this.#fit();
    else for (const at of touched) this.#redraw(at);
    this.#picture.finish();
    if (changed.cells || changed.puzzle) {
      part("overlay").replaceChildren(
        this.#peers,
        ...(puzzle.blocks ? [svg("path", { class: "border", d: borders(puzzle, puzzle.blocks) })] : []),
        // The lines that a hint or an explanation is about.
        svg("path", { class: "about", d: borders(puzzle, this.#cells.map(({ m }) => Number(m === "line")), 0) }),
        ...ways(puzzle, this.#cells),
        ...signs(puzzle),
      );
      if (!this.#isWhole) this.#drawMapSoon();
    }
    if (changed.cursor || changed.puzzle || changed.neighbours) set(this.#peers, { d: peers(puzzle, this.#cursor) + boxes(puzzle, view.neighbours) });
    if (changed.focus && !changed.puzzle) this.#follow(index(changed.focus));
    this.#grid.classList.toggle("solved", view.solved);
    if (changed.solved !== undefined) this.#grid.classList.toggle("rising", view.solved && !changed.puzzle && this.#isOpen);
    else if (changed.mode) this.#grid.classList.remove("rising");
    this.#isOpen = !view.solved && view.head.standing !== null;
  }

  /** Takes over the accessible names of cells. @param {Names} names */
  hear(names) {
    for (const [at, name] of names) {
      this.#names[at] = name;
      this.#unnamed.add(at);
    }
  }

  /** Sets the accessible names of changed cells, after they are painted. */
  finish() {
    for (const at of this.#unnamed) this.#shown.get(at)?.name(this.#names[at] ?? null);
    this.#unnamed.clear();
  }

  /** Moves the focus to the cell under the cursor. */
  focus() {
    this.#keepInSight(this.#cursor);
    this.#shown.get(this.#cursor)?.element.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.#grid.contains(document.activeElement);
  }

  /** Removes the board: the puzzle is drawn as a tree. */
  #leave() {
    if (!this.#puzzle) return;
    this.#puzzle = null;
    this.#shown.clear();
    this.#grid.replaceChildren();
    this.#map.hidden = true;
    document.body.classList.remove("is-list");
  }

  /** @param {Puzzle} puzzle */
  #build(puzzle) {
    this.#puzzle = puzzle;
    this.#isNew = true;
    this.#cells = [];
    this.#names = [];
    this.#shown.clear();
    this.#cursor = 0;
    this.#spoken = -1;
    const { columns, rows } = puzzle;
    const size = { "--columns": columns, "--rows": rows, "--most": Math.max(columns, rows), "--least": least(puzzle.values) };
    // The longest name determines the width.
    const longest = Math.max(...puzzle.rowLabels.map(({ length }) => length));
    document.body.style.setProperty("--names", `calc(${Math.max(20, 9 * longest + 4) + (puzzle.rowNumbers ? 24 : 0)}px * var(--enlarged, 1))`);
    document.body.style.setProperty("--foot", puzzle.columnNumbers ? "46px" : "22px");
    for (const [name, value] of Object.entries(size)) document.body.style.setProperty(name, String(value));
    document.body.classList.toggle("is-list", columns === 1);
    this.#rows = puzzle.rowLabels.map((_, row) => html("div", { role: "row", "aria-rowindex": row + 1 }));
    set(this.#grid, { "aria-label": puzzle.title, "aria-rowcount": rows, "aria-colcount": columns });
    this.#grid.className = `${puzzle.values ? "values" : "squares"} ${puzzle.tints ? "tinted" : ""}`;
    this.#picture = new Picture(columns, rows);
    this.#grid.replaceChildren(this.#picture.element);
    part("rows").replaceChildren(...named(puzzle.rowLabels, puzzle.rowNumbers));
    part("columns").replaceChildren(...named(puzzle.columnLabels, puzzle.columnNumbers));
    set(part("overlay"), { viewBox: `0 0 ${columns} ${rows}` });
  }

  /** Creates elements for the visible cells, and removes those of hidden cells. */
  #fit() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const { columns, rows } = puzzle;
    let [top, left, bottom, right] = [0, 0, rows, columns];
    if (columns * rows * Math.max(1, puzzle.values / 4) > MOST) {
      const side = part("board").clientWidth / columns || 24;
      const view = this.#view;
      top = Math.max(0, Math.floor(view.scrollTop / side) - MARGIN);
      left = Math.max(0, Math.floor(view.scrollLeft / side) - MARGIN);
      bottom = Math.min(rows, Math.ceil((view.scrollTop + view.clientHeight) / side) + MARGIN);
      right = Math.min(columns, Math.ceil((view.scrollLeft + view.clientWidth) / side) + MARGIN);
    }
    for (const [at, cell] of this.#shown) {
      const [row, column] = [Math.floor(at / columns), at % columns];
      const isKept = (row >= top && row < bottom && column >= left && column < right) || cell.element === document.activeElement;
      if (isKept) continue;
      cell.remove();
      this.#shown.delete(at);
      if (!this.#rows[row].hasChildNodes()) this.#rows[row].remove();
    }
    for (let row = top; row < bottom; row += 1) {
      const made = [];
      for (let column = left; column < right; column += 1) made.push(row * columns + column);
      this.#make(made);
    }
    this.#make([this.#cursor]);
    this.#picture.finish();
    this.#drawMapSoon();
  }

  /** @param {number[]} wanted cells of one row, in order */
  #make(wanted) {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const row = this.#rows[Math.floor(wanted[0] / puzzle.columns)];
    let isNew = false;
    for (const at of wanted) {
      if (this.#shown.has(at)) continue;
      const cell = new Cell(at, puzzle, this.#picture);
      this.#shown.set(at, cell);
      this.#redraw(at);
      cell.name(this.#names[at] ?? null);
      row.append(cell.element);
      isNew = true;
    }
    if (!row.isConnected) {
      const after = this.#rows.slice(this.#rows.indexOf(row) + 1).find((other) => other.isConnected);
      this.#grid.insertBefore(row, after ?? null);
    }
    // In the order of the columns, for screen readers.
    const place = (/** @type {Element} */ cell) => Number(cell.getAttribute("data-at"));
    if (isNew && row.children.length > wanted.length) row.append(...[...row.children].sort((a, b) => place(a) - place(b)));
    if (wanted.includes(this.#cursor)) this.#move(this.#cursor);
  }

  /** @param {number} at */
  #redraw(at) {
    const [cell, shown] = [this.#cells[at], this.#shown.get(at)];
    if (!cell || !shown) return;
    const isLit = this.#lit !== null && (cell.t === this.#lit || Boolean(cell.v?.some(([symbol]) => symbol === this.#lit)));
    shown.draw(cell, isLit, at === this.#spoken);
    set(shown.element, { "aria-selected": this.#chosen.has(at) });
    this.#unnamed.add(at);
  }

  /** @param {number} cursor */
  #move(cursor) {
    const hadFocus = this.hasFocus;
    this.#shown.get(this.#cursor)?.element.setAttribute("tabindex", "-1");
    this.#cursor = cursor;
    const cell = this.#shown.get(cursor)?.element;
    cell?.setAttribute("tabindex", "0");
    if (hadFocus && cell !== document.activeElement) this.focus();
  }

  /** @param {number} at */
  #keepInSight(at) {
    if (!this.#shown.has(at)) {
      this.#make([at]);
      this.#picture.finish();
    }
    this.#shown.get(at)?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** Scrolls the focused cell into view, unless the pointer is on it: then it is visible, and asking would cost a layout. @param {number} at */
  #follow(at) {
    if (!this.#shown.get(at)?.element.matches(":hover")) this.#keepInSight(at);
  }

  /** @param {View["pointed"]} pointed */
  #point(pointed) {
    for (const [side, at] of [["rows", pointed?.row], ["columns", pointed?.column]]) {
      [...part(String(side)).children].forEach((label, i) => label.classList.toggle("pointed", i === at));
    }
  }

  /** Draws the map with the next frame, because asking for the visible part before the layout would cost another layout. */
  #drawMapSoon() {
    if (this.#mapIsDue) return;
    this.#mapIsDue = true;
    requestAnimationFrame(() => this.#drawMap());
  }

  #drawMap() {
    this.#mapIsDue = false;
    const [view, puzzle] = [this.#view, this.#puzzle];
    this.#isWhole = view.scrollWidth <= view.clientWidth + 1 && view.scrollHeight <= view.clientHeight + 1;
    this.#map.hidden = this.#isWhole;
    view.classList.toggle("pans", !this.#isWhole);
    const isNew = this.#isNew;
    this.#isNew = false;
    if (this.#isWhole || !puzzle) return;
    const { columns, rows } = puzzle;
    if (isNew) {
      const side = part("board").clientWidth / columns;
      const [row, column] = [Math.floor(this.#cursor / columns), this.#cursor % columns];
      view.scrollTo((column + 2) * side - view.clientWidth, (row + 4) * side - view.clientHeight);
    }
    view.classList.toggle("goes-on", view.scrollLeft + view.clientWidth < view.scrollWidth - 2);
    set(this.#map, { width: columns * 3, height: rows * 3 });
    const context = this.#map.getContext("2d");
    if (!context) return;
    const colour = (/** @type {string} */ name) => {
      this.#map.style.color = `var(--${name})`;
      return getComputedStyle(this.#map).color;
    };
    const colours = new Map(["placed", "given", "forced", "dead", "excluded", "blocked", "barred"].map((s) => [s, colour(`map-${s}`)]));
    context.fillStyle = colour("map-open");
    context.fillRect(0, 0, columns * 3, rows * 3);
    this.#cells.forEach(({ s }, at) => {
      const mark = colours.get(s);
      if (!mark) return;
      context.fillStyle = mark;
      context.fillRect((at % columns) * 3, Math.floor(at / columns) * 3, 3, 3);
    });
    const [x, y] = [(columns * 3) / view.scrollWidth, (rows * 3) / view.scrollHeight];
    context.strokeStyle = colour("focus");
    context.lineWidth = 3;
    context.strokeRect(view.scrollLeft * x, view.scrollTop * y, view.clientWidth * x, view.clientHeight * y);
  }

  /** @param {PointerEvent} event */
  #jump({ offsetX, offsetY }) {
    const [view, map] = [this.#view, this.#map];
    const left = (offsetX / map.clientWidth) * view.scrollWidth - view.clientWidth / 2;
    view.scrollTo({ left, top: (offsetY / map.clientHeight) * view.scrollHeight - view.clientHeight / 2 });
  }
}

/** Creates the names of rows or columns with their numbers. @param {string[]} labels @param {(number | null)[] | null} numbers */
const named = (labels, numbers) => labels.map((label, i) => html("span", {}, label, ...(numbers?.[i] == null ? [] : [html("b", {}, String(numbers[i]))])));

/** Returns the outline of the row, the column and the block of a cell with a value; empty on other boards. @param {Puzzle} puzzle @param {number} at */
function peers({ values, blocks, columns, rows }, at) {
  if (!values || !blocks) return "";
  const [row, column] = [Math.floor(at / columns), at % columns];
  const block = blocks.flatMap((other, cell) => (other === blocks[at] ? [cell] : []));
  return `M0 ${row}h${columns}v1h${-columns}zM${column} 0h1v${rows}h-1z${boxes({ columns }, block)}`;
}

/** Returns the outlines of cells. @param {{ columns: number }} puzzle @param {number[]} cells */
const boxes = ({ columns }, cells) => cells.map((cell) => `M${cell % columns} ${Math.floor(cell / columns)}h1v1h-1z`).join("");

/** Draws the signs between neighbouring cells. @param {Puzzle} puzzle */
function signs({ columns, signs }) {
  return signs.flatMap(([first, second, sign]) => {
    const [x, y] = [first % columns, Math.floor(first / columns)];
    const [right, down] = second === first + 1 ? [1, 0.5] : [0.5, 1];
    const text = svg("text", { class: "relation", x: x + right, y: y + down });
    text.textContent = sign;
    return [svg("circle", { class: "plate", cx: x + right, cy: y + down, r: 0.16 }), text];
  });
}

/** Returns the borders between cells of different groups. @param {Puzzle} puzzle @param {(number | null)[]} groups @param {number} [outside] the group of the outside; without it, the board's edge has no border */
function borders({ columns, rows }, groups, outside) {
  const group = (/** @type {number} */ x, /** @type {number} */ y) => (x < 0 || y < 0 || x === columns || y === rows ? outside : groups[y * columns + x]);
  const differ = (/** @type {ReturnType<typeof group>[]} */ ...pair) => pair[0] !== pair[1] && !pair.includes(undefined);
  let d = "";
  for (let y = 0; y <= rows; y += 1) {
    for (let x = 0; x <= columns; x += 1) {
      if (y < rows && differ(group(x, y), group(x - 1, y))) d += `M${x} ${y}v1`;
      if (x < columns && differ(group(x, y), group(x, y - 1))) d += `M${x} ${y}h1`;
    }
  }
  return d;
}

/** The steps to the right and down of each direction of attack. */
const STEPS = Object.entries({ row: [1, 0], column: [0, 1], up: [1, -1], down: [1, 1] });

/**
 * Draws the lines of attack, each from the cell before its first cell to the cell after its last.
 * @param {Puzzle} puzzle @param {CellView[]} cells
 */
function ways({ columns, rows }, cells) {
  /** @type {Node[]} */
  const lines = [];
  if (!cells.some((cell) => cell.w)) return lines;
  const has = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ direction) => {
    if (x < 0 || y < 0 || x >= columns || y >= rows) return false;
    const words = cells[y * columns + x]?.w?.split(" ") ?? [];
    return words.includes(direction) || words.includes("cross");
  };
  cells.forEach((cell, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    for (const [direction, [right, down]] of STEPS) {
      if (!cell.w?.split(" ").includes(direction)) continue;
      let [first, last] = [1, 1];
      while (has(x - first * right, y - first * down, direction)) first += 1;
      while (has(x + last * right, y + last * down, direction)) last += 1;
      // Draw each line once, at its first cell with this direction.
      const before = Array.from({ length: first - 1 }, (_, i) => (y - (i + 1) * down) * columns + x - (i + 1) * right);
      if (before.some((other) => cells[other].w?.split(" ").includes(direction))) continue;
      const ends = { x1: x - first * right + 0.5, y1: y - first * down + 0.5, x2: x + last * right + 0.5, y2: y + last * down + 0.5 };
      lines.push(svg("line", { class: "way", ...ends }));
    }
  });
  return lines;
}
