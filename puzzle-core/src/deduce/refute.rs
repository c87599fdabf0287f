//! Finds short refutations of a supposition.

use bdd_core::{Budget, ConstraintId, Interrupted, Literal};

use super::bounds;
use super::chain::chain_in;
use crate::logic::{Cases, End, Field, Knowledge, Link, PLACING, Reason, Refutation, Step};

/// The maximum number of base lines of a counting argument in a refutation, in puzzles whose lines are all at-least-one
/// constraints.
const MOST_BASE_LINES: usize = 3;

/// Finds a short refutation of a field, the candidates of a board: a proof that these candidates allow no completion.
/// Case splits are nested at most `depth` deep. Returns `None` if it finds none.
///
/// With the depth `Adjacency::deepest_split` it refutes every field without a completion.
pub(crate) fn refute(
    field: &Field<'_>,
    depth: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation>, Interrupted> {
    // In puzzles with bounds, a counting argument often saves a split, and is easier to follow.
    let found = refute_with(field, depth, depth > 0 && field.counts.is_some(), lines_to_try(depth), budget)?;
    match found {
        // Some links before the split may be unnecessary for all of its cases.
        Some(split @ Refutation { end: End::Split(..), .. }) => shorten(field, split, budget).map(Some),
        found => Ok(found),
    }
}

/// Finds a refutation of a field (the candidates of a board) with case splits nested at most `depth` deep.
/// `is_counting` allows counting arguments. At most `lines_to_split` lines are tried as the outermost split. Returns
/// `None` if it finds none.
fn refute_with(
    field: &Field<'_>,
    depth: usize,
    is_counting: bool,
    lines_to_split: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation>, Interrupted> {
    let (after, singles) = follow(field, is_counting, budget)?;
    if let Some(end) = after.empty_line() {
        return shorten(field, Refutation { links: singles, end: End::Empty(end) }, budget).map(Some);
    }
    if depth == 0 {
        return Ok(None);
    }
    let mut lines = after.lines_to_split();
    lines.sort_unstable();
    lines.truncate(lines_to_split);
    let mut best: Option<(usize, ConstraintId, Cases)> = None;
    for (_, line) in lines {
        let limit = best.as_ref().map_or(usize::MAX, |(cost, ..)| *cost);
        if let Some((cost, cases)) = refute_cases(&after, line, depth - 1, limit, budget)? {
            best = Some((cost, line, cases));
        }
    }
    Ok(best.map(|(_, line, cases)| Refutation { links: singles, end: End::Split(line, cases) }))
}

/// Propagates a field (the candidates of a board) until a line can't be satisfied or there are no more consequences.
/// Returns the field after the propagation, and the links (consequences) that led to it. `is_counting` allows counting
/// arguments; then the puzzle must have lines with bounds.
pub(crate) fn follow<'a>(
    field: &Field<'a>,
    is_counting: bool,
    budget: &mut Budget<'_>,
) -> Result<(Field<'a>, Vec<Link>), Interrupted> {
    let mut after = field.clone();
    let mut singles: Vec<Link> = Vec::new();
    while after.empty_line().is_none() {
        let only = after.tight_lines().into_iter().flat_map(|(first, line)| match after.counts {
            None => vec![Link::Only(first, line)],
            Some(_) => after.possible(line).map(|variable| Link::Only(variable, line)).collect(),
        });
        let layer: Vec<Link> = only.chain(after.decided_lines().into_iter().map(Link::Decided)).collect();
        if layer.is_empty() {
            match if is_counting { bounds::any(&after, budget)? } else { None } {
                None => break,
                Some(locked) => {
                    let link = Link::Locked(locked);
                    link.make(&mut after);
                    singles.push(link);
                    continue;
                }
            }
        }
        // A whole layer of links comes before its consequences, so that no chain is longer than necessary.
        for link in layer {
            if link.follows(&after) && after.empty_line().is_none() {
                budget.spend(PLACING, || 0.0)?;
                link.make(&mut after);
                singles.push(link);
            }
        }
    }
    Ok((after, singles))
}

/// Finds a refutation of a field (the candidates of a board) by propagation and counting arguments, without case
/// splits. Returns `None` if it finds none.
pub(crate) fn refute_counting(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<Option<Refutation>, Interrupted> {
    if field.counts.is_some() {
        return refute_with(field, 0, true, 0, budget);
    }
    Ok(chain_in(field, MOST_BASE_LINES, budget)?.1)
}

/// Finds a refutation of every case of a split of `line`. Returns the total number of steps, and the cases with their
/// refutations. Returns `None` if some case is not refuted, or if the refutations have `limit` steps or more in all.
fn refute_cases(
    field: &Field<'_>,
    line: ConstraintId,
    depth: usize,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<(usize, Cases)>, Interrupted> {
    let mut cost = 0;
    let mut cases = Vec::new();
    for variable in field.cases(line) {
        let supposed = field.with(variable);
        // In puzzles with bounds a line has many more cases, so that fewer lines are split within each case.
        let is_counting = field.counts.is_some();
        let lines = lines_to_try(if is_counting { depth + 1 } else { depth });
        let Some(refutation) = refute_with(&supposed, depth, is_counting, lines, budget)? else { return Ok(None) };
        cost += refutation.cost();
        if cost >= limit {
            return Ok(None);
        }
        cases.push((variable, refutation));
    }
    Ok(Some((cost, cases)))
}

/// Returns the number of lines that are tried as a split. `depth` is the number of levels of nested splits that are
/// left, this level included. At the innermost level (`depth` 1) all lines are tried. At the levels further out the
/// work multiplies, so that only a few lines are tried.
fn lines_to_try(depth: usize) -> usize {
    match depth {
        1 => usize::MAX,
        2 => 4,
        3 => 2,
        _ => 1,
    }
}

/// Drops the links (consequences) that a refutation does not need. Tries to drop the last link first.
pub(crate) fn shorten(
    field: &Field<'_>,
    refutation: Refutation,
    budget: &mut Budget<'_>,
) -> Result<Refutation, Interrupted> {
    let mut shortest = refutation;
    // Links are numbered in the order in which they are shown. The links of the cases are included.
    for left_out in (0..shortest.links_count()).rev() {
        let mut shorter = shortest.clone();
        shorter.leave_out(left_out);
        if shorter.holds(field, budget)? {
            shortest = shorter;
        }
    }
    Ok(shortest)
}

impl Knowledge<'_> {
    /// Finds an argument that refutes `supposed`, with case splits nested at most `depth` deep. Returns `None` if it
    /// finds none.
    pub(crate) fn refuted(
        &self,
        supposed: Literal,
        depth: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Interrupted> {
        let Literal { variable, value } = supposed;
        let mut known = self.clone();
        if value {
            known.place(variable);
        } else {
            known.rule_out(variable, Reason::Supposed);
        }
        let refutation = match refute(&known.field, depth, budget)? {
            None if depth == 0 => refute_counting(&known.field, budget)?,
            refutation => refutation,
        };
        let Some(refutation) = refutation else { return Ok(None) };
        Ok(Some(known.steps(&refutation)))
    }
}
