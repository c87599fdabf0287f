// What the browser keeps for the page: nothing that matters, since it may refuse to.

/** The value kept under a key; null if there is none or the browser won't say. */
export function recall(kept, key) {
  try {
    return globalThis[kept].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value in `localStorage` or `sessionStorage`, if the browser lets it. */
export function keep(kept, key, value) {
  try {
    globalThis[kept].setItem(key, value);
  } catch {
    // The page works without.
  }
}
