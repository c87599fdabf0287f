//! Tests of the deductions on whole solve paths: the checker accepts each of them and rejects altered ones.

#[path = "shared/mutations.rs"]
mod mutations;

use bdd_core::Sampler;
use mutations::mutations;
use puzzle_core::check;
use puzzle_core::deduce::path;
use puzzle_core::explain::{Reason, Step, Technique};
use puzzle_core::{Budget, Deduction, Literal, Marks, Rules, Seen, Variable};
use puzzle_kind::{Difficulty, Playable};
use regions_guide::{Attack, BoardGenerator, Size};
use sudoku_guide::{GenerateOptions, Shape, Sudoku, generate, read};

/// A partial assignment of the variables of `rules`. If a variable is true, all variables that it excludes are false.
#[derive(Clone)]
struct Board<'a> {
    rules: &'a Rules,
    values: Vec<Option<bool>>,
}

impl Board<'_> {
    /// Returns `true` if the assignment has a model, by backtracking; `None` if that takes more than `tries` attempts.
    fn completable(mut self, tries: &mut usize) -> Option<bool> {
        loop {
            let mut narrowest: Option<(usize, Vec<Variable>)> = None;
            for line in self.rules.constraints().map(|line| line.variables()) {
                if line.iter().any(|variable| self.values[variable.index()] == Some(true)) {
                    continue;
                }
                let is_open = |variable: &Variable| self.values[variable.index()].is_none();
                let open: Vec<Variable> = line.iter().copied().filter(is_open).collect();
                if narrowest.as_ref().is_none_or(|(least, _)| open.len() < *least) {
                    narrowest = Some((open.len(), open));
                }
            }
            let Some((_, open)) = narrowest else { return Some(true) };
            match open.as_slice() {
                [] => return Some(false),
                [one] => {
                    if !self.set(*one, true) {
                        return Some(false);
                    }
                }
                several => {
                    for &variable in several {
                        *tries = tries.checked_sub(1)?;
                        let mut tried = self.clone();
                        if tried.set(variable, true) && tried.completable(tries)? {
                            return Some(true);
                        }
                    }
                    return Some(false);
                }
            }
        }
    }

    /// Assigns a value to a variable and, if the value is `true`, excludes all variables that it excludes. Returns
    /// `false` if this contradicts the assignment.
    fn set(&mut self, variable: Variable, value: bool) -> bool {
        if self.values[variable.index()].replace(value).is_some_and(|before| before != value) {
            return false;
        }
        !value || self.rules.excluded_by(variable).iter().all(|&other| self.set(other, false))
    }
}

/// Collects the placed and excluded variables of `seen` that `steps` cite.
fn cited(puzzle: &dyn Playable, seen: &Seen, steps: &[Step], premises: &mut Vec<Literal>) {
    let standing = seen.marks.standing(puzzle);
    for step in steps {
        for reason in step.ruled_out() {
            match reason.because {
                Reason::Excluded { by } if standing.contains(&by) => premises.push(Literal::positive(by)),
                Reason::Blocked | Reason::Out if seen.out.contains(&reason.variable) => {
                    premises.push(Literal::negative(reason.variable));
                }
                _ => {}
            }
        }
        if let Step::Split { cases, .. } = step {
            cases.iter().for_each(|case| cited(puzzle, seen, &case.steps, premises));
        }
    }
}

/// Returns `true` if the conclusions follow from the rules and the cited premises; `None` after too many attempts.
fn follows(puzzle: &dyn Playable, seen: &Seen, deduction: &Deduction) -> Option<bool> {
    let mut premises = Vec::new();
    cited(puzzle, seen, &deduction.steps, &mut premises);
    for conclusion in &deduction.conclusions {
        let rules = puzzle.rules();
        let mut board = Board { rules, values: vec![None; rules.variables()] };
        let denied = Literal { value: !conclusion.value, ..*conclusion };
        let is_possible = premises.iter().chain([&denied]).all(|literal| board.set(literal.variable, literal.value));
        if is_possible && board.completable(&mut 3_000)? {
            return Some(false);
        }
    }
    Some(true)
}

#[test]
fn no_wrong_deduction_is_accepted() {
    let mut sampler = Sampler::new(5);
    let options = GenerateOptions { shape: Shape::NINE, clues: None, symmetric: false, minimal: true };
    let budget = &mut Budget::unlimited();
    let easy = Sudoku::new(generate(&options, &mut sampler, budget).unwrap());
    // This Sudoku is by Arto Inkala, 2012; its path needs chains and splits.
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let hard = Sudoku::new(read(Some(Shape::NINE), hard.as_bytes()).next().unwrap().unwrap().1);
    let mut puzzles: Vec<Box<dyn Playable>> = vec![Box::new(easy), Box::new(hard)];
    for (n, rating) in [(8, None), (10, Some(Difficulty::Hard))] {
        let mut boards = BoardGenerator::new(Size::new(n).unwrap(), Attack::King, rating, 1).unwrap();
        for _ in 0..8 {
            let board = boards.next_board(budget).unwrap().board;
            puzzles.push(Box::new(regions_guide::RegionsPuzzle::new(board, Attack::King)));
        }
    }
    let (mut kinds, mut refused, mut still_true) = ([0; 7], [0; 2], 0);
    for puzzle in &puzzles {
        let puzzle = &**puzzle;
        let mut seen = Seen::from(Marks::default());
        let path = path(puzzle, &seen, Technique::Split, budget).unwrap();
        assert!(path.is_complete);
        for deduction in path.steps {
            assert_eq!(check::deduction(puzzle, &seen, &deduction), Ok(()), "{deduction:?}");
            kinds[deduction.technique() as usize] += 1;
            let concluded = |variable: &Variable| deduction.conclusions.iter().any(|it| it.variable == *variable);
            let others: Vec<Variable> = Variable::all(puzzle.rules().variables())
                .filter(|variable| !concluded(variable) && variable.index() % 9 == seen.out.len() % 9)
                .collect();
            for wrong in mutations(&deduction, &others) {
                if check::deduction(puzzle, &seen, &wrong).is_err() {
                    refused[usize::from(puzzle.rules().variables() == 729)] += 1;
                } else {
                    // The altered conclusion may be true as well.
                    assert_eq!(follows(puzzle, &seen, &wrong), Some(true), "{wrong:?}");
                    still_true += 1;
                }
            }
            seen.take(&deduction);
        }
    }
    println!("by kind: {kinds:?}; refused {refused:?}, still true {still_true}");
    assert!(refused.iter().all(|&refused| refused > 5_000), "{refused:?}");
    for kind in [Technique::Only, Technique::Locked, Technique::EmptyLine, Technique::Chain, Technique::Split] {
        assert!(kinds[kind as usize] > 0, "{kind:?}");
    }
    assert!(still_true * 20 < refused.iter().sum::<usize>(), "{still_true}");
}

#[test]
fn the_oracle_accepts_only_what_follows() {
    let options = GenerateOptions { shape: Shape::NINE, clues: None, symmetric: false, minimal: true };
    let puzzle = Sudoku::new(generate(&options, &mut Sampler::new(5), &mut Budget::unlimited()).unwrap());
    let seen = Seen::default();
    let path = path(&puzzle, &seen, Technique::Split, &mut Budget::unlimited()).unwrap();
    let first = &path.steps[0];
    assert_eq!(follows(&puzzle, &seen, first), Some(true), "{first:?}");
    let mut without = first.clone();
    without.steps.clear();
    assert_eq!(follows(&puzzle, &seen, &without), Some(false), "from the rules alone nothing follows");
}
