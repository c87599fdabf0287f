// The page: joins the game, what is drawn of it, and what the player does.

import * as api from "./api.js";
import { BoardView, html, outlineOf, svg } from "./board.js";
import { BrowsePanel } from "./browse.js";
import { Drawing } from "./drawing.js";
import { Game } from "./game.js";
import { HintGiver } from "./hint.js";
import { KEYS, POINTER, actionOf, keyOf, namesOf } from "./keys.js";
import { locate, nameOf } from "./squares.js";
import { keep, recall } from "./storage.js";
import { WhyPanel } from "./why.js";
import * as words from "./words.js";

/** The sizes to start with where the server does not say. */
const USUAL_SIZES = [4, 5, 6, 7, 8, 9, 10, 11];

/** How long the player waits for an explanation without being told so, in milliseconds. */
const PATIENCE = 400;

/** How long the guide may take before what is sure without it is drawn, in milliseconds. */
const GRACE = 30;

const part = (id) => document.getElementById(id);

/** What belongs to the screen: undo does not bring it back. */
const screen = {
  cursor: "a1",
  /** The square under the mouse, or null. */
  pointed: null,
  blocking: false,
  counts: recall("localStorage", "nqueens.counts") === "true",
  heat: recall("localStorage", "nqueens.heat") === "true",
  /** The panel that is open, or null. */
  panel: null,
  /** What a hint has drawn over the board, or null. */
  picture: null,
  said: "",
};

const sizes = await api.sizes().catch(() => USUAL_SIZES);
const game = new Game(sizes, changed);
const board = new BoardView({
  press: (name) => pressed(name, screen.blocking ? "block" : "press"),
  block: (name) => pressed(name, "block"),
  point: (name) => { screen.pointed = name; drawAbout(); },
  focus: (name) => { screen.cursor = name; drawAbout(); },
  near: (name) => game.prepare(name),
});
const drawing = new Drawing();
const why = new WhyPanel(drawPanel);
const browse = new BrowsePanel(drawPanel, failed);
const hints = new HintGiver();

/** A click on a square: while an explanation is open, the question is about another one. */
function pressed(name, what) {
  screen.cursor = name;
  if (screen.panel === why) return openWhy(name);
  return game[what](name);
}

/** Whatever the player may ask for, by key or button. */
const actions = {
  left: () => moveCursor(-1, 0),
  down: () => moveCursor(0, -1),
  up: () => moveCursor(0, 1),
  right: () => moveCursor(1, 0),
  leftmost: () => moveCursor(-Infinity, 0),
  rightmost: () => moveCursor(Infinity, 0),
  press: () => game.press(screen.cursor),
  block: () => game.block(screen.cursor),
  undo: () => game.undo(),
  redo: () => game.redo(),
  clear: () => game.clear(),
  larger: () => game.resize(game.position.n + 1),
  smaller: () => game.resize(game.position.n - 1),
  retry: () => { game.guide.retry(); draw(); },
  blocking: () => toggle("blocking"),
  counts: () => toggle("counts"),
  heat: () => toggle("heat"),
  go: openGo,
  // After a refusal the question is about the square refused, wherever the cursor is.
  why: () => openWhy(game.notice.refused ?? screen.cursor),
  solutions: openBrowse,
  hint: giveHint,
  share,
  help: () => (part("help").open ? part("help").close() : part("help").showModal()),
  close: () => { closePanel(); board.focus(screen.cursor); },
  first: () => screen.panel?.first(),
  previous: () => screen.panel?.previous(),
  next: () => screen.panel?.next(),
  last: () => screen.panel?.last(),
  skip: () => why.skip(),
  caseStart: () => why.caseStart(),
  goSolution: () => browse.askNumber(),
  random: () => browse.random(),
  repair: () => {
    if (!why.repaired) return;
    const { queens, blocked, made } = why.repaired;
    game.adopt(queens, blocked, made);
    board.focus(screen.cursor);
  },
  adopt: () => {
    const { queens, number } = browse.shown;
    game.adopt(queens, game.position.blocked, words.MADE.adopt(number));
    board.focus(screen.cursor);
  },
};

function toggle(what) {
  screen[what] = !screen[what];
  if (what !== "blocking") keep("localStorage", `nqueens.${what}`, screen[what]);
  draw();
}

async function openWhy(square) {
  if (screen.panel !== why) closePanel();
  const waiting = setTimeout(() => game.tell(`Looking for the reason on ${square} …`), PATIENCE);
  try {
    await why.open(game.position, square);
    if (!why.element.hidden) { screen.panel = why; drawPanel(); }
  } catch (error) {
    if (error.name === "AbortError") return;
    closePanel();
    failed(error);
  } finally {
    clearTimeout(waiting);
  }
}

async function openBrowse() {
  closePanel();
  if (!game.guide.isThere) return game.tell("The solutions are not there yet.");
  if (game.guide.total === 0) return game.tell("No solution is left to look at.");
  await browse.open(game.position, game.guide.total);
  if (!browse.element.hidden) { screen.panel = browse; drawPanel(); }
}

async function giveHint() {
  closePanel();
  const { position } = game;
  try {
    const { text, picture } = await hints.next(position);
    if (position !== game.position) return;
    screen.picture = picture;
    game.tell(text);
    drawPanel();
  } catch (error) {
    failed(error);
  }
}

function closePanel() {
  why.close();
  browse.close();
  part("go").hidden = true;
  screen.panel = null;
  screen.picture = null;
  drawPanel();
}

function openGo() {
  part("go").hidden = false;
  part("go-to").value = "";
  part("go-to").focus();
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    game.tell("The link to this position is copied.");
  } catch {
    game.tell("The address above is the link to this position.");
  }
}

/** A question that the server did not answer, other than that for the guide. */
function failed(error) {
  if (error.name === "AbortError") return;
  if (!(error instanceof api.NoAnswer)) throw error;
  game.tell(error.status === 0 ? "The server does not answer." : words.failed(error.message));
}

/**
 * Shows everything, or a little later where the guide is awaited: mostly it comes sooner than that, and what is sure
 * without it need not be drawn first.
 */
function changed() {
  clearTimeout(drawLater);
  if (game.guide.isThere || game.guide.trouble) return draw();
  board.await();
  drawLater = setTimeout(draw, GRACE);
  return undefined;
}

let drawLater = 0;

/** Shows everything. What has not changed costs next to nothing. */
function draw() {
  if (shownPosition !== game.position) {
    shownPosition = game.position;
    if (!locate(screen.cursor, game.position.n)) screen.cursor = "a1";
    screen.pointed = null;
    closePanel();
  }
  const { position, guide } = game;
  const { n } = position;
  board.draw({
    n, squares: guide.squares, labelOf: (name) => game.about(name), cursor: screen.cursor, refused: game.notice.refused,
    counts: screen.counts, heat: screen.heat, isSolved: game.isSolved, isAwaited: !guide.isThere,
  });
  drawTotals();
  drawTrouble();
  drawNotice();
  drawAbout();
  part("size").value = n;
  for (const [act, is] of [["undo", game.canUndo], ["redo", game.canRedo]]) button(act).disabled = !is;
  for (const toggled of ["blocking", "counts", "heat"]) button(toggled).setAttribute("aria-pressed", screen[toggled]);
}

let shownPosition = null;

const button = (act) => document.querySelector(`.tools [data-act=${act}]`);

function drawTotals() {
  const { total } = game.guide;
  part("count").textContent = total === null ? "–" : words.number(total);
  part("count").classList.toggle("long", (total ?? 0) > 99_999);
  part("count-noun").textContent = words.remaining(total ?? 2).replace(/^\S+ /, "");
  part("standing").textContent = words.standing(game.position);
  const { n } = game.position;
  document.title = total === null ? `${n} queens` : `${n} queens: ${words.remaining(total)}`;
}

function drawTrouble() {
  const { trouble } = game.guide;
  part("trouble").hidden = !trouble;
  if (!trouble) return;
  const isBuilding = trouble.status === 503 && trouble.progress !== null;
  let says = words.failed(trouble.message);
  if (isBuilding) says = words.building(game.position.n, trouble.progress);
  else if (trouble.status === 0) says = words.OFFLINE;
  else if (trouble.isPassing) says = words.busy(trouble.message);
  part("trouble-says").textContent = says;
  part("trouble-bar").hidden = !isBuilding;
  part("trouble-bar").value = trouble.progress ?? 0;
  part("trouble-retry").hidden = isBuilding;
}

function drawNotice() {
  const text = game.isSolved ? words.solved(game.position.n) : game.notice.text;
  const isDeadEnd = game.guide.total === 0;
  const reason = isDeadEnd ? words.contradiction(game.position) : "";
  part("notice").textContent = [text, reason].filter(Boolean).join(" ");
  part("notice").className = game.isSolved ? "joy" : game.notice.refused ? "refusal" : "";
  const { total } = game.guide;
  const said = [part("notice").textContent, total === null ? "" : `${words.remaining(total)}.`].filter(Boolean).join(" ");
  // Only what is new is worth reading aloud; an answer still under way is not.
  if (total !== null || game.notice.text !== screen.said) part("said").textContent = said;
  screen.said = game.notice.text;
}

function drawAbout() {
  const name = screen.pointed ?? screen.cursor;
  // What the notice has said already need not be said twice.
  part("about").textContent = name === game.notice.refused ? "" : `${game.about(name).replace(", ", ": ")}.`;
}

function drawPanel() {
  drawing.draw(game.position.n, screen.panel?.picture ?? screen.picture);
  document.body.classList.toggle("studying", Boolean(screen.panel));
  document.body.classList.toggle("explaining", screen.panel === why);
}

function pressKey(event) {
  const { target, key } = event;
  if (target.matches("input, select, textarea") && key !== "Escape") return;
  const place = screen.panel?.element.id ?? "board";
  const act = actionOf(event, place);
  const isOnButton = target.closest("button") && (key === "Enter" || key === " ");
  if (!act || isOnButton || (part("help").open && act !== "help")) return;
  event.preventDefault();
  actions[act]();
}

function moveCursor(files, ranks) {
  const { n } = game.position;
  const within = (line) => Math.max(0, Math.min(line, n - 1));
  const { file, rank } = locate(screen.cursor, n);
  screen.cursor = nameOf(within(file + files), within(rank + ranks));
  screen.pointed = null;
  draw();
  board.focus(screen.cursor);
}

/** Fills in what the tables of this program say once and for all. */
function furnish() {
  const row = (left, right) => html("tr", {}, html("th", { scope: "row" }, left), html("td", {}, right));
  const table = (title, rows) => html("table", {}, html("caption", {}, title), html("tbody", {}, ...rows));
  part("help-tables").replaceChildren(
    table("Mouse and touch", POINTER.map(([what, does]) => row(what, does))),
    ...KEYS.map(({ title, bindings }) => table(title, bindings.map((each) => row(namesOf(each), each.does)))),
  );
  part("size").replaceChildren(...game.sizes.map((n) => html("option", { value: n }, `${n} × ${n}`)));
  for (const element of document.querySelectorAll(".tools [data-act]")) {
    const key = keyOf(element.dataset.act);
    if (!key) continue;
    element.setAttribute("aria-keyshortcuts", key);
    element.append(html("kbd", { "aria-hidden": "true" }, key));
  }
  const kinds = ["queen", "open", "forced", "attacked", "blocked", "dead"];
  part("legend").replaceChildren(...kinds.map((status) => {
    const picture = svg("svg", { viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" });
    picture.append(svg("path", { class: "mark", d: outlineOf(status) }));
    return html("li", {}, html("span", { class: `square light ${status}` }, picture), status);
  }));
}

function listen() {
  document.addEventListener("keydown", pressKey);
  document.addEventListener("click", (event) => {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act) actions[act]();
  });
  part("size").addEventListener("change", () => game.resize(Number(part("size").value)));
  part("go").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = part("go-to").value.trim().toLowerCase();
    if (!locate(name, game.position.n)) return game.tell(`No square of this board is called “${name}”.`);
    part("go").hidden = true;
    screen.cursor = name;
    draw();
    board.focus(name);
  });
  addEventListener("online", () => game.guide.retry());
}

furnish();
draw();
listen();
