use std::fs;
use std::sync::Arc;

use game::{Loaded, Origin, Save, Start};
use nqueens_guide::{Library, Queens, Size};
use puzzle_core::Budget;
use shelf::{Keeper, Shelf};

use super::Games;

fn games(folder: &tempfile::TempDir) -> Arc<Games> {
    Arc::new(Games::new(puzzles::kinds(Library::embedded()), folder.path().join("new").join("games")))
}

fn queens(size: usize) -> Save {
    let origin = Origin { kind: "queens".to_owned(), ..Origin::default() };
    Save::of_puzzle(origin, &Queens::new(Size::new(size).unwrap()))
}

/// A game of some turns.
fn with_turns(save: &Save, turns: &str) -> Save {
    Save::from_transcript(&save.transcript().replace("turns = []", &format!("turns = {turns}"))).unwrap()
}

fn names(games: &Games) -> Vec<String> {
    let files = fs::read_dir(&games.folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.collect();
    names.sort();
    names
}

#[test]
fn games_are_found_by_their_puzzles_before_and_after_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    assert!(games.latest(&|_| true).is_none() && games.of(&queens(6)).is_none());
    let (six, eight) = (with_turns(&queens(6), "[\"place a1\"]"), with_turns(&queens(8), "[\"place b2\"]"));
    for round in 0..20 {
        let turns = "\"place a2\", \"remove a2\", ".repeat(round);
        let six = with_turns(&queens(6), &format!("[{turns}\"place a1\"]"));
        games.keep(six.clone());
        assert_eq!(games.of(&queens(6)), Some(six));
    }
    games.keep(six.clone());
    games.finish();
    games.keep(eight.clone());
    games.finish();
    assert_eq!((games.of(&queens(6)), games.of(&queens(8))), (Some(six.clone()), Some(eight.clone())));
    assert_eq!(games.latest(&|_| true), Some(eight));
    assert_eq!(games.latest(&|save| save.puzzle == "6\n"), Some(six.clone()));
    assert_eq!(names(&games).len(), 2);
    assert_eq!((games.notes(), games.trouble()), (None, None));
    // What comes from elsewhere takes the place, and what was there stays.
    let other = with_turns(&queens(6), "[\"place c1\"]");
    games.put(other.clone());
    games.finish();
    assert_eq!(games.of(&queens(6)), Some(other));
    let before = names(&games).into_iter().find(|name| name.ends_with(".before")).unwrap();
    assert_eq!(Save::from_sealed(&fs::read(games.folder.join(before)).unwrap()).unwrap(), six);
}

/// The game of six queens, as a player of these games finds it.
fn load(games: &Arc<Games>) -> Loaded {
    let shelf = Shelf::new(Library::embedded()).with_keeper(Arc::clone(games) as Arc<dyn Keeper>);
    shelf.queens(Size::new(6).unwrap()).catalogue.load(6, &mut Budget::unlimited()).unwrap()
}

#[test]
fn whatever_is_damaged_is_set_aside_and_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    let good = with_turns(&queens(6), "[\"place a1\"]");
    games.keep(good.clone());
    games.finish();
    assert!(matches!(load(&games).start, Start::Resumed(resumed) if resumed.session.made() == 1));
    let file = games.file(&good);
    // A text that is no game; one of a game with a move that is none, well sealed.
    let impossible = with_turns(&queens(6), "[\"place a1\", \"place a1\"]").sealed().into_bytes();
    let whole = good.sealed().into_bytes();
    for (number, text) in [(1, whole[..whole.len() - 1].to_vec()), (2, impossible), (3, vec![0xff; 9]), (4, vec![])] {
        // As a program begins anew.
        let games = Arc::new(Games::new(games.kinds.clone(), games.folder.clone()));
        fs::write(&file, &text).unwrap();
        let loaded = load(&games);
        assert!(matches!(loaded.start, Start::New(session) if session.made() == 0));
        assert!(loaded.note.unwrap().contains(".damaged"), "{number}");
        assert_eq!(load(&games).note, None);
        let aside = names(&games).into_iter().filter(|name| name.contains(".damaged")).count();
        assert!(aside == number && !file.exists());
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("new"), "a file").unwrap();
    let games = games(&folder);
    for round in 0..3 {
        games.keep(with_turns(&queens(6), &format!("[\"place a{}\"]", round + 1)));
        games.finish();
        assert_eq!(games.trouble().is_some(), round == 0);
    }
}
