//! How things look: glyphs, modifiers and colours. A status never shows by colour alone.

mod glyphs;

use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

use crate::run::ColorChoice;
pub use glyphs::Glyphs;

/// What a square is shown for, beside its status: in an argument, a hint, or a solution that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// Nothing is to be said of it.
    Blank,
    /// On the way of a queen.
    Way,
    /// On the line that is spoken of.
    Line,
    /// On the line that is spoken of, and ruled out.
    RuledOut,
    /// On the line that is spoken of, and left; or the square to play on.
    Left,
    /// A queen is supposed to stand there.
    Supposed,
    /// A queen that attacks another.
    Clash,
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
}

impl Palette {
    /// The name, as it is shown to the player, with `{board}` for what the puzzle is played on.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Palette::Plain => "no colours",
            Palette::Sixteen => "the terminal's 16 colours",
            Palette::Dark => "dark {board}",
            Palette::Light => "light {board}",
        }
    }

    /// Whether squares are told apart by their backgrounds, as on a chessboard, instead of by lines.
    #[must_use]
    pub fn is_checkered(self) -> bool {
        matches!(self, Palette::Dark | Palette::Light)
    }
}

/// Palette and glyphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The colours in use.
    pub palette: Palette,
    /// The characters in use.
    pub glyphs: &'static Glyphs,
    /// The palettes that the terminal can show, in the order in which the player steps through them.
    palettes: &'static [Palette],
}

impl Theme {
    /// The theme that suits the terminal, by what the environment says of it: NO_COLOR, COLORTERM, TERM and
    /// COLORFGBG for the colours; LC_ALL, LC_CTYPE, LANG and TERM for the glyphs.
    pub fn from_env(choice: ColorChoice, variable: impl Fn(&str) -> Option<String>) -> Theme {
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let terminal = variable("TERM").unwrap_or_default();
        let full = variable("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit")
            || terminal.ends_with("-direct");
        let off = match choice {
            ColorChoice::Never => true,
            ColorChoice::Always => false,
            ColorChoice::Auto => variable("NO_COLOR").is_some() || terminal.starts_with("vt"),
        };
        // COLORFGBG ends in the number of the background: 7 and 15 are white, and 9 to 14 are bright.
        let on_light = variable("COLORFGBG")
            .and_then(|value| value.rsplit(';').next()?.parse::<u8>().ok())
            .is_some_and(|background| background == 7 || background > 8);
        let palettes: &'static [Palette] = match (off, full, on_light) {
            (true, _, _) => &[Palette::Plain],
            (false, false, _) => &[Palette::Sixteen, Palette::Plain],
            (false, true, false) => &[Palette::Dark, Palette::Light, Palette::Sixteen, Palette::Plain],
            (false, true, true) => &[Palette::Light, Palette::Dark, Palette::Sixteen, Palette::Plain],
        };
        // No locale at all says nothing of the terminal, and terminals without UTF-8 have become rare.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let unicode = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        // The font of the Linux console has no queen.
        let glyphs = if unicode && terminal != "linux" { &Glyphs::UNICODE } else { &Glyphs::ASCII };
        Theme { palette: palettes[0], glyphs, palettes }
    }

    /// The theme with the next palette that the terminal can show.
    #[must_use]
    pub fn next(self) -> Theme {
        let at = self.palettes.iter().position(|&palette| palette == self.palette).unwrap_or(0);
        Theme { palette: self.palettes[(at + 1) % self.palettes.len()], ..self }
    }

    /// The style of a square; `light` for the light ones of the chessboard, which a1 is not.
    #[must_use]
    pub fn square(self, status: Status, light: bool) -> Style {
        let modifier = match status {
            Status::Given => Modifier::BOLD.union(Modifier::UNDERLINED),
            Status::Placed | Status::Forced => Modifier::BOLD,
            Status::Excluded => Modifier::DIM,
            Status::Blocked | Status::Dead | Status::Open | Status::Unknown => Modifier::empty(),
        };
        let style = Style::new().add_modifier(modifier);
        let rgb = |foreground: u32, on_light: u32, on_dark: u32| {
            let background = if light { on_light } else { on_dark };
            // Dim is not for those who choose their colours.
            style.remove_modifier(Modifier::DIM).fg(Color::from_u32(foreground)).bg(Color::from_u32(background))
        };
        match (self.palette, status) {
            (Palette::Plain, _) => style,
            (Palette::Sixteen, Status::Placed) => style.fg(Color::Magenta),
            (Palette::Sixteen, Status::Forced) => style.fg(Color::Green),
            (Palette::Sixteen, Status::Dead) => style.fg(Color::Red),
            (Palette::Sixteen, Status::Blocked) => style.fg(Color::Blue),
            (Palette::Sixteen, Status::Given | Status::Excluded | Status::Open | Status::Unknown) => style,
            (Palette::Dark, Status::Given) => rgb(0xff_ff_ff, 0x46_5a_6e, 0x3a_4d_60),
            (Palette::Dark, Status::Placed) => rgb(0xff_d8_66, 0x46_5a_6e, 0x3a_4d_60),
            (Palette::Dark, Status::Unknown) => rgb(0xb8_a8_d8, 0x35_36_4a, 0x2d_2e_40),
            (Palette::Dark, Status::Open) => rgb(0xc9_d6_e2, 0x46_5a_6e, 0x3a_4d_60),
            (Palette::Dark, Status::Forced) => rgb(0x9b_e5_8b, 0x46_5a_6e, 0x3a_4d_60),
            (Palette::Dark, Status::Excluded) => rgb(0x7d_80_86, 0x2b_2d_31, 0x25_27_2a),
            (Palette::Dark, Status::Dead) => rgb(0xc4_7f_7f, 0x3a_2a_2c, 0x33_24_26),
            (Palette::Dark, Status::Blocked) => rgb(0x8f_a3_d9, 0x2b_2d_31, 0x25_27_2a),
            (Palette::Light, Status::Given) => rgb(0x1a_12_06, 0xf2_de_bd, 0xe4_c8_9c),
            (Palette::Light, Status::Placed) => rgb(0x7a_1f_5c, 0xf2_de_bd, 0xe4_c8_9c),
            (Palette::Light, Status::Unknown) => rgb(0x5a_3f_8a, 0xe6_e0_ee, 0xda_d2_e6),
            (Palette::Light, Status::Open) => rgb(0x6b_53_30, 0xf2_de_bd, 0xe4_c8_9c),
            (Palette::Light, Status::Forced) => rgb(0x1c_6b_1c, 0xf2_de_bd, 0xe4_c8_9c),
            (Palette::Light, Status::Excluded) => rgb(0x77_77_77, 0xe6_e6_e6, 0xda_da_da),
            (Palette::Light, Status::Dead) => rgb(0xa8_40_40, 0xf0_d8_d8, 0xe6_cb_cb),
            (Palette::Light, Status::Blocked) => rgb(0x3a_55_a8, 0xe6_e6_e6, 0xda_da_da),
        }
    }

    /// The style of a square that is shown for something; `light` as for [`Theme::square`].
    #[must_use]
    pub fn tone(self, tone: Tone, light: bool) -> Style {
        let modifier = match tone {
            Tone::Blank | Tone::Way => Modifier::DIM,
            Tone::Line => Modifier::UNDERLINED,
            Tone::RuledOut => Modifier::empty(),
            Tone::Left | Tone::Supposed => Modifier::BOLD,
            Tone::Clash => Modifier::BOLD.union(Modifier::UNDERLINED),
        };
        let style = Style::new().add_modifier(modifier);
        let rgb = |foreground: u32, background: u32| {
            style.remove_modifier(Modifier::DIM).fg(Color::from_u32(foreground)).bg(Color::from_u32(background))
        };
        let shade = |on_light: u32, on_dark: u32| if light { on_light } else { on_dark };
        match (self.palette, tone) {
            (Palette::Plain, _) | (Palette::Sixteen, Tone::Blank | Tone::Line) => style,
            (Palette::Sixteen, Tone::Way) => style.fg(Color::Blue),
            (Palette::Sixteen, Tone::RuledOut | Tone::Clash) => style.fg(Color::Red),
            (Palette::Sixteen, Tone::Left) => style.fg(Color::Green),
            (Palette::Sixteen, Tone::Supposed) => style.fg(Color::Magenta),
            (Palette::Dark, Tone::Blank) => rgb(0x7d_80_86, shade(0x2b_2d_31, 0x25_27_2a)),
            (Palette::Dark, Tone::Way) => rgb(0x8f_a3_d9, shade(0x2b_2d_31, 0x25_27_2a)),
            (Palette::Dark, Tone::Line) => rgb(0xe6_d9_b8, shade(0x5e_52_2c, 0x54_49_26)),
            (Palette::Dark, Tone::RuledOut) => rgb(0xf0_9a_8a, shade(0x5e_52_2c, 0x54_49_26)),
            (Palette::Dark, Tone::Left) => rgb(0x9b_e5_8b, shade(0x5e_52_2c, 0x54_49_26)),
            (Palette::Dark, Tone::Supposed) => rgb(0xb6_e3_ff, shade(0x46_5a_6e, 0x3a_4d_60)),
            (Palette::Dark, Tone::Clash) => rgb(0xff_8a_7a, shade(0x46_5a_6e, 0x3a_4d_60)),
            (Palette::Light, Tone::Blank) => rgb(0x77_77_77, shade(0xe6_e6_e6, 0xda_da_da)),
            (Palette::Light, Tone::Way) => rgb(0x3a_55_a8, shade(0xe6_e6_e6, 0xda_da_da)),
            (Palette::Light, Tone::Line) => rgb(0x4a_3f_10, shade(0xf5_e8_8f, 0xe9_d9_74)),
            (Palette::Light, Tone::RuledOut) => rgb(0xa8_20_20, shade(0xf5_e8_8f, 0xe9_d9_74)),
            (Palette::Light, Tone::Left) => rgb(0x1c_6b_1c, shade(0xf5_e8_8f, 0xe9_d9_74)),
            (Palette::Light, Tone::Supposed) => rgb(0x0b_4f_8a, shade(0xf2_de_bd, 0xe4_c8_9c)),
            (Palette::Light, Tone::Clash) => rgb(0xa8_10_10, shade(0xf2_de_bd, 0xe4_c8_9c)),
        }
    }

    /// A style with the background of a region, if the palette has one for it; `is_bright` for a cell that matters.
    #[must_use]
    pub fn tinted(self, style: Style, region: usize, is_bright: bool) -> Style {
        // Twelve hues around the circle; neighbours of the list are far apart on it. Brightness stays the same, so that
        // what is written on them is as readable on each.
        const DARK: [u32; 12] = [
            0x6a_3f_48, 0x2f_5d_62, 0x5d_56_2b, 0x4c_46_78, 0x38_5c_3a, 0x6b_44_2a, 0x2f_56_7c, 0x68_3e_66, 0x4d_5c_2c,
            0x50_50_50, 0x6e_3a_3a, 0x2b_5c_50,
        ];
        const LIGHT: [u32; 12] = [
            0xff_c9_cf, 0xb5_ec_ef, 0xf2_e6_9c, 0xd4_cf_fa, 0xc4_ec_c2, 0xff_d6_b0, 0xc0_de_fb, 0xf4_cb_f1, 0xdd_ed_a8,
            0xdc_dc_dc, 0xfb_c2_bb, 0xb9_ee_da,
        ];
        let mix = |colour: u32, other: u32| {
            let channel = |shift: u32| ((colour >> shift & 255) * 11 + (other >> shift & 255) * 9) / 20;
            channel(16) << 16 | channel(8) << 8 | channel(0)
        };
        let (tints, faded) = match self.palette {
            Palette::Plain | Palette::Sixteen => return style,
            Palette::Dark => (DARK, 0x16_17_19),
            Palette::Light => (LIGHT, 0xff_ff_ff),
        };
        let tint = tints[region % tints.len()];
        style.bg(Color::from_u32(if is_bright { tint } else { mix(tint, faded) }))
    }

    /// Lines between cells, on their ground.
    #[must_use]
    pub fn line(self) -> Style {
        match self.palette {
            Palette::Plain | Palette::Sixteen => self.faint(),
            Palette::Dark => Style::new().fg(Color::from_u32(0x6b_80_96)),
            Palette::Light => Style::new().fg(Color::from_u32(0xb8_9a_68)),
        }
    }

    /// Borders between regions.
    #[must_use]
    pub fn border(self) -> Style {
        match self.palette {
            Palette::Plain | Palette::Sixteen => self.strong(),
            Palette::Dark => Style::new().fg(Color::from_u32(0xd8_dc_e0)).bg(Color::from_u32(0x1b_1d_20)),
            Palette::Light => Style::new().fg(Color::from_u32(0x40_38_2c)).bg(Color::from_u32(0xfb_f6_ec)),
        }
    }

    /// The style of an open square of some heat, `level` from 0 to 7.
    #[must_use]
    pub fn heat(self, level: usize) -> Style {
        // From cold to hot; the numbers and glyphs on it tell the same.
        let between = |cold: [u8; 3], hot: [u8; 3]| {
            let mix = |i: usize| {
                let (cold, hot) = (usize::from(cold[i]), usize::from(hot[i]));
                ((cold * (7 - level.min(7)) + hot * level.min(7)) / 7) as u8
            };
            Color::Rgb(mix(0), mix(1), mix(2))
        };
        let style = Style::new();
        match self.palette {
            Palette::Plain => style,
            Palette::Sixteen => style.fg([Color::Blue, Color::Magenta, Color::Red][level.min(7) * 3 / 8]),
            Palette::Dark => style.fg(Color::from_u32(0xff_f4_e0)).bg(between([0x2c, 0x3f, 0x5c], [0xa8, 0x3c, 0x22])),
            Palette::Light => style.fg(Color::from_u32(0x30_1c_08)).bg(between([0xdc, 0xe8, 0xf2], [0xf2, 0x8c, 0x5a])),
        }
    }

    /// Headings and what matters most.
    #[must_use]
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What is there to be looked up: labels, hints, lines of the grid.
    #[must_use]
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Good news.
    #[must_use]
    pub fn joy(self) -> Style {
        if self.palette == Palette::Plain { self.strong() } else { self.strong().fg(Color::Green) }
    }

    /// A wish that was not fulfilled.
    #[must_use]
    pub fn refusal(self) -> Style {
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
    fn stepping_through_the_palettes_comes_back() {
        let first = theme(ColorChoice::Auto, &[("COLORTERM", "truecolor")]);
        let mut seen = vec![first.palette];
        let mut theme = first.next();
        while theme != first {
            assert!(!seen.contains(&theme.palette));
            seen.push(theme.palette);
            theme = theme.next();
        }
        assert_eq!(seen.len(), 4);
    }
}
