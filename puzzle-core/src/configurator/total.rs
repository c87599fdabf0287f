//! The configurations whose total price is within a limit.

use std::collections::BTreeMap;

use bdd_core::{Budget, DiagramBuilder, Interrupted, NodeId, NodesError, Variable, Weights, Zdd};

use super::ConfiguratorPuzzle;
use crate::diagram::Diagram;
use crate::puzzle::Puzzle;

/// The estimated memory of a node of the limited diagram, in bytes, with its entry in the memo table.
const BYTES: usize = 160;

/// Builds the diagram of all configurations of `product` with a total of at most `limit`, in units of its prices.
pub(super) fn within(
    product: &ConfiguratorPuzzle,
    limit: i128,
    budget: &mut Budget<'_>,
) -> Result<Diagram<ConfiguratorPuzzle>, Interrupted> {
    let all = DiagramBuilder::new(product.rules()).projected().build_zdd(budget)?;
    let limited = Limited::new(&all, &product.weights).restrict(limit, budget)?;
    Ok(Diagram::new(product.clone(), limited).expect("both diagrams have the same variables"))
}

/// A node of the limited diagram, with the range of the money left for which it is the same node.
#[derive(Clone, Copy)]
struct LimitedNode {
    least: i128,
    most: i128,
    node: NodeId,
}

/// The construction of the limited diagram. Its nodes are pairs of a node of the diagram of all configurations and of
/// the *money left*: the limit minus the prices of the options chosen above. Amounts of money with the same node below
/// are an interval, which becomes a single node (as in I. Abío et al., *A New Look at BDDs for Pseudo-Boolean
/// Constraints*, 2012).
struct Limited<'a> {
    all: &'a Zdd,
    /// The variable and the children of each node of `all`, by its number less 2.
    decisions: Vec<(Variable, NodeId, NodeId)>,
    weights: &'a Weights,
    /// For each node of `all`, the nodes made from it, by the upper end of their range.
    made: Vec<BTreeMap<i128, LimitedNode>>,
    nodes: Vec<(Variable, NodeId, NodeId)>,
}

impl<'a> Limited<'a> {
    fn new(all: &'a Zdd, weights: &'a Weights) -> Limited<'a> {
        let decisions: Vec<_> = all.decisions().collect();
        let made = vec![BTreeMap::new(); decisions.len()];
        Limited { all, decisions, weights, made, nodes: Vec::new() }
    }

    /// Returns the node for a node of the diagram of all configurations and the money left; `None` if it is not made
    /// yet.
    fn find(&self, node: NodeId, left: i128) -> Option<LimitedNode> {
        match node {
            NodeId::FALSE => Some(LimitedNode { least: i128::MIN, most: i128::MAX, node }),
            NodeId::TRUE if left >= 0 => Some(LimitedNode { least: 0, most: i128::MAX, node }),
            NodeId::TRUE => Some(LimitedNode { least: i128::MIN, most: -1, node: NodeId::FALSE }),
            node => {
                let (_, made) = self.made[node.index() - 2].range(left..).next()?;
                (made.least <= left).then_some(*made)
            }
        }
    }

    fn restrict(mut self, limit: i128, budget: &mut Budget<'_>) -> Result<Zdd, Interrupted> {
        let root = self.all.root();
        // The nodes to make, each after the nodes below it.
        let mut to_make = vec![(root, limit)];
        while let Some(&(node, left)) = to_make.last() {
            budget.spend(1, || 0.0)?;
            if self.find(node, left).is_some() {
                to_make.pop();
                continue;
            }
            let (variable, low, high) = self.decisions[node.index() - 2];
            let price = i128::from(self.weights.of(variable));
            let (without, with) = (self.find(low, left), self.find(high, left - price));
            match (without, with) {
                (None, _) => to_make.push((low, left)),
                (_, None) => to_make.push((high, left - price)),
                (Some(without), Some(with)) => {
                    // The ends of all numbers stay where they are.
                    let shifted = |end: i128| match end {
                        i128::MIN | i128::MAX => end,
                        end => end + price,
                    };
                    let least = without.least.max(shifted(with.least));
                    let most = without.most.min(shifted(with.most));
                    let made = match with.node {
                        NodeId::FALSE => without.node,
                        with => {
                            budget.check_memory(self.nodes.len() * BYTES)?;
                            self.nodes.push((variable, without.node, with));
                            NodeId::from_index(self.nodes.len() + 1)
                        }
                    };
                    self.made[node.index() - 2].insert(most, LimitedNode { least, most, node: made });
                    to_make.pop();
                }
            }
        }
        let made = self.find(root, limit).expect("the root is made").node;
        Zdd::from_nodes(self.all.variables(), self.nodes, made, budget).map_err(|error| match error {
            NodesError::Interrupted(interrupted) => interrupted,
            error => unreachable!("the nodes are made below their parents: {error}"),
        })
    }
}
