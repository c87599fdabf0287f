//! A board as the engine sees it: its rules, its words and its drawing, by variables and lines.

use bdd_core::{Rules, Variable};
use nqueens_guide::{Size, Square, file_name};
use puzzle_core::{Cell, Puzzle};

use crate::attack::{Attack, Clash};
use crate::board::Board;
use crate::rules::regions_rules;

/// A board, how far queens attack on it, and the rules that follow: one variable a square, in the order of
/// [`Size::squares`]; the lines are the ranks, the files, and the regions.
#[derive(Clone, Debug)]
pub struct RegionsPuzzle {
    board: Board,
    attack: Attack,
    rules: Rules,
}

impl RegionsPuzzle {
    /// The puzzle of a board.
    #[must_use]
    pub fn new(board: Board, attack: Attack) -> RegionsPuzzle {
        RegionsPuzzle { rules: regions_rules(&board, attack), board, attack }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How far queens attack along diagonals.
    #[must_use]
    pub fn attack(&self) -> Attack {
        self.attack
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The squares of variables.
    pub(crate) fn squares(&self, variables: &[Variable]) -> Vec<Square> {
        variables.iter().map(|&variable| self.size().square_of(variable)).collect()
    }
}

impl Puzzle for RegionsPuzzle {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn grid(&self) -> (usize, usize) {
        (self.size().get(), self.size().get())
    }

    fn cell(&self, variable: Variable) -> Cell {
        let square = self.size().square_of(variable);
        Cell { row: self.size().get() - 1 - square.rank(), column: square.file() }
    }

    fn symbol(&self, _: Variable) -> char {
        'Q'
    }

    fn region(&self, cell: Cell) -> Option<usize> {
        let square = Square::new(cell.column, self.size().get().checked_sub(cell.row + 1)?)?;
        self.size().contains(square).then(|| self.board.region(square))
    }

    fn name(&self, variable: Variable) -> String {
        self.size().square_of(variable).to_string()
    }

    fn line_name(&self, line: usize) -> String {
        let n = self.size().get();
        match line / n {
            0 => format!("rank {}", line + 1),
            1 => format!("file {}", file_name(line - n)),
            _ => format!("region {}", self.board.letter(line - 2 * n)),
        }
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let [by, excluded] = [by, excluded].map(|variable| self.size().square_of(variable));
        Some(match self.attack.clash(&self.board, by, excluded)? {
            Clash::On(line) => format!("along {}", line.through(by)),
            Clash::Touch => "at a corner".to_owned(),
            Clash::InRegion(region) => format!("in region {}", self.board.letter(region)),
        })
    }
}
