//! Cores and repairs of a [`Blame`], computed from a diagram.
//!
//! A solution contradicts some of the marks: the placed variables that it lacks, and the blocked variables that it
//! contains. A set of marks excludes a solution if it has at least one of the marks that the solution contradicts.
//! Removing all marks that a solution contradicts allows this solution. So the subset-minimal cores are the minimal
//! hitting sets of the contradicted sets, and the smallest repair is the smallest contradicted set (R. Reiter, *A
//! Theory of Diagnosis from First Principles*, 1987).

use bdd_core::{Budget, DecisionDiagram, Interrupted, Literal, NodeId, Reduction, Variable};
use rustc_hash::FxHashSet;

use super::Blame;
use crate::marks::Marks;

/// A set of causes. A cause is the number of a mark, counted from 0: bit `i` of the `64 * W` bits stands for mark `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    const EMPTY: Set<W> = Set([0; W]);

    /// Returns a sort key: smaller sets come first. Of two sets of equal size, the set that contains the lowest cause
    /// in which they differ comes first.
    fn order(&self) -> impl Ord + use<W> {
        (self.len(), std::cmp::Reverse(self.0.map(u64::reverse_bits)))
    }

    fn with(mut self, cause: usize) -> Set<W> {
        self.0[cause / 64] |= 1 << (cause % 64);
        self
    }

    fn without(mut self, cause: usize) -> Set<W> {
        self.0[cause / 64] &= !(1 << (cause % 64));
        self
    }

    fn contains(&self, cause: usize) -> bool {
        self.0[cause / 64] & 1 << (cause % 64) != 0
    }

    fn is_subset(&self, other: &Set<W>) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    fn meets(&self, other: &Set<W>) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        (0..W * 64).filter(|&cause| self.contains(cause))
    }
}

/// Finds the [`Blame`] of `marks`. The wanted solutions are all models of the diagram `models`. Returns `None` if there
/// are more than 2,048 marks, the size of the largest [`Set`].
pub(super) fn find<R: Reduction>(
    models: &DecisionDiagram<R>,
    marks: &Marks,
    budget: &mut Budget<'_>,
) -> Result<Option<Blame>, Interrupted> {
    // Most boards have few marks, and sets of few words are the fastest.
    Ok(match marks.len() {
        0..=64 => Some(Causes::<1>::of(models, marks, budget)?.found(budget)?),
        65..=256 => Some(Causes::<4>::of(models, marks, budget)?.found(budget)?),
        257..=2048 => Some(Causes::<32>::of(models, marks, budget)?.found(budget)?),
        _ => None,
    })
}

/// The marks, and the minimal subsets of them that some wanted solution contradicts.
struct Causes<const W: usize> {
    /// The placed variables, then the blocked variables, both in ascending order. Cause `i` is `marks[i]`.
    marks: Vec<Literal>,
    /// The number of placed variables at the beginning of `marks`.
    placed: usize,
    /// The minimal sets of marks that wanted solutions contradict, the smallest first. A solution contradicts the
    /// placed variables that it lacks and the blocked variables that it contains. The list is empty if there is no
    /// wanted solution. If a wanted solution agrees with all marks, the only set is the empty set.
    contradicted: Vec<Set<W>>,
}

impl<const W: usize> Causes<W> {
    /// Collects the set of marks that each model of the diagram contradicts, and keeps the minimal sets: the sets that
    /// contain no other collected set.
    fn of<R: Reduction>(
        models: &DecisionDiagram<R>,
        marks: &Marks,
        budget: &mut Budget<'_>,
    ) -> Result<Causes<W>, Interrupted> {
        let mut walk = Walk {
            bdd: models,
            placed_at: vec![None; models.variables()],
            blocked_at: vec![None; models.variables()],
            watched: match R::SKIPS_FREE {
                true => marks.placed.intersection(&marks.blocked).copied().collect(),
                false => marks.placed.iter().copied().collect(),
            },
            last: None,
            seen: FxHashSet::default(),
            found: Vec::new(),
        };
        for (cause, Literal { variable, value }) in marks.literals().enumerate() {
            let list = if value { &mut walk.placed_at } else { &mut walk.blocked_at };
            list[usize::from(variable)] = Some(cause);
            walk.last = walk.last.max(Some(variable));
        }
        walk.run(budget)?;
        let mut contradicted = walk.found;
        contradicted.sort_by_key(Set::order);
        Ok(Causes { marks: marks.literals().collect(), placed: marks.placed.len(), contradicted })
    }

    fn found(&self, budget: &mut Budget<'_>) -> Result<Blame, Interrupted> {
        let excluded = self.contradicted.iter().all(|set| set.len() > 0);
        let cores = if excluded { self.minimal_cores(budget)? } else { Vec::new() };
        Ok(Blame { cores, repair: self.smallest_repair() })
    }

    fn spend(&self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        budget.spend(1 + (self.contradicted.len() * W / 8) as u32, || 0.0)
    }

    /// Returns subset-minimal cores: sets of marks that exclude all wanted solutions. Returns all cores of at most
    /// [`SMALL`] marks. If there is no such core, returns the cores of the smallest size that occurs. The smallest
    /// cores come first, and at most [`MOST_CORES`] are returned. If the search takes too long, returns a single core,
    /// which need not be the smallest.
    ///
    /// The marks must exclude all wanted solutions.
    fn minimal_cores(&self, budget: &mut Budget<'_>) -> Result<Vec<Marks>, Interrupted> {
        let mut found = Vec::new();
        let mut work = 0;
        for most in SMALL.. {
            let mut seen = FxHashSet::default();
            self.hit(Set::EMPTY, most, &mut seen, &mut found, budget)?;
            work += seen.len();
            if !found.is_empty() || work > MOST_SETS {
                break;
            }
        }
        if found.is_empty() {
            found.push(self.any_minimal(budget)?);
        }
        found.sort_by_key(Set::order);
        found.truncate(MOST_CORES);
        Ok(found.iter().map(|set| self.marks_in(set)).collect())
    }

    /// Returns the smallest set of marks whose removal allows a wanted solution (see [`find`]); `None` if there is no
    /// wanted solution even without marks.
    fn smallest_repair(&self) -> Option<Marks> {
        let placed = |set: &Set<W>| set.iter().filter(|&cause| cause < self.placed).count();
        self.contradicted.iter().min_by_key(|set| (set.len(), placed(set))).map(|set| self.marks_in(set))
    }

    fn marks_in(&self, set: &Set<W>) -> Marks {
        set.iter().map(|cause| self.marks[cause]).collect()
    }

    /// Adds minimal hitting sets to `found`, each made of `chosen` and at most `more` further causes. A hitting set has
    /// at least one cause of every set in `contradicted`. `seen` has the sets tried so far.
    fn hit(
        &self,
        chosen: Set<W>,
        more: usize,
        seen: &mut FxHashSet<Set<W>>,
        found: &mut Vec<Set<W>>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        if found.len() >= MOST_CORES || seen.len() > MOST_SETS || !seen.insert(chosen) {
            return Ok(());
        }
        self.spend(budget)?;
        let Some(missed) = self.contradicted.iter().find(|set| !set.meets(&chosen)) else {
            if self.is_minimal(&chosen, budget)? {
                found.push(chosen);
            }
            return Ok(());
        };
        if more > 0 {
            for cause in missed.iter() {
                self.hit(chosen.with(cause), more - 1, seen, found, budget)?;
            }
        }
        Ok(())
    }

    fn is_minimal(&self, core: &Set<W>, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        for cause in core.iter() {
            self.spend(budget)?;
            if self.excludes_all(&core.without(cause)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn excludes_all(&self, core: &Set<W>) -> bool {
        self.contradicted.iter().all(|set| set.meets(core))
    }

    /// Returns one subset-minimal core, found by deletion. Blocked variables are dropped first, since placed variables
    /// explain more.
    fn any_minimal(&self, budget: &mut Budget<'_>) -> Result<Set<W>, Interrupted> {
        let mut core = (0..self.marks.len()).fold(Set::EMPTY, Set::with);
        for cause in (0..self.marks.len()).rev() {
            self.spend(budget)?;
            if self.excludes_all(&core.without(cause)) {
                core = core.without(cause);
            }
        }
        Ok(core)
    }
}

/// The search finds all cores of at most this number of marks. Nearly all cores are that small. On n-queens boards
/// without blocks, no core has more marks up to n = 8. For n = 9 and 10, a few cores have 4 marks.
const SMALL: usize = 3;

/// The number of sets tried after which the search for all cores ends.
const MOST_SETS: usize = 5_000;

/// The maximum number of cores returned. The caller shows the core with the simplest argument.
const MOST_CORES: usize = 24;

/// A walk down the diagram. For each model it finds the set of marks that the model contradicts, and it collects the
/// minimal sets.
struct Walk<'a, R: Reduction, const W: usize> {
    bdd: &'a DecisionDiagram<R>,
    /// For each variable, the number of the mark that places it; `None` if it is not placed.
    placed_at: Vec<Option<usize>>,
    /// For each variable, the number of the mark that blocks it; `None` if it is not blocked.
    blocked_at: Vec<Option<usize>>,
    /// The variables, in ascending order, that contradict a mark if a path skips them. In a `Bdd`, a skipped variable
    /// is free: these are the variables that are both placed and blocked, since every solution contradicts one of the
    /// two marks. In a `Zdd`, a skipped variable is false: these are the placed variables.
    watched: Vec<Variable>,
    /// The marked variable with the highest number.
    last: Option<Variable>,
    seen: FxHashSet<(NodeId, Set<W>)>,
    found: Vec<Set<W>>,
}

impl<R: Reduction, const W: usize> Walk<'_, R, W> {
    fn run(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        // An explicit stack instead of recursion, because a diagram may have too many levels for the call stack. An
        // entry has a node, the marks contradicted on the path to the node, and the number of variables of `watched`
        // above the node.
        let mut stack = vec![(self.bdd.root(), Set::EMPTY, 0)];
        while let Some((id, set, behind)) = stack.pop() {
            budget.spend(4 + self.found.len() as u32, || 0.0)?;
            if id == NodeId::FALSE || self.found.iter().any(|smaller| smaller.is_subset(&set)) {
                continue;
            }
            // The edge skips this variable of `watched`. If it is free, there are models with either value of it, and
            // each value contradicts one of the two marks. If it is false, the models contradict the mark that places
            // it.
            let next = self.watched.get(behind).copied();
            if let Some(skipped) = next.filter(|&next| self.bdd.level(id).is_none_or(|level| next < level)) {
                let blocked = self.blocked_at[skipped.index()].filter(|_| R::SKIPS_FREE);
                let either = [self.placed_at[skipped.index()], blocked];
                stack.extend(either.into_iter().flatten().map(|cause| (id, set.with(cause), behind + 1)));
                continue;
            }
            // Below the last marked variable, every node but `FALSE` has a model, and no value contradicts a further
            // mark.
            let Some(variable) = self.bdd.level(id).filter(|&variable| Some(variable) <= self.last) else {
                self.found.retain(|larger| !set.is_subset(larger));
                self.found.push(set);
                continue;
            };
            if !self.seen.insert((id, set)) {
                continue;
            }
            let node = self.bdd.node(id);
            let behind = behind + usize::from(next == Some(variable));
            let high = (node.high(), self.blocked_at[variable.index()].map_or(set, |cause| set.with(cause)), behind);
            let low = (node.low(), self.placed_at[variable.index()].map_or(set, |cause| set.with(cause)), behind);
            // The branch that agrees with the mark is walked first: small sets found early save the most work.
            stack.extend(if self.placed_at[variable.index()].is_some() { [low, high] } else { [high, low] });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use bdd_core::{Bdd, Budget, DiagramBuilder, Rules, Sampler};

    /// Returns the sets of marks that the models contradict, as mark numbers.
    fn contradicted(models: &Bdd, causes: &[Literal]) -> Vec<Vec<usize>> {
        let against = |model: &Vec<Variable>, literal: &Literal| model.contains(&literal.variable) != literal.value;
        let of = |model| (0..causes.len()).filter(|&cause| against(&model, &causes[cause])).collect();
        models.models().map(of).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the minimal hitting sets of `sets`, the smallest first, found by trying all sets.
    fn cores(sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
        let mut all = sets.concat();
        all.sort_unstable();
        all.dedup();
        let meets_all = |core: &[usize]| sets.iter().all(|set| set.iter().any(|cause| core.contains(cause)));
        let is_core = |core: &Vec<usize>| {
            let without = |&left_out: &usize| core.iter().copied().filter(|&one| one != left_out).collect::<Vec<_>>();
            meets_all(core) && !core.iter().any(|cause| meets_all(&without(cause)))
        };
        let chosen =
            |bits: u32| (0..all.len()).filter(|place| bits >> place & 1 == 1).map(|place| all[place]).collect();
        let mut cores: Vec<Vec<usize>> = (0..1 << all.len()).map(chosen).filter(is_core).collect();
        cores.sort_by_key(|core| (core.len(), core.clone()));
        cores
    }

    /// Returns marks on the first four and the last four of `variables` variables, and models in which all variables
    /// between are false.
    fn board(variables: usize, sampler: &mut Sampler) -> (Bdd, Marks) {
        let mut below = |bound: usize| usize::try_from(sampler.below(&bound.into()).unwrap()).unwrap();
        let few: Vec<usize> = (0..4).chain(variables - 4..variables).collect();
        let mut rules = Rules::new(variables);
        for between in 4..variables - 4 {
            rules.at_least_one(&[Literal::negative(Variable::from_index(between))]);
        }
        for _ in 0..below(5) {
            let line: Vec<usize> = few.iter().copied().filter(|_| below(2) == 0).collect();
            let literal = |&one: &usize| Literal { variable: Variable::from_index(one), value: below(4) > 0 };
            rules.at_least_one(&line.iter().map(literal).collect::<Vec<_>>());
        }
        let mut marks: Vec<Literal> =
            (4..variables - 4).map(|between| Literal::negative(Variable::from_index(between))).collect();
        for &one in &few {
            let values: &[bool] = match below(8) {
                0 => &[],
                1 => &[true],
                2 => &[true, false],
                _ => &[false],
            };
            marks.extend(values.iter().map(|&value| Literal { variable: Variable::from_index(one), value }));
        }
        (DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap(), marks.into_iter().collect())
    }

    #[test]
    fn cores_and_repairs_are_those_that_trying_all_sets_finds() {
        let mut sampler = Sampler::new(17);
        let (mut large, mut several, mut with_both) = (0, 0, 0);
        for case in 0..300 {
            // The sets have one word, four words or 32 words.
            let (models, marks) = board([8, 9, 70, 300][case % 4], &mut sampler);
            let causes: Vec<Literal> = marks.literals().collect();
            let named = |set: &Vec<usize>| set.iter().map(|&cause| causes[cause]).collect::<Marks>();
            let sets = contradicted(&models, &causes);
            let found = find(&models, &marks, &mut Budget::unlimited()).unwrap().expect("there are fewer marks");
            let zdd = models.to_zdd(&mut Budget::unlimited()).unwrap();
            let by_zdd = find(&zdd, &marks, &mut Budget::unlimited()).unwrap().expect("there are fewer marks");
            assert_eq!(by_zdd.repair, found.repair, "{marks:?}");

            let placed = |set: &Vec<usize>| set.iter().filter(|&&cause| causes[cause].value).count();
            let repair = sets.iter().min_by_key(|set| (set.len(), placed(set), (*set).clone())).map(named);
            assert_eq!(found.repair, repair, "{marks:?}");

            let all = cores(&sets);
            let smallest = all.first().map_or(0, Vec::len).max(SMALL);
            let expected: Vec<Marks> = all.iter().filter(|core| core.len() <= smallest).map(named).collect();
            if expected.len() < MOST_CORES {
                assert_eq!(found.cores, expected, "{marks:?}");
                assert_eq!(by_zdd.cores, expected, "{marks:?}");
            } else {
                assert_eq!(found.cores.len(), MOST_CORES);
                assert!(found.cores.iter().is_sorted_by_key(|core| core.len()));
                assert!(found.cores.iter().all(|core| expected.contains(core)));
            }
            large += usize::from(smallest > SMALL);
            several += usize::from(expected.len() > 1);
            with_both += usize::from(marks.placed.intersection(&marks.blocked).count() > 1);
        }
        assert!(large > 5 && several > 50 && with_both > 50, "{large} {several} {with_both}");
    }

    #[test]
    fn a_core_that_is_met_on_two_ways_is_listed_once() {
        let [a, b, c, d] = [0, 1, 2, 3].map(Variable::new);
        let mut rules = Rules::new(4);
        // The minimal solutions are {a, b}, {a, c} and {b, d}.
        [[a, b], [a, d], [b, c]].iter().for_each(|line| rules.at_least_one(line));
        let blocked = |variables: &[Variable]| variables.iter().copied().map(Literal::negative).collect::<Marks>();
        let found = find(
            &DiagramBuilder::new(&rules).build(&mut Budget::unlimited()).unwrap(),
            &blocked(&[a, b, c, d]),
            &mut Budget::unlimited(),
        )
        .unwrap();
        assert_eq!(found.unwrap().cores, [[a, b], [a, d], [b, c]].map(|core| blocked(&core)));
    }

    #[test]
    fn eight_words_that_are_looked_through_are_a_step() {
        let causes = Causes::<4> { marks: Vec::new(), placed: 0, contradicted: vec![Set::EMPTY; 80] };
        let mut budget = Budget::unlimited().with_steps(1000);
        causes.spend(&mut budget).unwrap();
        assert_eq!(budget.steps_left(), 1000 - 1 - 80 * 4 / 8);
    }

    /// Creates causes with `marks` marks: the first half places variables, the second half blocks variables.
    fn causes(marks: usize, contradicted: Vec<Set<1>>) -> Causes<1> {
        let mark = |at| Literal { variable: Variable::from_index(at), value: at < marks / 2 };
        Causes { marks: (0..marks).map(mark).collect(), placed: marks / 2, contradicted }
    }

    #[test]
    fn where_too_many_sets_would_have_to_be_tried_one_core_is_found_by_deletion() {
        // Solution `i` contradicts the placed queen `i` and the block `i + 30`. A core has one of the two marks for
        // each solution, so that there are 2^30 cores of 30 marks.
        let causes = causes(60, (0..30).map(|queen| Set::EMPTY.with(queen).with(queen + 30)).collect());
        let mut budget = Budget::unlimited().with_steps(1_000_000);
        let found = causes.found(&mut budget).unwrap();
        assert_eq!(found.cores, [Variable::all(30).map(Literal::positive).collect::<Marks>()]);
        // Visiting thirty sets of one word takes 1 + 30 / 8 steps.
        let tried = (1_000_000 - budget.steps_left()) / 4;
        assert!((MOST_SETS as u64..2 * MOST_SETS as u64).contains(&tried), "{tried}");
    }

    #[test]
    fn not_all_of_many_cores_are_listed() {
        let pairs =
            |number| causes(2 * number, (0..number).map(|one| Set::EMPTY.with(one).with(one + number)).collect());
        let cores = |number| pairs(number).found(&mut Budget::unlimited()).unwrap().cores;
        assert_eq!(cores(4).len(), 16);
        let some = cores(5);
        assert_eq!(some.len(), MOST_CORES);
        assert!(some.iter().all(|core| core.len() == 5));
    }
}
