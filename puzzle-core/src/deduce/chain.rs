//! Chains: a supposition forces one variable after the other, until a line has no candidate left.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use super::locked::LockedSearch;
use crate::logic::hardness;
use crate::logic::{End, Field, Link, Refutation, Refuted, ones};
use crate::puzzle::Visibility;

/// The cost of each consequence, in elementary steps of the [`Budget`].
const FOLLOWING: u32 = 16;

/// The maximum number of chains for one supposition that are compared to find the shortest chain. Each of them ends at
/// a different line without a candidate.
const ENDS: usize = 4;

/// The work limit of the search for chains with counting arguments. Each search for a counting argument costs as many
/// units as a [`Field`] has machine words, about a hundred for a Sudoku.
const MOST_COUNTING_WORK: usize = 60_000;

/// The work limit of the search for chains. A supposition counts as `(1 + links) * (1 + n / 32)`. Here `links` is the
/// number of its consequences, and `n` the number of variables that the supposed variable excludes.
const MOST_FOLLOWED: usize = 250_000;

/// The maximum number of suppositions whose consequences are kept.
const MOST_SUPPOSED: usize = 400;

/// The consequences of a supposition (links) in breadth-first order, and the [`Field`] after these consequences.
#[derive(Clone)]
pub(crate) struct Following<'a> {
    pub(crate) field: Field<'a>,
    pub(crate) links: Vec<Link>,
}

impl<'a> Following<'a> {
    /// Propagates `field`, the candidates of a board, until there are no more consequences or a line has no candidate.
    /// The propagation uses counting arguments of up to `counted` base lines; if `counted` is 0, it uses none.
    pub(super) fn of(field: Field<'a>, counted: usize, budget: &mut Budget<'_>) -> Result<Following<'a>, Interrupted> {
        let mut following = Following { field, links: Vec::new() };
        following.follow(usize::MAX, counted, None, budget)?;
        Ok(following)
    }

    /// Propagates further by at most `layers` rounds, and ends early if a line has no candidate. A round places the
    /// last candidates of all lines with a single candidate. If there is no such line, it applies one counting argument
    /// of at most `counted` base lines instead.
    ///
    /// `before`, if given, must be an earlier field in which there is no counting argument. The search then skips
    /// counting arguments whose lines all have the same candidates as in `before`.
    pub(super) fn follow(
        &mut self,
        layers: usize,
        counted: usize,
        before: Option<&Field<'_>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        let from = self.links.len();
        for _ in 0..layers {
            let earlier = self.links.len();
            if self.field.empty_line().is_some() {
                break;
            }
            for (variable, line) in self.field.tight_lines() {
                if self.field.is_only(variable, line) {
                    self.push(Link::Only(variable, line));
                }
            }
            if counted > 0 && self.links.len() == earlier {
                let mut search = match before {
                    Some(before) => LockedSearch::since(before, &self.field, counted),
                    None => LockedSearch::new(&self.field, counted),
                };
                if let Some(locked) = search.with_fewest_lines(counted, budget)? {
                    self.push(Link::Locked(locked));
                }
            }
            if self.links.len() == earlier {
                break;
            }
        }
        budget.spend(FOLLOWING * (1 + (self.links.len() - from) as u32), || 0.0)
    }

    /// Restarts from `field` with the variable `supposed` placed and without any consequences. Reuses the allocated
    /// memory.
    pub(super) fn suppose(&mut self, field: &Field<'a>, supposed: Variable) {
        self.field.copy_from(field);
        self.field.place(supposed);
        self.links.clear();
    }

    fn push(&mut self, link: Link) {
        link.make(&mut self.field);
        self.links.push(link);
    }
}

/// Selects links (consequences) that rule out all `variables`, and marks them in `needed`. For each variable, one link
/// is enough: a link that is marked already, otherwise the first link that rules the variable out. A variable that is
/// excluded by a variable of `supposed` needs no link.
///
/// All `variables` must be candidates in `before`, the field before the supposition.
pub(super) fn needs(
    before: &Field<'_>,
    supposed: &[Variable],
    links: &[Link],
    variables: impl Iterator<Item = Variable>,
    needed: &mut [bool],
) {
    let adjacency = before.adjacency;
    for variable in variables {
        if supposed.iter().any(|&by| adjacency.excludes(by, variable)) {
            continue;
        }
        let rules_out = |place: &usize| links[*place].rules_out(adjacency, variable);
        let again = (0..needed.len()).filter(|&place| needed[place]).find(rules_out);
        if let Some(place) = again.or_else(|| (0..needed.len()).find(rules_out)) {
            needed[place] = true;
        }
    }
}

/// Marks in `needed` all links (consequences) on which the marked links depend, directly or indirectly. Visits the
/// links backwards, from the last link to the link with the index `from`. So it leaves out the dependencies of the
/// links before `from`.
pub(super) fn close(before: &Field<'_>, supposed: &[Variable], links: &[Link], from: usize, needed: &mut [bool]) {
    // A link depends on earlier links only, so that one pass backwards is enough.
    for place in (from..needed.len()).rev() {
        if !needed[place] {
            continue;
        }
        let (earlier, needed) = (&links[..place], &mut needed[..place]);
        match &links[place] {
            Link::Only(variable, line) => {
                let others = before.possible(*line).filter(|other| other != variable);
                needs(before, supposed, earlier, others, needed);
            }
            Link::Locked(locked) => {
                for &line in &locked.base {
                    let outside = before.possible(line).filter(|&other| !locked.is_covered(before.adjacency, other));
                    needs(before, supposed, earlier, outside, needed);
                }
            }
            Link::Decided(_) => {}
        }
    }
}

/// Returns the shortest chain to a line without a candidate: the links (consequences) that it needs, each with its
/// index in `after.links`, and the line. Returns `None` if there is no such line.
///
/// Leaves out the dependencies of the links before the index `from`: the caller adds them by [`close`].
pub(super) fn shortest_to_empty(
    before: &Field<'_>,
    supposed: &[Variable],
    after: &Following<'_>,
    from: usize,
) -> Option<(Vec<(usize, Link)>, ConstraintId)> {
    let ways = after.field.empty_lines().take(ENDS).map(|end| {
        let mut needed = vec![false; after.links.len()];
        needs(before, supposed, &after.links, before.possible(end), &mut needed);
        close(before, supposed, &after.links, from, &mut needed);
        let links = after.links.iter().enumerate().filter(|&(place, _)| needed[place]);
        (links.collect::<Vec<_>>(), end)
    });
    let (links, end) = ways.min_by_key(|(links, _)| links.len())?;
    Some((links.into_iter().map(|(place, link)| (place, link.clone())).collect(), end))
}

/// Propagates a field (the candidates of a board) with counting arguments of at most `counted` base lines. Returns all
/// consequences, and the shortest chain that ends at a line without a candidate. The chain is `None` if there is no
/// such line.
pub(crate) fn chain_in<'a>(
    field: &Field<'a>,
    counted: usize,
    budget: &mut Budget<'_>,
) -> Result<(Following<'a>, Option<Refutation>), Interrupted> {
    let after = Following::of(field.clone(), counted, budget)?;
    let chain = shortest_chain(field, &[], &after);
    Ok((after, chain))
}

/// Returns the shortest chain from `supposed` to a line without a candidate; `None` if there is no such line.
fn shortest_chain(before: &Field<'_>, supposed: &[Variable], after: &Following<'_>) -> Option<Refutation> {
    let (links, end) = shortest_to_empty(before, supposed, after, 0)?;
    Some(Refutation { links: links.into_iter().map(|(_, link)| link).collect(), end: End::Empty(end) })
}

/// A supposition that no chain refutes, and its consequences.
pub(super) struct Supposition<'a> {
    pub(super) of: Variable,
    pub(super) after: Following<'a>,
}

/// The result of the search for chains in a [`Field`].
pub(super) struct Chains<'a> {
    /// The easiest chain, with the candidate that it refutes; `None` if no chain was found.
    pub(super) easiest: Option<Refuted>,
    /// The suppositions tried before the first chain was found, each with its consequences, in the order of the search.
    /// At most [`MOST_SUPPOSED`] are kept.
    pub(super) suppositions: Vec<Supposition<'a>>,
    /// `true` if every candidate was supposed; `false` if a limit ended the search.
    pub(super) is_whole: bool,
}

/// Supposes each candidate in turn to be true, and finds the easiest chain that refutes a candidate. Does not use
/// counting arguments.
pub(super) fn chains<'a>(field: &Field<'a>, budget: &mut Budget<'_>) -> Result<Chains<'a>, Interrupted> {
    let adjacency = field.adjacency;
    // Candidates on lines with few candidates are supposed first, since they have the most consequences.
    let fewest = |variable: Variable| {
        let lines = adjacency.lines_of(variable).iter().map(|&line| ConstraintId::new(line));
        lines.filter(|&line| field.is_open(line)).map(|line| field.left(line)).min().unwrap_or(usize::MAX)
    };
    let mut candidates: Vec<(usize, Variable)> =
        ones(field.all_possible()).map(Variable::from_index).map(|variable| (fewest(variable), variable)).collect();
    candidates.sort_unstable();
    let mut chains = Chains { easiest: None, suppositions: Vec::new(), is_whole: true };
    let mut after = Following { field: field.clone(), links: Vec::new() };
    let mut work = 0;
    for (_, against) in candidates {
        if work > MOST_FOLLOWED {
            chains.is_whole = false;
            break;
        }
        after.suppose(field, against);
        // Every layer has at least one link. So a chain with more layers than the best chain has links is longer than
        // the best chain.
        let layers = chains.easiest.as_ref().map_or(usize::MAX, |best| best.refutation.links.len());
        after.follow(layers, 0, None, budget)?;
        work += (1 + after.links.len()) * (1 + adjacency.rules.excluded_by(against).len() / 32);
        chains.offer(field, against, &after);
        if chains.easiest.is_none() && chains.suppositions.len() < MOST_SUPPOSED {
            chains.suppositions.push(Supposition { of: against, after: after.clone() });
        }
    }
    Ok(chains)
}

/// Finds the easiest chain that contains counting arguments of at most `lines` base lines. The caller has checked that
/// no chain without counting arguments refutes a candidate. The second result is `false` if a limit left chains
/// untried.
pub(super) fn counted(
    field: &Field<'_>,
    suppositions: &[Supposition<'_>],
    lines: usize,
    budget: &mut Budget<'_>,
) -> Result<(Option<Refuted>, bool), Interrupted> {
    let mut chains = Chains { easiest: None, suppositions: Vec::new(), is_whole: true };
    let mut counted = 0;
    for Supposition { of: against, after } in suppositions {
        if counted * field.words() > MOST_COUNTING_WORK {
            return Ok((chains.easiest, false));
        }
        let mut after = after.clone();
        let layers = chains.easiest.as_ref().map_or(usize::MAX, |best| best.refutation.links.len());
        after.follow(layers, lines, Some(field), budget)?;
        counted += 1 + after.links.iter().filter(|link| matches!(link, Link::Locked(_))).count();
        chains.offer(field, *against, &after);
    }
    Ok((chains.easiest, true))
}

impl Chains<'_> {
    /// Keeps the shortest refutation of `against` if it is easier than the best refutation so far. `after` has the
    /// consequences of `against`.
    fn offer(&mut self, field: &Field<'_>, against: Variable, after: &Following<'_>) {
        let Some(refutation) = shortest_chain(field, &[against], after) else { return };
        let Refutation { links, end: End::Empty(end) } = &refutation else { return };
        let is_cell = |line: ConstraintId| field.adjacency.visibility(line) == Visibility::Cell;
        let is_of_cells =
            is_cell(*end) && links.iter().all(|link| matches!(link, Link::Only(_, line) if is_cell(*line)));
        let facts = links.iter().map(|link| match link {
            Link::Only(_, line) | Link::Decided(line) => field.left(*line),
            Link::Locked(locked) => locked.base.iter().map(|&line| field.left(line)).sum(),
        });
        let facts = field.left(*end) + facts.sum::<usize>();
        let is_counted = links.iter().any(|link| matches!(link, Link::Locked(_)));
        let hardness = hardness::chain(links.len(), is_of_cells, is_counted, facts);
        if self.easiest.as_ref().is_none_or(|best| (hardness, against) < best.order()) {
            self.easiest = Some(Refuted { hardness, against, refutation });
        }
    }
}
