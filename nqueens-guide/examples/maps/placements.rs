//! The maps of boards with queens: scattered, clustered in the centre, or on the first ranks.

use std::collections::BTreeSet;
use std::error::Error;

use cpu_time::ThreadTime;
use nqueens_guide::{BigUint, Map, Placement, Sampler, Size, Square, attacks};

use crate::within;

/// The number of boards for each number of scattered queens.
const BOARDS: usize = 3;

/// Makes the maps of boards of size `n`, and prints the times. Boards with scattered queens have any number of queens
/// below `n`. For queens in a cluster or on the first ranks, only every `step`th number is tried, since their maps may
/// take very long.
pub(crate) fn run(n: usize, step: usize) -> Result<(), Box<dyn Error>> {
    let size = Size::new(n)?;
    let mut sampler = Sampler::new(1);
    let all: Vec<Square> = size.squares().collect();
    let mut scattered = Vec::new();
    for wanted in 0..n {
        for _ in 0..BOARDS {
            let order = sampler.distinct(BigUint::from(all.len())).map(|at| usize::try_from(&at));
            let order: Vec<Square> = order.map(|at| Ok(all[at?])).collect::<Result<_, Box<dyn Error>>>()?;
            scattered.push(in_order(order, wanted));
        }
    }
    report("scattered", size, scattered)?;
    let mut by_distance = all;
    // Twice the distance from the centre, which may lie between squares.
    let from_centre = |at: usize| (2 * at + 1).abs_diff(n).pow(2);
    by_distance.sort_by_key(|square| from_centre(square.file()) + from_centre(square.rank()));
    report("clusters", size, (1..n).step_by(step).map(|wanted| in_order(by_distance.iter().copied(), wanted)))?;
    report("first-fit ranks", size, (1..n).step_by(step).map(|wanted| first_fit(size, wanted)))
}

/// Places up to `wanted` queens: goes through the squares in this `order`, and puts a queen on each square that no
/// earlier queen attacks.
fn in_order(order: impl IntoIterator<Item = Square>, wanted: usize) -> BTreeSet<Square> {
    let mut queens = BTreeSet::new();
    for square in order {
        if queens.len() < wanted && queens.iter().all(|&queen| !attacks(queen, square)) {
            queens.insert(square);
        }
    }
    queens
}

/// Places queens on the first `ranks` ranks, each on the first file of her rank that no earlier queen attacks. A rank
/// without such a file stays empty.
fn first_fit(size: Size, ranks: usize) -> BTreeSet<Square> {
    let squares = (0..ranks).flat_map(|rank| size.rank(rank));
    in_order(squares, ranks)
}

fn report(what: &str, size: Size, boards: impl IntoIterator<Item = BTreeSet<Square>>) -> Result<(), Box<dyn Error>> {
    let (mut times, mut after_one, mut after_ten) = (Vec::new(), (0, 0), (0, 0));
    for queens in boards {
        let mut map = Map::new(&Placement::new(size, queens, [])?);
        let start = ThreadTime::now();
        let unfinished = |map: &mut Map, seconds: f64, (boards, squares): &mut (usize, usize)| {
            if within(seconds, |budget| map.work(budget)).is_err() {
                *boards += 1;
                *squares += map.unknown().count();
            }
        };
        unfinished(&mut map, 1.0, &mut after_one);
        if !map.is_finished() {
            unfinished(&mut map, 9.0, &mut after_ten);
        }
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    let of = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "n = {size}, {what}: {} boards, p50 {:.2} ms, p99 {:.2} ms, worst {:.2} ms; unknown after 1 s on {} boards {} \
         squares, after 10 s on {} boards {} squares",
        times.len(),
        of(0.5),
        of(0.99),
        of(1.0),
        after_one.0,
        after_one.1,
        after_ten.0,
        after_ten.1
    );
    Ok(())
}
