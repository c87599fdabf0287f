//! Variable orders, and the heuristic FORCE to find good orders.

use crate::budget::{Budget, Interrupted};
use crate::groups::Groups;
use crate::id::Variable;
use crate::rules::Literal;
use crate::weights::Weights;

/// A variable order: the variable that each level of a diagram decides.
///
/// The same function can have a small diagram in one order and a large diagram in another order:
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Order, Rules, Variable};
///
/// // Fourteen pairs of variables with different values. The natural order separates the two variables of a pair.
/// let mut rules = Rules::new(28);
/// for first in 0..14u16 {
///     rules.exactly_one(&[first, 14 + first]);
/// }
/// let budget = &mut Budget::unlimited();
/// let apart = DiagramBuilder::new(&rules).build_in(&Order::natural(28), budget)?;
/// let pairs = (0..14u16).flat_map(|first| [first, 14 + first]).map(Variable::new).collect();
/// let together = DiagramBuilder::new(&rules).build_in(&Order::new(pairs).expect("every variable once"), budget)?;
/// assert_eq!((apart.node_count(), together.node_count()), (49_151, 44));
/// assert_eq!(apart.model_count(), together.model_count());
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The variable of each level, from the root's level down.
    variables: Vec<Variable>,
    /// For each variable, its level in the order, as the [`Variable`] with this number.
    levels: Vec<Variable>,
}

impl Order {
    /// Returns the order of `variables`, from the root's level down. Returns `None` if `variables` is not a permutation
    /// of the variables from 0 on.
    #[must_use]
    pub fn new(variables: Vec<Variable>) -> Option<Order> {
        let mut levels = vec![None; variables.len()];
        for (level, variable) in variables.iter().enumerate() {
            if levels.get_mut(variable.index())?.replace(Variable::from_index(level)).is_some() {
                return None;
            }
        }
        Some(Order { levels: levels.into_iter().collect::<Option<_>>()?, variables })
    }

    /// Returns the order of the variables by their numbers.
    ///
    /// # Panics
    ///
    /// If `variables` exceeds [`Variable::MAX_COUNT`].
    #[must_use]
    pub fn natural(variables: usize) -> Order {
        let variables: Vec<Variable> = Variable::all(variables).collect();
        Order { levels: variables.clone(), variables }
    }

    /// Returns the variables in this order, from the root's level down.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Returns the level of `variable` in this order, as the [`Variable`] with the number of the level. A diagram in
    /// this order has that [`Variable`] in place of `variable`.
    ///
    /// ```
    /// use bdd_core::{Order, Variable};
    ///
    /// let order = Order::new([2, 0, 1].map(Variable::new).to_vec()).unwrap();
    /// assert_eq!(order.level(Variable::new(2)), Variable::new(0));
    /// assert_eq!(order.variable(Variable::new(0)), Variable::new(2));
    /// assert!(Order::new([2, 2, 1].map(Variable::new).to_vec()).is_none());
    /// ```
    ///
    /// # Panics
    ///
    /// If the order does not have `variable`.
    #[must_use]
    pub fn level(&self, variable: Variable) -> Variable {
        self.levels[variable.index()]
    }

    /// Returns the variable on `level` of a diagram in this order.
    ///
    /// # Panics
    ///
    /// If the order does not have `level`.
    #[must_use]
    pub fn variable(&self, level: Variable) -> Variable {
        self.variables[level.index()]
    }

    /// Converts a literal of the rules into the literal that stands for it in a diagram in this order.
    ///
    /// # Panics
    ///
    /// If the order does not have the variable of `literal`.
    #[must_use]
    pub fn literal(&self, literal: Literal) -> Literal {
        Literal { variable: self.level(literal.variable), ..literal }
    }

    /// Converts weights of the variables into weights for a diagram in this order.
    ///
    /// # Panics
    ///
    /// If the numbers of weights and of variables differ.
    #[must_use]
    pub fn weights(&self, weights: &Weights) -> Weights {
        Weights { units: self.by_level(&weights.units), decimals: weights.decimals }
    }

    /// Converts a list of values, one for each level of a diagram in this order, into a list with one value for each
    /// variable.
    ///
    /// ```
    /// use bdd_core::{Order, Variable};
    ///
    /// let order = Order::new([2, 0, 1].map(Variable::new).to_vec()).unwrap();
    /// assert_eq!(order.by_variable(&["root", "middle", "last"]), ["middle", "last", "root"]);
    /// assert_eq!(order.by_level(&["x0", "x1", "x2"]), ["x2", "x0", "x1"]);
    /// ```
    ///
    /// # Panics
    ///
    /// If the numbers of values and of variables differ.
    #[must_use]
    pub fn by_variable<T: Clone>(&self, by_level: &[T]) -> Vec<T> {
        assert_eq!(by_level.len(), self.variables.len(), "expected one value for each level");
        self.levels.iter().map(|level| by_level[level.index()].clone()).collect()
    }

    /// Converts a list of values, one for each variable, into a list with one value for each level of a diagram in this
    /// order; the inverse of [`Order::by_variable`].
    ///
    /// # Panics
    ///
    /// If the numbers of values and of variables differ.
    #[must_use]
    pub fn by_level<T: Clone>(&self, by_variable: &[T]) -> Vec<T> {
        assert_eq!(by_variable.len(), self.variables.len(), "expected one value for each variable");
        self.variables.iter().map(|variable| by_variable[variable.index()].clone()).collect()
    }
}

/// A hypergraph over variables, for which an order with short edges is sought. An edge holds the variables of a rule;
/// equal variables are replaced by one of them.
pub(crate) struct Edges {
    edges: Vec<Vec<Variable>>,
    /// For each variable, the indices of the edges that contain it.
    through: Groups<u32>,
    things: usize,
}

impl Edges {
    pub(crate) fn new(edges: Vec<Vec<Variable>>, things: usize, budget: &mut Budget<'_>) -> Result<Edges, Interrupted> {
        let places = || (0..).zip(&edges).flat_map(|(number, edge)| edge.iter().map(move |&thing| (thing, number)));
        let through = Groups::of(things, places, 0, budget)?;
        Ok(Edges { edges, through, things })
    }

    /// Returns `true` if some edge contains the variable `thing`.
    pub(crate) fn has(&self, thing: Variable) -> bool {
        !self.through.get(thing).is_empty()
    }

    /// Improves the order `start` of the variables. Returns the total length of the edges in the best order found, and
    /// this order. The length of an edge is the distance between its first and its last variable.
    ///
    /// The centre of an edge is the average place of its variables. In each round every variable moves to the average
    /// centre of its edges, until several rounds in a row find no better order: FORCE (Aloul, Markov, Sakallah, *FORCE:
    /// A Fast and Easy-to-Implement Variable-Ordering Heuristic*, GLSVLSI 2003).
    pub(crate) fn force(
        &self,
        start: Vec<Variable>,
        budget: &mut Budget<'_>,
    ) -> Result<(u64, Vec<Variable>), Interrupted> {
        /// The number of rounds without a better order after which the heuristic ends. An order may get worse for some
        /// rounds before it gets better.
        const PATIENCE: u32 = 10;
        let mut order = start;
        let mut place = vec![0f64; self.things];
        let mut best = (u64::MAX, order.clone());
        let mut rounds = 0;
        while rounds < PATIENCE {
            order.iter().enumerate().for_each(|(number, thing)| place[thing.index()] = number as f64);
            let at = |thing: &Variable| place[thing.index()];
            let stretch = |edge: &Vec<Variable>| {
                let ends = edge.iter().map(at).fold((f64::MAX, f64::MIN), |(a, b), at| (a.min(at), b.max(at)));
                (ends.1 - ends.0).max(0.0)
            };
            let span = self.edges.iter().map(stretch).sum::<f64>() as u64;
            rounds += 1;
            if span < best.0 {
                best = (span, order.clone());
                rounds = 0;
            }
            let places: usize = self.edges.iter().map(Vec::len).sum();
            budget.spend((places + 16 * order.len()) as u32, || 0.0)?;
            let centre = |edge: &Vec<Variable>| edge.iter().map(at).sum::<f64>() / edge.len() as f64;
            let centres: Vec<f64> = self.edges.iter().map(centre).collect();
            let mut pulled = place.clone();
            for &thing in &order {
                let edges = self.through.get(thing);
                if !edges.is_empty() {
                    let sum: f64 = edges.iter().map(|&edge| centres[edge as usize]).sum();
                    pulled[thing.index()] = sum / edges.len() as f64;
                }
            }
            order.sort_by(|a, b| pulled[a.index()].total_cmp(&pulled[b.index()]));
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_has_every_variable_once() {
        let of = |numbers: &[u16]| Order::new(numbers.iter().copied().map(Variable::new).collect());
        assert_eq!((of(&[0, 0]), of(&[1]), of(&[0, 2])), (None, None, None));
        let order = of(&[2, 0, 1]).unwrap();
        assert_eq!(order.by_level(&["a", "b", "c"]), ["c", "a", "b"]);
        assert_eq!(order.by_variable(&["c", "a", "b"]), ["a", "b", "c"]);
        for variable in Variable::all(3) {
            assert_eq!(order.variable(order.level(variable)), variable);
        }
        assert_eq!(Order::natural(0), of(&[]).unwrap());
    }

    #[test]
    fn what_belongs_together_is_brought_together() {
        // A chain of a hundred variables in a disorderly sequence: multiples of 37 modulo 101.
        let things: Vec<Variable> = (0..100u16).map(|place| Variable::new(place * 37 % 101 % 100)).collect();
        let edges: Vec<Vec<Variable>> = things.windows(2).map(<[_]>::to_vec).collect();
        let budget = &mut Budget::unlimited();
        let edges = Edges::new(edges, 100, budget).unwrap();
        let start: Vec<Variable> = Variable::all(100).collect();
        let (span, order) = edges.force(start.clone(), budget).unwrap();
        let stretch = |order: &[Variable]| {
            let place = |thing| order.iter().position(|other| *other == thing).unwrap();
            edges.edges.iter().map(|edge| place(edge[0]).abs_diff(place(edge[1]))).sum::<usize>()
        };
        assert_eq!(span, stretch(&order) as u64);
        assert!(4 * stretch(&order) < stretch(&start), "{span} of {}", stretch(&start));
    }
}
