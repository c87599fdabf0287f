//! The glyph and the style of each variable in the board's scene.

use game::{Drawing, Guise, Scene, Shade, Square, Tints, Tone, Way};
use puzzle_core::{BigUint, Status, Variable};
use ratatui::style::Style;

use crate::face::Face;

/// What is drawn in a cell that is taken or not.
pub(super) struct Drawn {
    /// The glyph.
    pub glyph: String,
    /// Whether the glyph is to be repeated over the whole width: it is part of a line, or of a map.
    pub fills: bool,
    /// The number below or beside it.
    pub count: Option<BigUint>,
    /// Whether the glyph tells more than the number does, so that both are to be shown, or else the glyph.
    pub matters: bool,
    /// How glyph and number look.
    pub style: Style,
}

/// The cells of all variables of one frame.
pub(super) struct Cells<'a> {
    pub face: &'a Face,
    pub scene: Scene<'a>,
    /// The grounds of the regions, if they have any.
    tints: Option<Tints>,
    /// The glyph of an empty cell of which nothing is said.
    blank: &'static str,
}

impl<'a> Cells<'a> {
    /// `has_lines` if lines or colours tell the cells apart, so that they may be blank.
    pub(super) fn of(face: &'a Face, has_lines: bool) -> Cells<'a> {
        let tints = Tints::of(face.model.board(), face.theme.tints());
        let blank = if has_lines { " " } else { face.theme.glyphs.excluded };
        Cells { face, scene: Scene::of(&face.model), tints, blank }
    }

    /// The glyphs of a drawing, in the cell of a value or piece with this symbol.
    pub(super) fn glyph(&self, drawing: Drawing, symbol: char) -> String {
        let glyphs = self.face.theme.glyphs;
        let symbol_of = |variable| glyphs.symbol(self.face.model.board().puzzle().symbol(variable));
        let [row, column, diagonal, anti_diagonal, crossing] = glyphs.ways;
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
            Drawing::Way(Way::Row) => row,
            Drawing::Way(Way::Column) => column,
            Drawing::Way(Way::Diagonal) => diagonal,
            Drawing::Way(Way::AntiDiagonal) => anti_diagonal,
            Drawing::Way(Way::Crossing) => crossing,
        };
        glyph.to_owned()
    }

    /// How something in a cell looks.
    pub(super) fn style(&self, guise: Guise, shade: Shade) -> Style {
        match guise {
            Guise::Status(status) => self.status_style(status, shade),
            Guise::Tone(tone) => self.tone_style(tone, shade),
        }
    }

    /// What is drawn in the cell of a variable that has it to itself.
    pub(super) fn drawn(&self, variable: Variable, shade: Shade) -> Drawn {
        let theme = self.face.theme;
        let Some(Square { status, is_blank, mark, heat, count }) = self.scene.square(variable) else {
            let style = self.status_style(Status::Open, shade);
            return Drawn { glyph: " ".to_owned(), fills: false, count: None, matters: false, style };
        };
        let symbol = self.face.model.board().puzzle().symbol(variable);
        let (mut glyph, mut style) = if is_blank {
            (self.blank.to_owned(), self.tone_style(Tone::Blank, shade))
        } else {
            let is_symbol = status.stands();
            let glyph = if is_symbol { theme.glyphs.symbol(symbol) } else { theme.glyphs.of(status).to_owned() };
            (glyph, self.status_style(status, shade))
        };
        let mut fills = false;
        if let Some(level) = heat {
            (glyph, style, fills) = (theme.glyphs.levels[level].to_owned(), theme.heat(level), true);
        }
        if let Some(mark) = mark {
            style = self.tone_style(mark.tone, shade);
            if let Some(sign) = mark.sign {
                glyph = self.glyph(sign, symbol);
                fills = sign == Drawing::Way(Way::Row);
            }
        }
        // Backgrounds show the heat anyway.
        let matters = (fills && !theme.palette.is_checkered()) || status == Status::Forced;
        Drawn { glyph, fills, count, matters, style }
    }

    /// The style of a status on the ground of a cell.
    pub(super) fn status_style(&self, status: Status, shade: Shade) -> Style {
        let theme = self.face.theme;
        self.tinted(theme.square(status, shade.light), status, shade)
    }

    /// The style of a tone on the ground of a cell.
    pub(super) fn tone_style(&self, tone: Tone, shade: Shade) -> Style {
        let theme = self.face.theme;
        let style = theme.tone(tone, shade.light);
        match tone {
            Tone::Blank => self.tinted(style, Status::Excluded, shade),
            Tone::Way => self.tinted(style, Status::Blocked, shade),
            Tone::Supposed => self.tinted(style, Status::Placed, shade),
            Tone::Line | Tone::RuledOut | Tone::Left | Tone::Clash => style,
        }
    }

    /// A style on the ground of the cell's region, if it has one, as if for this status.
    fn tinted(&self, style: Style, status: Status, shade: Shade) -> Style {
        match (&self.tints, shade.region) {
            (Some(tints), Some(region)) => self.face.theme.tinted(style, tints.ground(region), status),
            _ => style,
        }
    }
}
