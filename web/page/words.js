// Messages in the words of the player's device.

const touch = matchMedia("(pointer: coarse)");

/** Returns a message in the words of the player's device: without keys where there are fingers. @param {string} text @param {Tool[]} tools */
export function worded(text, tools) {
  if (!touch.matches) return text;
  const tapped = (/** @type {string} */ _, /** @type {string} */ name, /** @type {string} */ purpose) => {
    const tool = tools.find(({ key }) => key === name);
    return tool ? `Tap ${tool.label}${purpose}.` : "";
  };
  return text.replace(/Press (\S+?)((?: [^.]*)?)\./g, tapped).trim();
}
