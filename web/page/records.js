// The lists that the front page leads to, and the records of a player: new games, saved games, statistics, the calendar. Loaded
// after the first board.

import { ofKind } from "./cover.js";
import { button, html, set, svg } from "./dom.js";
import { stored } from "./effects.js";
import { times } from "./words.js";

/** Creates the tiles of the statistics. @param {Category[]} statistics */
export const tiles = (statistics) => html("div", { class: "tiles" }, ...history(), ...statistics.map(tile));

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
    return html("section", {}, html("h3", {}, name, ...(solved ? [html("span", {}, ` · solved on ${solved} day${solved > 1 ? "s" : ""}`)] : [])), list);
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
  Latin: "1234214334124321", Map: "                4458475877587766", Mine: "1M2 123M M21  1 ", Seat: "  A B    C  D   ", St: " *     **     * 4445465566757777",
  Tents: "Y T   Y T    YT ", More: "Y T   Y T    YT ", Tor: "Q     Q  Q     Q", Bin: "0 1  01  1  10 0", Ca: "✓   ✓    ✓   ✓  ", Fut: "3<  ∧  4  1>2   ",
  Kn: "♞  ♞    ♞      ♞", N: " Q     QQ     Q ",
};

/** The columns of the stars in each row, in hexadecimal, by the number of stars in a row. */
const STARS = { 2: "13 57 13 57 02 46 02 46", 3: "135 79b 135 79b 135 79b 024 68a 024 68a 024 68a" };

/** Returns the picture of a new game or a puzzle file. @param {string} label @returns {Thumbnail | null} */
export function ofNewGame(label) {
  const stars = STARS[/** @type {2 | 3} */ (Number(/^St\D*(\d)/.exec(label)?.[1]))];
  if (!stars) return ofKind(label, KINDS);
  const rows = stars.split(" ");
  const symbols = rows.flatMap((row) => rows.map((_, column) => (row.includes(column.toString(16)) ? "*" : "")));
  // Blocks of two rows.
  const tints = symbols.map((_, at) => 4 + 2 * (Math.floor(at / rows.length / 2) % 2) + (at % rows.length < rows.length / 2 ? 0 : 1));
  return { columns: rows.length, tints, symbols };
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
