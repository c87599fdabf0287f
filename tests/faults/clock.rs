//! A clock that is turned back, so that the program finds files from the future.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use super::{Golden, Home, SIZES, board, names, read, texts};

/// Sets the modification time of all files in a folder and its subfolders to about seventy years from now.
fn into_the_future(folder: &Path) {
    let future = SystemTime::now() + Duration::from_secs(70 * 365 * 86_400);
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            into_the_future(&path);
        }
        fs::File::open(&path).unwrap().set_modified(future).unwrap();
    }
}

#[test]
fn files_of_the_future_are_read_and_replaced_like_others() {
    let golden = Golden::new();
    let folder = tempfile::tempdir().unwrap();
    let home = Home::new(folder.path());
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    SIZES.for_each(|n| fs::write(boards.join(board(n)), "old").unwrap());
    home.said("8", "b4\nquit\n");
    home.answer("count 12");
    // The cache has a damaged file, and a temporary file that a killed program left.
    fs::write(home.cached(), "damaged").unwrap();
    fs::write(home.games().join(".writing-abc"), "half").unwrap();
    into_the_future(folder.path());

    home.answer("precompute --sizes 4-9 --out boards");
    assert_eq!(golden.boards_are_whole(&boards, b"old"), SIZES.count());
    let (out, note) = texts(&home.command("count 12").output().unwrap());
    assert!(
        out == "14200\n"
            && note.starts_with("note: the diagram was built anew, since its file in the cache can't be used (/"),
        "{out}{note}"
    );
    assert!(read(&home.cached()).unwrap() == golden.cached());
    let said = home.said("8", "d1\nquit\n");
    assert!(said.contains("Resumed (1 of 8"), "{said}");
    assert_eq!(home.kept_is_whole(), 1);
    // A game that is saved now has the present time, and is resumed.
    let game = home.games().join(&names(&home.games())[0]);
    assert!(fs::metadata(&game).unwrap().modified().unwrap() <= SystemTime::now());
    into_the_future(folder.path());
    let said = home.said("8", "quit\n");
    assert!(said.contains("Resumed (2 of 8"), "{said}");
}
