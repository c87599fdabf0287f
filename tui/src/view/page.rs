//! The pages that cover the board: the menu, the statistics, a technique, the pause.

use std::collections::BTreeSet;

use game::keys::Command;
use game::{GameProgress, MenuChoice, MenuTarget, Mode, Notice, NoticeKind, Page, Setting, words};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::part::{PagePart, part};
use super::{calendar, curve, found, thumbnail, wrap};
use crate::face::Face;

/// The greatest width of a text on a page, in columns.
const WIDEST: u16 = 64;

/// The columns and rows of the smallest screen that shows choices with thumbnails side by side.
const FOR_CARDS: (u16, u16) = (78, 22);
/// The rows of the smallest screen whose thumbnails show a cell in two columns.
const FOR_LARGE_CARDS: u16 = 24;
/// The rows of the smallest screen with a free row above and below the cards, and below their thumbnails.
const FOR_GAPS: u16 = 29;
/// The width of all cards with the margins between them, in columns, at the smallest scale.
const CARDS_WIDTH: u16 = cards_width(1);
/// The number of lines of details below a card.
const CARD_DETAILS: usize = 2;
/// The rows of the start screen beside the thumbnails: the frames and texts of the cards, the panels below them, the
/// title, the keys, and a free row between each two of these.
const BESIDE_THUMBNAILS: u16 = 19;
/// The largest scale of the cards.
const LARGEST_SCALE: u16 = 3;

/// Returns the width of a card with its margin, in columns. At a scale of 2, a thumbnail shows a cell in twice as many
/// rows and columns as at a scale of 1.
const fn card_width(scale: u16) -> u16 {
    20 * scale + 6
}

/// Returns the width of all cards with the margins between them, in columns.
const fn cards_width(scale: u16) -> u16 {
    3 * card_width(scale) - 1
}

pub(super) fn draw(face: &Face, frame: &mut Frame<'_>) {
    for PagePart { area, line, .. } in shown(face) {
        frame.render_widget(line, area);
    }
    let glyphs = face.theme.glyphs;
    let [_, down, up, _] = glyphs.arrows;
    let of_settings = format!("{up} {down} select   Enter {} change   Esc back", glyphs.sideways);
    let [left, _, _, right] = glyphs.arrows;
    let of_found = format!("{left} {down} {up} {right} select   Esc back");
    let of_days = format!("{left} {right} day   {down} {up} week   Enter open   Esc back   ? help");
    let keys: &[&str] = match face.model.mode() {
        Mode::Page(Page::Menu(selected)) if is_saved(face, *selected) => match face.model.notice() {
            Some(notice) if notice.text == words::DELETED => {
                &["Enter choose   r rename   d delete   u restore   Esc back", "u restore   Esc back"]
            }
            _ => &["Enter choose   r rename   d delete   Esc back", "Enter choose   Esc back"],
        },
        Mode::Page(Page::Menu(_)) if face.model.lists_days() => &[&of_days, "Enter open   Esc back"],
        Mode::Page(Page::Menu(_)) if face.model.list_title().is_some() => &["Enter choose   Esc back   ? help"],
        Mode::Page(Page::Menu(_)) if face.model.session().is_some() => &[
            "Enter choose   Esc back to the game   , settings   : commands   ? help   q quit",
            "Enter choose   Esc back to the game   : commands   ? help   q quit",
            "Esc to the game   : commands   q quit",
            "Esc to the game   q quit",
        ],
        Mode::Page(Page::Menu(_)) => &[
            "Enter choose   , settings   : commands   ? help   q quit",
            "Enter choose   : commands   q quit",
            "Enter choose   q quit",
        ],
        Mode::Page(Page::Settings(_)) => &[&of_settings, "Enter change   Esc back"],
        Mode::Page(Page::Statistics) if !face.model.found_boards().is_empty() => &["F found solutions   Esc back"],
        Mode::Page(Page::Found(_)) => &[&of_found, "Esc back"],
        _ => &["Esc back"],
    };
    let screen = frame.area();
    let fits = |keys: &&&str| keys.chars().count() < usize::from(screen.width);
    let keys = fitting(keys.iter().find(fits).unwrap_or(&keys[keys.len() - 1]), usize::from(screen.width));
    let asked = words::asked(&face.model);
    let foot = match &asked {
        Some(asked) => Line::raw(wrap::with_end(asked, usize::from(screen.width), face.theme.glyphs.more)),
        None => Line::styled(keys, face.theme.faint()),
    };
    // The answer to a typed text is beside the text.
    let answer = face.model.notice().filter(|_| asked.is_some()).map(|notice| told(face, notice));
    for (line, row) in answer.into_iter().map(|line| (line, 2)).chain([(foot, 1)]) {
        let width = (line.width() as u16).max(30).min(screen.width);
        let Some(y) = screen.bottom().checked_sub(row) else { continue };
        // A list may reach down to this row.
        frame.render_widget(" ".repeat(usize::from(screen.width)), Rect::new(screen.x, y, screen.width, 1));
        frame.render_widget(line, Rect::new((screen.width - width) / 2, y, width, 1));
    }
}

/// Returns the keys of a footer without the last of them that do not fit `width` columns. Each key and its meaning is
/// separated by three blanks from the next.
fn fitting(keys: &str, width: usize) -> String {
    let mut fitting = String::new();
    for key in keys.split("   ") {
        let gap = if fitting.is_empty() { "" } else { "   " };
        if fitting.chars().count() + gap.len() + key.chars().count() > width {
            break;
        }
        fitting.push_str(gap);
        fitting.push_str(key);
    }
    fitting
}

/// Returns `true` if the choice with the index `selected` stands for a saved game.
fn is_saved(face: &Face, selected: usize) -> bool {
    face.model.listed_choices().get(selected).is_some_and(|choice| choice.saved.is_some())
}

/// Returns the parts of the page that are visible, at their positions on the screen.
fn shown(face: &Face) -> Vec<PagePart> {
    let Mode::Page(page) = *face.model.mode() else { return Vec::new() };
    let (columns, rows) = face.screen;
    let room = rows.saturating_sub(1);
    let parts = match page {
        Page::Menu(selected) => menu(face, selected),
        Page::Settings(selected) => settings(face, selected),
        Page::Found(selected) => found::parts(face, selected),
        _ => text(face, page),
    };
    let parts = framed(face, parts, room);
    let width = parts.iter().map(|part| part.area.right()).max().unwrap_or(0).max(30).min(columns);
    let height = parts.iter().map(|part| part.area.bottom()).max().unwrap_or(0);
    // The selected choice and its neighbours stay visible on a small screen.
    let selected = parts.iter().filter(
        |part| matches!(page, Page::Menu(selected) | Page::Settings(selected) if part.choice == Some(selected)),
    );
    let bottom = selected.map(|part| part.area.bottom() + 1).max().unwrap_or(0);
    let scrolled = bottom.saturating_sub(room).min(height.saturating_sub(room));
    let (left, top) = ((columns - width) / 2, room.saturating_sub(height) / 2);
    let placed = parts.into_iter().filter_map(|PagePart { area, line, choice }| {
        let y = Some(area.y.checked_sub(scrolled)? + top).filter(|&y| y < room)?;
        let x = left + area.x.min(width);
        Some(PagePart { area: Rect { x, y, width: area.width.min(columns - x), height: 1 }, line, choice })
    });
    placed.collect()
}

/// The free columns between the frame of a page and its text, on each side.
const FRAME_MARGIN: u16 = 3;

/// Puts a page into a frame like the panels of the start screen, with the title in its upper line. A page with cards
/// has frames of its own, and a page without room for a frame stays as it is.
fn framed(face: &Face, mut parts: Vec<PagePart>, room: u16) -> Vec<PagePart> {
    let right = parts.iter().map(|part| part.area.right()).max().unwrap_or(0);
    let bottom = parts.iter().map(|part| part.area.bottom()).max().unwrap_or(0);
    let has_cards = parts.iter().any(|part| part.area.y > 0 && part.line.to_string().starts_with(['┌', '┏', '+']));
    let widest = face.screen.0.saturating_sub(2);
    let width = (right + 2 * FRAME_MARGIN).max(CARDS_WIDTH.min(widest));
    if has_cards || width > widest || bottom + 2 > room {
        return parts;
    }
    let title: String = parts.extract_if(.., |part| part.area.y == 0).map(|part| part.line.to_string()).collect();
    for part in &mut parts {
        part.area.x += FRAME_MARGIN;
    }
    let area = Rect { x: 0, y: 0, width, height: bottom + 2 };
    frame(face, area, title.trim(), false, None).into_iter().chain(parts).collect()
}

/// Returns the lines of a page without choices.
fn text(face: &Face, page: Page) -> Vec<PagePart> {
    let width = usize::from(face.screen.0.clamp(20, WIDEST));
    let wrapped = |line: String| wrap::wrapped(&face.theme.glyphs.with_times(&line), width);
    let texts = words::page(&face.model, page).into_iter().flat_map(wrapped).zip(0u16..);
    let styled = |(line, row)| if row == 0 { Line::styled(line, face.theme.strong()) } else { Line::raw(line) };
    let table = if matches!(page, Page::Statistics) { statistics(face) } else { None };
    let lines = table.unwrap_or_else(|| texts.map(styled).collect());
    lines.into_iter().zip(0u16..).map(|(line, row)| part(0, row, line, None)).collect()
}

/// Returns the title of the statistics, and the statistics as a table with the distribution of times; `None` without
/// statistics, or if the screen is too narrow for the table.
fn statistics(face: &Face) -> Option<Vec<Line<'static>>> {
    let theme = face.theme;
    let rows = words::statistics(&face.model);
    let widths = rows.first()?.each_ref().map(|_| 0);
    let widths = rows.iter().fold(widths, |mut widths, row| {
        widths.iter_mut().zip(row).for_each(|(width, text)| *width = text.chars().count().max(*width));
        widths
    });
    let line = |row: &[String; words::STATISTICS_COLUMNS]| {
        let row = &row.each_ref().map(|text| face.theme.glyphs.with_times(text));
        let (first, numbers) = (format!("{:<1$}", row[0], widths[0]), row.iter().zip(widths).skip(1));
        numbers.fold(first, |line, (text, width)| format!("{line}  {text:>width$}"))
    };
    let spreads = words::time_spreads(&face.model);
    let has_spread = spreads.iter().any(Option::is_some);
    let spread = |(number, spread): (usize, &Option<[usize; words::SPREAD]>)| match spread {
        _ if number == 0 && has_spread => "   Times".to_owned(),
        Some(spread) => {
            let most = spread.iter().max().copied().unwrap_or(0).max(1);
            let steps = theme.glyphs.levels.len();
            let bar = |&count: &usize| if count == 0 { " " } else { theme.glyphs.levels[(count * steps - 1) / most] };
            format!("   {}", spread.iter().map(bar).collect::<String>())
        }
        None => String::new(),
    };
    let spreads: Vec<String> = spreads.iter().enumerate().map(spread).collect();
    let table: Vec<String> = rows.iter().map(line).collect();
    let width = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let room = usize::from(face.screen.0);
    if width(&table) > room {
        return None;
    }
    // The frame of the page matters more than the distribution.
    let framed = room.saturating_sub(usize::from(2 * FRAME_MARGIN + 2));
    let has_room = width(&table) + width(&spreads) <= if width(&table) <= framed { framed } else { room };
    let lines = table.into_iter().zip(spreads).enumerate().map(|(number, (row, spread))| {
        let is_part = row.starts_with(' ');
        let style = if number == 0 { theme.strong() } else { Style::new() };
        let style = if is_part { theme.faint() } else { style };
        let bars = has_room.then(|| Span::styled(spread, if number == 0 { style } else { theme.joy() }));
        Line::from_iter([Span::styled(row, style)].into_iter().chain(bars))
    });
    let title = [Line::styled("Statistics", theme.strong()), Line::default()];
    let days = words::days(&face.model).into_iter().flat_map(|days| [Line::default(), Line::raw(days)]);
    let about = (has_room && has_spread)
        .then(|| "Times: how many of the latest times are short (left) or long (right).".to_owned());
    let about = about.into_iter().chain([words::STREAKS.to_owned()]);
    let about = about.flat_map(|about| [Line::default(), Line::styled(about, theme.faint())]);
    let mut lines: Vec<Line<'static>> = title.into_iter().chain(lines).chain(days).collect();
    let about: Vec<Line<'static>> = about.collect();
    let rows = usize::from(face.screen.1.saturating_sub(3)).saturating_sub(lines.len() + about.len());
    lines.extend(history(face, framed, rows));
    lines.extend(about);
    Some(lines)
}

/// Returns the sentence about the puzzles solved in the last weeks, and a bar for each day if there are enough `rows`.
/// Empty without such puzzles.
fn history(face: &Face, width: usize, rows: usize) -> Vec<Line<'static>> {
    /// The rows of the sentence with the blank row above it, and of the line below the bars.
    const AROUND: usize = 3;
    let (Some(history), Some(recently)) = (words::history(&face.model), words::recently(&face.model)) else {
        return Vec::new();
    };
    let (theme, counts) = (face.theme, history.map(|(_, solved)| solved));
    let height = rows.saturating_sub(AROUND).min(2);
    let bars = curve::counts(&counts, width, height, theme.glyphs);
    let mut lines = vec![Line::default(), Line::raw(recently)];
    if let Some(base) = bars.last() {
        let room = base.chars().count().saturating_sub("today".len());
        let axis = format!("{:<room$}today", words::date(history[0].0));
        lines.extend(bars.into_iter().map(|row| Line::styled(row, theme.joy())));
        lines.push(Line::styled(axis, theme.faint()));
    }
    lines
}

/// Returns the title of the menu and its choices, under the headings of their sections. If the screen is large enough,
/// the puzzles of the day are cards side by side, with the other choices in panels below them.
fn menu(face: &Face, selected: usize) -> Vec<PagePart> {
    let (model, theme) = (&face.model, face.theme);
    let choices = model.listed_choices();
    let mut name = Line::styled(title(face), theme.strong());
    if model.lists_days() {
        let mut parts = vec![part(0, 0, name, None)];
        let notice = notice(face).map(|notice| part(0, 1, notice, None));
        parts.extend(notice);
        return parts.into_iter().chain(calendar::parts(face, choices, selected, 2)).collect();
    }
    let cards = cards(choices);
    if cards > 0 && face.screen.0 >= FOR_CARDS.0 && face.screen.1 >= FOR_CARDS.1 {
        return with_cards(face, selected, cards);
    }
    let mut row = if face.screen.1 > 10 { 2 } else { 1 };
    let mut section = "";
    let label_width = choices.iter().map(|choice| choice.label.chars().count()).max().unwrap_or(0);
    let detail_width = choices.iter().map(|choice| choice.detail.chars().count()).max().unwrap_or(0);
    let room = usize::from(face.screen.0).saturating_sub(8);
    // The details are below each other if they fit, otherwise directly after the labels.
    let label_width = if label_width + detail_width <= room { label_width } else { 0 };
    // Headings with blank lines are shown only if the last choice and a notice stay visible with them.
    let headings = choices.iter().map(|choice| &choice.section).collect::<BTreeSet<_>>().len();
    let is_roomy = usize::from(row) + choices.len() + 2 * headings + 2 <= usize::from(face.screen.1);
    let heading = choices.first().map_or("", |choice| &choice.section);
    if !is_roomy && !heading.is_empty() {
        name.push_span(Span::styled(format!("   {heading}"), theme.faint()));
    }
    let mut parts = vec![part(0, 0, name, None)];
    let first = row;
    for (index, choice) in choices.iter().enumerate() {
        if is_roomy && choice.section != section {
            row += u16::from(index > 0);
            parts.push(part(0, row, Line::styled(choice.section.clone(), theme.faint()), None));
            row += 1;
        }
        section = &choice.section;
        parts.push(part(0, row, with_detail(face, index, choice, selected, label_width, room), Some(index)));
        row += 1;
    }
    parts.extend(notice(face).map(|notice| part(0, row + 1, notice, None)));
    let width = parts.iter().map(|part| part.area.right()).max().unwrap_or(0);
    let preview = preview(face, selected, (width + PREVIEW_GAP, first), row);
    // The highlight of the selected choice is as wide as the list.
    let width = if preview.is_empty() { width.max(framed_width(face)) } else { width };
    for part in parts.iter_mut().filter(|part| part.choice == Some(selected)) {
        part.fill(width);
    }
    parts.into_iter().chain(preview).collect()
}

/// The free columns between a list and the picture beside it.
const PREVIEW_GAP: u16 = 3;
/// The smallest and the largest number of rows for the picture beside a list.
const PREVIEW_ROWS: (u16, u16) = (8, 24);

/// Returns the picture of the selected choice, to the right of its list, from the position `left`, `top` on. `bottom`
/// is the row below the list. The picture is in the middle of a place of the same size for all choices, so that the
/// frame around the page stays. Returns no parts if no choice has a picture, or without room for pictures.
fn preview(face: &Face, selected: usize, (left, top): (u16, u16), bottom: u16) -> Vec<PagePart> {
    let choices = face.model.listed_choices();
    let (columns, rows) = face.screen;
    let free_rows = rows.saturating_sub(top + 4);
    let height = free_rows.min(columns.saturating_sub(left + 2 * FRAME_MARGIN + 2) / 2).min(PREVIEW_ROWS.1);
    let is_pictured = choices.iter().any(|choice| choice.thumbnail.is_some());
    if !is_pictured || height < PREVIEW_ROWS.0 || bottom > top + free_rows {
        return Vec::new();
    }
    let place = Rect { x: left, y: top, width: 2 * height, height };
    let thumbnail = choices.get(selected).and_then(|choice| choice.thumbnail.as_ref());
    let picture = thumbnail.map_or(Vec::new(), |thumbnail| {
        let side = thumbnail.columns.max(thumbnail.cells.len() / thumbnail.columns.max(1)).max(1);
        let scale = (usize::from(height) / side).min(usize::from(LARGEST_SCALE));
        thumbnail::lines(face.theme, thumbnail, usize::from(height), scale)
    });
    let width = picture.iter().map(Line::width).max().unwrap_or(0) as u16;
    let (right, down) = (place.width.saturating_sub(width) / 2, place.height.saturating_sub(picture.len() as u16) / 2);
    let lines = picture.into_iter().zip(place.y + down..);
    // Blank lines keep the width and the height of the place.
    let corners =
        [place.y, place.bottom() - 1].map(|y| part(place.x, y, Line::raw(" ".repeat(2 * usize::from(height))), None));
    corners.into_iter().chain(lines.map(|(line, y)| part(place.x + right, y, line, Some(selected)))).collect()
}

/// Returns the width of the text in a page's frame of the usual width, in columns.
fn framed_width(face: &Face) -> u16 {
    CARDS_WIDTH.min(face.screen.0.saturating_sub(2)).saturating_sub(2 * FRAME_MARGIN)
}

/// Returns the outcome of the last action; `None` if there is none, or if it is beside a typed text.
fn notice(face: &Face) -> Option<Line<'static>> {
    Some(told(face, face.model.notice().filter(|_| face.model.typing().is_none())?))
}

/// Returns the sentence of a notice, in the style of its kind.
fn told(face: &Face, notice: &Notice) -> Line<'static> {
    let style = if notice.kind == NoticeKind::Refused { face.theme.refusal() } else { Style::new() };
    Line::styled(notice.text.clone(), style)
}

/// Returns the number of choices at the beginning of a list that are shown as cards: the choices of the first section,
/// or none in a list without sections.
fn cards(choices: &[MenuChoice]) -> usize {
    let section = choices.first().map_or("", |choice| &choice.section);
    let is_card = |choice: &&MenuChoice| !section.is_empty() && choice.section == section;
    choices.iter().take_while(is_card).count().min(3)
}

/// Returns the scale of the cards: the largest at which the start screen fits.
fn scale(face: &Face) -> u16 {
    let (columns, rows) = face.screen;
    let fits = |&scale: &u16| cards_width(scale) < columns && 10 * scale + BESIDE_THUMBNAILS <= rows;
    (1..=LARGEST_SCALE).rev().find(fits).unwrap_or(1)
}

/// Returns the menu whose first choices are cards side by side. The other choices are in a panel for each section.
fn with_cards(face: &Face, selected: usize, cards: usize) -> Vec<PagePart> {
    let (model, theme) = (&face.model, face.theme);
    let choices = model.listed_choices();
    let gap = card_gap(face);
    let name = Span::styled(title(face), theme.strong());
    let beside = notice(face).unwrap_or_else(|| Line::styled(choices[0].section.clone(), theme.faint()));
    let beside = beside.spans.into_iter().map(|span| span.patch_style(beside.style));
    let mut parts = vec![part(1, 0, Line::from_iter([name, Span::raw("   ")].into_iter().chain(beside)), None)];
    let row = 1 + gap;
    for (index, choice) in choices.iter().enumerate().take(cards) {
        parts.extend(card(face, index, choice, selected, row));
    }
    let row = row + card_height(face) + gap;
    let rest: Vec<(usize, &MenuChoice)> = choices.iter().enumerate().skip(cards).collect();
    let panels: Vec<&[(usize, &MenuChoice)]> = rest.chunk_by(|a, b| a.1.section == b.1.section).collect();
    let width = cards_width(scale(face));
    let first = width * 3 / 5 - 1;
    let areas = match panels.len() {
        2 => vec![(0, first), (first + 1, width - first - 1)],
        number => vec![(0, width); number],
    };
    let height = panels.iter().map(|panel| panel.len()).max().unwrap_or(0) as u16 + 2;
    for ((panel, (x, width)), number) in panels.iter().zip(&areas).zip(0..) {
        let row = if panels.len() == 2 { row } else { row + number * height };
        let area = Rect { x: *x, y: row, width: *width, height };
        parts.extend(frame(face, area, &panel[0].1.section, false, None));
        for (&(index, choice), y) in panel.iter().zip(row + 1..) {
            let line = with_detail(face, index, choice, selected, 0, usize::from(*width).saturating_sub(8));
            let mut part = part(*x + 1, y, line, Some(index));
            part.fill(*width - 2);
            parts.push(part);
        }
    }
    parts
}

/// Returns the line of a choice: key, label and detail, together at most `room` columns wide. Each label is padded to
/// `label_width` columns.
fn with_detail(
    face: &Face,
    index: usize,
    choice: &MenuChoice,
    selected: usize,
    label_width: usize,
    room: usize,
) -> Line<'static> {
    let mut line = label(face, index, choice, selected);
    let width = choice.label.chars().count().max(label_width);
    if choice.detail.is_empty() || width + 8 > room {
        return line;
    }
    let style = line.style;
    line.push_span(Span::raw(" ".repeat(width - choice.label.chars().count() + 2)));
    line.push_span(Span::styled(in_room(face, choice, room - width), face.theme.faint()));
    line.style(style)
}

/// Returns the lines of a frame with a title in its upper line. If `is_selected` is `true`, the frame is heavy and in
/// the colour of the cursor.
fn frame(face: &Face, area: Rect, title: &str, is_selected: bool, choice: Option<usize>) -> Vec<PagePart> {
    let theme = face.theme;
    let style = if is_selected { theme.frame().unwrap_or(theme.strong()) } else { theme.faint() };
    let weight = if is_selected { 2 } else { 1 };
    let joint = |arms: [u8; 4]| theme.glyphs.joint(arms.map(|arm| arm * weight)).to_string();
    let across = joint([0, 1, 0, 1]);
    let title = if title.is_empty() { String::new() } else { format!("{across} {title} ") };
    let line = |left: [u8; 4], middle: &str, right: [u8; 4]| {
        let filled = usize::from(area.width - 2).saturating_sub(middle.chars().count());
        Line::styled(format!("{}{middle}{}{}", joint(left), across.repeat(filled), joint(right)), style)
    };
    let side = |x: u16| {
        let bar = joint([1, 0, 1, 0]);
        (area.y + 1..area.bottom() - 1).map(move |y| part(x, y, Line::styled(bar.clone(), style), choice))
    };
    let top = part(area.x, area.y, line([0, 1, 1, 0], &title, [0, 0, 1, 1]), choice);
    let bottom = part(area.x, area.bottom() - 1, line([1, 1, 0, 0], "", [1, 0, 0, 1]), choice);
    [top, bottom].into_iter().chain(side(area.x)).chain(side(area.right() - 1)).collect()
}

/// Returns the page of settings: a line for each setting with its value, and below these lines the description and the
/// possible values of the selected setting.
fn settings(face: &Face, selected: usize) -> Vec<PagePart> {
    let (theme, settings) = (face.theme, &face.model.options);
    let width = settings.iter().map(|setting| setting.label().chars().count()).max().unwrap_or(0);
    let room = usize::from(face.screen.0.clamp(20, WIDEST));
    // The title is padded to the width of the longest sentence, so that the page stays in place while the sentence
    // below changes.
    let mut parts = vec![part(0, 0, Line::styled(format!("{:<room$}", "Settings"), theme.strong()), None)];
    let value = |setting: &Setting| setting.value_label(setting.value());
    let value_width = settings.iter().map(|setting| value(setting).chars().count()).max().unwrap_or(0);
    for ((index, setting), row) in settings.iter().enumerate().zip(2..) {
        let is_selected = index == selected;
        let sign = if is_selected { '>' } else { ' ' };
        let text = format!("{sign} {:<width$}  {:<value_width$}", setting.label(), value(setting));
        let line = if is_selected { Line::styled(text, theme.selected()) } else { Line::raw(text) };
        let mut part = part(0, row, line, Some(index));
        part.fill(room as u16);
        parts.push(part);
    }
    let below = settings.len() as u16 + 3;
    let values = |setting: &Setting| {
        let labels: Vec<String> = setting.values.iter().map(|value| setting.value_label(value)).collect();
        format!("Values: {}.", labels.join(", "))
    };
    let about = settings.get(selected).map(|setting| [setting.about.to_owned(), values(setting)]);
    let texts = about.into_iter().flatten().flat_map(|text| wrap::wrapped(&text, room));
    parts.extend(texts.zip(below..).map(|(line, row)| part(0, row, Line::styled(line, theme.faint()), None)));
    parts
}

/// Returns the title of the menu: the choices that lead to the list shown, or else the name of the program.
fn title(face: &Face) -> String {
    let glyphs = face.theme.glyphs;
    let path = face.model.list_path();
    if path.is_empty() {
        return if glyphs.has_half_blocks { "♛ nqueens" } else { "nqueens" }.to_owned();
    }
    glyphs.with_times(&path.join(&format!(" {} ", glyphs.dot)))
}

/// Returns the line with the key and the label of a choice. The selected choice has a sign as well as bold text on a
/// background, because some terminals don't show bold.
fn label(face: &Face, index: usize, choice: &MenuChoice, selected: usize) -> Line<'static> {
    let key = match choice.target {
        _ if index < 10 => ((index + 1) % 10).to_string(),
        MenuTarget::Acts(action) => {
            let keys = face.keymap.keys_of(Command::Game(action));
            keys.first().map(|key| key.name(face.theme.glyphs.arrows)).filter(|key| key.len() == 1).unwrap_or_default()
        }
        _ => String::new(),
    };
    let sign = if index == selected { '>' } else { ' ' };
    let text = format!("{sign} {key:1} {}", face.theme.glyphs.with_times(&choice.label));
    match choice.is_idle {
        _ if index == selected => Line::styled(text, face.theme.selected()),
        true => Line::styled(text, face.theme.faint()),
        false => Line::raw(text),
    }
}

/// Returns the maximum height of a thumbnail, in rows.
fn thumbnail_height(face: &Face) -> u16 {
    if face.screen.1 >= FOR_LARGE_CARDS { 10 * scale(face) } else { 6 }
}

/// Returns the height of a card with its frame, in rows.
fn card_height(face: &Face) -> u16 {
    thumbnail_height(face) + card_gap(face) + CARD_DETAILS as u16 + 3
}

/// Returns the number of free rows between the thumbnail of a card and its label.
fn card_gap(face: &Face) -> u16 {
    u16::from(face.screen.1 >= FOR_GAPS)
}

/// Returns the parts of a card: in a frame, the thumbnail, the label and the details.
fn card(face: &Face, index: usize, choice: &MenuChoice, selected: usize, row: u16) -> Vec<PagePart> {
    let (theme, scale, at) = (face.theme, scale(face), Some(index));
    let (x, width) = (index as u16 * card_width(scale), card_width(scale) - 1);
    let area = Rect { x, y: row, width, height: card_height(face) };
    let mut parts = frame(face, area, "", index == selected, at);
    let (height, gap) = (thumbnail_height(face), card_gap(face));
    let scale = if height > 6 { usize::from(scale) } else { 0 };
    let lines = |thumbnail| thumbnail::lines(theme, thumbnail, usize::from(height), scale);
    let picture: Vec<Line<'static>> = choice.thumbnail.iter().flat_map(lines).collect();
    let width = picture.iter().map(Line::width).max().unwrap_or(0) as u16;
    let (left, above) = (area.width.saturating_sub(width) / 2, height.saturating_sub(picture.len() as u16) / 2);
    parts.extend(picture.into_iter().zip(row + 1 + above..).map(|(line, row)| part(x + left, row, line, at)));
    let below = row + 1 + gap + height;
    let mut name = label(face, index, choice, selected);
    if choice.progress == Some(GameProgress::Solved) {
        let (sign, style) = theme.solved(choice.is_solved_alone);
        name.push_span(Span::styled(format!("  {sign}"), style));
    }
    let mut name = part(x + 1, below, name, at);
    name.fill(area.width - 2);
    parts.push(name);
    let details = card_details(&face.theme.glyphs.with_times(&choice.detail), usize::from(area.width - 5));
    parts.extend(
        details.into_iter().zip(below + 1..).map(|(line, row)| part(x + 3, row, Line::styled(line, theme.faint()), at)),
    );
    parts
}

/// Returns the detail of a daily puzzle in at most [`CARD_DETAILS`] lines of `width` columns. The lines break between
/// the parts of the detail; if space is short, the first parts are left out, since the progress matters more than the
/// size.
fn card_details(detail: &str, width: usize) -> Vec<String> {
    let parts: Vec<&str> = detail.split(", ").collect();
    if parts.iter().any(|part| part.chars().count() >= width) {
        // A part that is longer than a line breaks between its words.
        let mut versions = (0..parts.len()).map(|dropped| wrap::wrapped(&parts[dropped..].join(", "), width));
        let whole = versions.find(|lines| lines.len() <= CARD_DETAILS);
        return whole.unwrap_or_else(|| wrap::wrapped(detail, width).into_iter().take(CARD_DETAILS).collect());
    }
    let laid_out = |parts: &[&str]| {
        let mut lines: Vec<String> = Vec::new();
        for part in parts {
            // A comma ends each line but the last.
            let fits = |line: &&mut String| line.chars().count() + part.chars().count() + 3 <= width;
            match lines.last_mut().filter(fits) {
                Some(line) => line.push_str(&format!(", {part}")),
                None => {
                    lines.last_mut().into_iter().for_each(|line| line.push(','));
                    lines.push((*part).to_owned());
                }
            }
        }
        lines
    };
    let mut versions = (0..parts.len()).map(|dropped| laid_out(&parts[dropped..]));
    versions.find(|lines| lines.len() <= CARD_DETAILS).unwrap_or_default()
}

/// Shortens a text to `width` characters, and ends a shortened text with the sign for omitted text.
pub(super) fn cut(text: &str, width: usize, more: &str) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let start: String = text.chars().take(width.saturating_sub(more.chars().count())).collect();
    format!("{}{more}", start.trim_end())
}

/// The greatest length of a part of a detail that may be left out, in characters.
const LONGEST_PART: usize = 30;

/// Returns the detail of a choice in at most `width` columns: leaves out whole parts of it, such as the size of a daily
/// puzzle, whose progress matters more, or the age of a saved game.
fn in_room(face: &Face, choice: &MenuChoice, width: usize) -> String {
    let detail = face.theme.glyphs.with_times(&choice.detail);
    let parts: Vec<&str> = detail.split(", ").collect();
    let shorter = (0..parts.len()).map(|dropped| match choice.is_daily {
        true => parts[dropped..].join(", "),
        false => parts[..parts.len() - dropped].join(", "),
    });
    // A sentence is no list of parts.
    let is_list = parts.iter().all(|part| part.chars().count() <= LONGEST_PART);
    let fitting = shorter.into_iter().filter(|_| is_list).find(|text| text.chars().count() <= width);
    fitting.unwrap_or_else(|| cut(&detail, width, face.theme.glyphs.more))
}

/// Returns the index of the menu choice at a position on the screen; `None` elsewhere. A line that shows a single
/// choice belongs to this choice in all its columns.
pub(crate) fn choice_at(face: &Face, column: u16, row: u16) -> Option<usize> {
    let on_row: Vec<PagePart> =
        shown(face).into_iter().filter(|part| part.area.y == row && part.choice.is_some()).collect();
    let is_single = on_row.iter().all(|part| part.choice == on_row[0].choice);
    let hit = on_row.iter().rev().find(|part| part.area.x <= column);
    hit.or(on_row.first().filter(|_| is_single))?.choice
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use game::{Model, Series, Solve, SolvedBy, Thumbnail, ThumbnailCell};
    use nqueens_guide::{Queens, Size};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;
    use crate::theme::{ColorChoice, Theme};

    #[test]
    fn the_statistics_have_a_bar_for_each_day() {
        let theme = Theme::from_env(ColorChoice::Never, |name| (name == "LANG").then(|| "C".to_owned()));
        let shown = |rows: u16| -> Vec<String> {
            let queens = Arc::new(Queens::new(Size::new(4).unwrap()));
            let mut model = Model::new(Arc::new(Series::of(Vec::new())), 4, queens);
            model.today = Some(20_784);
            for day in [20_784, 20_784, 20_770] {
                model.statistics.add(&Solve {
                    category: "4 x 4 queens".to_owned(),
                    time: Duration::ZERO,
                    solved_by: SolvedBy::Alone,
                    day: None,
                    solved_on: Some(day),
                    found: None,
                });
            }
            let face = Face::new(model, theme, (80, rows));
            statistics(&face).unwrap().iter().map(ToString::to_string).collect()
        };
        let lines = shown(24);
        let at = lines.iter().position(|line| line.starts_with("Last 4 weeks: 3 puzzles solved on 2 days")).unwrap();
        assert_eq!(lines[at + 1], format!("{:26}_{:27}@", "", ""));
        assert_eq!(lines[at + 2], format!("{}@ {}@", "_ ".repeat(13), "_ ".repeat(13)));
        assert_eq!(lines[at + 3], format!("{:50}today", "Sat 31 Oct"));
        // Without room there is only the sentence.
        assert!(shown(12).len() + 3 == lines.len() && !shown(12).iter().any(|line| line.ends_with("today")));
    }

    /// On a small screen, the lines of the statistics are wrapped, and the menu keeps the day above its choices.
    #[test]
    fn small_screens_cut_nothing_off() {
        let theme = Theme::from_env(ColorChoice::Never, |_| None);
        let queens = Arc::new(Queens::new(Size::new(4).unwrap()));
        let mut model = Model::new(Arc::new(Series::of(Vec::new())), 4, queens);
        for time in [12, 1234, 54_321] {
            model.statistics.add(&Solve {
                category: "10 x 10 queens with regions, medium".to_owned(),
                time: Duration::from_secs(time),
                solved_by: SolvedBy::Alone,
                day: None,
                solved_on: None,
                found: None,
            });
        }
        let kind = |index| MenuChoice::new(format!("Choice {index}"), MenuTarget::Opens(index)).in_section("Today");
        model.choices = (0..16).map(kind).collect();
        let _ = model.start_with_menu();
        let mut face = Face::new(model, theme, (60, 20));
        let text = |face: &Face| shown(face).iter().map(|part| format!("{}\n", part.line)).collect::<String>();
        assert!(text(&face).lines().next().unwrap().ends_with("   Today"), "{}", text(&face));
        let _ = face.model.update(game::Message::Act(game::Action::Statistics));
        assert!(text(&face).starts_with("Statistics\n"), "{}", text(&face));
        assert!(shown(&face).iter().all(|part| part.line.width() <= 60), "{}", text(&face));
        let words = text(&face).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("10 × 10 queens with regions, medium: solved 3, streak 3 (longest 3)"), "{words}");
    }

    /// The end of a long text at the prompt is in sight, and the refusal of the text stands above it.
    #[test]
    fn the_prompt_shows_the_end_of_its_text_and_the_refusal() {
        let theme = Theme::from_env(ColorChoice::Never, |_| None);
        let queens = Arc::new(Queens::new(Size::new(4).unwrap()));
        let mut model = Model::new(Arc::new(Series::of(Vec::new())), 4, queens);
        model.choices = vec![MenuChoice::new("Open", MenuTarget::Acts(game::Action::Open))];
        let _ = model.start_with_menu();
        let mut face = Face::new(model, theme, (80, 24));
        for message in
            [game::Message::Act(game::Action::Choose), game::Message::Pasted(format!("{}end", "x".repeat(100)))]
        {
            let _ = face.model.update(message);
        }
        let rows = |face: &Face| {
            let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
            terminal.draw(|frame| draw(face, frame)).unwrap();
            let cells: Vec<_> = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
            let rows: Vec<String> = cells.chunks(80).map(|row| row.concat().trim().to_owned()).collect();
            [rows[22].clone(), rows[23].clone()]
        };
        assert!(rows(&face)[1].ends_with("xxend_"), "{:?}", rows(&face));
        let _ = face.model.update(game::Message::Entered);
        let _ = face.model.update(game::Message::NotRead(None));
        assert!(rows(&face)[0].starts_with("Can't read this as a puzzle:") && rows(&face)[1].ends_with("xxend_"));
    }

    #[test]
    fn the_details_of_a_card_are_whole_parts() {
        for (detail, lines) in [
            ("8 × 8, hard, new", &["8 × 8, hard, new"][..]),
            ("8 × 8, hard, solved in 4:21", &["8 × 8, hard,", "solved in 4:21"]),
            ("9 × 9, medium, 12 of 81, 2:41", &["9 × 9, medium,", "12 of 81, 2:41"]),
            ("7 × 7, medium, solved in 4:21, now 1 of 7, 0:12", &["solved in 4:21,", "now 1 of 7, 0:12"]),
            ("10 × 10, medium, solved with help in 0:31", &["medium, solved with", "help in 0:31"]),
            ("9 × 9, easy, solved in 1:04:21, now 12 of 81, 1:00:12", &["now 12 of 81,", "1:00:12"]),
        ] {
            assert_eq!(card_details(detail, 20), lines);
        }
    }

    #[test]
    fn thumbnails_grow_with_the_screen() {
        let theme = Theme::from_env(ColorChoice::Always, |name| (name == "COLORTERM").then(|| "truecolor".to_owned()));
        for (screen, expected) in [((80, 24), 1), ((120, 40), 1), ((140, 40), 2), ((200, 40), 2), ((200, 60), 3)] {
            let queens = Arc::new(Queens::new(Size::new(4).unwrap()));
            let face = Face::new(Model::new(Arc::new(Series::of(Vec::new())), 4, queens), theme, screen);
            assert_eq!(scale(&face), expected, "{screen:?}");
        }
        let cell = |symbol| ThumbnailCell { symbol, ..ThumbnailCell::default() };
        let picture =
            Thumbnail { columns: 2, cells: [None, Some('Q'), None, None].map(cell).to_vec(), has_values: false };
        let lines: Vec<String> = thumbnail::lines(theme, &picture, 4, 2).iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["    ▖▐▌▗", "    █▟▙█", "        ", "        "], "a crown of two rows");
        let mut closed = picture;
        closed.cells[2].is_closed = true;
        for (scale, expected) in [(2, "▒▒▒▒    "), (1, "▒▒  ")] {
            let lines: Vec<String> =
                thumbnail::lines(theme, &closed, 4, scale).iter().map(ToString::to_string).collect();
            assert_eq!(lines[scale], expected, "a blocked square fills its cell");
        }
    }

    /// The picture of the selected choice stands beside its list, on a screen with room for it, and the frame around
    /// both does not depend on the choice.
    #[test]
    fn the_picture_of_the_selected_choice_is_beside_the_list() {
        let theme = Theme::from_env(ColorChoice::Always, |name| (name == "COLORTERM").then(|| "truecolor".to_owned()));
        let queens = Arc::new(Queens::new(Size::new(4).unwrap()));
        let size = |side: usize| {
            let picture = (side < 30).then(|| Thumbnail::empty(side, side));
            MenuChoice::new(format!("{side} x {side}"), MenuTarget::Opens(side)).with_thumbnail(picture)
        };
        let mut frames = Vec::new();
        for (screen, selected, picture) in [
            ((80, 24), 0, Some((32, 16))),
            ((80, 24), 1, Some((20, 10))),
            ((80, 24), 2, None),
            ((30, 15), 0, None),
            ((200, 60), 0, Some((48, 24))),
        ] {
            let mut model = Model::new(Arc::new(Series::of(Vec::new())), 4, Arc::clone(&queens) as _);
            model.choices = [8, 20, 30].map(size).to_vec();
            let _ = model.start_with_menu();
            for _ in 0..selected {
                let _ = model.update(game::Message::Act(game::Action::Move(game::Arrow::Down)));
            }
            let parts = shown(&Face::new(model, theme, screen));
            let of_choice: Vec<&PagePart> = parts.iter().filter(|part| part.choice == Some(selected)).collect();
            let drawn = &of_choice[1..];
            let size = drawn.first().map(|part| (part.area.width, drawn.len()));
            assert_eq!(size, picture, "{screen:?}, choice {selected}");
            assert!(drawn.iter().all(|part| part.area.x > of_choice[0].area.right()));
            if screen == (80, 24) {
                frames.push(parts[0].area);
            }
        }
        assert!(frames.iter().all(|frame| *frame == frames[0]), "{frames:?}");
    }

    #[test]
    fn a_footer_keeps_the_keys_that_fit() {
        let keys = "Enter plays   Esc back to the game   ? help";
        assert_eq!(fitting(keys, 60), keys);
        assert_eq!(fitting(keys, 40), "Enter plays   Esc back to the game");
        assert_eq!(fitting(keys, 20), "Enter plays");
    }
}
