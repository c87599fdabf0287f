//! Assembly of a diagram from nodes of any origin, which need neither be reduced nor stand in canonical order.

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, Index, Level, Node, TRUE};
use crate::groups::Groups;
use crate::id::{NodeId, Variable};
use crate::reduce::Reduced;
use crate::reduction::Reduction;

/// The number of nodes between two checks of the budget.
const STRIDE: u32 = 1 << 10;

/// An error of [`DecisionDiagram::from_nodes`]. It names the node by its number.
///
/// ```
/// use bdd_core::{Bdd, Budget, NodeId, NodesError, Variable};
///
/// // A node of the third of two variables.
/// let nodes = [(Variable::new(2), NodeId::FALSE, NodeId::TRUE)];
/// let error = Bdd::from_nodes(2, nodes, NodeId::new(2), &mut Budget::unlimited()).unwrap_err();
/// assert_eq!(error.to_string(), "node 2 decides variable 2: expected one of 2 variables, counted from 0");
/// assert!(matches!(error, NodesError::NoSuchVariable { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NodesError {
    /// There are more than [`Variable::MAX_COUNT`] variables.
    #[error("expected at most {} variables, found {variables}", Variable::MAX_COUNT)]
    TooManyVariables {
        /// The number of variables of the diagram.
        variables: usize,
    },
    /// A node decides a variable that the diagram does not have.
    #[error("node {node} decides variable {variable}: expected one of {variables} variables, counted from 0")]
    NoSuchVariable {
        /// The number of the node that decides the missing variable.
        node: NodeId,
        /// The variable that the node decides.
        variable: Variable,
        /// The number of variables of the diagram.
        variables: usize,
    },
    /// A child does not come before its parent.
    #[error("node {node} has the child {child}: expected a node before node {node}")]
    NotBefore {
        /// The number of the parent, whose child does not come before it.
        node: NodeId,
        /// The number of the child, which does not come before its parent.
        child: NodeId,
    },
    /// A child does not decide a later variable than its parent.
    #[error(
        "node {node} decides variable {variable}, and its child {child} decides variable {child_variable}: \
         expected a later variable"
    )]
    NotBelow {
        /// The number of the parent that has a wrong child.
        node: NodeId,
        /// The variable that the parent decides.
        variable: Variable,
        /// The number of the child, which should decide a later variable than the parent.
        child: NodeId,
        /// The variable that the child decides, which does not come after the parent's variable.
        child_variable: Variable,
    },
    /// The root is not among the nodes.
    #[error("the root is node {root}: expected one of {nodes} nodes, terminals included, counted from 0")]
    NoSuchRoot {
        /// The number given as the root.
        root: NodeId,
        /// The number of nodes, terminals included.
        nodes: usize,
    },
    /// The budget did not suffice or was cancelled.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the diagram under `root`, from nodes that another program made. `nodes` has the variable, the low child
    /// and the high child of each node.
    ///
    /// Nodes are numbered as in [`DecisionDiagram::nodes`]: 0 and 1 are the terminals, and `nodes` begins with node 2.
    /// Children come before their parents and decide later variables. The nodes need not be reduced: equal nodes,
    /// redundant nodes and nodes that the root does not reach are allowed. A skipped variable means what the reduction
    /// rule says: it is free in a [`Bdd`](crate::Bdd) and false in a [`Zdd`](crate::Zdd).
    ///
    /// The time is linear in the number of nodes, and so is the memory: about 64 bytes for each.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, NodeId, Variable, Zdd};
    ///
    /// // "The first or the third variable".
    /// let [low, high] = [NodeId::FALSE, NodeId::TRUE];
    /// let nodes = [(Variable::new(2), low, high), (Variable::new(0), NodeId::new(2), high)];
    /// let budget = &mut Budget::unlimited();
    /// let bdd = Bdd::from_nodes(3, nodes, NodeId::new(3), budget)?;
    /// assert_eq!(bdd.model_count(), 6u32.into());
    ///
    /// // The same nodes of a ZDD are the sets with the third element, or with the first one, and no other.
    /// let zdd = Zdd::from_nodes(3, nodes, NodeId::new(3), budget)?;
    /// assert_eq!(zdd.model_count(), 2u32.into());
    /// # Ok::<(), bdd_core::NodesError>(())
    /// ```
    ///
    /// [`DecisionDiagram::decisions`] is the inverse.
    ///
    /// # Errors
    ///
    /// [`NodesError`] if a node or the root is wrong, or if the budget does not suffice or is cancelled.
    pub fn from_nodes(
        variables: usize,
        nodes: impl IntoIterator<Item = (Variable, NodeId, NodeId)>,
        root: NodeId,
        budget: &mut Budget<'_>,
    ) -> Result<Self, NodesError> {
        if variables > Variable::MAX_COUNT {
            return Err(NodesError::TooManyVariables { variables });
        }
        // The memory limit of the tables is reached before the 32-bit numbers of nodes run out.
        budget.with_tables(|budget| {
            let mut listed = Listed::new(variables);
            for (variable, low, high) in nodes {
                // The number can't overflow, since the memory limit is reached first.
                let node = NodeId::new(listed.next());
                if variable.index() >= variables {
                    return Err(NodesError::NoSuchVariable { node, variable, variables });
                }
                for child in [low, high] {
                    if child >= node {
                        return Err(NodesError::NotBefore { node, child });
                    }
                    let level = listed.level(child.into());
                    if level <= variable.into() {
                        let child_variable = Variable::new(level);
                        return Err(NodesError::NotBelow { node, variable, child, child_variable });
                    }
                }
                listed.push(variable.into(), Node { low: low.into(), high: high.into() }, budget)?;
            }
            if u32::from(root) >= listed.next() {
                return Err(NodesError::NoSuchRoot { root, nodes: listed.next() as usize });
            }
            let (reduced, places) = listed.reduced::<R>(budget)?;
            Ok(reduced.finish(places[root.index()], budget)?)
        })
    }

    /// Returns the nodes without the terminals, children before their parents: for each node its variable, its low
    /// child and its high child, as [`DecisionDiagram::from_nodes`] takes them. The iterator begins with node 2.
    ///
    /// ```
    /// use bdd_core::{Bdd, Budget, DiagramBuilder, Rules};
    ///
    /// let mut rules = Rules::new(4);
    /// rules.exactly(2, &[0, 1, 2, 3]);
    /// let budget = &mut Budget::unlimited();
    /// let bdd = DiagramBuilder::new(&rules).build(budget)?;
    /// assert_eq!(Bdd::from_nodes(4, bdd.decisions(), bdd.root(), budget)?, bdd);
    /// # Ok::<(), bdd_core::NodesError>(())
    /// ```
    pub fn decisions(&self) -> impl Iterator<Item = (Variable, NodeId, NodeId)> {
        let levels = Variable::all(self.variables()).rev();
        levels.flat_map(|variable| self.level_nodes(variable).map(move |(_, node)| (variable, node.low(), node.high())))
    }
}

/// Nodes with their levels, in any order that lists children before their parents. The numbers of the terminals are 0
/// and 1; the first node has the number 2.
pub(crate) struct Listed {
    variables: Level,
    levels: Vec<Level>,
    nodes: Vec<Node>,
}

impl Listed {
    /// The number of bytes of memory that each node takes while the nodes are reduced: here, in the lists of the
    /// levels, in the tables of [`Reduced`] and in the diagram.
    const BYTES: usize = 64;

    /// Returns the empty list. The caller guarantees that there are at most [`Variable::MAX_COUNT`] variables.
    pub(crate) fn new(variables: usize) -> Listed {
        Listed { variables: variables as Level, levels: Vec::new(), nodes: Vec::new() }
    }

    /// Returns the number of the next node.
    pub(crate) fn next(&self) -> Index {
        self.nodes.len() as Index + 2
    }

    /// Returns the level of a node that was added before; for a terminal, the number of variables.
    pub(crate) fn level(&self, node: Index) -> Level {
        if node <= TRUE { self.variables } else { self.levels[node as usize - 2] }
    }

    /// Adds a node. The caller guarantees that its children come before it and lie on deeper levels.
    pub(crate) fn push(&mut self, level: Level, node: Node, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        if self.nodes.len().is_multiple_of(STRIDE as usize) {
            budget.check_memory((self.nodes.len() + STRIDE as usize).saturating_mul(Listed::BYTES))?;
            budget.spend(STRIDE, || 0.1)?;
        }
        self.levels.push(level);
        self.nodes.push(node);
        Ok(())
    }

    /// Reduces the nodes. Returns the reduced nodes, and for each old node the index of its reduced node.
    pub(crate) fn reduced<R: Reduction>(
        &self,
        budget: &mut Budget<'_>,
    ) -> Result<(Reduced<R>, Vec<Index>), Interrupted> {
        let numbered = || self.levels.iter().map(|&level| Variable::new(level)).zip(2..);
        let levels = Groups::of(usize::from(self.variables), numbered, 0, budget)?;
        let mut reduced = Reduced::new(self.variables);
        let mut places = vec![TRUE; self.nodes.len() + 2];
        places[0] = 0;
        for level in (0..self.variables).rev() {
            reduced.begin_level(level);
            for chunk in levels.get(Variable::new(level)).chunks(STRIDE as usize) {
                budget.spend(chunk.len() as u32, || 0.5)?;
                for &number in chunk {
                    let Node { low, high } = self.nodes[number as usize - 2];
                    let node = Node { low: places[low as usize], high: places[high as usize] };
                    places[number as usize] = reduced.node(node);
                }
            }
        }
        Ok((reduced, places))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Bdd, Zdd};
    use crate::testing::{conjoin, random_rules, valuations};
    use proptest::prelude::*;

    const VARIABLES: usize = 6;

    /// A node as numbers: variable, low and high child.
    type Numbers = (u16, u32, u32);

    fn assembled<R: Reduction>(
        variables: usize,
        nodes: &[Numbers],
        root: u32,
    ) -> Result<DecisionDiagram<R>, NodesError> {
        let nodes = nodes.iter().map(|&(v, low, high)| (Variable::new(v), NodeId::new(low), NodeId::new(high)));
        DecisionDiagram::from_nodes(variables, nodes, NodeId::new(root), &mut Budget::unlimited())
    }

    fn refusal(variables: usize, nodes: &[Numbers], root: u32) -> String {
        let zdd = assembled::<crate::ZeroSuppressed>(variables, nodes, root).unwrap_err();
        let error = assembled::<crate::EqualChildren>(variables, nodes, root).unwrap_err();
        assert_eq!(error, zdd);
        error.to_string()
    }

    /// Evaluates the function of the node `root` for a valuation. A skipped variable may have either value if
    /// `skips_free`, and otherwise must be false.
    fn value(nodes: &[Numbers], root: u32, valuation: &[bool], skips_free: bool) -> bool {
        let (mut at, mut next) = (root, 0);
        loop {
            let here = if at < 2 { valuation.len() } else { usize::from(nodes[at as usize - 2].0) };
            if !skips_free && valuation[next..here].contains(&true) {
                return false;
            }
            if at < 2 {
                return at == 1;
            }
            let (_, low, high) = nodes[at as usize - 2];
            (at, next) = (if valuation[here] { high } else { low }, here + 1);
        }
    }

    /// Generates nodes in any order that lists children before their parents, with equal, redundant and unreached
    /// nodes.
    fn nodes() -> impl Strategy<Value = (Vec<Numbers>, u32)> {
        let raw = prop::collection::vec((0..VARIABLES as u16, any::<u32>(), any::<u32>()), 0..24);
        (raw, any::<u32>()).prop_map(|(raw, root)| {
            let mut nodes: Vec<Numbers> = Vec::new();
            for (variable, low, high) in raw {
                let below: Vec<u32> = (0..nodes.len() as u32 + 2)
                    .filter(|&child| child < 2 || nodes[child as usize - 2].0 > variable)
                    .collect();
                nodes.push((variable, below[low as usize % below.len()], below[high as usize % below.len()]));
            }
            let root = root % (nodes.len() as u32 + 2);
            (nodes, root)
        })
    }

    proptest! {
        #[test]
        fn any_nodes_become_the_canonical_diagram_of_their_function((nodes, root) in nodes()) {
            let budget = &mut Budget::unlimited();
            let bdd: Bdd = assembled(VARIABLES, &nodes, root).unwrap();
            let zdd: Zdd = assembled(VARIABLES, &nodes, root).unwrap();
            for valuation in valuations(VARIABLES) {
                prop_assert_eq!(bdd.is_satisfied_by(&valuation), value(&nodes, root, &valuation, true));
                prop_assert_eq!(zdd.is_satisfied_by(&valuation), value(&nodes, root, &valuation, false));
            }
            // The conversions build canonical diagrams.
            prop_assert_eq!(&bdd.to_zdd(budget).unwrap().to_bdd(budget).unwrap(), &bdd);
            prop_assert_eq!(&zdd.to_bdd(budget).unwrap().to_zdd(budget).unwrap(), &zdd);
        }

        #[test]
        fn decisions_are_assembled_again(seed in any::<u64>(), exclusions in 0usize..20, lines in 0usize..6) {
            let budget = &mut Budget::unlimited();
            let bdd = conjoin(&random_rules(9, exclusions, lines, seed));
            prop_assert!(Bdd::from_nodes(9, bdd.decisions(), bdd.root(), budget).as_ref() == Ok(&bdd));
            let zdd = bdd.to_zdd(budget).unwrap();
            prop_assert!(Zdd::from_nodes(9, zdd.decisions(), zdd.root(), budget).as_ref() == Ok(&zdd));
        }
    }

    #[test]
    fn terminals_alone_are_constants() {
        for (root, value) in [(0, false), (1, true)] {
            assert_eq!(assembled(3, &[], root), Ok(Bdd::constant(3, value)));
            assert_eq!(assembled(0, &[], root), Ok(Zdd::constant(0, value)));
        }
        let zdd: Zdd = assembled(3, &[], 1).unwrap();
        assert_eq!((zdd.model_count(), zdd.is_satisfied_by(&[false; 3])), (1u32.into(), true));
    }

    #[test]
    fn wrong_nodes_are_named() {
        let chain = [(1, 0, 1), (0, 0, 2)];
        assert!(assembled::<crate::EqualChildren>(2, &chain, 3).is_ok());
        assert_eq!(refusal(65_536, &[], 0), "expected at most 65535 variables, found 65536");
        let expected = "node 3 decides variable 7: expected one of 2 variables, counted from 0";
        assert_eq!(refusal(2, &[(1, 0, 1), (7, 0, 2)], 3), expected);
        assert_eq!(refusal(2, &[(1, 0, 1), (0, 3, 2)], 3), "node 3 has the child 3: expected a node before node 3");
        assert_eq!(
            refusal(2, &[(1, 0, u32::MAX)], 2),
            "node 2 has the child 4294967295: expected a node before node 2"
        );
        for variable in [1, 0] {
            let found = refusal(2, &[(variable, 0, 1), (1, 0, 2)], 3);
            let expected = format!(
                "node 3 decides variable 1, and its child 2 decides variable {variable}: expected a later variable"
            );
            assert_eq!(found, expected);
        }
        let expected = "the root is node 4: expected one of 4 nodes, terminals included, counted from 0";
        assert_eq!(refusal(2, &chain, 4), expected);
    }

    #[test]
    fn endless_nodes_end_with_the_budget() {
        let nodes = || std::iter::repeat((Variable::new(0), NodeId::FALSE, NodeId::TRUE));
        let budget = &mut Budget::unlimited().with_memory(1 << 20);
        let error = Bdd::from_nodes(1, nodes(), NodeId::new(2), budget).unwrap_err();
        assert!(matches!(error, NodesError::Interrupted(Interrupted::TooLarge { .. })), "{error}");
        let budget = &mut Budget::unlimited().with_steps(100_000);
        let error = Bdd::from_nodes(1, nodes(), NodeId::new(2), budget).unwrap_err();
        assert_eq!(error, NodesError::Interrupted(Interrupted::TooLong { limit: 100_000 }));
    }
}
