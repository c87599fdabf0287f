//! The best totals, of all models and of those through every variable, in two passes.

use super::{Costs, Objective, Weights};
use crate::bdd::{Bdd, FALSE, Index, Level, Node, TRUE};
use crate::budget::{Budget, Interrupted};

/// The best totals of a function's models, in units; see [`Weights`] and [`Bdd::best_totals`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// Of all models; `None` if there are none.
    pub total: Option<i128>,
    /// For each variable, at its [`Variable::index`](crate::Variable::index), of the models in which it is true; `None`
    /// if there are none.
    pub with: Vec<Option<i128>>,
    /// For each variable, of the models in which it is false; `None` if there are none.
    pub without: Vec<Option<i128>>,
}

/// The cost of what does not exist. Real costs are sums of less than 2^16 numbers of 64 bits.
pub(super) const NONE: i128 = i128::MAX;

impl Bdd {
    /// The best total of all models, and for every variable that of the models in which it is true, and in which it is
    /// false.
    ///
    /// Two linear passes over the nodes: from the terminals up the best way from every node to the end, from the root
    /// down the best way to reach it; together the best total along every edge. They keep 32 bytes a node. A variable
    /// that an edge skips is free, and true where its weight makes that better.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the passes would take more than the budget's memory or steps, or if somebody cancels.
    ///
    /// # Panics
    ///
    /// If there are not as many weights as variables.
    #[track_caller]
    pub fn best_totals(
        &self,
        weights: &Weights,
        goal: Objective,
        budget: &mut Budget<'_>,
    ) -> Result<Best, Interrupted> {
        let costs = Costs::new(weights, goal, self.variables());
        let none = || vec![NONE; self.variables()];
        let (mut with, mut without) = (none(), none());
        let below = costs_below(self, &costs, budget)?;
        if self.is_false() {
            return Ok(Best { total: None, with: vec![None; with.len()], without: vec![None; without.len()] });
        }

        let levels = self.levels();
        let root = self.root_index();
        let top = self.top();
        let total = costs.free(0, top) + below[root as usize];
        let mut skips = Skips::new(self.depth());
        skips.note(0, top, total);

        budget.check_memory(2 * below.len() * size_of::<i128>())?;
        let mut above = vec![NONE; self.node_count()];
        above[root as usize] = costs.free(0, top);
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
                    let child_level = level + 1 + levels.skipped(level, child);
                    let to_child = above[index] + decided + costs.free(level + 1, child_level);
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
            // The best along an edge has the variable as its weight has it; the other value costs what is lost by it.
            let cost = costs.of[level];
            with[level] = with[level].min(skipping + cost.max(0));
            without[level] = without[level].min(skipping - cost.min(0));
        }
        let totals = |costs: Vec<i128>| costs.into_iter().map(|cost| (cost != NONE).then(|| goal.cost(cost))).collect();
        Ok(Best { total: Some(goal.cost(total)), with: totals(with), without: totals(without) })
    }
}

/// For every node the cost of the best way on from it, over the variables from its level on.
pub(super) fn costs_below(bdd: &Bdd, costs: &Costs, budget: &mut Budget<'_>) -> Result<Vec<i128>, Interrupted> {
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
                let child_level = level + 1 + levels.skipped(level, child);
                decided + costs.free(level + 1, child_level) + deeper[child as usize]
            }
        };
        for (best, &Node { low, high }) in here.iter_mut().zip(&bdd.nodes()[range]) {
            *best = way(low, 0).min(way(high, costs.of[usize::from(level)]));
        }
    }
    Ok(below)
}

/// For every level the least cost along the edges that skip it. An edge that skips many levels is noted twice, for the
/// first and the last so many of them as the next power of two says, and notes are handed down at the end.
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
