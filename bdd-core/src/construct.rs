//! Direct construction of a diagram from a search with a memo table, without intermediate diagrams.
//!
//! The search decides layer by layer: it lists the choices of a state, and makes the state after each choice. The
//! construction does the rest. It looks up states met before (`memo`), records the states that have models (`trace`),
//! shares equal functions (`lists`, `nodes`), and puts the nodes into canonical order (`expand`, `sparse`, `table`). It
//! has an explicit stack, so that deep searches do not overflow the program's stack.

mod lists;
mod memo;
mod nodes;
mod table;
mod trace;

pub(crate) use nodes::Layer;
pub(crate) use table::NodeTable;

use crate::budget::{Budget, Interrupted};
use crate::diagram::{Bdd, Level, Zdd};
use crate::id::Variable;
use lists::Lists;
use memo::{Lookup, Memo};
use nodes::Nodes;
use trace::Trace;

/// A search for models, layer by layer, from which [`construct`] builds a diagram.
///
/// A *layer* is a group of consecutive Boolean variables; exactly one of them is true in every model. A *choice* is the
/// place of this variable in the layer, counted from 0. For n queens, a layer is a rank, and a choice is the file of
/// its queen.
///
/// A *state* is the residual of the problem after the choices on earlier layers: the data that determine which models
/// follow. The search may keep a part of the state in `self`: [`Search::choose`] changes this part, and
/// [`Search::take_back`] restores it. The construction takes choices back in the reverse order.
pub trait Search {
    /// The state of the search before it chooses in a layer. This is either the whole residual of the problem, or the
    /// data from which [`Search::take_back`] restores the residual in `self`.
    type State;

    /// Returns the last choice before `before` that `state` allows; `None` if there is no such choice.
    ///
    /// The construction asks for the choices of a state from the last to the first: `before` is at first the number of
    /// variables of the layer, and then the choice returned last.
    fn last_choice(&self, layer: usize, state: &Self::State, before: usize) -> Option<usize>;

    /// Returns the state on the next layer after `choice`, which [`Search::last_choice`] returned. After the last
    /// layer, returns the state of a model.
    ///
    /// Returns `None`, with `self` unchanged, if the search finds that no model follows. It may find this on a later
    /// layer instead, at the latest on the last layer. The earlier the search finds this, the faster is the
    /// construction.
    fn choose(&mut self, layer: usize, state: &Self::State, choice: usize) -> Option<Self::State>;

    /// Undoes all changes of `self` by [`Search::choose`] since `state` was current. By default, does nothing.
    #[inline]
    fn take_back(&mut self, state: &Self::State) {
        let _ = state;
    }

    /// Appends the memo key of `state` to `words` and returns `true`, or returns `false` if the state is not worth an
    /// entry in the memo table.
    ///
    /// States of a layer with equal keys are searched only once. So two keys may be equal only if the same models
    /// follow from both states. All keys of a layer must have the same number of words. By default, returns `false`.
    #[inline]
    fn residual_key(&mut self, layer: usize, state: &Self::State, words: &mut Vec<u64>) -> bool {
        let _ = (layer, state, words);
        false
    }

    /// Returns `true` if the mirror image of every model is a model too. The mirror image replaces choice `c` by choice
    /// `n - 1 - c` in each layer of `n` variables.
    ///
    /// If the result is `true`, the construction searches only one half of the choices of the first layer, and adds
    /// their mirror images as the other half. If the number of choices is odd, the middle choice is its own mirror
    /// image: below it, only half of the next layer's choices are searched, and so on. By default, `false`.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Returns the number of elementary steps that the last call of [`Search::choose`] took; [`Budget::STRIDE`]
    /// explains steps. The one step that every state costs is not included. By default, 0.
    #[inline]
    fn take_steps(&mut self) -> u32 {
        0
    }

    /// Returns the number of bytes that the tables of the search take, which count towards the budget's memory. The
    /// construction asks for the number when it begins, and again whenever [`Search::take_steps`] returns more than 0.
    /// By default, 0.
    fn bytes(&self) -> usize {
        0
    }
}

/// Builds the diagram of all models that `search` finds. `root` is the state before the first choice, and `layers`
/// holds the number of variables of each layer.
///
/// The construction takes the time of the search, and about 20 ns for each node of the diagram. The reported progress
/// is the finished fraction of the choices on the first layers.
///
/// ```
/// use bdd_core::{Budget, Search, construct};
///
/// /// Sequences of digits that never fall. The state is the smallest digit that may come next.
/// struct Rising;
///
/// impl Search for Rising {
///     type State = usize;
///
///     fn last_choice(&self, _: usize, &smallest: &usize, before: usize) -> Option<usize> {
///         (smallest..before).next_back()
///     }
///
///     fn choose(&mut self, _: usize, _: &usize, digit: usize) -> Option<usize> {
///         Some(digit)
///     }
///
///     fn residual_key(&mut self, _: usize, &smallest: &usize, words: &mut Vec<u64>) -> bool {
///         words.push(smallest as u64);
///         true
///     }
/// }
///
/// let bdd = construct(&mut Rising, 0, &[10; 20], &mut Budget::unlimited())?;
/// // Combinations of 20 digits with repetition: the binomial coefficient of 29 and 9.
/// assert_eq!(bdd.model_count(), 10_015_005u32.into());
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice or is cancelled: the tables of the construction and the diagram count
/// as memory.
///
/// # Panics
///
/// If there are more than [`Variable::MAX_COUNT`] variables, or if [`Search::last_choice`] returns a choice that is not
/// before `before`.
pub fn construct<S: Search>(
    search: &mut S,
    root: S::State,
    layers: &[usize],
    budget: &mut Budget<'_>,
) -> Result<Bdd, Interrupted> {
    construct_lists(search, root, layers, budget, Lists::expand)
}

/// Builds the zero-suppressed diagram of all models of a search, as [`construct`] builds the [`Bdd`]: with the same
/// arguments, errors and panics.
///
/// The construction shares the functions of layers as lists of choices, which are already the nodes of the
/// zero-suppressed diagram. The binary diagram of n queens has ten times as many nodes.
///
/// ```
/// use bdd_core::{Budget, Search, construct, construct_zdd};
///
/// /// One of ten digits, any number of times.
/// struct Digits;
///
/// impl Search for Digits {
///     type State = ();
///
///     fn last_choice(&self, _: usize, (): &(), before: usize) -> Option<usize> {
///         before.checked_sub(1)
///     }
///
///     fn choose(&mut self, _: usize, (): &(), _: usize) -> Option<()> {
///         Some(())
///     }
///
///     fn residual_key(&mut self, _: usize, (): &(), _: &mut Vec<u64>) -> bool {
///         true
///     }
/// }
///
/// let budget = &mut Budget::unlimited();
/// let zdd = construct_zdd(&mut Digits, (), &[10; 6], budget)?;
/// assert_eq!((zdd.model_count(), zdd.node_count()), (1_000_000u32.into(), 62));
/// assert_eq!(zdd, construct(&mut Digits, (), &[10; 6], budget)?.to_zdd(budget)?);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`] if the budget does not suffice or is cancelled.
///
/// # Panics
///
/// If there are more than [`Variable::MAX_COUNT`] variables, or if [`Search::last_choice`] returns a choice that is not
/// before `before`.
pub fn construct_zdd<S: Search>(
    search: &mut S,
    root: S::State,
    layers: &[usize],
    budget: &mut Budget<'_>,
) -> Result<Zdd, Interrupted> {
    construct_lists(search, root, layers, budget, Lists::into_zdd)
}

fn construct_lists<S: Search, D>(
    search: &mut S,
    root: S::State,
    layers: &[usize],
    budget: &mut Budget<'_>,
    into_diagram: impl FnOnce(Lists, &mut Budget<'_>) -> Result<D, Interrupted>,
) -> Result<D, Interrupted> {
    let variables = layers.iter().fold(0, |sum: usize, &length| sum.saturating_add(length));
    assert!(variables <= Variable::MAX_COUNT, "expected at most {} variables, found {variables}", Variable::MAX_COUNT);
    let lengths: Vec<Level> = layers.iter().map(|&length| length as Level).collect();
    let is_symmetric = search.is_symmetric();
    let new_trace = |budget: &mut Budget<'_>| Trace::new(lengths.len(), budget);
    let from_root = |construction: &mut Construction<'_, '_, '_, S, Trace>, root| match is_symmetric {
        true => construction.symmetric(root),
        false => construction.below(0, root),
    };
    let into_diagram = |trace: Trace, root: LayerFunction, budget: &mut Budget<'_>| {
        let lists = budget.part(0.0..0.5, |budget| Lists::of(trace, root, &lengths, is_symmetric, budget))?;
        budget.part(0.5..1.0, |budget| into_diagram(lists, budget))
    };
    construct_in(search, root, &lengths, new_trace, budget, from_root, into_diagram)
}

/// A store of the functions that a search finds. Equal functions of a layer are stored once, and have the same number.
trait Store {
    /// A partially built function of a layer. Choices are added from the last to the first.
    type Partial: Copy;

    /// A partially built function without choices.
    const NOTHING: Self::Partial;

    /// Adds `choice` in front of `rest`, a partially built function with later choices only. `child` is the function in
    /// the next layer to which `choice` leads.
    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: LayerFunction,
        rest: Self::Partial,
        budget: &mut Budget<'_>,
    ) -> Result<Self::Partial, Interrupted>;

    /// Returns the function of a layer after all its choices were added.
    fn finish(
        &mut self,
        layer: usize,
        partial: Self::Partial,
        budget: &mut Budget<'_>,
    ) -> Result<LayerFunction, Interrupted>;
}

/// The number of a function of some layer in a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerFunction(u32);

impl LayerFunction {
    /// The constant false, on any layer.
    pub(crate) const FALSE: LayerFunction = LayerFunction(0);
    /// The constant true, below the last layer.
    pub(crate) const TRUE: LayerFunction = LayerFunction(1);

    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// The estimated fraction of the construction time that the search takes, as measured for n queens.
const SEARCH_SHARE: f64 = 0.7;

/// Builds the diagram of all models of a search over layers of any kind; [`construct`] takes only layers with exactly
/// one true variable.
pub(crate) fn construct_over<S: Search>(
    search: &mut S,
    root: S::State,
    layers: Vec<Layer>,
    variables: usize,
    budget: &mut Budget<'_>,
) -> Result<Bdd, Interrupted> {
    let lengths: Vec<Level> = layers.iter().map(|layer| layer.length()).collect();
    let new_nodes = |budget: &mut Budget<'_>| Nodes::new(layers, variables, budget);
    let from_root = |construction: &mut Construction<'_, '_, '_, S, Nodes>, root| construction.below(0, root);
    construct_in(search, root, &lengths, new_nodes, budget, from_root, Nodes::into_bdd)
}

fn construct_in<S: Search, T: Store, D>(
    search: &mut S,
    root: S::State,
    lengths: &[Level],
    new_store: impl FnOnce(&mut Budget<'_>) -> Result<T, Interrupted>,
    budget: &mut Budget<'_>,
    from_root: impl FnOnce(&mut Construction<'_, '_, '_, S, T>, S::State) -> Result<LayerFunction, Interrupted>,
    into_diagram: impl FnOnce(T, LayerFunction, &mut Budget<'_>) -> Result<D, Interrupted>,
) -> Result<D, Interrupted> {
    budget.with_tables(|budget| {
        let search_bytes = search.bytes();
        budget.take(search_bytes)?;
        let (store, root) = budget.part(0.0..SEARCH_SHARE, |budget| {
            let store = new_store(budget)?;
            if lengths.is_empty() {
                // All variables are decided.
                return Ok((store, LayerFunction::TRUE));
            }
            let stack = lengths.len() * size_of::<SearchFrame<S::State, T::Partial>>();
            budget.take(stack + lengths.len() * Memo::BYTES_A_LAYER)?;
            let mut construction = Construction {
                search,
                search_bytes,
                store,
                memo: Memo::new(lengths.len()),
                budget,
                lengths,
                stack: Vec::with_capacity(lengths.len()),
                watch: Watch { layers: Vec::new(), until: 1 },
            };
            let root = from_root(&mut construction, root)?;
            let Construction { store, memo, budget, .. } = construction;
            budget.give_back(stack + memo.bytes());
            Ok((store, root))
        })?;
        budget.part(SEARCH_SHARE..1.0, |budget| into_diagram(store, root, budget))
    })
}

/// Calls [`Search::last_choice`] and checks its result, in release builds too: a search that repeats a choice for ever
/// would fill the memory.
#[inline]
fn last_choice<S: Search>(search: &S, layer: usize, state: &S::State, before: usize) -> Option<usize> {
    let choice = search.last_choice(layer, state, before)?;
    if choice >= before {
        not_before(layer, choice, before);
    }
    Some(choice)
}

/// Panics with a message about an invalid choice. It is not inlined, so that the caller keeps the numbers in registers.
#[cold]
#[inline(never)]
fn not_before(layer: usize, choice: usize, before: usize) -> ! {
    panic!("expected a choice below {before} on layer {layer}, found choice {choice}")
}

/// A state on the path from the root to the current state, with the progress of its search.
struct SearchFrame<S, P> {
    state: S,
    /// The choice that is being searched. Before the first choice is searched, it is the layer's number of choices.
    choice: u32,
    /// The number of the entry in the memo table for the state's function, or [`NO_ENTRY`].
    entry: u32,
    /// The function built so far, from the choices after the current one.
    partial: P,
}

/// The `entry` of a state that is not in the memo table.
const NO_ENTRY: u32 = u32::MAX;

struct Construction<'s, 'r, 'b, S: Search, T: Store> {
    search: &'s mut S,
    /// The number of bytes of the search's tables, as counted towards the budget so far.
    search_bytes: usize,
    store: T,
    memo: Memo,
    budget: &'r mut Budget<'b>,
    /// The number of choices of each layer; there is at least one layer.
    lengths: &'s [Level],
    /// The states above the current state: one state for each layer, from the first layer on.
    stack: Vec<SearchFrame<S::State, T::Partial>>,
    watch: Watch,
}

impl<S: Search> Construction<'_, '_, '_, S, Trace> {
    /// Returns the function of the first layer, for a search whose models have mirror images
    /// ([`Search::is_symmetric`]).
    ///
    /// Searches the choices of the second half of a layer, and adds their mirror images as the first half. If the layer
    /// has a middle choice, this choice is its own mirror image: the search below it is symmetric again, and continues
    /// in the same way.
    fn symmetric(&mut self, root: S::State) -> Result<LayerFunction, Interrupted> {
        let mut state = root;
        let mut middle = loop {
            let layer = self.stack.len();
            let length = usize::from(self.lengths[layer]);
            let mut frame = SearchFrame { state, choice: length as u32, entry: NO_ENTRY, partial: Trace::NOTHING };
            if layer < self.watch.until {
                self.watch.note(layer, self.search, &frame.state, length / 2, self.lengths[layer]);
            }
            let mut below_middle = None;
            while let Some(choice) = last_choice(self.search, layer, &frame.state, frame.choice as usize)
                && 2 * choice + 1 >= length
            {
                frame.choice = choice as u32;
                let Some(child) = self.search.choose(layer, &frame.state, choice) else { continue };
                if 2 * choice + 1 == length {
                    below_middle = Some(child);
                    break;
                }
                self.stack.push(frame);
                let found =
                    if layer + 1 == self.lengths.len() { LayerFunction::TRUE } else { self.below(layer + 1, child)? };
                frame = self.stack.pop().expect("the frame is still there: the call popped all frames that it pushed");
                frame.partial = self.store.prepend(layer, choice, found, frame.partial, self.budget)?;
                self.search.take_back(&frame.state);
            }
            self.stack.push(frame);
            match below_middle {
                None => break LayerFunction::FALSE,
                Some(_) if layer + 1 == self.lengths.len() => break LayerFunction::TRUE,
                Some(child) => state = child,
            }
        };
        while let Some(frame) = self.stack.pop() {
            let layer = self.stack.len();
            let half = self.store.prepend(layer, frame.choice as usize, middle, frame.partial, self.budget)?;
            let whole = self.store.add_mirror_images(layer, self.lengths[layer], half, self.budget)?;
            middle = self.store.finish(layer, whole, self.budget)?;
            self.search.take_back(&frame.state);
        }
        Ok(middle)
    }
}

impl<S: Search, T: Store> Construction<'_, '_, '_, S, T> {
    /// Searches below `state`, a state on layer `top`, and returns the function of the state.
    fn below(&mut self, top: usize, state: S::State) -> Result<LayerFunction, Interrupted> {
        let Construction { search, search_bytes, store, memo, budget, lengths, stack, watch } = self;
        let layers = lengths.len();
        let mut words = Vec::new();
        // The current frame is in local variables, not on the stack: if it is small, it stays in registers.
        let mut layer = top;
        let (mut state, mut entry) = (state, NO_ENTRY);
        let mut choice = u32::from(lengths[layer]);
        let mut partial = T::NOTHING;
        if layer < watch.until {
            watch.note(layer, *search, &state, 0, lengths[layer]);
        }
        loop {
            if let Some(next) = last_choice(*search, layer, &state, choice as usize) {
                choice = next as u32;
                let child = search.choose(layer, &state, next);
                let steps = search.take_steps();
                if steps > 0 {
                    budget.spend(steps, || watch.fraction(stack))?;
                    let bytes = search.bytes();
                    if bytes > *search_bytes {
                        budget.take(bytes - *search_bytes)?;
                        *search_bytes = bytes;
                    }
                }
                let Some(child) = child else { continue };
                let known = if layer + 1 == layers {
                    Lookup::Known(LayerFunction::TRUE)
                } else {
                    words.clear();
                    if search.residual_key(layer + 1, &child, &mut words) {
                        memo.find(layer + 1, &words, budget)?
                    } else {
                        Lookup::New(NO_ENTRY)
                    }
                };
                let new_entry = match known {
                    Lookup::Known(function) => {
                        partial = store.prepend(layer, next, function, partial, budget)?;
                        search.take_back(&state);
                        continue;
                    }
                    Lookup::New(entry) => entry,
                };
                stack.push(SearchFrame { state, choice, entry, partial });
                budget.spend(1, || watch.fraction(stack))?;
                layer += 1;
                (state, choice, entry, partial) = (child, u32::from(lengths[layer]), new_entry, T::NOTHING);
                if layer < watch.until {
                    watch.note(layer, *search, &state, 0, lengths[layer]);
                }
            } else {
                let function = store.finish(layer, partial, budget)?;
                if entry != NO_ENTRY {
                    memo.note(layer, entry, function);
                }
                if layer == top {
                    return Ok(function);
                }
                layer -= 1;
                SearchFrame { state, choice, entry, partial } =
                    stack.pop().expect("the stack has a frame for each layer above");
                partial = store.prepend(layer, choice as usize, function, partial, budget)?;
                search.take_back(&state);
            }
        }
    }
}

/// The progress of a search, estimated by the choices on its first layers.
struct Watch {
    /// For each of the first layers: the choices of the layer's current state (the last choice first), and the number
    /// of paths. The number of paths is the product of the numbers of choices on this layer and on all layers above it.
    layers: Vec<(Vec<Level>, usize)>,
    /// The number of layers that are watched, counted from the first layer.
    until: usize,
}

impl Watch {
    /// The number of paths through the watched layers at which no further layer is watched: the progress within a
    /// single path is then too small to be seen.
    const ENOUGH: usize = 64;

    /// Notes the choices that `state` allows on `layer`, from the choice `first` on. `length` is the number of choices
    /// of the layer.
    #[cold]
    fn note<S: Search>(&mut self, layer: usize, search: &S, state: &S::State, first: usize, length: Level) {
        if self.layers.len() == layer {
            self.layers.push((Vec::new(), 1));
        }
        let ways_above = layer.checked_sub(1).map_or(1, |above| self.layers[above].1);
        let (choices, ways) = &mut self.layers[layer];
        choices.clear();
        let mut before = usize::from(length);
        while let Some(choice) = last_choice(search, layer, state, before).filter(|&choice| choice >= first) {
            choices.push(choice as Level);
            before = choice;
        }
        *ways = ways_above.saturating_mul(choices.len());
        self.until = if *ways < Watch::ENOUGH { layer + 2 } else { layer + 1 };
    }

    /// Returns the finished fraction of the search, as if all choices of a state took the same time.
    fn fraction<S, P>(&self, stack: &[SearchFrame<S, P>]) -> f64 {
        let frames = stack.iter().zip(&self.layers).take(self.until);
        frames.rev().fold(0.0, |deeper, (frame, (choices, _))| {
            let done = choices.partition_point(|&choice| u32::from(choice) > frame.choice);
            (done as f64 + deeper) / choices.len().max(1) as f64
        })
    }
}

// The tests need the feature `biodivine`, since they compare with diagrams of the library `biodivine-lib-bdd`.
#[cfg(all(test, feature = "biodivine"))]
mod tests;
