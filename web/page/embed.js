// The page in a frame: a channel of messages to the page around it, which sends its port first.

import { part } from "./dom.js";
import { address, isEmbedded } from "./effects.js";

/** @type {MessagePort | null} */
let port = null;
/** The last state sent, as JSON. */
let sent = "";

/** Takes messages of the page around: the looks, another puzzle, a button. @param {Tell} tell @param {() => View} view */
export function listen(tell, view) {
  if (!isEmbedded) return;
  addEventListener("message", ({ data, source, ports }) => {
    if (data !== "nqueens" || source !== parent || !ports[0]) return;
    port?.close();
    port = ports[0];
    sent = "";
    port.onmessage = ({ data: { theme, readonly, address: wanted, act } }) => {
      if (theme !== undefined) document.documentElement.dataset.theme = theme ?? "";
      if (readonly !== undefined) part("main").inert = readonly;
      if (wanted !== undefined) {
        history.replaceState(null, "", `${location.pathname}${location.search}#${wanted}`);
        tell({ address: String(wanted) });
      }
      if (act !== undefined) tell({ act: String(act) });
    };
    report(view());
  });
}

/** Reports the state to the page around, if it has changed. @param {View} view */
export function report({ head, solved, busy, puzzle }) {
  if (!port || !puzzle || busy || !head.standing) return;
  const now = address();
  const names = (/** @type {string} */ name) => new URLSearchParams(now).get(name)?.split(",") ?? [];
  const placed = [...names("queens"), ...names("placed")];
  const detail = { address: now, placed, blocked: names("blocked"), solved, standing: head.standing, remaining: head.remaining ?? "" };
  const text = JSON.stringify(detail);
  if (text === sent) return;
  const event = sent ? "move" : "ready";
  const wasSolved = sent && JSON.parse(sent).solved;
  sent = text;
  port.postMessage({ event, detail });
  if (solved && !wasSolved) port.postMessage({ event: "solved", detail });
}
