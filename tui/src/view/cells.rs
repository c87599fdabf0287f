//! What is drawn for each variable: its status, its heat, or what an argument, a hint or a solution shows there.

use std::collections::BTreeMap;

use game::{ClashScreen, Grade, Mode, Side, WhyScreen};
use puzzle_core::explain::{Frame, Scene, Step};
use puzzle_core::{BigUint, Cell, Conflict, Guide, LineId, Literal, Look, Move, Status, Variable, Why};
use ratatui::style::Style;

use super::heat::Heat;
use super::shade::Shade;
use super::tints::Tints;
use crate::face::Face;
use crate::theme::Tone;

/// What is drawn in a cell that is taken or not.
pub(super) struct Drawn {
    /// The glyph.
    pub glyph: String,
    /// Whether the glyph is to be repeated over the whole width: it is part of a line, or of a map.
    pub fills: bool,
    /// The number below or beside it.
    pub count: Option<BigUint>,
    /// Whether the glyph tells more than the number does, so that both are to be shown, or else the glyph.
    pub matters: bool,
    /// How glyph and number look.
    pub style: Style,
}

/// What is to be shown of a variable for another reason than its status.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub tone: Tone,
    /// `None` for the glyph of the status.
    pub glyph: Option<&'static str>,
}

/// The cells of all variables of one frame.
pub(super) struct Cells<'a> {
    pub face: &'a Face,
    /// `None` before the game has begun: then nothing is known of any variable.
    pub guide: Option<&'a Guide>,
    marks: BTreeMap<Variable, Mark>,
    heat: Option<Heat>,
    /// The grounds of the regions, if they have any.
    tints: Option<Tints>,
    /// The glyph of an empty cell of which nothing is said.
    blank: &'static str,
}

impl<'a> Cells<'a> {
    /// `has_lines` if lines or colours tell the cells apart, so that they may be blank.
    pub(super) fn of(face: &'a Face, has_lines: bool) -> Cells<'a> {
        let guide = face.model.guide();
        let tints = Tints::of(face.model.board(), face.theme.tints());
        let blank = if has_lines { " " } else { face.theme.glyphs.excluded };
        let heat =
            guide.filter(|_| face.model.has_heat() && matches!(face.model.mode(), Mode::Play)).and_then(Heat::of);
        let mut cells = Cells { face, guide, marks: BTreeMap::new(), heat, tints, blank };
        match face.model.mode() {
            Mode::Play | Mode::Diagram(_) | Mode::Page(_) => cells.mark_game(),
            Mode::Why(screen) => cells.mark_argument(screen),
            Mode::Clash(screen) => cells.mark_clash(screen),
            Mode::Browse(screen) => {
                let solution = screen.solution().iter().copied();
                cells.mark(solution, Tone::Supposed, Some(face.theme.glyphs.supposed));
            }
        }
        cells
    }

    /// What is to be shown of a variable for another reason than its status.
    pub(super) fn mark_of(&self, variable: Variable) -> Option<Mark> {
        self.marks.get(&variable).copied()
    }

    /// What is drawn in the cell of a variable that has it to itself.
    pub(super) fn drawn(&self, variable: Variable, shade: Shade) -> Drawn {
        let theme = self.face.theme;
        let Some(guide) = self.guide else {
            let style = self.status_style(Status::Open, shade);
            return Drawn { glyph: " ".to_owned(), fills: false, count: None, matters: false, style };
        };
        let status = self.face.model.shown(guide.status(variable));
        let is_play = matches!(self.face.model.mode(), Mode::Play | Mode::Diagram(_));
        // What stands or is blocked stays what it is, whatever else is shown there.
        let stays = matches!(status, Status::Given | Status::Placed | Status::Blocked);
        let symbol = self.face.model.board().puzzle().symbol(variable);
        let (mut glyph, mut style) = if is_play || stays {
            let is_symbol = matches!(status, Status::Given | Status::Placed);
            let glyph = if is_symbol { theme.glyphs.symbol(symbol) } else { theme.glyphs.of(status).to_owned() };
            (glyph, self.status_style(status, shade))
        } else {
            (self.blank.to_owned(), self.tone_style(Tone::Blank, shade))
        };
        let mut fills = false;
        if let Some(heat) = self.heat.as_ref().filter(|_| status == Status::Open) {
            let level = heat.level(guide.completions(variable).value());
            (glyph, style, fills) = (theme.glyphs.levels[level].to_owned(), theme.heat(level), true);
        }
        if let Some(mark) = self.mark_of(variable).filter(|mark| !stays || mark.glyph.is_none()) {
            style = self.tone_style(mark.tone, shade);
            if let Some(marked) = mark.glyph {
                let is_symbol = marked == theme.glyphs.supposed;
                glyph = if is_symbol { theme.glyphs.supposed(symbol) } else { marked.to_owned() };
                fills = marked == theme.glyphs.ways[0];
            }
        }
        let count = is_play && self.face.model.has_counts() && status.is_live();
        let count = count.then(|| guide.completions(variable).value().clone());
        // Backgrounds show the heat anyway.
        let matters = (fills && !theme.palette.is_checkered()) || status == Status::Forced;
        Drawn { glyph, fills, count, matters, style }
    }

    /// The style of a status on the ground of a cell.
    pub(super) fn status_style(&self, status: Status, shade: Shade) -> Style {
        let theme = self.face.theme;
        self.tinted(theme.square(status, shade.light), status, shade)
    }

    /// The style of a tone on the ground of a cell.
    pub(super) fn tone_style(&self, tone: Tone, shade: Shade) -> Style {
        let theme = self.face.theme;
        let style = theme.tone(tone, shade.light);
        match tone {
            Tone::Blank => self.tinted(style, Status::Excluded, shade),
            Tone::Way => self.tinted(style, Status::Blocked, shade),
            Tone::Supposed => self.tinted(style, Status::Placed, shade),
            Tone::Line | Tone::RuledOut | Tone::Left | Tone::Clash => style,
        }
    }

    /// A style on the ground of the cell's region, if it has one, as if for this status.
    fn tinted(&self, style: Style, status: Status, shade: Shade) -> Style {
        match (&self.tints, shade.region) {
            (Some(tints), Some(region)) => self.face.theme.tinted(style, tints.ground(region), status),
            _ => style,
        }
    }

    /// Whether something stands in a cell and clashes, and is shown to.
    pub(super) fn clashes_at(&self, cell: Cell) -> bool {
        let Some(guide) = self.guide else { return false };
        let stands = |variable: Variable| matches!(guide.status(variable), Status::Given | Status::Placed);
        let is_clash = |variable: Variable| self.mark_of(variable).is_some_and(|mark| mark.tone == Tone::Clash);
        self.face.model.board().variables(cell).iter().any(|&variable| stands(variable) && is_clash(variable))
    }

    fn mark(&mut self, variables: impl IntoIterator<Item = Variable>, tone: Tone, glyph: Option<&'static str>) {
        self.marks.extend(variables.into_iter().map(|variable| (variable, Mark { tone, glyph })));
    }

    fn line(&self, line: LineId) -> Vec<Variable> {
        self.face.model.board().line(line).to_vec()
    }

    /// What excludes each other though it stands, and what a hint has told.
    fn mark_game(&mut self) {
        for &conflict in self.face.model.clashes() {
            self.mark_conflict(conflict);
        }
        let Some(given) = self.face.model.hint() else { return };
        if let Some(line) = hinted_line(given.hint.look) {
            self.mark(self.line(line), Tone::Line, None);
        }
        if let Why::Deduced(deduction) = &given.hint.why {
            deduction.lines().into_iter().for_each(|line| self.mark(self.line(line), Tone::Line, None));
        }
        if given.grade > Grade::Look {
            let glyphs = self.face.theme.glyphs;
            for made in given.hint.moves() {
                match made {
                    Move::Place(variable) => self.mark([variable], Tone::Supposed, Some(glyphs.supposed)),
                    Move::Remove(variable) | Move::Unblock(variable) => self.mark([variable], Tone::Clash, None),
                    Move::Block(variable) => self.mark([variable], Tone::RuledOut, Some(glyphs.dead)),
                    Move::Clear => {}
                }
            }
        }
    }

    fn mark_conflict(&mut self, conflict: Conflict) {
        self.mark(self.face.model.in_conflict(&conflict), Tone::Clash, None);
    }

    /// Two that clash, and what they have in common.
    fn mark_clash(&mut self, screen: &ClashScreen) {
        let board = self.face.model.board();
        if let Some(line) = screen.line(board) {
            self.mark(self.line(line), Tone::Line, Some(self.blank));
        }
        let conflict = screen.conflict();
        if let Conflict::Exclusion(a, b) = conflict {
            self.mark_way(a, b);
        }
        self.mark_conflict(conflict);
    }

    /// The frame of an argument.
    fn mark_argument(&mut self, screen: &WhyScreen) {
        let glyphs = self.face.theme.glyphs;
        let subject = screen.argument.subject();
        let is_forced = screen.argument.explanation().is_some_and(|why| why.status == Status::Forced);
        self.fade_bystanders(screen);
        let Some(frame) = screen.frame() else {
            for Literal { variable, value } in screen.argument.conclusions() {
                let (tone, glyph) =
                    if value { (Tone::Supposed, glyphs.supposed) } else { (Tone::RuledOut, glyphs.dead) };
                self.mark([variable], tone, Some(glyph));
            }
            return;
        };
        self.mark_ways(&frame, subject);
        for line in frame.lines() {
            self.mark(self.line(line), Tone::Line, Some(self.blank));
        }
        self.mark(frame.ruled_out().iter().map(|reason| reason.variable), Tone::RuledOut, Some(glyphs.dead));
        self.mark(frame.left(), Tone::Left, Some(glyphs.open));
        if is_forced {
            self.mark([subject], Tone::RuledOut, Some(glyphs.vacant));
        }
        match frame.scene {
            Scene::Step(Step::Excluded { by }) => {
                self.mark([subject], Tone::RuledOut, Some(glyphs.dead));
                self.mark([*by], Tone::Clash, None);
            }
            Scene::Step(Step::Full { by, .. }) => {
                self.mark([subject], Tone::RuledOut, Some(glyphs.dead));
                self.mark(by.iter().copied(), Tone::Clash, None);
            }
            Scene::Step(Step::Conflict(Conflict::Exclusion(a, b))) => self.mark([*a, *b], Tone::Clash, None),
            Scene::Step(Step::Locked { base, ruled_out, out, .. }) => {
                let is_told = |variable: &Variable| ruled_out.iter().any(|reason| reason.variable == *variable);
                let status = |variable| self.guide.map(|guide| guide.status(variable));
                // What stands or is blocked, and what that excludes, is nothing that a line has left.
                let is_left = |variable: &Variable| {
                    matches!(status(*variable), Some(Status::Open | Status::Dead | Status::Forced | Status::Unknown))
                };
                let on_lines = base.iter().flat_map(|&line| self.line(line));
                let left: Vec<Variable> = on_lines.filter(|variable| is_left(variable) && !is_told(variable)).collect();
                // Where something is supposed, that excludes others, which are not told.
                if frame.within.is_empty() {
                    self.mark(left, Tone::Left, Some(glyphs.open));
                }
                self.mark(out.iter().copied(), Tone::RuledOut, Some(glyphs.dead));
            }
            Scene::Step(Step::Common { out, .. }) => {
                self.mark(out.iter().copied(), Tone::RuledOut, Some(glyphs.dead));
            }
            _ => {}
        }
        // What the player has placed is drawn in any case.
        self.mark(frame.placed.iter().copied(), Tone::Supposed, Some(glyphs.supposed));
    }

    /// The player's marks that the argument does not use.
    fn fade_bystanders(&mut self, screen: &WhyScreen) {
        let (Some(marks), Some(why)) = (self.guide.map(Guide::marks), screen.argument.explanation()) else { return };
        let bystanders = marks.without(&why.core).without(&why.also);
        self.mark(bystanders.placed.into_iter().chain(bystanders.blocked), Tone::Blank, None);
    }

    /// The ways from what stands to what it excludes.
    fn mark_ways(&mut self, frame: &Frame<'_>, subject: Variable) {
        for (from, to) in frame.exclusions(subject) {
            self.mark_way(from, to);
        }
    }

    /// The way from what stands to what it excludes, where that is a straight line over cells that have room for it.
    fn mark_way(&mut self, from: Variable, to: Variable) {
        let [row, column, diagonal, anti_diagonal, crossing] = self.face.theme.glyphs.ways;
        let puzzle = self.face.model.board().puzzle();
        let (from, to) = (puzzle.cell(from), puzzle.cell(to));
        let (down, right) = (to.row as isize - from.row as isize, to.column as isize - from.column as isize);
        let is_in_region = puzzle.region(from).is_some() && puzzle.region(from) == puzzle.region(to);
        let way = match (down, right) {
            (0, _) => row,
            (_, 0) => column,
            // What a region has to itself is not on the way along a diagonal.
            _ if down.abs() != right.abs() || is_in_region => return,
            _ if (down > 0) == (right > 0) => anti_diagonal,
            _ => diagonal,
        };
        for variable in self.between(from, to) {
            let mark = Mark { tone: Tone::Way, glyph: Some(way) };
            let drawn = self.marks.entry(variable).or_insert(mark);
            if drawn.glyph != Some(way) {
                drawn.glyph = Some(crossing);
            }
        }
    }

    /// The variables of the cells on the straight line between two cells, where they have no values to hide.
    fn between(&self, from: Cell, to: Cell) -> Vec<Variable> {
        let (down, right) = (towards(from.row, to.row), towards(from.column, to.column));
        let next = |cell: &Cell| Cell {
            row: cell.row.wrapping_add_signed(down),
            column: cell.column.wrapping_add_signed(right),
        };
        std::iter::successors(Some(next(&from)), |cell| Some(next(cell)))
            .take_while(|&cell| cell != to && self.face.model.board().contains(cell))
            .filter_map(|cell| self.face.model.board().only(cell))
            .collect()
    }
}

/// The step of one cell from a coordinate towards another.
fn towards(from: usize, to: usize) -> isize {
    (to as isize - from as isize).signum()
}

/// The row or column that is spoken of, if any: its name is pointed at.
pub(super) fn pointed_side(face: &Face) -> Option<Side> {
    let line = match face.model.mode() {
        Mode::Play => hinted_line(face.model.hint()?.hint.look),
        Mode::Why(screen) => screen.frame()?.line(),
        Mode::Clash(screen) => return screen.side(face.model.board()),
        Mode::Browse(_) | Mode::Diagram(_) | Mode::Page(_) => None,
    };
    face.model.board().side(line?)
}

/// The cell that is bracketed, if any.
pub(super) fn bracketed_cell(face: &Face) -> Option<Cell> {
    match face.model.mode() {
        Mode::Play | Mode::Diagram(_) => Some(face.model.cursor()),
        Mode::Why(screen) => Some(face.model.board().puzzle().cell(screen.argument.subject())),
        Mode::Clash(screen) => Some(face.model.board().puzzle().cell(screen.variable)),
        Mode::Browse(_) | Mode::Page(_) => None,
    }
}

fn hinted_line(look: Look) -> Option<LineId> {
    match look {
        Look::Deduced(line) | Look::ForcedOn(line) | Look::Narrowest(line, _) => Some(line),
        _ => None,
    }
}
