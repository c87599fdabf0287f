//! The completions of a placement in the order in which backtracking file by file finds them ([`ByFile`]): one after
//! the other, and by number.

use std::sync::Arc;

use bdd_core::{Budget, Interrupted, Order, Variable, Zdd};
use nqueens_board::{Size, Square};
use puzzle_core::Numbered;

/// The completions of a placement in lexicographic order by the ranks of their queens from file a on.
///
/// ```
/// use nqueens_guide::{Budget, Library, Placement, Size, ranks_in};
///
/// let (size, budget) = (Size::new(8)?, &mut Budget::unlimited());
/// let (by_file, _) = Library::embedded().by_file(&Placement::empty(size), budget)?;
/// let numbered = by_file.numbered(budget)?;
/// assert_eq!(numbered.total(), &92u32.into());
/// let first = numbered.nth(&0u32.into()).expect("the first of 92");
/// assert_eq!(ranks_in(size, &first), Some(vec![0, 4, 7, 5, 2, 6, 1, 3]));
/// assert_eq!(numbered.number_of(&first), Some(0u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ByFile {
    size: Size,
    /// The completions of the mirrored placement: the placement reflected at the diagonal `a1`-`b2`, which swaps ranks
    /// and files. The models of the diagram are ordered rank by rank, so their mirror images are ordered file by file.
    mirrored: Arc<Zdd>,
}

impl ByFile {
    pub(crate) fn new(size: Size, mirrored: Arc<Zdd>) -> ByFile {
        ByFile { size, mirrored }
    }

    /// Numbers the completions from 0, in the lexicographic order of [`ByFile`].
    ///
    /// ```
    /// use nqueens_guide::{Budget, Library, Placement, Sampler, Size, ranks_in};
    ///
    /// let (size, budget) = (Size::new(8)?, &mut Budget::unlimited());
    /// let (by_file, _) = Library::embedded().by_file(&Placement::empty(size), budget)?;
    /// let solutions = by_file.numbered(budget)?;
    /// // Ten different random solutions.
    /// let numbers = Sampler::new(1).distinct(solutions.total().clone()).take(10).collect::<Vec<_>>();
    /// assert!(numbers.iter().all(|number| solutions.nth(number).is_some()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn numbered(self, budget: &mut Budget<'_>) -> Result<Numbered, Interrupted> {
        let mirror = |square: Square| self.size.variable(Square::at(square.rank(), square.file()));
        let order =
            Order::new(self.size.squares().map(mirror).collect()).expect("mirroring maps the squares one to one");
        Ok(Numbered::new(self.mirrored, budget)?.rearranged(order))
    }

    /// Returns the completions in lexicographic order, each as the ranks (counted from 0) of its queens from file a on.
    ///
    /// ```
    /// use nqueens_guide::{Budget, Library, Placement, Size};
    ///
    /// let board = Placement::empty(Size::new(6)?);
    /// let (by_file, _) = Library::embedded().by_file(&board, &mut Budget::unlimited())?;
    /// let solutions: Vec<Vec<u8>> = by_file.iter().collect();
    /// assert_eq!(solutions.len(), 4);
    /// assert_eq!(solutions[0], [1, 3, 5, 0, 2, 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Vec<u8>> {
        let rank = |variable| (usize::from(variable) % self.size.get()) as u8;
        self.mirrored.models().map(move |model| model.into_iter().map(rank).collect())
    }
}

/// Returns the ranks (counted from 0) of the queens of a completion, from file a on; `None` unless every file has
/// exactly one queen.
///
/// ```
/// use nqueens_guide::{Size, ranks_in};
///
/// let size = Size::new(4)?;
/// let queens = ["b1", "d2", "a3", "c4"].map(|name| size.variable(name.parse().unwrap()));
/// assert_eq!(ranks_in(size, &queens), Some(vec![2, 0, 3, 1]));
/// assert_eq!(ranks_in(size, &queens[..3]), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn ranks_in(size: Size, completion: &[Variable]) -> Option<Vec<u8>> {
    /// A rank that no board has: the ranks of the largest board go up to 254.
    const NONE: u8 = u8::MAX;
    let n = size.get();
    let mut ranks = vec![NONE; n];
    for variable in completion {
        let (rank, file) = (variable.index() / n, variable.index() % n);
        if std::mem::replace(&mut ranks[file], rank as u8) != NONE {
            return None;
        }
    }
    (completion.len() == n).then_some(ranks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Verdict, check};
    use crate::library::Library;
    use crate::placement::Placement;
    use bdd_core::{BigUint, Sampler};
    use nqueens_board::ranks_of;
    use std::collections::BTreeMap;

    fn placement(n: usize, queens: &str, blocked: &str) -> Placement {
        let squares = |text: &str| text.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
        Placement::new(Size::new(n).unwrap(), squares(queens), squares(blocked)).unwrap()
    }

    fn numbered(placement: &Placement) -> Numbered {
        let budget = &mut Budget::unlimited();
        Library::embedded().by_file(placement, budget).unwrap().0.numbered(budget).unwrap()
    }

    fn variables(size: Size, ranks: &[u8]) -> Vec<Variable> {
        squares(ranks).into_iter().map(|square| size.variable(square)).collect()
    }

    fn squares(ranks: &[u8]) -> Vec<Square> {
        ranks.iter().enumerate().map(|(file, &rank)| Square::at(file, usize::from(rank))).collect()
    }

    /// Returns a board as text: the row numbers in file order, counted from 1, as Clapp, Mudge and Volz print them.
    fn rows(ranks: Vec<u8>) -> String {
        ranks.iter().map(|rank| (rank + 1).to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Returns all rank lists that the checker accepts, in lexicographic order, by trying every rank on every file.
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
                let completion = variables(placement.size(), rows);
                let nth = numbered.nth(&number.into()).unwrap();
                assert_eq!(ranks_in(placement.size(), &nth).as_ref(), Some(rows));
                assert_eq!(numbered.number_of(&completion), Some(number.into()));
                assert_eq!(ranks_of(placement.size(), &squares(rows)).as_ref(), Some(rows));
            }
            assert_eq!(numbered.nth(numbered.total()), None);
        }
    }

    #[test]
    fn what_is_no_completion_has_no_number() {
        let numbered = numbered(&placement(4, "b1", ""));
        let number = |ranks: &[u8]| numbered.number_of(&variables(Size::new(4).unwrap(), ranks));
        assert_eq!(number(&[2, 0, 3, 1]), Some(BigUint::ZERO));
        for wrong in [vec![1, 3, 0, 2], vec![0, 0, 0, 0], vec![2, 0, 3]] {
            assert_eq!(number(&wrong), None);
        }
        let size = Size::new(2).unwrap();
        let squares = |names: &str| names.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<Square>>();
        for wrong in ["a1", "a1 a2", "a1 b1 b2", "a1 c2"] {
            assert_eq!(ranks_of(size, &squares(wrong)), None, "{wrong}");
        }
    }

    /// Compares the draws of a seed with draws computed in Python from the description of [`Sampler`] and the sorted
    /// list of all solutions.
    #[test]
    fn the_draws_of_a_seed_are_fixed_for_ever() {
        let numbered = numbered(&placement(8, "", ""));
        let drawn = |number: BigUint| rows(ranks_in(Size::new(8).unwrap(), &numbered.nth(&number).unwrap()).unwrap());
        let draws: Vec<_> = Sampler::new(1986).numbers(numbered.total(), false).take(3).map(drawn).collect();
        assert_eq!(draws, ["2, 8, 6, 1, 3, 5, 7, 4", "6, 3, 7, 2, 4, 8, 1, 5", "4, 2, 7, 3, 6, 8, 5, 1"]);
        let distinct: Vec<_> = Sampler::new(1986).numbers(numbered.total(), true).map(drawn).collect();
        assert_eq!(distinct[..3], ["2, 8, 6, 1, 3, 5, 7, 4", "6, 3, 7, 2, 8, 5, 1, 4", "4, 2, 8, 5, 7, 1, 3, 6"]);
        let all: std::collections::BTreeSet<_> = distinct.iter().collect();
        assert_eq!((distinct.len(), all.len()), (92, 92));
    }

    /// Returns the chi-square of the counts as a standard normal value, after Wilson and Hilferty (1931).
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
            let mut sampler = Sampler::new(8);
            let mut seen: BTreeMap<Vec<Variable>, usize> = BTreeMap::new();
            for number in sampler.numbers(numbered.total(), false).take(DRAWS) {
                *seen.entry(numbered.nth(&number).unwrap()).or_default() += 1;
            }
            assert_eq!(numbered.total(), &seen.len().into());
            assert!(solutions == 0 || seen.len() == solutions);
            // The deviation must be below 3.09 standard deviations (p > 0.001) in both directions: draws that are too
            // even are not random either.
            let deviation = deviation(seen.into_values().collect::<Vec<_>>().into_iter(), DRAWS);
            println!("queens {queens:?}, blocked {blocked:?}: {deviation:.2} standard deviations");
            assert!(deviation.abs() < 3.09, "{deviation}");
        }
    }
}
