//! Saved games of earlier versions are opened with all of their turns, and go on to a solution.
//!
//! `data/saves` has games written by the version of 26 November 2026, before corner notes and colours of cells: random
//! moves, notes, hints, checkpoints and help levels, through `nqueens ... play --plain`. The same test opens the saved
//! games of any folder:
//!
//! ```sh
//! NQUEENS_SAVES=DIR cargo test -p nqueens-puzzles --test saves -- --ignored
//! ```

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use bdd_core::Budget;
use game::{Action, Assist, Effect, InputPurpose, Message, Model, Save, SaveError};
use nqueens_guide::Library;
use puzzles::{Collection, Keeper};

/// A keeper with one saved game, and the errors of saved games that were set aside.
#[derive(Debug)]
struct OneGame {
    save: Save,
    refused: Mutex<Vec<String>>,
}

impl Keeper for OneGame {
    fn find(&self, _: &Save) -> Option<Save> {
        Some(self.save.clone())
    }

    fn latest(&self, _: &dyn Fn(&Save) -> bool) -> Option<Save> {
        Some(self.save.clone())
    }

    fn refuse(&self, _: &Save, error: &SaveError) {
        self.refused.lock().unwrap().push(error.to_string());
    }

    fn notes(&self) -> Option<String> {
        None
    }
}

/// Sends a message, and runs the jobs that it causes.
fn tell(model: &mut Model, message: Message) {
    let effects = model.update(message);
    run(model, effects);
}

fn run(model: &mut Model, effects: Vec<Effect>) {
    for effect in effects {
        match effect {
            Effect::Run(job) => {
                let answer = job.run(&mut Budget::unlimited());
                tell(model, answer);
            }
            Effect::Fail(reason) => panic!("{reason}"),
            _ => {}
        }
    }
}

/// Returns the lines of a transcript that begin with one of `keys`, each followed by the lines of its list.
fn kept_lines(save: &Save, keys: &[&str]) -> Vec<String> {
    let text = save.transcript();
    let mut is_kept = false;
    let kept = text.lines().filter(|line| {
        if !line.starts_with([' ', ']']) {
            is_kept = keys.iter().any(|key| line.starts_with(&format!("{key} =")));
        }
        is_kept
    });
    kept.map(str::to_owned).collect()
}

/// Opens a saved game, undoes and redoes all of its turns, and plays it to a solution.
fn goes_on(text: &[u8]) {
    let save = Save::from_sealed(text).unwrap();
    let keeper = Arc::new(OneGame { save: save.clone(), refused: Mutex::default() });
    let collection = Collection::new(Library::embedded()).with_keeper(Arc::<OneGame>::clone(&keeper));
    let taken = collection.resumed(&save).unwrap();
    let mut model = Model::new(taken.catalogue, taken.number, taken.puzzle).with_assist(Assist::Attacks);
    let effects = model.start();
    run(&mut model, effects);
    assert!(keeper.refused.lock().unwrap().is_empty(), "{keeper:?}");
    const KEPT: [&str; 9] =
        ["kind", "puzzle", "number", "cursor", "turns", "undone", "notes", "checkpoint", "milliseconds"];
    assert_eq!(kept_lines(&model.save().unwrap(), &KEPT), kept_lines(&save, &KEPT));
    // All turns can be undone and redone.
    let turns = model.session().unwrap().turn_count();
    let marks = model.guide().unwrap().marks().clone();
    (0..turns).for_each(|_| tell(&mut model, Message::Act(Action::Undo)));
    assert!(model.guide().unwrap().marks().is_empty());
    (0..turns).for_each(|_| tell(&mut model, Message::Act(Action::Redo)));
    assert_eq!(model.guide().unwrap().marks(), &marks);
    if !model.guide().unwrap().is_completable() {
        tell(&mut model, Message::Act(Action::BackToSolvable));
    }
    let session = model.session().unwrap();
    let numbered = session.source().numbered(session.marks(), &mut Budget::unlimited()).unwrap();
    let solution = numbered.expect("the solutions are known").nth(&0u8.into()).expect("there is a solution");
    for variable in solution {
        if !model.guide().unwrap().status(variable).stands() {
            tell(&mut model, Message::Named(variable, InputPurpose::Place));
            assert!(model.guide().unwrap().status(variable).stands(), "{:?}", model.notice());
        }
    }
    assert!(model.is_solved());
    // The game is saved in today's format, and opened again.
    let now = model.save().unwrap();
    assert_eq!(Save::from_sealed(now.sealed().as_bytes()).unwrap(), now);
}

/// Opens all saved games in a folder, and returns their number.
fn all_go_on(folder: &Path) -> usize {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in &files {
        println!("{}", file.display());
        goes_on(&std::fs::read(file).unwrap());
    }
    files.len()
}

#[test]
fn games_saved_by_an_earlier_version_go_on() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/saves");
    assert!(all_go_on(&folder) >= 12);
}

#[test]
#[ignore = "needs a folder of saved games, in NQUEENS_SAVES"]
fn games_saved_in_a_folder_go_on() {
    let folder = std::env::var_os("NQUEENS_SAVES").expect("NQUEENS_SAVES names a folder");
    println!("{} games go on", all_go_on(Path::new(&folder)));
}
