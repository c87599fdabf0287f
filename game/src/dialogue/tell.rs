//! The answers of the dialogue.

use puzzle_core::sentences::capital;
use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;

use super::ask::Ask;
use super::commands;
use crate::clash::clash;
use crate::menu::{MenuChoice, Page};
use crate::model::{Grade, Model};
use crate::notice::{Notice, NoticeKind};
use crate::screen::{KeyContext, Mode};
use crate::words;

pub(super) fn answer(model: &Model, ask: &Ask) -> Vec<String> {
    let board = model.board();
    match ask {
        Ask::Misheard(why) => vec![why.clone()],
        Ask::Help => help(model),
        Ask::Result => words::result(model).lines().map(str::to_owned).collect(),
        Ask::Command => vec![words::command(model).unwrap_or_else(|| words::not_loaded(model).to_owned())],
        Ask::Time => vec![format!("{}.", words::progress_so_far(model))],
        Ask::Statistics => words::page(model, Page::Statistics),
        Ask::Found => words::page(model, Page::Found(0)),
        Ask::Rules => words::page(model, Page::Rules(0)),
        Ask::Settings if model.options.is_empty() => vec![words::NO_SETTINGS.to_owned()],
        Ask::Settings => words::page(model, Page::Settings(0)),
        Ask::Menu => menu(model),
        Ask::Choice => match *model.mode() {
            Mode::Page(Page::Menu(_)) => event(model).into_iter().chain(menu(model)).collect(),
            Mode::Page(page) => words::page(model, page),
            _ => event(model),
        },
        Ask::Look => vec![words::cell_spoken(model, model.cursor())],
        Ask::Cells(cells) => cells.iter().map(|&cell| words::cell_spoken(model, cell)).collect(),
        Ask::Board => (0..board.rows()).map(|row| words::row_spoken(model, row)).collect(),
        Ask::List(status) => vec![list(model, *status)],
        Ask::Count => vec![count(model)],
        Ask::Options(lines) => lines.iter().map(|&line| words::tree_line_spoken(model, line)).collect(),
        Ask::Clashes => clashes(model),
        Ask::Noted(cell) if model.notice().is_none() => vec![words::notes_in(model, *cell)],
        Ask::Why if !matches!(model.mode(), Mode::Play) => causes(model).into_iter().chain(shown(model)).collect(),
        Ask::Diagram if model.mode().key_context() == KeyContext::Diagram => shown(model),
        Ask::Hint if model.hint().is_some() => hint(model),
        Ask::Technique => match model.mode() {
            Mode::Page(page @ Page::Technique(_)) => words::page(model, *page),
            _ => event(model),
        },
        Ask::Path if matches!(model.mode(), Mode::Result(_)) => shown(model),
        Ask::Solution if model.mode().key_context() != KeyContext::Browse => event(model),
        Ask::Solution | Ask::Agreed => event(model).into_iter().chain(shown(model)).collect(),
        _ => event(model),
    }
}

/// Returns the notice, and the sentence about the load under way, if there are any.
pub(super) fn event(model: &Model) -> Vec<String> {
    // The keys that the notice of a new game names mean nothing here.
    let text = |notice: &Notice| match (&notice.brief, notice.kind) {
        (Some(brief), NoticeKind::GameStarted) => brief.clone(),
        _ => notice.text.clone(),
    };
    let mut said: Vec<String> = model.notice().map(text).into_iter().collect();
    if let Some(loading) = model.loading() {
        said.push(format!("{}.", words::building(model, loading, "by")));
    }
    said
}

/// Returns the puzzle, the help level and the ID, such as `8 by 8 queens, help: guide.`
pub(super) fn title(model: &Model) -> String {
    if model.tree().is_some() {
        return format!("{}, a configurator.", words::title(model.board(), "by"));
    }
    let level = words::level(model.board().puzzle(), model.assist());
    let id = model.id().map_or(String::new(), |id| format!(" ID {id}."));
    let daily = words::daily_title(model).map_or(String::new(), |title| format!("{title}: "));
    format!("{daily}{}, {level}.{id}", words::title(model.board(), "by"))
}

/// Describes a new position. The variables in `forced_before` were announced as forced before, and are not announced
/// again.
pub(super) fn position(model: &Model, forced_before: &[Variable]) -> Vec<String> {
    let puzzle = model.board().puzzle();
    let Some(guide) = model.guide() else { return Vec::new() };
    let mut said: Vec<String> = words::excess(puzzle, guide.marks()).into_iter().chain(clashing(model)).collect();
    if !model.is_solved() {
        said.extend(words::state(model));
        let forced = with_status(model, Status::Forced);
        let new: Vec<String> = forced
            .iter()
            .filter(|variable| !forced_before.contains(variable))
            .map(|&variable| puzzle.name(variable))
            .collect();
        if !new.is_empty() {
            said.push(format!("Forced now: {}.", new.join(", ")));
        }
    }
    said.extend(words::ending(model).into_iter().map(|(_, line)| line));
    said.extend(model.is_solved().then(|| words::dailies_left(model)).flatten());
    said
}

/// Returns the variables that are shown with a [`Status`].
pub(super) fn with_status(model: &Model, status: Status) -> Vec<Variable> {
    let Some(guide) = model.guide() else { return Vec::new() };
    guide.variables().filter(|&(_, is, _)| model.shown(is) == status).map(|(variable, ..)| variable).collect()
}

fn list(model: &Model, status: Status) -> String {
    let puzzle = model.board().puzzle();
    if matches!(status, Status::Dead | Status::Forced) && !model.assist().is_guided() {
        return words::NEEDS_GUIDE.to_owned();
    }
    let names: Vec<String> = with_status(model, status).into_iter().map(|variable| puzzle.name(variable)).collect();
    let what = puzzle.status_name(status);
    if names.is_empty() {
        format!("Nothing is {what}.")
    } else {
        format!("{}, {what}: {}.", names.len(), names.join(", "))
    }
}

fn count(model: &Model) -> String {
    match model.guide() {
        Some(_) if model.assist().is_guided() => {
            format!("{}.", capital(&words::remaining_now(model).unwrap_or_default()))
        }
        Some(_) => words::NEEDS_GUIDE.to_owned(),
        None => words::not_loaded(model).to_owned(),
    }
}

/// Returns a sentence for each clash shown.
fn clashing(model: &Model) -> impl Iterator<Item = String> {
    let puzzle = model.board().puzzle();
    model.clashes().iter().map(|conflict| clash(puzzle, conflict))
}

fn clashes(model: &Model) -> Vec<String> {
    let said: Vec<String> = clashing(model).collect();
    if said.is_empty() { vec!["No clashes are shown at this help level.".to_owned()] } else { said }
}

/// Reads out the whole screen beside the board ([`Mode::read_out`]).
fn shown(model: &Model) -> Vec<String> {
    match model.mode() {
        // Hidden clashes are not read out.
        Mode::Clash(_) if model.clashes().is_empty() => Vec::new(),
        mode => mode.read_out(model.board()),
    }
}

/// Returns the sentences about the choices and rules from which the explained status of an option follows; empty
/// outside of configurators.
fn causes(model: &Model) -> Vec<String> {
    let Mode::Why(screen) = model.mode() else { return Vec::new() };
    let causes = model.tree().and_then(|_| screen.causes(model.board().puzzle()));
    causes.map_or_else(Vec::new, |causes| {
        let said = |name: &str, of: &[String]| (!of.is_empty()).then(|| format!("{name}: {}.", of.join("; ")));
        let lists = [said("Your choices", &causes.choices), said("Rules", &causes.rules)];
        [format!("{}:", causes.title)].into_iter().chain(lists.into_iter().flatten()).collect()
    })
}

/// Returns the sentences of the latest [`Grade`] (part) of the hint, and the command for the next part.
fn hint(model: &Model) -> Vec<String> {
    let Some(given) = &model.screen.hint else { return Vec::new() };
    // The place and the move take one line each, and the lines of earlier parts are left out.
    let said = words::hint(model).into_iter().skip(given.grade as usize);
    let trouble = words::trouble(model).filter(|_| given.grade == Grade::Look);
    let technique = words::hint_technique(model).filter(|_| given.grade == Grade::Play);
    let more = match given.grade {
        Grade::Look => Some("Type hint again for the move."),
        Grade::Play if model.would_agree() => Some("Type yes to make the move, or hint again for the reason."),
        Grade::Play => Some("Type hint again for the reason."),
        Grade::Why => None,
    };
    let argument = if given.grade == Grade::Why { shown(model) } else { Vec::new() };
    said.chain(trouble).chain(technique).chain(argument).chain(more.map(str::to_owned)).collect()
}

/// Returns lines that list the choices of the menu, after the title of an opened list, and that mention the commands
/// for the next step.
pub(super) fn menu(model: &Model) -> Vec<String> {
    let title = model.list_title();
    let line = |(number, choice): (usize, &MenuChoice)| {
        let note = if choice.is_preferred { " (suggested)" } else { "" };
        format!("{number}: {}{}", words::menu_choice(choice), if model.lists_days() { "" } else { note })
    };
    let numbered = (1..).zip(model.listed_choices()).map(line);
    let next = match title {
        Some(_) => "Type choose and a number, or menu to go back.",
        None => "Type choose and a number.",
    };
    match model.listed_choices() {
        [] => vec!["The menu is empty.".to_owned()],
        _ => title.map(|title| format!("{title}:")).into_iter().chain(numbered).chain([next.to_owned()]).collect(),
    }
}

fn help(model: &Model) -> Vec<String> {
    let board = model.board();
    let puzzle = board.puzzle();
    let example = Cell { row: board.rows() / 2, column: board.columns() / 2 };
    let variable = board.variables(example).first().copied().unwrap_or(Variable::new(0));
    let piece = puzzle.piece().map_or_else(|| "the value".to_owned(), |piece| format!("a {piece}"));
    let name = puzzle.name(variable);
    let first = match model.tree() {
        Some(_) => format!("{name}: choose it or take it back; several names at once are fine."),
        None => format!("{name}: place or remove {piece} there; several names at once are fine."),
    };
    [first].into_iter().chain(commands::help(model)).collect()
}
