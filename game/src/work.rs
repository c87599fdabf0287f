//! What may take longer than a frame: moves on large boards, explanations, hints, numbering the solutions.

use puzzle_core::{Explanation, Hint, Move, Numbered, Question, Source, Variable, explain, hint};

use crate::model::Notice;
use crate::turns::Turns;

/// Something to be worked out from the game.
#[derive(Clone, Debug)]
pub enum Work {
    /// Make a turn.
    Play {
        /// Its moves.
        moves: Vec<Move>,
        /// Whether what they force is played as well.
        with_forced: bool,
        /// What to say afterwards.
        done: Notice,
    },
    /// Explain a variable.
    Explain(Variable),
    /// Find the hint.
    Hint,
    /// Number the solutions that are left.
    Number,
}

/// What came out of it.
#[derive(Debug)]
pub enum Answer {
    /// The turn is made.
    Played(Notice),
    /// Why the variable is what it is, if that needs explaining.
    Explained(Variable, Option<Box<Explanation>>),
    /// The hint, if there is one.
    Hinted(Option<Box<Hint>>),
    /// The solutions that are left, if they can be numbered.
    Numbered(Option<Box<Numbered>>),
}

impl Work {
    /// Whether it is done within a few milliseconds, so that the screen can wait for it.
    #[must_use]
    pub fn is_quick(&self, source: &dyn Source) -> bool {
        source.is_quick(match self {
            Work::Play { .. } | Work::Number => Question::Completions,
            Work::Explain(_) | Work::Hint => Question::Explanation,
        })
    }

    /// Works it out.
    pub fn run(self, game: &mut Turns) -> Answer {
        let (source, guide) = (&**game.session().source(), game.guide());
        match self {
            Work::Play { moves, with_forced, done } => {
                let forced = game.play(&moves, with_forced);
                Answer::Played(if forced.is_empty() { done } else { Notice::AndForced(Box::new(done), forced) })
            }
            Work::Explain(variable) => Answer::Explained(variable, explain(source, guide, variable).map(Box::new)),
            Work::Hint => Answer::Hinted(hint(source, guide).map(Box::new)),
            Work::Number => Answer::Numbered(source.numbered(guide.marks()).map(Box::new)),
        }
    }
}
