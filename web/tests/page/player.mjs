// Plays on the page as a person does, by mouse, by fingers and by keys, and reads the visible and the announced texts.

/** Runs in the page. Resolves when only the clock and the mark of a pending answer have changed for a while. */
const quiet = (still) =>
  new Promise((resolve) => {
    let timer = setTimeout(done, still);
    const isClock = ({ target, attributeName }) =>
      attributeName === "data-waits" || (target.nodeType === 1 ? target : target.parentElement)?.closest("#facts");
    const observer = new MutationObserver((changes) => {
      if (changes.every(isClock)) return;
      clearTimeout(timer);
      timer = setTimeout(done, still);
    });
    function done() {
      observer.disconnect();
      resolve();
    }
    observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
  });

export class Player {
  constructor(page) {
    this.page = page;
  }

  /** Waits until the game has answered and no job is running. */
  async settle(still = 120) {
    await this.page.waitForFunction(() => !document.querySelector("[data-waits], #grid[aria-busy]"), { timeout: 120_000 });
    await this.page.evaluate(quiet, still);
  }

  read(script, ...given) {
    return this.page.evaluate(script, ...given);
  }

  text(id) {
    return this.page.evaluate((id) => document.getElementById(id).innerText.trim(), id);
  }

  /** Returns the last announcement. */
  said() {
    return this.page.evaluate(() => document.getElementById("said").textContent);
  }

  /** Starts to record announcements, in order. */
  listen() {
    return this.page.evaluate(() => {
      window.heard = [];
      const said = document.getElementById("said");
      new MutationObserver(() => said.textContent && window.heard.push(said.textContent)).observe(said, { childList: true, subtree: true });
    });
  }

  /** Returns the recorded announcements. */
  heard() {
    return this.page.evaluate(() => window.heard);
  }

  /** Returns all cells, each with its position, classes and label. */
  cells() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll("#grid [role=gridcell]")].map((cell) => ({
        at: Number(cell.dataset.at),
        status: cell.classList,
        is: [...cell.classList],
        label: cell.getAttribute("aria-label") ?? "",
        text: cell.querySelector(".text")?.textContent ?? "",
        marks: [...cell.querySelectorAll(".marks i")].filter((mark) => mark.dataset.symbol).map((mark) => [mark.dataset.symbol, mark.className]),
      })),
    );
  }

  async cell(name) {
    return (await this.cells()).find(({ label }) => label.startsWith(name) && !/^[\w]/.test(label.slice(name.length)));
  }

  async #middle(name) {
    const at = typeof name === "number" ? name : (await this.cell(name)).at;
    return this.page.evaluate((at) => {
      const element = document.querySelector(`#grid [data-at="${at}"]`);
      element.scrollIntoView({ block: "center" });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    }, at);
  }

  async click(name, button = "left") {
    await this.page.mouse.click(...(await this.#middle(name)), { button });
  }

  /** Places a piece by clicks: without the guide, the first click on a cell rules it out, unless it is shown as ruled out. */
  async place(name) {
    for (let clicks = 0; clicks < 2 && !(await this.cell(name)).is.includes("placed"); clicks += 1) {
      await this.click(name);
      await this.settle();
    }
  }

  /** Clicks as a person does: the mouse stops first, and the button is held for a moment. */
  async press(name) {
    const { mouse } = this.page;
    await mouse.move(...(await this.#middle(name)));
    for (const step of ["down", "up"]) {
      await new Promise((resolve) => setTimeout(resolve, 70 + 17 * Math.random()));
      await mouse[step]();
    }
  }

  async tap(name) {
    await this.page.touchscreen.tap(...(await this.#middle(name)));
  }

  async rest(name, time = 600) {
    const touch = await this.page.touchscreen.touchStart(...(await this.#middle(name)));
    await new Promise((resolve) => setTimeout(resolve, time));
    await touch.end();
  }

  /** Draws with a finger, at once. */
  async swipe(from, to) {
    const [[x, y], [right, down]] = [await this.#middle(from), await this.#middle(to)];
    const touch = await this.page.touchscreen.touchStart(x, y);
    for (let step = 1; step <= 12; step += 1) await touch.move(x + ((right - x) * step) / 12, y + ((down - y) * step) / 12);
    await touch.end();
  }

  async drag(from, to) {
    const [start, end] = [await this.#middle(from), await this.#middle(to)];
    await this.page.mouse.move(...start);
    await this.page.mouse.down();
    await this.page.mouse.move(...end, { steps: 12 });
    await this.page.mouse.up();
  }

  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Moves the focus to the board with the Tab key, as a person without a mouse does. */
  async focusBoard() {
    await this.page.evaluate(() => document.querySelector("#grid [tabindex='0']").focus());
  }

  async tool(act) {
    await this.page.waitForSelector(`[data-act="${act}"]`);
    await this.page.evaluate((act) => {
      const button = document.querySelector(`[data-act="${act}"]`);
      // The button may be behind another tab.
      const panel = button.closest("[role=tabpanel]");
      if (panel?.hidden) document.querySelector(`[aria-controls="${panel.id}"]`).click();
      button.click();
    }, act);
  }

  /** Chooses the entry of the menu, or the difficulty above the entries, whose label begins with a text. Returns true if the entry leads nowhere. */
  choose(label) {
    return this.page.evaluate((label) => {
      const labelled = (choice) => (choice.querySelector(".label") ?? choice).textContent.trim();
      const choice = [...document.querySelectorAll("[data-choice], #cover .segments label")].find((choice) => labelled(choice).startsWith(label));
      choice.click();
      return choice.getAttribute("aria-disabled") === "true";
    }, label);
  }

  /** Chooses entries of the menu and its lists, one after the other. */
  async fromMenu(...labels) {
    await this.page.click("#ask-menu");
    await this.settle();
    for (const label of labels) {
      await this.choose(label);
      await this.settle();
    }
  }

  async level(value) {
    const chosen = () => document.querySelector("#level [aria-pressed=true]")?.getAttribute("data-level");
    await this.page.evaluate((value) => document.querySelector(`#level [data-level="${value}"]`).click(), value);
    await this.settle();
    // If it would reveal the solution, the game asks first.
    if ((await this.read(chosen)) === String(value)) return;
    await this.focusBoard();
    await this.keys("Enter");
    await this.settle();
  }

  focused() {
    return this.page.evaluate(() => {
      const { activeElement: element } = document;
      return element === document.body ? "body" : (element.getAttribute("aria-label") ?? element.id ?? element.outerHTML.slice(0, 60));
    });
  }

  isSolved() {
    return this.page.evaluate(() => document.body.classList.contains("is-solved"));
  }
}
