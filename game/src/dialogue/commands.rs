//! The commands of the dialogue.

use puzzle_core::sentences::capital;
use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;

use crate::assist::Assist;
use crate::board::Board;
use crate::message::{Action, Direction, Message};
use crate::model::{Mode, Model};
use crate::step::Step;
use crate::typing::Purpose;

/// What the player asks for: it decides what is told afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// Something is done, and what came of it is told.
    Event,
    /// What was asked is agreed to: what comes of it is told, whatever that is.
    Agreed,
    /// What the cell under the cursor is.
    Look,
    /// What these cells are.
    Cells(Vec<Cell>),
    /// The whole board, row by row.
    Board,
    /// All that has this status.
    List(Status),
    /// Why something is as it is.
    Why,
    /// A hint, or more of it.
    Hint,
    /// What clashes.
    Clashes,
    /// How many solutions are left.
    Count,
    /// The solution shown.
    Solution,
    /// The diagram of the solutions that are left.
    Diagram,
    /// How the game stands, to be shown to others.
    Result,
    /// The command that comes to this position.
    Command,
    /// The time taken.
    Time,
    /// What was solved so far.
    Statistics,
    /// What can be chosen.
    Menu,
    /// What was noted in this cell.
    Noted(Cell),
    /// What can be said.
    Help,
    /// The end.
    Quit,
    /// What was said is not understood, for this reason.
    Misheard(String),
}

/// What a line means: what is asked for, and what the game is to be told for it.
pub(super) struct Meant {
    pub(super) ask: Ask,
    pub(super) messages: Vec<Message>,
    /// Whether it is about what is shown: the argument, the solution, the menu.
    pub(super) is_within: bool,
    /// Whether it agrees to what the game has said last.
    pub(super) agrees: bool,
}

impl Meant {
    fn asked(ask: Ask) -> Meant {
        Meant::told(ask, Vec::new())
    }

    fn act(ask: Ask, action: Action) -> Meant {
        Meant::told(ask, vec![Message::Act(action)])
    }

    fn told(ask: Ask, messages: Vec<Message>) -> Meant {
        Meant { ask, messages, is_within: false, agrees: false }
    }

    fn within(self) -> Meant {
        Meant { is_within: true, ..self }
    }

    fn misheard(why: impl Into<String>) -> Meant {
        Meant::asked(Ask::Misheard(why.into()))
    }
}

/// What a command does with what stands behind it.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// The game is asked for this.
    Act(Action),
    /// The cursor moves.
    Moves(Direction),
    /// Something is told.
    Asks(fn() -> Ask),
    /// Another solution is told.
    Steps(Step),
    /// Something is done with variables, by their names.
    Names(Purpose),
    /// A cell is told, and the cursor put there.
    Looks,
    /// A row, a column or a region is told.
    Row,
    Column,
    Region,
    /// A hint is given, or more of it.
    Hints,
    /// What the argument shown says has to go goes, and the solution shown is taken over.
    Repairs,
    Adopts,
    Levels,
    Leafs,
    Chooses,
    /// A file is written; one that is there is overwritten only if that is said.
    Writes {
        overwrites: bool,
    },
    /// The diagram is told.
    Diagram,
    /// A puzzle is opened.
    Loads,
    /// What Enter does.
    Agrees,
    Ends,
}

/// A command: the words for it, what stands behind them, what it is for.
struct Command {
    words: &'static [&'static str],
    operand: &'static str,
    does: Does,
    means: &'static str,
}

const fn command(words: &'static [&'static str], operand: &'static str, does: Does, means: &'static str) -> Command {
    Command { words, operand, does, means }
}

/// All that can be said beside a name alone. The keys of the game on a screen are words as well, in the letter case that
/// they have there: whatever key the sentences of the game speak of can be typed.
const COMMANDS: &[Command] = &[
    command(&["place"], "NAME", Does::Names(Purpose::Place), "places or takes it, as the name alone does"),
    command(&["x", "block"], "NAME", Does::Names(Purpose::Block), "rules it out, or no more"),
    command(&["note", "n"], "NAME", Does::Names(Purpose::Note), "notes it, or rubs the note out"),
    command(&["undo", "u"], "", Does::Act(Action::Undo), "takes the last move back"),
    command(&["redo"], "", Does::Act(Action::Redo), "makes it again"),
    command(&["clear", "c"], "", Does::Act(Action::Clear), "takes everything away"),
    command(&["checkpoint", "M"], "", Does::Act(Action::SetCheckpoint), "remembers the position"),
    command(&["return", "R"], "", Does::Act(Action::ToCheckpoint), "goes back to that"),
    command(&["look", "go", "g"], "[CELL]", Does::Looks, "tells what is there"),
    command(&["left", "h"], "", Does::Moves(Direction::Left), "tells the cell to the left"),
    command(&["right", "l"], "", Does::Moves(Direction::Right), "tells the cell to the right"),
    command(&["up", "k"], "", Does::Moves(Direction::Up), "tells the cell above"),
    command(&["down", "j"], "", Does::Moves(Direction::Down), "tells the cell below"),
    command(&["board"], "", Does::Asks(|| Ask::Board), "tells every row in brief"),
    command(&["row", "rank"], "[LABEL]", Does::Row, "tells every cell of a row"),
    command(&["column", "file"], "[LABEL]", Does::Column, "tells every cell of a column"),
    command(&["region"], "[LETTER]", Does::Region, "tells every cell of a region"),
    command(&["blocked"], "", Does::Asks(|| Ask::List(Status::Blocked)), "lists what is ruled out by you"),
    command(&["open"], "", Does::Asks(|| Ask::List(Status::Open)), "lists what is left"),
    command(&["forced"], "", Does::Asks(|| Ask::List(Status::Forced)), "lists what is in every solution (help 2 to 4)"),
    command(&["dead"], "", Does::Asks(|| Ask::List(Status::Dead)), "lists what is in no solution (help 2 to 4)"),
    command(&["count"], "", Does::Asks(|| Ask::Count), "tells how many solutions are left (help 2 to 4)"),
    command(&["clashes"], "", Does::Asks(|| Ask::Clashes), "tells what clashes"),
    command(&["why", "w"], "NAME", Does::Names(Purpose::Why), "explains why it is ruled out, or forced"),
    command(&["repair", "r"], "", Does::Repairs, "after why: takes away what has to go"),
    command(&["hint", "i"], "", Does::Hints, "tells where to look, then the move, then why"),
    command(&["yes", "enter"], "", Does::Agrees, "makes the move of a hint; agrees to what is asked"),
    command(&["check", "v"], "", Does::Act(Action::Verify), "tells whether there still is a solution"),
    command(&["back", "b"], "", Does::Act(Action::BackToSolvable), "goes back to where there was one"),
    command(&["level"], "NUMBER", Does::Levels, "how much help, from 0 to 4"),
    command(&["a"], "", Does::Act(Action::NextAssist), "the next level of help"),
    command(&["A"], "", Does::Act(Action::NextGuided), "more help, by what the solutions have"),
    command(&["f"], "", Does::Act(Action::Marking), "what is excluded is told, or for you to find"),
    command(&["C"], "", Does::Act(Action::Clashes), "clashes are told at help level 0 as well"),
    command(&["solution", "s"], "[NUMBER]", Does::Leafs, "tells a solution; then next, previous, first, last, random"),
    command(&["first"], "", Does::Steps(Step::First), "the first solution"),
    command(&["last"], "", Does::Steps(Step::Last), "the last solution"),
    command(&["random"], "", Does::Steps(Step::Random), "any solution"),
    command(&["adopt"], "", Does::Adopts, "goes on from the solution told"),
    command(&["diagram", "B"], "", Does::Diagram, "tells how wide the diagram of the solutions is"),
    command(&["next", "new", "N", "+"], "", Does::Act(Action::NextPuzzle), "the next puzzle, or a larger board"),
    command(&["previous", "P", "-"], "", Does::Act(Action::PreviousPuzzle), "the puzzle before, or a smaller board"),
    command(&["time"], "", Does::Asks(|| Ask::Time), "tells the time taken"),
    command(&["clock", "T"], "", Does::Act(Action::Clock), "takes time, or no more"),
    command(&["pause", "p"], "", Does::Act(Action::Pause), "stops the clock until something is said"),
    command(&["result", "y"], "", Does::Asks(|| Ask::Result), "how the game stands, in words that give nothing away"),
    command(&["command", "Y"], "", Does::Asks(|| Ask::Command), "the command that comes to this position"),
    command(&["load"], "TEXT", Does::Loads, "opens a puzzle by its ID, or by its text in one line"),
    command(&["statistics", "S"], "", Does::Asks(|| Ask::Statistics), "what was solved so far"),
    command(&["menu", "Esc"], "", Does::Asks(|| Ask::Menu), "lists what else can be played"),
    command(&["choose"], "NUMBER", Does::Chooses, "plays that of the menu"),
    command(&["save", ":w"], "FILE", Does::Writes { overwrites: false }, "writes the game as a text"),
    command(&[":w!"], "FILE", Does::Writes { overwrites: true }, "writes it over another file"),
    command(&["help", "?"], "", Does::Asks(|| Ask::Help), "tells this"),
    command(&["quit", "q", "exit"], "", Does::Ends, "ends; the game is kept"),
];

/// What can be said, a line each.
pub(super) fn help() -> impl Iterator<Item = String> {
    COMMANDS.iter().map(|Command { words, operand, means, .. }| {
        let operand = if operand.is_empty() { String::new() } else { format!(" {operand}") };
        format!("{}{operand}: {means}.", words.join(", "))
    })
}

/// What a line means.
pub(super) fn understood(model: &Model, line: &str) -> Meant {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()));
    if first.is_empty() {
        return if model.would_agree() { agreed() } else { Meant::misheard("Say help for what can be said.") };
    }
    // Words of one letter are keys, whose case matters.
    let is_word = |word: &str| word == first || word.len() > 2 && word.eq_ignore_ascii_case(first);
    let Some(command) = COMMANDS.iter().find(|command| command.words.iter().any(|word| is_word(word))) else {
        return named(model, line, Purpose::Place);
    };
    let is_of_cursor = matches!(command.does, Does::Names(_)) && model.board().only(model.cursor()).is_some();
    let is_optional = command.operand.is_empty() || command.operand.starts_with('[');
    if command.operand.is_empty() && !rest.is_empty() {
        return Meant::misheard(format!("{first} stands alone, and {rest:?} was said with it. Nothing was done."));
    }
    if rest.is_empty() && !is_optional && !is_of_cursor {
        return Meant::misheard(format!("{first} what? Expected {first} {}.", command.operand));
    }
    done(model, command.does, rest)
}

/// What is said to whoever speaks of a solution without having asked for one.
const NO_SOLUTION: &str = "No solution was told yet: say solution.";

fn done(model: &Model, does: Does, rest: &str) -> Meant {
    let is_leafing = matches!(model.mode(), Mode::Browse(_));
    match does {
        Does::Act(Action::NextPuzzle) if is_leafing => step(Step::Next),
        Does::Act(Action::PreviousPuzzle) if is_leafing => step(Step::Previous),
        Does::Act(action) => Meant::act(Ask::Event, action),
        Does::Moves(direction) => Meant::act(Ask::Look, Action::Move(direction)),
        Does::Asks(ask) => Meant::asked(ask()),
        Does::Steps(_) if !is_leafing => Meant::misheard(NO_SOLUTION),
        Does::Steps(to) => step(to),
        // As on a screen: what is taken or not needs no notes, it is ruled out.
        Does::Names(Purpose::Note) if !model.board().has_values() => {
            Meant::misheard("Notes are for cells with values: x rules out what has no value.")
        }
        Does::Names(purpose) => named(model, rest, purpose),
        Does::Diagram => Meant::act(Ask::Diagram, Action::Diagram),
        Does::Looks if rest.is_empty() => Meant::asked(Ask::Look),
        Does::Looks => match model.board().puzzle().cell_named(rest) {
            Ok(cell) => Meant::told(Ask::Look, vec![Message::Point(cell)]),
            Err(why) => Meant::misheard(sentence(&why)),
        },
        Does::Row => row(model, rest),
        Does::Column => column(model, rest),
        Does::Region => region(model, rest),
        Does::Hints => Meant::act(Ask::Hint, Action::Hint).within(),
        Does::Repairs if !matches!(model.mode(), Mode::Why(_) | Mode::Clash(_)) => {
            Meant::misheard("Ask why first: repair takes away what the reason says has to go.")
        }
        Does::Repairs => Meant::act(Ask::Event, Action::Repair).within(),
        Does::Adopts if !is_leafing => Meant::misheard(NO_SOLUTION),
        Does::Adopts => Meant::act(Ask::Event, Action::Adopt).within(),
        Does::Levels => match rest.parse().ok().and_then(Assist::of_level) {
            Some(level) => Meant::act(Ask::Event, Action::Assist(level)),
            None => Meant::misheard(format!("There is no level {rest:?}: expected a number from 0 to 4.")),
        },
        Does::Leafs => {
            let begin = (!is_leafing).then_some(Message::Act(Action::Browse));
            let go = if rest.is_empty() { Vec::new() } else { typed(Action::Go, rest) };
            let meant = Meant::told(Ask::Solution, begin.into_iter().chain(go).collect());
            if is_leafing { meant.within() } else { meant }
        }
        Does::Chooses => match rest.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            Some(number) if number < model.choices().len() => {
                let menu = (!matches!(model.mode(), Mode::Page(_))).then_some(Message::Act(Action::Menu));
                let choose = Message::Act(Action::ChooseAt(number));
                Meant::told(Ask::Event, menu.into_iter().chain([choose]).collect()).within()
            }
            _ => Meant::misheard(format!("There is no choice {rest:?}: menu lists them.")),
        },
        Does::Writes { overwrites } => {
            let name = if overwrites { "w!" } else { "w" };
            Meant::told(Ask::Event, typed(Action::Command, &format!("{name} {rest}")))
        }
        Does::Loads => Meant::told(Ask::Event, vec![Message::Pasted(rest.to_owned())]),
        Does::Agrees if !model.would_agree() => Meant::misheard("There is nothing to agree to."),
        Does::Agrees => agreed(),
        Does::Ends => Meant::asked(Ask::Quit),
    }
}

fn agreed() -> Meant {
    Meant { agrees: true, ..Meant::act(Ask::Agreed, Action::Place) }
}

fn step(to: Step) -> Meant {
    Meant::act(Ask::Solution, Action::Step(to)).within()
}

/// What is typed where the game asks for a text.
fn typed(action: Action, text: &str) -> Vec<Message> {
    [Message::Act(action)].into_iter().chain(text.chars().map(Message::Typed)).chain([Message::Entered]).collect()
}

/// What is done with the variables of these names, or with that of the cell under the cursor.
fn named(model: &Model, text: &str, purpose: Purpose) -> Meant {
    let board = model.board();
    let found =
        if text.is_empty() { Ok(board.only(model.cursor()).into_iter().collect()) } else { variables(board, text) };
    let variables: Vec<Variable> = match (found, board.puzzle().cell_named(text)) {
        (Ok(variables), _) => variables,
        // A cell with several values is told.
        (Err(_), Ok(cell)) if purpose == Purpose::Place && board.has_values() => {
            return Meant::told(Ask::Look, vec![Message::Point(cell)]);
        }
        (Err(why), _) => return Meant::misheard(why),
    };
    let last = variables.last().map(|&variable| board.puzzle().cell(variable));
    let ask = match (purpose, last) {
        (Purpose::Why, _) => Ask::Why,
        (Purpose::Note, Some(cell)) => Ask::Noted(cell),
        _ => Ask::Event,
    };
    // One thing at a time is explained.
    let number = if purpose == Purpose::Why { 1 } else { usize::MAX };
    Meant::told(ask, variables.into_iter().take(number).map(|variable| Message::Named(variable, purpose)).collect())
}

/// The variables of names with blanks or commas between them; a cell and its value may have a blank between them as well.
fn variables(board: &Board, text: &str) -> Result<Vec<Variable>, String> {
    let puzzle = board.puzzle();
    let parts: Vec<&str> = text.split([' ', ',', '\t']).filter(|part| !part.is_empty()).collect();
    let known = puzzle.variable_named(text).or_else(|| match parts.as_slice() {
        [cell, value] if board.has_values() => puzzle.variable_named(&format!("{cell}={value}")),
        _ => None,
    });
    if let Some(variable) = known {
        return Ok(vec![variable]);
    }
    let one = |part: &&str| puzzle.variable_named(part).ok_or_else(|| unknown(board, part));
    parts.iter().map(one).collect()
}

/// That nothing has this name, and what is expected.
fn unknown(board: &Board, text: &str) -> String {
    let puzzle = board.puzzle();
    let example = puzzle.name(Variable::new(0));
    let is_cell = puzzle.cell_named(text);
    match is_cell {
        Ok(_) if board.has_values() => format!("{text} has no such value: expected a name such as {example}."),
        _ => format!(
            "{text:?} is neither a command nor a {}: expected a name such as {example}, or help.",
            puzzle.spot()
        ),
    }
}

fn row(model: &Model, label: &str) -> Meant {
    let board = model.board();
    let labels = (0..board.rows()).map(|row| board.puzzle().row_label(row)).collect();
    match labelled("row", label, model.cursor().row, labels) {
        Ok(row) => cells((0..board.columns()).map(|column| Cell { row, column })),
        Err(why) => Meant::misheard(why),
    }
}

fn column(model: &Model, label: &str) -> Meant {
    let board = model.board();
    let labels = (0..board.columns()).map(|column| board.puzzle().column_label(column)).collect();
    match labelled("column", label, model.cursor().column, labels) {
        Ok(column) => cells((0..board.rows()).map(|row| Cell { row, column })),
        Err(why) => Meant::misheard(why),
    }
}

fn region(model: &Model, letter: &str) -> Meant {
    let (board, puzzle) = (model.board(), model.board().puzzle());
    let name = |cell: Cell| puzzle.region(cell).and_then(|region| puzzle.region_letter(region));
    let has_names = board.has_named_regions();
    let Some(wanted) = letter.chars().next().or_else(|| name(model.cursor())).filter(|_| has_names) else {
        return Meant::misheard(format!("This {} has no regions with names.", puzzle.whole()));
    };
    let all = || (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| Cell { row, column }));
    // The letters may be of both cases; where they are not, either will do.
    let is_exact = all().any(|cell| name(cell) == Some(wanted));
    let is_wanted = |letter: char| letter == wanted || !is_exact && letter.eq_ignore_ascii_case(&wanted);
    let of: Vec<Cell> = all().filter(|&cell| name(cell).is_some_and(is_wanted)).collect();
    if of.is_empty() { Meant::misheard(format!("There is no region {letter:?}.")) } else { cells(of) }
}

fn cells(cells: impl IntoIterator<Item = Cell>) -> Meant {
    Meant::asked(Ask::Cells(cells.into_iter().collect()))
}

/// The number, counted from 0, of what has a label, or of what the cursor is in.
fn labelled(what: &str, label: &str, here: usize, labels: Vec<String>) -> Result<usize, String> {
    if label.is_empty() {
        return Ok(here);
    }
    let found = labels.iter().position(|known| known.trim().eq_ignore_ascii_case(label));
    let ends = || {
        format!(
            "{} to {}",
            labels.first().map_or("", |label| label.trim()),
            labels.last().map_or("", |label| label.trim())
        )
    };
    found.ok_or_else(|| format!("There is no {what} {label:?}: expected {}.", ends()))
}

/// A clause as a sentence.
fn sentence(clause: &str) -> String {
    let told = capital(clause);
    if told.ends_with('.') { told } else { told + "." }
}
