//! The cells of the board as the page draws them, and their accessible names.

use game::{
    BoardScene, CellStyle, Content, Drawing, Model, PencilMark, Shade, SquareContent, Thumbnail, Tints, Tone, words,
};
use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;
use serde::Serialize;

/// The number of background colours for regions on the page.
pub(crate) const GROUNDS: usize = 25;

/// The name of the status of a square that is blocked from the beginning, which the player can't change.
pub(crate) const BARRED: &str = "barred";

/// A cell as the page draws it. Its JSON keys have one letter, because a view has many cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct CellView {
    s: &'static str,
    /// The symbol in the cell, such as `Q` or `7`.
    #[serde(skip_serializing_if = "String::is_empty")]
    t: String,
    /// The name of the mark that an explanation, a hint or a clash puts on the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<&'static str>,
    /// The name of the picture that replaces the picture of the status (field `s`), such as `supposed`. `None` to draw
    /// the status.
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<&'static str>,
    /// The direction in which a line is drawn through the cell: `row`, `column`, `up`, `down` or `cross`.
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<&'static str>,
    /// The level of the heat map, `0` to `7`.
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<usize>,
    /// The number of solutions with a piece in this cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<String>,
    /// The pencil marks: pairs of a symbol and the name of its style.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    v: Vec<(String, &'static str)>,
    /// The symbols of the notes in the corner, without blanks.
    #[serde(skip_serializing_if = "String::is_empty")]
    k: String,
}

impl CellView {
    /// Sets `g` to the picture for `sign`, and also `w` if `sign` is a part of a line. If `sign` is a symbol of the
    /// puzzle, such as a value, `g` becomes `None`, since the field `t` has the symbol.
    fn sign(&mut self, sign: Drawing) {
        self.g = match sign {
            Drawing::Nothing | Drawing::Value(_) | Drawing::Forced(_) | Drawing::Clue(_) => None,
            Drawing::Blank | Drawing::Path(_) => Some("blank"),
            Drawing::Supposed => Some("supposed"),
            Drawing::Dead => Some("dead"),
            Drawing::Left => Some("open"),
            Drawing::Vacant => Some("vacant"),
        };
        if let Drawing::Path(way) = sign {
            self.w = Some(["row", "column", "up", "down", "cross"][way as usize]);
        }
    }
}

/// Returns the [`CellView`]s of all cells, row by row.
pub(crate) fn drawn(model: &Model) -> Vec<CellView> {
    let scene = BoardScene::of(model);
    let draw = |cell| match model.board().only(cell) {
        Some(variable) => square(model, &scene, variable),
        None => valued(model, &scene, cell),
    };
    all(model).map(draw).collect()
}

/// Returns the accessible names of all cells, row by row.
pub(crate) fn names(model: &Model) -> Vec<String> {
    let board = model.board();
    // Before the game has begun there is no guide, so a cell is called only by its name.
    let name = |cell| match board.only(cell).filter(|_| model.guide().is_none()) {
        Some(_) => board.puzzle().cell_name(cell),
        None => words::cell_spoken(model, cell),
    };
    all(model).map(name).collect()
}

/// Returns the cells of the board, row by row; none for a configurator, which is drawn as a tree.
pub(crate) fn all(model: &Model) -> impl Iterator<Item = Cell> {
    let rows = if model.tree().is_some() { 0 } else { model.board().rows() };
    let columns = model.board().columns();
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
}

/// Returns the [`CellView`] of a cell with a single variable, such as a square for a queen.
fn square(model: &Model, scene: &BoardScene<'_>, variable: Variable) -> CellView {
    let Some(SquareContent { status, is_blank, mark, heat, count }) = scene.square(variable) else {
        // Before the game has begun, a help level that shows statuses shows them as unknown.
        return CellView { s: model.shown(Status::Unknown).name(), ..CellView::default() };
    };
    let n = count.map(|count| words::grouped(&count));
    let g = is_blank.then_some("blank");
    let is_barred = status == Status::Blocked && model.board().puzzle().closed().contains(&variable);
    let s = if is_barred { BARRED } else { status.name() };
    let mut drawn = CellView { s, g, h: heat, n, ..CellView::default() };
    if let Some(mark) = mark {
        drawn.m = Some(tone(mark.tone));
        if let Some(sign) = mark.sign {
            drawn.sign(sign);
        }
    }
    if status.stands() || drawn.g == Some("supposed") {
        drawn.t = model.board().puzzle().symbol(variable).to_string();
    }
    drawn
}

/// Returns the [`CellView`] of a cell that has several variables, such as one for each digit, or no variable.
fn valued(model: &Model, scene: &BoardScene<'_>, cell: Cell) -> CellView {
    let board = model.board();
    let puzzle = board.puzzle();
    let symbol = |variable: Variable| puzzle.symbol(variable).to_string();
    let guide = model.guide();
    let mut statuses = board.variables(cell).iter().filter_map(|&variable| Some(guide?.status(variable)));
    // If a value is given or placed, its status is the status of the cell, whatever marks the screen adds.
    let s = statuses.find(|status| status.stands()).unwrap_or(Status::Open).name();
    let mut drawn = CellView { s, ..CellView::default() };
    let look = |drawn: &mut CellView, guise: CellStyle| match guise {
        CellStyle::Status(status) => drawn.s = status.name(),
        CellStyle::Tone(tone) => drawn.m = Some(self::tone(tone)),
    };
    match scene.content(cell) {
        Content::One { drawing, style, is_lit } => {
            look(&mut drawn, style);
            match drawing {
                Drawing::Value(variable) | Drawing::Forced(variable) => drawn.t = symbol(variable),
                Drawing::Clue(clue) => drawn.t = clue.to_string(),
                sign => drawn.sign(sign),
            }
            if is_lit && drawn.m.is_none() {
                drawn.m = Some("lit");
            }
        }
        Content::Notes { centre, corner, ground } => {
            look(&mut drawn, ground);
            let text = |mark: &PencilMark| symbol(board.variables(cell)[mark.index]);
            drawn.v = centre.iter().map(|mark| (text(mark), if mark.is_lit { "lit" } else { "noted" })).collect();
            drawn.k = corner.iter().map(text).collect();
        }
        Content::Values(values, ground) => {
            look(&mut drawn, ground);
            let mark = |pencil: &PencilMark| {
                let state = match (pencil.style, pencil.is_left, pencil.is_lit) {
                    (_, false, _) => "out",
                    (_, _, true) => "lit",
                    (CellStyle::Tone(tone), ..) if CellStyle::Tone(tone) != ground => self::tone(tone),
                    // One of several placed values, which is drawn like a candidate and not like a note of the player.
                    (CellStyle::Status(status), ..) if status.stands() => "left",
                    _ if model.marks_itself() || model.notes().is_empty() => "open",
                    _ => "noted",
                };
                (symbol(board.variables(cell)[pencil.index]), state)
            };
            drawn.v = values.iter().map(mark).collect();
        }
    }
    if board.variables(cell).is_empty() {
        drawn.s = "void";
    }
    drawn
}

/// Returns the number of the background colour of every cell, from 0 to `GROUNDS - 1`; `None` on boards without named
/// regions.
pub(crate) fn grounds(model: &Model) -> Option<Vec<usize>> {
    let board = model.board();
    let tints = Tints::of(board, GROUNDS)?;
    Some(all(model).map(|cell| Shade::of(board, cell).region.map_or(0, |region| tints.ground(region))).collect())
}

/// Returns the number of the background colour of every cell of a thumbnail, which are those of its board; `None` for a
/// cell without a region.
pub(crate) fn thumbnail_grounds(thumbnail: &Thumbnail) -> Vec<Option<usize>> {
    let tints = Tints::of_thumbnail(thumbnail, GROUNDS, |_, _| 0.0);
    let ground = |region| tints.as_ref().map_or(0, |tints| tints.ground(region));
    thumbnail.cells.iter().map(|cell| cell.region.map(ground)).collect()
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Blank => "blank",
        Tone::Path => "way",
        Tone::Line | Tone::Evidence => "line",
        Tone::RuledOut => "out",
        Tone::Left => "left",
        Tone::Supposed => "supposed",
        Tone::Clash => "clash",
    }
}
