//! The page as a person has it: what is seen, and what hands can do.

use std::time::{Duration, Instant};
use std::{env, fs};

use fantoccini::Client;
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MOUSE_BUTTON_LEFT, MOUSE_BUTTON_RIGHT, MouseActions, PointerAction,
    TouchActions,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::ChromiumCommand;

/// How long anything may take before a test gives up. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) const ESCAPE: char = '\u{e00c}';
pub(crate) const ENTER: char = '\u{e007}';
pub(crate) const TAB: char = '\u{e004}';
pub(crate) const ARROW_UP: char = '\u{e013}';
pub(crate) const ARROW_RIGHT: char = '\u{e014}';

pub(crate) struct Page {
    pub(crate) client: Client,
    /// Where the page is, with a slash at the end.
    url: &'static str,
}

impl Page {
    pub(crate) fn new(client: Client, url: &'static str) -> Page {
        Page { client, url }
    }

    /// Opens the page at the address of a position (`?n=8&queens=b4`), and waits for its guide.
    pub(crate) async fn open(&self, address: &str) {
        self.open_at_once(address).await;
        self.answered().await;
    }

    /// Opens the page at an address, and waits only until there is a board.
    pub(crate) async fn open_at_once(&self, address: &str) {
        self.client.goto(&format!("{}{address}", self.url)).await.unwrap();
        self.until("document.querySelector('[role=gridcell]')").await;
    }

    /// Waits for the guide to the position that is shown.
    pub(crate) async fn answered(&self) {
        self.until("document.getElementById('grid').ariaBusy === 'false'").await;
    }

    /// Waits until an expression of JavaScript is true.
    pub(crate) async fn until(&self, expression: &str) {
        let start = Instant::now();
        while !self.read::<bool>(&format!("Boolean({expression})")).await {
            assert!(start.elapsed() < PATIENCE, "in vain: {expression}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The value of an expression of JavaScript.
    pub(crate) async fn read<T: DeserializeOwned>(&self, expression: &str) -> T {
        let value = self.client.execute(&format!("return {expression};"), vec![]).await.unwrap();
        serde_json::from_value(value).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The text of an element, by its id.
    pub(crate) async fn text(&self, id: &str) -> String {
        self.read(&format!("document.getElementById('{id}').textContent")).await
    }

    /// Everything behind the path of the address.
    pub(crate) async fn address(&self) -> String {
        self.read("location.search").await
    }

    /// The number of remaining solutions, as it is written.
    pub(crate) async fn count(&self) -> String {
        self.text("count").await
    }

    pub(crate) async fn notice(&self) -> String {
        self.text("notice").await
    }

    /// What a screen reader says of a square.
    pub(crate) async fn label(&self, square: &str) -> String {
        self.read(&format!("document.querySelector('[data-square={square}]').ariaLabel")).await
    }

    /// The statuses of all squares, rank 1 first, as they are drawn.
    pub(crate) async fn statuses(&self) -> Vec<String> {
        let drawn = "getAttribute('class').split(' ')[2]";
        self.read(&format!("[...document.querySelectorAll('[role=row]')].reverse().flatMap(row => [...row.children].map(cell => cell.{drawn}))")).await
    }

    /// Clicks on what a selector finds.
    pub(crate) async fn click(&self, selector: &str) {
        self.mouse(selector, MOUSE_BUTTON_LEFT).await;
    }

    pub(crate) async fn click_square(&self, square: &str) {
        self.click(&format!("[data-square={square}]")).await;
    }

    pub(crate) async fn right_click_square(&self, square: &str) {
        self.mouse(&format!("[data-square={square}]"), MOUSE_BUTTON_RIGHT).await;
    }

    /// Moves the mouse over a square.
    pub(crate) async fn hover_square(&self, square: &str) {
        let over = self.move_to(&format!("[data-square={square}]")).await;
        self.client.perform_actions(MouseActions::new("mouse".to_owned()).then(over)).await.unwrap();
    }

    /// Presses the button that stands for an action.
    pub(crate) async fn press(&self, act: &str) {
        let visible = format!("[...document.querySelectorAll('[data-act={act}]')].find(e => e.offsetParent)");
        self.read::<Value>(&format!("{visible}.setAttribute('data-wanted', '') ?? null")).await;
        self.click("[data-wanted]").await;
        self.read::<Value>("document.querySelector('[data-wanted]')?.removeAttribute('data-wanted') ?? null").await;
    }

    async fn mouse(&self, selector: &str, button: u64) {
        let over = self.move_to(selector).await;
        let mouse = MouseActions::new("mouse".to_owned());
        let actions = mouse.then(over).then(PointerAction::Down { button }).then(PointerAction::Up { button });
        self.client.perform_actions(actions).await.unwrap();
    }

    /// A finger on a square, for so long.
    pub(crate) async fn touch_square(&self, square: &str, duration: Duration) {
        let over = self.move_to(&format!("[data-square={square}]")).await;
        let button = MOUSE_BUTTON_LEFT;
        let actions = TouchActions::new("finger".to_owned())
            .then(over)
            .then(PointerAction::Down { button })
            .then(PointerAction::Pause { duration })
            .then(PointerAction::Up { button });
        self.client.perform_actions(actions).await.unwrap();
    }

    async fn move_to(&self, selector: &str) -> PointerAction {
        let element = format!("document.querySelector(`{selector}`)");
        self.read::<Value>(&format!("{element}.scrollIntoView({{ block: 'nearest' }}) ?? null")).await;
        let center = "(({x, y, width, height}) => [x + width / 2, y + height / 2])";
        let (x, y) = self.read(&format!("{center}({element}.getBoundingClientRect())")).await;
        PointerAction::MoveTo { duration: None, x, y }
    }

    /// Types keys, one after the other.
    pub(crate) async fn keys(&self, keys: impl IntoIterator<Item = char>) {
        for value in keys {
            let actions = KeyActions::new("keys".to_owned());
            let actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
            self.client.perform_actions(actions).await.unwrap();
        }
    }

    /// Makes the window a screen of another size; a phone also has fingers.
    pub(crate) async fn resize(&self, width: u32, height: u32, is_phone: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await;
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_phone })).await;
    }

    /// What the system prefers: `light` or `dark`.
    pub(crate) async fn prefer(&self, scheme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    pub(crate) async fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.client.issue_cmd(ChromiumCommand::devtools(command, parameters)).await.unwrap()
    }

    /// Runs a script before those of the page, whenever it is loaded from now on.
    pub(crate) async fn before_the_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Takes a picture, keeps it in `target/screenshots`, and gives its bytes.
    pub(crate) async fn screenshot(&self, name: &str) -> Vec<u8> {
        let picture = self.client.screenshot().await.unwrap();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/screenshots");
        fs::create_dir_all(folder).unwrap();
        fs::write(format!("{folder}/{name}.png"), &picture).unwrap();
        picture
    }

    /// Fails if the console holds an error or a violation of the content security policy. That the server said
    /// "not yet" is the browser's own remark, and none.
    pub(crate) async fn expect_quiet_console(&self) {
        let log = self.client.issue_cmd(ChromiumCommand("se/log", json!({ "type": "browser" }))).await.unwrap();
        let is_loud = |entry: &&Value| {
            let is_refusal =
                entry["source"] == "network" && entry["message"].as_str().unwrap().contains("status of 503");
            (entry["level"] == "SEVERE" || entry["level"] == "WARNING") && !is_refusal
        };
        let loud: Vec<&Value> = log.as_array().unwrap().iter().filter(is_loud).collect();
        assert_eq!(loud, Vec::<&Value>::new());
        let elsewhere = "performance.getEntriesByType('resource').map(e => e.name).filter(name => !name.startsWith(location.origin))";
        assert_eq!(self.read::<Vec<String>>(elsewhere).await, Vec::<String>::new());
    }
}
