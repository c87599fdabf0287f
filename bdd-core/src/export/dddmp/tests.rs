//! Tests with files of random diagrams: each file is read as the same diagram, an independent reader finds the same
//! function, and all damage is noticed.

use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::budget::{Budget, Interrupted};
use crate::diagram::Bdd;
use crate::rules::Literal;
use crate::testing::{conjoin, permutations, random_rules, smaller_in_miri, valuations};

fn written(bdd: &Bdd, mode: DddmpMode, labels: &Labels) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes, bdd, mode, labels, &mut Budget::unlimited()).unwrap();
    bytes
}

fn text(bdd: &Bdd, labels: &Labels) -> String {
    String::from_utf8(written(bdd, DddmpMode::Text, labels)).unwrap()
}

/// Reads a file with a memory limit of 4 MiB. If there is a diagram, checks that it is canonical, whatever the file
/// contains.
fn tried(bytes: &[u8]) -> Result<(Bdd, Header), ReadError> {
    let budget = &mut Budget::unlimited().with_memory(4 << 20).with_steps(10_000_000);
    let result = read(bytes, budget);
    match &result {
        Ok((bdd, header)) => {
            assert_eq!(bdd.variables(), header.variables);
            assert_eq!(&Bdd::from_nodes(bdd.variables(), bdd.decisions(), bdd.root(), budget).unwrap(), bdd);
            let _ = header.order();
            for mode in [DddmpMode::Text, DddmpMode::Binary] {
                assert_eq!(&read(&written(bdd, mode, &Labels::new()), budget).unwrap().0, bdd);
            }
        }
        Err(error) => {
            assert_ne!(error.kind(), ReadErrorKind::Interrupted, "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
    result
}

fn refusal(bytes: impl AsRef<[u8]>) -> String {
    tried(bytes.as_ref()).unwrap_err().to_string()
}

/// Returns the exclusive disjunction of the variables 1 and 3, over four variables.
fn xor() -> Bdd {
    let budget = &mut Budget::unlimited();
    let mut rules = crate::rules::Rules::new(4);
    rules.exactly_one(&[1, 3]);
    crate::builder::DiagramBuilder::new(&rules).build(budget).unwrap()
}

fn labels() -> Labels {
    let order = Order::new([3, 1, 2, 0].map(Variable::new).to_vec()).unwrap();
    Labels::new()
        .with_diagram("xor")
        .with_root("f")
        .with_variables(["a", "b", "ç", "d"])
        .with_auxiliary([7, -8, 9, 10])
        .with_order(order)
}

/// Returns the values of a file's roots for a valuation of its levels, by the rules of the format alone. Checks that
/// high edges are plain and that no two nodes are equal.
fn value(file: &str, valuation: &[bool]) -> bool {
    let field = |name: &str| {
        let line = file.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().map(|word| word.parse::<i64>().unwrap()).collect::<Vec<_>>()
    };
    let mut levels = field(".permids");
    levels.sort_unstable();
    let nodes: Vec<Vec<&str>> = file
        .lines()
        .skip_while(|line| *line != ".nodes")
        .skip(1)
        .take_while(|line| *line != ".end")
        .map(|line| line.split(' ').collect())
        .collect();
    assert_eq!(field(".nnodes"), [nodes.len() as i64]);
    assert_eq!(nodes.iter().map(|node| &node[2..]).collect::<HashSet<_>>().len(), nodes.len());
    let mut edge = field(".rootids")[0];
    let mut is_true = true;
    loop {
        is_true ^= edge < 0;
        let node = &nodes[edge.unsigned_abs() as usize - 1];
        if edge.abs() == 1 {
            assert_eq!(node[..], ["1", "T", "1", "0", "0"]);
            return is_true;
        }
        let number = |place: usize| node[place].parse::<i64>().unwrap();
        assert!(number(0) == edge.abs() && number(3) > 0);
        edge = number(if valuation[levels[number(2) as usize] as usize] { 3 } else { 4 });
    }
}

proptest! {
    #[test]
    fn files_come_back(seed in any::<u64>(), exclusions in 0usize..12, lines in 0usize..6) {
        let bdd = conjoin(&random_rules(8, exclusions, lines, seed));
        let file = text(&bdd, &Labels::new());
        let names = Labels::new().with_variables(Variable::all(8).map(|v| format!("x{v}")));
        for valuation in valuations(8) {
            prop_assert_eq!(bdd.is_satisfied_by(&valuation), value(&file, &valuation));
        }
        prop_assert_eq!(&tried(file.as_bytes()).unwrap().0, &bdd);
        prop_assert_eq!(&tried(&written(&bdd, DddmpMode::Text, &names)).unwrap().0, &bdd);
        prop_assert_eq!(&tried(&written(&bdd, DddmpMode::Binary, &names)).unwrap().0, &bdd);
    }

    /// Checks that a file in which one or two bytes were changed is refused, or is another valid file.
    #[test]
    fn damage_is_refused_or_valid(
        seed in any::<u64>(),
        mode in prop::sample::select(vec![DddmpMode::Text, DddmpMode::Binary]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0u8..4), 1..4),
    ) {
        let mut bytes = written(&conjoin(&random_rules(6, 4, 3, seed)), mode, &Labels::new());
        for (place, byte, kind) in changes {
            let place = place.index(bytes.len());
            match kind {
                0 => bytes[place] = byte,
                // Digits and signs reach the checks of the numbers.
                1 => bytes[place] = b"0123456789- "[usize::from(byte) % 12],
                2 => bytes.insert(place, byte),
                _ => drop(bytes.remove(place)),
            }
        }
        let _ = tried(&bytes);
    }

    #[test]
    fn any_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(tried(&bytes).unwrap_err().kind(), ReadErrorKind::NotDddmp);
    }
}

#[test]
fn constants_come_back() {
    for variables in [0, 1, 3] {
        for value in [false, true] {
            let bdd = Bdd::constant(variables, value);
            for mode in [DddmpMode::Text, DddmpMode::Binary] {
                let (read, header) = tried(&written(&bdd, mode, &Labels::new())).unwrap();
                assert_eq!((read, header.support), (bdd.clone(), vec![]));
            }
        }
    }
}

#[test]
fn the_largest_number_of_variables_comes_back() {
    let last = Variable::new(u16::MAX - 1);
    let budget = &mut Budget::unlimited();
    let bdd = Bdd::constant(Variable::MAX_COUNT, true).select(&[Literal::negative(last)], budget).unwrap();
    for mode in [DddmpMode::Text, DddmpMode::Binary] {
        assert_eq!(tried(&written(&bdd, mode, &Labels::new())).unwrap().0, bdd);
    }
    let file = text(&Bdd::constant(65_535, true), &Labels::new());
    assert_eq!(refusal(file.replace("65535", "65536")), "line 5: expected .nvars from 0 to 65535, found \"65536\"");
}

#[test]
fn large_diagrams_come_back() {
    let bdd = conjoin(&permutations(smaller_in_miri(10, 4)));
    for mode in [DddmpMode::Text, DddmpMode::Binary] {
        let bytes = written(&bdd, mode, &Labels::new());
        assert!(read(&bytes, &mut Budget::unlimited()).unwrap().0 == bdd);
    }
}

#[test]
fn the_files_have_every_field() {
    let file = text(&xor(), &labels());
    let expected = "\
.ver DDDMP-2.0
.mode A
.varinfo 3
.dd xor
.nnodes 3
.nvars 4
.nsuppvars 2
.suppvarnames d b
.orderedvarnames a b ç d
.ids 0 1
.permids 3 1
.auxids 10 -8
.nroots 1
.rootnames f
.rootids -3
.nodes
1 T 1 0 0
2 d 1 1 -1
3 b 0 2 -2
.end
";
    assert_eq!(file, expected);
    let (bdd, header) = tried(file.as_bytes()).unwrap();
    assert_eq!((bdd, header.mode, header.variables), (xor(), DddmpMode::Text, 4));
    assert_eq!(header.diagram.as_deref(), Some("xor"));
    assert_eq!(header.root_names.as_deref().unwrap(), ["f"]);
    assert_eq!(header.variable_names.as_deref().unwrap(), ["a", "b", "ç", "d"]);
    let support: Vec<_> =
        header.support.iter().map(|s| (s.variable.index(), s.id.index(), s.auxiliary, s.name.as_deref())).collect();
    assert_eq!(support, [(3, 0, Some(10), Some("d")), (1, 1, Some(-8), Some("b"))]);
    // The free indices are 2 and 3, for the levels 0 and 2.
    assert_eq!(header.order().variables(), [2, 1, 3, 0].map(Variable::new));

    let binary = written(&xor(), DddmpMode::Binary, &labels());
    let head = expected.replace(".mode A\n.varinfo 3", ".mode B");
    let head = &head[..head.find(".nodes\n").unwrap() + 7];
    // The nodes in binary: the terminal, escaped; a variable by the difference 1, with the terminal as both children,
    // one of them complemented; a variable by the number 0, escaped, with the node before it as both children.
    let nodes = [&[0, 0], &[0b0110_0100][..], &[0b0011_1111, 0, 0], b".end\n"].concat();
    assert_eq!(binary, [head.as_bytes(), &nodes].concat());
    let mut same = tried(&binary).unwrap().1;
    same.mode = DddmpMode::Text;
    assert_eq!(same, header);
}

/// Reads all forms of a node's line that `.varinfo` can announce, and a file of version 1.0, in which this reader does
/// not know the meaning of the second word.
#[test]
fn every_form_of_a_line_is_read() {
    let file = text(&xor(), &labels());
    let with = |info: u8, d: &str, b: &str, version: &str| {
        let file = file.replace(".varinfo 3", &format!(".varinfo {info}")).replace("DDDMP-2.0", version);
        let file = file.replace("2 d ", &format!("2 {d}")).replace("3 b ", &format!("3 {b}"));
        tried(if info == 4 { file.replace(" T ", " ") } else { file }.as_bytes())
    };
    for (info, d, b) in [(0, "0 ", "1 "), (1, "3 ", "1 "), (2, "10 ", "-8 "), (3, "d ", "b "), (4, "", "")] {
        assert_eq!(with(info, d, b, "DDDMP-2.0").unwrap().0, xor(), "{info}");
    }
    assert_eq!(with(3, "5 ", "4 ", "DDDMP-1.0").unwrap().0, xor());
    assert!(tried(file.replace("DDDMP-2", "DDDMP-1").replace(".supp", ".").as_bytes()).is_ok());
    let error = with(1, "3 ", "3 ", "DDDMP-2.0").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 19: node 3 names its variable \"3\": expected \"1\", the name of the variable at place 0"
    );
}

#[test]
fn comments_blank_lines_and_other_line_ends_are_read() {
    let file = text(&xor(), &labels());
    assert_eq!(tried(file.replace('\n', "\r\n").as_bytes()).unwrap().0, xor());
    let spaced = format!("# a comment\n\n{}\n", file.replace(".nvars", "# .nodes\n\t .bdd\n.nvars"));
    assert_eq!(tried(spaced.as_bytes()).unwrap().0, xor());
    assert_eq!(tried(file.trim_end().as_bytes()).unwrap().0, xor());
    let named = tried(file.replace(".dd xor", ".dd  two words ").as_bytes()).unwrap().1;
    assert_eq!(named.diagram.as_deref(), Some("two words"));
}

#[test]
fn several_roots_share_their_nodes() {
    let file =
        text(&xor(), &Labels::new()).replace(".nroots 1", ".nroots 4").replace(".rootids -3", ".rootids -3 3 2 -1");
    let budget = &mut Budget::unlimited();
    let diagrams = read_all(file.as_bytes(), budget).unwrap();
    assert_eq!(diagrams.roots(), 4);
    let [no, yes, last, never] = [0, 1, 2, 3].map(|root| diagrams.diagram(root, &mut Budget::unlimited()).unwrap());
    assert_eq!(no, xor());
    for valuation in valuations(4) {
        assert_eq!(yes.is_satisfied_by(&valuation), !no.is_satisfied_by(&valuation));
        assert_eq!(last.is_satisfied_by(&valuation), valuation[3]);
    }
    assert!(never.is_false());
    let error = read(file.as_bytes(), budget).unwrap_err();
    assert_eq!(error.kind(), ReadErrorKind::Unsupported);
    assert_eq!(error.to_string(), "the file has 4 roots: expected one, or a call of read_all");
    assert!(format!("{diagrams:?}").ends_with("roots: 4, .. }"));
}

#[test]
fn every_truncation_is_refused() {
    for mode in [DddmpMode::Text, DddmpMode::Binary] {
        let bytes = written(&conjoin(&random_rules(7, 6, 3, 1)), mode, &labels_of(7));
        // Only the end of the last line may be missing.
        for length in 0..bytes.len() - 1 {
            refusal(&bytes[..length]);
        }
        assert!(tried(&bytes).is_ok());
    }
}

fn labels_of(variables: usize) -> Labels {
    Labels::new().with_diagram("d").with_variables(Variable::all(variables).map(|v| format!("v{v}")))
}

#[test]
#[cfg_attr(miri, ignore = "reads 100,000 files")]
fn every_changed_byte_is_refused_or_valid() {
    for mode in [DddmpMode::Text, DddmpMode::Binary] {
        let bytes = written(&conjoin(&random_rules(5, 3, 3, 7)), mode, &Labels::new());
        for place in 0..bytes.len() {
            for byte in 0..=255 {
                let mut changed = bytes.clone();
                changed[place] = byte;
                let _ = tried(&changed);
            }
        }
    }
}

/// Checks changed texts of a file, each with the message that refuses it.
#[test]
fn what_contradicts_the_format_is_refused_by_its_place() {
    let file = text(&xor(), &labels());
    let cases = [
        (".ver DDDMP-2.0", "GIF", "line 1: not a DDDMP file: expected .ver, found \"GIF\""),
        ("DDDMP-2.0", "DDDMP-3.0", "line 1: expected the version DDDMP-2.0 or DDDMP-1.0, found \"DDDMP-3.0\""),
        (".mode A", ".mode", "line 2: expected .mode A or .mode B, found \"\""),
        (".mode A\n", "", "line 15: expected .mode before .nodes, found none"),
        (".varinfo 3", ".varinfo 5", "line 3: expected .varinfo from 0 to 4, found \"5\""),
        (
            ".suppvarnames d b\n",
            "",
            "line 3: .varinfo says that nodes name their variables by .suppvarnames: expected a field .suppvarnames, found none",
        ),
        (".dd xor", ".dd ", "line 4: expected a name after .dd, found none"),
        (".dd xor", ".add", "line 4: the file has an ADD, with numbers as terminals: expected a BDD"),
        (".dd xor", ".zdd", "line 4: expected a field of the header or .nodes, found \".zdd\""),
        (".dd xor", ".nvars 4", "line 6: expected .nvars once, found the field on line 4 as well"),
        (".nnodes 3", ".nnodes 0", "line 5: expected .nnodes from 1 to 1073741824, found \"0\""),
        (".nnodes 3", ".nnodes 1000000", "line 5: .nnodes is 1000000, but only 37 bytes follow .nodes"),
        (
            ".nnodes 3",
            ".nnodes 4",
            "line 20: expected 5 words (number, variable, place, high, low) for node 4 of 4, found \".end\"",
        ),
        (
            ".nnodes 3",
            ".nnodes 2",
            "line 15: expected numbers from 1 to 2, or their negatives, in .rootids, found \"-3\"",
        ),
        (".nnodes 3", ".nnodes 03", "line 5: expected .nnodes from 1 to 1073741824, found \"03\""),
        (".nvars 4", ".nvars -4", "line 6: expected .nvars from 0 to 65535, found \"-4\""),
        (".nvars 4", ".nvars 3", "line 11: expected variable numbers below 3 in .permids, found \"3\""),
        (".nsuppvars 2", ".nsuppvars 5", "line 7: expected .nsuppvars from 0 to 4, found \"5\""),
        (
            "names d b",
            "names d a",
            "line 8: variable 1 has the name \"a\" in .suppvarnames and \"b\" in .orderedvarnames: expected the same",
        ),
        ("a b ç d", "a b a d", "line 9: .orderedvarnames has the name \"a\" twice"),
        ("a b ç d", "a b ç", "line 9: expected 4 values of .orderedvarnames, found 3"),
        (".ids 0 1", ".ids 0 4", "line 10: expected variable numbers below 4 in .ids, found \"4\""),
        (".ids 0 1", ".ids 0 0", "line 10: .ids has the number 0 twice"),
        (".permids 3 1", ".permids 3", "line 11: expected 2 values of .permids, found 1"),
        (
            ".permids 3 1",
            ".permids 1 3",
            "line 8: variable 1 has the name \"d\" in .suppvarnames and \"b\" in .orderedvarnames: expected the same",
        ),
        (".auxids 10", ".auxids 3000000000", "line 12: expected numbers of 32 bits in .auxids, found \"3000000000\""),
        (".nroots 1", ".nroots 2", "line 14: expected 2 values of .rootnames, found 1"),
        (
            ".rootids -3",
            ".rootids 0",
            "line 15: expected numbers from 1 to 3, or their negatives, in .rootids, found \"0\"",
        ),
        (
            ".rootids -3",
            ".rootids -4",
            "line 15: expected numbers from 1 to 3, or their negatives, in .rootids, found \"-4\"",
        ),
        (".rootids -3\n", "", "line 15: expected .rootids before .nodes, found none"),
        (".rootids -3", ".rootids 2", "node 3 is below no root: expected only nodes below the roots"),
        (".nodes\n", ".nodes 1\n", "line 16: expected the nodes on the lines after .nodes, found \"1\""),
        ("1 T 1 0 0", "1 T 0 0 0", "line 17: expected the terminal 1 T 1 0 0 first, found \"1 T 0 0 0\""),
        (
            "2 d 1 1 -1",
            "2 1 1 -1",
            "line 18: expected 5 words (number, variable, place, high, low) for node 2 of 3, found \"2 1 1 -1\"",
        ),
        ("2 d 1 1 -1", "4 d 1 1 -1", "line 18: expected the number 2 of the next node, found \"4\""),
        (
            "2 d 1 1 -1",
            "2 d 2 1 -1",
            "line 18: node 2 has the place 2: expected one of 2 variables of the support, counted from 0",
        ),
        ("2 d 1 1 -1", "2 d 1 2 -1", "line 18: node 2 has the high child 2: expected 1, the only node before it"),
        (
            "2 d 1 1 -1",
            "2 d 1 -1 1",
            "line 18: node 2 has the high child -1: expected a positive number, since only low edges may be complemented",
        ),
        (
            "2 d 1 1 -1",
            "2 d 1 1 0",
            "line 18: node 2 has the low child 0: expected 1, the only node before it, or its negative",
        ),
        ("2 d 1 1 -1", "2 d 1 1 1", "line 18: node 2 is redundant: expected different children, found 1 twice"),
        (
            "3 b 0 2 -2",
            "3 b 0 2 -3",
            "line 19: node 3 has the low child -3: expected a node from 1 to 2, or its negative",
        ),
        (
            "3 b 0 2 -2",
            "3 d 1 2 -2",
            "line 19: node 3 decides the variable at place 1, and its child 2 the variable at place 1: expected a later place",
        ),
        ("3 b 0 2 -2", "3 d 1 1 -1", "line 11: variable 1 is in the support, but no node decides it"),
        ("3 b 0 2 -2\n", "3 d 1 1 -1\n4 b 0 2 -3\n", "line 20: expected .end after 3 nodes, found \"4 b 0 2 -3\""),
        (".end", ".ende", "line 20: expected .end after 3 nodes, found \".ende\""),
        (".end\n", ".end\n.end\n", "line 21: expected the end of the file after .end, found \".end\\n\""),
        (".end\n", "", "line 20: expected .end after 3 nodes, found the end of the file"),
    ];
    for (old, new, expected) in cases {
        assert!(file.contains(old), "{old}");
        assert_eq!(refusal(file.replacen(old, new, 1)), expected, "{old} -> {new}");
    }
    let twice =
        file.replace(".nnodes 3", ".nnodes 4").replace("3 b 0 2 -2", "3 d 1 1 -1\n4 b 0 2 3").replace("-3\n", "4\n");
    assert_eq!(refusal(twice), "nodes 2 and 3 are the same: expected each node once");
}

#[test]
fn wrong_bytes_of_a_binary_file_are_refused_by_their_place() {
    let file = written(&xor(), DddmpMode::Binary, &Labels::new());
    let start = file.windows(7).position(|bytes| bytes == b".nodes\n").unwrap() + 7;
    let with = |nodes: &[u8]| refusal([&file[..start], nodes, b".end\n"].concat());
    let byte = |after: usize| format!("byte {}: ", start + after);
    let node = 0b0110_0100;
    let cases: [(&[u8], usize, &str); 13] = [
        (&[node], 0, "expected the terminal (code 00) first, found 64"),
        (&[0, 9], 0, "expected 00 to 03 after an escape, found 09"),
        (&[0, 0, b'\n'], 2, "expected an escape (00) before the byte 0a, found none"),
        (&[0, 0, 0, 0], 2, "node 2 is a terminal, code 00: expected one terminal, node 1"),
        (&[0, 0, node | 0x80], 2, "node 2 has the code e4: expected a code below 80"),
        (&[0, 0, node & !4], 2, "node 2 is redundant: expected different children, found 1 twice"),
        (
            &[0, 0, 0b0010_0100, 4],
            2,
            "node 2 states the place of its variable by the number 2: expected one of 2 variables of the support, counted from 0",
        ),
        (
            &[0, 0, 0b0100_0100, 6],
            2,
            "node 2 states the place of its variable by the difference 3: expected one of 2 variables of the support, counted from 0",
        ),
        (&[0, 0, 0b0010_0100, 1, 2], 3, "node 2 has a malformed number: expected up to 4 bytes without leading zeros"),
        (
            &[0, 0, 0b0010_0100, 3, 3, 3, 3, 2],
            3,
            "node 2 has a malformed number: expected up to 4 bytes without leading zeros",
        ),
        (&[0, 0, 0b0110_1100, 4], 2, "node 2 states its high child by the number 2: expected a child from 1 to 1"),
        (&[0, 0, 0b0110_0110, 4], 2, "node 2 states its low child by the difference 2: expected a child from 1 to 1"),
        (&[0, 0, node, 0b0011_1111, 0, 0, 5], 6, "expected .end after 3 nodes, found \"\\u{5}.end\\n\""),
    ];
    for (nodes, after, expected) in cases {
        assert_eq!(with(nodes), byte(after) + expected, "{nodes:?}");
    }
    assert_eq!(refusal(&file[..start + 3]), byte(3) + "expected node 3, found the end of the file");
    let end = file.len();
    let expected = format!("byte {}: expected .end after 3 nodes, found \".e\"", end - 5);
    assert_eq!(refusal(&file[..end - 3]), expected);
}

#[test]
fn counts_beyond_the_bytes_take_no_memory() {
    let file = ".ver DDDMP-2.0\n.mode B\n.nnodes 1073741824\n.nvars 65535\n.nsuppvars 65535\n.nroots 2147483647\n";
    assert_eq!(refusal(file), "line 7: expected .nodes, found the end of the file");
    let file = format!("{file}.ids 1\n.permids 1\n.rootids 1\n.nodes\n");
    assert_eq!(refusal(&file), "line 7: expected 65535 values of .ids, found 1");
    let file = file.replace(".nsuppvars 65535", ".nsuppvars 1");
    assert_eq!(refusal(&file), "line 9: expected 2147483647 values of .rootids, found 1");
    let file = file.replace("2147483647", "1");
    assert_eq!(refusal(&file), "line 3: .nnodes is 1073741824, but only 0 bytes follow .nodes");
}

#[test]
fn budgets_end_reading_and_writing() {
    let bdd = conjoin(&permutations(5));
    let bytes = written(&bdd, DddmpMode::Binary, &Labels::new());
    let error = read(&bytes, &mut Budget::unlimited().with_memory(1000)).unwrap_err();
    assert!(matches!(error.interrupted(), Some(Interrupted::TooLarge { .. })), "{error}");
    let large = conjoin(&permutations(smaller_in_miri(9, 8)));
    let steps = || Budget::unlimited().with_steps(100);
    let bytes = written(&large, DddmpMode::Text, &Labels::new());
    let error = read(&bytes, &mut steps()).unwrap_err();
    assert_eq!(error.interrupted(), Some(Interrupted::TooLong { limit: 100 }));
    let error = write(&mut Vec::new(), &large, DddmpMode::Text, &Labels::new(), &mut steps()).unwrap_err();
    assert!(matches!(error, WriteError::Interrupted(Interrupted::TooLong { .. })), "{error}");
    let memory = &mut Budget::unlimited().with_memory(1000);
    let error = write(&mut Vec::new(), &large, DddmpMode::Text, &Labels::new(), memory).unwrap_err();
    assert!(matches!(error, WriteError::Interrupted(Interrupted::TooLarge { .. })), "{error}");
}

#[test]
fn labels_that_can_not_be_read_are_not_written() {
    let refused = |labels: Labels| {
        write(&mut Vec::new(), &xor(), DddmpMode::Binary, &labels, &mut Budget::unlimited()).unwrap_err().to_string()
    };
    let expected = "expected 1 to 499 bytes without white space and control characters";
    let names = |third: &str| Labels::new().with_variables(["a", "b", third, "d"]);
    for name in ["", "a b", "a\nb", "\u{7f}", "\u{a0}"] {
        assert_eq!(refused(names(name)), format!("the name of variable 2 is {name:?}: {expected}"));
    }
    assert!(refused(names(&"x".repeat(500))).starts_with("the name of variable 2 is \"xxx"));
    assert_eq!(
        refused(Labels::new().with_diagram("two words")),
        format!("the name of the diagram is \"two words\": {expected}")
    );
    assert_eq!(refused(Labels::new().with_root("")), format!("the name of the root is \"\": {expected}"));
    assert_eq!(refused(names("b")), "variable 1 and variable 2 have the name \"b\": expected different names");
    let counts = [
        (Labels::new().with_variables(["a"]), "there are 1 names for 4 variables: expected one for each"),
        (Labels::new().with_auxiliary([]), "there are 0 auxiliary numbers for 4 variables: expected one for each"),
        (
            Labels::new().with_order(Order::natural(5)),
            "there are 5 variables in the order for 4 variables: expected one for each",
        ),
    ];
    for (labels, expected) in counts {
        assert_eq!(refused(labels), expected);
    }
}
