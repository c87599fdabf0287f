// The messages of a game of n-queens, from the first board to the last queen. The functions that run here make up the first
// part of the engine, see split.mjs. All other functions work, too, once the second part is loaded.

const keys = (/** @type {string[]} */ ...names) => names.map((key) => ({ key }));
const acts = (/** @type {string[]} */ ...names) => names.map((act) => ({ act }));
const clicks = (/** @type {number[][]} */ ...cells) => cells.map((click) => ({ click }));

/** An arbitrary day: a page without an address offers the puzzles of the day. */
const now = Date.UTC(2026, 1, 28, 13, 14, 15, 167);
const options = { now, offset: 60, stored: {} };
/** Hints, explanations and their steps, on any board. */
const help = [
  ...keys("i", "i", "i", "Escape", "w", "ArrowDown", "ArrowRight", "ArrowUp", "Escape"),
  ...acts("hint", "hint", "confirm", "undo", "redo", "why", "step-next", "step-last", "cancel"),
  { point: [3, 3] },
  { elapsed: 61_000, now },
];
const marks = [
  { click: [2, 2], block: true },
  { sweep: [[4, 0], [4, 3]] },
  ...keys("ArrowDown", "ArrowRight", "Enter", "Enter", " ", "x", "x", "m", "u", "U"),
];
const levels = [4, 3, 2, 1, 2].flatMap((assist) => [{ assist }, { assist }, ...clicks([0, 1], [3, 6]), ...keys("w", "Escape"), ...clicks([3, 6], [0, 1])]);
const boards = [11, 6, 4, 12].flatMap((number) => [{ number }, ...clicks([0, 1], [1, 3], [1, 1], [2, 0]), ...help, ...acts("restart"), ...keys("Escape")]);
const solved = clicks([0, 0], [1, 4], [2, 7], [3, 5], [4, 2], [5, 6], [6, 1], [7, 3]);
/** A hint and its move, an explanation, marks, and a queen that comes and goes, all by keys and clicks. */
const tried = [{ click: [0, 0], of: "of another puzzle\nwith another text" }, ...keys("i", "i", "Enter", "u", "w", "ArrowDown", "Escape", "ArrowRight", "x", "x"), ...clicks([7, 2], [7, 2])];
const end = [{ elapsed: 200, now }, { leaving: true, now }];

/** @type {{ options: object, told: object[] }[]} */
export const games = [
  { options: { ...options, address: "" }, told: [...clicks([0, 0], [0, 0], [0, 1], [1, 1]), ...help, ...end] },
  { options: { ...options, address: "n=8" }, told: [...marks, ...levels, ...help, ...end] },
  { options: { ...options, address: "n=8" }, told: [...solved, ...end] },
  // With the clock running, for the times of the result.
  { options: { ...options, address: "n=8" }, told: [...solved.flatMap((click) => [{ elapsed: 1_100, now }, click]), ...end] },
  { options: { ...options, address: "n=11&queens=a1,b3" }, told: [...help, ...marks, { address: "n=8&queens=a1" }, ...end] },
  { options: { ...options, address: "n=8" }, told: boards },
  ...["", "n=8", "n=11&queens=a1,b3"].map((address) => ({ options: { ...options, address }, told: [...tried, ...end] })),
];
