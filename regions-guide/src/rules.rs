//! The rules of a board.

use bdd_core::Rules;
use nqueens_board::Square;

use crate::attack::Attack;
use crate::board::Board;

/// Returns the rules of a board, with a variable for each square (see [`nqueens_board::Size::variable`]). Two squares
/// exclude each other if they can't both have a piece. There is a line with `stars` pieces for every rank, then for
/// every file, then for every region.
pub(crate) fn rules(board: &Board, attack: Attack, stars: usize) -> Rules {
    let size = board.size;
    let mut rules = Rules::new(size.square_count());
    for a in size.squares() {
        for b in size.squares().take_while(|&b| b < a).filter(|&b| attack.clash(board, stars, a, b).is_some()) {
            rules.exclude(size.variable(b), size.variable(a));
        }
    }
    let mut line = |squares: &mut dyn Iterator<Item = Square>| {
        let squares: Vec<_> = squares.map(|square| size.variable(square)).collect();
        // Two queens on a line exclude each other already, so "at least one" suffices.
        if stars == 1 {
            rules.at_least_one(&squares);
        } else {
            rules.exactly(stars, &squares);
        }
    };
    let n = size.get();
    (0..n).for_each(|rank| line(&mut size.rank(rank)));
    (0..n).for_each(|file| line(&mut size.file(file)));
    (0..n).for_each(|region| line(&mut board.squares_of(region)));
    rules
}
