//! Links to share, puzzles that another engine makes ahead, and deleted games.

use engine::Engine;
use serde_json::{Value, json};

/// Starts an engine at an address, and loads its puzzle.
fn at(address: &str) -> Engine {
    let mut engine = Engine::new(&json!({ "address": address, "now": 1.0e12, "seed": 1 }).to_string());
    told(&mut engine, json!({ "start": true }));
    told(&mut engine, json!({ "set": "first-click", "value": "takes" }));
    engine
}

/// Tells the engine a message, runs all jobs, and returns the effects.
fn told(engine: &mut Engine, message: Value) -> Vec<Value> {
    let mut effects = Vec::new();
    let mut answer = engine.tell(&message.to_string());
    loop {
        let told: Value = serde_json::from_str(&answer).unwrap();
        effects.extend(told["effects"].as_array().unwrap().clone());
        if told["pending"] != true {
            return effects;
        }
        answer = engine.run(&mut |_| {});
    }
}

fn effect(effects: &[Value], name: &str) -> Option<String> {
    effects.iter().find_map(|effect| effect[name].as_str()).map(str::to_owned)
}

#[test]
fn a_shared_link_has_the_grid_and_not_the_solution() {
    let mut engine = at("id=regions-n4-7F6");
    let place = |row: usize, column: usize| json!({ "click": [row, column], "block": false });
    told(&mut engine, place(0, 1));
    let link = effect(&told(&mut engine, json!({ "act": "share" })), "share").unwrap();
    assert!(link.starts_with("id=regions-n4-7F6&grid=") && link.ends_with("&queens=b4"), "{link}");
    let mut other = at(&link);
    assert_eq!(effect(&told(&mut other, json!({ "act": "share" })), "share"), Some(link.clone()));
    // A damaged grid is ignored: the puzzle is made from its ID.
    let mut made = at(&link.replace("&grid=", "&grid=0"));
    assert_eq!(effect(&told(&mut made, json!({ "act": "share" })), "share"), Some(link));
    for (row, column) in [(1, 3), (2, 0), (3, 2)] {
        told(&mut engine, place(row, column));
    }
    let link = effect(&told(&mut engine, json!({ "act": "share" })), "share").unwrap();
    assert!(!link.contains("queens="), "{link}");
}

#[test]
fn the_address_of_a_lesson_opens_it_at_its_step() {
    for lesson in ["queens", "regions", "sudoku"] {
        let address = format!("lesson={lesson}&step=3");
        let mut engine = Engine::new(&json!({ "address": address, "now": 1.0e12, "seed": 1 }).to_string());
        let mut answer: Value = serde_json::from_str(&engine.tell(r#"{"start": true}"#)).unwrap();
        while answer["pending"] == true {
            answer = serde_json::from_str(&engine.run(&mut |_| {})).unwrap();
        }
        let lines = answer["view"]["lines"].as_array().unwrap();
        let is_step = |line: &Value| line["text"].as_str().is_some_and(|text| text.starts_with("Lesson, step 3 of "));
        assert!(lines.iter().any(is_step), "{lines:?}");
        let share = effect(&told(&mut engine, json!({ "act": "share" })), "share");
        assert_eq!(share, Some(address), "and so does its link");
    }
    for wrong in ["lesson=chess", "lesson=queens&step=0", "lesson=queens&step=12", "lesson=queens&n=5"] {
        let mut engine = at(wrong);
        let answer = engine.tell(&json!({ "act": "why" }).to_string());
        assert!(!answer.contains("Lesson"), "{wrong}: {answer}");
    }
}

#[test]
fn the_result_of_a_game_has_its_help_and_its_achievements() {
    let result = |level: u8| {
        let mut engine = at("n=4");
        told(&mut engine, json!({ "assist": level }));
        told(&mut engine, json!({ "elapsed": 2000 }));
        for (row, column) in [(0, 1), (1, 3), (2, 0)] {
            told(&mut engine, json!({ "click": [row, column] }));
        }
        let answer: Value = serde_json::from_str(&engine.tell(r#"{"click": [3, 2]}"#)).unwrap();
        answer["view"]["result"].clone()
    };
    let badge = |kind: &str, title: &str, detail: &str| json!({ "kind": kind, "title": title, "detail": detail });
    let new = badge("found", "New solution", "1 of 2");
    let alone = json!({
        "by": "alone", "help": "without help", "time": "0:02", "facts": [],
        "badges": [badge("first", "First without help", ""), new],
    });
    assert_eq!(result(1), alone);
    let guided = result(2);
    assert_eq!(
        (&guided["by"], &guided["help"], &guided["badges"]),
        (&json!("guided"), &json!("with the guide"), &json!([new]))
    );
}

#[test]
fn the_next_puzzle_is_made_ahead_once_a_puzzle_is_played() {
    let mut engine = at("id=regions-n4-7F6");
    assert_eq!(effect(&told(&mut engine, json!({ "act": "hint" })), "ahead"), None);
    let ahead = effect(&told(&mut engine, json!({ "click": [0, 1] })), "ahead").unwrap();
    assert_eq!(effect(&told(&mut engine, json!({ "click": [1, 3] })), "ahead"), None, "asked once");
    let made = at("n=4").made(&ahead);
    let stored = effect(&told(&mut engine, json!({ "made": made })), "text").unwrap();
    assert!(stored.contains(&ahead), "{stored}");
    let address = effect(&told(&mut engine, json!({ "act": "next" })), "address").unwrap();
    assert_eq!(address, format!("id={ahead}"));
    assert_eq!(at("n=4").made("regions-n4-700"), "", "a typing error");
}

#[test]
fn only_a_deleted_game_can_be_restored() {
    let mut engine = at("n=6");
    told(&mut engine, json!({ "click": [0, 1] }));
    told(&mut engine, json!({ "leaving": true }));
    told(&mut engine, json!({ "act": "menu" }));
    let mut acts = Vec::new();
    // The saved games are the seventh choice of the menu.
    for message in [json!({ "choose": 6 }), json!({ "act": "delete" }), json!({ "act": "restore" })] {
        let answer: Value = serde_json::from_str(&engine.tell(&message.to_string())).unwrap();
        let tools = answer["view"]["tools"].as_array().cloned().unwrap_or_default();
        let has = |name: &str| tools.iter().any(|tool| tool["act"] == name);
        acts.push((has("delete"), has("restore")));
    }
    assert_eq!(acts, [(true, false), (false, true), (true, false)]);
}
