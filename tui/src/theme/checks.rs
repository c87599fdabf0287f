//! Tests of the colours: the contrast of every status, and the difference of adjacent regions for every kind of colour
//! vision. They use the published formulas instead of the code under test.

use game::Tone;
use puzzle_core::Status;
use ratatui::style::{Color, Modifier, Style};

use super::colours::LIGHTNESS_WEIGHT;
use super::{Depth, Glyphs, HUES, Palette, Theme};
use crate::run::ColorChoice;

/// The minimum contrast of text by WCAG 2.2 (success criterion 1.4.3).
const LEGIBLE: f64 = 4.5;

/// The minimum contrast of signs and frames by WCAG 2.2 (success criterion 1.4.11).
const VISIBLE: f64 = 3.0;

/// The minimum difference of backgrounds in palettes with few backgrounds, measured in CIE76.
const DISTINCT: f64 = 10.0;

/// The minimum differences of any two of 25 backgrounds, measured in OKLab, in which a difference of 0.02 is just
/// noticeable. The first minimum is for normal vision. The second is for vision without one kind of cones, in which
/// mostly the lightness tells backgrounds apart.
const APART: (f64, f64) = (0.068, 0.035);

/// The palettes with backgrounds of their own, in all variants that differ by the number of colours ([`Depth`]).
const OWN: [(Palette, Depth); 6] = [
    (Palette::Dark, Depth::Many),
    (Palette::Light, Depth::Many),
    (Palette::HighContrast, Depth::Many),
    (Palette::Greyscale, Depth::Many),
    (Palette::Dark, Depth::True),
    (Palette::Light, Depth::True),
];

const TONES: [Tone; 8] =
    [Tone::Blank, Tone::Path, Tone::Line, Tone::RuledOut, Tone::Left, Tone::Supposed, Tone::Evidence, Tone::Clash];

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

/// Returns the linear channels, from 0 to 1, of a colour as `xterm` shows it.
fn linear(colour: Option<Color>) -> [f64; 3] {
    let levels = [0, 95, 135, 175, 215, 255];
    let channels = match colour {
        Some(Color::Rgb(r, g, b)) => [r, g, b],
        Some(Color::Indexed(index @ 0..16)) => SIXTEEN[usize::from(index)],
        Some(Color::Indexed(index @ 16..232)) => {
            let place = usize::from(index - 16);
            [levels[place / 36], levels[place / 6 % 6], levels[place % 6]]
        }
        Some(Color::Indexed(index @ 232..)) => [8 + 10 * (index - 232); 3],
        _ => panic!("{colour:?} is neither indexed nor of 24 bits"),
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

/// Returns the coordinates in OKLab of a colour with the linear channels `rgb`, computed from XYZ by the matrices of
/// Ottosson (2020). `eyes` is the matrix of a kind of colour vision, one of [`EYES`].
fn oklab(rgb: [f64; 3], eyes: [[f64; 3]; 3]) -> [f64; 3] {
    let times = |rows: [[f64; 3]; 3], [x, y, z]: [f64; 3]| rows.map(|[a, b, c]| a * x + b * y + c * z);
    let seen = times(eyes, rgb).map(|channel| channel.clamp(0.0, 1.0));
    let to_xyz =
        [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
    let to_cones = [
        [0.8189330101, 0.3618667424, -0.1288597137],
        [0.0329845436, 0.9293118715, 0.0361456387],
        [0.0482003018, 0.2643662691, 0.6338517070],
    ];
    let to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];
    times(to_lab, times(to_cones, times(to_xyz, seen)).map(f64::cbrt))
}

fn apart(a: Option<Color>, b: Option<Color>, eyes: [[f64; 3]; 3]) -> f64 {
    let (a, b) = (oklab(linear(a), eyes), oklab(linear(b), eyes));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

fn theme(palette: Palette, depth: Depth) -> Theme {
    Theme { palette, depth, glyphs: &Glyphs::UNICODE, usual_glyphs: &Glyphs::UNICODE, palettes: &Palette::ALL }
}

/// Returns the themes of the palettes in [`OWN`].
fn own() -> impl Iterator<Item = Theme> {
    OWN.into_iter().map(|(palette, depth)| theme(palette, depth))
}

/// Returns the themes of all palettes, with 256 colours and with 24-bit colours.
fn every() -> impl Iterator<Item = Theme> {
    Palette::ALL.into_iter().flat_map(|palette| [Depth::Many, Depth::True].map(|depth| theme(palette, depth)))
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
    for theme in own() {
        let name = (theme.palette, theme.depth);
        for light in [false, true] {
            let squares = Status::ALL.map(|status| (format!("{status:?}"), theme.square(status, light)));
            let tones = TONES.map(|tone| (format!("{tone:?}"), theme.tone(tone, light)));
            for (what, style) in squares.into_iter().chain(tones) {
                assert!(contrast(style) >= LEGIBLE, "{name:?} {what}: {}", contrast(style));
                assert!(!style.add_modifier.contains(Modifier::DIM), "{name:?} {what}");
            }
        }
        for level in 0..8 {
            let style = theme.heat(level);
            assert!(contrast(style) >= LEGIBLE, "{name:?} heat {level}: {}", contrast(style));
        }
        assert!(contrast(theme.border()) >= LEGIBLE, "{name:?}");
    }
    // High contrast satisfies the highest level of WCAG (1.4.6).
    for status in Status::ALL {
        assert!(contrast(theme(Palette::HighContrast, Depth::Many).square(status, true)) >= 7.0, "{status:?}");
    }
    assert!(contrast(theme(Palette::Sixteen, Depth::Many).tone(Tone::Clash, true)) >= LEGIBLE);
}

/// Checks that the row, the column and the region of the cursor differ from other cells, and that their values can be
/// read.
#[test]
fn the_peers_of_the_cursor_stand_out_and_can_be_read() {
    let shown = [Status::Given, Status::Placed, Status::Open, Status::Forced, Status::Dead, Status::Unknown];
    for theme in own() {
        let name = (theme.palette, theme.depth);
        for light in [false, true] {
            for status in shown {
                let style = theme.peer(theme.square(status, light), light);
                assert!(contrast(style) >= LEGIBLE, "{name:?} {status:?}: {}", contrast(style));
            }
            let plain = theme.square(Status::Open, light);
            let seen = apart(theme.peer(plain, light).bg, plain.bg, EYES[0].1);
            assert!(seen > 0.02, "{name:?}: {seen}");
            for frame in [theme.frame(), theme.outline()].into_iter().flatten() {
                assert!(contrast(theme.peer(frame, light)) >= VISIBLE, "{name:?} {frame:?}");
            }
        }
    }
    for palette in [Palette::Sixteen, Palette::Plain] {
        assert_eq!(theme(palette, Depth::Many).peer(Style::new(), true), Style::new());
    }
}

/// Checks that the background of equal values differs from the other backgrounds of cells with values, and that values
/// can be read on it.
#[test]
fn equal_values_stand_out_and_can_be_read() {
    let shown = [Status::Given, Status::Placed, Status::Open, Status::Forced, Status::Unknown];
    for theme in own() {
        let name = (theme.palette, theme.depth);
        for light in [false, true] {
            for status in shown {
                let style = theme.lit(theme.square(status, light));
                assert!(contrast(style) >= LEGIBLE, "{name:?} {status:?}: {}", contrast(style));
            }
            let plain = theme.square(Status::Open, light);
            let lit = theme.lit(plain).bg;
            let others =
                [plain, theme.peer(plain, light), theme.tone(Tone::Clash, light), theme.tone(Tone::Line, light)];
            for (other, (who, eyes)) in others.iter().flat_map(|other| EYES.map(|eyes| (other, eyes))) {
                let seen = apart(lit, other.bg, eyes);
                assert!(seen > 0.04, "{name:?} {:?} to {who}: {seen}", other.bg);
            }
            for frame in [theme.frame(), theme.outline()].into_iter().flatten() {
                assert!(contrast(theme.lit(frame)) >= VISIBLE, "{name:?} {frame:?}");
            }
        }
    }
    for palette in [Palette::Sixteen, Palette::Plain] {
        assert!(theme(palette, Depth::Many).lit(Style::new()).add_modifier.contains(Modifier::REVERSED));
    }
}

/// Checks that given values differ from values that the player has placed: by an underline, or by colours that
/// everybody can tell apart.
#[test]
fn given_and_placed_values_differ_for_everybody() {
    for theme in every() {
        let name = (theme.palette, theme.depth);
        let tinted = (0..theme.tints()).map(|tint| {
            [Status::Given, Status::Placed].map(|status| theme.tinted(theme.square(status, true), tint, status))
        });
        let plain = [Status::Given, Status::Placed].map(|status| theme.square(status, true));
        for [given, placed] in tinted.chain([plain]) {
            assert!(!placed.add_modifier.contains(Modifier::UNDERLINED), "{name:?}");
            if given.add_modifier.contains(Modifier::UNDERLINED) || theme.palette == Palette::Sixteen {
                continue;
            }
            for (who, eyes) in EYES {
                let seen = apart(given.fg, placed.fg, eyes);
                assert!(seen > 0.06, "{name:?} to {who}: {seen}");
            }
        }
    }
}

/// Checks that each text beside the board can be read on the background of the screen.
#[test]
fn what_is_beside_the_board_can_be_read() {
    for theme in own() {
        let name = (theme.palette, theme.depth);
        let screen = theme.screen();
        for style in [Style::new(), theme.strong(), theme.faint(), theme.joy(), theme.refusal()] {
            let seen = contrast(screen.patch(style));
            assert!(seen >= LEGIBLE, "{name:?} {style:?}: {seen}");
        }
        let line = contrast(screen.patch(theme.line()));
        assert!(line >= VISIBLE, "{name:?}: {line}");
    }
}

/// Checks that the lightness of the heat map rises or falls by visible steps, and that the hue hardly changes.
#[test]
fn heat_has_one_hue_and_rises_or_falls_in_lightness() {
    for theme in own() {
        let name = (theme.palette, theme.depth);
        let grounds: Vec<[f64; 3]> = (0..8).map(|level| lab(linear(theme.heat(level).bg), EYES[0].1)).collect();
        let steps: Vec<f64> = grounds.windows(2).map(|pair| pair[1][0] - pair[0][0]).collect();
        let (rises, falls) = (steps.iter().all(|&step| step > 1.0), steps.iter().all(|&step| step < -1.0));
        assert!(rises || falls, "{name:?}: {steps:?}");
        let hues = grounds.iter().filter(|[_, a, b]| a.hypot(*b) > 5.0).map(|[_, a, b]| b.atan2(*a).to_degrees());
        let (lowest, highest) = hues.fold((f64::MAX, f64::MIN), |(low, high), hue| (low.min(hue), high.max(hue)));
        assert!(highest - lowest < 20.0 || lowest > highest, "{name:?}: from {lowest} to {highest} degrees");
    }
}

#[test]
fn what_carries_a_status_can_be_read_on_the_ground_of_every_region() {
    for theme in every() {
        let name = (theme.palette, theme.depth);
        for tint in 0..theme.tints() {
            for status in Status::ALL {
                let style = theme.tinted(theme.square(status, true), tint, status);
                assert!(contrast(style) >= LEGIBLE, "{name:?} {tint} {status:?}: {}", contrast(style));
            }
        }
    }
}

/// Checks that values on the colours they name can be read, and that these colours differ.
#[test]
fn values_named_after_colours_can_be_read_on_them() {
    for theme in own() {
        let name = (theme.palette, theme.depth);
        let hues: Vec<(&str, Style)> =
            HUES.iter().filter_map(|hue| Some((*hue, theme.hue(hue, Status::Placed)?))).collect();
        assert_eq!(hues.is_empty(), matches!(theme.palette, Palette::HighContrast | Palette::Greyscale), "{name:?}");
        for (index, (hue, placed)) in hues.iter().enumerate() {
            for style in [*placed, theme.hue(hue, Status::Given).unwrap()] {
                assert!(contrast(style) >= LEGIBLE, "{name:?} {hue}: {}", contrast(style));
            }
            for (other, style) in &hues[..index] {
                let seen = apart(placed.bg, style.bg, EYES[0].1);
                assert!(seen > 0.05, "{name:?} {hue} and {other}: {seen}");
            }
        }
        assert_eq!(theme.hue("Ann", Status::Placed), None);
    }
}

#[test]
fn the_frame_of_the_cursor_and_the_outline_are_visible_on_every_ground() {
    for theme in own() {
        let name = (theme.palette, theme.depth);
        let frames = [theme.frame(), theme.outline()].map(|frame| frame.expect("the palette has a frame"));
        assert!(theme.palette == Palette::Greyscale || apart(frames[0].fg, frames[1].fg, EYES[0].1) > 0.1, "{name:?}");
        let squares = [false, true].into_iter().flat_map(|light| Status::ALL.map(|status| theme.square(status, light)));
        let regions = (0..theme.tints()).map(|tint| theme.tinted(Style::new(), tint, Status::Open));
        let outlined: Vec<Style> = squares.chain(regions).chain([theme.border(), theme.screen()]).collect();
        // A clash has a sign, and a frame around it also touches the next squares.
        let tones = TONES.into_iter().filter(|&tone| tone != Tone::Clash).map(|tone| theme.tone(tone, false));
        for (frame, grounds) in
            frames.into_iter().zip([outlined.iter().copied().chain(tones).collect(), outlined.clone()])
        {
            for ground in grounds {
                let seen = contrast(Style { bg: ground.bg, ..frame });
                assert!(seen >= VISIBLE, "{name:?}, {:?} on {:?}: {seen}", frame.fg, ground.bg);
            }
        }
    }
    for palette in [Palette::Sixteen, Palette::Plain] {
        let theme = theme(palette, Depth::True);
        assert_eq!((theme.frame(), theme.outline(), theme.screen()), (None, None, Style::new()));
    }
}

#[test]
fn the_grounds_of_regions_can_be_told_apart_by_everybody() {
    for theme in every().filter(|theme| theme.tints() > 0) {
        let name = (theme.palette, theme.depth);
        let ground = |tint| theme.tinted(Style::new(), tint, Status::Open).bg;
        let tints = theme.tints();
        // Four colours suffice to colour connected regions, so that more than four tints leave a choice.
        assert!(tints > 4, "{name:?}");
        for a in 0..tints {
            for b in a + 1..tints {
                for (who, eyes) in EYES {
                    let is_close = match tints {
                        25 => apart(ground(a), ground(b), eyes) < if who == "normal" { APART.0 } else { APART.1 },
                        _ => difference(ground(a), ground(b), eyes) < DISTINCT,
                    };
                    assert!(!is_close, "{name:?}: {a} and {b} to {who}");
                }
            }
        }
    }
    for palette in [Palette::Dark, Palette::Light] {
        let theme = theme(palette, Depth::True);
        assert_eq!(theme.tints(), 25, "{palette:?}: a colour for each region of the largest boards");
        let ground = |tint| theme.tinted(Style::new(), tint, Status::Open).bg;
        // Boards with fewer regions use the first tints, which differ more.
        for (regions, least) in [(5, 0.12), (8, 0.09), (12, 0.07)] {
            for a in 0..regions {
                for b in a + 1..regions {
                    let seen = apart(ground(a), ground(b), EYES[0].1);
                    assert!(seen >= least, "{palette:?} with {regions}: {a} and {b} differ by {seen}");
                }
            }
        }
    }
}

/// Checks that [`Theme::tint_difference`] is the distance in OKLab, with its weight for the lightness.
#[test]
fn the_difference_of_tints_is_that_of_oklab() {
    for theme in own().filter(|theme| theme.tints() > 0) {
        let name = (theme.palette, theme.depth);
        let ground = |tint| theme.tinted(Style::new(), tint, Status::Open).bg;
        for b in 1..theme.tints() {
            let [first, other] = [0, b].map(|tint| oklab(linear(ground(tint)), EYES[0].1));
            let lightness = f64::from(LIGHTNESS_WEIGHT) * (first[0] - other[0]);
            let expected = lightness.hypot(first[1] - other[1]).hypot(first[2] - other[2]);
            assert!((f64::from(theme.tint_difference(0, b)) - expected).abs() < 0.002, "{name:?} {b}");
        }
    }
}

#[test]
fn greys_are_grey_and_no_colours_are_none() {
    let colours = |palette: Palette| {
        let theme = theme(palette, Depth::True);
        let squares = Status::ALL.map(|status| theme.square(status, true));
        let tinted = (0..theme.tints()).map(move |tint| theme.tinted(Style::new(), tint, Status::Open));
        let styles = squares.into_iter().chain(TONES.map(|tone| theme.tone(tone, false))).chain(tinted);
        let frames = [theme.frame(), theme.outline()].into_iter().flatten();
        let texts = [theme.screen(), theme.faint(), theme.joy(), theme.refusal(), theme.line(), theme.border()];
        let styles = styles.chain(frames).chain(texts);
        styles.flat_map(|style| [style.fg, style.bg]).flatten().collect::<Vec<_>>()
    };
    assert!(colours(Palette::Plain).is_empty());
    for colour in colours(Palette::Greyscale) {
        let [r, g, b] = linear(Some(colour));
        assert!(r == g && g == b, "{colour:?}");
    }
    assert_eq!(Theme::from_env(ColorChoice::Never, |_| None).tints(), 0);
}
