//! From rules to a diagram by conjoining diagrams of single rules with `biodivine-lib-bdd`.
//!
//! This conjunction is the definition that the faster ways are held to: the tests and `nqueens precompute --check`
//! compare diagrams with it byte by byte. No other file names `biodivine_lib_bdd`.

use biodivine_lib_bdd::{Bdd as Library, BddPartialValuation, BddVariable, BddVariableSet};

use crate::bdd::{Bdd, Index, Level, Node};
use crate::budget::Budget;
use crate::id::{LineId, Variable};
use crate::rules::{Line, Literal, Rules, TooManyVariables};
use crate::stages::{Schedule, independent_lines, is_exactly_one};

/// The most variables that the library takes.
const MOST_VARIABLES: u16 = u16::MAX - 2;

/// Conjoins all rules as [`DiagramBuilder::build_by`](crate::DiagramBuilder::build_by) does, without literals or projection.
pub(crate) fn conjoin_by(rules: &Rules, schedule: Schedule) -> Result<Bdd, TooManyVariables> {
    let variables = rules.variables();
    let Some(library_variables) = u16::try_from(variables).ok().filter(|&count| count <= MOST_VARIABLES) else {
        let limit = usize::from(MOST_VARIABLES) + 1;
        return Err(TooManyVariables { taker: "the diagram library takes", limit, variables });
    };
    let context = BddVariableSet::new_anonymous(library_variables);
    let conjunction = match schedule {
        Schedule::FirstLineFirst => line_by_line(&context, rules, independent_lines(rules)),
        Schedule::LastLineFirst => {
            let mut lines = independent_lines(rules);
            lines.reverse();
            line_by_line(&context, rules, lines)
        }
        Schedule::BalancedTree => in_pairs(single_rules(&context, rules).collect(), Library::and, context.mk_true()),
        Schedule::ClauseByClause => single_rules(&context, rules).fold(context.mk_true(), |all, rule| all.and(&rule)),
    };
    Ok(from_library(conjunction))
}

fn cube(literals: impl IntoIterator<Item = (Variable, bool)>) -> BddPartialValuation {
    let mut cube = BddPartialValuation::empty();
    for (variable, value) in literals {
        cube.set_value(BddVariable::from_index(variable.index()), value);
    }
    cube
}

/// Every rule alone: the exclusions in order, then the lines.
fn single_rules<'a>(context: &'a BddVariableSet, rules: &'a Rules) -> impl Iterator<Item = Library> + 'a {
    let exclusions = rules.exclusions().map(|(a, b)| context.mk_disjunctive_clause(&cube([(a, false), (b, false)])));
    exclusions.chain(rules.line_rules().map(|line| of_line(context, line)))
}

/// What is asked of a line.
fn of_line(context: &BddVariableSet, line: &Line) -> Library {
    if line.is_clause() {
        return context
            .mk_disjunctive_clause(&cube(line.literals().map(|Literal { variable, value }| (variable, value))));
    }
    // Built from its last literal to the first: for each number of true ones before, what the rest has to be.
    let in_bounds =
        |trues| if (line.least()..=line.most()).contains(&trues) { context.mk_true() } else { context.mk_false() };
    let mut rest: Vec<Library> = (0..=line.variables().len()).map(in_bounds).collect();
    for Literal { variable, value } in line.literals().collect::<Vec<_>>().into_iter().rev() {
        let literal = context.mk_literal(BddVariable::from_index(variable.index()), value);
        rest = rest.windows(2).map(|pair| Library::if_then_else(&literal, &pair[1], &pair[0])).collect();
    }
    rest.swap_remove(0)
}

/// Joins the parts in pairs, then the pairs in pairs, and so on; `none` if there are no parts.
fn in_pairs(mut parts: Vec<Library>, join: impl Fn(&Library, &Library) -> Library, none: Library) -> Library {
    while parts.len() > 1 {
        parts = parts.chunks(2).map(|pair| if let [a, b] = pair { join(a, b) } else { pair[0].clone() }).collect();
    }
    parts.pop().unwrap_or(none)
}

/// The conjunction of the lines' relations, and which variables are in it, with all exclusions among them.
fn relations(context: &BddVariableSet, rules: &Rules, lines: Vec<LineId>) -> (Library, Vec<bool>) {
    let mut included = vec![false; rules.variables()];
    let mut all = context.mk_true();
    for line in lines.into_iter().map(|line| rules.line_rule(line)) {
        for &variable in line.variables() {
            included[variable.index()] = true;
        }
        all = all.and(&relation(context, rules, line, &included));
    }
    (all, included)
}

fn line_by_line(context: &BddVariableSet, rules: &Rules, lines: Vec<LineId>) -> Library {
    let (mut all, mut included) = relations(context, rules, lines);
    // Variables on no line still have exclusions.
    for variable in Variable::all(rules.variables()) {
        if !std::mem::replace(&mut included[variable.index()], true) {
            all = all.and(&implication(context, rules, variable, &included));
        }
    }
    all
}

/// What a variable excludes among the included ones: all of them false, or the variable itself.
fn implication(context: &BddVariableSet, rules: &Rules, variable: Variable, included: &[bool]) -> Library {
    let excluded = rules.excluded_by(variable).iter().filter(|&&other| included[other.index()]);
    let unless = context.mk_disjunctive_clause(&cube([(variable, false)]));
    unless.or(&context.mk_conjunctive_clause(&cube(excluded.map(|&other| (other, false)))))
}

/// What is asked of one line, with its variables' exclusions towards the included variables.
fn relation(context: &BddVariableSet, rules: &Rules, line: &Line, included: &[bool]) -> Library {
    if is_exactly_one(rules, line) {
        // A disjunction of cubes, in pairs so that most steps are small.
        let cubes = line.variables().iter().map(|&variable| {
            let excluded = rules.excluded_by(variable).iter().filter(|&&other| included[other.index()]);
            let literals = excluded.map(|&other| (other, false)).chain([(variable, true)]);
            context.mk_conjunctive_clause(&cube(literals))
        });
        return in_pairs(cubes.collect(), Library::or, context.mk_false());
    }
    line.variables()
        .iter()
        .fold(of_line(context, line), |all, &variable| all.and(&implication(context, rules, variable, included)))
}

/// Puts the library's nodes, which it keeps in depth-first order, into ours.
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
        .expect("an unlimited budget suffices")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages::Stages;
    use crate::testing::{add_random_counts, conjoin, random_rules, smaller_in_miri, valuations};
    use proptest::prelude::*;

    /// Rows and columns of a square, one true variable in each: permutations, where the columns' lines are implied.
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
    fn lines_that_follow_by_counting_are_left_out_and_only_those() {
        assert_eq!(independent_lines(&permutations(4)).len(), 4);
        let mut more = permutations(4);
        more.at_least_one(&[0, 5]);
        assert_eq!(independent_lines(&more).len(), 5);
        // One column fewer: the others no longer follow.
        let mut rules = Rules::new(4);
        rules.exactly_one(&[0, 1]);
        rules.exactly_one(&[2, 3]);
        rules.exactly_one(&[0, 2]);
        assert_eq!(independent_lines(&rules).len(), 3);
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
                assert_eq!(error.variables(), variables);
            }
        }
    }

    /// The library's own diagrams on the way are those of the rules that the stages have.
    fn compare_stages(rules: &Rules) {
        let context = BddVariableSet::new_anonymous(rules.variables() as u16);
        let of_stages = |schedule| {
            let stages = Stages::new(rules, schedule);
            (0..stages.len()).map(|step| conjoin(&stages.rules(step))).collect::<Vec<Bdd>>()
        };
        let mut all = context.mk_true();
        let clauses = single_rules(&context, rules).map(|rule| {
            all = all.and(&rule);
            from_library(all.clone())
        });
        assert_eq!(of_stages(Schedule::ClauseByClause), clauses.collect::<Vec<_>>());
        let mut parts: Vec<Library> = single_rules(&context, rules).collect();
        let mut in_pairs = if parts.len() == 1 { vec![from_library(parts[0].clone())] } else { Vec::new() };
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| {
                    let [a, b] = pair else { return pair[0].clone() };
                    in_pairs.push(from_library(a.and(b)));
                    a.and(b)
                })
                .collect();
        }
        assert_eq!(of_stages(Schedule::BalancedTree), in_pairs);
        for (schedule, reversed) in [(Schedule::FirstLineFirst, false), (Schedule::LastLineFirst, true)] {
            let mut lines = independent_lines(rules);
            if reversed {
                lines.reverse();
            }
            let ways = of_stages(schedule);
            for first in 0..lines.len() {
                let included = lines[..=first].to_vec();
                let (some, _) = relations(&context, rules, included);
                assert_eq!(ways[first], from_library(some), "{schedule:?} {first}");
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
            lines in 0usize..6,
            counts in 0usize..4,
        ) {
            let mut rules = random_rules(8, exclusions, lines, seed);
            add_random_counts(&mut rules, counts, seed);
            let bdd = conjoin_by(&rules, Schedule::FirstLineFirst).unwrap();
            for valuation in valuations(8) {
                prop_assert_eq!(bdd.is_satisfied_by(&valuation), rules.are_satisfied_by(&valuation));
            }
            for schedule in Schedule::ALL {
                prop_assert_eq!(&conjoin_by(&rules, schedule).unwrap(), &bdd, "{:?}", schedule);
            }
        }
    }
}
