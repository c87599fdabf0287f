//! Tests that replay every explanation by a checker that shares no code with the explainer. The checker has its own
//! attack test, its own bookkeeping over plain arrays, and its own search for the facts about cores and repairs.
//!
//! The tests are exhaustive for every placement of n <= 6, and random beyond. `NQUEENS_CASES=100000 cargo test
//! --release -p nqueens-guide --test explanations -- --nocapture` takes more cases and prints the figures.

use std::collections::HashMap;
use std::time::Duration;

use cpu_time::ThreadTime;

use nqueens_guide::{Library, Placement, Queens, Size, Solutions, Square};
use puzzle_core::explain::{Reason, RuledOut, Step, Technique};
use puzzle_core::{
    Budget, Conflict, ConstraintId, Count, Explanation, Guide, Literal, Marks, Status, Variable, Words, explain, hint,
    sentences,
};

/// A square: its file and its rank, both counted from 0.
type At = (i32, i32);

/// Returns the square of a variable. Variables count the squares rank by rank, from file a on.
fn at(n: i32, variable: Variable) -> At {
    let variable = variable.index() as i32;
    (variable % n, variable / n)
}

fn at_square(square: Square) -> At {
    (square.file() as i32, square.rank() as i32)
}

fn all_at<'a>(n: i32, variables: impl IntoIterator<Item = &'a Variable>) -> Vec<At> {
    variables.into_iter().map(|&variable| at(n, variable)).collect()
}

fn attack(a: At, b: At) -> bool {
    a != b && (a.0 == b.0 || a.1 == b.1 || (a.0 - b.0).abs() == (a.1 - b.1).abs())
}

/// Returns the squares of a line. The lines are numbered with the ranks first, then the files.
fn line_squares(n: i32, line: ConstraintId) -> Vec<At> {
    let line = line.index() as i32;
    if line < n { (0..n).map(|file| (file, line)).collect() } else { (0..n).map(|rank| (line - n, rank)).collect() }
}

/// Returns the name of a line for a player.
fn line_name(n: i32, line: ConstraintId) -> String {
    let line = line.index() as i32;
    if line < n { format!("rank {}", line + 1) } else { format!("file {}", (b'a' + (line - n) as u8) as char) }
}

fn square_name((file, rank): At) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Returns `true` if two squares share the line named by `what`.
fn share(a: At, b: At, what: &str) -> bool {
    match what {
        "rank" => a.1 == b.1,
        "file" => a.0 == b.0,
        "diagonal" => a.0 - a.1 == b.0 - b.1,
        "anti-diagonal" => a.0 + a.1 == b.0 + b.1,
        _ => false,
    }
}

/// Returns all solutions, each as the file of the queen on each rank, by plain backtracking.
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
            queens: placement.queens().iter().map(|&square| at_square(square)).collect(),
            blocked: placement.blocked().iter().map(|&square| at_square(square)).collect(),
        }
    }

    /// Returns the board with some of the player's marks.
    fn of_marks(n: i32, marks: &Marks) -> Board {
        Board { n, queens: all_at(n, &marks.placed), blocked: all_at(n, &marks.blocked) }
    }

    fn admits(&self, solution: &[i32]) -> bool {
        self.queens.iter().all(|&queen| has(solution, queen)) && !self.blocked.iter().any(|&block| has(solution, block))
    }

    /// Returns the number of completions with, or without, a queen on a square.
    fn count(&self, solutions: &[Vec<i32>], square: At, queen: bool) -> usize {
        solutions.iter().filter(|solution| has(solution, square) == queen && self.admits(solution)).count()
    }
}

/// Returns `true` if every choice of one item from each line has a clash, either between two of the chosen items or
/// with an item of `chosen`.
fn is_choiceless<T: Copy>(lines: &[Vec<T>], chosen: &[T], clash: &dyn Fn(T, T) -> bool) -> bool {
    let Some((line, rest)) = lines.split_first() else { return false };
    line.iter().all(|&one| {
        let clashes = chosen.iter().any(|&other| clash(other, one));
        clashes || is_choiceless(rest, &[chosen, &[one]].concat(), clash)
    })
}

/// The state of the checker at one point of the argument, with the queens on the board and the queens of the argument
/// so far.
#[derive(Clone)]
struct Known<'a> {
    board: &'a Board,
    words: &'a Queens,
    queens: Vec<At>,
    /// The square in question, if it is assumed to be empty.
    empty: Option<At>,
    /// The squares that the argument has ruled out so far.
    out: Vec<At>,
}

impl Known<'_> {
    fn at(&self, variable: Variable) -> At {
        at(self.board.n, variable)
    }

    /// Checks the reasons given for the squares of a line that are ruled out; returns the squares that are left.
    fn left(&self, on: ConstraintId, ruled_out: &[RuledOut]) -> Vec<At> {
        let squares = line_squares(self.board.n, on);
        let name = line_name(self.board.n, on);
        assert_eq!(self.words.line_name(on), name);
        let mut left = squares.clone();
        for reason in ruled_out {
            let square = self.at(reason.variable);
            assert_eq!(self.words.name(reason.variable), square_name(square));
            assert!(squares.contains(&square), "{} is on {name}", square_name(square));
            let before = left.len();
            left.retain(|&other| other != square);
            assert_eq!(left.len(), before - 1, "{} is named once", square_name(square));
            match reason.because {
                Reason::Excluded { by } => {
                    let queen = self.at(by);
                    assert!(self.queens.contains(&queen), "a queen stands on {}", square_name(queen));
                    assert!(attack(queen, square), "{} attacks {}", square_name(queen), square_name(square));
                    let shared = self.words.shared(by, reason.variable).expect("what attacks shares a line");
                    assert!(share(queen, square, &shared), "{queen:?} and {square:?} share the {shared}");
                }
                Reason::Blocked => {
                    assert!(self.board.blocked.contains(&square), "{} is blocked", square_name(square));
                }
                Reason::Out => assert!(self.out.contains(&square)),
                Reason::Supposed => assert_eq!(self.empty, Some(square)),
                other => panic!("{other:?} is no reason here"),
            }
        }
        // A contradiction on a line requires that the line lacks its queen.
        assert!(!self.queens.iter().any(|queen| squares.contains(queen)), "{name} has no queen yet");
        left
    }

    fn replay(mut self, steps: &[Step]) {
        let (last, chain) = steps.split_last().expect("at least one step");
        for step in chain {
            if let Step::Locked { base, ruled_out, out, .. } = step {
                let is_on = |on: ConstraintId, reason: &&RuledOut| {
                    line_squares(self.board.n, on).contains(&self.at(reason.variable))
                };
                let reasons = |on| ruled_out.iter().filter(|reason| is_on(on, reason)).copied().collect::<Vec<_>>();
                let lines: Vec<_> = base.iter().map(|&on| self.left(on, &reasons(on))).collect();
                let out: Vec<At> = out.iter().map(|&variable| self.at(variable)).collect();
                assert!(out.iter().all(|&out| is_choiceless(&lines, &[out], &attack)));
                self.out.extend(out);
                continue;
            }
            let Step::Only { variable, on, ruled_out } = step else { panic!("{step:?} ends the argument") };
            let square = self.at(*variable);
            assert_eq!(self.left(*on, ruled_out), [square]);
            self.queens.push(square);
        }
        match last {
            Step::Empty { on, ruled_out, .. } => assert_eq!(self.left(*on, ruled_out), []),
            Step::Split { on, ruled_out, cases, .. } => {
                let squares: Vec<At> = cases.iter().map(|case| self.at(case.variable)).collect();
                assert_eq!(self.left(*on, ruled_out), squares);
                for case in cases {
                    let mut known = self.clone();
                    known.queens.push(self.at(case.variable));
                    known.replay(&case.steps);
                }
            }
            _ => panic!("{last:?} is no contradiction"),
        }
    }
}

/// Replays the steps, beginning with the core, or with the whole placement if the explanation says that the core does
/// not suffice.
fn check_steps(words: &Queens, explanation: &Explanation, placement: &Placement) {
    let whole = Board::of(placement);
    let square = at(whole.n, explanation.variable);
    let core = Board::of_marks(whole.n, &explanation.core);
    let board = if explanation.also.is_empty() { &core } else { &whole };
    match explanation.steps.as_slice() {
        [Step::Excluded { by }] => {
            let queen = at(whole.n, *by);
            assert!(whole.queens.contains(&queen) && attack(queen, square));
            let shared = words.shared(*by, explanation.variable).expect("what attacks shares a line");
            assert!(share(queen, square, &shared), "{queen:?} and {square:?} share the {shared}");
            return;
        }
        [Step::Blocked] => {
            assert!(whole.blocked.contains(&square));
            return;
        }
        [Step::Conflict(Conflict::Exclusion(a, b))] => {
            let [first, second] = [*a, *b].map(|variable| at(whole.n, variable));
            assert!(whole.queens.contains(&first) && whole.queens.contains(&second) && attack(first, second));
            let shared = words.shared(*a, *b).expect("what attacks shares a line");
            assert!(share(first, second, &shared), "{first:?} and {second:?} share the {shared}");
            return;
        }
        [Step::Conflict(Conflict::Blocked(on))] => {
            let on = at(whole.n, *on);
            assert!(whole.queens.contains(&on) && whole.blocked.contains(&on));
            return;
        }
        _ => {}
    }
    let mut known = Known { board, words, queens: board.queens.clone(), empty: None, out: Vec::new() };
    if explanation.status == Status::Forced {
        known.empty = Some(square);
    } else {
        known.queens.push(square);
    }
    known.replay(&explanation.steps);
}

/// An argument without the reasons of its steps: a sequence of forced queens, and an end. The end is a line without a
/// square, or a line with a further argument for each of its squares.
#[derive(Clone)]
struct Bare {
    queens: Vec<(At, ConstraintId)>,
    split: Option<(ConstraintId, Vec<(At, Bare)>)>,
}

/// The squares left on a line, given the queens; `None` if the line already has one of these queens.
type Left<'a> = &'a dyn Fn(ConstraintId, &[At]) -> Option<Vec<At>>;

impl Bare {
    /// Returns the argument of the steps; `None` for steps of other kinds.
    fn of(n: i32, steps: &[Step]) -> Option<Bare> {
        let (last, chain) = steps.split_last()?;
        let queens = chain.iter().map(|step| match step {
            Step::Only { variable, on, .. } => Some((at(n, *variable), *on)),
            _ => None,
        });
        let split = match last {
            Step::Empty { .. } => None,
            Step::Split { on, cases, .. } => {
                let cases = cases.iter().map(|case| Some((at(n, case.variable), Bare::of(n, &case.steps)?)));
                Some((*on, cases.collect::<Option<_>>()?))
            }
            _ => return None,
        };
        Some(Bare { queens: queens.collect::<Option<_>>()?, split })
    }

    /// Returns all arguments that result from removing one of the queens.
    fn shorter(&self) -> Vec<Bare> {
        let mut all: Vec<Bare> = (0..self.queens.len())
            .map(|i| {
                let mut shorter = self.clone();
                shorter.queens.remove(i);
                shorter
            })
            .collect();
        let cases = self.split.iter().flat_map(|(_, cases)| cases).enumerate();
        for (i, (_, case)) in cases {
            all.extend(case.shorter().into_iter().map(|case| {
                let mut shorter = self.clone();
                shorter.split.as_mut().expect("it has cases").1[i].1 = case;
                shorter
            }));
        }
        all
    }

    /// Returns `true` if the argument is valid after `queens` were placed: each forced queen stands on the only square
    /// left of her line, and the end of the argument follows.
    fn holds(&self, n: i32, left: Left<'_>, queens: &[At]) -> bool {
        let mut queens = queens.to_vec();
        for &(square, on) in &self.queens {
            if left(on, &queens) != Some(vec![square]) {
                return false;
            }
            queens.push(square);
        }
        match &self.split {
            None => (0..2 * n as u32).any(|line| left(ConstraintId::new(line), &queens) == Some(Vec::new())),
            Some((on, cases)) => {
                left(*on, &queens).is_some_and(|left| {
                    let is_case = |square: &At| cases.iter().any(|(case, _)| case == square);
                    left.iter().all(is_case)
                }) && cases.iter().all(|(case, argument)| argument.holds(n, left, &[&queens[..], &[*case]].concat()))
            }
        }
    }
}

/// Checks that an argument by forced queens needs each of its queens.
fn check_length(explanation: &Explanation, placement: &Placement) {
    let whole = Board::of(placement);
    let core = Board::of_marks(whole.n, &explanation.core);
    let board = if explanation.also.is_empty() { &core } else { &whole };
    let Some(argument) = Bare::of(whole.n, &explanation.steps) else { return };
    if !explanation.lemmas.is_empty() {
        return;
    }
    let square = at(whole.n, explanation.variable);
    let is_forced = explanation.status == Status::Forced;
    let left = |on: ConstraintId, queens: &[At]| {
        let squares = line_squares(board.n, on);
        let is_out = |other: &At| board.blocked.contains(other) || is_forced && *other == square;
        let is_left = |other: &At| !is_out(other) && !queens.iter().any(|&queen| attack(queen, *other));
        let has_queen = squares.iter().any(|square| queens.contains(square));
        (!has_queen).then(|| squares.into_iter().filter(is_left).collect())
    };
    let mut queens = board.queens.clone();
    queens.extend((!is_forced).then_some(square));
    assert!(argument.holds(board.n, &left, &queens), "{explanation:?}");
    for shorter in argument.shorter() {
        assert!(!shorter.holds(board.n, &left, &queens), "{explanation:?}");
    }
}

/// Checks the facts. The core excludes all solutions in question, and no smaller part of it does. The repair is right,
/// and no smaller repair exists.
fn check_facts(explanation: &Explanation, placement: &Placement, solutions: &[Vec<i32>]) {
    let whole = Board::of(placement);
    let square = at(whole.n, explanation.variable);
    let wanted = explanation.status != Status::Forced;
    let core = Board::of_marks(whole.n, &explanation.core);
    assert!(core.queens.iter().all(|queen| whole.queens.contains(queen)), "the player's own queens");
    assert!(core.blocked.iter().all(|block| whole.blocked.contains(block)), "the player's own blocks");
    let literals: Vec<Literal> = explanation.core.literals().collect();
    assert_eq!(literals.len(), core.queens.len() + core.blocked.len());
    let part = |left_out: Option<usize>| {
        let kept = literals.iter().enumerate().filter(|(i, _)| Some(*i) != left_out).map(|(_, &literal)| literal);
        Board::of_marks(whole.n, &kept.collect())
    };
    assert_eq!(part(None).count(solutions, square, wanted), 0, "the core suffices");
    for i in 0..literals.len() {
        assert!(part(Some(i)).count(solutions, square, wanted) > 0, "nothing in the core is superfluous");
    }

    // The marks that the closest solution contradicts are the fewest to remove.
    let contradicted = |solution: &Vec<i32>| {
        whole.queens.iter().filter(|&&queen| !has(solution, queen)).count()
            + whole.blocked.iter().filter(|&&block| has(solution, block)).count()
    };
    let least = solutions.iter().filter(|solution| has(solution, square) == wanted).map(contradicted).min();
    let Some(repair) = &explanation.repair else {
        return assert_eq!((explanation.core.is_empty(), least), (true, None));
    };
    let lift = Board::of_marks(whole.n, &repair.lift);
    assert_eq!(Some(lift.queens.len() + lift.blocked.len()), least, "the repair is smallest");
    let mut rest = whole.clone();
    rest.queens.retain(|queen| !lift.queens.contains(queen));
    rest.blocked.retain(|block| !lift.blocked.contains(block));
    assert_eq!(whole.queens.len() - rest.queens.len(), lift.queens.len());
    assert_eq!(whole.blocked.len() - rest.blocked.len(), lift.blocked.len());
    assert_eq!(repair.solutions, exact(rest.count(solutions, square, true)));
    assert_eq!(repair.without, exact(rest.count(solutions, square, false)));
    assert!(rest.count(solutions, square, wanted) > 0, "the repair repairs");
}

fn exact(count: usize) -> Count {
    Count::Exact(count.into())
}

/// Checks that the technique is the simplest one, where this is visible: the square is attacked, or a line is empty at
/// once.
fn check_kind(explanation: &Explanation, placement: &Placement) {
    let whole = Board::of(placement);
    let square = at(whole.n, explanation.variable);
    let supposed_queen = explanation.status != Status::Forced;
    if supposed_queen && whole.queens.iter().any(|&queen| attack(queen, square)) {
        return assert_eq!(explanation.technique(), Technique::Direct);
    }
    if !placement.is_consistent() {
        return assert_eq!(explanation.technique(), Technique::Direct);
    }
    let mut queens = whole.queens.clone();
    if supposed_queen {
        queens.push(square);
    }
    let empty_line = (0..2 * whole.n as u32).any(|line| {
        let squares = line_squares(whole.n, ConstraintId::new(line));
        !squares.iter().any(|square| queens.contains(square))
            && squares.iter().all(|&other| {
                whole.blocked.contains(&other)
                    || (!supposed_queen && other == square)
                    || queens.iter().any(|&queen| attack(queen, other))
            })
    });
    if explanation.status != Status::Blocked {
        assert_eq!(explanation.technique() == Technique::EmptyLine, empty_line, "{explanation:?}");
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
        *self.kinds.entry((explanation.status.name(), explanation.technique().name())).or_default() += 1;
        self.largest_core = self.largest_core.max(explanation.core.len());
        if placement.blocked().is_empty() {
            self.largest_queen_core = self.largest_queen_core.max(explanation.core.placed.len());
        }
        self.most_steps = self.most_steps.max(explanation.step_count());
        self.beyond_core += usize::from(explanation.technique() > Technique::Direct && !explanation.also.is_empty());
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

fn check_all(words: &Queens, explanation: &Explanation, placement: &Placement, known: &[Vec<i32>]) {
    check_steps(words, explanation, placement);
    check_facts(explanation, placement, known);
    check_kind(explanation, placement);
    check_length(explanation, placement);
    // Every explanation has frames and sentences.
    assert!(sentences::explanation(words, explanation).iter().all(|line| line.ends_with(['.', ':'])));
}

/// Visits every consistent placement of these queens from a rank on, by plain backtracking.
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

fn explained(solutions: &Solutions, guide: &Guide, variable: Variable) -> Option<Explanation> {
    explain(solutions, guide, variable, &mut Budget::unlimited()).unwrap()
}

fn square(at: At) -> Square {
    Square::new(at.0 as usize, at.1 as usize).unwrap()
}

#[test]
fn every_square_of_every_consistent_placement_up_to_6_is_explained() {
    for n in 1..=6 {
        let size = Size::new(n).unwrap();
        let solutions = Solutions::build(size);
        let words = Queens::new(size);
        let known = all_solutions(n);
        let mut figures = Figures::default();
        each_placement(n as i32, 0, &mut Vec::new(), &mut |queens| {
            let placement = Placement::new(size, queens.iter().map(|&queen| square(queen)), []).unwrap();
            let guide = solutions.guide(&placement);
            for (variable, status, _) in guide.variables() {
                let start = ThreadTime::now();
                let explanation = explained(&solutions, &guide, variable);
                let time = start.elapsed();
                assert_eq!(explanation.is_none(), matches!(status, Status::Placed | Status::Open));
                if let Some(explanation) = explanation {
                    assert_eq!((explanation.variable, explanation.status), (variable, status));
                    check_all(&words, &explanation, &placement, &known);
                    figures.add(&explanation, &placement, time);
                }
            }
        });
        figures.print(&format!("n={n}, all"));
        assert!(figures.largest_core <= 3);
    }
}

/// A SplitMix64 generator, good enough for choosing boards.
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

/// Returns a random placement: queens of a random solution, queens on free squares, or occasionally anywhere; mostly
/// without blocked squares.
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
            // Queens on blocked squares are rare.
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
        let words = Queens::new(size);
        let solutions = Library::embedded().load(size).unwrap();
        let known = all_solutions(n);
        let mut completable = Figures::default();
        let mut astray = Figures::default();
        while completable.cases + astray.cases < cases / 5 {
            let placement = random_placement(size, &known, &mut random);
            let guide = solutions.guide(&placement);
            // All dead and forced squares of each board are explained, and one of its other squares.
            let (mut interesting, other): (Vec<Variable>, Vec<Variable>) = Variable::all(size.square_count())
                .partition(|&variable| matches!(guide.status(variable), Status::Dead | Status::Forced));
            interesting.push(other[random.below(other.len())]);
            for _ in 0..4 {
                let variable = interesting[random.below(interesting.len())];
                let start = ThreadTime::now();
                let explanation = explained(&solutions, &guide, variable);
                let time = start.elapsed();
                let Some(explanation) = explanation else { continue };
                check_all(&words, &explanation, &placement, &known);
                // The time is the shorter of two runs, which depends less on other programs.
                let start = ThreadTime::now();
                let again = explained(&solutions, &guide, variable);
                let time = time.min(start.elapsed());
                assert_eq!(again.as_ref(), Some(&explanation), "the same question has the same answer");
                let figures = if guide.is_completable() { &mut completable } else { &mut astray };
                figures.add(&explanation, &placement, time);
                // The number was determined by listing all cores; for `n` = 9 and 10 only a few squares need 4 marks.
                let most = if n <= 8 { 3 } else { 4 };
                let is_plain = guide.is_completable() && placement.blocked().is_empty();
                if n <= 10 && explanation.status == Status::Dead && is_plain {
                    assert!(explanation.core.placed.len() <= most, "{explanation:?}");
                }
            }
            let hint = hint(&solutions, &guide, &mut Budget::unlimited()).unwrap();
            assert_eq!(hint.is_none(), placement.is_consistent() && placement.queens().len() == n);
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
    assert_eq!(guide.total(), &exact(1));
    let b5 = explained(&solutions, &guide, size.variable("b5".parse().unwrap())).unwrap();
    assert_eq!(b5.status, Status::Dead);
    assert_eq!(b5.core, placement.marks());
    check_all(&Queens::new(size), &b5, &placement, &all_solutions(10));
}
