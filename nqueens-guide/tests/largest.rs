//! A test of the largest diagram of n queens that fits a few gibibytes, against counting by halves.

use std::num::NonZeroUsize;

use nqueens_guide::halves::Halves;
use nqueens_guide::symmetry::Symmetry;
use nqueens_guide::{Budget, Placement, Size, Square, build_completions_zdd};

/// Builds the diagram of all solutions of 17 x 17 and counts the solutions through each square. Counting by halves uses
/// no diagram.
#[test]
#[ignore = "takes 2.4 GiB, and two to four minutes in a release build"]
fn the_diagram_of_17_queens_has_the_counts_of_the_halves() {
    let size = Size::new(17).unwrap();
    let budget = &mut Budget::unlimited();
    let zdd = build_completions_zdd(&Placement::empty(size), budget).unwrap();
    // The number of solutions is A000170(17) of the On-Line Encyclopedia of Integer Sequences.
    const SOLUTIONS: u64 = 95_815_104;
    assert_eq!((zdd.node_count(), zdd.model_count()), (149_079_149, SOLUTIONS.into()));

    let counts = zdd.counts(budget).unwrap();
    drop(zdd);
    let through = |square| u64::try_from(&counts.by_variable[size.variable(square).index()]).unwrap();
    for line in 0..17 {
        let sum = |square: fn(usize, usize) -> Square| (0..17).map(|other| through(square(line, other))).sum::<u64>();
        assert_eq!(sum(Square::at), SOLUTIONS, "file {line}");
        assert_eq!(sum(|rank, file| Square::at(file, rank)), SOLUTIONS, "rank {line}");
    }
    let mut representatives = 0;
    for square in size.squares() {
        let images = Symmetry::ALL.map(|symmetry| symmetry.apply(size, square));
        assert!(images.iter().all(|&image| through(image) == through(square)), "{square}");
        if images.iter().all(|&image| size.variable(square) <= size.variable(image)) {
            representatives += 1;
            let halves = Halves::new(&Placement::new(size, [square], []).unwrap()).unwrap();
            assert_eq!(halves.count(NonZeroUsize::MIN, budget), Ok(through(square).into()), "{square}");
        }
    }
    assert_eq!(representatives, 45);
}
