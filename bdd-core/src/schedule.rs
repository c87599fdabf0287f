//! A conjunction with `biodivine-lib-bdd`: a reference for the faster methods.
//!
//! The tests and `nqueens precompute --check` compare diagrams with its results byte by byte. No other file uses
//! `biodivine_lib_bdd`.

use biodivine_lib_bdd::{Bdd as Library, BddPartialValuation, BddVariable, BddVariableSet};

use crate::budget::Budget;
use crate::diagram::{Bdd, Index, Level, Node};
use crate::id::Variable;
use crate::rules::{Constraint, Literal, Rules, TooManyVariables};
use crate::stages::{Part, Schedule, Stages, is_exactly_one};

/// The largest number of variables that the library takes.
const MOST_VARIABLES: u16 = u16::MAX - 2;

/// Conjoins all rules as [`DiagramBuilder::build_by`](crate::DiagramBuilder::build_by) does, without literals or
/// projection.
pub(crate) fn conjoin_by(rules: &Rules, schedule: Schedule) -> Result<Bdd, TooManyVariables> {
    let variables = rules.variables();
    let Some(library_variables) = u16::try_from(variables).ok().filter(|&count| count <= MOST_VARIABLES) else {
        let limit = usize::from(MOST_VARIABLES) + 1;
        return Err(TooManyVariables { scope: "for the diagram library", limit, variables });
    };
    let context = BddVariableSet::new_anonymous(library_variables);
    let stages = Stages::new(rules, schedule);
    let parts = diagrams(&context, rules, &stages.parts);
    let conjunction = match schedule {
        Schedule::BalancedTree => in_pairs(parts.collect(), Library::and, context.mk_true()),
        _ => parts.fold(context.mk_true(), |all, part| all.and(&part)),
    };
    Ok(from_library(conjunction))
}

fn cube(literals: impl IntoIterator<Item = (Variable, bool)>) -> BddPartialValuation {
    let literals = literals.into_iter().map(|(variable, value)| (BddVariable::from_index(variable.index()), value));
    BddPartialValuation::from_values(&literals.collect::<Vec<_>>())
}

/// Returns the diagram of every part, in the order of `parts`.
fn diagrams<'a>(
    context: &'a BddVariableSet,
    rules: &'a Rules,
    parts: &'a [Part],
) -> impl Iterator<Item = Library> + 'a {
    let mut included = vec![false; rules.variables()];
    parts.iter().map(move |&part| match part {
        Part::Exclusion(a, b) => context.mk_disjunctive_clause(&cube([(a, false), (b, false)])),
        Part::Constraint(constraint) => of_constraint(context, rules.constraint(constraint)),
        Part::Relation(constraint) => {
            let constraint = rules.constraint(constraint);
            constraint.variables().iter().for_each(|variable| included[variable.index()] = true);
            relation(context, rules, constraint, &included)
        }
        Part::Exclusions(variable) => {
            included[variable.index()] = true;
            implication(context, rules, variable, &included)
        }
    })
}

/// Returns the diagram of a constraint.
fn of_constraint(context: &BddVariableSet, constraint: &Constraint) -> Library {
    if constraint.is_clause() {
        return context
            .mk_disjunctive_clause(&cube(constraint.literals().map(|Literal { variable, value }| (variable, value))));
    }
    // The diagram is built from the last literal to the first. For each literal there are several diagrams of the
    // literals from it on: one for each number of true literals before it.
    let in_bounds = |trues| {
        if (constraint.min()..=constraint.max()).contains(&trues) { context.mk_true() } else { context.mk_false() }
    };
    let mut rest: Vec<Library> = (0..=constraint.variables().len()).map(in_bounds).collect();
    for Literal { variable, value } in constraint.literals().collect::<Vec<_>>().into_iter().rev() {
        let literal = context.mk_literal(BddVariable::from_index(variable.index()), value);
        rest = rest.windows(2).map(|pair| Library::if_then_else(&literal, &pair[1], &pair[0])).collect();
    }
    rest.swap_remove(0)
}

/// Joins the parts in pairs, then the results in pairs, until one result is left. Returns `none`, the neutral element
/// of the join, if there are no parts.
fn in_pairs(mut parts: Vec<Library>, join: impl Fn(&Library, &Library) -> Library, none: Library) -> Library {
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| if let [a, b] = pair { join(a, b) } else { pair[0].clone() }).collect();
    }
    parts.pop().unwrap_or(none)
}

/// Returns the variables that `variable` excludes and that `included` marks, as negative literals.
fn excluded(rules: &Rules, variable: Variable, included: &[bool]) -> impl Iterator<Item = (Variable, bool)> {
    let excluded = rules.excluded_by(variable).iter().filter(|other| included[other.index()]);
    excluded.map(|&other| (other, false))
}

/// Returns the diagram of an implication: if `variable` is true, all variables are false that `variable` excludes and
/// that `included` marks.
fn implication(context: &BddVariableSet, rules: &Rules, variable: Variable, included: &[bool]) -> Library {
    let unless = context.mk_disjunctive_clause(&cube([(variable, false)]));
    unless.or(&context.mk_conjunctive_clause(&cube(excluded(rules, variable, included))))
}

/// Returns the diagram of a constraint together with exclusions: those of two variables of which one is in the
/// constraint, and the other is marked in `included`.
fn relation(context: &BddVariableSet, rules: &Rules, constraint: &Constraint, included: &[bool]) -> Library {
    if is_exactly_one(rules, constraint) {
        // A disjunction of cubes, joined in pairs so that most operands are small.
        let cubes = constraint.variables().iter().map(|&variable| {
            context.mk_conjunctive_clause(&cube(excluded(rules, variable, included).chain([(variable, true)])))
        });
        return in_pairs(cubes.collect(), Library::or, context.mk_false());
    }
    constraint.variables().iter().fold(of_constraint(context, constraint), |all, &variable| {
        all.and(&implication(context, rules, variable, included))
    })
}

/// Converts the library's nodes, which are in depth-first order, into a [`Bdd`].
fn from_library(library: Library) -> Bdd {
    let variables = usize::from(library.num_vars());
    if let Some(value) = library.as_bool() {
        return Bdd::constant(variables, value);
    }
    let (nodes, levels): (Vec<Node>, Vec<Level>) = library
        .to_nodes()
        .iter()
        .map(|node| {
            let [low, high] = [node.low_link, node.high_link].map(|link| link.to_index() as Index);
            (Node { low, high }, node.var.to_index() as Level)
        })
        .unzip();
    let root = nodes.len() as Index - 1;
    Bdd::ordered(&nodes, |_, index| levels[index as usize], variables, root, &mut Budget::unlimited())
        .expect("an unlimited budget is never used up")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::independent_constraints;
    use crate::testing::{add_random_counts, conjoin, random_rules, smaller_in_miri, valuations};
    use proptest::prelude::*;

    /// Returns the rules of permutations: exactly one true variable in each row and in each column of an `n` x `n`
    /// square. The constraints of the columns follow by counting.
    fn permutations(n: u16) -> Rules {
        let mut rules = Rules::new(usize::from(n * n));
        for i in 0..n {
            rules.exactly_one(&(0..n).map(|j| i * n + j).collect::<Vec<_>>());
        }
        for i in 0..n {
            rules.exactly_one(&(0..n).map(|j| j * n + i).collect::<Vec<_>>());
        }
        rules
    }

    #[test]
    fn constraints_that_follow_by_counting_are_left_out_and_only_those() {
        assert_eq!(independent_constraints(&permutations(4)).len(), 4);
        let mut more = permutations(4);
        more.at_least_one(&[0, 5]);
        assert_eq!(independent_constraints(&more).len(), 5);
        // With one column fewer, the constraints of the other columns no longer follow by counting.
        let mut rules = Rules::new(4);
        rules.exactly_one(&[0, 1]);
        rules.exactly_one(&[2, 3]);
        rules.exactly_one(&[0, 2]);
        assert_eq!(independent_constraints(&rules).len(), 3);
    }

    #[test]
    fn permutations_are_counted() {
        let (n, count) = smaller_in_miri((5, 120u32), (3, 6));
        for schedule in Schedule::ALL {
            assert_eq!(conjoin_by(&permutations(n), schedule).unwrap().model_count(), count.into(), "{schedule:?}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "65,535 variables take minutes under Miri")]
    fn as_many_variables_as_the_library_takes() {
        assert!(std::panic::catch_unwind(|| BddVariableSet::new_anonymous(MOST_VARIABLES + 1)).is_err());
        let mut rules = Rules::new(usize::from(MOST_VARIABLES));
        rules.exactly_one(&[0, MOST_VARIABLES - 1]);
        assert_eq!(conjoin_by(&rules, Schedule::BalancedTree).unwrap().node_count(), 5);
        for schedule in Schedule::ALL {
            for variables in [usize::from(MOST_VARIABLES) + 1, Variable::MAX_COUNT] {
                let error = conjoin_by(&Rules::new(variables), schedule).unwrap_err();
                assert!(error.to_string().ends_with(&format!(", found {variables}")), "{error}");
            }
        }
    }

    /// Checks that the intermediate diagrams of the library are the diagrams of the rules that [`Stages`] returns.
    fn compare_stages(rules: &Rules) {
        let context = BddVariableSet::new_anonymous(rules.variables() as u16);
        for schedule in Schedule::ALL {
            let stages = Stages::new(rules, schedule);
            let parts: Vec<Library> = diagrams(&context, rules, &stages.parts).collect();
            for step in 0..stages.steps() {
                let some = parts[stages.range(step)].iter().fold(context.mk_true(), |all, part| all.and(part));
                assert_eq!(conjoin(&stages.rules(step)), from_library(some), "{schedule:?} {step}");
            }
        }
    }

    #[test]
    fn the_stages_are_those_of_the_library() {
        compare_stages(&permutations(3));
        compare_stages(&permutations(smaller_in_miri(4, 2)));
        for seed in (0..40).step_by(smaller_in_miri(1, 13)) {
            let mut rules = random_rules(7, seed as usize % 12, seed as usize % 5, seed);
            add_random_counts(&mut rules, seed as usize % 3, seed);
            compare_stages(&rules);
        }
    }

    proptest! {
        #[test]
        fn all_schedules_give_the_diagram_of_the_rules(
            seed in any::<u64>(),
            exclusions in 0usize..20,
            constraints in 0usize..6,
            counts in 0usize..4,
        ) {
            let mut rules = random_rules(8, exclusions, constraints, seed);
            add_random_counts(&mut rules, counts, seed);
            let bdd = conjoin_by(&rules, Schedule::FirstConstraintFirst).unwrap();
            for valuation in valuations(8) {
                prop_assert_eq!(bdd.is_satisfied_by(&valuation), rules.are_satisfied_by(&valuation));
            }
            for schedule in Schedule::ALL {
                prop_assert_eq!(&conjoin_by(&rules, schedule).unwrap(), &bdd, "{:?}", schedule);
            }
        }
    }
}
