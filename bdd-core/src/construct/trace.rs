//! The record of a search: the states that have models, and where their choices lead.

use super::{LayerFunction, Store};
use crate::budget::{Budget, Interrupted};
use crate::diagram::Level;

/// A [`Store`] that only records what the search finds, in the order in which it finds it. Equal functions are not
/// shared yet: the number of a "function" is the number of a state. When the search has ended, `Lists` makes the
/// functions of the states, layer by layer from the last one on. So the search touches little memory, and the hash
/// table of one layer serves all of its states at once.
pub(super) struct Trace {
    layers: Vec<TracedLayer>,
}

/// The states of a layer that have models. They are numbered from 1; number 0 is [`LayerFunction::FALSE`].
#[derive(Default)]
pub(super) struct TracedLayer {
    /// The choices of all states, state after state.
    pub(super) choices: Vec<TracedChoice>,
    /// The number of states.
    pub(super) states: u32,
}

/// A choice of a state, and the state of the next layer to which it leads.
#[derive(Clone, Copy)]
pub(super) struct TracedChoice {
    /// The number of the state to which the choice leads.
    pub(super) child: u32,
    /// The choice, above two flags.
    tag: u32,
}

impl TracedChoice {
    /// The flag of the first choice of a state, which is recorded last.
    const IS_LAST: u32 = 1;
    /// The flag of a choice that leads to the mirror image of its `child`.
    const IS_MIRRORED: u32 = 2;

    pub(super) fn choice(self) -> Level {
        (self.tag >> 2) as Level
    }

    /// Returns `true` if no choice of the same state follows.
    pub(super) fn is_last(self) -> bool {
        self.tag & TracedChoice::IS_LAST != 0
    }

    pub(super) fn is_mirrored(self) -> bool {
        self.tag & TracedChoice::IS_MIRRORED != 0
    }
}

impl Trace {
    pub(super) fn new(layers: usize, budget: &mut Budget<'_>) -> Result<Trace, Interrupted> {
        budget.take(layers * size_of::<TracedLayer>())?;
        Ok(Trace { layers: std::iter::repeat_with(TracedLayer::default).take(layers).collect() })
    }

    pub(super) fn into_layers(self) -> Vec<TracedLayer> {
        self.layers
    }

    /// Adds the mirror image of every choice to a state whose choices so far are in the second half of a layer of
    /// `length` choices, or in its middle; the middle choice is its own mirror image. `recorded` is the number of the
    /// choices so far. Returns the number of all choices.
    pub(super) fn add_mirror_images(
        &mut self,
        layer: usize,
        length: Level,
        recorded: u32,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Interrupted> {
        let choices = &mut self.layers[layer].choices;
        let mut all = recorded;
        for number in (choices.len() - recorded as usize..choices.len()).rev() {
            let half = choices[number];
            let choice = length - 1 - half.choice();
            if choice != half.choice() {
                let tag = u32::from(choice) << 2 | TracedChoice::IS_MIRRORED;
                push(choices, TracedChoice { child: half.child, tag }, budget)?;
                all += 1;
            }
        }
        Ok(all)
    }
}

impl TracedLayer {
    /// Returns the number of bytes of the layer's choices.
    pub(super) fn bytes(&self) -> usize {
        self.choices.capacity() * size_of::<TracedChoice>()
    }
}

impl Store for Trace {
    /// The number of choices of the state so far.
    type Partial = u32;

    const NOTHING: u32 = 0;

    #[inline]
    fn prepend(
        &mut self,
        layer: usize,
        choice: usize,
        child: LayerFunction,
        rest: u32,
        budget: &mut Budget<'_>,
    ) -> Result<u32, Interrupted> {
        if child == LayerFunction::FALSE {
            return Ok(rest);
        }
        push(&mut self.layers[layer].choices, TracedChoice { child: child.0, tag: (choice as u32) << 2 }, budget)?;
        Ok(rest + 1)
    }

    #[inline]
    fn finish(&mut self, layer: usize, count: u32, _budget: &mut Budget<'_>) -> Result<LayerFunction, Interrupted> {
        let layer = &mut self.layers[layer];
        if count == 0 {
            return Ok(LayerFunction::FALSE);
        }
        let last = layer.choices.last_mut().expect("the choices of the state");
        last.tag |= TracedChoice::IS_LAST;
        layer.states += 1;
        Ok(LayerFunction(layer.states))
    }
}

#[inline]
fn push(choices: &mut Vec<TracedChoice>, choice: TracedChoice, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
    if choices.len() == choices.capacity() {
        grow(choices, budget)?;
    }
    choices.push(choice);
    Ok(())
}

#[cold]
fn grow(choices: &mut Vec<TracedChoice>, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
    let present = choices.capacity();
    // Small tables grow by a larger factor. Large tables grow by a smaller factor, to leave less memory unused.
    let more = if present < 1 << 12 { 16 + present * 3 } else { present / 2 };
    budget.take(more * size_of::<TracedChoice>())?;
    choices.reserve_exact(more);
    Ok(())
}
