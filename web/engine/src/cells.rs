//! The cells of the board, each as the page draws it.

use game::{Content, Drawing, Guise, Model, Pencil, Scene, Shade, Square, Tints, Tone, words};
use puzzle_core::{Status, Variable};
use puzzle_kind::Cell;
use serde::Serialize;

/// The most grounds that regions have.
const GROUNDS: usize = 6;

/// A cell: names are short, since there are many of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct CellView {
    /// The status that it is shown with.
    s: &'static str,
    /// A symbol.
    #[serde(skip_serializing_if = "String::is_empty")]
    t: String,
    /// What it is shown for beside its status.
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<&'static str>,
    /// What is drawn instead of the status.
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<&'static str>,
    /// A line through the cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    w: Option<&'static str>,
    /// The level of heat, 0 to 7.
    #[serde(skip_serializing_if = "Option::is_none")]
    h: Option<usize>,
    /// A count.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<String>,
    /// Pencil marks: symbols, and how each looks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    v: Vec<(String, &'static str)>,
}

impl CellView {
    /// Draws a sign instead of the status; symbols of the puzzle are no signs.
    fn sign(&mut self, sign: Drawing) {
        self.g = match sign {
            Drawing::Nothing | Drawing::Value(_) | Drawing::Forced(_) | Drawing::Clue(_) => None,
            Drawing::Blank | Drawing::Way(_) => Some("blank"),
            Drawing::Supposed => Some("supposed"),
            Drawing::Dead => Some("dead"),
            Drawing::Left => Some("open"),
            Drawing::Vacant => Some("vacant"),
        };
        if let Drawing::Way(way) = sign {
            self.w = Some(["row", "column", "up", "down", "cross"][way as usize]);
        }
    }
}

/// All cells of a game, row by row.
pub(crate) fn drawn(model: &Model) -> Vec<CellView> {
    let scene = Scene::of(model);
    let draw = |cell| match model.board().only(cell) {
        Some(variable) => square(model, &scene, variable),
        None => valued(model, &scene, cell),
    };
    all(model).map(draw).collect()
}

/// What somebody who does not see the board is told of every cell, row by row.
pub(crate) fn names(model: &Model) -> Vec<String> {
    let board = model.board();
    // Nothing is known before the game has begun.
    let name = |cell| match board.only(cell).filter(|_| model.guide().is_none()) {
        Some(_) => board.puzzle().cell_name(cell),
        None => words::cell_spoken(model, cell),
    };
    all(model).map(name).collect()
}

/// Returns all cells, row by row.
pub(crate) fn all(model: &Model) -> impl Iterator<Item = Cell> {
    let (rows, columns) = (model.board().rows(), model.board().columns());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
}

/// A cell that is taken or not.
fn square(model: &Model, scene: &Scene<'_>, variable: Variable) -> CellView {
    let Some(Square { status, is_blank, mark, heat, count }) = scene.square(variable) else {
        // Nothing is known before the game has begun, and where more than marks are shown, that is shown.
        return CellView { s: model.shown(Status::Unknown).name(), ..CellView::default() };
    };
    let n = count.map(|count| words::grouped(&count));
    let g = is_blank.then_some("blank");
    let mut drawn = CellView { s: status.name(), g, h: heat, n, ..CellView::default() };
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

/// A cell that has one of several values, or nothing to place.
fn valued(model: &Model, scene: &Scene<'_>, cell: Cell) -> CellView {
    let board = model.board();
    let puzzle = board.puzzle();
    let symbol = |variable: Variable| puzzle.symbol(variable).to_string();
    let guide = model.guide();
    let mut statuses = board.variables(cell).iter().filter_map(|&variable| Some(guide?.status(variable)));
    // What stands stays what it is, however it looks.
    let s = statuses.find(|status| status.stands()).unwrap_or(Status::Open).name();
    let mut drawn = CellView { s, ..CellView::default() };
    let look = |drawn: &mut CellView, guise: Guise| match guise {
        Guise::Status(status) => drawn.s = status.name(),
        Guise::Tone(tone) => drawn.m = Some(self::tone(tone)),
    };
    match scene.content(cell) {
        Content::One { drawing, guise, is_lit } => {
            look(&mut drawn, guise);
            match drawing {
                Drawing::Value(variable) | Drawing::Forced(variable) => drawn.t = symbol(variable),
                Drawing::Clue(clue) => drawn.t = clue.to_string(),
                sign => drawn.sign(sign),
            }
            if is_lit && drawn.m.is_none() {
                drawn.m = Some("lit");
            }
        }
        Content::Values(values, ground) => {
            look(&mut drawn, ground);
            let mark = |pencil: &Pencil| {
                let state = match (pencil.guise, pencil.is_left, pencil.is_lit) {
                    (_, false, _) => "out",
                    (_, _, true) => "lit",
                    (Guise::Tone(tone), ..) if Guise::Tone(tone) != ground => self::tone(tone),
                    // One of several that stand, which are no notes.
                    (Guise::Status(status), ..) if status.stands() => "left",
                    _ if model.marks_itself() || model.notes().is_empty() => "open",
                    _ => "noted",
                };
                (symbol(board.variables(cell)[pencil.place]), state)
            };
            drawn.v = values.iter().map(mark).collect();
        }
    }
    if board.variables(cell).is_empty() {
        drawn.s = "void";
    }
    drawn
}

/// The ground of every cell of named regions; `None` where there are none.
pub(crate) fn grounds(model: &Model) -> Option<Vec<usize>> {
    let board = model.board();
    let tints = Tints::of(board, GROUNDS)?;
    Some(all(model).map(|cell| Shade::of(board, cell).region.map_or(0, |region| tints.ground(region))).collect())
}

fn tone(tone: Tone) -> &'static str {
    match tone {
        Tone::Blank => "blank",
        Tone::Way => "way",
        Tone::Line => "line",
        Tone::RuledOut => "out",
        Tone::Left => "left",
        Tone::Supposed => "supposed",
        Tone::Clash => "clash",
    }
}
