// Messages name keys, buttons to tap or buttons to click, by the player's last input.

import assert from "node:assert/strict";
import { test } from "node:test";

const listeners = {};
globalThis.matchMedia = () => ({ matches: false });
globalThis.addEventListener = (/** @type {string} */ name, /** @type {Function} */ listener) => (listeners[name] = listener);
const { worded } = await import("../../page/words.js");

const tools = [
  { key: "i", label: "Hint" },
  { key: "Enter", label: "Make the move" },
  { key: "r", label: "Restart" },
  { key: "w", label: "Why?" },
];
const last = {
  keys: () => listeners.keydown({}),
  touch: () => listeners.pointerdown({ pointerType: "touch" }),
  mouse: () => listeners.pointerdown({ pointerType: "mouse" }),
};

test("messages are worded for the last input", () => {
  for (const [text, touch, mouse] of [
    ["Press i for a hint.", "Tap Hint for a hint.", "Click Hint for a hint."],
    ["Press Enter to make the move. Press i for the reason.", "Tap Make the move. Tap Hint for the reason.", "Click Make the move. Click Hint for the reason."],
    ["Resumed (3 of 8). Press r to restart. Press N for a new puzzle.", "Resumed (3 of 8). Tap Restart.", "Resumed (3 of 8). Click Restart."],
    ["They clash. Press w to see it.", "They clash. Tap Why? to see it.", "They clash. Click Why? to see it."],
  ]) {
    last.keys();
    assert.equal(worded(text, tools), text);
    last.touch();
    assert.equal(worded(text, tools), touch);
    last.mouse();
    assert.equal(worded(text, tools), mouse);
  }
});

test("the button for more of a hint is not repeated in words", () => {
  last.touch();
  assert.equal(worded("Rule out d5. Press i for the reason.", [{ key: "i", label: "Reason", act: "hint" }]), "Rule out d5.");
});

test("a message for a pointer names the gesture of the device, and no key", () => {
  const [keys, pointed] = ["Enter places. Press 1 to play alone.", "Tap: place. Long-press or right-click: rule out. Press 1 to play alone."];
  last.touch();
  assert.equal(worded(keys, tools, pointed), "Tap: place. Long-press: rule out.");
  last.mouse();
  assert.equal(worded(keys, tools, pointed), "Click: place. Right-click: rule out.");
});

test("a message with words of its own for a pointer is not translated", () => {
  const [keys, pointed] = ["Move the cursor with the arrow keys.", "Tap a square."];
  last.keys();
  assert.equal(worded(keys, tools, pointed), keys);
  last.touch();
  assert.equal(worded(keys, tools, pointed), pointed);
  last.mouse();
  assert.equal(worded(keys, tools, pointed), "Click a square.");
});
