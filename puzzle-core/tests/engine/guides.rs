//! Compares the guide and the session of a test puzzle, a Latin square, with a list of all its solutions.

use std::sync::Arc;

use proptest::prelude::*;
use puzzle_core::{
    Budget, Conflict, Count, Diagram, Guide, Marks, Move, Puzzle, Refusal, Session, Source, Status, Tally, Variable,
    Words,
};

use crate::latin::{Latin, Listed, agrees, all_squares, diagram, has};

/// Returns the givens: a 1 in row 1, column 1, and a 2 in row 2, column 3. They leave one square of order 3, and many
/// squares of order 4.
fn givens(order: usize) -> Vec<u16> {
    vec![0, ((order + 2) * order + 1) as u16]
}

/// Returns the status of a variable and the number of its completions, from the list `left` of all completions.
fn expected(puzzle: &Latin, left: &[&Vec<usize>], marks: &Marks, variable: Variable) -> (Status, usize) {
    let count = left.iter().filter(|square| has(square, variable)).count();
    let order = puzzle.order;
    let clash = |other: Variable| {
        let (cell, value) = (variable.index() / order, variable.index() % order);
        let (cell2, value2) = (other.index() / order, other.index() % order);
        if cell == cell2 {
            value != value2
        } else {
            value == value2 && (cell / order == cell2 / order || cell % order == cell2 % order)
        }
    };
    let status = if puzzle.givens().contains(&variable) {
        Status::Given
    } else if marks.placed.contains(&variable) {
        Status::Placed
    } else if marks.blocked.contains(&variable) {
        Status::Blocked
    } else if marks.placed.iter().chain(puzzle.givens()).any(|&other| clash(other)) {
        Status::Excluded
    } else if count == 0 {
        Status::Dead
    } else if count == left.len() {
        Status::Forced
    } else {
        Status::Open
    };
    (status, count)
}

fn check(guide: &Guide, puzzle: &Latin, all: &[Vec<usize>], exact: bool) {
    let left: Vec<_> = all.iter().filter(|square| agrees(square, guide.marks())).collect();
    assert_eq!(guide.is_completable(), !left.is_empty());
    for (variable, status, completions) in guide.variables() {
        let (expected, count) = expected(puzzle, &left, guide.marks(), variable);
        assert_eq!(status, expected, "{}", puzzle.name(variable));
        assert_eq!(completions.is_zero(), count == 0);
        if exact {
            assert_eq!(*completions, Count::Exact(count.into()));
        }
        match guide.refusal(variable) {
            None => assert!(status.is_live() || matches!(status, Status::Given | Status::Placed)),
            Some(Refusal::Blocked) => assert_eq!(status, Status::Blocked),
            Some(Refusal::Dead) => assert_eq!(status, Status::Dead),
            Some(Refusal::Full(line)) => panic!("line {line} counts nothing"),
            Some(Refusal::Excluded(by)) => assert!(puzzle.excludes(by, variable)),
        }
    }
    if exact {
        assert_eq!(guide.total(), &Count::Exact(left.len().into()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_game_is_guided_exactly_and_can_be_undone(
        order in 3usize..5,
        given in any::<bool>(),
        moves in proptest::collection::vec((0usize..8, 0usize..64), 1..20),
        undone in 0usize..20,
    ) {
        let latin = || Latin::new(order, &if given { givens(order) } else { Vec::new() });
        let puzzle = latin();
        let all = all_squares(&puzzle);
        let sources: [(Arc<dyn Source>, bool); 2] =
            [(Arc::new(diagram(latin())), true), (Arc::new(Listed::new(latin())), false)];
        for (source, exact) in sources {
            let mut game = Session::new(source, &mut Budget::unlimited()).unwrap();
            let mut guides = vec![game.guide().clone()];
            for &(kind, variable) in &moves {
                let variable = Variable::from_index(variable % puzzle.rules().variables());
                let made = match kind {
                    0..4 => Move::Place(variable),
                    4 => Move::Remove(variable),
                    5 => Move::Unblock(variable),
                    6 => Move::Clear,
                    _ => Move::Block(variable),
                };
                let before = game.marks().clone();
                let changed = game.play(made, &mut Budget::unlimited()).unwrap();
                prop_assert_eq!(changed, *game.marks() != before);
                if changed {
                    guides.push(game.guide().clone());
                }
                check(game.guide(), &puzzle, &all, exact);
            }
            prop_assert_eq!(game.count_history().count(), guides.len());
            prop_assert!(game.count_history().eq(guides.iter().map(|guide| guide.total())));
            let last = guides.len() - 1;
            let undone = undone.min(last);
            for step in 1..=undone {
                prop_assert!(game.undo().is_some());
                prop_assert_eq!(game.guide(), &guides[last - step]);
            }
            for step in (0..undone).rev() {
                prop_assert!(game.redo().is_some());
                prop_assert_eq!(game.guide(), &guides[last - step]);
            }
            prop_assert!(game.redo().is_none());
        }
    }
}

fn game(source: Diagram<Latin>) -> Session {
    Session::new(Arc::new(source), &mut Budget::unlimited()).unwrap()
}

fn play(game: &mut Session, made: Move) -> bool {
    game.play(made, &mut Budget::unlimited()).unwrap()
}

/// The value 1 in the first cell; `SECOND` is the value 2 in the same cell.
const FIRST: Variable = Variable::new(0);
const SECOND: Variable = Variable::new(1);

#[test]
fn givens_stand_and_stay() {
    let mut game = game(diagram(Latin::new(3, &givens(3))));
    assert_eq!(game.guide().status(FIRST), Status::Given);
    assert_eq!(game.guide().total(), &Count::Exact(1u8.into()));
    assert_eq!(game.guide().status(SECOND), Status::Excluded);
    assert_eq!(game.guide().refusal(SECOND), Some(Refusal::Excluded(FIRST)));
    assert!(!play(&mut game, Move::Place(FIRST)) && !play(&mut game, Move::Remove(FIRST)) && game.moves().count() == 0);
    assert!(play(&mut game, Move::Block(FIRST)));
    assert_eq!(game.marks().conflicts(game.puzzle()), [Conflict::Blocked(FIRST)]);
    assert!(!game.guide().is_completable());
}

#[test]
fn what_has_not_been_found_out_is_unknown_and_may_be_placed() {
    let puzzle = Latin::new(3, &[]);
    let known = Tally::new(Count::Exact(12u8.into()), vec![Count::Exact(4u8.into()); 27]);
    let guide = Guide::new(&puzzle, Marks::default(), known.clone());
    assert!(!guide.has_unknown() && guide.variables().all(|(_, status, _)| status == Status::Open));
    let guide = Guide::new(&puzzle, Marks::default(), Tally { unknown: [SECOND].into(), ..known });
    assert!(guide.has_unknown() && !guide.is_solved());
    assert_eq!([FIRST, SECOND].map(|variable| guide.status(variable)), [Status::Open, Status::Unknown]);
    assert_eq!(
        Status::ALL.into_iter().filter(|status| status.is_possible()).collect::<Vec<_>>(),
        [Status::Open, Status::Unknown]
    );
    assert_eq!(
        Status::ALL.into_iter().filter(|status| status.is_live()).collect::<Vec<_>>(),
        [Status::Open, Status::Forced]
    );
}

#[test]
fn a_game_is_solved_when_nothing_is_left_to_place() {
    let mut game = game(diagram(Latin::new(3, &givens(3))));
    let forced = |guide: &Guide| Variable::all(27).find(|&variable| guide.status(variable) == Status::Forced);
    while let Some(variable) = forced(game.guide()) {
        assert!(!game.guide().is_solved());
        play(&mut game, Move::Place(variable));
    }
    assert!(game.guide().is_solved());
    assert_eq!(game.marks().placed.len(), 7);
}

#[test]
#[should_panic(expected = "there is no variable 27")]
fn a_variable_that_is_not_there_is_refused() {
    let mut game = game(diagram(Latin::new(3, &[])));
    play(&mut game, Move::Place(Variable::new(27)));
}
