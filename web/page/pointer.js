// Mouse, fingers and pens on the board: click or tap, right button or long press, and strokes.

import { abreast } from "./cell.js";
import { part } from "./dom.js";
import { isEmbedded } from "./effects.js";

/** The duration of a long press, which rules a cell or an option out, in milliseconds. */
export const LONG_PRESS = 450;
/** The maximum movement during a long press, in pixels. */
export const SLIP = 12;
/** The minimum size of a pencil mark that can be clicked, in pixels. */
const AIM = 9;

/** The gesture that a pointer has begun on the board. */
let draw = {
  /** The cell under the pointer; null without a gesture. @type {Place | null} */
  at: null,
  /** True if the following click is already handled. */
  isTold: false,
  /** True if a stroke rules cells out, or selects cells with values; on a board that scrolls, a finger needs a long press first. */
  marks: false,
};
/** The fingers on the board. @type {Set<number>} */
const fingers = new Set();

/** @param {Tell} tell @param {() => Puzzle} puzzle @param {() => Place} cursor */
export function listen(tell, puzzle, cursor) {
  const grid = part("grid");
  let timer = 0;
  let from = { x: 0, y: 0 };

  /** @param {Element | null} target @returns {Place | null} */
  const place = (target) => {
    const at = target?.closest("[data-at]")?.getAttribute("data-at");
    if (!at || !grid.contains(target)) return null;
    return [Math.floor(Number(at) / puzzle().columns), Number(at) % puzzle().columns];
  };
  const under = (/** @type {PointerEvent} */ event) => place(document.elementFromPoint(event.clientX, event.clientY));
  const end = () => {
    clearTimeout(timer);
    draw.at = null;
  };

  grid.addEventListener("pointerdown", (event) => {
    end();
    if (event.pointerType !== "mouse") fingers.add(event.pointerId);
    const at = place(/** @type {Element} */ (event.target));
    // A second finger begins a pinch, which is not for the board.
    draw.isTold = fingers.size > 1;
    if (!at || draw.isTold || event.button !== 0) return;
    // A frame leaves the fingers to the page around it.
    const scrolls = event.pointerType !== "mouse" && (isEmbedded || part("view").classList.contains("pans"));
    draw = { at, isTold: false, marks: !scrolls };
    from = { x: event.clientX, y: event.clientY };
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      draw = { at, isTold: true, marks: true };
      tell({ click: at, value: null, block: true });
      navigator.vibrate?.(15);
    }, LONG_PRESS);
  });

  grid.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && event.buttons === 0) end();
    if (!draw.at) return;
    const isSlip = event.pointerType !== "mouse" && !draw.isTold && Math.hypot(event.clientX - from.x, event.clientY - from.y) <= SLIP;
    if (!isSlip) clearTimeout(timer);
    const at = draw.marks && !isSlip ? under(event) : null;
    if (!at || String(at) === String(draw.at)) return;
    draw.isTold = true;
    tell({ sweep: [draw.at, at] });
    draw.at = at;
  });
  // A finger that draws does not scroll.
  grid.addEventListener("touchmove", (event) => draw.at && draw.marks && event.preventDefault(), { passive: false });

  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      end();
      // The following click comes soon, or not at all.
      const ended = draw;
      setTimeout(() => (ended.isTold = false), LONG_PRESS);
    });
  }

  // Moving the focus without a pointer moves the cursor.
  grid.addEventListener("focusin", ({ target }) => {
    const at = draw.at ? null : place(/** @type {Element} */ (target));
    if (at && String(at) !== String(cursor())) tell({ point: at });
  });
  grid.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const at = place(target);
    if (at && !draw.isTold) tell({ click: at, value: aimed(event, target, puzzle()), block: false });
  });
  grid.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const target = /** @type {Element} */ (event.target);
    const at = place(target);
    // The browser's context menu of a long press: already handled.
    const isMouse = !("pointerType" in event) || event.pointerType === "mouse";
    if (at && isMouse && !draw.isTold) tell({ click: at, value: aimed(event, target, puzzle()), block: true });
  });
}

/** Returns the pencil mark under the mouse, if the marks are large enough. @param {MouseEvent} event @param {Element} target @param {Puzzle} puzzle */
function aimed(event, target, puzzle) {
  const marks = target.closest("[data-at]")?.querySelector(".marks");
  const isMouse = "pointerType" in event && event.pointerType === "mouse";
  if (!marks || !isMouse) return null;
  const { left, top, width, height } = marks.getBoundingClientRect();
  const across = abreast(puzzle);
  if (width / across < AIM) return null;
  const column = Math.floor(((event.clientX - left) / width) * across);
  const row = Math.floor(((event.clientY - top) / height) * Math.ceil(puzzle.symbols.length / across));
  if (column < 0 || row < 0 || column >= across) return null;
  return puzzle.symbols[row * across + column] ?? null;
}
