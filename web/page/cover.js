// The pages that cover the board: the menu, the rules, statistics, the pause.

import { button, html, part, set, svg } from "./dom.js";
import { times, worded } from "./words.js";

/** The drawing of the lists and records that the front page does not have, once it is loaded. @type {typeof import("./records.js") | null} */
let records = null;
/** Loads it. */
export const recorded = async () => (records = await import("./records.js"));

/** The menu or page that was last drawn. */
let drawn = "";

/** The choice that was last selected. */
let before = -1;

/** The difficulty of new puzzles. */
let difficulty = "";

/** Returns true if a choice leads nowhere: there is no game to continue. @param {Choice | undefined} choice */
const isVoid = (choice) => choice?.label === "Continue" && /^(no|all) /.test(choice.detail);

/** The titles of the lists that led to the present one. @type {string[]} */
let trail = [];

/** The name of the puzzle chosen last, while it is built. */
export const chosen = { title: "" };

/** Returns the heading of a list of the menu with the lists that led to it, such as `Sudoku, 9 × 9`. @param {NonNullable<View["menu"]>} menu */
function heading({ title, nested }) {
  const at = trail.indexOf(title);
  trail = nested ? [...trail.slice(0, at < 0 ? trail.length : at), title] : [];
  return times((trail.length > 1 ? trail.slice(1) : [title]).join(", "));
}

const { dataset } = document.documentElement;
/** Returns true for the menu of a first visit. @param {View["menu"]} menu */
const isFront = (menu) => menu !== null && !menu.nested && "front" in dataset && !("again" in dataset);

/** The title of the front page and the sentence about the program, which the page begins with. */
const start = [...part("cover").children];

/** The choices of the front page before the menu is known. @returns {NonNullable<View["menu"]>} */
export function frontMenu() {
  const section = `Today · ${new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }).replace(",", "")}`;
  const choices = ["Queens", "Regions", "Sudoku", ...("again" in dataset ? [] : [LESSON])].map((label) => ({ label, detail: "", section, thumbnail: null, saved: false, lists: false, difficulties: [], pips: [] }));
  return { title: "What to play", choices, selected: -1, days: false, nested: false, difficulty: null };
}

/** Draws the page that covers the board. @param {View} view @param {{ tell: Tell }} on */
export function drawCover(view, { tell }) {
  const { menu, page, statistics, tools, busy } = view;
  if (!busy) chosen.title = "";
  if (!records && (menu?.nested || statistics?.length)) return void recorded().then(() => drawCover(view, { tell }));
  const cover = part("cover");
  const now = JSON.stringify([menu?.title, menu?.choices, page, statistics]);
  // A choice that has the focus or is being clicked stays the same element.
  if (now !== drawn) {
    drawn = now;
    cover.classList.toggle("front", isFront(menu));
    const buttons = part("tools-mode");
    const hasTools = cover.contains(buttons);
    const title = () => html("h2", { tabindex: -1 }, menu ? heading(menu) : (page?.title ?? ""));
    const lines = (page?.lines ?? []).map((line) => paragraph(worded(line, tools)));
    const tiles = statistics?.length && records ? [records.tiles(statistics)] : [];
    cover.replaceChildren(...(isFront(menu) ? start : [title()]), ...tiles, ...lines, ...(menu ? sections(menu, tell) : []), ...(hasTools ? [buttons] : []));
  }
  if (!menu && !page) return;
  const place = (/** @type {Element} */ choice) => Number(choice.getAttribute("data-choice"));
  const choices = [...cover.querySelectorAll("[data-choice]")].sort((a, b) => place(a) - place(b));
  choices.forEach((choice, i) => set(choice, { "aria-current": i === menu?.selected ? "true" : null }));
  const at = menu?.selected ?? -1;
  if (menu && isVoid(menu.choices[at])) tell({ select: at + (at > before ? 1 : -1) });
  before = at;
  const selected = choices[at] ?? cover.querySelector("h2");
  if (!(selected instanceof HTMLElement) || selected === document.activeElement) return;
  // A visit begins without a focus, as every page does.
  if ("front" in dataset && document.activeElement === document.body) return;
  // Firefox would scroll to a choice that is in sight.
  selected.focus({ preventScroll: true });
  selected.scrollIntoView({ block: "nearest" });
}

/** Creates a line of a page, with long lists of places folded. @param {string} line */
function paragraph(line) {
  const [, state, list] = /^ +([^:]+): (.+)$/.exec(line) ?? [];
  const places = list?.split(", ").length ?? 0;
  if (places < 5 || state === "broken") return html("p", { class: state ? "places" : null }, line);
  return html("details", { class: "places" }, html("summary", {}, `${state}: ${places}`), html("p", {}, list));
}

/** The symbols and regions of today's puzzles and of the lesson, by the beginnings of their labels. */
const KINDS = { L: "xQxxxxx  x x x  ", Q: " Qx   x       x ", Su: "1  4  1  1  4  10011001122332233", R: " Q     QQ     Q 0001220123312333" };

/** The choice that the front page has beside the puzzles of the day. */
const LESSON = "Learn to play";

/** Returns the picture of a kind of puzzle. @param {string} label @param {Record<string, string>} kinds the 16 symbols and regions of each kind @returns {Thumbnail | null} */
export function ofKind(label, kinds = KINDS) {
  const cells = Object.entries(kinds).find(([name]) => label.startsWith(name))?.[1];
  if (!cells) return null;
  const symbols = [...cells.slice(0, 16)].map((symbol) => symbol.trim());
  return { columns: 4, tints: symbols.map((_, at) => (cells[16] ? Number(cells[16 + at]) : null)), symbols };
}

/** Creates the lists of choices, each below its heading. @param {NonNullable<View["menu"]>} menu @param {Tell} tell */
function sections(menu, tell) {
  const { title, choices: offered, days } = menu;
  if (days && records) return records.months(menu, tell);
  const isOfKinds = /^(New game|More)/.test(title);
  const choices = offered.map((choice) => ({ ...choice, thumbnail: (isOfKinds ? (records?.ofNewGame(choice.label) ?? ofKind(choice.label)) : null) ?? choice.thumbnail }));
  /** @type {Node[]} */
  const made = [];
  // A size may lack some of them.
  const [difficulties = []] = offered.map(({ difficulties }) => difficulties).sort((a, b) => b.length - a.length);
  if (!difficulties.includes(difficulty)) difficulty = menu.difficulty ?? "";
  let list = html("ul");
  let before = "";
  choices.forEach((choice, i) => {
    if (isFront(menu) && choice.label === LESSON) {
      const lesson = html("li", { class: "lesson" }, item({ ...choice, label: "Learn in a minute", thumbnail: ofKind(LESSON) }, i, tell));
      return made.find((list) => list instanceof HTMLUListElement)?.appendChild(lesson);
    }
    if (choice.section !== before || !made.length) {
      before = choice.section;
      const [section, ...day] = choice.section.split(" · ");
      const isToday = section === "Today";
      if (section) made.push(html("h3", {}, section, ...day.map((day) => html("span", {}, ` · ${day}`))));
      // Today's pictures come later.
      const isCards = isToday || choices.some(({ section, thumbnail }) => section === choice.section && thumbnail);
      const isChips = !choices.some(({ section, detail }) => section === choice.section && detail);
      list = html("ul", { class: isCards ? `cards ${isToday ? "" : isChips ? "kinds of-sizes" : "kinds"}` : isChips ? "chips" : "rows-of-choices" });
      made.push(list);
    }
    const row = html("li", { hidden: isVoid(choice), class: choice.saved ? "saved-row" : null }, item(choice, i, tell));
    if (choice.saved && records) row.append(...records.keeping(choice, i, row, tell));
    return list.append(row);
  });
  if (difficulties.length && records) made.unshift(records.segments(difficulties, difficulty, (chosen) => (difficulty = chosen)));
  return made;
}

/** @param {Choice} choice @param {number} i @param {Tell} tell */
function item(choice, i, tell) {
  const { label, detail, thumbnail, lists, difficulties } = choice;
  const made = button("", () => {
    const at = difficulties.indexOf(difficulty);
    chosen.title = lists && at < 0 ? "" : times([...trail.slice(1), label, ...(lists ? [difficulty] : [])].join(", "));
    tell(at < 0 ? { choose: i } : { choose: i, difficulty: at });
  });
  if (label.endsWith("(0)")) {
    set(made, { "aria-disabled": "true" });
    made.onclick = null;
  }
  made.onfocus = () => made.getAttribute("aria-current") || tell({ select: i });
  const isDone = thumbnail && /\bsolved\b/.test(detail);
  set(made, { "data-choice": i, class: choice.saved ? "saved" : isDone ? "done" : null });
  // Until today's picture is made, that of the kind has its place.
  const shown = thumbnail ?? (choice.section.startsWith("Today") ? ofKind(label) : null);
  if (shown) made.append(picture(shown, thumbnail === null));
  made.append(html("span", { class: "label" }, times(label)), " ", html("span", { class: "detail" }, ...breakable(times(detail))));
  if (lists && !difficulties.length) made.append(html("span", { class: "leads", "aria-hidden": "true" }, "›"));
  return made;
}

/** Returns a text with places for line breaks after the commas of numbers. @param {string} text */
const breakable = (text) => text.split(/(?<=\d,)(?=\d)/).flatMap((part, i) => (i ? [html("wbr"), part] : [part]));

/** Draws a small picture of a puzzle. @param {Thumbnail} thumbnail @param {boolean} isAwaited true for a picture that will be replaced */
function picture({ columns, tints, symbols }, isAwaited) {
  const rows = tints.length / columns;
  const hasValues = symbols.some((symbol) => /^[0-9A-P✓]$/.test(symbol)) && !symbols.includes("Q");
  const cells = tints.map((tint, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const ground = hasValues ? "sheet" : tint === null ? ["light", "dark"][(x + y) % 2] : `tint tint-${tint}`;
    return svg("rect", { class: `cell ${ground}`, x, y, width: 1, height: 1 });
  });
  const signs = symbols.flatMap((symbol, at) => {
    if (!symbol) return [];
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const sign = { Q: "queen", "*": "star", x: "blocked", M: "mine", T: "tent", Y: "tree" }[symbol];
    if (sign) return [svg("use", { class: /blocked|tree/.test(sign) ? `sign-${sign}` : "piece", href: `#sign-${sign}`, transform: `translate(${x} ${y}) scale(${1 / 48})` })];
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
  const attributes = { class: `thumbnail ${isAwaited ? "awaited" : ""}`, viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", attributes, ...cells, svg("path", { class: "border", d }), ...signs);
}
