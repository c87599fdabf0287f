// Messages in the words of the player's last input: keys, fingers or a mouse.

/** The player's last input: `touch`, `mouse` or `keys`. */
let input = matchMedia("(pointer: coarse)").matches ? "touch" : "keys";
addEventListener("pointerdown", ({ pointerType }) => (input = pointerType === "touch" || pointerType === "pen" ? "touch" : "mouse"), true);
// A click on a button by Enter or Space, and keys of their own, are keys.
addEventListener("keydown", () => (input = "keys"), true);

/** Writes a size such as `5 x 5` with the sign of multiplication, as all of the page does. @param {string} text */
export const times = (text) => text.replace(/(\d) x (?=\d)/g, "$1 × ");

/** Returns a message in the words of the last input: buttons by their names where there are fingers or a mouse, keys otherwise. @param {string} text @param {Tool[]} tools @param {string} [pointed] The whole message for fingers and mouse, if it differs by more than its keys. */
export const worded = (text, tools, pointed) => times(inWords(text, tools, pointed));

/** @param {string} text @param {Tool[]} tools @param {string} [pointed] */
function inWords(text, tools, pointed) {
  if (input === "keys") return text;
  const [Tap, tap] = input === "touch" ? ["Tap", "tap"] : ["Click", "click"];
  if (pointed) return pointed.replace(/\bTap\b/g, Tap).replace(/\btap\b/g, tap);
  const tapped = (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ purpose) => {
    const tool = tools.find(({ key, label }) => key === name || label === name);
    // A label such as `Restart` needs no purpose `to restart`.
    const isSaid = tool && purpose.trim().toLowerCase() === `to ${tool.label.toLowerCase()}`;
    // The card has this button itself.
    if (tool?.act === "confirm" && tool.label !== "Yes") return "";
    return tool ? `${Tap} ${tool.label}${isSaid ? "" : purpose}.` : "";
  };
  return text.replace(/Press (\S+?)((?: [^.]*)?)\./g, tapped).replace(/ {2,}/g, " ").trim();
}
