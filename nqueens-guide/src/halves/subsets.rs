//! The numbering of the sets of `k` files.
//!
//! A set is a word whose bit `f` stands for file `f`. The sets of `k` files are numbered from 0, in ascending order of
//! their words. This is the combinatorial number system (Knuth, *The Art of Computer Programming* 4A, section 7.2.1.3):
//! the number of the set with files `c1 < c2 < ... < ck` is the sum of the binomial coefficients `C(ci, i)`.

/// The largest number of files: the diagonals in each direction must fit half of a 64-bit word; see
/// [`crossing`](super::cut::crossing).
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
#[inline]
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

/// Returns the set of `k` files with this `number`; the inverse of [`number_of`].
pub(super) fn with_number(k: usize, mut number: u64) -> u64 {
    let mut set = 0;
    for taken in (1..=k).rev() {
        let file = (taken - 1..FILES).rev().find(|&file| BINOMIAL[file][taken] <= number);
        let file = file.expect("`BINOMIAL[taken - 1][taken]` is 0, so some file fits");
        number -= BINOMIAL[file][taken];
        set |= 1 << file;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::each_file;

    #[test]
    fn sets_are_numbered_in_the_order_of_their_words() {
        for k in 0..=10 {
            let sets: Vec<u64> = (0..1 << 10).filter(|set: &u64| set.count_ones() == k).collect();
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
}
