//! The theme: glyphs, text styles and colours.
//!
//! No status is shown by colour alone: each has a glyph of its own. Regions have borders as well as colours, and
//! letters if the cells are too small for borders.

#[cfg(test)]
mod checks;
mod colours;
mod glyphs;
mod scheme;

use game::{GameBoard, Thumbnail, Tints, Tone};
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

pub(crate) use glyphs::Glyphs;
use scheme::Scheme;

/// The use of colours, as chosen by the option `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// Colours if the terminal has them and `NO_COLOR` is not set.
    #[default]
    Auto,
    /// Colours even if `NO_COLOR` is set.
    Always,
    /// No colours, whatever the terminal has.
    Never,
}

/// A set of colours for the board and the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// No colours at all, not even one: if `NO_COLOR` is set, `crossterm` prints a reset of all styles in place of a
    /// colour.
    Plain,
    /// The colours, among the basic 16, that are readable on light and on dark backgrounds.
    Sixteen,
    /// A dark board with its own background, readable in every terminal.
    Dark,
    /// A light board with its own background, readable in every terminal.
    Light,
    /// Bright colours on black, with borders between regions and no backgrounds.
    HighContrast,
    /// A palette of greys only.
    Greyscale,
}

impl Palette {
    /// All palettes, in the order in which the player switches through them.
    pub const ALL: [Palette; 6] =
        [Palette::Dark, Palette::Light, Palette::HighContrast, Palette::Greyscale, Palette::Sixteen, Palette::Plain];

    /// All palettes in the order for terminals with a light background.
    const ON_LIGHT: [Palette; 6] =
        [Palette::Light, Palette::Dark, Palette::HighContrast, Palette::Greyscale, Palette::Sixteen, Palette::Plain];

    /// Returns the name in configurations: `dark`, `light`, `high-contrast`, `greyscale`, `16-colours` or `plain`.
    ///
    /// ```
    /// use nqueens_tui::theme::Palette;
    ///
    /// assert_eq!(Palette::HighContrast.key(), "high-contrast");
    /// assert_eq!(Palette::with_key("dark"), Some(Palette::Dark));
    /// ```
    #[must_use]
    pub fn key(self) -> &'static str {
        self.names().0
    }

    /// Returns the name shown to the player, in which `{board}` stands for the puzzle's word for a board.
    pub(crate) fn name(self) -> &'static str {
        self.names().1
    }

    /// Returns the [`key`](Palette::key) and the [`name`](Palette::name).
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Palette::Plain => ("plain", "no colours"),
            Palette::Sixteen => ("16-colours", "the terminal's 16 colours"),
            Palette::Dark => ("dark", "dark {board}"),
            Palette::Light => ("light", "light {board}"),
            Palette::HighContrast => ("high-contrast", "high contrast"),
            Palette::Greyscale => ("greyscale", "greys"),
        }
    }

    /// Returns the palette with this [`key`](Palette::key); `None` if no palette has this key.
    #[must_use]
    pub fn with_key(key: &str) -> Option<Palette> {
        Palette::ALL.into_iter().find(|palette| palette.key() == key)
    }

    /// Returns `true` if backgrounds instead of lines separate the squares, as on a chessboard.
    pub(crate) fn is_checkered(self) -> bool {
        matches!(self, Palette::Dark | Palette::Light | Palette::Greyscale)
    }
}

/// The number of colours of the terminal, for palettes with more than 16 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The 256 colours of xterm.
    Many,
    /// Colours of 24 bits.
    True,
}

/// A [`Palette`] and glyphs that the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    pub(crate) palette: Palette,
    pub(crate) depth: Depth,
    pub(crate) glyphs: &'static Glyphs,
    /// The glyphs that suit the locale and the terminal.
    usual_glyphs: &'static Glyphs,
    /// The palettes that the terminal can show, in the order in which the player switches through them.
    palettes: &'static [Palette],
}

/// Returns `true` if the locale is UTF-8, by the environment variables `LC_ALL`, `LC_CTYPE` and `LANG`, or if none of
/// them is set. `variable` returns the value of an environment variable.
pub fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    // Without a locale, assume UTF-8: terminals without it have become rare.
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// The names of values that are shown as colours, in the order of [`Scheme::hues`].
pub(crate) const HUES: [&str; 6] = ["red", "green", "blue", "yellow", "orange", "purple"];

/// Parts of `TERM` that identify terminals with 256 or more colours, besides `256color` and `-direct`.
const MANY: [&str; 7] = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "iterm"];

impl Theme {
    /// Creates the default theme of a terminal by its environment: `NO_COLOR`, `COLORTERM`, `TERM` and `COLORFGBG`
    /// choose the colours; `LC_ALL`, `LC_CTYPE`, `LANG` and `TERM` choose the glyphs. `variable` returns the value of
    /// an environment variable.
    pub fn from_env(choice: ColorChoice, variable: impl Fn(&str) -> Option<String>) -> Theme {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let terminal = variable("TERM").unwrap_or_default();
        let is_true = variable("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit")
            || terminal.ends_with("-direct");
        // Over ssh, only `TERM` is set, so the name of the terminal tells its number of colours.
        let many = is_true || terminal.contains("256color") || MANY.iter().any(|name| terminal.contains(name));
        let off = match choice {
            ColorChoice::Never => true,
            ColorChoice::Always => false,
            ColorChoice::Auto => variable("NO_COLOR").is_some() || terminal.starts_with("vt"),
        };
        // `COLORFGBG` ends in the number of the background: 7 and 15 are white, and 9 to 14 are bright.
        let on_light = variable("COLORFGBG")
            .and_then(|value| value.rsplit(';').next()?.parse::<u8>().ok())
            .is_some_and(|background| background == 7 || background > 8);
        let palettes: &'static [Palette] = match (off, many, on_light) {
            (true, _, _) => &[Palette::Plain],
            (false, false, _) => &[Palette::Sixteen, Palette::Plain],
            (false, true, false) => &Palette::ALL,
            (false, true, true) => &Palette::ON_LIGHT,
        };
        // The font of the Linux console has no queen.
        let glyphs = if has_unicode(variable) && terminal != "linux" { &Glyphs::UNICODE } else { &Glyphs::ASCII };
        let depth = if is_true { Depth::True } else { Depth::Many };
        Theme { palette: palettes[0], depth, glyphs, usual_glyphs: glyphs, palettes }
    }

    /// Returns `true` if the theme draws with colours.
    pub(crate) fn has_colours(self) -> bool {
        self.palette != Palette::Plain
    }

    /// Returns `true` if the lines between cells are drawn by parts of blocks such as `▏` and `▀`, with the background
    /// of the cells beside them; `false` if they are drawn by characters for lines.
    pub(crate) fn has_blocks(self) -> bool {
        self.scheme().is_some() && self.glyphs.has_half_blocks
    }

    /// Returns the theme with `palette`. If the terminal can't show this palette, returns the theme unchanged.
    pub(crate) fn with_palette(self, palette: Palette) -> Theme {
        if self.palettes.contains(&palette) { Theme { palette, ..self } } else { self }
    }

    /// Returns the theme with the palette that suits the terminal, whatever its present palette is.
    pub(crate) fn with_usual_palette(self) -> Theme {
        Theme { palette: self.palettes[0], ..self }
    }

    /// Returns the theme with ASCII glyphs only.
    pub(crate) fn in_ascii(self) -> Theme {
        Theme { glyphs: &Glyphs::ASCII, ..self }
    }

    /// Returns the theme with the glyphs that suit the locale and the terminal.
    pub(crate) fn with_usual_glyphs(self) -> Theme {
        Theme { glyphs: self.usual_glyphs, ..self }
    }

    /// Returns the theme with the next of its `palettes`.
    pub(crate) fn next(self) -> Theme {
        let at = self.palettes.iter().position(|&palette| palette == self.palette).unwrap_or(0);
        Theme { palette: self.palettes[(at + 1) % self.palettes.len()], ..self }
    }

    /// Returns the colours of the palette; `None` for the palettes that keep the terminal's background.
    fn scheme(self) -> Option<&'static Scheme> {
        Scheme::of(self.palette, self.depth)
    }

    /// Returns the style of the whole screen: the background of the palette, or the terminal's own background.
    pub(crate) fn screen(self) -> Style {
        self.scheme().map_or(Style::new(), |scheme| Style::new().fg(scheme.screen.0).bg(scheme.screen.1))
    }

    /// Returns the style of a square with a status. `light` is `true` for the light squares of a chessboard; `a1` is
    /// dark.
    pub(crate) fn square(self, status: Status, light: bool) -> Style {
        let modifier = match status {
            Status::Given | Status::Placed | Status::Forced => Modifier::BOLD,
            Status::Excluded => Modifier::DIM,
            Status::Blocked | Status::Dead | Status::Open | Status::Unknown => Modifier::empty(),
        };
        let colours = |status| colours::square(self.scheme(), self.palette, status, light);
        let style = Style::new().add_modifier(modifier).patch(colours(status));
        underlined_if_alike(style, status, colours)
    }

    /// Returns the style of a square that an explanation, a hint or a clash highlights with `tone`. `light` is `true`
    /// for a light square of the chessboard pattern.
    pub(crate) fn tone(self, tone: Tone, light: bool) -> Style {
        let modifier = match tone {
            Tone::Blank | Tone::Path => Modifier::DIM,
            Tone::Line => Modifier::UNDERLINED,
            Tone::Evidence => Modifier::BOLD.union(Modifier::UNDERLINED),
            Tone::RuledOut => Modifier::empty(),
            Tone::Left | Tone::Supposed => Modifier::BOLD,
            Tone::Clash => Modifier::BOLD.union(Modifier::UNDERLINED),
        };
        Style::new().add_modifier(modifier).patch(colours::tone(self.scheme(), self.palette, tone, light))
    }

    /// Returns the background colours for regions; empty if the palette has none.
    fn tint_colours(self) -> &'static [Color] {
        match self.scheme() {
            Some(scheme) => scheme.tints,
            None if self.palette == Palette::Sixteen => &colours::SIXTEEN_TINTS,
            None => &[],
        }
    }

    /// Returns the number of background colours for regions; `0` if the palette has none.
    pub(crate) fn tints(self) -> usize {
        self.tint_colours().len()
    }

    /// Returns the difference of two tints, as `colours::difference` measures it.
    pub(crate) fn tint_difference(self, a: usize, b: usize) -> f32 {
        let tints = self.tint_colours();
        colours::difference(tints[a], tints[b])
    }

    /// Returns the colours of the regions of a board; `None` if the palette or the board has none.
    pub(crate) fn regions(self, board: &GameBoard) -> Option<Tints> {
        Tints::apart(board, self.tints(), |a, b| self.tint_difference(a, b))
    }

    /// Returns the colours of the regions of a thumbnail, which are those of its board.
    pub(crate) fn regions_of(self, thumbnail: &Thumbnail) -> Option<Tints> {
        Tints::of_thumbnail(thumbnail, self.tints(), |a, b| self.tint_difference(a, b))
    }

    /// Returns `style` on the background colour of a region, with a text colour for `status` that is readable on it.
    /// `tint` is the index of the region's colour, counted from 0 and below [`Theme::tints`].
    pub(crate) fn tinted(self, style: Style, tint: usize, status: Status) -> Style {
        let tints = self.tint_colours();
        let Some(&ground) = tints.get(tint % tints.len().max(1)) else { return style };
        let tinted = colours::tinted(self.scheme(), ground, status);
        // Among the 16 colours, a bold black is shown as grey.
        let is_black = tinted.fg == Some(Color::Indexed(0));
        let style = (if is_black { style.remove_modifier(Modifier::BOLD) } else { style }).patch(tinted);
        underlined_if_alike(style, status, |status| colours::tinted(self.scheme(), ground, status))
    }

    /// Returns the style of a cell whose value is the name of a colour, such as `red`; `None` for other names, and in
    /// palettes without this colour.
    pub(crate) fn hue(self, name: &str, status: Status) -> Option<Style> {
        let scheme = self.scheme()?;
        let hue = scheme.hues[HUES.iter().position(|hue| *hue == name)?]?;
        Some(colours::pair(scheme.on_tint.of(status), hue))
    }

    /// Returns `style` on the background of the row, the column and the region of the cursor; unchanged in palettes
    /// without such a background. `light` is `true` for a light cell.
    pub(crate) fn peer(self, style: Style, light: bool) -> Style {
        self.scheme().map_or(style, |scheme| style.bg(scheme.peer[usize::from(light)]))
    }

    /// Returns `style` for a value that equals the value under the cursor: on a background of its own, or in reverse
    /// video.
    pub(crate) fn lit(self, style: Style) -> Style {
        self.scheme().map_or(style.add_modifier(Modifier::REVERSED), |scheme| style.bg(scheme.lit))
    }

    /// Returns the style of the lines between cells.
    pub(crate) fn line(self) -> Style {
        self.scheme().map_or(self.faint(), |scheme| Style::new().fg(scheme.line))
    }

    /// Returns the style of the borders between regions.
    pub(crate) fn border(self) -> Style {
        self.scheme().map_or(self.strong(), |scheme| colours::pair(scheme.border.0, scheme.border.1))
    }

    /// Returns the style of the frame around the cell under the cursor; `None` if the palette has too few colours for a
    /// frame that differs from all other lines, or if the terminal has no blocks to draw it.
    pub(crate) fn frame(self) -> Option<Style> {
        let scheme = self.scheme().filter(|_| self.has_blocks())?;
        Some(self.strong().remove_modifier(Modifier::DIM).fg(scheme.frame))
    }

    /// Returns the style of the cell under the cursor in palettes without a [`Theme::frame`]. With 16 colours, both colours
    /// are set: in reverse video, the parts of a large piece and the space around it would have several backgrounds.
    pub(crate) fn cursor(self) -> Style {
        match self.palette {
            Palette::Sixteen => Style::new().fg(Color::Black).bg(Color::Gray),
            _ => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// Returns the style of the outline around the lines of an argument; `None` if the palette has too few colours for
    /// an outline, or the terminal no blocks, so that the lines have a background instead.
    pub(crate) fn outline(self) -> Option<Style> {
        let scheme = self.scheme().filter(|_| self.has_blocks())?;
        Some(Style::new().remove_modifier(Modifier::DIM).fg(scheme.outline))
    }

    /// Returns the style of a square of the heat map; `level` is from `0` (cold) to `7` (hot).
    pub(crate) fn heat(self, level: usize) -> Style {
        colours::heat(self.scheme(), self.palette, level.min(7))
    }

    /// Returns the style of headings and important text.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of a clue number beside a row or column, which sets it apart from the name of the row or
    /// column; `None` without a background for it.
    pub(crate) fn clue(self) -> Option<Style> {
        Some(Style::new().fg(self.scheme()?.screen.0).bg(self.scheme()?.out[1]))
    }

    /// Returns the style of the selected line of a list: on a background of its own, or in reverse video.
    pub(crate) fn selected(self) -> Style {
        self.scheme().map_or(self.strong().add_modifier(Modifier::REVERSED), |scheme| {
            self.strong().fg(scheme.statuses.of(Status::Given)).bg(scheme.peer[1])
        })
    }

    /// Returns the style of minor text beside the board: labels, keys, titles.
    pub(crate) fn faint(self) -> Style {
        self.scheme().map_or(self.dim(), |scheme| Style::new().fg(scheme.faint))
    }

    /// Returns the style of minor text in cells, such as the letters of regions: dimmed, in the colours of the cell.
    pub(crate) fn dim(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Returns the style of text in the colour of placed pieces.
    pub(crate) fn piece(self) -> Style {
        Style { bg: None, ..self.square(Status::Placed, true) }
    }

    /// Returns the sign of a solved puzzle with its style: a star in the colour of pieces if the puzzle was solved without
    /// help, else a check mark.
    pub(crate) fn solved(self, is_alone: bool) -> (&'static str, Style) {
        if is_alone { (self.glyphs.star, self.piece()) } else { (self.glyphs.enough, self.joy()) }
    }

    /// Returns the style of a message about a success.
    pub(crate) fn joy(self) -> Style {
        match self.scheme() {
            Some(scheme) => self.strong().fg(scheme.joy),
            None if self.palette == Palette::Plain => self.strong(),
            None => self.strong().fg(Color::Green),
        }
    }

    /// Returns the style of cells in the wave that follows a solution: the colour of a success as the background.
    pub(crate) fn wave(self) -> Style {
        match self.scheme() {
            Some(scheme) => Style::new().fg(scheme.screen.1).bg(scheme.joy),
            None => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// Returns the style of a refusal or a clash.
    pub(crate) fn refusal(self) -> Style {
        match self.scheme() {
            Some(scheme) => Style::new().fg(scheme.refusal),
            None if self.palette == Palette::Plain => Style::new(),
            None => Style::new().fg(Color::Red),
        }
    }
}

/// Returns `style` with an underline for given pieces and values, if `colours` has the same colour for those that the
/// player has placed.
fn underlined_if_alike(style: Style, status: Status, colours: impl Fn(Status) -> Style) -> Style {
    let is_alike = colours(Status::Given).fg == colours(Status::Placed).fg;
    if status == Status::Given && is_alike { style.add_modifier(Modifier::UNDERLINED) } else { style }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(choice: ColorChoice, variables: &[(&str, &str)]) -> Theme {
        Theme::from_env(choice, |name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_chooses_the_palette() {
        for (choice, variables, palette) in [
            (ColorChoice::Auto, &[("TERM", "xterm")][..], Palette::Sixteen),
            (ColorChoice::Auto, &[("TERM", "xterm"), ("COLORTERM", "truecolor")], Palette::Dark),
            (ColorChoice::Auto, &[("TERM", "tmux-256color")], Palette::Dark),
            (ColorChoice::Auto, &[("TERM", "xterm-kitty")], Palette::Dark),
            (ColorChoice::Auto, &[("TERM", "screen")], Palette::Sixteen),
            (ColorChoice::Auto, &[("COLORTERM", "24bit"), ("COLORFGBG", "0;15")], Palette::Light),
            (ColorChoice::Auto, &[("COLORTERM", "24bit"), ("COLORFGBG", "15;default;0")], Palette::Dark),
            (ColorChoice::Auto, &[("COLORTERM", "truecolor"), ("NO_COLOR", "1")], Palette::Plain),
            (ColorChoice::Auto, &[("COLORTERM", "truecolor"), ("NO_COLOR", "")], Palette::Dark),
            (ColorChoice::Auto, &[("TERM", "vt100")], Palette::Plain),
            (ColorChoice::Always, &[("NO_COLOR", "1")], Palette::Sixteen),
            (ColorChoice::Never, &[("COLORTERM", "truecolor")], Palette::Plain),
        ] {
            assert_eq!(theme(choice, variables).palette, palette, "{variables:?}");
        }
    }

    #[test]
    fn the_locale_chooses_the_glyphs() {
        for (variables, queen) in [
            (&[][..], "♛"),
            (&[("LANG", "en_GB.UTF-8")], "♛"),
            (&[("LANG", "C")], "Q"),
            (&[("LC_ALL", "POSIX"), ("LANG", "en_GB.UTF-8")], "Q"),
            (&[("LC_ALL", ""), ("LC_CTYPE", "de_DE.utf8"), ("LANG", "C")], "♛"),
            (&[("TERM", "linux"), ("LANG", "C.UTF-8")], "Q"),
        ] {
            assert_eq!(theme(ColorChoice::Auto, variables).glyphs.queen, queen, "{variables:?}");
        }
    }

    #[test]
    fn statuses_differ_without_colours() {
        let plain = theme(ColorChoice::Never, &[]);
        for (i, &a) in Status::ALL.iter().enumerate() {
            for &b in &Status::ALL[i + 1..] {
                let look = |status| (plain.glyphs.of(status), plain.square(status, true));
                assert_ne!(look(a), look(b));
                assert!((a, b) == (Status::Given, Status::Placed) || look(a).0 != look(b).0);
            }
        }
        assert_ne!(plain.square(Status::Excluded, true), plain.square(Status::Dead, true));
    }

    #[test]
    fn the_plain_palette_sets_no_colour() {
        let plain = theme(ColorChoice::Never, &[]);
        let squares = Status::ALL.map(|status| plain.square(status, true));
        let tones = [Tone::Path, Tone::Line, Tone::RuledOut, Tone::Left, Tone::Supposed, Tone::Evidence, Tone::Clash];
        let tones = tones.map(|tone| plain.tone(tone, true));
        for style in squares.into_iter().chain(tones).chain((0..8).map(|level| plain.heat(level))).chain([
            plain.strong(),
            plain.faint(),
            plain.joy(),
            plain.refusal(),
        ]) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
        assert_eq!(plain.next().palette, Palette::Plain);
    }

    #[test]
    fn palettes_are_chosen_by_their_keys_where_the_terminal_can_show_them() {
        let many = theme(ColorChoice::Auto, &[("TERM", "xterm-256color")]);
        for palette in Palette::ALL {
            assert_eq!(Palette::with_key(palette.key()), Some(palette));
            assert_eq!(many.with_palette(palette).palette, palette);
        }
        assert_eq!(Palette::with_key("drak"), None);
        let few = theme(ColorChoice::Auto, &[("TERM", "xterm")]);
        assert_eq!(few.with_palette(Palette::Light).palette, Palette::Sixteen);
        assert_eq!(theme(ColorChoice::Never, &[]).with_palette(Palette::Dark).palette, Palette::Plain);
        assert_eq!(many.in_ascii().glyphs.queen, "Q");
    }

    #[test]
    fn stepping_through_the_palettes_comes_back() {
        let first = theme(ColorChoice::Auto, &[("COLORTERM", "truecolor")]);
        let mut seen = vec![first.palette];
        let mut theme = first.next();
        while theme != first {
            assert!(!seen.contains(&theme.palette));
            seen.push(theme.palette);
            theme = theme.next();
        }
        assert_eq!(seen, Palette::ALL);
    }
}
