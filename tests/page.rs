//! The page's game compared with the commands: for random positions of every kind of puzzle, both give the same
//! statuses, counts and sentences.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::process::{Command, Stdio};

use engine::Engine;
use serde_json::{Value, json};

/// A generator of random numbers for the positions (SplitMix64), which shares no code with the program.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

/// Runs a command with this text as its standard input, and returns its output.
fn printed(arguments: &[String], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nqueens"));
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn answered(arguments: &[String], input: &str) -> Value {
    serde_json::from_str(&printed(arguments, input)).unwrap()
}

/// A page without a browser, with the parts of the view that the engine has sent so far.
struct Page {
    engine: Engine,
    view: BTreeMap<String, Value>,
    cells: BTreeMap<usize, Value>,
    names: BTreeMap<usize, String>,
}

impl Page {
    fn at(address: &str) -> Page {
        let engine = Engine::new(&json!({ "address": address }).to_string());
        let mut page = Page { engine, view: BTreeMap::new(), cells: BTreeMap::new(), names: BTreeMap::new() };
        page.tell(json!({ "start": true }));
        page
    }

    fn tell(&mut self, told: Value) {
        let mut answer: Value = serde_json::from_str(&self.engine.tell(&told.to_string())).unwrap();
        loop {
            assert_eq!(answer.get("error"), None, "{told}");
            for (name, value) in answer["view"].as_object().unwrap() {
                match (name.as_str(), value) {
                    ("cells", cells) => {
                        self.cells.extend(serde_json::from_value::<Vec<(usize, Value)>>(cells.clone()).unwrap());
                    }
                    _ => drop(self.view.insert(name.clone(), value.clone())),
                }
            }
            let names = self.engine.names();
            if !names.is_empty() {
                self.names.extend(serde_json::from_str::<Vec<(usize, String)>>(&names).unwrap());
            }
            if answer["pending"] != true {
                return;
            }
            answer = serde_json::from_str(&self.engine.run(&mut |_| {})).unwrap();
        }
    }

    /// Switches to a help level, and confirms it if it would reveal the only solution.
    fn assist(&mut self, level: u8) {
        self.tell(json!({ "assist": level }));
        if self.view["level"] != level {
            self.tell(json!({ "act": "confirm" }));
        }
        assert_eq!(self.view["level"], level);
    }

    /// Returns the lines of the panel with the topic `about`.
    fn lines(&self, about: &str) -> Vec<&str> {
        let lines = self.view["lines"].as_array().unwrap().iter().filter(|line| line["about"] == about);
        lines.map(|line| line["text"].as_str().unwrap()).collect()
    }

    fn steps(&self) -> Vec<&str> {
        let steps = self.view["steps"]["list"].as_array();
        steps.into_iter().flatten().map(|step| step["text"].as_str().unwrap()).collect()
    }

    /// Returns the index of the cell with this name, with which its label begins.
    fn index(&self, name: &str) -> usize {
        let begins = |label: &str| label.strip_prefix(name).is_some_and(|rest| rest.starts_with([':', ',', '=']));
        *self.names.iter().find(|(_, label)| begins(label)).unwrap_or_else(|| panic!("no cell {name}")).0
    }
}

/// A puzzle whose positions are compared.
struct Compared {
    /// The command of the kind, such as `regions`; `None` for boards of n-queens.
    kind: Option<&'static str>,
    /// The text of the puzzle; the size for boards of n-queens.
    text: String,
    /// Further arguments of commands about this puzzle.
    extra: Vec<String>,
}

impl Compared {
    fn options(&self, placed: &[String], blocked: &[String]) -> Vec<String> {
        let [place, block] = match self.kind {
            Some("puzzle") => ["--place", "--block"],
            _ => ["--queens", "--blocked"],
        };
        let list = |option: &str, names: &[String]| {
            if names.is_empty() { Vec::new() } else { vec![option.to_owned(), names.join(",")] }
        };
        [self.extra.clone(), list(place, placed), list(block, blocked)].concat()
    }

    fn arguments(&self, verb: &str, rest: &[String]) -> Vec<String> {
        let head = match self.kind {
            Some(kind) => vec![kind.to_owned(), verb.to_owned()],
            None => vec![verb.to_owned(), self.text.clone()],
        };
        [head, rest.to_vec()].concat()
    }

    fn input(&self) -> &str {
        if self.kind.is_some() { &self.text } else { "" }
    }

    fn address(&self, placed: &[String], blocked: &[String]) -> String {
        let encoded = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
        let list = |names: &[String]| names.iter().map(|name| encoded(name)).collect::<Vec<_>>().join(",");
        let what =
            if self.kind.is_some() { format!("puzzle={}", encoded(&self.text)) } else { format!("n={}", self.text) };
        format!("{what}&placed={}&blocked={}", list(placed), list(blocked))
    }

    /// Compares a random position, and returns the numbers of squares, sentences and hints compared.
    fn compare(&self, random: &mut Random) -> [usize; 3] {
        let free = answered(
            &self.arguments("guide", &[self.options(&[], &[]), vec!["--json".to_owned()]].concat()),
            self.input(),
        );
        let open: Vec<String> = variables(&free)
            .into_iter()
            .filter(|(_, status, _)| !matches!(status.as_str(), "given" | "blocked"))
            .map(|(name, ..)| name)
            .collect();
        // The command `sudoku guide` has no options for marks, so the position has none.
        let most = if self.kind == Some("sudoku") { 0 } else { 3 };
        let mut any = || {
            let number = random.below(most + 1).min(open.len());
            (0..number).map(|_| open[random.below(open.len())].clone()).collect::<Vec<_>>()
        };
        let (mut placed, mut blocked) = (any(), any());
        placed.sort();
        placed.dedup();
        blocked.sort();
        blocked.dedup();
        blocked.retain(|name| !placed.contains(name));
        let options = self.options(&placed, &blocked);
        let told =
            answered(&self.arguments("guide", &[options.clone(), vec!["--json".to_owned()]].concat()), self.input());
        let mut page = Page::at(&self.address(&placed, &blocked));
        let mut compared = [0; 3];

        // Hints are compared at level 1, since higher levels reveal more than the hints.
        if self.kind.is_some() {
            page.assist(1);
            let hint =
                answered(&self.arguments("hint", &[options.clone(), vec!["--json".to_owned()]].concat()), self.input());
            if hint["hint"].is_object() {
                (0..2).for_each(|_| page.tell(json!({ "key": "i" })));
                let expected = ["look", "play"].map(|part| hint["hint"]["sentences"][part].as_str().unwrap());
                let lines = page.lines("hint");
                assert_eq!(lines, expected, "{placed:?} {blocked:?} of\n{}", self.text);
                page.tell(json!({ "key": "i" }));
                let why: Vec<&str> = hint["hint"]["sentences"]["why"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|line| line.as_str().unwrap())
                    .collect();
                let steps = || [page.steps(), page.lines("summary")].concat();
                let shown = if page.view["mode"] == "why" { steps() } else { page.lines("hint").split_off(2) };
                assert_eq!(trimmed(&shown), trimmed(&why), "{placed:?} {blocked:?} of\n{}", self.text);
                page.tell(json!({ "key": "Escape" }));
                compared[2] += 1;
            }
        }

        page.assist(3);
        let solutions = told["solutions"].to_string();
        let remaining = page.view["head"]["remaining"].as_str().unwrap().replace(',', "");
        assert_eq!(
            remaining.strip_prefix("at least ").unwrap_or(&remaining).split(' ').next(),
            Some(solutions.as_str())
        );
        let has_values = page.view["puzzle"]["values"] != 0;
        for (name, status, count) in variables(&told) {
            if has_values {
                // The pencil marks of a cell are its candidates.
                let (cell, symbol) = name.split_once('=').unwrap();
                let drawn = &page.cells[&page.index(cell)];
                let is_left = drawn["v"].as_array().is_some_and(|values| values.iter().any(|value| value[0] == symbol));
                let is_alone = drawn["t"] == symbol;
                match status.as_str() {
                    "open" => assert!(is_left, "{name}: {drawn}"),
                    // If contradictory values are decided in one cell, all of them are shown.
                    "forced" | "placed" | "given" => assert!(
                        (is_alone || is_left) && drawn["s"] == status.as_str(),
                        "{name}: {drawn} {placed:?} {blocked:?} of\n{}",
                        self.text
                    ),
                    _ => assert!(!is_left && !is_alone, "{name} {status}: {drawn}"),
                }
            } else {
                let drawn = &page.cells[&page.index(&name)];
                let expected = match status.as_str() {
                    // The guide of the command has no status of its own for given queens.
                    "queen" | "star" if drawn["s"] == "given" => "given",
                    "queen" | "star" => "placed",
                    "attacked" => "excluded",
                    // The page tells the squares blocked from the beginning apart.
                    "blocked" if drawn["s"] == "barred" => "barred",
                    status => status,
                };
                assert_eq!(drawn["s"], expected, "{name} of\n{}", self.text);
                if matches!(expected, "open" | "forced") {
                    assert_eq!(drawn["n"].as_str().unwrap().replace(',', ""), count, "{name} of\n{}", self.text);
                }
            }
            compared[0] += 1;
        }

        // Compares the explanation of a variable that is dead or forced.
        let explained: Vec<(String, String, String)> = variables(&told)
            .into_iter()
            .filter(|(_, status, _)| matches!(status.as_str(), "dead" | "forced"))
            .collect();
        if !has_values && !explained.is_empty() && self.kind != Some("puzzle") {
            let (square, ..) = &explained[random.below(explained.len())];
            let rest = ["--square".to_owned(), square.clone()];
            let text = printed(&self.arguments("explain", &[options, rest.to_vec()].concat()), self.input());
            let index = page.index(square);
            let columns = page.view["puzzle"]["columns"].as_u64().unwrap() as usize;
            page.tell(json!({ "point": [index / columns, index % columns] }));
            page.tell(json!({ "key": "w" }));
            assert_eq!(page.view["mode"], "why", "{square} {placed:?} {blocked:?} of\n{}", self.text);
            let said: Vec<&str> = text.lines().map(str::trim).collect();
            for step in page.steps() {
                assert!(said.contains(&step), "{square}: {step:?} is not in\n{text}");
                compared[1] += 1;
            }
        }
        compared
    }
}

fn trimmed<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    lines.iter().map(|line| line.trim()).collect()
}

/// Returns the name, the status and the count of every variable of a guide.
fn variables(guide: &Value) -> Vec<(String, String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let of = |name: String, value: &Value| (name, text(&value["status"]), text(&value["solutions"]));
    if let Some(cells) = guide["cells"].as_array() {
        let list = |cell: &Value| cell.get("values").or_else(|| cell.get("variables"))?.as_array().cloned();
        let values = cells.iter().flat_map(|cell| list(cell).expect("every cell has its variables"));
        return values.map(|value| of(text(&value["name"]), &value)).collect();
    }
    let (list, name) = if guide["squares"].is_array() { ("squares", "square") } else { ("variables", "variable") };
    guide[list].as_array().unwrap().iter().map(|value| of(text(&value[name]), value)).collect()
}

/// The names of example puzzle files with a grid.
const FILES: [&str; 6] = ["tents", "knights", "minesweeper", "star-battle", "binairo", "latin-square"];

fn example(name: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/puzzles");
    std::fs::read_to_string(folder.join(name).with_extension("toml")).unwrap()
}

/// Compares `positions` random positions of boards, of example files and of generated puzzles.
fn compare_all(positions: usize) {
    let mut random = Random(16);
    let mut compared = [0; 3];
    let generated = |kind: &'static str, options: &str, extra: &str| {
        let arguments: Vec<String> = format!("{kind} generate {options}").split(' ').map(str::to_owned).collect();
        let extra = extra.split_whitespace().map(str::to_owned).collect();
        Compared { kind: Some(kind), text: printed(&arguments, ""), extra }
    };
    for number in 0..positions {
        let seed = number / 6;
        let puzzle = match number % 6 {
            0 | 1 => Compared { kind: None, text: (4 + random.below(7)).to_string(), extra: Vec::new() },
            2 => generated("challenge", &format!("{} --seed {seed}", 5 + seed % 6), ""),
            3 => generated("regions", &format!("{} --seed {seed}", 5 + seed % 5), ""),
            4 => Compared { kind: Some("puzzle"), text: example(FILES[seed % FILES.len()]), extra: Vec::new() },
            _ => generated("sudoku", &format!("--box {} --seed {seed}", ["2x2", "3x3", "2x3"][seed % 3]), ""),
        };
        let more = puzzle.compare(&mut random);
        (0..3).for_each(|at| compared[at] += more[at]);
    }
    println!(
        "{positions} positions: {} squares and values, {} sentences, {} hints",
        compared[0], compared[1], compared[2]
    );
    assert!(
        compared[0] > 40 * positions && compared[1] > positions / 4 && compared[2] > positions / 10,
        "{compared:?}"
    );
}

#[test]
fn the_page_shows_what_the_commands_print() {
    compare_all(60);
}

#[test]
#[ignore = "more of the same: a minute or two"]
fn the_page_shows_what_the_commands_print_500_times() {
    compare_all(500);
}
