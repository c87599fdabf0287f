//! Relations between the guides of different placements, which hold without known numbers.

use std::sync::Arc;

use nqueens_guide::{BigUint, Placement, Size, Square};
use proptest::prelude::*;
use proptest::sample::Index;
use puzzle_core::{Budget, Guide, Move, Session, Status, Variable};

use super::solutions;

/// A strategy for placements on boards of 4 x 4 to 9 x 9: a few queens, which mostly have a completion, and a few
/// blocked squares.
fn placements() -> impl Strategy<Value = Placement> {
    let places = |count| prop::collection::vec(any::<Index>(), 0..count);
    (4..=9usize, any::<Index>(), places(5), places(3), places(8)).prop_map(|(n, model, kept, thrown, blocked)| {
        let size = Size::new(n).unwrap();
        let models: Vec<_> = solutions(n).bdd().models().collect();
        let solution = model.get(&models);
        let square = |index: &Index| size.square_of(Variable::from_index(index.index(size.square_count())));
        let kept = kept.iter().map(|index| size.square_of(*index.get(solution)));
        // In two of three placements, all queens are queens of a solution.
        let thrown = thrown.iter().take(thrown.len() / 2).map(square);
        Placement::new(size, kept.chain(thrown), blocked.iter().map(square)).unwrap()
    })
}

fn guide(placement: &Placement) -> Guide {
    solutions(placement.size().get()).guide(placement)
}

/// Returns the image of a square under one of the eight symmetries, from 0 to 7: a reflection or none, then up to three
/// quarter turns.
fn symmetric(size: Size, square: Square, symmetry: usize) -> Square {
    let last = size.get() - 1;
    let (mut file, mut rank) = (square.file(), square.rank());
    if symmetry >= 4 {
        file = last - file;
    }
    for _ in 0..symmetry % 4 {
        (file, rank) = (rank, last - file);
    }
    Square::new(file, rank).unwrap()
}

#[derive(Clone, Debug)]
enum Step {
    Make(fn(Variable) -> Move, Index),
    Clear,
    Undo,
    Redo,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let make = |made: fn(Variable) -> Move| any::<Index>().prop_map(move |square| Step::Make(made, square));
    let step = prop_oneof![
        6 => make(Move::Place),
        2 => make(Move::Remove),
        3 => make(Move::Block),
        2 => make(Move::Unblock),
        1 => Just(Step::Clear),
        4 => Just(Step::Undo),
        3 => Just(Step::Redo),
    ];
    prop::collection::vec(step, 0..60)
}

fn resumed(start: &Placement) -> Session {
    let source = Arc::new(solutions(start.size().get()).clone());
    Session::resume(source, start.marks(), &mut Budget::unlimited()).unwrap()
}

proptest! {
    #[test]
    fn symmetries_permute_statuses_and_counts(placement in placements(), symmetry in 1..8usize) {
        let size = placement.size();
        let image = |square| symmetric(size, square, symmetry);
        let queens = placement.queens().iter().copied().map(image);
        let blocked = placement.blocked().iter().copied().map(image);
        let (here, there) = (guide(&placement), guide(&Placement::new(size, queens, blocked).unwrap()));
        prop_assert_eq!(here.total(), there.total());
        for (variable, status, completions) in here.variables() {
            let image = size.variable(image(size.square_of(variable)));
            prop_assert_eq!((status, completions), (there.status(image), there.completions(image)));
        }
    }

    #[test]
    fn more_queens_and_more_blocks_never_leave_more(placement in placements(), place in any::<Index>(), queen: bool) {
        let size = placement.size();
        let square = size.square_of(Variable::from_index(place.index(size.square_count())));
        let mut more = placement.clone();
        let added = if queen { more.place(square) } else { more.block(square) };
        let (before, after) = (guide(&placement), guide(&more));
        prop_assert!(after.total().value() <= before.total().value());
        for (variable, _, completions) in after.variables() {
            prop_assert!(completions.value() <= before.completions(variable).value(), "{}", size.square_of(variable));
        }
        // The guide before the move gives the exact number of completions after it.
        let through = before.completions(size.variable(square)).value().clone();
        let foretold = if queen { through } else { before.total().value() - through };
        prop_assert!(!added || *after.total().value() == foretold);
    }

    #[test]
    fn every_rank_and_every_file_has_each_solution_once(placement in placements()) {
        let (guide, size) = (guide(&placement), placement.size());
        for line in 0..size.get() {
            let rank: BigUint = size.rank(line).map(|square| guide.completions(size.variable(square)).value()).sum();
            let file: BigUint = size.file(line).map(|square| guide.completions(size.variable(square)).value()).sum();
            prop_assert_eq!((&rank, &file), (guide.total().value(), guide.total().value()));
        }
    }

    #[test]
    fn a_preview_is_a_part_of_the_guide(start in placements(), steps in steps()) {
        let (size, budget) = (start.size(), &mut Budget::unlimited());
        let mut session = resumed(&start);
        for step in steps {
            let transition = match step {
                Step::Undo => session.back(1),
                Step::Redo => session.forward(),
                Step::Make(made, place) => {
                    session.turn(&[made(Variable::from_index(place.index(size.square_count())))])
                }
                Step::Clear => session.turn(&[Move::Clear]),
            };
            let Some(transition) = transition else { continue };
            let (preview, is_computed) = (transition.preview(), transition.is_computed());
            prop_assert!(session.apply(transition.compute(budget).unwrap()).is_some());
            let guide = &**session.guide();
            prop_assert_eq!(preview.marks(), guide.marks());
            prop_assert!(!preview.total().is_exact() || preview.total() == guide.total());
            for (variable, status, completions) in preview.variables() {
                let is_known = is_computed || status != Status::Unknown;
                prop_assert!(!is_known || status == guide.status(variable), "{}", size.square_of(variable));
                prop_assert!(!completions.is_exact() || completions == guide.completions(variable));
            }
        }
    }

    #[test]
    fn a_session_remembers_every_position(start in placements(), steps in steps()) {
        let (size, budget) = (start.size(), &mut Budget::unlimited());
        let mut session = resumed(&start);
        // The model of a session: the list of all positions so far, and the index of the present one.
        let (mut positions, mut present) = (vec![start], 0usize);
        for step in steps {
            match step {
                Step::Undo => {
                    prop_assert_eq!(session.undo().is_some(), present > 0);
                    present = present.saturating_sub(1);
                }
                Step::Redo => {
                    prop_assert_eq!(session.redo().is_some(), present + 1 < positions.len());
                    present = (present + 1).min(positions.len() - 1);
                }
                Step::Clear | Step::Make(..) => {
                    let made = match step {
                        Step::Make(made, place) => made(Variable::from_index(place.index(size.square_count()))),
                        _ => Move::Clear,
                    };
                    let mut placement = positions[present].clone();
                    let changed = match made {
                        Move::Place(variable) => placement.place(size.square_of(variable)),
                        Move::Remove(variable) => placement.remove(size.square_of(variable)),
                        Move::Block(variable) => placement.block(size.square_of(variable)),
                        Move::Unblock(variable) => placement.unblock(size.square_of(variable)),
                        Move::Clear => {
                            let changed = !placement.is_empty();
                            placement = Placement::empty(size);
                            changed
                        }
                    };
                    prop_assert_eq!(session.play(made, budget), Ok(changed));
                    if changed {
                        positions.truncate(present + 1);
                        positions.push(placement);
                        present += 1;
                    }
                }
            }
            prop_assert_eq!(&**session.guide(), &guide(&positions[present]));
            prop_assert_eq!(session.moves().count(), present);
        }
        while session.undo().is_some() {}
        for position in &positions[1..] {
            prop_assert!(session.redo().is_some());
            prop_assert_eq!(&**session.guide(), &guide(position));
        }
        prop_assert!(session.redo().is_none());
    }
}
