//! A kind of puzzle that only the tests define has every command; `tests/game/puzzles.rs` plays it.

use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};

use super::{error, with_input};
use nqueens_cli::{Output, cli};
use puzzle_core::answer::Facts;
use puzzle_core::{Budget, ConstraintId, Diagram, Puzzle, Rules, Variable, Words};
use puzzle_kind::{
    Arguments, BadArgument, Generated, Generator, Help, InputError, Parameter, Reading, Verb, usual_parameters,
};
use puzzle_kind::{Cell, Entry, Kind, Layout, OpenError, Opened, Playable};

/// A puzzle for tests: rooks on a square board, one in every row and column, one of which may be given. Each line of a
/// text is a puzzle: the size, and after it the square of the given rook if there is one, as in `3` or `3 b2`.
#[derive(Clone, Debug)]
struct Rooks {
    size: usize,
    given: Vec<Variable>,
    rules: Rules,
}

impl Rooks {
    fn new(size: usize, given: Vec<Variable>) -> Rooks {
        let mut rules = Rules::new(size * size);
        for line in 0..size {
            rules.exactly_one(&Vec::from_iter((0..size).map(|place| (line * size + place) as u16)));
            rules.exactly_one(&Vec::from_iter((0..size).map(|place| (place * size + line) as u16)));
        }
        Rooks { size, given, rules }
    }

    fn read(text: &str) -> Result<Rooks, BadArgument> {
        let mut words = text.split_whitespace();
        let size = words.next().and_then(|word| word.parse().ok()).filter(|size| (1..=9).contains(size));
        let free = Rooks::new(size.ok_or_else(|| format!("expected a size from 1 to 9, found {text:?}"))?, Vec::new());
        let given = words.map(|name| free.named(name)).collect::<Result<_, _>>()?;
        Ok(Rooks { given, ..free })
    }

    fn entry(self) -> Entry {
        let puzzle = Arc::new(self.clone());
        Entry::new(puzzle, move |_| {
            Ok(Opened::new(Diagram::conjoin(self.clone(), &mut Budget::unlimited()).expect("it is small")))
        })
    }
}

impl Puzzle for Rooks {
    fn rules(&self) -> &Rules {
        &self.rules
    }
    fn givens(&self) -> &[Variable] {
        &self.given
    }
}

impl Layout for Rooks {
    fn grid(&self) -> (usize, usize) {
        (self.size, self.size)
    }
    fn cell(&self, variable: Variable) -> Cell {
        Cell { row: usize::from(variable) / self.size, column: usize::from(variable) % self.size }
    }
    fn symbol(&self, _: Variable) -> char {
        'R'
    }
    fn column_label(&self, column: usize) -> String {
        char::from(b'a' + column as u8).to_string()
    }
}

impl Words for Rooks {
    fn name(&self, variable: Variable) -> String {
        self.cell_name(self.cell(variable))
    }
    fn line_name(&self, line: ConstraintId) -> String {
        format!("{} {}", ["row", "column"][line.index() % 2], line.index() / 2 + 1)
    }
}

impl Playable for Rooks {
    fn text(&self) -> String {
        let given = self.given.iter().map(|&given| format!(" {}", self.name(given)));
        format!("{}{}\n", self.size, given.collect::<String>())
    }
}

#[derive(Debug)]
struct RooksKind;

/// The generator of rook puzzles: boards of 2 x 2 with one given rook, which have one solution. It has the seed.
#[derive(Debug)]
struct Corners(u64);

impl Generator for Corners {
    fn outline(&self) -> Arc<dyn Playable> {
        Arc::new(Rooks::new(2, Vec::new()))
    }
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<Generated, OpenError> {
        budget.check()?;
        self.0 += 1;
        let given = Variable::new((self.0 % 4) as u16);
        Ok(Generated {
            entry: Rooks::new(2, vec![given]).entry(),
            facts: Facts::new().with("seed", self.0),
            comment: None,
        })
    }
}

impl Kind for RooksKind {
    fn name(&self) -> &'static str {
        "rooks"
    }
    fn help(&self) -> Help {
        Help { about: "Solve, make and play boards of rooks", epilogue: "" }
    }
    fn parameters(&self, verb: Verb) -> Vec<Parameter> {
        usual_parameters(verb, Vec::new())
    }
    fn read<'a>(&self, _: &Arguments, from: Box<dyn BufRead + 'a>) -> Reading<'a> {
        Box::new((1..).zip(from.lines()).map(|(number, line)| match line {
            Ok(line) => match Rooks::read(&line) {
                Ok(rooks) => Ok((number, rooks.entry())),
                Err(error) => Err(InputError::malformed(number, None, error)),
            },
            Err(error) => Err(InputError::unreadable(error)),
        }))
    }
    fn generator(&self, _: &Arguments, seed: u64) -> Result<Box<dyn Generator>, BadArgument> {
        Ok(Box::new(Corners(seed)))
    }
}

/// Returns the kind of rook puzzles.
pub(crate) fn rooks() -> Arc<dyn Kind> {
    Arc::new(RooksKind)
}

/// A buffer that the program writes to and the test reads.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs the program with the kind of rook puzzles, and returns the exit code and the standard output.
fn said(arguments: &str) -> (u8, String) {
    let kinds = [rooks()];
    let shared = Shared::default();
    let arguments = ["nqueens"].into_iter().chain(arguments.split(' ')).map(Into::into);
    let code = cli::run(&kinds, arguments, &mut Output::new(shared.clone()));
    let text = String::from_utf8(shared.0.lock().unwrap().clone()).unwrap();
    (code, text)
}

#[test]
fn a_fourth_kind_has_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rooks.txt");
    std::fs::write(&file, "3\n3 b2\n2 a1\n").unwrap();
    let file = file.display();
    for verb in Verb::ALL {
        let (code, help) = said(&format!("rooks {} --help", verb.name()));
        assert!(code == 0 && help.contains(&format!("Usage: nqueens rooks {}", verb.name())), "{help}");
    }
    assert_eq!(said(&format!("rooks count {file}")), (0, "6\n2\n1\n".to_owned()));
    let (code, solved) = said(&format!("rooks solve {file}"));
    assert_eq!(code, 0);
    assert!(solved.ends_with("\none solution: a1 b2\n 1  R .\n 2  . R\n    a b\n"), "{solved}");
    let (code, guide) = said(&format!("rooks guide {file}"));
    assert_eq!(code, 0);
    assert!(guide.contains(" 2  . R .     2  . R .\n") && guide.ends_with("1 solution\n"), "{guide}");
    let (code, guide) = said(&format!("rooks guide {file} --json"));
    let third = r#"{"line":3,"placed":[],"blocked":[],"consistent":true,"solutions":1,"exact":true,"variables":[{"variable":"a1","status":"given","solutions":1},"#;
    assert!(code == 0 && guide.contains(third), "{guide}");
    let (code, checked) = said(&format!("rooks check {file}"));
    assert!(code == 1 && checked.ends_with("\na proper puzzle: it has exactly one solution\n"), "{checked}");
    let (code, why) = said(&format!("rooks explain {file} --variable a2"));
    assert!(
        code == 0 && why.contains("a2 is open: 2 of 6 solutions") && why.contains("a2 is ruled out by a1"),
        "{why}"
    );
    let (code, why) = said(&format!("rooks explain {file} --variable a2 --json"));
    assert!(code == 0 && why.contains(r#""variable":"a2","status":"excluded""#), "{why}");
    assert_eq!(said("rooks generate --seed 3 --count 2"), (0, "2 a1\n\n2 b1\n".to_owned()));
    assert_eq!(said("rooks generate --seed 3 --json"), (0, "{\"seed\":4}\n".to_owned()));
    let (code, hint) = said(&format!("rooks hint {file}"));
    assert!(code == 0 && hint.contains("is tightest"), "{hint}");
    let (code, drawn) = said(&format!("rooks sample {file} --seed 1"));
    assert!(code == 0 && drawn.contains("a1"), "{drawn}");
    let (code, written) = said(&format!("rooks export {file} --format dimacs"));
    assert!(code == 0 && written.contains("p cnf"), "{written}");
    // Without a terminal, the game can't begin.
    assert_eq!(said(&format!("rooks play {file}")).0, 1);
    assert_eq!(said("rooks explain nowhere.txt --variable a2").0, 1);
    assert_eq!(said(&format!("rooks explain {file} --variable z9")).0, 2);
}

/// The completions of this board have no diagram that fits any memory, so the count takes longer than the budget.
#[test]
fn a_budget_ends_a_command() {
    let board = format!("{}\n", ".".repeat(30)).repeat(30);
    let run = with_input("challenge count --budget 1", &board);
    let expected = "error: no answer was found within 1 s; raise --budget\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(1), "", expected));
    // A count that ends within the budget is printed.
    let run = with_input("challenge count --budget 60", "Q.....\n......\n......\n......\n......\n......\n");
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "0\n"), "{}", run.stderr);
    for verb in ["solve", "guide", "check", "explain", "rate", "generate", "hint", "sample", "export"] {
        let message = error(2, ["sudoku", verb, "--budget", "0"]);
        assert!(message.contains("'0' for '--budget <SECONDS>'"), "{verb}: {message}");
    }
    assert!(error(2, ["sudoku", "play", "--budget", "9"]).contains("--budget"), "a game ends when its player wants");
}
