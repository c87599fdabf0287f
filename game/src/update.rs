//! Changes of the model: [`Model::update`] takes a message and returns the effects.

mod certify;
mod help_used;
mod keep;
mod load;
mod moves;
mod pages;
mod tools;
mod tree;
mod work;

use puzzle_core::sentences::capital;
use puzzle_core::{BigUint, Count, Move, Variable};
use puzzle_kind::Cell;

use crate::action::{Action, Arrow};
use crate::annotations::NoteKind;
use crate::assist::Assist;
use crate::attempt::Solve;
use crate::job::Job;
use crate::menu::{MenuTarget, Page};
use crate::message::Message;
use crate::model::{GivenHint, Grade, Model, Ticket};
use crate::notice::{Notice, NoticeKind};
use crate::save::Save;
use crate::screen::{KeyContext, Mode};
use crate::screen_step::ScreenStep;
use crate::text_input::{InputPurpose, TextInput};
use crate::words;
use help_used::{begin_guide, ends_alone, show_result, use_help};
use keep::{Request, elapsed, keep, record_changes, restart};
use load::{load, loaded, next_puzzle, other_puzzle, to_puzzle};
use moves::{
    act_on, adopt, go_back, make, on_cell, play_forced, redo, repair, set_checkpoint, sweep, to_checkpoint, to_prompt,
    turn_over, undo,
};
use pages::{
    arrow, choose, choose_path, close_list, close_page, command, copy, copy_command, delete, list_choices, open,
    pasted, rename, renamed, select_at, set, technique, toggle,
};
use work::{answered, browse, cancel_work, conjunction, diagram, learn, more_hint, not_loaded, prepare, solution_path};

/// The maximum length of a typed name, value or number, in characters.
const LONGEST: usize = 24;
/// The maximum length of a typed command, and of any input with pasted text, in characters. A command may contain a
/// path.
const LONGEST_COMMAND: usize = 1000;

/// Work that the model requests from the face (user interface). The enum is exhaustive, so that a face handles every
/// effect.
///
/// ```
/// # use std::sync::Arc;
/// # use game::{Effect, Model, Series};
/// # use nqueens_guide::{Queens, Size};
/// # let queens = Arc::new(Queens::new(Size::new(6)?));
/// # let mut model = Model::new(Arc::new(Series::of(Vec::new())), 1, queens);
/// let effects = model.start();
/// let [Effect::Run(job)] = effects.as_slice() else { panic!("a game starts with a load") };
/// assert_eq!(model.loading().map(|loading| loading.ticket), Some(job.ticket()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Effect {
    /// Run this job without blocking the game, and send the resulting message to [`Model::update`]. Several jobs may
    /// run at once: a puzzle loads while another one is played.
    Run(Job),
    /// Cancel the job with this [`Ticket`]. The game ignores its later messages.
    Cancel(Ticket),
    /// Save this [`Assist`] level for the next game.
    Remember(Assist),
    /// Save this game in place of its previous [`Save`].
    Keep(Box<Save>),
    /// Add this [`Solve`] to the statistics.
    Record(Solve),
    /// Copy this text to the clipboard.
    Copy(String),
    /// Write a text to a file.
    Write {
        /// The name of the file, or its path.
        file: String,
        /// The text to write to the file.
        text: String,
        /// `true` if an existing file may be replaced.
        overwrites: bool,
    },
    /// Open the puzzle that this text contains or names, and answer by [`Message::Opened`] or [`Message::NotRead`].
    Read(String),
    /// Save this value of a [`Setting`](crate::Setting), and apply it if it concerns the face (user interface).
    Set {
        /// The name of the setting.
        name: &'static str,
        /// The new value of the setting.
        value: &'static str,
    },
    /// Save the setting of the clock for the next game: `true` if the clock is on.
    RememberClock(bool),
    /// Open the puzzle of a [`MenuTarget::Opens`](crate::MenuTarget::Opens) with this number, and answer by
    /// [`Message::Opened`], or by [`Message::Say`] if the puzzle can't be opened.
    Open(usize),
    /// Determine the choices of the menu again, and answer by [`Message::Choices`] if they may have changed.
    ListChoices,
    /// Delete the saved game with this name in [`MenuChoice::saved`](crate::MenuChoice::saved), and answer by
    /// [`Message::Say`]. [`Effect::Restore`] brings the game back.
    Delete(String),
    /// Rename the saved game with this name in [`MenuChoice::saved`](crate::MenuChoice::saved), and answer by
    /// [`Message::Say`].
    Rename {
        /// The name of the saved game, from [`MenuChoice::saved`](crate::MenuChoice::saved).
        saved: String,
        /// The new name of the saved game in lists; empty to list the game by the name of its puzzle.
        title: String,
    },
    /// Restore the saved game that was deleted last, and answer by [`Message::Say`].
    Restore,
    /// Report that the first puzzle failed to load, for this reason. There is no game to return to.
    Fail(String),
}

impl Model {
    /// Returns the effects that load the first puzzle.
    #[must_use]
    pub fn start(&mut self) -> Vec<Effect> {
        load(self, self.play.number)
    }

    /// Opens the menu, for a program that starts without a puzzle. Returns the effects that list its choices.
    pub fn start_with_menu(&mut self) -> Vec<Effect> {
        self.screen.mode = Mode::Page(Page::Menu(0));
        vec![Effect::ListChoices]
    }

    /// Applies a message and returns its effects, in the order in which to carry them out.
    #[must_use]
    pub fn update(&mut self, message: Message) -> Vec<Effect> {
        let passes = match message {
            Message::Elapsed(_) | Message::Leaving | Message::Progressed { .. } => true,
            // The answer of a background job refines the guide, which is not saved.
            Message::Answered { ticket, .. } => self.working() != Some(ticket),
            _ => false,
        };
        let asked = Request::of(self, &message);
        let mut effects = update(self, message);
        if !passes {
            effects.extend(record_changes(self, &asked));
            if let Some(lesson) = self.play.lesson.and_then(|lesson| lesson.accepted()) {
                effects.extend(to_prompt(self, lesson));
            }
        }
        effects.extend(prepare(self));
        effects.extend(learn(self));
        self.follow_cursor();
        effects
    }

    /// Goes to the prompt `number` of the lesson under way, counted from 1, with the position in which it starts.
    /// Without such a prompt, nothing changes.
    #[must_use]
    pub fn go_to_lesson_step(&mut self, number: usize) -> Vec<Effect> {
        let Some(lesson) = self.play.lesson.and_then(|lesson| lesson.at(number)) else { return Vec::new() };
        to_prompt(self, lesson)
    }

    /// Returns `true` if [`Action::Place`] would confirm a question or carry out a hint, wherever the cursor is.
    #[must_use]
    pub fn would_agree(&self) -> bool {
        self.question().is_some() || hinted_moves(self).is_some()
    }

    /// Returns `true` if [`Action::Place`] would show the move of the hint: the hint has only named the place to look
    /// at, and the cursor has not moved since.
    #[must_use]
    pub fn hint_goes_on(&self) -> bool {
        let is_look = |given: &GivenHint| given.grade == Grade::Look && given.cursor == self.play.cursor;
        matches!(self.screen.mode, Mode::Play) && self.screen.hint.as_ref().is_some_and(is_look)
    }

    /// Returns the action that waits for a confirmation by [`Action::Place`]; `None` if no question is open.
    #[must_use]
    pub fn question(&self) -> Option<Action> {
        match self.screen.notice.as_ref()?.kind {
            NoticeKind::Question(action) => Some(action),
            _ => None,
        }
    }

    /// Shows a [`Notice`]. Returns no effects.
    fn notify(&mut self, kind: NoticeKind, text: impl Into<String>) -> Vec<Effect> {
        self.screen.notice = Some(Notice::new(kind, text));
        Vec::new()
    }

    fn say(&mut self, text: impl Into<String>) -> Vec<Effect> {
        self.notify(NoticeKind::Done, text)
    }

    fn refuse(&mut self, text: impl Into<String>) -> Vec<Effect> {
        self.notify(NoticeKind::Refused, text)
    }

    /// Hides the [`Notice`]. Returns no effects.
    fn hush(&mut self) -> Vec<Effect> {
        self.screen.notice = None;
        Vec::new()
    }

    /// Moves the cursor to a cell of the grid, and ignores any other cell.
    fn point(&mut self, cell: Cell) {
        if self.play.board.contains(cell) {
            self.play.cursor = cell;
        }
    }
}

fn update(model: &mut Model, message: Message) -> Vec<Effect> {
    let is_of_player = !matches!(
        message,
        Message::Progressed { .. }
            | Message::Loaded { .. }
            | Message::Answered { .. }
            | Message::Elapsed(_)
            | Message::Opened(_)
            | Message::Choices(_)
            | Message::NotRead(_)
            | Message::Leaving
            | Message::Say { .. }
    );
    // After a value that needed no Enter, a further Enter must not act on the cell again.
    if is_of_player
        && let Some(cell) = model.screen.just_typed.take()
        && cell == model.play.cursor
        && matches!(message, Message::Act(Action::Place) | Message::Entered)
    {
        return Vec::new();
    }
    if model.is_over() && changes_board(model, &message) {
        return model.refuse(words::OVER);
    }
    // The board of a solved lesson stays. Enter is the key with which players go on.
    if model.has_lesson() && model.is_solved() && changes_board(model, &message) {
        return match message {
            Message::Act(Action::Place) if model.next_lesson().is_some() => act(model, Action::NextPuzzle),
            _ => model.refuse(words::LESSON_OVER),
        };
    }
    match message {
        Message::Act(action) => act(model, action),
        Message::ClickPlace(cell, value) => click(model, cell, value, InputPurpose::Place),
        Message::ClickBlock(cell, value) => click(model, cell, value, InputPurpose::Block),
        Message::Swept { from, to } if model.play.board.has_values() => tools::select_way(model, from, to),
        Message::Swept { from, to } => sweep(model, from, to),
        Message::Point(cell) => {
            model.point(cell);
            model.hush()
        }
        Message::Named(variable, purpose) => {
            model.point(model.play.board.puzzle().cell(variable));
            act_on(model, variable, purpose)
        }
        Message::Pasted(text) => pasted(model, &text),
        Message::Load(number) => to_puzzle(model, number),
        Message::Typed(letter) => typed(model, letter),
        Message::ValueTyped(letter) => tools::take_letter(model, letter),
        Message::Erased => {
            model.screen.notice = None;
            model.screen.typing.as_mut().and_then(|typing| typing.text.pop());
            Vec::new()
        }
        Message::Entered => enter(model),
        Message::Progressed { ticket, fraction } => {
            if let Some(loading) = model.pending.loading.as_mut().filter(|loading| loading.ticket == ticket) {
                loading.fraction = fraction.clamp(0.0, 1.0);
            }
            Vec::new()
        }
        Message::Loaded { ticket, result } => loaded(model, ticket, result),
        Message::Answered { ticket, answer, time } => {
            model.pending.job_time = time;
            answered(model, ticket, answer);
            Vec::new()
        }
        Message::Elapsed(time) => elapsed(model, time),
        Message::Opened(opened) => open(model, *opened),
        Message::Choices(choices) => list_choices(model, choices),
        Message::Choose(path) => choose_path(model, &path),
        Message::Set { name, value } => set(model, &name, &value),
        Message::NotRead(why) => {
            let text = words::not_read(model, why);
            model.refuse(text)
        }
        Message::Leaving => keep(model).into_iter().collect(),
        Message::Say { text, is_refusal: true } => model.refuse(text),
        Message::Say { text, is_refusal: false } => model.say(text),
    }
}

/// Returns `true` if a message may change the board or its notes, or hides the board. Undo, and the actions that begin
/// another attempt, are not among them.
fn changes_board(model: &Model, message: &Message) -> bool {
    let is_shown = matches!(model.screen.mode, Mode::Play | Mode::Result(_)) && model.screen.typing.is_none();
    let changes = match message {
        Message::ClickPlace(..) | Message::ClickBlock(..) | Message::ValueTyped(_) => true,
        Message::Swept { .. } => !model.play.board.has_values(),
        Message::Named(_, purpose) => !matches!(purpose, InputPurpose::Why),
        Message::Act(action) => matches!(
            action,
            Action::Place
                | Action::Value(_)
                | Action::Remove
                | Action::Block
                | Action::Notes
                | Action::CornerNotes
                | Action::Colour
                | Action::ToCheckpoint
                | Action::Pause
        ),
        _ => false,
    };
    changes && is_shown
}

fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    if matches!(model.screen.mode, Mode::Page(_)) && !is_for_pages(action) {
        // Actions on a covered board are ignored.
        return Vec::new();
    }
    // An action that reveals the only solution needs a confirmation; any other action drops the question.
    if let Some(spoiler) = model.question() {
        model.screen.notice = None;
        match (action, spoiler) {
            (Action::Place, Action::Assist(level)) => return switch_to(model, level),
            (Action::Place, Action::Browse) => return browse(model),
            (Action::Place, Action::Diagram) => return diagram(model),
            (Action::Cancel, _) => return Vec::new(),
            (Action::Place, action) => return act_confirmed(model, action),
            (action, asked) if action == asked => return act_confirmed(model, action),
            // The next level after the levels that would reveal the solution.
            (Action::NextAssist, Action::Assist(_)) => return switch_to(model, Assist::Nothing),
            _ => {}
        }
    }
    // The outcome of an earlier action says nothing about this one.
    model.screen.notice = None;
    if ends_alone(model, action) {
        return model.notify(NoticeKind::Question(action), words::ENDS_ALONE);
    }
    act_confirmed(model, action)
}

/// Carries out an action that needs no confirmation, or that the player has confirmed.
fn act_confirmed(model: &mut Model, action: Action) -> Vec<Effect> {
    // An action of the game closes the result.
    if matches!(model.screen.mode, Mode::Result(_)) && !is_for_results(action) {
        model.screen.mode = Mode::Play;
    }
    if let Some(effects) = tree::act(model, action) {
        return effects;
    }
    if let Some(lesson) = model.lesson_after(action) {
        return to_prompt(model, lesson);
    }
    if model.has_lesson() && model.pending.loading.is_none() {
        match (action, model.next_lesson().map(|lesson| &lesson.target)) {
            (Action::NextPuzzle, Some(&MenuTarget::Opens(number))) => return vec![Effect::Open(number)],
            (Action::NextPuzzle, _) => return model.refuse(words::LAST_STEP),
            (Action::PreviousPuzzle, _) => return model.refuse(words::FIRST_STEP),
            _ => {}
        }
    }
    match action {
        Action::Move(direction) if matches!(model.screen.mode, Mode::Page(_)) => return arrow(model, direction),
        Action::Move(direction) if chooses(model, direction) => choose_value(model, direction),
        // An arrow enters the value typed so far and moves on.
        Action::Move(direction) if model.screen.typing.as_ref().is_some_and(|typing| typing.purpose.takes_value()) => {
            let effects = enter(model);
            let notice = model.screen.notice.take();
            move_cursor(model, direction);
            model.screen.notice = notice;
            return effects;
        }
        Action::Move(_) if model.screen.typing.is_some() => {}
        Action::Move(direction) if model.screen.mode.key_context() == KeyContext::Diagram => {
            move_cursor(model, direction);
            return diagram(model);
        }
        Action::Move(direction) => move_cursor(model, direction),
        // The player has not moved since the hint, and wants more of it rather than a piece on this cell.
        Action::Place if model.hint_goes_on() => return more_hint(model),
        Action::Place => match hinted_moves(model) {
            Some(moves) => return make(model, moves),
            None if !matches!(model.screen.mode, Mode::Play) => return Vec::new(),
            None => {
                return on_cell(model, model.value_purpose());
            }
        },
        Action::Value(number) => return place_value(model, number),
        Action::Remove => return tools::remove_selected(model),
        Action::Block => return on_cell(model, InputPurpose::Block),
        Action::Undo => return undo(model),
        Action::SetCheckpoint => return set_checkpoint(model),
        Action::ToCheckpoint => return to_checkpoint(model),
        Action::Redo => return redo(model),
        Action::Clear if model.is_empty() => {
            return model.refuse(format!("The {} is already empty.", model.board().puzzle().board()));
        }
        // An attempt ends with its solution, so a cleared board begins another.
        Action::Clear if model.is_solved() => return restart(model),
        Action::Clear => return make(model, vec![Move::Clear]),
        Action::Restart => return restart(model),
        Action::NextPuzzle => return next_puzzle(model),
        Action::AnotherPuzzle => return other_puzzle(model, 1),
        Action::PreviousPuzzle => return other_puzzle(model, -1),
        Action::Counts | Action::Heat if !model.is_guided() => return model.refuse(words::NEEDS_GUIDE),
        Action::Counts => model.screen.counts_shown = !model.screen.counts_shown,
        Action::Heat => model.screen.heat_shown = !model.screen.heat_shown,
        Action::Why | Action::Browse | Action::Diagram if !matches!(model.screen.mode, Mode::Play) => {
            model.screen.mode = Mode::Play;
        }
        Action::Why => match work::why_hint(model) {
            Some(effects) => return effects,
            None => return on_cell(model, InputPurpose::Why),
        },
        Action::Browse | Action::Diagram if spoils(model) => return ask_first(model, action),
        Action::Browse => return browse(model),
        Action::Diagram => return diagram(model),
        Action::Conjunction => return conjunction(model),
        Action::Hint => return more_hint(model),
        // Each guided level reveals the only solution, so that the level after one of them is no help.
        Action::NextAssist if model.has_one_solution() && model.is_guided() => {
            return switch_to(model, Assist::Nothing);
        }
        Action::NextAssist => return assist(model, model.settings.assist.next()),
        Action::NextGuided => return assist(model, model.settings.assist.next_guided()),
        Action::Assist(level) => return assist(model, level),
        Action::Letters => return tools::switch_letters(model),
        Action::Select(direction) => return tools::select(model, direction),
        Action::Colour => return tools::colour(model),
        Action::Notes => return tools::switch_notes(model, NoteKind::Centre),
        Action::CornerNotes => return tools::switch_notes(model, NoteKind::Corner),
        Action::Marking => {
            let by_game = !model.preferences.marks_excluded_on(&model.play.board);
            model.preferences.marks_excluded = Some(by_game);
            return model.say(match by_game {
                true => "Automatic marks on.",
                false => "Automatic marks off: mark by hand.",
            });
        }
        Action::Clashes => {
            let always = !model.preferences.clashes_always;
            model.preferences.clashes_always = always;
            return model.say(match always {
                true => "Clashes are shown at every help level.",
                false => "Clashes are shown at every help level but off.",
            });
        }
        Action::Verify => {
            match model.guide() {
                None => return not_loaded(model),
                Some(guide) if *guide.total() == Count::UNKNOWN => return model.refuse(words::NOT_VERIFIED),
                Some(guide) if guide.is_completable() => model.say("Yes, it is still solvable."),
                Some(_) => model.refuse("No solution from here. Press b to go back to a solvable position."),
            };
            use_help(model);
        }
        Action::Certify => return certify::certify(model),
        Action::BackToSolvable => return go_back(model),
        Action::Step(step) => take_step(model, step),
        Action::Fold => {
            if let Mode::Why(screen) = &mut model.screen.mode {
                screen.fold();
            }
        }
        Action::Repair => return repair(model),
        Action::Adopt => return adopt(model),
        Action::Replay if !model.is_solved() => return model.refuse(words::NOT_SOLVED),
        Action::Replay => {
            show_result(model);
            if let Mode::Result(screen) = &mut model.screen.mode {
                screen.rewind(&model.play.board);
            }
            return model.hush();
        }
        Action::Path => return solution_path(model),
        Action::Technique => return technique(model),
        Action::Rules => return toggle(model, Page::Rules(0)),
        Action::Open => model.screen.typing = Some(TextInput::new(InputPurpose::Open)),
        Action::Go => model.screen.typing = Some(TextInput::new(InputPurpose::Go)),
        Action::Cancel => return cancel(model),
        Action::Pause => return toggle(model, Page::Paused),
        Action::Settings if model.options.is_empty() => return model.refuse(words::NO_SETTINGS),
        Action::Settings => return toggle(model, Page::Settings(0)),
        Action::Statistics => return toggle(model, Page::Statistics),
        Action::Found => match model.found_page(&words::category(model)) {
            Some(page) => return toggle(model, page),
            None => return model.refuse(words::NOTHING_FOUND),
        },
        Action::Menu => return toggle(model, Page::Menu(0)),
        Action::Clock => {
            let has_clock = !model.settings.has_clock;
            model.settings.has_clock = has_clock;
            let is_setting = model.options.iter().any(|setting| setting.name == "clock");
            let effects = match is_setting {
                true => set(model, "clock", if has_clock { "on" } else { "off" }),
                false => vec![Effect::RememberClock(has_clock)],
            };
            model.say(if has_clock { "Clock on." } else { "Clock off: the time is not measured." });
            return effects;
        }
        Action::Copy if matches!(model.screen.mode, Mode::Play | Mode::Result(_) | Mode::Page(_)) => {
            return copy(model);
        }
        Action::Copy | Action::CopyCommand => return copy_command(model),
        Action::Command => model.screen.typing = Some(TextInput::new(InputPurpose::Command)),
        Action::Delete => return delete(model),
        Action::Rename => return rename(model),
        Action::Restore if matches!(model.screen.mode, Mode::Page(Page::Menu(_))) => {
            return vec![Effect::Restore, Effect::ListChoices];
        }
        Action::Restore => return model.refuse("Open the saved games in the menu to restore a deleted game."),
        Action::Choose => {
            if let Mode::Page(Page::Menu(selected) | Page::Settings(selected)) = model.screen.mode {
                return choose(model, selected);
            }
        }
        Action::ChooseAt(number) => return choose(model, number),
        Action::SelectAt(number) => select_at(model, number),
        Action::Search | Action::FoldAt(_) | Action::Cheapest | Action::SaveList => {}
    }
    Vec::new()
}

/// Returns `true` if an action is enabled while a [`Page`] covers the board.
fn is_for_pages(action: Action) -> bool {
    matches!(
        action,
        Action::Move(_)
            | Action::Cancel
            | Action::Pause
            | Action::Settings
            | Action::Statistics
            | Action::Found
            | Action::Technique
            | Action::Rules
            | Action::Menu
            | Action::Open
            | Action::Delete
            | Action::Rename
            | Action::Restore
            | Action::Choose
            | Action::ChooseAt(_)
            | Action::SelectAt(_)
    )
}

/// Returns `true` if the [`ResultScreen`](crate::ResultScreen) stays open after `action`.
fn is_for_results(action: Action) -> bool {
    let is_switch = matches!(
        action,
        Action::Assist(_)
            | Action::NextAssist
            | Action::NextGuided
            | Action::Clock
            | Action::Clashes
            | Action::Marking
            | Action::Hint
            | Action::Verify
            | Action::BackToSolvable
    );
    // A step back closes the replay before it closes the result.
    is_switch || matches!(action, Action::Step(_) | Action::Path | Action::Copy | Action::CopyCommand | Action::Cancel)
}

/// Returns the moves of the hint if the player has seen them; `None` otherwise.
fn hinted_moves(model: &Model) -> Option<Vec<Move>> {
    let given = model.screen.hint.as_ref().filter(|given| given.grade > Grade::Look)?;
    Some(given.hint.moves())
}

/// Goes one step back: cancels or closes the first of the following that is active: typing, a job, a screen in place of
/// the game, a load, the hint. If none of these is active, opens the menu.
fn cancel(model: &mut Model) -> Vec<Effect> {
    if model.screen.typing.take().is_some() {
        return Vec::new();
    }
    if matches!(model.screen.mode, Mode::Play) && !std::mem::take(&mut model.screen.selected).is_empty() {
        return Vec::new();
    }
    if model.pending.working.is_some() {
        model.refuse(words::CANCELLED);
        return cancel_work(model);
    }
    if close_list(model) {
        return Vec::new();
    }
    if let Mode::Result(screen) = &mut model.screen.mode
        && screen.show_result()
    {
        return Vec::new();
    }
    if matches!(model.screen.mode, Mode::Page(_)) {
        return close_page(model);
    }
    if !matches!(model.screen.mode, Mode::Play) {
        model.screen.mode = Mode::Play;
        return Vec::new();
    }
    if let Some(loading) = model.pending.loading.take() {
        model.pending.opening = None;
        model.refuse(words::load_cancelled(model, loading.number));
        return vec![Effect::Cancel(loading.ticket)];
    }
    if model.screen.hint.take().is_some() {
        return Vec::new();
    }
    if model.types_letters() {
        return tools::switch_letters(model);
    }
    toggle(model, Page::Menu(0))
}

fn move_cursor(model: &mut Model, direction: Arrow) {
    let Cell { row, column } = model.play.cursor;
    let moved = match direction {
        Arrow::Left => Cell { row, column: column.wrapping_sub(1) },
        Arrow::Down => Cell { row: row + 1, column },
        Arrow::Up => Cell { row: row.wrapping_sub(1), column },
        Arrow::Right => Cell { row, column: column + 1 },
    };
    model.screen.selected.clear();
    model.point(moved);
    model.screen.notice = None;
}

/// Acts for `purpose` on the value clicked, or on the only variable of the cell. On the screen of an argument or a
/// clash, explains this variable instead. A click beside the values of a cell only moves the cursor there, or asks for
/// the value to explain.
fn click(model: &mut Model, cell: Cell, value: Option<Variable>, purpose: InputPurpose) -> Vec<Effect> {
    if !model.play.board.contains(cell)
        || model.screen.mode.tells_solutions()
        || matches!(model.screen.mode, Mode::Page(_))
    {
        return Vec::new();
    }
    model.play.cursor = cell;
    model.screen.selected.clear();
    if matches!(model.screen.mode, Mode::Result(_)) {
        model.screen.mode = Mode::Play;
    }
    let purpose = if matches!(model.screen.mode, Mode::Play) { purpose } else { InputPurpose::Why };
    match (value.or_else(|| model.play.board.only(cell)), purpose) {
        (Some(variable), InputPurpose::Place) if value.is_some() && model.screen.noting.is_some() => {
            act_on(model, variable, model.value_purpose())
        }
        (Some(variable), InputPurpose::Place) if value.is_none() && model.rules_out_first() => {
            turn_over(model, variable)
        }
        (Some(variable), _) => act_on(model, variable, purpose),
        (None, InputPurpose::Why) => on_cell(model, purpose),
        (None, _) => model.hush(),
    }
}

/// Places or notes the value with `number`, counted from 1, in the cell under the cursor.
fn place_value(model: &mut Model, number: u8) -> Vec<Effect> {
    if model.guide().is_none() {
        return not_loaded(model);
    }
    let purpose = model.value_purpose();
    let text = number.to_string();
    let (meant, is_exact) = model.play.board.matching_values(model.play.cursor, &text);
    match (meant.as_slice(), is_exact) {
        ([], _) => model.refuse(words::no_such_value(model, model.play.cursor, &text)),
        (&[only], true) => {
            model.screen.just_typed = Some(model.play.cursor);
            tools::act_on_selected(model, only, purpose)
        }
        // A longer value may begin with the same digit.
        _ => {
            model.screen.typing = Some(TextInput { text, ..TextInput::new(purpose) });
            model.hush()
        }
    }
}

/// Returns `true` if an arrow selects a value: up or down at the prompt for a value, before the player types.
fn chooses(model: &Model, direction: Arrow) -> bool {
    let is_vertical = matches!(direction, Arrow::Up | Arrow::Down);
    let is_free = |typing: &TextInput| typing.purpose.takes_value() && (typing.text.is_empty() || typing.is_chosen);
    is_vertical && model.screen.typing.as_ref().is_some_and(is_free)
}

/// Puts the next or the previous value of the cell under the cursor into the prompt.
fn choose_value(model: &mut Model, direction: Arrow) {
    let board = &model.play.board;
    let symbol = |&variable: &Variable| board.puzzle().symbol(variable).to_string();
    let symbols: Vec<String> = board.variables(model.play.cursor).iter().map(symbol).collect();
    let Some(typing) = model.screen.typing.as_mut().filter(|_| !symbols.is_empty()) else { return };
    let at = symbols.iter().position(|symbol| *symbol == typing.text);
    let next = match (direction, at) {
        (Arrow::Down, at) => at.unwrap_or(0).checked_sub(1).unwrap_or(symbols.len() - 1),
        (_, None) => 0,
        (_, Some(at)) => (at + 1) % symbols.len(),
    };
    (typing.text, typing.is_chosen) = (symbols[next].clone(), true);
}

/// Appends a typed character. Enters the value once it is complete, which is when no other value starts with the typed
/// text.
fn typed(model: &mut Model, letter: char) -> Vec<Effect> {
    let Some(typing) = &mut model.screen.typing else { return Vec::new() };
    model.screen.notice = None;
    if std::mem::take(&mut typing.is_chosen) {
        typing.text.clear();
    }
    let is_command = typing.purpose.is_free_text();
    if typing.text.chars().count() >= if is_command { LONGEST_COMMAND } else { LONGEST } {
        return Vec::new();
    }
    let is_search = typing.purpose == InputPurpose::Search;
    let is_fit = if is_command { !letter.is_control() } else { letter.is_ascii_alphanumeric() };
    typing.text.extend(is_fit.then_some(letter));
    if is_search {
        model.restart_suggestions();
    }
    if is_command || model.screen.typing.as_ref().is_some_and(|typing| typing.purpose == InputPurpose::Go) {
        return Vec::new();
    }
    let Some(typing) = &model.screen.typing else { return Vec::new() };
    match model.play.board.matching_values(model.play.cursor, &typing.text) {
        (meant, true) if meant.len() == 1 => {
            let effects = enter(model);
            model.screen.just_typed = Some(model.play.cursor);
            effects
        }
        _ => Vec::new(),
    }
}

/// Returns `true` if a [guided](Assist::is_guided) level would reveal the only solution.
fn spoils(model: &Model) -> bool {
    model.has_one_solution() && !model.is_guided() && !model.is_solved()
}

/// Switches to an [`Assist`] level. Asks the player first if the level reveals the only solution.
fn assist(model: &mut Model, level: Assist) -> Vec<Effect> {
    if level.is_guided() && spoils(model) {
        return ask_first(model, Action::Assist(level));
    }
    switch_to(model, level)
}

/// Asks the player to confirm an action that reveals the only solution.
fn ask_first(model: &mut Model, action: Action) -> Vec<Effect> {
    model.notify(NoticeKind::Question(action), words::reveals(action))
}

fn switch_to(model: &mut Model, level: Assist) -> Vec<Effect> {
    let puzzle = model.board().puzzle();
    let shows = words::assist(puzzle, level);
    model.say(format!("{}. {}.", capital(&words::level(puzzle, level)), capital(&shows)));
    model.set_assist(level);
    if level.is_guided() && model.guide_helps() {
        begin_guide(model);
    }
    // The hint may reveal more, or less, than the new level.
    model.screen.hint = None;
    let text = model.notice().map_or_else(String::new, |notice| notice.text.clone());
    let mut effects = if level == Assist::Forced { play_forced(model, &text) } else { Vec::new() };
    // A level that reveals the only solution of this puzzle is not saved for the next game, and neither is a level that
    // would play the next board by itself, nor a level that a lesson asks for.
    if level != Assist::Forced && !model.has_lesson() && !(model.has_one_solution() && level.is_guided()) {
        effects.push(Effect::Remember(level));
    }
    effects
}

fn take_step(model: &mut Model, step: ScreenStep) {
    model.screen.notice = None;
    model.screen.mode.step(step, &model.play.board, &mut model.sampler);
}

fn enter(model: &mut Model) -> Vec<Effect> {
    let typing = model.screen.typing.take();
    if let Some(TextInput { purpose: InputPurpose::Rename, text, .. }) = typing {
        return renamed(model, text);
    }
    let typing = typing.filter(|typing| !typing.text.is_empty());
    let Some(TextInput { purpose, text, .. }) = typing else { return Vec::new() };
    if purpose == InputPurpose::Command {
        return command(model, &text);
    }
    if purpose == InputPurpose::Open {
        // The prompt stays, so that a text that is no puzzle can be mended.
        model.screen.typing = Some(TextInput { text: text.clone(), ..TextInput::new(purpose) });
        return pages::read(model, text);
    }
    if purpose == InputPurpose::SaveList {
        return tree::save_list(model, text.trim());
    }
    if purpose == InputPurpose::Search {
        return match model.suggested_line(&text) {
            Some(line) => {
                model.select_line(line);
                model.hush()
            }
            None => model.refuse(words::NO_MATCH),
        };
    }
    if purpose != InputPurpose::Go {
        return match model.play.board.matching_values(model.play.cursor, &text) {
            (meant, true) => {
                let value = meant[0];
                tools::act_on_selected(model, value, purpose)
            }
            _ => model.refuse(words::no_such_value(model, model.play.cursor, &text)),
        };
    }
    if let Mode::Browse(screen) = &mut model.screen.mode {
        let is_there = text.parse::<BigUint>().is_ok_and(|number| screen.go_to(&number));
        let refusal = (!is_there).then(|| words::no_such_solution(&text, screen.total()));
        return match refusal {
            Some(refusal) => model.refuse(refusal),
            None => model.hush(),
        };
    }
    match model.play.board.puzzle().cell_named(&text) {
        Err(reason) => model.refuse(reason.to_string()),
        Ok(cell) => {
            model.screen.selected.clear();
            model.play.cursor = cell;
            model.hush()
        }
    }
}
