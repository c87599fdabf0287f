//! The contents of cells. A square shows a status, mark, heat and count; a cell with values shows its value, or its
//! candidates as pencil marks.

use puzzle_core::{BigUint, Status, Variable};
use puzzle_kind::Cell;

use super::{BoardScene, CellStyle, LineDirection, Mark, Tone};
use crate::screen::Mode;

/// The content of a square, from [`BoardScene::square`]. A square is a cell with one variable, and is either taken or
/// empty.
pub struct SquareContent {
    /// The status to show, from [`Model::shown`](crate::Model::shown).
    pub status: Status,
    /// `true` if the status is hidden because the screen is about other cells.
    pub is_blank: bool,
    /// The mark to draw over the status.
    pub mark: Option<Mark>,
    /// The level of heat, from 0 to 7; `None` unless the square is open and heat is shown.
    pub heat: Option<usize>,
    /// The number of solutions through the square; `None` if counts are not shown, or if the number is not known
    /// exactly.
    pub count: Option<BigUint>,
}

/// The content of a cell with values, from [`BoardScene::content`].
pub enum Content {
    /// A single drawing in the whole cell, such as its value.
    One {
        /// The drawing of the cell.
        drawing: Drawing,
        /// The status or tone that decides the look of the drawing.
        style: CellStyle,
        /// `true` if the value equals the value under the cursor.
        is_lit: bool,
    },
    /// Pencil marks, each at the position of its value, and the look of the space between them.
    Values(Vec<PencilMark>, CellStyle),
    /// The player's notes in a cell with at least one corner note.
    Notes {
        /// The notes in the middle, by value.
        centre: Vec<PencilMark>,
        /// The notes in the corner, by value.
        corner: Vec<PencilMark>,
        /// The look of the space around the notes.
        ground: CellStyle,
    },
}

/// The drawing in a cell, or at the position of a value.
#[derive(Clone, Copy, PartialEq)]
pub enum Drawing {
    /// The drawing of an empty cell.
    Nothing,
    /// The symbol of a value.
    Value(Variable),
    /// The symbol of a forced value.
    Forced(Variable),
    /// A clue that is printed in the cell.
    Clue(char),
    /// No content: the cell is drawn empty, without the sign of its status.
    Blank,
    /// The sign of a value that is ruled out, or of a cell without candidates.
    Dead,
    /// A piece or value that is supposed true.
    Supposed,
    /// The sign of a value or cell that is left as a candidate.
    Left,
    /// A piece or value that is supposed false.
    Vacant,
    /// A part of a line through the cell.
    Path(LineDirection),
}

/// A pencil mark in [`Content::Values`].
pub struct PencilMark {
    /// The index of the value among [`GameBoard::variables`](crate::GameBoard::variables) of the cell.
    pub index: usize,
    /// The drawing at the position of the value: its symbol, or a sign.
    pub drawing: Drawing,
    /// The status or tone that decides the look of the drawing.
    pub style: CellStyle,
    /// `false` if the argument rules the value out.
    pub is_left: bool,
    /// `true` if the value equals the value under the cursor.
    pub is_lit: bool,
}

impl Content {
    fn one(drawing: Drawing, style: CellStyle) -> Content {
        Content::One { drawing, style, is_lit: false }
    }
}

impl BoardScene<'_> {
    /// Returns the content of a variable's square; `None` until a puzzle is loaded.
    #[must_use]
    pub fn square(&self, variable: Variable) -> Option<SquareContent> {
        let guide = self.model.drawn_guide()?;
        let status = self.model.shown(self.model.drawn_status(variable)?);
        let is_play = self.model.mode().shows_statuses();
        // Placed, given and blocked squares keep their own drawing, except for a supposed piece on the player's mark.
        let is_supposed = self.mark_of(variable).is_some_and(|mark| mark.sign == Some(Drawing::Supposed));
        let stays = status.stands() || status == Status::Blocked && !is_supposed;
        let completions = || guide.completions(variable).value();
        let is_counted = guide.completions(variable).is_exact();
        Some(SquareContent {
            status,
            is_blank: !is_play && !stays,
            mark: self.mark_of(variable).filter(|mark| !stays || mark.sign.is_none()),
            heat: self.heat.as_ref().filter(|_| status == Status::Open).map(|heat| heat.level(completions())),
            count: (is_play && is_counted && self.model.has_counts() && status.is_live())
                .then(|| completions().clone()),
        })
    }

    /// Returns the content of a cell with several variables, or of a cell without variables.
    ///
    /// # Panics
    ///
    /// Panics if the grid does not have `cell`.
    #[must_use]
    pub fn content(&self, cell: Cell) -> Content {
        let (model, board) = (self.model, &self.model.play.board);
        let puzzle = board.puzzle();
        let variables = board.variables(cell);
        let as_status = |drawing, status| Content::one(drawing, CellStyle::Status(status));
        if variables.is_empty() {
            return as_status(puzzle.clue(cell).map_or(Drawing::Nothing, Drawing::Clue), Status::Given);
        }
        let Some(guide) = model.drawn_guide() else {
            let given = variables.iter().find(|variable| puzzle.givens().contains(variable));
            return given.map_or(as_status(Drawing::Nothing, Status::Open), |&given| {
                as_status(Drawing::Value(given), Status::Given)
            });
        };
        let tone_of = |variable: Variable| self.mark_of(variable).map(|mark| mark.tone);
        let stands = |variable: Variable| guide.status(variable).stands();
        // Given and placed values are drawn by their status, except as evidence, in a clash or if they are blanked.
        let style_of = |variable: Variable| {
            let is_result = matches!(model.screen.mode, Mode::Result(_));
            let is_own = |tone: &Tone| {
                matches!(tone, Tone::Evidence | Tone::Clash | Tone::Blank) || is_result && *tone == Tone::Supposed
            };
            let tone = tone_of(variable).filter(is_own);
            tone.map_or(CellStyle::Status(guide.status(variable)), CellStyle::Tone)
        };
        let is_lit = |variable| matches!(style_of(variable), CellStyle::Status(_)) && self.is_lit(variable);
        let standing: Vec<(usize, Variable)> =
            variables.iter().copied().enumerate().filter(|&(_, variable)| stands(variable)).collect();
        match standing.as_slice() {
            [] => {}
            &[(_, variable)] => {
                let (style, is_lit) = (style_of(variable), is_lit(variable));
                return Content::One { drawing: Drawing::Value(variable), style, is_lit };
            }
            several => {
                // If several values are placed or given, which contradict each other, all of them are shown.
                let values = several.iter().map(|&(index, variable)| PencilMark {
                    index,
                    drawing: Drawing::Value(variable),
                    style: style_of(variable),
                    is_left: true,
                    is_lit: is_lit(variable),
                });
                return Content::Values(values.collect(), CellStyle::Status(Status::Placed));
            }
        }
        let marked = |tone: Tone| variables.iter().find(|&&variable| tone_of(variable) == Some(tone));
        if let Some(&supposed) = marked(Tone::Supposed) {
            return Content::one(Drawing::Value(supposed), CellStyle::Tone(Tone::Supposed));
        }
        if !matches!(model.screen.mode, Mode::Play) {
            return self.argued(variables);
        }
        let has_blocks = variables.iter().any(|&variable| guide.status(variable) == Status::Blocked);
        let notes = model.notes();
        let is_by_hand = !model.marks_itself();
        let has_notes = is_by_hand && variables.iter().any(|variable| notes.contains(variable));
        let in_corner = |variable: &Variable| is_by_hand && model.corner_notes().contains(variable);
        let has_corner_notes = variables.iter().any(in_corner);
        let is_noted = |variable: &Variable| !has_notes || notes.contains(variable);
        // A hint that names a line highlights the cells of the line.
        let is_pointed = marked(Tone::Line).is_some();
        let ground = if is_pointed { CellStyle::Tone(Tone::Line) } else { CellStyle::Status(Status::Open) };
        if is_by_hand && !has_blocks && !has_notes && !has_corner_notes {
            // A hint rules a value out that no note shows.
            return match marked(Tone::RuledOut) {
                Some(_) => Content::one(Drawing::Dead, CellStyle::Tone(Tone::RuledOut)),
                None => Content::one(Drawing::Nothing, ground),
            };
        }
        let shown = |variable: Variable| model.shown(model.drawn_status(variable).unwrap_or(Status::Unknown));
        if let Some(&forced) = variables.iter().find(|&&variable| shown(variable) == Status::Forced) {
            return as_status(Drawing::Forced(forced), Status::Forced);
        }
        // Each value with an unknown status is drawn as unknown.
        let own = |variable: Variable| match shown(variable) {
            Status::Unknown if !is_pointed => CellStyle::Status(Status::Unknown),
            _ => ground,
        };
        let mark = |(index, &variable): (usize, &Variable)| PencilMark {
            index,
            drawing: Drawing::Value(variable),
            style: tone_of(variable).map_or(own(variable), CellStyle::Tone),
            is_left: true,
            is_lit: self.is_lit(variable),
        };
        let live = || variables.iter().enumerate().filter(|(_, variable)| shown(**variable).is_possible());
        if has_corner_notes {
            let corner = live().filter(|(_, variable)| in_corner(variable)).map(mark).collect();
            let centre = live().filter(|(_, variable)| has_notes && is_noted(variable)).map(mark).collect();
            return Content::Notes { centre, corner, ground };
        }
        let values: Vec<PencilMark> = live().filter(|(_, variable)| is_noted(variable)).map(mark).collect();
        if values.is_empty() && has_notes {
            return Content::one(Drawing::Nothing, ground);
        }
        if values.is_empty() {
            return as_status(Drawing::Dead, Status::Dead);
        }
        Content::Values(values, ground)
    }

    /// Returns `true` if the value of a variable equals the value under the cursor.
    fn is_lit(&self, variable: Variable) -> bool {
        self.model.lit() == Some(self.model.play.board.puzzle().symbol(variable))
    }

    /// Returns the content of a cell on the screen of an argument, clash or solution.
    fn argued(&self, variables: &[Variable]) -> Content {
        let values: Vec<PencilMark> = (0..)
            .zip(variables)
            .filter_map(|(index, &variable)| {
                let mark = self.mark_of(variable)?;
                let is_left = mark.tone != Tone::RuledOut;
                // Values along the line of a clash would look like further clashing values, so the line is drawn
                // instead.
                let is_way = matches!(self.model.screen.mode, Mode::Clash(_)) && mark.sign.is_some();
                let sign = mark.sign.unwrap_or(Drawing::Dead);
                let drawing = if is_left && !is_way { Drawing::Value(variable) } else { sign };
                Some(PencilMark { index, drawing, style: CellStyle::Tone(mark.tone), is_left, is_lit: false })
            })
            .collect();
        let ground = CellStyle::Tone(Tone::Blank);
        match values.as_slice() {
            [] => Content::one(Drawing::Nothing, ground),
            [only] => Content::one(only.drawing, only.style),
            _ => Content::Values(values, ground),
        }
    }
}
