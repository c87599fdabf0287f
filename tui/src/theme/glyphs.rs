//! The characters in use.

use nqueens_guide::Status;

/// The characters that the board is drawn with.
#[derive(Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A queen.
    pub queen: &'static str,
    /// A blocked square.
    pub blocked: &'static str,
    /// An attacked square.
    pub attacked: &'static str,
    /// A dead square.
    pub dead: &'static str,
    /// An open square.
    pub open: &'static str,
    /// A forced square.
    pub forced: &'static str,
    /// Left, down, up, right.
    pub arrows: [&'static str; 4],
    /// Between the numbers of ranks and files.
    pub times: &'static str,
    /// Says that there is more to one side.
    pub more: &'static str,
    /// Grid: horizontal and vertical line, then the corners and junctions, row by row from the upper left.
    pub lines: [&'static str; 11],
    /// The full and the empty part of a progress bar.
    pub bar: [&'static str; 2],
    /// A queen that is only supposed: by an argument, or in a solution that is looked at.
    pub supposed: &'static str,
    /// A square that is supposed to have no queen.
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
        attacked: "·",
        dead: "×",
        open: "○",
        forced: "◆",
        arrows: ["←", "↓", "↑", "→"],
        times: "×",
        more: "…",
        lines: ["─", "│", "┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"],
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
        attacked: ".",
        dead: "x",
        open: "o",
        forced: "!",
        arrows: ["Left", "Down", "Up", "Right"],
        times: "x",
        more: "~",
        lines: ["-", "|", "+", "+", "+", "+", "+", "+", "+", "+", "+"],
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

    /// The glyph of a square's status.
    #[must_use]
    pub fn of(&self, status: Status) -> &'static str {
        match status {
            Status::Queen => self.queen,
            Status::Blocked => self.blocked,
            Status::Attacked => self.attacked,
            Status::Dead => self.dead,
            Status::Open => self.open,
            Status::Forced => self.forced,
        }
    }
}
