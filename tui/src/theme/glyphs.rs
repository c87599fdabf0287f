//! The characters in use.

use puzzle_core::Status;

/// The characters that the board is drawn with.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Glyphs {
    pub(crate) queen: &'static str,
    pub(crate) blocked: &'static str,
    pub(crate) excluded: &'static str,
    pub(crate) dead: &'static str,
    pub(crate) open: &'static str,
    pub(crate) forced: &'static str,
    /// Before what stands and clashes.
    pub(crate) clash: &'static str,
    /// After the number of a row or column that has as many as it wants.
    pub(crate) enough: &'static str,
    /// What has not been found out.
    pub(crate) unknown: &'static str,
    /// Left, down, up, right.
    pub(crate) arrows: [&'static str; 4],
    /// Between the numbers of columns and rows.
    pub(crate) times: &'static str,
    /// Says that there is more to one side.
    pub(crate) more: &'static str,
    /// Where lines of the grid meet: a character for each choice of arms up, right, down and left. As digits to the
    /// base of 3, 0 for no arm, 1 for a light one and 2 for a heavy one, these make its place.
    pub(crate) joints: &'static str,
    /// Whether heavy lines look different from light ones.
    pub(crate) has_weights: bool,
    /// The full and the empty part of a progress bar.
    pub(crate) bar: [&'static str; 2],
    /// A queen that is only supposed: by an argument, or in a solution that is looked at.
    pub(crate) supposed: &'static str,
    /// What is supposed to be false.
    pub(crate) vacant: &'static str,
    /// A queen's way along a rank, a file, a diagonal and an anti-diagonal, and where such ways cross.
    pub(crate) ways: [&'static str; 5],
    /// Eight levels, the lowest first: of heat, and of the curve.
    pub(crate) levels: [&'static str; 8],
    /// Left and right, as keys.
    pub(crate) sideways: &'static str,
    /// Down, as a key.
    pub(crate) downwards: &'static str,
    /// Points at a line, from the left and from below.
    pub(crate) pointers: [&'static str; 2],
}

impl Glyphs {
    /// For terminals that show Unicode.
    pub(crate) const UNICODE: Glyphs = Glyphs {
        queen: "♛",
        blocked: "▒",
        excluded: "·",
        dead: "×",
        open: "○",
        forced: "◆",
        clash: "!",
        enough: "✓",
        unknown: "?",
        arrows: ["←", "↓", "↑", "→"],
        times: "×",
        more: "…",
        joints: " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
        has_weights: true,
        bar: ["█", "░"],
        supposed: "♕",
        vacant: "◇",
        ways: ["─", "│", "╱", "╲", "┼"],
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        sideways: "← →",
        downwards: "↓",
        pointers: ["▸", "▴"],
    };

    /// For all others.
    pub(crate) const ASCII: Glyphs = Glyphs {
        queen: "Q",
        blocked: "#",
        excluded: ".",
        dead: "x",
        open: "o",
        forced: "!",
        clash: "*",
        enough: "=",
        unknown: "?",
        arrows: ["Left", "Down", "Up", "Right"],
        times: "x",
        more: "~",
        joints: " --|++|++---++++++---++++++|++|++|++++++++++++++++++++|++|++|++++++++++++++++++++",
        has_weights: false,
        bar: ["#", "."],
        supposed: "q",
        vacant: "?",
        ways: ["-", "|", "/", "\\", "+"],
        levels: ["_", ",", ":", "-", "=", "+", "*", "@"],
        sideways: "h l",
        downwards: "j",
        pointers: [">", "^"],
    };

    /// The glyph of a status, where a cell is taken or not.
    pub(crate) fn of(&self, status: Status) -> &'static str {
        match status {
            Status::Given | Status::Placed => self.queen,
            Status::Blocked => self.blocked,
            Status::Excluded => self.excluded,
            Status::Dead => self.dead,
            Status::Open => self.open,
            Status::Forced => self.forced,
            Status::Unknown => self.unknown,
        }
    }

    /// The glyph for a symbol of a puzzle: most stand for themselves.
    pub(crate) fn symbol(&self, symbol: char) -> String {
        if symbol == 'Q' { self.queen.to_owned() } else { symbol.to_string() }
    }

    /// The glyph for a symbol of a puzzle that an argument, or a solution that is looked at, supposes to stand.
    pub(crate) fn supposed(&self, symbol: char) -> String {
        if symbol == 'Q' { self.supposed.to_owned() } else { symbol.to_string() }
    }

    /// Where lines of the grid with these weights meet, from 0 for none to 2: up, right, down and left.
    pub(crate) fn joint(&self, arms: [u8; 4]) -> char {
        let place = arms.into_iter().fold(0, |place, arm| place * 3 + usize::from(arm.min(2)));
        self.joints.chars().nth(place).unwrap_or(' ')
    }
}
