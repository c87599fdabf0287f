//! The best totals of all models, and of the models in which each single variable is true or false, in two passes.

use super::{Costs, Objective, Weights};
use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Node, TRUE};
use crate::reduction::Reduction;

/// The best totals of a function's models, in units of [`Weights`]; see [`Bdd::best_totals`](crate::Bdd::best_totals).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The best total of all models; `None` if there is no model.
    pub total: Option<i128>,
    /// For each variable, the best total of the models in which it is true; `None` if there is no such model. Indexed
    /// by [`Variable::index`](crate::Variable::index).
    pub with: Vec<Option<i128>>,
    /// For each variable, the best total of the models in which it is false; `None` if there is no such model. Indexed
    /// by [`Variable::index`](crate::Variable::index).
    pub without: Vec<Option<i128>>,
}

/// The cost of an alternative that does not exist, higher than every real cost: real costs are sums of fewer than 2^16
/// numbers of 64 bits.
pub(super) const NONE: i128 = i128::MAX;

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the best total of all models, and for each variable the best totals of the models in which it is true
    /// and in which it is false.
    ///
    /// The first pass finds the best path from every node to the terminal TRUE, the second the best path from the root
    /// to every node. Together they give the best total along every edge. Both passes take linear time, and they keep
    /// 32 bytes for each node. A variable that an edge of a [`Bdd`](crate::Bdd) skips is free: it counts as true if
    /// that improves the total.
    ///
    /// ```
    /// use bdd_core::{Budget, DiagramBuilder, Objective, Rules, Weights};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.exactly(2, &[0, 1, 2]);
    /// let budget = &mut Budget::unlimited();
    /// let bdd = DiagramBuilder::new(&rules).build(budget)?;
    /// let best = bdd.best_totals(&Weights::new(vec![5, 1, 2]), Objective::Cheapest, budget)?;
    /// assert_eq!(best.total, Some(3));
    /// assert_eq!(best.with, [Some(6), Some(3), Some(3)]);
    /// assert_eq!(best.without, [Some(3), Some(7), Some(6)]);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the numbers of weights and of variables differ.
    #[track_caller]
    pub fn best_totals(
        &self,
        weights: &Weights,
        goal: Objective,
        budget: &mut Budget<'_>,
    ) -> Result<Best, Interrupted> {
        let costs = Costs::new::<R>(weights, goal, self.variables());
        let none = || vec![NONE; self.variables()];
        let (mut with, mut without) = (none(), none());
        let below = costs_below(self, &costs, budget)?;
        if self.is_false() {
            return Ok(Best { total: None, with: vec![None; with.len()], without: vec![None; without.len()] });
        }

        let levels = self.levels();
        let root = self.root_index();
        let top = self.top();
        let total = costs.skipped(0, top) + below[root as usize];
        let mut skips = Skips::new(self.depth());
        skips.note(0, top, total);

        budget.check_memory(2 * below.len() * size_of::<i128>())?;
        let mut above = vec![NONE; self.node_count()];
        above[root as usize] = costs.skipped(0, top);
        for level in top..self.depth() {
            let range = levels.range(level);
            budget.spend(range.len() as u32, || 0.5)?;
            let cost = costs.of[usize::from(level)];
            for index in range {
                let Node { low, high } = self.nodes()[index];
                for (child, decided, best) in [(low, 0, &mut without), (high, cost, &mut with)] {
                    if child == FALSE {
                        continue;
                    }
                    let child_level = levels.level_from(level + 1, child);
                    let to_child = above[index] + decided + costs.skipped(level + 1, child_level);
                    let through = to_child + below[child as usize];
                    let best = &mut best[usize::from(level)];
                    *best = through.min(*best);
                    let above = &mut above[child as usize];
                    *above = to_child.min(*above);
                    skips.note(level + 1, child_level, through);
                }
            }
        }
        for (level, skipping) in skips.best().into_iter().enumerate().filter(|&(_, skipping)| skipping != NONE) {
            if !R::SKIPS_FREE {
                without[level] = without[level].min(skipping);
                continue;
            }
            // The best total along an edge includes the better value of the free variable; the other value costs the
            // difference.
            let cost = costs.of[level];
            with[level] = with[level].min(skipping + cost.max(0));
            without[level] = without[level].min(skipping - cost.min(0));
        }
        let totals = |costs: Vec<i128>| costs.into_iter().map(|cost| (cost != NONE).then(|| goal.cost(cost))).collect();
        Ok(Best { total: Some(goal.cost(total)), with: totals(with), without: totals(without) })
    }
}

/// Returns, for every node, the cost of the best path from it to the terminal TRUE, over the variables from the node's
/// level on.
pub(super) fn costs_below<R: Reduction>(
    bdd: &DecisionDiagram<R>,
    costs: &Costs,
    budget: &mut Budget<'_>,
) -> Result<Vec<i128>, Interrupted> {
    budget.check_memory(bdd.node_count() * size_of::<i128>())?;
    let levels = bdd.levels();
    let mut below = vec![NONE; bdd.node_count()];
    if let Some(end) = below.get_mut(TRUE as usize) {
        *end = 0;
    }
    for level in (0..bdd.depth()).rev() {
        let range = levels.range(level);
        budget.spend(range.len() as u32, || 0.0)?;
        let (deeper, here) = below.split_at_mut(range.start);
        let way = |child: Index, decided: i128| match child {
            FALSE => NONE,
            _ => {
                let child_level = levels.level_from(level + 1, child);
                decided + costs.skipped(level + 1, child_level) + deeper[child as usize]
            }
        };
        for (best, &Node { low, high }) in here.iter_mut().zip(&bdd.nodes()[range]) {
            *best = way(low, 0).min(way(high, costs.of[usize::from(level)]));
        }
    }
    Ok(below)
}

/// For every level, the least cost of a model whose path has an edge that skips the level.
///
/// Row `k` holds the least cost for each range of `2^k` levels. An edge is noted only twice, however many levels it
/// skips, in the row of the longest ranges that fit. For example, an edge that skips the levels 3 to 8 is noted for the
/// ranges `3..7` and `5..9`. At the end, each row is passed down to the row of half its range.
struct Skips(Vec<Vec<i128>>);

impl Skips {
    fn new(levels: Level) -> Skips {
        let rows = usize::from(levels).checked_ilog2().map_or(0, |log| log + 1);
        Skips((0..rows).map(|row| vec![NONE; usize::from(levels) + 1 - (1 << row)]).collect())
    }

    fn note(&mut self, from: Level, until: Level, cost: i128) {
        let Some(log) = (until - from).checked_ilog2() else { return };
        let row = &mut self.0[log as usize];
        for place in [usize::from(from), usize::from(until) - (1 << log)] {
            row[place] = row[place].min(cost);
        }
    }

    fn best(mut self) -> Vec<i128> {
        while let Some(row) = self.0.pop() {
            let half = (1 << self.0.len()) / 2;
            let Some(shorter) = self.0.last_mut() else { return row };
            for (place, cost) in row.into_iter().enumerate() {
                for place in [place, place + half] {
                    shorter[place] = shorter[place].min(cost);
                }
            }
        }
        Vec::new()
    }
}
