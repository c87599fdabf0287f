// The effects that the browser carries out: store texts, copy them, download them, and change the address.

import { html, input, part } from "./dom.js";

const PREFIX = "nqueens/";

/** True if the page is shown in a frame of another page, with the board and the main actions alone: its address has `?embed`. */
export const isEmbedded = new URLSearchParams(location.search).has("embed");

/** The slow tasks that wait until the answer is painted. @type {(() => void)[]} */
let waiting = [];

/** Runs a task after the answer is painted. @param {() => void} task */
export function oncePainted(task) {
  if (waiting.push(task) > 1) return;
  if (document.hidden) finish();
  else requestAnimationFrame(() => setTimeout(finish));
}

/** Runs the waiting tasks at once: before the page is left there is no further paint. */
export function finish() {
  const tasks = waiting;
  waiting = [];
  for (const task of tasks) task();
}

/** Returns all stored texts. */
export function stored() {
  finish();
  /** @type {Record<string, string>} */
  const texts = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) texts[key.slice(PREFIX.length)] = localStorage.getItem(key) ?? "";
    }
  } catch {
    // The browser blocks storage.
  }
  return texts;
}

/** Tells the engine about texts that another tab has stored. @param {Tell} tell */
export function watchStorage(tell) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX)) tell({ stored: key.slice(PREFIX.length), text: newValue });
  });
}

/** Returns the position in the page's address, after `#`, or in older links after a question mark. The step to show is left out. */
export const address = () => (location.hash.slice(1) || (isEmbedded ? "" : location.search.slice(1))).replace(/&show=[^&]*/, "");

/** @param {Exclude<Effect, { thumbnails: true } | { ahead: string }>} effect @param {Tell} tell */
export function perform(effect, tell) {
  // The dialog has told the refusal.
  const tellOutcome = (/** @type {Copied} */ copied) => tell({ copied: copied === "refused" ? "cancelled" : copied });
  if ("store" in effect) return oncePainted(() => keep(effect, tell));
  if ("copy" in effect) return share({ text: linked(effect.copy) }).then(tellOutcome);
  if ("download" in effect) return download(effect.download, effect.text);
  if ("share" in effect) return share({ url: `${location.href.split(/[?#]/)[0]}#${effect.share}` }).then(tellOutcome);
  return oncePainted(() => go(effect));
}

/** The URL to restore once the browser has left the entry of a closed screen; empty if it is not leaving one. */
let leaving = "";
/** The new address that waits for it. @type {{ address: string, push: boolean } | null} */
let next = null;
/** The hash of the game below the screen. */
let below = "";

/** @param {{ address: string, push: boolean }} effect */
function go(effect) {
  if (leaving) return void (next = { ...effect, push: effect.push || (next?.push ?? false) });
  const hash = `#${effect.address}`;
  const query = isEmbedded ? "?embed" : "";
  if (hash === location.hash && location.search === query) return;
  const url = location.pathname + query + hash;
  // In a frame, Back belongs to the page around it. The puzzle chosen on a screen takes the place of the screen.
  if (effect.push && !isEmbedded && !history.state?.screen) history.pushState(null, "", url);
  else history.replaceState(effect.push ? null : history.state, "", url);
}

/** Gives a screen over the board an entry of the history, which Back leaves, and removes it with the screen. @param {boolean} isOpen */
export function cover(isOpen) {
  if (isEmbedded || leaving || isOpen === Boolean(history.state?.screen)) return;
  if (isOpen) {
    below = location.hash;
    return history.pushState({ screen: true }, "", location.href);
  }
  leaving = location.href;
  history.back();
}

// The page itself goes back to the place in the game.
history.scrollRestoration = "manual";

/** Listens to Back and Forward. @param {(isBelow: boolean) => void} moved called with true if only a screen was left */
export function listenHistory(moved) {
  addEventListener("popstate", () => {
    if (!leaving) return moved(location.hash === below && !history.state?.screen);
    history.replaceState(null, "", leaving);
    leaving = "";
    if (next) go(next);
    next = null;
  });
}

/** @param {{ store: string, text: string | null }} effect @param {Tell} tell */
function keep({ store, text }, tell) {
  try {
    if (text === null) localStorage.removeItem(PREFIX + store);
    else localStorage.setItem(PREFIX + store, text);
  } catch {
    tell({ trouble: "storage" });
  }
}

/** Returns a shared result with a link to its puzzle in place of the command that plays it. @param {string} text */
const linked = (text) => text.replace(/\n[^\n]*\bnqueens [^\n]*$/, () => `\nPlay it: ${location.href.split(/[?#]/)[0]}#${address().split("&")[0]}`);

/** @typedef {NonNullable<Message["copied"]>} Copied the outcome of a copy */

/** Copies a text. If the browser refuses, as on pages without encryption, a dialog shows the text. @param {string} text @returns {Promise<Copied>} */
export async function copy(text) {
  try {
    // Undefined on a page without encryption.
    await navigator.clipboard.writeText(text);
    return "done";
  } catch {
    input("to-copy").value = text;
    const dialog = /** @type {HTMLDialogElement} */ (part("copying"));
    if (!dialog.open) dialog.showModal();
    input("to-copy").select();
    return "refused";
  }
}

/** Shares a text or a link where there are fingers; copies it elsewhere. @param {{ text?: string, url?: string }} content @returns {Promise<Copied>} */
async function share(content) {
  const text = content.text ?? content.url ?? "";
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copy(text);
  try {
    await navigator.share(content);
    return "done";
  } catch (error) {
    return /** @type {Error} */ (error).name === "AbortError" ? "cancelled" : copy(text);
  }
}

/** Saves a text or a picture as a file. @param {string} name @param {string | Blob} content @param {string} [type] */
export function download(name, content, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
