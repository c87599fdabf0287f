// @ts-check
// The part of the engine that its first board does not need. It is joined to the first part when it has come, or when the
// engine calls something of it, whichever is sooner.

/** What the first part offers to the other one. @type {WebAssembly.Exports | undefined} */
let first;
let isJoined = false;

/** @param {WebAssembly.Exports} exports */
export function begin(exports) {
  first = exports;
}

/** @param {WebAssembly.Module} rest */
export function join(rest) {
  if (isJoined || !first) return;
  // By itself it puts its functions where the first part looks for them.
  new WebAssembly.Instance(rest, { first });
  isJoined = true;
}

/** Called by the engine in the middle of its work: it can't go on without the rest, so this waits for it. */
export function load() {
  const { href } = new URL("engine/rest_bg.wasm", import.meta.url);
  const request = new XMLHttpRequest();
  request.open("GET", href, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} ${href}`);
  join(new WebAssembly.Module(request.response));
}
