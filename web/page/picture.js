// The picture of a board, behind the texts of its cells. A single element draws all cells that look alike: with an element
// for every cell, a browser needs a third longer from a click to the painted board.

import { set, svg } from "./dom.js";

/** @typedef {[name: string, outline: string]} Shape */
/** The drawing of all cells that look alike. @typedef {{ path: SVGElement, classes: string, outlines: Map<number, string> }} Drawn */

/** The side of a cell in the units of outlines. */
const SIDE = 48;
/** The order of layers, the lowest first; all others are above. */
const LAYERS = ["ground", "hatch", "disc", "ring"];
/** The shapes with an element for every cell, because each moves by itself when the board is solved. */
const MOVING = new Set(["placed", "given"]);

/** The outlines that were already split. @type {Map<string, { right: number, down: number, way: string }>} */
const splits = new Map();

/** Splits an outline into its start, the only absolute position in it, and its relative path. @param {string} outline */
function split(outline) {
  const known = splits.get(outline);
  if (known) return known;
  const [, right, down, way] = outline.match(/^M(\S+?) ([\d.]+)(.*)/) ?? ["", "0", "0", ""];
  const made = { right: Number(right), down: Number(down), way };
  splits.set(outline, made);
  return made;
}

export class Picture {
  #columns;
  #layers = [...LAYERS, ""].map(() => svg("g"));
  /** The drawings by the classes of their elements. @type {Map<string, Drawn>} */
  #drawn = new Map();
  /** The drawings of each cell. @type {Map<number, Drawn[]>} */
  #of = new Map();
  /** The drawings that have changed since the last paint. @type {Set<Drawn>} */
  #changed = new Set();

  /** @param {number} columns @param {number} rows */
  constructor(columns, rows) {
    this.#columns = columns;
    const size = { viewBox: `0 0 ${SIDE * columns} ${SIDE * rows}`, "aria-hidden": "true", focusable: "false" };
    this.element = svg("svg", { class: "picture", ...size }, ...this.#layers);
  }

  /** Changes the drawing of a cell. @param {number} at @param {string} look the classes of the look @param {Shape[]} shapes */
  show(at, look, shapes) {
    this.hide(at);
    const [x, y] = [at % this.#columns, Math.floor(at / this.#columns)];
    const all = shapes.map(([name, outline]) => {
      const classes = `mark sign-${name} ${look} ${MOVING.has(name) ? `at-${at}` : ""}`;
      const drawn = this.#drawn.get(classes) ?? this.#add(classes, name);
      if (MOVING.has(name)) drawn.path.style.setProperty("--place", String(x + y));
      const { right, down, way } = split(outline);
      drawn.outlines.set(at, `M${SIDE * x + right} ${SIDE * y + down}${way}`);
      this.#changed.add(drawn);
      return drawn;
    });
    this.#of.set(at, all);
  }

  /** Removes a cell from the picture. @param {number} at */
  hide(at) {
    for (const drawn of this.#of.get(at) ?? []) {
      drawn.outlines.delete(at);
      this.#changed.add(drawn);
    }
    this.#of.delete(at);
  }

  /** Applies all changes to the elements. */
  finish() {
    for (const { path, classes, outlines } of this.#changed) {
      if (outlines.size) set(path, { d: [...outlines.values()].join("") });
      else path.remove(), this.#drawn.delete(classes);
    }
    this.#changed.clear();
  }

  /** @param {string} classes @param {string} name */
  #add(classes, name) {
    const drawn = { path: svg("path", { class: classes }), classes, outlines: new Map() };
    this.#drawn.set(classes, drawn);
    const layer = LAYERS.indexOf(name);
    this.#layers[layer < 0 ? LAYERS.length : layer].append(drawn.path);
    return drawn;
  }
}
