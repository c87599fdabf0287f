// The pages that cover the board: the menu, the rules, statistics, the pause.

import { button, html, part, set, svg } from "./dom.js";
import { stored } from "./effects.js";
import { times, worded } from "./words.js";

/** The menu or page that was last drawn. */
let drawn = "";

/** The choice that was last selected. */
let before = -1;

/** Returns true if a choice leads nowhere: there is no game to continue. @param {Choice | undefined} choice */
const isVoid = (choice) => choice?.label === "Continue" && /^no /.test(choice.detail);

/** The titles of the lists that led to the present one. @type {string[]} */
let trail = [];

/** Returns the heading of a list of the menu with the lists that led to it, such as `Sudoku, 9 × 9`. @param {NonNullable<View["menu"]>} menu */
function heading({ title, nested }) {
  const at = trail.indexOf(title);
  trail = nested ? [...trail.slice(0, at < 0 ? trail.length : at), title] : [];
  return times((trail.length > 1 ? trail.slice(1) : [title]).join(", "));
}

/** Returns true for the menu of a first visit. @param {View["menu"]} menu */
const isFront = (menu) => menu !== null && !menu.nested && document.documentElement.hasAttribute("data-front");

/** The sentence about the program, which the first texts of the game replace. */
const intro = /** @type {HTMLElement} */ (document.querySelector(".intro")?.cloneNode(true));

/** The choices of the front page before the menu is known. @returns {NonNullable<View["menu"]>} */
export function frontMenu() {
  const section = `Today · ${new Date().toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }).replace(",", "")}`;
  const choices = ["Queens", "Regions", "Sudoku", LESSON].map((label) => ({ label, detail: "", section, thumbnail: null, saved: false, lists: false, pips: [] }));
  return { title: "What to play", choices, selected: -1, days: false, nested: false };
}

/** Draws the page that covers the board. @param {View} view @param {{ tell: Tell }} on */
export function drawCover({ menu, page, statistics, tools }, { tell }) {
  const cover = part("cover");
  const now = JSON.stringify([menu?.title, menu?.choices, page, statistics]);
  // A choice that has the focus or is being clicked stays the same element.
  if (now !== drawn) {
    drawn = now;
    cover.classList.toggle("front", isFront(menu));
    const buttons = part("tools-mode");
    const hasTools = cover.contains(buttons);
    const front = isFront(menu) ? [intro] : [];
    const title = html("h2", { tabindex: -1 }, front[0] ? (intro.dataset.title ?? "") : menu ? heading(menu) : (page?.title ?? ""));
    const lines = (page?.lines ?? []).map((line) => paragraph(worded(line, tools)));
    const tiles = statistics?.length ? [html("div", { class: "tiles" }, ...history(), ...statistics.map(tile))] : [];
    cover.replaceChildren(title, ...front, ...lines, ...tiles, ...(menu ? sections(menu, tell) : []), ...(hasTools ? [buttons] : []));
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
  // A first visit begins without a focus, as every page does.
  if (isFront(menu) && document.activeElement === document.body) return;
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

/** Draws the statistics of a category of puzzles. @param {Category} category */
function tile({ title, solved, streak, longest, parts }) {
  const [first, ...others] = parts;
  const facts = [["Solved", solved], ["Best", first?.best], ["Average", first?.average], ["Streak", longest === "0" ? null : streak]];
  const shown = facts.flatMap(([name, fact]) => (fact && fact !== "-" ? [html("div", {}, html("dt", {}, name ?? ""), html("dd", {}, fact))] : []));
  const more = others.map((part) => html("p", {}, [`${part.solved} ${part.title}`, part.best.length > 1 && `best ${part.best}`].filter(Boolean).join(", ")));
  const spread = first?.spread;
  const bars = spread ? [histogram(spread, `Times from the shortest to the longest: ${spread.join(", ")}`)] : [];
  const kind = first ? [html("p", {}, `${first.solved} ${first.title}${longest === "0" ? "" : `, longest streak ${longest}`}`)] : [];
  return html("section", { class: "tile" }, html("h3", {}, times(title)), html("dl", {}, ...shown), ...bars, ...kind, ...more);
}

/** The number of days in the history, eight weeks. */
const DAYS = 56;

/** Draws the number of puzzles solved on each of the last days, which the engine stores by days since 1 January 1970. */
function history() {
  /** @type {Record<number, number>} */
  const solved = JSON.parse(stored().statistics ?? "{}").history ?? {};
  const today = Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1440);
  const days = Array.from({ length: DAYS }, (_, i) => Number(solved[today - DAYS + 1 + i] ?? 0));
  const sum = days.reduce((sum, number) => sum + number, 0);
  if (!sum) return [];
  const label = `${sum} solved on ${days.filter(Boolean).length} of the last ${DAYS} days`;
  const ends = html("p", {}, html("span", {}, "8 weeks ago"), html("span", {}, "today"));
  return [html("section", { class: "tile history" }, html("h3", {}, "Solved per day"), html("p", {}, label), histogram(days, label), ends)];
}

/** Draws numbers as bars. @param {number[]} numbers @param {string} label */
function histogram(numbers, label) {
  const most = Math.max(...numbers);
  const bars = numbers.map((number, i) => svg("rect", { x: 10 * i + 1, width: 8, y: 20 - (18 * number) / most - 1, height: (18 * number) / most + 1, rx: 1 }));
  return svg("svg", { class: "histogram", viewBox: `0 0 ${10 * numbers.length} 20`, preserveAspectRatio: "none", role: "img", "aria-label": label }, ...bars);
}

/** The symbols and regions of new games, by the beginnings of their labels. */
const KINDS = { L: "xQxxxxx  x x x  ", N: " Q     QQ     Q ", Q: " Qx   x       x ", Su: "1  4  1  1  4  10011001122332233", R: " Q     QQ     Q 0001220123312333", St: " *     **     * 4445465566757777" };

/** The choice that the front page has beside the puzzles of the day. */
const LESSON = "Learn to play";

/** The columns of the stars in each row, in hexadecimal, by the number of stars in a row. */
const STARS = { 2: "13 57 13 57 02 46 02 46", 3: "135 79b 135 79b 135 79b 024 68a 024 68a 024 68a" };

/** Returns the picture of a new game. @param {string} label @returns {Thumbnail | null} */
function ofKind(label) {
  const stars = STARS[/** @type {2 | 3} */ (Number(/^St\D*(\d)/.exec(label)?.[1]))];
  if (stars) {
    const rows = stars.split(" ");
    const symbols = rows.flatMap((row) => rows.map((_, column) => (row.includes(column.toString(16)) ? "*" : "")));
    // Blocks of two rows.
    const tints = symbols.map((_, at) => 4 + 2 * (Math.floor(at / rows.length / 2) % 2) + (at % rows.length < rows.length / 2 ? 0 : 1));
    return { columns: rows.length, tints, symbols };
  }
  const cells = Object.entries(KINDS).find(([name]) => label.startsWith(name))?.[1];
  if (!cells) return null;
  const symbols = [...cells.slice(0, 16)].map((symbol) => symbol.trim());
  return { columns: 4, tints: symbols.map((_, at) => (cells[16] ? Number(cells[16 + at]) : null)), symbols };
}

/** Creates the lists of choices, each below its heading. @param {NonNullable<View["menu"]>} menu @param {Tell} tell */
function sections(menu, tell) {
  const { title, choices: offered, days } = menu;
  if (days) return months(menu, tell);
  const choices = title === "New game" ? offered.map((choice) => ({ ...choice, thumbnail: ofKind(choice.label) })) : offered;
  /** @type {Node[]} */
  const made = [];
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
      list = html("ul", { class: isCards ? `cards ${isToday ? "" : "kinds"}` : isChips ? "chips" : "rows-of-choices" });
      made.push(list);
    }
    return list.append(html("li", { hidden: isVoid(choice) }, item(choice, i, tell)));
  });
  return made;
}

const WEEK = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** Creates a block for each month of a calendar, the latest first. Days that are not offered have only their numbers. @param {NonNullable<View["menu"]>} menu @param {Tell} tell */
function months({ choices }, tell) {
  /** The choices of each month by their days. @type {Map<string, Map<number, number>>} */
  const known = new Map();
  choices.forEach(({ label }, i) => {
    const [day, month, year] = label.split(" ");
    const name = `${month} ${year}`;
    known.set(name, (known.get(name) ?? new Map()).set(Number(day), i));
  });
  const blocks = [...known].reverse().map(([name, days]) => {
    const first = new Date(`1 ${name}`);
    const all = Array.from({ length: new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate() }, (_, i) => {
      const at = days.get(i + 1);
      return at === undefined ? html("li", { "aria-hidden": "true" }, html("span", {}, String(i + 1))) : html("li", {}, date(choices[at], at, tell));
    });
    all[0].style.gridColumnStart = String(((first.getDay() + 6) % 7) + 1);
    const solved = [...days.values()].filter((at) => choices[at].detail === "solved").length;
    const weekdays = WEEK.map((day) => html("li", { class: "weekday", "aria-hidden": "true" }, day));
    const list = html("ul", { class: "days", "aria-label": name }, ...weekdays, ...all);
    return html("section", {}, html("h3", {}, name, ...(solved ? [html("span", {}, ` · ${solved} solved`)] : [])), list);
  });
  return [html("div", { class: "months" }, ...blocks)];
}

/** Creates a day of the calendar, with a pip for each of its puzzles. @param {Choice} choice @param {number} i @param {Tell} tell */
function date({ label, detail, pips }, i, tell) {
  const made = button("", () => tell({ choose: i }));
  made.onfocus = () => made.getAttribute("aria-current") || tell({ select: i });
  const solved = pips.filter((pip) => pip === "solved").length;
  const state = solved ? `${solved} of ${pips.length} solved` : detail;
  set(made, { "data-choice": i, class: detail === "solved" ? "done" : null, "aria-label": [label, state].filter(Boolean).join(", ") });
  made.append(html("strong", {}, label.split(" ")[0]), html("span", { class: "pips" }, ...pips.map((pip) => html("i", { class: pip }))));
  return made;
}

/** @param {Choice} choice @param {number} i @param {Tell} tell */
function item(choice, i, tell) {
  const { label, detail, thumbnail, lists } = choice;
  const made = button("", () => tell({ choose: i }));
  if (label.endsWith("(0)")) {
    set(made, { "aria-disabled": "true" });
    made.onclick = null;
  }
  made.onfocus = () => made.getAttribute("aria-current") || tell({ select: i });
  const isDone = thumbnail && /\bsolved\b/.test(detail);
  set(made, { "data-choice": i, class: choice.saved ? "saved" : isDone ? "done" : null });
  // A tap opens the game, so a long press selects it.
  if (choice.saved) made.oncontextmenu = (event) => (event.preventDefault(), tell({ select: i }));
  // Until today's picture is made, that of the kind has its place.
  const shown = thumbnail ?? (choice.section.startsWith("Today") ? ofKind(label) : null);
  if (shown) made.append(picture(shown, thumbnail === null));
  made.append(html("span", { class: "label" }, times(label)), " ", html("span", { class: "detail" }, times(detail)));
  if (lists) made.append(html("span", { class: "leads", "aria-hidden": "true" }, "›"));
  return made;
}

/** Draws a small picture of a puzzle. @param {Thumbnail} thumbnail @param {boolean} isAwaited true for a picture that will be replaced */
function picture({ columns, tints, symbols }, isAwaited) {
  const rows = tints.length / columns;
  const hasValues = symbols.some((symbol) => /^[0-9A-P]$/.test(symbol)) && !symbols.includes("Q");
  const cells = tints.map((tint, at) => {
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const ground = hasValues ? "sheet" : tint === null ? ["light", "dark"][(x + y) % 2] : `tint tint-${tint}`;
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
  const attributes = { class: `thumbnail ${isAwaited ? "awaited" : ""}`, viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true", focusable: "false" };
  return svg("svg", attributes, ...cells, svg("path", { class: "border", d }), ...signs);
}
