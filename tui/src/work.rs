//! What may take longer than a frame: moves on large boards, explanations, hints, numbering the solutions.

use nqueens_guide::{Explanation, Hint, Move, Numbered, Size, Square, explain, hint};

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
    /// Explain a square.
    Explain(Square),
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
    /// Why the square is what it is, if that needs explaining.
    Explained(Square, Option<Box<Explanation>>),
    /// The hint, if there is one.
    Hinted(Option<Box<Hint>>),
    /// The solutions that are left.
    Numbered(Box<Numbered>),
}

impl Work {
    /// Whether it is done within a few milliseconds on a board of this size, so that the screen can wait for it.
    #[must_use]
    pub fn is_quick(&self, size: Size) -> bool {
        let largest = match self {
            // 1 ms at 11, more than 10 from 12 on.
            Work::Play { .. } | Work::Number => 11,
            // The longest explanation takes 42 ms at 11.
            Work::Explain(_) | Work::Hint => 9,
        };
        size.get() <= largest
    }

    /// Works it out.
    pub fn run(self, game: &mut Turns) -> Answer {
        let (solutions, guide) = (game.session().solutions(), game.guide());
        match self {
            Work::Play { moves, with_forced, done } => {
                let forced = game.play(&moves, with_forced);
                Answer::Played(if forced.is_empty() { done } else { Notice::AndForced(Box::new(done), forced) })
            }
            Work::Explain(square) => Answer::Explained(square, explain(solutions, guide, square).map(Box::new)),
            Work::Hint => Answer::Hinted(hint(solutions, guide).map(Box::new)),
            Work::Number => Answer::Numbered(Box::new(solutions.numbered(guide.placement()))),
        }
    }
}
