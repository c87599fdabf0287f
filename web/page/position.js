// A position: the size of the board, its queens and its blocked squares. Positions never change; a move makes another.

import { locate, placeOf, sharedLine } from "./squares.js";

export const STANDARD_SIZE = 8;

/** A position with its squares in the board's order, each once: equal positions have equal addresses. */
export function position(n, queens = [], blocked = []) {
  const inOrder = (names) => Object.freeze([...new Set(names)].sort((a, b) => placeOf(a, n) - placeOf(b, n)));
  return Object.freeze({ n, queens: inOrder(queens), blocked: inOrder(blocked) });
}

const without = (names, name) => names.filter((other) => other !== name);

export const place = (from, name) => position(from.n, [...from.queens, name], from.blocked);
export const lift = (from, name) => position(from.n, without(from.queens, name), from.blocked);
export const block = (from, name) => position(from.n, from.queens, [...from.blocked, name]);
export const unblock = (from, name) => position(from.n, from.queens, without(from.blocked, name));

/** The first queen, in the board's order, that attacks a square; undefined if none does. */
export function attackerOf(of, name) {
  return of.queens.find((queen) => sharedLine(queen, name, of.n));
}

/** The address of a position, from the question mark on. */
export function toAddress({ n, queens, blocked }) {
  const list = (key, names) => (names.length ? `&${key}=${names.join(",")}` : "");
  return `?n=${n}${list("queens", queens)}${list("blocked", blocked)}`;
}

/**
 * The position of an address, and what of the address makes no sense in a board of one of the sizes. Sensible parts are
 * kept, so that a damaged link still shows something.
 */
export function fromAddress(address, sizes) {
  const asked = new URLSearchParams(address);
  const wrong = [];
  let n = STANDARD_SIZE;
  if (asked.has("n")) {
    const size = asked.get("n");
    if (/^\d+$/.test(size) && sizes.includes(Number(size))) n = Number(size);
    else wrong.push(`“${size}” is no size from ${sizes[0]} to ${sizes.at(-1)}`);
  }
  const names = (key) => {
    const given = (asked.get(key) ?? "").toLowerCase().split(",").map((name) => name.trim()).filter(Boolean);
    const known = given.filter((name) => locate(name, n));
    const unknown = given.filter((name) => !locate(name, n));
    if (unknown.length) wrong.push(`“${unknown.join(", ")}” is not on a board of ${n}`);
    return known;
  };
  return { position: position(n, names("queens"), names("blocked")), wrong };
}
