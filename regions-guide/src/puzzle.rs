//! [`RegionsPuzzle`], a board as a puzzle for the engine of `puzzle_core`.

use bdd_core::{Budget, ConstraintId, Interrupted, Rules, Variable};
use nqueens_board::{
    Size, Square, TERMS, cell_of, diagonal_rule, file_name, rank_and_file_scopes, rank_list, scope_of, square_in,
    square_named,
};
use puzzle_core::answer::Facts;
use puzzle_core::sat::Solver;
use puzzle_core::{Marks, Puzzle, Terms, Visibility, Words};
use puzzle_kind::{BadArgument, Cell, Difficulty, Layout, Playable, RuleScope, StatedRule};

use crate::attack::{Attack, Clash};
use crate::board::{Board, MAX_STARS};
use crate::rules::rules;
use crate::search;
use crate::state::LineSets;

/// The terms for stars in JSON answers.
const STAR_TERMS: Terms = Terms {
    stands: Some("star"),
    placed: "stars",
    excluded: "excluded",
    conflict: "stars-exclude",
    placed_on_blocked: "star-on-blocked",
    ..TERMS
};

/// Returns `true` if two squares share a side.
fn is_beside(a: Square, b: Square) -> bool {
    a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()) == 1
}

/// A board with the rules for its queens or stars.
///
/// The puzzle has a variable for each square, in the order of [`Size::squares`], and a line (constraint) for each rank,
/// file and region.
///
/// ```
/// use std::sync::Arc;
/// use puzzle_core::{Budget, Move, Session, Status, Words};
/// use regions_guide::{Attack, RegionsPuzzle, all_solutions};
///
/// let puzzle = RegionsPuzzle::new("AABB\nABBB\nCCDD\nCCDD".parse()?, Attack::King);
/// let [a3, b1] = ["a3", "b1"].map(|name| puzzle.variable_named(name).unwrap());
/// let budget = &mut Budget::unlimited();
/// let mut game = Session::new(Arc::new(all_solutions(puzzle, budget)?), budget)?;
/// assert_eq!(game.guide().total().to_string(), "2");
/// game.play(Move::Place(b1), budget)?;
/// assert_eq!(game.guide().status(a3), Status::Forced);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RegionsPuzzle {
    pub(crate) board: Board,
    pub(crate) attack: Attack,
    /// The number of pieces on every line: one queen, or several stars.
    pub(crate) stars: usize,
    rules: Rules,
    /// `false` for an outline: a board that is shown until its regions are known.
    has_regions: bool,
}

impl RegionsPuzzle {
    /// Returns the puzzle of a board with one queen on every line.
    #[must_use]
    pub fn new(board: Board, attack: Attack) -> RegionsPuzzle {
        RegionsPuzzle::with_stars(board, attack, 1)
    }

    /// Returns the puzzle of a board with `stars` pieces on every line: one queen, or several stars as in Star Battle.
    ///
    /// # Panics
    ///
    /// If `stars` is not from 1 to 6.
    #[must_use]
    pub fn with_stars(board: Board, attack: Attack, stars: usize) -> RegionsPuzzle {
        assert!((1..=MAX_STARS).contains(&stars), "1 to {MAX_STARS} stars, not {stars}");
        RegionsPuzzle { rules: rules(&board, attack, stars), board, attack, stars, has_regions: true }
    }

    /// Returns `true` for Star Battle: lines have several pieces, which are stars.
    fn is_battle(&self) -> bool {
        self.stars > 1
    }

    /// Returns the noun for a piece.
    fn noun(&self) -> &'static str {
        if self.is_battle() { "star" } else { "queen" }
    }

    /// Returns the reason why two different squares can't both have a piece; `None` if both can.
    fn clash(&self, a: Square, b: Square) -> Option<Clash> {
        self.attack.clash(&self.board, self.stars, a, b)
    }

    /// Returns an outline: a puzzle to show until the regions are known. Until then, its regions are the ranks.
    pub(crate) fn outline(size: Size, attack: Attack, stars: usize) -> RegionsPuzzle {
        RegionsPuzzle { has_regions: false, ..RegionsPuzzle::with_stars(Board::of_ranks(size), attack, stars) }
    }

    fn size(&self) -> Size {
        self.board.size
    }

    /// Returns the rule that no two pieces touch. The rule has a scope for each square, in which this square is
    /// compared with each square around it.
    fn touching_rule(&self) -> StatedRule {
        let size = self.size();
        let scope = |square: Square| {
            let (file, rank) = (square.file(), square.rank());
            let beside = |at: usize| at.saturating_sub(1)..(at + 2).min(size.get());
            let near = beside(rank).flat_map(|rank| beside(file).map(move |file| Square::at(file, rank)));
            let around = near.filter(|&other| other != square);
            let scope = RuleScope::new(square.to_string(), vec![cell_of(size, square)]);
            around.fold(scope, |scope, other| scope.counting(0..=1, [square, other].map(|one| size.variable(one))))
        };
        let sentence = format!("No two {}s touch, not even at a corner.", self.noun());
        StatedRule { sentence, scopes: size.squares().map(scope).collect() }
    }

    /// Returns the squares of these variables, in the same order.
    pub(crate) fn squares(&self, variables: &[Variable]) -> Vec<Square> {
        variables.iter().map(|&variable| self.size().square_of(variable)).collect()
    }
}

/// Returns the difficulty of a board; `None` if the board doesn't have exactly one solution, or has several stars on a
/// line.
///
/// At every difficulty, a person places a queen wherever a line (a rank, a file or a region) has only one square left.
/// The difficulty depends on the further deductions that are needed:
///
/// - easy: a square is ruled out because a queen there would leave some line without squares;
/// - medium: a square is ruled out because a queen there would force further queens, until some line has no square
///   left;
/// - hard: the squares of a line have to be tried one after another.
///
/// ```
/// use puzzle_kind::Difficulty;
/// use regions_guide::{Attack, RegionsPuzzle, rate};
///
/// let puzzle = RegionsPuzzle::new("AABB\nABBC\nAACC\nDDDC".parse()?, Attack::King);
/// assert_eq!(rate(&puzzle), Some(Difficulty::Easy));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rate(puzzle: &RegionsPuzzle) -> Option<Difficulty> {
    if puzzle.is_battle() {
        return None;
    }
    let lines = LineSets::new(&puzzle.rules);
    let found = search::solutions(&lines, lines.start(), 2, &mut Budget::unlimited())
        .expect("an unlimited budget is never used up");
    (found.len() == 1).then(|| lines.difficulty())
}

impl Puzzle for RegionsPuzzle {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn visibility(&self, line: ConstraintId) -> Visibility {
        if line.index() / self.size().get() == 2 { Visibility::Near } else { Visibility::Straight }
    }

    fn places(&self) -> Option<usize> {
        Some(self.size().get() * self.stars)
    }
}

impl Layout for RegionsPuzzle {
    fn region(&self, cell: Cell) -> Option<usize> {
        self.has_regions.then(|| Some(self.board.region(square_in(self.size(), cell)?)))?
    }

    fn region_letter(&self, region: usize) -> Option<char> {
        Some(self.board.letters[region])
    }

    fn grid(&self) -> (usize, usize) {
        (self.size().get(), self.size().get())
    }

    fn cell(&self, variable: Variable) -> Cell {
        cell_of(self.size(), self.size().square_of(variable))
    }

    fn symbol(&self, _: Variable) -> char {
        if self.is_battle() { '*' } else { 'Q' }
    }

    /// Returns a symbol that differs from the letters of the regions.
    fn symbol_among_letters(&self, _: Variable) -> char {
        if self.is_battle() { '★' } else { '♛' }
    }

    fn cell_named(&self, text: &str) -> Result<Cell, BadArgument> {
        self.named(text).map(|variable| self.cell(variable))
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
        if self.is_battle() { "Star Battle" } else { "queens in regions" }
    }

    fn task(&self) -> String {
        let peace = match self.attack {
            Attack::King => "no two touch",
            Attack::Queen => "none attacks another",
        };
        let pieces = if self.is_battle() { format!("{} stars", self.stars) } else { "One queen".to_owned() };
        format!("{pieces} on every rank and file and in every region: {peace}.")
    }

    fn line_name(&self, line: ConstraintId) -> String {
        let (n, line) = (self.size().get(), line.index());
        match line / n {
            0 => format!("rank {}", line + 1),
            1 => format!("file {}", file_name(line - n)),
            _ => format!("region {}", self.board.letters[line - 2 * n]),
        }
    }

    fn line_phrase(&self, line: ConstraintId) -> String {
        let is_region = line.index() / self.size().get() == 2;
        format!("{} {}", if is_region { "in" } else { "on" }, self.line_name(line))
    }

    fn shared(&self, a: Variable, b: Variable) -> Option<String> {
        let [a, b] = [a, b].map(|variable| self.size().square_of(variable));
        Some(match self.clash(a, b)? {
            Clash::On(direction) => direction.to_string(),
            Clash::Touch if is_beside(a, b) => "side".to_owned(),
            Clash::Touch => "corner".to_owned(),
            Clash::InRegion(region) => format!("region {}", self.board.letters[region]),
        })
    }

    fn along(&self, by: Variable, excluded: Variable) -> Option<String> {
        let [by, excluded] = [by, excluded].map(|variable| self.size().square_of(variable));
        Some(match self.clash(by, excluded)? {
            Clash::On(direction) => format!("along {}", direction.through(by)),
            Clash::Touch if is_beside(by, excluded) => "beside it".to_owned(),
            Clash::Touch => "at a corner".to_owned(),
            Clash::InRegion(region) => format!("in region {}", self.board.letters[region]),
        })
    }

    fn clash(&self, a: Variable, b: Variable) -> String {
        let verb = if self.is_battle() { "rule each other out" } else { "attack each other" };
        let [from, to] = [a, b].map(|variable| self.size().square_of(variable));
        match (self.clash(from, to), self.along(a, b)) {
            // Queens that touch attack each other; stars only touch.
            (Some(Clash::Touch), _) if self.is_battle() => "touch".to_owned(),
            (_, Some(along)) => format!("{verb} {along}"),
            (_, None) => verb.to_owned(),
        }
    }

    fn details(&self, variable: Variable) -> Facts {
        let region = self.board.region(self.size().square_of(variable));
        Facts::new().with("region", self.board.letters[region].to_string())
    }

    fn piece(&self) -> Option<&'static str> {
        Some(self.noun())
    }

    fn cell_noun(&self) -> &'static str {
        "square"
    }

    fn solved(&self) -> String {
        format!("Solved! All {} {}s placed.", self.size().get() * self.stars, self.noun())
    }

    fn unsolved(&self) -> String {
        format!("All {}s are placed, but some break a rule.", self.noun())
    }

    fn solution_line(&self, solution: &[Variable]) -> Option<String> {
        if self.is_battle() { None } else { rank_list(self.size(), solution) }
    }

    fn name(&self, variable: Variable) -> String {
        self.size().square_of(variable).to_string()
    }

    fn puzzle_noun(&self) -> &'static str {
        "board"
    }

    fn exclusion_verbs(&self) -> [&'static str; 2] {
        if self.is_battle() { ["rule out", "ruled out"] } else { ["attack", "attacked"] }
    }

    fn terms(&self) -> Terms {
        if self.is_battle() { STAR_TERMS } else { TERMS }
    }
}

impl Playable for RegionsPuzzle {
    /// Returns the letters of the regions, a rank on each text line from the top.
    fn text(&self) -> String {
        self.board.to_string()
    }

    fn head(&self) -> Facts {
        let facts = Facts::new().with("n", self.size().get()).with("attack", self.attack.name());
        if self.is_battle() { facts.with("stars", self.stars) } else { facts }
    }

    fn stated_rules(&self) -> Vec<StatedRule> {
        let (size, stars) = (self.size(), self.stars);
        let each = if self.is_battle() { format!("{stars} stars") } else { "one queen".to_owned() };
        let regions = (0..size.get()).filter(|_| self.has_regions).map(|region| {
            let squares: Vec<Square> = self.board.squares_of(region).collect();
            scope_of(size, format!("region {}", self.board.letters[region]), &squares, stars..=stars)
        });
        let scopes = rank_and_file_scopes(size, &(stars..=stars)).into_iter().chain(regions).collect();
        let lines = StatedRule { sentence: format!("Each rank, each file and each region has {each}."), scopes };
        let apart = match self.attack {
            Attack::King => vec![self.touching_rule()],
            // Stars on the same rank may be apart, but not side by side.
            Attack::Queen if self.is_battle() => vec![self.touching_rule(), diagonal_rule(size, "stars")],
            Attack::Queen => vec![diagonal_rule(size, "queens")],
        };
        [lines].into_iter().chain(apart).collect()
    }

    fn faults(&self) -> Vec<String> {
        let parts = (0..self.size().get()).map(|region| (self.board.letters[region], self.board.part_count(region)));
        let scattered = parts.filter(|&(_, count)| count > 1);
        let fault = |(letter, count)| format!("region {letter} is not connected: it lies in {count} parts");
        scattered.map(fault).collect()
    }

    fn difficulty(&self) -> Option<Difficulty> {
        rate(self)
    }

    fn merits(&self) -> Option<&'static str> {
        Some("its regions are connected")
    }

    fn named(&self, text: &str) -> Result<Variable, BadArgument> {
        Ok(self.size().variable(square_named(self.size(), text).map_err(|error| error.to_string())?))
    }

    fn first_completions(
        &self,
        marks: &Marks,
        limit: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Variable>>, Interrupted> {
        if self.is_battle() {
            return search::models(Solver::new(&self.rules, marks.literals(), budget)?, limit, budget);
        }
        search::completions(&self.rules, marks, limit, budget)
    }
}
