//! Jobs: requests for work on the position, and their answers.

use std::sync::Arc;

use bdd_core::{Budget, Interrupted, Schedule};
use puzzle_core::deduce::easiest;
use puzzle_core::explain::argument;
use puzzle_core::{
    ExplainError, Guide, Hint, Literal, Marks, Move, Refusal, Session, Source, Status, Transition, Variable,
    deduced_hint, explain, hint, sentences,
};

use puzzle_kind::Playable;

use super::Effect;
use super::help_used::{show_result, use_help, use_hint};
use crate::annotations::PlacedNote;
use crate::assist::Assist;
use crate::browse::BrowseScreen;
use crate::conjunction::ConjunctionView;
use crate::diagram::DiagramScreen;
use crate::job::Job;
use crate::message::{Message, ModelChange};
use crate::model::{GivenHint, Grade, Learning, Model, Preparing, Ticket, Working};
use crate::result;
use crate::screen::Mode;
use crate::why::{Argument, WhyScreen};
use crate::words;

/// Does `work` on the present position: at once if `is_quick` returns `true` for the [`Source`] of the game, and by a
/// [`Job`] otherwise.
pub(super) fn ask(
    model: &mut Model,
    is_quick: fn(&(dyn Source + 'static)) -> bool,
    work: impl FnOnce(&dyn Source, &Guide, &mut Budget<'_>) -> Result<ModelChange, ExplainError> + Send + 'static,
) -> Vec<Effect> {
    let Some(session) = &model.play.session else { return not_loaded(model) };
    let (source, guide) = (Arc::clone(session.source()), Arc::clone(session.guide()));
    begin(model, is_quick(&*source), move |budget| work(&*source, &guide, budget))
}

/// Does `work` at once if `is_quick`, and by a [`Job`] otherwise.
pub(super) fn begin(
    model: &mut Model,
    is_quick: bool,
    work: impl FnOnce(&mut Budget<'_>) -> Result<ModelChange, ExplainError> + Send + 'static,
) -> Vec<Effect> {
    // Faces send no request while a job runs. If a face does, the latest request replaces the job.
    let mut effects = cancel_work(model);
    model.screen.notice = None;
    if is_quick {
        let answer = work(&mut Budget::unlimited());
        apply_answer(model, answer);
    } else {
        let ticket = model.next_ticket();
        model.pending.working = Some(Working { ticket, preview: None });
        effects.push(Effect::Run(answering(ticket, work)));
    }
    effects
}

/// Builds the job that answers with the result of `work`.
fn answering(
    ticket: Ticket,
    work: impl FnOnce(&mut Budget<'_>) -> Result<ModelChange, ExplainError> + Send + 'static,
) -> Job {
    Job::new(ticket, move |budget| Message::Answered { ticket, answer: work(budget), time: None })
}

/// Cancels the job whose answer the game waits for; see [`Model::working`]. Loads and background jobs go on.
pub(super) fn cancel_work(model: &mut Model) -> Vec<Effect> {
    model.pending.working.take().map(|working| Effect::Cancel(working.ticket)).into_iter().collect()
}

/// Handles the answer of a job: applies its change of the model, or shows its error.
pub(super) fn answered(model: &mut Model, ticket: Ticket, answer: Result<ModelChange, ExplainError>) {
    // A job that was cancelled or replaced may still answer.
    if model.pending.working.take_if(|working| working.ticket == ticket).is_some() {
        apply_answer(model, answer);
    } else if let Some(learning) = &mut model.pending.learning
        && learning.ticket.take_if(|learning| *learning == ticket).is_some()
        && let Ok(ModelChange(change)) = answer
    {
        change(model);
    } else if let Some(preparing) = &mut model.pending.preparing
        && preparing.ticket.take_if(|preparing| *preparing == ticket).is_some()
    {
        // The source knows more about the present position now.
        model.pending.learning = None;
    }
}

/// Starts the background job of [`Source::prepare`], if the source of the game has put off work. Cancels the job of a
/// source that the game no longer uses.
pub(super) fn prepare(model: &mut Model) -> Vec<Effect> {
    let source = model.play.session.as_ref().map(|session| Arc::clone(session.source()));
    let is_same = |preparing: &Preparing| source.as_ref().is_some_and(|source| Arc::ptr_eq(source, &preparing.source));
    if model.pending.preparing.as_ref().is_some_and(is_same) {
        return Vec::new();
    }
    let overtaken = model.pending.preparing.take().and_then(|preparing| preparing.ticket).map(Effect::Cancel);
    let job = source.filter(|source| !source.is_prepared()).map(|source| {
        let ticket = model.next_ticket();
        model.pending.preparing = Some(Preparing { ticket: Some(ticket), source: Arc::clone(&source) });
        Effect::Run(answering(ticket, move |budget| {
            source.prepare(budget)?;
            Ok(ModelChange::new(|_| {}))
        }))
    });
    overtaken.into_iter().chain(job).collect()
}

fn apply_answer(model: &mut Model, answer: Result<ModelChange, ExplainError>) {
    match answer {
        Ok(ModelChange(change)) => change(model),
        Err(ExplainError::Interrupted(Interrupted::Cancelled)) => {
            model.refuse(words::CANCELLED);
        }
        Err(error) => {
            model.refuse(format!("Not finished: {error}."));
        }
    }
}

/// Starts a background job that refines the guide of the present position, if the source [is
/// gradual](Source::is_gradual). Cancels the background job of another position.
pub(super) fn learn(model: &mut Model) -> Vec<Effect> {
    let session = model.play.session.as_ref().filter(|session| session.source().is_gradual());
    // While another job runs, the guide is not refined: that other job starts from the present guide, and may lead to
    // another position.
    let session = session.filter(|_| model.pending.working.is_none());
    let present = session.map(|session| (Arc::clone(session.source()), Arc::clone(session.guide())));
    if let (Some(learning), Some((_, guide))) = (&model.pending.learning, &present)
        && Arc::ptr_eq(&learning.of, guide)
    {
        return Vec::new();
    }
    let overtaken = model.pending.learning.take().and_then(|learning| learning.ticket).map(Effect::Cancel);
    let job = present.map(|(source, of)| {
        let ticket = model.next_ticket();
        model.pending.learning = Some(Learning { ticket: Some(ticket), of: Arc::clone(&of) });
        Effect::Run(answering(ticket, move |budget| more_known(&*source, of, budget)).gradual())
    });
    overtaken.into_iter().chain(job).collect()
}

/// Computes a refined guide by one call of [`Source::refine`]. Returns the change of the model that replaces the guide
/// `of` by the refined guide.
fn more_known(source: &dyn Source, of: Arc<Guide>, budget: &mut Budget<'_>) -> Result<ModelChange, ExplainError> {
    let more = source.refine(of.marks(), budget)?;
    let guide = more.map(|completions| Guide::of(source.puzzle(), of.marks().clone(), &completions, budget));
    let guide = guide.transpose()?;
    Ok(ModelChange::new(move |model| {
        if let (Some(guide), Some(session)) = (guide, &mut model.play.session) {
            session.update_guide(&of, guide);
        }
    }))
}

/// Applies a [`Transition`] to the session. If this takes a [`Job`], the board shows the marks of the transition until
/// the job ends. `describe` builds the notice from the moves made or undone. If the transition adds a turn, `is_new`
/// tells a new turn (`true`) from a redone turn (`false`).
pub(super) fn apply_transition(
    model: &mut Model,
    transition: Transition,
    is_new: bool,
    describe: impl FnOnce(&dyn Playable, &[Move]) -> String + Send + 'static,
) -> Vec<Effect> {
    let is_quick = transition.is_computed() || transition.source().is_quick();
    let preview = (!is_quick).then(|| transition.preview());
    let effects = begin(model, is_quick, move |budget| {
        let transition = transition.compute(budget)?;
        Ok(ModelChange::new(move |model| arrive(model, transition, is_new, describe)))
    });
    if let Some(working) = &mut model.pending.working {
        working.preview = preview;
    }
    effects
}

/// Applies a [`Transition`] that is already computed. The parameters are those of [`apply_transition`].
pub(super) fn arrive(
    model: &mut Model,
    transition: Transition,
    is_new: bool,
    describe: impl FnOnce(&dyn Playable, &[Move]) -> String,
) {
    let forced = transition.forced().to_vec();
    let before = model.play.session.as_ref().map_or(0, Session::turn_count);
    let Some(moves) = model.play.session.as_mut().and_then(|session| session.apply(transition)) else { return };
    if is_new && model.play.session.as_ref().map(Session::turn_count) == Some(before + 1) {
        model.play.attempt.time_turn(before);
    }
    model.find_conflicts();
    follow_in_notes(model, before, is_new);
    let puzzle = model.play.board.puzzle();
    let mut text = describe(puzzle, &moves);
    if !forced.is_empty() {
        text = format!("{text} {}", words::played_for_you(puzzle, &forced));
    }
    reached(model, text);
}

/// Updates the notes after a [`Transition`], which makes, undoes or redoes turns. `before` is the number of turns
/// before the transition. If the transition makes a new turn (`is_new`), erases the notes that the turn rules out,
/// except at [`Assist::Nothing`].
fn follow_in_notes(model: &mut Model, before: usize, is_new: bool) {
    let Some(session) = &model.play.session else { return };
    let made = session.turn_count();
    if is_new && made == before + 1 && model.settings.assist > Assist::Nothing {
        let (board, guide) = (&model.play.board, session.guide());
        let puzzle = board.puzzle();
        let turn = session.turns().nth(before).into_iter().flat_map(|(moves, _)| moves);
        let placed = turn.filter_map(|made| if let Move::Place(variable) = made { Some(*variable) } else { None });
        let placed: Vec<Variable> = placed.collect();
        // A note that was ruled out before the turn is the player's mistake, which the turn must not hide.
        let is_over = |&(_, variable): &PlacedNote| {
            let cell = puzzle.cell(variable);
            let is_filled = placed.iter().any(|&new| puzzle.cell(new) == cell);
            let is_excluded = placed.iter().any(|&new| puzzle.excludes(new, variable));
            let is_full = match guide.refusal(variable) {
                Some(Refusal::Full(line)) => {
                    placed.iter().any(|&new| puzzle.rules().constraint(line).literal(new).is_some())
                }
                _ => false,
            };
            is_filled || is_excluded || is_full
        };
        let erased: Vec<PlacedNote> = model.play.annotations.all_notes().filter(is_over).collect();
        model.play.annotations.rub_out(erased, before);
    } else {
        model.play.annotations.follow(made);
    }
}

/// Shows the board at a new position, with the notice `text`. Drops the hint. From now on, undo no longer returns to
/// the previous game, which this game had replaced.
pub(super) fn reached(model: &mut Model, text: String) {
    model.say(text);
    model.screen.mode = Mode::Play;
    model.screen.hint = None;
    model.left = None;
}

/// Explains a variable that is ruled out or forced, and states the status of any other variable.
pub(super) fn explained(model: &mut Model, variable: Variable) -> Vec<Effect> {
    if model.tree().is_none() && model.guide().is_some_and(|guide| guide.marks().blocked.contains(&variable)) {
        return own_mark_explained(model, variable);
    }
    ask(model, <dyn Source>::explains_quickly, move |source, guide, budget| {
        let explanation = explain(source, guide, variable, budget)?;
        Ok(ModelChange::new(move |model| {
            if let Some(explanation) = explanation {
                model.screen.mode = arguing(Argument::Explanation(Box::new(explanation)));
                if !model.shows_reason(variable) {
                    use_help(model);
                }
                return;
            }
            model.screen.mode = Mode::Play;
            let Some(guide) = model.guide() else { return };
            let puzzle = model.play.board.puzzle();
            if guide.status(variable) == Status::Placed && !model.is_solved() && model.play.lesson.is_none() {
                model.screen.notice = Some(words::stands_in_peace(model, guide, variable));
                return;
            }
            let text = if model.is_guided() || guide.status(variable).stands() {
                sentences::status_sentence(puzzle, guide, variable)
            } else {
                words::nothing_rules_out(puzzle, variable)
            };
            model.say(text);
        }))
    })
}

/// Explains a variable that the player has blocked: says if the rules and the other marks rule it out too, and why.
fn own_mark_explained(model: &mut Model, variable: Variable) -> Vec<Effect> {
    let is_quick = |source: &(dyn Source + 'static)| source.is_quick() && source.explains_quickly();
    ask(model, is_quick, move |source, guide, budget| {
        let marks = guide.marks().without(&Marks::from_iter([Literal::negative(variable)]));
        let completions = source.completions(&marks, budget)?;
        let guide = Guide::of(source.puzzle(), marks, &completions, budget)?;
        let explanation = explain(source, &guide, variable, budget)?;
        Ok(ModelChange::new(move |model| {
            model.screen.mode = Mode::Play;
            match explanation {
                Some(explanation) => model.screen.mode = Mode::Why(Box::new(WhyScreen::of_own_mark(explanation))),
                None => {
                    let text = words::own_mark(model.play.board.puzzle(), &guide, variable);
                    model.say(text);
                }
            }
            use_help(model);
        }))
    })
}

fn arguing(argument: Argument) -> Mode {
    Mode::Why(Box::new(WhyScreen::new(argument)))
}

/// Gives the first part of a hint, or the next part of the hint shown: the move, then the reason.
pub(super) fn more_hint(model: &mut Model) -> Vec<Effect> {
    model.screen.notice = None;
    let is_guided = model.is_guided();
    let Some(given) = &mut model.screen.hint else {
        return ask(model, <dyn Source>::explains_quickly, move |source, guide, budget| {
            let hint = if is_guided { hint } else { deduced_hint }(source, guide, budget)?;
            Ok(ModelChange::new(|model| match hint {
                Some(hint) => {
                    let cursor = model.play.cursor;
                    model.screen.hint = Some(GivenHint { hint, grade: Grade::Look, cursor });
                    use_hint(model);
                }
                None => {
                    model.refuse("No hint: no move is left.");
                }
            }))
        });
    };
    let next = if given.grade == Grade::Look { Grade::Play } else { Grade::Why };
    if model.shows_reason_of_hint() {
        return hide_reason(model);
    }
    raise(model, next)
}

/// Puts the reason of the hint away, and leaves its move.
fn hide_reason(model: &mut Model) -> Vec<Effect> {
    model.screen.mode = Mode::Play;
    if let Some(given) = &mut model.screen.hint {
        given.grade = Grade::Play;
    }
    Vec::new()
}

/// Explains the hint, for a player who asks why without having moved the cursor since the hint. Returns `None` if there
/// is no such hint, or if its reason is no argument.
pub(super) fn why_hint(model: &mut Model) -> Option<Vec<Effect>> {
    let given = model.screen.hint.as_ref().filter(|given| given.cursor == model.play.cursor)?;
    let is_argued = matches!(given.hint, Hint::Forced { .. } | Hint::Deduced(_));
    is_argued.then(|| raise(model, Grade::Why))
}

/// Gives the hint up to the part `next`.
fn raise(model: &mut Model, next: Grade) -> Vec<Effect> {
    model.screen.notice = None;
    let Some(given) = &mut model.screen.hint else { return Vec::new() };
    if next > given.grade {
        given.grade = next;
    }
    // The reasons of forced and deduced hints are arguments, which have a screen of their own.
    let Some(given) = &model.screen.hint else { return Vec::new() };
    match (given.grade, &given.hint) {
        (Grade::Why, Hint::Forced { why, .. }) => {
            model.screen.mode = arguing(Argument::Explanation(why.clone()));
        }
        (Grade::Why, Hint::Deduced(deduction)) => {
            model.screen.mode = arguing(Argument::Deduction(deduction.clone()));
        }
        _ => {}
    }
    Vec::new()
}

/// Opens the screen of the remaining solutions.
pub(super) fn browse(model: &mut Model) -> Vec<Effect> {
    ask(model, <dyn Source>::is_quick, |source, guide, budget| {
        let solutions = source.numbered(guide.marks(), budget)?;
        Ok(ModelChange::new(|model| match solutions {
            None => {
                model.refuse("The solutions can't be numbered: there are too many.");
            }
            Some(solutions) => match BrowseScreen::new(model.play.board.puzzle(), solutions) {
                Some(screen) => {
                    model.screen.mode = Mode::Browse(Box::new(screen));
                    use_help(model);
                }
                None => {
                    model.refuse("No solution is left to show.");
                }
            },
        }))
    })
}

/// Opens the screen with the size of the diagram of the remaining solutions. The screen also shows the size after
/// placing the variable under the cursor.
pub(super) fn diagram(model: &mut Model) -> Vec<Effect> {
    let variable = model.play.board.only(model.play.cursor);
    ask(model, <dyn Source>::is_quick, move |source, guide, budget| {
        let screen = DiagramScreen::of(source, guide, variable, budget)?;
        Ok(ModelChange::new(|model| {
            let Some(mut screen) = screen else {
                model.refuse(format!(
                    "This {} has no diagram: it would be too large.",
                    model.board().puzzle().puzzle_noun()
                ));
                return;
            };
            if let Some(before) = model.screen.mode.diagram() {
                screen.go_on_from(before);
            }
            model.screen.mode = Mode::Diagram(Box::new(screen));
            use_help(model);
        }))
    })
}

/// Shows the conjunction of the rules in the order of the next [`Schedule`]; after the last schedule, shows the diagram
/// again.
pub(super) fn conjunction(model: &mut Model) -> Vec<Effect> {
    let Some(screen) = model.screen.mode.diagram() else { return Vec::new() };
    let mut others = Schedule::ALL.into_iter();
    if let Some(conjunction) = screen.conjunction() {
        others.find(|schedule| *schedule == conjunction.schedule);
    }
    let Some(schedule) = others.next() else {
        screen.look_at(None);
        return Vec::new();
    };
    let is_quick = |_: &dyn Source| false;
    ask(model, is_quick, move |source, guide, budget| {
        let conjunction = ConjunctionView::of(source, guide, schedule, budget)?;
        Ok(ModelChange::new(|model| {
            if let Some(screen) = model.screen.mode.diagram() {
                screen.look_at(conjunction);
            }
        }))
    })
}

/// Lists the player's turns in the solved puzzle, each with the easiest technique that justifies its move.
pub(super) fn solution_path(model: &mut Model) -> Vec<Effect> {
    if !model.is_solved() {
        return model.refuse(words::NOT_SOLVED);
    }
    if !matches!(model.screen.mode, Mode::Result(_)) {
        show_result(model);
    }
    let Mode::Result(screen) = &model.screen.mode else { return Vec::new() };
    let (puzzle, turns) = (Arc::clone(model.play.board.shared_puzzle()), screen.moves());
    ask(
        model,
        |_| false,
        move |_, guide, budget| {
            let techniques = techniques_of_turns(&*puzzle, &turns, guide.marks(), budget)?;
            Ok(ModelChange::new(move |model| {
                if let Mode::Result(screen) = &mut model.screen.mode {
                    screen.show_path(techniques, &model.play.board);
                }
            }))
        },
    )
}

/// The maximum number of elementary steps of the search for the technique of one turn.
const STEPS_PER_TURN: u64 = 20_000_000;

/// Returns the name of the technique of each turn, by which its first move followed from the position before the turn;
/// `None` for a turn that did not follow by a technique. `solved` are the marks of the solution.
///
/// A turn is judged only if its position and its move agree with the solution. From other positions, any move follows.
fn techniques_of_turns(
    puzzle: &dyn Playable,
    turns: &[Vec<Move>],
    solved: &Marks,
    budget: &mut Budget<'_>,
) -> Result<Vec<Option<&'static str>>, Interrupted> {
    let mut marks = Marks::default();
    let mut techniques = Vec::new();
    for turn in turns {
        let is_right = marks.placed.is_subset(&solved.placed) && marks.blocked.is_disjoint(&solved.placed);
        let made = turn.first().and_then(|made| match *made {
            Move::Place(variable) => Some(Literal::positive(variable)),
            Move::Block(variable) => Some(Literal::negative(variable)),
            _ => None,
        });
        let judged = made.filter(|made| is_right && solved.placed.contains(&made.variable) == made.value);
        techniques.push(match judged {
            Some(made) => match budget
                .limited(usize::MAX, STEPS_PER_TURN, |budget| technique_of_move(puzzle, &marks, made, budget))
            {
                Err(Interrupted::TooLong { .. }) => None,
                found => found?,
            },
            None => None,
        });
        turn.iter().for_each(|&made| result::make(&mut marks, made));
    }
    Ok(techniques)
}

/// Returns the name of the easiest technique by which `made` follows from `marks`; `None` if it does not follow, or is
/// visible without a technique.
fn technique_of_move(
    puzzle: &dyn Playable,
    marks: &Marks,
    made: Literal,
    budget: &mut Budget<'_>,
) -> Result<Option<&'static str>, Interrupted> {
    // The pattern that a hint names is easier to see than a refutation of each of its conclusions.
    if !made.value
        && let Some(easiest) = easiest(puzzle, &marks.clone().into(), budget)?
        && easiest.conclusions.contains(&made)
    {
        return Ok(Some(words::technique(puzzle, &easiest).name));
    }
    let steps = argument(puzzle, marks, made, budget)?;
    Ok(steps.and_then(|steps| words::technique_of_steps(puzzle, &steps, made.value)).map(|text| text.name))
}

/// Refuses an action because no puzzle is loaded.
pub(super) fn not_loaded(model: &mut Model) -> Vec<Effect> {
    model.refuse(words::not_loaded(model))
}
