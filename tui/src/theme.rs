//! The look of the game: glyphs, modifiers and colours.
//!
//! No status shows by colour alone: each has a glyph of its own. Regions have borders beside their colours, and
//! letters where cells are too small for borders.

#[cfg(test)]
mod checks;
mod colours;
mod glyphs;

use game::Tone;
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

pub(crate) use glyphs::Glyphs;

/// Whether to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColorChoice {
    /// Colours if the terminal has them, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Colours even if NO_COLOR is set.
    Always,
    /// No colours at all.
    Never,
}

/// A set of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// No colours at all. Under NO_COLOR, setting even one makes crossterm print a full reset.
    Plain,
    /// The 16 colours of every terminal, on its own background: only such as are readable on light and on dark.
    Sixteen,
    /// A dark board. It brings its background, so it is readable in every terminal.
    Dark,
    /// A light board. It brings its background, so it is readable in every terminal.
    Light,
    /// Bright on black, with borders between regions and no backgrounds.
    HighContrast,
    /// Greys alone.
    Greyscale,
}

impl Palette {
    /// All palettes.
    pub const ALL: [Palette; 6] =
        [Palette::Dark, Palette::Light, Palette::HighContrast, Palette::Greyscale, Palette::Sixteen, Palette::Plain];

    /// All palettes, for terminals with a light background.
    const ON_LIGHT: [Palette; 6] =
        [Palette::Light, Palette::Dark, Palette::HighContrast, Palette::Greyscale, Palette::Sixteen, Palette::Plain];

    /// The name as it is written in a configuration: `dark`, `light`, `high-contrast`, `greyscale`, `16-colours` or
    /// `plain`.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.names().0
    }

    /// The name as it is shown to the player, with `{board}` for what the puzzle is played on.
    pub(crate) fn name(self) -> &'static str {
        self.names().1
    }

    /// The name in a configuration, and the one that is shown.
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

    /// The palette with a [`key`](Palette::key).
    #[must_use]
    pub fn with_key(key: &str) -> Option<Palette> {
        Palette::ALL.into_iter().find(|palette| palette.key() == key)
    }

    /// Whether squares are told apart by their backgrounds, as on a chessboard, instead of by lines.
    pub(crate) fn is_checkered(self) -> bool {
        matches!(self, Palette::Dark | Palette::Light | Palette::Greyscale)
    }
}

/// Palette and glyphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colours in use.
    pub(crate) palette: Palette,
    /// The characters in use.
    pub(crate) glyphs: &'static Glyphs,
    /// The palettes that the terminal can show, in the order in which the player steps through them.
    palettes: &'static [Palette],
}

/// Whether the locale has more characters than those of ASCII, by what LC_ALL, LC_CTYPE and LANG say.
pub fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    // No locale at all says nothing of the terminal, and terminals without UTF-8 have become rare.
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable).is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Parts of the names of terminals that show 256 colours, or more, and do not say so in their names.
const MANY: [&str; 7] = ["kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "iterm"];

impl Theme {
    /// The theme that suits the terminal, by what the environment says of it: NO_COLOR, COLORTERM, TERM and
    /// COLORFGBG for the colours; LC_ALL, LC_CTYPE, LANG and TERM for the glyphs.
    pub fn from_env(choice: ColorChoice, variable: impl Fn(&str) -> Option<String>) -> Theme {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let terminal = variable("TERM").unwrap_or_default();
        // Over ssh and in tmux, TERM is all that tells of it.
        let many = variable("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit")
            || terminal.ends_with("-direct")
            || terminal.contains("256color")
            || MANY.iter().any(|name| terminal.contains(name));
        let off = match choice {
            ColorChoice::Never => true,
            ColorChoice::Always => false,
            ColorChoice::Auto => variable("NO_COLOR").is_some() || terminal.starts_with("vt"),
        };
        // COLORFGBG ends in the number of the background: 7 and 15 are white, and 9 to 14 are bright.
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
        Theme { palette: palettes[0], glyphs, palettes }
    }

    /// The theme with this palette, if the terminal can show it; else as it was.
    pub(crate) fn with_palette(self, palette: Palette) -> Theme {
        if self.palettes.contains(&palette) { Theme { palette, ..self } } else { self }
    }

    /// The theme with characters of ASCII alone.
    pub(crate) fn in_ascii(self) -> Theme {
        Theme { glyphs: &Glyphs::ASCII, ..self }
    }

    /// The theme with the next palette that the terminal can show.
    pub(crate) fn next(self) -> Theme {
        let at = self.palettes.iter().position(|&palette| palette == self.palette).unwrap_or(0);
        Theme { palette: self.palettes[(at + 1) % self.palettes.len()], ..self }
    }

    /// The style of a square; `light` for the light ones of the chessboard, which a1 is not.
    pub(crate) fn square(self, status: Status, light: bool) -> Style {
        let modifier = match status {
            Status::Given => Modifier::BOLD.union(Modifier::UNDERLINED),
            Status::Placed | Status::Forced => Modifier::BOLD,
            Status::Excluded => Modifier::DIM,
            Status::Blocked | Status::Dead | Status::Open | Status::Unknown => Modifier::empty(),
        };
        Style::new().add_modifier(modifier).patch(colours::square(self.palette, status, light))
    }

    /// The style of a square that is shown for something; `light` as for [`Theme::square`].
    pub(crate) fn tone(self, tone: Tone, light: bool) -> Style {
        let modifier = match tone {
            Tone::Blank | Tone::Way => Modifier::DIM,
            Tone::Line => Modifier::UNDERLINED,
            Tone::RuledOut => Modifier::empty(),
            Tone::Left | Tone::Supposed => Modifier::BOLD,
            Tone::Clash => Modifier::BOLD.union(Modifier::UNDERLINED),
        };
        Style::new().add_modifier(modifier).patch(colours::tone(self.palette, tone, light))
    }

    /// The number of grounds that regions can have; 0 if they have none.
    pub(crate) fn tints(self) -> usize {
        colours::tints(self.palette).len()
    }

    /// A style on one of the [`Theme::tints`] grounds of regions, in the colour for a status that is readable there.
    pub(crate) fn tinted(self, style: Style, tint: usize, status: Status) -> Style {
        let tints = colours::tints(self.palette);
        let Some(&ground) = tints.get(tint % tints.len().max(1)) else { return style };
        let text = colours::on_tint(self.palette, ground, status);
        // Where there are 16 colours, a bold black is a grey.
        let style = if text == 0 { style.remove_modifier(Modifier::BOLD) } else { style };
        style.patch(colours::pair(text, ground))
    }

    /// Lines between cells, on their ground.
    pub(crate) fn line(self) -> Style {
        match self.palette {
            Palette::Plain | Palette::Sixteen => self.faint(),
            Palette::Dark | Palette::Greyscale => Style::new().fg(Color::Indexed(245)),
            Palette::HighContrast => Style::new().fg(Color::Indexed(250)).bg(Color::Indexed(16)),
            Palette::Light => Style::new().fg(Color::Indexed(137)),
        }
    }

    /// Borders between regions.
    pub(crate) fn border(self) -> Style {
        match self.palette {
            Palette::Plain | Palette::Sixteen => self.strong(),
            Palette::Dark | Palette::Greyscale => colours::pair(253, 234),
            Palette::HighContrast => colours::pair(231, 16),
            Palette::Light => colours::pair(237, 230),
        }
    }

    /// The style of an open square of some heat, `level` from 0 to 7.
    pub(crate) fn heat(self, level: usize) -> Style {
        // The numbers and glyphs on it tell the same.
        colours::heat(self.palette, level.min(7))
    }

    /// Headings and what matters most.
    pub(crate) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is there to be looked up: labels, hints, lines of the grid.
    pub(crate) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Good news.
    pub(crate) fn joy(self) -> Style {
        if self.palette == Palette::Plain { self.strong() } else { self.strong().fg(Color::Green) }
    }

    /// A wish that was not fulfilled.
    pub(crate) fn refusal(self) -> Style {
        if self.palette == Palette::Plain { Style::new() } else { Style::new().fg(Color::Red) }
    }
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
        let tones = [Tone::Blank, Tone::Way, Tone::Line, Tone::RuledOut, Tone::Left, Tone::Supposed, Tone::Clash];
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
