//! The rules of n-queens.

use bdd_core::Rules;

use nqueens_board::Size;
use nqueens_board::attacks;

/// Returns the rules of n-queens: no two queens attack each other, and every rank and every file has a queen.
///
/// There is one variable for each square, in variable order (see [`Size::variable`]).
///
/// ```
/// use nqueens_guide::{Size, nqueens_rules};
///
/// let rules = nqueens_rules(Size::new(4)?);
/// // 76 pairs of squares attack each other; 4 ranks and 4 files have a queen.
/// assert_eq!((rules.exclusions().count(), rules.constraints().len()), (76, 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn nqueens_rules(size: Size) -> Rules {
    let mut rules = Rules::new(size.square_count());
    for a in size.squares() {
        for b in size.squares().take_while(|&b| b < a).filter(|&b| attacks(a, b)) {
            rules.exclude(size.variable(b), size.variable(a));
        }
    }
    for line in 0..size.get() {
        rules.at_least_one(&size.rank(line).map(|square| size.variable(square)).collect::<Vec<_>>());
    }
    for line in 0..size.get() {
        rules.at_least_one(&size.file(line).map(|square| size.variable(square)).collect::<Vec<_>>());
    }
    rules
}
