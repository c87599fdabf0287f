//! All ways to fill half of the board with queens on given files.

use super::cut::{across, crossing};
use super::subsets::{binomial, number_of, with_number};
use crate::mask::each_file;

/// Returns the number of outer ranks, which a half fills from a table: 5, or 4 for `n > 24`, where the larger table
/// would take hundreds of megabytes.
fn outer(n: usize) -> usize {
    if n > 24 { 4 } else { 5 }
}

/// One half of the board, seen from the cut: step 0 is the rank next to it.
///
/// Backtracking through half a board spends most of its time in dead ends: on ten ranks of 20 x 20 there are 15 for
/// every completed half. So the ranks far from the cut are filled from the table `ways`, which lists all ways by the
/// files taken; the inner ranks, filled by backtracking, are joined with the ways that fit.
#[derive(Clone, Debug)]
pub(super) struct Half {
    n: usize,
    /// The allowed files, as bits, step by step.
    allowed: Vec<u64>,
    /// The number of steps that backtracking fills.
    inner: usize,
    /// The start of each set's ways in `ways`, by the number of the set, and the end of the last one.
    starts: Vec<u32>,
    ways: Vec<OuterWay>,
}

/// A way to fill the outer ranks.
#[derive(Clone, Copy, Debug)]
struct OuterWay {
    /// The lines that cross from the outer to the inner ranks, as the inner ranks see them; see [`across`].
    inwards: u64,
    /// The lines that cross the cut.
    lines: u64,
}

/// Queens on the first steps of a half.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfPosition {
    /// The number of steps with a queen.
    pub(super) step: usize,
    /// The files left for the other queens, as bits.
    files: u64,
    /// The files of the next step that are attacked along diagonals: those to the `right`, and those to the `left`.
    right: u64,
    left: u64,
    /// The lines that cross from the inner to the outer ranks.
    outwards: u64,
    /// The lines that cross the cut.
    lines: u64,
}

impl HalfPosition {
    /// Returns the empty position of a half whose queens will stand on `files`, a bit set.
    pub(super) fn start(files: u64) -> HalfPosition {
        HalfPosition { step: 0, files, right: 0, left: 0, outwards: 0, lines: 0 }
    }
}

impl Half {
    /// Creates a half with one rank for each entry of `allowed`, from the cut outwards.
    pub(super) fn new(n: usize, allowed: Vec<u64>) -> Half {
        let outer = (allowed.len() / 2).min(outer(n));
        let inner = allowed.len() - outer;
        let mut half = Half { n, allowed, inner, starts: vec![0], ways: Vec::new() };
        for number in 0..binomial(n, outer) {
            let position = HalfPosition { step: inner, ..HalfPosition::start(with_number(outer, number)) };
            half.tabulate(position);
            // There are C(32, 5) sets with at most 5! ways.
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

    /// Returns the number of steps that backtracking fills.
    pub(super) fn inner(&self) -> usize {
        self.inner
    }

    /// Returns the number of steps of `position` without a queen.
    pub(super) fn left(&self, position: &HalfPosition) -> usize {
        self.allowed.len() - position.step
    }

    /// Returns the files that the next queen of `position` may take.
    #[inline]
    pub(super) fn free(&self, position: &HalfPosition) -> u64 {
        position.files & self.allowed[position.step] & !(position.right | position.left)
    }

    /// Returns `position` with a queen on `file` of its next step.
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

    /// Returns the ways to fill the outer ranks that fit the filled inner ranks of `position`, each as its lines across
    /// the cut.
    #[inline]
    fn ways(&self, position: &HalfPosition) -> impl Iterator<Item = u64> {
        let number = number_of(position.files) as usize;
        let ways = &self.ways[self.starts[number] as usize..self.starts[number + 1] as usize];
        let outwards = position.outwards;
        ways.iter().filter(move |way| way.inwards & outwards == 0).map(|way| way.lines)
    }

    /// Lists the ways to fill a half with queens on `files`, each as the lines that cross the cut; several ways may
    /// share them. `take` empties the list whenever it has at least `batch` entries, and at the end.
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

    /// Replaces `tree` by the ways to fill the rest of `position`.
    pub(super) fn grow(&self, position: &HalfPosition, tree: &mut Tree) {
        tree.nodes.clear();
        tree.leaves.clear();
        if position.step == self.inner {
            // A node without lines, so that the leaves have a node.
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

/// The bit for "no line": at most 31 lines lead to either side; see [`crossing`].
const NO_LINE: u8 = 63;

/// Returns the bit indices of the lines of one square across the cut, at most one to either side; [`NO_LINE`] where
/// there is none.
fn rows(lines: u64) -> [u8; 2] {
    let bit = |half: u64, from: u8| if half == 0 { NO_LINE } else { half.trailing_zeros() as u8 + from };
    [bit(lines & 0xffff_ffff, 0), bit(lines >> 32, 32)]
}

/// The ways to fill the rest of a half: a [`TreeNode`] for each queen of the inner ranks, and below the last inner rank
/// the ways to fill the outer ones. It has no dead ends.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The nodes in depth-first order, and a last one that only marks the end of the leaves.
    pub(super) nodes: Vec<TreeNode>,
    /// The lines across the cut of each way to fill the outer ranks, as the other half sees them.
    pub(super) leaves: Vec<u64>,
}

/// A queen of the inner ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    /// The number of queens above it in the tree.
    pub(super) depth: u32,
    /// The bit indices of its lines across the cut, as the other half sees them; [`NO_LINE`] where there is none.
    pub(super) rows: [u8; 2],
    /// The index of the next node outside of its subtree.
    pub(super) next: u32,
    /// The index of its first leaf. Its leaves end at `leaves` of the next node; inner nodes have none of their own.
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
