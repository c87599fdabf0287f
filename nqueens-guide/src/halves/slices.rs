//! The matching of many half boards at once, with a bit of a [`Block`] for each.
//!
//! The loops over blocks are compiled to vector instructions, several times: for AVX-512, for AVX2, and for any
//! machine. The first call selects the version for the present machine. Without the feature `simd` there is only the
//! version for any machine.

use super::half::Tree;

/// A bit for each of 512 half boards.
pub(super) type Block = [u64; WORDS];

const WORDS: usize = 8;

/// The number of half boards in a block.
pub(super) const BLOCK: usize = 64 * WORDS;

const NONE: Block = [0; WORDS];

/// The diagonals across the cut of up to [`BLOCK`] half boards: a block for each diagonal, in which the bit of a half
/// board is set if the half board has a queen on the diagonal.
#[derive(Debug)]
pub(super) struct Slices {
    lines: [Block; 64],
    /// The bits that are in use: a bit is set for each half board.
    present: Block,
}

impl Slices {
    /// Returns slices without half boards.
    pub(super) fn none() -> Slices {
        Slices { lines: [NONE; 64], present: NONE }
    }
}

/// Compiles `slice` and `pairs` for each of the target machines. At run time the first target is used that the present
/// machine supports.
macro_rules! compiled {
    ($name:ident for [$($target:literal),*]) => {
        pub(super) mod $name {
            use super::{Slices, Tree};

            /// Turns a list with the diagonals of each half board into slices with the half boards on each diagonal.
            ///
            /// # Panics
            ///
            /// If the list has more than [`BLOCK`](super::BLOCK) half boards.
            #[cfg_attr(feature = "simd", multiversion::multiversion(targets($($target),*)))]
            pub(in super::super) fn slice(list: &[u64], slices: &mut Slices) {
                super::slice(list, slices);
            }

            /// Counts the pairs of a half board of `slices` and a half board of `tree` that share no diagonal.
            #[cfg_attr(feature = "simd", multiversion::multiversion(targets($($target),*)))]
            pub(in super::super) fn pairs(slices: &Slices, tree: &Tree) -> u64 {
                super::pairs(slices, tree)
            }
        }
    };
}

compiled!(fastest for [
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vpopcntdq+avx2+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
]);
#[cfg(test)]
compiled!(avx2 for ["x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"]);

#[inline(always)]
fn slice(list: &[u64], slices: &mut Slices) {
    let rows = &mut slices.lines;
    let (whole, rest) = list.as_chunks::<WORDS>();
    rows[..whole.len()].copy_from_slice(whole);
    rows[whole.len()..].fill(NONE);
    if !rest.is_empty() {
        rows[whole.len()][..rest.len()].copy_from_slice(rest);
    }
    // The transposition moves the half board in word w of row r to bit r of word w.
    for (word, present) in slices.present.iter_mut().enumerate() {
        let boards = whole.len() + usize::from(word < rest.len());
        *present = u64::MAX.checked_shr(64 - boards as u32).unwrap_or(0);
    }
    transpose(rows);
}

/// Transposes eight matrices of 64 x 64 bits at once, one for each word of the blocks, by swapping ever smaller
/// submatrices off the diagonal (Warren, *Hacker's Delight*, section 7-3).
#[inline(always)]
fn transpose(rows: &mut [Block; 64]) {
    let mut width = 32;
    let mut low = u64::from(u32::MAX);
    while width > 0 {
        for pair in rows.chunks_exact_mut(2 * width) {
            let (first, second) = pair.split_at_mut(width);
            for (a, b) in first.iter_mut().zip(second) {
                for word in 0..WORDS {
                    let swapped = (a[word] >> width ^ b[word]) & low;
                    a[word] ^= swapped << width;
                    b[word] ^= swapped;
                }
            }
        }
        width /= 2;
        low ^= low << width;
    }
}

#[inline(always)]
fn pairs(slices: &Slices, tree: &Tree) -> u64 {
    // For each depth in the tree, the half boards that share no diagonal with the queens above it.
    let mut open = [NONE; 32];
    open[0] = slices.present;
    let mut total = NONE;
    let mut at = 0;
    // The last node only marks the end of the leaves.
    while at + 1 < tree.nodes.len() {
        let node = tree.nodes[at];
        // The `%` operations change no index; they save bounds checks.
        let above = &open[node.depth as usize % 32];
        let [right, left] = node.rows.map(|row| &slices.lines[usize::from(row) % 64]);
        let mut here = NONE;
        for word in 0..WORDS {
            here[word] = above[word] & !(right[word] | left[word]);
        }
        if here == NONE {
            at = node.next as usize;
            continue;
        }
        at += 1;
        for &leaf in &tree.leaves[node.leaves as usize..tree.nodes[at].leaves as usize] {
            let mut lines = leaf;
            let mut met = NONE;
            while lines != 0 {
                let line = &slices.lines[lines.trailing_zeros() as usize % 64];
                lines &= lines - 1;
                for word in 0..WORDS {
                    met[word] |= line[word];
                }
            }
            for word in 0..WORDS {
                total[word] += u64::from((here[word] & !met[word]).count_ones());
            }
        }
        open[(node.depth as usize + 1) % 32] = here;
    }
    total.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halves::half::{Half, HalfPosition};

    /// Returns the number of pairs that share no line, counted one by one.
    fn pairs_one_by_one(list: &[u64], other: &[u64]) -> u64 {
        list.iter().map(|a| other.iter().filter(|&b| a & b == 0).count() as u64).sum()
    }

    #[test]
    fn all_machines_count_the_pairs_that_share_no_line() {
        let half = Half::new(12, vec![(1 << 12) - 1; 7]);
        let (mut lower, mut upper) = (Vec::new(), Tree::default());
        // Seven files each.
        for (a, b) in [(0b0011_1110_0011, 0b1100_0001_1111), (0b1010_1011_1010, 0b1101_0110_0110)] {
            lower.clear();
            half.list(a, usize::MAX, &mut lower, &mut |_: &mut Vec<u64>| Ok::<(), ()>(())).unwrap();
            half.grow(&HalfPosition::start(b), &mut upper);
            // The leaves of the tree, as a list has them.
            let mut other = Vec::new();
            half.list(b, usize::MAX, &mut other, &mut |_: &mut Vec<u64>| Ok::<(), ()>(())).unwrap();
            let other: Vec<u64> = other.into_iter().map(super::super::cut::across).collect();
            assert_eq!(other.len(), upper.leaves.len());
            assert!(lower.len() > 64 && other.len() > 64, "{} {}", lower.len(), other.len());
            // A list with a half board for every bit of a block.
            let lower: Vec<u64> = lower.iter().copied().cycle().take(BLOCK).collect();
            for length in [0, 1, 7, 8, 9, 63, 64, 65, 500, BLOCK - 1, BLOCK] {
                let list = &lower[..length];
                let expected = pairs_one_by_one(list, &other);
                let mut slices = Slices::none();
                slice(list, &mut slices);
                assert_eq!(pairs(&slices, &upper), expected, "any machine, {length}");
                let mut slices = Slices::none();
                fastest::slice(list, &mut slices);
                assert_eq!(fastest::pairs(&slices, &upper), expected, "the fastest, {length}");
                avx2::slice(list, &mut slices);
                assert_eq!(avx2::pairs(&slices, &upper), expected, "AVX2, {length}");
            }
        }
    }
}
