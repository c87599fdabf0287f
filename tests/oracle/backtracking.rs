//! The n-queens puzzle by plain backtracking. It knows no diagram, and shares nothing with the crates it checks but
//! the numbering of squares: rank by rank from the bottom, from the left.

/// Returns all solutions of a board, each as the file of the queen on each rank.
pub(super) fn all_solutions(n: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

fn extend(n: usize, files: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    if files.len() == n {
        found.push(files.clone());
        return;
    }
    for file in 0..n {
        if files.iter().enumerate().all(|(rank, &other)| !attack((other, rank), (file, files.len()))) {
            files.push(file);
            extend(n, files, found);
            files.pop();
        }
    }
}

/// Returns `true` if queens on two different squares, each a pair of file and rank, attack each other.
pub(super) fn attack(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 == b.0 || a.1 == b.1 || a.0.abs_diff(b.0) == a.1.abs_diff(b.1)
}

/// The facts about a placement, found by trying every solution.
pub(super) struct Truth {
    pub(super) consistent: bool,
    pub(super) total: u64,
    /// For each square, its status and the number of completions with a queen on it.
    pub(super) squares: Vec<(&'static str, u64)>,
}

/// Computes the facts about a placement from `all`, the solutions of the board.
pub(super) fn truth(n: usize, all: &[Vec<usize>], queens: &[usize], blocked: &[usize]) -> Truth {
    let square = |k: usize| (k % n, k / n);
    let has = |solution: &[usize], k: usize| solution[k / n] == k % n;
    let mut total = 0;
    let mut counts = vec![0; n * n];
    for solution in all {
        if queens.iter().all(|&k| has(solution, k)) && blocked.iter().all(|&k| !has(solution, k)) {
            total += 1;
            solution.iter().enumerate().for_each(|(rank, file)| counts[rank * n + file] += 1);
        }
    }
    let consistent = queens
        .iter()
        .all(|&a| !blocked.contains(&a) && queens.iter().all(|&b| a == b || !attack(square(a), square(b))));
    let status = |k: usize| {
        if queens.contains(&k) {
            "queen"
        } else if blocked.contains(&k) {
            "blocked"
        } else if queens.iter().any(|&queen| attack(square(queen), square(k))) {
            "attacked"
        } else if counts[k] == 0 {
            "dead"
        } else if counts[k] == total {
            "forced"
        } else {
            "open"
        }
    };
    Truth { consistent, total, squares: (0..n * n).map(|k| (status(k), counts[k])).collect() }
}

/// Returns all sets of squares on which no two queens attack each other, including the empty set.
pub(super) fn consistent_placements(n: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while next < found.len() {
        let queens: Vec<usize> = found[next].clone();
        // Squares are added in ascending order, so that each set is found once.
        for k in queens.last().map_or(0, |last| last + 1)..n * n {
            if queens.iter().all(|&queen| !attack((queen % n, queen / n), (k % n, k / n))) {
                found.push(queens.iter().copied().chain([k]).collect());
            }
        }
        next += 1;
    }
    found
}

/// The search finds the known numbers of solutions (OEIS A000170).
#[test]
fn the_search_finds_as_many_solutions_as_there_are() {
    let found: Vec<usize> = (1..=10).map(|n| all_solutions(n).len()).collect();
    assert_eq!(found, [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]);
}

/// Compares the consistent placements of the smallest boards with all sets of squares, tested one by one.
#[test]
fn the_consistent_placements_are_all_of_them() {
    for n in 1..=4 {
        let all = (0u32..1 << (n * n)).filter(|set| {
            let queens: Vec<usize> = (0..n * n).filter(|k| set >> k & 1 == 1).collect();
            queens.iter().all(|&a| queens.iter().all(|&b| a == b || !attack((a % n, a / n), (b % n, b / n))))
        });
        assert_eq!(consistent_placements(n).len(), all.count(), "n = {n}");
    }
}
