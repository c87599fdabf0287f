// The diagram beside the board: all nodes if it is small, otherwise the width of each level. The part that remains after
// the move is highlighted.

import { html, set, svg } from "./dom.js";

/** The width of a node and the height of a level, in units of the drawing. */
const [WIDE, HIGH] = [30, 46];

/** @param {HTMLElement} place @param {Diagram} diagram */
export function drawDiagram(place, diagram) {
  const before = place.querySelector(".scroll");
  const [x, y] = [before?.scrollLeft ?? 0, before?.scrollTop ?? 0];
  const drawing = diagram.nodes ? whole(diagram, diagram.nodes) : levels(diagram.widths, diagram.kept, diagram.labels);
  const scroll = html("div", { class: "scroll", tabindex: 0, role: "img", "aria-label": diagram.summary.join(" ") }, drawing);
  place.replaceChildren(...(diagram.conjunction ? [way(diagram.conjunction)] : []), scroll);
  scroll.scrollTo(x, y);
}

/** Draws the size of the diagram after each step of its construction. @param {NonNullable<Diagram["conjunction"]>} conjunction */
function way({ at, sizes }) {
  const [most, step] = [Math.max(...sizes), 300 / sizes.length];
  const bar = (/** @type {number} */ i) => `M${(i * step).toFixed(2)} 48v${((-46 * (sizes[i] ?? 0)) / most).toFixed(2)}h${step.toFixed(2)}V48Z`;
  const all = svg("path", { class: "fades", d: sizes.map((_, i) => bar(i)).join("") });
  // The outline makes narrow bars visible.
  const now = svg("path", { class: "lit", d: bar(at) });
  return svg("svg", { class: "sizes", viewBox: "-2 0 304 50", preserveAspectRatio: "none", "aria-hidden": "true" }, all, now);
}

/** Draws the number of nodes of each level, as bars around a middle line. @param {number[]} widths @param {number[] | null} kept @param {string[]} labels */
function levels(widths, kept, labels) {
  const most = Math.max(1, ...widths);
  const high = Math.max(3, Math.min(18, 600 / Math.max(1, widths.length)));
  const drawing = svg("svg", { class: "levels", viewBox: `0 0 300 ${high * widths.length}` });
  widths.forEach((width, level) => {
    const bar = (/** @type {number} */ nodes, /** @type {string} */ name) => {
      const wide = nodes ? Math.max(1, (220 * nodes) / most) : 0;
      return svg("rect", { class: name, x: 190 - wide / 2, y: level * high + 0.5, width: wide, height: high - 1 });
    };
    drawing.append(bar(width, kept ? "fades" : "lit"), ...(kept ? [bar(kept[level] ?? 0, "lit")] : []));
    if (high >= 9) drawing.append(label(labels[level] ?? "", 2, (level + 0.75) * high), label(String(width), 70, (level + 0.75) * high, "end"));
  });
  return drawing;
}

/** @param {string} text @param {number} x @param {number} y @param {string} [anchor] */
function label(text, x, y, anchor = "start") {
  const made = svg("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

/** Draws all nodes level by level, with low edges dashed and high edges solid. @param {Diagram} diagram @param {DiagramNode[]} nodes */
function whole({ labels, keptNodes, root }, nodes) {
  const used = [...new Set(nodes.map(({ level }) => level))].sort((a, b) => a - b);
  const rows = used.map((level) => nodes.filter((node) => node.level === level));
  const wide = Math.max(6, ...rows.map((row) => row.length)) * WIDE + 60;
  /** @type {Map<number, [x: number, y: number]>} */
  const at = new Map();
  /** The positions of each node's parents. @type {Map<number, number[]>} */
  const pulls = new Map();
  rows.forEach((row, i) => {
    const pull = (/** @type {DiagramNode} */ { id }) => {
      const all = pulls.get(id) ?? [wide / 2];
      return all.reduce((sum, x) => sum + x, 0) / all.length;
    };
    const ordered = row.map((node) => /** @type {const} */ ([pull(node), node])).sort(([a], [b]) => a - b);
    ordered.forEach(([, node], k) => {
      const x = 50 + ((k + 0.5) * (wide - 60)) / row.length;
      at.set(node.id, [x, 24 + i * HIGH]);
      for (const [child, side] of [[node.low, -8], [node.high, 8]]) pulls.set(child, [...(pulls.get(child) ?? []), x + side]);
    });
  });
  const bottom = 24 + rows.length * HIGH;
  at.set(0, [50 + (wide - 60) / 3, bottom]).set(1, [50 + ((wide - 60) * 2) / 3, bottom]);
  const kept = keptNodes && new Set([...keptNodes, 1]);
  const look = (/** @type {number[]} */ ...ids) => (ids.every((id) => !kept || kept.has(id)) ? "lit" : "fades");
  const drawing = svg("svg", { class: "nodes", viewBox: `0 0 ${wide} ${bottom + 24}`, width: wide, height: bottom + 24 });
  const edge = (/** @type {DiagramNode} */ from, /** @type {number} */ to, /** @type {string} */ name) => {
    const [[x1, y1], end] = [at.get(from.id) ?? [0, 0], at.get(to)];
    if (end) drawing.append(svg("line", { class: `${name} ${look(from.id, to)} ${to === 0 ? "lost" : ""}`, x1, y1, x2: end[0], y2: end[1] }));
  };
  for (const node of nodes) {
    edge(node, node.low, "low");
    edge(node, node.high, "high");
  }
  used.forEach((level, i) => drawing.append(label(labels[level] ?? String(level), 2, 28 + i * HIGH)));
  for (const { id, label: text } of nodes) {
    const [cx, cy] = at.get(id) ?? [0, 0];
    const node = svg("circle", { class: `node ${look(id)} ${id === root ? "root" : ""}`, cx, cy, r: 9 });
    if (text) node.append(Object.assign(svg("title"), { textContent: text }));
    drawing.append(node);
  }
  for (const id of [0, 1]) {
    const [x, y] = at.get(id) ?? [0, 0];
    drawing.append(svg("rect", { class: `node ${id ? look(id) : "fades"}`, x: x - 9, y: y - 9, width: 18, height: 18 }), label(String(id), x, y + 4, "middle"));
  }
  set(drawing, { "aria-hidden": "true" });
  return drawing;
}
