// The lists that the front page leads to, and the records of a player: new games, saved games, statistics, the calendar. Loaded
// after the first board.

import { ofKind } from "./cover.js";
import { button, html, set, styled, svg } from "./dom.js";
import { stored } from "./effects.js";
import { times } from "./words.js";

await styled("records.css");

/** Creates the tiles of the statistics. @param {Category[]} statistics */
export function tiles(statistics) {
  /** @type {Records} */
  const records = JSON.parse(stored().statistics ?? "{}");
  return html("div", { class: "tiles" }, ...history(records), ...Object.entries(records.found ?? {}).map(collection), ...statistics.map(tile));
}

/** Draws the statistics of a category of puzzles. @param {Category} category */
function tile({ title, solved, streak, longest, parts }) {
  const [first, ...others] = parts;
  // A time with help is no record.
  const help = first && first.title !== "without help" ? ` ${first.title}` : "";
  const facts = [["Solved", solved], [`Best${help}`, first?.best], ["Average", first?.average], ["Streak", longest === "0" ? null : streak]];
  const shown = facts.flatMap(([name, fact]) => (fact && fact !== "-" ? [html("div", {}, html("dt", {}, name ?? ""), html("dd", {}, fact))] : []));
  const more = others.map((part) => html("p", {}, [`${part.solved} ${part.title}`, part.best.length > 1 && `best ${part.best}`].filter(Boolean).join(", ")));
  const spread = first?.spread;
  const bars = spread ? [histogram(spread, `Times from the shortest to the longest: ${spread.join(", ")}`)] : [];
  const kind = first ? [html("p", {}, `${first.solved} ${first.title}${longest === "0" ? "" : `, longest streak ${longest}`}`)] : [];
  return html("section", { class: "tile" }, html("h3", {}, times(title)), html("dl", {}, ...shown), ...bars, ...kind, ...more);
}

/** The number of weeks in the history. */
const WEEKS = 26;

/** The player's records as the engine stores them, with days since 1 January 1970. @typedef {{ history?: Record<number, number>, days?: number[], found?: Record<string, { columns: string[], of: string | null }> }} Records */

/** Draws a square for each of the last days, darker for more solved puzzles and golden for a daily puzzle, with the daily streak. @param {Records} records */
function history({ history = {}, days = [] }) {
  const today = Math.floor(Date.now() / 86_400_000 - new Date().getTimezoneOffset() / 1440);
  // The first day of 1970 was a Thursday, and weeks begin on Monday.
  const first = today - ((today + 3) % 7) - 7 * (WEEKS - 1);
  const all = Array.from({ length: today - first + 1 }, (_, i) => ({ day: first + i, solved: Number(history[first + i] ?? 0) }));
  const sum = all.reduce((sum, { solved }) => sum + solved, 0);
  if (!sum) return [];
  const square = ({ day = 0, solved = 0 }) => svg("rect", { class: days.includes(day) ? "daily" : `solved-${Math.min(solved, 3)}`, x: 10 * Math.floor((day - first) / 7), y: 10 * ((day - first) % 7), width: 8, height: 8, rx: 2 });
  const label = `${sum} solved on ${all.filter(({ solved }) => solved).length} days of ${WEEKS} weeks`;
  const drawn = svg("svg", { class: "days-solved", viewBox: `0 0 ${10 * WEEKS - 2} 68`, role: "img", "aria-label": label }, ...all.map(square));
  const runs = days.map((day, i) => (i && days[i - 1] === day - 1 ? 1 : 0)).reduce((/** @type {number[]} */ runs, goesOn) => (goesOn ? [...runs.slice(0, -1), (runs.at(-1) ?? 0) + 1] : [...runs, 1]), []);
  const streaks = days.length ? [["Streak", runs.at(-1)], ["Longest", Math.max(...runs)], ["Days", days.length]] : [];
  const facts = [...streaks, ["Solved", sum]].map(([name, fact]) => html("div", {}, html("dt", {}, String(name)), html("dd", {}, String(fact))));
  const ends = html("p", {}, html("span", {}, `${WEEKS} weeks ago`), ...(days.length ? [html("span", { class: "key" }, "a daily puzzle")] : []), html("span", {}, "today"));
  return [html("section", { class: "tile history" }, html("h3", {}, "Your days"), html("dl", {}, ...facts), drawn, ends)];
}

/** The maximum number of boards of a collection, with empty places for the solutions that are not found yet. */
const PLACES = 120;

/** Draws the solutions found of a board, each as a small board. @param {[category: string, found: { columns: string[], of: string | null }]} collection */
function collection([category, { columns, of }]) {
  const all = Number(of ?? 0);
  const number = all ? `${columns.length} of ${all.toLocaleString("en")} solutions` : `${columns.length} solutions`;
  const places = Math.max(0, Math.min(all, PLACES) - columns.length);
  const boards = [...columns.slice(0, PLACES).map(solution), ...Array.from({ length: places }, () => html("i"))];
  const set = html("div", { class: "boards", role: "img", "aria-label": number }, ...boards);
  return html("section", { class: `tile collection ${columns.length === all ? "complete" : ""}` }, html("h3", {}, times(category), html("span", {}, ` · ${number}`)), set);
}

/** Draws a solution as a small board. @param {string} columns the column of the queen in each row, as a letter */
function solution(columns) {
  const size = columns.length;
  const at = [...columns].map((letter, y) => [letter.charCodeAt(0) - 97, y]);
  const dark = Array.from({ length: size * size }, (_, i) => [i % size, Math.floor(i / size)]).filter(([x, y]) => (x + y) % 2);
  const queens = at.map(([x, y]) => svg("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.36 }));
  return svg("svg", { viewBox: `0 0 ${size} ${size}` }, svg("path", { d: dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("") }), ...queens);
}

/** Draws numbers as bars. @param {number[]} numbers @param {string} label */
function histogram(numbers, label) {
  const most = Math.max(...numbers);
  const bars = numbers.map((number, i) => svg("rect", { x: 10 * i + 1, width: 8, y: 20 - (18 * number) / most - 1, height: (18 * number) / most + 1, rx: 1 }));
  return svg("svg", { class: "histogram", viewBox: `0 0 ${10 * numbers.length} 20`, preserveAspectRatio: "none", role: "img", "aria-label": label }, ...bars);
}

const WEEK = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** Creates a block for each month of a calendar, the latest first. Days that are not offered have only their numbers. @param {NonNullable<View["menu"]>} menu @param {Tell} tell */
export function months({ choices }, tell) {
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

/** The symbols and regions of new games and puzzle files. */
const KINDS = {
  Latin: "1234214334124321", Map: "                4458475877587766", Mine: "1M2 123M M21  1 ", Seat: "  A B    C  D   ",
  Tents: "Y T   Y T    YT ", More: "Y T   Y T    YT ", Tor: "Q     Q  Q     Q", Bin: "0 1  01  1  10 0", Camper: "✓ ✓ ✓   ✓ ✓ ✓   ", Ca: "✓   ✓    ✓   ✓  ", Fut: "3<  ∧  4  1>2   ",
  Kn: "♞  ♞    ♞      ♞", N: " Q     QQ     Q ",
};

/** The columns of the stars in each row, in hexadecimal, by the number of stars in a row. */
const STARS = { 2: "13 57 13 57 02 46 02 46", 3: "135 79b 135 79b 135 79b 024 68a 024 68a 024 68a" };

/** Returns the picture of a new game or a puzzle file. @param {string} label @returns {Thumbnail | null} */
export function ofNewGame(label) {
  if (!label.startsWith("Star")) return ofKind(label, KINDS);
  const stars = STARS[label.includes("3") ? 3 : 2];
  const rows = stars.split(" ");
  const symbols = rows.flatMap((row) => rows.map((_, column) => (row.includes(column.toString(16)) ? "*" : "")));
  // Blocks of two rows.
  const tints = symbols.map((_, at) => 4 + 2 * (Math.floor(at / rows.length / 2) % 2) + (at % rows.length < rows.length / 2 ? 0 : 1));
  return { columns: rows.length, tints, symbols };
}

/** Creates the choice of a difficulty. @param {string[]} difficulties @param {string} chosen @param {(difficulty: string) => void} choose */
export function segments(difficulties, chosen, choose) {
  const of = (/** @type {string} */ name) => {
    const field = html("input", { type: "radio", name: "difficulty" });
    field.checked = name === chosen;
    field.onchange = () => choose(name);
    return html("label", {}, field, html("span", {}, name));
  };
  return html("div", { class: "segments", role: "radiogroup", "aria-label": "Difficulty" }, ...difficulties.map(of));
}

/** Creates the buttons that rename and delete a saved game, and the one that shows them. @param {Choice} choice @param {number} i @param {HTMLElement} row @param {Tell} tell */
export function keeping({ label }, i, row, tell) {
  const on = (/** @type {string} */ act, /** @type {string} */ name) => {
    const made = button(name, () => (tell({ select: i }), tell({ act })));
    set(made, { "aria-label": `${name} ${label}` });
    return made;
  };
  const more = button("⋯", () => set(more, { "aria-expanded": String(row.classList.toggle("open")) }));
  set(more, { "aria-label": `More for ${label}`, "aria-expanded": "false" });
  return [more, on("rename", "Rename"), on("delete", "Delete")];
}
