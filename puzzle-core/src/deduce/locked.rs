//! Counting: all that is left of some lines lies within as many covers, which are used up by them.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use crate::logic::hardness;
use crate::logic::{Cover, Family, Field, Locked, ones};
use crate::puzzle::Sight;

/// The most lines that a counting argument has.
pub(super) const MOST_LINES: usize = 4;

/// Choices of lines that are looked at, for each number of lines, before the search is given up.
const MOST_CHOICES: usize = 200_000;

/// The elementary steps, as of a [`Budget`], of a look at a choice.
const CHOICE: u32 = 16;

/// A line that lies within few covers.
#[derive(Clone, Copy)]
struct Narrow {
    line: ConstraintId,
    covers: Covers,
    /// Whether it has fewer places than before.
    is_new: bool,
}

/// A few covers of a family, in order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Covers {
    members: [u32; MOST_LINES],
    len: usize,
}

impl Covers {
    fn as_slice(&self) -> &[u32] {
        &self.members[..self.len]
    }

    /// Adds a cover; `false` if there is no room for it.
    fn insert(&mut self, cover: u32) -> bool {
        let place = self.as_slice().partition_point(|&other| other < cover);
        if self.as_slice().get(place) == Some(&cover) {
            return true;
        }
        if self.len == MOST_LINES {
            return false;
        }
        self.members.copy_within(place..self.len, place + 1);
        self.members[place] = cover;
        self.len += 1;
        true
    }

    /// These and others, if that many are allowed.
    fn and(mut self, others: &Covers, most: usize) -> Option<Covers> {
        let is_room = others.as_slice().iter().all(|&cover| self.insert(cover));
        (is_room && self.len <= most).then_some(self)
    }
}

/// The search for counting arguments in a field.
pub(super) struct Search<'a, 'f> {
    field: &'a Field<'f>,
    /// What the field was before, where there was nothing to be found.
    before: Option<&'a Field<'f>>,
    /// The lines that lie within few covers of another family, and that family; found when first asked for.
    narrow: Option<Vec<(usize, Vec<Narrow>)>>,
    /// The most covers of those.
    most: usize,
    /// Whether the search went through all choices of lines.
    pub(super) is_whole: bool,
}

impl<'a, 'f> Search<'a, 'f> {
    /// A search for arguments of up to so many lines.
    pub(super) fn new(field: &'a Field<'f>, most: usize) -> Self {
        Search { field, before: None, narrow: None, most: most.min(MOST_LINES), is_whole: true }
    }

    /// A search for those with a line that has fewer places than it had before.
    pub(super) fn since(before: &'a Field<'f>, field: &'a Field<'f>, most: usize) -> Self {
        Search { before: Some(before), ..Search::new(field, most) }
    }

    fn families(&self) -> &'a [Family] {
        self.field.adjacency.families()
    }

    /// The easiest counting argument with as few lines as there is one with, up to so many.
    pub(super) fn with_fewest_lines(
        &mut self,
        most: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Locked>, Interrupted> {
        for lines in 1..=most {
            if let Some(locked) = self.easiest(lines, budget)? {
                return Ok(Some(locked));
            }
        }
        Ok(None)
    }

    /// Finds the easiest argument that lines of one family lie within as many covers of another, if it rules something out.
    pub(super) fn easiest(&mut self, lines: usize, budget: &mut Budget<'_>) -> Result<Option<Locked>, Interrupted> {
        let narrow = match self.narrow.take() {
            Some(narrow) => narrow,
            None => self.all_narrow(budget)?,
        };
        let mut best: Option<Locked> = None;
        let mut choices = MOST_CHOICES;
        for (covers, narrow) in &narrow {
            let few = narrow.iter().filter(|narrow| narrow.covers.len <= lines);
            if lines == 1 {
                for narrow in few.filter(|narrow| narrow.is_new) {
                    self.take(&[narrow.line], *covers, &narrow.covers, &mut best);
                }
                continue;
            }
            if lines == 2 {
                // Neither lies within less: so both lie within the same.
                let few: Vec<Narrow> = few.filter(|narrow| narrow.covers.len == 2).copied().collect();
                for (i, a) in few.iter().enumerate() {
                    for b in few[i + 1..].iter().filter(|b| b.covers == a.covers && (a.is_new || b.is_new)) {
                        self.take(&[a.line, b.line], *covers, &a.covers, &mut best);
                    }
                }
                continue;
            }
            for group in groups(few.copied()) {
                if group.len() >= lines && group.iter().any(|narrow| narrow.is_new) {
                    let mut chosen = Vec::with_capacity(lines);
                    let none = Covers::default();
                    self.choose(&group, *covers, lines, 0, &mut chosen, &none, &mut choices, &mut best, budget)?;
                }
            }
        }
        self.narrow = Some(narrow);
        self.is_whole &= choices > 0;
        Ok(best)
    }

    /// The open lines of every family that lie within few covers of another, by these two.
    fn all_narrow(&self, budget: &mut Budget<'_>) -> Result<Vec<(usize, Vec<Narrow>)>, Interrupted> {
        let mut all = Vec::new();
        for (base, family) in self.families().iter().enumerate() {
            budget.spend(CHOICE * family.lines.len() as u32, || 0.0)?;
            let widest = self.most * family.shares.iter().copied().max().unwrap_or(0);
            let lines = family.lines.iter().copied().filter(|&line| self.field.is_open(line));
            let lines: Vec<(ConstraintId, bool)> = lines
                .filter(|&line| self.field.left(line) <= widest)
                .map(|line| (line, self.before.is_none_or(|before| before.left(line) > self.field.left(line))))
                .collect();
            // Without a new one among them there is nothing to be found.
            let new: Vec<(ConstraintId, bool)> = lines.iter().copied().filter(|&(_, is_new)| is_new).collect();
            for covers in (0..self.families().len()).filter(|&covers| covers != base && !new.is_empty()) {
                let mut narrow = self.narrow(&new, base, covers);
                if !narrow.is_empty() && self.most > 1 && new.len() < lines.len() {
                    narrow = self.narrow(&lines, base, covers);
                }
                if !narrow.is_empty() {
                    all.push((covers, narrow));
                }
            }
        }
        Ok(all)
    }

    /// Those of some lines of a family that lie within few covers of another.
    fn narrow(&self, lines: &[(ConstraintId, bool)], base: usize, covers: usize) -> Vec<Narrow> {
        // More places than this don't lie within so few covers.
        let widest = self.most * self.families()[base].shares[covers];
        let cover = &self.families()[covers];
        let mut all = Vec::new();
        for &(line, is_new) in lines.iter().filter(|&&(line, _)| self.field.left(line) <= widest) {
            let mut within = Covers::default();
            let is_narrow = self.field.possible(line).all(|variable| {
                let of = cover.of(variable).filter(|&of| cover.members[of].is_cover);
                of.is_some_and(|of| within.insert(of as u32) && within.len <= self.most)
            });
            if is_narrow && within.len > 0 {
                all.push(Narrow { line, covers: within, is_new });
            }
        }
        all
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the recursion")]
    fn choose(
        &self,
        group: &[Narrow],
        covers: usize,
        lines: usize,
        from: usize,
        chosen: &mut Vec<ConstraintId>,
        within: &Covers,
        choices: &mut usize,
        best: &mut Option<Locked>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        for next in from..group.len() {
            if *choices == 0 {
                break;
            }
            *choices -= 1;
            budget.spend(CHOICE, || 0.0)?;
            let Some(within) = within.and(&group[next].covers, lines) else { continue };
            chosen.push(group[next].line);
            // As many covers by fewer lines are a smaller argument, and fewer covers are none at all.
            if chosen.len() == lines && within.len == lines {
                self.take(chosen, covers, &within, best);
            } else if chosen.len() < lines && chosen.len() < within.len {
                self.choose(group, covers, lines, next + 1, chosen, &within, choices, best, budget)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Keeps an argument if it rules something out and is easier than what was found before.
    fn take(&self, base: &[ConstraintId], covers: usize, within: &Covers, best: &mut Option<Locked>) {
        let covers = &self.families()[covers];
        let members = within.as_slice().iter().map(|&member| &covers.members[member as usize]);
        // What all places of one line exclude is found at once for every line, without a cover: see [`common`].
        if base.len() == 1 && members.clone().any(|member| member.cover.line().is_none()) {
            return;
        }
        let adjacency = self.field.adjacency;
        let is_in_base =
            |variable: Variable| base.iter().any(|line| adjacency.lines_of(variable).contains(&u32::from(*line)));
        let all = members.clone().flat_map(|member| member.variables.iter().copied());
        let mut out: Vec<Variable> =
            all.filter(|&variable| self.field.is_possible(variable) && !is_in_base(variable)).collect();
        out.sort_unstable();
        let leads_on = self.leads_on(&out);
        offer(self.field, base, members.map(|member| member.cover.clone()).collect(), out, leads_on, best);
    }

    /// Whether some line has one place left without these, and is not a cell.
    fn leads_on(&self, out: &[Variable]) -> bool {
        let lines = out.iter().flat_map(|&variable| self.field.adjacency.lines_of(variable));
        lines.map(|&line| ConstraintId::new(line)).filter(|&line| self.field.is_open(line)).any(|line| {
            self.field.adjacency.sight(line) != Sight::Cell
                && self.field.possible(line).filter(|variable| out.binary_search(variable).is_err()).count() == 1
        })
    }
}

/// Keeps an argument if it rules something out and is easier than the best so far. What it rules out may leave another line
/// with one place, which makes it easier to find.
pub(super) fn offer(
    field: &Field<'_>,
    base: &[ConstraintId],
    covers: Vec<Cover>,
    out: Vec<Variable>,
    leads_on: bool,
    best: &mut Option<Locked>,
) {
    if out.is_empty() {
        return;
    }
    let sight = |line: ConstraintId| field.adjacency.sight(line);
    let base_sight = base.iter().map(|&line| sight(line)).max().unwrap_or_default();
    let cover_sight = covers.iter().map(|cover| cover.line().map_or(Sight::Straight, sight)).max().unwrap_or_default();
    let left = base.iter().map(|&line| field.left(line)).sum();
    let hardness = hardness::locked(base.len().max(covers.len()), base_sight, cover_sight, left, leads_on);
    if best.as_ref().is_none_or(|best| hardness < best.hardness) {
        *best = Some(Locked { hardness, base: base.to_vec(), covers, out });
    }
}

/// The line whose places all exclude something, and what that is: the fewest places first, then the most ruled out.
pub(super) fn common(field: &Field<'_>) -> Option<(ConstraintId, Vec<Variable>)> {
    let adjacency = field.adjacency;
    let mut best: Option<((usize, usize), ConstraintId, Vec<Variable>)> = None;
    let mut excluded: Vec<(u32, u64)> = Vec::new();
    for (left, line) in field.open_lines() {
        if left == 0 || best.as_ref().is_some_and(|((least, _), ..)| left > *least) {
            continue;
        }
        excluded.clear();
        for (place, variable) in field.possible(line).enumerate() {
            let by = adjacency.excluded_by(variable);
            if place == 0 {
                excluded.extend(by.iter().map(|&(word, bits)| (word, bits & field.all_possible()[word as usize])));
                excluded.retain(|&(_, bits)| bits != 0);
                continue;
            }
            let mut by = by.iter().peekable();
            excluded.retain_mut(|(word, bits)| {
                while by.next_if(|&&(other, _)| other < *word).is_some() {}
                *bits &= by.next_if(|&&(other, _)| other == *word).map_or(0, |&(_, others)| others);
                *bits != 0
            });
            if excluded.is_empty() {
                break;
            }
        }
        let out = excluded.iter().flat_map(|&(word, bits)| {
            ones(std::slice::from_ref(&bits))
                .map(|bit| Variable::from_index(word as usize * 64 + bit))
                .collect::<Vec<_>>()
        });
        let out: Vec<Variable> = out.collect();
        let cost = (left, usize::MAX - out.len());
        if !out.is_empty() && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, line, out));
        }
    }
    best.map(|(_, line, out)| (line, out))
}

/// Lines that are connected by their covers, each group and all of them in order.
fn groups(narrow: impl Iterator<Item = Narrow>) -> Vec<Vec<Narrow>> {
    let mut groups: Vec<(Vec<u32>, Vec<Narrow>)> = Vec::new();
    for line in narrow {
        let (mut covers, mut joined) = (line.covers.as_slice().to_vec(), vec![line]);
        let mut i = 0;
        while i < groups.len() {
            if groups[i].0.iter().any(|cover| covers.contains(cover)) {
                let (others, lines) = groups.swap_remove(i);
                covers.extend(others);
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
