//! Counting: all that is left of some lines lies within as many covers, which are used up by them.

use bdd_core::{Budget, LineId, Stopped, Variable};

use super::families::Family;
use super::hardness::{self, Hardness};
use crate::explain::{Adjacency, Cover, Field, Known, Step, ones};
use crate::puzzle::Sight;

/// The most lines that a counting argument has.
pub(super) const MOST_LINES: usize = 4;

/// Choices of lines that are looked at, for each number of lines, before the search is given up.
const MOST_CHOICES: usize = 200_000;

/// The elementary steps, as of a [`Budget`], of a look at a choice.
const CHOICE: u32 = 16;

/// A counting argument.
#[derive(Clone, Debug)]
pub(crate) struct Locked {
    pub(super) hardness: Hardness,
    base: Vec<LineId>,
    covers: Vec<Cover>,
    out: Vec<Variable>,
}

impl Locked {
    /// What follows to be false.
    pub(crate) fn out(&self) -> &[Variable] {
        &self.out
    }

    /// The argument with its reasons.
    pub(crate) fn step(&self, known: &Known<'_>) -> Step {
        let adjacency = known.field.adjacency;
        let mut ruled_out: Vec<_> = self.base.iter().flat_map(|&line| known.ruled_out(line)).collect();
        ruled_out.retain(|reason| !self.is_covered(adjacency, reason.variable));
        ruled_out.sort_unstable_by_key(|reason| reason.variable);
        ruled_out.dedup();
        let mut base = self.base.clone();
        base.sort_unstable();
        Step::Locked { base, covers: self.covers.clone(), ruled_out, out: self.out.clone() }
    }

    /// The lines.
    pub(super) fn base(&self) -> &[LineId] {
        &self.base
    }

    /// Whether some cover has a variable.
    pub(super) fn is_covered(&self, adjacency: &Adjacency<'_>, variable: Variable) -> bool {
        self.covers.iter().any(|cover| match cover {
            Cover::Line(line) => adjacency.lines[line.index()].binary_search(&variable).is_ok(),
            Cover::Clique(variables) => variables.binary_search(&variable).is_ok(),
        })
    }
}

/// Lines with few covers within which all that is left of them lies.
struct Narrow {
    line: LineId,
    covers: Vec<usize>,
}

/// The search for counting arguments in a field.
pub(super) struct Search<'a, 'f> {
    pub(super) field: &'a Field<'f>,
    /// Whether the search went through all choices of lines.
    pub(super) is_whole: bool,
}

impl Search<'_, '_> {
    fn families(&self) -> &[Family] {
        self.field.adjacency.families()
    }

    /// The easiest counting argument with so many lines, all of one family, within covers of another, that rules
    /// something out.
    pub(super) fn easiest(&mut self, lines: usize, budget: &mut Budget<'_>) -> Result<Option<Locked>, Stopped> {
        let mut best: Option<Locked> = None;
        let mut choices = MOST_CHOICES;
        for base in 0..self.families().len() {
            for covers in (0..self.families().len()).filter(|&covers| covers != base) {
                let narrow = self.narrow(base, covers, lines, budget)?;
                for group in groups(narrow) {
                    let mut chosen = Vec::new();
                    self.choose(&group, covers, lines, 0, &mut chosen, &[], &mut choices, &mut best, budget)?;
                }
            }
        }
        self.is_whole &= choices > 0;
        Ok(best)
    }

    /// The open lines of a family that lie within so many covers of another.
    fn narrow(&self, base: usize, covers: usize, most: usize, budget: &mut Budget<'_>) -> Result<Vec<Narrow>, Stopped> {
        let covers = &self.families()[covers];
        let mut narrow = Vec::new();
        for member in &self.families()[base].members {
            budget.spend(CHOICE, || 0.0)?;
            let Some(line) = member.line().filter(|&line| self.field.is_open(line)) else { continue };
            let mut within: Vec<usize> = Vec::new();
            let is_narrow = self.field.possible(line).all(|variable| {
                let Some(cover) = covers.of(variable).filter(|&cover| covers.members[cover].is_cover) else {
                    return false;
                };
                if let Err(place) = within.binary_search(&cover) {
                    within.insert(place, cover);
                }
                within.len() <= most
            });
            if is_narrow && !within.is_empty() {
                narrow.push(Narrow { line, covers: within });
            }
        }
        Ok(narrow)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the recursion")]
    fn choose(
        &self,
        group: &[Narrow],
        covers: usize,
        lines: usize,
        from: usize,
        chosen: &mut Vec<usize>,
        within: &[usize],
        choices: &mut usize,
        best: &mut Option<Locked>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        for next in from..group.len() {
            if *choices == 0 {
                break;
            }
            *choices -= 1;
            budget.spend(CHOICE, || 0.0)?;
            let within = union(within, &group[next].covers);
            if within.len() > lines {
                continue;
            }
            chosen.push(next);
            // As many covers by fewer lines are a smaller argument, and fewer covers are none at all.
            if chosen.len() == lines && within.len() == lines {
                self.take(chosen.iter().map(|&line| group[line].line).collect(), covers, &within, best);
            } else if chosen.len() < lines && chosen.len() < within.len() {
                self.choose(group, covers, lines, next + 1, chosen, &within, choices, best, budget)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Keeps an argument if it rules something out and is easier than what was found before.
    fn take(&self, base: Vec<LineId>, covers: usize, within: &[usize], best: &mut Option<Locked>) {
        // What all places of one line exclude is found at once for every line, without a cover: see [`common`].
        if base.len() == 1 && within.iter().any(|&member| self.families()[covers].members[member].line().is_none()) {
            return;
        }
        let adjacency = self.field.adjacency;
        let is_in_base =
            |variable: Variable| base.iter().any(|line| adjacency.lines_of(variable).contains(&u32::from(*line)));
        let members = within.iter().map(|&member| &self.families()[covers].members[member]);
        let all = members.clone().flat_map(|member| member.variables.iter().copied());
        let mut out: Vec<Variable> =
            all.filter(|&variable| self.field.is_possible(variable) && !is_in_base(variable)).collect();
        if out.is_empty() {
            return;
        }
        out.sort_unstable();
        let sight = |line: Option<LineId>| line.map_or(Sight::Straight, |line| self.field.adjacency.sight(line));
        let cover_sight = members.clone().map(|member| sight(member.line())).max().unwrap_or_default();
        let base_sight = base.iter().map(|&line| self.field.adjacency.sight(line)).max().unwrap_or_default();
        let left = base.iter().map(|&line| self.field.possible(line).count()).sum();
        let hardness = hardness::locked(base.len(), base_sight, cover_sight, left, self.leads_on(&out));
        if best.as_ref().is_none_or(|best| hardness < best.hardness) {
            let covers = members.map(|member| member.cover.clone()).collect();
            *best = Some(Locked { hardness, base, covers, out });
        }
    }

    /// Whether some line has one place left without these, and is not a cell.
    fn leads_on(&self, out: &[Variable]) -> bool {
        let lines = out.iter().flat_map(|&variable| self.field.adjacency.lines_of(variable));
        lines.map(|&line| LineId::new(line)).filter(|&line| self.field.is_open(line)).any(|line| {
            self.field.adjacency.sight(line) != Sight::Cell
                && self.field.possible(line).filter(|variable| out.binary_search(variable).is_err()).count() == 1
        })
    }
}

/// A line all of whose places exclude something, and what that is; the one with the fewest places, and of those the
/// one that rules out most.
pub(super) fn common(field: &Field<'_>) -> Option<(LineId, Vec<Variable>)> {
    let adjacency = field.adjacency;
    let mut best: Option<((usize, usize), LineId, Vec<Variable>)> = None;
    for (left, line) in field.open_lines() {
        let mut excluded = field.all_possible().to_vec();
        for variable in field.possible(line) {
            let mut words = adjacency.excluded_by(variable).iter().peekable();
            let mut next = 0;
            while let Some(&&(word, bits)) = words.peek() {
                let word = word as usize;
                excluded[next..word].fill(0);
                excluded[word] &= bits;
                next = word + 1;
                words.next();
            }
            excluded[next..].fill(0);
        }
        let out: Vec<Variable> = ones(&excluded).map(Variable::at).collect();
        let cost = (left, usize::MAX - out.len());
        if left > 0 && !out.is_empty() && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, line, out));
        }
    }
    best.map(|(_, line, out)| (line, out))
}

/// Lines that are connected by their covers.
fn groups(narrow: Vec<Narrow>) -> Vec<Vec<Narrow>> {
    let mut groups: Vec<(Vec<usize>, Vec<Narrow>)> = Vec::new();
    for line in narrow {
        let (mut covers, mut joined) = (line.covers.clone(), vec![line]);
        let mut i = 0;
        while i < groups.len() {
            if groups[i].0.iter().any(|cover| covers.binary_search(cover).is_ok()) {
                let (others, lines) = groups.swap_remove(i);
                covers = union(&covers, &others);
                joined.extend(lines);
            } else {
                i += 1;
            }
        }
        groups.push((covers, joined));
    }
    let mut groups: Vec<Vec<Narrow>> = groups.into_iter().map(|(_, lines)| lines).collect();
    groups.iter_mut().for_each(|group| group.sort_unstable_by_key(|narrow| narrow.line));
    groups.sort_unstable_by_key(|group| group[0].line);
    groups
}

/// The union of lists in order, in order.
fn union(a: &[usize], b: &[usize]) -> Vec<usize> {
    let mut all = a.to_vec();
    all.extend(b.iter().filter(|b| a.binary_search(b).is_err()));
    all.sort_unstable();
    all
}
