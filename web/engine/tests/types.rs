//! A comparison of `web/types/view.d.ts` with the engine. Every member that the engine writes in some games is
//! declared, every declared member occurs in one of the games, and the engine reads exactly the declared messages.

use std::collections::{BTreeMap, BTreeSet};

use engine::Engine;
use serde_json::{Value, json};

/// A type that is declared in `view.d.ts`.
#[derive(Clone, Debug)]
enum Type {
    /// `number`, `string`, `boolean`, `null`, `true`, or the name of another type.
    Named(String),
    /// A literal text, such as `"dead"`.
    Text(String),
    Array(Box<Type>),
    Tuple(Vec<Type>),
    /// `Record<string, T>`.
    Record(Box<Type>),
    Union(Vec<Type>),
    /// The members by name, each with `true` if it is optional.
    Object(BTreeMap<String, (bool, Type)>),
    /// `Partial<T>`.
    Partial(Box<Type>),
}

/// A parser of `view.d.ts`.
struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn of(text: &str) -> Reader {
        let mut tokens: Vec<String> = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let end = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").expect("a comment ends") + 2
            } else if first == '"' {
                rest[1..].find('"').expect("a text ends") + 2
            } else {
                let is_word = |letter: char| letter.is_alphanumeric() || letter == '.' || letter == '_';
                rest.find(|letter| !is_word(letter)).filter(|&end| end > 0).unwrap_or(first.len_utf8())
            };
            if !rest.starts_with("//") && !rest.starts_with("/*") {
                tokens.push(rest[..end].to_owned());
            }
            rest = rest[end..].trim_start();
        }
        Reader { tokens, at: 0 }
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn takes(&mut self, token: &str) -> bool {
        let is_next = self.peek() == token;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, token: &str) {
        assert!(self.takes(token), "expected {token}, found {:?}", &self.tokens[self.at..][..4]);
    }

    fn declarations(mut self) -> BTreeMap<String, Type> {
        let mut declared = BTreeMap::new();
        while self.at < self.tokens.len() {
            let (keyword, name) = (self.next(), self.next());
            if keyword == "interface" {
                declared.insert(name, self.union());
                continue;
            }
            assert_eq!(keyword, "type");
            self.expect("=");
            if self.peek() == "(" {
                // A function of the page's scripts is skipped.
                while self.next() != ";" {}
                continue;
            }
            declared.insert(name, self.union());
            self.expect(";");
        }
        declared
    }

    fn union(&mut self) -> Type {
        self.takes("|");
        let mut types = vec![self.postfix()];
        while self.takes("|") {
            types.push(self.postfix());
        }
        if types.len() == 1 { types.remove(0) } else { Type::Union(types) }
    }

    fn postfix(&mut self) -> Type {
        let mut read = self.primary();
        while self.takes("[") {
            self.expect("]");
            read = Type::Array(Box::new(read));
        }
        read
    }

    fn primary(&mut self) -> Type {
        let token = self.next();
        match token.as_str() {
            "(" => {
                let inner = self.union();
                self.expect(")");
                inner
            }
            "[" => {
                let mut parts = Vec::new();
                while !self.takes("]") {
                    // The label of a tuple element documents it only.
                    self.at += if self.tokens[self.at + 1] == ":" { 2 } else { 0 };
                    parts.push(self.union());
                    self.takes(",");
                }
                Type::Tuple(parts)
            }
            "{" => {
                let mut members = BTreeMap::new();
                while !self.takes("}") {
                    let name = self.next();
                    let is_optional = self.takes("?");
                    self.expect(":");
                    members.insert(name, (is_optional, self.union()));
                    self.takes(";");
                }
                Type::Object(members)
            }
            "Partial" => {
                self.expect("<");
                let inner = self.union();
                self.expect(">");
                Type::Partial(Box::new(inner))
            }
            "Record" => {
                ["<", "string", ","].into_iter().for_each(|token| self.expect(token));
                let inner = self.union();
                self.expect(">");
                Type::Record(Box::new(inner))
            }
            text if text.starts_with('"') => Type::Text(text.trim_matches('"').to_owned()),
            _ => Type::Named(token),
        }
    }
}

/// The declarations, and their members seen so far.
struct Types {
    declared: BTreeMap<String, Type>,
    seen: BTreeSet<String>,
}

impl Types {
    fn read() -> Types {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../types/view.d.ts");
        let text = std::fs::read_to_string(path).unwrap();
        Types { declared: Reader::of(&text).declarations(), seen: BTreeSet::new() }
    }

    /// Asserts that `value` is of the type `name`, and notes its members.
    fn check(&mut self, value: &Value, name: &str) {
        let mut seen = BTreeSet::new();
        self.fits(value, &Type::Named(name.to_owned()), name, &mut seen).unwrap();
        self.seen.extend(seen);
    }

    /// Compares `value` with the type `of`, and returns an error if it does not fit. `place` is the path of the value
    /// in the declarations.
    fn fits(&self, value: &Value, of: &Type, place: &str, seen: &mut BTreeSet<String>) -> Result<(), String> {
        let fault = || Err(format!("{place}: {value} is not {of:?}"));
        let is_kind = |is_it: bool| if is_it { Ok(()) } else { fault() };
        match of {
            Type::Named(name) => match name.as_str() {
                "number" => is_kind(value.is_number()),
                "string" => is_kind(value.is_string()),
                "boolean" => is_kind(value.is_boolean()),
                "true" => is_kind(*value == true),
                "null" => is_kind(value.is_null()),
                name => self.fits(value, self.declared.get(name).ok_or(name)?, name, seen),
            },
            Type::Text(text) => is_kind(value == text),
            Type::Array(part) => {
                let Value::Array(parts) = value else { return fault() };
                parts.iter().try_for_each(|value| self.fits(value, part, place, seen))
            }
            Type::Tuple(types) => {
                let Some(parts) = value.as_array().filter(|parts| parts.len() == types.len()) else { return fault() };
                parts.iter().zip(types).try_for_each(|(value, of)| self.fits(value, of, place, seen))
            }
            Type::Record(part) => {
                let Value::Object(parts) = value else { return fault() };
                parts.values().try_for_each(|value| self.fits(value, part, place, seen))
            }
            Type::Union(types) => {
                let mut faults = Vec::new();
                for of in types {
                    let mut with_this = seen.clone();
                    match self.fits(value, of, place, &mut with_this) {
                        Ok(()) => {
                            *seen = with_this;
                            return Ok(());
                        }
                        Err(why) => faults.push(why),
                    }
                }
                Err(faults.join("\n"))
            }
            Type::Partial(whole) => {
                let Type::Named(name) = &**whole else { panic!("{whole:?} has no name") };
                let Type::Object(members) = &self.declared[name] else { panic!("{name} has no members") };
                let members = members.iter().map(|(member, (_, of))| (member.clone(), (true, of.clone()))).collect();
                self.fits(value, &Type::Object(members), name, seen)
            }
            Type::Object(members) => {
                let Value::Object(parts) = value else { return fault() };
                if let Some(name) = parts.keys().find(|name| !members.contains_key(*name)) {
                    return Err(format!("{place}.{name} is not declared"));
                }
                for (name, (is_optional, of)) in members {
                    let place = format!("{place}.{name}");
                    match parts.get(name) {
                        Some(value) => {
                            seen.insert(place.clone());
                            self.fits(value, of, &place, seen)?;
                        }
                        None if *is_optional => {}
                        None => return Err(format!("{place} is missing")),
                    }
                }
                Ok(())
            }
        }
    }

    /// Collects the paths of all members of a type, including the members of the types that it names.
    fn members(&self, of: &Type, place: &str, found: &mut BTreeSet<String>) {
        match of {
            Type::Named(name) => {
                if let Some(of) = self.declared.get(name) {
                    self.members(of, name, found);
                }
            }
            Type::Text(_) => {}
            Type::Array(of) | Type::Record(of) | Type::Partial(of) => self.members(of, place, found),
            Type::Tuple(types) | Type::Union(types) => types.iter().for_each(|of| self.members(of, place, found)),
            Type::Object(members) => {
                for (name, (_, of)) in members {
                    let place = format!("{place}.{name}");
                    if found.insert(place.clone()) {
                        self.members(of, &place, found);
                    }
                }
            }
        }
    }
}

/// A game of a page without a browser. Every message and answer is checked.
struct Game<'a> {
    engine: Engine,
    types: &'a mut Types,
    /// The latest value of each member of the view.
    view: BTreeMap<String, Value>,
}

impl Game<'_> {
    fn at<'a>(types: &'a mut Types, address: &str) -> Game<'a> {
        let options = json!({ "address": address, "now": 1.0e12, "offset": 60, "stored": {}, "seed": 1 });
        let engine = Engine::new(&options.to_string());
        let mut game = Game { engine, types, view: BTreeMap::new() };
        game.tell(json!({ "start": true }));
        game
    }

    fn tell(&mut self, message: Value) {
        self.types.check(&message, "Message");
        let mut answer = self.engine.tell(&message.to_string());
        loop {
            let told: Value = serde_json::from_str(&answer).unwrap();
            self.types.check(&told, "Answer");
            self.view.extend(told["view"].as_object().unwrap().clone());
            let names = self.engine.names();
            if !names.is_empty() {
                self.types.check(&serde_json::from_str(&names).unwrap(), "Names");
            }
            if told["pending"] != true {
                break;
            }
            answer = self.engine.run(&mut |_| {});
        }
        self.types.check(&json!(self.view), "View");
    }

    fn acts(&mut self, names: &str) {
        names.split(' ').for_each(|name| self.tell(json!({ "act": name })));
    }

    fn keys(&mut self, names: &str) {
        names.split(' ').for_each(|name| self.tell(json!({ "key": name })));
    }
}

/// Plays until every part of the view has been shown.
fn play(types: &mut Types) {
    let mut game = Game::at(types, "n=6");
    game.tell(json!({ "point": [2, 3], "of": game.view["puzzle"]["key"] }));
    game.tell(json!({ "click": [0, 1], "value": null, "block": false, "now": 1.0e12 }));
    game.tell(json!({ "click": [4, 4], "block": true }));
    game.tell(json!({ "sweep": [[5, 0], [5, 2]] }));
    (0..5).for_each(|assist| (0..2).for_each(|_| game.tell(json!({ "assist": assist }))));
    game.tell(json!({ "assist": 3 }));
    game.acts("counts heat hint hint undo redo share copy save");
    game.tell(json!({ "point": [1, 1] }));
    game.acts("why step-next step-last fold");
    game.tell(json!({ "step": 0 }));
    game.acts("cancel solutions step-next");
    game.tell(json!({ "go": "1" }));
    game.acts("cancel diagram conjunction step-last cancel menu");
    game.tell(json!({ "select": 1 }));
    game.tell(json!({ "choose": 0 }));
    game.acts("statistics cancel pause cancel");
    game.tell(json!({ "set": "clock", "value": "off" }));
    game.tell(json!({ "elapsed": 61_000, "now": 1.0e12 }));
    game.tell(json!({ "stored": "settings", "text": null }));
    game.tell(json!({ "number": 4 }));
    game.acts("restart diagram cancel");
    game.tell(json!({ "point": [0, 1] }));
    game.acts("diagram cancel");
    game.acts("go");
    game.tell(json!({ "typed": "c" }));
    game.tell(json!({ "erased": true }));
    game.keys("b 2 Enter c g b");
    game.tell(json!({ "entered": true }));
    game.tell(json!({ "set": "marks", "value": "automatic" }));
    game.tell(json!({ "paste": "1.....3........." }));
    game.tell(json!({ "click": [0, 1], "value": "2", "block": false }));
    game.keys("m 3 i i i Escape w Escape");
    game.tell(json!({ "address": "n=8&queens=a1,b2" }));
    game.tell(json!({ "point": [7, 0] }));
    game.acts("why cancel check");
    game.acts("menu");
    game.tell(json!({ "choose": 8, "difficulty": 0 }));
    game.tell(json!({ "trouble": "storage" }));
    game.tell(json!({ "leaving": true }));
    opens_and_lists(types);
    let mut game = Game::at(types, "n=5");
    game.tell(json!({ "paste": "1.....3........." }));
    game.tell(json!({ "point": [0, 2] }));
    game.keys("O 3");
    let mut game = Game::at(types, "n=5");
    game.acts("menu");
    game.tell(json!({ "choose": 0 }));
    assert_eq!(game.view["head"]["title"], "Daily queens, Sun 9 Sep");
    let dailies = [("Queens", true), ("Regions", false), ("Sudoku", false)];
    let dailies = dailies.map(|(label, here)| json!({ "label": label, "solved": false, "here": here }));
    assert_eq!(game.view["dailies"], json!(dailies));
    assert_eq!(game.view["numbers"]["first"], game.view["numbers"]["last"]);
    let mut game = Game::at(types, "id=regions-n4-7F6");
    game.tell(json!({ "click": [0, 1] }));
    game.tell(json!({ "made": "{}" }));
    let mut game = Game::at(types, "n=8");
    (0..2).for_each(|_| game.tell(json!({ "assist": 3 })));
    game.acts("heat");
    for example in ["tents", "star-battle"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/puzzles");
        let text = std::fs::read_to_string(folder.join(example).with_extension("toml")).unwrap();
        let mut game = Game::at(types, "n=5");
        game.tell(json!({ "paste": text }));
        (0..8).for_each(|_| game.acts("hint hint hint cancel"));
    }
}

/// Solves a board, and opens puzzles by their texts and by the menu's lists.
fn opens_and_lists(types: &mut Types) {
    let mut game = Game::at(types, "n=4");
    for cell in [[0, 1], [1, 3], [2, 0], [3, 2]] {
        game.tell(json!({ "click": cell }));
        game.tell(json!({ "elapsed": 1_000, "now": 1.0e12 }));
    }
    game.acts("copy");
    let news = |game: &Game<'_>| {
        let lines = game.view["lines"].as_array().unwrap().clone();
        let line = lines.into_iter().find(|line| line["text"].as_str().unwrap().contains("Cop"));
        line.map(|line| (line["tone"].as_str().unwrap().to_owned(), line["text"].as_str().unwrap().to_owned()))
    };
    assert_eq!(news(&game), Some(("plain".to_owned(), "Copying …".to_owned())));
    game.tell(json!({ "copied": "refused" }));
    assert_eq!(news(&game).unwrap().0, "refusal");
    game.acts("copy");
    game.tell(json!({ "copied": "done" }));
    let (tone, text) = news(&game).unwrap();
    assert!(tone == "plain" && text.starts_with("Copied 4 lines: "), "{text}");
    game.acts("statistics");
    let [category] = game.view["statistics"].as_array().unwrap().as_slice() else { panic!("one category") };
    assert_eq!((&category["solved"], &category["parts"][0]["best"]), (&json!("1"), &json!("0:03")));
    let note = json!([
        "Last 4 weeks: 1 puzzle solved on 1 day.",
        "Streak: puzzles in a row without help. Daily streak: days in a row with a daily puzzle."
    ]);
    assert_eq!(game.view["page"]["lines"], note, "the table is not repeated");
    game.acts("cancel menu");
    let label = |choice: &Value| choice["label"].as_str().unwrap_or_default().to_owned();
    let at = |game: &Game<'_>, name: &str| {
        let choices = game.view["menu"]["choices"].as_array().unwrap();
        choices.iter().position(|choice| label(choice).starts_with(name)).unwrap()
    };
    // Another engine makes the pictures of the day.
    let mut other = Engine::new(&json!({ "now": 1.0e12, "offset": 60 }).to_string());
    let pictures: Vec<String> =
        std::iter::from_fn(|| Some(other.thumbnail()).filter(|text| !text.is_empty())).collect();
    assert_eq!(pictures.len(), 3);
    assert_eq!(game.view["menu"]["choices"][0]["thumbnail"], Value::Null);
    pictures.iter().for_each(|text| game.tell(json!({ "thumbnail": text })));
    assert!((0..3).all(|daily| game.view["menu"]["choices"][daily]["thumbnail"]["columns"].as_u64() > Some(3)));
    let has_difficulties = |game: &Game<'_>| {
        let choices = game.view["menu"]["choices"].as_array().unwrap();
        choices.iter().any(|choice| choice["difficulties"] != json!([]))
    };
    assert!(!has_difficulties(&game), "only new puzzles have difficulties");
    let calendar = at(&game, "Calendar");
    game.tell(json!({ "choose": calendar }));
    assert_eq!(game.view["menu"]["choices"][0]["pips"], json!(["new", "new", "new"]));
    assert!(!has_difficulties(&game), "only new puzzles have difficulties");
    game.acts("cancel");
    let open = at(&game, "Open");
    game.tell(json!({ "choose": open }));
    game.tell(json!({ "open": "hello world" }));
    let error = game.view["typing"]["error"].as_str().unwrap();
    assert!(error.ends_with("; found “hello world”."), "{error}");
    game.tell(json!({ "open": "regions-KATZ1XF\n" }));
    assert_eq!((&game.view["typing"], &game.view["mode"]), (&Value::Null, &json!("play")));
    assert_eq!(game.view["puzzle"]["title"], "8 × 8 queens in regions");
    let undo = game.view["tools"].as_array().unwrap().iter().find(|tool| tool["act"] == "undo").unwrap();
    assert_eq!(undo["label"], "Previous game");
}

/// Plays a configurator until every part of its tree has been shown.
fn configure(types: &mut Types) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/puzzles");
    let mut game = Game::at(types, "n=5");
    game.tell(json!({ "paste": std::fs::read_to_string(folder.join("camper-van.toml")).unwrap() }));
    game.keys("/ z z z Escape w b u");
    for wish in [None, Some("fold"), Some("choose"), Some("exclude")] {
        game.tell(json!({ "line": 3, "value": wish, "of": game.view["puzzle"]["key"] }));
    }
    game.tell(json!({ "line": 99, "value": "choose" }));
    game.acts("clear");
    // One of three beds is chosen, which excludes the others.
    game.tell(json!({ "line": 1, "value": "choose" }));
    game.tell(json!({ "line": 2, "value": "explain" }));
    assert_eq!(game.view["steps"]["question"], "Why double-bed is excluded");
    game.acts("repair");
    assert_eq!(game.view["tree"]["lines"][1]["s"], "open");
    // 450 options, of which at most 400 are sent.
    let names: Vec<String> = (0..450).map(|number| format!("o{number}")).collect();
    game.tell(json!({ "paste": format!("names = \"{}\"\n[excludes]\no0 = \"o1\"\n", names.join(" ")) }));
    game.tell(json!({ "line": 400 }));
}

#[test]
fn the_engine_writes_what_the_types_declare() {
    let mut types = Types::read();
    play(&mut types);
    configure(&mut types);
    let mut unread = Engine::new("{}");
    types.check(&serde_json::from_str(&unread.tell("{}{")).unwrap(), "Answer");
    let mut declared = BTreeSet::new();
    for name in ["Answer", "Names", "Message"] {
        types.members(&Type::Named(name.to_owned()), name, &mut declared);
    }
    let unseen: Vec<&String> = declared.difference(&types.seen).collect();
    assert!(unseen.is_empty(), "declared, and in none of the games: {unseen:?}");
}

#[test]
fn the_engine_reads_the_messages_that_the_types_declare() {
    let types = Types::read();
    let Type::Object(members) = &types.declared["Message"] else { panic!("a message has members") };
    let declared: BTreeSet<&str> = members.keys().map(String::as_str).collect();
    // The error of an unknown member lists the known ones.
    let answer: Value = serde_json::from_str(&Engine::new("{}").tell(r#"{"none": 1}"#)).unwrap();
    let (_, list) = answer["error"].as_str().unwrap().split_once("expected one of ").unwrap();
    let read: BTreeSet<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(declared, read);
}
