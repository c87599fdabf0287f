//! The options of a configurator: a tree with the state of each option, and the causes of a state.

use game::{InputPurpose, Mode, TreeRow, words};
use puzzle_core::{Status, Variable};
use ratatui::Frame;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout::margin;
use super::panel::{beginning, outcome};
use super::{layout, wrap};
use crate::face::Face;
use crate::theme::Theme;

/// The smallest height of a screen with two rows for messages, in rows.
const FOR_MESSAGES: u16 = 14;
/// The smallest width of a screen with the state of an option beside its name, in columns.
const FOR_STATES: u16 = 28;

/// The greatest width of the lines, in columns: on a wider screen, states would be too far from their names.
const MAX_WIDTH: u16 = 96;
/// The smallest height of a screen with headings above the columns, and a free row around the lines, in rows.
const FOR_HEADINGS: u16 = 20;

/// The areas of the screen on which the options of a configurator are shown.
struct TreeLayout {
    /// The row with the title, the numbers of options and the prices.
    head: Rect,
    /// The row with the headings of the columns, on a screen with room for it.
    headings: Option<Rect>,
    /// The rows for the lines of the tree.
    lines: Rect,
    message: Rect,
    foot: Rect,
}

impl TreeLayout {
    fn of(face: &Face) -> TreeLayout {
        let (margin, rows) = (margin(face.screen.0), face.screen.1);
        let columns = (face.screen.0 - 2 * margin).min(MAX_WIDTH);
        let message = if rows >= FOR_MESSAGES { 2 } else { 1 };
        let left = (face.screen.0 - columns) / 2;
        let area = |y, height| Rect::new(left, y, columns, height);
        let headings = (rows >= FOR_HEADINGS).then(|| area(2, 1));
        let first = if headings.is_some() { 3 } else { 1 };
        TreeLayout {
            head: area(0, 1),
            headings,
            lines: area(first, rows - message - 1 - first),
            message: area(rows - message - 1, message),
            foot: Rect::new(left, rows - 1, face.screen.0 - left, 1),
        }
    }
}

/// Draws the screen of a configurator.
pub(super) fn draw(face: &Face, frame: &mut Frame<'_>) {
    if let Mode::Play = face.model.mode() {
        draw_tree(face, frame);
    } else {
        draw_causes(face, frame);
    }
}

fn draw_tree(face: &Face, frame: &mut Frame<'_>) {
    let (theme, layout) = (face.theme, TreeLayout::of(face));
    draw_head(face, layout.head, frame);
    let rows = face.model.tree_rows();
    let offset = offset(face);
    let shown: Vec<&TreeRow> = rows.iter().skip(offset).take(usize::from(layout.lines.height)).collect();
    let columns = Columns::of(face, &shown, layout.lines.width);
    if let Some(area) = layout.headings.filter(|_| columns.names > 0) {
        frame.render_widget(headings(face, &columns, area.width), area);
    }
    for (row, y) in shown.into_iter().zip(layout.lines.y..) {
        frame.render_widget(line(face, row, &columns, layout.lines.width), Rect { y, height: 1, ..layout.lines });
    }
    if rows.is_empty() {
        frame.render_widget(Line::styled(format!(" {}", words::NO_MATCH), theme.faint()), layout.lines);
    }
    draw_message(face, layout.message, frame);
    let keys = [
        "Enter choose   x exclude   w why   / find   b complete   s save   u undo   r redo   ? help   Esc menu",
        "Enter choose   x exclude   w why   / find   b complete   u undo   ? help",
        "Enter choose   x exclude   w why   / find   ? help",
        "Enter choose   x out   w why   ? help",
        "Enter   x   w   ? help",
        "? help",
    ];
    let searching = ["Enter goes there   Up Down select   Esc back", "Enter   Up Down   Esc"];
    let keys: &[&str] = match face.model.typing_purpose() {
        None => &keys,
        Some(InputPurpose::Search) => &searching,
        Some(_) => &["Enter confirm   Esc cancel"],
    };
    draw_foot(face, keys, layout.foot, frame);
}

/// The widths of the columns in which the visible options are written, in characters.
#[derive(Default)]
struct Columns {
    /// The width of signs and names, with the indents; 0 if the columns do not fit, so that nothing is aligned.
    names: usize,
    prices: usize,
    /// The widths of the parts of the outlook: the number of configurations left, and their lowest price.
    outlook: [usize; 2],
}

impl Columns {
    fn of(face: &Face, rows: &[&TreeRow], width: u16) -> Columns {
        let model = &face.model;
        let length = |text: &str| text.chars().count();
        let mut columns = Columns::default();
        for row in rows {
            let Some(about) = model.tree().and_then(|tree| tree.lines().get(row.line)) else { continue };
            let Some(variable) = row.variable else { continue };
            columns.names = columns.names.max(before_name(row, width) + length(&about.name));
            let price = words::option_price(model, variable).unwrap_or_default();
            columns.prices = columns.prices.max(length(&price));
            for (widest, part) in columns.outlook.iter_mut().zip(outlook(face, variable)) {
                *widest = (*widest).max(length(&part));
            }
        }
        let all = columns.names + columns.prices + columns.outlook.iter().sum::<usize>() + 6;
        if all > usize::from(width) { Columns::default() } else { columns }
    }
}

/// Returns the parts of the outlook of an open option without the word for configurations, which the title has.
fn outlook(face: &Face, variable: Variable) -> Vec<String> {
    let outlook = words::option_outlook(&face.model, variable).unwrap_or_default();
    let outlook = outlook.replace(" configurations", "").replace(" configuration", "");
    outlook.split(", ").filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Returns the number of columns before the name of a row: the pointer, the indent, and the signs of fold and state. A
/// deep line on a narrow screen keeps room for its name.
fn before_name(row: &TreeRow, width: u16) -> usize {
    (2 * row.depth).min(usize::from(width) / 3) + 5
}

/// Draws the title with the state of the configuration and its prices.
fn draw_head(face: &Face, area: Rect, frame: &mut Frame<'_>) {
    let (theme, dot) = (face.theme, face.theme.glyphs.dot);
    let title = face.model.board().puzzle().kind().to_owned();
    let mut parts = words::configuration(&face.model);
    let at = parts.len().min(1);
    parts.splice(at..at, words::configuration_prices(&face.model));
    // The title has room before the less important parts.
    let reserved = (title.chars().count() + 2).min(usize::from(area.width) / 3) as u16;
    let state = beginning(&parts, area.width - reserved, dot);
    let room = usize::from(area.width).saturating_sub(state.chars().count() + 2);
    let title = if room >= 4 { cut(&title, room, theme) } else { String::new() };
    frame.render_widget(Paragraph::new(Line::styled(title, theme.strong())), area);
    let is_complete = face.model.is_solved();
    let style = if is_complete { theme.joy() } else { Style::new() };
    frame.render_widget(Paragraph::new(Line::styled(state, style)).alignment(Alignment::Right), area);
}

/// Returns the headings of the columns.
fn headings(face: &Face, columns: &Columns, width: u16) -> Line<'static> {
    let price = if columns.prices > 0 { "price" } else { "" };
    let outlook = match columns.outlook {
        [0, 0] => "",
        [_, 0] => "configurations",
        _ => "configurations, lowest total",
    };
    let end = columns.names + 2 + columns.prices;
    let gap = usize::from(width).saturating_sub(end.max(price.len()) + outlook.len());
    Line::styled(format!("{price:>end$}{}{outlook}", " ".repeat(gap)), face.theme.faint())
}

/// Returns the line of an option or a group: the sign of its state, its name and price, and at the right its state in
/// words, as far as there is room.
fn line(face: &Face, row: &TreeRow, columns: &Columns, width: u16) -> Line<'static> {
    let (theme, model) = (face.theme, &face.model);
    let Some(about) = model.tree().and_then(|tree| tree.lines().get(row.line)) else { return Line::default() };
    let pointer = if row.is_selected { theme.glyphs.pointers[0] } else { " " };
    let fold = fold_sign(theme, row.is_folded);
    let indent = " ".repeat(before_name(row, width) - 5);
    let status = row.variable.and_then(|variable| Some(model.guide()?.status(variable)));
    let (sign, style) = match (row.variable, status) {
        (None, _) => (" ", theme.strong()),
        (Some(_), None) => (theme.glyphs.unknown, theme.faint()),
        (Some(_), Some(status)) => (sign(theme, status), style(theme, status)),
    };
    let head = format!("{pointer}{indent}{fold}");
    let used = before_name(row, width);
    let price = row.variable.and_then(|variable| words::option_price(model, variable));
    let price = price.map_or_else(String::new, |price| {
        let gap = columns.names.saturating_sub(used + about.name.chars().count());
        format!("{}  {price:>1$}", " ".repeat(gap), columns.prices)
    });
    let choice = if about.choice.is_empty() { String::new() } else { format!("  ({})", about.choice) };
    let room = usize::from(width).saturating_sub(used);
    let named = about.name.chars().count();
    let states = match (row.variable, status) {
        (Some(variable), Some(status)) if width >= FOR_STATES => {
            let outlook = outlook(face, variable).into_iter().zip(columns.outlook);
            let outlook: Vec<String> = outlook.map(|(part, width)| format!("{part:>width$}")).collect();
            states(status, &outlook.join("  "))
        }
        _ => vec![String::new()],
    };
    // If not all parts fit, the text `choice` is left out first. Then the state in words is shortened, so that the name
    // and the price stay as long as possible.
    let fits = |parts: &[&str]| named + parts.iter().map(|part| part.chars().count()).sum::<usize>() < room;
    let state = states
        .iter()
        .find(|state| fits(&[&price, &choice, state]))
        .or_else(|| states.iter().find(|state| fits(&[&price, state])));
    let state = state.cloned().unwrap_or_default();
    let choice = if fits(&[&price, &choice, &state]) { choice } else { String::new() };
    let price = if fits(&[&price, &state]) { price } else { String::new() };
    let name = cut(&about.name, room.saturating_sub(price.chars().count() + state.chars().count()), theme);
    let gap = room.saturating_sub([&name, &price, &choice, &state].iter().map(|part| part.chars().count()).sum());
    let style = if row.is_selected { style.patch(theme.strong()) } else { style };
    // Most options are open, so that their states are quiet.
    let is_quiet = status == Some(Status::Open) && !row.is_selected;
    let state_style = if is_quiet { theme.faint() } else { style };
    let ground = if row.is_selected { theme.selected().bg } else { None };
    let line = Line::from(vec![
        Span::styled(head, theme.strong()),
        Span::styled(format!("{sign} "), style),
        Span::styled(name, style),
        Span::raw(price),
        Span::styled(choice, theme.faint()),
        Span::raw(" ".repeat(gap)),
        Span::styled(state, state_style),
    ]);
    line.style(Style { bg: ground, ..Style::new() })
}

/// Returns the state of an option in words, in several versions, the longest first. `outlook` describes the
/// configurations left with an open option, such as `12 left`; it is empty if they are not counted.
fn states(status: Status, outlook: &str) -> Vec<String> {
    let word = words::option_state(status).to_owned();
    let why = |word: &str| vec![format!("{word}, w: why"), word.to_owned()];
    match (status, outlook.len()) {
        (Status::Open, 1..) => vec![outlook.to_owned(), word, String::new()],
        (Status::Forced | Status::Excluded | Status::Dead, _) => [why(&word), vec![String::new()]].concat(),
        (Status::Placed | Status::Blocked | Status::Given, _) => {
            let short = word.split(' ').next().unwrap_or_default().to_owned();
            let short = if status == Status::Given { "always".to_owned() } else { short };
            vec![word, short, String::new()]
        }
        _ => vec![word, String::new()],
    }
}

fn fold_sign(theme: Theme, is_folded: Option<bool>) -> &'static str {
    match (is_folded, theme.glyphs.has_weights) {
        (None, _) => "  ",
        (Some(true), true) => "▸ ",
        (Some(false), true) => "▾ ",
        (Some(true), false) => "+ ",
        (Some(false), false) => "- ",
    }
}

/// Returns the sign of the state of an option. All signs differ, except that a given and a chosen option have the same
/// sign.
fn sign(theme: Theme, status: Status) -> &'static str {
    match status {
        Status::Given | Status::Placed if theme.glyphs.has_weights => theme.glyphs.enough,
        Status::Given | Status::Placed => "*",
        Status::Dead => theme.glyphs.excluded,
        status => theme.glyphs.of(status),
    }
}

/// Returns the style of an option, without a background.
fn style(theme: Theme, status: Status) -> Style {
    let status = if status == Status::Dead { Status::Excluded } else { status };
    Style { bg: None, ..theme.square(status, true) }
}

/// Draws the causes of the state of an option: the player's choices, the rules, and the steps that connect them.
fn draw_causes(face: &Face, frame: &mut Frame<'_>) {
    let (theme, model) = (face.theme, &face.model);
    let puzzle = model.board().puzzle();
    let (columns, rows) = face.screen;
    let width = usize::from(columns.saturating_sub(2));
    let mut lines: Vec<Line<'static>> = Vec::new();
    let heading = |lines: &mut Vec<Line<'static>>, text: &str| lines.push(Line::styled(text.to_owned(), theme.faint()));
    let push = |lines: &mut Vec<Line<'static>>, sign: &str, text: &str, style: Style| {
        for (index, part) in wrap::wrapped(text, width.saturating_sub(4)).into_iter().enumerate() {
            let head = if index == 0 { format!("  {sign} ") } else { "    ".to_owned() };
            lines.push(Line::from(vec![Span::raw(head), Span::styled(part, style)]));
        }
    };
    let causes = if let Mode::Why(screen) = model.mode() { screen.causes(puzzle) } else { None };
    let text = model.mode().describe(puzzle);
    let title = causes.as_ref().map(|causes| causes.title.clone()).or(text.as_ref().map(|text| text.title.clone()));
    lines.extend(title.map(|title| Line::styled(cut(&title, width, theme), theme.strong())));
    if let Some(causes) = causes {
        let signs = [sign(theme, Status::Placed), theme.glyphs.dot, theme.glyphs.pointers[0]];
        for ((name, of), sign) in causes.sections().into_iter().zip(signs).filter(|((_, of), _)| !of.is_empty()) {
            heading(&mut lines, name);
            of.iter().for_each(|text| push(&mut lines, sign, text, Style::new()));
        }
        heading(&mut lines, "Step by step");
    }
    let shown = model.mode().progress().map_or(0, |(at, _)| at - 1);
    let mut selected = 0;
    for (index, (step, cases)) in model.mode().steps(puzzle).into_iter().enumerate() {
        let style = if index == shown { theme.strong() } else { Style::new() };
        let sign = if index == shown { theme.glyphs.pointers[0] } else { " " };
        push(&mut lines, sign, &format!("{}{step}", "  ".repeat(cases)), style);
        selected = if index == shown { lines.len() } else { selected };
    }
    let room = rows - 2;
    // The step shown stays visible, once the player has gone to a step.
    let offset = if shown == 0 { 0 } else { selected.saturating_sub(usize::from(room)) };
    for (line, y) in lines.into_iter().skip(offset).zip(0..room) {
        frame.render_widget(line, Rect::new(1, y, columns - 1, 1));
    }
    draw_message(face, Rect::new(0, room, columns, 1), frame);
    let keys =
        ["r takes back the choices to blame   Left Right steps   Esc back", "r undo causes   Esc back", "Esc back"];
    draw_foot(face, &keys, Rect::new(0, rows - 1, columns, 1), frame);
}

/// Draws the outcome of the last action or the text typed; without them, the selected option.
fn draw_message(face: &Face, area: Rect, frame: &mut Frame<'_>) {
    let mut lines = outcome(face);
    if lines.is_empty()
        && let Some(about) =
            words::describe_cursor(&face.model, false).filter(|_| face.model.selected_option().is_some())
    {
        lines.push(Line::styled(about, face.theme.faint()));
    }
    let width = usize::from(area.width.saturating_sub(1));
    let rows = lines.into_iter().flat_map(|line| {
        let style = line.style;
        let text = wrap::wrapped(&line.to_string(), width);
        text.into_iter().map(move |text| Line::styled(text, style))
    });
    let rows: Vec<Line<'static>> = rows.take(usize::from(area.height)).collect();
    frame.render_widget(Paragraph::new(rows), Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area });
}

/// Draws the row of keys at the bottom: the first of the versions `keys` that fits.
fn draw_foot(face: &Face, keys: &[&str], area: Rect, frame: &mut Frame<'_>) {
    let fitting = keys.iter().find(|keys| keys.chars().count() + 1 < usize::from(area.width));
    let text = fitting.or(keys.last()).copied().unwrap_or_default();
    frame.render_widget(Line::styled(format!(" {text}"), face.theme.faint()), area);
}

/// Returns the number of lines above the first visible line.
pub(crate) fn offset(face: &Face) -> usize {
    let rows = face.model.tree_rows();
    let selected = rows.iter().position(|row| row.is_selected).unwrap_or(0);
    let shown = usize::from(TreeLayout::of(face).lines.height).max(1);
    if rows.len() <= shown {
        return 0;
    }
    layout::scrolled(face.origin.row.min(rows.len() - shown), selected, shown, rows.len())
}

/// Returns the line at a column and row of the screen, and `true` if its sign for folding is there.
pub(crate) fn row_at(face: &Face, column: u16, row: u16) -> Option<(TreeRow, bool)> {
    let area = TreeLayout::of(face).lines;
    if !area.contains(Position::new(column, row)) {
        return None;
    }
    let found = *face.model.tree_rows().get(offset(face) + usize::from(row - area.y))?;
    let fold = 1 + (2 * found.depth).min(usize::from(area.width) / 3);
    let is_fold = found.is_folded.is_some() && (fold..fold + 2).contains(&usize::from(column - area.x));
    Some((found, is_fold))
}

/// Returns the position of the terminal's own cursor: the selected line.
pub(super) fn cursor(face: &Face) -> Option<Position> {
    let selected = face.model.tree_rows().iter().position(|row| row.is_selected)?;
    let area = TreeLayout::of(face).lines;
    let y = area.y + u16::try_from(selected.checked_sub(offset(face))?).ok()?;
    (matches!(face.model.mode(), Mode::Play) && y < area.bottom()).then_some(Position::new(area.x, y))
}

/// Shortens a text to `width` characters, and ends a shortened text with the sign for omitted text.
fn cut(text: &str, width: usize, theme: Theme) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(theme.glyphs.more.chars()).take(width).collect()
}
