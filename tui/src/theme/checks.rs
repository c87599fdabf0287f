//! Tests of the colours: the contrast of every status, and the difference of adjacent regions for every kind of colour
//! vision. They use the published formulas instead of the code under test.

use game::Tone;
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

use super::{Glyphs, Palette, Theme};
use crate::run::ColorChoice;

/// The minimum contrast of text by WCAG 2.2 (success criterion 1.4.3).
const LEGIBLE: f64 = 4.5;

/// The minimum contrast of signs and frames by WCAG 2.2 (success criterion 1.4.11).
const VISIBLE: f64 = 3.0;

/// The minimum difference of adjacent backgrounds, in CIE76.
const DISTINCT: f64 = 10.0;

const TONES: [Tone; 7] = [Tone::Blank, Tone::Path, Tone::Line, Tone::RuledOut, Tone::Left, Tone::Supposed, Tone::Clash];

/// Normal colour vision, and vision without one kind of cones, by the matrices of Machado, Oliveira and Fernandes, *A
/// Physiologically-based Model for Simulation of Color Vision Deficiency* (2009), severity 1.0, for linear RGB.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

/// The defaults of `xterm` for the first 16 colours; terminals differ.
const SIXTEEN: [[u8; 3]; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

/// Returns the linear channels, from 0 to 1, of one of the 256 colours as `xterm` shows it.
fn linear(colour: Option<Color>) -> [f64; 3] {
    let Some(Color::Indexed(index)) = colour else { panic!("{colour:?} is not one of the 256 indexed colours") };
    let levels = [0, 95, 135, 175, 215, 255];
    let channels = match index {
        0..16 => SIXTEEN[usize::from(index)],
        16..232 => {
            let place = usize::from(index - 16);
            [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
        }
        232.. => [8 + 10 * (index - 232); 3],
    };
    channels.map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    })
}

fn contrast(style: Style) -> f64 {
    let luminance = |colour| {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(style.fg), luminance(style.bg));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Returns the lightness and the two opponent channels of CIELAB, under D65, for a colour with the linear channels
/// `rgb`. `eyes` is the matrix of a kind of colour vision, one of [`EYES`].
fn lab(rgb: [f64; 3], eyes: [[f64; 3]; 3]) -> [f64; 3] {
    let times = |rows: [[f64; 3]; 3], [x, y, z]: [f64; 3]| rows.map(|[a, b, c]| a * x + b * y + c * z);
    let seen = times(eyes, rgb).map(|channel| channel.clamp(0.0, 1.0));
    let to_xyz =
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
    let [x, y, z] = times(to_xyz, seen);
    let root = |t: f64| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 };
    let [x, y, z] = [root(x / 0.95047), root(y), root(z / 1.08883)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn difference(a: Option<Color>, b: Option<Color>, eyes: [[f64; 3]; 3]) -> f64 {
    let (a, b) = (lab(linear(a), eyes), lab(linear(b), eyes));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn theme(palette: Palette) -> Theme {
    Theme { palette, glyphs: &Glyphs::UNICODE, palettes: &Palette::ALL }
}

#[test]
fn the_formulas_are_those_that_are_published() {
    let style = |text, ground| Style::new().fg(Color::Indexed(text)).bg(Color::Indexed(ground));
    assert!((contrast(style(16, 231)) - 21.0).abs() < 1e-9, "black on white");
    // `#767676` is the lightest grey with sufficient contrast on white.
    assert!((contrast(style(243, 231)) - 4.54).abs() < 0.01);
    let [lightness, a, b] = lab(linear(Some(Color::Indexed(196))), EYES[0].1);
    assert!((lightness - 53.24).abs() < 0.1 && (a - 80.09).abs() < 0.2 && (b - 67.20).abs() < 0.2, "red");
    // Red and green differ, but hardly in dichromatic vision.
    let [red, green] = [124, 64].map(|index| Some(Color::Indexed(index)));
    assert!(difference(red, green, EYES[0].1) > 3.0 * difference(red, green, EYES[2].1));
}

#[test]
fn what_carries_a_status_can_be_read_on_its_ground() {
    for palette in [Palette::Dark, Palette::Light, Palette::HighContrast, Palette::Greyscale] {
        for light in [false, true] {
            let squares = Status::ALL.map(|status| (format!("{status:?}"), theme(palette).square(status, light)));
            let tones = TONES.map(|tone| (format!("{tone:?}"), theme(palette).tone(tone, light)));
            for (what, style) in squares.into_iter().chain(tones) {
                assert!(contrast(style) >= LEGIBLE, "{palette:?} {what}: {}", contrast(style));
                assert!(!style.add_modifier.contains(Modifier::DIM), "{palette:?} {what}");
            }
        }
        for level in 0..8 {
            let style = theme(palette).heat(level);
            assert!(contrast(style) >= LEGIBLE, "{palette:?} heat {level}: {}", contrast(style));
        }
        for style in [theme(palette).border(), theme(palette).square(Status::Open, true)] {
            assert!(contrast(style) >= LEGIBLE);
        }
    }
    // High contrast satisfies the highest level of WCAG (1.4.6).
    for status in Status::ALL {
        assert!(contrast(theme(Palette::HighContrast).square(status, true)) >= 7.0, "{status:?}");
    }
    assert!(contrast(theme(Palette::Sixteen).tone(Tone::Clash, true)) >= LEGIBLE);
}

/// The lightness changes in one direction, by enough to see the difference, and the hue hardly.
#[test]
fn heat_has_one_hue_and_rises_or_falls_in_lightness() {
    for palette in [Palette::Dark, Palette::Light, Palette::HighContrast, Palette::Greyscale] {
        let grounds: Vec<[f64; 3]> =
            (0..8).map(|level| lab(linear(theme(palette).heat(level).bg), EYES[0].1)).collect();
        let steps: Vec<f64> = grounds.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        let (rises, falls) = (steps.iter().all(|&step| step > 1.0), steps.iter().all(|&step| step < -1.0));
        assert!(rises || falls, "{palette:?}: {steps:?}");
        let hues = grounds.iter().filter(|[_, a, b]| a.hypot(*b) > 5.0).map(|[_, a, b]| b.atan2(*a).to_degrees());
        let (lowest, highest) = hues.fold((f64::MAX, f64::MIN), |(low, high), hue| (low.min(hue), high.max(hue)));
        assert!(highest - lowest < 20.0 || lowest > highest, "{palette:?}: from {lowest} to {highest} degrees");
    }
}

#[test]
fn what_carries_a_status_can_be_read_on_the_ground_of_every_region() {
    for palette in Palette::ALL {
        for tint in 0..theme(palette).tints() {
            for status in Status::ALL {
                let style = theme(palette).tinted(theme(palette).square(status, true), tint, status);
                assert!(contrast(style) >= LEGIBLE, "{palette:?} {tint} {status:?}: {}", contrast(style));
            }
        }
    }
}

#[test]
fn the_frame_of_the_cursor_is_visible_on_every_ground() {
    for palette in [Palette::Dark, Palette::Light, Palette::HighContrast, Palette::Greyscale] {
        let theme = theme(palette);
        let frame = theme.frame().expect("the palette has a frame");
        let squares = [false, true].into_iter().flat_map(|light| Status::ALL.map(|status| theme.square(status, light)));
        // A clash has a sign, and a frame around it also touches the next squares.
        let tones = TONES.into_iter().filter(|&tone| tone != Tone::Clash).map(|tone| theme.tone(tone, false));
        let regions = (0..theme.tints()).map(|tint| theme.tinted(Style::new(), tint, Status::Open));
        for ground in squares.chain(tones).chain(regions).chain([theme.border()]) {
            let seen = contrast(Style { bg: ground.bg, ..frame });
            assert!(seen >= VISIBLE, "{palette:?} on {:?}: {seen}", ground.bg);
        }
    }
    assert_eq!(theme(Palette::Sixteen).frame(), None);
    assert_eq!(theme(Palette::Plain).frame(), None);
}

#[test]
fn the_grounds_of_regions_can_be_told_apart_by_everybody() {
    for palette in Palette::ALL {
        let ground = |tint| theme(palette).tinted(Style::new(), tint, Status::Open).bg;
        let tints = theme(palette).tints();
        // Four colours suffice for connected regions, so that more leave a choice.
        assert!(tints == 0 || tints > 4, "{palette:?}");
        for a in 0..tints {
            for b in a + 1..tints {
                for (who, eyes) in EYES {
                    let apart = difference(ground(a), ground(b), eyes);
                    assert!(apart >= DISTINCT, "{palette:?}: {a} and {b} to {who}: {apart}");
                }
            }
        }
    }
}

#[test]
fn greys_are_grey_and_no_colours_are_none() {
    let colours = |palette: Palette| {
        let theme = theme(palette);
        let squares = Status::ALL.map(|status| theme.square(status, true));
        let tinted = (0..theme.tints()).map(move |tint| theme.tinted(Style::new(), tint, Status::Open));
        let styles = squares.into_iter().chain(TONES.map(|tone| theme.tone(tone, false))).chain(tinted);
        styles.flat_map(|style| [style.fg, style.bg]).flatten().collect::<Vec<_>>()
    };
    assert!(colours(Palette::Plain).is_empty());
    for colour in colours(Palette::Greyscale) {
        let [r, g, b] = linear(Some(colour));
        assert!(r == g && g == b, "{colour:?}");
    }
    assert_eq!(Theme::from_env(ColorChoice::Never, |_| None).tints(), 0);
}
