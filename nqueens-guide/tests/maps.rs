//! Maps against the diagram of the same placement, which is built in an independent way.

use bdd_core::{BigUint, Budget, Sampler};
use nqueens_guide::{Known, Map, Placement, Size, Square, attacks, build_completions};

/// Returns a random number below a limit.
fn below(sampler: &mut Sampler, limit: usize) -> usize {
    let drawn = sampler.below(&BigUint::from(limit)).expect("the limit is not zero");
    usize::try_from(&drawn).expect("it is below the limit")
}

/// Returns a placement of at most `queens` queens that do not attack each other, and some blocked squares.
fn placement(size: Size, queens: usize, blocked: usize, sampler: &mut Sampler) -> Placement {
    let draw = |sampler: &mut Sampler| Square::at(below(sampler, size.get()), below(sampler, size.get()));
    let mut placed: Vec<Square> = Vec::new();
    for _ in 0..queens {
        let square = draw(sampler);
        if placed.iter().all(|&queen| queen != square && !attacks(queen, square)) {
            placed.push(square);
        }
    }
    let blocked: Vec<Square> = (0..blocked).map(|_| draw(sampler)).filter(|square| !placed.contains(square)).collect();
    Placement::new(size, placed, blocked).unwrap()
}

#[test]
fn two_thousand_maps_say_what_the_diagram_says() {
    let mut sampler = Sampler::new(14);
    let (mut dead, mut forced, mut impossible) = (0, 0, 0);
    for case in 0..2_000 {
        let n = 4 + case % 11;
        let size = Size::new(n).unwrap();
        // The diagrams of the largest boards are small enough with a few queens.
        let queens = n.saturating_sub(11) + below(&mut sampler, n / 2);
        let blocked = below(&mut sampler, n * n / 3);
        let placement = placement(size, queens, blocked, &mut sampler);
        let mut map = Map::new(&placement);
        map.work(&mut Budget::unlimited()).unwrap();
        let counts =
            build_completions(&placement, &mut Budget::unlimited()).unwrap().counts(&mut Budget::unlimited()).unwrap();
        let none = BigUint::ZERO;
        assert_eq!(map.is_completable(), Some(counts.total != none), "{placement:?}");
        impossible += usize::from(counts.total == none);
        for square in size.squares() {
            let with = &counts.by_variable[usize::from(size.variable(square))];
            let expected = match with {
                with if *with == none => Known::Dead,
                with if *with == counts.total => Known::Forced,
                _ => Known::Open,
            };
            assert_eq!(map.known(square), expected, "{square} of {placement:?}");
            dead += usize::from(expected == Known::Dead);
            forced += usize::from(expected == Known::Forced);
        }
    }
    // The draw has placements and squares of every kind.
    assert!(dead > 10_000 && forced > 500 && (100..1_900).contains(&impossible), "{dead} {forced} {impossible}");
}
