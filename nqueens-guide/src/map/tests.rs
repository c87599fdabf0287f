//! Tests of the map against plain backtracking and against its own invariants.

use puzzle_core::Status;

use super::*;

/// Returns all completions of a placement by backtracking square by square, without any code of the map.
fn completions(placement: &Placement) -> Vec<Vec<u8>> {
    fn extend(placement: &Placement, queens: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
        let (n, rank) = (placement.size().get(), queens.len());
        if rank == n {
            return all.push(queens.clone());
        }
        for file in 0..n {
            let given: Vec<usize> =
                placement.queens().iter().filter(|queen| queen.rank() == rank).map(|queen| queen.file()).collect();
            let is_safe = |(other, &at): (usize, &u8)| {
                let apart = file.abs_diff(usize::from(at));
                apart != 0 && apart != rank - other
            };
            if given.iter().all(|&at| at == file)
                && !placement.blocked().contains(&Square::at(file, rank))
                && queens.iter().enumerate().all(is_safe)
            {
                queens.push(file as u8);
                extend(placement, queens, all);
                queens.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(placement, &mut Vec::new(), &mut all);
    all
}

fn check(placement: &Placement) {
    let all = completions(placement);
    let mut map = Map::new(placement);
    map.work(&mut Budget::unlimited()).unwrap();
    assert!(map.is_finished());
    assert_eq!(map.is_completable(), Some(!all.is_empty()), "{placement:?}");
    assert!(map.found.len() <= all.len());
    let guide = map.guide();
    assert!(!guide.has_unknown());
    assert_eq!(guide.total().is_exact(), all.len() < 2, "{placement:?}");
    assert_eq!(guide.is_completable(), !all.is_empty());
    for square in placement.size().squares() {
        let with = all.iter().filter(|queens| usize::from(queens[square.rank()]) == square.file()).count();
        let expected = match with {
            0 => Known::Dead,
            with if with == all.len() => Known::Forced,
            _ => Known::Open,
        };
        assert_eq!(map.known(square), expected, "{square} of {placement:?}");
        let status = guide.status(placement.size().variable(square));
        assert!(
            match expected {
                Known::Open => status == Status::Open,
                Known::Forced => matches!(status, Status::Forced | Status::Placed),
                _ => !status.is_live(),
            },
            "{square} is {status:?} of {placement:?}"
        );
        let found = map.counts[usize::from(placement.size().variable(square))];
        assert!(found <= with as u64 && (found > 0) == (with > 0));
    }
}

#[test]
fn every_placement_of_up_to_two_queens_is_mapped_as_its_completions_say() {
    for n in 1..=6 {
        let size = Size::new(n).unwrap();
        check(&Placement::empty(size));
        for a in size.squares() {
            for b in size.squares().filter(|&b| b >= a) {
                check(&Placement::new(size, [a, b], []).unwrap());
            }
        }
    }
}

#[test]
fn random_boards_with_blocks_are_mapped_as_their_completions_say() {
    let mut choices = Choices::new(7);
    for case in 0..600 {
        let n = 5 + case % 6;
        let size = Size::new(n).unwrap();
        let squares: Vec<Square> = size.squares().collect();
        let (queens, blocked) = (choices.below(4), choices.below(n * n / 2));
        let mut draw = |count: usize| -> Vec<Square> { (0..count).map(|_| squares[choices.below(n * n)]).collect() };
        let (queens, blocked) = (draw(queens), draw(blocked));
        check(&Placement::new(size, queens, blocked).unwrap());
    }
}

/// Interrupts the map at every limit of the budget: the statuses known by then are right, and further work finishes the
/// map.
#[test]
fn an_unfinished_map_says_nothing_that_is_not_so() {
    let size = Size::new(9).unwrap();
    let placement = Placement::new(size, [Square::at(1, 0)], [Square::at(4, 4), Square::at(0, 8)]).unwrap();
    let all = completions(&placement);
    let mut map = Map::new(&placement);
    let mut rounds = 0_u64;
    while map.work(&mut Budget::unlimited().with_steps(60 * (1 + rounds))).is_err() {
        rounds += 1;
        for square in size.squares() {
            let with = all.iter().filter(|queens| usize::from(queens[square.rank()]) == square.file()).count();
            let is_true = match map.known(square) {
                Known::Dead => with == 0,
                Known::Open => with > 0 && with < all.len(),
                Known::Forced => with == all.len(),
                Known::Live => with > 0,
                Known::Unknown => true,
            };
            assert!(is_true, "{square} is {:?} after {rounds} rounds, in {with} of {}", map.known(square), all.len());
        }
        assert!(rounds < 1_000, "it never ends");
    }
    assert!(rounds > 3, "the budget was no limit");
    assert!(map.is_finished());
}

#[test]
fn a_large_board_is_mapped_whole() {
    let size = Size::new(100).unwrap();
    let placement = Placement::new(size, [Square::at(3, 0), Square::at(50, 20), Square::at(99, 77)], []).unwrap();
    let mut map = Map::new(&placement);
    map.work(&mut Budget::unlimited()).unwrap();
    let queens = map.completions().min().expect("there are many");
    let squares: Vec<Square> = (0..).zip(queens).map(|(rank, &file)| Square::at(usize::from(file), rank)).collect();
    assert_eq!(crate::check::check(size, &squares, 0), crate::check::Verdict::Solution);
    assert!(placement.queens().iter().all(|queen| squares.contains(queen)));
    for square in size.squares() {
        let is_attacked = placement.queens().iter().any(|&queen| nqueens_board::attacks(queen, square));
        let known = map.known(square);
        match () {
            () if placement.queens().contains(&square) => assert_eq!(known, Known::Forced),
            () if is_attacked => assert_eq!(known, Known::Dead),
            () => assert!(matches!(known, Known::Open | Known::Dead), "{square} is {known:?}"),
        }
    }
}

/// Prints the times of whole maps: `cargo test --release -p nqueens-guide --lib map -- --ignored --nocapture`.
#[test]
#[ignore = "measures"]
fn times() {
    let mut choices = Choices::new(3);
    println!(
        "{:>5} {:>7} {:>8} {:>6} {:>9} {:>9} {:>8}",
        "n", "queens", "blocked", "boards", "median", "worst", "dead"
    );
    for (n, missing, share) in [
        (20, 0, 0.0),
        (50, 25, 0.0),
        (50, 40, 0.0),
        (100, 50, 0.0),
        (100, 20, 0.0),
        (100, 0, 0.0),
        (200, 100, 0.0),
        (200, 20, 0.0),
        (28, 0, 0.7),
        (48, 0, 0.5),
        (48, 0, 0.65),
        (48, 0, 0.7),
        (48, 0, 0.75),
        (48, 0, 0.8),
        (56, 0, 0.75),
        (100, 0, 0.8),
        (200, 0, 0.5),
    ] {
        let size = Size::new(n).unwrap();
        let (mut times, mut dead, mut none) = (Vec::new(), 0, 0);
        for _ in 0..11 {
            // Queens of a completion of the empty board, so that a completion exists.
            let mut whole = Map::new(&Placement::empty(size));
            whole.choices = choices.clone();
            choices.below(2);
            whole.find_first(&mut Budget::unlimited()).unwrap();
            let all: Vec<u8> = whole.completions().min().unwrap().to_vec();
            let mut queens: Vec<Square> =
                (0..).zip(all).map(|(rank, file)| Square::at(usize::from(file), rank)).collect();
            while queens.len() > missing {
                queens.swap_remove(choices.below(queens.len()));
            }
            let blocked: Vec<Square> =
                size.squares().filter(|_| (choices.below(1000) as f64) < share * 1000.0).collect();
            let placement = Placement::new(size, queens, blocked).unwrap();
            let start = std::time::Instant::now();
            let mut map = Map::new(&placement);
            map.work(&mut Budget::unlimited()).unwrap();
            times.push(start.elapsed());
            none += usize::from(map.is_completable() == Some(false));
            dead += size.squares().filter(|&square| map.field.as_ref().is_some_and(|f| !f.has(square))).count();
        }
        times.sort();
        println!("{n:>5} {missing:>7} {share:>8} {none:>6} {:>9.2?} {:>9.2?} {:>8}", times[5], times[10], dead / 11);
    }
}
