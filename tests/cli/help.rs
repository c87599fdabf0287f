//! The examples in the help, the README and the book work, and the manual and the completions are complete.

use std::path::Path;
use std::process::Command;

use super::{answer, error, finished, program, repository};

pub(super) const COMMANDS: [&str; 25] = [
    "play",
    "daily",
    "serve",
    "guide",
    "count",
    "explain",
    "solve",
    "tasking",
    "sample",
    "rank",
    "check",
    "sat",
    "export",
    "challenge",
    "sudoku",
    "regions",
    "puzzle",
    "precompute",
    "verify",
    "certify",
    "cache",
    "config",
    "shard",
    "completions",
    "man",
];

/// Runs a line in a shell in this folder, with `nqueens` on its path, and returns the output.
fn shell(line: &str, folder: &Path) -> std::process::Output {
    let program = Path::new(env!("CARGO_BIN_EXE_nqueens"));
    let path = std::env::join_paths(
        [program.parent().unwrap().to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    Command::new("sh")
        .args(["-euc", line])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .env("HOME", folder)
        .env_remove("XDG_CACHE_HOME")
        .env_remove("XDG_CONFIG_HOME")
        .env_remove("XDG_STATE_HOME")
        .env_remove("XDG_DATA_HOME")
        .output()
        .expect("there is a shell")
}

/// Creates a folder with the files that the examples read.
fn example_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for path in ["precomputed", ".local/share/bash-completion/completions", ".config/fish/completions"] {
        std::fs::create_dir_all(folder.path().join(path)).unwrap();
    }
    std::fs::create_dir_all(folder.path().join(".local/share/man/man1")).unwrap();
    for file in std::fs::read_dir(repository().join("precomputed")).unwrap() {
        let file = file.unwrap();
        if file.file_type().unwrap().is_file() {
            std::fs::copy(file.path(), folder.path().join("precomputed").join(file.file_name())).unwrap();
        }
    }
    std::fs::write(folder.path().join("board.txt"), "AABB\nABBC\nAACC\nDDDC\n").unwrap();
    folder
}

#[cfg(unix)]
#[test]
fn every_command_has_examples_and_they_work() {
    COMMANDS.into_iter().for_each(examples_work);
}

/// Runs the examples in a command's help.
#[track_caller]
pub(super) fn examples_work(command: &str) {
    let help = answer(&format!("{command} --help"));
    let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command} has no examples"));
    let examples: Vec<&str> = examples.lines().map_while(|line| line.strip_prefix("  ")).collect();
    assert!(examples.len() >= 2, "{command}");
    let folder = example_folder();
    for example in examples {
        // Two spaces or more separate an example from its description.
        let line = example.split("  ").next().unwrap();
        assert!(line.contains("nqueens"), "{line}");
        // The server and the games run until the user ends them, so they are not run here.
        let is_game = line.split(' ').any(|word| word == "play") || command == "daily" && !line.contains("--print");
        if command != "serve" && !is_game {
            let output = shell(line, folder.path());
            assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// Returns the README and the pages of the book, each with its file name.
fn pages() -> Vec<(String, String)> {
    let book = std::fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = [repository().join("README.md")]
        .into_iter()
        .chain(book.filter(|path| path.extension().is_some_and(|extension| extension == "md")))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(path).unwrap()))
        .collect();
    pages.sort();
    pages
}

/// The output of every example in the README and the book is as printed there, except for the times.
#[cfg(unix)]
#[test]
fn the_pages_show_what_the_program_says() {
    // Removes times such as `12.3 ms`, which differ from run to run.
    let without_times = |text: &str| {
        text.lines()
            .map(|line| match line.split_once(" ms") {
                Some((before, after)) => format!("{} ms{after}", before.trim_end_matches(|c| c != ' ').trim_end()),
                None => line.to_owned(),
            })
            .collect::<Vec<_>>()
            .join("\n")
    };
    let mut examples = 0;
    for (name, page) in pages() {
        // All examples of a page run in the same folder, so that later examples can read the files of earlier ones.
        let folder = example_folder();
        for block in page.split("```console\n").skip(1) {
            let block = block.split("```").next().unwrap();
            for example in block.split("$ ").skip(1) {
                let (line, expected) = example.split_once('\n').unwrap();
                let output = shell(line, folder.path());
                let found = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
                assert_eq!(without_times(&found), without_times(expected.trim_end()), "{name}: $ {line}");
                examples += 1;
            }
        }
    }
    assert!(examples >= 40, "only {examples} examples were found");
}

/// Every page of the book is listed as a chapter, every listed chapter exists, and every link leads to a file.
#[test]
fn the_book_is_whole() {
    let pages = pages();
    let (_, summary) = pages.iter().find(|(name, _)| name == "SUMMARY.md").unwrap();
    for (name, page) in &pages {
        assert!(
            ["README.md", "SUMMARY.md"].contains(&name.as_str()) || summary.contains(&format!("]({name})")),
            "{name}"
        );
        let folder = if name == "README.md" { repository() } else { repository().join("docs") };
        for link in page.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap()) {
            let is_file = !link.is_empty() && !link.contains("://");
            assert!(!is_file || folder.join(link).exists(), "{name}: {link}");
        }
    }
}

/// The program draws the picture in the book.
#[test]
fn the_pictures_are_the_programs() {
    let picture = std::fs::read_to_string(repository().join("docs/images/guide.svg")).unwrap();
    assert_eq!(answer("export 8 --queens b4,d1 --format svg"), picture);
}

#[test]
fn every_manual_page_and_every_completion_script_is_there() {
    assert!(answer("man").starts_with(".ie"));
    for command in COMMANDS {
        let page = answer(&format!("man {command}"));
        assert!(page.contains(&format!("nqueens\\-{command}")), "{page}");
    }
    let folder = tempfile::tempdir().unwrap();
    answer(&format!("man --out {}", folder.path().display()));
    let written = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let keys = |page: String| page.split_once(".SH KEYS").expect("the keys of the game").1.to_owned();
    assert_eq!(keys(answer("man")), keys(written("nqueens.1")));
    assert_eq!(keys(answer("man play")), keys(written("nqueens-play.1")));
    for page in ["man", "man play"].map(answer) {
        for (heading, lines) in game::keys::manual() {
            assert!(
                page.contains(&format!(".SS \"{heading}\"")) || page.contains(&format!(".SS {heading}")),
                "{heading}"
            );
            assert!(!lines.is_empty(), "{heading}");
        }
        assert!(page.contains("place or remove a piece") && page.contains("\\fBCtrl\\-R\\fR\nredo"), "{page}");
    }
    assert!(!answer("man guide").contains(".SH KEYS"), "the command starts no game");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&format!("completions {shell}"));
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
}

#[test]
fn the_version_is_the_crates() {
    assert_eq!(answer("--version"), format!("nqueens {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_game_needs_a_terminal_and_says_what_does_not() {
    // The folder has no saved games. Otherwise `nqueens` without arguments would resume the last game.
    let nothing = tempfile::tempdir().unwrap();
    for arguments in [&[][..], &["play"], &["play", "6"]] {
        let run = finished(program().args(arguments).env("XDG_STATE_HOME", nothing.path()));
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains("nqueens guide"), "{}", run.stderr);
    }
}

/// Returns the names of the options in a help page, such as `--json`, and their aliases.
fn options(command: &str) -> Vec<String> {
    let help = answer(&format!("{command} --help"));
    let words = help.split(|letter: char| letter.is_whitespace() || ",[]()".contains(letter));
    words.filter(|word| word.starts_with("--") && word.len() > 2).map(str::to_owned).collect()
}

/// The same request has the same option in every command: `--of` names the square or value to explain, and
/// `--difficulty` the difficulty of new puzzles.
#[test]
fn a_request_has_one_option_in_all_commands() {
    const KINDS: [&str; 4] = ["challenge", "sudoku", "regions", "puzzle"];
    let verbs = |kind: &'static str| {
        let help = answer(&format!("{kind} --help"));
        let (_, commands) = help.split_once("Commands:\n").unwrap();
        let names = commands.lines().map_while(|line| line.strip_prefix("  ")).map(str::to_owned);
        let names = names.filter(|line| !line.starts_with(' ')).collect::<Vec<_>>();
        names.into_iter().map(move |line| format!("{kind} {}", line.split(' ').next().unwrap()))
    };
    let mut commands: Vec<String> = COMMANDS.iter().map(|&command| command.to_owned()).collect();
    commands.extend(KINDS.into_iter().flat_map(verbs).filter(|command| !command.ends_with(" help")));
    assert!(commands.len() > 50, "{commands:?}");
    for command in ["guide", "count", "explain", "solve", "sample", "rank", "check"] {
        assert!(options(command).contains(&"--json".to_owned()), "{command} answers as data, too");
    }
    let mut explains = 0;
    for command in &commands {
        let options = options(command);
        for other in ["--square", "--variable", "--cell", "--explain", "--level", "--rating"] {
            assert!(!options.iter().any(|option| option == other), "{command} has {other}");
        }
        let has = |name: &str| options.iter().any(|option| option == name);
        assert!(has("--of") || !command.ends_with("explain"), "{command}");
        explains += usize::from(command.ends_with("explain"));
    }
    assert_eq!(explains, 5);
    for kind in ["challenge", "sudoku", "regions"] {
        for verb in ["play", "generate"] {
            assert!(options(&format!("{kind} {verb}")).contains(&"--difficulty".to_owned()), "{kind} {verb}");
        }
    }
}

/// `nqueens --plain` is the start of the game line by line, and plays from the menu on.
#[test]
fn the_start_is_line_by_line_on_request() {
    let message = error(2, ["--plain", "count", "8"]);
    assert!(message.contains("expected --plain without a command"), "{message}");
}
