//! Proofs of single answers for other people's checkers: the rules as pseudo-Boolean constraints, and explanations as
//! proofs that [VeriPB](https://gitlab.com/MIAOresearch/software/VeriPB) checks.
//!
//! A [`Formula`] has the rules, the givens and the marks of a board in OPB. A [`Proof`] shows that this formula and one
//! more clause, the *assumption* of the proof, contradict each other, or that they have a model in common. The
//! assumption may be missing.
//!
//! [`Formula::refute`] translates an [`Explanation`](crate::Explanation): each step becomes one or two lines of the
//! proof, below a comment with the sentence of the step. A counting argument becomes a sum of constraints (`pol`);
//! every other step follows by unit propagation (`rup`) from the constraints that it cites; the cases of a split are
//! refuted one after the other. This takes no solver.
//!
//! [`Formula::decide`] asks a SAT solver. The proof is the model of the solver or, if there is no model, the clauses
//! that the solver learned.
//!
//! # Modules
//!
//! - `cliques`: the exclusions as at-most-one constraints.
//! - `formula`: the constraints with their IDs.
//! - `refutation`: the translation of explanations.
//! - `search`: the proofs of the solver.
//! - `sums`: the sums of constraints for counting arguments.

mod cliques;
mod formula;
mod refutation;
mod search;
mod sums;

use std::fmt;

use bdd_core::{Literal, Variable};

pub use formula::Formula;

/// A proof in the format of VeriPB, version 2.0. VeriPB 3 reads this version as well. [`Display`](fmt::Display) writes
/// the proof.
///
/// The proof is about the formula that [`Formula::write`] writes with the proof's [`assumption`].
///
/// [`assumption`]: Proof::assumption
///
/// ```
/// use std::sync::Arc;
///
/// use puzzle_core::proof::Formula;
/// use puzzle_core::{Budget, Diagram, Literal, Move, Puzzle, Rules, Session, Variable, Words, explain};
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
/// let mut rules = Rules::new(3);
/// rules.at_most(1, &[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let source = Arc::new(Diagram::conjoin(Lamps(rules), budget)?);
/// let mut game = Session::new(source.clone(), budget)?;
/// game.play(Move::Place(Variable::new(0)), budget)?;
/// let explanation = explain(&*source, game.guide(), Variable::new(1), budget)?.expect("it is excluded");
/// let proof = Formula::new(source.puzzle(), game.guide().marks()).refute(&explanation)?;
/// assert_eq!(proof.assumption(), [Literal::positive(1)]);
/// assert!(proof.to_string().ends_with("conclusion UNSAT : 5\nend pseudo-Boolean proof\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    assumption: Vec<Literal>,
    model: Option<Vec<Variable>>,
    content: ProofSteps,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum ProofSteps {
    Text(String),
    Learned(search::Learned),
}

impl Proof {
    /// Returns the clause that the proof adds to the formula, such as the negation of the proved statement. If the
    /// clause is empty, the proof is about the formula alone.
    #[must_use]
    pub fn assumption(&self) -> &[Literal] {
        &self.assumption
    }

    /// Returns the true variables, in order, of the model that the proof names, without auxiliary variables. Returns
    /// `None` if the proof shows that there is no model.
    #[must_use]
    pub fn model(&self) -> Option<&[Variable]> {
        self.model.as_deref()
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            ProofSteps::Text(text) => f.write_str(text),
            ProofSteps::Learned(learned) => learned.fmt(f),
        }
    }
}

/// The number of a constraint in a formula or proof, counted from 1.
type Id = usize;

/// Writes `x4` for the positive literal of variable 3 and `~x4` for its negation.
struct Written(Literal);

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0.value { "" } else { "~" };
        write!(f, "{sign}x{}", u32::from(self.0.variable) + 1)
    }
}
