// What is drawn over the board: the lines of an explanation, and queens that are only supposed.

import { outlineOf, svg } from "./board.js";
import { locate } from "./squares.js";

export class Drawing {
  #element = document.getElementById("drawing");

  /** Draws a picture (see `pictureOf` in explanation.js) over a board of n x n squares; nothing if it is null. */
  draw(n, picture) {
    this.#element.setAttribute("viewBox", `0 0 ${n} ${n}`);
    this.#element.replaceChildren(...(picture ? shapes(n, picture) : []));
  }
}

function shapes(n, { line = null, attacks = [], left = [], crossed = [], queens = [], empty = null }) {
  const corner = (name) => {
    const { file, rank } = locate(name, n);
    return [file, n - 1 - rank];
  };
  const drawn = [];
  if (line) drawn.push(svg("rect", { class: "line", ...span(line, n) }));
  for (const [from, to] of attacks) {
    const [[x1, y1], [x2, y2]] = [corner(from), corner(to)];
    drawn.push(svg("line", { class: "attack", x1: x1 + 0.5, y1: y1 + 0.5, x2: x2 + 0.5, y2: y2 + 0.5 }));
  }
  const circle = (name, shape, r) => {
    const [x, y] = corner(name);
    drawn.push(svg("circle", { class: shape, cx: x + 0.5, cy: y + 0.5, r }));
  };
  for (const name of crossed) circle(name, "crossed", 0.1);
  for (const name of left) circle(name, "left", 0.44);
  for (const name of queens) {
    const [x, y] = corner(name);
    const transform = `translate(${x + 0.1} ${y + 0.1}) scale(${0.8 / 48})`;
    drawn.push(svg("path", { class: "supposed", d: outlineOf("queen"), transform }));
  }
  if (empty) circle(empty, "empty", 0.4);
  return drawn;
}

/** The place of a rank or file ("rank 4", "file c") over the board. */
function span(line, n) {
  const [kind, which] = line.split(" ");
  if (kind === "rank") return { x: 0.04, y: n - Number(which) + 0.04, width: n - 0.08, height: 0.92, rx: 0.12 };
  return { x: locate(`${which}1`, n).file + 0.04, y: 0.04, width: 0.92, height: n - 0.08, rx: 0.12 };
}
