//! Rules with hidden variables, compared with plain searches over the shown variables.

use std::collections::BTreeSet;

use bdd_core::{Budget, Variable};
use puzzle_core::check;
use puzzle_core::{Adaptive, Diagram, Guide, Marks, Puzzle, Source, Status, Words, explain, hint};
use puzzle_files::FilePuzzle;
use puzzle_kind::{Layout, Playable};

fn read(text: &str) -> FilePuzzle {
    FilePuzzle::read(text).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

/// Returns the solutions of the diagram, after a comparison with the solver and the counts.
fn solutions(puzzle: &FilePuzzle) -> BTreeSet<Vec<Variable>> {
    let budget = &mut Budget::unlimited();
    let diagram = Diagram::conjoin(puzzle.clone(), &mut Budget::unlimited()).unwrap();
    let all: BTreeSet<Vec<Variable>> = diagram.solutions().models().collect();
    assert_eq!(diagram.solutions().model_count(), all.len().into());
    let found = puzzle.first_completions(&Marks::default(), all.len() + 1, budget).unwrap();
    assert_eq!(found.len(), all.len(), "the solver finds none twice");
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all);
    // Live and forced variables are exact without a diagram as well.
    let solver = Adaptive::open_with(puzzle.clone(), 0, budget).unwrap();
    let tally = solver.completions(&Marks::default(), budget).unwrap().tally(budget).unwrap();
    assert_eq!(tally.by_variable.len(), puzzle.variables());
    assert_eq!(tally.total.is_zero(), all.is_empty());
    for (variable, count) in Variable::all(puzzle.variables()).zip(&tally.by_variable) {
        let with = all.iter().filter(|model| model.contains(&variable)).count();
        assert_eq!((count.is_zero(), count == &tally.total), (with == 0, with == all.len()), "{variable}");
    }
    all
}

/// Explains every status of a shown variable after each pair of first moves. Explanations may mention hidden variables.
fn explain_all(puzzle: &FilePuzzle) -> usize {
    let budget = &mut Budget::unlimited();
    let source = Diagram::conjoin(puzzle.clone(), &mut Budget::unlimited()).unwrap();
    let mut spoken = 0;
    let all = || Variable::all(puzzle.variables()).map(bdd_core::Literal::positive);
    for [first, second] in all().flat_map(|first| all().map(move |second| [first, second])) {
        let marks: Marks = [first, second].into_iter().collect();
        let guide = Guide::of(puzzle, marks.clone(), &source.completions(&marks, budget).unwrap(), budget).unwrap();
        assert_eq!(guide.variables().len(), puzzle.variables());
        if let Some(hint) = hint(&source, &guide, budget).unwrap() {
            assert!(!puzzle_core::sentences::hint_reason(puzzle, &hint).is_empty());
        }
        for (variable, status, _) in guide.variables() {
            let Some(why) = explain(&source, &guide, variable, budget).unwrap() else { continue };
            check::explanation(puzzle, &why).unwrap_or_else(|wrong| panic!("{variable} {status:?}: {wrong:?}"));
            let text = puzzle_core::sentences::explanation(puzzle, &why).join(" ");
            spoken += usize::from(text.contains('-') || text.contains("<>"));
        }
        assert!(guide.variables().all(|(_, status, _)| status != Status::Unknown));
    }
    spoken
}

const TREES: [&str; 6] =
    ["T..\n...\n..T", ".T.\n...\n.T.", "T.T\n...\n...", ".T..\n.T..\n....", "T.\n..", "..T.\n.T.T\n...."];

/// A rule may name its clues: sentences then have the noun instead of the sign.
#[test]
fn the_clues_of_a_match_have_a_noun() {
    let text =
        "clues = \"T . .\"\npiece = \"tent\"\nneighbours = \"beside\"\n[[rule]]\nmatch = \"T\"\nclue = \"tree\"\n";
    let puzzle = read(text);
    assert_eq!(puzzle.clue_noun('T'), Some("tree"));
    let rules = puzzle.stated_rules();
    assert!(rules[0].sentence.starts_with("Each tree has one tent of its own"), "{}", rules[0].sentence);
    let scopes: Vec<&str> = rules[0].scopes.iter().map(|scope| scope.name.as_str()).collect();
    assert_eq!(scopes, ["the tree in a1", "the cells without a tree beside them"]);
}

#[test]
fn trees_have_tents_of_their_own() {
    let mut needed = 0;
    for clues in TREES {
        let puzzle = read(&format!(
            "clues = \"\"\"\n{clues}\n\"\"\"\npiece = \"tent\"\nneighbours = \"beside\"\n[[rule]]\nmatch = \"T\"\n"
        ));
        let rows: Vec<&[u8]> = clues.lines().map(str::as_bytes).collect();
        let all: Vec<(usize, usize)> =
            (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (row, column))).collect();
        let of = |sign: u8| -> Vec<(usize, usize)> {
            all.iter().copied().filter(|&(row, column)| rows[row][column] == sign).collect()
        };
        let (trees, open) = (of(b'T'), of(b'.'));
        let is_beside = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        /// Tries all ways to give every tree a tent of its own.
        fn matched(
            trees: &[(usize, usize)],
            tents: &[(usize, usize)],
            fits: &dyn Fn((usize, usize), (usize, usize)) -> bool,
        ) -> bool {
            let Some((&tree, rest)) = trees.split_first() else { return tents.is_empty() };
            (0..tents.len()).any(|place| {
                let mut others = tents.to_vec();
                fits(tree, others.remove(place)) && matched(rest, &others, fits)
            })
        }
        let mut expected = BTreeSet::new();
        for chosen in 0..1u32 << open.len() {
            let model: Vec<Variable> =
                Variable::all(open.len()).filter(|variable| chosen >> variable.index() & 1 == 1).collect();
            let tents: Vec<(usize, usize)> = model.iter().map(|variable| open[variable.index()]).collect();
            if matched(&trees, &tents, &is_beside) {
                expected.insert(model);
            } else if tents.len() == trees.len()
                && trees.iter().all(|&tree| tents.iter().any(|&tent| is_beside(tree, tent)))
                && tents.iter().all(|&tent| trees.iter().any(|&tree| is_beside(tree, tent)))
            {
                // A count can't state this rule.
                needed += 1;
            }
        }
        assert_eq!(solutions(&puzzle), expected, "{clues}");
        if !expected.is_empty() {
            explain_all(&puzzle);
        }
    }
    assert!(needed > 0);
}

#[test]
fn no_two_rows_are_alike() {
    for (rows, columns, values) in [(3, 2, 0), (2, 3, 0), (3, 3, 0), (2, 2, 3), (3, 2, 2), (1, 3, 2)] {
        for groups in ["row", "column", "row column"] {
            if (groups.contains("row") && rows == 1) || (groups == "row" && rows > 1 << (columns * 2)) {
                continue;
            }
            let said = if values == 0 { String::new() } else { format!("values = {values}\n") };
            let puzzle =
                read(&format!("rows = {rows}\ncolumns = {columns}\n{said}[[rule]]\ndifferent = \"{groups}\"\n"));
            let base = values.max(2) as usize;
            let mut expected = 0;
            for number in 0..base.pow((rows * columns) as u32) {
                let cell = |row: usize, column: usize| number / base.pow((row * columns + column) as u32) % base;
                let row = |row| (0..columns).map(|column| cell(row, column)).collect::<Vec<_>>();
                let column = |column| (0..rows).map(|row| cell(row, column)).collect::<Vec<_>>();
                let differ = |lines: Vec<Vec<usize>>| lines.iter().collect::<BTreeSet<_>>().len() == lines.len();
                let rows_differ = !groups.contains("row") || differ((0..rows).map(row).collect());
                let columns_differ = !groups.contains("column") || differ((0..columns).map(column).collect());
                expected += usize::from(rows_differ && columns_differ);
            }
            assert_eq!(solutions(&puzzle).len(), expected, "{rows} {columns} {values} {groups}");
        }
    }
}

/// Variables whose elimination takes too many clauses stay hidden.
#[test]
fn what_can_not_be_resolved_away_is_hidden() {
    // Of 29 variables at most one is false, or at most one is true. The first variable decides, with a clause for
    // every pair.
    let pairs = || (2..=30).flat_map(|a| (a + 1..=30).map(move |b| (a, b)));
    let clauses: String = pairs().map(|(a, b)| format!("1 {a} {b} 0\n-1 -{a} -{b} 0\n")).collect();
    let shown: String = (2..=30).map(|number| format!("{number} ")).collect();
    let puzzle = read(&format!("p cnf 30 {}\nc p show {shown}0\n{clauses}", 2 * pairs().count()));
    assert_eq!((puzzle.variables(), puzzle.rules().variables()), (29, 30));
    assert_eq!(puzzle.name(Variable::new(0)), "x2");
    assert_eq!(solutions(&puzzle).len(), 60);
}

#[test]
fn explanations_speak_of_what_is_hidden() {
    let alike = read(
        "rows = 2\ncolumns = 2\nvalues = \"0 1\"\n[[rule]]\ndifferent = \"row\"\n[[rule]]\nexactly = 1\nof = \"each\"\nevery = \"row\"\n",
    );
    assert!(explain_all(&alike) > 0);
    let tents = read(
        "clues = \"\"\"\n.T.\nT..\n...\n\"\"\"\npiece = \"tent\"\nneighbours = \"beside\"\n[[rule]]\nmatch = \"T\"\n",
    );
    assert!(explain_all(&tents) > 0);
}

/// Hidden variables that a file declares work like hidden variables that a rule makes.
#[test]
fn hidden_names_are_counted_required_and_excluded() {
    // The rule: exactly one of two pairs of variables is true as a whole.
    let puzzle = read(
        "names = \"a b c d\"\nhidden = \"left right\"\n[[rule]]\nexactly = 1\nthings = \"left right\"\n[requires]\nleft = [\"a\", \"b\"]\n\
         right = [\"c\", \"d\"]\n\"not left\" = \"not a or not b\"\n\"not right\" = \"not c or not d\"\n",
    );
    assert_eq!(puzzle.variables(), 4);
    assert_eq!(solutions(&puzzle).len(), 6);
    explain_all(&puzzle);
    assert!(puzzle.variable_named("left").is_none(), "nobody asks for it");
    let mut dimacs = Vec::new();
    let write = puzzle_core::export::write;
    write(&mut dimacs, &puzzle, &Marks::default(), puzzle_core::export::Language::Dimacs).unwrap();
    let dimacs = String::from_utf8(dimacs).unwrap();
    assert!(dimacs.contains("c p show 1 2 3 4 0\n"), "{dimacs}");
    // The exported file has the same solutions.
    assert_eq!(solutions(&read(&dimacs)), solutions(&puzzle));
    let mut opb = Vec::new();
    write(&mut opb, &puzzle, &Marks::default(), puzzle_core::export::Language::Opb).unwrap();
    assert!(String::from_utf8(opb).unwrap().contains("* ind x1 x2 x3 x4 0\n"));
    for (text, fault) in [
        ("names = \"a b\"\nhidden = \"a\"", "line 2, column 11: there are two \"a\": expected names that all differ"),
        ("names = \"a b\"\nhidden = \"x X\"", "line 2, column 13: there are two \"X\": expected names that all differ"),
        (
            "names = \"a b\"\nhidden = \"x\"\nprices = \"x 3\"",
            "line 3, column 11: there is no cell \"x\": did you mean \"a\"?",
        ),
        (
            "rows = 2\n[[rule]]\nmatch = \"T\"\nneighbours = \"beside\"",
            "line 3, column 9: \"match\" should be signs in \"clues\", found \"T\"",
        ),
        (
            "rows = 2\n[[rule]]\ndifferent = \"row\"\nexactly = 1",
            "line 4, column 11: \"exactly\" is not allowed in a rule with \"different\"",
        ),
        (
            "rows = 1\n[[rule]]\ndifferent = \"row\"",
            "line 3, column 13: \"different\" should be a kind of group that the board has at least twice, such as \"row\", found \"row\"",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 3\nthings = \"a1 b2\"",
            "line 3, column 11: expected a count of at most 2 in the choice of a1 and b2, found 3",
        ),
        (
            "rows = 2\n[[rule]]\nexactly = 1\nthings = \"a1 not a1\"",
            "line 4, column 18: expected names that differ, found \"a1\" twice",
        ),
    ] {
        assert_eq!(FilePuzzle::read(text).unwrap_err().to_string(), fault);
    }
}
