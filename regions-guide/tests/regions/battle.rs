//! Tests of boards with several stars on every line, compared with a search from rank to rank on the text of the board.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use bdd_core::Sampler;
use puzzle_core::check;
use puzzle_core::deduce::easiest;
use puzzle_core::explain::Step;
use puzzle_core::{Budget, Guide, Literal, Marks, Puzzle, Source, Status, Variable, explain, sentences};
use puzzle_kind::Playable;
use regions_guide::{Attack, BoardGenerator, RegionsPuzzle, Size, all_solutions, first_solutions};

/// Returns all ways to put `stars` stars on each rank and file of an n x n board so that no two stars touch. Each way
/// has the files of each rank as bits, the highest rank first.
pub(crate) fn placements(n: usize, stars: u32) -> Vec<Vec<u32>> {
    let ranks: Vec<u32> = (0..1u32 << n).filter(|rank| rank.count_ones() == stars && rank & (rank << 1) == 0).collect();
    let mut found = Vec::new();
    extend(n, stars, &ranks, &mut Vec::new(), &mut vec![0; n], &mut found);
    found
}

fn extend(n: usize, stars: u32, ranks: &[u32], above: &mut Vec<u32>, files: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if above.len() == n {
        found.push(above.clone());
        return;
    }
    for &rank in ranks {
        let last = above.last().copied().unwrap_or(0);
        let touches = rank & (last | last << 1 | last >> 1) != 0;
        if touches || (0..n).any(|file| rank >> file & 1 == 1 && files[file] == stars) {
            continue;
        }
        let add = |files: &mut Vec<u32>, more: bool| {
            for file in (0..n).filter(|file| rank >> file & 1 == 1) {
                files[file] = if more { files[file] + 1 } else { files[file] - 1 };
            }
        };
        add(files, true);
        above.push(rank);
        extend(n, stars, ranks, above, files, found);
        above.pop();
        add(files, false);
    }
}

/// Returns `true` if every region of a board has `stars` stars.
fn fits(board: &str, placement: &[u32], stars: usize) -> bool {
    let letters: BTreeSet<char> = board.chars().filter(|letter| letter.is_alphabetic()).collect();
    letters.iter().all(|&region| {
        let in_region = |(row, line): (usize, &str)| {
            line.chars()
                .enumerate()
                .filter(|&(file, letter)| letter == region && placement[row] >> file & 1 == 1)
                .count()
        };
        board.lines().enumerate().map(in_region).sum::<usize>() == stars
    })
}

/// Returns the names of the squares of a placement, sorted.
fn names(placement: &[u32]) -> BTreeSet<String> {
    let n = placement.len();
    let squares = (0..n).flat_map(|row| (0..n).map(move |file| (row, file)));
    let stars = squares.filter(|&(row, file)| placement[row] >> file & 1 == 1);
    stars.map(|(row, file)| format!("{}{}", char::from(b'a' + file as u8), n - row)).collect()
}

/// Returns a board around a placement: regions that grow from groups of its stars, square by square.
pub(crate) fn board_around(placement: &[u32], stars: usize, sampler: &mut Sampler) -> String {
    let n = placement.len();
    let mut below = |limit: usize| usize::try_from(sampler.below(&limit.into()).expect("not zero")).expect("small");
    let mut regions: Vec<Option<usize>> = vec![None; n * n];
    let mut left: Vec<usize> = (0..n * n).filter(|square| placement[square / n] >> (square % n) & 1 == 1).collect();
    for region in 0..n {
        // A star and the nearest star left make a region, which need not be connected.
        let first = left.remove(below(left.len()));
        regions[first] = Some(region);
        for _ in 1..stars {
            let distance = |square: &usize| (square / n).abs_diff(first / n) + (square % n).abs_diff(first % n);
            let near = (0..left.len()).min_by_key(|&place| distance(&left[place])).expect("stars for every region");
            regions[left.remove(near)] = Some(region);
        }
    }
    while regions.contains(&None) {
        let square = below(n * n);
        let (row, file) = (square / n, square % n);
        let neighbours = [
            (file > 0).then(|| square - 1),
            (file + 1 < n).then(|| square + 1),
            (row > 0).then(|| square - n),
            (row + 1 < n).then(|| square + n),
        ];
        let near: Vec<usize> = neighbours.into_iter().flatten().filter_map(|other| regions[other]).collect();
        if regions[square].is_none() && !near.is_empty() {
            regions[square] = Some(near[below(near.len())]);
        }
    }
    let letter = |square: usize| char::from(b'A' + regions[square].expect("all have grown") as u8);
    (0..n).map(|row| (0..n).map(|file| letter(row * n + file)).chain(['\n']).collect::<String>()).collect()
}

pub(crate) fn puzzle(board: &str, stars: usize) -> RegionsPuzzle {
    RegionsPuzzle::with_stars(board.parse().unwrap(), Attack::King, stars)
}

fn guide_to(source: &dyn Source, marks: &Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let tally = source.completions(marks, budget).unwrap().tally(budget).unwrap();
    Guide::new(source.puzzle(), marks.clone(), tally)
}

#[test]
fn solutions_guides_and_explanations_are_those_of_the_search() {
    let all = placements(9, 2);
    let mut sampler = Sampler::new(3);
    let mut totals = BTreeSet::new();
    for round in 0..8 {
        let hidden = &all[round * 977 % all.len()];
        let board = board_around(hidden, 2, &mut sampler);
        let expected: BTreeSet<BTreeSet<String>> =
            all.iter().filter(|placement| fits(&board, placement, 2)).map(|placement| names(placement)).collect();
        assert!(expected.contains(&names(hidden)));
        totals.insert(expected.len());
        let puzzle = puzzle(&board, 2);
        let found = first_solutions(&puzzle, &Marks::default(), usize::MAX);
        let found: BTreeSet<BTreeSet<String>> =
            found.iter().map(|stars| stars.iter().map(ToString::to_string).collect()).collect();
        assert_eq!(found, expected, "{board}");
        let source = all_solutions(puzzle, &mut Budget::unlimited()).unwrap();
        // No star, and then the stars of the solution one by one.
        for few in 0..3 {
            let stars: Vec<String> = names(hidden).into_iter().take(few).collect();
            let placed = stars.iter().map(|name| Literal::positive(source.puzzle().named(name).unwrap()));
            let guide = guide_to(&source, &placed.collect());
            let left: Vec<_> =
                expected.iter().filter(|solution| stars.iter().all(|star| solution.contains(star))).collect();
            assert_eq!(*guide.total().value(), left.len().into());
            for (variable, status, count) in guide.variables() {
                let name = puzzle_core::Words::name(source.puzzle(), variable);
                let with = left.iter().filter(|solution| solution.contains(&name)).count();
                assert_eq!(*count.value(), with.into(), "{board}{name}");
                let is_near = |star: &String| {
                    let at = |name: &str| (name.as_bytes()[0], name.as_bytes()[1]);
                    at(star).0.abs_diff(at(&name).0).max(at(star).1.abs_diff(at(&name).1)) <= 1
                };
                if stars.iter().any(is_near) && !stars.contains(&name) {
                    assert_eq!(status, Status::Excluded);
                }
                // Some of the hundreds of explanations take many cases, so that only a sample is checked.
                if few < 2 || variable.index() % 9 != round % 9 {
                    continue;
                }
                let why = explain(&source, &guide, variable, &mut Budget::unlimited()).unwrap();
                assert_eq!(why.is_some(), !matches!(status, Status::Placed | Status::Open), "{board}{name}");
            }
        }
    }
    assert!(totals.len() > 4, "boards of different kinds: {totals:?}");
}

#[test]
fn two_stars_fill_a_line() {
    let all = placements(8, 2);
    let board = board_around(&all[0], 2, &mut Sampler::new(1));
    let source = all_solutions(puzzle(&board, 2), &mut Budget::unlimited()).unwrap();
    let stars: Vec<String> = names(&all[0]).into_iter().filter(|name| name.ends_with('8')).collect();
    let marks: Marks = stars.iter().map(|name| Literal::positive(source.puzzle().named(name).unwrap())).collect();
    let guide = guide_to(&source, &marks);
    // A square of rank 8 that neither star touches.
    let file = |name: &str| name.as_bytes()[0];
    let far = (b'a'..=b'h').find(|at| stars.iter().all(|star| file(star).abs_diff(*at) > 1)).unwrap();
    let square = source.puzzle().named(&format!("{}8", char::from(far))).unwrap();
    assert_eq!(guide.status(square), Status::Excluded);
    let why = explain(&source, &guide, square, &mut Budget::unlimited()).unwrap().unwrap();
    let said = sentences::explanation(source.puzzle(), &why);
    let expected = format!(
        "  {}8 is ruled out: rank 8 has its two stars already, on {} and {}.",
        char::from(far),
        stars[0],
        stars[1]
    );
    assert!(said.contains(&expected), "{said:?}");
}

/// Checks that the boards of the file `NQUEENS_STAR_BOARDS`, in Star Battle Notation or with `NQUEENS_STARS` stars,
/// have one solution each. Prints the times of opening, of guides on the way to the solution, and of explanations.
#[test]
#[ignore = "measures boards of a file"]
fn boards_of_a_file_are_measured() {
    let file = std::env::var("NQUEENS_STAR_BOARDS").expect("a file with boards");
    let stars: Option<usize> = std::env::var("NQUEENS_STARS").ok().map(|stars| stars.parse().expect("a number"));
    let explained: usize = std::env::var("NQUEENS_EXPLAINED").map_or(0, |many| many.parse().expect("a number"));
    let boards = regions_guide::read(std::io::BufReader::new(std::fs::File::open(file).unwrap()));
    let (mut opened, mut guides, mut explanations, mut paths) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut lengths, mut counting) = (Vec::new(), 0);
    let mut number = 0;
    for read in boards {
        let (_, board, own) = read.unwrap();
        let puzzle = RegionsPuzzle::with_stars(board, Attack::King, stars.or(own).unwrap_or(1));
        let time = Instant::now();
        let source = all_solutions(puzzle, &mut Budget::unlimited()).unwrap();
        opened.push(time.elapsed());
        assert_eq!(source.solutions().model_count(), 1u32.into(), "board {number}");
        let solution: Vec<Variable> = source.solutions().models().next().unwrap();
        assert!(
            source.puzzle().rules().are_satisfied_by(
                &Variable::all(source.puzzle().variables())
                    .map(|variable| solution.contains(&variable))
                    .collect::<Vec<_>>()
            )
        );
        let mut marks = Marks::default();
        for &star in &solution {
            let time = Instant::now();
            let guide = guide_to(&source, &marks);
            guides.push(time.elapsed());
            assert_eq!(guide.status(star), Status::Forced);
            marks.placed.insert(star);
        }
        if number < explained {
            let guide = guide_to(&source, &Marks::default());
            for variable in Variable::all(source.puzzle().variables()) {
                let time = Instant::now();
                let why = explain(&source, &guide, variable, &mut Budget::unlimited()).unwrap().unwrap();
                explanations.push(time.elapsed());
                assert_eq!(check::explanation(source.puzzle(), &why), Ok(()), "{why:?}");
                lengths.push(why.step_count());
                let steps = why.lemmas.iter().flat_map(|lemma| &lemma.steps).chain(&why.steps);
                counting += usize::from(steps.into_iter().any(|step| matches!(step, Step::Locked { .. })));
            }
            let time = Instant::now();
            let mut seen = puzzle_core::Seen::default();
            while let Some(deduction) = easiest(source.puzzle(), &seen, &mut Budget::unlimited()).unwrap() {
                check::deduction(source.puzzle(), &seen, &deduction).unwrap();
                for literal in &deduction.conclusions {
                    assert_eq!(literal.value, solution.contains(&literal.variable));
                    match literal.value {
                        true => seen.marks.placed.insert(literal.variable),
                        false => seen.out.insert(literal.variable),
                    };
                }
            }
            assert_eq!(seen.marks.placed.len(), solution.len(), "the way leads to the solution");
            paths.push(time.elapsed());
        }
        number += 1;
    }
    println!("{number} boards, one solution each");
    lengths.sort_unstable();
    if let (Some(most), count) = (lengths.last(), lengths.len()) {
        let (half, p99) = (lengths[count / 2], lengths[(count - 1) * 99 / 100]);
        println!(
            "steps of {count} explanations, all replayed: median {half}, p99 {p99}, most {most}; {counting} count lines"
        );
    }
    for (name, times) in
        [("open", &mut opened), ("guide", &mut guides), ("explanation", &mut explanations), ("whole way", &mut paths)]
    {
        times.sort_unstable();
        let at =
            |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(Duration::ZERO);
        println!("{name}: {} times, median {:?}, p99 {:?}, worst {:?}", times.len(), at(0.5), at(0.99), at(1.0));
    }
}

/// Checks that new boards have connected regions and exactly the solution of the generator.
#[test]
fn new_boards_have_the_one_solution_that_is_told() {
    for (n, stars, boards) in [(4, 1, 3), (8, 2, 4), (9, 2, 3)] {
        let all = placements(n, stars as u32);
        let mut battles = BoardGenerator::with_stars(Size::new(n).unwrap(), Attack::King, stars, 5).unwrap();
        let mut again = BoardGenerator::with_stars(Size::new(n).unwrap(), Attack::King, stars, 5).unwrap();
        for _ in 0..boards {
            let made = battles.next_board(&mut Budget::unlimited()).unwrap();
            assert_eq!(again.next_board(&mut Budget::unlimited()).unwrap(), made);
            assert!((0..n).all(|region| made.board.part_count(region) == 1), "{}", made.board);
            let text = made.board.to_string();
            let found: Vec<_> = all
                .iter()
                .filter(|placement| fits(&text, placement, stars))
                .map(|placement| names(placement))
                .collect();
            assert_eq!(found, [made.solution.iter().map(ToString::to_string).collect()], "{text}");
        }
    }
}

#[test]
fn where_stars_have_no_room_there_are_no_boards() {
    for (n, stars) in [(2, 1), (3, 1), (6, 2), (7, 2), (5, 6)] {
        let error = BoardGenerator::with_stars(Size::new(n).unwrap(), Attack::King, stars, 1).unwrap_err();
        let end = format!("don't fit on a board of size {n}");
        assert!(error.to_string().ends_with(&end), "{n} {stars}: {error}");
    }
}
