//! The symmetries of a board that map halves to halves. They map the divisions of the files between the halves
//! ([`Share`]) to each other.

use std::collections::BTreeSet;

/// The symmetries of a board, other than the identity, that map ranks to ranks and allowed squares to allowed squares.
/// The four symmetries of the board that swap ranks and files are left out, since they do not map halves to halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetries {
    n: usize,
    /// `true` if swapping left and right maps the allowed squares to themselves.
    mirror: bool,
    /// `true` if swapping top and bottom maps the allowed squares to themselves.
    flip: bool,
    /// `true` if a half turn, which swaps left and right as well as top and bottom, maps the allowed squares to
    /// themselves.
    turn: bool,
}

/// A division of the files between the two halves. `lower` has the files of the lower half, as bits; the upper half
/// takes the other files. `middle` is the file of the queen on the middle rank, if there is a rank in the middle
/// between halves of the same height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Share {
    pub(super) lower: u64,
    pub(super) middle: Option<usize>,
}

impl Symmetries {
    /// Returns the symmetries of a board. `allowed` has, for each rank, the files on which a queen may stand, as bits.
    pub(super) fn of(allowed: &[u64]) -> Symmetries {
        let n = allowed.len();
        let ranks = || allowed.iter().copied();
        Symmetries {
            n,
            mirror: ranks().all(|files| files == mirrored(n, files)),
            flip: ranks().eq(ranks().rev()),
            turn: ranks().eq(ranks().rev().map(|files| mirrored(n, files))),
        }
    }

    /// Returns `true` if a symmetry swaps the halves.
    pub(super) fn turn_over(&self) -> bool {
        self.flip || self.turn
    }

    /// Returns the images of `share` under the symmetries, starting with `share` itself. An image may occur several
    /// times.
    pub(super) fn images(&self, share: Share) -> impl Iterator<Item = Share> {
        let mirror = |share: Share| Share {
            lower: mirrored(self.n, share.lower),
            middle: share.middle.map(|file| self.n - 1 - file),
        };
        let all = (1_u64 << self.n) - 1;
        let middle = share.middle.map_or(0, |file| 1 << file);
        let flipped = Share { lower: all & !(share.lower | middle), ..share };
        let images = [(true, share), (self.flip, flipped), (self.turn, mirror(flipped)), (self.mirror, mirror(share))];
        images.into_iter().filter_map(|(kept, image)| kept.then_some(image))
    }

    /// Returns `true` if `share` represents its images: it is the smallest image.
    pub(super) fn is_first(&self, share: Share) -> bool {
        self.images(share).all(|image| image >= share)
    }

    /// Returns the number of different images of `share`, itself included, if `share` is the smallest of them. Returns
    /// 0 if another image is smaller: only the smallest image is counted, once for all images.
    pub(super) fn weight(&self, share: Share) -> u64 {
        let images: BTreeSet<Share> = self.images(share).collect();
        if images.first() == Some(&share) { images.len() as u64 } else { 0 }
    }
}

/// Returns the set `files` mirrored left to right on a board of `n` files.
pub(super) fn mirrored(n: usize, files: u64) -> u64 {
    files.reverse_bits() >> (64 - n)
}

#[cfg(test)]
mod tests {
    use crate::halves::Halves;
    use crate::halves::subsets::binomial;
    use crate::{Placement, Size};

    /// Checks that the weights of all shares add up to the number of shares: every set of n/2 files once, or, with a
    /// middle rank, once for each file of the middle queen.
    #[test]
    fn the_sets_that_stand_for_others_stand_for_all() {
        for n in 1..=18 {
            let halves = Halves::new(&Placement::empty(Size::new(n).unwrap())).unwrap();
            assert_eq!(halves.sets(), binomial(n, n / 2));
            let shares = (0..halves.sets()).flat_map(|number| halves.shares(halves.sets.set(number)));
            let (mut all, mut counted) = (0, 0);
            for (_, weight) in shares {
                all += weight;
                counted += u64::from(weight > 0);
            }
            assert_eq!(all, binomial(n, n / 2) * if n % 2 == 1 { n as u64 - n as u64 / 2 } else { 1 }, "n = {n}");
            assert!(4 * counted >= all && counted <= all, "n = {n}: {counted} of {all}");
            // The expected values were counted independently.
            match n {
                12 => assert_eq!(counted, 252),
                16 => assert_eq!(counted, 3_299),
                18 => assert_eq!(counted, 12_283),
                _ => {}
            }
        }
    }

    #[test]
    fn every_set_has_one_number() {
        for n in 1..=14 {
            let halves = Halves::new(&Placement::empty(Size::new(n).unwrap())).unwrap();
            let mut sets: Vec<u64> = (0..halves.sets()).map(|number| halves.sets.set(number)).collect();
            sets.sort_unstable();
            sets.dedup();
            assert_eq!(sets.len() as u64, halves.sets(), "n = {n}");
            assert!(sets.iter().all(|set| set.count_ones() as usize == n / 2), "n = {n}");
        }
    }
}
