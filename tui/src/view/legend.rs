//! The legend of the glyphs on the board.

use std::cmp::Ordering;

use game::{Assist, BoardScene, CellStyle, Content, Drawing, Mode, Side, Tone};
use puzzle_core::{Status, Variable};
use puzzle_kind::Relation;
use ratatui::text::{Line, Span};

use super::board::{values, visible_relations};
use super::cells::{is_closed, open_glyph};
use super::layout::ScreenLayout;
use crate::face::Face;
use crate::theme::Theme;

fn has_unknown(face: &Face) -> bool {
    face.model.guide().is_some_and(|guide| guide.has_unknown())
}

/// Returns the [`Status`]es that can occur on this board, with their glyphs.
pub(super) fn entries(face: &Face) -> Vec<(String, Status)> {
    let glyphs = face.theme.glyphs;
    if face.model.board().has_values() {
        let symbol = |n: usize| -> String {
            let variables = face.model.board().variables(face.model.board().first_cell()).iter();
            variables.take(n).map(|&variable| face.model.board().puzzle().symbol(variable)).collect()
        };
        let mut entries = vec![
            (symbol(1), Status::Given),
            (symbol(1), Status::Placed),
            (symbol(2), Status::Open),
            (format!("{}{}", glyphs.forced, symbol(1)), Status::Forced),
            (glyphs.cross.to_owned(), Status::Dead),
        ];
        entries.extend(has_unknown(face).then(|| (symbol(2), Status::Unknown)));
        return entries;
    }
    let has_givens = !face.model.board().puzzle().givens().is_empty();
    let all = Status::ALL.into_iter().filter(|&status| match status {
        Status::Given => has_givens,
        Status::Unknown => has_unknown(face),
        _ => true,
    });
    let height = ScreenLayout::of(face).map_or(1, |layout| layout.cell.1);
    let glyph = |status| match status {
        Status::Open => open_glyph(face, height).to_owned(),
        Status::Given | Status::Placed => glyphs.piece(face.model.board().puzzle().symbol(Variable::new(0))),
        _ => glyphs.of(status).to_owned(),
    };
    all.map(|status| (glyph(status), status)).collect()
}

/// The width of an entry of the legend, in columns: half of the narrowest panel.
const ENTRY: usize = 14;

/// Returns the lines of the legend: exactly the glyphs that are on the board now, with their meanings.
pub(super) fn draw(face: &Face) -> Vec<Line<'static>> {
    let theme = face.theme;
    let seen = SeenGlyphs::on(face);
    let entries = entries(face);
    let status = |&status: &Status| {
        let glyph = entries.iter().find(|(_, other)| *other == status).map(|(glyph, _)| glyph.clone());
        (Span::styled(glyph.unwrap_or_default(), theme.square(status, true)), name(face, status))
    };
    let mut all: Vec<(Span<'static>, String)> =
        Status::ALL.iter().filter(|status| seen.statuses.contains(status)).map(status).collect();
    // An open cell without a sign needs no entry.
    all.retain(|(glyph, _)| glyph.content != " ");
    all.extend(seen.others);
    let mut lines = in_columns(all);
    if !face.model.board().has_values() {
        lines.extend(BoardScene::of(&face.model).highest_heat().map(|highest| levels(&highest.to_string(), theme)));
    }
    lines
}

/// Returns the legend of an argument or a clash: exactly the signs that are on the board now.
pub(super) fn of_argument(face: &Face) -> Vec<Line<'static>> {
    let (theme, board) = (face.theme, face.model.board());
    let (puzzle, scene) = (board.puzzle(), BoardScene::of(&face.model));
    let Some(layout) = ScreenLayout::of(face) else { return Vec::new() };
    let mut signs: Vec<Drawing> = Vec::new();
    let mut has_pieces = false;
    for (cell, _) in layout.cells() {
        match board.only(cell) {
            Some(variable) => {
                let Some(square) = scene.square(variable) else { continue };
                has_pieces |= square.status.stands() && !square.is_blank;
                signs.extend(square.mark.and_then(|mark| mark.sign));
            }
            None => match scene.content(cell) {
                Content::One { drawing, .. } => signs.push(drawing),
                Content::Values(values, _) => signs.extend(values.iter().map(|value| value.drawing)),
                Content::Notes { .. } => {}
            },
        }
    }
    let symbol = puzzle.symbol(Variable::new(0));
    let piece = puzzle.piece().unwrap_or("placed").to_owned();
    let mut all: Vec<(Span<'static>, String)> = Vec::new();
    if has_pieces {
        all.push((Span::styled(theme.glyphs.piece(symbol), theme.square(Status::Placed, true)), piece));
    }
    let styled = |glyph: String, tone: Tone| Span::styled(glyph, theme.tone(tone, true));
    let ruled_out = if board.has_values() { theme.glyphs.cross } else { theme.glyphs.dead };
    let known = [
        (Drawing::Supposed, styled(theme.glyphs.supposed(symbol), Tone::Supposed), "supposed"),
        (Drawing::Vacant, styled(theme.glyphs.vacant.to_owned(), Tone::Supposed), "supposed empty"),
        (Drawing::Left, styled(theme.glyphs.open.to_owned(), Tone::Left), "left"),
        (Drawing::Dead, styled(ruled_out.to_owned(), Tone::RuledOut), "ruled out"),
    ];
    let seen = known.into_iter().filter(|(drawing, ..)| signs.contains(drawing));
    all.extend(seen.map(|(_, glyph, meaning)| (glyph, meaning.to_owned())));
    all.extend(nouns(face, &layout).into_iter().map(|(clue, noun)| (Span::raw(theme.glyphs.piece(clue)), noun)));
    in_columns(all)
}

/// Returns the clues with a noun, such as trees, that are in sight, each once.
fn nouns(face: &Face, layout: &ScreenLayout) -> Vec<(char, String)> {
    let puzzle = face.model.board().puzzle();
    let mut found: Vec<(char, String)> = Vec::new();
    for clue in layout.cells().filter_map(|(cell, _)| puzzle.clue(cell)) {
        if let Some(noun) = puzzle.clue_noun(clue).filter(|_| found.iter().all(|(other, _)| *other != clue)) {
            found.push((clue, noun.to_owned()));
        }
    }
    found
}

/// Returns the lines of a legend: two entries side by side if both are narrow enough.
fn in_columns(all: Vec<(Span<'static>, String)>) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let mut is_half = false;
    for (glyph, name) in all {
        let width = glyph.width() + 1 + name.chars().count();
        let gap = " ".repeat(ENTRY.saturating_sub(width));
        let entry = [glyph, Span::raw(format!(" {name}{gap}"))];
        match lines.last_mut().filter(|_| is_half && width <= ENTRY) {
            Some(line) => {
                line.extend(entry);
                is_half = false;
            }
            None => {
                lines.push(Line::from_iter(entry));
                is_half = width < ENTRY;
            }
        }
    }
    lines
}

/// Returns the name of a status in the legend.
fn name(face: &Face, status: Status) -> String {
    let puzzle = face.model.board().puzzle();
    match status {
        // In a cell with values, the candidates are the player's notes, unless the game writes them.
        Status::Open if face.model.board().has_values() && !face.model.marks_itself() => "notes".to_owned(),
        Status::Open if face.model.assist() == Assist::Nothing => "empty".to_owned(),
        Status::Open if face.model.assist() == Assist::Attacks => {
            format!("not {}", puzzle.status_name(Status::Excluded))
        }
        Status::Dead if face.model.board().has_values() => "nothing left".to_owned(),
        // With pieces of both kinds, the word for the piece would say nothing.
        Status::Given => "given".to_owned(),
        Status::Placed if !puzzle.givens().is_empty() => "yours".to_owned(),
        // The squares that the puzzle itself blocks have a sign of their own.
        Status::Blocked => "ruled out".to_owned(),
        _ => puzzle.status_name(status).to_owned(),
    }
}

/// The glyphs on the visible part of the board.
struct SeenGlyphs {
    statuses: Vec<Status>,
    /// The glyphs that stand for no status, with their meanings.
    others: Vec<(Span<'static>, String)>,
}

impl SeenGlyphs {
    fn on(face: &Face) -> SeenGlyphs {
        let mut seen = SeenGlyphs { statuses: Vec::new(), others: Vec::new() };
        let Some(layout) = ScreenLayout::of(face) else { return seen };
        let (board, scene) = (face.model.board(), BoardScene::of(&face.model));
        let (mut has_clash, mut is_hinted, mut has_hinted_block, mut is_cut) = (false, false, false, false);
        let is_argued = matches!(face.model.mode(), Mode::Why(_));
        let (mut has_corner_notes, mut has_closed) = (false, false);
        for (cell, rect) in layout.cells() {
            has_clash |= scene.clashes_at(cell);
            match board.only(cell) {
                Some(variable) => {
                    let Some(square) = scene.square(variable) else { continue };
                    match square.mark.and_then(|mark| mark.sign) {
                        Some(Drawing::Supposed) => is_hinted = true,
                        Some(Drawing::Dead) if !is_argued => has_hinted_block = true,
                        Some(Drawing::Dead) => seen.statuses.push(Status::Dead),
                        _ if square.status == Status::Blocked && is_closed(face, variable) => has_closed = true,
                        // The heat map replaces the sign of open cells, and has a line of its own in the legend.
                        _ if square.heat.is_none() => seen.statuses.push(square.status),
                        _ => {}
                    }
                }
                None => {
                    let content = scene.content(cell);
                    has_corner_notes |= matches!(content, Content::Notes { .. });
                    is_cut |= values::is_cut(face, rect, &content);
                    seen.add(&content);
                    is_hinted |= matches!(content, Content::One { style: CellStyle::Tone(Tone::Supposed), .. });
                }
            }
        }
        let (theme, puzzle) = (face.theme, board.puzzle());
        if is_hinted {
            let symbol = board.variables(board.first_cell()).first().map_or(' ', |&first| puzzle.symbol(first));
            let glyph = if board.has_values() { symbol.to_string() } else { theme.glyphs.supposed(symbol) };
            let glyph = Span::styled(glyph, theme.tone(Tone::Supposed, true));
            seen.others.push((glyph, "from the hint".to_owned()));
        }
        if has_hinted_block {
            let glyph = Span::styled(theme.glyphs.blocked, theme.square(Status::Dead, true));
            seen.others.push((glyph, "from the hint".to_owned()));
        }
        let mut add = |glyph: String, meaning: &str| seen.others.push((Span::raw(glyph), meaning.to_owned()));
        if has_closed {
            add(theme.glyphs.closed.to_owned(), "given as blocked");
        }
        for (clue, noun) in nouns(face, &layout) {
            add(theme.glyphs.piece(clue), &noun);
        }
        if has_clash {
            add(theme.glyphs.clash.to_owned(), "clash");
        }
        if has_corner_notes {
            let sign = if layout.cell.1 > 2 { "1" } else { "1'" };
            add(sign.to_owned(), "your note in the corner");
        }
        if is_cut {
            add(theme.glyphs.more.to_owned(), "too many to show");
        }
        let sides = (0..board.rows()).map(Side::Row).chain((0..board.columns()).map(Side::Column));
        if sides.filter_map(|side| face.model.side_number(side)).any(|(_, reached)| reached == Ordering::Equal) {
            add(theme.glyphs.enough.to_owned(), "complete");
        }
        if layout.cells().any(|(cell, rect)| rect.height > 2 && puzzle.corner(cell).is_some()) {
            add("1".to_owned(), "in a corner: the cage's number");
        }
        let neighbours = face.model.neighbours_of_cursor();
        if layout.cells().any(|(cell, _)| neighbours.contains(&cell)) {
            add(theme.glyphs.neighbour.to_owned(), "neighbour");
        }
        let mut meanings: Vec<(&str, String)> = Vec::new();
        for (relation, glyph) in visible_relations(face, &layout) {
            match meanings.iter_mut().find(|(other, _)| *other == meaning(relation)) {
                Some((_, glyphs)) => glyphs.push_str(glyph),
                None => meanings.push((meaning(relation), glyph.to_owned())),
            }
        }
        meanings.into_iter().for_each(|(meaning, glyphs)| add(glyphs, meaning));
        seen
    }

    /// Adds the statuses in the content of a cell with values.
    fn add(&mut self, content: &Content) {
        let styled = |style: &CellStyle| if let CellStyle::Status(status) = style { Some(*status) } else { None };
        match content {
            Content::One { drawing: Drawing::Nothing | Drawing::Clue(_), .. } => {}
            // The value of a hint has an entry of its own. Values in a clash or on a line keep their look in the legend.
            Content::One { drawing: Drawing::Value(_), style: CellStyle::Tone(_), .. } => {}
            Content::One { style, .. } => self.statuses.extend(styled(style)),
            Content::Notes { centre, .. } => {
                self.statuses.extend(centre.iter().map(|note| styled(&note.style).unwrap_or(Status::Open)));
            }
            Content::Values(values, _) => {
                // A candidate that a hint highlights as part of its line counts as open.
                self.statuses.extend(values.iter().map(|value| styled(&value.style).unwrap_or(Status::Open)));
            }
        }
    }
}

/// Returns the meaning of a sign between cells. The sign compares the cells from left to right, or from top to bottom.
fn meaning(relation: Relation) -> &'static str {
    match relation {
        Relation::Less | Relation::Greater => "smaller value at the tip",
        Relation::AtMost | Relation::AtLeast => "same or smaller at the tip",
        Relation::Equal => "equal",
        Relation::Different => "different",
    }
}

/// Returns the legend of the heat map. `highest` is the share of the solutions through the hottest cell, in percent.
fn levels(highest: &str, theme: Theme) -> Line<'static> {
    let levels = theme.glyphs.levels.iter().zip(0..);
    let mut spans: Vec<_> = levels.map(|(glyph, level)| Span::styled(*glyph, theme.heat(level))).collect();
    spans.push(Span::raw(format!(" share, {} is {} %", theme.glyphs.levels[7], highest)));
    Line::from(spans)
}
