// The pages that cover the board: the menu, the rules, statistics, the pause.

import { button, html, part, set, svg } from "./dom.js";
import { worded } from "./words.js";

/** The format of today's date. */

/** The menu or page that was last drawn. */
let drawn = "";

/** The choice that was last selected. */
let before = -1;

/** Returns true if a choice leads nowhere: there is no game to continue. @param {Choice | undefined} choice */
const isVoid = (choice) => choice?.label === "Continue" && /^no /.test(choice.detail);

/** Draws the page that covers the board. @param {View} view @param {{ tell: Tell }} on */
export function drawCover({ menu, page, tools }, { tell }) {
  const cover = part("cover");
  const now = JSON.stringify([menu?.title, menu?.choices, page]);
  // A choice that has the focus or is being clicked stays the same element.
  if (now !== drawn) {
    drawn = now;
    const buttons = part("tools-mode");
    const hasTools = cover.contains(buttons);
    const title = html("h2", { tabindex: -1 }, menu?.title ?? page?.title ?? "");
    const lines = (page?.lines ?? []).map((line) => paragraph(worded(line, tools)));
    cover.replaceChildren(title, ...lines, ...(menu ? sections(menu, tell) : []), ...(hasTools ? [buttons] : []));
  }
  if (!menu && !page) return;
  const choices = [...cover.querySelectorAll("[data-choice]")];
  choices.forEach((choice, i) => set(choice, { "aria-current": i === menu?.selected ? "true" : null }));
  const at = menu?.selected ?? -1;
  if (menu && isVoid(menu.choices[at])) tell({ select: at + (at > before ? 1 : -1) });
  before = at;
  const selected = choices[at] ?? cover.querySelector("h2");
  if (selected instanceof HTMLElement && selected !== document.activeElement) selected.focus();
}

/** Creates a line of a page, with long lists of places folded. @param {string} line */
function paragraph(line) {
  const [, state, list] = /^ +([^:]+): (.+)$/.exec(line) ?? [];
  const places = list?.split(", ").length ?? 0;
  if (places < 5 || state === "broken") return html("p", { class: state ? "places" : null }, line);
  return html("details", { class: "places" }, html("summary", {}, `${state}: ${places}`), html("p", {}, list));
}

/** The symbols and regions of new games, by the beginnings of their labels. */
const KINDS = { N: " Q     QQ     Q ", Q: " Qx   x       x ", Su: "1  4  1  1  4  10011001122332233", R: " Q     QQ     Q 0001220123312333", St: " *     **     * 4445465566757777" };

/** Returns the picture of a new game. @param {string} label @returns {Thumbnail | null} */
function ofKind(label) {
  const cells = Object.entries(KINDS).find(([name]) => label.startsWith(name))?.[1];
  if (!cells) return null;
  const symbols = [...cells.slice(0, 16)].map((symbol) => symbol.trim());
  return { columns: 4, tints: symbols.map((_, at) => (cells[16] ? Number(cells[16 + at]) : null)), symbols };
}

/** Creates the lists of choices, each below its heading. @param {NonNullable<View["menu"]>} menu @param {Tell} tell */
function sections({ title, choices: offered, days }, tell) {
  const choices = title === "New game" ? offered.map((choice) => ({ ...choice, thumbnail: ofKind(choice.label) })) : offered;
  /** @type {Node[]} */
  const made = [];
  let list = html("ul");
  choices.forEach((choice, i) => {
    if (i === 0 || choice.section !== choices[i - 1].section) {
      const [section, ...day] = choice.section.split(" · ");
      const isToday = section === "Today";
      if (section) made.push(html("h3", {}, section, ...day.map((day) => html("span", {}, ` · ${day}`))));
      // Today's pictures come later.
      const isCards = isToday || choices.some(({ section, thumbnail }) => section === choice.section && thumbnail);
      const isChips = !choices.some(({ section, detail }) => section === choice.section && detail);
      list = html("ul", { class: days ? "days" : isCards ? `cards ${isToday ? "" : "kinds"}` : isChips ? "chips" : "rows-of-choices" });
      made.push(list);
    }
    list.append(html("li", { hidden: isVoid(choice) }, item(choice, i, days, tell)));
  });
  return made;
}

/** @param {Choice} choice @param {number} i @param {boolean} isDay @param {Tell} tell */
function item(choice, i, isDay, tell) {
  const { label, detail, thumbnail, lists } = choice;
  const made = button("", () => tell({ choose: i }));
  if (label.endsWith("(0)")) {
    set(made, { "aria-disabled": "true" });
    made.onclick = null;
  }
  made.onfocus = () => made.getAttribute("aria-current") || tell({ select: i });
  const isDone = isDay ? detail : thumbnail && /\bsolved\b/.test(detail);
  set(made, { "data-choice": i, class: isDone ? "done" : null, "aria-label": isDay ? [label, detail].filter(Boolean).join(", ") : null });
  if (isDay) {
    const [day, month] = label.split(" ");
    made.append(html("strong", {}, day), html("small", {}, month.slice(0, 3)));
    return made;
  }
  if (thumbnail || choice.section.startsWith("Today")) made.append(picture(thumbnail ?? { columns: 1, tints: [null], symbols: [] }));
  made.append(html("span", { class: "label" }, label), " ", html("span", { class: "detail" }, detail));
  if (lists) made.append(html("span", { class: "leads", "aria-hidden": "true" }, "›"));
  return made;
}

/** Draws a small picture of a puzzle. @param {Thumbnail} thumbnail */
function picture({ columns, tints, symbols }) {
  const rows = tints.length / columns;
  const hasValues = symbols.some((symbol) => /^[0-9A-P]$/.test(symbol)) && !symbols.includes("Q");
  const cells = tints.map((tint, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const ground = tint === null || hasValues ? ((x + y) % 2 && !hasValues ? "dark" : "light") : `tint tint-${tint}`;
    return svg("rect", { class: `cell ${ground}`, x, y, width: 1, height: 1 });
  });
  const signs = symbols.flatMap((symbol, at) => {
    if (!symbol) return [];
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const sign = { Q: "queen", "*": "star", x: "blocked" }[symbol];
    if (sign) return [svg("use", { class: sign === "blocked" ? "sign-blocked" : "piece", href: `#sign-${sign}`, transform: `translate(${x} ${y}) scale(${1 / 48})` })];
    const text = svg("text", { x: x + 0.5, y: y + 0.78 });
    text.textContent = symbol;
    return [text];
  });
  let d = "";
  tints.forEach((tint, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    if (x && tint !== tints[at - 1]) d += `M${x} ${y}v1`;
    if (y && tint !== tints[at - columns]) d += `M${x} ${y}h1`;
  });
  const attributes = { class: "thumbnail", viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", attributes, ...cells, svg("path", { class: "border", d }), ...signs);
}
