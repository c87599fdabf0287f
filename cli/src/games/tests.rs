use std::fs;
use std::sync::Arc;

use game::{LoadedPuzzle, Origin, Save};
use nqueens_guide::{Library, Queens, Size};
use puzzle_core::Budget;
use puzzles::{Collection, Keeper};

use super::{Games, LIMIT};

fn games(folder: &tempfile::TempDir) -> Arc<Games> {
    Arc::new(Games::new(puzzles::kinds(Library::embedded()), folder.path().join("new").join("games")))
}

fn queens(size: usize) -> Save {
    let origin = Origin { kind: "queens".to_owned(), ..Origin::default() };
    Save::of_puzzle(origin, &Queens::new(Size::new(size).unwrap()))
}

/// Returns `save` with these turns, a list in TOML.
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
    assert!(games.latest(&|_| true).is_none() && games.find(&queens(6)).is_none());
    let (six, eight) = (with_turns(&queens(6), "[\"place a1\"]"), with_turns(&queens(8), "[\"place b2\"]"));
    for round in 0..20 {
        let turns = "\"place a2\", \"remove a2\", ".repeat(round);
        let six = with_turns(&queens(6), &format!("[{turns}\"place a1\"]"));
        games.keep(six.clone());
        assert_eq!(games.find(&queens(6)), Some(six));
    }
    games.keep(six.clone());
    games.finish();
    games.keep(eight.clone());
    games.finish();
    assert_eq!((games.find(&queens(6)), games.find(&queens(8))), (Some(six.clone()), Some(eight.clone())));
    assert_eq!(games.latest(&|_| true), Some(eight));
    assert_eq!(games.latest(&|save| save.puzzle == "6\n"), Some(six.clone()));
    assert_eq!(names(&games).len(), 2);
    assert_eq!((games.notes(), games.trouble()), (None, None));
    // The new game is in the usual file, and the previous game in another file.
    let other = with_turns(&queens(6), "[\"place c1\"]");
    games.put(other.clone());
    games.finish();
    assert_eq!(games.find(&queens(6)), Some(other));
    let before = names(&games).into_iter().find(|name| name.ends_with(".before")).unwrap();
    assert_eq!(Save::from_sealed(&fs::read(games.folder.join(before)).unwrap()).unwrap(), six);
}

/// Loads the game of 6 queens, resumed from `games`.
fn load(games: &Arc<Games>) -> LoadedPuzzle {
    let collection = Collection::new(Library::embedded()).with_keeper(Arc::clone(games) as Arc<dyn Keeper>);
    collection.queens(Size::new(6).unwrap()).catalogue.load(6, &mut Budget::unlimited()).unwrap()
}

#[test]
fn whatever_is_damaged_is_set_aside_and_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    let good = with_turns(&queens(6), "[\"place a1\"]");
    games.keep(good.clone());
    games.finish();
    assert_eq!(load(&games).start.session.turn_count(), 1);
    let file = games.usual_file(&good);
    // Two damaged files: a text that is no saved game, and a game with a right checksum but an impossible move.
    let impossible = with_turns(&queens(6), "[\"place a1\", \"place a1\"]").sealed().into_bytes();
    let whole = good.sealed().into_bytes();
    for (number, text) in [(1, whole[..whole.len() - 1].to_vec()), (2, impossible), (3, vec![0xff; 9]), (4, vec![])] {
        // Another `Games` on the same folder stands for a restarted program.
        let games = Arc::new(Games::new(games.kinds.clone(), games.folder.clone()));
        fs::write(&file, &text).unwrap();
        let loaded = load(&games);
        assert_eq!(loaded.start.session.turns().len(), 0);
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

/// Returns two [`Games`] on one folder, as two programs would have them.
fn two(folder: &tempfile::TempDir) -> [Arc<Games>; 2] {
    [games(folder), games(folder)]
}

fn keep(games: &Games, save: &Save) {
    games.keep(save.clone());
    games.finish();
}

/// Returns the numbers of turns of all saved games.
fn kept(games: &Games) -> Vec<usize> {
    let read = |name: &String| Save::from_sealed(&fs::read(games.folder.join(name)).unwrap()).unwrap();
    let turns = |save: Save| save.transcript().matches("place ").count();
    let mut kept: Vec<usize> = names(games).iter().map(read).map(turns).collect();
    kept.sort_unstable();
    kept
}

#[test]
fn two_programs_on_one_puzzle_keep_both_games() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = two(&folder);
    let save = |count: usize| {
        let turns: Vec<String> =
            (1..=count).map(|number| format!("\"place {}1\"", ['a', 'b', 'c', 'd'][number - 1])).collect();
        with_turns(&queens(6), &format!("[{}]", turns.join(", ")))
    };
    keep(&first, &save(1));
    assert_eq!(second.find(&queens(6)), Some(save(1)));
    // Both programs continue their games in turn.
    keep(&first, &save(2));
    keep(&second, &save(3));
    let told = second.trouble().unwrap();
    assert!(told.starts_with("This game is also played elsewhere: now saved as queens-"), "{told}");
    assert!(told.ends_with("-2.toml.") && first.trouble().is_none());
    assert_eq!(kept(&first), [2, 3]);
    // From now on each program writes its own file, and no note is repeated.
    for count in [1, 4] {
        keep(&first, &save(count));
        keep(&second, &save(5 - count));
        assert_eq!(kept(&first), [1, 4]);
    }
    assert_eq!((first.trouble(), second.trouble()), (None, None));
    // A program started later resumes the latest game, and notes the other game.
    let later = games(&folder);
    assert_eq!(later.latest(&|_| true), Some(save(1)));
    assert_eq!(later.find(&queens(6)), Some(save(1)));
    let usual = later.usual_file(&queens(6));
    let name = usual.file_name().unwrap().to_str().unwrap();
    assert_eq!(later.notes().unwrap(), format!("another game of this puzzle is saved as {name}"));
    keep(&later, &save(3));
    assert_eq!((kept(&later), later.trouble(), later.notes()), (vec![3, 4], None, None));
}

/// Checks that the passing time creates no file, and that each program creates at most one file.
#[test]
fn files_are_as_few_as_games() {
    let folder = tempfile::tempdir().unwrap();
    let [playing, looking] = two(&folder);
    let one = with_turns(&queens(6), "[\"place a1\"]");
    let later = |save: &Save, time: usize| {
        Save::from_transcript(&save.transcript().replace("milliseconds = 0", &format!("milliseconds = {time}")))
            .unwrap()
    };
    keep(&playing, &one);
    assert_eq!(looking.find(&queens(6)), Some(one.clone()));
    // Opening a puzzle writes its game once.
    keep(&looking, &later(&one, 1));
    let two = with_turns(&queens(6), "[\"place a1\", \"place b3\"]");
    for time in 1..9 {
        keep(&playing, &later(&two, time));
        keep(&looking, &later(&one, time));
    }
    assert_eq!((kept(&playing), playing.trouble(), looking.trouble()), (vec![2], None, None));
    // When the program that only looked makes a move, its game gets a file of its own, with a note.
    keep(&looking, &with_turns(&queens(6), "[\"place a1\", \"place b4\", \"place c2\"]"));
    assert!(kept(&playing) == [2, 3] && playing.trouble().is_none() && looking.trouble().is_some());
    for round in 0..5 {
        let [other, another] = [games(&folder), games(&folder)];
        assert!(other.find(&queens(6)).is_some() && another.find(&queens(6)).is_some());
        for number in 0..4 {
            keep(&other, &with_turns(&queens(6), &format!("[\"place a{}\"]", number + 1)));
            keep(&another, &with_turns(&queens(6), &format!("[\"place b{}\"]", number + 1)));
        }
        assert_eq!(names(&playing).len(), 3 + round);
    }
}

#[test]
fn a_game_that_cannot_be_read_is_not_written_over() {
    for is_folder in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let games = games(&folder);
        let file = games.usual_file(&queens(6));
        fs::create_dir_all(&games.folder).unwrap();
        // Even root can't read a folder or a link to itself as a file.
        #[cfg(unix)]
        if is_folder {
            fs::create_dir(&file).unwrap();
        } else {
            std::os::unix::fs::symlink(&file, &file).unwrap();
        }
        #[cfg(not(unix))]
        fs::create_dir(&file).unwrap();
        assert_eq!(load(&games).start.session.turns().len(), 0);
        let one = with_turns(&queens(6), "[\"place a1\"]");
        keep(&games, &one);
        let told = games.trouble().unwrap();
        assert!(told.starts_with("Now saved as queens-") && told.contains("-2.toml: queens-"), "{told}");
        keep(&games, &with_turns(&queens(6), "[\"place a1\", \"place b3\"]"));
        assert_eq!(names(&games).len(), 2);
        let data = fs::symlink_metadata(&file).unwrap();
        assert!(data.is_dir() == is_folder || cfg!(not(unix)), "it is as it was");
        // The next program continues in the same file.
        let next = Arc::new(Games::new(games.kinds.clone(), games.folder.clone()));
        let loaded = load(&next);
        assert_eq!(loaded.start.session.turn_count(), 2);
        assert!(loaded.note.unwrap().contains("can't be read"));
        keep(&next, &one);
        assert_eq!((names(&games).len(), next.trouble()), (2, None));
    }
}

#[test]
fn a_game_is_kept_while_another_program_holds_the_lock() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = two(&folder);
    keep(&first, &with_turns(&queens(6), "[\"place a1\"]"));
    assert!(second.find(&queens(6)).is_some());
    let lock = fs::File::options().write(true).open(first.folder.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    keep(&second, &with_turns(&queens(6), "[\"place a1\", \"place b3\"]"));
    assert!(second.trouble().unwrap().ends_with("-2.toml: another program holds games.lock."));
    keep(&second, &with_turns(&queens(6), "[\"place a1\", \"place b3\", \"place c5\"]"));
    drop(lock);
    assert_eq!((kept(&first), second.trouble()), (vec![1, 3], None));
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_games_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    keep(&games, &with_turns(&queens(6), "[\"place a1\"]"));
    for pipe in [games.folder.join("x.toml"), games.usual_file(&queens(8)), games.folder.with_extension("lock-2")] {
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    }
    let six = |save: &Save| save.puzzle == "6\n";
    assert!(games.latest(&six).is_some());
    assert_eq!(games.find(&queens(8)), None);
    keep(&games, &with_turns(&queens(8), "[\"place a1\"]"));
    assert!(games.trouble().unwrap().contains("can't be read (it is not a regular file)"));
    assert!(games.find(&queens(8)).is_some());
}

#[test]
fn a_game_beyond_the_limit_is_neither_read_nor_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    // The game is valid, except for its length.
    let turns = "\"place a1\", \"remove a1\", ".repeat(LIMIT as usize / 24);
    let (large, file) =
        (with_turns(&queens(6), &format!("[{turns}\"place b1\"]")).sealed(), games.usual_file(&queens(6)));
    assert!(large.len() as u64 > LIMIT);
    fs::create_dir_all(&games.folder).unwrap();
    fs::write(&file, &large).unwrap();
    assert_eq!(games.find(&queens(6)), None);
    keep(&games, &with_turns(&queens(6), "[\"place a1\"]"));
    let told = games.trouble().unwrap();
    assert!(told.contains("it has more than 5242880 bytes"), "{told}");
    assert_eq!(fs::read(&file).unwrap().len(), large.len());
    assert_eq!(names(&games).len(), 2);
}

#[test]
fn a_name_of_the_player_follows_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    let (six, eight) = (with_turns(&queens(6), "[\"place a1\"]"), with_turns(&queens(8), "[\"place b2\"]"));
    for save in [&six, &eight] {
        games.keep(save.clone());
        games.finish();
    }
    let title = |games: &Games, save: &Save| {
        let stored = games.all().into_iter().find(|stored| stored.save.as_ref() == Ok(save));
        stored.expect("the game is listed").title
    };
    let file = |save: &Save| games.all().into_iter().find(|stored| stored.save.as_ref() == Ok(save)).unwrap().name;
    let (small, large) = (file(&six), file(&eight));
    games.rename(&small, "First").unwrap();
    games.rename(&large, "Second").unwrap();
    assert_eq!((title(&games, &six).as_deref(), title(&games, &eight).as_deref()), (Some("First"), Some("Second")));
    // A restored game has the name that it had before it was deleted, even if another game was renamed meanwhile.
    games.delete(&small).unwrap();
    games.rename(&large, "").unwrap();
    games.restore().unwrap();
    assert_eq!((title(&games, &six).as_deref(), title(&games, &eight)), (Some("First"), None));
    // A damaged file of names does not affect the games.
    fs::write(games.folder.join("titles.json"), "{").unwrap();
    assert_eq!((title(&games, &six), games.all().len()), (None, 2));
    games.rename(&small, "Again").unwrap();
    assert_eq!(title(&games, &six).as_deref(), Some("Again"));
}

#[test]
fn a_game_that_is_deleted_while_it_is_played_stays_deleted_until_its_next_move() {
    let folder = tempfile::tempdir().unwrap();
    let games = games(&folder);
    let begun = with_turns(&queens(6), "[\"place a1\"]");
    games.keep(begun.clone());
    games.finish();
    let name = names(&games).remove(0);
    games.delete(&name).unwrap();
    games.keep(begun.clone());
    games.finish();
    assert!(games.find(&queens(6)).is_none() && games.all().is_empty());
    games.restore().unwrap();
    assert_eq!(games.find(&queens(6)), Some(begun));
    games.delete(&name).unwrap();
    let further = with_turns(&queens(6), "[\"place a1\", \"place b3\"]");
    games.keep(further.clone());
    games.finish();
    assert_eq!(games.find(&queens(6)), Some(further));
    // A restored game goes on in its own file.
    games.delete(&name).unwrap();
    games.restore().unwrap();
    let last = with_turns(&queens(6), "[\"place a1\", \"place b3\", \"place c5\"]");
    games.keep(last.clone());
    games.finish();
    assert_eq!((games.all().len(), games.find(&queens(6))), (1, Some(last)));
}
