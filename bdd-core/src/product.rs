//! Boolean combinations of diagrams, level by level.
//!
//! A state of the product is one node of each operand. The states are found level by level from the roots down, each
//! level with a hash table of its own, which is freed when the level is done. Then the states become nodes, level by
//! level from the last level up. Both walks go through the memory of the operands in order, there is no recursion, and
//! no table is larger than the states.
//!
//! Bryant's `apply` (1986) visits the same pairs of nodes depth first. Breadth first is the order of Ochi, Yasuoka and
//! Yajima (*Breadth-First Manipulation of Very Large Binary-Decision Diagrams*, 1993).

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Node, TRUE};
use crate::reduce::Reduced;
use crate::reduction::Reduction;
use crate::slots::Slots;

/// The values of a Boolean function of `K` arguments, as bits. Bit `row` is the value of the function where each
/// argument `k` has the value of bit `k` of `row`.
pub(crate) type TruthTable = u8;

/// A node of each operand. [`FALSE`] stands for an operand on which the value no longer depends.
type OperandNodes<const K: usize> = [Index; K];

/// A terminal, or the number of a state in the order in which they are found, from 2 on.
type StateId = Index;

/// Returns the combination of `operands` by the truth table `table`.
///
/// # Panics
///
/// If the numbers of variables differ.
#[track_caller]
pub(crate) fn combine<R: Reduction, const K: usize>(
    table: TruthTable,
    operands: [&DecisionDiagram<R>; K],
    budget: &mut Budget<'_>,
) -> Result<DecisionDiagram<R>, Interrupted> {
    let variables = operands[0].variables();
    for operand in operands {
        assert_eq!(operand.variables(), variables, "expected diagrams over the same number of variables");
    }
    debug_assert!(R::SKIPS_FREE || table & 1 == 0, "FALSE operands make FALSE, so that skipped variables stay false");
    if let [first, second] = operands[..] {
        // The combination is also tried with the arguments in the other order, for which the table is swapped.
        let swapped = table & 0b1001 | table >> 1 & 0b0010 | table << 1 & 0b0100;
        for (table, upper, lower) in [(table, first, second), (swapped, second, first)] {
            if let Some(ends) = stacked_ends(table, upper, lower) {
                let nodes = upper.node_count() + lower.node_count();
                budget.check_memory(nodes * size_of::<Node>())?;
                budget.spend(nodes as u32, || 0.0)?;
                return Ok(stack(upper, lower, ends));
            }
        }
    }
    Product { operands, table: Simplifier::new::<R>(table), changes: LevelChanges::none() }.build(budget)
}

/// Returns the nodes of `lower` with which [`stack`] replaces the terminals FALSE and TRUE of `upper`, so that the
/// result is the combination of both diagrams. One terminal becomes the root of `lower`, and the other terminal becomes
/// a constant. Returns `None` if this is not possible, for example if not all variables of `upper` come before the
/// variables of `lower`.
///
/// A cube or a clause that grows literal by literal, from the last variable up, is stacked at each step.
fn stacked_ends<R: Reduction>(
    table: TruthTable,
    upper: &DecisionDiagram<R>,
    lower: &DecisionDiagram<R>,
) -> Option<[Index; 2]> {
    let root = lower.root_index();
    // Only a diagram that skips free variables is likely to end above `lower`: other diagrams have nodes for nearly all
    // variables.
    let is_above = R::SKIPS_FREE && upper.root_index() > TRUE && root > TRUE && last_level(upper) < lower.top();
    let end = |row: TruthTable| match table >> row & 0b101 {
        0b000 => Some(FALSE),
        0b101 => Some(TRUE),
        0b100 => Some(root),
        _ => None,
    };
    let ends = [end(0)?, end(1)?];
    (is_above && (ends[0] == root) != (ends[1] == root)).then_some(ends)
}

/// Returns the deepest level that has nodes. The diagram must have decision nodes.
fn last_level<R: Reduction>(diagram: &DecisionDiagram<R>) -> Level {
    diagram.levels().level(TRUE + 1)
}

/// Returns the diagram of `upper` with its terminals replaced by nodes of `lower`; see [`stacked_ends`].
fn stack<R: Reduction>(upper: &DecisionDiagram<R>, lower: &DecisionDiagram<R>, ends: [Index; 2]) -> DecisionDiagram<R> {
    let (last, shift) = (last_level(upper), lower.root_index() - TRUE);
    let moved = |child: Index| ends.get(child as usize).copied().unwrap_or(child + shift);
    let mut nodes = Vec::with_capacity(upper.node_count() + lower.node_count() - 2);
    nodes.extend_from_slice(lower.nodes());
    nodes.extend(upper.nodes()[2..].iter().map(|node| Node { low: moved(node.low), high: moved(node.high) }));
    let starts = (0..=lower.depth()).map(|level| match level <= last {
        true => upper.levels().start(level) + shift,
        false => lower.levels().start(level),
    });
    DecisionDiagram::from_canonical(nodes, starts.collect())
}

/// Returns `true` if the combination of `operands` by the truth table `table` has a model. Builds no diagram.
#[track_caller]
pub(crate) fn is_satisfiable<R: Reduction>(
    table: TruthTable,
    operands: [&DecisionDiagram<R>; 2],
    budget: &mut Budget<'_>,
) -> Result<bool, Interrupted> {
    let depth = operands[0].depth();
    assert_eq!(operands[0].variables(), operands[1].variables(), "expected diagrams over the same number of variables");
    let product = Product { operands, table: Simplifier::new::<R>(table), changes: LevelChanges::none() };
    let mut search = ProductSearch::new(depth);
    let mut is_found = product.found(&mut search, 0, operands.map(DecisionDiagram::root_index)) == TRUE;
    for level in 0..depth {
        let Frontier { states, .. } = std::mem::take(&mut search.frontier[usize::from(level)]);
        for chunk in states.chunks(STRIDE) {
            if is_found {
                return Ok(true);
            }
            budget.check_memory(search.count as usize * STATE_BYTES)?;
            budget.spend(8 * chunk.len() as u32, || f64::from(level) / f64::from(depth))?;
            for &(state, _) in chunk {
                for successor in product.successors(state, level) {
                    is_found |= product.found(&mut search, level + 1, successor) == TRUE;
                }
            }
        }
    }
    Ok(is_found)
}

/// Returns a function without the variables that have a value in `values`: its cofactor for these values.
pub(crate) fn restrict<R: Reduction>(
    function: &DecisionDiagram<R>,
    values: &[Option<bool>],
    budget: &mut Budget<'_>,
) -> Result<DecisionDiagram<R>, Interrupted> {
    let changes = values.iter().map(|value| value.map(LevelChange::Fix)).collect();
    Product { operands: [function], table: Simplifier::new::<R>(0b10), changes: LevelChanges::new(changes) }
        .build(budget)
}

/// Returns the combination, by the truth table `table`, of both cofactors of a function for the variable of `level`.
/// `table` must be idempotent and commutative: the conjunction or the disjunction.
pub(crate) fn quantify<R: Reduction>(
    table: TruthTable,
    function: &DecisionDiagram<R>,
    level: Level,
    budget: &mut Budget<'_>,
) -> Result<DecisionDiagram<R>, Interrupted> {
    let mut changes = vec![None; function.variables()];
    changes[usize::from(level)] = Some(LevelChange::Merge);
    let changes = LevelChanges::new(changes);
    Product { operands: [function; 2], table: Simplifier::new::<R>(table), changes }.build(budget)
}

/// The number of states between two checks of the budget.
const STRIDE: usize = 1 << 12;

/// The bytes that a state takes: its two children, its number in the list of its level, and its entry in a
/// [`Frontier`] until the walk reaches its level.
const STATE_BYTES: usize = 40;

/// A change of the states at one level, by which the result no longer depends on the variable of this level.
#[derive(Clone, Copy, Debug, PartialEq)]
enum LevelChange {
    /// The variable gets this fixed value.
    Fix(bool),
    /// Both operands are the same function. The cofactor for a false variable replaces the first operand, the cofactor
    /// for a true variable the second.
    Merge,
}

/// For each level, the change of its states, if there is one. Both lists are empty if no level has a change.
pub(crate) struct LevelChanges<C> {
    at: Vec<Option<C>>,
    /// For each level, the nearest level with a change: this level itself or a deeper level; `Level::MAX` if there is
    /// no such level.
    next: Vec<Level>,
}

impl<C: Copy> LevelChanges<C> {
    fn none() -> LevelChanges<C> {
        LevelChanges { at: Vec::new(), next: Vec::new() }
    }

    pub(crate) fn new(at: Vec<Option<C>>) -> LevelChanges<C> {
        let mut next = vec![Level::MAX; at.len() + 1];
        for level in (0..at.len()).rev() {
            next[level] = if at[level].is_some() { level as Level } else { next[level + 1] };
        }
        LevelChanges { at, next }
    }

    pub(crate) fn at(&self, level: Level) -> Option<C> {
        self.at.get(usize::from(level)).copied().flatten()
    }

    pub(crate) fn next(&self, level: Level) -> Level {
        self.next.get(usize::from(level)).copied().unwrap_or(Level::MAX)
    }
}

struct Product<'a, R: Reduction, const K: usize> {
    operands: [&'a DecisionDiagram<R>; K],
    table: Simplifier<K>,
    changes: LevelChanges<LevelChange>,
}

/// The search for the states of all levels. A state has one node of each operand.
struct ProductSearch<const K: usize> {
    frontier: Vec<Frontier<K>>,
    /// The empty frontiers of levels that the walk has left. Only small frontiers are used again, so that the memory of
    /// large levels is freed.
    free: Vec<Frontier<K>>,
    /// The number of states found so far, plus 2 for the terminals.
    count: StateId,
}

impl<const K: usize> ProductSearch<K> {
    fn new(depth: Level) -> ProductSearch<K> {
        let mut frontier = Vec::new();
        frontier.resize_with(usize::from(depth), Frontier::default);
        ProductSearch { frontier, free: Vec::new(), count: 2 }
    }

    /// Returns the number of a state on `level`, adding the state if it is new.
    #[inline]
    fn number(&mut self, level: Level, state: OperandNodes<K>) -> StateId {
        let frontier = &mut self.frontier[usize::from(level)];
        if frontier.states.is_empty()
            && let Some(free) = self.free.pop()
        {
            *frontier = free;
        }
        frontier.number(state, &mut self.count)
    }

    /// Empties a frontier that the walk has left, to use its memory again.
    fn reuse(&mut self, mut frontier: Frontier<K>) {
        const MOST: usize = 1 << 10;
        if frontier.states.len() <= MOST {
            frontier.states.clear();
            frontier.slots.reset(Frontier::<K>::FEWEST);
            self.free.push(frontier);
        }
    }
}

/// The states of a level that the walk has not reached yet.
#[derive(Default)]
struct Frontier<const K: usize> {
    states: Vec<(OperandNodes<K>, StateId)>,
    /// The hash table of the states, which holds their places in `states`, counted from 1.
    slots: Slots,
}

impl<R: Reduction, const K: usize> Product<'_, R, K> {
    fn build(&self, budget: &mut Budget<'_>) -> Result<DecisionDiagram<R>, Interrupted> {
        let depth = self.operands[0].depth();
        let mut search = ProductSearch::new(depth);
        let root = self.found(&mut search, 0, self.operands.map(DecisionDiagram::root_index));
        let mut children = vec![Node { low: FALSE, high: FALSE }; 2];
        // The states in the order of their levels, and the number of states before each level.
        let mut order: Vec<StateId> = Vec::new();
        let mut before = vec![0; usize::from(depth)];
        for level in 0..depth {
            before[usize::from(level)] = order.len();
            // If the operands are small, most levels have no states.
            if search.frontier[usize::from(level)].states.is_empty() {
                continue;
            }
            let frontier = std::mem::take(&mut search.frontier[usize::from(level)]);
            children.resize(search.count as usize, Node { low: FALSE, high: FALSE });
            for chunk in frontier.states.chunks(STRIDE) {
                budget.check_memory(search.count as usize * STATE_BYTES)?;
                budget.spend(4 * K as u32 * chunk.len() as u32, || f64::from(level) / f64::from(depth) / 2.0)?;
                for &(state, id) in chunk {
                    let [low, high] = self.successors(state, level);
                    let low = self.found(&mut search, level + 1, low);
                    let high = self.found(&mut search, level + 1, high);
                    children[id as usize] = Node { low, high };
                }
            }
            order.extend(frontier.states.iter().map(|&(_, id)| id));
            search.reuse(frontier);
        }

        // From here on, once a state has become a node, its low child holds the index of this node.
        children[TRUE as usize].low = TRUE;
        let mut reduced = Reduced::<R>::new(depth);
        for level in (0..depth).rev() {
            reduced.begin_level(level);
            let ids = before[usize::from(level)]..order.len();
            for chunk in order[ids.clone()].chunks(STRIDE) {
                budget.spend(2 * chunk.len() as u32, || 1.0 - f64::from(level) / f64::from(depth) / 2.0)?;
                for &id in chunk {
                    let Node { low, high } = children[id as usize];
                    let [low, high] = [low, high].map(|child| children[child as usize].low);
                    children[id as usize].low = reduced.node(Node { low, high });
                }
            }
            order.truncate(ids.start);
        }
        reduced.finish(children[root as usize].low, budget)
    }

    /// Returns the two states that follow from a state if the variable of `level` is false and if it is true.
    #[inline]
    fn successors(&self, state: OperandNodes<K>, level: Level) -> [OperandNodes<K>; 2] {
        let (mut low, mut high) = (state, state);
        for k in 0..K {
            [low[k], high[k]] = self.operands[k].cofactors(state[k], level);
        }
        match self.changes.at(level) {
            None => {}
            Some(LevelChange::Fix(false)) => high = low,
            Some(LevelChange::Fix(true)) => low = high,
            Some(LevelChange::Merge) => {
                low[1] = high[0];
                high = low;
            }
        }
        [low, high]
    }

    /// Returns the number of a state, and adds the state if it is new. Returns a terminal if the state's value is
    /// constant. The variables above `level` are decided already.
    #[inline]
    fn found(&self, search: &mut ProductSearch<K>, level: Level, mut state: OperandNodes<K>) -> StateId {
        if let Some(value) = self.table.simplify(&mut state) {
            return value;
        }
        let mut first = self.operands[0].depth();
        for (operand, node) in self.operands.iter().zip(state).filter(|&(_, node)| node > TRUE) {
            if node >= operand.levels().start(level) {
                first = level;
                break;
            }
            first = first.min(operand.levels().level(node));
        }
        if !R::SKIPS_FREE {
            // A skipped variable is false here, but a change makes its variable free: so a node has to decide the
            // variable.
            first = first.min(self.changes.next(level));
        }
        if first < self.operands[0].depth() {
            search.number(first, state)
        } else {
            // All operands are terminals, and no variable is skipped, so that TRUE is the constant true.
            self.table.value(state)
        }
    }
}

impl<const K: usize> Frontier<K> {
    const FEWEST: usize = 16;

    #[inline]
    fn hash(state: OperandNodes<K>) -> u64 {
        state
            .iter()
            .fold(0u64, |hash, &node| (hash.rotate_left(26) ^ u64::from(node)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Returns the number of a state. A new state is added with the number `count`, which then rises by 1.
    #[inline]
    fn number(&mut self, state: OperandNodes<K>, count: &mut StateId) -> StateId {
        if self.states.len() >= self.slots.capacity() {
            self.grow();
        }
        let states = &self.states;
        match self.slots.find(Self::hash(state), |place| states[place as usize - 1].0 == state) {
            Ok(place) => self.states[place as usize - 1].1,
            Err(slot) => {
                self.states.push((state, *count));
                self.slots.put(slot, self.states.len() as u32);
                *count += 1;
                *count - 1
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let states = &self.states;
        self.slots.reset((self.slots.length() * 2).max(Self::FEWEST));
        self.slots.insert(1..states.len() as u32 + 1, |place| Self::hash(states[place as usize - 1].0));
    }
}

/// A truth table that simplifies states: it finds the value of a constant state, and the operands that do not matter.
struct Simplifier<const K: usize> {
    table: TruthTable,
    /// The action for each combination of operands. The index is a number in base 3 with a digit for each operand: 0
    /// for FALSE, 1 for TRUE, 2 for any other node.
    actions: [LevelAction; 27],
}

#[derive(Clone, Copy)]
enum LevelAction {
    Value(Index),
    /// Replace these operands, given as bits, by FALSE: they do not matter.
    Ignore(u8),
}

impl<const K: usize> Simplifier<K> {
    fn new<R: Reduction>(table: TruthTable) -> Simplifier<K> {
        let mut actions = [LevelAction::Ignore(0); 27];
        for (code, action) in actions.iter_mut().enumerate().take(3usize.pow(K as u32)) {
            let constant = |k: usize| match code / 3usize.pow(k as u32) % 3 {
                0 => Some(0),
                // In a `Zdd`, TRUE requires the skipped variables to be false, so that it is no constant.
                1 if R::SKIPS_FREE => Some(1),
                _ => None,
            };
            let agrees = |row: usize| (0..K).all(|k| constant(k).is_none_or(|value| value == row >> k & 1));
            let value = |row: usize| table >> row & 1;
            let rows: Vec<usize> = (0..1 << K).filter(|&row| agrees(row)).collect();
            *action = if rows.iter().all(|&row| value(row) == value(rows[0])) {
                LevelAction::Value(Index::from(value(rows[0])))
            } else {
                let matters = |k: usize| rows.iter().any(|&row| value(row) != value(row ^ 1 << k));
                LevelAction::Ignore((0..K).filter(|&k| constant(k).is_none() && !matters(k)).map(|k| 1 << k).sum())
            };
        }
        Simplifier { table, actions }
    }

    /// Returns the value of the truth table for a state whose operands are all terminals.
    fn value(&self, state: OperandNodes<K>) -> Index {
        let row = (0..K).fold(0, |row, k| row | (state[k] as usize) << k);
        Index::from(self.table >> row & 1)
    }

    /// Returns the value of a state if it is constant; otherwise replaces operands that do not matter by FALSE.
    #[inline]
    fn simplify(&self, state: &mut OperandNodes<K>) -> Option<Index> {
        let mut code = 0;
        for k in (0..K).rev() {
            code = code * 3 + state[k].min(2) as usize;
        }
        match self.actions[code] {
            LevelAction::Value(value) => Some(value),
            LevelAction::Ignore(0) => None,
            LevelAction::Ignore(ignored) => {
                for (k, node) in state.iter_mut().enumerate() {
                    if ignored >> k & 1 == 1 {
                        *node = FALSE;
                    }
                }
                None
            }
        }
    }
}
