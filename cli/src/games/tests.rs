use std::fs;
use std::sync::Arc;

use game::{Catalogue, Origin, Save, Start};
use nqueens_guide::{Library, Queens, Size};
use puzzle_core::Budget;

use super::{Games, Kept, puzzle, source};
use crate::queens::QueensCatalogue;

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
    assert!(games.latest(|_| true).is_none() && games.of(&queens(6)).is_none());
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
    assert_eq!(games.latest(|_| true), Some(eight));
    assert_eq!(games.latest(|save| save.puzzle == "6\n"), Some(six.clone()));
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

#[test]
fn whatever_is_damaged_is_set_aside_and_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    let catalogue = || {
        let kind = Arc::clone(&games.kinds[0]);
        let boards = Arc::new(QueensCatalogue::new(Library::embedded()));
        Kept::new(boards, kind, Default::default(), Arc::clone(&games))
    };
    let load = || catalogue().load(6, &mut Budget::unlimited()).unwrap();
    let good = with_turns(&queens(6), "[\"place a1\"]");
    games.keep(good.clone());
    games.finish();
    assert!(matches!(load().start, Start::Resumed(resumed) if resumed.session.made() == 1));
    let file = games.file(&good);
    // A text that is no game; one of a game with a move that is none, well sealed.
    let impossible = with_turns(&queens(6), "[\"place a1\", \"place a1\"]").sealed().into_bytes();
    let whole = good.sealed().into_bytes();
    for (number, text) in [(1, whole[..whole.len() - 1].to_vec()), (2, impossible), (3, vec![0xff; 9]), (4, vec![])] {
        // As a program begins anew.
        let games = Arc::new(Games::new(games.kinds.clone(), games.folder.clone()));
        fs::write(&file, &text).unwrap();
        let boards = Arc::new(QueensCatalogue::new(Library::embedded()));
        let kept = Kept::new(boards, Arc::clone(&games.kinds[0]), Default::default(), Arc::clone(&games));
        let loaded = kept.load(6, &mut Budget::unlimited()).unwrap();
        assert!(matches!(loaded.start, Start::New(session) if session.made() == 0));
        assert!(loaded.note.unwrap().contains(".damaged"), "{number}");
        assert_eq!(kept.load(6, &mut Budget::unlimited()).unwrap().note, None);
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

#[test]
fn a_kept_puzzle_is_found_again_by_what_was_said_of_it() {
    let kinds = puzzles::kinds(Library::embedded());
    let save = |kind: &str, text: &str, options: &[(&str, &str)]| {
        let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut save = Save::of_puzzle(Origin { kind: kind.to_owned(), options }, &Queens::new(Size::new(4).unwrap()));
        save.puzzle = text.to_owned();
        save
    };
    let board = "AABB\nABBC\nAACC\nDDDC\n";
    let [king, queen] = ["king", "queen"].map(|attack| save("regions", board, &[("attack", attack), ("seed", "7")]));
    assert_ne!(puzzle::name(&kinds, &king), puzzle::name(&kinds, &queen), "another puzzle");
    let reseeded = save("regions", board, &[("attack", "king"), ("seed", "8"), ("size", "4")]);
    assert_eq!(puzzle::name(&kinds, &king), puzzle::name(&kinds, &reseeded), "the same puzzle, come by otherwise");
    let found = source(&kinds, &Library::embedded(), &queen).unwrap();
    assert_eq!((found.number, found.puzzle.text().as_str()), (1, board));
    assert_eq!(found.catalogue.entry(1, &mut Budget::unlimited()).unwrap().puzzle().text(), board);
    // Nothing outside of the folder is named by a file.
    let name = puzzle::name(&kinds, &save("../../x", "8", &[]));
    assert!(name.starts_with("x-") && !name.contains(['/', '.']));
    for (bad, says) in [
        (save("chess", "8", &[]), "found \"chess\""),
        (save("queens", "", &[]), "expected the size"),
        (save("queens", "201", &[]), "a board of up to 200"),
        (save("regions", "A?", &[]), "puzzle: "),
    ] {
        let error = source(&kinds, &Library::embedded(), &bad).err().unwrap();
        assert!(error.contains(says), "{error}");
    }
}
