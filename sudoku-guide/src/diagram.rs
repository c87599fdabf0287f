//! The diagram of all completions, built without conjunctions.

use std::ops::ControlFlow;

use bdd_core::{Bdd, BuildError, Choices, Mdd, Reporter, Variable};
use rustc_hash::FxHashMap;

use crate::field::{Dead, Field, Houses};
use crate::search::{End, lowest, search};
use crate::shape::Cell;

/// How much work may go into the diagram of a position before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The search nodes for listing the completions one by one.
    pub search_nodes: u64,
    /// The completions listed; if there are more, they are searched cell by cell, remembering what is left.
    pub listed: usize,
    /// The fields remembered then.
    pub fields: usize,
    /// The bytes that these, and the diagram, may take.
    pub memory: usize,
}

impl Default for Effort {
    /// Some seconds at the most.
    fn default() -> Effort {
        Effort { search_nodes: 200_000, listed: 10_000, fields: 1_000_000, memory: 2 << 30 }
    }
}

/// The diagram takes more than the effort allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// The number of completions that were found before.
    pub(crate) found: usize,
}

/// The diagram of the completions of a field; `field` is settled, or nothing is left.
///
/// Few completions are listed, by the search that is best at it, and joined. Where they are many, a search cell by cell
/// in the order of the variables remembers the choices that every field led to: fields that have the same values left
/// for the remaining cells have the same completions there.
pub(crate) fn diagram(houses: &Houses, field: &Result<Field, Dead>, effort: &Effort) -> Result<Bdd, TooLarge> {
    let n = houses.shape.n() as Variable;
    let cells = houses.shape.cells();
    let Ok(field) = field else { return Ok(Bdd::constant(cells as Variable * n, false)) };
    let mut listed = Vec::new();
    let end = search(houses, field, effort.search_nodes, &mut lowest, &mut |solution| {
        if listed.len() == effort.listed {
            return ControlFlow::Break(());
        }
        listed.push(solution.grid(houses.shape).values().to_vec());
        ControlFlow::Continue(())
    });
    let too_large = TooLarge { found: listed.len() };
    let mut mdd = Mdd::new(&vec![n; cells], effort.memory);
    let root = if end == End::Complete {
        listed.sort_unstable();
        joined(&mut mdd, 0, &listed)
    } else {
        // Where even one completion is hard to find the cells' order, which is not the best one, won't do better.
        if listed.is_empty() {
            return Err(too_large);
        }
        let fields = effort.fields.min(effort.memory / Direct::bytes(houses));
        let mut direct = Direct { houses, known: vec![FxHashMap::default(); cells], mdd, fields };
        let root = direct.below(0, field);
        mdd = direct.mdd;
        root
    };
    let no_reports = &mut |_| ControlFlow::Continue(());
    root.and_then(|root| mdd.expand(root, &mut Reporter::new(no_reports))).map_err(|_| too_large)
}

/// The choices from a cell on that lead to the solutions, which are sorted and equal up to this cell.
fn joined(mdd: &mut Mdd, cell: usize, solutions: &[Vec<u8>]) -> Result<Choices, BuildError> {
    match solutions.first() {
        None => return Ok(Choices::NONE),
        Some(first) if first.len() == cell => return Ok(Choices::END),
        Some(_) => {}
    }
    let mut choices = Choices::NONE;
    for same in solutions.chunk_by(|a, b| a[cell] == b[cell]).rev() {
        let child = joined(mdd, cell + 1, same)?;
        choices = mdd.prepend(cell, Variable::from(same[0][cell]) - 1, child, choices)?;
    }
    Ok(choices)
}

struct Direct<'a> {
    houses: &'a Houses,
    /// For each cell the choices that lead to a completion, by what is left for this cell and the later ones.
    known: Vec<FxHashMap<Box<[u64]>, Choices>>,
    mdd: Mdd,
    /// How many more fields may be remembered.
    fields: usize,
}

impl Direct<'_> {
    /// What remembering a field takes, on average: the key is half as long as all candidates.
    fn bytes(houses: &Houses) -> usize {
        houses.shape.cells() * houses.shape.n() / 16 + 64
    }

    /// The choices from a cell on that lead to a completion of a settled field.
    fn below(&mut self, cell: usize, field: &Field) -> Result<Choices, BuildError> {
        if cell == self.known.len() {
            return Ok(Choices::END);
        }
        let mut values = field.candidates(cell as Cell);
        if values.is_power_of_two() {
            let child = self.below(cell + 1, field)?;
            return self.mdd.prepend(cell, values.trailing_zeros() as Variable, child, Choices::NONE);
        }
        let key = field.rest(self.houses, cell);
        if let Some(&choices) = self.known[cell].get(&key) {
            return Ok(choices);
        }
        let Some(left) = self.fields.checked_sub(1) else {
            return Err(BuildError::Cancelled);
        };
        self.fields = left;
        let mut choices = Choices::NONE;
        while values != 0 {
            let value = 1 << values.ilog2();
            values &= !value;
            if let Ok(child) = field.with(self.houses, cell as Cell, value) {
                let child = self.below(cell + 1, &child)?;
                choices = self.mdd.prepend(cell, value.trailing_zeros() as Variable, child, choices)?;
            }
        }
        self.known[cell].insert(key, choices);
        Ok(choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Shape, rules::sudoku_rules, rules::variable};
    use bdd_core::{Literal, conjoin};
    use proptest::prelude::*;

    fn both_ways(grid: &Grid) -> [Bdd; 2] {
        let houses = Houses::new(grid.shape());
        let field = Field::of(&houses, grid);
        let listed = Effort { search_nodes: u64::MAX, listed: usize::MAX, ..Effort::default() };
        let direct = Effort { listed: 1, ..Effort::default() };
        [listed, direct].map(|effort| diagram(&houses, &field, &effort).unwrap())
    }

    #[test]
    fn empty_grids_are_the_conjunction_of_the_rules() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4), (4, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let rules = conjoin(&sudoku_rules(shape)).unwrap();
            assert!(both_ways(&Grid::empty(shape)).iter().all(|bdd| *bdd == rules), "{shape}");
        }
    }

    #[test]
    fn what_takes_too_much_is_given_up_and_says_how_far_it_came() {
        let houses = Houses::new(Shape::NINE);
        let field = Field::of(&houses, &Grid::empty(Shape::NINE));
        let effort = Effort { search_nodes: 1000, listed: 5, fields: 100, memory: 1 << 30 };
        assert_eq!(diagram(&houses, &field, &effort), Err(TooLarge { found: 5 }));
        assert_eq!(diagram(&houses, &field, &Effort { memory: 1 << 20, ..effort }), Err(TooLarge { found: 5 }));
        assert_eq!(diagram(&houses, &field, &Effort { search_nodes: 3, ..effort }), Err(TooLarge { found: 0 }));
    }

    proptest! {
        #[test]
        fn any_clues_select_from_the_conjunction(clues in proptest::collection::vec((0u16..16, 1u8..5), 0..7)) {
            let shape = Shape::new(2, 2).unwrap();
            let grid = clues.iter().fold(Grid::empty(shape), |grid, &(cell, value)| grid.with(cell, value));
            let literals: Vec<_> = grid.filled().map(|(cell, value)| Literal::positive(variable(shape, cell, value))).collect();
            let expected = conjoin(&sudoku_rules(shape)).unwrap().select(&literals);
            for bdd in both_ways(&grid) {
                prop_assert_eq!(&bdd, &expected);
            }
        }
    }
}
