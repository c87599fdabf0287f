// @ts-check
// The second part of the engine, which the first board doesn't need. It is linked to the first part when it is loaded, or
// when the engine first calls a function of it.

/** The exports of the first part that the second part imports. @type {WebAssembly.Exports | undefined} */
let first;
let isJoined = false;

/** @param {WebAssembly.Exports} exports */
export function begin(exports) {
  first = exports;
}

/** @param {WebAssembly.Module} rest */
export function join(rest) {
  if (isJoined || !first) return;
  // Instantiating it writes its functions into the table of the first part.
  new WebAssembly.Instance(rest, { first });
  isJoined = true;
}

/** Loads the second part synchronously: the engine calls this in the middle of its work and can't go on without. */
export function load() {
  const { href } = new URL("engine/rest_bg.wasm", import.meta.url);
  const request = new XMLHttpRequest();
  request.open("GET", href, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} ${href}`);
  join(new WebAssembly.Module(request.response));
}
