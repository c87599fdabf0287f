//! The completions of a placement as a numbered list: the k-th, the number of a given one, and random ones.

use std::fmt;

use bdd_core::{BigUint, Dice, Ranking, Variable};

use crate::board::Size;
use crate::library::{Library, LoadError, OnProgress};
use crate::placement::Placement;
use crate::square::Square;

/// A full board as the ranks of its queens, counted from 0, from file a on.
///
/// It prints as in Clapp, Mudge and Volz (1986), counted from 1: `1, 5, 8, 6, 3, 7, 2, 4`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowList(pub Vec<u8>);

impl RowList {
    /// The squares with a queen, from file a on.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = Square> {
        self.0.iter().enumerate().map(|(file, &rank)| Square::at(file, usize::from(rank)))
    }

    /// The row list of a board with one queen a file; `None` if the squares are not that.
    #[must_use]
    pub fn of(size: Size, queens: &[Square]) -> Option<RowList> {
        let mut ranks = vec![None; size.get()];
        for queen in queens.iter().filter(|&&queen| size.contains(queen)) {
            ranks[queen.file()] = Some(queen.rank() as u8);
        }
        (queens.len() == size.get()).then(|| ranks.into_iter().collect::<Option<Vec<_>>>().map(RowList))?
    }
}

impl fmt::Display for RowList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<_> = self.0.iter().map(|&rank| (u16::from(rank) + 1).to_string()).collect();
        f.write_str(&rows.join(", "))
    }
}

/// All completions of a placement, numbered from 0 in lexicographic order of their row lists: the order in which a
/// backtracking search by files finds them.
///
/// The diagram's variables go rank by rank, so its own order is the one by ranks. Row lists go file by file: the
/// listing asks for the completions of the transposed placement (a1 stays, b1 becomes a2) and transposes them back.
///
/// ```
/// use std::ops::ControlFlow;
/// use nqueens_guide::{Library, Listing, Placement, Size};
///
/// let board = Placement::empty(Size::new(8)?);
/// let listing = Listing::new(&Library::embedded(), &board, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(listing.total(), &92u32.into());
/// let first = listing.nth(&0u32.into()).expect("the first of 92");
/// assert_eq!(first.to_string(), "1, 5, 8, 6, 3, 7, 2, 4");
/// assert_eq!(listing.rank(&first), Some(0u32.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Listing {
    size: Size,
    transposed: Ranking,
}

impl Listing {
    /// Loads or builds the diagram and counts once; every question afterwards takes microseconds.
    ///
    /// # Errors
    ///
    /// As [`Library::completions`].
    pub fn new(library: &Library, placement: &Placement, progress: OnProgress) -> Result<Listing, LoadError> {
        let transpose = |square: &Square| Square::at(square.rank(), square.file());
        let size = placement.size();
        let (queens, blocked) = (placement.queens().iter().map(transpose), placement.blocked().iter().map(transpose));
        let transposed = Placement::new(size, queens, blocked).expect("a transposed square is on the same board");
        Ok(Listing { size, transposed: Ranking::new(library.completions(&transposed, progress)?) })
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The number of completions.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        self.transposed.total()
    }

    /// The completion with this number, counted from 0; `None` if there are no more than `number`.
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<RowList> {
        Some(self.row_list(&self.transposed.nth(number)?))
    }

    /// The number of a completion, counted from 0; `None` if the rows are no completion of the placement.
    #[must_use]
    pub fn rank(&self, rows: &RowList) -> Option<BigUint> {
        let n = self.size.get();
        if rows.0.len() != n || rows.0.iter().any(|&rank| usize::from(rank) >= n) {
            return None;
        }
        let model: Vec<_> =
            rows.0.iter().enumerate().map(|(file, &rank)| self.transposed_variable(file, rank)).collect();
        self.transposed.rank(&model)
    }

    /// A completion, each with the same probability; `None` if there is none.
    pub fn draw(&self, dice: &mut Dice) -> Option<RowList> {
        Some(self.row_list(&dice.model(&self.transposed)?))
    }

    /// All completions, each once, in random order; every order has the same probability.
    pub fn draw_distinct(&self, dice: &mut Dice) -> impl Iterator<Item = RowList> {
        dice.distinct_models(&self.transposed).map(|model| self.row_list(&model))
    }

    fn transposed_variable(&self, file: usize, rank: u8) -> Variable {
        self.size.variable(Square::at(usize::from(rank), file))
    }

    /// The k-th queen of a model of the transposed puzzle stands on its rank k, which is file k of the board.
    fn row_list(&self, model: &[Variable]) -> RowList {
        debug_assert_eq!(model.len(), self.size.get());
        RowList(model.iter().map(|&variable| self.size.square_of(variable).file() as u8).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Verdict, check};
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    fn placement(n: usize, queens: &str, blocked: &str) -> Placement {
        let squares = |text: &str| text.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<_>>();
        Placement::new(Size::new(n).unwrap(), squares(queens), squares(blocked)).unwrap()
    }

    fn listing(placement: &Placement) -> Listing {
        Listing::new(&Library::embedded(), placement, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    /// All row lists that the checker takes for solutions, in order; one rank after the other for every file.
    fn oracle(placement: &Placement) -> Vec<RowList> {
        let n = placement.size().get();
        let mut lists = vec![Vec::new()];
        for _ in 0..n {
            let longer = |list: Vec<u8>| (0..n as u8).map(move |rank| [&list[..], &[rank]].concat());
            lists = lists.into_iter().flat_map(longer).collect();
            lists.retain(|list| {
                let queens: Vec<_> = RowList(list.clone()).squares().collect();
                !matches!(check(placement.size(), &queens, 0), Verdict::Conflicting(_))
            });
        }
        lists.retain(|list| {
            let queens: Vec<_> = RowList(list.clone()).squares().collect();
            placement.queens().iter().all(|queen| queens.contains(queen))
                && !placement.blocked().iter().any(|square| queens.contains(square))
        });
        lists.into_iter().map(RowList).collect()
    }

    #[test]
    fn numbers_follow_the_order_of_the_row_lists() {
        for (n, queens, blocked) in
            [(1, "", ""), (2, "", ""), (6, "", ""), (7, "", "a1 c4"), (8, "", ""), (8, "b4", "a1 h8"), (8, "a1 b2", "")]
        {
            let placement = placement(n, queens, blocked);
            let listing = listing(&placement);
            let expected = oracle(&placement);
            assert_eq!(listing.total(), &expected.len().into());
            for (number, rows) in expected.iter().enumerate() {
                assert_eq!(listing.nth(&number.into()).as_ref(), Some(rows));
                assert_eq!(listing.rank(rows), Some(number.into()));
                let queens: Vec<_> = rows.squares().collect();
                assert_eq!(RowList::of(placement.size(), &queens).as_ref(), Some(rows));
            }
            assert_eq!(listing.nth(listing.total()), None);
        }
    }

    #[test]
    fn what_is_no_completion_has_no_number() {
        let listing = listing(&placement(4, "b1", ""));
        assert_eq!(listing.rank(&RowList(vec![2, 0, 3, 1])), Some(BigUint::ZERO));
        for wrong in [vec![1, 3, 0, 2], vec![0, 0, 0, 0], vec![2, 0, 3], vec![2, 0, 3, 4]] {
            assert_eq!(listing.rank(&RowList(wrong)), None);
        }
        let size = Size::new(2).unwrap();
        let squares = |names: &str| names.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<Square>>();
        for wrong in ["a1", "a1 a2", "a1 b1 b2", "a1 c2"] {
            assert_eq!(RowList::of(size, &squares(wrong)), None, "{wrong}");
        }
    }

    /// Computed in Python from the description at [`Dice`] and the sorted list of all permutations that are solutions.
    #[test]
    fn the_draws_of_a_seed_are_fixed_for_ever() {
        let listing = listing(&placement(8, "", ""));
        let mut dice = Dice::new(1986);
        let draws: Vec<_> = (0..3).map(|_| listing.draw(&mut dice).unwrap().to_string()).collect();
        assert_eq!(draws, ["2, 8, 6, 1, 3, 5, 7, 4", "6, 3, 7, 2, 4, 8, 1, 5", "4, 2, 7, 3, 6, 8, 5, 1"]);
        let distinct: Vec<_> = listing.draw_distinct(&mut Dice::new(1986)).map(|rows| rows.to_string()).collect();
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
            let listing = listing(&placement(8, queens, blocked));
            let mut dice = Dice::new(8);
            let mut seen: BTreeMap<RowList, usize> = BTreeMap::new();
            for _ in 0..DRAWS {
                *seen.entry(listing.draw(&mut dice).unwrap()).or_default() += 1;
            }
            assert_eq!(listing.total(), &seen.len().into());
            assert!(solutions == 0 || seen.len() == solutions);
            // p > 0.001: 3.09 standard deviations, and as many below, where draws would be too even to be random.
            let deviation = deviation(seen.into_values().collect::<Vec<_>>().into_iter(), DRAWS);
            println!("queens {queens:?}, blocked {blocked:?}: {deviation:.2} standard deviations");
            assert!(deviation.abs() < 3.09, "{deviation}");
        }
    }
}
