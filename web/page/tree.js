// The options of a configurator: a tree of lines, and the field to search in it.

import { button, html, input, part, say, scrollTo, set, styled, write } from "./dom.js";
import { listenTyping } from "./keys.js";
import { LONG_PRESS, SLIP } from "./pointer.js";

await styled("tree.css");

/** The line selected, and true while the player searches. @type {{ line: number | null, isSearch: boolean }} */
let now = { line: null, isSearch: false };
/** True if a search was begun in the field, and the game has not answered yet. */
let isAsked = false;
/** The elements of the lines, by number. @type {Map<number, HTMLElement>} */
let shown = new Map();

/** Draws the tree. @param {View} view @param {{ tell: Tell }} on */
export function drawTree({ tree, line, head }, { tell }) {
  if (!tree) return;
  const [list, field] = [part("options"), input("find")];
  const had = hasFocus();
  const before = shown;
  shown = new Map(tree.lines.map((option) => [option.line, drawn(option, before.get(option.line))]));
  const made = [further(tree.before, tell), ...shown.values(), further(tree.after, tell)].flat();
  if (made.length !== list.children.length || made.some((element, i) => element !== list.children[i])) list.replaceChildren(...made);
  for (const [at, element] of shown) set(element, { "aria-selected": String(at === line), tabindex: at === line ? 0 : -1 });
  const selected = shown.get(line ?? -1);
  // The first line can get the focus if the selected one is in a folded group.
  if (!selected && made[0]) set(made[0], { tabindex: 0 });
  const isSearch = tree.search !== null;
  set(list, { "aria-label": head.title });
  list.hidden = !made.length;
  set(field, {
    "aria-label": tree.label,
    placeholder: tree.label,
    "aria-expanded": String(isSearch),
    "aria-activedescendant": isSearch && selected ? selected.id : null,
  });
  write(part("no-option"), tree.message);
  const [begins, ends] = [isSearch && !now.isSearch, now.isSearch && !isSearch];
  const isMoved = now.line !== line || begins || ends;
  now = { line, isSearch };
  isAsked &&= !isSearch;
  const isInField = document.activeElement === field;
  if (begins && !isInField) field.focus();
  if (ends && isInField) focusTree();
  if (document.activeElement !== field) field.value = tree.search ?? "";
  if (had && !begins) focusTree();
  if (isMoved && selected) scrollTo(list, selected);
}

/** Moves the focus to the selected line. */
export function focusTree() {
  /** @type {HTMLElement | null} */ (part("options").querySelector("[tabindex='0']"))?.focus({ preventScroll: true });
}

const hasFocus = () => part("options").contains(document.activeElement);

/** The parts of a line: two signs, whose meanings its texts and attributes have, and its texts. */
const PARTS = ["fold", "sign", "name", "price", "choice", "state"];
/** Creates a part, and the space before the next one in the accessible name. @param {string} part @param {number} i @returns {(Node | string)[]} */
const empty = (part, i) => [html("span", { class: part, "aria-hidden": i < 2 }), " "];

/** Draws a line, in its former element if there is one. @param {OptionLine} option @param {HTMLElement} [former] */
function drawn({ line, name, depth, folded, s, price, choice, state, explained }, former) {
  const made = former ?? html("div", { role: "treeitem", id: `option-${line}`, "data-line": line }, ...PARTS.flatMap(empty));
  set(made, { class: `option ${s ?? "heading"}`, "aria-level": depth + 1, "aria-expanded": folded === null ? null : String(!folded) });
  made.style.setProperty("--depth", String(depth));
  const texts = ["", "", name, price ?? "", choice ?? "", state];
  texts.forEach((text, i) => say(/** @type {HTMLElement} */ (made.children[i]), text));
  made.children[5].classList.toggle("explained", explained);
  return made;
}

/** Creates the button to lines that are not drawn. @param {FurtherLines | null} lines @param {Tell} tell @returns {HTMLElement[]} */
function further(lines, tell) {
  if (!lines) return [];
  const made = button(lines.text, () => tell({ line: lines.line, value: null }));
  set(made, { role: "treeitem", tabindex: -1 });
  return [made];
}

/** @param {Tell} tell @param {() => View} view */
export function listenTree(tell, view) {
  const [list, field] = [part("options"), input("find")];
  /** True while a pointer is down, and after a long press until its click. */
  let [isDown, isTold, timer, from] = [false, false, 0, { x: 0, y: 0 }];
  const wish = (/** @type {Event} */ { target }, /** @type {string} */ value) => {
    const option = /** @type {Element} */ (target).closest("[data-line]");
    if (option) tell({ line: Number(option.getAttribute("data-line")), value, of: view().puzzle.key });
  };
  list.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!isTold) wish(event, target.closest(".fold") ? "fold" : target.closest(".explained") ? "explain" : "choose");
  });
  list.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    // A long press was handled by its timer.
    if (!isTold && (!("pointerType" in event) || event.pointerType === "mouse")) wish(event, "exclude");
  });
  list.addEventListener("pointerdown", (event) => {
    [isDown, isTold, from] = [true, false, { x: event.clientX, y: event.clientY }];
    if (event.pointerType === "mouse") return;
    timer = setTimeout(() => {
      isTold = true;
      wish(event, "exclude");
    }, LONG_PRESS);
  });
  list.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SLIP) clearTimeout(timer);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => {
      clearTimeout(timer);
      isDown = false;
    });
  }
  // Moving the focus without a pointer selects the line.
  list.addEventListener("focusin", ({ target }) => {
    const line = Number(/** @type {Element} */ (target).getAttribute("data-line") ?? NaN);
    if (!isDown && !Number.isNaN(line) && line !== view().line) tell({ line, value: null });
  });
  // Without a search, Enter and Escape leave the field.
  field.addEventListener("keydown", (event) => {
    const isSearch = now.isSearch || isAsked;
    if (!["ArrowDown", "ArrowUp", "Enter"].includes(event.key) && (isSearch || event.key !== "Escape")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!isSearch) focusTree();
    else tell(event.key === "Enter" ? { entered: true } : { key: event.key });
  });
  // A letter begins the search, before it is sent itself.
  field.addEventListener("input", () => {
    if (now.isSearch || isAsked) return;
    isAsked = true;
    tell({ act: "search" });
  });
  listenTyping(field, tell);
}
