// Messages in the words of the player's last input: keys, fingers or a mouse.

/** The player's last input: `touch`, `mouse` or `keys`; empty before the first one. */
let input = matchMedia("(pointer: coarse)").matches ? "touch" : "";
addEventListener("pointerdown", ({ pointerType }) => (input = pointerType === "touch" || pointerType === "pen" ? "touch" : "mouse"), true);
// A click on a button by Enter or Space, and keys of their own, are keys.
addEventListener("keydown", () => (input = "keys"), true);

/** Returns true if the last input was by a pointer. */
export const isPointed = () => input === "touch" || input === "mouse";

/** Writes a size such as `5 x 5` with the sign of multiplication, as all of the page does. @param {string} text */
export const times = (text) => text.replace(/(\d) x (?=\d)/g, "$1 × ");

/** Returns a message in the words of the last input: buttons by their names where there are fingers or a mouse, keys otherwise. @param {string} text @param {Tool[]} tools @param {string} [pointed] The whole message for fingers and mouse, if it differs by more than its keys. */
export const worded = (text, tools, pointed) => times(inWords(text, tools, pointed));

/** @param {string} text @param {Tool[]} tools @param {string} [pointed] */
function inWords(text, tools, pointed) {
  // Without any input yet, a message with words of its own for a pointer has those.
  if (input === "keys" || (!input && !pointed)) return text;
  const [Tap, tap, hold] = input === "touch" ? ["Tap", "tap", "Long-press"] : ["Click", "click", "Right-click"];
  const tapped = (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ purpose) => {
    const tool = tools.find(({ key, label }) => key === name || label === name);
    // A label such as `Restart` needs no purpose `to restart`.
    const isSaid = tool && purpose.trim().toLowerCase() === `to ${tool.label.toLowerCase()}`;
    // The card has the button for the move itself, and the button for more of the hint says what it gives.
    if ((tool?.act === "confirm" && tool.label !== "Yes") || (tool?.act === "hint" && tool.label !== "Hint")) return "";
    return tool ? `${Tap} ${tool.label}${isSaid ? "" : purpose}.` : "";
  };
  const told = pointed?.replace(/\bTap\b/g, Tap).replace(/\btap\b/g, tap).replace("Long-press or right-click", hold) ?? text;
  return told.replace(/Press (\S+?)((?: [^.]*)?)\./g, tapped).replace(/ {2,}/g, " ").trim();
}
