// A configurator as a tree of options: by mouse, by fingers and by keys, at every size, for screen readers too.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { axe, inBrowsers } from "./browser.mjs";
import { Player } from "./player.mjs";

const CAMPER = readFileSync(fileURLToPath(new URL("../../../puzzle-files/puzzles/camper-van.toml", import.meta.url)), "utf8");
const CAR = `features
    Car
        mandatory
            Engine {price 2000}
                alternative
                    Petrol
                    Diesel {price 1900}
                    Electric {price 7200}
            Gearbox
                alternative
                    Manual
                    Automatic {price 1600}
        optional
            Comfort
                or
                    Heating {price 380}
                    Massage {price 870}
                    Sunroof {price 950}
            Towbar {price 780}
constraints
    Electric => Automatic
    Massage => Heating
    !(Electric & Towbar)
`;
const LAMP = `<featureModel>
<struct><and mandatory="true" name="Lamp"><feature name="Dimmer"/><alt mandatory="true" name="Bulb"><feature name="Warm"/><feature name="Cold"/></alt></and></struct>
<constraints><rule><imp><var>Dimmer</var><var>Warm</var></imp></rule></constraints>
</featureModel>`;

/** Returns the number of cars with these options, counted by hand: an engine, a gearbox, extras and the tow bar. */
function cars(is = () => true) {
  let count = 0;
  for (let code = 0; code < 96; code += 1) {
    const [engine, automatic, extras, towbar] = [code % 3, Math.floor(code / 3) % 2, Math.floor(code / 6) % 8, Math.floor(code / 48)];
    const [heating, massage, electric] = [extras & 1, (extras >> 1) & 1, engine === 2];
    if (!(electric && (!automatic || towbar)) && (!massage || heating) && is({ engine, electric, massage, towbar })) count += 1;
  }
  return count;
}

class Chooser extends Player {
  /** Opens a puzzle's text, as if it was pasted. */
  async paste(text) {
    await this.page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      // Firefox ignores the data of a made event.
      const event = Object.assign(new Event("paste", { bubbles: true }), { clipboardData });
      document.body.dispatchEvent(event);
    }, text);
    await this.settle();
  }

  /** Returns the lines of the tree. */
  lines() {
    return this.page.evaluate(() =>
      [...document.querySelectorAll("#options [data-line]")].map((line) => ({
        name: line.querySelector(".name").textContent,
        price: line.querySelector(".price").textContent,
        state: line.querySelector(".state").textContent,
        label: line.innerText.trim().replaceAll(/\s+/g, " "),
        level: Number(line.getAttribute("aria-level")),
        expanded: line.getAttribute("aria-expanded"),
        selected: line.getAttribute("aria-selected"),
        sign: getComputedStyle(line.querySelector(".sign"), "::before").content,
      })),
    );
  }

  async line(name) {
    return (await this.lines()).find((line) => line.name === name);
  }

  /** Returns the middle of a part of a line, in sight. */
  async middle(name, part = ".name") {
    return this.page.evaluate(
      (name, part) => {
        const line = [...document.querySelectorAll("#options [data-line]")].find((line) => line.querySelector(".name").textContent === name);
        line.scrollIntoView({ block: "center" });
        const { left, top, width, height } = line.querySelector(part).getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      },
      name,
      part,
    );
  }

  async press(name, part, button = "left") {
    await this.page.mouse.click(...(await this.middle(name, part)), { button });
    await this.settle();
  }

  async focusTree() {
    await this.page.evaluate(() => document.querySelector("#options [tabindex='0']").focus());
  }

  async type(...keys) {
    await this.keys(...keys);
    await this.settle();
  }

  /** Returns the name of the line with the focus. */
  at() {
    return this.page.evaluate(() => document.activeElement?.querySelector(".name")?.textContent);
  }
}

inBrowsers("a configurator is chosen, excluded, explained and completed by mouse", async ({ open }) => {
  const page = await open("#n=4");
  const player = new Chooser(page);
  await player.settle();
  await player.paste(CAR);
  assert.equal(await player.text("title"), "Car");
  assert.match(await player.text("remaining"), new RegExp(`^${cars()}\\s+configurations left$`));
  assert.equal(await player.text("standing"), "0 chosen · 2 forced · 0 so far · total from 2000");
  const electric = await player.line("Electric");
  assert.equal(electric.state, `open, ${cars(({ electric }) => electric)} configurations left, from 10800`);
  assert.equal(electric.label, `Electric 7200 ${electric.state}`);
  assert.deepEqual([electric.price, electric.level], ["7200", 3]);
  await player.press("Diesel");
  assert.equal((await player.line("Diesel")).state, "chosen by you");
  assert.equal((await player.line("Electric")).state, "excluded");
  assert.match(await player.text("remaining"), new RegExp(`^${cars(({ engine }) => engine === 1)}\\s`));
  await player.press("Towbar", ".name", "right");
  assert.equal((await player.line("Towbar")).state, "excluded by you");
  const signs = await Promise.all(["Diesel", "Towbar", "Electric", "Gearbox", "Manual"].map((name) => player.line(name)));
  assert.equal(new Set(signs.map(({ sign }) => sign)).size, 5, "states differ without colours");
  // A click on the state asks why, one on another line then explains that line.
  await player.press("Electric", ".state");
  assert.equal(await player.text("question"), "Why Electric is excluded");
  assert.match(await player.text("causes"), /Your choices\s+Diesel\s+Rules/i);
  await player.press("Petrol");
  assert.equal(await player.text("question"), "Why Petrol is excluded");
  await player.tool("repair");
  await player.settle();
  assert.match((await player.line("Diesel")).state, /^open/);
  // A group folds by its sign, and chooses nothing.
  const before = (await player.lines()).length;
  await player.press("Gearbox", ".fold");
  assert.deepEqual([(await player.lines()).length, (await player.line("Gearbox")).expanded], [before - 2, "false"]);
  assert.equal((await player.line("Gearbox")).state, "forced");
  await player.tool("cheapest");
  await player.settle();
  assert.equal(await player.text("remaining"), "complete");
  assert.match(await player.text("standing"), /2000 so far · total 2000$/);
  assert.match(await player.text("lines"), /Completed by the cheapest configuration \(total 2000\)\./);
  await player.tool("undo");
  await player.settle();
  assert.match(await player.text("standing"), /^0 chosen · 2 forced · 1 excluded/);
  // Another puzzle is a board again.
  await player.paste("1...............");
  assert.equal((await player.cells()).length, 16);
  assert.ok(!(await player.read(() => document.getElementById("options").checkVisibility())));
});

inBrowsers("a configurator is chosen by keys alone, with a search", async ({ open }) => {
  const page = await open("#n=4");
  const player = new Chooser(page);
  await player.settle();
  await player.paste(CAR);
  await player.focusTree();
  assert.equal(await player.at(), "Car");
  await player.type("ArrowDown", "ArrowDown", "ArrowDown");
  assert.equal(await player.at(), "Diesel");
  await player.type("Enter");
  assert.equal((await player.line("Diesel")).state, "chosen by you");
  await player.type("ArrowLeft");
  assert.equal(await player.at(), "Engine");
  await player.type("ArrowLeft");
  assert.deepEqual([(await player.line("Engine")).expanded, await player.line("Diesel")], ["false", undefined]);
  await player.type("f", "End");
  assert.equal(await player.at(), "Towbar");
  await player.type("x");
  assert.equal((await player.line("Towbar")).state, "excluded by you");
  // The search has the focus, filters while the player types, and leads to the line.
  await player.type("/");
  assert.equal(await player.focused(), "Find an option");
  await page.keyboard.type("ele");
  await player.settle();
  assert.deepEqual((await player.lines()).map(({ name }) => name), ["Electric"]);
  assert.equal(await player.read(() => document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).querySelector(".name").textContent), "Electric");
  await player.type("Enter");
  assert.equal(await player.at(), "Electric");
  assert.ok((await player.lines()).length > 10, "the search is over");
  await player.type("w");
  assert.equal(await player.text("question"), "Why Electric is excluded");
  await player.type("Escape");
  assert.equal(await player.at(), "Electric", "the focus comes back");
  // A search from the field itself, given up, and one without a result.
  await player.read(() => document.getElementById("find").focus());
  await page.keyboard.type("sun");
  await player.settle();
  assert.deepEqual((await player.lines()).map(({ name }) => name), ["Sunroof"]);
  await player.type("Escape");
  assert.ok((await player.lines()).length > 10);
  assert.equal(await player.read(() => document.getElementById("find").value), "");
  await player.type("/");
  await page.keyboard.type("zebra");
  await player.settle();
  assert.equal(await player.text("no-option"), "No option has these words in its name.");
  await player.type("Escape");
  // Tab leaves the tree.
  await player.focusTree();
  await player.keys("Tab");
  assert.equal(await player.at(), undefined);
  // Undo by its key.
  await player.focusTree();
  await player.type("u", "u");
  assert.match(await player.text("standing"), /^0 chosen/);
});

inBrowsers("fingers choose, exclude and explain", async ({ open }) => {
  const page = await open("#n=4", { width: 390, height: 844, hasTouch: true, isMobile: true });
  const player = new Chooser(page);
  await player.settle();
  await player.paste(CAR);
  await page.touchscreen.tap(...(await player.middle("Electric")));
  await player.settle();
  assert.equal((await player.line("Electric")).state, "chosen by you");
  const touch = await page.touchscreen.touchStart(...(await player.middle("Sunroof")));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await touch.end();
  await player.settle();
  assert.equal((await player.line("Sunroof")).state, "excluded by you");
  await page.touchscreen.tap(...(await player.middle("Towbar", ".state")));
  await player.settle();
  assert.equal(await player.text("question"), "Why Towbar is excluded");
  assert.ok(await player.read(() => document.getElementById("question").getBoundingClientRect().top < innerHeight), "the explanation is in sight");
}, ["chrome"]);

inBrowsers("files of all formats open, dropped or from the menu, and a reload goes on", async ({ open }) => {
  const page = await open("#n=4");
  const player = new Chooser(page);
  await player.settle();
  for (const [name, text, title, count] of [["car.uvl", CAR, "Car", cars()], ["lamp.xml", LAMP, "Lamp", 3], ["van.toml", CAMPER, "Camper van", null]]) {
    await page.evaluate(async ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      document.body.dispatchEvent(Object.assign(new Event("drop", { bubbles: true, cancelable: true }), { dataTransfer }));
    }, [name, text]);
    await player.settle(300);
    assert.equal(await player.text("title"), title);
    if (count) assert.match(await player.text("remaining"), new RegExp(`^${count}\\s`));
  }
  const beds = await player.line("beds");
  assert.deepEqual([beds.state, beds.label], ["", "beds (exactly 1 of 3)"]);
  await player.press("pop-up-roof");
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await page.reload();
  await page.waitForSelector("#options [data-line]");
  await player.settle();
  assert.equal((await player.line("pop-up-roof")).state, "chosen by you");
  // The example of the menu, which is the same puzzle.
  await page.evaluate(() => (location.hash = "n=4"));
  await player.settle();
  await player.tool("menu");
  await player.settle();
  await player.choose("More puzzles");
  await player.settle();
  await player.choose("Camper van");
  await player.settle();
  assert.equal(await player.text("title"), "Camper van");
  assert.ok((await player.lines()).length > 20);
  // A model of 450 lines is drawn in parts.
  await player.paste(`names = "${Array.from({ length: 450 }, (_, i) => `o${i}`).join(" ")}"\n[excludes]\no0 = "o1"\n`);
  assert.equal((await player.lines()).length, 400);
  await page.evaluate(() => [...document.querySelectorAll("#options > button")].at(-1).click());
  await player.settle();
  assert.deepEqual((await player.lines()).map(({ name }) => name).slice(0, 2), ["o400", "o401"]);
});

/** Returns the visible elements that extend beyond the right edge of the window, except buttons that scroll by themselves. */
const sticksOut = () => {
  const wide = [...document.querySelectorAll("body *")].filter(
    (element) => element.checkVisibility() && !element.closest(".unseen, dialog:not([open]), #tools-mode") && element.getBoundingClientRect().right > innerWidth + 0.5,
  );
  const { scrollWidth, clientWidth } = document.documentElement;
  return [...wide.map((element) => element.outerHTML.slice(0, 90)), ...(scrollWidth > clientWidth ? [`${scrollWidth} > ${clientWidth}`] : [])];
};

inBrowsers("at every size, light and dark, nothing sticks out and axe finds no violation", async ({ open }) => {
  const source = axe();
  assert.ok(source, "axe-core is not there");
  const page = await open("#n=4");
  const player = new Chooser(page);
  await page.setBypassCSP(true);
  await page.reload();
  await page.waitForSelector("#grid [data-at]");
  await player.settle();
  await page.evaluate(source);
  const violations = [];
  const states = [
    ["new", async () => player.paste(CAMPER)],
    ["chosen", async () => player.press("pop-up-roof")],
    ["searching", async () => {
      await player.focusTree();
      await player.type("/");
      await page.keyboard.type("so");
      await player.settle();
    }],
    ["why", async () => {
      await player.type("Escape");
      await player.press("bunks", ".state");
    }],
  ];
  for (const [name, reach] of states) {
    await page.setViewport({ width: 1280, height: 900 });
    await reach();
    for (const [width, height] of [[320, 568], [844, 390], [1440, 900]]) {
      await page.setViewport({ width, height });
      const wide = await page.evaluate(sticksOut);
      violations.push(...wide.map((each) => `${name} ${width}: ${each}`));
      for (const looks of [{ "prefers-color-scheme": "light" }, { "prefers-color-scheme": "dark" }, { "forced-colors": "active" }]) {
        const session = await page.createCDPSession();
        await session.send("Emulation.setEmulatedMedia", { features: Object.entries(looks).map(([name, value]) => ({ name, value })) });
        if (process.env.NQUEENS_PICTURES) await page.screenshot({ path: `${process.env.NQUEENS_PICTURES}/tree-${name}-${width}-${Object.values(looks)[0]}.png` });
        const found = await page.evaluate(async () => {
          const { violations } = await window.axe.run();
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
        });
        violations.push(...found.map((each) => `${name} at ${width}x${height}, ${JSON.stringify(looks)}: ${each}`));
        await session.detach();
      }
    }
  }
  assert.deepEqual(violations, []);
}, ["chrome"]);
