//! Exports of a puzzle's rules, givens and marks for other programs, by [`bdd_core::export`].
//!
//! Comments in the output give each variable its name: `c 3 b2` in DIMACS, the usual form for feature models, and `* x3
//! b2` in OPB. In SMT-LIB the constants themselves have these names.

mod feature_model;

use std::io::{self, Write};

use bdd_core::export::{dimacs, opb, smtlib};
use bdd_core::{Budget, Dnnf, Interrupted, Literal, Variable};

use crate::features;
use crate::marks::Marks;
use crate::naming;
use crate::puzzle::given_literals;
use crate::words::Words;

/// An export format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// DIMACS CNF, for SAT solvers.
    Dimacs,
    /// OPB, for pseudo-Boolean solvers.
    Opb,
    /// SMT-LIB 2, for SMT solvers.
    Smtlib,
    /// UVL, the Universal Variability Language.
    Uvl,
    /// The XML of FeatureIDE.
    FeatureIde,
}

/// Compiles the rules of a puzzle, its givens and `marks` to a [`Dnnf`], which [`bdd_core::export::nnf`] writes. The
/// models are projected on the variables of the puzzle, so that auxiliary variables are left out.
///
/// # Errors
///
/// [`Interrupted`] if the budget is exhausted or cancelled.
pub fn compiled(words: &dyn Words, marks: &Marks, budget: &mut Budget<'_>) -> Result<Dnnf, Interrupted> {
    let literals: Vec<Literal> = given_literals(words).chain(marks.literals()).collect();
    Dnnf::compile(words.rules(), &literals, budget)
}

/// Writes the rules of a puzzle, its givens and `marks` to `out`, which should be buffered.
///
/// ```
/// use puzzle_core::export::{self, Language};
/// use puzzle_core::{Marks, Puzzle, Rules, Words};
///
/// #[derive(Debug)]
/// struct Lamp(Rules);
///
/// impl Puzzle for Lamp {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// impl Words for Lamp {}
///
/// let mut rules = Rules::new(2);
/// rules.at_least_one(&[0, 1]);
/// let mut text = Vec::new();
/// export::write(&mut text, &Lamp(rules), &Marks::default(), Language::Dimacs)?;
/// assert!(String::from_utf8_lossy(&text).ends_with("p cnf 2 1\n1 2 0\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The errors of `out`, and [`io::ErrorKind::InvalidInput`] if the format can't express a rule.
pub fn write(out: &mut impl Write, words: &dyn Words, marks: &Marks, language: Language) -> io::Result<()> {
    let literals: Vec<Literal> = given_literals(words).chain(marks.literals()).collect();
    let title = format!("Puzzle: {}", words.kind());
    let named = |sign: &str| {
        let names = Variable::all(words.rules().variables());
        let names =
            names.map(|variable| format!("{sign}{} {}", u32::from(variable) + 1, naming::name(words, variable)));
        [title.clone()].into_iter().chain(names).collect::<Vec<_>>()
    };
    match language {
        Language::Dimacs => dimacs::write(out, words.rules(), &literals, &named("")),
        Language::Uvl => features::uvl(out, &feature_model::of_puzzle(words, marks)?),
        Language::FeatureIde => features::featureide(out, &feature_model::of_puzzle(words, marks)?),
        Language::Opb => opb::write(out, words.rules(), &literals, words.weights(), &named("x")),
        Language::Smtlib => {
            smtlib::write(out, words.rules(), &literals, &|variable| naming::name(words, variable), &[title])
        }
    }
}
