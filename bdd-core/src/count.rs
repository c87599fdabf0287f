//! Exact counts of all models, and of the models in which a variable is true.
//!
//! A pass over the nodes runs in machine words with overflow checks. On overflow it is repeated in wider words, up to
//! 128 bits, and then in integers of any length. The second pass, which counts by variable, can't overflow: none of its
//! numbers exceeds the total of the first pass. An edge of a [`Bdd`](crate::Bdd) that skips levels stands for both
//! values of each skipped variable; both passes account for it.

use std::ops::{AddAssign, SubAssign};

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Levels, Node, TRUE};
use crate::reduction::Reduction;

/// The number of models of a function, and for each variable the number of models in which it is true; see
/// [`Bdd::counts`](crate::Bdd::counts).
///
/// The share of the models in which a variable is true is its entry in `by_variable` divided by `total`:
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Rules};
///
/// let mut rules = Rules::new(3);
/// rules.at_least_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let counts = DiagramBuilder::new(&rules).build(budget)?.counts(budget)?;
/// let [models, with_first] = [&counts.total, &counts.by_variable[0]].map(|count| u32::try_from(count).expect("few"));
/// assert_eq!(f64::from(with_first) / f64::from(models), 4.0 / 7.0);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The number of all models of the function.
    pub total: BigUint,
    /// For each variable, the number of models in which it is true; indexed by
    /// [`Variable::index`](crate::Variable::index).
    pub by_variable: Vec<BigUint>,
}

impl<R: Reduction> DecisionDiagram<R> {
    /// Returns the exact number of models, in one linear pass over the nodes.
    ///
    /// If the number fits 128 bits, the pass takes at most 16 bytes of memory for each node. Longer numbers have up to
    /// one bit for each variable, and the number of a node is kept until its last parent is counted. To limit this
    /// memory, use [`model_count_within`](crate::Bdd::model_count_within).
    ///
    /// ```
    /// use bdd_core::Bdd;
    ///
    /// assert_eq!(Bdd::constant(10, true).model_count(), 1024u32.into());
    /// assert_eq!(Bdd::constant(1000, true).model_count().bits(), 1001);
    /// ```
    #[must_use]
    pub fn model_count(&self) -> BigUint {
        self.model_count_within(&mut Budget::unlimited()).expect("an unlimited budget is never used up")
    }

    /// Returns the exact number of models, within a budget. It is for diagrams of unknown origin: even a small diagram
    /// can have a number of models that takes gigabytes and minutes to count.
    ///
    /// If the number has more than 128 bits, each addition of 64 bits counts as a step of the budget, and the
    /// intermediate counts count towards its memory.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn model_count_within(&self, budget: &mut Budget<'_>) -> Result<BigUint, Interrupted> {
        fn total<N: Number, R: Reduction>(
            bdd: &DecisionDiagram<R>,
            budget: &mut Budget<'_>,
        ) -> Result<Option<BigUint>, Interrupted> {
            Ok(bdd.model_count_in::<N>(budget)?.map(Into::into))
        }
        let long: Pass<R, BigUint> = |bdd, budget| long_count(bdd, budget).map(Some);
        self.narrowest(&[total::<u32, R>, total::<u64, R>, total::<u128, R>, long], budget)
    }

    /// Returns the number of models; `None` if it does not fit `N`.
    pub(crate) fn model_count_in<N: Number>(&self, budget: &mut Budget<'_>) -> Result<Option<N>, Interrupted> {
        Ok(models_below::<N, R>(self, budget)?.and_then(|below| total(self, &below)))
    }

    /// Runs `passes`, which compute the same result in wider and wider numbers, and returns the first result that fits.
    /// The numbers of the last pass are of any length.
    pub(crate) fn narrowest<T>(&self, passes: &[Pass<R, T>], budget: &mut Budget<'_>) -> Result<T, Interrupted> {
        for pass in passes {
            if let Some(found) = pass(self, budget)? {
                return Ok(found);
            }
        }
        unreachable!("the last pass uses numbers of any length, so it always fits")
    }

    /// Returns the exact number of all models, and for each variable the number of models in which it is true, in two
    /// linear passes over the nodes.
    ///
    /// The first pass counts the models below every node, the second the paths from the root to every node. The number
    /// of models through an edge is the product of the paths to its upper node and the models below its lower node. An
    /// edge of a [`Bdd`](crate::Bdd) that skips levels stands for both values of each skipped variable. The passes run
    /// in the narrowest integers that hold the total: of 32, 64 or 128 bits, or of any length. Narrow integers are
    /// faster, since the memory bounds the speed.
    ///
    /// A pass keeps one number for every node. If the total has more than 128 bits, each number has up to one bit for
    /// each variable, and counts towards the budget's memory.
    ///
    /// ```
    /// use bdd_core::{BigUint, Budget, DiagramBuilder, Rules};
    ///
    /// let mut rules = Rules::new(3);
    /// rules.imply(0, 1);
    /// let budget = &mut Budget::unlimited();
    /// let counts = DiagramBuilder::new(&rules).build(budget)?.counts(budget)?;
    /// assert_eq!(counts.total, 6u32.into());
    /// assert_eq!(counts.by_variable, [2u32, 4, 3].map(BigUint::from));
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    pub fn counts(&self, budget: &mut Budget<'_>) -> Result<Counts, Interrupted> {
        self.narrowest(
            &[counts_in::<u32, R>, counts_in::<u64, R>, counts_in::<u128, R>, counts_in::<BigUint, R>],
            budget,
        )
    }
}

/// A pass that counts in numbers of some width. It returns `None` if a number does not fit.
type Pass<R, T> = fn(&DecisionDiagram<R>, &mut Budget<'_>) -> Result<Option<T>, Interrupted>;

/// An unsigned integer of some width.
///
/// The `checked` operations return `None` on overflow. Use the other operations only where the result is known to fit.
pub(crate) trait Number:
    Clone + From<u8> + Into<BigUint> + for<'a> AddAssign<&'a Self> + for<'a> SubAssign<&'a Self>
{
    fn checked_add(&self, other: &Self) -> Option<Self>;
    fn checked_shl(&self, bits: Level) -> Option<Self>;
    fn mul(&self, other: &Self) -> Self;
    fn half(&self) -> Self;
    /// Returns the number of bytes that the number takes on the heap.
    fn heap(&self) -> usize {
        0
    }
}

macro_rules! fixed_width {
    ($($int:ty),*) => {$(
        impl Number for $int {
            #[inline]
            fn checked_add(&self, other: &Self) -> Option<Self> {
                <$int>::checked_add(*self, *other)
            }
            #[inline]
            fn checked_shl(&self, bits: Level) -> Option<Self> {
                if *self == 0 {
                    return Some(0);
                }
                (u32::from(bits) <= self.leading_zeros()).then(|| *self << bits)
            }
            #[inline]
            fn mul(&self, other: &Self) -> Self {
                *self * *other
            }
            #[inline]
            fn half(&self) -> Self {
                *self >> 1
            }
        }
    )*};
}

fixed_width!(u32, u64, u128);

impl Number for BigUint {
    fn checked_add(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }
    fn checked_shl(&self, bits: Level) -> Option<Self> {
        Some(self << bits)
    }
    fn mul(&self, other: &Self) -> Self {
        self * other
    }
    fn half(&self) -> Self {
        self >> 1
    }
    fn heap(&self) -> usize {
        self.bits().div_ceil(8) as usize
    }
}

/// Returns the number of models of `bdd`, from `below`, the number of models below every node; `None` if the result
/// does not fit `N`.
pub(crate) fn total<N: Number, R: Reduction>(bdd: &DecisionDiagram<R>, below: &[N]) -> Option<N> {
    below[bdd.root().index()].checked_shl(R::free(bdd.top()))
}

impl Levels<'_> {
    /// Returns the number of free variables that an edge skips; 0 for an edge to FALSE, since FALSE has no models that
    /// could be doubled.
    #[inline]
    pub(crate) fn free<R: Reduction>(self, parent: Level, child: Index) -> Level {
        if !R::SKIPS_FREE {
            return 0;
        }
        // Nearly every edge leads to the next level or to FALSE; one unsigned comparison recognizes both.
        let leaps = child.wrapping_sub(1) < self.start(parent + 1).wrapping_sub(1);
        if leaps { self.level(child) - parent - 1 } else { 0 }
    }
}

/// Returns, for every node, the number of models below it, over the variables from its level on; `None` if a number
/// does not fit `N`.
pub(crate) fn models_below<N: Number, R: Reduction>(
    bdd: &DecisionDiagram<R>,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<N>>, Interrupted> {
    let levels = bdd.levels();
    let mut below = vec![N::from(0); bdd.node_count()];
    if let Some(one) = below.get_mut(TRUE as usize) {
        *one = N::from(1);
    }
    let mut heap = 0;
    for level in (0..bdd.depth()).rev() {
        let range = levels.range(level);
        budget.spend(range.len() as u32, || 0.0)?;
        let (deeper, here) = below.split_at_mut(range.start);
        // The number of models through an edge, over the variables after this level.
        let through = |child: Index| {
            let models = &deeper[child as usize];
            let skipped = levels.free::<R>(level, child);
            if skipped == 0 { Some(models.clone()) } else { models.checked_shl(skipped) }
        };
        let count_level = || {
            here.iter_mut().zip(&bdd.nodes()[range]).try_fold(0, |heap, (count, node)| {
                *count = through(node.low)?.checked_add(&through(node.high)?)?;
                Some(heap + count.heap())
            })
        };
        let Some(bytes) = count_level() else { return Ok(None) };
        heap += bytes;
        budget.check_memory(heap)?;
    }
    Ok(Some(below))
}

/// Returns the number of models of a diagram, in integers of any length. It counts as [`models_below`] does, but frees
/// the count of a node after the node's last parent is counted.
fn long_count<R: Reduction>(bdd: &DecisionDiagram<R>, budget: &mut Budget<'_>) -> Result<BigUint, Interrupted> {
    let mut live = Live::new(bdd);
    let levels = bdd.levels();
    let mut done = 0;
    for level in (0..bdd.depth()).rev() {
        for index in levels.range(level) {
            let Node { low, high } = bdd.nodes()[index];
            let [mut count, other] = [low, high].map(|child| match levels.free::<R>(level, child) {
                0 => live.take(child),
                skipped => live.take(child) << skipped,
            });
            count += other;
            let words = (count.bits() / 64) as u32 + 1;
            live.bytes += bytes(&count);
            live.counts.insert(index as Index, count);
            budget.check_memory(live.bytes)?;
            done += 1;
            budget.spend(words, || f64::from(done) / bdd.node_count() as f64)?;
        }
    }
    let count = live.take(bdd.root_index());
    debug_assert_eq!(live.bytes, 0, "every count was given up");
    Ok(count << R::free(bdd.top()))
}

/// The counts that are still needed: the counts of the nodes with a parent that is not counted yet.
struct Live {
    /// For each node, the number of edges to it that are not counted yet. For the root, the final call of `take` counts
    /// as one more edge.
    edges: Vec<u32>,
    counts: FxHashMap<Index, BigUint>,
    /// The number of bytes of all `counts`.
    bytes: usize,
}

impl Live {
    fn new<R: Reduction>(bdd: &DecisionDiagram<R>) -> Live {
        let mut edges = vec![0u32; bdd.node_count()];
        let children = bdd.nodes().iter().skip(2).flat_map(|node| [node.low, node.high]);
        for child in children.chain([bdd.root_index()]) {
            // If a node has more edges than a `u32` can hold, its count is kept to the end.
            edges[child as usize] = edges[child as usize].saturating_add(1);
        }
        Live { edges, counts: FxHashMap::default(), bytes: 0 }
    }

    /// Returns the count of `node`, once for each edge that leads to it. The call for the last edge frees the count.
    fn take(&mut self, node: Index) -> BigUint {
        if node <= TRUE {
            return node.into();
        }
        let edges = &mut self.edges[node as usize];
        if *edges > 1 {
            *edges -= u32::from(*edges < u32::MAX);
            return self.counts[&node].clone();
        }
        let count = self.counts.remove(&node).expect("children are counted before their parents");
        self.bytes -= bytes(&count);
        count
    }
}

/// Returns the number of bytes that a number takes, its digits included.
fn bytes(number: &BigUint) -> usize {
    size_of::<BigUint>() + number.heap()
}

fn counts_in<N: Number, R: Reduction>(
    bdd: &DecisionDiagram<R>,
    budget: &mut Budget<'_>,
) -> Result<Option<Counts>, Interrupted> {
    let variables = bdd.depth();
    let Some(below) = models_below::<N, R>(bdd, budget)? else { return Ok(None) };
    // Every node is reachable, and every node except FALSE has a model below it. So a number of paths to a node is at
    // most `total`, and so is the product of these paths with the models below the node. All numbers from here on are
    // of these two kinds, and fit. Paths to FALSE count no models, and are skipped.
    let Some(total) = total(bdd, &below) else { return Ok(None) };
    let levels = bdd.levels();
    let mut ways = vec![N::from(0); bdd.node_count()];
    let mut heap: usize = below.iter().map(Number::heap).sum();
    let top = R::free(bdd.top());
    ways[bdd.root().index()] = N::from(1).checked_shl(top).unwrap_or_else(|| N::from(0));
    let mut by_variable = vec![N::from(0); usize::from(variables)];
    // A free variable that an edge skips is true in half of the edge's models: add this half at the level where the
    // skipped levels begin, and subtract it at the level where they end. A running sum over the levels later adds the
    // halves for each variable.
    let mut skips_begin = vec![N::from(0); usize::from(variables) + 1];
    let mut skips_end = skips_begin.clone();
    let mut skip = |from: Level, to: Level, models: &N| {
        skips_begin[usize::from(from)] += &models.half();
        skips_end[usize::from(to)] += &models.half();
    };
    if top > 0 && !bdd.is_false() {
        skip(0, top, &total);
    }
    for level in 0..variables {
        budget.spend(levels.range(level).len() as u32, || 0.5)?;
        let mut true_here = N::from(0);
        for index in levels.range(level) {
            let node = bdd.nodes()[index];
            let here = ways[index].clone();
            heap += here.heap();
            let mut follow = |child| {
                if child == FALSE {
                    return N::from(0);
                }
                let skipped = levels.free::<R>(level, child);
                let mut models = here.mul(&below[child as usize]);
                if skipped == 0 {
                    ways[child as usize] += &here;
                } else {
                    let factor =
                        N::from(1).checked_shl(skipped).expect("a factor of the total fits in the type of the total");
                    ways[child as usize] += &here.mul(&factor);
                    models = models.mul(&factor);
                    skip(level + 1, level + 1 + skipped, &models);
                }
                models
            };
            follow(node.low);
            true_here += &follow(node.high);
        }
        heap += true_here.heap();
        by_variable[usize::from(level)] = true_here;
        budget.check_memory(heap)?;
    }
    let mut in_skips = N::from(0);
    for (count, (begin, end)) in by_variable.iter_mut().zip(skips_begin.iter().zip(&skips_end)) {
        in_skips += begin;
        in_skips -= end;
        *count += &in_skips;
    }
    Ok(Some(Counts { total: total.into(), by_variable: by_variable.into_iter().map(Into::into).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bdd;
    use crate::testing::{random_rules, valuations};
    use proptest::prelude::*;

    #[test]
    fn constants_count_all_valuations_or_none() {
        for variables in [0, 1, 3, 63, 64, 127, 128, 200] {
            let all = BigUint::from(1u8) << variables;
            let yes = Bdd::constant(variables, true).counts(&mut Budget::unlimited()).unwrap();
            assert_eq!(yes.total, all);
            assert!(yes.by_variable.iter().all(|count| *count == &all >> 1u8), "{variables}");
            let no = Bdd::constant(variables, false).counts(&mut Budget::unlimited()).unwrap();
            assert_eq!(no.total, BigUint::ZERO);
            assert!(no.by_variable.iter().all(|count| *count == BigUint::ZERO));
        }
    }

    #[test]
    fn all_widths_agree() {
        let bdd = crate::testing::conjoin(&random_rules(12, 9, 3, 5));
        let budget = &mut Budget::unlimited();
        let narrow = counts_in::<u32, _>(&bdd, budget).unwrap();
        assert!(narrow.is_some());
        assert_eq!(narrow, counts_in::<u64, _>(&bdd, budget).unwrap());
        assert_eq!(narrow, counts_in::<u128, _>(&bdd, budget).unwrap());
        assert_eq!(narrow, counts_in::<BigUint, _>(&bdd, budget).unwrap());
        assert_eq!(long_count(&bdd, budget), Ok(narrow.map_or(BigUint::ZERO, |narrow| narrow.total)));
    }

    #[test]
    fn totals_just_beyond_a_width_are_exact() {
        // !(x0 & xlast) holds for three quarters of all valuations. With 32, 64 and 128 variables, the number of all
        // valuations overflows u32, u64 and u128.
        for variables in [31, 32, 33, 34, 63, 64, 65, 66, 127, 128, 129, 130] {
            let mut rules = crate::Rules::new(variables);
            rules.exclude(0, variables as u16 - 1);
            let bdd = crate::testing::conjoin(&rules);
            let counts = bdd.counts(&mut Budget::unlimited()).unwrap();
            let quarter = BigUint::from(1u8) << (variables - 2);
            assert_eq!(counts.total, &quarter * 3u8);
            assert_eq!(bdd.model_count(), counts.total);
            assert_eq!(counts.by_variable[0], quarter);
            assert_eq!(counts.by_variable[1], &quarter * 3u8 / 2u8);
        }
    }

    /// Returns the diagram of 100 pairs of variables, with at most one variable of each pair true: 3^100 models, more
    /// than 128 bits. Every variable has one node. In pair `p`, the node of the first variable has 3^(100 - p) models
    /// below it, and the node of the second variable has 3^(99 - p). 3^p assignments of the earlier pairs lead to each
    /// of the two nodes.
    fn pairs() -> Bdd {
        let mut rules = crate::Rules::new(200);
        (0..100).for_each(|pair| rules.exclude(2 * pair, 2 * pair + 1));
        crate::testing::conjoin(&rules)
    }

    /// Returns the number of bytes of 3^k.
    fn digits(k: u32) -> usize {
        BigUint::from(3u8).pow(k).to_bytes_le().len()
    }

    /// Checks that `work` succeeds with a memory limit of `bytes` bytes, and fails with one byte less.
    fn takes<T: PartialEq + std::fmt::Debug>(bytes: usize, work: impl Fn(&mut Budget<'_>) -> Result<T, Interrupted>) {
        let within = |bytes| work(&mut Budget::unlimited().with_memory(bytes));
        assert_eq!(within(bytes), within(usize::MAX));
        assert_eq!(within(bytes - 1), Err(Interrupted::TooLarge { needed: bytes, limit: bytes - 1 }));
    }

    #[test]
    fn a_long_count_takes_the_memory_that_it_says() {
        let bdd = pairs();
        // The largest two counts that are kept at the same time are 3^99: the models below the second node of the first
        // pair, and below the first node of the second pair.
        takes(2 * (size_of::<BigUint>() + digits(99)), |budget| bdd.model_count_within(budget));
    }

    #[test]
    fn long_counts_take_the_memory_that_they_say() {
        let bdd = pairs();
        let below: usize = (0..100).map(|pair| digits(100 - pair) + digits(99 - pair)).sum();
        takes(below, |budget| Ok(models_below::<BigUint, _>(&bdd, budget)?.is_some()));
        // The terms of the sum are, in this order: the count below TRUE, the counts below all nodes, the numbers of
        // paths to all nodes, and for each pair the 3^99 models in which its first variable is true.
        let ways: usize = (0..100).map(|pair| 2 * digits(pair)).sum();
        takes(1 + below + ways + 100 * digits(99), |budget| bdd.counts(budget));
    }

    #[test]
    fn counts_that_fit_a_width_take_no_memory_of_the_budget() {
        let bdd = crate::testing::conjoin(&random_rules(12, 9, 3, 5));
        assert_eq!(
            bdd.counts(&mut Budget::unlimited().with_memory(0)),
            Ok(bdd.counts(&mut Budget::unlimited()).unwrap())
        );
    }

    #[test]
    fn a_long_count_spends_a_step_for_64_bits() {
        let bdd = pairs();
        // The count visits the nodes from the deepest level up. For each node it spends a step for each 64-bit word of
        // the node's count, which is a power of 3, and one further step.
        let words = |k| BigUint::from(3u8).pow(k).bits() / 64 + 1;
        let steps = |pairs: u32| (1..=pairs).map(|pair| words(pair) + words(pair - 1)).sum::<u64>();
        let mut heard = Vec::new();
        let mut hear = |progress: crate::Progress| heard.push(progress.fraction);
        let mut budget = Budget::unlimited().with_steps(steps(40)).with_progress(&mut hear);
        assert_eq!(long_count(&bdd, &mut budget), Err(Interrupted::TooLong { limit: steps(40) }));
        assert_eq!(heard, [80.0 / 202.0]);
        let mut budget = Budget::unlimited().with_steps(1000);
        assert!(long_count(&bdd, &mut budget).is_ok());
        assert_eq!(budget.steps_left(), 1000 - steps(100));
    }

    #[test]
    fn counts_spend_a_step_for_a_node_and_pass() {
        let bdd = crate::testing::conjoin(&random_rules(12, 9, 3, 5));
        let nodes = bdd.node_count() as u64 - 2;
        let mut budget = Budget::unlimited().with_steps(10_000);
        assert!(models_below::<u64, _>(&bdd, &mut budget).is_ok());
        assert_eq!(budget.steps_left(), 10_000 - nodes);
        assert!(counts_in::<u64, _>(&bdd, &mut budget).is_ok());
        assert_eq!(budget.steps_left(), 10_000 - 3 * nodes);
    }

    #[test]
    #[cfg_attr(miri, ignore = "looks at the budget are too many steps apart for Miri")]
    fn a_long_count_keeps_to_its_budget() {
        let bdd = pairs();
        assert_eq!(bdd.model_count_within(&mut Budget::unlimited()), Ok(BigUint::from(3u8).pow(100)));
        let cancel = crate::Cancel::new();
        cancel.cancel();
        // The first count ends before the budget checks the switch. A later count reaches the check and is cancelled.
        let cancelled = &mut Budget::unlimited().with_cancel(cancel);
        let counts: Vec<_> = (0..200).map(|_| bdd.model_count_within(cancelled)).collect();
        assert!(counts[0].is_ok() && counts.contains(&Err(Interrupted::Cancelled)));
    }

    proptest! {
        #[test]
        fn counts_agree_with_trying_every_valuation(seed in any::<u64>(), exclusions in 0usize..20, constraints in 0usize..6) {
            let rules = random_rules(10, exclusions, constraints, seed);
            let bdd = crate::testing::conjoin(&rules);
            let counts = bdd.counts(&mut Budget::unlimited()).unwrap();
            prop_assert_eq!(&bdd.model_count(), &counts.total);
            let long = long_count(&bdd, &mut Budget::unlimited());
            prop_assert_eq!(long.as_ref(), Ok(&counts.total));
            let models: Vec<_> = valuations(10).filter(|valuation| rules.are_satisfied_by(valuation)).collect();
            prop_assert_eq!(counts.total, BigUint::from(models.len()));
            for (variable, count) in counts.by_variable.iter().enumerate() {
                prop_assert_eq!(count, &BigUint::from(models.iter().filter(|model| model[variable]).count()));
            }
        }
    }
}
