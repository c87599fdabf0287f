//! A game on a region board, by the engine that serves every puzzle.

use puzzle_core::{Guide, Move, Refusal, Session, Status};
use regions_guide::{Attack, Size};

use super::solutions;

/// Two solutions, which differ everywhere.
const BOARD: &str = "AABB\nABBB\nCCDD\nCCDD\n";

#[test]
fn a_session_places_guides_and_undoes() {
    let source = solutions(BOARD, Attack::King);
    let size = Size::new(4).unwrap();
    let v = |name: &str| size.variable(name.parse().unwrap());
    let mut game: Session<Guide> = Session::new(source);
    assert_eq!(game.guide().total().to_string(), "2");
    assert_eq!(game.guide().status(v("a1")), Status::Dead);
    assert_eq!(game.guide().refusal(v("a1")), Some(Refusal::Dead));
    assert!(game.play(Move::Place(v("b1"))));
    assert_eq!(game.guide().status(v("d2")), Status::Forced);
    assert_eq!(game.guide().refusal(v("a2")), Some(Refusal::Excluded(v("b1"))));
    assert!(game.play(Move::Block(v("c4"))));
    assert!(!game.guide().is_completable());
    assert_eq!(game.undo(), Some(Move::Block(v("c4"))));
    for square in ["d2", "a3", "c4"] {
        assert!(game.play(Move::Place(v(square))));
    }
    assert!(game.guide().is_solved());
    while game.undo().is_some() {}
    assert_eq!(game.guide().total().to_string(), "2");
}
