// Everything beside the board: texts, the steps of an argument, buttons, menu, settings.

import { hue, sample, shapes } from "./cell.js";
import { chosen, drawCover } from "./cover.js";
import { button, html, icon, input, part, say, scrollTo, set, svg, write } from "./dom.js";
import { isPointed, times, worded } from "./words.js";

/** The maximum number of puzzles in a list of choices; if there are more, the player types the number. */
const LIST = 200;
/** The time after which a running job is shown, in milliseconds. */
const PATIENCE = 250;
/** The length of the texts in the card from which a phone writes them smaller, in characters. */
const LONG = 150;
/** The number of the last announcement. */
let announced = 0;
/** The timer that shows the running job. */
let patience = 0;
const GROUPS = ["main", "mode", "steps", "analyse", "game", "share"];
/** The screens with steps. */
const STUDIES = ["why", "clash", "browse", "diagram"];
/** The groups of buttons that share a place, in the order of their tabs. */
const TABS = ["analyse", "game", "share"];
/** True on a phone, where analysis, signs and keys are folded at first. */
const isSmall = matchMedia("(max-width: 34rem), (max-height: 30rem)").matches;
/** The group whose tab is open; empty at first. */
let tab = "";
part("signs").toggleAttribute("open", !isSmall);
part("help-keys").toggleAttribute("open", !isSmall && !matchMedia("(pointer: coarse)").matches);
/** The buttons that are shown only while they work: those that need the guide, which few puzzles need. */
const OF_GUIDE = ["counts", "heat", "certify"];

/** The topics of the lines about the cell under the cursor. */
const OF_CURSOR = ["cell", "price", "effect", "total"];
/** Marks the card of messages while it goes on below its last visible line. */
const ending = new IntersectionObserver(
  (entries) => {
    const goesOn = (entries.at(-1)?.intersectionRatio ?? 1) < 0.9;
    set(part("lines"), { "data-more": goesOn, tabindex: goesOn ? 0 : null });
  },
  { root: part("lines"), threshold: [0, 0.9, 1] },
);
/** Returns true for a line that repeats what the board, its rules or the card of the result show. @param {View} view @param {View["lines"][number]} line */
const isQuiet = ({ tree, result }, { about }) => !tree && (OF_CURSOR.includes(about) || about === "move" || (about === "result" && result !== null));

/** Returns which of several steps is shown, such as `2 of 5`. @param {View["steps"]} steps */
const numbered = (steps) => (steps && steps.list.length > 1 ? `${steps.at + 1} of ${steps.list.length}` : null);
/** Returns the moves shown, such as `Move 3 of 8`, while a solved game is replayed. @param {View} view */
const replayed = ({ mode, lines }) => (mode === "result" && lines.find(({ about }) => about === "progress")?.text) || "";
/** Returns the time until the next daily puzzles, at midnight. */
function untilMidnight() {
  const minutes = Math.ceil((new Date().setHours(24, 0, 0, 0) - Date.now()) / 60_000);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** True if the card of messages was scrolled. */
let isScrolled = false;
part("lines").onscroll = () => (isScrolled = true);

/** The icons of achievements. */
const ICONS = { day: "cheapest", best: "best", first: "certify", found: "solutions", streak: "heat" };
/** Draws the result of a solved puzzle: the time and the help, the achievements, the puzzles of the day. @param {View} view */
function award({ result, lines, dailies }) {
  // Not beside a replay or an explanation.
  if (!result || !lines.some(({ tone }) => tone === "joy")) return [];
  const { time, help, badges, facts } = result;
  const badge = (/** @type {Badge} */ { kind, title, detail }) => html("li", { class: kind }, ...icon(ICONS[kind]), html("strong", {}, title), ...(detail ? [html("span", {}, detail)] : []));
  const fact = (/** @type {[string, string]} */ [name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, value));
  const daily = (/** @type {View["dailies"][number]} */ { label, solved }) => html("li", { class: solved && "solved" }, label, ...(solved ? [html("span", { class: "unseen" }, " solved")] : []));
  const isDone = badges.some(({ kind }) => kind === "day");
  return [
    html("p", { class: "outcome" }, ...(time ? [html("strong", {}, time), " "] : []), help),
    ...(badges.length ? [html("ul", { class: "badges" }, ...badges.map(badge))] : []),
    ...(facts.length ? [html("dl", {}, ...facts.map(fact))] : []),
    ...(dailies.length ? [html("ul", { class: "dailies" }, ...dailies.map(daily))] : []),
    ...(isDone ? [html("p", { class: "faint" }, `New puzzles in ${untilMidnight()}.`)] : []),
  ];
}

/** @typedef {{ tell: Tell, cursor: () => Place }} On the panel's connections: sends a message, returns the cursor's cell */

/** Loads the drawing of diagrams. */
export const drawn = () => import("./diagram.js");

/** The drawing function of each member of the view. @type {Record<string, (view: View, on: On) => void>} */
const DRAW = {
  puzzle({ numbers }) {
    // On a board by size, the number of solutions keeps its line. The numbers change before a puzzle is there.
    set(part("remaining"), { "data-kept": numbers.sizes });
  },
  head({ head, solved, result }) {
    write(part("title"), head.title);
    const title = `${head.title} · nqueens`;
    if (document.title !== title) document.title = title;
    // A solved board says so in the place of its number of solutions, or else of its number of pieces.
    const outcome = solved ? `Solved${result?.time ? ` in ${result.time}` : ""}` : "";
    const remaining = head.remaining === null ? "" : outcome || head.remaining;
    part("remaining").hidden = !remaining;
    if (part("remaining").textContent !== remaining) {
      const parts = remaining.split(/(Solved|[\d,]+)/);
      part("remaining").replaceChildren(...parts.map((text, i) => (i === 1 ? html("strong", {}, text) : text)));
    }
    write(part("standing"), remaining ? head.standing : outcome || head.standing);
    write(part("facts"), outcome ? "" : [head.difficulty, head.time].filter(Boolean).join(" · "));
    set(part("tools-share"), { "data-id": head.id });
  },
  lines(view, on) {
    const { lines, tools } = view;
    const shown = lines.filter((line) => !isQuiet(view, line));
    const texts = shown.map(({ text, tone, about, pointed }) => html("p", { class: `${tone} about-${about}` }, worded(text, tools, pointed))).filter(({ textContent }) => textContent);
    // On a phone, a long text is written smaller, so that all of it is seen at once.
    const length = texts.reduce((sum, { textContent }) => sum + (textContent?.length ?? 0), 0);
    set(part("lines"), { "data-long": length > LONG });
    const isJoy = (/** @type {Element} */ { className }) => /^joy/.test(className);
    part("lines").replaceChildren(...texts.filter(isJoy), ...award(view), ...texts.filter((text) => !isJoy(text)));
    // Setting it always costs the browser a layout.
    if (isScrolled) part("lines").scrollTop = 0;
    isScrolled = false;
    ending.disconnect();
    const last = part("lines").lastElementChild;
    if (last) ending.observe(last);
    // The hint decides which buttons are in the card.
    if (tools) DRAW.tools(view, on);
  },
  said({ said, tools, lines }) {
    if (said.n === announced) return;
    announced = said.n;
    const pointed = lines.reduce((all, line) => (line.pointed ? all.replace(line.text, () => line.pointed ?? "") : all), said.text);
    // A new element is announced even if its text is the same as before.
    part("said").replaceChildren(html("span", {}, worded(said.text, tools, isPointed() ? pointed : undefined)));
  },
  steps({ steps }, { tell }) {
    const list = part("steps");
    write(part("question"), steps?.question);
    set(part("tools-steps"), { "data-at": numbered(steps) });
    const causes = steps?.causes ?? [];
    part("causes").hidden = !causes.length;
    part("causes").replaceChildren(...causes.flatMap(({ title, list }) => [html("h3", {}, title), html("ul", {}, ...list.map((text) => html("li", {}, text)))]));
    list.hidden = !steps?.list.length;
    const shown = steps?.list ?? [];
    if (list.children.length !== shown.length) {
      list.replaceChildren(...shown.map((_, i) => html("li", {}, button("", () => tell({ step: i })))));
    }
    shown.forEach(({ text, depth }, i) => {
      const item = list.children[i];
      set(item, { class: `depth-${Math.min(depth, 4)}` });
      const step = /** @type {HTMLElement} */ (item.firstElementChild);
      say(step, text);
      set(step, { "aria-current": i === steps?.at ? "step" : null });
    });
    scrollTo(list, list.children[steps?.at ?? 0]);
  },
  browse({ browse }) {
    part("browse").hidden = !browse;
    if (!browse) return;
    const field = input("browse-number");
    if (document.activeElement !== field) field.value = browse.number;
    part("browse-total").textContent = `/ ${browse.total}`;
  },
  diagram(view) {
    const { diagram } = view;
    part("diagram").hidden = !diagram;
    if (!diagram) part("diagram").replaceChildren();
    // Loaded after the first board.
    if (diagram) drawn().then(({ drawDiagram }) => view.diagram === diagram && drawDiagram(part("diagram"), diagram));
  },
  mode(view) {
    const { mode } = view;
    const isStudied = STUDIES.includes(mode);
    document.body.classList.toggle("was-studied", !isStudied && STUDIES.includes(document.body.dataset.mode ?? ""));
    document.body.dataset.mode = mode;
    part("panel").hidden = !isStudied && !replayed(view);
    const isOnBoard = ["play", "result"].includes(mode);
    document.body.classList.toggle("studies", !isOnBoard);
    document.documentElement.toggleAttribute("data-page", ["statistics", "rules", "technique", "menu"].includes(mode));
    part("cover").hidden = !["paused", "statistics", "rules", "technique", "menu"].includes(mode);
    part("view").hidden = !part("cover").hidden;
    // The buttons of a mode are where the player looks: on the cover, in the panel, or below the texts.
    const place = part(isStudied ? "panel" : isOnBoard ? "asked" : "cover");
    if (part("tools-mode").parentElement !== place) place.append(part("tools-mode"));
  },
  tools(view, on) {
    const { tools, busy, mode, solved } = view;
    // A running job has its own Cancel button.
    const shown = tools.filter(({ act, enabled }) => (!busy || act !== "cancel") && (enabled || !OF_GUIDE.includes(act)));
    const yes = shown.find(({ label }) => label === "Yes");
    if (yes) shown.splice(shown.indexOf(yes) + 1, 0, { ...yes, act: "cancel", label: "No", key: null });
    const moves = replayed(view);
    set(part("tools-steps"), { "data-at": moves.replace("Move ", "") || numbered(view.steps) });
    document.body.classList.toggle("replays", moves !== "");
    part("panel").hidden = !STUDIES.includes(mode) && !moves;
    const place = (/** @type {Tool} */ { act, key, group }) => {
      if ((STUDIES.includes(mode) || moves) && /^(step-(first|previous|next|last)|cancel)$/.test(act)) return "steps";
      // The way back that the card names is in the card.
      return act === "back" && view.lines.some(({ text }) => text.includes(`Press ${key} `)) ? "mode" : group;
    };
    const groups = Object.fromEntries(GROUPS.map((of) => [of, shown.filter((tool) => place(tool) === of)]));
    if (moves) {
      // The result has no button for its last move.
      groups.steps.splice(-1, 0, ...groups.steps.filter(({ act }) => act === "step-next").map((next) => ({ ...next, act: "step-last", label: "Last move" })));
      groups.main = groups.main.filter(({ act }) => !LEADS_ON.test(act));
    } else if (solved && ["result", "play"].includes(mode)) celebrate(groups, view);
    // A configurator has a plain button.
    if (view.firstBlocks === null) part("tools-main").querySelector("[data-act=block]:has(.taps)")?.remove();
    for (const of of GROUPS) drawTools(part(`tools-${of}`), groups[of], on);
    drawTap(view, on);
    drawTabs();
  },
  menu: drawCover,
  page: drawCover,
  statistics: drawCover,
  tree: drawOptions,
  line: drawOptions,
  typing({ typing: typed, tree }) {
    const opening = /** @type {HTMLDialogElement} */ (part("opening"));
    const isOpening = typed?.opens ?? false;
    if (isOpening && !opening.open) {
      input("opened").value = typed?.text ?? "";
      opening.showModal();
    }
    if (!isOpening) opening.close();
    write(part("opening-error"), typed?.error);
    set(input("opened"), { "aria-invalid": typed?.error ? "true" : null });
    // A search has its own field.
    const typing = tree?.search == null && !isOpening ? typed : null;
    const [place, field] = [/** @type {HTMLDialogElement} */ (part("typing")), input("typed")];
    place.hidden = !typing;
    part("typing-prompt").textContent = typing?.prompt ?? "";
    if (!typing || document.activeElement !== field) field.value = typing?.text ?? "";
    // A dialog over a page; otherwise below the texts, where it must not restore the focus.
    const isModal = typing && !part("cover").hidden;
    if (isModal && !place.open) place.showModal();
    if (!isModal && place.matches(":modal")) place.close();
    place.open = typing !== null;
    // The keypad of the page answers, so a phone needs no keyboard.
    set(field, { inputmode: asksValue({ typing: typed }) ? "none" : null });
    if (typing) field.focus();
  },
  busy({ busy, head }) {
    set(part("grid"), { "aria-busy": busy ? "true" : null });
    if (!busy) {
      write(part("title"), head.title);
      clearTimeout(patience);
      patience = 0;
      part("busy").hidden = true;
      return;
    }
    // Progress arrives faster than the timer ends, so it must not restart the timer.
    patience ||= setTimeout(() => {
      part("busy").hidden = false;
      // The board that stays meanwhile is not that of the new puzzle.
      if (document.body.classList.contains("is-loading")) write(part("title"), chosen.title || part("busy-text").textContent);
    }, PATIENCE);
    part("busy-text").textContent = busy.text;
    set(part("busy-bar"), { value: busy.fraction });
  },
  legend({ legend, puzzle }) {
    part("legend").replaceChildren(
      ...legend.map(({ s, text }) => {
        const ground = puzzle.checkered ? "dark" : puzzle.tints ? "tint tint-0" : "light";
        const drawing = html("span", { class: `cell ${ground} ${s}` }, sample(shapes({ s }, puzzle)));
        return html("li", {}, drawing, text);
      }),
    );
  },
  levels: drawLevels,
  level: drawLevels,
  numbers({ numbers }) {
    const { at, first, label } = numbers;
    const last = numbers.last ?? Infinity;
    part("numbers").hidden = first === last;
    const isList = last - first < LIST;
    const [list, field] = [/** @type {HTMLSelectElement} */ (part("number")), input("number-typed")];
    list.hidden = !isList;
    field.hidden = isList;
    set(isList ? list : field, { "aria-label": label });
    set(part("numbers"), { "aria-label": label });
    if (isList && (list.options.length !== last - first + 1 || list.options[0].text !== name(first, numbers))) {
      const options = Array.from({ length: last - first + 1 }, (_, i) => new Option(name(first + i, numbers), String(first + i)));
      list.replaceChildren(...options);
    }
    choose(list, at);
    if (document.activeElement !== field) field.value = String(at);
    set(field, { min: first, max: numbers.last });
    set(part("smaller"), { "aria-disabled": at <= first ? "true" : null });
    set(part("larger"), { "aria-disabled": at >= last ? "true" : null });
  },
  curve({ curve }) {
    for (const id of ["curve", "curve-title"]) part(id).toggleAttribute("hidden", curve.length < 2);
    if (curve.length < 2) return;
    const step = 100 / Math.max(1, curve.length - 1);
    const points = curve.map((height, i) => `${(i * step).toFixed(2)} ${(19 - 18 * height).toFixed(2)}`);
    if (!part("curve").firstChild) part("curve").append(svg("path", { class: "area" }), svg("path"));
    const [area, line] = part("curve").children;
    set(area, { d: `M0 20L${points.join("L")}L100 20Z` });
    set(line, { d: `M${points.join("L")}` });
  },
  values(view, on) {
    const { values, puzzle } = view;
    part("keypad").hidden = !values.length;
    part("keypad").replaceChildren(
      ...values.map(({ symbol, left }) => {
        const place = button(symbol, () => {
          if (!asksValue(view)) return on.tell(view.chosen.length ? { key: symbol } : { click: on.cursor(), value: symbol, block: false });
          for (const typed of symbol) on.tell({ typed });
          return on.tell({ entered: true });
        });
        if (left !== null) place.append(html("small", {}, String(left)));
        const colour = hue(puzzle, symbol);
        set(place, { "data-act": `value-${symbol}`, class: [colour, left === 0 && "spent"].filter(Boolean).join(" ") || null });
        return place;
      }),
      eraser(view, on),
    );
  },
  settings({ settings }, { tell }) {
    document.documentElement.dataset.looks = settings.find((setting) => setting.name === "looks")?.value ?? "";
    const isOfPage = ({ name = "" }) => /^(keys|looks)$/.test(name);
    const group = (/** @type {string} */ title, /** @type {View["settings"]} */ list) => html("fieldset", {}, html("legend", {}, title), ...list.map((setting) => control(setting, tell)));
    // Built once, so that the focus stays.
    if (!part("settings").hasChildNodes()) part("settings").append(group("Game", settings.filter((setting) => !isOfPage(setting))), group("Page", settings.filter(isOfPage)));
    for (const field of part("settings").querySelectorAll("input")) field.checked = settings.some(({ name, value }) => name === field.name && value === field.value);
  },
  help({ help }) {
    // The rules come first, above the settings, and on paper below the board.
    const rules = help.find(({ title }) => title === "Rules")?.rows ?? [];
    const isKeys = (/** @type {{ title: string }} */ { title }) => !["Rules", "Fingers and mouse", "Levels of help"].includes(title);
    for (const id of ["printed", "help-rules"]) part(id).replaceChildren(...rules.map(([, text]) => html("li", {}, text)));
    const table = (/** @type {View["help"][number]} */ { title, rows }) => {
      const lines = rows.map(([keys, text]) => html("tr", {}, html("th", { scope: "row" }, keys), html("td", {}, text)));
      return html("table", {}, html("caption", {}, title), html("tbody", {}, ...lines));
    };
    part("help-gestures").replaceChildren(...help.filter((part) => part.title !== "Rules" && !isKeys(part)).map(table));
    part("help-tables").replaceChildren(...help.filter(isKeys).map(table));
  },
  solved(view, on) {
    document.body.classList.toggle("is-solved", view.solved);
    set(part("tools-mode"), { "data-open": null });
    if (view.head) DRAW.head(view, on);
  },
  result(view, on) {
    // A win without help has a look of its own.
    set(document.body, { "data-by": view.result?.by ?? null });
    if (!view.lines) return;
    DRAW.head(view, on);
    DRAW.lines(view, on);
  },
  firstBlocks: (view, on) => view.tools && DRAW.tools(view, on),
};

/** The drawing of configurators, once it is loaded. @type {typeof import("./tree.js") | null} */
let tree = null;
/** Draws the options of a configurator. @param {View} view @param {On} on */
function drawOptions(view, on) {
  document.body.classList.toggle("is-tree", view.tree !== null);
  if (tree || !view.tree) return tree?.drawTree(view, on);
  import("./tree.js").then((loaded) => {
    if (!tree) loaded.listenTree(on.tell, () => view);
    tree = loaded;
    tree.drawTree(view, on);
  });
}

/** Draws the state and the rules of the cell under the cursor. @param {View} view */
function drawRules({ rules, lines, tree }) {
  const hidden = !rules?.list.length;
  part("rules").hidden = hidden;
  if (!rules || hidden) return;
  write(part("rules-title"), rules.title);
  const here = lines.filter(({ about }) => !tree && OF_CURSOR.includes(about)).map(({ text, about }) => html("li", { class: `about-${about}` }, times(text)));
  const list = rules.list.map(({ state, text }) => {
    const sign = state && html("span", { class: "sign", title: state, role: "img", "aria-label": state });
    return html("li", { class: state }, ...(sign ? [sign] : []), text);
  });
  part("rules-list").replaceChildren(...here, ...list);
  write(part("rules-names"), rules.names);
}

/** Creates the control of a setting: a switch, or a choice of several values. @param {View["settings"][number]} setting @param {Tell} tell */
function control({ name, label, choices }, tell) {
  const field = (/** @type {object} */ attributes, /** @type {string} */ on) => {
    const made = html("input", { name, value: on, ...attributes });
    made.onchange = () => tell({ set: name, value: made.checked ? on : "off" });
    return made;
  };
  if (choices.some(([value]) => value === "off")) return html("label", {}, html("span", {}, label), field({ type: "checkbox", role: "switch" }, "on"));
  const values = choices.map(([value, text]) => html("label", {}, field({ type: "radio" }, value), html("span", {}, text)));
  return html("div", { role: "radiogroup", "aria-label": label }, html("span", {}, label), html("div", { class: "segments" }, ...values));
}

/** Draws what has changed. @param {View} view @param {Partial<View>} changed @param {On} on */
export function drawPanel(view, changed, on) {
  for (const member of Object.keys(DRAW)) if (member in changed) DRAW[member](view, on);
  if (changed.lines || "rules" in changed) drawRules(view);
  // A board without a guide yet is drawn as pending.
  part("grid").classList.toggle("awaited", view.busy !== null && view.head.standing === null);
}

/** The commands that lead from a solved puzzle to another puzzle or solution. */
const LEADS_ON = /^(next|another|menu|restart)$/;
/** Moves the buttons of a solved puzzle to its message. @param {Record<string, Tool[]>} groups @param {View} view */
function celebrate(groups, { dailies }) {
  const take = (/** @type {string} */ group, /** @type {RegExp} */ acts) => groups[group].filter(({ act }) => acts.test(act));
  const shared = take("share", /^(share|copy)$/).map((tool) => ({ ...tool, label: tool.act === "share" ? "Share link" : "Share result" }));
  const rest = take("mode", /^(?!step-)/);
  const own = (/** @type {string} */ act, /** @type {string} */ label) => ({ act, label, key: null, enabled: true, pressed: null, group: /** @type {const} */ ("mode") });
  const isDone = dailies.length > 0 && dailies.every(({ solved }) => solved);
  const calendar = isDone ? [own("calendar", "Calendar")] : [];
  groups.mode = [...take("main", LEADS_ON), ...calendar, ...shared, own("replay", "Replay"), ...(rest.length > 1 ? [own("more", "More")] : []), ...rest];
  groups.main = groups.main.filter(({ act }) => !LEADS_ON.test(act));
}

/** Returns true while a question for a value is open, which the keypad answers. @param {Pick<View, "typing">} view */
const asksValue = ({ typing }) => typing?.takes ?? false;

/** Creates the key that removes the value under the cursor, or the value typed last. @param {View} view @param {On} on */
function eraser(view, { tell }) {
  const made = button("⌫", () => tell(asksValue(view) ? { erased: true } : { key: "Backspace" }));
  set(made, { "data-act": "erase", "aria-label": "Erase" });
  return made;
}

/** Writes a size as a product, and the number of a puzzle with the number of all. @param {number} number @param {View["numbers"]} numbers */
const name = (number, { sizes, last }) => (sizes ? `${number} × ${number}` : `${number} of ${last}`);

/** Draws the buttons of a group. Existing buttons are reused, so that they keep the focus. @param {HTMLElement} group @param {Tool[]} tools @param {On} on */
function drawTools(group, tools, { tell }) {
  group.hidden = !tools.length;
  const acts = [...group.children].map((child) => child.getAttribute("data-act"));
  if (acts.join() !== tools.map(({ act }) => act).join()) {
    const before = new Map([...group.children].map((child) => [child.getAttribute("data-act"), child]));
    const focused = document.activeElement;
    group.replaceChildren(
      ...tools.map(({ act }) => {
        const made = before.get(act) ?? html("button", { type: "button", "data-act": act }, ...icon(act), html("span"), html("kbd", { "aria-hidden": "true" }));
        /** @type {HTMLElement} */ (made).onclick = (event) => made.hasAttribute("aria-disabled") || press(act, group, tell, event);
        return made;
      }),
    );
    if (focused instanceof HTMLElement && group.contains(focused)) focused.focus();
  }
  tools.forEach(({ act, label, key, enabled, pressed }, i) => {
    const made = /** @type {HTMLElement} */ (group.children[i]);
    // A disabled button may keep the focus, so it has no `disabled` attribute.
    set(made, { class: label === "Yes" ? "asks" : null, "aria-disabled": enabled ? null : "true", "aria-pressed": pressed === null ? null : String(pressed), "aria-keyshortcuts": key });
    const [text, hint] = /** @type {HTMLElement[]} */ ([...made.children].slice(-2));
    say(text, act === "restore" ? "Restore" : label.replace("Previous game", "Previous"));
    write(hint, key);
    if (group.id === "tools-steps") set(made, { title: label });
  });
}

/** Draws the switch of the first tap, which either rules a cell out or places a piece, in the place of the button to rule out. @param {View} view @param {On} on */
function drawTap({ firstBlocks, puzzle }, { tell }) {
  const made = part("tools-main").querySelector("[data-act=block]");
  if (firstBlocks === null || !(made instanceof HTMLElement)) return;
  const sign = (/** @type {string} */ name, /** @type {boolean} */ isOn) => svg("svg", { class: isOn ? "on" : null, viewBox: "0 0 48 48", focusable: "false" }, svg("use", { href: `#sign-${name}` }));
  made.firstElementChild?.replaceWith(html("span", { class: "taps", "aria-hidden": "true" }, sign("blocked", firstBlocks), sign(puzzle.piece && document.getElementById(`sign-${puzzle.piece}`) ? puzzle.piece : "taken", !firstBlocks)));
  const label = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  say(/** @type {HTMLElement} */ (made.children[1]), label);
  write(/** @type {HTMLElement} */ (made.children[2]), null);
  const does = firstBlocks ? `${label}: rules out` : `${label}: places`;
  set(made, { "aria-label": does, title: does, "aria-pressed": null, "aria-keyshortcuts": null });
  made.onclick = () => tell({ set: "first-click", value: firstBlocks ? "takes" : "rules-out" });
}

/** @param {string} act @param {HTMLElement} group @param {Tell} tell @param {MouseEvent} event */
function press(act, group, tell, { currentTarget }) {
  const made = /** @type {Element} */ (currentTarget);
  if (act === "more") return set(made, { "aria-expanded": String(group.toggleAttribute("data-open")) });
  tell({ act });
  // Without motion, the replay waits for the player.
  if (act === "replay" && matchMedia("(prefers-reduced-motion: reduce)").matches) tell({ act: "step-first" });
}

/** Shows the group of the open tab alone. The tab folds it again. */
function drawTabs() {
  const tabs = part("tabs");
  if (!tabs.children.length) {
    const made = TABS.map((group) => {
      const label = part(`tools-${group}`).getAttribute("aria-label") ?? "";
      const opener = button(label, () => {
        tab = tab === group ? "" : group;
        drawTabs();
      });
      set(opener, { role: "tab", id: `tab-${group}`, "aria-controls": `tools-${group}` });
      return opener;
    });
    tabs.replaceChildren(...made);
    tabs.onkeydown = ({ key }) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (!step) return;
      tab = TABS[(TABS.indexOf(tab || TABS[0]) + step + TABS.length) % TABS.length];
      drawTabs();
      part(`tab-${tab}`).focus();
    };
  }
  for (const group of TABS) {
    set(part(`tab-${group}`), { "aria-selected": String(group === tab), tabindex: group === (tab || TABS[0]) ? 0 : -1 });
    part(`tools-${group}`).hidden = group !== tab;
  }
}

/** @param {View} view @param {On} on */
function drawLevels({ levels, level }, { tell }) {
  const group = part("level");
  if (group.children.length !== levels.length) group.replaceChildren(...levels.map(({ value }) => button("", () => tell({ assist: value }))));
  levels.forEach(({ value, label, text }, i) => {
    const made = /** @type {HTMLElement} */ (group.children[i]);
    say(made, label);
    set(made, { "data-level": value, "aria-pressed": String(value === level), title: text });
  });
  write(part("level-text"), levels.find(({ value }) => value === level)?.text);
}

/** Sets the value of a list if it differs: setting it always costs the browser a layout. @param {HTMLSelectElement} list @param {number} value */
function choose(list, value) {
  if (list.value !== String(value)) list.value = String(value);
}
