//! Chains: what is supposed has places follow, one after the other, until a line has none.

use bdd_core::{Budget, LineId, Stopped, Variable};

use super::hardness::{self, Hardness};
use super::locked::Search;
use crate::explain::{End, Field, Link, Refutation, ones};
use crate::puzzle::Sight;

/// The elementary steps, as of a [`Budget`], that a place that follows takes.
const FOLLOWING: u32 = 16;

/// The lines without a place from which the shortest chain is looked for.
const ENDS: usize = 4;

/// The links that are looked at, where counting arguments are among them, before the search ends.
const MOST_COUNTED: usize = 3_000;

/// What follows from a supposition, in order of breadth.
pub(crate) struct Following<'a> {
    pub(crate) field: Field<'a>,
    pub(crate) links: Vec<Link>,
}

impl<'a> Following<'a> {
    /// What follows from a field after something was placed there: layer by layer, up to so many layers, or until a line
    /// has no place. A layer is all lines with one place left, or else one counting argument with up to `counted` lines.
    pub(crate) fn of(
        field: Field<'a>,
        layers: usize,
        counted: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Following<'a>, Stopped> {
        let mut following = Following { field, links: Vec::new() };
        for _ in 0..layers {
            let before = following.links.len();
            if following.field.empty_line().is_some() {
                break;
            }
            for (variable, line) in following.field.single_lines() {
                if following.field.is_only(variable, line) {
                    following.push(Link::Only(variable, line));
                }
            }
            for lines in 1..=counted {
                if following.links.len() > before {
                    break;
                }
                let mut search = Search { field: &following.field, is_whole: true };
                if let Some(locked) = search.easiest(lines, budget)? {
                    following.push(Link::Locked(locked));
                }
            }
            if following.links.len() == before {
                break;
            }
        }
        budget.spend(FOLLOWING * (1 + following.links.len() as u32), || 0.0)?;
        Ok(following)
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
                for &line in locked.base() {
                    let outside = before.possible(line).filter(|&other| !locked.is_covered(before.adjacency, other));
                    needs(before, supposed, earlier, outside, needed);
                }
            }
            Link::Decided(_) => {}
        }
    }
}

/// A chain against a variable.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) hardness: Hardness,
    pub(super) against: Variable,
    pub(super) refutation: Refutation,
}

/// The shortest way from what follows to a line without a place, if there is one: what is needed of the links, each with
/// its place among them. What those before `from` need is left to the caller.
pub(crate) fn shortest_to_empty(
    before: &Field<'_>,
    supposed: &[Variable],
    after: &Following<'_>,
    from: usize,
) -> Option<(Vec<(usize, Link)>, LineId)> {
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

/// The easiest chain against something possible, with counting arguments of up to so many lines.
/// Whether all were looked at.
pub(super) fn easiest(
    field: &Field<'_>,
    counted: usize,
    budget: &mut Budget<'_>,
) -> Result<(Option<Chain>, bool), Stopped> {
    let mut best: Option<Chain> = None;
    let mut work = 0;
    for against in ones(field.all_possible()).map(Variable::at) {
        let mut supposed = field.clone();
        supposed.place(against);
        // A layer has one link at least: more layers than the best chain has links lead to no shorter one.
        let layers = best.as_ref().map_or(usize::MAX, |best| best.refutation.links.len());
        let after = Following::of(supposed, layers, counted, budget)?;
        if counted > 0 {
            work += after.links.len() + 1;
            if work > MOST_COUNTED {
                return Ok((best, false));
            }
        }
        let Some((links, end)) = shortest_to_empty(field, &[against], &after, 0) else { continue };
        let links: Vec<Link> = links.into_iter().map(|(_, link)| link).collect();
        let is_cell = |line: LineId| field.adjacency.sight(line) == Sight::Cell;
        let is_of_cells =
            is_cell(end) && links.iter().all(|link| matches!(link, Link::Only(_, line) if is_cell(*line)));
        let left = |line: LineId| field.possible(line).count();
        let facts = links.iter().map(|link| match link {
            Link::Only(_, line) => left(*line),
            Link::Locked(locked) => locked.base().iter().map(|&line| left(line)).sum(),
            Link::Decided(line) => left(*line),
        });
        let facts = left(end) + facts.sum::<usize>();
        let is_counted = links.iter().any(|link| matches!(link, Link::Locked(_)));
        let hardness = hardness::chain(links.len(), is_of_cells, is_counted, facts);
        if best.as_ref().is_none_or(|best| hardness < best.hardness) {
            let refutation = Refutation { links, end: End::Empty(end) };
            best = Some(Chain { hardness, against, refutation });
        }
    }
    Ok((best, true))
}
