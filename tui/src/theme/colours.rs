//! The colours of the palettes, as indices of xterm's 256 colours. The colours from 16 on look the same on all
//! terminals; users may change the first 16.
//!
//! The tests in `checks` compute contrasts (WCAG), and colour differences (CIE76) as colour-blind players see them.

use game::Tone;
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

use super::Palette;

/// Returns the style with these colours of text and background, which removes the modifier `DIM`.
pub(super) fn pair(text: u8, ground: u8) -> Style {
    Style::new().remove_modifier(Modifier::DIM).fg(Color::Indexed(text)).bg(Color::Indexed(ground))
}

/// Returns the colours of a square with a status. `light` is `true` for the light squares of a chessboard.
pub(super) fn square(palette: Palette, status: Status, light: bool) -> Style {
    let ground = |on_light: u8, on_dark: u8| if light { on_light } else { on_dark };
    let (text, ground) = match palette {
        Palette::Plain => return Style::new(),
        Palette::Sixteen => {
            return match status {
                Status::Placed => Style::new().fg(Color::Magenta),
                Status::Forced => Style::new().fg(Color::Green),
                Status::Dead => Style::new().fg(Color::Red),
                Status::Blocked => Style::new().fg(Color::Blue),
                Status::Given | Status::Excluded | Status::Open | Status::Unknown => Style::new(),
            };
        }
        Palette::Dark => {
            let (live, out) = (ground(240, 238), ground(235, 234));
            match status {
                Status::Given => (231, live),
                Status::Placed => (221, live),
                Status::Open => (253, live),
                Status::Forced => (157, live),
                Status::Unknown => (183, out),
                Status::Excluded => (247, out),
                Status::Dead => (210, out),
                Status::Blocked => (111, out),
            }
        }
        Palette::Light => {
            let (live, out) = (ground(230, 223), ground(255, 253));
            match status {
                Status::Given => (16, live),
                Status::Placed => (90, live),
                Status::Open => (236, live),
                Status::Forced => (22, live),
                Status::Unknown => (54, out),
                Status::Excluded => (240, out),
                Status::Dead => (124, out),
                Status::Blocked => (19, out),
            }
        }
        Palette::HighContrast => match status {
            Status::Given | Status::Open => (231, 16),
            Status::Placed => (226, 16),
            Status::Forced => (46, 16),
            Status::Unknown => (225, 16),
            Status::Excluded => (250, 16),
            Status::Dead => (217, 16),
            Status::Blocked => (123, 16),
        },
        Palette::Greyscale => {
            let (live, out) = (ground(240, 238), ground(235, 233));
            match status {
                Status::Given | Status::Placed | Status::Open | Status::Forced => (231, live),
                Status::Excluded | Status::Dead | Status::Blocked | Status::Unknown => (250, out),
            }
        }
    };
    pair(text, ground)
}

/// Returns the colours of a square that an argument, a hint or a solution marks with `tone`. `light` is `true` for the
/// light squares of a chessboard.
pub(super) fn tone(palette: Palette, tone: Tone, light: bool) -> Style {
    let like = |status: Status| square(palette, status, light);
    let ground = |on_light: u8, on_dark: u8| if light { on_light } else { on_dark };
    match (palette, tone) {
        (Palette::Sixteen, Tone::Clash) => pair(15, 1),
        (Palette::Plain, _) | (Palette::Sixteen, Tone::Line) => Style::new(),
        (Palette::Sixteen, Tone::RuledOut) => like(Status::Dead),
        (Palette::Sixteen, Tone::Left) => like(Status::Forced),
        (_, Tone::Blank) => like(Status::Excluded),
        (_, Tone::Path) => like(Status::Blocked),
        (Palette::Dark, Tone::Supposed) => pair(153, ground(240, 238)),
        (Palette::Light, Tone::Supposed) => pair(18, ground(230, 223)),
        (_, Tone::Supposed) => like(Status::Placed),
        (Palette::Dark, Tone::Line) => pair(230, 94),
        (Palette::Dark, Tone::RuledOut) => pair(231, 94),
        (Palette::Dark, Tone::Left) => pair(194, 94),
        (Palette::Dark, Tone::Clash) => pair(231, 88),
        (Palette::Light, Tone::Line) => pair(236, ground(229, 228)),
        (Palette::Light, Tone::RuledOut) => pair(88, ground(229, 228)),
        (Palette::Light, Tone::Left) => pair(22, ground(229, 228)),
        (Palette::Light, Tone::Clash) => pair(231, 124),
        (Palette::HighContrast, Tone::Line | Tone::RuledOut | Tone::Left) => pair(231, 18),
        (Palette::Greyscale, Tone::Line | Tone::RuledOut | Tone::Left) => pair(231, 241),
        (Palette::HighContrast | Palette::Greyscale, Tone::Clash) => pair(16, 231),
    }
}

/// Returns the colour of the frame around the cell under the cursor, which differs from every background of the palette;
/// `None` if the palette has no such colour.
pub(super) fn frame(palette: Palette) -> Option<u8> {
    match palette {
        Palette::Plain | Palette::Sixteen => None,
        Palette::Dark => Some(81),
        Palette::Light => Some(20),
        Palette::HighContrast => Some(226),
        Palette::Greyscale => Some(231),
    }
}

/// Returns the background colours for regions; empty if the palette has none. They also differ in lightness, so that
/// players with any colour blindness can distinguish them; the tests verify that.
pub(super) fn tints(palette: Palette) -> &'static [u8] {
    match palette {
        // [`Palette::HighContrast`] has borders instead.
        Palette::Plain | Palette::HighContrast => &[],
        Palette::Sixteen => &[6, 4, 3, 7, 1, 0],
        Palette::Dark => &[24, 88, 54, 240, 52, 17, 236, 89, 53, 233],
        Palette::Light => &[157, 219, 250, 231, 114, 225, 151, 194, 182, 253],
        Palette::Greyscale => &[240, 234, 243, 237, 16],
    }
}

/// Returns the text colour for a status on one of the [`tints`].
pub(super) fn on_tint(palette: Palette, tint: u8, status: Status) -> u8 {
    match (palette, status) {
        (Palette::Sixteen, _) => match tint {
            0 | 1 | 4 => 15,
            _ => 0,
        },
        (Palette::Light, status) => match status {
            Status::Given => 16,
            Status::Placed => 53,
            Status::Open => 236,
            Status::Forced | Status::Blocked => 17,
            Status::Excluded => 237,
            Status::Dead => 52,
            Status::Unknown => 54,
        },
        (Palette::Dark, status) => match status {
            Status::Given => 231,
            Status::Placed => 221,
            Status::Open | Status::Excluded => 253,
            Status::Forced => 157,
            Status::Dead => 224,
            Status::Blocked => 189,
            Status::Unknown => 225,
        },
        _ => 231,
    }
}

/// Returns the colours of a square of the heat map; `level` is from 0 (cold) to 7 (hot). The grounds have one hue, and
/// their lightness rises or falls from level to level; the tests verify that.
pub(super) fn heat(palette: Palette, level: usize) -> Style {
    let dark_text = |from: usize| if level >= from { 16 } else { 231 };
    let (text, grounds) = match palette {
        Palette::Plain => return Style::new(),
        Palette::Sixteen => return Style::new().fg([Color::Blue, Color::Magenta, Color::Red][level * 3 / 8]),
        Palette::Dark | Palette::HighContrast => (dark_text(5), [17, 18, 19, 61, 62, 104, 146, 189]),
        Palette::Light => (if level < 5 { 16 } else { 231 }, [189, 147, 146, 105, 104, 63, 62, 61]),
        Palette::Greyscale => (231, [232, 234, 236, 237, 239, 240, 241, 242]),
    };
    pair(text, grounds[level])
}
