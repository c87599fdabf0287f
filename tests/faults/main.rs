//! The program's files stay whole: after a kill, on a full or read-only disk, with eight writing programs, and after
//! the clock was turned back, each file has its old or its new content.
//!
//! The short run belongs to the tests; `cargo test -p nqueens-cli --test faults -- --include-ignored --nocapture` kills a
//! thousand times, and needs root where it mounts a small disk.
#![cfg(unix)]

mod clock;
mod crowd;
mod disk;
mod killed;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use game::Save;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A folder that contains all files that a program writes.
struct Home(PathBuf);

impl Home {
    fn new(folder: &Path) -> Home {
        Home(folder.to_owned())
    }

    /// Returns the program with these arguments, with all its folders in this folder and without other environment
    /// variables.
    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nqueens"));
        for variable in ["HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
            command.env(variable, &self.0);
        }
        command.args(arguments.split(' ')).current_dir(&self.0).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command, asserts that it succeeds without messages, and returns its output.
    #[track_caller]
    fn answer(&self, arguments: &str) -> String {
        let output = self.command(arguments).output().unwrap();
        let (out, errors) = texts(&output);
        assert!(output.status.success() && errors.is_empty(), "{arguments}: {errors}");
        out
    }

    /// Starts a game line by line (`play --plain`), with `lines` as its input.
    fn play(&self, board: &str, lines: &str) -> Child {
        let mut child = self.command(&format!("play {board} --plain")).stdin(Stdio::piped()).spawn().unwrap();
        // A pipe has room for some 64 kB, so that writing does not block. It fails if the program was killed already.
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        child
    }

    /// Plays a game line by line to its end, and returns the output.
    fn said(&self, board: &str, lines: &str) -> String {
        let output = self.play(board, lines).wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        texts(&output).0
    }

    fn games(&self) -> PathBuf {
        self.0.join("nqueens").join("games")
    }

    fn cached(&self) -> PathBuf {
        self.0.join("nqueens").join("queens-12.zdd")
    }

    /// Asserts that all saved games, settings and statistics can be read. Returns the number of saved games.
    #[track_caller]
    fn kept_is_whole(&self) -> usize {
        for name in ["settings.json", "statistics.json"] {
            if let Some(text) = read(&self.0.join("nqueens").join(name)) {
                let value: serde_json::Value = serde_json::from_slice(&text)
                    .unwrap_or_else(|error| panic!("{name}: {error}: {:?}", String::from_utf8_lossy(&text)));
                assert!(value.is_object() && text.ends_with(b"\n"), "{name}");
            }
        }
        for line in
            read(&self.0.join("nqueens").join("statistics.jsonl")).unwrap_or_default().split(|&byte| byte == b'\n')
        {
            assert!(line.is_empty() || serde_json::from_slice::<serde_json::Value>(line).unwrap().is_object());
        }
        let games = names(&self.games());
        for name in &games {
            assert!(name.ends_with(".toml"), "{name}");
            Save::from_sealed(&read(&self.games().join(name)).unwrap())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        games.len()
    }
}

/// The files that undisturbed programs write, for comparison.
struct Golden {
    _folder: TempDir,
    home: Home,
}

/// The board sizes whose diagram files are written.
const SIZES: std::ops::RangeInclusive<usize> = 4..=9;

impl Golden {
    fn new() -> Golden {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::new(folder.path());
        home.answer("precompute --sizes 4-9 --out boards");
        assert_eq!(home.answer("count 12"), "14200\n");
        Golden { home, _folder: folder }
    }

    fn board(&self, n: usize) -> Vec<u8> {
        read(&self.home.0.join("boards").join(board(n))).unwrap()
    }

    fn cached(&self) -> Vec<u8> {
        read(&self.home.cached()).unwrap()
    }

    /// Returns the manifest after the files up to size `up_to` were written.
    fn manifest(&self, up_to: usize) -> Vec<u8> {
        let text = fs::read_to_string(self.home.0.join("boards").join("MANIFEST")).unwrap();
        text.split_inclusive('\n').take(1 + (up_to + 1).saturating_sub(*SIZES.start())).collect::<String>().into_bytes()
    }

    /// Asserts that the diagram files in a folder are new up to some size, and `old` from there on, and that the
    /// manifest lists the new files, perhaps without the last one. Returns the number of new files.
    #[track_caller]
    fn boards_are_whole(&self, folder: &Path, old: &[u8]) -> usize {
        let is_new: Vec<bool> = SIZES
            .map(|n| {
                let found = read(&folder.join(board(n))).unwrap_or_default();
                assert!(found == old || found == self.board(n), "{n}: {} bytes", found.len());
                found != old
            })
            .collect();
        let new = is_new.iter().filter(|&&is_new| is_new).count();
        assert!(is_new[..new].iter().all(|&is_new| is_new), "{is_new:?}");
        let manifest = read(&folder.join("MANIFEST")).unwrap_or_else(|| self.manifest(3));
        let listed = (3..=*SIZES.end()).find(|&n| self.manifest(n) == manifest);
        let listed = listed.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&manifest))) - 3;
        assert!(listed == new || listed + 1 == new, "{listed} sizes are listed, {new} are written");
        new
    }
}

/// Asserts that the result of a task of `nqueens shard` has a right checksum. Returns `false` if there is no result.
#[track_caller]
fn result_is_whole(file: &Path) -> bool {
    let Some(text) = read(file) else { return false };
    let text = String::from_utf8(text).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let [content, seal] = lines[..] else { panic!("{text}") };
    let sum: String = Sha256::digest(content.trim_end()).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(seal, format!("{{\"sha256\":\"{sum}\"}}\n"));
    true
}

fn board(n: usize) -> String {
    format!("queens-{n:02}.bdd")
}

/// Returns the content of a file; `None` if it does not exist.
fn read(file: &Path) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    fs::File::open(file).ok()?.read_to_end(&mut bytes).unwrap();
    Some(bytes)
}

/// Returns the names of the files in a folder, without temporary files of killed programs.
fn names(folder: &Path) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| !name.starts_with(".writing-"));
    names.sort();
    names
}

/// Returns the number of temporary files in a folder.
fn left(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    entries.filter(|entry| entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".writing-")).count()
}

fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8");
    (text(&output.stdout), text(&output.stderr))
}
