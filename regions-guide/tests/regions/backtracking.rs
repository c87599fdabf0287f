//! The oracle: all solutions of a board by plain backtracking, on characters. The search uses no rules, no diagram and
//! no bit masks.

use regions_guide::Attack;

/// Returns all solutions, each as the column of the queen for each line of the text from the top.
pub(crate) fn all_solutions(board: &str, attack: Attack) -> Vec<Vec<usize>> {
    let grid: Vec<Vec<char>> = board.lines().map(|line| line.chars().collect()).collect();
    let mut found = Vec::new();
    extend(&grid, attack, &mut Vec::new(), &mut found);
    found
}

fn extend(grid: &[Vec<char>], attack: Attack, queens: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let row = queens.len();
    if row == grid.len() {
        found.push(queens.clone());
        return;
    }
    for column in 0..grid.len() {
        let fits = queens.iter().enumerate().all(|(other_row, &other)| {
            let (down, across) = (row - other_row, column.abs_diff(other));
            let attacked = match attack {
                Attack::King => down == 1 && across == 1,
                Attack::Queen => down == across,
            };
            across != 0 && !attacked && grid[row][column] != grid[other_row][other]
        });
        if fits {
            queens.push(column);
            extend(grid, attack, queens, found);
            queens.pop();
        }
    }
}

/// Returns the names of a solution's squares, from the lowest rank on.
pub(crate) fn names(solution: &[usize]) -> Vec<String> {
    let n = solution.len();
    let square = |(row, &column): (usize, &usize)| format!("{}{}", char::from(b'a' + column as u8), n - row);
    solution.iter().enumerate().rev().map(square).collect()
}
