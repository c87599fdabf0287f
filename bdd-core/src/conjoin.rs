//! Conjunction of all rules in one search, with a memo table. The memo key is the residual of the rules: the rules that
//! remain after the decisions so far.

mod open;

use crate::budget::{Budget, Interrupted};
use crate::construct::{Layer, Search, construct, construct_over, construct_zdd};
use crate::convert::AnyDiagram;
use crate::diagram::{Bdd, Level, Zdd};
use crate::id::Variable;
use crate::propagate::{Propagation, TrailPosition};
use crate::rules::{Literal, Rules};
use open::OpenConstraints;

/// Builds the diagram of `rules` and `literals` as [`DiagramBuilder::build`](crate::DiagramBuilder::build) does,
/// without projection.
pub(crate) fn conjoin(rules: &Rules, literals: &[Literal], budget: &mut Budget<'_>) -> Result<Bdd, Interrupted> {
    let variables = rules.variables();
    let Some((mut search, layers)) = prepared(rules, literals, budget)? else {
        return Ok(Bdd::constant(variables, false));
    };
    let root = search.decided();
    match lengths(&layers, variables) {
        Some(lengths) => construct(&mut search, root, &lengths, budget),
        None => construct_over(&mut search, root, layers, variables, budget),
    }
}

/// Builds the diagram of `rules` and `literals`, without projection, under the reduction rule that needs less work: a
/// [`Zdd`] if exactly-one rules over consecutive variables cover all variables, since the search then creates just the
/// nodes of a [`Zdd`]; otherwise a [`Bdd`](crate::Bdd).
pub(crate) fn conjoin_any(
    rules: &Rules,
    literals: &[Literal],
    budget: &mut Budget<'_>,
) -> Result<AnyDiagram, Interrupted> {
    let variables = rules.variables();
    let Some((mut search, layers)) = prepared(rules, literals, budget)? else {
        return Ok(AnyDiagram::Zdd(Zdd::constant(variables, false)));
    };
    let root = search.decided();
    match lengths(&layers, variables) {
        Some(lengths) => construct_zdd(&mut search, root, &lengths, budget).map(AnyDiagram::Zdd),
        None => construct_over(&mut search, root, layers, variables, budget).map(AnyDiagram::Bdd),
    }
}

/// Returns the search for the models of `rules` and `literals`, with its layers: the groups of variables that it
/// decides together. Returns `None` if unit propagation finds a contradiction.
fn prepared<'a>(
    rules: &'a Rules,
    literals: &[Literal],
    budget: &mut Budget<'_>,
) -> Result<Option<(Conjunction<'a>, Vec<Layer>)>, Interrupted> {
    budget.check()?;
    let mut propagation = Propagation::new(rules, budget)?;
    if propagation.begin(literals.iter().copied()).is_err() {
        return Ok(None);
    }
    let constraints = Remaining::all(rules, &propagation, budget)?;
    let layers = layers(&propagation, &constraints);
    Ok(Some((Conjunction::new(propagation, constraints, &layers, budget)?, layers)))
}

/// Returns the number of variables of each layer, a group of variables that the search decides together. Returns `None`
/// unless each layer has exactly one true variable and the layers together have all variables.
fn lengths(layers: &[Layer], variables: usize) -> Option<Vec<usize>> {
    let mut end = 0;
    let is_one_of = |layer: &Layer| match *layer {
        Layer::OneOf { first, .. } => std::mem::replace(&mut end, layer.end()) == first,
        Layer::Either(_) => false,
    };
    let is_all = layers.iter().all(is_one_of) && usize::from(end) == variables;
    is_all.then(|| layers.iter().map(|layer| usize::from(layer.length())).collect())
}

/// A clause that unit propagation has not satisfied, given by its undecided variables. There are at least two such
/// variables.
struct Remaining {
    variables: Vec<Variable>,
    /// `true` if every two of the variables exclude each other.
    is_at_most_one: bool,
}

impl Remaining {
    fn all(rules: &Rules, propagation: &Propagation, budget: &mut Budget<'_>) -> Result<Vec<Remaining>, Interrupted> {
        let open =
            propagation.clauses.iter().enumerate().filter(|&(constraint, _)| !propagation.is_satisfied(constraint));
        open.map(|(_, variables)| {
            let variables: Vec<Variable> =
                variables.iter().copied().filter(|&variable| propagation.is_possible(variable)).collect();
            for &variable in &variables {
                budget.spend((variables.len() + propagation.excluded.get(variable).len()) as u32, || 0.0)?;
            }
            Ok(Remaining { is_at_most_one: rules.is_at_most_one(&variables), variables })
        })
        .collect()
    }
}

/// Cuts the variables, in order, into layers: groups of variables that the search decides together.
///
/// The undecided variables of an exactly-one constraint are one layer if only false variables lie between them. A true
/// variable is a layer by itself, and so is any other undecided variable that occurs in a rule.
///
/// False variables join the next layer if that layer is an exactly-one constraint or a true variable. At the end of all
/// variables, they join the last layer under the same condition. Other false variables are layers by themselves.
/// Undecided variables of no rule belong to no layer.
fn layers(propagation: &Propagation, constraints: &[Remaining]) -> Vec<Layer> {
    let variables = propagation.variables;
    // For each place, the number of variables before it that are not false.
    let mut possible_before = vec![0; variables + 1];
    for variable in Variable::all(variables) {
        let place = variable.index();
        possible_before[place + 1] = possible_before[place] + usize::from(propagation.is_possible(variable));
    }
    // For each variable, the end of the longest exactly-one constraint that begins there and is to be one layer; 0 if
    // there is no such constraint.
    let mut ends = vec![0; variables];
    for Remaining { variables, is_at_most_one, .. } in constraints {
        let (first, end) = (variables[0].index(), variables[variables.len() - 1].index() + 1);
        if *is_at_most_one && possible_before[end] - possible_before[first] == variables.len() {
            ends[first] = end.max(ends[first]);
        }
    }
    let mut layers: Vec<Layer> = Vec::new();
    let mut place = 0;
    // The first of the false variables that have no layer yet.
    let mut pending = 0;
    let one_by_one = |layers: &mut Vec<Layer>, places: std::ops::Range<usize>| {
        layers.extend(places.map(|place| Layer::Either(place as Level)));
    };
    while place < variables {
        let variable = Variable::from_index(place);
        let end = match propagation.value(variable) {
            Some(false) => {
                place += 1;
                continue;
            }
            Some(true) => place + 1,
            None => ends[place],
        };
        if end > 0 {
            layers.push(Layer::OneOf { first: pending as Level, length: (end - pending) as Level });
            place = end;
        } else {
            one_by_one(&mut layers, pending..place);
            let is_free = propagation.clauses_through.get(variable).is_empty()
                && propagation.excluded.get(variable).is_empty()
                && propagation.counts.through.get(variable).is_empty();
            if !is_free {
                layers.push(Layer::Either(place as Level));
            }
            place += 1;
        }
        pending = place;
    }
    match layers.last_mut() {
        Some(Layer::OneOf { first, length }) if usize::from(*first + *length) == pending => {
            *length += (variables - pending) as Level;
        }
        _ => one_by_one(&mut layers, pending..variables),
    }
    layers
}

/// The search for models. It decides layer by layer, with unit propagation after every decision.
///
/// The residual of the rules after the decisions on some layers has two parts: the later variables that decided
/// variables exclude, and the number of later literals that each constraint still needs or allows. So the memo key has
/// two parts too. The first holds a bit for each later variable, up to the last variable that a decided variable
/// excludes. The second holds the state of the constraints with variables both on the decided layers and later, as
/// [`OpenConstraints`] writes it.
///
/// A constraint in which every two variables exclude each other needs no state: it is satisfied if all its later
/// variables are excluded, as the first part shows. Values that only unit propagation adds do not change the residual.
struct Conjunction<'a> {
    propagation: Propagation<'a>,
    layers: Vec<Layer>,
    /// For each layer, the number of the last variable with a bit in the memo key, plus 1.
    reach: Vec<Level>,
    /// The variables that decisions have made true, in order. They are needed only to update `open`: if no constraint
    /// is open, the list stays empty.
    chosen: Vec<Variable>,
    open: OpenConstraints,
}

/// The state of the search after some decisions. To return to it, the search undoes the assertions made after
/// `asserted`, and shortens [`Conjunction::chosen`] to `chosen` variables.
#[derive(Clone, Copy)]
struct Decided {
    asserted: TrailPosition,
    chosen: u32,
}

impl<'a> Conjunction<'a> {
    fn new(
        propagation: Propagation<'a>,
        constraints: Vec<Remaining>,
        layers: &[Layer],
        budget: &mut Budget<'_>,
    ) -> Result<Conjunction<'a>, Interrupted> {
        let variables = propagation.variables;
        let mut layer_of = vec![0; variables];
        for (number, layer) in layers.iter().enumerate() {
            layer_of[usize::from(layer.first())..usize::from(layer.end())].fill(number);
        }
        let clauses = constraints
            .into_iter()
            .filter(|constraint| !constraint.is_at_most_one)
            .map(|constraint| constraint.variables)
            .collect();
        let open = OpenConstraints::new(&propagation, clauses, layers.len(), &layer_of, budget)?;
        let mut farthest = 0;
        let reach = layers.iter().map(|layer| {
            let before = farthest;
            for variable in (layer.first()..layer.end()).map(Variable::new) {
                if propagation.value(variable).is_none()
                    && let Some(last) = last_excluded(&propagation, variable)
                {
                    farthest = farthest.max(last as Level + 1);
                }
            }
            before
        });
        let (reach, layers) = (reach.collect(), layers.to_vec());
        Ok(Conjunction { reach, propagation, layers, chosen: Vec::new(), open })
    }

    fn decided(&self) -> Decided {
        Decided { asserted: self.propagation.mark(), chosen: self.chosen.len() as u32 }
    }
}

impl Search for Conjunction<'_> {
    type State = Decided;

    fn last_choice(&self, layer: usize, _: &Decided, before: usize) -> Option<usize> {
        match self.layers[layer] {
            Layer::OneOf { first, .. } => {
                let first = usize::from(first);
                last_bit(&self.propagation.possible, first, first + before).map(|variable| variable - first)
            }
            Layer::Either(variable) => {
                let value = self.propagation.value(Variable::new(variable));
                (0..before).rev().find(|&choice| value.is_none_or(|value| value == (choice == 1)))
            }
        }
    }

    fn choose(&mut self, layer: usize, &before: &Decided, choice: usize) -> Option<Decided> {
        let literal = match self.layers[layer] {
            Layer::OneOf { first, .. } => Literal::positive(Variable::from_index(usize::from(first) + choice)),
            Layer::Either(variable) => Literal { variable: Variable::new(variable), value: choice == 1 },
        };
        if self.propagation.assert(literal).is_err() {
            self.propagation.take_back(before.asserted);
            return None;
        }
        if literal.value && !self.open.is_empty() {
            self.chosen.push(literal.variable);
            self.open.satisfy(literal.variable);
        }
        Some(self.decided())
    }

    fn take_back(&mut self, &before: &Decided) {
        self.propagation.take_back(before.asserted);
        for variable in self.chosen.drain(before.chosen as usize..) {
            self.open.take_back(variable);
        }
    }

    fn residual_key(&mut self, layer: usize, state: &Decided, words: &mut Vec<u64>) -> bool {
        let present = self.layers[layer];
        // A state with only one choice has no entry in the memo table, since the state after this choice is looked up
        // instead.
        let last = self.last_choice(layer, state, present.length().into());
        if last.is_none_or(|last| self.last_choice(layer, state, last).is_none()) {
            return false;
        }
        let (first, end) = (usize::from(present.first()), usize::from(self.reach[layer]));
        if first < end {
            words.extend_from_slice(&self.propagation.possible[first / 64..end.div_ceil(64)]);
            words[0] &= u64::MAX << (first % 64);
        }
        let steps = self.open.write(layer, Variable::from_index(first), words);
        self.propagation.add_work(steps + words.len() as u32);
        true
    }

    fn take_steps(&mut self) -> u32 {
        self.propagation.take_work()
    }

    fn bytes(&self) -> usize {
        let layers = self.layers.len() * (size_of::<Layer>() + size_of::<Level>());
        self.propagation.bytes() + layers + self.open.bytes()
    }
}

/// Returns the number of the last undecided variable that `variable` excludes.
fn last_excluded(propagation: &Propagation, variable: Variable) -> Option<usize> {
    propagation.excluded.get(variable).iter().rev().find_map(|&(word, bits)| {
        let open = bits & propagation.possible[word as usize];
        open.checked_ilog2().map(|bit| word as usize * 64 + bit as usize)
    })
}

/// Returns the index of the last 1 bit of `set` among the bits `first..end`; `None` if all of these bits are 0.
fn last_bit(set: &[u64], first: usize, end: usize) -> Option<usize> {
    let words = first / 64..end.div_ceil(64);
    words.rev().find_map(|word| {
        let mut bits = set[word];
        if word == first / 64 {
            bits &= u64::MAX << (first % 64);
        }
        if end < (word + 1) * 64 {
            bits &= !(u64::MAX << (end % 64));
        }
        bits.checked_ilog2().map(|bit| word * 64 + bit as usize)
    })
}

// The tests need the feature `biodivine`, since they compare with diagrams of the library `biodivine-lib-bdd`.
#[cfg(all(test, feature = "biodivine"))]
mod tests;
