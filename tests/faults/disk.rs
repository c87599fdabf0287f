//! A full disk, and a read-only disk.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::{Home, SIZES, board, left, names, read, texts};

/// A small disk in memory, which is mounted until this value is dropped.
struct Disk(TempDir);

impl Disk {
    fn new(kilobytes: usize) -> Disk {
        let folder = tempfile::tempdir().unwrap();
        let options = format!("size={kilobytes}k");
        run(&["mount", "-t", "tmpfs", "-o", &options, "nqueens-test"], folder.path());
        Disk(folder)
    }

    /// Fills the disk, except for `but` pages of 4 kB.
    fn fill(&self, but: usize) {
        let reserve: Vec<_> = (0..but).map(|number| self.0.path().join(format!("reserve-{number}"))).collect();
        reserve.iter().for_each(|file| fs::write(file, [0; 4096]).unwrap());
        let mut file = fs::File::create(self.0.path().join("filler")).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}
        reserve.iter().for_each(|file| fs::remove_file(file).unwrap());
    }

    fn close(&self) {
        run(&["mount", "-o", "remount,ro"], self.0.path());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.0.path()).status();
    }
}

fn run(words: &[&str], folder: &Path) {
    let status = Command::new(words[0]).args(&words[1..]).arg(folder).status().unwrap();
    assert!(status.success(), "{words:?}: this needs the rights of root");
}

/// Runs a command that must fail, and returns its error message, which must be one line.
#[track_caller]
fn failure(home: &Home, arguments: &str) -> String {
    let output = home.command(arguments).output().unwrap();
    let (out, errors) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{arguments}: {out}{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    errors
}

/// Runs all commands that write files, on a disk where writing fails after the call of `prevent`. No existing file may
/// change, no temporary file may stay, and the errors must contain `why`.
fn nothing_is_lost(disk: &Disk, prevent: impl FnOnce(), why: &str) {
    let home = Home::new(disk.0.path());
    let boards = disk.0.path().join("boards");
    fs::create_dir(&boards).unwrap();
    for n in SIZES {
        fs::write(boards.join(board(n)), vec![n as u8; 100_000]).unwrap();
    }
    fs::create_dir_all(home.games()).unwrap();
    home.answer("shard plan 12 --tasks 3 --out plan");
    home.said("8", "level 2\nb4\nquit\n");
    let kept = |home: &Home| {
        assert_eq!(home.kept_is_whole(), 1);
        let game = read(&home.games().join(&names(&home.games())[0]));
        (game.unwrap(), read(&home.0.join("nqueens").join("settings.json")).unwrap())
    };
    let before = kept(&home);
    prevent();

    // The count works although its diagram can't be cached, and leaves no temporary file.
    let output = home.command("count 12").output().unwrap();
    let (out, errors) = texts(&output);
    assert!(output.status.success() && out == "14200\n", "{out}{errors}");
    assert!(errors.is_empty() || errors.contains(why), "{errors}");
    assert!(read(&home.cached()).is_none());
    assert_eq!(left(&home.0.join("nqueens")), 0);

    let said = failure(&home, "precompute --sizes 9 --out boards");
    assert!(said.contains(why) && said.contains("queens-09.bdd"), "{said}");
    assert_eq!(read(&boards.join(board(9))).unwrap(), vec![9; 100_000]);
    assert_eq!(left(&boards), 0);

    // The game goes on, and its player is told once that it is not saved. The file of the command `:w` is not written
    // partially.
    let turns = format!("d1\nlevel 3\n:w mine.toml\n{}quit\n", "undo\nredo\n".repeat(20));
    let output = home.play("8", &turns).wait_with_output().unwrap();
    let (out, errors) = texts(&output);
    let said = out + &errors;
    assert!(output.status.success(), "{said}");
    assert_eq!(said.matches("This game is not saved").count(), 1, "{said}");
    // The reason appears twice: for the saved game and for the file of `:w`.
    assert_eq!(said.matches(why).count(), 2, "{said}");
    assert!(read(&home.0.join("mine.toml")).is_none());
    assert!(kept(&home) == before);
    assert_eq!(left(&home.games()) + left(&home.0.join("nqueens")), 0);

    let said = failure(&home, "shard run plan 1");
    assert!(said.contains(why), "{said}");
    assert_eq!((names(&home.0.join("plan")), left(&home.0.join("plan"))), (vec!["plan.jsonl".to_owned()], 0));
}

#[test]
#[ignore = "mounts a disk, as root"]
fn a_full_disk_keeps_what_it_had() {
    let disk = Disk::new(1000);
    nothing_is_lost(&disk, || disk.fill(0), "No space left");
}

/// Even if the disk has room for the beginning of a file, no partial file is written.
#[test]
#[ignore = "mounts a disk, as root"]
fn a_disk_that_is_nearly_full_keeps_what_it_had() {
    for pages in [1, 2] {
        let disk = Disk::new(1000);
        let home = Home::new(disk.0.path());
        let boards = disk.0.path().join("boards");
        fs::create_dir(&boards).unwrap();
        // The new file needs more than two pages.
        let file = boards.join(board(10));
        fs::write(&file, "old").unwrap();
        disk.fill(pages);
        assert!(failure(&home, "precompute --sizes 10 --out boards").contains("No space left"));
        assert_eq!(read(&file).unwrap(), b"old");
        let (out, errors) = texts(&home.command("count 12").output().unwrap());
        assert!(out == "14200\n" && (errors.is_empty() || errors.contains("No space left")), "{errors}");
        assert!(read(&home.cached()).is_none());
        assert_eq!(left(&boards) + left(&home.0.join("nqueens")), 0);
    }
}

#[test]
#[ignore = "mounts a disk, as root"]
fn a_read_only_disk_keeps_what_it_had() {
    let disk = Disk::new(2000);
    nothing_is_lost(&disk, || disk.close(), "Read-only");
}
