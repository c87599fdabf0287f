//! Counting arguments: the candidates of `k` base lines lie within `k` covers, each of which can hold one true
//! variable. The lines use up the covers, so that the other candidates of the covers are false.
//!
//! For example, if the only candidates of ranks 1 and 2 are on the files a and b, then no queen of another rank is on
//! these files.

use bdd_core::{Budget, ConstraintId, Interrupted, Variable};

use crate::logic::hardness;
use crate::logic::{Cover, Family, Field, Locked, ones};
use crate::puzzle::Visibility;

/// The maximum number of base lines of a counting argument.
pub(super) const MOST_LINES: usize = 4;

/// The maximum number of choices of base lines that the search tries for each number of base lines from three on.
/// Incomplete choices count, too.
const MOST_CHOICES: usize = 200_000;

/// The cost of each choice of lines, in elementary steps of the [`Budget`].
const CHOICE: u32 = 16;

/// A line whose candidates lie within at most [`MOST_LINES`] covers of one family. A cover is a set of variables with
/// at most one true variable.
#[derive(Clone, Copy)]
struct Narrow {
    line: ConstraintId,
    covers: Covers,
    /// `true` if the line has fewer candidates than in the field `LockedSearch::before`, or if there is no such field.
    is_new: bool,
}

/// Up to [`MOST_LINES`] covers of one family: their indices in `Family::members`, in ascending order.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Covers {
    members: [u32; MOST_LINES],
    len: usize,
}

impl Covers {
    fn as_slice(&self) -> &[u32] {
        &self.members[..self.len]
    }

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

    fn and(mut self, others: &Covers, most: usize) -> Option<Covers> {
        let is_room = others.as_slice().iter().all(|&cover| self.insert(cover));
        (is_room && self.len <= most).then_some(self)
    }
}

/// The search for counting arguments ([`Step::Locked`](crate::explain::Step::Locked)) in a field, the candidates of a
/// board.
pub(super) struct LockedSearch<'a, 'f> {
    field: &'a Field<'f>,
    /// An earlier field in which there is no counting argument. The search skips arguments whose lines all have the
    /// same number of candidates as in that field. If `None`, it skips no argument.
    before: Option<&'a Field<'f>>,
    /// One entry for each pair of families: the index of the second family, and the lines of the first family whose
    /// candidates lie within few covers of the second (see [`Narrow`]). `None` before the first search.
    narrow: Option<Vec<(usize, Vec<Narrow>)>>,
    /// The maximum number of covers that a [`Narrow`] line may have.
    most: usize,
    /// `false` if the search left choices of lines untried.
    pub(super) is_whole: bool,
}

impl<'a, 'f> LockedSearch<'a, 'f> {
    /// Creates a search for arguments of at most `most` base lines.
    pub(super) fn new(field: &'a Field<'f>, most: usize) -> Self {
        LockedSearch { field, before: None, narrow: None, most: most.min(MOST_LINES), is_whole: true }
    }

    /// Creates a search for arguments of at most `most` base lines. At least one of the base lines must have fewer
    /// candidates than in the earlier field `before`.
    pub(super) fn since(before: &'a Field<'f>, field: &'a Field<'f>, most: usize) -> Self {
        LockedSearch { before: Some(before), ..LockedSearch::new(field, most) }
    }

    fn families(&self) -> &'a [Family] {
        self.field.adjacency.families()
    }

    /// Finds the easiest counting argument with the fewest base lines, at most `most`. Returns `None` if it finds none.
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

    /// Finds the easiest counting argument in which the candidates of `lines` lines of one family lie within `lines`
    /// covers of another family. The argument must rule out a candidate. Returns `None` if it finds none.
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
                // A line within a single cover is an argument by itself. So an argument of two lines needs only lines
                // within two covers, and both lines have the same two covers.
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

    /// Returns the [`Narrow`] lines for each pair of families: lines of the first family whose candidates lie within
    /// covers of the second family. Each list comes after the index of the second family.
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
            // At least one line of an argument must have changed since `before`.
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

    fn narrow(&self, lines: &[(ConstraintId, bool)], base: usize, covers: usize) -> Vec<Narrow> {
        // The largest number of candidates that a line can have within `self.most` covers.
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

    #[expect(clippy::too_many_arguments, reason = "these arguments are the state of the recursion")]
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
            // A choice of `lines` lines within `lines` covers is an argument. A smaller choice is extended only if it
            // has fewer lines than covers. Otherwise it is an argument by itself, which the search with fewer lines has
            // found.
            if chosen.len() == lines && within.len == lines {
                self.take(chosen, covers, &within, best);
            } else if chosen.len() < lines && chosen.len() < within.len {
                self.choose(group, covers, lines, next + 1, chosen, &within, choices, best, budget)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Stores a counting argument as `best` if it rules out a candidate and is easier than `best`. `base` are its base
    /// lines. `covers` is the index of the [`Family`] of its covers, and `within` are the indices of the covers in this
    /// family.
    fn take(&self, base: &[ConstraintId], covers: usize, within: &Covers, best: &mut Option<Locked>) {
        let covers = &self.families()[covers];
        let members = within.as_slice().iter().map(|&member| &covers.members[member as usize]);
        // A single line within a clique is left to [`common`], which finds all candidates that every candidate of a
        // line excludes.
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

    /// Returns `true` if ruling out `out` leaves some line with a single candidate. Lines that are cells do not count.
    fn leads_on(&self, out: &[Variable]) -> bool {
        let lines = out.iter().flat_map(|&variable| self.field.adjacency.lines_of(variable));
        lines.map(|&line| ConstraintId::new(line)).filter(|&line| self.field.is_open(line)).any(|line| {
            self.field.adjacency.visibility(line) != Visibility::Cell
                && self.field.possible(line).filter(|variable| out.binary_search(variable).is_err()).count() == 1
        })
    }
}

/// Keeps a counting argument in `best` if it rules out a candidate and is easier than `best`. `leads_on` is `true` if
/// the argument leaves another line with a single candidate, so that a player sees a placement next; such arguments
/// count as easier.
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
    let visibility = |line: ConstraintId| field.adjacency.visibility(line);
    let base_visibility = base.iter().map(|&line| visibility(line)).max().unwrap_or_default();
    let cover_visibility =
        covers.iter().map(|cover| cover.line().map_or(Visibility::Straight, visibility)).max().unwrap_or_default();
    let left = base.iter().map(|&line| field.left(line)).sum();
    let hardness = hardness::locked(base.len().max(covers.len()), base_visibility, cover_visibility, left, leads_on);
    if best.as_ref().is_none_or(|best| hardness < best.hardness) {
        *best = Some(Locked { hardness, base: base.to_vec(), covers, out });
    }
}

/// Finds a line whose candidates all exclude the same further candidates. Returns the line and the excluded candidates;
/// `None` if there is no such line. Of several such lines, returns the line with the fewest candidates, then the line
/// that excludes the most candidates.
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

/// Groups lines with few covers ([`Narrow`]): two lines with a common cover are in the same group, and so are lines
/// that are connected through other lines. Each group is sorted by its lines, and the groups by their first line.
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
