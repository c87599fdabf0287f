//! The players' names of Sudoku's counting arguments.

use bdd_core::LineId;
use puzzle_core::explain::Cover;

use crate::shape::Shape;

/// What a line of the rules is about; see [`sudoku_rules`](crate::rules::sudoku_rules).
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Cell,
    Row,
    Column,
    Block,
}

fn about(shape: Shape, line: LineId) -> About {
    match line.index() / shape.cells() {
        0 => About::Cell,
        1 => About::Row,
        2 => About::Column,
        _ => About::Block,
    }
}

/// The name of the argument that all that is left of some lines lies within as many others, if it has one.
pub(crate) fn pattern(shape: Shape, base: &[LineId], covers: &[Cover]) -> Option<&'static str> {
    let of = |lines: &mut dyn Iterator<Item = LineId>| {
        let mut kinds = lines.map(|line| about(shape, line));
        let first = kinds.next()?;
        kinds.all(|kind| kind == first).then_some(first)
    };
    let lines: Option<Vec<LineId>> = covers
        .iter()
        .map(|cover| match cover {
            Cover::Line(line) => Some(*line),
            Cover::Clique(_) => None,
        })
        .collect();
    let names = match (of(&mut base.iter().copied())?, of(&mut lines?.into_iter())?) {
        (About::Block, About::Row | About::Column) => ["pointing", "", "", ""],
        (About::Row | About::Column, About::Block) => ["claiming", "", "", ""],
        (About::Cell, _) => ["", "naked pair", "naked triplet", "naked quad"],
        (_, About::Cell) => ["", "hidden pair", "hidden triplet", "hidden quad"],
        (About::Row, About::Column) | (About::Column, About::Row) => ["", "X-wing", "swordfish", "jellyfish"],
        _ => return None,
    };
    names.get(base.len().checked_sub(1)?).copied().filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_the_names_that_players_give_them() {
        let shape = Shape::NINE;
        let lines = |kind: usize, count: usize| (0..count).map(|i| LineId::at(81 * kind + 9 * i)).collect::<Vec<_>>();
        let named = |base: usize, covers: usize, count: usize| {
            let covers: Vec<Cover> = lines(covers, count).into_iter().map(Cover::Line).collect();
            pattern(shape, &lines(base, count), &covers)
        };
        assert_eq!((named(3, 1, 1), named(2, 3, 1)), (Some("pointing"), Some("claiming")));
        assert_eq!((named(0, 1, 2), named(3, 0, 3)), (Some("naked pair"), Some("hidden triplet")));
        assert_eq!((named(1, 2, 2), named(2, 1, 4)), (Some("X-wing"), Some("jellyfish")));
        assert_eq!((named(1, 3, 2), named(0, 1, 5)), (None, None));
        let clique = [Cover::Clique(Vec::new())];
        assert_eq!(pattern(shape, &lines(3, 1), &clique), None);
    }
}
