//! All ways to fill half of the board with queens on given files.

use super::cut::{across, crossing};
use super::subsets::{binomial, number_of, with_number};
use crate::mask::each_file;

/// Returns the largest number of outer ranks, the ranks far from the cut that a [`Half`] fills from a table. It is 5,
/// or 4 for `n > 24`, where a table for 5 ranks would take hundreds of megabytes.
fn outer(n: usize) -> usize {
    if n > 24 { 4 } else { 5 }
}

/// One half of the board. Its ranks are numbered as steps from the cut outwards: step 0 is the rank next to the cut.
///
/// Backtracking through half a board spends most of its time in dead ends: on ten ranks of a 20 x 20 board there are 15
/// dead ends for every completed half. So only the inner ranks, near the cut, are filled by backtracking. The outer
/// ranks are filled from a table of all ways to do so, sorted by the set of files that they take, and the ways that fit
/// the inner ranks are joined to them.
#[derive(Clone, Debug)]
pub(super) struct Half {
    n: usize,
    /// For each rank from the cut outwards, the files on which a queen may stand, as bits.
    allowed: Vec<u64>,
    /// The number of inner ranks, which backtracking fills.
    inner: usize,
    /// For each set of files, by its number, the index in `ways` of the first way that takes these files. A last entry
    /// is the length of `ways`.
    starts: Vec<u32>,
    ways: Vec<OuterWay>,
}

/// A way to fill the outer ranks of a half with queens, by their diagonals.
#[derive(Clone, Copy, Debug)]
struct OuterWay {
    /// The diagonals that cross from the outer to the inner ranks, seen from the inner ranks; see [`across`].
    inwards: u64,
    /// The diagonals that cross the cut; see [`crossing`].
    lines: u64,
}

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
    /// The diagonals of the placed queens that cross the boundary between the inner and the outer ranks; see
    /// [`crossing`].
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
}

impl Half {
    /// Creates a half of a board with `n` files. `allowed` has, for each rank from the cut outwards, the files on which
    /// a queen may stand, as bits.
    pub(super) fn new(n: usize, allowed: Vec<u64>) -> Half {
        let outer = (allowed.len() / 2).min(outer(n));
        let inner = allowed.len() - outer;
        let mut half = Half { n, allowed, inner, starts: vec![0], ways: Vec::new() };
        for number in 0..binomial(n, outer) {
            let position = HalfPosition { step: inner, ..HalfPosition::start(with_number(outer, number)) };
            half.tabulate(position);
            // The index fits `u32`: there are at most C(32, 5) sets, with at most 5! ways each.
            half.starts.push(half.ways.len() as u32);
        }
        half
    }

    fn tabulate(&mut self, position: HalfPosition) {
        if position.step == self.allowed.len() {
            self.ways.push(OuterWay { inwards: across(position.outwards), lines: position.lines });
            return;
        }
        for file in each_file(self.free(&position)) {
            self.tabulate(self.place(&position, file));
        }
    }

    /// Returns the number of inner ranks, which backtracking fills.
    pub(super) fn inner(&self) -> usize {
        self.inner
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
        let to_table = if step < self.inner { self.inner - 1 - step } else { step - self.inner };
        HalfPosition {
            step: step + 1,
            files: position.files & !square,
            right: (position.right | square) << 1,
            left: (position.left | square) >> 1,
            outwards: position.outwards | crossing(self.n, to_table, file),
            lines: position.lines | crossing(self.n, step, file),
        }
    }

    /// Returns the ways to fill the outer ranks that fit the queens of `position`, which stand on all inner ranks. Each
    /// way is given as the diagonals of its queens across the cut; see [`crossing`].
    #[inline]
    fn ways(&self, position: &HalfPosition) -> impl Iterator<Item = u64> {
        let number = number_of(position.files) as usize;
        let ways = &self.ways[self.starts[number] as usize..self.starts[number + 1] as usize];
        let outwards = position.outwards;
        ways.iter().filter(move |way| way.inwards & outwards == 0).map(|way| way.lines)
    }

    /// Lists the ways to fill this half with queens on `files`, each as the diagonals that cross the cut; different
    /// ways may have the same diagonals. Calls `take`, which must empty the list, whenever the list has at least
    /// `batch` entries, and at the end.
    ///
    /// # Errors
    ///
    /// The errors of `take`.
    pub(super) fn list<E>(
        &self,
        files: u64,
        batch: usize,
        list: &mut Vec<u64>,
        take: &mut impl FnMut(&mut Vec<u64>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.extend(&HalfPosition::start(files), batch, list, take)?;
        take(list)
    }

    fn extend<E>(
        &self,
        position: &HalfPosition,
        batch: usize,
        list: &mut Vec<u64>,
        take: &mut impl FnMut(&mut Vec<u64>) -> Result<(), E>,
    ) -> Result<(), E> {
        if position.step == self.inner {
            list.extend(self.ways(position).map(|lines| position.lines | lines));
            return if list.len() >= batch { take(list) } else { Ok(()) };
        }
        for file in each_file(self.free(position)) {
            self.extend(&self.place(position, file), batch, list, take)?;
        }
        Ok(())
    }

    /// Replaces `tree` by the tree of all ways to fill the ranks that have no queen yet in `position`.
    pub(super) fn grow(&self, position: &HalfPosition, tree: &mut Tree) {
        tree.nodes.clear();
        tree.leaves.clear();
        if position.step == self.inner {
            // A node without diagonals, since each leaf must belong to a node.
            tree.nodes.push(TreeNode { depth: 0, rows: [NO_LINE; 2], next: 1, leaves: 0 });
            tree.leaves.extend(self.ways(position).map(across));
        } else {
            self.branch(position, position.step, tree);
        }
        let end = TreeNode { depth: 0, rows: [NO_LINE; 2], next: 0, leaves: tree.leaves.len() as u32 };
        tree.nodes.push(end);
    }

    fn branch(&self, position: &HalfPosition, root: usize, tree: &mut Tree) {
        for file in each_file(self.free(position)) {
            let (node, leaves) = (tree.nodes.len(), tree.leaves.len());
            let rows = rows(across(crossing(self.n, position.step, file)));
            tree.nodes.push(TreeNode { depth: (position.step - root) as u32, rows, next: 0, leaves: leaves as u32 });
            let position = self.place(position, file);
            if position.step == self.inner {
                tree.leaves.extend(self.ways(&position).map(across));
            } else {
                self.branch(&position, root, tree);
            }
            if tree.leaves.len() == leaves {
                tree.nodes.truncate(node);
            } else {
                tree.nodes[node].next = tree.nodes.len() as u32;
            }
        }
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

/// All ways to fill the remaining ranks of a half, as a tree: a [`TreeNode`] for each queen on the inner ranks, and,
/// below the queens of the last inner rank, a leaf for each way to fill the outer ranks. It has no dead ends: every
/// node has leaves below it.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The nodes in depth-first order. A last node without a queen marks the end of the leaves.
    pub(super) nodes: Vec<TreeNode>,
    /// For each way to fill the outer ranks, its diagonals across the cut, seen from the other half.
    pub(super) leaves: Vec<u64>,
}

/// A node of a [`Tree`]: a queen on one of the inner ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    /// The number of queens above this queen in the tree.
    pub(super) depth: u32,
    /// The bit indices of the queen's two diagonals across the cut, seen from the other half. The index is [`NO_LINE`]
    /// for a diagonal that does not cross the cut.
    pub(super) rows: [u8; 2],
    /// The index in [`Tree::nodes`] of the first node after this node's subtree.
    pub(super) next: u32,
    /// The index in [`Tree::leaves`] of this node's first leaf. Its leaves end where those of the next node begin; a
    /// node above the last inner rank has no leaves of its own.
    pub(super) leaves: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of ways to put queens on the first ranks of a board, by trying all squares.
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

    #[test]
    fn lists_and_trees_have_all_ways_and_no_others() {
        for n in 1..=9 {
            for ranks in 1..=n {
                let half = Half::new(n, vec![(1 << n) - 1; ranks]);
                let mut tree = Tree::default();
                for number in (0..binomial(n, ranks)).step_by(7) {
                    let files = with_number(ranks, number);
                    let expected = ways(n as i32, ranks, files, &mut Vec::new());
                    let mut listed = 0;
                    let mut take = |list: &mut Vec<u64>| -> Result<(), ()> {
                        listed += list.len();
                        list.clear();
                        Ok(())
                    };
                    half.list(files, 3, &mut Vec::new(), &mut take).unwrap();
                    half.grow(&HalfPosition::start(files), &mut tree);
                    assert_eq!((listed, tree.leaves.len()), (expected, expected), "n = {n}, {ranks} ranks, {files:b}");
                }
            }
        }
    }
}
