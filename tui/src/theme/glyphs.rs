//! The characters in use.

use puzzle_core::Status;

/// The characters that the board is drawn with.
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A queen.
    pub queen: &'static str,
    /// What is blocked.
    pub blocked: &'static str,
    /// What is excluded.
    pub excluded: &'static str,
    /// What is dead.
    pub dead: &'static str,
    /// What is open.
    pub open: &'static str,
    /// What is forced.
    pub forced: &'static str,
    /// Before what stands and clashes.
    pub clash: &'static str,
    /// After the number of a row or column that has as many as it wants.
    pub enough: &'static str,
    /// What has not been found out.
    pub unknown: &'static str,
    /// Left, down, up, right.
    pub arrows: [&'static str; 4],
    /// Between the numbers of columns and rows.
    pub times: &'static str,
    /// Says that there is more to one side.
    pub more: &'static str,
    /// Where lines of the grid meet: a character for each choice of arms up, right, down and left. As digits to the
    /// base of 3, 0 for no arm, 1 for a light one and 2 for a heavy one, these make its place.
    pub joints: &'static str,
    /// Whether heavy lines look different from light ones.
    pub has_weights: bool,
    /// The full and the empty part of a progress bar.
    pub bar: [&'static str; 2],
    /// A queen that is only supposed: by an argument, or in a solution that is looked at.
    pub supposed: &'static str,
    /// What is supposed to be false.
    pub vacant: &'static str,
    /// A queen's way along a rank, a file, a diagonal and an anti-diagonal, and where such ways cross.
    pub ways: [&'static str; 5],
    /// Eight levels, the lowest first: of heat, and of the curve.
    pub levels: [&'static str; 8],
    /// What a number becomes.
    pub becomes: &'static str,
    /// Left and right, as keys.
    pub sideways: &'static str,
    /// Down, as a key.
    pub downwards: &'static str,
    /// Points at a line, from the left and from below.
    pub pointers: [&'static str; 2],
}

impl Glyphs {
    /// For terminals that show Unicode.
    pub const UNICODE: Glyphs = Glyphs {
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
        becomes: "→",
        sideways: "← →",
        downwards: "↓",
        pointers: ["▸", "▴"],
    };

    /// For all others.
    pub const ASCII: Glyphs = Glyphs {
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
        becomes: "->",
        sideways: "h l",
        downwards: "j",
        pointers: [">", "^"],
    };

    /// The glyph of a status, where a cell is taken or not.
    #[must_use]
    pub fn of(&self, status: Status) -> &'static str {
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
    #[must_use]
    pub fn symbol(&self, symbol: char) -> String {
        if symbol == 'Q' { self.queen.to_owned() } else { symbol.to_string() }
    }

    /// The glyph for a symbol of a puzzle where it is only supposed to stand: by an argument, or in a solution that is
    /// looked at.
    #[must_use]
    pub fn supposed(&self, symbol: char) -> String {
        if symbol == 'Q' { self.supposed.to_owned() } else { symbol.to_string() }
    }

    /// Where lines of the grid with these weights meet, from 0 for none to 2: up, right, down and left.
    #[must_use]
    pub fn joint(&self, arms: [u8; 4]) -> char {
        let place = arms.into_iter().fold(0, |place, arm| place * 3 + usize::from(arm.min(2)));
        self.joints.chars().nth(place).unwrap_or(' ')
    }
}
