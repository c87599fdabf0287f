// The diagram beside the board: all nodes if it is small, otherwise the width of each level. The part that remains after
// the move is highlighted.

import { button, html, set, styled, svg } from "./dom.js";
import { download } from "./effects.js";

await styled("diagram.css");

/** The width of a node and the height of a level, in units of the drawing. */
const [WIDE, HIGH] = [30, 38];

/** The magnification of the drawing of all nodes, and its factor from one step to the next. */
let zoom = 1;
const STEP = 1.25;
/** The least magnification that is chosen for the player. */
const LEAST = 0.4;
/** The properties of the style that a saved drawing needs. */
const STYLE = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family"];
/** The node whose paths are highlighted. @type {number | null} */
let chosen = null;

/** The diagram that was last drawn. @type {Diagram | null} */
let shown = null;

/** @param {HTMLElement} place @param {Diagram} diagram */
export function drawDiagram(place, diagram) {
  shown = diagram;
  const before = place.querySelector(".scroll");
  const [x, y] = [before?.scrollLeft ?? 0, before?.scrollTop ?? 0];
  const drawing = diagram.nodes ? whole(diagram, diagram.nodes) : levels(diagram.widths, diagram.kept, diagram.labels);
  const scroll = html("div", { class: "scroll", tabindex: 0, role: "img", "aria-label": diagram.summary.join(" ") }, drawing);
  const tools = place.querySelector(".diagram-tools") ?? legend(place);
  const focused = document.activeElement;
  const meaning = html("p", { class: "faint" }, "Each way down to the bottom is a solution: a node asks for one square or value, yes or no.");
  place.replaceChildren(...(diagram.conjunction ? [way(diagram.conjunction)] : []), ...(diagram.nodes ? [tools] : []), scroll, meaning);
  if (focused instanceof HTMLElement && place.contains(focused)) focused.focus();
  if (diagram.nodes) choose(drawing, diagram.nodes, diagram.nodes.some(({ id }) => id === chosen) ? chosen : null);
  // A diagram that is opened beside the board is seen whole, if it can be read so.
  if (!before) zoom = 1;
  magnify(place, zoom);
  if (!before && diagram.nodes && innerWidth >= 864) magnify(place, Math.min(1, Math.max(LEAST, scroll.clientHeight / drawing.clientHeight, 0), scroll.clientWidth / drawing.clientWidth));
  scroll.scrollTo(x, y);
}

/** Creates the meaning of the edges, and the buttons that magnify and save the drawing. @param {HTMLElement} place */
function legend(place) {
  const edge = (/** @type {string} */ name, /** @type {string} */ text) => {
    const line = svg("svg", { viewBox: "0 0 22 6", "aria-hidden": "true", focusable: "false" }, svg("line", { class: name, x1: 0, y1: 3, x2: 22, y2: 3 }));
    return html("span", {}, line, text);
  };
  const tool = (/** @type {string} */ label, /** @type {string} */ name, /** @type {() => void} */ press) => {
    const made = button(label, press);
    set(made, { "aria-label": name, title: name });
    return made;
  };
  const tools = [
    tool("−", "Zoom out", () => magnify(place, zoom / STEP)),
    tool("+", "Zoom in", () => magnify(place, zoom * STEP)),
    tool("SVG", "Save as SVG", () => save(place)),
    tool("PNG", "Save as PNG", () => savePicture(place)),
    tool("DOT", "Save as DOT", () => shown?.nodes && download("diagram.dot", dot(shown, shown.nodes), "text/vnd.graphviz")),
  ];
  return html("div", { class: "diagram-tools" }, edge("high", "yes"), edge("low", "no"), ...tools);
}

/** Sets the size of the drawing of all nodes. @param {HTMLElement} place @param {number} factor */
function magnify(place, factor) {
  zoom = Math.min(4, Math.max(0.25, factor));
  const drawing = place.querySelector(".nodes");
  const [, , width, height] = drawing?.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
  if (drawing) set(drawing, { width: Math.round(width * zoom), height: Math.round(height * zoom) });
}

/** Saves the drawing with the colours shown, for programs without the page's style. @param {HTMLElement} place */
function save(place) {
  const drawing = place.querySelector(".nodes");
  if (!drawing) return;
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  const copies = copy.querySelectorAll("line, circle, rect, text");
  drawing.querySelectorAll("line, circle, rect, text").forEach((element, i) => {
    const style = getComputedStyle(element);
    set(copies[i], Object.fromEntries(STYLE.map((name) => [name, style.getPropertyValue(name)])));
  });
  download("diagram.svg", new XMLSerializer().serializeToString(copy), "image/svg+xml");
}

/** The pixels of a saved picture for each unit of the drawing. */
const PIXELS = 3;

/** Saves the drawing with the colours shown as a picture. The page's policy lets no picture load from memory, so a canvas draws the shapes. @param {HTMLElement} place */
function savePicture(place) {
  const drawing = place.querySelector(".nodes");
  const canvas = html("canvas");
  const context = canvas.getContext("2d");
  if (!drawing || !context) return;
  const [, , width, height] = drawing.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
  set(canvas, { width: width * PIXELS, height: height * PIXELS });
  context.scale(PIXELS, PIXELS);
  context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
  context.fillRect(0, 0, width, height);
  for (const element of drawing.querySelectorAll("line, circle, rect, text")) {
    const style = getComputedStyle(element);
    const at = (/** @type {string} */ name) => Number(element.getAttribute(name));
    const outline = new Path2D();
    if (element.matches("line")) outline.moveTo(at("x1"), at("y1")), outline.lineTo(at("x2"), at("y2"));
    else if (element.matches("circle")) outline.arc(at("cx"), at("cy"), at("r"), 0, 7);
    else if (element.matches("rect")) outline.rect(at("x"), at("y"), at("width"), at("height"));
    context.globalAlpha = Number(style.opacity);
    context.fillStyle = style.fill;
    if (element.matches("text")) {
      context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      context.textAlign = element.getAttribute("text-anchor") === "middle" ? "center" : "left";
      context.fillText(element.textContent ?? "", at("x"), at("y"));
      continue;
    }
    context.setLineDash(style.strokeDasharray.match(/[\d.]+/g)?.map(Number) ?? []);
    context.lineWidth = parseFloat(style.strokeWidth);
    context.strokeStyle = style.stroke;
    if (!element.matches("line")) context.fill(outline);
    if (style.stroke !== "none") context.stroke(outline);
  }
  canvas.toBlob((picture) => picture && download("diagram.png", picture, "image/png"));
}

/** Writes the diagram for Graphviz: dashed edges for no, solid ones for yes. @param {Diagram} diagram @param {DiagramNode[]} nodes */
export function dot({ labels }, nodes) {
  const quoted = (/** @type {string} */ text) => JSON.stringify(text);
  const row = (/** @type {number} */ at) => nodes.filter(({ level }) => level === at).map(({ id }) => id).join(" ");
  const lines = [...new Set(nodes.map(({ level }) => level))].map((level) => `  { rank=same ${row(level)} }`);
  for (const { id, level, low, high } of nodes) lines.push(`  ${id} [label=${quoted(labels[level] ?? "")}]`, `  ${id} -> ${low} [style=dashed]`, `  ${id} -> ${high}`);
  return ["digraph {", '  0 [shape=box label="0"]', '  1 [shape=box label="1"]', ...lines, "}", ""].join("\n");
}

/** Highlights all paths from the root through a node to 1; null highlights none. @param {Element} drawing @param {DiagramNode[]} nodes @param {number | null} id */
function choose(drawing, nodes, id) {
  chosen = id;
  drawing.classList.toggle("chosen", id !== null);
  const above = new Set([id]);
  const below = new Set([id]);
  // A node is on a lower level than its parents.
  const ordered = [...nodes].sort((a, b) => a.level - b.level);
  for (const node of ordered) if (below.has(node.id)) for (const child of [node.low, node.high]) if (child) below.add(child);
  for (const node of ordered.reverse()) if (above.has(node.low) || above.has(node.high)) above.add(node.id);
  for (const element of drawing.querySelectorAll("[data-from], [data-node]")) {
    const [from, to] = ["data-from", "data-to"].map((name) => Number(element.getAttribute(name)));
    const node = Number(element.getAttribute("data-node"));
    const isEdge = element.hasAttribute("data-from");
    const isPath = isEdge ? (above.has(from) && above.has(to)) || (below.has(from) && below.has(to)) : above.has(node) || below.has(node);
    element.classList.toggle("path", id !== null && isPath);
  }
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
  // A move without a solution leaves no node: then the whole diagram is shown at full strength.
  const kept = keptNodes?.length ? new Set([...keptNodes, 1]) : null;
  const look = (/** @type {number[]} */ ...ids) => (ids.every((id) => !kept || kept.has(id)) ? "lit" : "fades");
  const drawing = svg("svg", { class: "nodes", viewBox: `0 0 ${wide} ${bottom + 24}`, width: wide, height: bottom + 24 });
  const edge = (/** @type {DiagramNode} */ from, /** @type {number} */ to, /** @type {string} */ name) => {
    const [[x1, y1], end] = [at.get(from.id) ?? [0, 0], at.get(to)];
    if (end) drawing.append(svg("line", { class: `${name} ${look(from.id, to)} ${to === 0 ? "lost" : ""}`, "data-from": from.id, "data-to": to, x1, y1, x2: end[0], y2: end[1] }));
  };
  for (const node of nodes) {
    edge(node, node.low, "low");
    edge(node, node.high, "high");
  }
  used.forEach((level, i) => drawing.append(label(labels[level] ?? String(level), 2, 28 + i * HIGH)));
  for (const { id, label: text } of nodes) {
    const [cx, cy] = at.get(id) ?? [0, 0];
    const node = svg("circle", { class: `node ${look(id)} ${id === root ? "root" : ""}`, cx, cy, r: 9, "data-node": id });
    node.onclick = () => choose(drawing, nodes, id === chosen ? null : id);
    if (text) node.append(Object.assign(svg("title"), { textContent: text }));
    drawing.append(node);
  }
  for (const id of [0, 1]) {
    const [x, y] = at.get(id) ?? [0, 0];
    drawing.append(svg("rect", { class: `node ${id ? look(id) : "fades"}`, "data-node": id, x: x - 9, y: y - 9, width: 18, height: 18 }), label(String(id), x, y + 4, "middle"));
  }
  set(drawing, { "aria-hidden": "true" });
  return drawing;
}
