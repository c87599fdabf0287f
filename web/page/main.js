// The page: joins the engine, what is drawn of it, and what the player does.

import { Board } from "./board.js";
import { html, input, part, write } from "./dom.js";
import { address, finish, oncePainted, perform, stored, watchStorage } from "./effects.js";
import * as keys from "./keys.js";
import { Link } from "./link.js";
import { drawPanel } from "./panel.js";
import * as pointer from "./pointer.js";

/** What is drawn once a board that has changed is painted: to draw it with the board would cost a fifth of the time until then. */
const LATER = new Set(["head", "lines", "said", "curve", "tools"]);
/** How often the engine hears of the time, in milliseconds. */
const TICK = 200;
/** How long the first board waits for what is worked out of it, in milliseconds. */
const HELD = 60;
/** What is told once the page works without a network, and how long, in milliseconds. */
const READY = "Ready to be played without a network, too.";
const TOLD = 10_000;

/** Everything that is drawn, as of the last answer. */
const view = /** @type {View} */ ({});
const board = new Board();
/** Whether there was a board, or none could be had. */
let isSettled = false;
const link = new Link({
  options: () => ({ now: Date.now(), offset: -new Date().getTimezoneOffset(), stored: stored(), address: address() }),
  answered,
  named: (names) => (held ? (held.names = names) : name(names)),
  // Nobody waits for what is not drawn yet.
  progressed: (fraction) => view.busy && draw({ busy: { ...view.busy, fraction } }),
  failed: (reason, again) => {
    ownWord(`${again ? "The game failed, and was started again" : "The game can't be started"}: ${reason}`);
    settle();
  },
});
/** @type {Tell} */
const tell = (message) => link.tell(message);

/** The first answer, as long as the second may come at once: then the board is drawn once, with all that is known of it. */
let held = /** @type {Answer & { names?: Names } | null} */ (null);

/** @param {Answer} answer */
function answered(answer) {
  if (!view.puzzle && !held && answer.pending) {
    held = answer;
    setTimeout(release, HELD);
    return;
  }
  release();
  show(answer);
  if (!answer.pending) settle();
}

function release() {
  const answer = held;
  held = null;
  if (!answer) return;
  show(answer);
  name(answer.names ?? []);
}

/** Names the cells of what is shown, once it is painted. @param {Names} names */
function name(names) {
  board.hear(names);
  oncePainted(() => board.finish());
}

/** @param {Answer} answer */
function show({ view: changed, effects }) {
  draw(changed);
  for (const effect of effects) perform(effect, tell, (text) => ownWord("", text));
}

/** What waits for the board to be painted. @type {Partial<View>} */
let later = {};

/** @param {Partial<View>} changed */
function draw(changed) {
  // What waits is of the answer before, and comes before this one.
  drawLater();
  const focused = document.activeElement;
  Object.assign(view, changed);
  board.draw(view, changed);
  const waits = (/** @type {[string, unknown]} */ [member]) => "cells" in changed && LATER.has(member);
  const members = Object.entries(changed);
  later = Object.fromEntries(members.filter(waits));
  if ("cells" in changed) oncePainted(drawLater);
  else board.finish();
  drawBeside(Object.fromEntries(members.filter((member) => !waits(member))), focused);
}

function drawLater() {
  board.finish();
  const changed = later;
  later = {};
  if (Object.keys(changed).length) drawBeside(changed, document.activeElement);
}

/** @param {Partial<View>} changed @param {Element | null} focused what had the focus before the answer */
function drawBeside(changed, focused) {
  drawPanel(view, changed, { tell, cursor: () => view.cursor });
  // The focus is never on nothing, once it was on something. A cell is hidden by what covers the board, and by nothing else.
  const mayBeHidden = focused !== document.body && ("mode" in changed || !board.hasFocus);
  const isLost = mayBeHidden && !document.activeElement?.checkVisibility({ visibilityProperty: true });
  if (isLost || (focused !== document.body && document.activeElement === document.body)) board.focus();
}

/** Says what only the page knows. @param {string} text @param {string} [copied] a text to be copied by hand */
function ownWord(text, copied) {
  const place = part("own-word");
  write(place, text);
  if (text) part("said").replaceChildren(html("span", {}, text));
  if (copied === undefined) return;
  const field = html("textarea", { readonly: true, rows: 2, "aria-label": "To be copied" });
  field.value = copied;
  place.hidden = false;
  place.replaceChildren(field);
  field.select();
}

pointer.listen(tell, () => view.puzzle, () => view.cursor);
keys.listen(tell, () => view, () => link.waits, (name, isGame) => {
  if (name === "Escape" && view.busy) breakOff();
  else if (name === "?" && isGame) help.showModal();
  else return false;
  return true;
});
watchStorage(tell);

const help = /** @type {HTMLDialogElement} */ (part("help"));
part("ask-help").onclick = () => help.showModal();
help.onclick = (event) => event.target === help && help.close();

function breakOff() {
  tell({ key: "Escape" });
  link.breakOff();
}
part("break-off").onclick = breakOff;

const level = /** @type {HTMLSelectElement} */ (part("level"));
level.onchange = () => {
  tell({ assist: Number(level.value) });
  // It changes when the game does: that may have something to ask first.
  level.value = String(view.level);
};

// Which size, which puzzle.
const byNumber = (/** @type {number} */ number) => {
  const { first, last } = view.numbers;
  if (number >= first && number <= (last ?? Infinity)) tell({ number });
};
const by = (/** @type {number} */ step) => () => byNumber(view.numbers.at + step);
part("smaller").onclick = by(-1);
part("larger").onclick = by(1);
for (const id of ["number", "number-typed"]) part(id).onchange = () => byNumber(Number(input(id).value));

// What is typed.
keys.listenTyping(input("typed"), tell);
part("typing").onsubmit = (event) => {
  event.preventDefault();
  tell({ entered: true });
};
part("browse").onsubmit = (event) => {
  event.preventDefault();
  tell({ go: input("browse-number").value });
  board.focus();
};

// What comes from elsewhere: pasted, dropped, chosen; by the history; in time.
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
addEventListener("popstate", () => tell({ address: address() }));

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
  tell({ leaving: true });
}
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => (document.hidden ? leave() : tick()));

/** Does what has time until there is a board. */
function settle() {
  if (isSettled) return;
  isSettled = true;
  link.complete();
  keepForLater();
}

// A new version may take over while the page is still read.
navigator.serviceWorker?.addEventListener("message", ({ data }) => data === "newer" && location.reload());

/** Without a network: what the page needs is kept, and a new version is taken when the page is loaded. */
function keepForLater() {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  const ready = () => {
    // Seen, and not said: it would talk over what the game says.
    write(part("own-word"), READY);
    setTimeout(() => part("own-word").textContent === READY && ownWord(""), TOLD);
  };
  if (!worker.controller) worker.addEventListener("controllerchange", ready, { once: true });
  worker
    .register("sw.js")
    .then((registration) => {
      registration.waiting?.postMessage("take over");
      return registration.update();
    })
    .catch(() => {
      // Without a network, or where pages may have no worker: what there is, is enough.
    });
}
