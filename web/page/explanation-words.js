// Explanations in words: the sentences of `nqueens explain`, made from the same data.

import { list, lower, number, plural } from "./words.js";

/** What the square is, and which queens and blocks already make it so. */
export function headline({ square, status, core, solutions, kind }) {
  if (kind === null) {
    return status === "queen" ? `A queen stands on ${square}.` : `${square} is ${status}: there is nothing to explain.`;
  }
  const causes = [];
  if (core.queens.length) causes.push(`the queen${core.queens.length > 1 ? "s" : ""} on ${list(core.queens)}`);
  if (core.blocked.length) causes.push(`the block${core.blocked.length > 1 ? "s" : ""} on ${list(core.blocked)}`);
  const one = core.queens.length + core.blocked.length === 1;
  if (status === "forced") {
    if (!causes.length) return `${square} is forced: every solution of this board has it.`;
    return `${square} is forced: ${causes.join(" and ")} alone ${one ? "asks" : "ask"} for a queen there.`;
  }
  if (!causes.length) return `${square} is ${status}: no solution of this board has it.`;
  return `${square} is ${status}: ${causes.join(" and ")} alone ${one ? "rules" : "rule"} it out.`;
}

export function also({ queens, blocked }) {
  return `It is easier to see with ${list([...queens, ...blocked])} as well.`;
}

/** The sentence of one frame (see explanation.js). */
export function frame(square, { scene, step, on }) {
  switch (scene) {
    case "suppose-queen":
      return `Suppose a queen on ${square}.`;
    case "suppose-none":
      return `Suppose no queen on ${square}.`;
    case "case":
      return `If the queen of ${on} is on ${step.square}:`;
    default:
      return ofStep(square, step);
  }
}

function ofStep(square, step) {
  switch (step.step) {
    case "attacked":
      return `${square} is attacked by ${step.by} along ${through(step.line, step.by)}.`;
    case "blocked":
      return `${square} is blocked.`;
    case "queens-attack":
      return `The queens on ${list(step.queens)} attack each other along ${through(step.line, step.queens[0])}.`;
    case "queen-on-blocked":
      return `The queen on ${step.square} stands on a blocked square.`;
    case "only":
      return `Then ${step.square} is the only square left on ${step.on}${because(step.ruled_out)}`;
    case "locked": {
      const { base, covers, pattern } = step;
      const have = base.length === 1 ? "has" : "have";
      const name = pattern ? ` (${pattern})` : "";
      return `Then all that ${list(base)} ${have} left lies in ${list(covers)}${name}${because(step.ruled_out)}`;
    }
    case "empty":
      return `Then ${step.on} has no square left${because(step.ruled_out)}`;
    case "split": {
      const left = step.cases.map((each) => each.square);
      const none = left.length === 2 ? "neither" : "none";
      return `Then ${step.on} has only ${list(left)} left, and ${none} will do${because(step.ruled_out)}`;
    }
    default:
      return `(A step that this page does not know: ${step.step}.)`;
  }
}

/** What the argument comes to; empty where the one step says it all. */
export function conclusion({ square, status }, frames) {
  if (frames < 2) return "";
  return status === "forced" ? `So a queen has to stand on ${square}.` : `So no queen can stand on ${square}.`;
}

/** What to take away, and what is left then; empty where nothing is to be explained. */
export function repair({ square, status, kind, repair: away }) {
  if (kind === null) return "";
  if (!away) return "Nothing on the board has to do with it: the rules alone make it so.";
  const then = `${plural(away.solutions, "solution")} with a queen on ${square} then`;
  return status === "forced"
    ? `To be free of it, ${lower(doing(away))}: ${then}, and ${number(away.without)} without.`
    : `To open it, ${lower(doing(away))}: ${then}.`;
}

/** The repair as the words on its button. */
export function doing({ lift, unblock }) {
  const parts = [];
  if (lift.length) parts.push(`Lift ${list(lift)}`);
  if (unblock.length) parts.push(`${parts.length ? "unblock" : "Unblock"} ${list(unblock)}`);
  return parts.join(" and ");
}

/** A line of a kind through a square: `rank 4`, `file c`, `the diagonal`. */
function through(line, square) {
  if (line === "rank") return `rank ${square.slice(1)}`;
  if (line === "file") return `file ${square.charAt(0)}`;
  return `the ${line}`;
}

/** `: a6 and d6 are attacked by b2; c6 is blocked.`, one clause a reason; a full stop where there is nothing to tell. */
function because(ruledOut) {
  const clauses = new Map();
  for (const { square, because: reason, by } of ruledOut) {
    const key = by ?? reason;
    clauses.set(key, { reason, by, squares: [...(clauses.get(key)?.squares ?? []), square] });
  }
  if (!clauses.size) return ".";
  const say = ({ reason, by, squares }) => {
    const are = squares.length === 1 ? "is" : "are";
    if (reason === "attacked") return `${list(squares)} ${are} attacked by ${by}`;
    if (reason === "out") return `${list(squares)} ${are} ruled out already`;
    return reason === "blocked" ? `${list(squares)} ${are} blocked` : `${list(squares)} is supposed to be empty`;
  };
  return `: ${[...clauses.values()].map(say).join("; ")}.`;
}
