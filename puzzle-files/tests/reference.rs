//! The examples of `docs/puzzle-files.md` have the numbers of solutions in the page, and the page names every key.

use bdd_core::Budget;
use puzzle_core::{Adaptive, Marks, Source};
use puzzle_files::FilePuzzle;

const PAGE: &str = include_str!("reference.md");

#[test]
fn every_example_has_the_solutions_that_it_says() {
    let (mut examples, mut wrong) = (0, Vec::new());
    for part in PAGE.split("```toml\n").skip(1) {
        let text = part.split("```").next().unwrap();
        let said = text.lines().next().unwrap().strip_prefix("# solutions: ").unwrap();
        let puzzle = FilePuzzle::read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let budget = &mut Budget::unlimited();
        let count = Adaptive::open(puzzle, budget).unwrap().count(&Marks::default(), budget).unwrap();
        if count.to_string() != said {
            wrong.push(format!("{count}, and not:\n{text}"));
        }
        examples += 1;
    }
    assert!(examples > 10 && wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_key_is_told_of() {
    // The error for an unknown key lists all keys.
    let fault = FilePuzzle::read("zzzzzzzzzzzzzzzz = 1").unwrap_err().to_string();
    let of_rules = FilePuzzle::read("rows = 1\n[[rule]]\nzzzzzzzzzzzzzzzz = 1").unwrap_err().to_string();
    let mut keys = 0;
    for message in [fault, of_rules] {
        for key in message.split("expected one of ").nth(1).unwrap().split(", ") {
            let is_told = key == "rule" || PAGE.contains(&format!("`{key}`")) || PAGE.contains(&format!("`[{key}]`"));
            assert!(is_told, "{key}");
            keys += 1;
        }
    }
    assert_eq!(keys, 43);
}
