// The keys: those bound in the game go to it, all others to the browser.

/** The elements that handle keys themselves. */
const TYPES = "input, select, textarea, dialog";
/** The keys besides letters that the game binds in some of its states. */
const KEYS = new Set(["ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Enter", " ", "Backspace", "Delete"]);

/** The keys that scroll a page. */
const SCROLLS = /^(Arrow|Page|Home|End)/;
/** The keys for the cell under the cursor. */
const OF_CELL = /^(Arrow|Enter$)/;

/**
 * Keys work wherever the focus is, but in fields and lists; Enter not on other elements, and the space bar only on the board.
 * While an answer of the game is pending, all keys that it may bind go to it: their meaning depends on the answer.
 * @param {Tell} tell @param {() => View} view @param {() => boolean} waits true while an answer of the game is pending @param {(name: string) => boolean} own handles the keys of
 *   the page itself, and returns true for them @param {() => void} focus moves the focus to the game
 */
export function listen(tell, view, waits, own, focus) {
  /** True until an element gets the focus. */
  let isFresh = true;
  addEventListener("focusin", () => (isFresh = false), { once: true });
  addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    const { keys, settings } = view();
    if (event.altKey || event.metaKey || event.isComposing || event.defaultPrevented || target.closest(TYPES)) return;
    const name = `${event.ctrlKey ? "Ctrl+" : ""}${event.key}`;
    const isLetter = event.key.length === 1 && !event.ctrlKey && event.key !== " ";
    if (isLetter && settings?.some((setting) => setting.name === "keys" && setting.value === "off")) return undefined;
    const isNothing = target === document.body;
    const isGame = isNothing || target.closest("#grid, .game") !== null;
    if (own(name)) return event.preventDefault();
    // The first Tab leads to the game.
    if (name === "Tab" && !event.shiftKey && isFresh && isNothing && view().puzzle) {
      event.preventDefault();
      return focus();
    }
    const isMeant = keys?.includes(name) || (waits() && (isLetter || KEYS.has(name)));
    if (!isMeant) return undefined;
    // Enter and the space bar press a focused button.
    if ((name === "Enter" || name === " ") && (!isGame || target.closest("button"))) return undefined;
    if (isNothing ? /^(Page|Home|End| $)/.test(name) : SCROLLS.test(name) && target.closest("[role=tab]")) return undefined;
    if (isNothing ? OF_CELL.test(name) : SCROLLS.test(name) && !isGame) focus();
    event.preventDefault();
    // A held key repeats moves only, not placing and removing.
    if (!event.repeat || name.startsWith("Arrow")) tell({ key: name });
    return undefined;
  });
}

/**
 * Sends the letters typed into a field, also from a keyboard on the screen, to the game.
 * @param {HTMLInputElement} field @param {Tell} tell
 */
export function listenTyping(field, tell) {
  let known = "";
  field.addEventListener("focus", () => (known = field.value));
  field.addEventListener("input", () => {
    let same = 0;
    while (same < known.length && known[same] === field.value[same]) same += 1;
    for (let i = known.length; i > same; i -= 1) tell({ erased: true });
    for (const typed of field.value.slice(same)) tell({ typed });
    known = field.value;
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    tell({ key: "Escape" });
  });
}

/**
 * Chooses the number of a list or a field: at once by a pointer, by keys with Enter or when the focus leaves.
 * @param {HTMLInputElement} field @param {(number: number) => void} choose
 */
export function listenChoice(field, choose) {
  let [byKeys, told] = [false, ""];
  const commit = () => {
    byKeys = false;
    if (told !== field.value) choose(Number((told = field.value)));
  };
  field.addEventListener("focus", () => (told = field.value));
  field.addEventListener("keydown", ({ key, altKey }) => {
    if (key === "Enter") byKeys && commit();
    else byKeys ||= !altKey && (SCROLLS.test(key) || /^[^ ]$/.test(key));
  });
  field.addEventListener("pointerdown", () => (byKeys = false));
  field.addEventListener("change", () => byKeys || commit());
  field.addEventListener("blur", () => byKeys && commit());
}
