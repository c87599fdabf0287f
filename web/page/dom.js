// Helpers for elements: find, create, and change only what differs.

/** Returns the element of index.html with an id. @param {string} id */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Returns the input of index.html with an id. @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (part(id));

/** @typedef {Record<string, string | number | boolean | null>} Attributes */

/** Sets attributes; null and false remove them. @param {Element} element @param {Attributes} attributes */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
  }
}

/**
 * Creates an element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[T]}
 */
export function html(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(...inside);
  return element;
}

/** Creates an SVG element. @param {string} tag @param {Attributes} [attributes] @param {Node[]} inside */
export function svg(tag, attributes = {}, ...inside) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(element, attributes);
  element.append(...inside);
  return element;
}

/** Creates a button. @param {string} label @param {() => void} press */
export function button(label, press) {
  const made = html("button", { type: "button" }, label);
  made.onclick = press;
  return made;
}

/** Returns the icon of a command, if index.html has one. @param {string} name */
export function icon(name) {
  if (!document.getElementById(`icon-${name}`)) return [];
  return [svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svg("use", { href: `#icon-${name}` }))];
}

/** Sets the text of an element if it differs. The text node is reused, which is faster than a new one. @param {HTMLElement} element @param {string} text */
export function say(element, text) {
  const { firstChild } = element;
  if (text && firstChild instanceof Text && firstChild === element.lastChild) {
    if (firstChild.data !== text) firstChild.data = text;
  } else if (element.textContent !== text) {
    element.textContent = text;
  }
}

/** Sets the text of an element, and hides the element if there is none. @param {HTMLElement} element @param {string | null} [text] */
export function write(element, text) {
  say(element, text ?? "");
  if (element.hidden === Boolean(text)) element.hidden = !text;
}

/** Loads the style of parts that the first board does not have, before they are drawn. @param {string} href */
export function styled(href) {
  const style = html("link", { rel: "stylesheet", href });
  document.head.append(style);
  return new Promise((done) => (style.onload = style.onerror = done));
}

/** The outlines that were already read, by name. @type {Map<string, string>} */
const outlines = new Map();

/** Returns the outline of a sign of index.html. @param {string} name */
export function outline(name) {
  const known = outlines.get(name) ?? document.getElementById(`sign-${name}`)?.getAttribute("d") ?? "";
  outlines.set(name, known);
  return known;
}

/** Scrolls a list to an item, without scrolling the page. @param {HTMLElement} list @param {Element | null} item */
export function scrollTo(list, item) {
  if (!(item instanceof HTMLElement)) return;
  const [above, below] = [item.offsetTop, item.offsetTop + item.offsetHeight - list.clientHeight];
  list.scrollTop = Math.min(above, Math.max(below, list.scrollTop));
}
