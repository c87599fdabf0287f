//! The commands `precompute` and `verify` and the option `--bdd-dir`, with new, equal and damaged diagram files.

use std::fs;
use std::path::{Path, PathBuf};

use bdd_core::Budget;
use bdd_core::format::{Label, write_file};

use super::{Run, answer, error, finished, nqueens, precomputed, program, with_input};

/// Returns a copy of the committed diagram files, which a test may damage.
fn copy() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in made() {
        fs::copy(precomputed().join(&name), folder.path().join(&name)).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Returns the names of those files of the crate `nqueens-precomputed` that `precompute` writes.
fn made() -> Vec<String> {
    let mut names = names(&precomputed());
    names.retain(|name| name == "MANIFEST" || name.ends_with(".bdd"));
    names
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn check(folder: &Path, sizes: &str) -> Run {
    nqueens(["precompute", "--check", "--sizes", sizes, "--out", text(folder)])
}

fn damage(path: PathBuf) {
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn the_files_made_anew_are_the_committed_ones_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("not/yet/there");
    let lines = answer(&format!("precompute --out {}", text(&out)));
    assert_eq!(lines.lines().count(), 8);
    assert!(lines.contains("queens-08.bdd       2453 nodes         92 solutions"), "{lines}");
    assert_eq!(names(&out), made());
    for name in made() {
        assert!(fs::read(out.join(&name)).unwrap() == fs::read(precomputed().join(&name)).unwrap(), "{name}");
    }
}

/// Writes two temporary files, named like files that a program is writing: the first is two hours old, so that its
/// writer was killed; the second is new. Returns their paths.
pub(super) fn half_written(folder: &Path) -> [PathBuf; 2] {
    let [left, begun] = [".writing-left", ".writing-begun"].map(|name| folder.join(name));
    [&left, &begun].into_iter().for_each(|path| fs::write(path, "half").unwrap());
    make_old(&left);
    [left, begun]
}

fn make_old(path: &Path) {
    let earlier = std::time::SystemTime::now() - std::time::Duration::from_secs(2 * 3600);
    fs::File::options().append(true).open(path).unwrap().set_modified(earlier).unwrap();
}

#[test]
fn what_killed_writers_left_goes_and_what_may_be_being_written_stays() {
    let folder = tempfile::tempdir().unwrap();
    let [left, begun] = half_written(folder.path());
    let run = |command: &str| answer(&format!("{command} --sizes 4 --out {}", text(folder.path())));
    run("precompute");
    assert_eq!([left.exists(), begun.exists()], [false, true]);
    // `--check` only compares, so it does not even remove an old temporary file.
    make_old(&begun);
    run("precompute --check");
    assert!(begun.exists());
}

/// The node counts are those of the row-major order as `biodivine-lib-bdd` counts them, and the largest file stays
/// below a limit of bytes.
#[test]
fn the_manifest_has_the_known_node_counts() {
    let manifest = fs::read_to_string(precomputed().join("MANIFEST")).unwrap();
    let column = |number: usize| -> Vec<u64> {
        manifest.lines().skip(1).map(|line| line.split_whitespace().nth(number).unwrap().parse().unwrap()).collect()
    };
    assert_eq!(column(0), [4, 5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(column(1), [31, 169, 131, 1101, 2453, 9559, 25947, 94824]);
    assert_eq!(column(2), [2, 10, 4, 40, 92, 352, 724, 2680]);
    assert!(column(3)[7] <= 125_000);
}

#[test]
fn a_check_writes_nothing_and_finds_the_committed_files_the_same() {
    let before = names(&precomputed());
    let run = nqueens(["precompute", "--check"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(
        run.stdout.lines().count() == 8 && run.stdout.lines().all(|line| line.ends_with("  same")),
        "{}",
        run.stdout
    );
    assert_eq!(names(&precomputed()), before);
    let nowhere = tempfile::tempdir().unwrap();
    assert_eq!(check(&nowhere.path().join("none"), "4").code, Some(1));
    assert_eq!(names(nowhere.path()), [""; 0]);
}

#[test]
fn a_check_names_every_difference() {
    let folder = copy();
    damage(folder.path().join("queens-05.bdd"));
    fs::remove_file(folder.path().join("queens-06.bdd")).unwrap();
    let manifest = folder.path().join("MANIFEST");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace(" 1101 ", " 1102 ")).unwrap();
    let run = check(folder.path(), "4-7");
    assert_eq!(run.code, Some(1));
    let verdicts: Vec<&str> = run.stdout.lines().map(|line| line.split_once(" ms  ").unwrap().1).collect();
    assert_eq!(verdicts[0], "same");
    assert_eq!(verdicts[1], "differs from byte 87 on (the file has 174 bytes)");
    assert!(verdicts[2].starts_with("can't read the file in "), "{}", verdicts[2]);
    assert_eq!(verdicts[3], "its line in MANIFEST differs");
    assert!(run.stderr.contains("differs from new builds"), "{}", run.stderr);
}

#[test]
fn precompute_keeps_the_other_lines_of_the_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let precompute = |sizes: &str| answer(&format!("precompute --sizes {sizes} --out {}", text(folder.path())));
    precompute("6");
    precompute("4,5");
    precompute("6");
    assert_eq!(names(folder.path()), ["MANIFEST", "queens-04.bdd", "queens-05.bdd", "queens-06.bdd"]);
    assert_eq!(check(folder.path(), "4-6").code, Some(0));
    fs::write(folder.path().join("MANIFEST"), "n nodes solutions bytes sha256\n4 31\n").unwrap();
    let message = error(1, ["precompute", "--sizes", "4", "--out", text(folder.path())]);
    assert!(message.contains("MANIFEST: line 2 is malformed: expected the columns n, nodes"), "{message}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let message = error(1, ["precompute", "--sizes", "4", "--out", text(&file.join("out"))]);
    assert!(message.contains("can't make the folder") && message.contains("file/out"), "{message}");
}

#[test]
fn verify_says_what_files_hold_and_what_is_wrong() {
    let folder = copy();
    damage(folder.path().join("queens-05.bdd"));
    let missing = folder.path().join("queens-99.bdd");
    let other = folder.path().join("other.bdd");
    // The label contains a control sequence that sets the title of a terminal; the message must escape it.
    let label = Label { puzzle: "\x1b]0;sudoku\x07".to_owned(), size: 9 };
    write_file(&other, &bdd_core::Bdd::constant(81, true), &label).unwrap();

    let [sound, damaged] = ["queens-08.bdd", "queens-05.bdd"].map(|name| folder.path().join(name));
    let run = nqueens(["verify", text(&damaged), text(&sound), text(&missing), text(&other)]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.stdout, format!("{}: n = 8, 64 variables, 2453 nodes, 92 solutions\n", text(&sound)));
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 3);
    for (message, file, problem) in [
        (errors[0], &damaged, "checksum"),
        (errors[1], &missing, "No such file"),
        (errors[2], &other, r"\u{1b}]0;sudoku\u{7} of size 9"),
    ] {
        assert!(
            message.starts_with("error: ") && message.contains(text(file)) && message.contains(problem),
            "{message}"
        );
    }
    assert_eq!(nqueens(["verify", text(&sound)]).code, Some(0));
}

/// The model counts of this diagram have 20,000 digits, but its header says that there is one model. It must be refused
/// at once, by a message of one line.
#[test]
#[cfg(unix)]
fn a_small_file_does_not_keep_verify_long() {
    let bomb = super::repository().join("bdd-core/tests/data/bomb.bdd");
    // The limit is in KiB of address space, most of which the program never touches.
    let limited = "ulimit -v 200000 && exec \"$0\" verify \"$1\"";
    let mut shell = std::process::Command::new("sh");
    let run = finished(shell.args(["-c", limited, env!("CARGO_BIN_EXE_nqueens"), text(&bomb)]));
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{}", run.stderr);
    let message = run.stderr.strip_prefix(&format!("error: {}: ", text(&bomb))).expect("it names the file");
    assert_eq!(message, "the diagram does not have the 1 models that the header says\n");
}

#[test]
fn other_files_instead_of_the_embedded_ones() {
    let folder = copy();
    let dir = text(folder.path());
    assert_eq!(answer(&format!("--bdd-dir {dir} count 8")), "92\n");
    assert_eq!(answer(&format!("count 7 --bdd-dir {dir}")), "40\n");
    // Damages and other contents have an effect, so the file in the folder is really read.
    damage(folder.path().join("queens-08.bdd"));
    let message = error(1, ["count", "8", "--bdd-dir", dir]);
    assert!(message.contains("queens-08.bdd") && message.contains("checksum"), "{message}");
    fs::copy(folder.path().join("queens-07.bdd"), folder.path().join("queens-08.bdd")).unwrap();
    assert!(
        error(1, ["guide", "8", "--bdd-dir", dir]).contains("queens-08.bdd: found a diagram of n-queens of size 7")
    );
    fs::remove_file(folder.path().join("queens-08.bdd")).unwrap();
    assert!(error(1, ["guide", "8", "--json", "--bdd-dir", dir]).contains("nqueens precompute --sizes 8"));
    // The diagram of a size without a file in the folder is built.
    assert_eq!(answer(&format!("--bdd-dir {dir} count 3")), "0\n");
}

#[test]
fn a_larger_board_is_read_from_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let dir = text(folder.path());
    assert!(answer(&format!("precompute --sizes 13 --out {dir}")).contains(" 73712 solutions"));
    assert_eq!(answer(&format!("--bdd-dir {dir} count 13 --method diagram")), "73712\n");
    assert!(answer(&format!("--bdd-dir {dir} guide 13")).contains("73712"));
}

#[test]
fn verify_reads_a_pipe() {
    let file = fs::read(precomputed().join("queens-06.bdd")).unwrap();
    let run = with_input("verify /dev/stdin", file);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, "/dev/stdin: n = 6, 36 variables, 131 nodes, 4 solutions\n");
}

#[test]
fn an_export_that_does_not_fit_the_memory_is_refused() {
    let message = error(1, "--memory 64M export 14 --format json".split(' '));
    assert!(message.contains("the diagram is too large: the work needs at least"), "{message}");
}

#[test]
fn the_files_and_their_proofs_are_data_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let json = |code: i32, arguments: &[&str]| -> serde_json::Value {
        let run = nqueens(arguments);
        assert_eq!(run.code, Some(code), "{arguments:?}: {}", run.stderr);
        serde_json::from_str(&run.stdout).unwrap()
    };
    let built = json(0, &["precompute", "--sizes", "4-5", "--out", text(folder.path()), "--json"]);
    let solutions: Vec<_> = built["files"].as_array().unwrap().iter().map(|file| &file["solutions"]).collect();
    assert_eq!(solutions, [2, 10]);
    let manifest = fs::read_to_string(folder.path().join("MANIFEST")).unwrap();
    assert!(manifest.contains(built["files"][1]["sha256"].as_str().unwrap()), "{manifest}");

    let (whole, damaged) = (folder.path().join("queens-05.bdd"), folder.path().join("queens-04.bdd"));
    damage(damaged.clone());
    let proved = json(1, &["verify", text(&whole), text(&damaged), "--json"]);
    assert_eq!((&proved["files"][0]["proved"], &proved["files"][0]["solutions"]), (&true.into(), &10.into()));
    assert_eq!(proved["files"][1]["proved"], false);
    assert!(proved["files"][1]["problem"].as_str().unwrap().contains("queens-04.bdd"), "{proved}");

    let checked = json(1, &["precompute", "--sizes", "4-5", "--out", text(folder.path()), "--check", "--json"]);
    let differences = |file: usize| checked["files"][file]["differences"].as_array().unwrap().len();
    assert_eq!((differences(0), differences(1)), (1, 0), "{checked}");
}

#[test]
fn diagrams_that_take_time_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let run = finished(program().env("XDG_CACHE_HOME", folder.path()).args(arguments.split(' ')));
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    assert_eq!(run("cache"), "");
    assert_eq!(run("count 12"), "14200\n");
    let file = folder.path().join("nqueens").join("queens-12.zdd");
    let bytes = fs::metadata(&file).unwrap().len();
    assert_eq!(run("cache list"), format!("{}  {bytes} bytes\n", text(&file)));
    let listed: serde_json::Value = serde_json::from_str(&run("cache list --json")).unwrap();
    assert_eq!(listed, serde_json::json!({ "files": [{ "file": text(&file), "bytes": bytes }] }));
    assert_eq!(run(&format!("verify {}", text(&file))).matches("14200 solutions").count(), 1);
    // A damaged file in the cache is replaced by a new one.
    damage(file.clone());
    assert_eq!(run("count 12"), "14200\n");
    assert_eq!(nqueens(["verify", text(&file)]).code, Some(0));
    assert_eq!(run("cache clear"), format!("removed {}  {bytes} bytes\n", text(&file)));
    assert!(!file.exists());
}

/// Returns a file for the board of 13 x 13 with a right header and checksum, whose levels claim `nodes` nodes.
fn bomb(nodes: u64) -> Vec<u8> {
    let varint = |mut number: u64| {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    };
    let mut bytes = b"\x89BDD\r\n\x1a\n\x01\x00".to_vec();
    bytes.extend([0; 8]);
    bytes.extend(b"\x08n-queens\x0d\xa9");
    // The numbers are in the encoding of bincode. The header claims 73712 models.
    bytes.push(0xfc);
    bytes.extend((nodes as u32 + 3).to_le_bytes());
    bytes.extend([3, 0xf0, 0x1f, 0x01]);
    bytes.push(1);
    bytes.extend(varint(nodes));
    bytes.extend([0; 167]);
    bytes.resize(bytes.len() + (nodes / 64) as usize + 2, 0);
    let length = bytes.len() as u64 + 4;
    bytes[10..18].copy_from_slice(&length.to_le_bytes());
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

#[test]
fn a_file_that_asks_for_more_memory_than_is_allowed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("queens-13.bdd");
    fs::write(&file, bomb(60_000_000)).unwrap();
    let name = text(&file);
    let message = error(1, ["verify", name]);
    let expected = ": the diagram is too large: the work needs at least 695 MiB, and the limit is 448 MiB; raise the limit with --memory";
    assert_eq!(message, format!("{name}{expected}"));
    let message = error(1, ["--memory", "128M", "verify", name]);
    assert!(message.contains("the limit is 112 MiB"), "{message}");
    // The claimed number of nodes is too large for any diagram of this size, so the memory does not matter.
    let by_diagram = ["--bdd-dir", text(folder.path()), "count", "13", "--method", "diagram"];
    let message = error(1, by_diagram);
    assert_eq!(
        message,
        format!("{name}: the diagram is too large: the work needs at least 695 MiB, and the limit is 45 MiB")
    );
}

#[test]
#[cfg(unix)]
fn a_device_without_an_end_is_no_diagram() {
    let message = error(1, ["verify", "/dev/zero"]);
    assert!(message.starts_with("/dev/zero: not a .bdd file: it begins with [00, 00"), "{message}");
}

/// Tests a canonical diagram with a right header, which represents another function than the label of its board says.
#[test]
fn a_diagram_of_another_function_is_refused_wherever_it_is_read() {
    use bdd_core::{Literal, Variable};
    let folder = tempfile::tempdir().unwrap();
    let write = |n: usize, variable: usize| {
        let size = nqueens_guide::Size::new(n).unwrap();
        let all = nqueens_guide::Solutions::build(size);
        let other = all
            .bdd()
            .select(&[Literal { variable: Variable::from_index(variable), value: false }], &mut Budget::unlimited())
            .unwrap();
        let path = folder.path().join(nqueens_guide::file_name_of(size));
        write_file(&path, &other, &nqueens_guide::label(size)).unwrap();
        path
    };
    let six = write(6, 1);
    let expected = format!("{}: not the solutions of size 6: the diagram has 3 models, expected 4", text(&six));
    assert_eq!(error(1, ["verify", text(&six)]), expected);
    assert_eq!(error(1, ["--bdd-dir", text(folder.path()), "count", "6"]), expected);
    // Such a file in the cache is replaced: the diagram is built.
    let cache = tempfile::tempdir().unwrap();
    fs::create_dir(cache.path().join("nqueens")).unwrap();
    let twelve = bdd_core::format::read_file(&write(12, 0), &mut Budget::unlimited()).unwrap().0;
    let sparse = twelve.to_zdd(&mut Budget::unlimited()).unwrap();
    let label = nqueens_guide::label(nqueens_guide::Size::new(12).unwrap());
    write_file(&cache.path().join("nqueens/queens-12.zdd"), &sparse, &label).unwrap();
    let arguments = ["count", "12", "--method", "diagram"];
    let run = finished(program().env("XDG_CACHE_HOME", cache.path()).args(arguments));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "14200\n"), "{}", run.stderr);
    assert!(run.stderr.contains("not the solutions of size 12: the diagram has "), "{}", run.stderr);
}

#[test]
fn a_size_of_memory_is_read_or_refused() {
    assert_eq!(answer("--memory 1G count 6"), "4\n");
    let message = error(2, ["--memory", "1T", "count", "6"]);
    assert!(
        message.starts_with("invalid value '1T' for '--memory <SIZE>': expected a size of at least 64M"),
        "{message}"
    );
    let message = error(1, ["--memory", "64M", "count", "16", "--method", "diagram"]);
    assert!(message.contains("takes about 0.5 GiB of memory to build, and 0.1 GiB are free"), "{message}");
}
