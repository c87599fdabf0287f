// Which keys ask for what, and where: one table for the handling, the buttons and the help. They are the terminal's
// keys, as far as a browser leaves them to a page: Ctrl-R loads the page anew, so r makes a move again.

/** Places with the keys that count there: on the board, in the panels that can be open, and everywhere. */
export const KEYS = [
  {
    place: "board",
    title: "On the board",
    bindings: [
      { keys: ["ArrowLeft", "h"], names: "← h", act: "left", does: "to the left" },
      { keys: ["ArrowDown", "j"], names: "↓ j", act: "down", does: "down" },
      { keys: ["ArrowUp", "k"], names: "↑ k", act: "up", does: "up" },
      { keys: ["ArrowRight", "l"], names: "→ l", act: "right", does: "to the right" },
      { keys: ["Home"], act: "leftmost", does: "to the first file" },
      { keys: ["End"], act: "rightmost", does: "to the last file" },
      { keys: ["Enter", " "], names: "Enter Space", act: "press", does: "place or remove a queen" },
      { keys: ["x"], act: "block", does: "block or unblock a square" },
      { keys: ["u", "Ctrl+z"], act: "undo", does: "undo" },
      { keys: ["r", "Ctrl+y", "Ctrl+Z"], names: "r Ctrl+y", act: "redo", does: "redo" },
      { keys: ["c"], act: "clear", does: "clear the board" },
      { keys: ["g"], act: "go", does: "go to a square: type e4, Enter" },
      { keys: ["w"], act: "why", does: "why the square is ruled out, or forced" },
      { keys: ["i"], act: "hint", does: "a hint: where to look, the move, why" },
      { keys: ["s"], act: "solutions", does: "the solutions that are left" },
    ],
  },
  {
    place: "why",
    title: "In an explanation",
    bindings: [
      { keys: ["ArrowRight", "l", " "], names: "→ l Space", act: "next", does: "next step" },
      { keys: ["ArrowLeft", "h"], names: "← h", act: "previous", does: "previous step" },
      { keys: ["ArrowDown", "j"], names: "↓ j", act: "skip", does: "skip the rest of the case" },
      { keys: ["ArrowUp", "k"], names: "↑ k", act: "caseStart", does: "back to its beginning" },
      { keys: ["Home", "0"], names: "Home 0", act: "first", does: "first step" },
      { keys: ["End", "$"], names: "End $", act: "last", does: "last step" },
      { keys: ["r"], act: "repair", does: "take away what has to go" },
      { keys: ["w"], act: "close", does: "back to the board" },
    ],
  },
  {
    place: "browse",
    title: "Among the solutions",
    bindings: [
      { keys: ["ArrowRight", "l", " "], names: "→ l Space", act: "next", does: "next solution" },
      { keys: ["ArrowLeft", "h"], names: "← h", act: "previous", does: "previous solution" },
      { keys: ["r"], act: "random", does: "any solution" },
      { keys: ["Home", "0"], names: "Home 0", act: "first", does: "first solution" },
      { keys: ["End", "$"], names: "End $", act: "last", does: "last solution" },
      { keys: ["g"], act: "goSolution", does: "go to a solution: type 17, Enter" },
      { keys: ["Enter"], act: "adopt", does: "play on from here" },
      { keys: ["s"], act: "close", does: "back to the board" },
    ],
  },
  {
    place: "anywhere",
    title: "Everywhere",
    bindings: [
      { keys: ["n"], act: "counts", does: "counts on the board" },
      { keys: ["m"], act: "heat", does: "heat map: the larger the disc, the more solutions" },
      { keys: ["+", "="], names: "+ =", act: "larger", does: "new game, larger board" },
      { keys: ["-"], act: "smaller", does: "new game, smaller board" },
      { keys: ["?"], act: "help", does: "show or hide this help" },
      { keys: ["Escape"], names: "Esc", act: "close", does: "close what is open" },
    ],
  },
];

/** What the mouse and fingers do, for the help. */
export const POINTER = [
  ["click, tap", "place or remove a queen; explain a square"],
  ["right click, long press", "block or unblock a square"],
];

/** What a key asks for at a place; undefined if nothing. */
export function actionOf(event, place) {
  if (event.altKey) return undefined;
  const key = event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key;
  const here = KEYS.filter((each) => each.place === place || each.place === "anywhere");
  return here.flatMap(({ bindings }) => bindings).find(({ keys }) => keys.includes(key))?.act;
}

/** The key of an action, as it is printed on its button; undefined if it has none. */
export const keyOf = (act) => KEYS.flatMap(({ bindings }) => bindings).find((binding) => binding.act === act)?.keys[0];

export const namesOf = ({ keys, names }) => names ?? keys.join(" ");
