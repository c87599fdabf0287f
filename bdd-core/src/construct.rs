//! One direct construction: a diagram from a search that keeps what it finds, without diagrams on the way.
//!
//! The search decides layer by layer. It says which choices a state leaves on its layer and which state follows each;
//! everything else is done here, with an explicit stack, so that no depth of a search overflows the program's: results
//! are shared (`lists`, `nodes`), states that were met before are looked up (`memo`), and what was found is put into
//! canonical order (`expand`).

mod lists;
mod memo;
mod nodes;
mod slots;
mod table;

pub(crate) use nodes::Layer;
pub(crate) use slots::hash;
pub(crate) use table::NodeTable;

use crate::bdd::{Bdd, Level};
use crate::budget::{Budget, Interrupted};
use crate::id::Variable;
use lists::Lists;
use memo::{Lookup, Memo};
use nodes::Nodes;

/// A search for models, layer by layer, of which [`construct`] makes a diagram.
///
/// A *layer* is a number of consecutive Boolean variables of which exactly one is true in every model, and a *choice*
/// on it says which: it is the variable's place on the layer, counted from 0. For n queens, a layer is a rank, and a
/// choice the file of its queen.
///
/// A *state* is what the choices on the layers before leave to the layers to come. The search may keep a part of it in
/// `self`, where it is changed by [`Search::choose`] and changed back by [`Search::take_back`]; the construction calls
/// them like a stack.
pub trait Search {
    /// What tells apart the ways down to a layer. Either all that remains of the problem, or what it takes to restore
    /// it in `self`.
    type State;

    /// The last choice before `before` that the state leaves on its layer, if there is one. Choices are asked for from
    /// the last to the first, `before` being the number of variables at first, since what is found after them is
    /// shared by its end.
    fn last_choice(&self, layer: usize, state: &Self::State, before: usize) -> Option<usize>;

    /// The state on the next layer (below the last layer: the state of a model) after a choice, which
    /// [`Search::last_choice`] offered. `None` where the search sees that no model follows; it need not see that, but
    /// the sooner the better, and it must see it on the last layer. Then `self` is left as it was.
    fn choose(&mut self, layer: usize, state: &Self::State, choice: usize) -> Option<Self::State>;

    /// Undoes in `self` what [`Search::choose`] did to it since `state` was the present one.
    #[inline]
    fn take_back(&mut self, state: &Self::State) {
        let _ = state;
    }

    /// Writes what remains: words that are equal only for states of this layer that the same models follow, and
    /// always equally many of them on the same layer. Returns whether the state is worth an entry in the memo table,
    /// by which such states are searched once. By default, none is.
    #[inline]
    fn residual_key(&mut self, layer: usize, state: &Self::State, words: &mut Vec<u64>) -> bool {
        let _ = (layer, state, words);
        false
    }

    /// Whether reversing every layer, the first choice in place of the last, turns models into models. Then one half
    /// of the choices on the first layer is searched, and so on below the choice in the middle. By default, `false`.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// The elementary steps of a [`Budget`], of some 10 ns each, that the last [`Search::choose`] took beyond the one
    /// that is counted for every state. By default 0.
    #[inline]
    fn take_steps(&mut self) -> u32 {
        0
    }

    /// The bytes that the search itself keeps, to be counted towards the budget's memory. By default 0.
    fn bytes(&self) -> usize {
        0
    }
}

/// The diagram of all models that a search finds, over layers of these numbers of variables, from the state before the
/// first choice.
///
/// The time is that of the search, and some 20 ns for each node of the diagram. Progress is told by the part of the
/// choices on the first layers that is done.
///
/// ```
/// use bdd_core::{Budget, Search, construct};
///
/// /// Some digits from 0 to 9, none smaller than the one before, as a state the smallest that may follow.
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
/// // Combinations with repetition: 29 over 9.
/// assert_eq!(bdd.model_count(), 10_015_005u32.into());
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
///
/// # Errors
///
/// [`Interrupted`], if the budget does not suffice: the tables of the construction and the diagram count as its memory.
///
/// # Panics
///
/// If there are more than [`Variable::MAX_COUNT`] variables, or [`Search::last_choice`] returns a choice that is not
/// before the one it was asked about.
pub fn construct<S: Search>(
    search: &mut S,
    root: S::State,
    layers: &[usize],
    budget: &mut Budget<'_>,
) -> Result<Bdd, Interrupted> {
    let variables = layers.iter().fold(0, |sum: usize, &length| sum.saturating_add(length));
    assert!(variables <= Variable::MAX_COUNT, "at most {} variables, not {variables}", Variable::MAX_COUNT);
    let lengths: Vec<Level> = layers.iter().map(|&length| length as Level).collect();
    let is_symmetric = search.is_symmetric();
    let new_lists = |budget: &mut Budget<'_>| Lists::new(&lengths, budget);
    construct_in(search, root, &lengths, new_lists, budget, |construction, root| match is_symmetric {
        true => construction.symmetric(root),
        false => construction.below(0, root),
    })
}

/// Where the search keeps what it finds: the functions of the layers, shared. A function is told by a number that only
/// its layer gives a meaning to.
trait Store {
    /// A function on its way: what follows some last choices of a layer.
    type Partial: Copy;

    /// No choice yet.
    const NOTHING: Self::Partial;

    /// The function with one choice more in front of the others.
    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: Function,
        rest: Self::Partial,
        budget: &mut Budget<'_>,
    ) -> Result<Self::Partial, Interrupted>;

    /// The function without any more choices.
    fn finish(
        &mut self,
        layer: usize,
        partial: Self::Partial,
        budget: &mut Budget<'_>,
    ) -> Result<Function, Interrupted>;

    /// The diagram of a function of the first layer.
    fn into_bdd(self, root: Function, budget: &mut Budget<'_>) -> Result<Bdd, Interrupted>;
}

/// A function of some layer, by its number in a [`Store`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Function(u32);

impl Function {
    /// Never true, on any layer.
    pub(crate) const FALSE: Function = Function(0);
    /// Always true, below the last layer.
    pub(crate) const TRUE: Function = Function(1);

    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// The share of the search in the whole time, as measured for n queens.
const SEARCH_SHARE: f64 = 0.8;

/// The diagram of all models that a search finds over layers of any kind.
pub(crate) fn construct_over<S: Search>(
    search: &mut S,
    root: S::State,
    layers: Vec<Layer>,
    variables: usize,
    budget: &mut Budget<'_>,
) -> Result<Bdd, Interrupted> {
    let lengths: Vec<Level> = layers.iter().map(|layer| layer.length()).collect();
    let new_nodes = |budget: &mut Budget<'_>| Nodes::new(layers, variables, budget);
    construct_in(search, root, &lengths, new_nodes, budget, |construction, root| construction.below(0, root))
}

fn construct_in<S: Search, T: Store>(
    search: &mut S,
    root: S::State,
    lengths: &[Level],
    new_store: impl FnOnce(&mut Budget<'_>) -> Result<T, Interrupted>,
    budget: &mut Budget<'_>,
    from_root: impl FnOnce(&mut Construction<'_, '_, '_, S, T>, S::State) -> Result<Function, Interrupted>,
) -> Result<Bdd, Interrupted> {
    budget.with_tables(|budget| {
        budget.take(search.bytes())?;
        let (store, root) = budget.part(0.0..SEARCH_SHARE, |budget| {
            let store = new_store(budget)?;
            if lengths.is_empty() {
                // Nothing is left to decide.
                return Ok((store, Function::TRUE));
            }
            let stack = lengths.len() * size_of::<SearchFrame<S::State, T::Partial>>();
            budget.take(stack + lengths.len() * Memo::BYTES_A_LAYER)?;
            let mut construction = Construction {
                search,
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
        budget.part(SEARCH_SHARE..1.0, |budget| store.into_bdd(root, budget))
    })
}

/// What [`Search::last_choice`] says. Checked in every build: a search that keeps offering one choice would otherwise go
/// on until the memory is full.
#[inline]
fn last_choice<S: Search>(search: &S, layer: usize, state: &S::State, before: usize) -> Option<usize> {
    let choice = search.last_choice(layer, state, before)?;
    if choice >= before {
        not_before(layer, choice, before);
    }
    Some(choice)
}

/// Apart, so that the numbers need no address where they are used all the time, and stay in registers.
#[cold]
#[inline(never)]
fn not_before(layer: usize, choice: usize, before: usize) -> ! {
    panic!("the search offers choice {choice} of layer {layer}, not one before {before}")
}

/// A state on the way from the root to the present one.
struct SearchFrame<S, P> {
    state: S,
    /// The choice that is being tried; at first the number of choices.
    choice: u32,
    /// Where the memo table has room for the result, or [`NO_ENTRY`].
    entry: u32,
    /// What was found for the choices after it.
    partial: P,
}

/// Not remembered.
const NO_ENTRY: u32 = u32::MAX;

struct Construction<'s, 'r, 'b, S: Search, T: Store> {
    search: &'s mut S,
    store: T,
    memo: Memo,
    budget: &'r mut Budget<'b>,
    /// The layers' numbers of variables; there is at least one layer.
    lengths: &'s [Level],
    /// The states above the present one, a state a layer.
    stack: Vec<SearchFrame<S::State, T::Partial>>,
    watch: Watch,
}

impl<S: Search> Construction<'_, '_, '_, S, Lists> {
    /// The function of the first layer of a search that is symmetric under reversal: down the middle, as far as there is
    /// one, the second half of each layer is searched, and the first half is its mirror image.
    fn symmetric(&mut self, root: S::State) -> Result<Function, Interrupted> {
        let mut state = root;
        let mut middle = loop {
            let layer = self.stack.len();
            let length = usize::from(self.lengths[layer]);
            let mut frame = SearchFrame { state, choice: length as u32, entry: NO_ENTRY, partial: Lists::NOTHING };
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
                    if layer + 1 == self.lengths.len() { Function::TRUE } else { self.below(layer + 1, child)? };
                frame = self.stack.pop().expect("what was pushed, since all that was pushed later was popped");
                frame.partial = self.store.prepend(layer, choice, found, frame.partial, self.budget)?;
                self.search.take_back(&frame.state);
            }
            self.stack.push(frame);
            match below_middle {
                None => break Function::FALSE,
                Some(_) if layer + 1 == self.lengths.len() => break Function::TRUE,
                Some(child) => state = child,
            }
        };
        while let Some(frame) = self.stack.pop() {
            let layer = self.stack.len();
            let half = self.store.prepend(layer, frame.choice as usize, middle, frame.partial, self.budget)?;
            middle = self.store.with_mirror_image(layer, half, self.budget)?;
            self.search.take_back(&frame.state);
        }
        Ok(middle)
    }
}

impl<S: Search, T: Store> Construction<'_, '_, '_, S, T> {
    /// The function of a layer below a state.
    fn below(&mut self, top: usize, state: S::State) -> Result<Function, Interrupted> {
        let Construction { search, store, memo, budget, lengths, stack, watch } = self;
        let layers = lengths.len();
        let mut words = Vec::new();
        // The present frame is kept apart from the stack: in registers, where it is small.
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
                }
                let Some(child) = child else { continue };
                let known = if layer + 1 == layers {
                    Lookup::Known(Function::TRUE)
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
                SearchFrame { state, choice, entry, partial } = stack.pop().expect("a frame for each layer above");
                partial = store.prepend(layer, choice as usize, function, partial, budget)?;
                search.take_back(&state);
            }
        }
    }
}

/// How far a search is: what is done of the choices on its first layers.
struct Watch {
    /// For each of the first layers all choices of the present state there, the last first, and how many ways there are
    /// to choose up to there.
    layers: Vec<(Vec<Level>, usize)>,
    /// States of the layers before this one are to be watched.
    until: usize,
}

impl Watch {
    /// Beyond so many ways down to a layer, what is done there makes no visible difference.
    const ENOUGH: usize = 64;

    /// Notes the choices that a state leaves on its layer from `first` on.
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

    /// The part that is done, if all choices of a state take the same time.
    fn fraction<S, P>(&self, stack: &[SearchFrame<S, P>]) -> f64 {
        let frames = stack.iter().zip(&self.layers).take(self.until);
        frames.rev().fold(0.0, |deeper, (frame, (choices, _))| {
            let done = choices.partition_point(|&choice| u32::from(choice) > frame.choice);
            (done as f64 + deeper) / choices.len().max(1) as f64
        })
    }
}

// They compare with the diagram library.
#[cfg(all(test, feature = "biodivine"))]
mod tests;
