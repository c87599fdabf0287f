//! Every explanation is replayed by a checker that shares nothing with the explainer: its own attack test, its own
//! bookkeeping over plain arrays, and its own search for the facts about cores and repairs.
//!
//! Exhaustive for every placement of n <= 6; random beyond. `NQUEENS_CASES=100000 cargo test --release -p
//! nqueens-guide --test explanations -- --nocapture` takes more cases and prints the figures.

use std::collections::HashMap;
use std::time::Duration;

use cpu_time::ThreadTime;

use nqueens_guide::explain::{Because, Kind, RankOrFile, Step};
use nqueens_guide::{Explanation, Library, Placement, Size, Solutions, Square, Status, explain, hint, sentences};

/// File and rank, from 0.
type At = (i32, i32);

fn at(square: Square) -> At {
    (square.file() as i32, square.rank() as i32)
}

fn attack(a: At, b: At) -> bool {
    a != b && (a.0 == b.0 || a.1 == b.1 || (a.0 - b.0).abs() == (a.1 - b.1).abs())
}

fn line_squares(n: i32, line: RankOrFile) -> Vec<At> {
    match line {
        RankOrFile::Rank(rank) => (0..n).map(|file| (file, rank as i32)).collect(),
        RankOrFile::File(file) => (0..n).map(|rank| (file as i32, rank)).collect(),
    }
}

/// All solutions, as the file of each rank's queen, by plain backtracking.
fn all_solutions(n: usize) -> Vec<Vec<i32>> {
    fn extend(n: usize, files: &mut Vec<i32>, found: &mut Vec<Vec<i32>>) {
        if files.len() == n {
            found.push(files.clone());
            return;
        }
        for file in 0..n as i32 {
            let rank = files.len() as i32;
            if (0..).zip(files.iter()).all(|(r, &f)| !attack((f, r), (file, rank))) {
                files.push(file);
                extend(n, files, found);
                files.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

fn has(solution: &[i32], square: At) -> bool {
    solution[square.1 as usize] == square.0
}

/// The player's queens and blocks, as plain lists.
#[derive(Clone)]
struct Board {
    n: i32,
    queens: Vec<At>,
    blocked: Vec<At>,
}

impl Board {
    fn of(placement: &Placement) -> Board {
        Board {
            n: placement.size().get() as i32,
            queens: placement.queens().iter().map(|&square| at(square)).collect(),
            blocked: placement.blocked().iter().map(|&square| at(square)).collect(),
        }
    }

    fn admits(&self, solution: &[i32]) -> bool {
        self.queens.iter().all(|&queen| has(solution, queen)) && !self.blocked.iter().any(|&block| has(solution, block))
    }

    /// The number of completions with, or without, a queen on a square.
    fn count(&self, solutions: &[Vec<i32>], square: At, queen: bool) -> usize {
        solutions.iter().filter(|solution| has(solution, square) == queen && self.admits(solution)).count()
    }
}

/// What the checker knows at one point of the argument: the queens on the board, those of the argument included.
#[derive(Clone)]
struct Known<'a> {
    board: &'a Board,
    queens: Vec<At>,
    /// The square in question, if it is supposed to be empty.
    empty: Option<At>,
}

impl Known<'_> {
    /// Checks the reasons given for a line's squares; returns those that are left.
    fn left(&self, on: RankOrFile, ruled_out: &[nqueens_guide::explain::RuledOut]) -> Vec<At> {
        let squares = line_squares(self.board.n, on);
        let mut left = squares.clone();
        for reason in ruled_out {
            let square = at(reason.square);
            assert!(squares.contains(&square), "{} is on {on}", reason.square);
            let before = left.len();
            left.retain(|&other| other != square);
            assert_eq!(left.len(), before - 1, "{} is named once", reason.square);
            match reason.because {
                Because::Attacked { by, line } => {
                    assert!(self.queens.contains(&at(by)), "a queen stands on {by}");
                    assert!(attack(at(by), square), "{by} attacks {}", reason.square);
                    let (a, b) = (at(by), square);
                    let shared = match line.to_string().as_str() {
                        "rank" => a.1 == b.1,
                        "file" => a.0 == b.0,
                        "diagonal" => a.0 - a.1 == b.0 - b.1,
                        _ => a.0 + a.1 == b.0 + b.1,
                    };
                    assert!(shared, "{by} and {} share the {line}", reason.square);
                }
                Because::Blocked => assert!(self.board.blocked.contains(&square), "{} is blocked", reason.square),
                Because::Supposed => assert_eq!(self.empty, Some(square)),
            }
        }
        // A contradiction on a line is one only if the line still lacks its queen.
        assert!(!self.queens.iter().any(|queen| squares.contains(queen)), "{on} has no queen yet");
        left
    }

    fn replay(mut self, steps: &[Step]) {
        let (last, chain) = steps.split_last().expect("at least one step");
        for step in chain {
            let Step::Only { square, on, ruled_out } = step else { panic!("{step:?} ends the argument") };
            assert_eq!(self.left(*on, ruled_out), [at(*square)]);
            self.queens.push(at(*square));
        }
        match last {
            Step::Empty { on, ruled_out } => assert_eq!(self.left(*on, ruled_out), []),
            Step::Split { on, ruled_out, cases } => {
                let squares: Vec<At> = cases.iter().map(|case| at(case.square)).collect();
                assert_eq!(self.left(*on, ruled_out), squares);
                for case in cases {
                    let mut known = self.clone();
                    known.queens.push(at(case.square));
                    known.replay(&case.steps);
                }
            }
            _ => panic!("{last:?} is no contradiction"),
        }
    }
}

/// Replays the steps from the core, or, where the explanation says that it needs more, from the whole placement.
fn check_steps(explanation: &Explanation, placement: &Placement) {
    let whole = Board::of(placement);
    let square = at(explanation.square);
    let core = Board {
        n: whole.n,
        queens: explanation.core.queens.iter().map(|&queen| at(queen)).collect(),
        blocked: explanation.core.blocked.iter().map(|&block| at(block)).collect(),
    };
    let board = if explanation.also.is_empty() { &core } else { &whole };
    match explanation.steps.as_slice() {
        [Step::Attacked { by, .. }] => {
            assert!(whole.queens.contains(&at(*by)) && attack(at(*by), square));
            return;
        }
        [Step::Blocked] => {
            assert!(whole.blocked.contains(&square));
            return;
        }
        [Step::Conflict(_)] => {
            let clash =
                whole.queens.iter().any(|&a| whole.blocked.contains(&a) || whole.queens.iter().any(|&b| attack(a, b)));
            assert!(clash);
            return;
        }
        _ => {}
    }
    let mut known = Known { board, queens: board.queens.clone(), empty: None };
    if explanation.status == Status::Forced {
        known.empty = Some(square);
    } else {
        known.queens.push(square);
    }
    known.replay(&explanation.steps);
}

/// The core excludes all solutions in question and no part of it does; the repair is right and none is smaller.
fn check_facts(explanation: &Explanation, placement: &Placement, solutions: &[Vec<i32>]) {
    let whole = Board::of(placement);
    let square = at(explanation.square);
    let wanted = explanation.status != Status::Forced;
    let core: Vec<(At, bool)> = explanation
        .core
        .queens
        .iter()
        .map(|&queen| (at(queen), true))
        .chain(explanation.core.blocked.iter().map(|&block| (at(block), false)))
        .collect();
    for &(square, queen) in &core {
        assert!(if queen { &whole.queens } else { &whole.blocked }.contains(&square));
    }
    let part = |left_out: Option<usize>| {
        let kept = |queen| {
            core.iter()
                .enumerate()
                .filter(|(i, (_, kind))| Some(*i) != left_out && *kind == queen)
                .map(|(_, (square, _))| *square)
                .collect()
        };
        Board { n: whole.n, queens: kept(true), blocked: kept(false) }
    };
    assert_eq!(part(None).count(solutions, square, wanted), 0, "the core suffices");
    for i in 0..core.len() {
        assert!(part(Some(i)).count(solutions, square, wanted) > 0, "nothing in the core is superfluous");
    }

    // What the closest solution contradicts is what has to go at least.
    let contradicted = |solution: &Vec<i32>| {
        whole.queens.iter().filter(|&&queen| !has(solution, queen)).count()
            + whole.blocked.iter().filter(|&&block| has(solution, block)).count()
    };
    let least = solutions.iter().filter(|solution| has(solution, square) == wanted).map(contradicted).min();
    let Some(repair) = &explanation.repair else { return assert_eq!(least, None) };
    assert_eq!(Some(repair.lift.len() + repair.unblock.len()), least, "the repair is smallest");
    let mut rest = whole.clone();
    rest.queens.retain(|&queen| !repair.lift.iter().any(|&lifted| at(lifted) == queen));
    rest.blocked.retain(|&block| !repair.unblock.iter().any(|&freed| at(freed) == block));
    assert_eq!(whole.queens.len() - rest.queens.len(), repair.lift.len());
    assert_eq!(whole.blocked.len() - rest.blocked.len(), repair.unblock.len());
    assert_eq!(repair.solutions, rest.count(solutions, square, true).into());
    assert_eq!(repair.without, rest.count(solutions, square, false).into());
    assert!(rest.count(solutions, square, wanted) > 0, "the repair repairs");
}

/// The simplest kind there is, found out independently where that is a matter of looking: whether the square is
/// attacked, and whether some line is empty at once.
fn check_kind(explanation: &Explanation, placement: &Placement) {
    let whole = Board::of(placement);
    let square = at(explanation.square);
    let supposed_queen = explanation.status != Status::Forced;
    if supposed_queen && whole.queens.iter().any(|&queen| attack(queen, square)) {
        return assert_eq!(explanation.kind(), Kind::Direct);
    }
    if !placement.is_consistent() {
        return assert_eq!(explanation.kind(), Kind::Direct);
    }
    let mut queens = whole.queens.clone();
    if supposed_queen {
        queens.push(square);
    }
    let empty_line = (0..whole.n as usize).flat_map(|i| [RankOrFile::Rank(i), RankOrFile::File(i)]).any(|line| {
        let squares = line_squares(whole.n, line);
        !squares.iter().any(|square| queens.contains(square))
            && squares.iter().all(|&other| {
                whole.blocked.contains(&other)
                    || (!supposed_queen && other == square)
                    || queens.iter().any(|&queen| attack(queen, other))
            })
    });
    if explanation.status != Status::Blocked {
        assert_eq!(explanation.kind() == Kind::EmptyLine, empty_line, "{explanation:?}");
    }
}

#[derive(Default, Debug)]
struct Figures {
    cases: usize,
    kinds: HashMap<(&'static str, &'static str), usize>,
    largest_core: usize,
    largest_queen_core: usize,
    most_steps: usize,
    beyond_core: usize,
    times: Vec<Duration>,
}

impl Figures {
    fn add(&mut self, explanation: &Explanation, placement: &Placement, time: Duration) {
        self.cases += 1;
        *self.kinds.entry((explanation.status.name(), explanation.kind().name())).or_default() += 1;
        self.largest_core = self.largest_core.max(explanation.core.queens.len() + explanation.core.blocked.len());
        if placement.blocked().is_empty() {
            self.largest_queen_core = self.largest_queen_core.max(explanation.core.queens.len());
        }
        self.most_steps = self.most_steps.max(explanation.step_count());
        self.beyond_core += usize::from(explanation.kind() > Kind::Direct && !explanation.also.is_empty());
        self.times.push(time);
    }

    fn print(&mut self, what: &str) {
        self.times.sort_unstable();
        let quantile = |part: f64| self.times[((self.times.len() - 1) as f64 * part) as usize];
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort();
        println!(
            "{what}: {} cases, largest core {} ({} queens on boards without blocks), most steps {}, {} cite more than \
             the core, time median {:?} p99 {:?} worst {:?}, {kinds:?}",
            self.cases,
            self.largest_core,
            self.largest_queen_core,
            self.most_steps,
            self.beyond_core,
            quantile(0.5),
            quantile(0.99),
            quantile(1.0),
        );
    }
}

fn check_all(explanation: &Explanation, placement: &Placement, known: &[Vec<i32>]) {
    check_steps(explanation, placement);
    check_facts(explanation, placement, known);
    check_kind(explanation, placement);
    // Frames and sentences exist for whatever there is to say.
    assert!(sentences::explanation(explanation).iter().all(|line| line.ends_with(['.', ':'])));
}

/// Every consistent placement of these queens from a rank on, by plain backtracking.
fn each_placement(n: i32, rank: i32, queens: &mut Vec<At>, visit: &mut dyn FnMut(&[At])) {
    if rank == n {
        return visit(queens);
    }
    each_placement(n, rank + 1, queens, visit);
    for file in 0..n {
        if queens.iter().all(|&queen| !attack(queen, (file, rank))) {
            queens.push((file, rank));
            each_placement(n, rank + 1, queens, visit);
            queens.pop();
        }
    }
}

fn square(at: At) -> Square {
    Square::new(at.0 as usize, at.1 as usize).unwrap()
}

#[test]
fn every_square_of_every_consistent_placement_up_to_6_is_explained() {
    for n in 1..=6 {
        let size = Size::new(n).unwrap();
        let solutions = Solutions::build(size);
        let known = all_solutions(n);
        let mut figures = Figures::default();
        each_placement(n as i32, 0, &mut Vec::new(), &mut |queens| {
            let placement = Placement::new(size, queens.iter().map(|&queen| square(queen)), []).unwrap();
            let guide = solutions.guide(&placement);
            for (square, status, _) in guide.squares() {
                let start = ThreadTime::now();
                let explanation = explain(&solutions, &guide, square);
                let time = start.elapsed();
                assert_eq!(explanation.is_none(), matches!(status, Status::Queen | Status::Open));
                if let Some(explanation) = explanation {
                    assert_eq!((explanation.square, explanation.status), (square, status));
                    check_all(&explanation, &placement, &known);
                    figures.add(&explanation, &placement, time);
                }
            }
        });
        figures.print(&format!("n={n}, all"));
        assert!(figures.largest_core <= 3);
    }
}

/// Splitmix64: enough for choosing boards.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// A random placement: queens of a random solution, queens wherever no other attacks, or now and then anywhere; with
/// blocked squares or, mostly, without.
fn random_placement(size: Size, known: &[Vec<i32>], random: &mut Random) -> Placement {
    let n = size.get();
    let mut placement = Placement::empty(size);
    let queens = random.below(n);
    let manner = random.below(10);
    let solution = &known[random.below(known.len())];
    for _ in 0..queens {
        let rank = random.below(n);
        let file = if manner < 5 { solution[rank] as usize } else { random.below(n) };
        let square = Square::new(file, rank).unwrap();
        if manner == 9 || placement.attackers(square).next().is_none() {
            placement.place(square);
        }
    }
    if random.below(3) == 0 {
        for _ in 0..random.below(n * n / 2) {
            let square = Square::new(random.below(n), random.below(n)).unwrap();
            // A queen on a blocked square is a rare thing too.
            if manner == 9 || !placement.queens().contains(&square) {
                placement.block(square);
            }
        }
    }
    placement
}

#[test]
fn random_squares_of_random_placements_up_to_11_are_explained() {
    let cases = std::env::var("NQUEENS_CASES").map_or(4_000, |cases| cases.parse().expect("NQUEENS_CASES: a number"));
    let mut random = Random(7);
    for n in 7..=11 {
        let size = Size::new(n).unwrap();
        let solutions = Library::embedded().load(size).unwrap();
        let known = all_solutions(n);
        let mut completable = Figures::default();
        let mut astray = Figures::default();
        while completable.cases + astray.cases < cases / 5 {
            let placement = random_placement(size, &known, &mut random);
            let guide = solutions.guide(&placement);
            // Dead and forced squares are the interesting ones; of the others one a board.
            let (mut interesting, other): (Vec<Square>, Vec<Square>) =
                size.squares().partition(|&square| matches!(guide.status(square), Status::Dead | Status::Forced));
            interesting.push(other[random.below(other.len())]);
            for _ in 0..4 {
                let square = interesting[random.below(interesting.len())];
                let start = ThreadTime::now();
                let explanation = explain(&solutions, &guide, square);
                let time = start.elapsed();
                let Some(explanation) = explanation else { continue };
                check_all(&explanation, &placement, &known);
                // The quicker of two runs of the same work.
                let start = ThreadTime::now();
                let again = explain(&solutions, &guide, square);
                let time = time.min(start.elapsed());
                assert_eq!(again.as_ref(), Some(&explanation), "the same question has the same answer");
                let figures = if guide.is_completable() { &mut completable } else { &mut astray };
                figures.add(&explanation, &placement, time);
                // Found by listing all cores; for n = 9 and 10 only a few squares need 4.
                let most = if n <= 8 { 3 } else { 4 };
                let is_plain = guide.is_completable() && placement.blocked().is_empty();
                if n <= 10 && explanation.status == Status::Dead && is_plain {
                    assert!(explanation.core.queens.len() <= most, "{explanation:?}");
                }
            }
            assert_eq!(hint(&solutions, &guide).is_none(), placement.is_solution());
        }
        completable.print(&format!("n={n}, random, completable"));
        astray.print(&format!("n={n}, random, no completion"));
    }
}

#[test]
fn a_dead_square_can_need_four_queens() {
    let size = Size::new(10).unwrap();
    let solutions = Library::embedded().load(size).unwrap();
    let squares = ["d4", "f7", "g9", "a10"].map(|name| name.parse().unwrap());
    let placement = Placement::new(size, squares, []).unwrap();
    let guide = solutions.guide(&placement);
    assert_eq!(guide.total(), &1u32.into());
    let b5 = explain(&solutions, &guide, "b5".parse().unwrap()).unwrap();
    assert_eq!(b5.status, Status::Dead);
    assert_eq!(b5.core.queens, placement.queens().clone());
    check_all(&b5, &placement, &all_solutions(10));
}
