//! Families of pairwise disjoint sets of variables: lines, and cliques of variables that exclude each other.
//!
//! A counting argument takes its lines from one family and its covers from another.

use bdd_core::{ConstraintId, Variable};
use rustc_hash::FxHashSet;

use super::Adjacency;
use crate::logic::argument::Cover;

/// A set of variables in a [`Family`]: a line or a clique.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) cover: Cover,
    pub(crate) variables: Vec<Variable>,
    /// `true` if at most one of the variables can be true. Then the set can cover lines of another family in a counting
    /// argument.
    pub(crate) is_cover: bool,
}

/// A family of pairwise disjoint sets, such as all ranks, or all cells of a Sudoku.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) members: Vec<Member>,
    pub(crate) lines: Vec<ConstraintId>,
    /// For each variable, the index of the member that contains it; [`NONE`] if there is no such member.
    of: Vec<u32>,
    /// For each family of the puzzle, the largest number of variables that a member of that family has in common with a
    /// member of this family.
    pub(crate) shares: Vec<usize>,
}

const NONE: u32 = u32::MAX;

/// The maximum number of variables of a puzzle in which cliques are searched, since the search takes long. In larger
/// puzzles the covers of counting arguments are lines only.
const MOST_FOR_CLIQUES: usize = 10_000;

/// The maximum number of variables in a clique that is kept. A clique has no name, so that sentences list its cells one
/// by one. A person sees no larger block than two by two at a glance.
const MAX_CLIQUE: usize = 4;

impl Family {
    fn shares_with(&self, other: &Family) -> usize {
        let mut most = 0;
        for member in &self.members {
            let mut shared: Vec<usize> = member.variables.iter().filter_map(|&variable| other.of(variable)).collect();
            shared.sort_unstable();
            most = most.max(shared.chunk_by(|a, b| a == b).map(<[usize]>::len).max().unwrap_or(0));
        }
        most
    }

    /// Returns the index of the member that contains a variable; `None` if no member contains the variable.
    pub(crate) fn of(&self, variable: Variable) -> Option<usize> {
        Some(self.of[variable.index()]).filter(|&member| member != NONE).map(|member| member as usize)
    }
}

/// Groups the lines and cliques of the rules into families of disjoint sets. Each line or clique joins the first family
/// in which no set shares a variable with it.
pub(crate) fn families(adjacency: &Adjacency<'_>) -> Vec<Family> {
    let is_cover: Vec<bool> =
        (0..adjacency.lines.len()).map(|line| adjacency.is_clique(ConstraintId::from_index(line))).collect();
    let lines = adjacency.lines.iter().zip(&is_cover).enumerate().map(|(line, (variables, &is_cover))| Member {
        cover: Cover::Line(ConstraintId::from_index(line)),
        variables: variables.to_vec(),
        is_cover,
    });
    let cliques = cliques(adjacency, &is_cover).into_iter();
    let cliques =
        cliques.map(|variables| Member { cover: Cover::Clique(variables.clone()), variables, is_cover: true });
    let mut families: Vec<Family> = Vec::new();
    for member in lines.chain(cliques).filter(|member| !member.variables.is_empty()) {
        let is_free = |family: &&mut Family| member.variables.iter().all(|&variable| family.of(variable).is_none());
        let family = match families.iter_mut().find(is_free) {
            Some(family) => family,
            None => {
                let of = vec![NONE; adjacency.rules.variables()];
                families.push(Family { members: Vec::new(), lines: Vec::new(), of, shares: Vec::new() });
                families.last_mut().expect("a family was just added")
            }
        };
        for &variable in &member.variables {
            family.of[variable.index()] = family.members.len() as u32;
        }
        family.lines.extend(member.cover.line());
        family.members.push(member);
    }
    for family in 0..families.len() {
        families[family].shares = families.iter().map(|other| families[family].shares_with(other)).collect();
    }
    families
}

/// Returns cliques of three to [`MAX_CLIQUE`] variables: sets in which every two variables exclude each other. A greedy
/// search grows a clique from each exclusion that no earlier clique and no at-most-one line contains. At each step it
/// adds the variable that brings the most such exclusions into the clique, until the clique is maximal. Maximal cliques
/// of another size are left out.
fn cliques(adjacency: &Adjacency<'_>, is_cover: &[bool]) -> Vec<Vec<Variable>> {
    let mut cliques = Vec::new();
    if adjacency.rules.variables() > MOST_FOR_CLIQUES {
        return cliques;
    }
    let mut is_done: FxHashSet<(Variable, Variable)> = FxHashSet::default();
    let share_line = |a, b| {
        let lines = adjacency.lines_of(b);
        adjacency.lines_of(a).iter().any(|line| is_cover[*line as usize] && lines.contains(line))
    };
    for (a, b) in adjacency.rules.exclusions() {
        if share_line(a, b) || is_done.contains(&(a, b)) {
            continue;
        }
        let is_new = |a: Variable, b: Variable, is_done: &FxHashSet<_>| {
            !share_line(a, b) && !is_done.contains(&(a.min(b), a.max(b)))
        };
        let mut clique = vec![a, b];
        let both = adjacency.rules.excluded_by(a).iter().copied().filter(|&c| adjacency.excludes(b, c));
        let gain = |c| usize::from(is_new(a, c, &is_done)) + usize::from(is_new(b, c, &is_done));
        let mut candidates: Vec<(usize, Variable)> = both.map(|c| (gain(c), c)).collect();
        // Of several variables with the largest gain, the first is taken.
        while let Some(&(_, next)) = candidates.iter().rev().max_by_key(|(gain, _)| *gain) {
            clique.push(next);
            candidates.retain(|&(_, c)| adjacency.excludes(next, c));
            for (gain, c) in &mut candidates {
                *gain += usize::from(is_new(next, *c, &is_done));
            }
        }
        clique.sort_unstable();
        for (i, &a) in clique.iter().enumerate() {
            is_done.extend(clique[i + 1..].iter().map(|&b| (a, b)));
        }
        // A clique of two variables says no more than their exclusion.
        if (3..=MAX_CLIQUE).contains(&clique.len()) {
            cliques.push(clique);
        }
    }
    cliques
}
