//! The glyphs and styles of cells.

use game::{BoardScene, CellStyle, Drawing, LineDirection, Shade, SquareContent, Tints, Tone};
use puzzle_core::{BigUint, Status, Variable};
use ratatui::style::Style;

use crate::face::Face;

/// The drawing of a cell with a single variable.
pub(super) struct DrawnCell {
    pub glyph: String,
    /// `true` to repeat the glyph over the width of the cell: in a line of attack along a row (`───`), and in the heat
    /// map.
    pub fills: bool,
    /// The number below or beside the glyph.
    pub count: Option<BigUint>,
    /// `true` if the glyph is more important than the number, in a cell without room for both.
    pub matters: bool,
    /// The style of glyph and number.
    pub style: Style,
}

/// The glyphs and styles of the cells of a frame.
pub(super) struct CellPainter<'a> {
    pub face: &'a Face,
    pub scene: BoardScene<'a>,
    tints: Option<Tints>,
    /// The glyph of an empty cell without a mark.
    blank: &'static str,
}

impl<'a> CellPainter<'a> {
    /// Creates the painter for a frame of `face`. `has_lines` is `true` if lines or colours separate the cells, so that
    /// an empty cell may be blank.
    pub(super) fn of(face: &'a Face, has_lines: bool) -> CellPainter<'a> {
        let tints = Tints::of(face.model.board(), face.theme.tints());
        let blank = if has_lines { " " } else { face.theme.glyphs.excluded };
        CellPainter { face, scene: BoardScene::of(&face.model), tints, blank }
    }

    /// Returns the glyphs of `drawing`. `symbol` is the symbol of the cell's piece, for [`Drawing::Supposed`].
    pub(super) fn glyph(&self, drawing: Drawing, symbol: char) -> String {
        let glyphs = self.face.theme.glyphs;
        let symbol_of = |variable| glyphs.symbol(self.face.model.board().puzzle().symbol(variable));
        let glyph = match drawing {
            Drawing::Nothing => "",
            Drawing::Value(variable) => return symbol_of(variable),
            Drawing::Forced(variable) => return format!("{}{}", glyphs.forced, symbol_of(variable)),
            Drawing::Clue(clue) => return glyphs.symbol(clue),
            Drawing::Supposed => return glyphs.supposed(symbol),
            Drawing::Blank => self.blank,
            Drawing::Dead => glyphs.dead,
            Drawing::Left => glyphs.open,
            Drawing::Vacant => glyphs.vacant,
            Drawing::Path(way) => glyphs.ways[way as usize],
        };
        glyph.to_owned()
    }

    /// Returns the style of `guise` for a cell with the background `shade`. The colour of the cell's region, if it has
    /// one, replaces the background of the style. Only the tones `Line`, `RuledOut`, `Left` and `Clash` keep their own
    /// background.
    pub(super) fn style(&self, guise: CellStyle, shade: Shade) -> Style {
        let theme = self.face.theme;
        let (style, status) = match guise {
            CellStyle::Status(status) => (theme.square(status, shade.light), status),
            CellStyle::Tone(tone) => {
                let style = theme.tone(tone, shade.light);
                match tone {
                    Tone::Blank => (style, Status::Excluded),
                    Tone::Path => (style, Status::Blocked),
                    Tone::Supposed => (style, Status::Placed),
                    Tone::Line | Tone::RuledOut | Tone::Left | Tone::Clash => return style,
                }
            }
        };
        match (&self.tints, shade.region) {
            (Some(tints), Some(region)) => theme.tinted(style, tints.ground(region), status),
            _ => style,
        }
    }

    /// Returns the drawing of a cell whose only variable is `variable`, with the background `shade`.
    pub(super) fn drawn(&self, variable: Variable, shade: Shade) -> DrawnCell {
        let theme = self.face.theme;
        let Some(SquareContent { status, is_blank, mark, heat, count }) = self.scene.square(variable) else {
            let style = self.style(CellStyle::Status(Status::Open), shade);
            return DrawnCell { glyph: " ".to_owned(), fills: false, count: None, matters: false, style };
        };
        let symbol = self.face.model.board().puzzle().symbol(variable);
        let (mut glyph, guise) = match status {
            _ if is_blank => (self.blank.to_owned(), CellStyle::Tone(Tone::Blank)),
            status if status.stands() => (theme.glyphs.symbol(symbol), CellStyle::Status(status)),
            status => (theme.glyphs.of(status).to_owned(), CellStyle::Status(status)),
        };
        let mut style = self.style(guise, shade);
        let mut fills = false;
        if let Some(level) = heat {
            (glyph, style) = (theme.glyphs.levels[level].to_owned(), theme.heat(level));
            // A background shows the level in the whole cell; without one, the glyph does.
            fills = !theme.palette.is_checkered();
        }
        if let Some(mark) = mark {
            style = self.style(CellStyle::Tone(mark.tone), shade);
            if let Some(sign) = mark.sign {
                glyph = self.glyph(sign, symbol);
                fills = sign == Drawing::Path(LineDirection::Row);
            }
        }
        let matters = fills || status == Status::Forced;
        DrawnCell { glyph, fills, count, matters, style }
    }
}
