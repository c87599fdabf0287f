//! The rules, givens and marks of a board as pseudo-Boolean constraints with their IDs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use bdd_core::{Constraint, ConstraintId, Literal, Rules, Variable};

use super::cliques::CliqueCover;
use super::{Id, Written};
use crate::marks::Marks;
use crate::naming;
use crate::puzzle::given_literals;
use crate::words::Words;

/// The rules, the givens and the marks of a board as pseudo-Boolean constraints.
///
/// The constraints are numbered from 1 in this order:
///
/// 1. the exclusions, as at-most-one constraints: each line whose variables all exclude each other, then sets of
///    variables that contain the remaining pairs of [`Rules::exclusions`];
/// 2. the bounds of each of [`Rules::constraints`], first the lower bound and then the upper bound. A bound that holds
///    for every valuation, or that the exclusions imply, is left out;
/// 3. the givens and closed variables;
/// 4. the marks.
///
/// ```
/// use puzzle_core::proof::Formula;
/// use puzzle_core::{Marks, Puzzle, Rules, Words};
///
/// #[derive(Debug)]
/// struct Lamps(Rules);
///
/// impl Puzzle for Lamps {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// impl Words for Lamps {}
///
/// let mut rules = Rules::new(2);
/// rules.at_least_one(&[0, 1]);
/// let (lamps, mut text) = (Lamps(rules), Vec::new());
/// Formula::new(&lamps, &Marks::default()).write(&mut text, &[])?;
/// assert!(String::from_utf8_lossy(&text).ends_with("+1 x1 +1 x2 >= 1 ;\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Formula<'a> {
    pub(super) words: &'a dyn Words,
    /// The cliques that cover the exclusions of the rules. The first clique is the constraint with the ID 1.
    exclusions: CliqueCover<'a>,
    /// The IDs of the lower and the upper bound of each constraint of the rules; `None` for a bound that the formula
    /// leaves out.
    bounds: Vec<(Option<Id>, Option<Id>)>,
    /// The givens, the closed variables and the marks, with their IDs.
    pub(super) facts: BTreeMap<Literal, Id>,
    /// The number of constraints.
    pub(super) len: usize,
}

impl<'a> Formula<'a> {
    /// Creates the formula of the rules, the givens and `marks`.
    #[must_use]
    pub fn new(words: &'a dyn Words, marks: &Marks) -> Formula<'a> {
        let rules = words.rules();
        let exclusions = CliqueCover::new(rules);
        let mut len = exclusions.cliques().len();
        let mut number = || {
            len += 1;
            len
        };
        let mut bounds = Vec::new();
        for constraint in rules.constraints() {
            let [lower, upper] = stated_bounds(constraint).map(|is_stated| is_stated.then(&mut number));
            bounds.push((lower, upper));
        }
        let mut facts = BTreeMap::new();
        for literal in given_literals(words).chain(marks.literals()) {
            facts.entry(literal).or_insert_with(&mut number);
        }
        Formula { words, exclusions, bounds, facts, len }
    }

    pub(super) fn rules(&self) -> &'a Rules {
        self.words.rules()
    }

    /// Returns the ID of an at-most-one constraint that contains `a` and `b`; `None` if these variables do not exclude
    /// each other.
    pub(super) fn exclusion(&self, a: Variable, b: Variable) -> Option<Id> {
        self.exclusions.of(a, b).map(|index| index + 1)
    }

    /// Returns the ID of an at-most-one constraint that contains all `variables`, two or more; `None` if none is found.
    pub(super) fn at_most_one_of(&self, variables: &[Variable]) -> Option<Id> {
        self.exclusions.containing(variables).map(|index| index + 1)
    }

    /// Returns the variables of the at-most-one constraint with an ID.
    ///
    /// # Panics
    ///
    /// If the constraint with this ID is not an exclusion.
    pub(super) fn exclusive_variables(&self, id: Id) -> &[Variable] {
        &self.exclusions.cliques()[id - 1].variables
    }

    /// Returns the ID of the lower bound of a constraint of the rules; `None` if the bound is 0.
    pub(super) fn lower(&self, on: ConstraintId) -> Option<Id> {
        self.bounds[on.index()].0
    }

    /// Returns the ID of the upper bound of a constraint of the rules; `None` if the formula leaves the bound out,
    /// because it always holds or the exclusions imply it.
    pub(super) fn upper(&self, on: ConstraintId) -> Option<Id> {
        self.bounds[on.index()].1
    }

    /// Writes the formula in OPB. Its last constraint is the clause `assumption`, unless this clause is empty. Comments
    /// name the variables and state the source of each constraint.
    ///
    /// # Errors
    ///
    /// Errors of `out`, which should be buffered.
    pub fn write(&self, out: &mut impl Write, assumption: &[Literal]) -> io::Result<()> {
        let rules = self.rules();
        let name = |variable| one_line(&naming::name(self.words, variable));
        let assumed = usize::from(!assumption.is_empty());
        writeln!(out, "* #variable= {} #constraint= {}", rules.variables(), self.len + assumed)?;
        writeln!(out, "* Puzzle: {}", one_line(self.words.kind()))?;
        for variable in Variable::all(rules.variables()) {
            writeln!(out, "* {} {}", Written(variable.into()), name(variable))?;
        }
        for (clique, id) in self.exclusions.cliques().iter().zip(1..) {
            let source = match clique.line {
                Some(on) => format!("{}, at most 1", one_line(&self.words.line_name(on))),
                None => {
                    let names: Vec<String> = clique.variables.iter().map(|&variable| name(variable)).collect();
                    format!("at most 1 of {}", names.join(", "))
                }
            };
            writeln!(out, "* {id}: {source}")?;
            for &variable in &clique.variables {
                write!(out, "-1 {} ", Written(variable.into()))?;
            }
            writeln!(out, ">= -1 ;")?;
        }
        for (on, constraint) in rules.numbered_constraints() {
            let line = one_line(&self.words.line_name(on));
            if let Some(id) = self.lower(on) {
                writeln!(out, "* {id}: {line}, at least {}", constraint.min())?;
                sum(out, constraint, 1, constraint.min())?;
            }
            if let Some(id) = self.upper(on) {
                writeln!(out, "* {id}: {line}, at most {}", constraint.max())?;
                sum(out, constraint, -1, constraint.max())?;
            }
        }
        let givens: BTreeSet<Literal> = given_literals(self.words).collect();
        let mut facts: Vec<(Id, Literal)> = self.facts.iter().map(|(&literal, &id)| (id, literal)).collect();
        facts.sort_unstable();
        for (id, literal) in facts {
            let origin = if givens.contains(&literal) { "given" } else { "mark" };
            let value = if literal.value { "true" } else { "false" };
            writeln!(out, "* {id}: {origin}, {} is {value}", name(literal.variable))?;
            unit(out, literal)?;
        }
        self.write_assumption(out, assumption)
    }

    /// Writes an assumption as a constraint in OPB. The constraint is to be appended to a formula that was written
    /// without an assumption. An empty assumption writes nothing.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn write_assumption(&self, out: &mut impl Write, assumption: &[Literal]) -> io::Result<()> {
        let id = self.len + 1;
        match assumption {
            [] => Ok(()),
            [literal] => {
                let name = one_line(&naming::name(self.words, literal.variable));
                writeln!(out, "* {id}: assumption, {name} is {}", literal.value)?;
                unit(out, *literal)
            }
            literals => {
                writeln!(out, "* {id}: assumption, one of these literals is true")?;
                for &literal in literals {
                    write!(out, "+1 {} ", Written(literal))?;
                }
                writeln!(out, ">= 1 ;")
            }
        }
    }

    /// Returns the text of a proof with this assumption, these lines and this conclusion.
    pub(super) fn framed(&self, assumption: &[Literal], lines: &str, conclusion: &str) -> String {
        format!(
            "pseudo-Boolean proof version 2.0\nf {}\n{lines}output NONE\nconclusion {conclusion}\n\
             end pseudo-Boolean proof\n",
            self.len + usize::from(!assumption.is_empty())
        )
    }
}

/// Returns two values, for the lower and the upper bound of a constraint: `true` if the bound forbids a valuation that
/// the exclusions allow.
fn stated_bounds(constraint: &Constraint) -> [bool; 2] {
    [constraint.min() > 0, constraint.max_beside_exclusions() < constraint.variables().len()]
}

/// Writes a bound on the number of true literals: at least `bound` if `factor` is 1, at most `bound` if `factor` is -1.
fn sum(out: &mut impl Write, constraint: &Constraint, factor: i64, bound: usize) -> io::Result<()> {
    // A negated variable counts as 1 minus the variable.
    let negated = constraint.literals().filter(|literal| !literal.value).count() as i64;
    for literal in constraint.literals() {
        let coefficient = if literal.value { factor } else { -factor };
        write!(out, "{coefficient:+} {} ", Written(literal.variable.into()))?;
    }
    writeln!(out, ">= {} ;", factor * (bound as i64 - negated))
}

fn unit(out: &mut impl Write, literal: Literal) -> io::Result<()> {
    let (sign, bound) = if literal.value { ("+1", 1) } else { ("-1", 0) };
    writeln!(out, "{sign} {} >= {bound} ;", Written(literal.variable.into()))
}

/// Returns a text of names without line breaks, so that no part of a comment is read as a constraint.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}
