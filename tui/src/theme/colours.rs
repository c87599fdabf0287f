//! The styles of squares in each palette: the colours of a [`Scheme`], or some of the terminal's 16 colours.

use game::Tone;
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

use super::Palette;
use super::scheme::Scheme;

/// The backgrounds of regions in the palette of 16 colours: no black, and no colour with its bright variant, which some
/// terminals show almost alike.
pub(super) const SIXTEEN_TINTS: [Color; 7] = [
    Color::Indexed(6),
    Color::Indexed(4),
    Color::Indexed(3),
    Color::Indexed(7),
    Color::Indexed(1),
    Color::Indexed(5),
    Color::Indexed(8),
];

/// Returns the style with these colours of text and background. The style removes the modifier `DIM`.
pub(super) fn pair(text: Color, ground: Color) -> Style {
    Style::new().remove_modifier(Modifier::DIM).fg(text).bg(ground)
}

/// Returns the style of a square with a status. `light` is `true` for the light squares of a chessboard.
pub(super) fn square(scheme: Option<&Scheme>, palette: Palette, status: Status, light: bool) -> Style {
    match scheme {
        Some(scheme) => pair(scheme.statuses.of(status), ground(scheme, status, light)),
        None if palette == Palette::Sixteen => match status {
            Status::Placed => Style::new().fg(Color::Magenta),
            Status::Forced => Style::new().fg(Color::Green),
            Status::Dead => Style::new().fg(Color::Red),
            Status::Given | Status::Blocked | Status::Excluded | Status::Open | Status::Unknown => Style::new(),
        },
        None => Style::new(),
    }
}

/// Returns the background of a square with a status.
fn ground(scheme: &Scheme, status: Status, light: bool) -> Color {
    let is_live = matches!(status, Status::Given | Status::Placed | Status::Open | Status::Forced);
    (if is_live { scheme.live } else { scheme.out })[usize::from(light)]
}

/// Returns the style of a square that an argument, a hint or a solution marks with `tone`. `light` is `true` for the
/// light squares of a chessboard.
pub(super) fn tone(scheme: Option<&Scheme>, palette: Palette, tone: Tone, light: bool) -> Style {
    let like = |status: Status| square(scheme, palette, status, light);
    let Some(scheme) = scheme else {
        return match (palette, tone) {
            (Palette::Sixteen, Tone::Clash) => pair(Color::Indexed(15), Color::Indexed(1)),
            (Palette::Sixteen, Tone::RuledOut) => like(Status::Dead),
            (Palette::Sixteen, Tone::Left) => like(Status::Forced),
            (Palette::Sixteen, Tone::Supposed | Tone::Evidence) => like(Status::Placed),
            (Palette::Sixteen, Tone::Path) => Style::new().fg(Color::Blue),
            _ => Style::new(),
        };
    };
    let argument = |text: usize| pair(scheme.on_argument[text], scheme.argument[usize::from(light)]);
    match tone {
        Tone::Blank => like(Status::Excluded),
        Tone::Path => pair(scheme.supposed, ground(scheme, Status::Blocked, light)),
        Tone::Line | Tone::Evidence => argument(0),
        Tone::RuledOut => argument(1),
        Tone::Left => argument(2),
        Tone::Supposed => pair(scheme.supposed, ground(scheme, Status::Placed, light)),
        Tone::Clash => pair(scheme.clash.0, scheme.clash.1),
    }
}

/// Returns the style of a square on the background `tint` of a region.
pub(super) fn tinted(scheme: Option<&Scheme>, tint: Color, status: Status) -> Style {
    let text = match scheme {
        Some(scheme) => scheme.on_tint.of(status),
        None if matches!(tint, Color::Indexed(1 | 4 | 5)) => Color::Indexed(15),
        None => Color::Indexed(0),
    };
    pair(text, tint)
}

/// Returns the style of a square of the heat map; `level` is from 0 (cold) to 7 (hot).
pub(super) fn heat(scheme: Option<&Scheme>, palette: Palette, level: usize) -> Style {
    match scheme {
        Some(scheme) => pair(scheme.heat_text(level), scheme.heat[level]),
        None if palette == Palette::Sixteen => {
            Style::new().fg([Color::Blue, Color::Magenta, Color::Red][level * 3 / 8])
        }
        None => Style::new(),
    }
}

/// The weight of a difference in lightness, beside one of hue and chroma: neighbours of equal lightness flow into each
/// other, above all for the colour-blind.
pub(super) const LIGHTNESS_WEIGHT: f32 = 2.0;

/// Returns the difference of two colours as backgrounds of neighbours: the distance in OKLab, in which 0.02 is just
/// noticeable, with [`LIGHTNESS_WEIGHT`]. Returns 0 if the terminal decides one of the colours, since its value is then
/// unknown.
pub(super) fn difference(a: Color, b: Color) -> f32 {
    let weights = [LIGHTNESS_WEIGHT, 1.0, 1.0];
    let distance = |a: [f32; 3], b: [f32; 3]| (0..3).map(|axis| (weights[axis] * (a[axis] - b[axis])).powi(2)).sum();
    oklab(a).zip(oklab(b)).map_or(0.0, |(a, b)| f32::sqrt(distance(a, b)))
}

/// Returns the coordinates in OKLab (Ottosson, *A perceptual color space for image processing*, 2020); `None` for the
/// first 16 colours.
fn oklab(colour: Color) -> Option<[f32; 3]> {
    let channels = match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        Color::Indexed(index @ 232..) => [8 + 10 * (index - 232); 3],
        Color::Indexed(index @ 16..) => {
            [36, 6, 1].map(|place| [0, 95, 135, 175, 215, 255][usize::from((index - 16) / place % 6)])
        }
        _ => return None,
    };
    let [r, g, b] = channels.map(|channel| {
        let channel = f32::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    });
    let [l, m, s] = [
        0.412_221_5 * r + 0.536_332_5 * g + 0.051_446 * b,
        0.211_903_5 * r + 0.680_699_5 * g + 0.107_397 * b,
        0.088_302_5 * r + 0.281_718_8 * g + 0.629_978_7 * b,
    ]
    .map(f32::cbrt);
    Some([
        0.210_454_3 * l + 0.793_617_8 * m - 0.004_072 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904 * l + 0.782_771_8 * m - 0.808_675_8 * s,
    ])
}
