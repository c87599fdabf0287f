//! Finding a short way from a supposition to a contradiction.

use bdd_core::{Budget, LineId, Stopped, Variable};

use super::field::Field;

/// A contradiction: variables that have to follow, then a line that shows that they can't.
pub(super) struct Refutation {
    /// Each with the line that has nothing else left.
    pub(super) singles: Vec<(Variable, LineId)>,
    pub(super) end: End,
}

pub(super) enum End {
    /// The line has nothing left.
    Empty(LineId),
    /// Nothing that the line has left will do.
    Split(LineId, Cases),
}

/// Variables that are tried in turn, each with the way to its contradiction.
pub(super) type Cases = Vec<(Variable, Refutation)>;

impl Refutation {
    /// The number of steps.
    fn cost(&self) -> usize {
        let end = match &self.end {
            End::Empty(_) => 0,
            End::Split(_, cases) => cases.iter().map(|(_, case)| case.cost()).sum(),
        };
        self.singles.len() + 1 + end
    }
}

/// The elementary steps, as of a [`Budget`], that placing a variable takes.
const PLACING: u32 = 64;

/// A refutation of a field with splits nested at most `depth` deep, the shortest that was found; `None` if there is
/// none of that depth, or none was found.
///
/// With a depth of as many lines as are open one is found for every field without a completion.
pub(super) fn refute(field: &Field<'_>, depth: usize, budget: &mut Budget<'_>) -> Result<Option<Refutation>, Stopped> {
    let mut after = field.clone();
    let mut singles = Vec::new();
    while after.empty_line().is_none() {
        let layer = after.single_lines();
        if layer.is_empty() {
            break;
        }
        // All singles that are there at once before those that follow from them: no chain longer than it must be.
        for (variable, line) in layer {
            if after.is_only(variable, line) && after.empty_line().is_none() {
                budget.spend(PLACING, || 0.0)?;
                after.place(variable);
                singles.push((variable, line));
            }
        }
    }
    if after.empty_line().is_some() {
        return shorten(field, singles, budget).map(Some);
    }
    if depth == 0 {
        return Ok(None);
    }
    let mut lines: Vec<(usize, LineId)> = after.open_lines().collect();
    lines.sort_unstable();
    lines.truncate(lines_to_try(depth));
    let mut best: Option<(usize, LineId, Cases)> = None;
    for (_, line) in lines {
        let limit = best.as_ref().map_or(usize::MAX, |(cost, ..)| *cost);
        if let Some((cost, cases)) = refute_cases(&after, line, depth - 1, limit, budget)? {
            best = Some((cost, line, cases));
        }
    }
    Ok(best.map(|(_, line, cases)| Refutation { singles, end: End::Split(line, cases) }))
}

/// A refutation of every possible variable of a line, if they take fewer than `limit` steps in all, and their number.
fn refute_cases(
    field: &Field<'_>,
    line: LineId,
    depth: usize,
    limit: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<(usize, Cases)>, Stopped> {
    let mut cost = 0;
    let mut cases = Vec::new();
    for variable in field.possible(line) {
        let mut supposed = field.clone();
        supposed.place(variable);
        let Some(refutation) = refute(&supposed, depth, budget)? else { return Ok(None) };
        cost += refutation.cost();
        if cost >= limit {
            return Ok(None);
        }
        cases.push((variable, refutation));
    }
    Ok(Some((cost, cases)))
}

/// Every line is worth a try where one split is enough; deeper down the work would multiply.
fn lines_to_try(depth: usize) -> usize {
    match depth {
        1 => usize::MAX,
        2 => 4,
        3 => 2,
        _ => 1,
    }
}

/// Leaves out of a chain whatever the contradiction does without.
fn shorten(
    field: &Field<'_>,
    mut singles: Vec<(Variable, LineId)>,
    budget: &mut Budget<'_>,
) -> Result<Refutation, Stopped> {
    let mut leads_to = |singles: &[(Variable, LineId)]| {
        let mut after = field.clone();
        for &(variable, line) in singles {
            if !after.is_only(variable, line) {
                return Ok(None);
            }
            budget.spend(PLACING, || 0.0)?;
            after.place(variable);
        }
        Ok(after.empty_line())
    };
    for left_out in (0..singles.len()).rev() {
        let mut fewer = singles.clone();
        fewer.remove(left_out);
        if leads_to(&fewer)?.is_some() {
            singles = fewer;
        }
    }
    let end = leads_to(&singles)?.expect("the chain that was found ends in an empty line");
    Ok(Refutation { singles, end: End::Empty(end) })
}
