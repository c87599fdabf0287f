//! Many functions in one table of nodes, for programs with many operations on functions that have much in common.
//!
//! The table is the unique table of Brace, Rudell and Bryant (*Efficient Implementation of a BDD Package*, 1990): equal
//! nodes are stored once, even if they belong to several functions. A cache keeps finished steps, so that an operation
//! repeats no step of recent operations; a later step may overwrite an earlier step.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::algebra::{AND, AND_NOT, OR, XOR};
use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, FALSE, Index, Level, Node, TRUE, terminals};
use crate::id::Variable;
use crate::product::{LevelChanges, TruthTable};
use crate::reduction::Reduction;
use crate::rules::Literal;
use crate::slots::{Slots, hash, hash_of};

/// A function in a [`Manager`]. It is a number, cheap to copy.
///
/// Two functions of one manager are equal (`==`) if and only if they have the same models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    root: Index,
    /// The number of the manager's table; see [`Manager::collect`].
    table: u32,
}

/// A table of nodes that many functions share, with a cache of operations.
///
/// The operations of [`DecisionDiagram`] walk through the whole of both operands and return a new diagram. The
/// operations of a manager visit only the nodes that the operands do not share with earlier operations. So a long
/// sequence of operations takes a fraction of the time if each operation changes little of a large function. The price:
/// a function is a number without a meaning outside of its manager, and nodes that are no longer needed take memory
/// until [`Manager::collect`].
///
/// [`Manager::add`] puts a diagram into the table. [`Manager::diagram`] returns the diagram of a function, with which
/// its models can be counted, listed or stored.
///
/// ```
/// use bdd_core::{Budget, EqualChildren, Literal, Manager};
///
/// // Of 60 guests, no two neighbours come.
/// let budget = &mut Budget::unlimited();
/// let mut guests = Manager::<EqualChildren>::new(60);
/// let mut all = guests.constant(true);
/// for guest in 0..59u16 {
///     let [this, next] = [guest, guest + 1].map(|guest| guests.literal(Literal::negative(guest), budget));
///     let one_stays = guests.or(this?, next?, budget)?;
///     all = guests.and(all, one_stays, budget)?;
/// }
/// // The Fibonacci number F(62).
/// assert_eq!(guests.diagram(all, budget)?.model_count(), 4_052_739_537_881u64.into());
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
///
/// # Panics
///
/// All methods panic if a function belongs to another manager, or if [`Manager::collect`] dropped it.
pub struct Manager<R: Reduction> {
    /// The nodes, children before their parents. Both terminals come first.
    nodes: Vec<Node>,
    /// The level of each node; the number of variables for the terminals.
    levels: Vec<Level>,
    /// The hash table of the decision nodes, which holds their indices.
    unique: Slots,
    /// The finished steps of operations. The hash of a step selects the only place where the step can be. The length is
    /// a power of two.
    cache: Vec<FinishedStep>,
    /// The steps of the operations in progress that wait for a child, the latest last.
    waiting: Vec<WaitingStep>,
    variables: usize,
    /// The function that is true everywhere.
    universe: Index,
    /// The [`FinishedStep::operation`] of the next operation that is not a combination.
    next_operation: u32,
    table: u32,
    reduction: PhantomData<R>,
}

/// The operands of a step of an operation: two nodes, or a node and a level.
type StepOperands = [u32; 2];

/// A finished step of an operation.
#[derive(Clone, Copy, Default)]
struct FinishedStep {
    state: StepOperands,
    /// The code of the operation: its truth table for a combination, or a number above all truth tables; 0 for a free
    /// place in the cache.
    operation: u32,
    result: Index,
}

/// A step of an operation that waits for the results of its two child steps.
struct WaitingStep {
    state: StepOperands,
    level: Level,
    /// The result for a false variable; [`UNKNOWN`] until it is known.
    low: Index,
    /// The operands for a true variable.
    high: StepOperands,
}

const UNKNOWN: Index = Index::MAX;

/// The next step of an operation.
enum NextStep {
    Result(Index),
    /// Decide the variable of this level: the operands if it is false, then the operands if it is true.
    Decide(Level, [StepOperands; 2]),
}

/// A change of a function at one level, after which the function does not depend on the level's variable.
#[derive(Clone, Copy)]
enum Elimination {
    Fix(bool),
    /// The conjunction of both cofactors, for the universal quantification.
    Conjoin,
    /// The disjunction of both cofactors, for the existential quantification.
    Disjoin,
}

/// The results of a combination that are known from the operands at once, such as FALSE for a conjunction with FALSE.
struct Shortcuts {
    /// The shortcut for each pair of operands, each of which is FALSE (index 0), TRUE (1) or another node (2).
    by_operands: [[Option<Shortcut>; 3]; 3],
    /// The shortcut for two equal operands.
    equal: Option<Shortcut>,
    is_commutative: bool,
}

#[derive(Clone, Copy)]
enum Shortcut {
    Value(Index),
    First,
    Second,
}

impl Shortcuts {
    const fn new(table: TruthTable, skips_free: bool) -> Shortcuts {
        assert!(skips_free || table & 1 == 0, "FALSE operands make FALSE, so that skipped variables stay false");
        // The rows of the truth table that stay possible for an operand that is FALSE, TRUE or another node.
        let mut first = [FIRST_OFF, FIRST_ON, ALL_ROWS];
        let mut second = [SECOND_OFF, SECOND_ON, ALL_ROWS];
        if !skips_free {
            // In a `Zdd`, TRUE requires the skipped variables to be false, so that it is not the constant true.
            (first[TRUE as usize], second[TRUE as usize]) = (ALL_ROWS, ALL_ROWS);
        }
        let mut by_operands = [[None; 3]; 3];
        let mut place = 0;
        while place < 9 {
            let (a, b) = (place / 3, place % 3);
            by_operands[a][b] = Shortcuts::shortcut(table, first[a] & second[b], skips_free);
            place += 1;
        }
        Shortcuts {
            by_operands,
            equal: Shortcuts::shortcut(table, FIRST_OFF & SECOND_OFF | FIRST_ON & SECOND_ON, skips_free),
            is_commutative: table >> 1 & 1 == table >> 2 & 1,
        }
    }

    /// Returns the shortcut (a constant or an operand as the result) that has the values of `table` in every row of
    /// `rows`; `None` if there is no such shortcut.
    const fn shortcut(table: TruthTable, rows: TruthTable, skips_free: bool) -> Option<Shortcut> {
        let values = table & rows;
        if values == 0 {
            Some(Shortcut::Value(FALSE))
        } else if values == rows && skips_free {
            Some(Shortcut::Value(TRUE))
        } else if values == rows & FIRST_ON {
            Some(Shortcut::First)
        } else if values == rows & SECOND_ON {
            Some(Shortcut::Second)
        } else {
            None
        }
    }
}

/// Rows of a truth table, as bits. `FIRST_ON` has the rows in which the first operand is true, and `FIRST_OFF` those in
/// which it is false. `SECOND_ON` and `SECOND_OFF` are the same for the second operand. `ALL_ROWS` has all rows.
const FIRST_ON: TruthTable = 0b1010;
const FIRST_OFF: TruthTable = 0b0101;
const SECOND_ON: TruthTable = 0b1100;
const SECOND_OFF: TruthTable = 0b0011;
const ALL_ROWS: TruthTable = 0b1111;

/// The combination of two functions by the truth table `TABLE`, under the reduction rule `R`.
struct Combination<R, const TABLE: TruthTable>(PhantomData<R>);

impl<R: Reduction, const TABLE: TruthTable> Combination<R, TABLE> {
    const SHORTCUTS: Shortcuts = Shortcuts::new(TABLE, R::SKIPS_FREE);
}

impl<R: Reduction> Manager<R> {
    /// Returns a manager of functions of `variables` variables. Its tables take 256 KiB at first, and grow as they are
    /// filled.
    ///
    /// # Panics
    ///
    /// If `variables` exceeds [`Variable::MAX_COUNT`].
    #[must_use]
    #[track_caller]
    pub fn new(variables: usize) -> Self {
        let mut manager = Manager {
            nodes: terminals(),
            levels: vec![variables as Level; 2],
            unique: Slots::new(FEWEST_SLOTS),
            cache: vec![FinishedStep::default(); FEWEST_SLOTS / SLOTS_PER_STEP],
            waiting: Vec::new(),
            variables,
            universe: TRUE,
            next_operation: FIRST_OPERATION,
            table: new_table(),
            reduction: PhantomData,
        };
        let budget = &mut Budget::unlimited();
        manager.universe = manager
            .add(&DecisionDiagram::constant(variables, true), budget)
            .expect("an unlimited budget is never used up")
            .root;
        manager
    }

    /// Returns the number of variables of the manager's functions.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Returns the number of nodes in the table, terminals and unused nodes included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the function that has the same `value` everywhere.
    #[must_use]
    pub fn constant(&self, value: bool) -> Function {
        self.function(if value { self.universe } else { FALSE })
    }

    /// Returns the function that has the value of `literal`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the manager has no variable of the literal's number.
    #[track_caller]
    pub fn literal(&mut self, literal: Literal, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        literal.variable.expect_among(self.variables);
        let decided = |rest| match literal.value {
            true => Node { low: FALSE, high: rest },
            false => Node { low: rest, high: FALSE },
        };
        if R::SKIPS_FREE {
            let root = self.node(literal.variable.into(), decided(TRUE), budget)?;
            return Ok(self.function(root));
        }
        let mut root = TRUE;
        for variable in Variable::all(self.variables).rev() {
            let node = if variable == literal.variable { decided(root) } else { both(root) };
            root = self.node(variable.into(), node, budget)?;
        }
        Ok(self.function(root))
    }

    /// Adds a diagram to the table. The time is linear in its number of nodes.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If the diagram has another number of variables than the manager.
    #[track_caller]
    pub fn add(&mut self, diagram: &DecisionDiagram<R>, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        assert_eq!(diagram.variables(), self.variables, "expected a diagram over the manager's variables");
        let mut place = vec![FALSE, TRUE];
        for level in (0..diagram.depth()).rev() {
            for node in &diagram.nodes()[diagram.level_range(level)] {
                let [low, high] = [node.low, node.high].map(|child| place[child as usize]);
                budget.spend(2, || 0.0)?;
                place.push(self.node(level, Node { low, high }, budget)?);
            }
        }
        Ok(self.function(place[diagram.root_index() as usize]))
    }

    /// Returns the diagram of a function. The time is linear in [`Manager::node_count`].
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn diagram(&self, function: Function, budget: &mut Budget<'_>) -> Result<DecisionDiagram<R>, Interrupted> {
        let level = |_, index: Index| self.levels[index as usize];
        DecisionDiagram::ordered(&self.nodes, level, self.variables, self.root(function), budget)
    }

    /// Returns the negation of a function.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn not(&mut self, function: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        self.and_not(self.constant(true), function, budget)
    }

    /// Returns the conjunction of two functions.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn and(&mut self, f: Function, g: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        self.combine::<AND>(f, g, budget)
    }

    /// Returns the disjunction of two functions.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn or(&mut self, f: Function, g: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        self.combine::<OR>(f, g, budget)
    }

    /// Returns the exclusive disjunction of two functions.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn xor(&mut self, f: Function, g: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        self.combine::<XOR>(f, g, budget)
    }

    /// Returns the function that is true where `f` is true and `g` is false.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn and_not(&mut self, f: Function, g: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        self.combine::<AND_NOT>(f, g, budget)
    }

    /// Returns the implication: the function that is true where `f` is false or `g` is true.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn implies(&mut self, f: Function, g: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        let broken = self.and_not(f, g, budget)?;
        self.not(broken, budget)
    }

    /// Returns the equivalence: the function that is true where both functions have the same value.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn iff(&mut self, f: Function, g: Function, budget: &mut Budget<'_>) -> Result<Function, Interrupted> {
        let differ = self.xor(f, g, budget)?;
        self.not(differ, budget)
    }

    /// Returns the function that has the value of `then` where `f` is true, and the value of `otherwise` where `f` is
    /// false.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    #[track_caller]
    pub fn ite(
        &mut self,
        f: Function,
        then: Function,
        otherwise: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        let then = self.and(f, then, budget)?;
        let otherwise = self.and_not(otherwise, f, budget)?;
        self.or(then, otherwise, budget)
    }

    /// Returns the existential quantification: the function that is true where `f` is true for some values of
    /// `variables`. The result does not depend on `variables`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If one of `variables` is not a variable of the manager.
    #[track_caller]
    pub fn exists(
        &mut self,
        f: Function,
        variables: &[Variable],
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        self.changed(f, variables.iter().map(|&variable| (variable, Elimination::Disjoin)), budget)
    }

    /// Returns the universal quantification: the function that is true where `f` is true for all values of `variables`.
    /// The result does not depend on `variables`.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If one of `variables` is not a variable of the manager.
    #[track_caller]
    pub fn forall(
        &mut self,
        f: Function,
        variables: &[Variable],
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        self.changed(f, variables.iter().map(|&variable| (variable, Elimination::Conjoin)), budget)
    }

    /// Returns the function `f` with fixed values for the variables of `literals`: the values that make the literals
    /// true. The result does not depend on these variables. If literals contradict each other, the last one counts.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice or is cancelled.
    ///
    /// # Panics
    ///
    /// If a literal has a variable that the manager does not have.
    #[track_caller]
    pub fn restrict(
        &mut self,
        f: Function,
        literals: &[Literal],
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        self.changed(f, literals.iter().map(|&literal| (literal.variable, Elimination::Fix(literal.value))), budget)
    }

    /// Drops all nodes except the nodes of the functions in `keep`, and gives these functions their new numbers. All
    /// other functions of this manager become invalid: methods panic if they get an invalid function. The time is
    /// linear in [`Manager::node_count`].
    ///
    /// ```
    /// use bdd_core::{Budget, EqualChildren, Literal, Manager};
    ///
    /// let budget = &mut Budget::unlimited();
    /// let mut manager = Manager::<EqualChildren>::new(3);
    /// let a = manager.literal(Literal::positive(0), budget)?;
    /// let b = manager.literal(Literal::positive(1), budget)?;
    /// let mut both = manager.and(a, b, budget)?;
    /// manager.collect([&mut both]);
    /// // Both terminals and the two nodes of the conjunction.
    /// assert_eq!(manager.node_count(), 4);
    /// # Ok::<(), bdd_core::Interrupted>(())
    /// ```
    #[track_caller]
    pub fn collect<'a>(&mut self, keep: impl IntoIterator<Item = &'a mut Function>) {
        let mut place = vec![UNKNOWN; self.nodes.len()];
        for kept in [FALSE, TRUE, self.universe] {
            place[kept as usize] = 0;
        }
        let keep: Vec<&mut Function> = keep.into_iter().collect();
        for function in &keep {
            place[self.root(**function) as usize] = 0;
        }
        // Children come before their parents, so that this walk meets all parents of a node before the node.
        for (index, &Node { low, high }) in self.nodes.iter().enumerate().rev() {
            if place[index] != UNKNOWN {
                place[low as usize] = 0;
                place[high as usize] = 0;
            }
        }
        let mut next = 0;
        for index in 0..self.nodes.len() {
            if place[index] == UNKNOWN {
                continue;
            }
            place[index] = next;
            let Node { low, high } = self.nodes[index];
            self.nodes[next as usize] = Node { low: place[low as usize], high: place[high as usize] };
            self.levels[next as usize] = self.levels[index];
            next += 1;
        }
        self.nodes.truncate(next as usize);
        self.levels.truncate(next as usize);
        self.nodes.shrink_to_fit();
        self.levels.shrink_to_fit();
        let slots = (2 * self.nodes.len()).next_power_of_two().max(FEWEST_SLOTS);
        self.unique = Slots::new(slots);
        let (nodes, levels) = (&self.nodes, &self.levels);
        self.unique.insert(2..next, |index| hash_at(nodes, levels, index));
        self.cache = vec![FinishedStep::default(); slots / SLOTS_PER_STEP];
        self.universe = place[self.universe as usize];
        self.table = new_table();
        for function in keep {
            *function = self.function(place[function.root as usize]);
        }
    }

    fn function(&self, root: Index) -> Function {
        Function { root, table: self.table }
    }

    #[track_caller]
    fn root(&self, function: Function) -> Index {
        assert_eq!(function.table, self.table, "expected a function of this manager that was not dropped");
        function.root
    }

    #[track_caller]
    fn combine<const TABLE: TruthTable>(
        &mut self,
        f: Function,
        g: Function,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        let state = [self.root(f), self.root(g)];
        self.waiting.clear();
        let root = self.combined::<TABLE>(state, budget)?;
        Ok(self.function(root))
    }

    /// Returns the combination of two nodes by a truth table.
    fn combined<const TABLE: TruthTable>(
        &mut self,
        state: StepOperands,
        budget: &mut Budget<'_>,
    ) -> Result<Index, Interrupted> {
        let next = |manager: &Self, state: &mut StepOperands| {
            let shortcuts = const { &Combination::<R, TABLE>::SHORTCUTS };
            let [a, b] = *state;
            let mut shortcut = shortcuts.by_operands[a.min(2) as usize][b.min(2) as usize];
            if a == b {
                shortcut = shortcut.or(shortcuts.equal);
            }
            match shortcut {
                Some(Shortcut::Value(value)) => return NextStep::Result(value),
                Some(Shortcut::First) => return NextStep::Result(a),
                Some(Shortcut::Second) => return NextStep::Result(b),
                None => {}
            }
            if shortcuts.is_commutative && a > b {
                *state = [b, a];
            }
            let levels = state.map(|node| manager.levels[node as usize]);
            let level = levels[0].min(levels[1]);
            if usize::from(level) == manager.variables {
                // Both operands are the terminal TRUE of a `Zdd`: the highest of the four bits of the table is the
                // value.
                return NextStep::Result(Index::from(TABLE >> 3 & 1));
            }
            let [a, b] = state.map(|node| manager.cofactors(node, level));
            NextStep::Decide(level, [[a[0], b[0]], [a[1], b[1]]])
        };
        let close = |manager: &mut Self, level, low, high, budget: &mut Budget<'_>| {
            manager.node(level, Node { low, high }, budget)
        };
        self.walk(TABLE.into(), state, next, close, budget)
    }

    /// Returns the function that `f` becomes by `changes`, each of which eliminates a variable.
    #[track_caller]
    fn changed(
        &mut self,
        f: Function,
        changes: impl Iterator<Item = (Variable, Elimination)>,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted> {
        let root = self.root(f);
        let mut at = vec![None; self.variables];
        for (variable, change) in changes {
            variable.expect_among(self.variables);
            at[variable.index()] = Some(change);
        }
        let changes = LevelChanges::new(at);
        let next = |manager: &Self, state: &mut StepOperands| {
            // The variables above this level are decided already.
            let [node, from] = *state;
            // A variable that a `Bdd` skips is free before the change and after it.
            let level = match manager.levels[node as usize] {
                level if R::SKIPS_FREE => level,
                level => level.min(changes.next(from as Level)),
            };
            if node == FALSE || changes.next(level) == Level::MAX {
                return NextStep::Result(node);
            }
            state[1] = level.into();
            let cofactors = manager.cofactors(node, level);
            let cofactors = match changes.at(level) {
                Some(Elimination::Fix(value)) => [cofactors[usize::from(value)]; 2],
                _ => cofactors,
            };
            NextStep::Decide(level, cofactors.map(|cofactor| [cofactor, u32::from(level) + 1]))
        };
        let close = |manager: &mut Self, level: Level, low, high, budget: &mut Budget<'_>| {
            let node = match changes.at(level) {
                Some(Elimination::Conjoin) => both(manager.combined::<AND>([low, high], budget)?),
                Some(Elimination::Disjoin) => both(manager.combined::<OR>([low, high], budget)?),
                _ => Node { low, high },
            };
            manager.node(level, node, budget)
        };
        let operation = self.next_operation;
        self.next_operation = operation.checked_add(1).unwrap_or_else(|| {
            self.cache.fill(FinishedStep::default());
            FIRST_OPERATION
        });
        self.waiting.clear();
        let root = self.walk(operation, [root, 0], next, close, budget)?;
        Ok(self.function(root))
    }

    /// Carries out an operation depth first, on a stack of its own, so that its depth is not limited by the stack of
    /// the thread. `next` opens a step, and `close` returns the node for the results of its children.
    #[inline]
    fn walk(
        &mut self,
        operation: u32,
        mut state: StepOperands,
        next: impl Fn(&Self, &mut StepOperands) -> NextStep,
        close: impl Fn(&mut Self, Level, Index, Index, &mut Budget<'_>) -> Result<Index, Interrupted>,
        budget: &mut Budget<'_>,
    ) -> Result<Index, Interrupted> {
        let bottom = self.waiting.len();
        loop {
            let mut result = loop {
                let (level, [low, high]) = match next(self, &mut state) {
                    NextStep::Result(result) => break result,
                    NextStep::Decide(level, children) => (level, children),
                };
                let step = self.cache[self.place(operation, state)];
                if step.operation == operation && step.state == state {
                    break step.result;
                }
                budget.spend(4, || 0.0)?;
                self.waiting.push(WaitingStep { state, level, low: UNKNOWN, high });
                state = low;
            };
            loop {
                if self.waiting.len() == bottom {
                    return Ok(result);
                }
                let step = self.waiting.last_mut().expect("a step waits above the bottom");
                if step.low == UNKNOWN {
                    step.low = result;
                    state = step.high;
                    break;
                }
                let WaitingStep { state, level, low, .. } = *step;
                result = close(self, level, low, result, budget)?;
                self.waiting.pop();
                let place = self.place(operation, state);
                self.cache[place] = FinishedStep { state, operation, result };
            }
        }
    }

    /// Returns the place of a step in the cache.
    #[inline]
    fn place(&self, operation: u32, [a, b]: StepOperands) -> usize {
        let hash = hash(&[(u64::from(a) | u64::from(b) << 32) ^ u64::from(operation).rotate_right(16)]);
        (hash >> (self.cache.len() as u64 - 1).leading_zeros()) as usize
    }

    /// Returns the cofactors of a function by the variable of `level`. The root of the function must not lie above
    /// `level`.
    #[inline]
    fn cofactors(&self, node: Index, level: Level) -> [Index; 2] {
        if self.levels[node as usize] == level {
            let Node { low, high } = self.nodes[node as usize];
            [low, high]
        } else {
            R::skipping(node)
        }
    }

    /// Returns the index of a node, and adds the node if it is new. For a redundant node, returns the child that
    /// replaces the node.
    #[inline]
    fn node(&mut self, level: Level, node: Node, budget: &mut Budget<'_>) -> Result<Index, Interrupted> {
        if let Some(child) = R::replacement(node) {
            return Ok(child);
        }
        if self.nodes.len() >= self.unique.capacity() {
            self.grow(budget)?;
        }
        let (nodes, levels) = (&self.nodes, &self.levels);
        let is_same = |index: u32| nodes[index as usize] == node && levels[index as usize] == level;
        match self.unique.find(hash_of(level, node.low, node.high), is_same) {
            Ok(index) => Ok(index),
            Err(slot) => {
                let index = self.nodes.len() as Index;
                self.unique.put(slot, index);
                self.nodes.push(node);
                self.levels.push(level);
                Ok(index)
            }
        }
    }

    /// Doubles the table of nodes and the cache.
    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let slots = 2 * self.unique.length();
        // The memory limit of the tables is reached before the 32-bit numbers of nodes run out.
        const NODE_BYTES: usize = size_of::<Node>() + size_of::<Level>();
        let bytes = slots / 2 * NODE_BYTES + Slots::bytes(slots) + slots / SLOTS_PER_STEP * size_of::<FinishedStep>();
        budget.with_tables(|budget| budget.check_memory(bytes))?;
        let (nodes, levels) = (&self.nodes, &self.levels);
        self.unique.reset(slots);
        self.unique.insert(2..nodes.len() as Index, |index| hash_at(nodes, levels, index));
        let old = std::mem::take(&mut self.cache);
        self.cache = vec![FinishedStep::default(); slots / SLOTS_PER_STEP];
        for step in old.into_iter().filter(|step| step.operation > 0) {
            let place = self.place(step.operation, step.state);
            self.cache[place] = step;
        }
        Ok(())
    }
}

/// The length of the hash table of nodes, divided by the length of the cache of steps.
const SLOTS_PER_STEP: usize = 4;

/// The smallest length of the hash table of nodes. With it, the table and the cache take 256 KiB and hold functions of a
/// few thousand nodes without growing.
const FEWEST_SLOTS: usize = 1 << 15;

/// The smallest number of an operation that is not a combination. Smaller numbers are truth tables.
const FIRST_OPERATION: u32 = 1 << 8;

fn both(child: Index) -> Node {
    Node { low: child, high: child }
}

fn hash_at(nodes: &[Node], levels: &[Level], index: Index) -> u64 {
    let Node { low, high } = nodes[index as usize];
    hash_of(levels[index as usize], low, high)
}

/// Returns a number for a table that no other table of the process has.
fn new_table() -> u32 {
    static TABLES: AtomicU32 = AtomicU32::new(0);
    TABLES.fetch_add(1, Ordering::Relaxed)
}

impl<R: Reduction> fmt::Debug for Manager<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Manager<{}> of {} variables with {} nodes", R::NAME, self.variables, self.nodes.len())
    }
}

#[cfg(test)]
mod tests;
