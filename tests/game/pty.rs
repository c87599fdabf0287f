//! The real program in a pseudo-terminal.

use std::io::{Read, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The time limit for a program that hangs. On a busy machine, one second of work may take ten.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program in a pseudo-terminal, with its output.
pub(super) struct Pty {
    /// The folder of the program's files.
    pub(super) home: tempfile::TempDir,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    bytes: Vec<u8>,
}

impl Pty {
    pub(super) fn start(program: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Pty {
        Pty::start_at_home(tempfile::tempdir().unwrap(), program, arguments, environment)
    }

    pub(super) fn start_at_home(
        home: tempfile::TempDir,
        program: &str,
        arguments: &[&str],
        environment: &[(&str, &str)],
    ) -> Pty {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        for name in ["NO_COLOR", "COLORTERM", "COLORFGBG", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("XDG_STATE_HOME", home.path());
        command.env("XDG_CACHE_HOME", home.path());
        command.env("XDG_CONFIG_HOME", home.path());
        command.env("XDG_DATA_HOME", home.path());
        for (name, value) in environment {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Pty {
            home,
            master: pair.master,
            writer,
            child,
            output,
            parser: vt100::Parser::new(24, 80, 0),
            bytes: Vec::new(),
        }
    }

    fn game(environment: &[(&str, &str)]) -> Pty {
        let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &["play", "8"], environment);
        // "Esc menu" ends the screen, so the frame is complete. On a busy machine, a frame without the board may precede
        // it while the diagram loads.
        pty.wait("board", |screen| ["92 solution", "Esc"].iter().all(|text| screen.contents().contains(text)));
        pty
    }

    pub(super) fn send(&mut self, text: &str) {
        self.writer.write_all(text.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    pub(super) fn wait(&mut self, what: &str, is_there: impl Fn(&vt100::Screen) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_there(self.parser.screen()) {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    self.bytes.extend(bytes);
                }
                Err(error) => panic!("no {what} ({error}):\n{}", self.parser.screen().contents()),
            }
        }
    }

    pub(super) fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    pub(super) fn signal(&self, name: &str) {
        let id = self.child.process_id().unwrap().to_string();
        assert!(std::process::Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits for the end of the program and of its output.
    pub(super) fn end(&mut self) -> portable_pty::ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end:\n{}", self.parser.screen().contents());
            thread::sleep(Duration::from_millis(5));
        };
        // The rest of the output arrives within moments of the end.
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
            self.parser.process(&bytes);
            self.bytes.extend(bytes);
        }
        status
    }

    fn modes(&self) -> String {
        let screen = self.parser.screen();
        // The modes of the line discipline, such as raw and echo.
        let termios = self.master.get_termios().unwrap();
        format!(
            "{} {} {:?} {} {:?} {:?}",
            screen.alternate_screen(),
            screen.hide_cursor(),
            screen.mouse_protocol_mode(),
            screen.bracketed_paste(),
            termios.local_flags,
            termios.input_flags
        )
    }

    fn assert_given_back(&self) {
        let fresh = Pty::start("true", &[], &[]);
        assert_eq!(self.modes(), fresh.modes());
    }
}

impl Pty {
    /// Returns the screen as read so far.
    pub(super) fn contents(&self) -> String {
        self.parser.screen().contents()
    }

    /// Returns `true` if the output read so far contains `text`.
    pub(super) fn wrote(&self, text: &str) -> bool {
        String::from_utf8_lossy(&self.bytes).contains(text)
    }

    /// Kills the program at once and returns its home.
    pub(super) fn killed(mut self) -> tempfile::TempDir {
        self.signal("KILL");
        let _ = self.child.wait();
        self.into_home()
    }

    /// Returns the home, for the start of another program.
    pub(super) fn into_home(mut self) -> tempfile::TempDir {
        std::mem::replace(&mut self.home, tempfile::tempdir().unwrap())
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

#[test]
fn a_queen_on_a1_leaves_4() {
    let mut pty = Pty::game(&[]);
    pty.send("\r");
    pty.wait_for("4 solutions");
    pty.send("u");
    pty.wait_for("92 solutions");
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn the_terminal_is_given_back_by_each_way_of_ending() {
    for (keys, signal) in [("q", ""), ("\x03", ""), ("", "TERM"), ("", "HUP"), ("", "INT")] {
        let mut pty = Pty::game(&[]);
        assert!(pty.parser.screen().alternate_screen() && !pty.parser.screen().hide_cursor());
        pty.send(keys);
        if !signal.is_empty() {
            pty.signal(signal);
        }
        assert_eq!(pty.end().success(), signal.is_empty(), "{keys:?} {signal}");
        pty.assert_given_back();
    }
}

/// Runs in a pseudo-terminal, started by the test below.
#[test]
#[ignore = "panics on purpose, in a terminal"]
fn panicking_child() {
    let _screen = nqueens_tui::terminal::Screen::enter().unwrap();
    panic!("on purpose");
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_reported() {
    let itself = std::env::current_exe().unwrap();
    let arguments = ["game::pty::panicking_child", "--exact", "--ignored", "--nocapture"];
    let mut pty = Pty::start(itself.to_str().unwrap(), &arguments, &[("RUST_BACKTRACE", "0")]);
    assert!(!pty.end().success());
    assert!(String::from_utf8_lossy(&pty.bytes).contains("\x1b[?1049h"), "it had taken the terminal");
    assert!(pty.parser.screen().contents().contains("on purpose"));
    pty.assert_given_back();
}

#[test]
fn suspended_the_terminal_is_the_shells_and_fg_brings_the_game_back() {
    let mut pty = Pty::start("bash", &["--norc", "--noprofile", "-i"], &[("PS1", "ready> ")]);
    pty.wait_for("ready>");
    pty.send(&format!("{} play 8\r", env!("CARGO_BIN_EXE_nqueens")));
    pty.wait_for("92 solution");
    pty.send("\r");
    pty.wait_for("4 solution");
    pty.send("\x1a");
    pty.wait("shell", |screen| {
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
            && screen.contents().contains("Stopped")
            && screen.contents().trim_end().ends_with("ready>")
    });
    pty.send("fg\r");
    pty.wait("game", |screen| screen.alternate_screen() && screen.contents().contains("4 solution"));
    pty.send("u");
    pty.wait_for("92 solution");
    pty.send("q");
    // Keys typed before the prompt of the shell may still reach the game.
    pty.wait("shell", |screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
    pty.send("exit 7\r");
    assert_eq!(pty.end().exit_code(), 7);
}

#[test]
fn without_a_shell_it_is_not_suspended() {
    let mut pty = Pty::game(&[]);
    pty.send("\x1a");
    pty.wait_for("Not suspended");
}

/// Returns the parameters of every `ESC [ ... m` in the bytes.
fn styles(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    text.split("\x1b[")
        .skip(1)
        .filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            rest[end..].starts_with('m').then(|| rest[..end].to_owned())
        })
        .collect()
}

#[test]
fn no_color_means_none() {
    for (environment, coloured) in [(&[("NO_COLOR", "1")][..], false), (&[("COLORTERM", "truecolor")], true)] {
        let mut pty = Pty::game(environment);
        pty.send("\r");
        pty.wait_for("4 solution");
        pty.send("ll\r");
        pty.wait_for("No queen on c1");
        pty.send("q");
        pty.end();
        let styles = styles(&pty.bytes);
        assert!(styles.iter().any(|style| style == "1" || style == "7"), "{styles:?}");
        let is_colour = |style: &String| {
            style
                .split(';')
                .filter_map(|part| part.parse::<u8>().ok())
                .any(|part| (30..=49).contains(&part) || part >= 90)
        };
        assert_eq!(styles.iter().any(is_colour), coloured, "{styles:?}");
    }
}

#[test]
fn resizing_to_nothing_and_back() {
    let mut pty = Pty::game(&[]);
    for (rows, cols) in [(1, 1), (5, 30), (8, 20), (60, 200), (24, 80)] {
        pty.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        pty.parser.screen_mut().set_size(rows, cols);
        match (rows, cols) {
            (1, 1) => {}
            (5, 30) => pty.wait_for("20 columns"),
            _ => pty.wait_for("92 solution"),
        }
    }
    pty.send("\r");
    pty.wait_for("4 solution");
}

#[test]
fn a_click_places_a_queen() {
    let mut pty = Pty::game(&[]);
    let row =
        (0..24).find(|&row| pty.parser.screen().rows(0, 80).nth(row).unwrap().trim_start().starts_with('1')).unwrap();
    // Columns and rows count from 1; a1 begins right of the rank's name and the border.
    pty.send(&format!("\x1b[<0;5;{}M\x1b[<0;5;{}m", row + 1, row + 1));
    pty.wait_for("4 solution");
}

#[test]
fn why_hints_help_and_solutions_by_their_keys() {
    let mut pty = Pty::game(&[]);
    pty.send("gb4\r\rgd1\r\r");
    pty.wait_for("2 solutions");
    pty.send("ga8\rw");
    pty.wait_for("Step 1 of 6");
    pty.send("\x1b[C");
    pty.wait_for("Step 2 of 6");
    pty.send("wi");
    pty.wait_for("has only one possible");
    pty.wait_for("1 hint");
    pty.send("ii");
    pty.wait_for("Why ");
    pty.send("ws");
    pty.wait_for("Solution 1 of 2");
    pty.send("\x1b[C");
    pty.wait_for("Solution 2 of 2");
    pty.send("\r");
    pty.wait_for("Solved!");
    pty.send("u");
    pty.wait_for("2 solutions");
    pty.send("0");
    pty.wait("free board", |screen| {
        screen.contents().contains("help: off") && !screen.contents().contains(" solution")
    });
    pty.send("ga8\r\rv");
    pty.wait_for("No solution from here");
    pty.send("b2");
    pty.wait_for("2 solutions");
}

#[test]
fn the_level_of_help_is_remembered_unless_told() {
    let mut pty = Pty::game(&[]);
    pty.send("aq");
    assert!(pty.end().success());
    let home = std::mem::replace(&mut pty.home, tempfile::tempdir().unwrap());
    let program = env!("CARGO_BIN_EXE_nqueens");
    let mut pty = Pty::start_at_home(home, program, &["play", "6"], &[]);
    pty.wait_for("help: counts");
    let home = std::mem::replace(&mut pty.home, tempfile::tempdir().unwrap());
    let mut pty = Pty::start_at_home(home, program, &["play", "6", "--assist", "1"], &[]);
    pty.wait_for("help: attacks");
    // Without a folder for its settings, the program runs nevertheless.
    let mut pty = Pty::start(program, &["play", "6"], &[("XDG_STATE_HOME", "/dev/null")]);
    pty.wait_for("help: guide");
    pty.send("a");
    pty.wait_for("help: counts");
}

#[test]
fn the_mouse_is_listened_to_no_more_than_needed() {
    use vt100::MouseProtocolMode::{ButtonMotion, None, PressRelease};
    let folder = puzzle_files();
    let board = folder.path().join("board.txt");
    let program = env!("CARGO_BIN_EXE_nqueens");
    let regions = ["regions", "play", board.to_str().unwrap()];
    for (arguments, mode) in [
        (&["play", "6"][..], PressRelease),
        (&["play", "6", "--no-mouse"], None),
        (&regions, ButtonMotion),
        (&[&regions[..], &["--assist", "2"]].concat(), PressRelease),
    ] {
        let mut pty = Pty::start(program, arguments, &[]);
        pty.wait_for("Esc");
        assert_eq!(pty.parser.screen().mouse_protocol_mode(), mode, "{arguments:?}");
        assert!(!String::from_utf8_lossy(&pty.bytes).contains("?1003h"), "never all that the mouse does");
        pty.send("q");
        assert!(pty.end().success());
        pty.assert_given_back();
    }
    // The help level changes the effect of a click, and the mouse events that it needs.
    let mut pty = Pty::start(program, &regions, &[]);
    pty.wait_for("help: attacks");
    pty.send("2");
    pty.wait_for("This reveals the solution");
    pty.send("\r");
    pty.wait("clicks alone", |screen| screen.mouse_protocol_mode() == PressRelease);
}

#[test]
fn a_line_of_words_is_written_whole() {
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &["play", "6", "--assist", "0"], &[("NO_COLOR", "1")]);
    pty.wait_for("a1: empty");
    pty.wait_for("Esc");
    let before = pty.bytes.len();
    pty.send("l");
    pty.wait_for("b1: empty");
    let written = String::from_utf8_lossy(&pty.bytes[before..]).into_owned();
    assert!(written.contains("b1: empty"), "of which only one letter is new: {written:?}");
    // The terminal's cursor follows to the square.
    let there = pty.parser.screen().cursor_position();
    pty.send("l");
    pty.wait_for("c1: empty");
    pty.wait("cursor", |screen| screen.cursor_position().0 == there.0 && screen.cursor_position().1 > there.1);
}

#[test]
fn the_configuration_and_the_arguments_say_how_the_game_is_played() {
    let program = env!("CARGO_BIN_EXE_nqueens");
    let home = tempfile::tempdir().unwrap();
    std::fs::create_dir(home.path().join("nqueens")).unwrap();
    let file = home.path().join("nqueens/config.toml");
    std::fs::write(&file, "mouse = false\ncharacters = \"ascii\"\n[keys]\nundo = \"z\"\n").unwrap();
    let mut pty = Pty::start_at_home(home, program, &["play", "6", "--theme", "plain"], &[]);
    pty.wait_for("help: guide");
    assert!(pty.parser.screen().contents().is_ascii(), "{}", pty.parser.screen().contents());
    assert_eq!(pty.parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    pty.send("llll\r");
    pty.wait_for("z undo");
    pty.send("z");
    pty.wait_for("Undid: ");
    pty.send("t");
    pty.wait_for("Theme: dark");
    pty.send("q");
    assert!(pty.end().success());
    // The theme is saved.
    let home = std::mem::replace(&mut pty.home, tempfile::tempdir().unwrap());
    let mut pty = Pty::start_at_home(home, program, &["play", "6"], &[]);
    pty.wait_for("help: guide");
    pty.send("t");
    pty.wait_for("Theme: light");
    pty.send("q");
    assert!(pty.end().success());
    std::fs::write(pty.home.path().join("nqueens/config.toml"), "mose = false").unwrap();
    let home = std::mem::replace(&mut pty.home, tempfile::tempdir().unwrap());
    let mut pty = Pty::start_at_home(home, program, &["play", "6"], &[]);
    assert!(!pty.end().success());
    assert!(pty.parser.screen().contents().contains("did you mean \"mouse\"?"), "{}", pty.parser.screen().contents());
}

#[test]
fn keys_wait_for_a_long_move_in_order() {
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &["play", "12"], &[]);
    pty.wait_for("14,200 solution");
    // All keys at once have the same effect as one after the other.
    pty.send("ga1\r\rlljj\x1b[A\rwssu");
    pty.wait_for("Undid: ");
    pty.wait("one queen", |screen| screen.contents().contains("1 of 12 queens placed"));
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn keys_typed_at_once_after_the_start_are_played() {
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &["play", "12"], &[]);
    // Keys before the program takes the terminal, and before the board is loaded.
    pty.send("ga1\r\rll");
    pty.wait("queen", |screen| screen.contents().contains("1 of 12 queens placed"));
    // Keys for the next board, before it is loaded.
    pty.send("+gb1\r\r");
    pty.wait("queen", |screen| screen.contents().contains("1 of 13 queens placed"));
    pty.send("\x03");
    assert!(pty.end().success());
}

/// Returns a folder with a file of two Sudokus and a file of a board with regions.
fn puzzle_files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let sudokus =
        "53..7....6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8....\n1.....3..4.....2\n";
    std::fs::write(folder.path().join("sudokus.txt"), sudokus).unwrap();
    std::fs::write(folder.path().join("board.txt"), "AABB\nABBC\nAACC\nDDDC\n").unwrap();
    folder
}

#[test]
fn sudoku_is_played_by_the_same_keys() {
    let folder = puzzle_files();
    let file = folder.path().join("sudokus.txt");
    let arguments = ["sudoku", "play", file.to_str().unwrap(), "--assist", "2"];
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &arguments, &[]);
    pty.wait_for("2 solutions");
    pty.send("gr1c7\rw1");
    pty.wait_for("1 in r1c7 is open");
    pty.send("1");
    pty.wait_for("1 solution");
    pty.send("7");
    pty.wait_for("Not placed");
    pty.send("\x7f");
    pty.wait_for("2 solutions");
    pty.send("x");
    pty.wait_for("Rule out in r1c7");
    pty.send("\x1b");
    pty.wait("end of the typing", |screen| !screen.contents().contains("Rule out in"));
    pty.send("u");
    pty.wait_for("Undid: ");
    pty.send("c");
    pty.wait_for("Grid cleared");
    pty.send("s");
    pty.wait_for("Solution 1 of 2");
    pty.send("\r");
    pty.wait_for("Solved!");
    pty.send("N");
    pty.wait_for("4 × 4 Sudoku");
    pty.send("NN");
    pty.wait_for("This is the last puzzle");
    pty.send("q");
    assert!(pty.end().success());
    pty.assert_given_back();
}

#[test]
fn regions_are_played_by_the_same_keys() {
    let folder = puzzle_files();
    let file = folder.path().join("board.txt");
    let arguments = ["regions", "play", file.to_str().unwrap(), "--assist", "4"];
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &arguments, &[]);
    pty.wait_for("1 solution");
    pty.send("iii");
    pty.wait_for("Why ");
    pty.send("w");
    pty.wait_for("is forced");
    pty.send("gc4\r\r");
    pty.wait_for("Solved!");
    pty.send("u");
    pty.wait_for("Undid: ");
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn a_puzzle_by_the_standard_input_leaves_the_keys_to_the_terminal() {
    let mut pty = Pty::start("bash", &["--norc", "--noprofile", "-i"], &[("PS1", "ready> ")]);
    pty.wait_for("ready>");
    pty.send(&format!("echo 1.....3..4.....2 | {} sudoku play -\r", env!("CARGO_BIN_EXE_nqueens")));
    pty.wait_for("4 × 4 Sudoku");
    pty.wait_for("help: clashes");
    pty.send("aq");
    pty.wait("shell", |screen| !screen.alternate_screen() && screen.contents().trim_end().ends_with("ready>"));
    pty.send("exit 3\r");
    assert_eq!(pty.end().exit_code(), 3);
}

#[test]
fn new_puzzles_without_end_fixed_by_a_seed() {
    let program = env!("CARGO_BIN_EXE_nqueens");
    for (kind, size) in [("sudoku", &["--box", "2x2"][..]), ("regions", &["--size", "5"])] {
        let arguments = [&[kind, "play", "--seed", "3", "--assist", "2"], size].concat();
        let mut shown = Vec::new();
        for _ in 0..2 {
            let mut pty = Pty::start(program, &arguments, &[("NO_COLOR", "1")]);
            pty.wait_for("1 solution");
            pty.wait_for("Esc");
            for (key, number) in [("N", "Puzzle 2."), ("N", "Puzzle 3."), ("P", "Puzzle 2.")] {
                pty.send(key);
                pty.wait_for(number);
            }
            // The line with the time differs.
            let contents = pty.contents();
            shown
                .push(contents.lines().map(str::trim_end).filter(|line| !line.contains(" placed")).collect::<String>());
            pty.send("P");
            pty.wait_for("Puzzle 1.");
            pty.send("P");
            pty.wait_for("This is the first puzzle");
            pty.send("q");
            assert!(pty.end().success());
        }
        assert_eq!(shown[0], shown[1]);
    }
}

#[test]
fn the_first_new_puzzle_is_waited_for_only_as_long_as_the_player_likes() {
    // Removing givens of 25 x 25 to a minimal puzzle takes long.
    let arguments = ["sudoku", "play", "--box", "5x5", "--minimal", "--seed", "1"];
    let begin = || {
        let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &arguments, &[]);
        pty.wait_for("Building puzzle 1");
        pty
    };
    for end in ["q", "\x03"] {
        let mut pty = begin();
        pty.send(end);
        assert!(pty.end().success());
        pty.assert_given_back();
    }
    let mut pty = begin();
    pty.send("\x1b");
    pty.wait_for("Cancelled: puzzle 1");
    pty.send("N");
    pty.wait_for("Building puzzle 1");
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn what_is_pasted_is_placed_or_opened() {
    let mut pty = Pty::start(env!("CARGO_BIN_EXE_nqueens"), &["play", "8", "--queens", "h1"], &[]);
    pty.wait_for("1 of 8 queens placed");
    let paste = |pty: &mut Pty, text: &str| pty.send(&format!("\x1b[200~{text}\x1b[201~"));
    paste(&mut pty, "b4 d1");
    pty.wait_for("3 of 8 queens placed");
    pty.send("Y");
    pty.wait_for("Copied: nqueens play 8");
    pty.send("u");
    pty.wait_for("1 of 8 queens placed");
    paste(&mut pty, "530070000600195000098000060800060003400803001700020006060000280000419005000080079");
    pty.wait_for("0 of 51 placed");
    paste(&mut pty, "sudoku-70K");
    pty.send("y");
    pty.wait_for("(sudoku-70K)");
    paste(&mut pty, "nothing");
    pty.wait_for("Can't read this as a");
    // A file name with blanks can be pasted as well.
    pty.send(":");
    paste(&mut pty, "w a b.toml");
    pty.wait_for(": w a b.toml");
    pty.send("\x1b");
    pty.wait("the line is gone", |screen| !screen.contents().contains("w a b"));
    pty.send("q");
    assert!(pty.end().success());
}

#[test]
fn without_a_terminal_it_says_what_to_use() {
    let piped = std::process::Command::new(env!("CARGO_BIN_EXE_nqueens")).args(["play", "6"]).output().unwrap();
    assert_eq!(piped.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&piped.stderr).contains("nqueens guide 6") && piped.stdout.is_empty());
    let folder = puzzle_files();
    let piped = |arguments: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_nqueens"));
        let output = program.args(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.stdout.is_empty());
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (arguments, code, says) in [
        (&["sudoku", "play", "--seed", "1"][..], 1, "`nqueens sudoku generate` prints"),
        (&["sudoku", "play", "sudokus.txt"], 1, "`nqueens sudoku guide sudokus.txt` prints"),
        (&["regions", "play", "board.txt"], 1, "`nqueens regions guide board.txt` prints"),
        (&["regions", "play", "sudokus.txt"], 2, "sudokus.txt, line 1, column 1"),
        (&["sudoku", "play", "board.txt"], 2, "board.txt, line 1"),
        (&["sudoku", "play", "nowhere.txt"], 1, "nowhere.txt"),
        (&["regions", "play", "--size", "3"], 2, "'3' for '--size <N>'"),
        (&["play", "201"], 1, "choose a size from 1 to 200"),
    ] {
        let (status, said) = piped(arguments);
        assert!(status == Some(code) && said.contains(says) && said.lines().count() == 1, "{arguments:?}: {said}");
    }
}
