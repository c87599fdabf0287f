//! The glyphs and styles of cells.

use game::{BoardScene, CellStyle, Drawing, LineDirection, Mode, Shade, SquareContent, Tints, Tone};
use puzzle_core::{BigUint, Status, Variable};
use puzzle_kind::Cell;
use ratatui::style::Style;

use crate::face::Face;

/// The drawing of a cell with a single variable.
pub(super) struct DrawnCell {
    pub glyph: String,
    /// The symbol of the piece in the cell. If the cell has room for a picture of this piece, the picture replaces the
    /// glyph.
    pub piece: Option<char>,
    /// `true` if the picture of the piece is an outline, since the piece is only supposed.
    pub is_hollow: bool,
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
    /// `true` if lines of arguments have an outline; `false` if they have a background.
    has_outlines: bool,
    /// The glyph of an empty cell without a mark.
    blank: &'static str,
}

impl<'a> CellPainter<'a> {
    /// Creates the painter for a frame of `face`. Each cell of the board has `height` rows.
    pub(super) fn of(face: &'a Face, height: u16) -> CellPainter<'a> {
        let theme = face.theme;
        let tints = theme.regions(face.model.board());
        // Where lines or colours separate the cells, an empty cell may be blank.
        let has_lines = height > 1 || theme.palette.is_checkered();
        let blank = if has_lines { " " } else { theme.glyphs.excluded };
        let has_outlines = height > 1 && theme.outline().is_some();
        CellPainter { face, scene: BoardScene::of(&face.model), tints, has_outlines, blank }
    }

    /// Returns the glyphs of `drawing`. `symbol` is the symbol of the cell's piece, for [`Drawing::Supposed`].
    pub(super) fn glyph(&self, drawing: Drawing, symbol: char) -> String {
        let glyphs = self.face.theme.glyphs;
        let symbol_of = |variable| glyphs.symbol(self.face.model.board().puzzle().symbol(variable));
        let glyph = match drawing {
            Drawing::Nothing => "",
            Drawing::Value(variable) => return symbol_of(variable),
            Drawing::Forced(variable) => return format!("{}{}", glyphs.forced, symbol_of(variable)),
            Drawing::Clue(clue) => return glyphs.piece(clue),
            Drawing::Supposed => return glyphs.supposed(symbol),
            Drawing::Blank => self.blank,
            Drawing::Dead => glyphs.dead,
            Drawing::Left => glyphs.open,
            Drawing::Vacant => glyphs.vacant,
            Drawing::Path(way) => glyphs.ways[way as usize],
        };
        glyph.to_owned()
    }

    /// Returns the style of `guise` for a cell with the background `shade`. If the cell's region has a colour, this
    /// colour replaces the background of the style. Clashes keep their own background, and so do the lines of arguments
    /// where there is no room for outlines.
    pub(super) fn style(&self, guise: CellStyle, shade: Shade) -> Style {
        let theme = self.face.theme;
        let (style, status) = match guise {
            CellStyle::Status(status) => (theme.square(status, shade.light), status),
            CellStyle::Tone(tone) => {
                let like = |status| (theme.square(status, shade.light), status);
                let style = theme.tone(tone, shade.light);
                match tone {
                    Tone::Line if self.has_outlines => like(Status::Open),
                    Tone::RuledOut if self.has_outlines => like(Status::Dead),
                    Tone::Left if self.has_outlines => like(Status::Forced),
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

    /// Returns the style of `guise` for a cell with values. During play, the background is the colour that the player
    /// has given to the cell. Without such a colour, the cells in the row, column and region of the cursor have a
    /// background of their own. In all other cases, the style is as in [`CellPainter::style`].
    pub(super) fn placed_style(&self, guise: CellStyle, shade: Shade, cell: Cell) -> Style {
        let style = self.style(guise, shade);
        let (theme, model) = (self.face.theme, &self.face.model);
        let (CellStyle::Status(status), Mode::Play) = (guise, model.mode()) else { return style };
        match model.cell_colours().of(cell) {
            Some(colour) => theme.tinted(style, usize::from(colour) - 1, status),
            None if model.is_peer_of_cursor(cell) => theme.peer(style, shade.light),
            None => style,
        }
    }

    /// Returns the drawing of a cell whose only variable is `variable`, with the background `shade`.
    pub(super) fn drawn(&self, variable: Variable, shade: Shade) -> DrawnCell {
        let theme = self.face.theme;
        let Some(SquareContent { status, is_blank, mark, heat, count }) = self.scene.square(variable) else {
            let style = self.style(CellStyle::Status(Status::Open), shade);
            return DrawnCell {
                glyph: " ".to_owned(),
                piece: None,
                is_hollow: false,
                fills: false,
                count: None,
                matters: false,
                style,
            };
        };
        let symbol = self.face.model.board().puzzle().symbol(variable);
        let (mut glyph, guise) = match status {
            _ if is_blank => (self.blank.to_owned(), CellStyle::Tone(Tone::Blank)),
            status if status.stands() => (theme.glyphs.piece(symbol), CellStyle::Status(status)),
            Status::Blocked if is_closed(self.face, variable) => {
                (theme.glyphs.closed.to_owned(), CellStyle::Status(status))
            }
            status => (theme.glyphs.of(status).to_owned(), CellStyle::Status(status)),
        };
        let mut style = self.style(guise, shade);
        let mut fills = false;
        // A supposed piece is as large as a piece, but hollow.
        let mut is_hollow = false;
        let has_sign = mark.as_ref().is_some_and(|mark| mark.sign.is_some());
        let is_piece = status.stands() && !is_blank && heat.is_none() && !has_sign && theme.glyphs.has_half_blocks;
        if let Some(level) = heat {
            (glyph, style) = (theme.glyphs.levels[level].to_owned(), theme.heat(level));
            // On palettes with backgrounds, the colour of the whole cell shows the level. On others, the repeated glyph
            // shows it.
            fills = !theme.palette.is_checkered();
        }
        if let Some(mark) = mark {
            style = self.style(CellStyle::Tone(mark.tone), shade);
            if let Some(sign) = mark.sign {
                glyph = self.glyph(sign, symbol);
                is_hollow = sign == Drawing::Supposed && theme.glyphs.has_half_blocks;
                fills = sign == Drawing::Path(LineDirection::Row);
            }
        }
        let matters = fills || status == Status::Forced;
        DrawnCell { glyph, piece: (is_piece || is_hollow).then_some(symbol), is_hollow, fills, count, matters, style }
    }
}

/// Returns `true` if `variable` is blocked from the beginning, and not by the player.
pub(super) fn is_closed(face: &Face, variable: Variable) -> bool {
    face.model.board().puzzle().closed().binary_search(&variable).is_ok()
}
