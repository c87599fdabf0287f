//! Links of f-puzzles with regions of any form, compared with a search over regions and givens that knows no links,
//! files or rules.

use puzzle_core::{Adaptive, Budget, Marks, Words};
use puzzle_files::FilePuzzle;
use puzzle_kind::Playable;

/// A Sudoku of `n` rows: the value given in each cell or 0, and the region of each cell, row by row.
struct Jigsaw {
    n: usize,
    givens: Vec<usize>,
    regions: Vec<usize>,
}

impl Jigsaw {
    /// Returns the link, with the regions of all cells, or only of the cells whose region differs from the default of
    /// f-puzzles.
    fn link(&self, is_everywhere: bool, more: &str) -> String {
        let n = self.n;
        // The rows of the default block of f-puzzles.
        let rows = [0, 1, 1, 1, 2, 1, 2, 1, 2, 3][n];
        let cell = |place: usize| {
            let (row, column) = (place / n, place % n);
            let mut keys = Vec::new();
            if is_everywhere || self.regions[place] != row / rows * rows + column / (n / rows) {
                keys.push(format!("\"region\":{}", self.regions[place]));
            }
            if self.givens[place] > 0 {
                keys.push(format!("\"value\":{},\"given\":true", self.givens[place]));
            }
            format!("{{{}}}", keys.join(","))
        };
        let rows: Vec<String> =
            (0..n).map(|row| (row * n..row * n + n).map(cell).collect::<Vec<_>>().join(",")).collect();
        let text = format!("{{\"size\":{n},\"grid\":[[{}]]{more}}}", rows.join("],["));
        format!("https://f-puzzles.com/?load={}", lz_str::compress_to_base64(&text).replace('+', "%2B"))
    }

    /// Returns the first two solutions in lexicographic order, found cell by cell.
    fn solutions(&self) -> Vec<Vec<usize>> {
        let mut found = Vec::new();
        self.extend(&mut Vec::new(), &mut found);
        found
    }

    fn extend(&self, values: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let (n, place) = (self.n, values.len());
        if place == n * n {
            found.push(values.clone());
            return;
        }
        for value in 1..=n {
            let is_free = |(other, &known): (usize, &usize)| {
                known != value
                    || (other / n != place / n && other % n != place % n && self.regions[other] != self.regions[place])
            };
            // The search must compare with later givens as well, or it would take too long.
            let later = self.givens.iter().enumerate().skip(place + 1);
            if (self.givens[place] == 0 || self.givens[place] == value)
                && found.len() < 2
                && values.iter().enumerate().chain(later).all(is_free)
            {
                values.push(value);
                self.extend(values, found);
                values.pop();
            }
        }
    }
}

/// A generator of random numbers below a limit.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        (1..n).rev().for_each(|place| order.swap(place, self.below(place + 1)));
        order
    }
}

/// Returns a puzzle with a cyclic solution, whose cells are dealt to regions so that each region has every value. Most
/// values are given, and some puzzles have a wrong given.
fn jigsaw(n: usize, random: &mut Random) -> Jigsaw {
    let (rows, columns) = (random.order(n), random.order(n));
    let solution: Vec<usize> = (0..n * n).map(|cell| (rows[cell / n] + columns[cell % n]) % n + 1).collect();
    let mut regions = vec![0; n * n];
    for value in 1..=n {
        let places: Vec<usize> = (0..n * n).filter(|&place| solution[place] == value).collect();
        places.into_iter().zip(random.order(n)).for_each(|(place, region)| regions[place] = region);
    }
    let mut givens = solution;
    // Small puzzles may lose all values, so that some have several solutions.
    let opened = n * n / 3 + random.below(if n <= 6 { n * n * 2 / 3 } else { n * n / 4 });
    random.order(n * n).into_iter().take(opened).for_each(|place| givens[place] = 0);
    if random.below(4) == 0 {
        givens[random.below(n * n)] = random.below(n) + 1;
    }
    Jigsaw { n, givens, regions }
}

#[test]
fn jigsaws_have_the_solutions_of_their_regions() {
    let mut random = Random(11);
    let mut verdicts = [0; 3];
    for number in 0..200 {
        let n = 4 + number % 6;
        let jigsaw = jigsaw(n, &mut random);
        let link = jigsaw.link(random.below(2) == 0, ",\"title\":\"a\",\"antiknight\":false");
        let puzzle = FilePuzzle::read(&link).unwrap_or_else(|fault| panic!("{fault}\n{link}"));
        let mut found: Vec<Vec<usize>> = puzzle
            .first_completions(&Marks::default(), 2, &mut Budget::unlimited())
            .unwrap()
            .iter()
            .map(|solution| {
                let value = |&variable| puzzle.name(variable).split_once('=').unwrap().1.parse().unwrap();
                solution.iter().map(value).collect()
            })
            .collect();
        let expected = jigsaw.solutions();
        assert_eq!(found.len(), expected.len(), "{link}");
        // The puzzle may find any two of several solutions.
        if expected.len() == 1 {
            assert_eq!(found, expected, "{link}");
        }
        for solution in found.drain(..) {
            let solved = Jigsaw { givens: solution, n, regions: jigsaw.regions.clone() };
            assert_eq!(solved.solutions().len(), 1, "{link}");
            assert!((0..n * n).all(|place| [0, solved.givens[place]].contains(&jigsaw.givens[place])), "{link}");
        }
        verdicts[expected.len()] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 5), "{verdicts:?}");
}

#[test]
fn a_jigsaw_is_played_with_a_diagram_or_a_solver() {
    let jigsaw = jigsaw(6, &mut Random(5));
    let puzzle = FilePuzzle::read(&jigsaw.link(true, "")).unwrap();
    assert_eq!(puzzle.task(), "Every value once in every row, column and region.");
    assert!(Adaptive::open(puzzle, &mut Budget::unlimited()).is_ok());
}

#[test]
fn other_rules_and_regions_are_refused_by_name() {
    let open = |regions: Vec<usize>| Jigsaw { n: 4, givens: vec![0; 16], regions };
    let blocks: Vec<usize> = (0..16).map(|place| place / 8 * 2 + place % 4 / 2).collect();
    let fault = |link: &str| FilePuzzle::read(link).unwrap_err().to_string();
    for (key, value) in [("antiknight", "true"), ("thermometer", "[{}]"), ("diagonal+", "true"), ("unheard-of", "1")] {
        let link = open(blocks.clone()).link(false, &format!(",\"{key}\":{value}"));
        let expected = format!("line 1, column 1: expected a usual Sudoku, without rules of a variant, found {key:?}");
        assert_eq!(fault(&link), expected);
    }
    let mut uneven = blocks;
    uneven[0] = 1;
    let expected = "line 1, column 1: expected regions of 4 cells each, found a region of 3";
    assert_eq!(fault(&open(uneven).link(true, "")), expected);
    let expected = "expected a puzzle of f-puzzles after load=, found other data";
    assert!(fault("https://f-puzzles.com/?load=!!").ends_with(expected));
}
