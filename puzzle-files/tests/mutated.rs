//! Damaged, contradictory and huge files are refused with line and column, and no file makes the reader panic.

use puzzle_core::export::{Language, compiled, write};
use puzzle_core::{Budget, Marks, Puzzle, Variable, Words};
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
        ("rows = 2\nnames = \"a b\"", "line 1, column 8: a list of names has no \"rows\": only a grid has this key"),
        ("names = \"ann  bob Ann\"", "line 1, column 19: there are two \"Ann\": expected names that all differ"),
        (
            "names = [\"Ann Lee\", \"Bob\"]",
            "line 1, column 10: \"names\" should be a list of names without blanks or commas, such as \"Ann-Lee\", found \"Ann Lee\"",
        ),
        (
            "rows = 1\nvalues = [\"red\", \"light blue\"]",
            "line 2, column 18: \"values\" should be a list of names without blanks or commas, such as \"light-blue\", found \"light blue\"",
        ),
        (
            "names = \"a b\"\nhidden = [\"c,d\"]",
            "line 2, column 11: \"hidden\" should be a list of names without blanks or commas, such as \"c-d\", found \"c,d\"",
        ),
        (
            "regions = \"\"\"\n  AB\n  ABC\n\"\"\"",
            "line 3, column 3: expected 2 rows of 2 signs, found 3 signs in row 2",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 1\n",
            "line 2, column 1: expected one of every, cells, groups, away-from, things to name the cells of the rule",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 3\nevery = \"row\"",
            "line 3, column 11: expected a count of at most 2 in row 1, found 3",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 1\nat-most = 1\nevery = \"row\"",
            "line 4, column 11: expected either \"exactly\" or \"at-most\", found both",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 1\nevery = [\"row\", \"colum\"]",
            "line 4, column 18: there is no group \"colum\": did you mean \"column\"?",
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
        (
            "rows = 1\ncolumns = 2\nclues = \"1.\"\ngivens = [\"a1\"]",
            "line 4, column 12: expected an open cell, found \"a1\", which shows a clue",
        ),
        (
            "rows = 1\ncolumns = 2\nvalues = \"red blue\"\nsymbols = \"rb\"\ngivens = \"x.\"",
            "line 5, column 10: expected one of \"rb\" or a . in a1, found 'x'",
        ),
        (
            "names = \"ann bob\"\nprices = \"ann 3 ann 4\"",
            "line 2, column 17: expected one number for \"ann\", found a second one",
        ),
        (
            "names = \"ann bob\"\nvalues = \"tea rum\"\nprices = \"ann!=tea 3\"",
            "line 3, column 11: expected the name of a value such as \"ann=tea\", found \"ann!=tea\"",
        ),
        (
            "rows = 50\nvalues = 64",
            "line 1, column 1: expected at most 20000 variables, found 2500 cells with 64 values each",
        ),
        (
            "rows = 50\n[[rule]]\nat-most = 1\nevery = \"board\"",
            "line 2, column 1: the rules up to this line are too large: expected fewer cells, or fewer rules",
        ),
    ] {
        let found = fault(text);
        if found != expected {
            wrong.push(format!("{text}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(fault("rows = ").starts_with("line 1, column "), "{}", fault("rows = "));
    assert!(fault(&"# \n".repeat(100_000)).contains("expected a file of at most 262144 bytes"));
    let deep = format!("rows = {}1{}", "[".repeat(50_000), "]".repeat(50_000));
    assert!(fault(&deep).starts_with("line 1, column "));
}

/// Returns the texts of all templates of the program.
fn examples() -> Vec<String> {
    TEMPLATES.iter().map(|(_, text)| (*text).to_owned()).collect()
}

/// Returns the examples as files for solvers, and links.
fn others() -> Vec<String> {
    let mut texts: Vec<String> = [
        "https://puzz.link/p?starbattle/5/5/1/4i9pl82v",
        "https://puzz.link/p?lightup/7/7/6bh2ca.b1g0d.cah1bi",
        "https://puzz.link/p?mines/6/5/g1h2i3j0g-08.+001k4",
        "https://puzz.link/p?sudoku/9/9/1g2h3i4j5k6l7m8n9",
        "c a comment\nc 1 a\nc p show 1 2 0\np cnf 4 3\n1 -2 3 0\n-3 4 0\n-4 2\n0\n",
        "* #variable= 4 #constraint= 2\nmin: +3 x1 -2 x4 ;\n+3 x1 -2 ~x2 +1 x3 >= 2 ;\n+1 x1 +1 x2 +1 x4 = 2 ;\n",
    ]
    .map(str::to_owned)
    .to_vec();
    for text in examples() {
        let puzzle = FilePuzzle::read(&text).unwrap();
        for language in [Language::Dimacs, Language::Opb] {
            let mut written = Vec::new();
            write(&mut written, &puzzle, &Marks::default(), language).unwrap();
            texts.push(String::from_utf8(written).unwrap());
        }
    }
    texts
}

/// The templates as feature models in UVL and in FeatureIDE's XML, and a model with every element of UVL.
fn feature_models() -> Vec<String> {
    let mut texts = vec![
        "namespace Shop\n\nfeatures\n\tCar {abstract}\n\t\tmandatory\n\t\t\t\"air con\" {price 9.50, weight 4}\n\t\t[1..2]\n\
         \t\t\tradio {weight 5, constraint radio => !\"air con\"}\n\t\t\ttowbar {weight 30}\nconstraints\n\
         \t(radio <=> towbar) | !Car // both\n\tsum(weight) <= 36\n"
            .to_owned(),
        "<?xml version=\"1.0\"?>\n<featureModel>\n  <struct>\n    <and mandatory=\"true\" abstract=\"true\" name=\"R&amp;D\">\n      \
         <alt mandatory=\"true\" name=\"Lab\"><feature name=\"small\"/><feature name=\"large\"/></alt>\n      \
         <or name=\"Tools\"><feature name=\"saw\"/><feature name=\"drill\"/></or>\n    </and>\n  </struct>\n  <constraints>\n    \
         <rule><imp><var>small</var><not><var>Tools</var></not></imp></rule>\n    \
         <rule><disj><var>R&amp;D</var><var>saw</var></disj></rule>\n  </constraints>\n</featureModel>\n"
            .to_owned(),
    ];
    for text in examples() {
        let puzzle = FilePuzzle::read(&text).unwrap();
        for language in [Language::Uvl, Language::FeatureIde] {
            let mut written = Vec::new();
            // FeatureIDE's XML can't express every template, and a long file spends the time on the same few rules.
            if write(&mut written, &puzzle, &Marks::default(), language).is_ok() && written.len() <= 20_000 {
                texts.push(String::from_utf8(written).unwrap());
            }
        }
    }
    assert!(texts.iter().all(|text| FilePuzzle::read(text).is_ok()));
    texts
}

/// Reads mutated files: each differs from a file by a few changes, or by a part of another file. Calls `check` for each
/// file that is read. Returns the number of refused files.
fn read_mutated_and(originals: &[String], files: u64, mut check: impl FnMut(&str, &FilePuzzle)) -> u64 {
    let mut state = 1u64;
    // Splitmix: see Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
    let mut below = |most: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most.max(1) as u64) as usize
    };
    let parts: Vec<&str> =
        originals.iter().flat_map(|text| text.split_inclusive(['\n', ' ', '"', '/']).take(2_000)).collect();
    let mut refused = 0;
    for _ in 0..files {
        let mut bytes = originals[below(originals.len())].as_bytes().to_vec();
        for _ in 0..=below(4) {
            // Most keys for a whole file are at its beginning.
            let length = if below(2) == 0 { bytes.len() } else { bytes.len().min(200) };
            let at = below(length).min(bytes.len().saturating_sub(1));
            match below(7) {
                _ if bytes.is_empty() => bytes.push(b'#'),
                0 => bytes[at] = below(128) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, below(128) as u8),
                3 => bytes.truncate(at.max(1)),
                4 => drop(bytes.splice(at..at, parts[below(parts.len())].bytes())),
                5 => drop(bytes.splice(at..at, below(99_999).to_string().bytes())),
                _ => {
                    let end = (at + below(20)).min(bytes.len() - 1);
                    drop(bytes.splice(at..end.max(at), parts[below(parts.len())].bytes()));
                    bytes.push(b'\n');
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match FilePuzzle::read(&text) {
            Ok(puzzle) => check(&text, &puzzle),
            Err(fault) => {
                refused += 1;
                let lines = 1..=text.lines().count() + 1;
                assert!(fault.line.is_some_and(|line| lines.contains(&line)), "{fault}\n{text}");
                assert!(fault.column >= Some(1), "{fault}\n{text}");
                assert!(!fault.to_string().contains('\n'), "{fault}");
            }
        }
    }
    assert!(refused > files / 4 && refused < files, "{refused} of {files}");
    refused
}

fn read_mutated(originals: &[String], files: u64) {
    read_mutated_and(originals, files, |_, _| {});
}

fn written(puzzle: &FilePuzzle, language: Language) -> Option<String> {
    let mut text = Vec::new();
    write(&mut text, puzzle, &Marks::default(), language).ok()?;
    Some(String::from_utf8(text).unwrap())
}

/// A mutated feature model that is read says the same in the other formats: the reading of its own text as UVL has the
/// same rules, and the reading of its text in XML has the same number of configurations. The variable `NQUEENS_CASES`
/// sets the number of mutated texts in each format.
#[test]
fn mutated_feature_models_are_refused_or_keep_their_meaning() {
    let cases = std::env::var("NQUEENS_CASES").map_or(500, |cases| cases.parse().unwrap());
    let count = |puzzle: &FilePuzzle| {
        let budget = &mut Budget::unlimited().with_steps(20_000);
        compiled(puzzle, &Marks::default(), budget)?.model_count(&[], budget)
    };
    let names = |puzzle: &FilePuzzle| -> Vec<String> {
        Variable::all(puzzle.variables()).map(|variable| puzzle.name(variable)).collect()
    };
    let (xml, uvl): (Vec<String>, Vec<String>) = feature_models().into_iter().partition(|text| text.starts_with('<'));
    for (format, originals) in [("UVL", uvl), ("XML", xml)] {
        let (mut same, mut counted) = (0, 0);
        let refused = read_mutated_and(&originals, cases, |text, puzzle| {
            if puzzle.feature_model().is_none() {
                return;
            }
            let of_uvl = written(puzzle, Language::Uvl).expect("every model can be written as UVL");
            let back = FilePuzzle::read(&of_uvl).unwrap_or_else(|error| panic!("{error}\n{text}\n{of_uvl}"));
            assert_eq!(names(&back), names(puzzle), "{text}\n{of_uvl}");
            assert_eq!(back.rules(), puzzle.rules(), "{text}\n{of_uvl}");
            same += 1;
            let Some(of_xml) = written(puzzle, Language::FeatureIde) else { return };
            let back = FilePuzzle::read(&of_xml).unwrap_or_else(|error| panic!("{error}\n{text}\n{of_xml}"));
            // XML writes cardinalities as many clauses, whose compilation may take longer than the budget.
            if let (Ok(total), Ok(of_back)) = (count(puzzle), count(&back)) {
                counted += 1;
                assert_eq!(of_back, total, "{text}\n{of_xml}");
            }
        });
        println!(
            "{cases} mutated {format} texts: {refused} refused, {same} written and read back, {counted} of them counted in XML"
        );
        assert!(same > 0 && counted > 0, "{same} and {counted} of {cases}");
    }
}

#[test]
fn no_mutated_file_panics() {
    read_mutated(&examples(), 1_000);
    read_mutated(&others(), 1_000);
    read_mutated(&feature_models(), 1_000);
}

#[test]
#[ignore = "takes minutes"]
fn no_mutated_file_of_many_panics() {
    read_mutated(&examples(), 100_000);
    read_mutated(&others(), 100_000);
    read_mutated(&feature_models(), 100_000);
    // The largest memory of the whole process; unknown on systems without this file.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    println!("{} kB at most", kilobytes.unwrap_or_default());
    assert!(kilobytes.is_none_or(|kilobytes| kilobytes < 256 * 1024), "{kilobytes:?} kB");
}
