//! The matching of 512 lower halves of a board with the upper halves at once: a [`Block`] has a bit for each lower
//! half.
//!
//! The loops over blocks are compiled to vector instructions, several times: for AVX-512, for AVX2, and for any
//! machine. The first call selects the version for the present machine. Without the feature `simd` there is only the
//! version for any machine.

use super::half::{self, END, PAIR_BITS, RANKS, Rest, SquareBits, WAYS, pair};

/// A bit for each of 512 half boards, aligned for vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
struct Block([u64; WORDS]);

const WORDS: usize = 8;

/// The number of half boards in a block.
pub(super) const BLOCK: usize = 64 * WORDS;

const NONE: Block = Block([0; WORDS]);

/// The diagonals across the cut of up to [`BLOCK`] half boards: a block for each diagonal, in which the bit of a half
/// board is set if the half board has a queen on the diagonal.
#[derive(Debug)]
pub(super) struct Slices {
    lines: [Block; 64],
    /// The bits that stand for half boards. The other bits are unused, if there are fewer than [`BLOCK`] half boards.
    present: Block,
    /// For each pair of squares of the other half, by its number from [`pair`], the half boards with a queen that
    /// queens on these two squares attack.
    attacked: Vec<Block>,
}

impl Slices {
    /// Returns slices without half boards.
    pub(super) fn none() -> Slices {
        Slices { lines: [NONE; 64], present: NONE, attacked: Vec::new() }
    }
}

/// Compiles the functions `slice` and `pairs` for each of the target machines. At run time the first target is used
/// that the present machine supports.
macro_rules! compiled {
    ($name:ident for [$($target:literal),*]) => {
        pub(super) mod $name {
            use super::{Rest, Slices};

            /// Turns a list of half boards, each given by its diagonals, into slices: for each diagonal, the half
            /// boards with a queen on it.
            ///
            /// # Panics
            ///
            /// If the list has more than [`BLOCK`](super::BLOCK) half boards.
            #[cfg_attr(feature = "simd", multiversion::multiversion(targets($($target),*)))]
            pub(in super::super) fn slice(list: &[u64], slices: &mut Slices) {
                super::slice(list, slices);
            }

            /// Counts the pairs of a half board in `slices` and a way in `rest` to fill the other half. Only pairs
            /// without a common diagonal count: their queens do not attack each other.
            #[cfg_attr(feature = "simd", multiversion::multiversion(targets($($target),*)))]
            pub(in super::super) fn pairs(slices: &mut Slices, rest: &Rest) -> u64 {
                super::pairs(slices, rest)
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
    for (row, &words) in rows.iter_mut().zip(whole) {
        row.0 = words;
    }
    rows[whole.len()..].fill(NONE);
    if !rest.is_empty() {
        rows[whole.len()].0[..rest.len()].copy_from_slice(rest);
    }
    // Marks the bits in use. The transposition moves the half board in word `w` of row `r` to bit `r` of word `w`.
    for (word, present) in slices.present.0.iter_mut().enumerate() {
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
                    let swapped = (a.0[word] >> width ^ b.0[word]) & low;
                    a.0[word] ^= swapped << width;
                    b.0[word] ^= swapped;
                }
            }
        }
        width /= 2;
        low ^= low << width;
    }
}

#[inline(always)]
fn pairs(slices: &mut Slices, rest: &Rest) -> u64 {
    let Slices { lines, present, attacked } = slices;
    if attacked.len() < half::pairs(rest.n) {
        attacked.resize(half::pairs(rest.n), NONE);
    }
    prepare(lines, attacked, rest);
    // For each inner way of a group, the half boards that it does not attack; for each outer way, the half boards that
    // it attacks.
    let (mut open, mut met) = ([NONE; WAYS], [NONE; WAYS]);
    let mut total = NONE;
    let mut starts = [0; 2];
    let mut fits = rest.fits.iter();
    for &ends in &rest.groups {
        let range = |of: usize| starts[of] as usize..ends[of] as usize;
        for (open, &squares) in open.iter_mut().zip(&rest.inner[range(0)]) {
            let met = any(attacked, squares);
            for word in 0..WORDS {
                open.0[word] = present.0[word] & !met.0[word];
            }
        }
        for (met, &squares) in met.iter_mut().zip(&rest.outer[range(1)]) {
            *met = any(attacked, squares);
        }
        for &[inner, outer] in fits.by_ref().take_while(|&&[inner, _]| inner != END) {
            let (open, met) = (&open[usize::from(inner) % WAYS].0, &met[usize::from(outer) % WAYS].0);
            for word in 0..WORDS {
                total.0[word] += u64::from((open[word] & !met[word]).count_ones());
            }
        }
        starts = ends;
    }
    total.0.iter().sum()
}

/// Computes `attacked`: for each two squares of `rest` that [`pair`] encodes together, the half boards with a queen
/// that queens on these squares attack.
#[inline(always)]
fn prepare(lines: &[Block; 64], attacked: &mut [Block], rest: &Rest) {
    let files = rest.files.as_slice();
    // A row is less than 64 anyway; the remainder only lets the compiler drop the bounds check.
    let line = |row: u8| &lines[usize::from(row) % 64].0;
    let mut ranks = rest.queens.chunks_exact(files.len().max(1));
    for (first_slot, length) in [0, RANKS.div_ceil(2)].into_iter().zip(rest.ranks) {
        for slot in 0..length.div_ceil(2) {
            let is_single = 2 * slot + 1 == length;
            let mut rank = || ranks.next().expect("there are queens for each rank");
            let first = rank();
            let second = if is_single { first } else { rank() };
            for (&a, &[right, left]) in files.iter().zip(first) {
                let (right, left, mut by_a) = (line(right), line(left), [0; WORDS]);
                for word in 0..WORDS {
                    by_a[word] = right[word] | left[word];
                }
                for (&b, &[right, left]) in files.iter().zip(second) {
                    // Queens on the same or on neighbouring files would attack each other.
                    let is_pair = if is_single { a == b } else { a.abs_diff(b) > 1 };
                    if is_pair {
                        let (right, left) = (line(right), line(left));
                        let by_both = &mut attacked[pair(rest.n, first_slot + slot, a, b)].0;
                        for word in 0..WORDS {
                            by_both[word] = by_a[word] | right[word] | left[word];
                        }
                    }
                }
            }
        }
    }
}

/// Returns the half boards with a queen that is attacked from one of `squares`.
#[inline(always)]
fn any(attacked: &[Block], mut squares: SquareBits) -> Block {
    let mut any = NONE;
    // The loop ends with the data instead of a counter: compilers turn a counted loop into gather instructions, which
    // are slow.
    while squares != 0 {
        for (any, attacked) in any.0.iter_mut().zip(attacked[squares as usize % (1 << PAIR_BITS)].0) {
            *any |= attacked;
        }
        squares >>= PAIR_BITS;
    }
    any
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halves::cut::across;
    use crate::halves::half::{FillList, Half, HalfPosition};

    /// Returns the number of pairs of a half board in `list` and a half board in `other` without a common diagonal,
    /// counted one by one.
    fn pairs_one_by_one(list: &[u64], other: &[u64]) -> u64 {
        list.iter().map(|a| other.iter().filter(|&b| a & b == 0).count() as u64).sum()
    }

    #[test]
    fn all_machines_count_the_pairs_that_share_no_line() {
        let half = Half::new(12, vec![(1 << 12) - 1; 7]);
        // Each of the two halves takes seven files.
        for (a, b) in [(0b0011_1110_0011, 0b1100_0001_1111), (0b1010_1011_1010, 0b1101_0110_0110)] {
            let listed = |files| {
                let mut all = Vec::new();
                let mut take = |list: &[u64]| {
                    all.extend_from_slice(list);
                    Ok::<(), ()>(())
                };
                half.list(files, usize::MAX, &mut FillList::default(), &mut take).unwrap();
                all
            };
            let (lower, mut rest) = (listed(a), Rest::default());
            half.rest(&HalfPosition::start(b), &mut rest);
            let other: Vec<u64> = listed(b).into_iter().map(across).collect();
            assert_eq!(other.len(), rest.len());
            assert!(lower.len() > 64 && other.len() > 64, "{} {}", lower.len(), other.len());
            // A list that has a half board for every bit of a block.
            let lower: Vec<u64> = lower.iter().copied().cycle().take(BLOCK).collect();
            for length in [0, 1, 7, 8, 9, 63, 64, 65, 500, BLOCK - 1, BLOCK] {
                let list = &lower[..length];
                let expected = pairs_one_by_one(list, &other);
                let mut slices = Slices::none();
                slice(list, &mut slices);
                assert_eq!(pairs(&mut slices, &rest), expected, "any machine, {length}");
                let mut slices = Slices::none();
                fastest::slice(list, &mut slices);
                assert_eq!(fastest::pairs(&mut slices, &rest), expected, "the fastest, {length}");
                avx2::slice(list, &mut slices);
                assert_eq!(avx2::pairs(&mut slices, &rest), expected, "AVX2, {length}");
            }
        }
    }
}
