// Marks the page, before its first paint, with the parts that the game will have: no room is left for others, so that nothing moves.
"use strict";

{
  const { hash, search } = location;
  /** Returns true if the last game had this part, or if there was none. @param {"squares" | "number"} part */
  const had = (part) => {
    try {
      return localStorage.getItem(`nqueens-${part}`) !== "no";
    } catch {
      // The browser blocks storage.
      return true;
    }
  };
  const mark = (/** @type {string} */ name, /** @type {boolean} */ isOn) => document.documentElement.toggleAttribute(`data-${name}`, isOn);
  /** Returns the reason to begin with the front page: no game was played yet, or the last one does not go on; empty if it does. */
  const front = () => {
    try {
      if (!Object.keys(localStorage).some((key) => /^nqueens\/(game|statistics)/.test(key))) return "first";
      // `solved`, or the day of a daily puzzle.
      const last = localStorage.getItem("nqueens-last");
      return last && last !== new Date().toDateString() ? "again" : "";
    } catch {
      return "first";
    }
  };
  const visit = hash || search ? "" : front();
  for (const name of ["front", "page"]) mark(name, visit !== "");
  // A board needs the engine first. The front page does not.
  if (!visit) document.head.append(Object.assign(document.createElement("link"), { rel: "preload", href: "engine/engine_bg.wasm", as: "fetch", type: "application/wasm", crossOrigin: "" }));
  mark("again", visit === "again");
  mark("embed", new URLSearchParams(search).has("embed"));
  mark("squares", hash ? /^#(n|lesson)=/.test(hash) : had("squares"));
  // Boards by size, and Sudokus by the number of their digits.
  const lesson = /^#lesson=(queens|regions|sudoku)/.exec(hash)?.[1];
  const size = lesson ? { queens: 5, regions: 5, sudoku: 4 }[lesson] : Number(/^#n=(\d+)/.exec(hash)?.[1]) || Math.sqrt(/^#puzzle=([\w.]+)/.exec(hash)?.[1].length ?? 64);
  if (Number.isInteger(size)) for (const name of ["columns", "rows", "most"]) document.documentElement.style.setProperty(`--${name}`, String(size));
  mark("plain", hash ? !/^#(n|lesson)=/.test(hash) : !had("number"));
}
