// For teachers: the board in large type on the whole screen, and links that open at a step of an explanation or a diagram.

import { part } from "./dom.js";
import { address, copy } from "./effects.js";

/** The form of the step in a link: the mode, the cell's row and column from 1, and the step from 1. */
const FORM = /[#&]show=(why|diagram)-(\d+)-(\d+)-(\d+)(?:&|$)/;

/** Opens the step that the address names. The game answers the messages in order. @param {Tell} tell @param {(text: string) => void} refuse */
export function open(tell, refuse) {
  if (!location.hash.includes("show=")) return;
  const [, mode, row, column, step] = FORM.exec(location.hash) ?? [];
  if (!mode) return refuse("The link names no step: expected show=why-ROW-COLUMN-STEP.");
  tell({ point: [Number(row) - 1, Number(column) - 1] });
  tell({ act: mode });
  if (Number(step) > 1) tell({ step: Number(step) - 1 });
}

/** Connects the buttons of the panel. @param {() => View} view @param {(text: string) => void} say */
export function listen(view, say) {
  const main = part("main");
  part("present").hidden = !main.requestFullscreen;
  part("present").onclick = () => (document.fullscreenElement ? document.exitFullscreen() : main.requestFullscreen());
  part("link-step").onclick = async () => {
    const { mode, cursor, bracket, steps } = view();
    const [row, column] = bracket ?? cursor;
    const step = `show=${mode}-${row + 1}-${column + 1}-${(steps?.at ?? 0) + 1}`;
    const outcome = await copy(`${location.href.split("#")[0]}#${address()}&${step}`);
    if (outcome === "done") say("Link copied: it opens this step.");
  };
}

/** Offers the link where a step can be opened, and leaves the whole screen with the explanation. @param {View} view */
export function follow({ mode }) {
  part("link-step").hidden = mode !== "why" && mode !== "diagram";
}
