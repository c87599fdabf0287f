//! The sets of files that the lower half can take, by number.

use super::cut::Cut;
use super::subsets::{binomial, with_number};
use crate::mask::each_file;

/// The sets in an order in which neighbours have little in common, so that every range of numbers is a fair sample with
/// an average time for each set.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The files in every set: those of the given queens in the lower half.
    fixed: u64,
    /// The files that a set may contain or not, a bit in each entry.
    open: Vec<u64>,
    /// The number of `open` files in each set.
    taken: usize,
    length: u64,
    stride: u64,
}

impl Sets {
    pub(super) fn new(cut: &Cut) -> Sets {
        let files = |ranks: &[u64]| ranks.iter().fold(0, |all, files| all | files);
        let (fixed, above) = (files(&cut.givens[..cut.lower]), files(&cut.givens[cut.lower..]));
        let open: Vec<u64> = (0..cut.n()).map(|file| 1 << file).filter(|file| file & (fixed | above) == 0).collect();
        // Queens that attack each other leave their ranks without a file.
        let none = cut.allowed.contains(&0);
        let taken = cut.lower.saturating_sub(fixed.count_ones() as usize);
        let length = if none { 0 } else { binomial(open.len(), taken) };
        // The golden section spreads the first numbers evenly, for any number of them.
        let golden = (length as f64 * 0.618_033_988_749_895) as u64;
        let stride = (golden..).find(|&stride| common_divisor(stride, length) == 1).unwrap_or(1);
        Sets { fixed, open, taken, length, stride }
    }

    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// Returns the set with this `number`.
    pub(super) fn set(&self, number: u64) -> u64 {
        assert!(number < self.length, "set {number} of {}", self.length);
        let shuffled = u128::from(number) * u128::from(self.stride) % u128::from(self.length);
        let set = with_number(self.taken, shuffled as u64);
        each_file(set).fold(self.fixed, |files, file| files | self.open[file])
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
