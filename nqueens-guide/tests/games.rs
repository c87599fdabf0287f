//! Games and hints of n-queens: sessions of `puzzle-core` with the diagrams of this crate.

use std::sync::Arc;

use nqueens_guide::{Placement, Queens, Size, Solutions, Square};
use proptest::prelude::*;
use puzzle_core::{
    Budget, ConstraintId, Count, Hint, Marks, Move, Refusal, Session, Status, Variable, hint, sentences,
};

fn size(n: usize) -> Size {
    Size::new(n).unwrap()
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

/// Returns the variable of the square with this name.
fn v(n: usize, name: &str) -> Variable {
    size(n).variable(name.parse().unwrap())
}

fn session(n: usize) -> Session {
    Session::new(Arc::new(Solutions::build(size(n))), &mut Budget::unlimited()).unwrap()
}

fn play(game: &mut Session, made: Move) -> bool {
    game.play(made, &mut Budget::unlimited()).unwrap()
}

fn placement(game: &Session) -> Placement {
    Placement::of(size(game.guide().variables().len().isqrt()), game.marks())
}

fn exact(count: u32) -> Count {
    Count::Exact(count.into())
}

/// Returns `true` if all queens are placed and none attacks another.
fn is_solution(placement: &Placement) -> bool {
    placement.is_consistent() && placement.queens().len() == placement.size().get()
}

#[test]
fn a_game_to_its_end_and_back() {
    let v = |name| v(4, name);
    let mut game = session(4);
    assert_eq!(game.guide().total(), &exact(2));
    assert_eq!(game.guide().status(v("a1")), Status::Dead);
    assert_eq!(game.guide().refusal(v("a1")), Some(Refusal::Dead));
    assert!(play(&mut game, Move::Place(v("b1"))));
    assert_eq!(game.guide().status(v("d2")), Status::Forced);
    assert_eq!(game.guide().refusal(v("a2")), Some(Refusal::Excluded(v("b1"))));
    for square in ["d2", "a3", "c4"] {
        assert!(play(&mut game, Move::Place(v(square))));
    }
    assert!(game.guide().is_solved() && is_solution(&placement(&game)));
    // The session accepts a move against the guide, and then knows that no completion is left.
    assert!(play(&mut game, Move::Place(v("a1"))));
    assert_eq!(game.guide().total(), &exact(0));
    assert!(!placement(&game).is_consistent());
    while game.undo().is_some() {}
    assert_eq!(game.guide().total(), &exact(2));
    assert_eq!(std::iter::from_fn(|| game.redo()).count(), 5);
    assert_eq!(game.redo(), None);
}

#[test]
fn a_move_that_changes_nothing_is_no_move() {
    let v = |name| v(4, name);
    let mut game = session(4);
    assert!(!play(&mut game, Move::Clear));
    assert!(!play(&mut game, Move::Remove(v("a1"))));
    play(&mut game, Move::Block(v("b1")));
    game.undo();
    assert!(!play(&mut game, Move::Unblock(v("b1"))));
    assert_eq!(game.redo(), Some(vec![Move::Block(v("b1"))]), "and so forgets nothing");
    assert!(!play(&mut game, Move::Block(v("b1"))));
}

#[test]
#[should_panic(expected = "there is no variable 16")]
fn a_move_off_the_board_is_refused() {
    play(&mut session(4), Move::Place(Variable::new(16)));
}

proptest! {
    #[test]
    fn any_game_is_guided_as_its_placement_is_and_can_be_undone(
        moves in proptest::collection::vec((0usize..5, 0u16..36), 1..20),
        undone in 0usize..20,
    ) {
        let solutions = Solutions::build(size(6));
        let mut game = session(6);
        let mut guides = vec![game.guide().clone()];
        for (kind, variable) in moves {
            let variable = Variable::new(variable);
            let made = match kind {
                0 | 1 => Move::Place(variable),
                2 => Move::Remove(variable),
                3 => Move::Block(variable),
                _ => Move::Unblock(variable),
            };
            if play(&mut game, made) {
                guides.push(game.guide().clone());
            }
            prop_assert_eq!(&**game.guide(), &solutions.guide(&placement(&game)));
        }
        prop_assert!(game.count_history().eq(guides.iter().map(|guide| guide.total())));
        let last = guides.len() - 1;
        let undone = undone.min(last);
        for step in 1..=undone {
            game.undo();
            prop_assert_eq!(game.guide(), &guides[last - step]);
        }
        for step in (0..undone).rev() {
            game.redo();
            prop_assert_eq!(game.guide(), &guides[last - step]);
        }
    }
}

fn hint_for(n: usize, queens: &str, blocked: &str) -> Option<Hint> {
    let solutions = Solutions::build(size(n));
    let placement = Placement::new(size(n), squares(queens), squares(blocked)).unwrap();
    hint(&solutions, &solutions.guide(&placement), &mut Budget::unlimited()).unwrap()
}

#[test]
fn following_the_hints_solves_every_board_from_any_start() {
    for n in [1, 4, 5, 6, 7, 8] {
        let source = Arc::new(Solutions::build(size(n)));
        for start in size(n).squares() {
            // A queen on a blocked square: one of the two marks is wrong, maybe both.
            let marks = Placement::new(size(n), [start], [start]).unwrap().marks();
            let mut game = Session::resume(source.clone(), marks, &mut Budget::unlimited()).unwrap();
            while let Some(hint) = hint(&*source, game.guide(), &mut Budget::unlimited()).unwrap() {
                assert!(play(&mut game, hint.first_move()), "{hint:?}");
                assert!(game.moves().count() <= 2 + n, "no detours");
            }
            assert!(game.guide().is_solved() && is_solution(&placement(&game)), "n={n} from {start}");
        }
    }
}

#[test]
fn the_board_without_a_choice_is_forced() {
    let hint = hint_for(4, "b1", "").unwrap();
    // The lines are the ranks, then the files.
    assert!(matches!(hint, Hint::Forced { .. }));
    assert_eq!(hint.line(), Some(ConstraintId::new(1)));
    assert_eq!(hint.first_move(), Move::Place(v(4, "d2")));
    let queens = Queens::new(size(4));
    assert_eq!(sentences::hint_focus(&queens, &Marks::default(), &hint), "Rank 2 has only one possible square.");
    assert_eq!(sentences::hint_move(&queens, &hint), "Place a queen on d2.");
}

#[test]
fn the_narrowest_line_of_the_empty_board_is_its_border() {
    let hint = hint_for(6, "", "").unwrap();
    let Hint::KeepsMost { on, open, .. } = &hint else { panic!("{hint:?}") };
    assert_eq!((*on, open.len()), (Some(ConstraintId::new(0)), 4));
    assert_eq!(hint.first_move(), Move::Place(v(6, "b1")));
    let queens = Queens::new(size(6));
    assert_eq!(sentences::hint_focus(&queens, &Marks::default(), &hint), "Rank 1 is tightest: 4 open squares.");
}

#[test]
fn a_board_without_solutions_has_no_hint_and_neither_has_a_solved_one() {
    assert_eq!(hint_for(3, "", ""), None);
    assert_eq!(hint_for(4, "b1 d2 a3 c4", ""), None);
}

#[test]
fn a_queen_gone_astray_is_named() {
    let hint = hint_for(8, "a1 c2 e3 h8", "").unwrap();
    let Hint::Repair { away, solutions } = &hint else { panic!("{hint:?}") };
    assert_eq!((away.placed.len(), away.blocked.len()), (1, 0));
    assert_eq!(Some(hint.first_move()), away.placed.first().map(|&queen| Move::Remove(queen)));
    assert!(!solutions.is_zero());
}
