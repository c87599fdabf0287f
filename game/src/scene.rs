//! The scene: arguments, hints, clashes, solutions and heat drawn over the statuses of the board. Faces (user
//! interfaces) choose colours and glyphs.

mod content;
mod heat;
mod shade;
mod tints;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use puzzle_core::explain::{Cover, Reason, RuledOut, Scene as Shown, Step};
use puzzle_core::{BigUint, Conflict, ConstraintId, Guide, Hint, Literal, Move, Status, Variable};
use puzzle_kind::{Cell, SideClue};

use crate::board::{self, Side};
use crate::clash::ClashScreen;
use crate::conjunction::ConjunctionView;
use crate::model::{Grade, Model};
use crate::result::ResultScreen;
use crate::screen::Mode;
use crate::why::WhyScreen;
pub use content::{Content, Drawing, PencilMark, SquareContent};
use heat::Heat;
pub use shade::Shade;
pub use tints::Tints;

/// A reason to draw a variable differently from its [`Status`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The variable has no mark, since it has no part in the argument, conjunction or solution shown.
    Blank,
    /// The variable is on the path between two variables that exclude each other.
    Path,
    /// The variable is on the line (constraint) of the argument or hint.
    Line,
    /// The variable is ruled out by the argument or by the hint.
    RuledOut,
    /// The variable is left as a candidate on the line of an argument. On the screen of a conjunction, the variable
    /// takes part in the rules added in the step shown.
    Left,
    /// The variable is supposed or concluded to be true. This includes the placements of an argument or hint, and all
    /// variables of a solution shown.
    Supposed,
    /// The variable is placed or given, and rules out others in the argument shown.
    Evidence,
    /// The variable is in a conflict; in a hint, it is to be removed or unblocked.
    Clash,
}

/// The direction of a line through cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineDirection {
    /// A line along a row.
    Row,
    /// A line along a column.
    Column,
    /// A line from the lower left to the upper right.
    Diagonal,
    /// A line from the upper left to the lower right.
    AntiDiagonal,
    /// Two or more lines that cross in the cell.
    Crossing,
}

/// A mark over the [`Status`] of a variable.
#[derive(Clone, Copy)]
pub struct Mark {
    /// The reason for the mark, which decides its look.
    pub tone: Tone,
    /// The drawing in place of the status; `None` keeps the drawing of the status.
    pub sign: Option<Drawing>,
}

/// The look of a cell or value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CellStyle {
    /// The look of a status, without a mark over it.
    Status(Status),
    /// The look of a tone, which a mark puts over the status.
    Tone(Tone),
}

/// The scene of a game's board: the [`Mark`]s of the screen shown, and the heat map.
///
/// ```
/// use std::sync::Arc;
///
/// use game::{BoardScene, Content, Drawing, Model, Series};
/// use puzzle_kind::Cell;
/// use sudoku_guide::{Grid, Shape, Sudoku};
///
/// let sudoku = Sudoku::new(Grid::parse(Shape::new(2, 2)?, "1...............")?);
/// let model = Model::new(Arc::new(Series::of(Vec::new())), 1, Arc::new(sudoku));
/// let scene = BoardScene::of(&model);
/// let given = scene.content(Cell { row: 0, column: 0 });
/// assert!(matches!(given, Content::One { drawing: Drawing::Value(_), .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardScene<'a> {
    model: &'a Model,
    marks: BTreeMap<Variable, Mark>,
    /// The variables of the lines of the argument, hint or clash shown, the evidence of the argument, and the target of
    /// the lesson's task.
    lines: BTreeSet<Variable>,
    heat: Option<Heat>,
}

impl<'a> BoardScene<'a> {
    /// Builds the scene of a model.
    #[must_use]
    pub fn of(model: &'a Model) -> BoardScene<'a> {
        let is_play = matches!(model.screen.mode, Mode::Play);
        let heat = model.drawn_guide().filter(|_| model.has_heat() && is_play).and_then(Heat::of);
        let mut scene = BoardScene { model, marks: BTreeMap::new(), lines: BTreeSet::new(), heat };
        match &model.screen.mode {
            Mode::Play | Mode::Page(_) => scene.mark_game(),
            Mode::Diagram(screen) => match screen.conjunction() {
                Some(conjunction) => scene.mark_conjunction(conjunction),
                None => scene.mark_game(),
            },
            Mode::Why(screen) => scene.mark_argument(screen),
            Mode::Clash(screen) => scene.mark_clash(screen),
            Mode::Result(screen) => scene.mark_result(screen),
            Mode::Browse(screen) => {
                scene.mark(screen.solution().iter().copied(), Tone::Supposed, Some(Drawing::Supposed));
            }
        }
        scene
    }

    /// Returns the mark over a variable; `None` if its status is drawn alone.
    pub(crate) fn mark_of(&self, variable: Variable) -> Option<Mark> {
        self.marks.get(&variable).copied()
    }

    /// Returns the share of the solutions that contain the hottest cell (the open cell with the most solutions), in
    /// percent, rounded down. Returns `None` if no heat is shown.
    #[must_use]
    pub fn highest_heat(&self) -> Option<BigUint> {
        self.heat.as_ref().map(Heat::highest)
    }

    /// Returns `true` if a placed or given variable of `cell` is shown in a conflict.
    #[must_use]
    pub fn clashes_at(&self, cell: Cell) -> bool {
        let Some(guide) = self.model.guide() else { return false };
        let stands = |variable: Variable| guide.status(variable).stands();
        let is_clash = |variable: Variable| self.mark_of(variable).is_some_and(|mark| mark.tone == Tone::Clash);
        self.model.play.board.variables(cell).iter().any(|&variable| stands(variable) && is_clash(variable))
    }

    /// Returns `true` if a line of the argument, hint or clash shown contains a variable of `cell`, or if the cell has
    /// evidence of the argument or is the target of the lesson's task.
    #[must_use]
    pub fn is_on_line(&self, cell: Cell) -> bool {
        self.model.play.board.variables(cell).iter().any(|variable| self.lines.contains(variable))
    }

    fn mark(&mut self, variables: impl IntoIterator<Item = Variable>, tone: Tone, sign: Option<Drawing>) {
        self.marks.extend(variables.into_iter().map(|variable| (variable, Mark { tone, sign })));
    }

    fn line(&self, line: ConstraintId) -> Vec<Variable> {
        self.model.play.board.line(line).to_vec()
    }

    /// Marks the variables of a line with [`Tone::Line`].
    fn mark_line(&mut self, line: ConstraintId, sign: Option<Drawing>) {
        let variables = self.line(line);
        self.lines.extend(&variables);
        self.mark(variables, Tone::Line, sign);
    }

    /// Marks those of `causes` that are placed or given with [`Tone::Evidence`].
    fn mark_evidence(&mut self, causes: impl IntoIterator<Item = Variable>) {
        let Some(guide) = self.model.guide() else { return };
        let standing: Vec<Variable> = causes.into_iter().filter(|&cause| guide.status(cause).stands()).collect();
        self.lines.extend(&standing);
        self.mark(standing, Tone::Evidence, None);
    }

    /// Marks the covers of a counting argument that are no lines, such as blocks of 2 x 2 cells, with [`Tone::Line`].
    fn mark_cliques(&mut self, covers: &[Cover], sign: Option<Drawing>) {
        for cover in covers {
            if let Cover::Clique(variables) = cover {
                self.lines.extend(variables);
                self.mark(variables.iter().copied(), Tone::Line, sign);
            }
        }
    }

    /// Marks the placed and given variables that the screen of the result highlights.
    fn mark_result(&mut self, screen: &ResultScreen) {
        let board = &self.model.play.board;
        let cells = (0..board.rows()).flat_map(|row| (0..board.columns()).map(move |column| Cell { row, column }));
        let lit = cells.filter(|&cell| screen.highlights(board, cell)).flat_map(|cell| board.variables(cell));
        let stands =
            |variable: &&Variable| self.model.drawn_guide().is_some_and(|guide| guide.status(**variable).stands());
        let lit: Vec<Variable> = lit.filter(stands).copied().collect();
        self.mark(lit, Tone::Supposed, None);
    }

    /// Marks the conflicts to show, and the part of the hint given so far.
    fn mark_game(&mut self) {
        for &conflict in self.model.clashes() {
            self.mark_conflict(conflict);
        }
        let lesson = self.model.lesson().filter(|_| self.model.hint().is_none());
        let target =
            lesson.zip(self.model.guide()).and_then(|(lesson, guide)| lesson.target(&self.model.play.board, guide));
        self.lines.extend(target);
        self.mark(target.filter(|target| self.mark_of(*target).is_none()), Tone::Line, None);
        let Some(given) = &self.model.screen.hint else { return };
        if let Some(line) = given.hint.line() {
            self.mark_line(line, None);
        }
        if let Hint::Deduced(deduction) = &given.hint {
            deduction.lines().iter().for_each(|&line| self.mark_line(line, None));
            if let Some(Step::Locked { covers, .. }) = deduction.steps.last() {
                self.mark_cliques(covers, None);
            }
        }
        if given.grade > Grade::Look {
            for made in given.hint.moves() {
                match made {
                    Move::Place(variable) => self.mark([variable], Tone::Supposed, Some(Drawing::Supposed)),
                    Move::Remove(variable) | Move::Unblock(variable) => self.mark([variable], Tone::Clash, None),
                    Move::Block(variable) => self.mark([variable], Tone::RuledOut, Some(Drawing::Dead)),
                    Move::Clear => {}
                }
            }
        }
    }

    fn mark_conflict(&mut self, conflict: Conflict) {
        self.mark(self.model.in_conflict(&conflict), Tone::Clash, None);
    }

    /// Marks the variables of a conflict, the line that these variables share, and the path between their cells.
    fn mark_clash(&mut self, screen: &ClashScreen) {
        if let Some(line) = screen.line(&self.model.play.board) {
            self.mark_line(line, Some(Drawing::Blank));
        }
        let conflict = screen.conflict();
        if let Conflict::Exclusion(a, b) = conflict {
            self.mark_way(a, b);
        }
        self.mark_conflict(conflict);
    }

    /// Marks the variables of the rules added in the step shown, and blanks all other variables, since their statuses
    /// hold only for the finished diagram. Given and placed variables keep their look, since every step contains them.
    fn mark_conjunction(&mut self, conjunction: &ConjunctionView) {
        let stands = |variable: &Variable| {
            let status = self.model.guide().map(|guide| guide.status(*variable));
            matches!(status, Some(Status::Given | Status::Placed))
        };
        let puzzle = self.model.play.board.puzzle();
        let others: Vec<Variable> =
            Variable::all(puzzle.rules().projected_variables()).filter(|variable| !stands(variable)).collect();
        let joined: Vec<Variable> = conjunction.variables(puzzle);
        let joined: Vec<Variable> = joined.into_iter().filter(|variable| !stands(variable)).collect();
        self.mark(others, Tone::Blank, Some(Drawing::Blank));
        self.mark(joined, Tone::Left, Some(Drawing::Left));
    }

    /// Marks the variables of the argument's step that is shown. At the end of the argument, marks the variables of its
    /// conclusions.
    fn mark_argument(&mut self, screen: &WhyScreen) {
        let subject = screen.argument.subject();
        let is_forced = screen.argument.explanation().is_some_and(|why| why.status == Status::Forced);
        self.fade_bystanders(screen);
        let Some(frame) = screen.frame() else {
            for Literal { variable, value } in screen.argument.conclusions() {
                let (tone, sign) =
                    if value { (Tone::Supposed, Drawing::Supposed) } else { (Tone::RuledOut, Drawing::Dead) };
                self.mark([variable], tone, Some(sign));
            }
            return;
        };
        for (from, to) in frame.exclusions(subject) {
            self.mark_way(from, to);
        }
        for &line in frame.lines() {
            self.mark_line(line, Some(Drawing::Blank));
        }
        if let Shown::Step(Step::Locked { covers, .. }) = frame.scene {
            self.mark_cliques(covers, Some(Drawing::Blank));
        }
        self.mark(frame.ruled_out().iter().map(|reason| reason.variable), Tone::RuledOut, Some(Drawing::Dead));
        self.mark(frame.left(), Tone::Left, Some(Drawing::Left));
        // The variables that earlier steps have excluded, and that the sentence of this step mentions.
        self.mark(frame.out.iter().copied(), Tone::RuledOut, Some(Drawing::Dead));
        let of_line = |reason: &RuledOut| match reason.because {
            Reason::Full { on } => self.line(on),
            _ => Vec::new(),
        };
        let on_full_lines: Vec<Variable> = frame.ruled_out().iter().flat_map(of_line).collect();
        if !matches!(frame.scene, Shown::Step(Step::Conflict(_))) {
            self.mark_evidence(frame.exclusions(subject).into_iter().map(|(cause, _)| cause).chain(on_full_lines));
        }
        if is_forced {
            self.mark([subject], Tone::RuledOut, Some(Drawing::Vacant));
        }
        match frame.scene {
            Shown::Step(Step::Excluded { .. }) => self.mark([subject], Tone::RuledOut, Some(Drawing::Dead)),
            Shown::Step(Step::Full { by, .. }) => {
                self.mark([subject], Tone::RuledOut, Some(Drawing::Dead));
                self.mark_evidence(by.iter().copied());
            }
            Shown::Step(Step::Conflict(Conflict::Exclusion(a, b))) => self.mark([*a, *b], Tone::Clash, None),
            Shown::Step(Step::Locked { base, ruled_out, out, .. }) => {
                let is_ruled_out = |variable: &Variable| ruled_out.iter().any(|reason| reason.variable == *variable);
                let status = |variable| self.model.guide().map(|guide| guide.status(variable));
                // A line has no candidates among given, placed, blocked and excluded variables.
                let is_left = |variable: &Variable| {
                    matches!(status(*variable), Some(Status::Open | Status::Dead | Status::Forced | Status::Unknown))
                };
                let on_lines = base.iter().flat_map(|&line| self.line(line));
                let left: Vec<Variable> =
                    on_lines.filter(|variable| is_left(variable) && !is_ruled_out(variable)).collect();
                // If the step supposes a placement, the placement excludes more variables than the step mentions. So a
                // variable that looks open may be no candidate.
                if frame.supposed.is_none() {
                    self.mark(left, Tone::Left, Some(Drawing::Left));
                }
                self.mark(out.iter().copied(), Tone::RuledOut, Some(Drawing::Dead));
            }
            Shown::Step(Step::Common { out, .. }) => {
                self.mark(out.iter().copied(), Tone::RuledOut, Some(Drawing::Dead));
            }
            _ => {}
        }
        // These marks come last, so that no other mark hides the player's placements.
        self.mark(frame.placed.iter().copied(), Tone::Supposed, Some(Drawing::Supposed));
    }

    /// Blanks the player's placed and blocked variables that the explanation does not use.
    fn fade_bystanders(&mut self, screen: &WhyScreen) {
        let marks = self.model.guide().map(Guide::marks);
        let (Some(marks), Some(why)) = (marks, screen.argument.explanation()) else { return };
        let bystanders = marks.without(&why.core).without(&why.also);
        self.mark(bystanders.placed.into_iter().chain(bystanders.blocked), Tone::Blank, None);
    }

    /// Marks the path between two variables that exclude each other, if it is straight. Leaves cells with several
    /// variables unmarked.
    fn mark_way(&mut self, from: Variable, to: Variable) {
        let puzzle = self.model.play.board.puzzle();
        if ![from, to].into_iter().all(|variable| self.model.play.board.is_shown(variable)) {
            return;
        }
        let (from, to) = (puzzle.cell(from), puzzle.cell(to));
        let (down, right) = (to.row as isize - from.row as isize, to.column as isize - from.column as isize);
        let is_in_region = puzzle.region(from).is_some() && puzzle.region(from) == puzzle.region(to);
        let way = match (down, right) {
            (0, _) => LineDirection::Row,
            (_, 0) => LineDirection::Column,
            // Within a region the diagonal is a coincidence: the region excludes the cells.
            _ if down.abs() != right.abs() || is_in_region => return,
            _ if (down > 0) == (right > 0) => LineDirection::AntiDiagonal,
            _ => LineDirection::Diagonal,
        };
        let mut between = board::path(from, to);
        between.pop();
        for variable in between.into_iter().filter_map(|cell| self.model.play.board.only(cell)) {
            let sign = Some(Drawing::Path(way));
            let drawn = self.marks.entry(variable).or_insert(Mark { tone: Tone::Path, sign });
            if drawn.sign != sign {
                drawn.sign = Some(Drawing::Path(LineDirection::Crossing));
            }
        }
    }
}

impl Model {
    /// Returns the clue number beside a row or column, and its comparison with the count of placed and given variables
    /// there: [`Ordering::Greater`] if the count exceeds the clue. Returns `None` if there is no clue. The help level
    /// makes no difference.
    #[must_use]
    pub fn side_number(&self, side: Side) -> Option<(usize, Ordering)> {
        let puzzle = self.board().puzzle();
        let SideClue { number, variables } = match side {
            Side::Row(row) => puzzle.row_clue(row)?,
            Side::Column(column) => puzzle.column_clue(column)?,
        };
        let standing = self.guide().map_or_else(BTreeSet::new, |guide| guide.marks().standing(puzzle));
        let standing = variables.iter().filter(|variable| standing.contains(variable)).count();
        Some((*number, standing.cmp(number)))
    }

    /// Returns the row or column that the hint, argument or clash is about. A face (user interface) highlights the
    /// label of this row or column. Returns `None` if there is no such row or column, as for a diagonal.
    #[must_use]
    pub fn pointed_side(&self) -> Option<Side> {
        match &self.screen.mode {
            Mode::Play => self.play.board.side(self.hint()?.line()?),
            mode => mode.pointed_side(&self.play.board),
        }
    }

    /// Returns the cell that the screen is about, for a face (user interface) to draw a frame around. Returns `None` if
    /// the screen is about the whole board.
    #[must_use]
    pub fn bracketed_cell(&self) -> Option<Cell> {
        self.screen.mode.bracketed_cell(&self.play.board, self.play.cursor)
    }
}
