//! The sets of files that the queens of the lower half can take, by number.

use super::cut::Cut;
use super::subsets::{binomial, with_number};
use crate::mask::each_file;

/// The numbered sets of files that the queens of the lower half can take. Neighbours in the order of the numbers have
/// little in common, so every range of numbers is a fair sample, with about the average time for each set.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    /// The files in every set, as bits: the files of the given queens in the lower half.
    fixed: u64,
    /// The files that only some of the sets contain, each as a word with a single bit.
    open: Vec<u64>,
    /// The number of files of `open` in each set.
    taken: usize,
    length: u64,
    stride: u64,
}

impl Sets {
    pub(super) fn new(cut: &Cut) -> Sets {
        let files = |ranks: &[u64]| ranks.iter().fold(0, |all, files| all | files);
        let (fixed, above) = (files(&cut.givens[..cut.lower]), files(&cut.givens[cut.lower..]));
        let open: Vec<u64> = (0..cut.n()).map(|file| 1 << file).filter(|file| file & (fixed | above) == 0).collect();
        // A rank without an allowed file, such as the rank of an attacked queen, leaves no set.
        let none = cut.allowed.contains(&0);
        let taken = cut.lower.saturating_sub(fixed.count_ones() as usize);
        let length = if none { 0 } else { binomial(open.len(), taken) };
        // With the golden section as the stride, the sets of the first numbers are spread evenly, however many of them
        // are taken.
        let golden = (length as f64 * 0.618_033_988_749_895) as u64;
        let stride = (golden..).find(|&stride| common_divisor(stride, length) == 1).unwrap_or(1);
        Sets { fixed, open, taken, length, stride }
    }

    pub(super) fn len(&self) -> u64 {
        self.length
    }

    /// Returns the set with this `number`, as bits.
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
