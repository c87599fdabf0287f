// Which keys ask for what: one table for the handling, the buttons and the help. They are the terminal's keys, as far
// as a browser leaves them to a page: Ctrl-R loads the page anew, so r makes a move again.

/** Keys on the board, each with a name for the help. */
export const KEYS = [
  { keys: ["ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "h", "j", "k", "l"], names: "← ↓ ↑ → h j k l", does: "move on the board" },
  { keys: ["Home", "End"], names: "Home End", does: "go to the first or last file" },
  { keys: ["Enter", " "], names: "Enter Space", act: "press", does: "place or remove a queen" },
  { keys: ["x"], act: "block", does: "block or unblock a square" },
  { keys: ["u", "Ctrl+z"], act: "undo", does: "undo" },
  { keys: ["r", "Ctrl+y", "Ctrl+Z"], names: "r Ctrl+y", act: "redo", does: "redo" },
  { keys: ["c"], act: "clear", does: "clear the board" },
  { keys: ["g"], act: "go", does: "go to a square: type e4, Enter" },
  { keys: ["n"], act: "counts", does: "counts on the board" },
  { keys: ["m"], act: "heat", does: "heat map: the larger the disc, the more solutions" },
  { keys: ["w"], act: "why", does: "why a square is what it is" },
  { keys: ["i"], act: "hint", does: "hint: where to look, then the move, then why" },
  { keys: ["s"], act: "solutions", does: "browse the solutions" },
  { keys: ["."], act: "next", does: "next step or solution" },
  { keys: [","], act: "previous", does: "the one before" },
  { keys: ["+", "="], act: "larger", does: "new game, larger board" },
  { keys: ["-"], act: "smaller", does: "new game, smaller board" },
  { keys: ["?"], act: "help", does: "show or hide this help" },
  { keys: ["Escape"], names: "Esc", act: "close", does: "close what is open" },
];

/** What the mouse and fingers do, for the help. */
export const POINTER = [
  ["click, tap", "place or remove a queen"],
  ["right click, long press", "block or unblock a square"],
];

const STEPS = {
  ArrowLeft: [-1, 0], h: [-1, 0], ArrowRight: [1, 0], l: [1, 0],
  ArrowDown: [0, -1], j: [0, -1], ArrowUp: [0, 1], k: [0, 1],
  Home: [-Infinity, 0], End: [Infinity, 0],
};

/** How far a key moves on the board, in files and ranks; undefined if it does not. */
export const stepOf = (event) => (event.ctrlKey || event.metaKey || event.altKey ? undefined : STEPS[event.key]);

/** What a key asks for; undefined if nothing. */
export function actionOf(event) {
  if (event.altKey) return undefined;
  const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
  return KEYS.find(({ keys, act }) => act && keys.includes(key))?.act;
}

/** The key of an action, as it is printed on its button; undefined if it has none. */
export const keyOf = (act) => KEYS.find((binding) => binding.act === act)?.keys[0];

export const namesOf = ({ keys, names }) => names ?? keys.join(" ");
