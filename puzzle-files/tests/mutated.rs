//! Damaged, contradictory and huge files are refused with line and column, and no file makes the reader panic.

use puzzle_files::{FilePuzzle, TEMPLATES};

fn fault(text: &str) -> String {
    FilePuzzle::read(text).expect_err(text).to_string()
}

#[test]
fn what_is_wrong_is_told_with_line_and_column() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("", "line 1, column 1: expected \"rows\" or \"regions\" for a grid, or \"names\" for a list of names"),
        ("rows = 3\ncolums = 4\n", "line 2, column 1: there is no key \"colums\": did you mean \"columns\"?"),
        ("rows = 51", "line 1, column 8: \"rows\" should be a whole number from 1 to 50, found 51"),
        ("rows = -1", "line 1, column 8: \"rows\" should be a whole number from 1 to 50, found -1"),
        ("rows = \"3\"", "line 1, column 8: \"rows\" should be a whole number from 1 to 50, found \"3\""),
        ("rows = 2\nnames = \"a b\"", "line 1, column 8: a list of names has no \"rows\": that is for grids"),
        ("names = \"ann  bob Ann\"", "line 1, column 19: there are two \"Ann\": expected names that all differ"),
        ("regions = \"\"\"\n  AB\n  ABC\n\"\"\"", "line 3, column 3: expected 2 rows of 2 signs, found 3 in row 2"),
        (
            "rows = 2\n[[rule]]\nexactly = 1\n",
            "line 2, column 1: expected one of every, cells, groups, away-from to say in which cells",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 3\nevery = \"row\"",
            "line 3, column 11: row 1 has room for 2: expected 2 at most, found 3",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 1\nat-most = 1\nevery = \"row\"",
            "line 4, column 11: expected either \"exactly\" or \"at-most\", found both",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 1\nevery = [\"row\", \"colum\"]",
            "line 4, column 18: there is no \"colum\" to count in: did you mean \"column\"?",
        ),
        (
            "rows = 2\nvalues = \"red blue\"\n[[rule]]\nexactly = 1\nof = \"bleu\"\nevery = \"row\"",
            "line 5, column 7: there is no value \"bleu\": did you mean \"blue\"?",
        ),
        (
            "names = \"ann bob\"\n[requires]\nann = \"bobb\"",
            "line 3, column 8: there is no cell \"bobb\": did you mean \"bob\"?",
        ),
        (
            "rows = 2\ngivens = [\"a1\", \"c1\"]",
            "line 2, column 18: there is no cell \"c1\": expected a name such as \"b2\"",
        ),
        ("rows = 50\nvalues = 64", "line 1, column 1: 2500 cells of 64 values are too many: 20000 at most"),
        (
            "rows = 50\n[[rule]]\nat-most = 1\nevery = \"board\"",
            "line 2, column 1: the rules up to here are too large: expected fewer cells, or fewer rules",
        ),
    ] {
        let found = fault(text);
        if found != expected {
            wrong.push(format!("{text}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(fault("rows = ").starts_with("line 1, column "), "{}", fault("rows = "));
    assert!(fault(&"# \n".repeat(100_000)).contains("expected 262144 bytes at most"));
    let deep = format!("rows = {}1{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(fault(&deep).starts_with("line 1, column "));
}

/// Reads so many files that differ from the examples by a few changes each, and by parts of one another.
fn read_mutated(files: u64) {
    let mut state = 1u64;
    // Splitmix: see Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
    let mut below = |most: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most.max(1) as u64) as usize
    };
    let parts: Vec<&str> = TEMPLATES.iter().flat_map(|(_, text)| text.split_inclusive(['\n', ' ', '"'])).collect();
    let mut refused = 0;
    for _ in 0..files {
        let mut bytes = TEMPLATES[below(TEMPLATES.len())].1.as_bytes().to_vec();
        for _ in 0..=below(4) {
            let at = below(bytes.len()).min(bytes.len().saturating_sub(1));
            match below(6) {
                _ if bytes.is_empty() => bytes.push(b'#'),
                0 => bytes[at] = below(128) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, below(128) as u8),
                3 => bytes.truncate(at.max(1)),
                4 => drop(bytes.splice(at..at, parts[below(parts.len())].bytes())),
                _ => {
                    let end = (at + below(20)).min(bytes.len() - 1);
                    drop(bytes.splice(at..end.max(at), parts[below(parts.len())].bytes()));
                    bytes.push(b'\n');
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(fault) = FilePuzzle::read(&text) {
            refused += 1;
            assert!(fault.line <= text.lines().count() + 1 && fault.column >= 1, "{fault}\n{text}");
            assert!(!fault.to_string().contains('\n'), "{fault}");
        }
    }
    assert!(refused > files / 4 && refused < files, "{refused} of {files}");
}

#[test]
fn no_mutated_file_panics() {
    read_mutated(1_000);
}

#[test]
#[ignore = "takes a minute or more"]
fn no_mutated_file_of_many_panics() {
    read_mutated(100_000);
}
