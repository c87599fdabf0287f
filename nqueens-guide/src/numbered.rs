//! The completions of a placement by number: the k-th one, the number of a given one, and random ones.

use std::sync::Arc;

use bdd_core::{Bdd, BigUint, Budget, Dice, Ranking, Stopped, Variable};

/// All completions of a placement, numbered from 0 in the order of [`ByFile`](crate::ByFile): lexicographic by the
/// ranks of the queens from file a on, as backtracking by files finds them.
///
/// ```
/// use nqueens_guide::{Budget, Library, Placement, Size};
///
/// let board = Placement::empty(Size::new(8)?);
/// let (by_file, _) = Library::embedded().by_file(&board, &mut Budget::unlimited())?;
/// let numbered = by_file.numbered();
/// assert_eq!(numbered.total(), &92u32.into());
/// let first = numbered.nth(&0u32.into()).expect("the first of 92");
/// assert_eq!(first, [0, 4, 7, 5, 2, 6, 1, 3]);
/// assert_eq!(numbered.number_of(&first), Some(0u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbered {
    files: usize,
    mirrored: Ranking,
}

impl Numbered {
    /// Counts once; every question afterwards follows one path of the diagram.
    pub(crate) fn new(files: usize, mirrored: Arc<Bdd>, budget: &mut Budget<'_>) -> Result<Numbered, Stopped> {
        Ok(Numbered { files, mirrored: Ranking::new(mirrored, budget)? })
    }

    /// The number of completions.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        self.mirrored.total()
    }

    /// The completion with this number, as the ranks (counted from 0) of its queens in file order; `None` if there are
    /// no more than `number`.
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<Vec<u8>> {
        Some(self.ranks(&self.mirrored.nth(number)?))
    }

    /// The number of a completion, given as [`Numbered::nth`] gives it; `None` if it is none.
    #[must_use]
    pub fn number_of(&self, ranks: &[u8]) -> Option<BigUint> {
        if ranks.len() != self.files || ranks.iter().any(|&rank| usize::from(rank) >= self.files) {
            return None;
        }
        let variable = |(file, &rank): (usize, &u8)| Variable::at(file * self.files + usize::from(rank));
        self.mirrored.rank(&ranks.iter().enumerate().map(variable).collect::<Vec<_>>())
    }

    /// A completion, each with the same probability; `None` if there is none.
    pub fn draw(&self, dice: &mut Dice) -> Option<Vec<u8>> {
        Some(self.ranks(&dice.model(&self.mirrored)?))
    }

    /// All completions, each once, in random order; every order has the same probability.
    pub fn draw_distinct(&self, dice: &mut Dice) -> impl Iterator<Item = Vec<u8>> {
        dice.distinct_models(&self.mirrored).map(|model| self.ranks(&model))
    }

    fn ranks(&self, model: &[Variable]) -> Vec<u8> {
        model.iter().map(|&variable| (usize::from(variable) % self.files) as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Verdict, check};
    use crate::library::Library;
    use crate::placement::Placement;
    use nqueens_board::{Size, Square, ranks_of};
    use std::collections::BTreeMap;

    fn placement(n: usize, queens: &str, blocked: &str) -> Placement {
        let squares = |text: &str| text.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
        Placement::new(Size::new(n).unwrap(), squares(queens), squares(blocked)).unwrap()
    }

    fn numbered(placement: &Placement) -> Numbered {
        Library::embedded().by_file(placement, &mut Budget::unlimited()).unwrap().0.numbered()
    }

    fn squares(ranks: &[u8]) -> Vec<Square> {
        ranks.iter().enumerate().map(|(file, &rank)| Square::at(file, usize::from(rank))).collect()
    }

    /// As Clapp, Mudge and Volz print a board.
    fn rows(ranks: Vec<u8>) -> String {
        ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// All row lists that the checker takes for solutions, in order; one rank after the other for every file.
    fn oracle(placement: &Placement) -> Vec<Vec<u8>> {
        let n = placement.size().get();
        let mut lists = vec![Vec::new()];
        for _ in 0..n {
            let longer = |list: Vec<u8>| (0..n as u8).map(move |rank| [&list[..], &[rank]].concat());
            lists = lists.into_iter().flat_map(longer).collect();
            lists.retain(|list| {
                let queens = squares(list);
                !matches!(check(placement.size(), &queens, 0), Verdict::Conflicting(_))
            });
        }
        lists.retain(|list| {
            let queens = squares(list);
            placement.queens().iter().all(|queen| queens.contains(queen))
                && !placement.blocked().iter().any(|square| queens.contains(square))
        });
        lists
    }

    #[test]
    fn numbers_follow_the_order_of_the_row_lists() {
        for (n, queens, blocked) in
            [(1, "", ""), (2, "", ""), (6, "", ""), (7, "", "a1 c4"), (8, "", ""), (8, "b4", "a1 h8"), (8, "a1 b2", "")]
        {
            let placement = placement(n, queens, blocked);
            let numbered = numbered(&placement);
            let expected = oracle(&placement);
            assert_eq!(numbered.total(), &expected.len().into());
            for (number, rows) in expected.iter().enumerate() {
                assert_eq!(numbered.nth(&number.into()).as_ref(), Some(rows));
                assert_eq!(numbered.number_of(rows), Some(number.into()));
                assert_eq!(ranks_of(placement.size(), &squares(rows)).as_ref(), Some(rows));
            }
            assert_eq!(numbered.nth(numbered.total()), None);
        }
    }

    #[test]
    fn what_is_no_completion_has_no_number() {
        let numbered = numbered(&placement(4, "b1", ""));
        assert_eq!(numbered.number_of(&[2, 0, 3, 1]), Some(BigUint::ZERO));
        for wrong in [vec![1, 3, 0, 2], vec![0, 0, 0, 0], vec![2, 0, 3], vec![2, 0, 3, 4]] {
            assert_eq!(numbered.number_of(&wrong), None);
        }
        let size = Size::new(2).unwrap();
        let squares = |names: &str| names.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<Square>>();
        for wrong in ["a1", "a1 a2", "a1 b1 b2", "a1 c2"] {
            assert_eq!(ranks_of(size, &squares(wrong)), None, "{wrong}");
        }
    }

    /// Computed in Python from the description at [`Dice`] and the sorted list of all permutations that are solutions.
    #[test]
    fn the_draws_of_a_seed_are_fixed_for_ever() {
        let numbered = numbered(&placement(8, "", ""));
        let mut dice = Dice::new(1986);
        let draws: Vec<_> = (0..3).map(|_| rows(numbered.draw(&mut dice).unwrap())).collect();
        assert_eq!(draws, ["2, 8, 6, 1, 3, 5, 7, 4", "6, 3, 7, 2, 4, 8, 1, 5", "4, 2, 7, 3, 6, 8, 5, 1"]);
        let distinct: Vec<_> = numbered.draw_distinct(&mut Dice::new(1986)).map(rows).collect();
        assert_eq!(distinct[..3], ["2, 8, 6, 1, 3, 5, 7, 4", "6, 3, 7, 2, 8, 5, 1, 4", "4, 2, 8, 5, 7, 1, 3, 6"]);
        let all: std::collections::BTreeSet<_> = distinct.iter().collect();
        assert_eq!((distinct.len(), all.len()), (92, 92));
    }

    /// The probability of a larger chi-square by chance, after Wilson and Hilferty (1931), as a standard normal value.
    fn deviation(counts: impl ExactSizeIterator<Item = usize>, draws: usize) -> f64 {
        let (outcomes, expected) = (counts.len() as f64, draws as f64 / counts.len() as f64);
        let chi_square: f64 = counts.map(|count| (count as f64 - expected).powi(2) / expected).sum();
        let freedom = outcomes - 1.0;
        ((chi_square / freedom).cbrt() - 1.0 + 2.0 / (9.0 * freedom)) / (2.0 / (9.0 * freedom)).sqrt()
    }

    #[test]
    fn the_draws_are_uniform() {
        const DRAWS: usize = 92_000;
        for (queens, blocked, solutions) in [("", "", 92), ("b4", "", 0), ("d1", "a2 h5", 0)] {
            let numbered = numbered(&placement(8, queens, blocked));
            let mut dice = Dice::new(8);
            let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
            for _ in 0..DRAWS {
                *seen.entry(numbered.draw(&mut dice).unwrap()).or_default() += 1;
            }
            assert_eq!(numbered.total(), &seen.len().into());
            assert!(solutions == 0 || seen.len() == solutions);
            // p > 0.001: 3.09 standard deviations, and as many below, where draws would be too even to be random.
            let deviation = deviation(seen.into_values().collect::<Vec<_>>().into_iter(), DRAWS);
            println!("queens {queens:?}, blocked {blocked:?}: {deviation:.2} standard deviations");
            assert!(deviation.abs() < 3.09, "{deviation}");
        }
    }
}
