//! The commands of the dialogue: converts a typed line to messages for the game.

use puzzle_core::Variable;
use puzzle_core::sentences::{capital, with_article};
use puzzle_kind::Cell;

use super::ask::{Ask, CommandMeaning, ShownScreen};
use crate::action::{Action, Arrow};
use crate::assist::Assist;
use crate::board::GameBoard;
use crate::keys::{COMMANDS, Command, SpokenForm};
use crate::menu::{MenuTarget, Page};
use crate::message::Message;
use crate::model::Model;
use crate::screen::Mode;
use crate::screen_step::ScreenStep;
use crate::text_input::InputPurpose;
use crate::words;

/// The meaning of a typed line: the request to answer, and the [`Message`]s for the game.
pub(super) struct Interpretation {
    pub(super) ask: Ask,
    pub(super) messages: Vec<Message>,
    /// `true` if the line is about the screen shown (the argument, the solution or the menu), so that the screen stays
    /// open.
    pub(super) is_within: bool,
    /// `true` if the line confirms the game's question or hint.
    pub(super) agrees: bool,
}

impl Interpretation {
    fn asked(ask: Ask) -> Interpretation {
        Interpretation::new(ask, Vec::new())
    }

    fn act(ask: Ask, action: Action) -> Interpretation {
        Interpretation::new(ask, vec![Message::Act(action)])
    }

    fn new(ask: Ask, messages: Vec<Message>) -> Interpretation {
        Interpretation { ask, messages, is_within: false, agrees: false }
    }

    fn within(self) -> Interpretation {
        Interpretation { is_within: true, ..self }
    }

    fn misheard(why: impl Into<String>) -> Interpretation {
        Interpretation::asked(Ask::Misheard(why.into()))
    }
}

/// Returns the help: a line for each of the [`COMMANDS`] that has a [`SpokenForm`] for the game.
pub(super) fn help(model: &Model) -> impl Iterator<Item = String> {
    let mut said: Vec<SpokenForm> =
        COMMANDS.iter().filter_map(|entry| entry.said).filter(|said| said.applies.to(model)).collect();
    said.sort_by_key(|said| said.line);
    said.into_iter().map(|SpokenForm { words, operand, description, .. }| {
        let operand = if operand.is_empty() { String::new() } else { format!(" {operand}") };
        format!("{}{operand}: {description}.", words.replace(' ', ", "))
    })
}

pub(super) fn interpret(model: &Model, line: &str) -> Interpretation {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()));
    if first.is_empty() {
        return if model.would_agree() { agreed() } else { Interpretation::misheard("Type help for the commands.") };
    }
    // Where digits are the keys of the help levels, they are their commands, too.
    if line.len() == 1
        && !model.board().has_values()
        && model.tree().is_none()
        && model.board().puzzle().named(line).is_err()
        && let Some(level) = line.parse().ok().and_then(Assist::of_level)
    {
        return Interpretation::act(Ask::Event, Action::Assist(level));
    }
    // A single letter is a key, whose case matters.
    let is_word = |word: &str| word == first || word.len() > 2 && word.eq_ignore_ascii_case(first);
    let entry = COMMANDS.iter().find_map(|entry| {
        let said = entry.said.filter(|said| said.words.split(' ').any(is_word))?;
        Some((entry.command, said))
    });
    let Some((command, SpokenForm { operand, meaning, .. })) = entry else {
        return named(model, line, InputPurpose::Place);
    };
    let is_of_cursor = matches!(meaning, CommandMeaning::Names(_)) && model.board().only(model.cursor()).is_some();
    let is_optional = operand.is_empty() || operand.starts_with('[');
    if operand.is_empty() && !rest.is_empty() {
        return Interpretation::misheard(format!("Not done: expected {first} alone, found {rest:?} after it."));
    }
    if rest.is_empty() && !is_optional && !is_of_cursor {
        return Interpretation::misheard(format!("Expected {first} {operand}."));
    }
    interpret_command(model, command, meaning, rest)
}

/// The answer to a command about a solution while no solution is shown.
const NO_SOLUTION: &str = "No solution is shown. Type solution to see one.";

fn interpret_command(model: &Model, command: Option<Command>, meaning: CommandMeaning, rest: &str) -> Interpretation {
    let is_leafing = matches!(model.mode(), Mode::Browse(_));
    let action = if let Some(Command::Game(action)) = command { Some(action) } else { None };
    match meaning {
        CommandMeaning::Within(ShownScreen::Solution, _) if !is_leafing => Interpretation::misheard(NO_SOLUTION),
        CommandMeaning::Within(ShownScreen::Argument, _) if !matches!(model.mode(), Mode::Why(_) | Mode::Clash(_)) => {
            Interpretation::misheard("Type why and a name first. Then repair removes the marks that the answer blames.")
        }
        // In the menu, the key of undo restores a deleted game, as the menu says.
        CommandMeaning::Act(_) if action == Some(Action::Undo) && matches!(model.mode(), Mode::Page(Page::Menu(_))) => {
            Interpretation::act(Ask::Event, Action::Restore).within()
        }
        CommandMeaning::Act(_) if is_leafing && action == Some(Action::NextPuzzle) => step(ScreenStep::Next),
        CommandMeaning::Act(_) if is_leafing && action == Some(Action::PreviousPuzzle) => step(ScreenStep::Previous),
        CommandMeaning::Act(ask) => Interpretation::new(ask(), action.map(Message::Act).into_iter().collect()),
        CommandMeaning::Within(_, ask) => {
            Interpretation::new(ask(), action.map(Message::Act).into_iter().collect()).within()
        }
        CommandMeaning::Asks(ask) => Interpretation::asked(ask()),
        // Cells without values have no notes; the player blocks them instead.
        CommandMeaning::Names(InputPurpose::Note | InputPurpose::CornerNote) if !model.board().has_values() => {
            Interpretation::misheard("This puzzle has no values to note. Type x and a name to rule out a cell.")
        }
        CommandMeaning::Names(purpose) => named(model, rest, purpose),
        CommandMeaning::Looks if rest.is_empty() => Interpretation::asked(Ask::Look),
        CommandMeaning::Looks => match model.board().puzzle().cell_named(rest) {
            Ok(cell) => Interpretation::new(Ask::Look, vec![Message::Point(cell)]),
            Err(why) => Interpretation::misheard(sentence(&why.to_string())),
        },
        CommandMeaning::Row => row(model, rest),
        CommandMeaning::Column => column(model, rest),
        CommandMeaning::Region => region(model, rest),
        CommandMeaning::Levels => match rest.parse().ok().and_then(Assist::of_level) {
            Some(level) => Interpretation::act(Ask::Event, Action::Assist(level)),
            None => Interpretation::misheard(format!("There is no level {rest:?}: expected a number from 0 to 4.")),
        },
        CommandMeaning::Leafs => {
            let begin = (!is_leafing).then_some(Message::Act(Action::Browse));
            let go = if rest.is_empty() { Vec::new() } else { typed(Action::Go, rest) };
            let entry = Interpretation::new(Ask::Solution, begin.into_iter().chain(go).collect());
            if is_leafing { entry.within() } else { entry }
        }
        CommandMeaning::Chooses => match rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            Some(number) if opens_text(model, number) => {
                Interpretation::misheard("Type load and an ID, a link, or a puzzle in one line.")
            }
            Some(number) if number < model.listed_choices().len() => {
                let menu = (!matches!(model.mode(), Mode::Page(_))).then_some(Message::Act(Action::Menu));
                let choose = Message::Act(Action::ChooseAt(number));
                Interpretation::new(Ask::Choice, menu.into_iter().chain([choose]).collect()).within()
            }
            _ => Interpretation::misheard(format!("The menu has no choice {rest:?}. Type menu to list the choices.")),
        },
        CommandMeaning::Keeps => kept(model, action, rest),
        CommandMeaning::Writes { overwrites } => {
            let name = if overwrites { "w!" } else { "w" };
            Interpretation::new(Ask::Event, typed(Action::Command, &format!("{name} {rest}")))
        }
        CommandMeaning::Options | CommandMeaning::Finds | CommandMeaning::Lists if model.tree().is_none() => {
            Interpretation::misheard("This command is only for configurators: the puzzle has no tree of options.")
        }
        CommandMeaning::Options => options(model, rest),
        CommandMeaning::Finds => match model.tree().map(|tree| tree.matching(rest)).unwrap_or_default() {
            none if none.is_empty() => Interpretation::misheard(words::NO_MATCH),
            found => Interpretation::asked(Ask::Options(found)),
        },
        CommandMeaning::Lists => Interpretation::new(Ask::Event, typed(Action::SaveList, rest)),
        CommandMeaning::Loads => Interpretation::new(Ask::Event, vec![Message::Pasted(rest.to_owned())]),
        CommandMeaning::Sets => match rest.split_once(char::is_whitespace) {
            Some((name, value)) => {
                let (name, value) = (name.to_owned(), value.trim().to_owned());
                Interpretation::new(Ask::Event, vec![Message::Set { name, value }])
            }
            None => Interpretation::misheard("Expected set NAME VALUE. Type settings to list the names."),
        },
        CommandMeaning::Agrees if !model.would_agree() => Interpretation::misheard("There is nothing to confirm."),
        CommandMeaning::Agrees => agreed(),
    }
}

/// Describes the group `name` and its options. If `name` is empty, describes the top of the tree: its roots, or the
/// parts of its only root.
fn options(model: &Model, name: &str) -> Interpretation {
    let Some(tree) = model.tree() else { return Interpretation::misheard(words::NO_MATCH) };
    let lines = tree.lines();
    let of = |depth: usize, range: std::ops::Range<usize>| range.filter(move |&line| lines[line].depth == depth);
    if name.is_empty() {
        // If the tree has a single root, its parts are listed instead, since the root alone tells little.
        let depth = usize::from(of(0, 0..lines.len()).count() == 1);
        return Interpretation::asked(Ask::Options(of(depth, 0..lines.len()).collect()));
    }
    let group = tree.matching(name).into_iter().find(|&line| !tree.parts(line).is_empty());
    match group {
        Some(line) => {
            let parts = of(lines[line].depth + 1, tree.parts(line));
            Interpretation::asked(Ask::Options([line].into_iter().chain(parts).collect()))
        }
        None => Interpretation::misheard(format!("There is no group {name:?}. Type tree to list the groups.")),
    }
}

/// Returns the messages that select a saved game, perform `action` on it, and type a text. `rest` is the number of the
/// game in the list shown, followed by the text.
fn kept(model: &Model, action: Option<Action>, rest: &str) -> Interpretation {
    let (number, text) = rest.split_once(' ').unwrap_or((rest, ""));
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let choices = model.listed_choices();
    let index = index.filter(|&index| choices.get(index).is_some_and(|choice| choice.saved.is_some()));
    let (Some(index), &Mode::Page(Page::Menu(selected)), Some(action)) = (index, model.mode(), action) else {
        let how =
            "Type menu, then the number of the entry for saved games, then the command with the number of a game.";
        return Interpretation::misheard(format!("There is no saved game {number:?} in the list shown. {how}"));
    };
    let downs = (index + choices.len() - selected) % choices.len();
    let select = (0..downs).map(|_| Message::Act(Action::Move(Arrow::Down)));
    let typing = if action == Action::Rename { typed(action, text) } else { vec![Message::Act(action)] };
    Interpretation::new(Ask::Event, select.chain(typing).collect()).within()
}

/// Returns `true` if the menu's choice at this index opens a prompt for the text of a puzzle. Instead of this prompt,
/// the dialogue has a command with the text as its operand.
fn opens_text(model: &Model, number: usize) -> bool {
    let choice = model.listed_choices().get(number);
    choice.is_some_and(|choice| matches!(choice.target, MenuTarget::Acts(Action::Open)))
}

fn agreed() -> Interpretation {
    Interpretation { agrees: true, ..Interpretation::act(Ask::Agreed, Action::Place) }
}

fn step(to: ScreenStep) -> Interpretation {
    Interpretation::act(Ask::Solution, Action::Step(to)).within()
}

/// Returns the messages that open a text input and enter `text`.
fn typed(action: Action, text: &str) -> Vec<Message> {
    [Message::Act(action)].into_iter().chain(text.chars().map(Message::Typed)).chain([Message::Entered]).collect()
}

/// Acts on the variables named in `text`, or on the only variable of the cell under the cursor.
fn named(model: &Model, text: &str, purpose: InputPurpose) -> Interpretation {
    let board = model.board();
    let found =
        if text.is_empty() { Ok(board.only(model.cursor()).into_iter().collect()) } else { variables(board, text) };
    let variables: Vec<Variable> = match (found, board.puzzle().cell_named(text)) {
        (Ok(variables), _) => variables,
        // The name alone of a cell with several values is a request to describe the cell.
        (Err(_), Ok(cell)) if purpose == InputPurpose::Place && board.has_values() => {
            return Interpretation::new(Ask::Look, vec![Message::Point(cell)]);
        }
        (Err(why), _) => return Interpretation::misheard(why),
    };
    let last = variables.last().map(|&variable| board.puzzle().cell(variable));
    let ask = match (purpose, last) {
        (InputPurpose::Why, _) => Ask::Why,
        (InputPurpose::Note | InputPurpose::CornerNote, Some(cell)) => Ask::Noted(cell),
        _ => Ask::Event,
    };
    // Only one variable is explained at a time.
    let number = if purpose == InputPurpose::Why { 1 } else { usize::MAX };
    Interpretation::new(
        ask,
        variables.into_iter().take(number).map(|variable| Message::Named(variable, purpose)).collect(),
    )
}

/// Parses names of variables, separated by blanks or commas. A blank may also separate a cell from its value, such as
/// `r4c7 5`.
fn variables(board: &GameBoard, text: &str) -> Result<Vec<Variable>, String> {
    let puzzle = board.puzzle();
    let parts: Vec<&str> = text.split([' ', ',', '\t']).filter(|part| !part.is_empty()).collect();
    let known = puzzle.named(text).ok().or_else(|| match parts.as_slice() {
        [cell, value] if board.has_values() => puzzle.named(&format!("{cell}={value}")).ok(),
        _ => None,
    });
    if let Some(variable) = known {
        return Ok(vec![variable]);
    }
    let one = |part: &&str| puzzle.named(part).map_err(|_| unknown(board, part));
    parts.iter().map(one).collect()
}

/// Returns the error message for `text`, which is not the name of a variable.
fn unknown(board: &GameBoard, text: &str) -> String {
    let puzzle = board.puzzle();
    let example = puzzle.name(Variable::new(0));
    if board.has_values() && puzzle.cell_named(text).is_ok() {
        return format!("Expected a cell with its value, such as {example}, found {text}.");
    }
    let spot = with_article(puzzle.cell_noun());
    format!("{text:?} is neither a command nor {spot}: expected a name such as {example}, or help.")
}

fn row(model: &Model, label: &str) -> Interpretation {
    let board = model.board();
    let labels = (0..board.rows()).map(|row| board.puzzle().row_label(row)).collect();
    match labelled("row", label, model.cursor().row, labels) {
        Ok(row) => cells((0..board.columns()).map(|column| Cell { row, column })),
        Err(why) => Interpretation::misheard(why),
    }
}

fn column(model: &Model, label: &str) -> Interpretation {
    let board = model.board();
    let labels = (0..board.columns()).map(|column| board.puzzle().column_label(column)).collect();
    match labelled("column", label, model.cursor().column, labels) {
        Ok(column) => cells((0..board.rows()).map(|row| Cell { row, column })),
        Err(why) => Interpretation::misheard(why),
    }
}

fn region(model: &Model, letter: &str) -> Interpretation {
    let (board, puzzle) = (model.board(), model.board().puzzle());
    let name = |cell: Cell| puzzle.region(cell).and_then(|region| puzzle.region_letter(region));
    let has_names = board.has_named_regions();
    let Some(wanted) = letter.chars().next().or_else(|| name(model.cursor())).filter(|_| has_names) else {
        return Interpretation::misheard(format!("This {} has no regions with names.", puzzle.puzzle_noun()));
    };
    let all = || (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| Cell { row, column }));
    // If no region has exactly this letter, upper and lower case are treated alike.
    let is_exact = all().any(|cell| name(cell) == Some(wanted));
    let is_wanted = |letter: char| letter == wanted || !is_exact && letter.eq_ignore_ascii_case(&wanted);
    let of: Vec<Cell> = all().filter(|&cell| name(cell).is_some_and(is_wanted)).collect();
    if of.is_empty() { Interpretation::misheard(format!("There is no region {letter:?}.")) } else { cells(of) }
}

fn cells(cells: impl IntoIterator<Item = Cell>) -> Interpretation {
    Interpretation::asked(Ask::Cells(cells.into_iter().collect()))
}

/// Returns the index of `label` in `labels`, ignoring upper and lower case; `here` if `label` is empty. `what` is the
/// noun in the error message, such as `row`.
fn labelled(what: &str, label: &str, here: usize, labels: Vec<String>) -> Result<usize, String> {
    if label.is_empty() {
        return Ok(here);
    }
    let found = labels.iter().position(|known| known.trim().eq_ignore_ascii_case(label));
    let ends = || [labels.first(), labels.last()].map(|end| end.map_or("", |label| label.trim())).join(" to ");
    found.ok_or_else(|| format!("There is no {what} {label:?}: expected {}.", ends()))
}

fn sentence(clause: &str) -> String {
    let text = capital(clause);
    if text.ends_with('.') { text } else { text + "." }
}
