//! Games that the real program saves and resumes, whatever ends it.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use game::Save;
use tempfile::TempDir;

use super::pty::Pty;

fn play(home: TempDir, arguments: &[&str]) -> Pty {
    Pty::start_at_home(home, env!("CARGO_BIN_EXE_nqueens"), arguments, &[])
}

/// Returns the files of the saved games, with any extension.
fn files(home: &TempDir) -> Vec<PathBuf> {
    let folder = home.path().join("nqueens").join("games");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| !file.file_name().unwrap().to_str().unwrap().starts_with('.'));
    files.sort();
    files
}

fn only_save(home: &TempDir) -> Save {
    let files = files(home);
    let [file] = files.as_slice() else { panic!("not one game: {files:?}") };
    Save::from_sealed(&fs::read(file).unwrap()).unwrap()
}

/// Returns the number of turns made in a saved game.
fn turns(save: &Save) -> usize {
    save.transcript().matches("\"place ").count() + save.transcript().matches("\"remove ").count()
}

#[test]
fn whatever_ends_it_a_game_goes_on_where_it_was_left() {
    let mut home = tempfile::tempdir().unwrap();
    for (round, (keys, signal)) in [("q", ""), ("\x03", ""), ("", "TERM"), ("", "HUP"), ("", "INT")].iter().enumerate()
    {
        let mut pty = play(home, &["play", "8", "--assist", "0"]);
        pty.wait_for("Esc");
        if round > 0 {
            pty.wait_for(&format!("Resumed ({round} of 8"));
        }
        // The key follows the move at once, before any autosave interval.
        pty.send(&format!("g{}1\r\r", char::from(b'a' + round as u8)));
        pty.wait_for(&format!("{} of 8 queens placed", round + 1));
        pty.send(keys);
        if !signal.is_empty() {
            pty.signal(signal);
        }
        assert_eq!(pty.end().success(), signal.is_empty());
        home = pty.into_home();
    }
    // Without a command, the program offers to resume the last game, with all of its turns.
    let mut pty = play(home, &["--color", "never"]);
    pty.wait_for("> 4 Continue");
    pty.send("\r");
    pty.wait_for("Resumed (5 of 8");
    pty.send("uuuuu");
    pty.wait_for("0 of 8 queens placed");
    pty.send("q");
    pty.end();
}

#[test]
fn each_puzzle_keeps_its_game() {
    let home = tempfile::tempdir().unwrap();
    let mut pty = play(home, &["sudoku", "play", "--box", "2x2", "--seed", "3", "--assist", "0"]);
    pty.wait_for("Puzzle 1.");
    pty.wait_for("Esc");
    // At least one of these cells is open.
    pty.send("1l1l1l1");
    pty.send("N");
    pty.wait_for("Puzzle 2.");
    pty.send("P");
    pty.wait_for("Resumed (");
    pty.send("N");
    pty.wait_for("Puzzle 2.");
    pty.send("u");
    pty.wait_for("Back in 4 x 4 Sudoku, puzzle 1 (2");
    pty.send("q");
    assert!(pty.end().success());
    // The start resumes the puzzle that was begun.
    let mut pty = play(pty.into_home(), &["sudoku", "play", "--box", "2x2"]);
    pty.wait_for("Resumed (");
    pty.wait_for("Esc");
    pty.send("N");
    pty.wait_for("Puzzle 2.");
    pty.send("q");
    pty.end();
    // No puzzle of the other size was begun.
    let mut pty = play(pty.into_home(), &["sudoku", "play", "--box", "2x3"]);
    pty.wait_for("Puzzle 1.");
    pty.send("q");
    pty.end();
}

#[test]
fn a_damaged_game_is_set_aside_with_a_note() {
    let mut pty = play(tempfile::tempdir().unwrap(), &["play", "6", "--assist", "0"]);
    pty.wait_for("Esc");
    pty.send("\r");
    pty.wait_for("1 of 6");
    pty.send("q");
    pty.end();
    let home = pty.into_home();
    let file = files(&home).remove(0);
    let text = fs::read(&file).unwrap();
    let damaged = &text[..text.len() / 2];
    fs::write(&file, damaged).unwrap();
    let mut pty = play(home, &["play", "6", "--assist", "0"]);
    pty.wait_for("Note: a saved game was set");
    pty.wait_for("0 of 6");
    pty.wait_for("Esc");
    pty.send("l\r");
    pty.wait_for("1 of 6");
    pty.send("q");
    pty.end();
    let home = pty.into_home();
    let files = files(&home);
    let [kept, aside] = files.as_slice() else { panic!("{files:?}") };
    assert!(*kept == file && aside.to_str().unwrap().ends_with(".toml.damaged"));
    assert_eq!(fs::read(aside).unwrap(), damaged);
}

/// The second program saves its game beside the first one, also after `kill -9`, and its player is told.
#[test]
fn two_terminals_on_one_puzzle_keep_both_games() {
    let begin = |home: TempDir, arguments: &[&str]| {
        let mut pty = play(home, arguments);
        pty.wait_for("Esc");
        pty
    };
    let mut first = begin(tempfile::tempdir().unwrap(), &["play", "6", "--assist", "0"]);
    first.send("\r");
    first.wait_for("1 of 6");
    wait_until("the game is kept", || {
        !first.home.path().join("nqueens/games").exists() || files(&first.home).is_empty()
    });
    let state = first.home.path().to_str().unwrap().to_owned();
    let mut second = Pty::start_at_home(
        tempfile::tempdir().unwrap(),
        env!("CARGO_BIN_EXE_nqueens"),
        &["play", "6", "--assist", "0"],
        &[("XDG_STATE_HOME", &state)],
    );
    second.wait_for("Resumed (1 of 6");
    second.wait_for("Esc");
    first.send("gb3\r\r");
    first.wait_for("2 of 6");
    wait_until("two turns are kept", || turns(&only_save(&first.home)) < 2);
    second.send("gd4\r\rgf5\r\r");
    second.wait_for("elsewhere");
    first.send("gc5\r\r");
    first.wait_for("3 of 6");
    wait_until("both are kept", || files(&first.home).len() < 2);
    thread::sleep(Duration::from_secs(1));
    drop(second.killed());
    assert!(!first.contents().contains("elsewhere"), "{}", first.contents());
    let home = first.killed();
    let [other, usual] = files(&home).try_into().unwrap();
    assert!(other.to_str().unwrap().ends_with("-2.toml"), "{other:?}");
    let placed = |file: &PathBuf| Save::from_sealed(&fs::read(file).unwrap()).unwrap().transcript();
    for (file, squares) in [(&usual, ["a1", "b3", "c5"]), (&other, ["a1", "d4", "f5"])] {
        let transcript = placed(file);
        assert!(turns(&Save::from_transcript(&transcript).unwrap()) == 3, "{transcript}");
        squares.iter().for_each(|square| assert!(transcript.contains(&format!("place {square}")), "{transcript}"));
    }
    // The latest game resumes and the other one is named; its file resumes as well, and no turn is lost.
    let mut later = begin(home, &["play", "6", "--assist", "0"]);
    later.wait_for("another game");
    later.send("q");
    later.end();
    let other = other.to_str().unwrap().to_owned();
    let mut later = begin(later.into_home(), &["play", "--from", &other]);
    later.wait_for("Resumed (3 of 6");
    later.send("q");
    later.end();
    let home = later.into_home();
    let texts: Vec<String> = files(&home).iter().map(placed).collect();
    assert!(texts.len() == 3 && texts.iter().any(|text| text.contains("place c5")), "{texts:?}");
}

/// Waits while `is_missing` returns `true`, and fails with the name `what` after some time.
fn wait_until(what: &str, is_missing: impl Fn() -> bool) {
    let began = Instant::now();
    while is_missing() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Pipes among the saved games and the player's puzzles, and unreadable statistics and settings.
#[cfg(unix)]
#[test]
fn what_cannot_be_read_holds_nobody_up_and_stays() {
    let home = tempfile::tempdir().unwrap();
    let state = home.path().join("nqueens");
    for folder in ["games", "puzzles"] {
        fs::create_dir_all(state.join(folder)).unwrap();
        let pipe = state.join(folder).join("x.toml");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    }
    for name in ["settings.json", "statistics.json"] {
        std::os::unix::fs::symlink(name, state.join(name)).unwrap();
    }
    let mut pty = play(home, &["--color", "never"]);
    pty.wait_for("q quit");
    pty.send("91");
    pty.wait("an example", |screen| {
        ["Esc", "Continue"].iter().any(|text| screen.contents().contains(text)) && !screen.contents().contains("Learn")
    });
    pty.send("q");
    assert!(pty.end().success());
    let mut pty = play(pty.into_home(), &["play", "4", "--assist", "0"]);
    pty.wait_for("Esc");
    pty.wait_for("statistics");
    pty.send("Tgb1\r\rgd2\r\rga3\r\rgc4\r\r");
    pty.wait_for("You solved it without help");
    pty.send("q");
    assert!(pty.end().success());
    let home = pty.into_home();
    for name in ["settings.json", "statistics.json"] {
        assert_eq!(fs::read_link(home.path().join("nqueens").join(name)).unwrap(), PathBuf::from(name));
    }
    let mut pty = play(home, &["play", "4", "--assist", "0"]);
    pty.wait_for("0 of 4");
    pty.send("S");
    pty.wait_for("  without help");
    pty.send("q");
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn the_start_screen_leads_to_the_last_game() {
    let mut pty = play(tempfile::tempdir().unwrap(), &[]);
    pty.wait_for("q quit");
    for choice in ["> 1 Queens", "2 Regions", "3 Sudoku", "4 Continue", "5 New game", "7 Saved games (0)", "9 Learn"] {
        assert!(pty.contents().contains(choice), "{}", pty.contents());
    }
    assert!(pty.contents().contains("no saved game yet"));
    // Without a game under the menu, q ends the program.
    pty.send("j");
    pty.wait_for("> 2 Regions");
    pty.send("q");
    assert!(pty.end().success());
    let mut pty = play(pty.into_home(), &[]);
    pty.wait_for("q quit");
    // The calendar ends today. A week before, there were three puzzles as well.
    pty.send("6");
    pty.wait_for("Mon      Tue      Wed");
    pty.send("k");
    pty.send("\r");
    // Two escapes at once would be another key, so the calendar must be gone before it is waited for.
    let is_list = |screen: &str| screen.contains("> 1 Queens") && !screen.contains("Mon      Tue");
    pty.wait("the puzzles of a day", |screen| is_list(&screen.contents()));
    pty.send("\x1b");
    pty.wait_for("Mon      Tue      Wed");
    pty.send("\x1b");
    pty.wait_for("> 6 Calendar");
    // New game, N-Queens, 8 x 8.
    pty.send("5");
    pty.wait_for("> 1 N-Queens");
    pty.send("1");
    pty.wait_for("5 8 × 8");
    pty.send("5");
    // The list of sizes tells the number of solutions, too.
    pty.wait_for("92 solutions ·");
    pty.send("\r");
    pty.wait_for("4 solutions ·");
    pty.send("q");
    assert!(pty.end().success());
    let mut pty = play(pty.into_home(), &[]);
    pty.wait_for("> 4 Continue  8 × 8 queens, 1 of 8");
    pty.send("\r");
    pty.wait_for("Resumed (1 of 8");
    pty.wait_for("Esc");
    pty.send("\x1b");
    pty.wait_for("8 × 8 queens, 1 of 8");
    pty.wait_for("9 Learn");
    pty.send("7");
    pty.wait_for("> 1 8 × 8 queens");
    pty.send("d");
    pty.wait_for("Deleted. Press u to restore it.");
    pty.send("u");
    pty.wait_for("Restored.");
    pty.wait_for("> 1 8 × 8 queens");
    pty.send("rEight in peace\r");
    pty.wait_for("> 1 Eight in peace  8 × 8 queens, 1 of 8");
    pty.send("\x1b");
    pty.wait_for("> 7 Saved games (1)");
    pty.send("91");
    pty.wait_for("Lesson, step 1 of 11");
    pty.send("l");
    pty.wait_for("Lesson, step 2 of 11");
    // Undo returns to the game that was left for the lesson.
    pty.send("u");
    pty.wait_for("Back in 8 x 8 queens (1 of 8");
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn puzzles_in_the_players_own_folder_come_before_the_examples() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("nqueens").join("puzzles");
    fs::create_dir_all(&folder).unwrap();
    let puzzle = |title: &str, more: &str| {
        format!("title = \"{title}\"\nrows = 3\n[[rule]]\nexactly = 2\nevery = \"board\"\n{more}")
    };
    fs::write(folder.join("2.toml"), puzzle("The second of mine", "")).unwrap();
    fs::write(folder.join("1.toml"), puzzle("The first of mine", "")).unwrap();
    // A damaged puzzle and a file without the extension are left out.
    fs::write(folder.join("0.toml"), puzzle("Damaged", "[[rule")).unwrap();
    fs::write(folder.join("0.txt"), puzzle("Not asked for", "")).unwrap();
    let mut pty = play(home, &[]);
    pty.wait_for("q quit");
    pty.send("8");
    pty.wait_for("> 1 The first of mine");
    pty.wait_for("2 The second of mine");
    pty.send("1");
    pty.wait_for("Esc");
    pty.send("N");
    pty.wait_for("The second of mine");
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn a_game_is_written_as_a_text_edited_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my game.toml");
    let name = file.to_str().unwrap();
    let mut pty = play(tempfile::tempdir().unwrap(), &["play", "6", "--assist", "0"]);
    pty.wait_for("Esc");
    pty.send("\r");
    pty.wait_for("1 of 6");
    pty.send(&format!(":w {name}\r"));
    pty.wait_for("Written to");
    pty.send(&format!(":w {name}\r"));
    pty.wait_for("Not written");
    pty.send("q");
    assert!(pty.end().success());
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"place a1\""), "{text}");
    fs::write(&file, text.replace("\"place a1\"", "\"b1\", \"d2\"")).unwrap();
    let mut pty = play(pty.into_home(), &["play", "--from", name, "--assist", "0"]);
    pty.wait_for("Resumed (2 of 6");
    pty.send("u");
    pty.wait_for("Undid: queen on d2");
    pty.send("q");
    assert!(pty.end().success());
    // The earlier save of this board is still there, beside the new one.
    let home = pty.into_home();
    let names: Vec<String> = files(&home).iter().map(|file| file.display().to_string()).collect();
    assert!(names.len() == 2 && names[1].ends_with(".toml.before"), "{names:?}");
    fs::write(&file, text.replace("place a1", "place z9")).unwrap();
    let mut pty = play(home, &["play", "--from", name]);
    assert_eq!(pty.end().exit_code(), 1);
    assert!(pty.contents().contains("turn 1, \"place z9\""), "{}", pty.contents());
    fs::write(&file, "version = 1\nkind = \"chess\"\npuzzle = \"8\"\n").unwrap();
    let mut pty = play(tempfile::tempdir().unwrap(), &["play", "--from", name]);
    assert_eq!(pty.end().exit_code(), 1);
    assert!(pty.contents().contains("found \"chess\""), "{}", pty.contents());
}

#[test]
fn what_was_solved_is_told_copied_counted_and_printed_at_the_end() {
    let mut pty = play(tempfile::tempdir().unwrap(), &["play", "4", "--assist", "0"]);
    pty.wait_for("Esc");
    pty.send("Tgb1\r\rgd2\r\rga3\r\rgc4\r\r");
    pty.wait_for("You solved it without help");
    pty.wait_for("r restart   N larger");
    pty.send("y");
    pty.wait_for("Copied ");
    pty.send("S");
    pty.wait_for("  without help");
    pty.send("q");
    pty.wait_for("You solved it without help");
    pty.send("q");
    assert!(pty.end().success());
    assert!(
        pty.contents().contains("nqueens: 4 x 4 queens ⭐") && pty.contents().contains("nqueens play 4"),
        "{}",
        pty.contents()
    );
    // OSC 52 carries the clipboard in base 64, here `nqueens: `.
    assert!(pty.wrote("\x1b]52;c;bnF1ZWVuczog"), "no OSC 52");
    let mut pty = play(pty.into_home(), &["play", "5"]);
    pty.wait_for("Esc");
    pty.send("S");
    pty.wait_for("4 × 4 queens");
}

/// Kills the program at random moments and checks the save: never damaged, never older than a second. `NQUEENS_KILLS`
/// sets the number of kills, each about a second long.
#[test]
fn kill_9_loses_no_more_than_the_last_second() {
    let kills: usize = std::env::var("NQUEENS_KILLS").map_or(24, |kills| kills.parse().unwrap());
    let rounds: Vec<_> = (0..4u64).map(|seed| thread::spawn(move || kill_often(kills.div_ceil(4), seed))).collect();
    rounds.into_iter().for_each(|round| round.join().unwrap());
}

fn kill_often(kills: usize, seed: u64) {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = move |limit: u64| {
        // Xorshift is random enough here.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % limit
    };
    let (mut home, mut before) = (tempfile::tempdir().unwrap(), 0);
    for kill in 0..kills {
        if kill % 25 == 0 {
            (home, before) = (tempfile::tempdir().unwrap(), 0);
        }
        let mut pty = play(home, &["play", "8", "--assist", "0"]);
        pty.wait_for(if before > 0 { "Resumed" } else { "Esc" });
        let lasts = Duration::from_millis(below(2500));
        // Every Enter is a turn, which places or removes a queen.
        let mut turns_in = |pty: &mut Pty, lasts: Duration| {
            let (began, mut sent) = (Instant::now(), 0);
            while began.elapsed() < lasts {
                pty.send(["\r", "l\r", "h\r", "j\r", "k\r"][below(5) as usize]);
                sent += 1;
                thread::sleep(Duration::from_millis(10 + below(60)));
            }
            sent
        };
        // Once the help is shown, the keys before it were handled, however busy the machine is.
        let handled = turns_in(&mut pty, Duration::from_millis(300));
        pty.send("?");
        pty.wait_for("move the cursor");
        pty.send("\x1b");
        let since = Instant::now();
        let sent = handled + turns_in(&mut pty, lasts);
        // The autosave takes a second; a busy machine may need half a second more.
        let old = if since.elapsed() > Duration::from_millis(1500) { handled } else { 0 };
        home = pty.killed();
        let kept = if before + old > 0 || home.path().join("nqueens/games").exists() && !files(&home).is_empty() {
            turns(&only_save(&home))
        } else {
            0
        };
        let range = before + old..=before + sent;
        assert!(range.contains(&kept), "kill {kill} after {lasts:?}: {kept} turns were kept, not {range:?}");
        before = kept;
    }
}
