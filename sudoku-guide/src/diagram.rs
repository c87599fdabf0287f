//! The diagram of all completions, built without conjunctions.

use std::ops::ControlFlow;

use bdd_core::{Bdd, Choices, Mdd, Reporter, Stopped};
use rustc_hash::FxHashMap;

use crate::field::Field;
use crate::grid::Grid;
use crate::search::{End, lowest, search};
use crate::shape::Shape;

/// How much work may go into the diagram of a position before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The search nodes for listing the completions one by one.
    pub search_nodes: u64,
    /// The completions listed; if there are more, they are searched cell by cell, remembering what is left.
    pub listed: usize,
    /// The fields remembered then, times the number of their cells.
    pub remembered: usize,
    /// The bytes that these, and the diagram, may take.
    pub memory: usize,
}

impl Default for Effort {
    /// Some seconds at the most.
    fn default() -> Effort {
        Effort { search_nodes: 100_000, listed: 10_000, remembered: 30_000_000, memory: 2 << 30 }
    }
}

/// The diagram takes more than the effort allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge {
    /// The completions that were found before.
    pub(crate) found: Vec<Grid>,
}

/// The diagram of the completions of a settled field.
///
/// Few completions are listed, by the search that is best at it, and joined. Where they are many, a search cell by cell
/// in the order of the variables remembers the choices that every field led to: fields that have the same values left
/// for the remaining cells have the same completions there.
pub(crate) fn diagram(field: &Field, effort: &Effort) -> Result<Bdd, TooLarge> {
    let mut found = Vec::new();
    let end = search(field, effort.search_nodes, &mut lowest, &mut |solution| {
        if found.len() == effort.listed {
            return ControlFlow::Break(());
        }
        found.push(solution.grid());
        ControlFlow::Continue(())
    });
    let shape = field.houses.shape;
    if end == End::Complete {
        return joined(shape, &found, effort.memory).map_err(|_| TooLarge { found });
    }
    // Where even one completion is hard to find the cells' order, which is not the best one, won't do better.
    if found.is_empty() {
        return Err(TooLarge { found });
    }
    direct(field, effort).map_err(|_| TooLarge { found })
}

/// The diagram whose models are these solutions.
pub(crate) fn joined(shape: Shape, solutions: &[Grid], memory: usize) -> Result<Bdd, Stopped> {
    let in_order = |grid: &Grid| (0..shape.cells()).map(|place| grid.value(shape.turned(place as u16))).collect();
    let mut solutions: Vec<Vec<u8>> = solutions.iter().map(in_order).collect();
    solutions.sort_unstable();
    let mut mdd = lines(shape, memory);
    let root = join(&mut mdd, 0, &solutions)?;
    expand(mdd, root)
}

/// No choices yet, over a line for each cell.
fn lines(shape: Shape, memory: usize) -> Mdd {
    Mdd::new(&vec![shape.n(); shape.cells()], memory)
}

fn expand(mdd: Mdd, root: Choices) -> Result<Bdd, Stopped> {
    let no_reports = &mut |_| ControlFlow::Continue(());
    mdd.expand(root, &mut Reporter::new(no_reports))
}

/// The choices from a place on that lead to the solutions, which are sorted and equal up to there.
fn join(mdd: &mut Mdd, place: usize, solutions: &[Vec<u8>]) -> Result<Choices, Stopped> {
    match solutions.first() {
        None => return Ok(Choices::NONE),
        Some(first) if first.len() == place => return Ok(Choices::END),
        Some(_) => {}
    }
    let mut choices = Choices::NONE;
    for same in solutions.chunk_by(|a, b| a[place] == b[place]).rev() {
        let child = join(mdd, place + 1, same)?;
        choices = mdd.prepend(place, usize::from(same[0][place]) - 1, child, choices)?;
    }
    Ok(choices)
}

fn direct(field: &Field, effort: &Effort) -> Result<Bdd, Stopped> {
    let shape = field.houses.shape;
    // A key is half as long as all candidates, on average; the rest is what a table takes for it.
    let bytes = shape.cells() * shape.n() / 16 + 64;
    let fields = (effort.remembered / shape.cells()).min(effort.memory / bytes);
    let known = vec![FxHashMap::default(); shape.cells()];
    let mut direct = Direct { known, mdd: lines(shape, effort.memory), fields };
    let root = direct.below(0, field)?;
    expand(direct.mdd, root)
}

struct Direct {
    /// For each place the choices that lead to a completion, by what is left for its cell and the later ones.
    known: Vec<FxHashMap<Box<[u64]>, Choices>>,
    mdd: Mdd,
    /// How many more fields may be remembered.
    fields: usize,
}

impl Direct {
    /// The choices from a place on that lead to a completion of a settled field.
    fn below(&mut self, place: usize, field: &Field) -> Result<Choices, Stopped> {
        let Some(&cell) = field.houses.order.get(place) else { return Ok(Choices::END) };
        let mut values = field.candidates(cell);
        if values.is_power_of_two() {
            let child = self.below(place + 1, field)?;
            return self.mdd.prepend(place, values.trailing_zeros() as usize, child, Choices::NONE);
        }
        let key = field.rest(place);
        if let Some(&choices) = self.known[place].get(&key) {
            return Ok(choices);
        }
        self.fields = self.fields.checked_sub(1).ok_or(Stopped::Cancelled)?;
        let mut choices = Choices::NONE;
        while values != 0 {
            let value = 1 << values.ilog2();
            values &= !value;
            if let Ok(child) = field.with(cell, value) {
                let child = self.below(place + 1, &child)?;
                choices = self.mdd.prepend(place, value.trailing_zeros() as usize, child, choices)?;
            }
        }
        self.known[place].insert(key, choices);
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
        let Ok(field) = Field::of(grid) else {
            let variables = sudoku_rules(grid.shape()).variables();
            return [false; 2].map(|value| Bdd::constant(variables, value));
        };
        let listed = Effort { search_nodes: u64::MAX, listed: usize::MAX, ..Effort::default() };
        let direct = Effort { listed: 1, ..Effort::default() };
        [listed, direct].map(|effort| diagram(&field, &effort).unwrap())
    }

    #[test]
    fn empty_grids_are_the_conjunction_of_the_rules() {
        for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (1, 4), (4, 1)] {
            let shape = Shape::new(rows, columns).unwrap();
            let rules = conjoin(sudoku_rules(shape)).unwrap();
            assert!(both_ways(&Grid::empty(shape)).iter().all(|bdd| *bdd == rules), "{shape}");
        }
    }

    #[test]
    fn what_takes_too_much_is_given_up_and_says_how_far_it_came() {
        let field = Field::of(&Grid::empty(Shape::NINE)).unwrap();
        let effort = Effort { search_nodes: 1000, listed: 5, remembered: 10_000, memory: 1 << 30 };
        let found = |effort| diagram(&field, &effort).unwrap_err().found.len();
        assert_eq!(found(effort), 5);
        assert_eq!(found(Effort { memory: 1 << 20, ..effort }), 5);
        assert_eq!(found(Effort { search_nodes: 3, ..effort }), 0);
    }

    proptest! {
        #[test]
        fn any_clues_select_from_the_conjunction(clues in proptest::collection::vec((0u16..16, 1u8..5), 0..7)) {
            let shape = Shape::new(2, 2).unwrap();
            let grid = clues.iter().fold(Grid::empty(shape), |grid, &(cell, value)| grid.with(cell, value));
            let literals: Vec<_> = grid.filled().map(|(cell, value)| Literal::positive(variable(shape, cell, value))).collect();
            let expected = conjoin(sudoku_rules(shape)).unwrap().select(&literals);
            for bdd in both_ways(&grid) {
                prop_assert_eq!(&bdd, &expected);
            }
        }
    }
}
