//! Jobs: work that may take longer than a frame, such as loads, moves on large boards, explanations, hints and
//! numbering.
//!
//! No long work runs between a key and its frame. Moves, explanations, hints and the numbering of solutions are
//! `Work`: done at once where the source knows that a few milliseconds suffice, otherwise a [`Job`] for another
//! thread, whose answer comes back as a message. A load is always a job, and makes a new puzzle too; its outline is on
//! the screen until then.
//!
//! A source that is [gradual](puzzle_core::Source::is_gradual) answers at once with the knowledge it has of a position, and
//! jobs that nobody waits for refine it, one after the other, until another position is on the board. A job shares its
//! data with the game: positions never change and are not copied. Nothing waits for a cancelled job.

use std::sync::Arc;

use bdd_core::{Budget, Schedule};
use puzzle_core::{
    ExplainError, Explanation, Guide, Hint, Move, Numbered, Source, Transition, Variable, deduced_hint, explain, hint,
};

use crate::catalogue::Catalogue;
use crate::conjunction::Conjunction;
use crate::diagram::DiagramScreen;
use crate::notice::Notice;

/// The number of a job: no two of a game have the same one.
pub type Ticket = u64;

/// The ticket of the load that a game begins with.
pub(crate) const FIRST: Ticket = 1;

/// Something to be done without holding the game up. It holds all that it takes, so that it can be sent to another
/// thread.
#[derive(Debug)]
pub struct Job {
    pub(crate) ticket: Ticket,
    pub(crate) task: Task,
}

/// The task of a job.
#[derive(Debug)]
pub(crate) enum Task {
    Load { catalogue: Arc<dyn Catalogue>, number: usize },
    Work(Work),
}

impl Job {
    /// A puzzle to be loaded.
    pub(crate) fn load(ticket: Ticket, catalogue: Arc<dyn Catalogue>, number: usize) -> Job {
        Job { ticket, task: Task::Load { catalogue, number } }
    }

    /// Something to be worked out.
    pub(crate) fn work(ticket: Ticket, work: Work) -> Job {
        Job { ticket, task: Task::Work(work) }
    }

    /// The ticket of the job, which its messages carry as well.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.ticket
    }

    /// Whether the job finds out more of the position while the game goes on: with few steps it tells less, and is asked for
    /// again.
    #[must_use]
    pub fn is_gradual(&self) -> bool {
        matches!(self.task, Task::Work(Work::Learn { .. }))
    }
}

/// Something to be worked out from a game.
#[derive(Debug)]
pub(crate) enum Work {
    /// Go to another position.
    Go { way: Box<Transition>, done: Done },
    /// Explain a variable.
    Explain { source: Arc<dyn Source>, guide: Arc<Guide>, variable: Variable },
    /// Find the hint.
    Hint { source: Arc<dyn Source>, guide: Arc<Guide>, is_guided: bool },
    /// Find out more of the position than is known at once.
    Learn { source: Arc<dyn Source>, of: Arc<Guide> },
    /// Number the solutions that are left.
    Number { source: Arc<dyn Source>, guide: Arc<Guide> },
    /// Look at the diagram, and at what becomes of it if this is placed.
    Diagram { source: Arc<dyn Source>, guide: Arc<Guide>, variable: Option<Variable> },
    /// Conjoin the rules step by step.
    Conjunction { source: Arc<dyn Source>, guide: Arc<Guide>, schedule: Schedule },
}

/// What the player is told when another position is reached.
#[derive(Clone, Debug)]
pub(crate) enum Done {
    /// This notice; what was forced is added.
    Said(Notice),
    /// What this function says of the moves that were made or taken back.
    Of(fn(Vec<Move>) -> Notice),
}

/// What came out of something that was to be worked out.
#[derive(Debug)]
pub struct Answer(pub(crate) Found);

#[derive(Debug)]
pub(crate) enum Found {
    /// The position that the way leads to.
    Position(Box<Transition>, Done),
    /// Why the variable is what it is, if that needs explaining.
    Explanation(Variable, Option<Box<Explanation>>),
    /// The hint, if there is one.
    Hint(Option<Box<Hint>>),
    /// What is known by now of the position with this guide, if that is more.
    More { of: Arc<Guide>, guide: Option<Box<Guide>> },
    /// The solutions that are left, if they can be numbered.
    Numbered(Option<Box<Numbered>>),
    /// The diagram, if there is one.
    Diagram(Option<Box<DiagramScreen>>),
    /// The steps of the conjunction, if there is something to conjoin.
    Conjunction(Option<Box<Conjunction>>),
}

impl Work {
    /// Whether it is done within a few milliseconds, so that the screen can wait for it.
    pub(crate) fn is_quick(&self) -> bool {
        match self {
            Work::Go { way, .. } => way.is_worked_out() || way.source().is_quick(),
            Work::Number { source, .. } | Work::Diagram { source, .. } => source.is_quick(),
            Work::Learn { .. } | Work::Conjunction { .. } => false,
            Work::Explain { source, .. } | Work::Hint { source, .. } => source.explains_quickly(),
        }
    }

    /// Works it out.
    ///
    /// # Errors
    ///
    /// [`ExplainError`] if it takes more than the budget has, was cancelled, or the puzzle's source contradicts its rules.
    pub(crate) fn run(self, budget: &mut Budget<'_>) -> Result<Answer, ExplainError> {
        let found = match self {
            Work::Go { way, done } => Found::Position(Box::new(way.work_out(budget)?), done),
            Work::Explain { source, guide, variable } => {
                Found::Explanation(variable, explain(&*source, &guide, variable, budget)?.map(Box::new))
            }
            Work::Hint { source, guide, is_guided } => {
                let hint = if is_guided { hint } else { deduced_hint };
                Found::Hint(hint(&*source, &guide, budget)?.map(Box::new))
            }
            Work::Diagram { source, guide, variable } => {
                Found::Diagram(DiagramScreen::of(&*source, &guide, variable, budget)?.map(Box::new))
            }
            Work::Conjunction { source, guide, schedule } => {
                Found::Conjunction(Conjunction::of(&*source, &guide, schedule, budget)?.map(Box::new))
            }
            Work::Learn { source, of } => {
                let more = source.more(of.marks(), budget)?;
                let tally = more.map(|completions| completions.tally(budget)).transpose()?;
                let guide = tally.map(|tally| Box::new(Guide::new(source.puzzle(), of.marks().clone(), tally)));
                Found::More { of, guide }
            }
            Work::Number { source, guide } => Found::Numbered(source.numbered(guide.marks(), budget)?.map(Box::new)),
        };
        Ok(Answer(found))
    }
}
