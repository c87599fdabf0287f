//! Counting arguments for lines with bounds (lines that are not at-least-one constraints): some base lines together
//! need at least the number of further true variables that the covers of their candidates can hold.
//!
//! A cover is either a line of another family than the base lines, or a clique: a set of variables that exclude each
//! other pairwise, such as a block of two by two squares in Star Battle.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use super::locked::offer;
use crate::logic::{Adjacency, Cover, Family, Field, Locked, ones};

/// The maximum number of freely chosen covers of a counting argument. Its covers are the lines that together contain
/// the candidates of its base lines. A run of neighbouring covers, such as a band of files, may be longer.
const MOST_APART: usize = 3;

/// The maximum number of true variables that the base lines together still need, in arguments whose covers are cliques.
const MOST_CLIQUES: i32 = 6;

/// The maximum number of variables in a clique that is searched: a person sees a block of two by two squares at a
/// glance, but no larger one.
const MAX_CLIQUE: usize = 4;

/// The cost of each choice of covers, in elementary steps of the [`Budget`].
const CHOICE: u32 = 8;

/// Finds the easiest counting argument in a field, the candidates of a board. The puzzle must have lines with bounds
/// (`Field::counts`). Returns `None` if it finds none.
///
/// All base lines are of one family, such as ranks. The covers are of one of two sorts:
///
/// - lines of one other family: one to three arbitrary lines, or any number of neighbours in the order of the rules,
///   such as a band of files;
/// - cliques, such as blocks of touching squares. They cover one base line or two neighbouring base lines, and there
///   are no more cliques than further true variables that these lines need.
///
/// Kris De Asis, *A Star Battle Guide*, calls these arguments undercounting, overcounting, and blocks that hold one
/// star each.
pub(super) fn easiest(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<Option<Locked>, Interrupted> {
    search(field, false, budget)
}

/// Finds a counting argument of the form described at [`easiest`]. To save time, the search ends as soon as one group
/// of base lines and covers gives an argument, although another group may give an easier one. Returns `None` if there
/// is no such argument.
pub(crate) fn any(field: &Field<'_>, budget: &mut Budget<'_>) -> Result<Option<Locked>, Interrupted> {
    search(field, true, budget)
}

fn search(field: &Field<'_>, is_any: bool, budget: &mut Budget<'_>) -> Result<Option<Locked>, Interrupted> {
    let families = field.adjacency.families();
    let mut best = None;
    for (number, base) in families.iter().enumerate() {
        let open: Vec<ConstraintId> = base.lines.iter().copied().filter(|&line| is_needy(field, line)).collect();
        if open.is_empty() {
            continue;
        }
        for covers in families.iter().enumerate().filter(|&(other, _)| other != number).map(|(_, covers)| covers) {
            within_lines(field, &open, covers, &mut best, budget)?;
            if is_any && best.is_some() {
                return Ok(best);
            }
        }
        for few in open.iter().map(std::slice::from_ref).chain(open.windows(2)) {
            within_cliques(field, few, &mut best, budget)?;
            if is_any && best.is_some() {
                return Ok(best);
            }
        }
    }
    Ok(best)
}

/// Returns `true` if the line has no negated variables and needs further true variables.
fn is_needy(field: &Field<'_>, line: ConstraintId) -> bool {
    field.is_open(line) && field.is_positive(line)
}

fn within_lines(
    field: &Field<'_>,
    open: &[ConstraintId],
    covers: &Family,
    best: &mut Option<Locked>,
    budget: &mut Budget<'_>,
) -> Result<(), Interrupted> {
    // The lines of the other family, each with the number of further true variables that it can hold (its room).
    let lines: Vec<(ConstraintId, i32)> = covers
        .lines
        .iter()
        .filter(|&&line| field.is_positive(line))
        .filter_map(|&line| Some((line, field.room(line)?)))
        .collect();
    if lines.len() > 64 {
        return Ok(());
    }
    let mut place_of = vec![None; covers.members.len()];
    for (place, &(line, _)) in lines.iter().enumerate() {
        if let Some(member) = covers.members.iter().position(|member| member.cover.line() == Some(line)) {
            place_of[member] = Some(place);
        }
    }
    let place = |variable: Variable| place_of[covers.of(variable)?];
    let reach = |line: ConstraintId| {
        field.possible(line).try_fold(0u64, |bits, variable| place(variable).map(|place| bits | 1 << place))
    };
    let open: Vec<(ConstraintId, u64, i32)> =
        open.iter().filter_map(|&line| Some((line, reach(line)?, field.need(line)))).collect();
    // The covers, as bits, of all lines whose candidates lie within at most `MOST_APART` covers. A choice of at most
    // `MOST_APART` covers is tried only if all its covers are among these: each other cover would add room without
    // adding a base line.
    let is_narrow = |reach: u64| reach.count_ones() as usize <= MOST_APART;
    let reached = open.iter().filter(|(_, reach, _)| is_narrow(*reach)).fold(0, |bits, (_, reach, _)| bits | reach);
    for chosen in choices(lines.len()).filter(|&chosen| !is_narrow(chosen) || chosen & !reached == 0) {
        budget.spend(CHOICE, || 0.0)?;
        let within = open.iter().filter(|(_, reach, _)| reach & !chosen == 0);
        let need: i32 = within.clone().map(|(_, _, need)| need).sum();
        if need == 0 {
            continue;
        }
        let of_chosen = || ones_of(chosen).map(|place| lines[place]);
        let room: i32 = of_chosen().map(|(_, room)| room).sum();
        if need < room {
            continue;
        }
        let base: Vec<ConstraintId> = within.map(|&(line, ..)| line).collect();
        let is_in_base = |variable: &Variable| base.iter().any(|line| field.has(*line, *variable));
        let out: Vec<Variable> = if need > room {
            field.possible(base[0]).collect()
        } else {
            let all = of_chosen().flat_map(|(line, _)| field.possible(line));
            let mut out: Vec<Variable> = all.filter(|variable| !is_in_base(variable)).collect();
            out.sort_unstable();
            out
        };
        offer(field, &base, of_chosen().map(|(line, _)| Cover::Line(line)).collect(), out, false, best);
    }
    Ok(())
}

/// Returns choices among `things` covers, which are numbered from 0. Each choice is a bit set of cover numbers. The
/// result has all choices of one to three covers, and all runs of more than three neighbours, such as the covers 2 to
/// 6.
fn choices(things: usize) -> impl Iterator<Item = u64> {
    let one = |place: usize| 1u64 << place;
    let few = (0..things).flat_map(move |a| {
        let two = (a + 1..things).flat_map(move |b| {
            let three = (b + 1..things).map(move |c| one(a) | one(b) | one(c));
            std::iter::once(one(a) | one(b)).chain(three)
        });
        std::iter::once(one(a)).chain(two)
    });
    let bands =
        (0..things).flat_map(move |a| (a + MOST_APART..things).map(move |b| (u64::MAX >> (63 - (b - a) as u32)) << a));
    few.chain(bands)
}

fn ones_of(bits: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |place| bits >> place & 1 == 1)
}

/// Finds a counting argument that covers the lines of `base` with cliques. There may be no more cliques than further
/// true variables that these lines need. Keeps the argument in `best` if it is easier than `best`.
fn within_cliques(
    field: &Field<'_>,
    base: &[ConstraintId],
    best: &mut Option<Locked>,
    budget: &mut Budget<'_>,
) -> Result<(), Interrupted> {
    let need: i32 = base.iter().map(|&line| field.need(line)).sum();
    let left: usize = base.iter().map(|&line| field.left(line)).sum();
    if !(2..=MOST_CLIQUES).contains(&need) || left > MAX_CLIQUE * need as usize {
        return Ok(());
    }
    let mut all: Vec<Variable> = base.iter().flat_map(|&line| field.possible(line)).collect();
    all.sort_unstable();
    let mut parts = Vec::new();
    if !partition(field.adjacency, &all, need as usize, &mut parts, budget)? {
        return Ok(());
    }
    let mut out = Vec::new();
    if (parts.len() as i32) < need {
        out.extend(field.possible(base[0]));
    } else {
        let others: Vec<Variable> = ones(field.all_possible())
            .map(Variable::from_index)
            .filter(|other| all.binary_search(other).is_err())
            .collect();
        for part in &mut parts {
            for &other in &others {
                if part.iter().all(|&one| field.adjacency.excludes(one, other)) {
                    part.push(other);
                    out.push(other);
                }
            }
            part.sort_unstable();
        }
        out.sort_unstable();
        out.dedup();
    }
    offer(field, base, parts.into_iter().map(Cover::Clique).collect(), out, false, best);
    Ok(())
}

/// Partitions the variables `rest`, which must be sorted, into at most `most` cliques and appends them to `parts`.
/// Returns `false` if it finds no such partition.
fn partition(
    adjacency: &Adjacency<'_>,
    rest: &[Variable],
    most: usize,
    parts: &mut Vec<Vec<Variable>>,
    budget: &mut Budget<'_>,
) -> Result<bool, Interrupted> {
    let Some((&first, others)) = rest.split_first() else { return Ok(true) };
    if rest.len() > MAX_CLIQUE * most || apart(adjacency, rest, most + 1) {
        return Ok(false);
    }
    budget.spend(CHOICE * rest.len() as u32, || 0.0)?;
    let near: Vec<Variable> = others.iter().copied().filter(|&other| adjacency.excludes(first, other)).collect();
    for part in maximal(adjacency, &near) {
        let part: Vec<Variable> = std::iter::once(first).chain(part).collect();
        let left: Vec<Variable> = others.iter().copied().filter(|other| part.binary_search(other).is_err()).collect();
        parts.push(part);
        if partition(adjacency, &left, most - 1, parts, budget)? {
            return Ok(true);
        }
        parts.pop();
    }
    Ok(false)
}

/// Returns `true` if a greedy search finds `many` of the `variables` such that no two of them exclude each other.
fn apart(adjacency: &Adjacency<'_>, variables: &[Variable], many: usize) -> bool {
    let mut found: Vec<Variable> = Vec::with_capacity(many);
    for &variable in variables {
        if found.iter().all(|&one| !adjacency.excludes(one, variable)) {
            found.push(variable);
            if found.len() == many {
                return true;
            }
        }
    }
    false
}

/// Returns cliques among the variables `near`, each sorted, the largest first. A clique has fewer than `MAX_CLIQUE`
/// variables, since the caller adds a variable to it. The search grows one clique greedily from each variable, so that
/// it may miss some cliques.
fn maximal(adjacency: &Adjacency<'_>, near: &[Variable]) -> Vec<Vec<Variable>> {
    let mut found: Vec<Vec<Variable>> = Vec::new();
    for start in 0..near.len() {
        let mut part = Vec::new();
        for &next in near[start..].iter().chain(&near[..start]) {
            if part.len() + 1 < MAX_CLIQUE && part.iter().all(|&one| adjacency.excludes(one, next)) {
                part.push(next);
            }
        }
        part.sort_unstable();
        if !found.contains(&part) {
            found.push(part);
        }
    }
    found.sort_by_key(|part| std::cmp::Reverse(part.len()));
    if found.is_empty() {
        found.push(Vec::new());
    }
    found
}
