//! The colours of each palette, for terminals with 24 bits a colour and with xterm's 256 colours.
//!
//! All terminals show the same colours for the xterm indices from 16 on; users may change the first 16 colours. The
//! tests in `checks` compute contrasts (WCAG), and colour differences (CIE76, OKLab) as colour-blind players see them.

use puzzle_core::Status;
use ratatui::style::Color;

use super::{Depth, Palette};

/// The colours of a palette with its own background.
pub(super) struct Scheme {
    /// The text colour and the background of the whole screen.
    pub screen: (Color, Color),
    /// The colour of minor text.
    pub faint: Color,
    /// The colour of a message about a success.
    pub joy: Color,
    /// The colour of a refusal or a clash.
    pub refusal: Color,
    /// The colour of the lines between cells.
    pub line: Color,
    /// The colour of the borders between regions, and the background of the borders that are drawn as lines.
    pub border: (Color, Color),
    /// The colour of the frame around the cell under the cursor, which differs from every background.
    pub frame: Color,
    /// The colour of the outline around the lines of an argument.
    pub outline: Color,
    /// The backgrounds of cells that can be part of a solution: of dark squares and of light squares.
    pub live: [Color; 2],
    /// The backgrounds of cells that are ruled out: of dark squares and of light squares.
    pub out: [Color; 2],
    /// The backgrounds of the row, the column and the region of the cursor on boards with values: of dark squares and
    /// of light squares.
    pub peer: [Color; 2],
    /// The background of the values that equal the value under the cursor.
    pub lit: Color,
    /// The text colour of each status on the backgrounds `live`, `out` and `peer`.
    pub statuses: StatusColours,
    /// The text colour of a piece that an argument supposes, and the colour of lines of attack.
    pub supposed: Color,
    /// The backgrounds of the lines of an argument, for cells too small for an outline: of dark squares and of light
    /// squares.
    pub argument: [Color; 2],
    /// The text colours of cells on the backgrounds `argument`: of a cell without a mark, of a cell ruled out, and of a
    /// candidate.
    pub on_argument: [Color; 3],
    /// The text colour and the background of a clash.
    pub clash: (Color, Color),
    /// The backgrounds of regions, in an order in which the first backgrounds differ most. Empty if only borders mark
    /// the regions.
    pub tints: &'static [Color],
    /// The backgrounds of cells whose values are the names of colours, in the order of [`HUES`](super::HUES); `None`
    /// for colours that the palette does not have.
    pub hues: [Option<Color>; 6],
    /// The text colour of each status on the backgrounds of regions and hues.
    pub on_tint: StatusColours,
    /// The backgrounds of the heat map from cold to hot: one hue, with rising or falling lightness.
    pub heat: [Color; 8],
    /// The text colours of the heat map: on the first `heat_turn` backgrounds of `heat`, and on the later ones.
    pub on_heat: [Color; 2],
    /// The lowest heat level whose text has the second colour of `on_heat`. Lower levels have the first colour.
    pub heat_turn: usize,
}

/// A colour for each [`Status`].
pub(super) struct StatusColours {
    given: Color,
    placed: Color,
    blocked: Color,
    excluded: Color,
    dead: Color,
    open: Color,
    forced: Color,
    unknown: Color,
}

impl StatusColours {
    const fn all(colour: Color) -> StatusColours {
        StatusColours {
            given: colour,
            placed: colour,
            blocked: colour,
            excluded: colour,
            dead: colour,
            open: colour,
            forced: colour,
            unknown: colour,
        }
    }

    pub(super) fn of(&self, status: Status) -> Color {
        match status {
            Status::Given => self.given,
            Status::Placed => self.placed,
            Status::Blocked => self.blocked,
            Status::Excluded => self.excluded,
            Status::Dead => self.dead,
            Status::Open => self.open,
            Status::Forced => self.forced,
            Status::Unknown => self.unknown,
        }
    }
}

impl Scheme {
    /// Returns the colours of a palette; `None` for the palettes that keep the terminal's background.
    pub(super) fn of(palette: Palette, depth: Depth) -> Option<&'static Scheme> {
        match (palette, depth) {
            (Palette::Plain | Palette::Sixteen, _) => None,
            (Palette::Dark, Depth::Many) => Some(&DARK_256),
            (Palette::Dark, Depth::True) => Some(&DARK),
            (Palette::Light, Depth::Many) => Some(&LIGHT_256),
            (Palette::Light, Depth::True) => Some(&LIGHT),
            (Palette::HighContrast, _) => Some(&HIGH_CONTRAST),
            (Palette::Greyscale, _) => Some(&GREYSCALE),
        }
    }

    /// Returns the text colour of a heat level from 0 to 7.
    pub(super) fn heat_text(&self, level: usize) -> Color {
        self.on_heat[usize::from(level >= self.heat_turn)]
    }
}

/// Returns the colour with this index among the 256 colours of xterm.
const fn x(index: u8) -> Color {
    Color::Indexed(index)
}

/// Returns a colour of 24 bits from a number such as `0xE0A526`.
const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Scheme = Scheme {
    screen: (rgb(0xd6dbe4), rgb(0x14171d)),
    faint: rgb(0x8f99aa),
    joy: rgb(0x8fdc8b),
    refusal: rgb(0xff9a8f),
    line: rgb(0x7d879a),
    border: (rgb(0xb4bdcc), rgb(0x14171d)),
    frame: rgb(0x66dcff),
    outline: rgb(0xf0b23c),
    live: [rgb(0x343c4d), rgb(0x3d4659)],
    out: [rgb(0x1d222b), rgb(0x242a35)],
    peer: [rgb(0x263f55), rgb(0x2a465e)],
    lit: rgb(0x4038b4),
    statuses: StatusColours {
        given: rgb(0xf2f5fa),
        placed: rgb(0xffd866),
        blocked: rgb(0xb4bdcc),
        excluded: rgb(0x98a2b3),
        dead: rgb(0xff9a8f),
        open: rgb(0xd6dbe4),
        forced: rgb(0xa8f0a0),
        unknown: rgb(0xd9b8ff),
    },
    supposed: rgb(0xa6d3ff),
    argument: [rgb(0x59420f), rgb(0x634a12)],
    on_argument: [rgb(0xfff3d6), rgb(0xffffff), rgb(0xd9f7d2)],
    clash: (rgb(0xffffff), rgb(0x9b1c1c)),
    tints: &TINTS_DARK,
    hues: [
        Some(rgb(0x8f1d1d)),
        Some(rgb(0x1d6030)),
        Some(rgb(0x1f4fa0)),
        Some(rgb(0x6a5b00)),
        Some(rgb(0x8a4510)),
        Some(rgb(0x642f8f)),
    ],
    on_tint: StatusColours {
        given: rgb(0xffffff),
        placed: rgb(0xffe37a),
        blocked: rgb(0xe8ecf2),
        excluded: rgb(0xe8ecf2),
        dead: rgb(0xffe3df),
        open: rgb(0xf2f4f8),
        forced: rgb(0xd9ffd2),
        unknown: rgb(0xf3e6ff),
    },
    heat: [
        rgb(0x062942),
        rgb(0x073b5e),
        rgb(0x064e7c),
        rgb(0x176297),
        rgb(0x2b77b0),
        rgb(0x5495cb),
        rgb(0x80b4e1),
        rgb(0xaed3f3),
    ],
    on_heat: [rgb(0xffffff), rgb(0x0b0d10)],
    heat_turn: 5,
};

const LIGHT: Scheme = Scheme {
    screen: (rgb(0x23272f), rgb(0xfbfaf7)),
    faint: rgb(0x646a75),
    joy: rgb(0x1b6b2a),
    refusal: rgb(0xb3261e),
    line: rgb(0x8d6f3f),
    border: (rgb(0x3a3127), rgb(0xfbfaf7)),
    frame: rgb(0x0b4fc4),
    outline: rgb(0x7a4500),
    live: [rgb(0xead8b7), rgb(0xf5ead5)],
    out: [rgb(0xeceae5), rgb(0xf6f4f0)],
    peer: [rgb(0xdceaf8), rgb(0xe6f1fb)],
    lit: rgb(0xd3c4f5),
    statuses: StatusColours {
        given: rgb(0x101010),
        placed: rgb(0x74188f),
        blocked: rgb(0x4a4f58),
        excluded: rgb(0x5c626c),
        dead: rgb(0xa3211a),
        open: rgb(0x33373f),
        forced: rgb(0x12561a),
        unknown: rgb(0x4b2b8f),
    },
    supposed: rgb(0x123a9c),
    argument: [rgb(0xf3d88c), rgb(0xf9e3a3)],
    on_argument: [rgb(0x33373f), rgb(0x8f1812), rgb(0x12561a)],
    clash: (rgb(0xffffff), rgb(0xb3261e)),
    tints: &TINTS_LIGHT,
    hues: [
        Some(rgb(0xf4a6a0)),
        Some(rgb(0xa9dca0)),
        Some(rgb(0xa9c8f5)),
        Some(rgb(0xf5e487)),
        Some(rgb(0xf6c08a)),
        Some(rgb(0xd5b8f0)),
    ],
    on_tint: StatusColours {
        given: rgb(0x000000),
        placed: rgb(0x45084f),
        blocked: rgb(0x2c3036),
        excluded: rgb(0x2c3036),
        dead: rgb(0x5a0b06),
        open: rgb(0x23272f),
        forced: rgb(0x06330c),
        unknown: rgb(0x32135f),
    },
    heat: [
        rgb(0xe3f2ff),
        rgb(0xc0dffa),
        rgb(0x9bcaf2),
        rgb(0x79b4e6),
        rgb(0x599fd8),
        rgb(0x2976ae),
        rgb(0x1d6294),
        rgb(0x0d4972),
    ],
    on_heat: [rgb(0x101418), rgb(0xffffff)],
    heat_turn: 5,
};

const DARK_256: Scheme = Scheme {
    screen: (x(253), x(233)),
    faint: x(246),
    joy: x(114),
    refusal: x(210),
    line: x(245),
    border: (x(253), x(234)),
    frame: x(81),
    outline: x(214),
    live: [x(238), x(240)],
    out: [x(234), x(235)],
    peer: [x(17), x(17)],
    lit: x(54),
    statuses: StatusColours {
        given: x(231),
        placed: x(221),
        blocked: x(250),
        excluded: x(247),
        dead: x(210),
        open: x(253),
        forced: x(157),
        unknown: x(183),
    },
    supposed: x(153),
    argument: [x(94), x(94)],
    on_argument: [x(230), x(231), x(194)],
    clash: (x(231), x(88)),
    tints: &TINTS_DARK_256,
    hues: [Some(x(88)), Some(x(22)), Some(x(19)), Some(x(58)), None, Some(x(54))],
    on_tint: StatusColours {
        given: x(231),
        placed: x(221),
        blocked: x(253),
        excluded: x(253),
        dead: x(224),
        open: x(253),
        forced: x(157),
        unknown: x(225),
    },
    heat: [x(17), x(18), x(19), x(61), x(62), x(104), x(146), x(189)],
    on_heat: [x(231), x(16)],
    heat_turn: 5,
};

const LIGHT_256: Scheme = Scheme {
    screen: (x(235), x(231)),
    faint: x(241),
    joy: x(22),
    refusal: x(124),
    line: x(137),
    border: (x(237), x(230)),
    frame: x(20),
    outline: x(94),
    live: [x(223), x(230)],
    out: [x(253), x(255)],
    peer: [x(195), x(195)],
    lit: x(219),
    statuses: StatusColours {
        given: x(16),
        placed: x(90),
        blocked: x(239),
        excluded: x(240),
        dead: x(124),
        open: x(236),
        forced: x(22),
        unknown: x(54),
    },
    supposed: x(18),
    argument: [x(228), x(229)],
    on_argument: [x(236), x(88), x(22)],
    clash: (x(231), x(124)),
    tints: &TINTS_LIGHT_256,
    hues: [Some(x(217)), Some(x(157)), Some(x(153)), Some(x(229)), Some(x(223)), Some(x(183))],
    on_tint: StatusColours {
        given: x(16),
        placed: x(53),
        blocked: x(237),
        excluded: x(237),
        dead: x(52),
        open: x(236),
        forced: x(17),
        unknown: x(54),
    },
    heat: [x(189), x(147), x(146), x(105), x(104), x(63), x(62), x(61)],
    on_heat: [x(16), x(231)],
    heat_turn: 5,
};

const HIGH_CONTRAST: Scheme = Scheme {
    screen: (x(231), x(16)),
    faint: x(250),
    joy: x(46),
    refusal: x(217),
    line: x(250),
    border: (x(231), x(16)),
    frame: x(226),
    outline: x(214),
    live: [x(16), x(16)],
    out: [x(16), x(16)],
    peer: [x(17), x(17)],
    lit: x(22),
    statuses: StatusColours {
        given: x(231),
        placed: x(220),
        blocked: x(252),
        excluded: x(250),
        dead: x(217),
        open: x(231),
        forced: x(46),
        unknown: x(225),
    },
    supposed: x(226),
    argument: [x(18), x(18)],
    on_argument: [x(231), x(231), x(231)],
    clash: (x(16), x(231)),
    tints: &[],
    hues: [None; 6],
    on_tint: StatusColours::all(x(231)),
    heat: DARK_256.heat,
    on_heat: DARK_256.on_heat,
    heat_turn: DARK_256.heat_turn,
};

const GREYSCALE: Scheme = Scheme {
    screen: (x(253), x(16)),
    faint: x(248),
    joy: x(231),
    refusal: x(253),
    line: x(245),
    border: (x(253), x(234)),
    frame: x(231),
    outline: x(254),
    live: [x(238), x(240)],
    out: [x(233), x(235)],
    peer: [x(235), x(236)],
    lit: x(16),
    statuses: StatusColours {
        given: x(231),
        placed: x(231),
        blocked: x(250),
        excluded: x(250),
        dead: x(250),
        open: x(231),
        forced: x(231),
        unknown: x(250),
    },
    supposed: x(231),
    argument: [x(241), x(241)],
    on_argument: [x(231), x(231), x(231)],
    clash: (x(16), x(231)),
    tints: &[x(240), x(234), x(243), x(237), x(16)],
    hues: [None; 6],
    on_tint: StatusColours::all(x(231)),
    heat: [x(232), x(234), x(236), x(237), x(239), x(240), x(241), x(242)],
    on_heat: [x(231), x(231)],
    heat_turn: 8,
};

/// The muted backgrounds of up to 25 regions. They were found by simulated annealing of 25 points of OKLab, any two of
/// which have to be far enough apart for every kind of colour vision. The first 12, which smaller boards use, differ
/// more, have a chroma of at most 0.105, and a lightness of 0.40 to 0.57, so that no region looks like a hole in the
/// board or outshines the pieces. The others need the rest of the gamut.
const TINTS_DARK: [Color; 25] = [
    rgb(0x3a417e),
    rgb(0x723b08),
    rgb(0x0a6e87),
    rgb(0x8c5377),
    rgb(0x185531),
    rgb(0x50454b),
    rgb(0x93553a),
    rgb(0x5e6952),
    rgb(0x305a64),
    rgb(0x675c01),
    rgb(0x5a5f9f),
    rgb(0x684781),
    rgb(0x146f31),
    rgb(0x79484c),
    rgb(0x590967),
    rgb(0x292785),
    rgb(0x93336b),
    rgb(0x0054ad),
    rgb(0x8e1536),
    rgb(0x56339a),
    rgb(0x7a0003),
    rgb(0xab3803),
    rgb(0x492854),
    rgb(0x403c1f),
    rgb(0x6b0b3a),
];

/// The backgrounds of regions among xterm's colours: the muted ones first, then as many as differ enough from all of
/// them for every kind of colour vision.
const TINTS_DARK_256: [Color; 15] =
    [x(24), x(88), x(54), x(59), x(19), x(89), x(238), x(52), x(92), x(53), x(124), x(91), x(126), x(21), x(235)];

/// The backgrounds of regions among xterm's colours, chosen as for [`TINTS_DARK_256`].
const TINTS_LIGHT_256: [Color; 16] = [
    x(157),
    x(219),
    x(250),
    x(231),
    x(114),
    x(225),
    x(151),
    x(194),
    x(182),
    x(253),
    x(220),
    x(215),
    x(119),
    x(48),
    x(226),
    x(77),
];

/// The pastel backgrounds of up to 25 regions. They were found by a search for a set of points of OKLab whose two
/// closest points are as far apart as possible, for every kind of colour vision.
const TINTS_LIGHT: [Color; 25] = [
    rgb(0x94abfb),
    rgb(0xf5fba2),
    rgb(0xe1a979),
    rgb(0x60d7c3),
    rgb(0xe8b9fe),
    rgb(0x7bfffa),
    rgb(0xacd785),
    rgb(0xb5abbd),
    rgb(0xfae3d2),
    rgb(0xddc25d),
    rgb(0xc4c3a1),
    rgb(0x6cbe9a),
    rgb(0xd5a1db),
    rgb(0x9bcce2),
    rgb(0xfbdd7e),
    rgb(0xb4f4ae),
    rgb(0x48c1e3),
    rgb(0xd8d2e0),
    rgb(0xf5c9a0),
    rgb(0xe0ffe2),
    rgb(0xbadfc1),
    rgb(0xef96a1),
    rgb(0x8fbb60),
    rgb(0xa4e7ff),
    rgb(0xf9b0ca),
];
