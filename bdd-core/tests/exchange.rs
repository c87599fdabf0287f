//! Diagrams in the formats of other programs.

#[path = "exchange/outside.rs"]
mod outside;

use bdd_core::{Bdd, Budget, DiagramBuilder, NodeId, Rules, Sampler, Variable};

const VARIABLES: usize = 8;

/// Returns the diagram of reproducible random nodes: up to five on each level, with random earlier nodes as children.
fn random(seed: u64) -> Bdd {
    let mut sampler = Sampler::new(seed);
    let mut below = |limit: usize| sampler.index(limit).expect("the limit is positive");
    let mut nodes = Vec::new();
    for level in (0..VARIABLES).rev() {
        let before = nodes.len() + 2;
        for _ in 0..below(6) {
            let [low, high] = [below(before), below(before)].map(NodeId::from_index);
            nodes.push((Variable::from_index(level), low, high));
        }
    }
    let root = NodeId::from_index(nodes.len() + 1);
    Bdd::from_nodes(VARIABLES, nodes, root, &mut Budget::unlimited()).unwrap()
}

/// Returns the diagram of an `n` x `n` square with one true variable in each row and column.
fn permutations(n: u16) -> Bdd {
    let mut rules = Rules::new(usize::from(n * n));
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| i * n + j).collect::<Vec<_>>());
        rules.exactly_one(&(0..n).map(|j| j * n + i).collect::<Vec<_>>());
    }
    DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap()
}
