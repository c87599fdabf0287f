// The element <nqueens-board>: the page in a frame, with a channel of messages.

/** The attributes that change the board. */
const OBSERVED = ["src", "size", "puzzle", "theme", "readonly"];

export class NqueensBoard extends HTMLElement {
  static observedAttributes = OBSERVED;

  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  /** @type {MessagePort | null} */
  #port = null;
  /** The address shown by the frame. */
  #address = "";

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const style = document.createElement("style");
    style.textContent = ":host { display: block; width: 400px; height: 640px } iframe { display: block; width: 100%; height: 100%; border: 0 }";
    this.#frame = document.createElement("iframe");
    this.#frame.title = this.getAttribute("title") ?? this.getAttribute("aria-label") ?? "Puzzle";
    root.replaceChildren(style, this.#frame);
    this.#load();
  }

  disconnectedCallback() {
    this.#port?.close();
    this.#port = null;
    this.#frame?.remove();
    this.#frame = null;
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (!this.#frame || before === now) return;
    if (name === "src") this.#load();
    else if (name === "theme" || name === "readonly") this.#look();
    else if (this.#wanted() !== this.#address) this.#post({ address: (this.#address = this.#wanted()) });
  }

  /** Makes a move of the player: `undo`, `redo`, `hint` or `restart`. @param {string} name */
  act(name) {
    this.#post({ act: name });
  }

  /** The page to show: the page beside this script, or the page that the attribute `src` names. */
  #page() {
    return new URL(this.getAttribute("src") ?? "./page/index.html", this.hasAttribute("src") ? document.baseURI : import.meta.url);
  }

  /** Returns the address of the puzzle, as after the `#` of a link. */
  #wanted() {
    const puzzle = this.getAttribute("puzzle");
    if (puzzle === null) return `n=${encodeURIComponent(this.getAttribute("size") ?? "8")}`;
    if (/^(n|id|puzzle)=/.test(puzzle)) return puzzle;
    return /^[a-z]+(-[a-z0-9]+){1,2}$/i.test(puzzle) ? `id=${puzzle}` : `puzzle=${encodeURIComponent(puzzle)}`;
  }

  #load() {
    const [frame, url] = [this.#frame, this.#page()];
    if (!frame) return;
    this.#port?.close();
    this.#port = null;
    url.searchParams.set("embed", "");
    this.#address = this.#wanted();
    url.hash = this.#address;
    frame.onload = () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => this.#heard(data);
      this.#port = port1;
      frame.contentWindow?.postMessage("nqueens", url.origin === "null" ? "*" : url.origin, [port2]);
      this.#look();
    };
    frame.src = url.href;
  }

  #look() {
    this.#post({ theme: this.getAttribute("theme"), readonly: this.hasAttribute("readonly") });
  }

  /** @param {object} message */
  #post(message) {
    this.#port?.postMessage(message);
  }

  /** Passes a message of the page on as an event. @param {{ event: string, detail: object }} message */
  #heard({ event, detail }) {
    if (["ready", "move", "solved"].includes(event)) this.dispatchEvent(new CustomEvent(event, { detail, bubbles: true, composed: true }));
  }
}

if (!customElements.get("nqueens-board")) customElements.define("nqueens-board", NqueensBoard);
