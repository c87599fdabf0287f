//! All ways to fill half of the board with queens on given files.

use std::ops::{Range, RangeInclusive};

use super::cut::{across, crossing};
use super::subsets::{Splits, sets};
use crate::mask::each_file;

/// The largest number of ranks of a [`Table`], which lists all ways to fill neighbouring ranks with queens.
pub(super) const RANKS: usize = 5;

/// The least power of two that is at least 5!, the number of ways to put queens on 5 given files of 5 ranks. So no set
/// of files has more ways in a [`Table`].
pub(super) const WAYS: usize = 128;

/// The number of bits that one result of [`pair`] takes in [`SquareBits`].
pub(super) const PAIR_BITS: u32 = 13;

/// Returns a number, greater than 0, that encodes two squares: the square on file `a` of one rank and the square on
/// file `b` of the next rank. `slot` is the number of this pair of ranks, counted from 0: the inner ranks come first,
/// then the outer ranks. The last rank of an odd number of ranks has no partner; its square is encoded with `a == b`.
#[inline]
pub(super) fn pair(n: usize, slot: usize, a: usize, b: usize) -> usize {
    ((slot + 1) * n + a) * n + b
}

/// Returns an upper bound of [`pair`] on a board of `n` files: `pair` returns only smaller numbers. The bound is at
/// most two to the power of [`PAIR_BITS`].
pub(super) fn pairs(n: usize) -> usize {
    pair(n, 2 * RANKS.div_ceil(2), 0, 0)
}

/// The number that marks the end of a group in [`Rest::fits`], by an entry `[END, END]`. No [`Way`] has this number in
/// its group.
pub(super) const END: u8 = u8::MAX;

/// Returns the largest number of ranks of a [`Table`] on a board of `n` files: 5, or 4 for `n > 20`, where larger
/// tables would take hundreds of megabytes and save little time.
fn ranks(n: usize) -> usize {
    if n > 20 { RANKS - 1 } else { RANKS }
}

/// One half of the board, seen from the cut: step 0 is the rank next to the cut.
///
/// Backtracking through half a board spends most of its time in dead ends: on ten ranks of 20 x 20, 15 of 16 branches
/// end without a completed half. So only the first ranks of a tall half are filled by backtracking. The other ranks are
/// divided into inner ranks, near the cut, and outer ranks. For each set of files, a table lists all ways to fill the
/// inner ranks with queens on these files, and another table does so for the outer ranks. For each division of the
/// remaining files between the two parts, every inner way is compared with every outer way, in loops whose branches the
/// processor can predict.
#[derive(Clone, Debug)]
pub(super) struct Half {
    n: usize,
    /// For each rank from the cut outwards, the files on which a queen may stand, as bits.
    allowed: Vec<u64>,
    /// The number of ranks next to the cut that backtracking fills without a table.
    front: usize,
    /// The number of ranks between the cut and the outer ranks, which is the step of the first outer rank.
    outer: usize,
    /// For each step (a rank, counted from the cut) from `front` to `outer`, the ways to fill the ranks from this step
    /// up to the outer ranks.
    inner_ways: Vec<Table>,
    outer_ways: Table,
}

/// All ways to fill some neighbouring ranks with queens, grouped by the files of the queens.
#[derive(Clone, Debug)]
struct Table {
    /// For each set of files, by its number, the index in `ways` of the first way that takes these files. A last entry
    /// is the length of `ways`.
    starts: Vec<u32>,
    ways: Vec<Way>,
}

impl Table {
    /// Returns the ways whose queens take exactly the files of the set with this `number`.
    #[inline]
    fn of(&self, number: u32) -> &[Way] {
        &self.ways[self.starts[number as usize] as usize..self.starts[number as usize + 1] as usize]
    }
}

/// A way to fill the ranks of a [`Table`]: a queen on each rank, none attacking another.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// The diagonals of the placed queens that cross the boundary between the ranks of the table and the ranks nearer
    /// to the cut, as seen from the nearer ranks; see [`across`].
    inwards: u64,
    /// The diagonals of the placed queens that cross the boundary between the inner and the outer ranks; see
    /// [`crossing`].
    outwards: u64,
    /// The diagonals of the placed queens that cross the cut; see [`crossing`].
    lines: u64,
    squares: SquareBits,
}

/// The squares of the queens of a [`Way`], packed into a word: two queens on neighbouring ranks share [`PAIR_BITS`]
/// bits, which are the number that [`pair`] returns for their squares.
pub(super) type SquareBits = u64;

/// The state of a search that fills a [`Half`] from the cut outwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPosition {
    /// The next rank to fill, as a step: 0 is the rank next to the cut.
    pub(super) step: usize,
    /// The files, as bits, that the queens still to be placed will take.
    files: u64,
    /// The files of the next rank, as bits, that placed queens attack along diagonals: `right` along diagonals that
    /// lead to the right, `left` along diagonals that lead to the left.
    right: u64,
    left: u64,
    /// The diagonals on which queens on the inner ranks attack the outer ranks, which are far from the cut. The bits
    /// are numbered as in [`crossing`].
    outwards: u64,
    /// The diagonals of the placed queens that cross the cut; see [`crossing`].
    lines: u64,
}

impl HalfPosition {
    /// Returns the position before the first queen is placed. `files` are the files, as bits, that the queens of the
    /// half will take.
    pub(super) fn start(files: u64) -> HalfPosition {
        HalfPosition { step: 0, files, right: 0, left: 0, outwards: 0, lines: 0 }
    }

    /// Returns the diagonals of the placed queens that cross the boundary between the ranks with a queen and the next
    /// rank; see [`crossing`].
    fn onwards(&self, n: usize) -> u64 {
        let inside = (1_u64 << (n - 1)) - 1;
        self.right >> 1 & inside | self.left << 32
    }
}

impl Half {
    /// Creates a half of a board with `n` files. `allowed` has, for each rank from the cut outwards, the files on which
    /// a queen may stand, as bits.
    pub(super) fn new(n: usize, allowed: Vec<u64>) -> Half {
        let outer = allowed.len() - (allowed.len() / 2).min(ranks(n));
        let front = outer.saturating_sub(ranks(n));
        let end = allowed.len();
        let none = Table { starts: Vec::new(), ways: Vec::new() };
        let mut half = Half { n, allowed, front, outer, inner_ways: Vec::new(), outer_ways: none };
        half.inner_ways = (front..=outer).map(|step| half.table(step, outer)).collect();
        half.outer_ways = half.table(outer, end);
        half
    }

    /// Returns the table with all ways to fill the ranks of the steps `first..end`; each step fills one rank.
    fn table(&self, first: usize, end: usize) -> Table {
        let mut table = Table { starts: vec![0], ways: Vec::new() };
        let given = only(&self.allowed[..first]) | only(&self.allowed[end..]);
        let none = Way { inwards: 0, outwards: 0, lines: 0, squares: 0 };
        for files in sets(self.n, end - first) {
            // A set without a file that one of these ranks needs is never looked up, so it gets no ways.
            if files & given == 0 {
                let position = HalfPosition { step: first, ..HalfPosition::start(files) };
                self.tabulate(&position, first..end, none, &mut table.ways);
            }
            // The index fits 32 bits: there are at most C(32, 4) sets with 4! ways each, or C(20, 5) sets with 5! ways
            // each.
            table.starts.push(table.ways.len() as u32);
        }
        table
    }

    /// Appends to `ways` each extension of `way` that fills all ranks of `steps`. `way` has the queens placed so far on
    /// these ranks, and `position` is the state of the search after these queens.
    fn tabulate(&self, position: &HalfPosition, steps: Range<usize>, way: Way, ways: &mut Vec<Way>) {
        if position.step == steps.end {
            ways.push(Way { outwards: position.outwards, lines: position.lines, ..way });
            return;
        }
        let from_first = position.step - steps.start;
        let slot = from_first / 2 + if steps.start == self.outer { RANKS.div_ceil(2) } else { 0 };
        for file in each_file(self.free(position)) {
            let squares = if from_first.is_multiple_of(2) {
                way.squares << PAIR_BITS | pair(self.n, slot, file, file) as SquareBits
            } else {
                // The rank before had no partner yet, so its file is encoded twice. The second encoding is replaced by
                // `file`.
                let repeated = way.squares % (1 << PAIR_BITS) % self.n as SquareBits;
                way.squares - repeated + file as SquareBits
            };
            let inwards = way.inwards | across(crossing(self.n, from_first, file));
            self.tabulate(&self.place(position, file), steps.clone(), Way { inwards, squares, ..way }, ways);
        }
    }

    /// Returns the numbers of placed queens at which [`Half::rest`] can be called: the tables then contain all ways to
    /// fill the remaining ranks.
    pub(super) fn tabulated(&self) -> RangeInclusive<usize> {
        self.front..=self.outer
    }

    /// Returns the files of the ranks that allow a single file, such as the rank of a given queen, as two sets of bits:
    /// first of the inner ranks that `position` has not filled yet, then of the outer ranks.
    fn given(&self, position: &HalfPosition) -> [u64; 2] {
        [only(&self.allowed[position.step..self.outer]), only(&self.allowed[self.outer..])]
    }

    /// Returns the number of ranks that have no queen yet in `position`.
    pub(super) fn left(&self, position: &HalfPosition) -> usize {
        self.allowed.len() - position.step
    }

    /// Returns the files, as bits, on which the next queen of `position` may stand.
    #[inline]
    pub(super) fn free(&self, position: &HalfPosition) -> u64 {
        position.files & self.allowed[position.step] & !(position.right | position.left)
    }

    /// Returns `position` after a queen is placed on `file` of the next rank, [`HalfPosition::step`].
    #[inline]
    pub(super) fn place(&self, position: &HalfPosition, file: usize) -> HalfPosition {
        let (square, step) = (1_u64 << file, position.step);
        let outwards = if step < self.outer { crossing(self.n, self.outer - 1 - step, file) } else { 0 };
        HalfPosition {
            step: step + 1,
            files: position.files & !square,
            right: (position.right | square) << 1,
            left: (position.left | square) >> 1,
            outwards: position.outwards | outwards,
            lines: position.lines | crossing(self.n, step, file),
        }
    }

    /// Lists all ways to fill the half with queens on `files`. The entry for a way is the set of its diagonals that
    /// cross the cut, as [`crossing`] returns them; several entries may be equal. Collects the entries in `list`. Calls
    /// `take` with them whenever there are at least `batch` entries, and at the end with the last entries.
    ///
    /// # Errors
    ///
    /// The errors of `take`.
    pub(super) fn list<E>(
        &self,
        files: u64,
        batch: usize,
        list: &mut FillList,
        take: &mut impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        list.length = 0;
        self.extend(&HalfPosition::start(files), batch, list, take)?;
        take(&list.entries[..list.length])
    }

    fn extend<E>(
        &self,
        position: &HalfPosition,
        batch: usize,
        list: &mut FillList,
        take: &mut impl FnMut(&[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        if position.step < self.front {
            for file in each_file(self.free(position)) {
                self.extend(&self.place(position, file), batch, list, take)?;
            }
            return Ok(());
        }
        let from_front = position.onwards(self.n);
        list.splits.fill(position.files, self.outer - position.step, self.given(position));
        for split in list.splits.iter() {
            let (inner, outer) = (self.inner_ways[0].of(split.taken), self.outer_ways.of(split.left));
            let most = list.length + inner.len() * outer.len();
            if list.entries.len() < most {
                list.entries.resize(most.next_power_of_two(), 0);
            }
            let (entries, mut length) = (list.entries.as_mut_slice(), list.length);
            for a in inner.iter().filter(|way| way.inwards & from_front == 0) {
                let (lines, outwards) = (position.lines | a.lines, position.outwards | a.outwards);
                for b in outer {
                    entries[length] = lines | b.lines;
                    length += usize::from(outwards & b.inwards == 0);
                }
            }
            list.length = length;
            if list.length >= batch {
                take(&list.entries[..list.length])?;
                list.length = 0;
            }
        }
        Ok(())
    }

    /// Replaces the contents of `rest` by all ways to fill the ranks that have no queen in `position`.
    ///
    /// # Panics
    ///
    /// Unless [`Half::tabulated`] contains the number of queens in `position`.
    pub(super) fn rest(&self, position: &HalfPosition, rest: &mut Rest) {
        let from_front = position.onwards(self.n);
        let inner_ways = &self.inner_ways[position.step - self.front];
        rest.clear();
        rest.n = self.n;
        rest.files.extend(each_file(position.files));
        for step in position.step..self.allowed.len() {
            rest.queens.extend(rest.files.iter().map(|&file| rows(across(crossing(self.n, step, file)))));
        }
        rest.ranks = [self.outer - position.step, self.allowed.len() - self.outer];
        let (mut kept_inner, mut kept_outer) = ([(0, 0); WAYS], [(0, 0); WAYS]);
        rest.splits.fill(position.files, self.outer - position.step, self.given(position));
        for split in rest.splits.iter() {
            // These loops have no branches: each condition holds about half of the time, so the processor could not
            // predict it.
            let (mut inner, mut outer) = (0, 0);
            for way in inner_ways.of(split.taken) {
                kept_inner[inner] = (way.outwards, way.squares);
                inner += usize::from(way.inwards & from_front == 0);
            }
            for way in self.outer_ways.of(split.left) {
                kept_outer[outer] = (way.inwards, way.squares);
                outer += usize::from(way.inwards & position.outwards == 0);
            }
            let (inner, outer) = (&kept_inner[..inner], &kept_outer[..outer]);
            let start = rest.fits_length;
            let most = start + inner.len() * outer.len() + 1;
            if rest.fits.len() < most {
                rest.fits.resize(most.next_power_of_two(), [0; 2]);
            }
            let (fits, mut length) = (rest.fits.as_mut_slice(), start);
            for (a, (outwards, _)) in (0..).zip(inner) {
                for (b, (inwards, _)) in (0..).zip(outer) {
                    fits[length] = [a, b];
                    length += usize::from(outwards & inwards == 0);
                }
            }
            if length > start {
                fits[length] = [END; 2];
                rest.fits_length = length + 1;
                rest.inner.extend(inner.iter().map(|&(_, squares)| squares));
                rest.outer.extend(outer.iter().map(|&(_, squares)| squares));
                rest.groups.push([rest.inner.len(), rest.outer.len()].map(|end| end as u32));
            }
        }
    }
}

/// Returns the files of the ranks that allow a single file, such as the rank of a given queen, as a set of bits.
fn only(allowed: &[u64]) -> u64 {
    allowed.iter().filter(|files| files.count_ones() == 1).fold(0, |all, files| all | files)
}

/// A list of ways to fill a half, and the buffers to make it; see [`Half::list`].
#[derive(Debug, Default)]
pub(super) struct FillList {
    /// For each way, the diagonals of its queens that cross the cut. Only the first `length` entries are in use.
    entries: Vec<u64>,
    length: usize,
    splits: Splits,
}

/// The ways to fill the remaining ranks of a half, as pairs of a way for the inner ranks and a way for the outer ranks.
/// Pairs whose inner ways take the same files form a group.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// The size of the board, which is its number of files.
    pub(super) n: usize,
    /// The number of inner ranks that still have no queen, and the number of outer ranks, none of which has a queen
    /// yet.
    pub(super) ranks: [usize; 2],
    /// The files that the missing queens of the inner and outer ranks will take, in ascending order.
    pub(super) files: Vec<usize>,
    /// For each remaining rank and each of `files`, the bit indices of the square's two diagonals towards the cut, as
    /// seen from the other half; [`NO_LINE`] for a diagonal that does not cross the cut.
    pub(super) queens: Vec<[u8; 2]>,
    /// The end of each group in `inner` and in `outer`, as indices after its last entries.
    pub(super) groups: Vec<[u32; 2]>,
    /// The ways to fill the inner ranks, group by group; see [`Rest`].
    pub(super) inner: Vec<SquareBits>,
    /// The ways to fill the outer ranks, group by group; see [`Rest`].
    pub(super) outer: Vec<SquareBits>,
    /// The pairs of an inner and an outer way that do not attack each other, each way by its number in the group. An
    /// entry `[END, END]` ends each group. Only the first `fits_length` entries are in use.
    pub(super) fits: Vec<[u8; 2]>,
    fits_length: usize,
    splits: Splits,
}

impl Rest {
    fn clear(&mut self) {
        self.files.clear();
        self.queens.clear();
        self.groups.clear();
        self.inner.clear();
        self.outer.clear();
        self.fits_length = 0;
    }

    /// Returns the number of ways to fill the remaining ranks.
    pub(super) fn len(&self) -> usize {
        self.fits_length - self.groups.len()
    }
}

/// The bit index that stands for "no diagonal". [`crossing`] never sets this bit: boards have at most 32 files, so its
/// bits for the 31 diagonals in each direction are 0 to 30 and 32 to 62.
const NO_LINE: u8 = 63;

/// Returns the bit indices of the two diagonals in `lines`, which are the diagonals of one square as [`crossing`]
/// returns them: first the diagonal in the low 32 bits, then the diagonal in the high 32 bits. The index of a missing
/// diagonal is [`NO_LINE`].
fn rows(lines: u64) -> [u8; 2] {
    let bit = |half: u64, from: u8| if half == 0 { NO_LINE } else { half.trailing_zeros() as u8 + from };
    [bit(lines & 0xffff_ffff, 0), bit(lines >> 32, 32)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halves::subsets::{binomial, with_number};

    /// Returns the number of ways to put queens on the first `ranks` ranks of a board, all on `files`, by trying all
    /// squares.
    fn ways(n: i32, ranks: usize, files: u64, taken: &mut Vec<i32>) -> usize {
        if taken.len() == ranks {
            return 1;
        }
        let rank = taken.len() as i32;
        let mut total = 0;
        for file in (0..n).filter(|file| files >> file & 1 == 1) {
            let free = (0..).zip(taken.iter()).all(|(r, &f)| f != file && (f - file).abs() != rank - r);
            if free {
                taken.push(file);
                total += ways(n, ranks, files, taken);
                taken.pop();
            }
        }
        total
    }

    /// Compares [`Half::list`] and [`Half::rest`] with the number of all ways to fill `ranks` ranks, for every
    /// `step`-th set of files.
    fn compare(n: usize, ranks: usize, step: usize) {
        let half = Half::new(n, vec![(1 << n) - 1; ranks]);
        let (mut list, mut rest) = (FillList::default(), Rest::default());
        for number in (0..binomial(n, ranks)).step_by(step) {
            let files = with_number(ranks, number);
            let expected = ways(n as i32, ranks, files, &mut Vec::new());
            let mut listed = 0;
            let mut take = |list: &[u64]| -> Result<(), ()> {
                listed += list.len();
                Ok(())
            };
            half.list(files, 3, &mut list, &mut take).unwrap();
            assert_eq!(listed, expected, "n = {n}, {ranks} ranks, {files:b}");
            // After any number of queens in `tabulated`, the rests of all positions together contain each way once.
            let mut positions = vec![HalfPosition::start(files)];
            for queens in 0..=half.outer {
                if queens > 0 {
                    let placed = |position| each_file(half.free(position)).map(|file| half.place(position, file));
                    positions = positions.iter().flat_map(placed).collect();
                }
                if half.tabulated().contains(&queens) {
                    let rests = positions.iter().map(|position| {
                        half.rest(position, &mut rest);
                        rest.len()
                    });
                    assert_eq!(rests.sum::<usize>(), expected, "n = {n}, {ranks} ranks, {files:b}, {queens} queens");
                }
            }
        }
    }

    #[test]
    fn lists_and_rests_have_all_ways_and_no_others() {
        for n in 1..=9 {
            for ranks in 1..=n {
                compare(n, ranks, 7);
            }
        }
    }

    #[test]
    fn ranks_without_a_table_are_filled_too() {
        for (n, ranks, step) in [(11, 11, 1), (12, 11, 5), (21, 9, 100_000), (24, 9, 500_000)] {
            assert!(Half::new(n, vec![(1 << n) - 1; ranks]).front > 0);
            compare(n, ranks, step);
        }
    }
}
