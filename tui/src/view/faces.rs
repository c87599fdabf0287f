//! What is drawn on each square: its status, its heat, or what an argument, a hint or a solution shows there.

use std::collections::BTreeMap;

use nqueens_guide::explain::{Frame, RankOrFile, Scene, Step, between};
use nqueens_guide::{BigUint, Conflict, Guide, Line, Look, Move, Square, Status};
use ratatui::style::Style;

use super::heat::Heat;
use crate::model::{Grade, Mode, Model};
use crate::theme::Tone;
use crate::why::WhyScreen;

/// What is drawn on a square.
pub(super) struct Face {
    /// The glyph.
    pub glyph: &'static str,
    /// Whether the glyph is to be repeated over the whole width: it is part of a line, or of a map.
    pub fills: bool,
    /// The number below or beside it.
    pub count: Option<BigUint>,
    /// Whether the glyph tells more than the number does, so that both are to be shown, or else the glyph.
    pub matters: bool,
    /// How it looks.
    pub style: Style,
}

/// What is to be shown on a square for another reason than its status.
#[derive(Clone, Copy)]
struct Mark {
    tone: Tone,
    /// `None` for the glyph of the status.
    glyph: Option<&'static str>,
}

/// The faces of all squares of one frame.
pub(super) struct Faces<'a> {
    model: &'a Model,
    /// `None` before the diagram is there: then nothing is known of any square.
    guide: Option<&'a Guide>,
    marks: BTreeMap<Square, Mark>,
    heat: Option<Heat>,
    /// The glyph of an empty square of which nothing is said.
    blank: &'static str,
}

impl<'a> Faces<'a> {
    /// `has_lines` if lines or colours tell the squares apart, so that they may be blank.
    pub(super) fn of(model: &'a Model, has_lines: bool) -> Faces<'a> {
        let guide = model.guide().filter(|guide| guide.size() == model.size);
        let blank = if has_lines { " " } else { model.theme.glyphs.attacked };
        let heat = guide.filter(|_| model.has_heat() && matches!(model.mode, Mode::Play)).and_then(Heat::of);
        let mut faces = Faces { model, guide, marks: BTreeMap::new(), heat, blank };
        match &model.mode {
            Mode::Play => faces.mark_game(),
            Mode::Why(screen) => faces.mark_argument(screen),
            Mode::Browse(screen) => faces.mark(screen.queens(), Tone::Supposed, Some(model.theme.glyphs.supposed)),
        }
        faces
    }

    /// What is drawn on a square; `light` for the light ones of the chessboard.
    pub(super) fn face(&self, square: Square, light: bool) -> Face {
        let theme = self.model.theme;
        let Some(guide) = self.guide else {
            return Face {
                glyph: " ",
                fills: false,
                count: None,
                matters: false,
                style: theme.square(Status::Open, light),
            };
        };
        let status = self.model.assist.shown(guide.status(square));
        let is_play = matches!(self.model.mode, Mode::Play);
        // A queen of the player's stays what it is, whatever else is shown there.
        let stays = matches!(status, Status::Queen | Status::Blocked);
        let mark = self.marks.get(&square);
        let (mut glyph, mut style) = if is_play || stays {
            (theme.glyphs.of(status), theme.square(status, light))
        } else {
            (self.blank, theme.tone(Tone::Blank, light))
        };
        let mut fills = false;
        if let Some(heat) = self.heat.as_ref().filter(|_| status == Status::Open) {
            let level = heat.level(guide.completions(square));
            (glyph, style, fills) = (theme.glyphs.levels[level], theme.heat(level), true);
        }
        if let Some(mark) = mark.filter(|mark| !stays || mark.glyph.is_none()) {
            style = theme.tone(mark.tone, light);
            if let Some(marked) = mark.glyph {
                glyph = marked;
                fills = marked == theme.glyphs.ways[0];
            }
        }
        let count = is_play && self.model.has_counts() && status.is_live();
        let count = count.then(|| guide.completions(square).clone());
        // Backgrounds show the heat anyway.
        let matters = (fills && !theme.palette.is_checkered()) || status == Status::Forced;
        Face { glyph, fills, count, matters, style }
    }

    fn mark(&mut self, squares: impl IntoIterator<Item = Square>, tone: Tone, glyph: Option<&'static str>) {
        self.marks.extend(squares.into_iter().map(|square| (square, Mark { tone, glyph })));
    }

    /// Queens that attack each other, and what a hint has told.
    fn mark_game(&mut self) {
        let Some(guide) = self.guide else { return };
        if self.model.assist > crate::assist::Assist::Nothing {
            for conflict in guide.placement().conflicts() {
                match conflict {
                    Conflict::Attack(a, b, _) => self.mark([a, b], Tone::Clash, None),
                    Conflict::QueenOnBlocked(square) => self.mark([square], Tone::Clash, None),
                }
            }
        }
        let Some(given) = &self.model.hint else { return };
        if let Some(line) = hinted_line(given.hint.look) {
            self.mark(line.squares(self.model.size), Tone::Line, None);
        }
        if given.grade > Grade::Look {
            match given.hint.play {
                Move::Place(square) => self.mark([square], Tone::Supposed, Some(self.model.theme.glyphs.supposed)),
                Move::Remove(square) | Move::Unblock(square) => self.mark([square], Tone::Clash, None),
                Move::Block(_) | Move::Clear => {}
            }
        }
    }

    /// The frame of an argument.
    fn mark_argument(&mut self, screen: &WhyScreen) {
        let glyphs = self.model.theme.glyphs;
        let subject = screen.explanation.square;
        let is_forced = screen.explanation.status == Status::Forced;
        self.fade_bystanders(screen);
        let Some(frame) = screen.frame() else {
            let (tone, glyph) =
                if is_forced { (Tone::Supposed, glyphs.supposed) } else { (Tone::RuledOut, glyphs.dead) };
            return self.mark([subject], tone, Some(glyph));
        };
        self.mark_ways(&frame, subject);
        if let Some(line) = frame.line() {
            self.mark(line.squares(self.model.size), Tone::Line, Some(self.blank));
        }
        self.mark(frame.ruled_out().iter().map(|reason| reason.square), Tone::RuledOut, Some(glyphs.dead));
        self.mark(frame.left(), Tone::Left, Some(glyphs.open));
        if is_forced {
            self.mark([subject], Tone::RuledOut, Some(glyphs.vacant));
        }
        match frame.scene {
            Scene::Step(Step::Attacked { by, .. }) => {
                self.mark([subject], Tone::RuledOut, Some(glyphs.dead));
                self.mark([*by], Tone::Clash, None);
            }
            Scene::Step(Step::Conflict(Conflict::Attack(a, b, _))) => self.mark([*a, *b], Tone::Clash, None),
            _ => {}
        }
        // The player's own queens are drawn in any case.
        self.mark(frame.queens.iter().copied(), Tone::Supposed, Some(glyphs.supposed));
    }

    /// The player's queens and blocks that have nothing to do with it.
    fn fade_bystanders(&mut self, screen: &WhyScreen) {
        let Some(placement) = self.guide.map(Guide::placement) else { return };
        let (core, also) = (&screen.explanation.core, &screen.explanation.also);
        let queens = placement.queens().iter().filter(|at| !core.queens.contains(at) && !also.queens.contains(at));
        let blocked = placement.blocked().iter().filter(|at| !core.blocked.contains(at) && !also.blocked.contains(at));
        self.mark(queens.chain(blocked).copied(), Tone::Blank, None);
    }

    /// The ways from the queens to what they attack.
    fn mark_ways(&mut self, frame: &Frame<'_>, subject: Square) {
        let [rank, file, diagonal, anti_diagonal, crossing] = self.model.theme.glyphs.ways;
        for (from, to) in frame.attacks(subject) {
            let way = match Line::between(from, to) {
                Some(Line::Rank) => rank,
                Some(Line::File) => file,
                Some(Line::Diagonal) => diagonal,
                Some(Line::AntiDiagonal) => anti_diagonal,
                None => continue,
            };
            for square in between(self.model.size, from, to) {
                let mark = Mark { tone: Tone::Way, glyph: Some(way) };
                let drawn = self.marks.entry(square).or_insert(mark);
                if drawn.glyph != Some(way) {
                    drawn.glyph = Some(crossing);
                }
            }
        }
    }
}

/// The line that is spoken of, if any: its name is pointed at.
pub(super) fn pointed_line(model: &Model) -> Option<RankOrFile> {
    match &model.mode {
        Mode::Play => hinted_line(model.hint.as_ref()?.hint.look),
        Mode::Why(screen) => screen.frame()?.line(),
        Mode::Browse(_) => None,
    }
}

/// The square that is bracketed, if any.
pub(super) fn bracketed_square(model: &Model) -> Option<Square> {
    match &model.mode {
        Mode::Play => Some(model.cursor),
        Mode::Why(screen) => Some(screen.explanation.square),
        Mode::Browse(_) => None,
    }
}

fn hinted_line(look: Look) -> Option<RankOrFile> {
    match look {
        Look::ForcedOn(line) | Look::Narrowest(line, _) => Some(line),
        Look::Astray(_) => None,
    }
}
