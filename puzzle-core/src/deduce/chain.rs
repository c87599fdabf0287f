//! Chains: a supposition forces place after place, until a line has none left.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use super::locked::Search;
use crate::logic::hardness;
use crate::logic::{End, Field, Link, Refutation, Refuted, ones};
use crate::puzzle::Sight;

/// The elementary steps, as of a [`Budget`], that a place that follows takes.
const FOLLOWING: u32 = 16;

/// The lines without a place from which the shortest chain is looked for.
const ENDS: usize = 4;

/// The searches for a counting argument within chains before the search for such a chain ends, in words of fields, of which
/// those of a Sudoku have a hundred.
const MOST_COUNTED: usize = 60_000;

/// What is placed, in units of 32 exclusions, before the search for a chain ends.
const MOST_FOLLOWED: usize = 250_000;

/// The suppositions of which all that follows is kept.
const MOST_SUPPOSED: usize = 400;

/// What follows from a supposition, in order of breadth.
#[derive(Clone)]
pub(crate) struct Following<'a> {
    pub(crate) field: Field<'a>,
    pub(crate) links: Vec<Link>,
}

impl<'a> Following<'a> {
    /// Finds what follows from a field after something was placed there, with counting arguments of up to `counted` lines.
    pub(super) fn of(field: Field<'a>, counted: usize, budget: &mut Budget<'_>) -> Result<Following<'a>, Interrupted> {
        let mut following = Following { field, links: Vec::new() };
        following.follow(usize::MAX, counted, None, budget)?;
        Ok(following)
    }

    /// Follows on, layer by layer, up to so many layers, or until a line has no place. A layer is all lines with one place
    /// left, or else one counting argument with up to `counted` lines. Of the field before it may be said that there is
    /// nothing to be found by counting.
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
            for (variable, line) in self.field.single_lines() {
                if self.field.is_only(variable, line) {
                    self.push(Link::Only(variable, line));
                }
            }
            if counted > 0 && self.links.len() == earlier {
                let mut search = match before {
                    Some(before) => Search::since(before, &self.field, counted),
                    None => Search::new(&self.field, counted),
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

    /// Begins anew with a field and a supposition.
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

/// Marks which links those of some variables need that are possible before: for each one that rules it out, unless what
/// is supposed does. Links that are needed already come first, then the earliest.
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

/// Closes what is needed: of every link from `from` on that is needed, what it needs itself.
pub(super) fn close(before: &Field<'_>, supposed: &[Variable], links: &[Link], from: usize, needed: &mut [bool]) {
    // What a link needs stands before it.
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

/// The shortest way from what follows to a line without a place, if there is one: what is needed of the links, each with
/// its place among them. What those before `from` need is left to the caller.
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

/// Returns all that follows in a field, and the shortest chain to a line without a place if there is one.
pub(crate) fn chain_in<'a>(
    field: &Field<'a>,
    counted: usize,
    budget: &mut Budget<'_>,
) -> Result<(Following<'a>, Option<Refutation>), Interrupted> {
    let after = Following::of(field.clone(), counted, budget)?;
    let chain = shortest_chain(field, &[], &after);
    Ok((after, chain))
}

/// Returns the shortest chain from what is supposed to a line without a place, if there is one.
fn shortest_chain(before: &Field<'_>, supposed: &[Variable], after: &Following<'_>) -> Option<Refutation> {
    let (links, end) = shortest_to_empty(before, supposed, after, 0)?;
    Some(Refutation { links: links.into_iter().map(|(_, link)| link).collect(), end: End::Empty(end) })
}

/// A supposition that leads to no contradiction by chains, and all that follows from it.
pub(super) struct Supposition<'a> {
    pub(super) of: Variable,
    pub(super) after: Following<'a>,
}

/// The chains in a field.
pub(super) struct Chains<'a> {
    /// The easiest one.
    pub(super) easiest: Option<Refuted>,
    /// If there is none, what follows from every supposition, or from those about lines with few places.
    pub(super) suppositions: Vec<Supposition<'a>>,
    /// Whether everything was supposed.
    pub(super) is_whole: bool,
}

/// Looks for the easiest chain against something possible, without counting arguments.
pub(super) fn chains<'a>(field: &Field<'a>, budget: &mut Budget<'_>) -> Result<Chains<'a>, Interrupted> {
    let adjacency = field.adjacency;
    // What lies on lines with few places has the most follow from it.
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
        // A layer has one link at least: more layers than the best chain has links lead to no shorter one.
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

/// Returns the easiest chain with counting arguments, where there is none without, and whether all were looked at.
pub(super) fn counted(
    field: &Field<'_>,
    suppositions: &[Supposition<'_>],
    lines: usize,
    budget: &mut Budget<'_>,
) -> Result<(Option<Refuted>, bool), Interrupted> {
    let mut chains = Chains { easiest: None, suppositions: Vec::new(), is_whole: true };
    let mut counted = 0;
    for Supposition { of: against, after } in suppositions {
        if counted * field.words() > MOST_COUNTED {
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
    /// Takes the chain against something that what follows from it ends in, if it does, and is easier.
    fn offer(&mut self, field: &Field<'_>, against: Variable, after: &Following<'_>) {
        let Some(refutation) = shortest_chain(field, &[against], after) else { return };
        let Refutation { links, end: End::Empty(end) } = &refutation else { return };
        let is_cell = |line: ConstraintId| field.adjacency.sight(line) == Sight::Cell;
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
