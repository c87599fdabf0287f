//! Pages, typed commands, and texts copied and pasted.

use std::sync::Arc;

use puzzle_core::Move;
use puzzle_core::sentences::capital;

use super::load::load;
use super::moves::make;
use super::{Effect, LONGEST_COMMAND, act};
use crate::action::Arrow;
use crate::board::GameBoard;
use crate::lesson::{Course, Lesson};
use crate::menu::{MenuChoice, MenuTarget, OpenedCatalogue, Page, WEEK};
use crate::model::{Model, Play};
use crate::notice::NoticeKind;
use crate::screen::Mode;
use crate::text_input::{InputPurpose, TextInput};
use crate::words;

/// Opens `page`, or closes the page shown. Over the menu, the statistics and the settings open all the same, and close
/// to the menu; the found solutions open over the statistics, too. Opening the menu requests its choices again, since
/// saved games may have changed meanwhile.
pub(super) fn toggle(model: &mut Model, page: Page) -> Vec<Effect> {
    match (page, &model.screen.mode) {
        (Page::Statistics | Page::Settings(_) | Page::Found(_), &Mode::Page(below @ Page::Menu(_)))
        | (Page::Found(_), &Mode::Page(below @ Page::Statistics)) => model.screen.pages_below.push(below),
        (_, Mode::Page(_)) => return close_page(model),
        (Page::Menu(_), _) if !model.has_menu() => return Vec::new(),
        _ => model.screen.menu_path.clear(),
    }
    if !matches!(page, Page::Menu(_)) {
        model.screen.mode = Mode::Page(page);
        return Vec::new();
    }
    model.screen.mode = Mode::Page(Page::Menu(preferred(&model.choices)));
    vec![Effect::ListChoices]
}

/// Returns the index of the choice that is selected when the list opens.
fn preferred(choices: &[MenuChoice]) -> usize {
    choices.iter().position(|choice| choice.is_preferred).unwrap_or(0)
}

/// Closes the page shown: returns to the page below it, or else to the board. The menu stays open as long as there is
/// no board to return to.
pub(super) fn close_page(model: &mut Model) -> Vec<Effect> {
    let has_board = model.play.session.is_some() || model.pending.loading.is_some();
    let menu = (!has_board && !model.choices.is_empty()).then_some(Page::Menu(0));
    let below = model.screen.pages_below.pop().or(menu);
    model.screen.mode = match (&model.screen.mode, below) {
        (Mode::Page(Page::Menu(_)), _) if !has_board => return model.refuse(words::NO_GAME_YET),
        (Mode::Page(Page::Menu(_)), _) | (_, None) => {
            model.screen.menu_path.clear();
            Mode::Play
        }
        (_, Some(page)) => Mode::Page(page),
    };
    Vec::new()
}

/// Closes the list of choices shown, and returns `true`; returns `false` if the menu shows its first list.
pub(super) fn close_list(model: &mut Model) -> bool {
    let Mode::Page(Page::Menu(selected)) = &mut model.screen.mode else { return false };
    let Some(index) = model.screen.menu_path.pop() else { return false };
    *selected = index;
    true
}

/// Returns the effects that delete the selected saved game and list the choices again.
pub(super) fn delete(model: &mut Model) -> Vec<Effect> {
    match selected_save(model) {
        Some(name) => vec![Effect::Delete(name), Effect::ListChoices],
        None => model.refuse("Only saved games can be deleted."),
    }
}

/// Starts to type another name for the selected saved game.
pub(super) fn rename(model: &mut Model) -> Vec<Effect> {
    match selected_save(model) {
        Some(_) => {
            model.screen.typing = Some(TextInput::new(InputPurpose::Rename));
            Vec::new()
        }
        None => model.refuse("Only saved games can be renamed."),
    }
}

/// Returns the effects that name the selected saved game `title` and list the choices again.
pub(super) fn renamed(model: &mut Model, title: String) -> Vec<Effect> {
    match selected_save(model) {
        Some(saved) => vec![Effect::Rename { saved, title: title.trim().to_owned() }, Effect::ListChoices],
        None => Vec::new(),
    }
}

/// Returns the name in [`MenuChoice::saved`] of the selected saved game; `None` if another choice is selected.
fn selected_save(model: &Model) -> Option<String> {
    let Mode::Page(Page::Menu(selected)) = model.screen.mode else { return None };
    model.listed_choices().get(selected)?.saved.clone()
}

/// Replaces the choices of the menu. If a choice had opened a list of further choices, that list stays open as long as
/// it still exists. The first choices open the menu at the preferred one.
pub(super) fn list_choices(model: &mut Model, choices: Vec<MenuChoice>) -> Vec<Effect> {
    let is_first = model.choices.is_empty();
    model.choices = choices;
    let preferred = preferred(&model.choices);
    let left = words::dailies_left(model);
    if let Mode::Result(screen) = &mut model.screen.mode {
        screen.tell_dailies(left);
    }
    let last = model.listed_choices().len().saturating_sub(1);
    if let Mode::Page(Page::Menu(selected)) = &mut model.screen.mode {
        *selected = if is_first { preferred } else { (*selected).min(last) };
    }
    Vec::new()
}

/// Opens the page about the technique of the argument or hint shown; if this page is shown, closes it.
pub(super) fn technique(model: &mut Model) -> Vec<Effect> {
    if !matches!(model.screen.mode, Mode::Page(_)) {
        let puzzle = model.play.board.puzzle();
        let of_hint = || words::technique_of_hint(puzzle, model.guide()?.marks(), model.hint()?);
        let technique = match &model.screen.mode {
            Mode::Why(screen) => Some(screen.technique(puzzle)),
            _ => of_hint(),
        };
        return match technique {
            Some(technique) => {
                model.screen.mode = Mode::Page(Page::Technique(technique));
                Vec::new()
            }
            None => model.refuse(words::NO_TECHNIQUE),
        };
    }
    toggle(model, Page::Paused)
}

/// Sets the setting `name` to `value`, or refuses an unknown name or value.
pub(super) fn set(model: &mut Model, name: &str, value: &str) -> Vec<Effect> {
    let Some(setting) = model.options.iter_mut().find(|setting| setting.name == name) else {
        let names: Vec<&str> = model.options.iter().map(|setting| setting.name).collect();
        return model.refuse(format!("There is no setting {name:?}: expected {}.", names.join(", ")));
    };
    if !setting.choose(value) {
        let text = format!("{name} can't be {value:?}: expected {}.", setting.values.join(", "));
        return model.refuse(text);
    }
    let (name, value) = (setting.name, setting.value());
    let text = format!("{}: {}.", setting.label(), setting.value_label(value).to_lowercase());
    model.preferences.set(name, value);
    if let ("clock", "on" | "off") = (name, value) {
        model.settings.has_clock = value == "on";
    }
    model.say(text);
    vec![Effect::Set { name, value }]
}

/// Sets the selected setting to its next or previous value.
fn set_neighbour(model: &mut Model, selected: usize, is_next: bool) -> Vec<Effect> {
    let Some(setting) = model.options.get(selected) else { return Vec::new() };
    let (name, value) = (setting.name, setting.neighbour(is_next));
    set(model, name, value)
}

/// Handles an arrow key on a page: changes the selected setting, or selects another choice.
pub(super) fn arrow(model: &mut Model, direction: Arrow) -> Vec<Effect> {
    match (&model.screen.mode, direction) {
        (&Mode::Page(Page::Settings(selected)), Arrow::Left | Arrow::Right) => {
            set_neighbour(model, selected, direction == Arrow::Right)
        }
        _ => {
            select(model, direction);
            Vec::new()
        }
    }
}

/// Selects the next or the previous choice of the menu, rule on the page of rules, or found solution. The first choice
/// follows the last. In a calendar, up and down lead to the same day of another week.
fn select(model: &mut Model, direction: Arrow) {
    let is_vertical = matches!(direction, Arrow::Up | Arrow::Down);
    let step = if model.lists_days() && is_vertical { WEEK } else { 1 };
    let (choices, rules) = (model.listed_choices().len(), model.play.board.stated_rules().len());
    let (settings, pictures) = (model.options.len(), model.found_pictures());
    let (selected, count) = match &mut model.screen.mode {
        Mode::Page(Page::Menu(selected)) => (selected, choices),
        Mode::Page(Page::Rules(selected)) => (selected, rules),
        Mode::Page(Page::Settings(selected)) => (selected, settings),
        Mode::Page(Page::Found(selected)) => (selected, pictures),
        _ => return,
    };
    let moved = match direction {
        Arrow::Down | Arrow::Right => Some(*selected + step),
        Arrow::Up | Arrow::Left => selected.checked_sub(step),
    };
    *selected = match moved.filter(|&moved| moved < count) {
        Some(moved) => moved,
        // One week further, the calendar has no day.
        None if step > 1 => *selected,
        None if matches!(direction, Arrow::Down | Arrow::Right) => 0,
        None => count.saturating_sub(1),
    };
}

/// Selects the menu's choice or the found solution at the index `number`, counted from 0, if there is one.
pub(super) fn select_at(model: &mut Model, number: usize) {
    let (choices, pictures) = (model.listed_choices().len(), model.found_pictures());
    match &mut model.screen.mode {
        Mode::Page(Page::Menu(selected)) if number < choices => *selected = number,
        Mode::Page(Page::Found(selected)) if number < pictures => *selected = number,
        _ => {}
    }
}

/// Takes the menu's choice at the index `number`, counted from 0: opens its list, or returns the effect that opens its
/// puzzle.
pub(super) fn choose(model: &mut Model, number: usize) -> Vec<Effect> {
    match &mut model.screen.mode {
        Mode::Page(Page::Menu(_)) => model.screen.notice = None,
        Mode::Page(Page::Settings(selected)) if number < model.options.len() => {
            *selected = number;
            return set_neighbour(model, number, true);
        }
        Mode::Page(Page::Found(_)) => {
            select_at(model, number);
            return Vec::new();
        }
        _ => return Vec::new(),
    }
    let Some(choice) = model.listed_choices().get(number) else { return Vec::new() };
    match choice.target {
        MenuTarget::Opens(opened) => vec![Effect::Open(opened)],
        MenuTarget::Acts(action) => act(model, action),
        MenuTarget::Lists(ref list) | MenuTarget::Calendar(ref list) if list.is_empty() => {
            let refusal = match choice.is_idle && !choice.detail.is_empty() {
                true => format!("{}.", capital(&choice.detail)),
                false => "This list is empty.".to_owned(),
            };
            model.refuse(refusal)
        }
        MenuTarget::Lists(ref list) | MenuTarget::Calendar(ref list) => {
            let selected = preferred(list);
            model.screen.menu_path.push(number);
            model.screen.mode = Mode::Page(Page::Menu(selected));
            Vec::new()
        }
    }
}

/// Takes the menu's choices at the indices of `path`, each in the list that the choice before it opens, from the first
/// list on.
pub(super) fn choose_path(model: &mut Model, path: &[usize]) -> Vec<Effect> {
    model.screen.menu_path.clear();
    model.screen.mode = Mode::Page(Page::Menu(0));
    path.iter().flat_map(|&index| choose(model, index)).collect()
}

/// Starts to load the first puzzle of an [`OpenedCatalogue`].
pub(super) fn open(model: &mut Model, opened: OpenedCatalogue) -> Vec<Effect> {
    model.screen.mode = Mode::Play;
    model.screen.typing = None;
    model.screen.menu_path.clear();
    let is_here = |lesson: Lesson| lesson.course == Course::of(&GameBoard::new(Arc::clone(&opened.puzzle)));
    if opened.is_lesson && model.lesson().is_some_and(is_here) && !model.is_solved() && model.pending.loading.is_none()
    {
        return model.notify(NoticeKind::GameStarted, words::LESSON_GOES_ON);
    }
    let number = opened.number;
    if model.play.session.is_none() {
        model.play = Play::new(Arc::clone(&opened.catalogue), number, GameBoard::new(Arc::clone(&opened.puzzle)));
    }
    model.pending.opening = Some(opened);
    load(model, number)
}

pub(super) fn copy(model: &mut Model) -> Vec<Effect> {
    let result = words::result(model);
    // A terminal may lack the star of the first line.
    let title = result.lines().next().unwrap_or_default().trim_end_matches(words::STAR);
    model.say(match result.lines().count() {
        1 => format!("Copied: {title}"),
        lines => format!("Copied {lines} lines: {title}"),
    });
    vec![Effect::Copy(result)]
}

/// Copies the command that leads to this position.
pub(super) fn copy_command(model: &mut Model) -> Vec<Effect> {
    let Some(command) = words::command(model) else {
        return model.refuse(words::not_loaded(model));
    };
    model.say(format!("Copied: {command}"));
    vec![Effect::Copy(command)]
}

/// Handles pasted text. While the player types, appends the pasted text to the typed text. Otherwise places the
/// variables that it names, as one turn. A text that is no list of such names is left to [`Effect::Read`].
pub(super) fn pasted(model: &mut Model, text: &str) -> Vec<Effect> {
    // A terminal may send the line ends of a pasted text as the Enter key, a carriage return.
    let text = &text.replace("\r\n", "\n").replace('\r', "\n");
    let is_opened = model.screen.typing.as_ref().is_some_and(|typing| {
        typing.purpose == InputPurpose::Open && typing.text.is_empty() && text.trim_end().contains('\n')
    });
    if is_opened {
        return read(model, text.clone());
    }
    if let Some(typing) = &mut model.screen.typing {
        model.screen.notice = None;
        let room = LONGEST_COMMAND.saturating_sub(typing.text.chars().count());
        typing.text.extend(text.chars().filter(|letter| !letter.is_control()).take(room));
        return Vec::new();
    }
    let puzzle = model.play.board.puzzle();
    let names = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|name| !name.is_empty());
    let variables: Option<Vec<_>> = names.map(|name| puzzle.named(name).ok()).collect();
    match variables {
        Some(variables) if variables.is_empty() => Vec::new(),
        Some(variables) if model.play.session.is_some() && !matches!(model.screen.mode, Mode::Page(_)) => {
            make(model, variables.into_iter().map(Move::Place).collect())
        }
        _ => read(model, text.to_owned()),
    }
}

/// Returns the effect that opens the puzzle of a text.
pub(super) fn read(model: &mut Model, text: String) -> Vec<Effect> {
    model.pending.read = Some(text.clone());
    vec![Effect::Read(text)]
}

pub(super) fn command(model: &mut Model, text: &str) -> Vec<Effect> {
    let (name, file) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let file = file.trim();
    let overwrites = match name {
        "w" => false,
        "w!" => true,
        _ => return no_such_command(model, text),
    };
    match model.save() {
        Some(save) if !file.is_empty() => {
            vec![Effect::Write { file: file.to_owned(), text: save.transcript(), overwrites }]
        }
        Some(_) => no_such_command(model, text),
        None => model.refuse(words::not_loaded(model)),
    }
}

fn no_such_command(model: &mut Model, typed: &str) -> Vec<Effect> {
    let expected = "type : and a part of a command's name, or w FILE to save the game as a text";
    model.refuse(format!("There is no command {typed:?}: {expected}."))
}
