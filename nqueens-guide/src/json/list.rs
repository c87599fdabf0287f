//! Lists of solutions.

use serde::Serialize;

use crate::board::Size;

/// What `nqueens solve --format json` and `nqueens sample --format json` print. The commands write long lists piece by
/// piece; this is for short ones.
#[derive(Serialize)]
pub struct SolutionsJson {
    n: usize,
    solutions: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
}

impl SolutionsJson {
    /// Solutions, each as the ranks of its queens counted from 0, which are counted from 1 in JSON; and the seed, if
    /// they were drawn.
    #[must_use]
    pub fn new(size: Size, solutions: impl IntoIterator<Item = Vec<u8>>, seed: Option<u64>) -> SolutionsJson {
        let from_one = |ranks: Vec<u8>| ranks.into_iter().map(|rank| usize::from(rank) + 1).collect();
        SolutionsJson { n: size.get(), solutions: solutions.into_iter().map(from_one).collect(), seed }
    }
}
