//! Sets of files of one size, by number.
//!
//! A set is a word whose bit `f` stands for file `f`. Sets of `k` files are numbered in the order of the words, which
//! is the combinatorial number system (Knuth, *The Art of Computer Programming* 4A, section 7.2.1.3): the number of the
//! set with files `c1 < c2 < ... < ck` is the sum of the binomial coefficients of `ci` over `i`.

use crate::mask::each_file;

/// The largest number of files of a board: the diagonals of each direction that cross the cut must fit half of a 64-bit
/// word; see [`crossing`](super::cut::crossing).
pub(super) const FILES: usize = 32;

/// Pascal's triangle: `BINOMIAL[n][k]` is the number of sets of `k` out of `n` elements.
const BINOMIAL: [[u64; FILES + 1]; FILES + 1] = {
    let mut triangle = [[0; FILES + 1]; FILES + 1];
    let mut n = 0;
    while n <= FILES {
        triangle[n][0] = 1;
        let mut k = 1;
        while k <= n {
            triangle[n][k] = triangle[n - 1][k - 1] + triangle[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    triangle
};

/// Returns the number of sets of `k` files out of `n` files.
///
/// # Panics
///
/// If `n` is greater than [`FILES`] and `k` is not greater than `n`.
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { BINOMIAL[n][k] }
}

/// Returns the number of `set` among the sets with the same number of files, counted from 0.
#[cfg(test)]
pub(super) fn number_of(mut set: u64) -> u64 {
    let mut number = 0;
    let mut taken = 1;
    while set != 0 {
        number += BINOMIAL[set.trailing_zeros() as usize][taken];
        set &= set - 1;
        taken += 1;
    }
    number
}

/// Returns the set of `k` files with this `number`; the inverse of `number_of`.
pub(super) fn with_number(k: usize, mut number: u64) -> u64 {
    let mut set = 0;
    for taken in (1..=k).rev() {
        let file = (taken - 1..FILES).rev().find(|&file| BINOMIAL[file][taken] <= number);
        let file = file.expect("no set of fewer files than its number of files has a number");
        number -= BINOMIAL[file][taken];
        set |= 1 << file;
    }
    set
}

/// Returns the sets of `k` of `n` files in the order of their numbers.
pub(super) fn sets(n: usize, k: usize) -> impl Iterator<Item = u64> {
    let next = |&set: &u64| {
        // The next word with the same number of bits (Knuth, section 7.1.3): the lowest run of bits carries into the
        // bit above it, and the other bits of the run return to the bottom.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        (set != 0).then(|| carried | ((set ^ carried) >> 2 >> lowest.trailing_zeros()))
    };
    std::iter::successors(Some((1 << k) - 1), next).take(binomial(n, k) as usize)
}

/// A division of files into two sets, taken and left, each given by its number.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Split {
    /// The set of taken files, as its number among the sets of the same size.
    pub(super) taken: u32,
    /// The set of the files that are left, as its number among the sets of the same size.
    pub(super) left: u32,
    /// The number of taken files.
    size: usize,
}

/// All divisions of some files into two sets of given sizes; see [`Splits::fill`].
#[derive(Debug, Default)]
pub(super) struct Splits {
    splits: Vec<Split>,
    /// A buffer for [`Splits::fill`]: the divisions before the present file was added.
    earlier: Vec<Split>,
}

impl Splits {
    /// Replaces the divisions by all divisions of `files` in which `taken` files are taken. The files in `fixed[0]` are
    /// always taken, and the files in `fixed[1]` never.
    pub(super) fn fill(&mut self, files: u64, taken: usize, fixed: [u64; 2]) {
        let left = files.count_ones() as usize - taken;
        self.splits.clear();
        self.splits.push(Split::default());
        for (before, file) in each_file(files).enumerate() {
            let [is_taken, is_left] = fixed.map(|fixed| fixed >> file & 1 == 1);
            std::mem::swap(&mut self.splits, &mut self.earlier);
            self.splits.clear();
            for &split in &self.earlier {
                let kept = before - split.size;
                if split.size < taken && !is_left {
                    let number = split.taken + BINOMIAL[file][split.size + 1] as u32;
                    self.splits.push(Split { taken: number, size: split.size + 1, ..split });
                }
                if kept < left && !is_taken {
                    self.splits.push(Split { left: split.left + BINOMIAL[file][kept + 1] as u32, ..split });
                }
            }
        }
    }

    /// Returns the divisions of the files into two sets.
    pub(super) fn iter(&self) -> impl Iterator<Item = Split> {
        self.splits.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_in_the_order_of_their_words() {
        for k in 0..=10 {
            let sets: Vec<u64> = (0..1 << 10).filter(|set: &u64| set.count_ones() == k).collect();
            assert_eq!(super::sets(10, k as usize).collect::<Vec<_>>(), sets);
            assert_eq!(sets.len() as u64, binomial(10, k as usize));
            for (number, &set) in (0..).zip(&sets) {
                assert_eq!(number_of(set), number);
                assert_eq!(with_number(k as usize, number), set);
                assert_eq!(each_file(set).map(|file| 1 << file).sum::<u64>(), set);
            }
        }
        assert_eq!(binomial(32, 16), 601_080_390);
        assert_eq!(with_number(16, 601_080_389), 0xffff_0000);
    }

    #[test]
    fn splits_are_all_divisions() {
        let files = 0b10_1101_1010;
        for (taken, fixed) in
            (0..=6).flat_map(|taken| [[0, 0], [0b10, 0b1100_0000], [0, 0b10]].map(|fixed| (taken, fixed)))
        {
            let mut splits = Splits::default();
            // Another call of `fill` replaces the divisions.
            splits.fill(0b111, 1, [0; 2]);
            splits.fill(files, taken, fixed);
            let mut found: Vec<_> =
                splits.iter().map(|split| (u64::from(split.taken), u64::from(split.left))).collect();
            found.sort_unstable();
            let fits = |set: u64| fixed[0] & !set == 0 && fixed[1] & set == 0;
            let parts =
                (0..1 << 10).filter(|&set: &u64| set & !files == 0 && set.count_ones() as usize == taken && fits(set));
            let mut expected: Vec<_> = parts.map(|set| (number_of(set), number_of(files & !set))).collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "{taken} {fixed:?}");
        }
    }
}
