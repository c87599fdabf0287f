//! An explanation frame by frame: what a screen draws while a person steps through it.

use super::{Because, Explanation, RankOrFile, RuledOut, Step};
use crate::board::Size;
use crate::guide::Status;
use crate::placement::Conflict;
use crate::square::Square;

/// One frame: a thing to say, and the board to say it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// How many cases deep the argument is: 0 outside of any.
    pub depth: usize,
    /// The queens that the argument has put on the board by now, the latest last, this frame's included.
    pub queens: Vec<Square>,
    /// What is to be said.
    pub scene: Scene<'a>,
}

/// What a frame says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene<'a> {
    /// Suppose that a queen stands on the square in question.
    SupposeQueen(Square),
    /// Suppose that none does.
    SupposeNone(Square),
    /// One step of the argument.
    Step(&'a Step),
    /// One case of a split line: suppose that the line's queen stands on this square.
    Case(Square, RankOrFile),
}

impl Explanation {
    /// The whole argument, frame by frame.
    #[must_use]
    pub fn frames(&self) -> Vec<Frame<'_>> {
        let mut frames = Vec::new();
        let mut queens = Vec::new();
        if self.kind() > super::Kind::Direct {
            let scene = if self.status == Status::Forced {
                Scene::SupposeNone(self.square)
            } else {
                queens.push(self.square);
                Scene::SupposeQueen(self.square)
            };
            frames.push(Frame { depth: 0, queens: queens.clone(), scene });
        }
        push_frames(&self.steps, 0, queens, &mut frames);
        frames
    }
}

fn push_frames<'a>(steps: &'a [Step], depth: usize, mut queens: Vec<Square>, frames: &mut Vec<Frame<'a>>) {
    for step in steps {
        if let Step::Only { square, .. } = step {
            queens.push(*square);
        }
        frames.push(Frame { depth, queens: queens.clone(), scene: Scene::Step(step) });
        if let Step::Split { on, cases, .. } = step {
            for case in cases {
                let mut queens = queens.clone();
                queens.push(case.square);
                frames.push(Frame { depth: depth + 1, queens: queens.clone(), scene: Scene::Case(case.square, *on) });
                push_frames(&case.steps, depth + 1, queens, frames);
            }
        }
    }
}

impl Frame<'_> {
    /// The rank or file that the frame is about.
    #[must_use]
    pub fn line(&self) -> Option<RankOrFile> {
        match self.scene {
            Scene::Step(Step::Only { on, .. } | Step::Empty { on, .. } | Step::Split { on, .. }) => Some(*on),
            Scene::Case(_, on) => Some(on),
            _ => None,
        }
    }

    /// The squares of the line that are ruled out, each with its reason.
    #[must_use]
    pub fn ruled_out(&self) -> &[RuledOut] {
        match &self.scene {
            Scene::Step(
                Step::Only { ruled_out, .. } | Step::Empty { ruled_out, .. } | Step::Split { ruled_out, .. },
            ) => ruled_out,
            _ => &[],
        }
    }

    /// The squares of the line that are left, or the squares that the frame supposes something of.
    #[must_use]
    pub fn left(&self) -> Vec<Square> {
        match &self.scene {
            Scene::SupposeQueen(square) | Scene::SupposeNone(square) | Scene::Case(square, _) => vec![*square],
            Scene::Step(Step::Only { square, .. }) => vec![*square],
            Scene::Step(Step::Split { cases, .. }) => cases.iter().map(|case| case.square).collect(),
            Scene::Step(_) => Vec::new(),
        }
    }

    /// The attacks to draw: from a queen to a square, `square` being the one in question.
    #[must_use]
    pub fn attacks(&self, square: Square) -> Vec<(Square, Square)> {
        match &self.scene {
            Scene::Step(Step::Attacked { by, .. }) => vec![(*by, square)],
            Scene::Step(Step::Conflict(Conflict::Attack(a, b, _))) => vec![(*a, *b)],
            _ => self
                .ruled_out()
                .iter()
                .filter_map(|reason| match reason.because {
                    Because::Attacked { by, .. } => Some((by, reason.square)),
                    Because::Blocked | Because::Supposed => None,
                })
                .collect(),
        }
    }
}

/// The squares strictly between two squares that share a line, from the first on: where to draw an attack. None if
/// they share no line.
pub fn between(size: Size, from: Square, to: Square) -> impl Iterator<Item = Square> {
    let shared = crate::attack::Line::between(from, to).is_some();
    let distance = if shared { from.rank().abs_diff(to.rank()).max(from.file().abs_diff(to.file())) } else { 0 };
    let towards = |from: usize, to: usize, step: usize| match from.cmp(&to) {
        std::cmp::Ordering::Less => from + step,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - step,
    };
    debug_assert!(size.contains(from) && size.contains(to));
    (1..distance)
        .map(move |step| Square::at(towards(from.file(), to.file(), step), towards(from.rank(), to.rank(), step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_is_drawn_between_its_ends() {
        let size = Size::new(8).unwrap();
        let draw = |from: &str, to: &str| {
            let squares = between(size, from.parse().unwrap(), to.parse().unwrap());
            squares.map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(draw("a1", "d4"), "b2 c3");
        assert_eq!(draw("h2", "e5"), "g3 f4");
        assert_eq!(draw("c5", "c1"), "c4 c3 c2");
        assert_eq!(draw("a1", "b2"), "");
        assert_eq!(draw("a1", "h3"), "");
        assert_eq!(draw("a1", "a1"), "");
    }
}
