//! The scene: the drawing of arguments, hints, clashes, solutions and heat on the board, beside the statuses. Its look
//! is for the face.

mod content;
mod heat;
mod shade;
mod tints;

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use puzzle_core::explain::{Scene as Shown, Step};
use puzzle_core::{BigUint, Conflict, ConstraintId, Guide, Hint, Literal, Move, Status, Variable};
use puzzle_kind::{Cell, SideClue};

use crate::board::{self, Side};
use crate::clash::ClashScreen;
use crate::conjunction::ConjunctionView;
use crate::model::{Grade, Model};
use crate::screen::Mode;
use crate::why::WhyScreen;
pub use content::{Content, Drawing, PencilMark, SquareContent};
use heat::Heat;
pub use shade::Shade;
pub use tints::Tints;

/// What a cell is shown for, beside its status: in an argument, a hint, or a solution that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing is to be said of it.
    Blank,
    /// On the way from what stands to what it excludes.
    Way,
    /// On the line that is spoken of.
    Line,
    /// On the line that is spoken of, and ruled out.
    RuledOut,
    /// On the line that is spoken of, and left; or what is to be played.
    Left,
    /// It is supposed to be placed.
    Supposed,
    /// It clashes with something.
    Clash,
}

/// The direction of a line through cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LineDirection {
    /// Along a row.
    Row,
    /// Along a column.
    Column,
    /// From the lower left to the upper right.
    Diagonal,
    /// From the upper left to the lower right.
    AntiDiagonal,
    /// Two or more that cross.
    Crossing,
}

/// What is to be shown of a variable for another reason than its status.
#[derive(Clone, Copy)]
pub struct Mark {
    /// What it is shown for.
    pub tone: Tone,
    /// What is drawn; `None` for what its status has there.
    pub sign: Option<Drawing>,
}

/// How something on the board is to look: like a status, or like what it is shown for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CellStyle {
    /// Like this status.
    Status(Status),
    /// Like what is shown for this.
    Tone(Tone),
}

/// All that is to be seen on the board of a game beside the statuses.
pub struct BoardScene<'a> {
    model: &'a Model,
    marks: BTreeMap<Variable, Mark>,
    heat: Option<Heat>,
}

impl<'a> BoardScene<'a> {
    /// What is to be seen of a game as it is.
    #[must_use]
    pub fn of(model: &'a Model) -> BoardScene<'a> {
        let is_play = matches!(model.screen.mode, Mode::Play);
        let heat = model.guide().filter(|_| model.has_heat() && is_play).and_then(Heat::of);
        let mut scene = BoardScene { model, marks: BTreeMap::new(), heat };
        match &model.screen.mode {
            Mode::Play | Mode::Page(_) => scene.mark_game(),
            Mode::Diagram(screen) => match screen.conjunction() {
                Some(conjunction) => scene.mark_conjunction(conjunction),
                None => scene.mark_game(),
            },
            Mode::Why(screen) => scene.mark_argument(screen),
            Mode::Clash(screen) => scene.mark_clash(screen),
            Mode::Browse(screen) => {
                scene.mark(screen.solution().iter().copied(), Tone::Supposed, Some(Drawing::Supposed));
            }
        }
        scene
    }

    /// What is to be shown of a variable for another reason than its status.
    pub(crate) fn mark_of(&self, variable: Variable) -> Option<Mark> {
        self.marks.get(&variable).copied()
    }

    /// The meaning of the highest level of the heat on the board, if that is shown, in whole percent of the solutions.
    #[must_use]
    pub fn highest_heat(&self) -> Option<BigUint> {
        self.heat.as_ref().map(Heat::highest)
    }

    /// Whether something stands in a cell and clashes, and is shown to.
    #[must_use]
    pub fn clashes_at(&self, cell: Cell) -> bool {
        let Some(guide) = self.model.guide() else { return false };
        let stands = |variable: Variable| guide.status(variable).stands();
        let is_clash = |variable: Variable| self.mark_of(variable).is_some_and(|mark| mark.tone == Tone::Clash);
        self.model.play.board.variables(cell).iter().any(|&variable| stands(variable) && is_clash(variable))
    }

    fn mark(&mut self, variables: impl IntoIterator<Item = Variable>, tone: Tone, sign: Option<Drawing>) {
        self.marks.extend(variables.into_iter().map(|variable| (variable, Mark { tone, sign })));
    }

    fn line(&self, line: ConstraintId) -> Vec<Variable> {
        self.model.play.board.line(line).to_vec()
    }

    /// What excludes each other though it stands, and what a hint has told.
    fn mark_game(&mut self) {
        for &conflict in self.model.clashes() {
            self.mark_conflict(conflict);
        }
        let Some(given) = &self.model.screen.hint else { return };
        if let Some(line) = given.hint.line() {
            self.mark(self.line(line), Tone::Line, None);
        }
        if let Hint::Deduced(deduction) = &given.hint {
            deduction.lines().iter().for_each(|&line| self.mark(self.line(line), Tone::Line, None));
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

    /// Two that clash, and what they have in common.
    fn mark_clash(&mut self, screen: &ClashScreen) {
        if let Some(line) = screen.line(&self.model.play.board) {
            self.mark(self.line(line), Tone::Line, Some(Drawing::Blank));
        }
        let conflict = screen.conflict();
        if let Conflict::Exclusion(a, b) = conflict {
            self.mark_way(a, b);
        }
        self.mark_conflict(conflict);
    }

    /// What has joined; what the guide knows is of another diagram. What stands is there from the beginning.
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

    /// The frame of an argument.
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
            self.mark(self.line(line), Tone::Line, Some(Drawing::Blank));
        }
        self.mark(frame.ruled_out().iter().map(|reason| reason.variable), Tone::RuledOut, Some(Drawing::Dead));
        self.mark(frame.left(), Tone::Left, Some(Drawing::Left));
        // What was shown to be out before this step, where it is told.
        self.mark(frame.out.iter().copied(), Tone::RuledOut, Some(Drawing::Dead));
        if is_forced {
            self.mark([subject], Tone::RuledOut, Some(Drawing::Vacant));
        }
        match frame.scene {
            Shown::Step(Step::Excluded { by }) => {
                self.mark([subject], Tone::RuledOut, Some(Drawing::Dead));
                self.mark([*by], Tone::Clash, None);
            }
            Shown::Step(Step::Full { by, .. }) => {
                self.mark([subject], Tone::RuledOut, Some(Drawing::Dead));
                self.mark(by.iter().copied(), Tone::Clash, None);
            }
            Shown::Step(Step::Conflict(Conflict::Exclusion(a, b))) => self.mark([*a, *b], Tone::Clash, None),
            Shown::Step(Step::Locked { base, ruled_out, out, .. }) => {
                let is_ruled_out = |variable: &Variable| ruled_out.iter().any(|reason| reason.variable == *variable);
                let status = |variable| self.model.guide().map(|guide| guide.status(variable));
                // What stands or is blocked, and what that excludes, is nothing that a line has left.
                let is_left = |variable: &Variable| {
                    matches!(status(*variable), Some(Status::Open | Status::Dead | Status::Forced | Status::Unknown))
                };
                let on_lines = base.iter().flat_map(|&line| self.line(line));
                let left: Vec<Variable> =
                    on_lines.filter(|variable| is_left(variable) && !is_ruled_out(variable)).collect();
                // Where something is supposed, that excludes others, which are not told.
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
        // What the player has placed is drawn in any case.
        self.mark(frame.placed.iter().copied(), Tone::Supposed, Some(Drawing::Supposed));
    }

    /// The player's marks that the argument does not use.
    fn fade_bystanders(&mut self, screen: &WhyScreen) {
        let marks = self.model.guide().map(Guide::marks);
        let (Some(marks), Some(why)) = (marks, screen.argument.explanation()) else { return };
        let bystanders = marks.without(&why.core).without(&why.also);
        self.mark(bystanders.placed.into_iter().chain(bystanders.blocked), Tone::Blank, None);
    }

    /// The way from what stands to what it excludes, where that is a straight line over cells that have room for it.
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
            // What a region has to itself is not on the way along a diagonal.
            _ if down.abs() != right.abs() || is_in_region => return,
            _ if (down > 0) == (right > 0) => LineDirection::AntiDiagonal,
            _ => LineDirection::Diagonal,
        };
        let mut between = board::path(from, to);
        between.pop();
        for variable in between.into_iter().filter_map(|cell| self.model.play.board.only(cell)) {
            let sign = Some(Drawing::Way(way));
            let drawn = self.marks.entry(variable).or_insert(Mark { tone: Tone::Way, sign });
            if drawn.sign != sign {
                drawn.sign = Some(Drawing::Way(LineDirection::Crossing));
            }
        }
    }
}

impl Model {
    /// The number beside a row or a column: how many are wanted there, and how many stand there compared with that; `None` if
    /// the puzzle has none. All that stands is counted, whatever the level of help.
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

    /// The row or column that is spoken of, if any: its name is pointed at.
    #[must_use]
    pub fn pointed_side(&self) -> Option<Side> {
        match &self.screen.mode {
            Mode::Play => self.play.board.side(self.hint()?.line()?),
            mode => mode.pointed_side(&self.play.board),
        }
    }

    /// The cell that is spoken of, if any: a frame is drawn around it.
    #[must_use]
    pub fn bracketed_cell(&self) -> Option<Cell> {
        self.screen.mode.bracketed_cell(&self.play.board, self.play.cursor)
    }
}
