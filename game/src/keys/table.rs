//! The table of commands, with names, keys, descriptions, dialogue words and buttons.

use std::sync::LazyLock;

use puzzle_core::Status;

use super::{Applies, Binding, Command, Key, KeyContext, Topic};
use crate::action::{Action, Arrow};
use crate::assist::Assist;
use crate::dialogue::ask::{Ask, CommandMeaning, ShownScreen};
use crate::model::Model;
use crate::screen_step::ScreenStep;
use crate::text_input::InputPurpose;
use crate::words;
use Applies::{
    ToBoardPages, ToBoards, ToMenu, ToNumbered, ToOptions, ToSeries, ToSizes, ToSquares, ToValues, WithSettings,
    WithZero, WithoutZero,
};
use Command::Game;
use KeyContext::{Anywhere, Board, Browse, Diagram, Page, Result, Why};
use Topic::{Analyse, Help, Main, Move, Play, Puzzle, Share, View};

/// A command with its keys, words and buttons.
#[derive(Clone, Copy)]
pub(crate) struct CommandEntry {
    /// The name in configurations and on the web page; empty if `command` is `None`.
    pub(crate) name: &'static str,
    /// The command; `None` if the entry exists only in the dialogue.
    pub(crate) command: Option<Command>,
    /// `true` if the keys can be configured.
    pub(crate) is_configurable: bool,
    /// The keys of the command in each context.
    keys: &'static [Keys],
    /// The words in the dialogue; `None` if the dialogue does not have the command.
    pub(crate) said: Option<SpokenForm>,
    pub(crate) buttons: &'static [Button],
}

/// The keys of a command in a context.
#[derive(Clone, Copy)]
struct Keys {
    context: KeyContext,
    /// The topic of the keys; `None` outside of [`KeyContext::Board`].
    topic: Option<Topic>,
    applies: Applies,
    /// The number of the line in the help of `context` and `topic`. Commands with the same number share a line.
    line: u8,
    /// The names of the keys, separated by blanks; see [`Key::named`].
    keys: &'static str,
    description: &'static str,
}

/// The words of a command in the dialogue.
#[derive(Clone, Copy)]
pub(crate) struct SpokenForm {
    /// The number by which the help of the dialogue is ordered.
    pub(crate) line: u8,
    /// The words that call the command, separated by blanks. Keys that the game mentions in its sentences, such as `u`
    /// for undo, are words as well; upper and lower case differ.
    pub(crate) words: &'static str,
    /// The operand in the help, in brackets if it is optional; empty if the words have no operand.
    pub(crate) operand: &'static str,
    pub(crate) meaning: CommandMeaning,
    /// The games whose help lists the words.
    pub(crate) applies: Applies,
    /// The description of the words in the help of the dialogue.
    pub(crate) description: &'static str,
}

/// A button of the game's web page for a command.
#[derive(Clone, Copy)]
pub(crate) struct Button {
    /// The context in which the button is shown. Buttons of [`KeyContext::Board`] are shown in all contexts except
    /// [`KeyContext::Page`].
    pub(crate) context: KeyContext,
    pub(crate) applies: Applies,
    /// The group in which the page shows the button, one of [`GROUPS`].
    pub(crate) group: &'static str,
    /// The position of the button in its group. The page shows the buttons of a group in ascending order of this
    /// number.
    pub(crate) position: u8,
    pub(crate) label: &'static str,
}

/// The groups of buttons, in order.
pub(crate) const GROUPS: [&str; 5] = ["mode", "main", "analyse", "game", "share"];

/// All commands, in the order in which configurations list them.
pub(crate) const COMMANDS: &[CommandEntry] = &[
    entry("left", Game(Action::Move(Arrow::Left)))
        .keys(&[
            at(Main, 1, "Left h", "move the cursor").only(ToBoards),
            at(Main, 3, "Left h", "fold or unfold a group; enter or leave its options").only(ToOptions),
            on(Diagram, 1, "Left h", "try a {piece} on another {spot}"),
            on(Page, 1, "Left h", "select another choice"),
        ])
        .said(10, "left h", "go left, describe the cell")
        .meaning(CommandMeaning::Act(|| Ask::Look)),
    entry("down", Game(Action::Move(Arrow::Down)))
        .keys(&[
            at(Main, 1, "Down j", "move the cursor").only(ToBoards),
            at(Main, 2, "Down j", "select another option").only(ToOptions),
            on(Browse, 8, "Down j", "scroll a {board} that does not fit"),
            on(Diagram, 1, "Down j", "try a {piece} on another {spot}"),
            on(Page, 1, "Down j", "select another choice"),
        ])
        .said(13, "down j", "go down, describe the cell")
        .meaning(CommandMeaning::Act(|| Ask::Look)),
    entry("up", Game(Action::Move(Arrow::Up)))
        .keys(&[
            at(Main, 1, "Up k", "move the cursor").only(ToBoards),
            at(Main, 2, "Up k", "select another option").only(ToOptions),
            on(Browse, 8, "Up k", "scroll a {board} that does not fit"),
            on(Diagram, 1, "Up k", "try a {piece} on another {spot}"),
            on(Page, 1, "Up k", "select another choice"),
        ])
        .said(12, "up k", "go up, describe the cell")
        .meaning(CommandMeaning::Act(|| Ask::Look)),
    entry("right", Game(Action::Move(Arrow::Right)))
        .keys(&[
            at(Main, 1, "Right l", "move the cursor").only(ToBoards),
            at(Main, 3, "Right l", "fold or unfold a group; enter or leave its options").only(ToOptions),
            on(Diagram, 1, "Right l", "try a {piece} on another {spot}"),
            on(Page, 1, "Right l", "select another choice"),
        ])
        .said(11, "right l", "go right, describe the cell")
        .meaning(CommandMeaning::Act(|| Ask::Look)),
    entry("select-left", Game(Action::Select(Arrow::Left))).keys(&[at(
        Move,
        2,
        "Shift-Left",
        "select several {spot}s",
    )
    .only(ToValues)]),
    entry("select-down", Game(Action::Select(Arrow::Down))).keys(&[at(
        Move,
        2,
        "Shift-Down",
        "select several {spot}s",
    )
    .only(ToValues)]),
    entry("select-up", Game(Action::Select(Arrow::Up)))
        .keys(&[at(Move, 2, "Shift-Up", "select several {spot}s").only(ToValues)]),
    entry("select-right", Game(Action::Select(Arrow::Right))).keys(&[at(
        Move,
        2,
        "Shift-Right",
        "select several {spot}s",
    )
    .only(ToValues)]),
    entry("place", Game(Action::Place))
        .keys(&[
            at(Main, 4, "Enter Space", "place or remove a {piece}").only(ToSquares),
            at(Main, 7, "Enter Space", "place any value: type it, such as A or 10").only(ToValues),
            at(Main, 8, "Enter Space", "choose an option, or take it back; fold a group").only(ToOptions),
        ])
        .said(1, "place", "place or remove a piece (or type the name alone)")
        .taking("NAME", CommandMeaning::Names(InputPurpose::Place)),
    entry("block", Game(Action::Block))
        .keys(&[
            at(Main, 9, "x", "rule out a {spot}, or allow it again").only(ToSquares),
            at(Play, 7, "x", "rule out a value: then type it").only(ToValues),
            at(Main, 10, "x", "exclude an option, or allow it again").only(ToOptions),
        ])
        .said(2, "x block", "rule out a cell, value or option, or allow it again")
        .taking("NAME", CommandMeaning::Names(InputPurpose::Block))
        .buttons(&[
            button(Board, "main", 6, "Rule out").only(ToSquares),
            button(Board, "main", 6, "Exclude").only(ToOptions),
        ]),
    entry("remove", Game(Action::Remove)).keys(&[
        at(Play, 6, "Backspace Delete", "remove the value").only(ToValues),
        at(Play, 17, "0", "remove the value").only(WithoutZero),
    ]),
    entry("notes", Game(Action::Notes))
        .keys(&[at(Main, 11, "n", "notes on or off").only(ToValues)])
        .said(3, "note n", "write or erase a note")
        .taking("NAME", CommandMeaning::Names(InputPurpose::Note))
        .buttons(&[button(Board, "main", 6, "Notes").only(ToValues)])
        .said_only(ToBoards),
    entry("corner-notes", Game(Action::CornerNotes))
        .keys(&[at(Play, 14, "O", "corner notes on or off").only(ToValues)])
        .said(3, "corner O", "write or erase a note in the corner")
        .taking("NAME", CommandMeaning::Names(InputPurpose::CornerNote))
        .buttons(&[button(Board, "game", 4, "Corner notes").only(ToValues)])
        .said_only(ToBoards),
    entry("letters", Game(Action::Letters)).keys(&[at(Play, 15, "V", "letters as values, on or off").only(ToValues)]),
    entry("colour", Game(Action::Colour))
        .keys(&[at(Play, 16, "K", "colour the {spot}; again: the next colour").only(ToValues)]),
    entry("undo", Game(Action::Undo))
        .keys(&[at(Main, 12, "u", "undo")])
        .said(4, "undo u", "undo the last move")
        .buttons(&[button(Board, "main", 2, "Undo")]),
    entry("redo", Game(Action::Redo))
        .keys(&[at(Play, 10, "Ctrl-r", "redo").only(ToBoards), at(Play, 62, "r Ctrl-r", "redo").only(ToOptions)])
        .said(5, "redo", "redo the last undone move")
        .buttons(&[button(Board, "main", 3, "Redo")]),
    entry("checkpoint", Game(Action::SetCheckpoint))
        .keys(&[at(Play, 11, "M", "set a checkpoint").only(ToBoards)])
        .said(7, "checkpoint M", "set a checkpoint")
        .buttons(&[button(Board, "game", 4, "Set checkpoint").only(ToBoards)]),
    entry("return", Game(Action::ToCheckpoint))
        .keys(&[at(Play, 12, "R", "return to the checkpoint").only(ToBoards)])
        .said(8, "return R", "return to the checkpoint")
        .buttons(&[button(Board, "game", 5, "To checkpoint").only(ToBoards)]),
    entry("clear", Game(Action::Clear))
        .keys(&[at(Play, 13, "c", "clear the {board}")])
        .said(6, "clear c", "clear the board")
        .buttons(&[button(Board, "game", 3, "Clear")]),
    entry("restart", Game(Action::Restart))
        .keys(&[at(Puzzle, 26, "r", "restart: a new attempt (undo returns)").only(ToBoards)])
        .said(6, "restart r", "begin a new attempt, with the clock at 0")
        .buttons(&[
            button(Board, "game", 2, "Restart").only(ToBoards),
            button(Board, "main", 8, "Find another").only(ToBoards),
        ]),
    entry("go", Game(Action::Go))
        .keys(&[
            at(Move, 14, "g", "go to {a_spot}: type {example}, Enter").only(ToBoards),
            on(Browse, 6, "g", "go to a solution: type its number, Enter"),
        ])
        .said(9, "look go g", "describe a cell")
        .taking("[CELL]", CommandMeaning::Looks),
    entry("why", Game(Action::Why))
        .keys(&[
            at(Main, 14, "w", "why the {spot} is ruled out or forced").only(ToSquares),
            at(Main, 15, "w", "why a value is ruled out or forced").only(ToValues),
            at(Main, 16, "w e", "why an option is excluded or forced").only(ToOptions),
            on(Why, 10, "w", "back to the {board}"),
        ])
        .said(24, "why w", "explain why a cell or value is ruled out or forced")
        .taking("NAME", CommandMeaning::Names(InputPurpose::Why))
        .buttons(&[button(Board, "main", 5, "Why?")]),
    entry("hint", Game(Action::Hint))
        .keys(&[at(Main, 13, "i", "a hint, then its move, then why").only(ToBoards)])
        .said(26, "hint i", "a hint, then its move, then why")
        .meaning(CommandMeaning::Within(ShownScreen::Anything, || Ask::Hint))
        .buttons(&[button(Board, "main", 4, "Hint").only(ToBoards)])
        .said_only(ToBoards),
    entry("technique", Game(Action::Technique))
        .keys(&[
            at(Analyse, 42, "e", "explain the technique of the hint").only(ToBoards),
            on(Why, 11, "e", "explain the technique"),
            on(Page, 4, "e", "back to the {board}").only(ToBoardPages),
        ])
        .said(27, "technique e", "after hint or why: explain the technique")
        .meaning(CommandMeaning::Within(ShownScreen::Anything, || Ask::Technique))
        .said_only(ToBoards),
    entry("solutions", Game(Action::Browse))
        .keys(&[
            at(Analyse, 18, "s", "the remaining solutions").only(ToBoards),
            on(Browse, 10, "s", "back to the {board}"),
        ])
        .said(35, "solution s", "read a solution; then type next, previous, first, last or random")
        .taking("[NUMBER]", CommandMeaning::Leafs)
        .buttons(&[button(Board, "analyse", 1, "Solutions").only(ToBoards)])
        .said_only(ToBoards),
    entry("help-level", Game(Action::NextAssist))
        .keys(&[at(Main, 18, "a", "help: the next level").only(ToBoards)])
        .said(31, "a", "help: the next level")
        .said_only(ToBoards),
    entry("more-help", Game(Action::NextGuided))
        .keys(&[at(Help, 20, "A", "help: guide, counts, auto (may reveal the solution)").only(ToBoards)])
        .said(32, "A", "help: guide, counts, auto (may reveal the solution)")
        .said_only(ToBoards),
    entry("marks", Game(Action::Marking))
        .keys(&[at(Help, 21, "f", "automatic or manual marks").only(ToBoards)])
        .said(33, "f", "automatic or manual marks")
        .said_only(ToBoards),
    entry("clashes", Game(Action::Clashes))
        .keys(&[at(Help, 22, "C", "show clashes with help off, too").only(ToBoards)])
        .said(34, "C", "show clashes with help off, too")
        .said_only(ToBoards),
    entry("counts", Game(Action::Counts))
        .keys(&[at(Help, 24, "n", "counts {on_board}").only(ToSquares)])
        .buttons(&[button(Board, "analyse", 2, "Counts").only(ToSquares)]),
    entry("heat", Game(Action::Heat))
        .keys(&[at(Help, 25, "m", "heat map {on_board}").only(ToSquares)])
        .buttons(&[button(Board, "analyse", 3, "Heat").only(ToSquares)]),
    entry("check", Game(Action::Verify))
        .keys(&[at(Analyse, 34, "v", "is it still solvable?").only(ToBoards)])
        .said(28, "check v", "is it still solvable?")
        .buttons(&[button(Board, "analyse", 5, "Still solvable?").only(ToBoards)])
        .said_only(ToBoards),
    entry("back", Game(Action::BackToSolvable))
        .keys(&[at(Analyse, 35, "b", "back to the last solvable position").only(ToBoards)])
        .said(29, "back b", "back to the last solvable position")
        .buttons(&[button(Board, "analyse", 6, "Back to solvable").only(ToBoards)])
        .said_only(ToBoards),
    entry("certify", Game(Action::Certify))
        .keys(&[at(Analyse, 36, "!", "prove the counts (independent checker)").only(ToBoards)])
        .said(30, "certify !", "prove the counts (independent checker)")
        .buttons(&[button(Board, "analyse", 8, "Prove the counts")])
        .said_only(ToBoards),
    entry("next", Game(Action::NextPuzzle))
        .keys(&[
            at(Puzzle, 36, "N + =", "next larger board (undo to come back)").only(ToSizes),
            at(Puzzle, 38, "N =", "next puzzle (undo to come back)").only(ToSeries),
        ])
        .said(41, "next new N +", "next puzzle, or next larger board")
        .buttons(&[
            button(Board, "main", 1, "Larger board").only(ToSizes),
            button(Board, "main", 1, "Next puzzle").only(ToSeries),
            button(Board, "game", 9, "Larger board").only(ToSizes),
            button(Board, "game", 9, "Next puzzle").only(ToSeries),
        ]),
    fixed("another", Game(Action::AnotherPuzzle))
        .keys(&[at(Puzzle, 40, "+", "another puzzle like this").only(ToSeries)])
        .said(41, "another", "another puzzle like this, also after a daily puzzle")
        .said_only(ToSeries)
        .buttons(&[button(Board, "main", 2, "More like this").only(ToSeries)]),
    entry("previous", Game(Action::PreviousPuzzle))
        .keys(&[
            at(Puzzle, 37, "P -", "next smaller board (undo to come back)").only(ToSizes),
            at(Puzzle, 39, "P -", "previous puzzle (undo to come back)").only(ToSeries),
        ])
        .said(42, "previous P -", "previous puzzle, or next smaller board")
        .buttons(&[
            button(Board, "game", 8, "Smaller board").only(ToSizes),
            button(Board, "game", 8, "Previous puzzle").only(ToSeries),
        ]),
    entry("pause", Game(Action::Pause))
        .keys(&[
            at(Puzzle, 27, "p", "pause: the {board} is hidden").only(ToBoards),
            on(Page, 4, "p", "back to the {board}").only(ToBoardPages),
        ])
        .said(45, "pause p", "stop the clock until the next command")
        .buttons(&[button(Board, "game", 6, "Pause").only(ToBoards)]),
    entry("clock", Game(Action::Clock)).keys(&[at(Puzzle, 28, "T", "clock on or off").only(ToBoards)]).said(
        44,
        "clock T",
        "clock on or off",
    ),
    entry("statistics", Game(Action::Statistics))
        .keys(&[at(Puzzle, 29, "S", "statistics of solved puzzles"), on(Page, 10, "S", "statistics, or back")])
        .said(49, "statistics S", "statistics of solved puzzles")
        .meaning(CommandMeaning::Asks(|| Ask::Statistics))
        .buttons(&[button(Board, "game", 7, "Statistics")]),
    entry("found", Game(Action::Found))
        .keys(&[
            at(Puzzle, 30, "F", "pictures of the solutions you found").only(ToBoards),
            on(Page, 12, "F", "the solutions you found, or back"),
        ])
        .said(49, "found F", "the solutions that you found, by board")
        .meaning(CommandMeaning::Asks(|| Ask::Found))
        .said_only(ToBoards),
    entry("settings", Game(Action::Settings))
        .keys(&[
            at(View, 43, ",", "settings").only(WithSettings),
            on(Page, 9, ",", "settings, or back").only(WithSettings),
        ])
        .said(57, "settings", "list the settings and their effects")
        .meaning(CommandMeaning::Asks(|| Ask::Settings)),
    entry("rules", Game(Action::Rules))
        .keys(&[
            at(Main, 17, "L", "the rules, and which are satisfied"),
            on(Page, 4, "L", "back to the {board}").only(ToBoardPages),
        ])
        .said(56, "rules", "the rules, and which are satisfied")
        .meaning(CommandMeaning::Asks(|| Ask::Rules))
        .buttons(&[button(Board, "analyse", 7, "Rules")]),
    entry("copy", Game(Action::Copy))
        .keys(&[
            at(Share, 30, "y", "copy the result, to share it").only(ToBoards),
            on(Why, 9, "y", "copy a shell command for this position"),
            on(Browse, 9, "y", "copy a shell command for this position"),
            on(Diagram, 7, "y", "copy a shell command for this position"),
        ])
        .said(46, "result y", "the result, without the solution")
        .meaning(CommandMeaning::Asks(|| Ask::Result))
        .buttons(&[button(Board, "share", 2, "Copy the result").only(ToBoards)])
        .said_only(ToBoards),
    entry("copy-command", Game(Action::CopyCommand))
        .keys(&[at(Share, 31, "Y", "copy a shell command for this position")])
        .said(47, "command Y", "the shell command for this position")
        .meaning(CommandMeaning::Asks(|| Ask::Command)),
    entry("diagram", Game(Action::Diagram))
        .keys(&[
            at(Analyse, 33, "B", "the diagram of the solutions").only(ToBoards),
            on(Diagram, 8, "B", "back to the {board}"),
        ])
        .said(40, "diagram B", "describe the diagram of the solutions")
        .meaning(CommandMeaning::Act(|| Ask::Diagram))
        .buttons(&[button(Board, "analyse", 4, "Diagram").only(ToBoards)])
        .said_only(ToBoards),
    entry("command", Game(Action::Command)).keys(&[
        at(Share, 32, ":", "all commands, with a search; w FILE saves the game"),
        on(Page, 11, ":", "all commands, with a search"),
    ]),
    entry("search", Game(Action::Search))
        .keys(&[at(Move, 64, "/ g", "find an option by a part of its name").only(ToOptions)]),
    entry("cheapest", Game(Action::Cheapest))
        .keys(&[at(Play, 64, "b", "complete by the cheapest configuration").only(ToOptions)])
        .said(61, "cheapest", "configurators: complete by the cheapest configuration")
        .buttons(&[button(Board, "main", 7, "Complete").only(ToOptions)])
        .said_only(ToOptions),
    entry("save-list", Game(Action::SaveList))
        .keys(&[at(Share, 60, "s", "save the list of chosen options to a file").only(ToOptions)])
        .said(62, "save-list", "configurators: save the list of chosen options")
        .taking("FILE", CommandMeaning::Lists)
        .buttons(&[button(Board, "share", 4, "Save the list").only(ToOptions)])
        .said_only(ToOptions),
    entry("theme", Command::Theme).keys(&[on(Anywhere, 1, "t", "next theme")]),
    entry("narrow", Command::Narrow).keys(&[at(View, 26, "Z", "zoom out or in").only(ToSquares)]),
    entry("keys", Command::Help)
        .keys(&[on(Anywhere, 2, "?", "show or hide this help")])
        .said(54, "help ?", "this help")
        .meaning(CommandMeaning::Asks(|| Ask::Help)),
    entry("suspend", Command::Suspend).keys(&[on(Anywhere, 4, "Ctrl-z", "suspend (fg comes back)")]),
    entry("close", Command::Close).keys(&[on(
        Anywhere,
        5,
        "q",
        "close this screen; on the {board} or the start menu, quit",
    )]),
    entry("quit", Command::Quit)
        .keys(&[on(Anywhere, 6, "Ctrl-c", "quit")])
        .said(55, "quit q exit", "quit (the game is saved)")
        .meaning(CommandMeaning::Asks(|| Ask::Quit)),
    fixed("confirm", Game(Action::Place))
        .keys(&[on(Why, 12, "Enter", "make the move of the hint")])
        .said(27, "yes enter", "make the move of the hint, or confirm")
        .meaning(CommandMeaning::Agrees)
        .buttons(&[button(Board, "mode", 8, "Make the move")]),
    fixed("step-next", Game(Action::Step(ScreenStep::Next)))
        .keys(&[
            on(Why, 1, "Right l Space", "next step"),
            on(Browse, 1, "Right l Space", "next solution"),
            on(Diagram, 2, "Space PageDown", "scroll on, or the next step"),
            on(Result, 1, "Right Space", "replay: next move"),
            at(Move, 62, "PageDown", "scroll").only(ToOptions),
        ])
        .buttons(&[
            button(Why, "mode", 2, "Next"),
            button(Browse, "mode", 3, "Next"),
            button(Diagram, "mode", 3, "Next"),
            button(Result, "mode", 3, "Next move"),
        ]),
    fixed("step-previous", Game(Action::Step(ScreenStep::Previous)))
        .keys(&[
            on(Why, 2, "Left h", "previous step"),
            on(Browse, 2, "Left h", "previous solution"),
            on(Diagram, 3, "Backspace PageUp", "scroll back, or the previous step"),
            on(Result, 2, "Left", "replay: previous move"),
            at(Move, 62, "PageUp", "scroll").only(ToOptions),
        ])
        .buttons(&[
            button(Why, "mode", 1, "Previous"),
            button(Browse, "mode", 2, "Previous"),
            button(Diagram, "mode", 2, "Previous"),
            button(Result, "mode", 2, "Previous move"),
        ]),
    fixed("step-first", Game(Action::Step(ScreenStep::First)))
        .keys(&[
            on(Why, 6, "Home 0", "first step"),
            on(Browse, 4, "Home 0", "first solution"),
            on(Diagram, 5, "Home", "the first node, or the first step"),
            on(Result, 3, "Home", "replay: the start"),
            at(Move, 63, "Home", "the first or the last option").only(ToOptions),
        ])
        .said(36, "first", "the first solution")
        .meaning(CommandMeaning::Within(ShownScreen::Solution, || Ask::Solution))
        .buttons(&[
            button(Browse, "mode", 1, "First"),
            button(Diagram, "mode", 1, "First"),
            button(Result, "mode", 1, "Replay"),
        ])
        .said_only(ToBoards),
    fixed("step-last", Game(Action::Step(ScreenStep::Last)))
        .keys(&[
            on(Why, 7, "End $", "last step"),
            on(Browse, 5, "End $", "last solution"),
            on(Diagram, 6, "End", "the last node, or the last step"),
            on(Result, 4, "End", "replay: the end"),
            at(Move, 63, "End", "the first or the last option").only(ToOptions),
        ])
        .said(37, "last", "the last solution")
        .meaning(CommandMeaning::Within(ShownScreen::Solution, || Ask::Solution))
        .buttons(&[
            button(Why, "mode", 3, "Last"),
            button(Browse, "mode", 4, "Last"),
            button(Diagram, "mode", 4, "Last"),
        ])
        .said_only(ToBoards),
    fixed("step-random", Game(Action::Step(ScreenStep::Random)))
        .keys(&[on(Browse, 3, "r", "a random solution")])
        .said(38, "random", "a random solution")
        .meaning(CommandMeaning::Within(ShownScreen::Solution, || Ask::Solution))
        .buttons(&[button(Browse, "mode", 5, "Any"), button(Diagram, "mode", 5, "Largest")])
        .said_only(ToBoards),
    fixed("skip-case", Game(Action::Step(ScreenStep::SkipCase)))
        .keys(&[on(Why, 3, "Down j", "skip the rest of this case")])
        .buttons(&[button(Why, "mode", 4, "Skip case")]),
    fixed("case-start", Game(Action::Step(ScreenStep::CaseStart))).keys(&[on(
        Why,
        4,
        "Up k",
        "back to the start of this case",
    )]),
    fixed("fold", Game(Action::Fold))
        .keys(&[
            on(Why, 5, "f", "fold or unfold the cases"),
            at(Move, 65, "Tab", "fold or unfold the options below").only(ToOptions),
        ])
        .buttons(&[button(Why, "mode", 5, "Fold cases")]),
    fixed("repair", Game(Action::Repair))
        .keys(&[on(Why, 8, "r", "remove the marks to blame")])
        .said(25, "repair r", "after `why`: remove the marks to blame")
        .meaning(CommandMeaning::Within(ShownScreen::Argument, || Ask::Event))
        .buttons(&[button(Why, "mode", 6, "Remove the cause")]),
    fixed("adopt", Game(Action::Adopt))
        .keys(&[on(Browse, 7, "Enter", "play on from this solution")])
        .said(39, "adopt", "put this solution on the board")
        .meaning(CommandMeaning::Within(ShownScreen::Solution, || Ask::Event))
        .buttons(&[button(Browse, "mode", 6, "Play from here")])
        .said_only(ToBoards),
    entry("replay", Game(Action::Replay))
        .keys(&[at(Puzzle, 41, "o", "the result, with its replay").only(ToBoards)])
        .said(39, "replay o", "replay the solved puzzle")
        .said_only(ToBoards),
    fixed("path", Game(Action::Path))
        .keys(&[on(Result, 5, "s", "your moves, with times and techniques")])
        .said(39, "path", "once solved: your moves, with times and techniques")
        .meaning(CommandMeaning::Act(|| Ask::Path))
        .buttons(&[button(Result, "mode", 4, "Solution path")])
        .said_only(ToBoards),
    fixed("conjunction", Game(Action::Conjunction))
        .keys(&[on(Diagram, 4, "r", "add rule by rule; again for another order")])
        .buttons(&[button(Diagram, "mode", 6, "Add rule by rule")]),
    fixed("menu", Game(Action::Menu))
        .said(50, "menu Esc", "list the other games")
        .meaning(CommandMeaning::Asks(|| Ask::Menu))
        .buttons(&[button(Board, "main", 1, "More to play"), button(Board, "game", 1, "More to play")]),
    fixed("choose", Game(Action::Choose))
        .keys(&[on(Page, 2, "Enter Space", "play the selected choice").only(ToMenu)])
        .said(51, "choose", "play the choice with this number in the menu")
        .taking("NUMBER", CommandMeaning::Chooses),
    fixed("open", Game(Action::Open)).keys(&[on(Page, 5, "o", "open an ID, a grid or a link").only(ToMenu)]),
    fixed("delete", Game(Action::Delete))
        .keys(&[on(Page, 6, "d", "delete the saved game").only(ToMenu)])
        .said(53, "delete", "delete a saved game by its number in the list")
        .taking("NUMBER", CommandMeaning::Keeps)
        .buttons(&[button(Page, "mode", 3, "Delete")]),
    fixed("rename", Game(Action::Rename))
        .keys(&[on(Page, 8, "r", "rename the saved game").only(ToMenu)])
        .said(54, "rename", "rename a saved game by its number in the list")
        .taking("NUMBER NAME", CommandMeaning::Keeps)
        .buttons(&[button(Page, "mode", 2, "Rename")]),
    fixed("restore", Game(Action::Restore))
        .keys(&[on(Page, 7, "u", "restore the deleted game").only(ToMenu)])
        .said(55, "restore", "restore the last deleted game")
        .meaning(CommandMeaning::Within(ShownScreen::Anything, || Ask::Event))
        .buttons(&[button(Page, "mode", 4, "Restore the deleted game")]),
    fixed("cancel", Game(Action::Cancel))
        .keys(&[
            on(Anywhere, 3, "Esc", "one step back; on the {board}, the menu"),
            on(Result, 6, "Enter", "back to the {board}"),
        ])
        .buttons(&[button(Anywhere, "mode", 7, "Back to the game")]),
    fixed("share", Command::Share).buttons(&[button(Board, "share", 1, "Share this position")]),
    fixed("save", Command::Save)
        .said(52, "save :w", "save the game as a text")
        .taking("FILE", CommandMeaning::Writes { overwrites: false })
        .buttons(&[button(Board, "share", 3, "Save as a text")]),
    word(59, "tree", "configurators: describe the options of a group, or all groups")
        .taking("[GROUP]", CommandMeaning::Options)
        .said_only(ToOptions),
    word(60, "find", "configurators: find options by a part of their names")
        .taking("TEXT", CommandMeaning::Finds)
        .said_only(ToOptions),
    word(14, "board", "describe every row in brief")
        .taking("", CommandMeaning::Asks(|| Ask::Board))
        .said_only(ToBoards),
    word(15, "row rank", "describe every cell of a row").taking("[LABEL]", CommandMeaning::Row).said_only(ToBoards),
    word(16, "column file", "describe every cell of a column")
        .taking("[LABEL]", CommandMeaning::Column)
        .said_only(ToBoards),
    word(17, "region", "describe every cell of a region")
        .taking("[LETTER]", CommandMeaning::Region)
        .said_only(ToBoards),
    word(18, "blocked", "list the cells or values that you ruled out")
        .taking("", CommandMeaning::Asks(|| Ask::List(Status::Blocked))),
    word(19, "open", "list the cells or values that are open")
        .taking("", CommandMeaning::Asks(|| Ask::List(Status::Open))),
    word(20, "forced", "list the cells or values that are in every solution (from the guide on)")
        .taking("", CommandMeaning::Asks(|| Ask::List(Status::Forced))),
    word(21, "dead", "list the cells or values that are in no solution (from the guide on)")
        .taking("", CommandMeaning::Asks(|| Ask::List(Status::Dead))),
    word(22, "count", "count the remaining solutions (from the guide on)")
        .taking("", CommandMeaning::Asks(|| Ask::Count)),
    word(23, "clashes", "list the clashes").taking("", CommandMeaning::Asks(|| Ask::Clashes)),
    word(30, "level", "set the help level: 0 off, 1 attacks, 2 guide, 3 counts, 4 auto")
        .taking("NUMBER", CommandMeaning::Levels)
        .said_only(ToBoards),
    word(43, "time", "the time so far").taking("", CommandMeaning::Asks(|| Ask::Time)),
    word(48, "load", "open a puzzle by its ID, or by its text in one line").taking("TEXT", CommandMeaning::Loads),
    word(58, "set", "change a setting").taking("NAME VALUE", CommandMeaning::Sets),
    word(53, ":w!", "save the game over an existing file").taking("FILE", CommandMeaning::Writes { overwrites: true }),
];

/// Creates an entry with configurable keys.
const fn entry(name: &'static str, command: Command) -> CommandEntry {
    CommandEntry { name, command: Some(command), is_configurable: true, keys: &[], said: None, buttons: &[] }
}

/// Creates an entry whose keys, if it has any, can't be configured.
const fn fixed(name: &'static str, command: Command) -> CommandEntry {
    CommandEntry { is_configurable: false, ..entry(name, command) }
}

/// Creates an entry that only the dialogue has, without keys and buttons. The help of the dialogue is ordered by
/// `line`.
const fn word(line: u8, words: &'static str, description: &'static str) -> CommandEntry {
    let none = CommandEntry { name: "", command: None, is_configurable: false, keys: &[], said: None, buttons: &[] };
    none.said(line, words, description)
}

/// Creates the keys of a command in `context`, for all games; see [`at`] for [`KeyContext::Board`]. `keys` are the
/// names of the keys, separated by blanks; `line` is the number of the line in the help.
const fn on(context: KeyContext, line: u8, keys: &'static str, description: &'static str) -> Keys {
    Keys { context, topic: None, applies: Applies::Always, line, keys, description }
}

/// Creates the keys of a command as [`on`] does, but in [`KeyContext::Board`], under the heading of `topic`.
const fn at(topic: Topic, line: u8, keys: &'static str, description: &'static str) -> Keys {
    Keys { topic: Some(topic), ..on(Board, line, keys, description) }
}

impl Keys {
    /// Restricts the keys to the games of `applies`.
    const fn only(self, applies: Applies) -> Keys {
        Keys { applies, ..self }
    }
}

const fn button(context: KeyContext, group: &'static str, position: u8, label: &'static str) -> Button {
    Button { context, applies: Applies::Always, group, position, label }
}

impl Button {
    const fn only(self, applies: Applies) -> Button {
        Button { applies, ..self }
    }
}

impl CommandEntry {
    const fn keys(self, keys: &'static [Keys]) -> CommandEntry {
        CommandEntry { keys, ..self }
    }

    /// Adds words for the dialogue. The help of the dialogue is ordered by `line`, and explains the words by
    /// `description`. The words have no operand: the game runs the command, and the dialogue reports the outcome.
    const fn said(self, line: u8, words: &'static str, description: &'static str) -> CommandEntry {
        let meaning = CommandMeaning::Act(|| Ask::Event);
        let applies = Applies::Always;
        CommandEntry { said: Some(SpokenForm { line, words, operand: "", meaning, applies, description }), ..self }
    }

    /// Sets the meaning of this command's words when a player types them.
    const fn meaning(self, meaning: CommandMeaning) -> CommandEntry {
        self.taking("", meaning)
    }

    /// Adds an operand to the words for the dialogue, and replaces their [`CommandMeaning`].
    const fn taking(self, operand: &'static str, meaning: CommandMeaning) -> CommandEntry {
        match self.said {
            Some(said) => CommandEntry { said: Some(SpokenForm { operand, meaning, ..said }), ..self },
            None => self,
        }
    }

    /// Restricts the help of the dialogue: it lists the words only in the games of `applies`.
    const fn said_only(self, applies: Applies) -> CommandEntry {
        match self.said {
            Some(said) => CommandEntry { said: Some(SpokenForm { applies, ..said }), ..self },
            None => self,
        }
    }

    const fn buttons(self, buttons: &'static [Button]) -> CommandEntry {
        CommandEntry { buttons, ..self }
    }
}

/// Iterates over the bindings of the digits: values, help levels, choices of the menu.
fn digits() -> impl Iterator<Item = (Keys, Command)> {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let value =
        |(number, digit)| (at(Main, 5, digit, "place or remove this value").only(ToValues), Action::Value(number));
    let level = |(level, digit)| {
        (at(Help, 23, digit, "set the help level with this number").only(ToSquares), Action::Assist(level))
    };
    let choice = |at: usize| {
        (on(Page, 3, DIGITS[(at + 1) % 10], "play the choice with this number").only(ToNumbered), Action::ChooseAt(at))
    };
    let zero = at(Main, 6, "0", "place or remove the value 0").only(WithZero);
    let values = (1..10).zip(DIGITS.into_iter().skip(1)).map(value).chain([(zero, Action::Value(0))]);
    let levels = Assist::ALL.into_iter().zip(DIGITS).map(level);
    values.chain(levels).chain((0..10).map(choice)).map(|(keys, action)| (keys, Game(action)))
}

/// The lines of the help screen, in order, with the keys of [`COMMANDS`].
pub(crate) static KEYS: LazyLock<Vec<Binding>> = LazyLock::new(|| {
    let of_entry = |entry: &'static CommandEntry| entry.keys.iter().filter_map(|keys| Some((*keys, entry.command?)));
    let mut all: Vec<(Keys, Command)> = COMMANDS.iter().flat_map(of_entry).chain(digits()).collect();
    all.sort_by_key(|(keys, _)| (keys.context as u8, keys.topic, keys.line));
    let of_line = |line: &[(Keys, Command)]| {
        let first = line[0].0;
        let names: Vec<Vec<&str>> = line.iter().map(|(keys, _)| keys.keys.split(' ').collect()).collect();
        let most = names.iter().map(Vec::len).max().unwrap_or(0);
        // The first keys of all commands come before the second keys, as in `← ↓ ↑ → h j k l`.
        let keys = (0..most).flat_map(|at| {
            let named = |(names, &(_, command)): (&Vec<&str>, &(Keys, Command))| {
                Some((Key::named(names.get(at)?).expect("every key named in the table exists"), command))
            };
            names.iter().zip(line).filter_map(named).collect::<Vec<_>>()
        });
        Binding {
            context: first.context,
            topic: first.topic,
            applies: first.applies,
            keys: keys.collect(),
            description: first.description,
        }
    };
    all.chunk_by(|(a, _), (b, _)| (a.context, a.topic, a.line) == (b.context, b.topic, b.line)).map(of_line).collect()
});

/// The mouse gestures in the terminal: the games, the gesture, and its effect.
const MOUSE: &[(Applies, &str, &str)] = &[
    (Applies::WhereClicksTake, "left click", "place or remove a {piece}"),
    (Applies::WhereClicksRuleOut, "left click", "rule out; again: place a {piece}; again: empty the {spot}"),
    (Applies::WhereClicksRuleOut, "left drag", "rule out all {spot}s that you cross"),
    (Applies::ToSquares, "right click", "rule out a {spot}, or allow it again"),
    (Applies::ToOptions, "left click", "choose an option, or fold a group"),
    (Applies::ToOptions, "right click", "exclude an option"),
    (Applies::ToOptions, "wheel", "scroll"),
    (Applies::ToValues, "left click", "choose a {spot}, or place a noted value"),
    (Applies::ToValues, "left drag", "select several {spot}s"),
    (Applies::ToValues, "right click", "rule out a value"),
    (Applies::ToBoards, "click in explanation", "explain another {spot}"),
    (Applies::ToBoards, "wheel", "next and previous step or solution"),
];

/// The touch and mouse gestures on a web page: the games, the gesture, and its effect.
const FINGERS: &[(Applies, &str, &str)] = &[
    (Applies::WhereClicksTake, "Tap or click", "place or remove a {piece}; in an explanation, explain a {spot}"),
    (Applies::WhereClicksRuleOut, "Tap or click", "rule out; again: place a {piece}; again: empty the {spot}"),
    (Applies::ToSquares, "Long tap or right click", "rule out a {spot}, or allow it again"),
    (
        Applies::ToSquares,
        "Draw over {spot}s",
        "rule out all {spot}s that you cross; with a finger on a board that scrolls, hold it first",
    ),
    (Applies::ToOptions, "Tap or click", "choose an option, or take it back; fold a group"),
    (Applies::ToOptions, "Long tap or right click", "exclude an option, or allow it again"),
    (Applies::ToOptions, "Tap or click an option's state", "why the option is excluded or forced"),
    (Applies::ToValues, "Tap or click", "choose a {spot}, then a value; a pencil mark places its value"),
    (Applies::ToValues, "Drag", "select several {spot}s: a value or a note goes to all of them"),
    (Applies::ToValues, "Long tap or right click", "rule out a value"),
];

/// Returns the help for the mouse in the terminal: each gesture with its effect.
#[must_use]
pub fn mouse(model: &Model) -> Vec<(String, String)> {
    gestures(MOUSE, model)
}

/// Returns the help for touch and mouse on a web page: each gesture with its effect.
#[must_use]
pub fn fingers(model: &Model) -> Vec<(String, String)> {
    gestures(FINGERS, model)
}

fn gestures(table: &[(Applies, &str, &str)], model: &Model) -> Vec<(String, String)> {
    let here = table.iter().filter(|(applies, ..)| applies.to(model));
    here.map(|(_, gesture, effect)| (words::filled(model, gesture), words::filled(model, effect))).collect()
}
