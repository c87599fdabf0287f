// The picture of a board, behind the texts of its cells. Cells that look alike are drawn by the same element, all at once:
// with a drawing for every cell a browser takes a third longer from a click to the board painted.

import { set, svg } from "./dom.js";

/** @typedef {[name: string, outline: string]} Shape */
/** What is drawn of all cells that look alike. @typedef {{ path: SVGElement, classes: string, outlines: Map<number, string> }} Drawn */

/** The side of a cell in the units of outlines. */
const SIDE = 48;
/** From the lowest to the highest; all others are above. */
const LAYERS = ["ground", "disc", "ring"];
/** What has an element for every cell, since it moves by itself when a board is solved. */
const MOVING = new Set(["placed", "given"]);

/** Outlines that were split before. @type {Map<string, { right: number, down: number, way: string }>} */
const splits = new Map();

/** Where an outline begins, which is the only place that it has, and its way from there. @param {string} outline */
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
  /** By the classes of their elements. @type {Map<string, Drawn>} */
  #drawn = new Map();
  /** What draws each cell. @type {Map<number, Drawn[]>} */
  #of = new Map();
  /** What differs from what is seen. @type {Set<Drawn>} */
  #changed = new Set();

  /** @param {number} columns @param {number} rows */
  constructor(columns, rows) {
    this.#columns = columns;
    const size = { viewBox: `0 0 ${SIDE * columns} ${SIDE * rows}`, "aria-hidden": "true", focusable: "false" };
    this.element = svg("svg", { class: "picture", ...size }, ...this.#layers);
  }

  /** Draws a cell in another way. @param {number} at @param {string} look the classes that say how @param {Shape[]} shapes */
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

  /** Draws a cell no more. @param {number} at */
  hide(at) {
    for (const drawn of this.#of.get(at) ?? []) {
      drawn.outlines.delete(at);
      this.#changed.add(drawn);
    }
    this.#of.delete(at);
  }

  /** Makes all that was asked for seen. */
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
