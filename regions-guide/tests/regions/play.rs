//! Tests of a game on a board with regions, its explanations and its hints.

use std::collections::BTreeSet;
use std::sync::Arc;

use puzzle_core::explain::{Reason, RuledOut, Step, Technique};
use puzzle_core::{
    Budget, ConstraintId, Diagram, Explanation, Guide, Marks, Move, Refusal, Session, Source, Status, Variable, Words,
    explain, hint, sentences,
};
use puzzle_kind::{Difficulty, Layout};
use regions_guide::{Attack, BoardGenerator, RegionsPuzzle, Size};

use super::backtracking::all_solutions;
use super::solutions;

/// A board with two solutions, which share no square.
const BOARD: &str = "AABB\nABBB\nCCDD\nCCDD\n";

fn v(n: usize, name: &str) -> Variable {
    Size::new(n).unwrap().variable(name.parse().unwrap())
}

fn session(board: &str) -> Session {
    Session::new(solutions(board, Attack::King), &mut Budget::unlimited()).unwrap()
}

fn play(game: &mut Session, made: Move) -> bool {
    game.play(made, &mut Budget::unlimited()).unwrap()
}

#[test]
fn a_session_places_guides_and_undoes() {
    let v = |name| v(4, name);
    let mut game = session(BOARD);
    assert_eq!(game.guide().total().to_string(), "2");
    assert_eq!(game.guide().status(v("a1")), Status::Dead);
    assert_eq!(game.guide().refusal(v("a1")), Some(Refusal::Dead));
    assert!(play(&mut game, Move::Place(v("b1"))));
    assert_eq!(game.guide().status(v("d2")), Status::Forced);
    assert_eq!(game.guide().refusal(v("a2")), Some(Refusal::Excluded(v("b1"))));
    assert!(play(&mut game, Move::Block(v("c4"))));
    assert!(!game.guide().is_completable());
    assert_eq!(game.undo(), Some(vec![Move::Block(v("c4"))]));
    for square in ["d2", "a3", "c4"] {
        assert!(play(&mut game, Move::Place(v(square))));
    }
    assert!(game.guide().is_solved());
    while game.undo().is_some() {}
    assert_eq!(game.guide().total().to_string(), "2");
}

#[test]
fn words_are_those_of_queens_and_regions() {
    let source = solutions(BOARD, Attack::King);
    let puzzle = source.puzzle();
    let along = |a, b| puzzle.along(v(4, a), v(4, b)).unwrap();
    assert_eq!(along("b1", "a2"), "at a corner");
    assert_eq!(along("b3", "d4"), "in region B");
    assert_eq!(along("b3", "b1"), "along file b");
    let lines: Vec<_> = (0..12).map(|line| puzzle.line_name(ConstraintId::new(line))).collect();
    assert_eq!(lines[2..6], ["rank 3", "rank 4", "file a", "file b"]);
    assert_eq!((lines[8].as_str(), puzzle.line_phrase(ConstraintId::new(11)).as_str()), ("region A", "in region D"));
    assert_eq!(puzzle.status_name(Status::Excluded), "attacked");
    assert_eq!(puzzle.cell(v(4, "b4")), puzzle_kind::Cell { row: 0, column: 1 });
    assert_eq!(puzzle.region(puzzle_kind::Cell { row: 3, column: 3 }), Some(3));
    assert_eq!(puzzle.region(puzzle_kind::Cell { row: 4, column: 0 }), None);

    let guide = guided(&source, Marks::default());
    let why = explain(&*source, &guide, v(4, "a1"), &mut Budget::unlimited()).unwrap().unwrap();
    assert_eq!(
        sentences::explanation(puzzle, &why),
        [
            "a1 is dead: no solution has a queen there.",
            "  Suppose a queen on a1.",
            "  Then b4 is the only square left in region A: a3 and a4 are attacked by a1.",
            "  Then d3 is the only square left on rank 3: a3 is attacked by a1; b3 and c3 by b4.",
            "  Then rank 2 has no square left: a2 and b2 are attacked by a1; c2 and d2 by d3.",
            "  So a1 must be empty.",
            "The rules alone are the reason.",
        ]
    );
}

fn guided(source: &Diagram<RegionsPuzzle>, marks: Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let tally = source.completions(&marks, budget).unwrap().tally(budget).unwrap();
    Guide::new(source.puzzle(), marks, tally)
}

/// A replay of the steps of an argument on the text of the board: squares are ruled out by their reasons, a line has no
/// other squares left, and the end is a contradiction. It shares no code with the explainer.
struct Replay<'a> {
    board: &'a [Vec<char>],
    blocked: &'a BTreeSet<Variable>,
    supposed_empty: Option<Variable>,
}

/// Returns `true` if every choice of one square from each line has a clash: between two squares of the choice, or with
/// a square of `chosen`.
fn is_choiceless<T: Copy>(lines: &[Vec<T>], chosen: &[T], clash: &dyn Fn(T, T) -> bool) -> bool {
    let Some((line, rest)) = lines.split_first() else { return false };
    line.iter().all(|&one| {
        let clashes = chosen.iter().any(|&other| clash(other, one));
        clashes || is_choiceless(rest, &[chosen, &[one]].concat(), clash)
    })
}

impl Replay<'_> {
    fn n(&self) -> usize {
        self.board.len()
    }

    /// Returns the file, the rank and the letter of a square.
    fn at(&self, square: Variable) -> (usize, usize, char) {
        let (file, rank) = (usize::from(square) % self.n(), usize::from(square) / self.n());
        (file, rank, self.board[self.n() - 1 - rank][file])
    }

    fn attack(&self, a: Variable, b: Variable) -> bool {
        let ((af, ar, al), (bf, br, bl)) = (self.at(a), self.at(b));
        a != b && (af == bf || ar == br || al == bl || (af.abs_diff(bf) == 1 && ar.abs_diff(br) == 1))
    }

    /// Returns the squares of a line by its number: first the ranks, then the files, then the regions by their letters.
    fn line(&self, line: ConstraintId) -> BTreeSet<Variable> {
        let n = self.n();
        let is_on = |square: &Variable| {
            let (file, rank, letter) = self.at(*square);
            [rank, n + file, 2 * n + (letter as usize - 'A' as usize)].contains(&line.index())
        };
        Variable::all(n * n).filter(is_on).collect()
    }

    fn check_ruled_out(&self, queens: &[Variable], gone: &[Variable], ruled_out: &[RuledOut]) {
        for reason in ruled_out {
            match reason.because {
                Reason::Excluded { by } => {
                    assert!(queens.contains(&by) && self.attack(by, reason.variable), "{reason:?}");
                }
                Reason::Blocked => assert!(self.blocked.contains(&reason.variable), "{reason:?}"),
                Reason::Out => assert!(gone.contains(&reason.variable), "{reason:?}"),
                Reason::Supposed => assert_eq!(self.supposed_empty, Some(reason.variable)),
                other => panic!("{other:?} is no reason here"),
            }
        }
    }

    /// Returns the squares of a line that are not ruled out.
    fn left(&self, on: ConstraintId, ruled_out: &[RuledOut]) -> BTreeSet<Variable> {
        let out: BTreeSet<_> = ruled_out.iter().map(|reason| reason.variable).collect();
        &self.line(on) - &out
    }

    fn contradiction(&self, mut queens: Vec<Variable>, mut gone: Vec<Variable>, steps: &[Step]) {
        let (last, before) = steps.split_last().expect("an argument has steps");
        for step in before {
            if let Step::Locked { base, ruled_out, out, .. } = step {
                self.check_ruled_out(&queens, &gone, ruled_out);
                let lines: Vec<Vec<Variable>> =
                    base.iter().map(|&on| self.left(on, ruled_out).into_iter().collect()).collect();
                assert!(out.iter().all(|&out| is_choiceless(&lines, &[out], &|a, b| self.attack(a, b))));
                gone.extend(out);
                continue;
            }
            let Step::Only { variable, on, ruled_out } = step else { panic!("{step:?} in the middle") };
            self.check_ruled_out(&queens, &gone, ruled_out);
            assert_eq!(self.left(*on, ruled_out), [*variable].into());
            queens.push(*variable);
        }
        match last {
            Step::Empty { on, ruled_out, .. } => {
                self.check_ruled_out(&queens, &gone, ruled_out);
                assert_eq!(self.left(*on, ruled_out), [].into());
            }
            Step::Split { on, ruled_out, cases, .. } => {
                self.check_ruled_out(&queens, &gone, ruled_out);
                assert_eq!(self.left(*on, ruled_out), cases.iter().map(|case| case.variable).collect());
                for case in cases {
                    self.contradiction([queens.as_slice(), &[case.variable]].concat(), gone.clone(), &case.steps);
                }
            }
            Step::Excluded { by } => assert!(queens.iter().any(|&queen| self.attack(*by, queen))),
            step => panic!("{step:?} at the end"),
        }
    }
}

/// Replays the explanations of all dead and forced squares under `marks`, and adds their techniques to `seen`.
fn replay_all(text: &str, marks: &Marks, seen: &mut BTreeSet<Technique>) {
    let source = solutions(text, Attack::King);
    let guide = guided(&source, marks.clone());
    let board: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    for (variable, status, _) in guide.variables() {
        let explanation: Option<Explanation> = explain(&*source, &guide, variable, &mut Budget::unlimited()).unwrap();
        let is_explained = !matches!(status, Status::Open | Status::Placed);
        assert_eq!(explanation.is_some(), is_explained, "{text} {marks:?}");
        let Some(explanation) = explanation.filter(|_| matches!(status, Status::Dead | Status::Forced)) else {
            continue;
        };
        let is_forced = status == Status::Forced;
        let replay = Replay { board: &board, blocked: &marks.blocked, supposed_empty: is_forced.then_some(variable) };
        let supposed = if is_forced { None } else { Some(variable) };
        replay.contradiction(marks.placed.iter().copied().chain(supposed).collect(), Vec::new(), &explanation.steps);
        seen.insert(explanation.technique());
    }
}

#[test]
fn dead_and_forced_squares_are_explained_by_steps_that_hold() {
    let mut seen = BTreeSet::new();
    for (n, rating) in [(6, Difficulty::Medium), (7, Difficulty::Medium), (9, Difficulty::Hard)] {
        let mut generator = BoardGenerator::new(Size::new(n).unwrap(), Attack::King, Some(rating), 3).unwrap();
        let made = generator.next_board(&mut Budget::unlimited()).unwrap();
        let text = made.board.to_string();
        replay_all(&text, &Marks::default(), &mut seen);
        let right = v(n, &made.solution[2].to_string());
        replay_all(&text, &Marks { placed: [right].into(), blocked: [].into() }, &mut seen);
    }
    replay_all(BOARD, &Marks { placed: [].into(), blocked: [v(4, "b1")].into() }, &mut seen);
    assert_eq!(seen, [Technique::EmptyLine, Technique::Chain, Technique::Split].into());
}

/// Compares ratings with explanations: blocks squares as long as an explanation of the rating's kind is found, and
/// places the queen of a line with one square left.
#[test]
fn a_rating_is_the_kind_of_explanation_that_a_board_takes() {
    for n in [6, 7, 8] {
        for rating in [Difficulty::Easy, Difficulty::Medium] {
            let mut generator = BoardGenerator::new(Size::new(n).unwrap(), Attack::King, Some(rating), 11).unwrap();
            let text = generator.next_board(&mut Budget::unlimited()).unwrap().board.to_string();
            assert!(is_solved_by(&text, rating), "{text}");
            assert!(rating == Difficulty::Easy || !is_solved_by(&text, Difficulty::Easy), "{text}");
        }
    }
}

fn is_solved_by(text: &str, rating: Difficulty) -> bool {
    let hardest = if rating == Difficulty::Easy { Technique::EmptyLine } else { Technique::Chain };
    let mut game = session(text);
    loop {
        let source = Arc::clone(game.source());
        let guide = game.guide();
        if guide.is_solved() {
            return true;
        }
        let kind = |variable| {
            let explanation = explain(&*source, guide, variable, &mut Budget::unlimited()).unwrap();
            explanation.expect("it is dead or forced").technique()
        };
        let next = guide.variables().find_map(|(variable, status, _)| match status {
            Status::Forced if kind(variable) <= Technique::EmptyLine => Some(Move::Place(variable)),
            Status::Dead if kind(variable) <= hardest => Some(Move::Block(variable)),
            _ => None,
        });
        let Some(next) = next else { return false };
        assert!(play(&mut game, next));
    }
}

#[test]
fn following_the_hints_solves_a_board() {
    let mut generator = BoardGenerator::new(Size::new(7).unwrap(), Attack::King, None, 4).unwrap();
    let text = generator.next_board(&mut Budget::unlimited()).unwrap().board.to_string();
    let mut game = session(&text);
    while let Some(hint) = hint(&**game.source(), game.guide(), &mut Budget::unlimited()).unwrap() {
        assert!(play(&mut game, hint.first_move()));
    }
    assert!(game.guide().is_solved());
    assert_eq!(all_solutions(&text, Attack::King).len(), 1);
}
