//! Tests that the guide, the solver and the diagram agree with the search.

use bdd_core::{BigUint, DiagramBuilder, Variable};
use proptest::prelude::*;
use puzzle_core::{Budget, Guide, Marks, Puzzle, Source, Status, Words};
use regions_guide::{Attack, Square, first_solutions};

use super::backtracking::{all_solutions, names};
use super::{puzzle, solutions};

/// Returns a board of letters as text.
fn text(n: usize, letters: impl Fn(usize) -> usize) -> String {
    let letter = |place| char::from(b'A' + letters(place) as u8);
    (0..n).map(|row| (0..n).map(|column| letter(row * n + column)).chain(['\n']).collect::<String>()).collect()
}

/// Compares the answers for a board with marks: each variable's status and count, the total, and the solver's
/// solutions.
#[track_caller]
fn compare(board: &str, attack: Attack, marks: &[Marks]) {
    let source = solutions(board, attack);
    let all: Vec<Vec<String>> = all_solutions(board, attack).iter().map(|solution| names(solution)).collect();
    let n = board.lines().count();
    for marks in marks {
        let name = |&variable: &Variable| source.puzzle().name(variable);
        let fits = |solution: &&Vec<String>| {
            marks.placed.iter().all(|queen| solution.contains(&name(queen)))
                && !marks.blocked.iter().any(|block| solution.contains(&name(block)))
        };
        let left: Vec<_> = all.iter().filter(fits).collect();
        let budget = &mut Budget::unlimited();
        let tally = source.completions(marks, budget).unwrap().tally(budget).unwrap();
        let guide = Guide::new(source.puzzle(), marks.clone(), tally);
        assert!(guide.total().is_exact());
        assert_eq!(guide.total().value(), &BigUint::from(left.len()), "{board}{attack} {marks:?}");
        for (variable, status, completions) in guide.variables() {
            let square = name(&variable);
            let through = left.iter().filter(|solution| solution.contains(&square)).count();
            assert_eq!(completions.value(), &BigUint::from(through), "{board}{attack} {marks:?} {square}");
            // A queen attacks a square if both can't have a queen by the text of the board.
            let attacked = marks.placed.iter().any(|queen| !are_together(board, attack, &name(queen), &square));
            let expected = if marks.placed.contains(&variable) {
                Status::Placed
            } else if marks.blocked.contains(&variable) {
                Status::Blocked
            } else if attacked {
                Status::Excluded
            } else if through == 0 {
                Status::Dead
            } else if through == left.len() {
                Status::Forced
            } else {
                Status::Open
            };
            assert_eq!(status, expected, "{board}{attack} {marks:?} {square}");
        }
        let mut found: Vec<Vec<String>> = first_solutions(&puzzle(board, attack), marks, usize::MAX)
            .iter()
            .map(|solution| solution.iter().map(Square::to_string).collect())
            .collect();
        found.sort();
        let mut expected: Vec<Vec<String>> = left.into_iter().cloned().collect();
        expected.sort();
        assert_eq!(found, expected, "{board}{attack} {marks:?}");
    }
    if n <= 5 {
        let budget = &mut Budget::unlimited();
        assert_eq!(
            source.solutions(),
            &DiagramBuilder::new(source.puzzle().rules()).build(budget).unwrap().to_zdd(budget).unwrap(),
            "{board}{attack}"
        );
    }
}

/// Returns `true` if two squares may both have a queen, by the text of the board.
fn are_together(board: &str, attack: Attack, a: &str, b: &str) -> bool {
    let n = board.lines().count() as i32;
    let place = |name: &str| (i32::from(name.as_bytes()[0] - b'a'), name[1..].parse::<i32>().unwrap() - 1);
    let letter = |(x, y): (i32, i32)| board.lines().nth((n - 1 - y) as usize).unwrap().as_bytes()[x as usize];
    let ((ax, ay), (bx, by)) = (place(a), place(b));
    let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
    let reached = dx == dy && (attack == Attack::Queen || dx == 1);
    a == b || (dx != 0 && dy != 0 && !reached && letter((ax, ay)) != letter((bx, by)))
}

/// Returns the empty marks, the marks of every single queen, and the marks of every single block.
fn single_marks(n: usize) -> Vec<Marks> {
    let variables = Variable::all(n * n);
    let placed = variables.clone().map(|v| Marks { placed: [v].into(), ..Marks::default() });
    let blocked = variables.map(|v| Marks { blocked: [v].into(), ..Marks::default() });
    [Marks::default()].into_iter().chain(placed).chain(blocked).collect()
}

#[test]
fn every_board_of_up_to_three_ranks() {
    for n in 1..=3_usize {
        for code in 0..n.pow((n * n) as u32) {
            let letters = |place: usize| code / n.pow(place as u32) % n;
            let is_full = (0..n).all(|region| (0..n * n).any(|place| letters(place) == region));
            // Only boards whose letters first appear in alphabetical order: every other board equals one of these up to
            // its letters.
            let firsts: Vec<_> = (0..n).map(|region| (0..n * n).position(|place| letters(place) == region)).collect();
            if is_full && firsts.is_sorted() {
                for attack in Attack::ALL {
                    compare(&text(n, letters), attack, &single_marks(n));
                }
            }
        }
    }
}

/// Compares boards with many solutions, whose regions are their ranks or their files.
#[test]
fn striped_boards_have_as_many_solutions_as_no_regions() {
    // Permutations whose neighbours do not differ by 1, by a recurrence (OEIS A002464).
    let mut king = vec![1_i64, 0, 0, 2];
    for n in 5..=12 {
        let before = |back: usize| king[n - 1 - back];
        let n = n as i64;
        king.push((n + 1) * before(1) - (n - 2) * before(2) - (n - 5) * before(3) + (n - 3) * before(4));
    }
    // n queens (OEIS A000170).
    let queen = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14_200];
    for n in 1..=12 {
        for stripes in [text(n, |place| place / n), text(n, |place| place % n)] {
            for (attack, expected) in [(Attack::King, king[n - 1]), (Attack::Queen, queen[n - 1])] {
                let count = solutions(&stripes, attack).solutions().model_count();
                assert_eq!(count, BigUint::from(expected as u64), "{attack} {n}");
            }
        }
    }
}

/// Generates a random board of n x n: random letters, or regions that grew from random squares.
fn boards(n: usize) -> impl Strategy<Value = String> {
    let anywhere = proptest::collection::vec(0..n, n * n);
    let blots = proptest::sample::subsequence((0..n * n).collect::<Vec<_>>(), n).prop_map(move |centres| {
        let distance = |a: usize, b: usize| (a / n).abs_diff(b / n) + (a % n).abs_diff(b % n);
        let nearest = |place| (0..n).min_by_key(|&region| distance(place, centres[region])).unwrap();
        (0..n * n).map(nearest).collect::<Vec<_>>()
    });
    let full = move |letters: &Vec<usize>| (0..n).all(|region| letters.contains(&region));
    prop_oneof![anywhere, blots].prop_filter_map("a board has all its regions", move |letters| {
        full(&letters).then(|| text(n, |place| letters[place]))
    })
}

fn marks(n: usize) -> impl Strategy<Value = Marks> {
    let variables = || proptest::collection::btree_set((0..n * n).prop_map(Variable::from_index), 0..3);
    (variables(), variables()).prop_map(|(placed, blocked)| Marks { placed, blocked })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn boards_of_four_to_six(board in (4usize..=6).prop_flat_map(boards), queen in any::<bool>()) {
        let attack = if queen { Attack::Queen } else { Attack::King };
        compare(&board, attack, &single_marks(board.lines().count()));
    }

    #[test]
    fn boards_of_up_to_nine_with_any_marks(
        (board, marks) in (4usize..=9).prop_flat_map(|n| (boards(n), proptest::collection::vec(marks(n), 4))),
        queen in any::<bool>(),
    ) {
        compare(&board, if queen { Attack::Queen } else { Attack::King }, &marks);
    }

    /// Checks that turning a board turns its solutions, and that reflecting it reflects them.
    #[test]
    fn symmetries_permute_the_counts(board in (4usize..=8).prop_flat_map(boards), queen in any::<bool>()) {
        let attack = if queen { Attack::Queen } else { Attack::King };
        let grid: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
        let n = grid.len();
        let counts = |text: &str| solutions(text, attack).solutions().counts(&mut Budget::unlimited()).unwrap().by_variable;
        let before = counts(&board);
        let drawn = |letter: &dyn Fn(usize, usize) -> char| {
            (0..n).map(|row| (0..n).map(|column| letter(row, column)).chain(['\n']).collect::<String>()).collect::<String>()
        };
        // Variables count ranks from the bottom, lines from the top.
        let variable = |row: usize, column: usize| (n - 1 - row) * n + column;
        let (turned, reflected) = (counts(&drawn(&|r, c| grid[n - 1 - c][r])), counts(&drawn(&|r, c| grid[r][n - 1 - c])));
        for r in 0..n {
            for c in 0..n {
                prop_assert_eq!(&turned[variable(r, c)], &before[variable(n - 1 - c, r)]);
                prop_assert_eq!(&reflected[variable(r, c)], &before[variable(r, n - 1 - c)]);
            }
        }
    }

    /// Checks that the counts of the squares of each line add up to the total, since exactly one of these squares has a
    /// queen.
    #[test]
    fn the_counts_of_every_line_add_up(board in (4usize..=8).prop_flat_map(boards)) {
        let source = solutions(&board, Attack::King);
        let counts = source.solutions().counts(&mut Budget::unlimited()).unwrap();
        for line in source.puzzle().rules().constraints() {
            let sum: BigUint = line.variables().iter().map(|&variable| &counts.by_variable[usize::from(variable)]).sum();
            prop_assert_eq!(&sum, &counts.total);
        }
    }
}
