//! The glyphs of the terminal, in Unicode and in ASCII.

use puzzle_core::Status;
use puzzle_kind::Relation;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Glyphs {
    pub(crate) queen: &'static str,
    pub(crate) blocked: &'static str,
    /// The glyph of a cell that is blocked from the beginning. It fills the cell.
    pub(crate) closed: &'static str,
    pub(crate) excluded: &'static str,
    /// The glyph of a dead cell, and of a cell that an argument rules out.
    pub(crate) dead: &'static str,
    /// The sign of a value that is ruled out, of a cell without candidates, and of a refusal.
    pub(crate) cross: &'static str,
    pub(crate) open: &'static str,
    pub(crate) forced: &'static str,
    /// The sign before a clashing piece.
    pub(crate) clash: &'static str,
    /// The sign after the clue number of a row or column that has exactly that number of pieces, such as `✓`.
    pub(crate) enough: &'static str,
    /// The sign of a puzzle solved without help.
    pub(crate) star: &'static str,
    pub(crate) unknown: &'static str,
    /// The arrow keys: left, down, up, right.
    pub(crate) arrows: [&'static str; 4],
    /// The sign between a number of columns and a number of rows.
    pub(crate) times: &'static str,
    /// The sign for omitted text, such as `…`.
    pub(crate) more: &'static str,
    /// The sign between the parts of a line, such as `·`.
    pub(crate) dot: &'static str,
    /// The characters for junctions of lines, one for each combination of four arms. The index of a character, written
    /// in base 3, has a digit for each arm, in the order up, right, down, left. The digit is `0` for no arm, `1` for a
    /// light arm and `2` for a heavy arm.
    pub(crate) joints: &'static str,
    /// `true` if heavy lines look different from light ones.
    pub(crate) has_weights: bool,
    /// `true` if half blocks can be drawn, two pixels in a character.
    pub(crate) has_half_blocks: bool,
    /// The full and the empty part of a progress bar.
    pub(crate) bar: [&'static str; 2],
    /// The glyph of a queen that an argument only supposes, or that belongs to a solution shown.
    pub(crate) supposed: &'static str,
    /// The glyph of a cell that an argument supposes to be empty.
    pub(crate) vacant: &'static str,
    /// The glyphs of a line of attack along a rank, a file, a diagonal and an anti-diagonal, and of a crossing of such
    /// lines.
    pub(crate) ways: [&'static str; 5],
    /// The eight levels of the heat map and of the curve of the number of solutions, the lowest first.
    pub(crate) levels: [&'static str; 8],
    pub(crate) sideways: &'static str,
    pub(crate) downwards: &'static str,
    /// The signs that point at a row from the left, and at a column from below.
    pub(crate) pointers: [&'static str; 2],
    /// The signs between two cells side by side, in the order of [`Relation`].
    pub(crate) across: [&'static str; 6],
    /// The signs between two cells one above the other, in the order of [`Relation`]. The tip of a sign points at the
    /// smaller value.
    pub(crate) down: [&'static str; 6],
    /// The sign of a neighbour of the cell under the cursor.
    pub(crate) neighbour: &'static str,
}

impl Glyphs {
    /// The glyphs for terminals with Unicode.
    pub(crate) const UNICODE: Glyphs = Glyphs {
        queen: "♛",
        blocked: "×",
        closed: "▒",
        excluded: "·",
        dead: "░",
        cross: "×",
        open: "○",
        forced: "◆",
        clash: "!",
        enough: "✓",
        star: "★",
        unknown: "?",
        arrows: ["←", "↓", "↑", "→"],
        times: "×",
        more: "…",
        dot: "·",
        joints: " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋",
        has_weights: true,
        has_half_blocks: true,
        bar: ["█", "░"],
        supposed: "♕",
        vacant: "◇",
        ways: ["─", "│", "╱", "╲", "┼"],
        levels: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
        sideways: "← →",
        downwards: "↓",
        pointers: ["▸", "▴"],
        across: ["<", ">", "≤", "≥", "=", "≠"],
        down: ["∧", "∨", "⩓", "⩔", "=", "≠"],
        neighbour: "•",
    };

    /// The glyphs for terminals without Unicode.
    pub(crate) const ASCII: Glyphs = Glyphs {
        queen: "Q",
        blocked: "#",
        closed: "@",
        excluded: ".",
        dead: "x",
        cross: "x",
        open: "o",
        forced: "!",
        clash: "*",
        enough: "=",
        star: "*",
        unknown: "?",
        arrows: ["Left", "Down", "Up", "Right"],
        times: "x",
        more: "~",
        dot: "-",
        joints: " --|++|++---++++++---++++++|++|++|++++++++++++++++++++|++|++|++++++++++++++++++++",
        has_weights: false,
        has_half_blocks: false,
        bar: ["#", "."],
        supposed: "q",
        vacant: "?",
        ways: ["-", "|", "/", "\\", "+"],
        levels: ["_", ",", ":", "-", "=", "+", "*", "@"],
        sideways: "h l",
        downwards: "j",
        pointers: [">", "^"],
        across: ["<", ">", "{", "}", "=", "~"],
        down: ["^", "v", "A", "V", "=", "~"],
        neighbour: "+",
    };

    /// Returns the glyph of a status in a cell without values.
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

    /// Returns the sign of a relation between two cells: side by side if `is_across`, one above the other otherwise.
    pub(crate) fn relation(&self, relation: Relation, is_across: bool) -> &'static str {
        (if is_across { self.across } else { self.down })[relation as usize]
    }

    /// Returns the glyph of a puzzle's symbol. All symbols but `Q` are their own glyphs.
    pub(crate) fn symbol(&self, symbol: char) -> String {
        if symbol == 'Q' { self.queen.to_owned() } else { symbol.to_string() }
    }

    /// Returns the glyph of a puzzle's symbol in a cell without values: of a piece, such as a tent, or of a clue, such
    /// as a tree.
    pub(crate) fn piece(&self, symbol: char) -> String {
        let picture = match symbol {
            'A' => "▲",
            'T' => "♣",
            '*' => self.star,
            _ => return self.symbol(symbol),
        };
        if self.has_half_blocks { picture.to_owned() } else { symbol.to_string() }
    }

    /// Returns a text with the sizes in it, such as `8 x 8`, written with the sign of [`times`](Glyphs::times).
    pub(crate) fn with_times(&self, text: &str) -> String {
        let words: Vec<&str> = text.split(' ').collect();
        let is_number =
            |word: Option<&&str>| word.is_some_and(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        let is_sign =
            |at: usize| words[at] == "x" && at > 0 && is_number(words.get(at - 1)) && is_number(words.get(at + 1));
        let word = |at: usize| if is_sign(at) { self.times } else { words[at] };
        (0..words.len()).map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns the glyph of `symbol` for a piece that is only supposed, or that belongs to a solution shown: a hollow
    /// one, or a small letter.
    pub(crate) fn supposed(&self, symbol: char) -> String {
        let picture = match symbol {
            'Q' => return self.supposed.to_owned(),
            'A' if self.has_half_blocks => '△',
            '*' if self.has_half_blocks => '☆',
            '*' => '+',
            symbol => symbol.to_lowercase().next().unwrap_or(symbol),
        };
        picture.to_string()
    }

    /// Returns the junction of lines with the weights `arms` up, right, down and left, from `0` (none) to `2` (heavy).
    pub(crate) fn joint(&self, arms: [u8; 4]) -> char {
        let place = arms.into_iter().fold(0, |place, arm| place * 3 + usize::from(arm.min(2)));
        self.joints.chars().nth(place).unwrap_or(' ')
    }
}
