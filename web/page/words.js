// The sentences of the game. Those of explanations are in explanation-words.js.

import { attackerOf } from "./position.js";
import { sharedLine } from "./squares.js";

const NUMBER = new Intl.NumberFormat("en-US");
const SHORT_NUMBER = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 2 });

export const number = (count) => NUMBER.format(count);
/** A number rounded to what fits a small square, as in `12K`. */
export const shortNumber = (count) => SHORT_NUMBER.format(count);

export const plural = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
export const remaining = (count) => plural(count, "remaining solution");

/** `b2`, `b2 and c4`, `b2, c4 and e1`. */
export function list(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const have = (count) => (count === 1 ? "1 solution has" : `${number(count)} solutions have`);

/** What a square is; where a queen there would be a mistake, why. */
export function aboutSquare(name, { status, solutions }, position, total) {
  switch (status) {
    case "queen":
      return `${name}, your queen`;
    case "blocked":
      return `${name}, blocked by you`;
    case "attacked": {
      const by = attackerOf(position, name);
      return `${name}, attacked by ${by} along ${sharedLine(by, name, position.n)}`;
    }
    case "dead":
      return `${name}, dead, no solution has a queen here`;
    case "forced":
      return total === 1
        ? `${name}, forced, the one remaining solution has a queen here`
        : `${name}, forced, all ${number(total)} remaining solutions have a queen here`;
    case "open":
      return `${name}, open, ${have(solutions)} a queen here`;
    default:
      return `${name}, not known yet`;
  }
}

/** How many queens stand, and how many squares are blocked. */
export function standing({ n, queens, blocked }) {
  return `${queens.length} of ${n} queens${blocked.length ? `, ${blocked.length} blocked` : ""}`;
}

/** Why nothing is left, where two queens or a blocked square say it all; empty otherwise. */
export function contradiction({ n, queens, blocked }) {
  for (const [place, a] of queens.entries()) {
    if (blocked.includes(a)) return `The queen on ${a} stands on a blocked square.`;
    const b = queens.slice(place + 1).find((other) => sharedLine(a, other, n));
    if (b) return `The queens on ${a} and ${b} attack each other along ${sharedLine(a, b, n)}.`;
  }
  return "";
}

export const MADE = {
  place: (name) => `Queen placed on ${name}.`,
  lift: (name) => `Queen removed from ${name}.`,
  block: (name) => `${name} blocked.`,
  unblock: (name) => `${name} unblocked.`,
  clear: () => "Board cleared.",
  size: (n) => `Place ${n} queens so that none attacks another.`,
  adopt: (which) => `Playing from solution ${number(which)}.`,
  repair: (names) => `Lifted ${list(names)}.`,
};

export const lower = (sentence) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
export const undone = (made) => (made ? `Undone: ${lower(made)}` : "Undone.");
export const redone = (made) => (made ? `Redone: ${lower(made)}` : "Redone.");

/** Where the reason is a deep one, the player is told how to see it. */
export const refused = (about, isDeep) => `No queen on ${about.replace(", ", ": ")}.${isDeep ? " Why? tells more." : ""}`;
export const queenInTheWay = (name) => `A queen stands on ${name}: remove it before you block the square.`;
export const neededQueen = (name) => `Not blocked: every remaining solution needs a queen on ${name}.`;
export const notYet = (name) => `${name} has to wait: the guide to this board is not there yet.`;
export const solved = (n) => `Solved! All ${n} queens stand in peace.`;
export const sizesEnd = (sizes) => `Boards go from ${sizes[0]} to ${sizes.at(-1)} here.`;
export const badLink = (wrong) => `This link is damaged: ${list(wrong)}.`;

export const building = (n, progress) =>
  `The board of ${n} is being built${progress === null ? "" : `: ${Math.floor(progress * 100)} %`}. It starts by itself.`;
export const OFFLINE = "The server does not answer. Is nqueens serve still running? Asking again every few seconds.";
export const busy = (reason) => `The server is busy${reason ? `: ${reason}` : ""}. Asking again.`;
export const failed = (reason) => `The server refused: ${reason || "it gave no reason"}`;
