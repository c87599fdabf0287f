//! The output of the program, compared byte for byte with the output recorded in `recorded/`.
//!
//! Each file there is a group of scenes, separated by empty lines. A scene is a sequence of commands, which run in a
//! new, empty folder that is also their home, without a terminal and without other environment variables. The first
//! characters of a line show its meaning:
//!
//! ```text
//! # a remark
//! @ board.txt                            a file in the folder
//! : AABB                                 a line of this file
//! $ nqueens regions solve board.txt      a command, with the quotes of a shell; variables may stand before it
//! < AABB                                 a line of its standard input, which is empty if there is none
//! ~ times                                the name of a part of its output that differs from run to run
//! exit 1                                 its exit code
//! > no solution                          a line of its standard output
//! ! error: ...                           a line of its standard error
//! as before                              stands for all output that equals that of the command before
//! ```
//!
//! A backslash is written as `\\`, an invisible character as in `\x1b`. A `\` at the end of a line means that the
//! output has no newline there. Long outputs are shortened to their first and last lines; a line between them has the
//! length and the SHA-256 of the whole output.
//!
//! After an intended change of the output, run `NQUEENS_RECORD=1 cargo test recorded`, and read
//! `git diff`. To add a command, write only its line with `$` and record it. `NQUEENS_PROGRAM` names another program to
//! record or compare, such as an earlier version.
//!
//! These outputs are not recorded, since they differ from machine to machine or from run to run:
//!
//! - Times and free memory: `~ times` and `~ memory` replace them by question marks. The folder of the scene: it
//!   becomes `{folder}`.
//! - The table of `tasking`, which has only times: `tasking.rs` tests its counts, and its errors are recorded. The
//!   largest number of tasks at one time that `--stats` prints for `spawn` on several threads.
//! - Random results without `--seed`, and the seed that is printed then. The order of `solve --unordered` on several
//!   threads.
//! - Errors about the memory for boards of 13 to 19, which depend on the machine. Larger boards are too large for any
//!   machine.
//! - The error about a cache that can't be written, which contains the random name of a temporary file.
//! - A running server, and its errors about used ports and names of hosts. See `serve.rs`.
//! - Output on a terminal: the game, colours without `--color always`, progress bars. See `../game/`.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use sha2::{Digest, Sha256};

use super::help::COMMANDS;
use super::{program, repository};

/// Commands with verbs: every verb must be recorded at least once.
const VERBS: [(&str, &[&str]); 7] = [
    ("sudoku", &["solve", "guide", "count", "check", "explain", "certify", "rate", "generate", "play"]),
    ("regions", &["solve", "guide", "count", "check", "explain", "certify", "rate", "generate", "play"]),
    ("challenge", &["solve", "guide", "count", "check", "explain", "certify", "rate", "generate", "play"]),
    (
        "puzzle",
        &["solve", "guide", "count", "check", "explain", "hint", "sample", "export", "certify", "rate", "new", "play"],
    ),
    ("certify", &["check"]),
    ("cache", &["list", "clear"]),
    ("shard", &["estimate", "plan", "run", "status", "merge", "audit", "script"]),
];

/// The lengths of output, in lines and in bytes, above which it is shortened.
const MOST_LINES: usize = 100;
const MOST_BYTES: usize = 3000;

/// The line that stands for the whole output of a command if it equals the output of the command before.
const AS_BEFORE: &str = "as before";

/// The text that replaces the path of the scene's folder, which differs from run to run.
const FOLDER: &str = "{folder}";

/// The numbers of lines that are kept of a shortened output, at its beginning and its end, and of characters kept of
/// each line.
const FIRST_LINES: usize = 6;
const LAST_LINES: usize = 4;
const MOST_CHARACTERS: usize = 160;

#[test]
fn the_program_says_what_is_recorded() {
    let groups: Vec<(PathBuf, String)> = paths().into_iter().map(|path| (path.clone(), read(&path))).collect();
    let scenes: Vec<Vec<Scene>> = groups.iter().map(|(path, text)| Scene::all(path, text)).collect();
    let played = play_all(&scenes.iter().flatten().collect::<Vec<_>>());
    let mut played = played.into_iter();
    if std::env::var_os("NQUEENS_RECORD").is_some_and(|value| !value.is_empty()) {
        for ((path, text), scenes) in groups.iter().zip(&scenes) {
            let anew: Vec<String> = played.by_ref().take(scenes.len()).map(|(text, _)| text).collect();
            let anew = anew.join("\n");
            if *text != anew {
                fs::write(path, anew).unwrap();
            }
        }
        return;
    }
    let differences: Vec<String> = played.flat_map(|(_, differences)| differences).collect();
    assert!(
        differences.is_empty(),
        "{} of the recorded commands say something else now (- recorded, + now). If all of it is meant, record anew \
         with NQUEENS_RECORD=1.\n\n{}",
        differences.len(),
        differences.join("\n")
    );
}

#[test]
fn every_command_and_verb_is_recorded() {
    let texts: Vec<String> = paths().iter().map(|path| read(path)).collect();
    let commands: Vec<Vec<String>> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| Some(words(line.strip_prefix("$ ")?)))
        .map(|words| words.into_iter().skip_while(|word| word != "nqueens").skip(1).collect())
        .collect();
    assert!(commands.len() >= 300, "only {} commands are recorded", commands.len());
    let is_recorded = |words: &[&str]| commands.iter().any(|command| command.iter().take(words.len()).eq(words));
    for command in COMMANDS {
        for help in ["--help", "-h"] {
            assert!(is_recorded(&[command, help]), "{command} {help}");
        }
    }
    for (command, verbs) in VERBS {
        verbs.iter().for_each(|verb| assert!(is_recorded(&[command, verb]), "{command} {verb}"));
    }
}

/// Returns the paths of all files in `recorded/`.
fn paths() -> Vec<PathBuf> {
    let folder = repository().join("tests/cli/recorded");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// A recorded scene: a sequence of commands that run in the same folder.
struct Scene<'a> {
    path: &'a Path,
    /// The lines of the scene, each with its number in the file.
    lines: Vec<(usize, &'a str)>,
}

/// The text of a scene with the present output of the program, and the differences from the recorded text.
type Played = (String, Vec<String>);

/// Runs scenes on all processors, since starting programs takes most of the time.
fn play_all(scenes: &[&Scene]) -> Vec<Played> {
    let next = AtomicUsize::new(0);
    let played: Mutex<Vec<Option<Played>>> = Mutex::new(scenes.iter().map(|_| None).collect());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, |threads| threads.get()) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(scene) = scenes.get(number) else { break };
                    let result = scene.play();
                    played.lock().unwrap()[number] = Some(result);
                }
            });
        }
    });
    played.into_inner().unwrap().into_iter().map(|played| played.expect("every scene was played")).collect()
}

impl<'a> Scene<'a> {
    fn all(path: &'a Path, text: &'a str) -> Vec<Scene<'a>> {
        let mut scenes = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let is_new = line.is_empty() || number == 1;
            if is_new {
                scenes.push(Scene { path, lines: Vec::new() });
            }
            if !line.is_empty() {
                scenes.last_mut().expect("the first line begins one").lines.push((number, line));
            }
        }
        scenes.retain(|scene| !scene.lines.is_empty());
        scenes
    }

    fn play(&self) -> Played {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        let (mut text, mut differences) = (String::new(), Vec::new());
        let mut lines = self.lines.iter().copied().peekable();
        let (mut then_before, mut now_before) = (Vec::new(), Vec::new());
        while let Some((number, line)) = lines.next() {
            writeln!(text, "{line}").unwrap();
            let mut rest = |prefix: &str| {
                let mut rest = Vec::new();
                while let Some((_, line)) = lines.next_if(|(_, line)| line.starts_with(prefix)) {
                    writeln!(text, "{line}").unwrap();
                    let line = line.strip_prefix(prefix).expect("it was seen");
                    rest.push(line.strip_prefix(' ').unwrap_or(line));
                }
                rest
            };
            match line.split_once(' ') {
                Some(("@", name)) => {
                    let path = home.join(name);
                    fs::create_dir_all(path.parent().expect("it is below the folder")).unwrap();
                    fs::write(path, rest(":").into_iter().flat_map(unescaped).collect::<Vec<u8>>()).unwrap();
                }
                Some(("$", command)) => {
                    let input = rest("<");
                    let alike = rest("~");
                    let input: Option<Vec<u8>> =
                        (!input.is_empty()).then(|| input.into_iter().flat_map(unescaped).collect());
                    let now = said(command, input, &alike, &home);
                    let is_said =
                        |line: &str| line == AS_BEFORE || ["exit ", ">", "!"].iter().any(|sign| line.starts_with(sign));
                    let then: Vec<&str> =
                        std::iter::from_fn(|| lines.next_if(|(_, line)| is_said(line)).map(|(_, line)| line)).collect();
                    let then = if then == [AS_BEFORE] { then_before } else { then };
                    if then != now {
                        let file = self.path.file_name().unwrap_or_default().display();
                        let difference = difference(&then, &now);
                        differences.push(format!("{file}, line {number}\n  $ {command}\n{difference}"));
                    }
                    if now == now_before {
                        writeln!(text, "{AS_BEFORE}").unwrap();
                    } else {
                        now.iter().for_each(|line| writeln!(text, "{line}").unwrap());
                    }
                    (then_before, now_before) = (then, now);
                }
                _ => assert!(line.starts_with('#'), "{}, line {number}: {line:?}", self.path.display()),
            }
        }
        (text, differences)
    }
}

/// Runs a command, and returns its output in the lines of the recorded format.
fn said(command: &str, input: Option<Vec<u8>>, alike: &[&str], home: &Path) -> Vec<String> {
    let home_name = home.to_str().expect("the folder's name is text");
    let words: Vec<String> = words(command).iter().map(|word| word.replace(FOLDER, home_name)).collect();
    let variables = words.iter().position(|word| word == "nqueens").expect("it is the program's name");
    let mut run = match std::env::var_os("NQUEENS_PROGRAM") {
        Some(other) => Command::new(other),
        None => program(),
    };
    run.env_clear().env("HOME", home).current_dir(home);
    // Under `cargo llvm-cov`, this variable names the file for the coverage data.
    run.envs(std::env::var_os("LLVM_PROFILE_FILE").map(|file| ("LLVM_PROFILE_FILE", file)));
    run.envs(words[..variables].iter().map(|word| word.split_once('=').expect("NAME=VALUE")));
    run.args(&words[variables + 1..]).stdout(Stdio::piped()).stderr(Stdio::piped());
    run.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = run.spawn().expect("the program starts");
    if let Some(input) = input {
        // A program that refuses its arguments may end before it reads its input, so errors are ignored.
        let _ = child.stdin.take().unwrap().write_all(&input);
    }
    let output = child.wait_with_output().unwrap();
    let mut lines = vec![match output.status.code() {
        Some(code) => format!("exit {code}"),
        None => format!("exit by {}", output.status),
    }];
    for (sign, said) in [('>', output.stdout), ('!', output.stderr)] {
        lines.extend(recorded(sign, &made_alike(said, alike, home_name)));
    }
    lines
}

/// Splits a line into words as a shell does; text between single quotes is one word.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    assert!(!quoted, "a quote without its end: {line}");
    words.extend(word);
    words
}

/// Replaces the parts of an output that differ from run to run, such as times and the folder.
fn made_alike(said: Vec<u8>, alike: &[&str], home: &str) -> Vec<u8> {
    let mut said = match String::from_utf8(said) {
        Ok(said) => said.replace(home, FOLDER),
        Err(error) => return error.into_bytes(),
    };
    for what in alike {
        said = match *what {
            "times" => {
                let said = [" ms", " s)", " s,"].iter().fold(said, |said, unit| without_number_before(&said, unit));
                ["\"seconds\":", "\"elapsed_seconds\":", "\"cpu_seconds\":"]
                    .iter()
                    .fold(said, |said, name| without_number_behind(&said, name))
            }
            "memory" => without_number_before(&said, " GiB are free"),
            other => panic!("nothing is known of ~ {other}"),
        };
    }
    said.into_bytes()
}

/// Replaces the number before every `unit` in a text, and the blanks that align it, by `?`.
fn without_number_before(text: &str, unit: &str) -> String {
    let parts: Vec<&str> = text.split(unit).collect();
    let Some((last, parts)) = parts.split_last() else { return String::new() };
    let mut replaced = String::new();
    for part in parts {
        let rest = part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let is_number = rest.len() < part.len();
        replaced += if is_number { rest.trim_end_matches(' ') } else { part };
        replaced += if is_number { " ?" } else { "" };
        replaced += unit;
    }
    replaced + last
}

/// Replaces the number after every `name` in a text by `?`.
fn without_number_behind(text: &str, name: &str) -> String {
    let mut parts = text.split(name);
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        replaced += name;
        replaced += "?";
        replaced += part.trim_start_matches(|c: char| c.is_ascii_digit() || ".e-+".contains(c));
    }
    replaced
}

/// Returns the lines of the recorded format for an output, each beginning with `sign`; long output is shortened.
fn recorded(sign: char, said: &[u8]) -> Vec<String> {
    let lines: Vec<String> = said.split_inclusive(|&byte| byte == b'\n').map(escaped).collect();
    let signed = |line: &str| if line.is_empty() { sign.to_string() } else { format!("{sign} {line}") };
    if lines.len() <= MOST_LINES && said.len() <= MOST_BYTES {
        return lines.iter().map(|line| signed(line)).collect();
    }
    let cut = |line: &String| match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => signed(&format!("{} …", line[..end].trim_end())),
        None => signed(line),
    };
    let sum: String = Sha256::digest(said).iter().map(|byte| format!("{byte:02x}")).collect();
    let all = format!("{sign}… {} lines, {} bytes, SHA-256 {sum}", lines.len(), said.len());
    let first = lines.len().min(FIRST_LINES);
    let last = (lines.len() - first).min(LAST_LINES);
    let (first, last) = (&lines[..first], &lines[lines.len() - last..]);
    first.iter().map(cut).chain([all]).chain(last.iter().map(cut)).collect()
}

/// Escapes a line: invisible characters, and blanks that editors remove, become visible.
fn escaped(line: &[u8]) -> String {
    let (line, is_whole) = match line.strip_suffix(b"\n") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let mut text = String::new();
    for chunk in line.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\\' => text.push_str("\\\\"),
                c if c.is_control() => {
                    c.to_string().bytes().for_each(|byte| write!(text, "\\x{byte:02x}").unwrap());
                }
                c => text.push(c),
            }
        }
        chunk.invalid().iter().for_each(|byte| write!(text, "\\x{byte:02x}").unwrap());
    }
    if text.ends_with(' ') {
        text.pop();
        text.push_str("\\x20");
    }
    if !is_whole {
        text.push('\\');
    }
    text
}

/// Returns the line for its escaped text; the inverse of [`escaped`].
fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line;
    while let Some((before, escape)) = rest.split_once('\\') {
        bytes.extend(before.bytes());
        if escape.is_empty() {
            return bytes;
        }
        rest = if let Some(rest) = escape.strip_prefix('\\') {
            bytes.push(b'\\');
            rest
        } else {
            let digits = escape.strip_prefix('x').and_then(|escape| escape.get(..2));
            bytes.push(digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).expect("\\\\, \\xNN or the end"));
            &escape[3..]
        };
    }
    bytes.extend(rest.bytes());
    bytes.push(b'\n');
    bytes
}

/// Returns the differences of two texts line by line, with some equal lines around them.
fn difference(old: &[&str], new: &[String]) -> String {
    const CONTEXT: usize = 2;
    // For each pair of lines, the length of the longest common subsequence of the lines from these two on.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            common[i][j] = if a == b { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let mut lines: Vec<(char, &str)> = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push((' ', old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', &new[j]));
            j += 1;
        }
    }
    let mut text = String::new();
    let mut is_gap = false;
    for (number, &(sign, line)) in lines.iter().enumerate() {
        let around = number.saturating_sub(CONTEXT)..lines.len().min(number + CONTEXT + 1);
        if lines[around].iter().all(|&(sign, _)| sign == ' ') {
            is_gap = true;
            continue;
        }
        if std::mem::take(&mut is_gap) {
            text.push_str("    ...\n");
        }
        // A long line is shown from shortly before the first character in which it differs from the lines that it
        // replaces or that replace it.
        let others = lines.iter().filter(|(other, _)| sign != ' ' && *other != ' ' && *other != sign);
        let same = others.map(|(_, other)| same_characters(line, other)).max().unwrap_or_default();
        writeln!(text, "  {sign} {}", excerpt(line, same)).unwrap();
    }
    text
}

/// Returns the length of the longest common prefix of two lines, in characters.
fn same_characters(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// Returns a part of a line that is short enough to read, around the character with the index `place`.
fn excerpt(line: &str, place: usize) -> String {
    const LONG: usize = 200;
    if line.chars().count() <= LONG {
        return line.to_owned();
    }
    let start = place.saturating_sub(LONG / 4);
    let shown: String = line.chars().skip(start).take(LONG).collect();
    format!("{}{shown}…", if start == 0 { "" } else { "…" })
}

#[test]
fn what_is_written_is_read_back() {
    for line in ["", " ", "a b ", "\\", "\\x20", "\u{1b}[1mü♛\t", "no newline", "\u{85}"] {
        for line in [line.as_bytes().to_vec(), [line.as_bytes(), b"\n"].concat()] {
            if !line.is_empty() {
                let text = escaped(&line);
                assert!(text.trim_end() == text && !text.contains(char::is_control), "{text:?}");
                assert_eq!(unescaped(&text), line, "{text:?}");
            }
        }
    }
    assert_eq!(unescaped(&escaped(b"\xff\xfe\n")), b"\xff\xfe\n");
    assert_eq!(words("A=1 nqueens '' 'a b'c  d"), ["A=1", "nqueens", "", "a bc", "d"]);
    let times = "x.bdd   31 nodes        0.1 ms  same\n(found by batsat 0.6 in 0.001 s, checked)\n{\"seconds\":1.5e-7}";
    assert_eq!(
        String::from_utf8(made_alike(times.as_bytes().to_vec(), &["times"], "/nowhere")).unwrap(),
        "x.bdd   31 nodes ? ms  same\n(found by batsat 0.6 in ? s, checked)\n{\"seconds\":?}"
    );
}
