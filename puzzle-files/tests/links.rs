//! Links of puzz.link, compared with boards that the test encodes as links and with searches that share no code.

use std::collections::BTreeSet;

use puzzle_core::{Adaptive, Budget, Marks, Source, Words};
use puzzle_files::FilePuzzle;
use puzzle_kind::{Layout, Playable};

fn read(link: &str) -> FilePuzzle {
    FilePuzzle::read(link).unwrap_or_else(|fault| panic!("{fault}\n{link}"))
}

fn count(puzzle: FilePuzzle) -> String {
    let budget = &mut Budget::unlimited();
    Adaptive::open(puzzle, budget).unwrap().count(&Marks::default(), budget).unwrap().to_string()
}

/// Encodes bits, five in each digit of base 32.
fn base_32(bits: &[bool]) -> String {
    let digit = |five: &[bool]| {
        let value = (0..5).fold(0, |value, place| 2 * value + u32::from(five.get(place).copied().unwrap_or(false)));
        char::from_digit(value, 32).unwrap()
    };
    bits.chunks(5).map(digit).collect()
}

/// Returns the link of a Star Battle with these regions.
fn star_battle(stars: usize, regions: &[&str]) -> String {
    let rows: Vec<Vec<char>> = regions.iter().map(|row| row.chars().collect()).collect();
    let across: Vec<bool> = rows.iter().flat_map(|row| row.windows(2).map(|pair| pair[0] != pair[1])).collect();
    let down: Vec<bool> = rows.windows(2).flat_map(|two| two[0].iter().zip(&two[1]).map(|(a, b)| a != b)).collect();
    let (columns, rows) = (rows[0].len(), rows.len());
    format!("https://puzz.link/p?starbattle/{columns}/{rows}/{stars}/{}{}", base_32(&across), base_32(&down))
}

#[test]
fn the_regions_of_a_star_battle_are_those_of_its_borders() {
    let regions = ["AABBB", "AACBD", "ACCCD", "EECDD", "EEEED"];
    let puzzle = read(&star_battle(1, &regions));
    let region = |row: usize, column: usize| puzzle.region(puzzle_kind::Cell { row, column });
    for (row, letters) in regions.iter().enumerate() {
        for (column, letter) in letters.char_indices() {
            let other =
                |(r, line): (usize, &&str)| line.char_indices().map(move |(c, l)| (r, c, l)).collect::<Vec<_>>();
            for (r, c, l) in regions.iter().enumerate().flat_map(other) {
                assert_eq!(region(row, column) == region(r, c), letter == l, "{row} {column} {r} {c}");
            }
        }
    }
    // By hand: one star in every row and column, as permutations, with no two touching and one in every region.
    let mut expected = BTreeSet::new();
    for code in 0..5usize.pow(5) {
        let at: Vec<usize> = (0..5).map(|row| code / 5usize.pow(row) % 5).collect();
        let is_permutation = at.iter().collect::<BTreeSet<_>>().len() == 5;
        let is_apart = at.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1);
        let letters: BTreeSet<char> =
            at.iter().enumerate().map(|(row, &column)| regions[row].chars().nth(column).unwrap()).collect();
        if is_permutation && is_apart && letters.len() == 5 {
            expected.insert(at);
        }
    }
    assert_eq!(count(puzzle), expected.len().to_string());
    assert_eq!(read(&star_battle(2, &regions)).kind(), "Star Battle");
}

/// Counts the solutions of a board of lamps, square by square.
fn lit(rows: &[&str]) -> usize {
    let at = |row: i32, column: i32| -> Option<char> {
        rows.get(usize::try_from(row).ok()?)?.chars().nth(usize::try_from(column).ok()?)
    };
    let (height, width) = (rows.len() as i32, rows[0].chars().count() as i32);
    let open: Vec<(i32, i32)> =
        (0..height).flat_map(|r| (0..width).map(move |c| (r, c))).filter(|&(r, c)| at(r, c) == Some('.')).collect();
    let directions = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    (0..1u32 << open.len())
        .filter(|code| {
            let lamps: BTreeSet<(i32, i32)> =
                open.iter().enumerate().filter(|(place, _)| code >> place & 1 == 1).map(|(_, &cell)| cell).collect();
            let seen = |&(r, c): &(i32, i32)| {
                directions.iter().any(|&(dr, dc)| {
                    (1..)
                        .map(|k| (r + k * dr, c + k * dc))
                        .take_while(|&(r, c)| at(r, c) == Some('.'))
                        .any(|cell| lamps.contains(&cell))
                })
            };
            let number_holds = |r: i32, c: i32| match at(r, c).and_then(|sign| sign.to_digit(10)) {
                Some(number) => {
                    directions.iter().filter(|(dr, dc)| lamps.contains(&(r + dr, c + dc))).count() == number as usize
                }
                None => true,
            };
            open.iter().all(|cell| lamps.contains(cell) != seen(cell))
                && (0..height).all(|r| (0..width).all(|c| number_holds(r, c)))
        })
        .count()
}

#[test]
fn lamps_light_every_cell_and_no_other_lamp() {
    // Clues of 0 to 4 with none, one or two open cells after each, and open cells alone.
    for (link, rows) in [
        ("lightup/4/4/h1h.k2g", ["..1.", ".#..", "...2", "...."]),
        ("lightup/4/4/gbicg1i0", [".1..", "...2", "...1", "...0"]),
        ("lightup/3/4/.6.n", ["#1.", "#..", "...", "..."].map(|row| row)),
    ] {
        let puzzle = read(&format!("https://puzz.link/p?{link}"));
        let drawn: Vec<String> = (0..puzzle.grid().1)
            .map(|row| {
                let cell = |column| puzzle.clue(puzzle_kind::Cell { row, column }).unwrap_or('.');
                (0..puzzle.grid().0).map(cell).collect()
            })
            .collect();
        assert_eq!(drawn, rows, "{link}");
        assert_eq!(count(puzzle), lit(&rows).to_string(), "{link}");
    }
}

#[test]
fn mines_and_sudokus_have_their_numbers() {
    // A single mine lies on one of the two sides, so there are two solutions.
    let puzzle = read("https://puzz.link/p?mines/3/1/g1g");
    assert_eq!((puzzle.clue(puzzle_kind::Cell { row: 0, column: 1 }), count(puzzle)), (Some('1'), "2".to_owned()));
    // There are 288 Sudokus of 4 x 4, of which 12 have the given first row.
    assert_eq!(count(read("https://puzz.link/p?sudoku/4/4/v")), "288");
    let puzzle = read("https://puzz.link/p?sudoku/4/4/1234r");
    assert_eq!(count(puzzle.clone()), "12");
    // The puzzle's text is the file for the link.
    assert_eq!(count(read(&puzzle.text())), "12");
}

/// Sudokus with blocks cut off at the edges have one solution each, as a plain search finds.
#[test]
fn sudokus_of_all_sizes_have_the_blocks_that_pzprjs_draws() {
    for link in [
        "sudoku/5/5/g5g3h1g43g312h4i324h",
        "sudoku/7/7/47g2531h74i5g3714h4g1623i67g425g346g1g45g76",
        "sudoku/8/8/4g5g81g28g42735g15g84623g8345h652g134673167g548642g18752315678g",
    ] {
        assert_eq!(count(read(&format!("https://puzz.link/p?{link}"))), "1", "{link}");
    }
    for n in 2..=16usize {
        let puzzle = read(&format!("https://puzz.link/p?sudoku/{n}/{n}/g"));
        let (rows, columns) = if n == 6 { (2, 3) } else { (n.isqrt(), n.isqrt()) };
        let region = |place: usize| puzzle.region(puzzle_kind::Cell { row: place / n, column: place % n });
        let block = |place: usize| (place / n / rows, place % n / columns);
        for (a, b) in (0..n * n).flat_map(|a| (0..n * n).map(move |b| (a, b))) {
            assert_eq!(region(a) == region(b), block(a) == block(b), "{n}: {a} {b}");
        }
    }
}

#[test]
fn what_is_no_link_of_these_is_refused_with_its_place() {
    for (link, expected) in [
        ("https://puzz.link/p", "column 1: expected a link such as https://puzz.link/p?starbattle/5/5/1/..."),
        (
            "https://puzz.link/p?heyawake/5/5/00",
            "column 21: expected one of starbattle, lightup, mines, sudoku, found \"heyawake\"",
        ),
        ("https://puzz.link/p?mines/5/99/00", "column 29: expected a number from 1 to 50, found \"99\""),
        ("https://puzz.link/p?mines/5/5", "column 30: expected the clues, found the end of the link"),
        ("https://puzz.link/p?mines/2/2/zz9", "column 31: expected clues for 4 cells at most, found 41"),
        ("https://puzz.link/p?mines/2/2/!", "column 31: expected a clue, found '!'"),
        ("https://puzz.link/p?mines/2/2/9", "column 31: expected numbers of mines from 0 to 8"),
        ("https://puzz.link/p?starbattle/5/5/9/0", "column 36: expected a number of stars from 1 to 5, found \"9\""),
        (
            "https://puzz.link/p?starbattle/5/5/1/0",
            "column 38: expected 8 digits of base 32 for the borders, found \"0\"",
        ),
        ("https://puzz.link/p?sudoku/4/4/9", "column 32: expected values from 1 to 4, found 9 in a1"),
        ("https://puzz.link/p?sudoku/4/4/.", "column 32: expected a value or none in a1, found the clue \"?\""),
        (
            "https://puzz.link/p?sudoku/d/4/4/1",
            "column 28: expected the number of columns, found the unknown option \"d\"",
        ),
        ("https://puzz.link/p?mines/2/2/1/x", "column 33: expected the end of the link after the clues, found \"x\""),
        ("https://puzz.link/p?mines/2/2/-1", "column 31: expected a clue, found '-'"),
        (
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p=abc",
            "column 1: can't unpack the drawing; the link may be incomplete: Truncated input stream",
        ),
    ] {
        assert_eq!(FilePuzzle::read(link).expect_err(link).to_string(), format!("line 1, {expected}"));
    }
}
