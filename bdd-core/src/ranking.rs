//! Ranking and unranking: the k-th model, and the rank of a model.

use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::Arc;

use num_bigint::BigUint;

use crate::budget::{Budget, Interrupted};
use crate::count::{Number, models_below, total};
use crate::diagram::{DecisionDiagram, Index, Level, TRUE};
use crate::id::Variable;
use crate::reduction::Reduction;

/// The models of a function, numbered from 0 in the order of [`Bdd::models`](crate::Bdd::models): lexicographic, true
/// before false.
///
/// [`Ranking::new`] counts the models below every node in one pass. Each [`Ranking::nth`] and [`Ranking::rank`] then
/// follows one path from the root, in O(variables) steps.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Ranking, Rules, Variable};
///
/// let mut rules = Rules::new(4);
/// rules.exactly_one(&[0, 1]);
/// rules.exactly_one(&[2, 3]);
/// let budget = &mut Budget::unlimited();
/// let ranking = Ranking::new(DiagramBuilder::new(&rules).build(budget)?, budget)?;
/// assert_eq!(ranking.total(), &4u32.into());
/// let third = ranking.nth(&2u32.into()).expect("there are four");
/// assert_eq!(third, [Variable::new(1), Variable::new(2)]);
/// assert_eq!(ranking.rank(&third), Some(2u32.into()));
/// assert_eq!((ranking.nth(&4u32.into()), ranking.rank(&[])), (None, None));
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone)]
pub struct Ranking {
    total: BigUint,
    numbering: Arc<dyn Numbering>,
}

impl Ranking {
    /// Counts the models below every node, in 64-bit or 128-bit numbers if the total fits. Longer numbers have up to
    /// one bit for each variable, and count towards the budget's memory.
    ///
    /// The ranking keeps the diagram. To use the diagram elsewhere too, pass a clone of an `Arc<Bdd>`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn new<R: Reduction>(
        diagram: impl Into<Arc<DecisionDiagram<R>>>,
        budget: &mut Budget<'_>,
    ) -> Result<Ranking, Interrupted> {
        fn counted<N: Number, R: Reduction>(
            diagram: &Arc<DecisionDiagram<R>>,
            budget: &mut Budget<'_>,
        ) -> Result<Option<Ranking>, Interrupted>
        where
            CountedDiagram<N, R>: Numbering + 'static,
        {
            let Some(below) = models_below::<N, R>(diagram, budget)? else { return Ok(None) };
            let Some(total) = total(diagram, &below) else { return Ok(None) };
            let numbering = Arc::new(CountedDiagram { diagram: Arc::clone(diagram), below });
            Ok(Some(Ranking { total: total.into(), numbering }))
        }
        let diagram = diagram.into();
        for pass in [counted::<u64, R>, counted::<u128, R>, counted::<BigUint, R>] {
            if let Some(ranking) = pass(&diagram, budget)? {
                return Ok(ranking);
            }
        }
        unreachable!("the last pass uses numbers of any length, so it always fits")
    }

    pub(crate) fn from_parts(total: BigUint, numbering: Arc<dyn Numbering>) -> Ranking {
        Ranking { total, numbering }
    }

    /// Returns the number of models of the function.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// Returns the model with this number, as the list of its true variables in order; `None` if `number` is not below
    /// [`Ranking::total`].
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<Vec<Variable>> {
        (number < &self.total).then(|| self.numbering.nth(number))
    }

    /// Returns the number of a model, given as its true variables in any order; the inverse of [`Ranking::nth`].
    /// Returns `None` if these true variables are not a model of the function.
    ///
    /// # Panics
    ///
    /// If the diagram does not have a variable of `model`.
    #[must_use]
    pub fn rank(&self, model: &[Variable]) -> Option<BigUint> {
        let mut valuation = vec![false; self.numbering.variables()];
        for &variable in model {
            variable.expect_among(valuation.len());
            valuation[variable.index()] = true;
        }
        self.numbering.rank(&valuation)
    }
}

/// Writes the diagram in short, and the number of models. Never writes the counts of the nodes.
impl fmt::Debug for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ranking")
            .field("diagram", self.numbering.diagram())
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

/// The conversion between the models of a diagram and their numbers.
pub(crate) trait Numbering: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Returns the model with this number, which is below the number of models.
    fn nth(&self, number: &BigUint) -> Vec<Variable>;

    /// Returns the number of the model `valuation`; `None` if it is not a model.
    fn rank(&self, valuation: &[bool]) -> Option<BigUint>;

    /// Returns the number of variables of the diagram.
    fn variables(&self) -> usize;

    /// Returns the diagram for the short text of [`fmt::Debug`].
    fn diagram(&self) -> &dyn fmt::Debug;
}

/// A diagram with the number of models below every node, in the narrowest integers that hold them.
struct CountedDiagram<N, R: Reduction> {
    diagram: Arc<DecisionDiagram<R>>,
    below: Vec<N>,
}

impl<N, R: Reduction> Numbering for CountedDiagram<N, R>
where
    N: Number + Ord + TryFrom<BigUint, Error: fmt::Debug> + Send + Sync + UnwindSafe + RefUnwindSafe,
{
    fn nth(&self, number: &BigUint) -> Vec<Variable> {
        let diagram = &*self.diagram;
        let mut number = N::try_from(number.clone()).expect("a number below the total fits in the type of the total");
        let mut model = Vec::new();
        let mut at = diagram.root_index();
        for level in 0..diagram.depth() {
            // Models below `at` in which the variable is true come first.
            let [low, high] = diagram.cofactors(at, level);
            let passed = models_after(diagram, &self.below, level, high);
            if number < passed {
                model.push(Variable::new(level));
                at = high;
            } else {
                number -= &passed;
                at = low;
            }
        }
        debug_assert_eq!(at, TRUE);
        model
    }

    fn rank(&self, valuation: &[bool]) -> Option<BigUint> {
        let diagram = &*self.diagram;
        let mut number = N::from(0);
        let mut at = diagram.root_index();
        for (level, &value) in (0..).zip(valuation) {
            let [low, high] = diagram.cofactors(at, level);
            if !value {
                number += &models_after(diagram, &self.below, level, high);
            }
            at = if value { high } else { low };
        }
        (at == TRUE).then(|| number.into())
    }

    fn variables(&self) -> usize {
        self.diagram.variables()
    }

    fn diagram(&self) -> &dyn fmt::Debug {
        &self.diagram
    }
}

/// Returns the number of models below the node `child`, over all variables after the variable of `level`.
fn models_after<N: Number, R: Reduction>(bdd: &DecisionDiagram<R>, below: &[N], level: Level, child: Index) -> N {
    below[child as usize].checked_shl(bdd.levels().free::<R>(level, child)).expect("a part of the total, which fits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bdd;
    use crate::testing::{random_rules, valuations, variables};
    use proptest::prelude::*;

    #[test]
    fn constants() {
        let none = Ranking::new(Bdd::constant(3, false), &mut Budget::unlimited()).unwrap();
        assert_eq!((none.nth(&BigUint::ZERO), none.rank(&variables([1]))), (None, None));
        let all = Ranking::new(Bdd::constant(3, true), &mut Budget::unlimited()).unwrap();
        assert_eq!((all.nth(&0u8.into()), all.nth(&7u8.into())), (Some(variables([0, 1, 2])), Some(variables([]))));
        assert_eq!(all.nth(&8u8.into()), None);
        assert_eq!(
            Ranking::new(Bdd::constant(0, true), &mut Budget::unlimited()).unwrap().nth(&BigUint::ZERO),
            Some(vec![])
        );
    }

    #[test]
    fn numbers_beyond_every_fixed_width() {
        // !(x0 & xlast): the models with x0 come first, a third of all.
        for variables in [64, 65, 128, 129, 200] {
            let mut rules = crate::Rules::new(variables);
            rules.exclude(0, variables as u16 - 1);
            let ranking = Ranking::new(crate::testing::conjoin(&rules), &mut Budget::unlimited()).unwrap();
            let first_without = ranking.total() / 3u8;
            for number in [first_without.clone(), &first_without - 1u8, ranking.total() - 1u8, BigUint::ZERO] {
                let model = ranking.nth(&number).unwrap();
                assert_eq!(model.contains(&Variable::new(0)), number < first_without, "{variables}");
                assert_eq!(ranking.rank(&model), Some(number));
            }
            assert_eq!(ranking.nth(ranking.total()), None);
        }
    }

    proptest! {
        #[test]
        fn numbers_follow_the_order_of_the_models(seed in any::<u64>(), exclusions in 0usize..20, constraints in 0usize..6) {
            let rules = random_rules(9, exclusions, constraints, seed);
            let bdd = crate::testing::conjoin(&rules);
            let ranking = Ranking::new(bdd.clone(), &mut Budget::unlimited()).unwrap();
            let mut next = BigUint::ZERO;
            for model in bdd.models() {
                prop_assert_eq!(ranking.rank(&model), Some(next.clone()));
                prop_assert_eq!(ranking.nth(&next), Some(model));
                next += 1u8;
            }
            prop_assert_eq!(&next, ranking.total());
            prop_assert_eq!(ranking.nth(&next), None);
            for valuation in valuations(9).filter(|valuation| !rules.are_satisfied_by(valuation)) {
                let variables: Vec<_> = Variable::all(9).filter(|variable| valuation[variable.index()]).collect();
                prop_assert_eq!(ranking.rank(&variables), None);
            }
        }
    }
}
