//! The published numbers of solutions.

use nqueens_board::Size;

/// The number of board sizes for which the number of solutions is known.
pub(crate) const SIZES: usize = 27;

/// The number of solutions of each board size for which it is known, from size 1 on (OEIS A000170).
const KNOWN: [u64; SIZES] = [
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2_680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// Returns the number of solutions of a board, as published in OEIS A000170; `None` for larger sizes than 27,
/// whose numbers nobody has computed.
///
/// ```
/// use nqueens_guide::{Size, known_solutions};
///
/// assert_eq!(known_solutions(Size::new(8)?), Some(92));
/// assert_eq!(known_solutions(Size::new(28)?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn known_solutions(size: Size) -> Option<u64> {
    KNOWN.get(size.get() - 1).copied()
}
