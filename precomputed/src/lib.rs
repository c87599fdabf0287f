#![doc = include_str!("../README.md")]

use std::ops::RangeInclusive;

/// The board sizes `n` for which this crate has a `.bdd` file.
pub const SIZES: RangeInclusive<usize> = 4..=11;

/// The bytes of the files for [`SIZES`], in the same order.
const FILES: [&[u8]; 8] = [
    include_bytes!("../queens-04.bdd"),
    include_bytes!("../queens-05.bdd"),
    include_bytes!("../queens-06.bdd"),
    include_bytes!("../queens-07.bdd"),
    include_bytes!("../queens-08.bdd"),
    include_bytes!("../queens-09.bdd"),
    include_bytes!("../queens-10.bdd"),
    include_bytes!("../queens-11.bdd"),
];

/// Returns the bytes of the `.bdd` file with all solutions of the n queens problem on an n x n board; `None` if `n` is
/// not one of [`SIZES`].
#[must_use]
pub fn file(n: usize) -> Option<&'static [u8]> {
    n.checked_sub(*SIZES.start()).and_then(|index| FILES.get(index)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table in `MANIFEST` was written together with the files. Its columns are size, nodes, solutions, bytes and
    /// SHA-256.
    #[test]
    fn every_size_has_the_file_that_the_manifest_tells_of() {
        let manifest = include_str!("../MANIFEST");
        let bytes: Vec<(usize, usize)> = manifest
            .lines()
            .skip(1)
            .map(|line| {
                let column = |number| line.split_whitespace().nth(number).unwrap().parse().unwrap();
                (column(0), column(3))
            })
            .collect();
        assert_eq!(bytes.iter().map(|&(n, _)| n).collect::<Vec<_>>(), SIZES.collect::<Vec<_>>());
        for (n, length) in bytes {
            assert_eq!(file(n).map(<[u8]>::len), Some(length), "{n}");
        }
        for n in [0, 3, 12, usize::MAX] {
            assert_eq!(file(n), None);
        }
    }
}
