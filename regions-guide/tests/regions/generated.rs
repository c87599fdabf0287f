//! Tests of generated boards, by a search and by snapshots.

use puzzle_kind::{Difficulty, OpenError};

use bdd_core::{Budget, Cancel};
use regions_guide::{Attack, Board, BoardGenerator, RegionsPuzzle, Size, rate};

use super::backtracking::{all_solutions, names};
use super::stopping::stops;

fn generator(n: usize, attack: Attack, rating: Option<Difficulty>, seed: u64) -> BoardGenerator {
    BoardGenerator::new(Size::new(n).unwrap(), attack, rating, seed).unwrap()
}

/// Returns `true` if the letters of a text form connected regions, by flood fill.
fn is_connected(board: &str) -> bool {
    fn paint(grid: &mut [Vec<char>], row: usize, column: usize, letter: char) {
        if grid.get(row).and_then(|line| line.get(column)) == Some(&letter) {
            grid[row][column] = ' ';
            for (r, c) in
                [(row + 1, column), (row.wrapping_sub(1), column), (row, column + 1), (row, column.wrapping_sub(1))]
            {
                paint(grid, r, c, letter);
            }
        }
    }
    let mut grid: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
    let mut parts = 0;
    for row in 0..grid.len() {
        for column in 0..grid.len() {
            if grid[row][column] != ' ' {
                let letter = grid[row][column];
                paint(&mut grid, row, column, letter);
                parts += 1;
            }
        }
    }
    parts == grid.len()
}

/// Checks a thousand boards of all sizes from 5 to 11 and both attacks: each has exactly the solution of the
/// generator.
#[test]
fn a_thousand_boards_have_exactly_one_solution() {
    let mut boards = 0;
    for attack in Attack::ALL {
        for n in 5..=11 {
            let mut generator = generator(n, attack, None, 2026);
            for _ in 0..72 {
                let made = generator.next_board(&mut Budget::unlimited()).unwrap();
                let text = made.board.to_string();
                let found: Vec<_> = all_solutions(&text, attack).iter().map(|solution| names(solution)).collect();
                let said: Vec<_> = made.solution.iter().map(|square| square.to_string()).collect();
                assert_eq!(found, [said], "{attack}\n{text}");
                assert!(is_connected(&text), "{text}");
                assert_eq!(text.lines().count(), n);
                boards += 1;
            }
        }
    }
    assert!(boards >= 1000, "{boards}");
}

#[test]
fn a_seed_has_its_boards() {
    let boards = |seed| {
        let mut generator = generator(7, Attack::King, None, seed);
        (0..3).map(|_| generator.next_board(&mut Budget::unlimited()).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(boards(1), boards(1));
    assert_ne!(boards(1), boards(2));
    assert_ne!(boards(1)[0], boards(1)[1]);
}

/// Compares the boards of a seed with recorded boards. If this test fails, the seeds that people keep make other
/// boards.
#[test]
fn the_boards_of_a_seed_are_fixed() {
    let made = generator(6, Attack::King, None, 1).next_board(&mut Budget::unlimited()).unwrap();
    assert_eq!(made.board.to_string(), "AAABBC\nABBBCC\nBBBBDC\nEBBBDD\nBBBFDD\nBBBDDD\n");
}

#[test]
fn ratings_are_kept() {
    for attack in Attack::ALL {
        for rating in Difficulty::ALL {
            let made = generator(9, attack, Some(rating), 5).next_board(&mut Budget::unlimited()).unwrap();
            assert_eq!(made.rating, Some(rating));
            assert_eq!(rate(&RegionsPuzzle::new(made.board, attack)), Some(rating));
        }
    }
}

#[test]
fn smallest_sizes_and_sizes_without_boards() {
    for attack in Attack::ALL {
        let refusal = |n| BoardGenerator::new(Size::new(n).unwrap(), attack, None, 1).unwrap_err().to_string();
        assert_eq!(
            generator(1, attack, None, 1).next_board(&mut Budget::unlimited()).unwrap().board.to_string(),
            "A\n"
        );
        assert!(generator(4, attack, None, 1).next_board(&mut Budget::unlimited()).is_ok());
        for n in [2, 3] {
            let expected = format!("boards of size {n} have no solution: expected 1, or a size from 4 to 12");
            assert_eq!(refusal(n), expected);
        }
        assert_eq!(
            refusal(Board::MAX),
            "boards of size 26 take too long to generate: expected 1, or a size from 4 to 12"
        );
        let never = generator(1, attack, Some(Difficulty::Hard), 1).next_board(&mut Budget::unlimited()).unwrap_err();
        assert!(never.to_string().starts_with("none of 20000 boards of size 1 was hard"), "{never}");
    }
}

#[test]
fn what_is_broken_off_ends_soon_and_is_made_afterwards() {
    let size = Size::new(12).unwrap();
    let make = || BoardGenerator::new(size, Attack::King, Some(Difficulty::Hard), 5).unwrap();
    // A board of this size takes seconds.
    stops("a new board", |budget| match make().next_board(budget) {
        Err(OpenError::Interrupted(stopped)) => Err(stopped),
        made => Ok(made),
    });

    // A generator whose sampler had moved on before the interruption would make another board.
    let small = || generator(6, Attack::King, Some(Difficulty::Medium), 5);
    let mut interrupted = small();
    let cancelled = Cancel::new();
    cancelled.cancel();
    assert!(interrupted.next_board(&mut Budget::unlimited().with_cancel(cancelled)).is_err());
    let unlimited = &mut Budget::unlimited();
    assert_eq!(interrupted.next_board(unlimited), small().next_board(unlimited));
}
