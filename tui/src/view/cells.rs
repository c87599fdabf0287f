//! The glyphs and styles of cells.

use game::{BoardScene, CellStyle, Drawing, LineDirection, Mode, Shade, SquareContent, Tints, Tone};
use puzzle_core::{BigUint, Status, Variable};
use puzzle_kind::Cell;
use ratatui::style::{Modifier, Style};

use super::board::digits::has_pictures;
use crate::face::Face;

/// The drawing of a cell with a single variable.
pub(super) struct DrawnCell {
    pub glyph: String,
    /// The symbol of the piece in the cell. If the cell has room for a picture of this piece, the picture replaces the
    /// glyph.
    pub piece: Option<char>,
    /// `true` if the picture of the piece is an outline, since the piece is only supposed.
    pub is_hollow: bool,
    /// The part of the cell over which the glyph is repeated.
    pub extent: Extent,
    /// The number below or beside the glyph.
    pub count: Option<BigUint>,
    /// `true` if the glyph is more important than the number, in a cell without room for both.
    pub matters: bool,
    /// The style of glyph and number.
    pub style: Style,
}

/// The part of a cell that a glyph covers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// One character in the middle.
    Middle,
    /// The width of the number below it, in the heat map.
    Number,
    /// The width of the cell: in a line of attack along a row (`───`), and in the heat map.
    Width,
    /// A hatched rectangle in the middle.
    Patch,
    /// The whole cell.
    Whole,
}

/// The glyphs and styles of the cells of a frame.
pub(super) struct CellPainter<'a> {
    pub face: &'a Face,
    pub scene: BoardScene<'a>,
    tints: Option<Tints>,
    /// `true` if lines of arguments have an outline; `false` if they have a background.
    has_outlines: bool,
    /// `true` if all values of the board have large pictures.
    pub has_pictures: bool,
    /// `true` if cells have texts in their corners, such as the numbers of cages.
    pub has_corners: bool,
    /// The glyph of an empty cell without a mark.
    blank: &'static str,
    /// The glyph of an open cell: blank where lines or colours separate the cells, since all other statuses have a sign.
    open: &'static str,
}

/// Returns the glyph of an open cell, in cells of `height` rows.
pub(super) fn open_glyph(face: &Face, height: u16) -> &'static str {
    let (theme, board) = (face.theme, face.model.board());
    let is_apart = match board.has_named_regions() {
        // Without weights of lines, only the borders of regions are drawn, and no lines within a region. Cells of one
        // row have the letters of their regions.
        true => height == 1 || theme.glyphs.has_weights,
        false => height > 1 || theme.palette.is_checkered(),
    };
    if is_apart { " " } else { theme.glyphs.open }
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
        let board = face.model.board();
        let mut all = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| Cell { row, column }));
        CellPainter {
            has_pictures: theme.glyphs.has_half_blocks && board.has_values() && has_pictures(&board.symbols()),
            has_corners: all.any(|cell| board.puzzle().corner(cell).is_some()),
            face,
            scene: BoardScene::of(&face.model),
            tints,
            has_outlines,
            blank,
            open: open_glyph(face, height),
        }
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
            Drawing::Dead => glyphs.cross,
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
                    Tone::Evidence if self.has_outlines => like(Status::Placed),
                    Tone::RuledOut if self.has_outlines => like(Status::Dead),
                    Tone::Left if self.has_outlines => like(Status::Forced),
                    Tone::Blank => (style, Status::Excluded),
                    Tone::Path => (style, Status::Blocked),
                    Tone::Supposed => (style, Status::Placed),
                    Tone::Line | Tone::RuledOut | Tone::Left | Tone::Evidence | Tone::Clash => return style,
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

    /// Returns `style` for the picture in a cell. Where a clash has colours of its own, its picture has no underline.
    pub(super) fn picture_style(&self, style: Style, cell: Cell) -> Style {
        let is_clear = self.face.theme.has_colours() && self.scene.clashes_at(cell);
        if is_clear { style.remove_modifier(Modifier::UNDERLINED) } else { style }
    }

    /// Returns the style of `guise` for a value of `cell` that equals the value under the cursor. The background that
    /// the player has given to the cell stays.
    pub(super) fn lit_style(&self, guise: CellStyle, shade: Shade, cell: Cell) -> Style {
        let theme = self.face.theme;
        let has_own = theme.tints() > 0 && self.face.model.cell_colours().of(cell).is_some();
        match guise {
            _ if has_own => self.placed_style(guise, shade, cell),
            CellStyle::Status(status) => theme.lit(theme.square(status, shade.light)),
            CellStyle::Tone(_) => theme.lit(self.style(guise, shade)),
        }
    }

    /// Returns the drawing of a cell whose only variable is `variable`, with the background `shade`.
    pub(super) fn drawn(&self, variable: Variable, shade: Shade) -> DrawnCell {
        let theme = self.face.theme;
        let Some(SquareContent { status, is_blank, mark, heat, count }) = self.scene.square(variable) else {
            let style = self.style(CellStyle::Status(Status::Open), shade);
            let (glyph, extent) = (" ".to_owned(), Extent::Middle);
            return DrawnCell { glyph, piece: None, is_hollow: false, extent, count: None, matters: false, style };
        };
        let symbol = self.face.model.board().puzzle().symbol(variable);
        let (mut glyph, guise) = match status {
            _ if is_blank => (self.blank.to_owned(), CellStyle::Tone(Tone::Blank)),
            status if status.stands() => (theme.glyphs.piece(symbol), CellStyle::Status(status)),
            Status::Blocked if is_closed(self.face, variable) => {
                (theme.glyphs.closed.to_owned(), CellStyle::Status(status))
            }
            Status::Open => (self.open.to_owned(), CellStyle::Status(status)),
            status => (theme.glyphs.of(status).to_owned(), CellStyle::Status(status)),
        };
        let mut style = self.style(guise, shade);
        let mut extent = Extent::Middle;
        // A supposed piece is as large as a piece, but hollow.
        let mut is_hollow = false;
        let has_sign = mark.as_ref().is_some_and(|mark| mark.sign.is_some());
        let is_piece = status.stands() && !is_blank && heat.is_none() && !has_sign && theme.glyphs.has_half_blocks;
        if let Some(level) = heat {
            (glyph, style) = (theme.glyphs.levels[level].to_owned(), theme.heat(level));
            // On palettes with backgrounds, the colour of the whole cell shows the level. On others, the repeated glyph
            // shows it.
            extent = if theme.palette.is_checkered() { Extent::Number } else { Extent::Width };
        }
        if let Some(mark) = mark {
            style = self.style(CellStyle::Tone(mark.tone), shade);
            if let Some(sign) = mark.sign {
                glyph = match sign {
                    // A hint shows the mark that carrying it out makes.
                    Drawing::Dead if !matches!(self.face.model.mode(), Mode::Why(_)) => theme.glyphs.blocked.to_owned(),
                    Drawing::Dead => theme.glyphs.dead.to_owned(),
                    sign => self.glyph(sign, symbol),
                };
                is_hollow = sign == Drawing::Supposed && theme.glyphs.has_half_blocks;
                extent = if sign == Drawing::Path(LineDirection::Row) { Extent::Width } else { Extent::Middle };
            }
        }
        if glyph == theme.glyphs.closed {
            (extent, style) = (Extent::Whole, style.patch(theme.faint()));
        } else if glyph == theme.glyphs.dead && theme.glyphs.has_half_blocks {
            extent = Extent::Patch;
        }
        let matters = !matches!(extent, Extent::Middle | Extent::Number) || status == Status::Forced;
        let piece = (is_piece || is_hollow).then_some(symbol);
        DrawnCell { glyph, piece, is_hollow, extent, count, matters, style }
    }
}

/// Returns `true` if `variable` is blocked from the beginning, and not by the player.
pub(super) fn is_closed(face: &Face, variable: Variable) -> bool {
    face.model.board().puzzle().closed().binary_search(&variable).is_ok()
}
