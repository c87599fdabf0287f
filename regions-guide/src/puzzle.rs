//! A board as the engine sees it: its rules, its words and its drawing, by variables and lines.

use bdd_core::{LineId, Literal, Rules, Variable};
use nqueens_guide::{Queens, Size, Square, file_name};
use puzzle_core::{Cell, Puzzle, Status};

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
    /// Squares and queens are written and drawn here as they are there.
    queens: Queens,
}

impl RegionsPuzzle {
    /// The puzzle of a board.
    #[must_use]
    pub fn new(board: Board, attack: Attack) -> RegionsPuzzle {
        RegionsPuzzle { rules: regions_rules(&board, attack), queens: Queens::new(board.size()), board, attack }
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

    fn region(&self, cell: Cell) -> Option<usize> {
        let rank = self.size().get().checked_sub(cell.row + 1)?;
        let square = Square::new(cell.column, rank).filter(|&square| self.size().contains(square))?;
        Some(self.board.region(square))
    }

    fn region_letter(&self, region: usize) -> Option<char> {
        Some(self.board.letter(region))
    }

    fn kind(&self) -> &'static str {
        "queens in regions"
    }

    fn task(&self) -> String {
        let peace = match self.attack {
            Attack::King => "no two touch",
            Attack::Queen => "none attacks another",
        };
        format!("One queen on every rank and file and in every region: {peace}.")
    }

    fn unsolvable(&self) -> String {
        "this board has no solution".to_owned()
    }

    fn line_name(&self, line: LineId) -> String {
        let (n, line) = (self.size().get(), line.index());
        match line / n {
            0 => format!("rank {}", line + 1),
            1 => format!("file {}", file_name(line - n)),
            _ => format!("region {}", self.board.letter(line - 2 * n)),
        }
    }

    fn in_line(&self, line: LineId) -> String {
        let is_region = line.index() / self.size().get() == 2;
        format!("{} {}", if is_region { "in" } else { "on" }, self.line_name(line))
    }

    fn line_has(&self, line: LineId, variable: Variable) -> String {
        format!("the queen of {} is on {}", self.line_name(line), self.name(variable))
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let [by, excluded] = [by, excluded].map(|variable| self.size().square_of(variable));
        Some(match self.attack.clash(&self.board, by, excluded)? {
            Clash::On(line) => format!("along {}", line.through(by)),
            Clash::Touch => "at a corner".to_owned(),
            Clash::InRegion(region) => format!("in region {}", self.board.letter(region)),
        })
    }

    fn across(&self, by: Variable, excluded: Variable) -> Option<String> {
        self.along(by, excluded).map(|along| along.replacen("along", "on", 1))
    }

    // All else is as in n-queens, but for the symmetries: regions have none to speak of.

    fn places(&self) -> Option<usize> {
        self.queens.places()
    }
    fn piece(&self) -> Option<&'static str> {
        self.queens.piece()
    }
    fn spot(&self) -> &'static str {
        self.queens.spot()
    }
    fn cell_named(&self, text: &str) -> Result<Cell, String> {
        self.queens.cell_named(text)
    }
    fn solved(&self) -> String {
        self.queens.solved()
    }
    fn unsolved(&self) -> String {
        self.queens.unsolved()
    }
    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        self.queens.solution_line(solution)
    }
    fn grid(&self) -> (usize, usize) {
        self.queens.grid()
    }
    fn cell(&self, variable: Variable) -> Cell {
        self.queens.cell(variable)
    }
    fn symbol(&self, variable: Variable) -> char {
        self.queens.symbol(variable)
    }
    fn column_label(&self, column: usize) -> String {
        self.queens.column_label(column)
    }
    fn row_label(&self, row: usize) -> String {
        self.queens.row_label(row)
    }
    fn name(&self, variable: Variable) -> String {
        self.queens.name(variable)
    }
    fn alternative(&self, line: LineId) -> &'static str {
        self.queens.alternative(line)
    }
    fn its_own(&self) -> &'static str {
        self.queens.its_own()
    }
    fn status_name(&self, status: Status) -> &'static str {
        self.queens.status_name(status)
    }
    fn exclude(&self) -> &'static str {
        self.queens.exclude()
    }
    fn thing(&self, literal: Literal) -> String {
        self.queens.thing(literal)
    }
    fn thing_there(&self) -> &'static str {
        self.queens.thing_there()
    }
    fn placed(&self, variables: &[Variable]) -> String {
        self.queens.placed(variables)
    }
    fn stands(&self, variable: Variable) -> String {
        self.queens.stands(variable)
    }
    fn stands_on_block(&self, variable: Variable) -> String {
        self.queens.stands_on_block(variable)
    }
    fn supposed_false(&self) -> &'static str {
        self.queens.supposed_false()
    }
    fn must(&self, literal: Literal) -> String {
        self.queens.must(literal)
    }
}
