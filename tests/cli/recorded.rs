//! The program word for word: what it said when `recorded/` was written it says today, byte for byte.
//!
//! Each file there is a group of scenes, with an empty line between two. A scene is played in a new, empty folder,
//! which is its home as well, without a terminal and without any other environment. The first characters of its lines
//! tell what they are:
//!
//! ```text
//! # a remark
//! @ board.txt                            a file in the folder
//! : AABB                                 and what it holds, line by line
//! $ nqueens regions solve board.txt      a command, with the quotes of a shell; variables may stand before it
//! < AABB                                 a line of its standard input, which is empty if there is none
//! ~ times                                what is made the same in its output, because it never is
//! exit 1                                 how it ended
//! > no solution                          a line of the standard output
//! ! error: ...                           a line of the standard error
//! as before                              instead of these, if the command before it ended and said the same
//! ```
//!
//! A backslash is written `\\`, and what can't be seen `\x1b`. A `\` at the end of a line says that no newline comes.
//! Of long outputs there are the first and the last lines, and between them how long they are and their SHA-256.
//!
//! To record anew what is said differently on purpose, or for the first time: `NQUEENS_RECORD=1 cargo test recorded`,
//! and read what `git diff` says. For a new entry it takes no more than its line with `$`. With `NQUEENS_PROGRAM` it is
//! another program, an older one say, that is recorded or compared.
//!
//! Not recorded, since it differs from machine to machine or from run to run:
//!
//! - Times and free memory, which `~ times` and `~ memory` replace by a question mark, and the scene's folder, which is
//!   `{folder}` in what is said.
//! - The table of `tasking`, which is nothing but times: only its errors are here, and `tasking.rs` has its counts. Of
//!   `--stats`, what depends on how threads are scheduled: the most tasks at once of `spawn` on several threads.
//! - What is drawn without `--seed`, and the seed that is told then; the order of `solve --unordered` on several
//!   threads.
//! - The memory that is too little on one machine and enough on another: boards of 13 to 19. Those beyond are too large
//!   for all of them.
//! - A cache that can't be written: the message has a random name of a temporary file.
//! - A server that serves, and what keeps it from it: ports in use, names of hosts. See `serve.rs`.
//! - All that depends on a terminal: the game, colours without `--color always`, progress bars. See `../game/`.

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

/// The commands of which each verb has to be recorded as well.
const VERBS: [(&str, &[&str]); 6] = [
    ("sudoku", &["solve", "guide", "count", "check", "explain", "rate", "generate", "play"]),
    ("regions", &["solve", "guide", "count", "check", "explain", "rate", "generate", "play"]),
    ("challenge", &["solve", "guide", "count", "check", "explain", "rate", "generate", "play"]),
    ("puzzle", &["solve", "guide", "count", "check", "explain", "hint", "sample", "export", "rate", "new", "play"]),
    ("cache", &["list", "clear"]),
    ("shard", &["estimate", "plan", "run", "status", "merge", "audit", "script"]),
];

/// Longer outputs are shortened.
const MOST_LINES: usize = 100;
const MOST_BYTES: usize = 3000;

/// What stands for all that a command says, if it is what the one before it said.
const AS_BEFORE: &str = "as before";

/// What stands for the scene's folder, which has another name each time.
const FOLDER: &str = "{folder}";

/// What is left of them: so many lines at the beginning and at the end, and so many characters of each.
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

/// The files of the record.
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

/// A scene as it is recorded.
struct Scene<'a> {
    path: &'a Path,
    /// Its lines, each with its number.
    lines: Vec<(usize, &'a str)>,
}

/// A scene's text as the program plays it now, and where that is not what is recorded.
type Played = (String, Vec<String>);

/// Plays scenes on all processors, since most of the time is spent on starting programs.
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

/// What a command says, in the lines of the record.
fn said(command: &str, input: Option<Vec<u8>>, alike: &[&str], home: &Path) -> Vec<String> {
    let home_name = home.to_str().expect("the folder's name is text");
    let words: Vec<String> = words(command).iter().map(|word| word.replace(FOLDER, home_name)).collect();
    let variables = words.iter().position(|word| word == "nqueens").expect("it is the program's name");
    let mut run = match std::env::var_os("NQUEENS_PROGRAM") {
        Some(other) => Command::new(other),
        None => program(),
    };
    run.env_clear().env("HOME", home).current_dir(home);
    // Where a run under `cargo llvm-cov` leaves what it has seen.
    run.envs(std::env::var_os("LLVM_PROFILE_FILE").map(|file| ("LLVM_PROFILE_FILE", file)));
    run.envs(words[..variables].iter().map(|word| word.split_once('=').expect("NAME=VALUE")));
    run.args(&words[variables + 1..]).stdout(Stdio::piped()).stderr(Stdio::piped());
    run.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = run.spawn().expect("the program starts");
    if let Some(input) = input {
        // What is refused at once need not be read.
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

/// The words of a line, as a shell would take them: what stands between single quotes is one.
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

/// An output without what differs from run to run.
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

/// A text with `?` for the number before every `unit`, and for the blanks that align it.
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

/// A text with `?` for the number behind every `name`.
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

/// The lines of the record for an output.
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

/// A line so that all of it can be seen, and nothing of it gets lost in an editor.
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

/// The line that was written so.
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

/// How two texts differ, line by line, with some of what they have in common around it.
fn difference(old: &[&str], new: &[String]) -> String {
    const CONTEXT: usize = 2;
    // The lengths of the longest common subsequences of what follows each pair of lines.
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
        // Long lines begin shortly before the first character in which they differ from what stands in their place.
        let others = lines.iter().filter(|(other, _)| sign != ' ' && *other != ' ' && *other != sign);
        let same = others.map(|(_, other)| same_characters(line, other)).max().unwrap_or_default();
        writeln!(text, "  {sign} {}", excerpt(line, same)).unwrap();
    }
    text
}

/// The number of characters that two lines have in common at their beginning.
fn same_characters(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// As much of a line as can be read, around a place of interest.
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
    let times = "x.bdd   31 nodes        0.1 ms  same\n(batsat 0.6, 0.001 s, checked)\n{\"seconds\":1.5e-7}";
    assert_eq!(
        String::from_utf8(made_alike(times.as_bytes().to_vec(), &["times"], "/nowhere")).unwrap(),
        "x.bdd   31 nodes ? ms  same\n(batsat 0.6, ? s, checked)\n{\"seconds\":?}"
    );
}
