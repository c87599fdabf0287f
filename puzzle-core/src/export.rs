//! A puzzle for other programs: its rules, with what is given and marked, in the formats of [`bdd_core::export`].
//!
//! Comments name the variables, in the way in which readers of these formats look for names: `c 3 b2` in DIMACS, as
//! feature models have it, and `* x3 b2` in OPB. In SMT-LIB the names are those of the constants.

use std::io::{self, Write};

use bdd_core::export::{dimacs, opb, smtlib};
use bdd_core::{Literal, Variable};

use crate::marks::Marks;
use crate::naming;
use crate::puzzle::given_literals;
use crate::words::Words;

/// A format for rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Language {
    /// DIMACS CNF, for SAT solvers.
    Dimacs,
    /// OPB, for pseudo-Boolean solvers.
    Opb,
    /// SMT-LIB 2, for SMT solvers.
    Smtlib,
}

/// Writes the rules of a puzzle, what is given, and the marks.
///
/// # Errors
///
/// Those of `out`, which should be buffered.
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
        Language::Opb => opb::write(out, words.rules(), &literals, words.weights(), &named("x")),
        Language::Smtlib => {
            smtlib::write(out, words.rules(), &literals, &|variable| naming::name(words, variable), &[title])
        }
    }
}
