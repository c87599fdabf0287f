//! Finding a short way from a supposition to a contradiction.

use bdd_core::{Budget, LineId, Stopped, Variable};

use super::adjacency::Adjacency;
use super::field::Field;
use crate::deduce::{Following, Locked, any_with_bounds, shortest_to_empty};

/// What follows from what is supposed.
#[derive(Clone, Debug)]
pub(crate) enum Link {
    /// A variable, and the line that has nothing else left.
    Only(Variable, LineId),
    /// That some are out, by counting.
    Locked(Locked),
    /// What is undecided on a line with negated variables that leaves no choice.
    Decided(LineId),
}

impl Link {
    /// Whether it rules a variable out.
    pub(crate) fn rules_out(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        match self {
            Link::Only(by, _) => adjacency.excludes(*by, variable),
            Link::Locked(locked) => locked.out().binary_search(&variable).is_ok(),
            // What it decides is told by a field alone.
            Link::Decided(_) => false,
        }
    }

    /// Makes it so in a field.
    pub(crate) fn make(&self, field: &mut Field<'_>) {
        match self {
            Link::Only(variable, _) => field.place(*variable),
            Link::Locked(locked) => locked.out().iter().for_each(|&variable| field.rule_out(variable)),
            Link::Decided(line) => {
                let (trues, falses) = field.decision(*line);
                falses.into_iter().for_each(|variable| field.rule_out(variable));
                // What one of them rules out, the line goes without: that it needs it shows the contradiction.
                for variable in trues {
                    if field.is_possible(variable) {
                        field.place(variable);
                    }
                }
            }
        }
    }

    /// Whether it follows in a field.
    fn follows(&self, field: &Field<'_>) -> bool {
        match self {
            Link::Only(variable, line) => field.is_only(*variable, *line),
            Link::Locked(locked) => locked.follows(field),
            Link::Decided(line) => field.decision(*line) != Default::default(),
        }
    }
}

/// A contradiction: what has to follow, then a line that shows that it can't.
#[derive(Clone, Debug)]
pub(crate) struct Refutation {
    pub(crate) links: Vec<Link>,
    pub(crate) end: End,
}

#[derive(Clone, Debug)]
pub(crate) enum End {
    /// The line has nothing left.
    Empty(LineId),
    /// Nothing that the line has left will do.
    Split(LineId, Cases),
}

/// Variables that are tried in turn, each with the way to its contradiction.
pub(crate) type Cases = Vec<(Variable, Refutation)>;

impl Refutation {
    /// The number of steps.
    pub(crate) fn cost(&self) -> usize {
        let end = match &self.end {
            End::Empty(_) => 0,
            End::Split(_, cases) => cases.iter().map(|(_, case)| case.cost()).sum(),
        };
        self.links.len() + 1 + end
    }
}

/// The most lines of a counting argument within another argument.
const MOST_COUNTED: usize = 3;

/// The elementary steps, as of a [`Budget`], that placing a variable takes.
const PLACING: u32 = 64;

/// A refutation of a field with splits nested at most `depth` deep, the shortest that was found; `None` if there is
/// none of that depth, or none was found.
///
/// With a depth of as many lines as are open one is found for every field without a completion.
pub(crate) fn refute(field: &Field<'_>, depth: usize, budget: &mut Budget<'_>) -> Result<Option<Refutation>, Stopped> {
    // Where lines count, a counting argument often makes a split needless, and is easier than one.
    let found = refute_with(field, depth, depth > 0 && field.counts.is_some(), lines_to_try(depth), budget)?;
    match found {
        // What leads to a split was needed by no case alone, and may be needed by none.
        Some(split @ Refutation { end: End::Split(..), .. }) => shorten(field, split, budget).map(Some),
        found => Ok(found),
    }
}

/// A refutation with counting arguments of lines with bounds or without, in which so many lines are tried to be split; see
/// [`refute`].
fn refute_with(
    field: &Field<'_>,
    depth: usize,
    is_counting: bool,
    lines_to_split: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Refutation>, Stopped> {
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
    let mut best: Option<(usize, LineId, Cases)> = None;
    for (_, line) in lines {
        let limit = best.as_ref().map_or(usize::MAX, |(cost, ..)| *cost);
        if let Some((cost, cases)) = refute_cases(&after, line, depth - 1, limit, budget)? {
            best = Some((cost, line, cases));
        }
    }
    Ok(best.map(|(_, line, cases)| Refutation { links: singles, end: End::Split(line, cases) }))
}

/// What follows at once in a field, one after the other, until a line is broken or nothing follows: the field then, and the
/// way there. With counting arguments of lines with bounds or without.
pub(crate) fn follow<'a>(
    field: &Field<'a>,
    is_counting: bool,
    budget: &mut Budget<'_>,
) -> Result<(Field<'a>, Vec<Link>), Stopped> {
    let mut after = field.clone();
    let mut singles: Vec<Link> = Vec::new();
    while after.empty_line().is_none() {
        let only = after.single_lines().into_iter().flat_map(|(first, line)| match after.counts {
            None => vec![Link::Only(first, line)],
            Some(_) => after.possible(line).map(|variable| Link::Only(variable, line)).collect(),
        });
        let layer: Vec<Link> = only.chain(after.decided_lines().into_iter().map(Link::Decided)).collect();
        if layer.is_empty() {
            match if is_counting { any_with_bounds(&after, budget)? } else { None } {
                None => break,
                Some(locked) => {
                    let link = Link::Locked(locked);
                    link.make(&mut after);
                    singles.push(link);
                    continue;
                }
            }
        }
        // All singles that are there at once before those that follow from them: no chain longer than it must be.
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

/// A refutation of a field without splits, by counting as well; `None` if there is none.
pub(crate) fn refute_counting(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<Option<Refutation>, Stopped> {
    if field.counts.is_some() {
        return refute_with(field, 0, true, 0, budget);
    }
    let after = Following::of(field.clone(), usize::MAX, MOST_COUNTED, budget)?;
    Ok(shortest_to_empty(field, &[], &after, 0).map(|(links, end)| Refutation {
        links: links.into_iter().map(|(_, link)| link).collect(),
        end: End::Empty(end),
    }))
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
    for variable in field.cases(line) {
        let mut supposed = field.clone();
        supposed.place(variable);
        // Where lines count, there are many more cases: within one, fewer lines are tried.
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

/// Every line is worth a try where one split is enough; deeper down the work would multiply.
fn lines_to_try(depth: usize) -> usize {
    match depth {
        1 => usize::MAX,
        2 => 4,
        3 => 2,
        _ => 1,
    }
}

/// Leaves out of a refutation whatever it does without, the last first.
pub(crate) fn shorten(
    field: &Field<'_>,
    refutation: Refutation,
    budget: &mut Budget<'_>,
) -> Result<Refutation, Stopped> {
    let mut shortest = refutation;
    // Links by their number, as they are told.
    for left_out in (0..shortest.links_count()).rev() {
        let mut shorter = shortest.clone();
        shorter.leave_out(left_out);
        if shorter.holds(field, budget)? {
            shortest = shorter;
        }
    }
    Ok(shortest)
}

impl Refutation {
    /// The number of links, those of all cases included.
    fn links_count(&self) -> usize {
        let cases = match &self.end {
            End::Empty(_) => 0,
            End::Split(_, cases) => cases.iter().map(|(_, case)| case.links_count()).sum(),
        };
        self.links.len() + cases
    }

    /// Leaves out the link with this number.
    fn leave_out(&mut self, mut number: usize) {
        if number < self.links.len() {
            self.links.remove(number);
            return;
        }
        number -= self.links.len();
        if let End::Split(_, cases) = &mut self.end {
            for (_, case) in cases {
                let count = case.links_count();
                if number < count {
                    return case.leave_out(number);
                }
                number -= count;
            }
        }
    }

    /// Whether every link follows from those before it, and the end from all. A line without a place may be another one
    /// than it was.
    fn holds(&mut self, field: &Field<'_>, budget: &mut Budget<'_>) -> Result<bool, Stopped> {
        let mut after = field.clone();
        for link in &self.links {
            if !link.follows(&after) {
                return Ok(false);
            }
            budget.spend(PLACING, || 0.0)?;
            link.make(&mut after);
        }
        match &mut self.end {
            End::Empty(line) => {
                let end = after.empty_line();
                end.into_iter().for_each(|end| *line = end);
                Ok(end.is_some())
            }
            End::Split(line, cases) => {
                let is_case = |variable| cases.iter().any(|(case, _)| *case == variable);
                let left = after.cases(*line);
                // Where there are none the line may well do with none of them.
                if !after.is_open(*line) || left.is_empty() || !left.into_iter().all(is_case) {
                    return Ok(false);
                }
                for (case, refutation) in cases {
                    let mut supposed = after.clone();
                    supposed.place(*case);
                    if !refutation.holds(&supposed, budget)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link to tell from others.
    fn link(number: u16) -> Link {
        Link::Only(Variable::new(number), LineId::new(0))
    }

    fn chain(numbers: &[u16]) -> Refutation {
        Refutation { links: numbers.iter().copied().map(link).collect(), end: End::Empty(LineId::new(0)) }
    }

    /// Links 0 and 1, then cases with 2 and 3, with none, and with 4; the last of them has cases itself, with 5, and with 6
    /// and 7.
    fn split() -> Refutation {
        let cases = |cases: Vec<Refutation>| {
            let numbered = cases.into_iter().enumerate().map(|(at, case)| (Variable::at(10 + at), case));
            End::Split(LineId::new(1), numbered.collect())
        };
        let last = Refutation { end: cases(vec![chain(&[5]), chain(&[6, 7])]), ..chain(&[4]) };
        Refutation { end: cases(vec![chain(&[2, 3]), chain(&[]), last]), ..chain(&[0, 1]) }
    }

    fn numbers(refutation: &Refutation) -> Vec<u16> {
        let own = refutation.links.iter().map(|link| match link {
            Link::Only(variable, _) => u16::from(*variable),
            Link::Locked(_) | Link::Decided(_) => panic!("no such link is there"),
        });
        let of_cases = match &refutation.end {
            End::Empty(_) => Vec::new(),
            End::Split(_, cases) => cases.iter().flat_map(|(_, case)| numbers(case)).collect(),
        };
        own.chain(of_cases).collect()
    }

    #[test]
    fn any_link_can_be_left_out_and_no_other_goes() {
        assert_eq!((split().links_count(), numbers(&split())), (8, Vec::from_iter(0..8)));
        for left_out in 0..8 {
            let mut shorter = split();
            shorter.leave_out(left_out.into());
            assert_eq!(numbers(&shorter), Vec::from_iter((0..8).filter(|&number| number != left_out)));
            assert_eq!(shorter.links_count(), 7);
        }
    }

    #[test]
    fn an_argument_costs_its_steps_and_those_of_its_cases() {
        for (links, cost) in [(vec![], 1), (vec![0], 2), (vec![0, 1], 3)] {
            assert_eq!(chain(&links).cost(), cost);
        }
        // Eight links, and each of the six lists of steps has an end.
        assert_eq!(split().cost(), 8 + 6);
    }
}
