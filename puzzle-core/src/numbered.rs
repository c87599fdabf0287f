//! Numbers the completions of marks, and finds a completion by its number.

use std::sync::Arc;

use bdd_core::{BigUint, Budget, DecisionDiagram, Dnnf, Interrupted, Literal, Order, Ranking, Reduction, Variable};

/// All completions of some marks, numbered from 0 in the order of a diagram or of a [`Dnnf`].
///
/// ```
/// use puzzle_core::{Budget, Diagram, Marks, Puzzle, Rules, Source, Variable};
///
/// #[derive(Debug)]
/// struct OneOfThree(Rules);
///
/// impl Puzzle for OneOfThree {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Diagram::conjoin(OneOfThree(rules), budget)?;
/// let solutions = source.numbered(&Marks::default(), budget)?.expect("a diagram has all solutions");
/// assert_eq!(*solutions.total(), 3u8.into());
/// let first = solutions.nth(&0u8.into()).expect("there are three");
/// assert_eq!(solutions.number_of(&first), Some(0u8.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Numbered {
    ranking: Ranking,
    /// The variable order of the diagram; `None` if it is the variable order of the puzzle.
    order: Option<Arc<Order>>,
}

impl Numbered {
    /// Numbers completions in the order of [`Bdd::models`](bdd_core::Bdd::models). The constructor counts the models of
    /// the diagram once. Each access then follows one path.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn new<R: Reduction>(
        completions: Arc<DecisionDiagram<R>>,
        budget: &mut Budget<'_>,
    ) -> Result<Numbered, Interrupted> {
        Ok(Numbered { ranking: Ranking::new(completions, budget)?, order: None })
    }

    /// Numbers the models of `dnnf` in which `literals` are true, in the order of its decisions; see
    /// [`Ranking::compiled`](bdd_core::Ranking::compiled).
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn compiled(dnnf: Arc<Dnnf>, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Numbered, Interrupted> {
        Ok(Numbered { ranking: Ranking::compiled(dnnf, literals, budget)?, order: None })
    }

    /// Sets the variable order of the diagram, if it differs from the order of the puzzle: variable `i` of the diagram
    /// stands for the puzzle's variable at level `i` of `order`. The numbers of the completions stay the same, and
    /// completions become lists of the puzzle's variables.
    #[must_use]
    pub fn rearranged(self, order: Order) -> Numbered {
        Numbered { order: Some(Arc::new(order)), ..self }
    }

    /// Returns the number of completions.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        self.ranking.total()
    }

    /// Returns the true variables of the completion with this number, in ascending order; `None` if `number` is not
    /// below [`Numbered::total`].
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<Vec<Variable>> {
        Some(self.renamed(self.ranking.nth(number)?, Order::variable))
    }

    /// Returns the number of the completion with these true variables; `None` if they are no completion.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has no such variable.
    #[must_use]
    pub fn number_of(&self, completion: &[Variable]) -> Option<BigUint> {
        self.ranking.rank(&self.renamed(completion.to_vec(), Order::level))
    }

    fn renamed(&self, mut variables: Vec<Variable>, rename: fn(&Order, Variable) -> Variable) -> Vec<Variable> {
        if let Some(order) = &self.order {
            variables.iter_mut().for_each(|variable| *variable = rename(order, *variable));
        }
        variables.sort_unstable();
        variables
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bdd_core::{Budget, DiagramBuilder, Rules};

    #[test]
    fn a_rearrangement_changes_the_order_and_nothing_else() {
        // One of three variables is true. The variables 0, 1, 2 of the diagram are the puzzle's variables 1, 2, 0.
        let mut rules = Rules::new(3);
        rules.exactly_one(&[0, 1, 2]);
        let budget = &mut Budget::unlimited();
        let plain = Numbered::new(Arc::new(DiagramBuilder::new(&rules).build(budget).unwrap()), budget).unwrap();
        let rearranged = plain.clone().rearranged(Order::new([1, 2, 0].map(Variable::new).to_vec()).unwrap());
        let all = |numbered: &Numbered| (0..4u8).map_while(|k| numbered.nth(&k.into())).collect::<Vec<_>>();
        assert_eq!(all(&plain), [0, 1, 2].map(|variable| [Variable::new(variable)]));
        assert_eq!(all(&rearranged), [1, 2, 0].map(|variable| [Variable::new(variable)]));
        for numbered in [plain, rearranged] {
            assert_eq!(*numbered.total(), 3u8.into());
            for number in 0..3u8 {
                let number = BigUint::from(number);
                assert_eq!(numbered.number_of(&numbered.nth(&number).unwrap()), Some(number));
            }
            assert_eq!(numbered.number_of(&[0, 1].map(Variable::new)), None);
        }
    }
}
