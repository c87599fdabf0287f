//! The rules of a board.

use bdd_core::Rules;

use crate::attack::Attack;
use crate::board::Board;

/// The rules of a board: exactly one queen in every rank, file and region, in this order, and no two that attack each
/// other. One variable a square, in variable order (see [`nqueens_board::Size::variable`]).
#[must_use]
pub fn regions_rules(board: &Board, attack: Attack) -> Rules {
    let size = board.size();
    let mut rules = Rules::new(size.square_count());
    for a in size.squares() {
        for b in size.squares().take_while(|&b| b < a).filter(|&b| attack.clash(board, a, b).is_some()) {
            rules.exclude(size.variable(b), size.variable(a));
        }
    }
    let n = size.get();
    (0..n)
        .for_each(|rank| rules.at_least_one(&size.rank(rank).map(|square| size.variable(square)).collect::<Vec<_>>()));
    (0..n)
        .for_each(|file| rules.at_least_one(&size.file(file).map(|square| size.variable(square)).collect::<Vec<_>>()));
    for region in 0..n {
        rules.at_least_one(&board.squares_of(region).map(|square| size.variable(square)).collect::<Vec<_>>());
    }
    rules
}
