//! The models of a function, one after the other.

use std::fmt;

use crate::bdd::{Bdd, FALSE, Index, Level};
use crate::id::Variable;

/// Iterates over the models of a function; see [`Bdd::models`].
#[derive(Clone)]
pub struct Models<'a> {
    bdd: &'a Bdd,
    /// For each decided variable its value, and the node from which it was decided. The node lies deeper than the
    /// variable's level where the function leaves the variable free.
    path: Vec<(bool, Index)>,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Fresh,
    Running,
    Done,
}

impl Bdd {
    /// The models, each as the list of its true variables in order.
    ///
    /// They come in lexicographic order where true comes before false: first those in which variable 0 is true.
    #[must_use]
    pub fn models(&self) -> Models<'_> {
        Models { bdd: self, path: Vec::with_capacity(self.variables()), state: State::Fresh }
    }
}

impl Models<'_> {
    /// Decides all remaining variables, true where that is possible.
    fn descend(&mut self, mut at: Index) {
        for level in self.path.len() as Level..self.bdd.depth() {
            let high = self.bdd.follow(at, level, true);
            // A node other than FALSE has a model below it, so one of the two ways always leads on.
            let value = high != FALSE;
            self.path.push((value, at));
            at = if value { high } else { self.bdd.follow(at, level, false) };
        }
    }
}

impl Iterator for Models<'_> {
    type Item = Vec<Variable>;

    fn next(&mut self) -> Option<Vec<Variable>> {
        match self.state {
            State::Done => return None,
            State::Fresh if self.bdd.is_false() => {
                self.state = State::Done;
                return None;
            }
            State::Fresh => {
                self.state = State::Running;
                self.descend(self.bdd.root_index());
            }
            State::Running => loop {
                let Some((value, from)) = self.path.pop() else {
                    self.state = State::Done;
                    return None;
                };
                let low = if value { self.bdd.follow(from, self.path.len() as Level, false) } else { FALSE };
                if low != FALSE {
                    self.path.push((false, from));
                    self.descend(low);
                    break;
                }
            },
        }
        let variables = Variable::all(self.path.len()).zip(&self.path);
        Some(variables.filter(|(_, (value, _))| *value).map(|(variable, _)| variable).collect())
    }
}

/// The diagram in short, and whether there are models to come; never the path, which may be long.
impl fmt::Debug for Models<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Models").field("bdd", self.bdd).field("state", &self.state).finish_non_exhaustive()
    }
}

impl std::iter::FusedIterator for Models<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{random_rules, valuations, variables};
    use proptest::prelude::*;

    #[test]
    fn constants() {
        assert_eq!(Bdd::constant(2, false).models().count(), 0);
        let all: Vec<_> = Bdd::constant(2, true).models().collect();
        assert_eq!(all, [variables([0, 1]), variables([0]), variables([1]), variables([])]);
        assert_eq!(Bdd::constant(0, true).models().collect::<Vec<_>>(), [Vec::<Variable>::new()]);
    }

    proptest! {
        #[test]
        fn the_models_are_all_satisfying_valuations_in_order(seed in any::<u64>(), exclusions in 0usize..20, lines in 0usize..6) {
            let rules = random_rules(9, exclusions, lines, seed);
            let bdd = crate::testing::conjoin(&rules);
            let expected: Vec<Vec<Variable>> = valuations(9)
                .filter(|valuation| rules.are_satisfied_by(valuation))
                .map(|valuation| Variable::all(9).filter(|variable| valuation[variable.index()]).collect())
                .collect();
            prop_assert_eq!(bdd.models().collect::<Vec<_>>(), expected);
        }
    }
}
