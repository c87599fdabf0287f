//! A board as the engine sees it: its rules, its words and its drawing, by variables and lines.

use bdd_core::{Budget, LineId, Rules, Stopped, Variable};
use nqueens_board::{Size, Square, TERMS, cell_of, file_name, rank_list, square_in, square_named};
use puzzle_core::answer::Facts;
use puzzle_core::{Cell, Layout, Marks, Playable, Puzzle, Sight, Status, Terms, Words};

use crate::attack::{Attack, Clash};
use crate::board::Board;
use crate::rating::{Rating, rate};
use crate::rules::regions_rules;
use crate::solutions::completions;

/// A board, how far queens attack on it, and the rules that follow: one variable a square, in the order of
/// [`Size::squares`]; the lines are the ranks, the files, and the regions.
#[derive(Clone, Debug)]
pub struct RegionsPuzzle {
    board: Board,
    attack: Attack,
    rules: Rules,
    /// Whether the regions are drawn.
    has_regions: bool,
}

impl RegionsPuzzle {
    /// The puzzle of a board.
    #[must_use]
    pub fn new(board: Board, attack: Attack) -> RegionsPuzzle {
        RegionsPuzzle { rules: regions_rules(&board, attack), board, attack, has_regions: true }
    }

    /// A board whose regions are not drawn, to be shown until they are known: its ranks stand for them.
    pub(crate) fn outline(size: Size, attack: Attack) -> RegionsPuzzle {
        let letters: Vec<char> = ('A'..='Z').take(size.get()).flat_map(|letter| vec![letter; size.get()]).collect();
        let board = Board::new(size, &letters).expect("a letter for every rank");
        RegionsPuzzle { has_regions: false, ..RegionsPuzzle::new(board, attack) }
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

// The symmetries of n-queens are not here: regions have none to speak of.
impl Puzzle for RegionsPuzzle {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn sight(&self, line: LineId) -> Sight {
        if line.index() / self.size().get() == 2 { Sight::Near } else { Sight::Straight }
    }

    fn places(&self) -> Option<usize> {
        Some(self.size().get())
    }
}

impl Layout for RegionsPuzzle {
    fn region(&self, cell: Cell) -> Option<usize> {
        self.has_regions.then(|| Some(self.board.region(square_in(self.size(), cell)?)))?
    }

    fn region_letter(&self, region: usize) -> Option<char> {
        Some(self.board.letter(region))
    }

    fn grid(&self) -> (usize, usize) {
        (self.size().get(), self.size().get())
    }

    fn cell(&self, variable: Variable) -> Cell {
        cell_of(self.size(), self.size().square_of(variable))
    }

    fn symbol(&self, _: Variable) -> char {
        'Q'
    }

    /// A sign that no region has for its letter.
    fn symbol_among_letters(&self, _: Variable) -> char {
        '♛'
    }

    fn cell_named(&self, text: &str) -> Result<Cell, String> {
        Ok(cell_of(self.size(), square_named(self.size(), text)?))
    }

    fn column_label(&self, column: usize) -> String {
        file_name(column)
    }

    fn row_label(&self, row: usize) -> String {
        (self.size().get() - row).to_string()
    }
}

impl Words for RegionsPuzzle {
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

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        let [a, b] = [a, b].map(|variable| self.size().square_of(variable));
        Some(match self.attack.clash(&self.board, a, b)? {
            Clash::On(direction) => direction.to_string(),
            Clash::Touch => "corner".to_owned(),
            Clash::InRegion(region) => format!("region {}", self.board.letter(region)),
        })
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let [by, excluded] = [by, excluded].map(|variable| self.size().square_of(variable));
        Some(match self.attack.clash(&self.board, by, excluded)? {
            Clash::On(direction) => format!("along {}", direction.through(by)),
            Clash::Touch => "at a corner".to_owned(),
            Clash::InRegion(region) => format!("in region {}", self.board.letter(region)),
        })
    }

    fn across(&self, by: Variable, excluded: Variable) -> Option<String> {
        self.along(by, excluded).map(|along| along.replacen("along", "on", 1))
    }

    fn details(&self, variable: Variable) -> Facts {
        let region = self.board.region(self.size().square_of(variable));
        Facts::new().with("region", self.board.letter(region).to_string())
    }

    fn piece(&self) -> Option<&'static str> {
        Some("queen")
    }

    fn spot(&self) -> &'static str {
        "square"
    }

    fn solved(&self) -> String {
        format!("Solved! All {} queens stand in peace.", self.size())
    }

    fn unsolved(&self) -> String {
        "All queens stand, but not in peace.".to_owned()
    }

    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        rank_list(self.size(), solution)
    }

    fn name(&self, variable: Variable) -> String {
        self.size().square_of(variable).to_string()
    }

    fn status_name(&self, status: Status) -> &'static str {
        match status {
            Status::Given | Status::Placed => "queen",
            Status::Excluded => "attacked",
            status => status.name(),
        }
    }

    fn exclude(&self) -> &'static str {
        "attack"
    }

    fn whole(&self) -> &'static str {
        "board"
    }

    fn of_yours(&self) -> &'static str {
        "on the board"
    }

    fn variable_named(&self, text: &str) -> Option<Variable> {
        Some(self.size().variable(square_named(self.size(), text).ok()?))
    }

    fn terms(&self) -> Terms {
        TERMS
    }
}

impl Playable for RegionsPuzzle {
    /// The letters of the regions, a rank a text line from the top.
    fn text(&self) -> String {
        self.board.to_string()
    }

    fn head(&self) -> Facts {
        Facts::new().with("n", self.size().get()).with("attack", self.attack.name())
    }

    fn faults(&self) -> Vec<String> {
        let parts = (0..self.size().get()).map(|region| (self.board.letter(region), self.board.parts(region)));
        let scattered = parts.filter(|&(_, parts)| parts > 1);
        let fault = |(letter, parts)| format!("region {letter} is not connected: it lies in {parts} parts");
        scattered.map(fault).collect()
    }

    fn rating(&self) -> Option<&'static str> {
        rate(self).map(Rating::name)
    }

    fn merits(&self) -> Option<&'static str> {
        Some("its regions are connected")
    }

    fn named(&self, text: &str) -> Result<Variable, String> {
        Ok(self.size().variable(square_named(self.size(), text)?))
    }

    fn first_completions(
        &self,
        marks: &Marks,
        limit: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Variable>>, Stopped> {
        completions(self, marks, limit, budget)
    }
}
