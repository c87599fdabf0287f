// What the engine has the browser do: keep texts, copy them, save them as files, and move through the history.

import { html } from "./dom.js";

const PREFIX = "nqueens/";

/** What takes the browser long, and waits until the answer is painted. @type {(() => void)[]} */
let waiting = [];

/** Does something once the answer is painted. @param {() => void} task */
export function oncePainted(task) {
  if (waiting.push(task) > 1) return;
  if (document.hidden) finish();
  else requestAnimationFrame(() => setTimeout(finish));
}

/** Does what waits to be painted first: before the page is left, nobody paints any more. */
export function finish() {
  const tasks = waiting;
  waiting = [];
  for (const task of tasks) task();
}

/** Everything that was kept. */
export function stored() {
  finish();
  /** @type {Record<string, string>} */
  const texts = {};
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) texts[key.slice(PREFIX.length)] = localStorage.getItem(key) ?? "";
    }
  } catch {
    // Where nothing can be kept, nothing was.
  }
  return texts;
}

/** Calls when another tab has kept something. @param {Tell} tell */
export function watchStorage(tell) {
  addEventListener("storage", ({ key, newValue }) => {
    if (key?.startsWith(PREFIX)) tell({ stored: key.slice(PREFIX.length), text: newValue });
  });
}

/** What the address says; links of before say it after a question mark. */
export const address = () => location.hash.slice(1) || location.search.slice(1);

/** @param {Effect} effect @param {Tell} tell @param {(text: string) => void} show shows what can't be copied */
export function perform(effect, tell, show) {
  if ("store" in effect) return oncePainted(() => keep(effect, tell));
  if ("copy" in effect) return copy(effect.copy, show);
  if ("download" in effect) return download(effect.download, effect.text);
  if ("share" in effect) return share(`${location.href.split(/[?#]/)[0]}#${effect.share}`, show);
  return oncePainted(() => go(effect));
}

/** @param {{ address: string, push: boolean }} effect */
function go(effect) {
  const hash = `#${effect.address}`;
  if (hash === location.hash && !location.search) return;
  const url = location.pathname + hash;
  if (effect.push) history.pushState(null, "", url);
  else history.replaceState(null, "", url);
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

/** @param {string} text @param {(text: string) => void} show */
function copy(text, show) {
  Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject()).catch(() => show(text));
}

/** @param {string} url @param {(text: string) => void} show */
function share(url, show) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copy(url, show);
  return navigator.share({ url }).catch((error) => error.name === "AbortError" || copy(url, show));
}

/** @param {string} name @param {string} text */
function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
