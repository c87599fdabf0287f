// The panel that says why a square is what it is, step by step, with each step drawn on the board.

import * as api from "./api.js";
import { html } from "./board.js";
import { bringUp } from "./panel.js";
import { afterCase, caseOf, framesOf, pictureOf, visibleFrames } from "./explanation.js";
import * as words from "./explanation-words.js";

const part = (name) => document.getElementById(`why-${name}`);

export class WhyPanel {
  element = document.getElementById("why");
  #changed;
  #asking = null;
  #answer = null;
  #frames = [];
  #at = 0;

  /** `changed` is called when there is something else to draw. */
  constructor(changed) {
    this.#changed = changed;
    part("steps").addEventListener("click", (event) => {
      const step = event.target.closest("[data-frame]");
      if (step) this.#go(Number(step.dataset.frame));
    });
  }

  /** Asks why, and opens when the answer is there. Fails with a `NoAnswer`. */
  async open(position, square) {
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const answer = await api.explanation(position, square, signal);
    if (signal.aborted) return;
    this.#answer = answer;
    this.#frames = framesOf(answer);
    this.element.hidden = false;
    this.#go(0);
    bringUp(this.element, part("headline"));
  }

  close() {
    this.#asking?.abort();
    this.#answer = null;
    this.element.hidden = true;
  }

  first = () => this.#go(0);
  previous = () => this.#go(this.#at - 1);
  next = () => this.#go(this.#at + 1);
  last = () => this.#go(this.#frames.length - 1);
  caseStart = () => this.#go(caseOf(this.#frames, this.#at) ?? 0);
  skip = () => this.#go(afterCase(this.#frames, this.#at) ?? this.#frames.length - 1);

  /** What to draw over the board. */
  get picture() {
    return this.#frames.length ? pictureOf(this.#answer.square, this.#frames[this.#at]) : null;
  }

  /** The board after the repair, and its words; null if there is none to do. */
  get repaired() {
    const { repair, queens, blocked } = this.#answer;
    if (!repair) return null;
    return {
      queens: queens.filter((name) => !repair.lift.includes(name)),
      blocked: blocked.filter((name) => !repair.unblock.includes(name)),
      made: `${words.doing(repair)}.`,
    };
  }

  #go(at) {
    this.#at = Math.max(0, Math.min(at, this.#frames.length - 1));
    this.#draw();
    this.#changed();
  }

  #draw() {
    const answer = this.#answer;
    part("headline").textContent = words.headline(answer);
    const hasAlso = answer.also.queens.length + answer.also.blocked.length > 0;
    part("also").hidden = !hasAlso;
    part("also").textContent = hasAlso ? words.also(answer.also) : "";
    const shown = this.#frames.length ? visibleFrames(this.#frames, this.#at) : [];
    part("steps").replaceChildren(...shown.map((index) => this.#step(index)));
    keepInSight(part("steps"));
    part("conclusion").textContent = words.conclusion(answer, this.#frames.length);
    part("repair").textContent = words.repair(answer);
    part("do").hidden = !answer.repair;
    part("do").textContent = answer.repair ? words.doing(answer.repair) : "";
    part("skip").hidden = !this.#frames.some(({ scene }) => scene === "case");
    part("walk").hidden = this.#frames.length < 2;
  }

  #step(index) {
    const frame = this.#frames[index];
    const button = html("button", { type: "button", "data-frame": index }, words.frame(this.#answer.square, frame));
    if (index === this.#at) button.setAttribute("aria-current", "step");
    return html("li", { class: `depth-${Math.min(frame.depth, 4)}` }, button);
  }
}

/** Scrolls a list, and not the page with it, to where its current item is. */
function keepInSight(list) {
  const item = list.querySelector("[aria-current]")?.parentElement;
  if (!item) return;
  const [above, below] = [item.offsetTop, item.offsetTop + item.offsetHeight - list.clientHeight];
  list.scrollTop = Math.min(above, Math.max(below, list.scrollTop));
}
