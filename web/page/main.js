// The page: connects the engine, the drawing, and the player's input.

import { Board } from "./board.js";
import { frontMenu, recorded } from "./cover.js";
import { html, input, part, write } from "./dom.js";
import { address, cover, finish, isEmbedded, listenHistory, oncePainted, perform, watchStorage } from "./effects.js";
import * as embed from "./embed.js";
import * as keys from "./keys.js";
import { Link } from "./link.js";
import { drawPanel, drawn } from "./panel.js";
import * as pointer from "./pointer.js";
import * as present from "./present.js";

/** The members of the view that are drawn after a changed board is painted: drawn together, the board would take a fifth longer. */
const LATER = new Set(["head", "lines", "said", "curve", "tools", "rules"]);
/** The interval at which the engine is told the time, in milliseconds. */
const TICK = 200;
/** The maximum time that the first board waits for its guide, in milliseconds. */
const HELD = 60;
/** The maximum time that buttons wait for the texts above them, in milliseconds. */
const PATIENCE = 1_000;
/** The duration of a message of the page itself, in milliseconds. */
const TOLD = 5_000;

const root = document.documentElement;
/** True until the menu of a first visit is known. Meanwhile the front page has its first choices; shape.js marks such a visit. */
let awaitsMenu = root.hasAttribute("data-front");
/** True if the address names no puzzle: a visit begins with the front page unless the last game goes on. */
const isBare = !location.hash && !location.search;
/** True until the menu is shown that the player asked for by the name of the page. */
let goesHome = false;
/** The label of the choice made meanwhile. */
let wanted = "";

/** The view as of the last answer. */
const view = /** @type {View} */ ({});
const board = new Board();
/** True once the first board was drawn, or failed. */
let isSettled = false;
const link = new Link({
  answered,
  named: (names) => (held ? (held.names = names) : name(names)),
  // Progress is ignored until the view has a running job.
  progressed: (fraction) => view.busy && draw({ busy: { ...view.busy, fraction } }),
  failed: (reason, again) => {
    ownWord(`${again ? "The game failed and was restarted" : "The game can't be started"}: ${reason}`);
    // Without its menu the front page gives way to the board.
    awaitsMenu = false;
    // The page no longer loads the game.
    if (!view.puzzle && !again) part("lines").replaceChildren();
    settle();
  },
});
/** The cell of the last click that the game has not answered yet. @type {Place | null} */
let clicked = null;
/** The commands, and their keys, that are not for the puzzle shown: they lead to another one. */
const LEAVES = /^(menu|cancel|next|another|previous|Escape|[NP+=-])$/;
/** Returns true for input that is meant for the puzzle shown, and for no other. @param {Message} message */
const isForPuzzle = ({ click, sweep, point, act, key }) => Boolean(click ?? sweep ?? point) || !LEAVES.test(act ?? key ?? "menu");

/** @type {Tell} */
function tell(message) {
  if (awaitsMenu && message.choose !== undefined) wanted = view.menu?.choices[message.choose].label ?? "";
  if (awaitsMenu && (isForPuzzle(message) || (message.choose ?? message.select) !== undefined)) return undefined;
  if (message.act === "calendar") {
    wanted = "Calendar of daily puzzles";
    message = { act: "menu" };
  }
  if (message.act === "menu" && document.body.classList.contains("is-loading")) return link.breakOff(message, true);
  clicked = message.click ?? (message.elapsed === undefined ? null : clicked);
  // A click on the board ends a line that was being typed.
  if (message.click && view.typing && !view.tree && !link.waits) link.tell({ key: "Escape" });
  // Once another puzzle is there, the engine drops it.
  link.tell(isForPuzzle(message) && view.puzzle ? { ...message, of: view.puzzle.key } : message);
}
/** The cell that a value of the keypad is for: the one clicked last, even if the game has not answered yet. */
const aim = () => (link.waits && clicked) || view.cursor;

/** The first answer, held back until the second: then the board is drawn only once, with its guide. */
let held = /** @type {Answer & { names?: Names } | null} */ (null);

/** @param {Answer} answer */
function answered(answer) {
  if (!view.puzzle && !held && answer.pending) {
    held = answer;
    setTimeout(() => release(), HELD);
    return;
  }
  release(answer);
  if (!answer.pending) settle();
}

/** Shows the answer held back, together with the next one if that has come meanwhile. @param {Answer} [next] */
function release(next) {
  const answer = held;
  held = null;
  if (!answer) return next && show(next);
  const cells = [...(answer.view.cells ?? []), ...(next?.view.cells ?? [])];
  show({ ...answer, view: { ...answer.view, ...next?.view, cells }, effects: [...answer.effects, ...(next?.effects ?? [])] });
  name(answer.names ?? []);
  // A board that takes long to load is not waited for.
  setTimeout(reveal, PATIENCE);
}

/** Shows the buttons, whose places are known now. */
const reveal = () => document.documentElement.toggleAttribute("data-settled", true);

/** Sets the accessible names of the cells, after they are painted. @param {Names} names */
function name(names) {
  board.hear(names);
  oncePainted(() => board.finish());
}

/** The number of answers shown. */
let shown = 0;

/** @param {Answer} answer */
function show({ view: changed, effects, pending }) {
  // A part of a long computation. A frame for it would delay the answer to the next key.
  if (pending && !effects.length && !Object.keys(changed).length) return;
  if (awaitsMenu && changed.menu) awaitsMenu = false;
  // The board is drawn behind the front page.
  if (awaitsMenu) for (const member of /** @type {const} */ (["mode", "menu", "page", "said", "tools"])) delete changed[member];
  // Only a puzzle that is built has a known progress, and meanwhile the engine does not answer.
  if ("busy" in changed) document.body.classList.toggle("is-loading", isSettled && changed.busy?.fraction != null);
  draw(changed);
  if (!screen()) root.removeAttribute("data-front");
  // The message closes a page that lies over the board or the menu.
  if (goesHome && !link.waits) {
    goesHome = view.mode !== "menu" || view.menu?.nested !== false;
    if (goesHome) tell({ act: "menu" });
  }
  if (!awaitsMenu && wanted) {
    const choose = view.menu?.choices.findIndex(({ label }) => label === wanted);
    wanted = "";
    tell({ choose });
  }
  for (const effect of effects) {
    if ("thumbnails" in effect) link.make({ thumbnails: true });
    else if ("ahead" in effect) link.make({ ahead: effect.ahead });
    // The address of the front page stays without a puzzle.
    else if (!("address" in effect && root.hasAttribute("data-front"))) perform(effect, tell);
  }
  // Once the address is that of the view: of several answers painted together, only the last one has such an address.
  const number = ++shown;
  oncePainted(() => number === shown && (isEmbedded ? embed.report(view) : noteScreen()));
}

/** Tells the history if a screen is open. The front page is no screen over a board. */
const noteScreen = () => cover(help.open || (screen() !== "" && (!root.hasAttribute("data-front") || (view.menu?.nested ?? false))));

/** The changes to draw after the board is painted. @type {Partial<View>} */
let later = {};
/** The scroll position of the game while another screen is shown. */
let gameTop = 0;
/** Returns the name of the screen; empty for the game. */
const screen = () => (["play", "result"].includes(view.mode) ? "" : (view.menu?.title ?? view.mode));

/** Scrolls to the top of a new screen or puzzle, and back to the place in the game. @param {string} before the screen before @param {string} [puzzle] the key of the puzzle before */
function follow(before, puzzle) {
  const isOther = view.puzzle?.key !== puzzle;
  const now = screen();
  if (puzzle === undefined || (now === before && !isOther)) return;
  if (isOther) gameTop = 0;
  scrollTo(0, now ? 0 : gameTop);
  // The texts and buttons that are drawn later may make the page higher.
  if (!now) oncePainted(() => scrollTo(0, gameTop));
  const { activeElement: focused } = document;
  // The selected choice may be far down.
  if (now && part("cover").contains(focused)) focused?.scrollIntoView({ block: "nearest" });
  // The diagram is the largest part of its screen.
  if (now === "diagram" && innerWidth < 864) part("panel").scrollIntoView();
}

/** @param {Partial<View>} changed */
function draw(changed) {
  // Changes that still wait belong to the answer before, so they are drawn first.
  drawLater();
  const focused = document.activeElement;
  const [before, puzzle] = [screen(), view.puzzle?.key];
  // Reading it costs the browser a layout.
  if (!before && puzzle && changed.mode) gameTop = scrollY;
  Object.assign(view, changed);
  board.draw(view, changed);
  const waits = (/** @type {[string, unknown]} */ [member]) => "cells" in changed && LATER.has(member);
  const members = Object.entries(changed);
  later = Object.fromEntries(members.filter(waits));
  if ("cells" in changed) oncePainted(drawLater);
  else board.finish();
  drawBeside(Object.fromEntries(members.filter((member) => !waits(member))), focused);
  follow(before, puzzle);
}

function drawLater() {
  board.finish();
  const changed = later;
  later = {};
  if (Object.keys(changed).length) drawBeside(changed, document.activeElement);
}

/** @param {Partial<View>} changed @param {Element | null} focused the element with the focus before the answer */
function drawBeside(changed, focused) {
  drawPanel(view, changed, { tell, cursor: aim });
  if ("mode" in changed) present.follow(view);
  // The focus must not get lost. Only a page that covers the board hides a cell.
  const mayBeHidden = focused !== document.body && ("mode" in changed || !board.hasFocus);
  const isLost = mayBeHidden && !document.activeElement?.checkVisibility({ visibilityProperty: true });
  if (isLost || (focused !== document.body && document.activeElement === document.body)) focusGame();
}

/** Moves the focus to the cell or the option under the cursor, or to the menu. */
function focusGame() {
  const choice = part("cover").hidden ? null : part("cover").querySelector("[data-choice]");
  if (choice instanceof HTMLElement) choice.focus();
  else if (view.tree) import("./tree.js").then(({ focusTree }) => focusTree());
  else board.focus();
}

/** Shows a message of the page itself. @param {string} text */
function ownWord(text) {
  write(part("own-word"), text);
  if (text) part("said").replaceChildren(html("span", {}, text));
}

embed.listen(tell, () => view);
present.listen(() => view, brief);
/** Shows a message of the page for a while. @param {string} text */
function brief(text) {
  write(part("own-word"), text);
  setTimeout(() => part("own-word").textContent === text && ownWord(""), TOLD);
}

pointer.listen(tell, () => view.puzzle, () => view.cursor);
const ownKey = (/** @type {string} */ name) => {
  if (name === "Escape" && view.busy) breakOff();
  else if (name === "?") showHelp();
  else return false;
  return true;
};
keys.listen(tell, () => view, () => link.waits, ownKey, focusGame);
watchStorage(tell);

const help = /** @type {HTMLDialogElement} */ (part("help"));
const showHelp = () => {
  help.showModal();
  noteScreen();
};
help.onclose = noteScreen;
part("ask-help").onclick = showHelp;
part("ask-menu").onclick = () => tell({ act: "menu" });
part("home").onclick = () => {
  goesHome = view.mode !== "menu" || view.menu?.nested !== false;
  if (goesHome) tell({ act: "menu" });
};
// A handler that returns false would keep switches from changing.
help.onclick = (event) => {
  if (event.target === help) help.close();
};

const breakOff = () => link.breakOff({ key: "Escape" });
part("break-off").onclick = breakOff;

// The choice of the size or puzzle.
const byNumber = (/** @type {number} */ number) => {
  const { first, last } = view.numbers;
  if (number >= first && number <= (last ?? Infinity)) tell({ number });
};
const by = (/** @type {number} */ step) => () => byNumber(view.numbers.at + step);
part("smaller").onclick = by(-1);
part("larger").onclick = by(1);
for (const id of ["number", "number-typed"]) keys.listenChoice(input(id), byNumber);

// The input line.
keys.listenTyping(input("typed"), tell);
part("typing").onsubmit = (event) => {
  event.preventDefault();
  tell({ entered: true });
};
const stopTyping = (/** @type {Event} */ event) => {
  event.preventDefault();
  tell({ key: "Escape" });
};
part("typing").oncancel = stopTyping;
// A handler that returns false would keep letters from being typed.
part("typing").onkeydown = (event) => {
  if (event.key === "Escape" && !event.defaultPrevented) stopTyping(event);
};
// The dialogs for whole texts.
part("opening").onsubmit = (event) => {
  event.preventDefault();
  tell({ open: input("opened").value });
};
part("opening").oncancel = stopTyping;
part("opening-cancel").onclick = stopTyping;
/** True if the text to open was pasted. */
let isPasted = false;
input("opened").oninput = (event) => (isPasted = event instanceof InputEvent && event.inputType === "insertFromPaste");
// With a keyboard Enter opens an ID or a link, and a text pasted as one line. It ends a row of a grid that is being typed.
input("opened").onkeydown = (event) => {
  if (event.key === "Escape") return stopTyping(event);
  const { value } = input("opened");
  const isGrid = !isPasted && /^[\w.*?]*(\n|$)/.test(value);
  const isWanted = event.ctrlKey || event.metaKey || !(isGrid || event.shiftKey || matchMedia("(pointer: coarse)").matches);
  if (event.key !== "Enter" || !isWanted) return undefined;
  event.preventDefault();
  return /** @type {HTMLFormElement} */ (input("opened").form).requestSubmit();
};
part("copying-all").onclick = () => input("to-copy").select();
part("browse").onsubmit = (event) => {
  event.preventDefault();
  tell({ go: input("browse-number").value });
  board.focus();
};

// Input from elsewhere: pasted, dropped and opened files, the history, the clock.
addEventListener("paste", (event) => {
  const isField = event.target instanceof Element && event.target.closest("input, textarea");
  const text = event.clipboardData?.getData("text/plain");
  if (!isField && text) tell({ paste: text });
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  event.preventDefault();
  const text = (await event.dataTransfer?.files[0]?.text()) ?? event.dataTransfer?.getData("text/plain");
  if (text) tell({ paste: text });
});
input("file").onchange = async () => {
  const text = await input("file").files?.[0]?.text();
  input("file").value = "";
  if (text) tell({ paste: text });
};
listenHistory((isBelow) => {
  if (help.open) help.close();
  else if (isBelow && screen()) tell({ act: "cancel" });
  else if (address()) tell({ address: address() });
  else if (view.mode !== "menu") tell({ act: "menu" });
});

// The menu draws its cursor after a key.
addEventListener("keydown", () => (document.documentElement.dataset.input = "keys"), true);
addEventListener("pointerdown", () => delete document.documentElement.dataset.input, true);

let last = performance.now();
function tick() {
  const now = performance.now();
  if (document.hidden || link.waits) return;
  tell({ elapsed: Math.round(now - last) });
  last = now;
}
setInterval(tick, TICK);
function leave() {
  finish();
  keepShape();
  tell({ leaving: true });
}
/** Keeps the parts of the last game, and whether it goes on at the next visit, for shape.js. */
function keepShape() {
  try {
    localStorage.setItem("nqueens-squares", view.puzzle?.checkered && view.puzzle.columns === 8 ? "" : "no");
    localStorage.setItem("nqueens-number", view.head?.remaining ? "" : "no");
    if (view.head) localStorage.setItem("nqueens-last", view.solved ? "solved" : /^Daily /.test(view.head.title) ? new Date().toDateString() : "");
  } catch {
    // The browser blocks storage.
  }
}
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => (document.hidden ? leave() : tick()));

if (awaitsMenu) {
  const front = { mode: /** @type {const} */ ("menu"), menu: frontMenu() };
  Object.assign(view, { busy: null, tools: [], ...front });
  drawPanel(view, front, { tell, cursor: aim });
}

/** Does the work that can wait until the first board is drawn. */
function settle() {
  if (isSettled) return;
  isSettled = true;
  // After the texts beside the board.
  oncePainted(reveal);
  present.open(tell, ownWord);
  drawn();
  recorded();
  link.complete().then(() => (awaitsMenu || (isBare && view.solved && !screen())) && tell({ act: "menu" }));
  keepForLater();
}

// A new version of the service worker may take over while the page is loading.
navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "newer" && location.reload());

/** Installs the service worker, which keeps the page's files for offline use and takes a new version when the page is loaded. */
function keepForLater() {
  const worker = navigator.serviceWorker;
  if (!worker || isEmbedded) return;
  // At the end of the page: it is not urgent, and would cover buttons elsewhere.
  const ready = () => {
    part("offline").hidden = false;
    setTimeout(() => (part("offline").hidden = true), 3 * TOLD);
  };
  if (!worker.controller) worker.addEventListener("controllerchange", ready, { once: true });
  worker
    .register("sw.js")
    .then((registration) => {
      registration.waiting?.postMessage("take over");
      return registration.update();
    })
    .catch(() => {
      // Offline, or service workers are not allowed: the page works without.
    });
}
