//! An explanation frame by frame: what a screen draws while a person steps through it.

use bdd_core::Literal;
use puzzle_core::explain as engine;

use super::{Explanation, RankOrFile, RuledOut, Step};
use crate::board::Size;
use crate::square::Square;

/// One frame: a thing to say, and the board to say it by. It is the engine's [`Frame`](engine::Frame), in squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// How many cases deep the argument is: 0 outside of any.
    pub depth: usize,
    /// The queens that the argument has put on the board by now, the latest last, this frame's included.
    pub queens: Vec<Square>,
    /// What is to be said.
    pub scene: Scene<'a>,
    size: Size,
    pub(crate) engine: engine::Frame<'a>,
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
    pub fn frames<'a>(&'a self) -> Vec<Frame<'a>> {
        let size = self.size;
        // The frames show all steps, those of a case after the split.
        let mut steps = Vec::new();
        push_steps(&self.steps, &mut steps);
        let mut steps = steps.into_iter();
        let frame = |engine: engine::Frame<'a>| Frame {
            depth: engine.depth,
            queens: engine.placed.iter().map(|&variable| size.square_of(variable)).collect(),
            scene: match engine.scene {
                engine::Scene::Suppose(Literal { variable, value: true }) => {
                    Scene::SupposeQueen(size.square_of(variable))
                }
                engine::Scene::Suppose(Literal { variable, .. }) => Scene::SupposeNone(size.square_of(variable)),
                engine::Scene::Step(_) => Scene::Step(steps.next().expect("as many steps in squares as in variables")),
                engine::Scene::Case(variable, on) => Scene::Case(size.square_of(variable), RankOrFile::of(size, on)),
            },
            size,
            engine,
        };
        self.engine.frames().into_iter().map(frame).collect()
    }
}

fn push_steps<'a>(steps: &'a [Step], list: &mut Vec<&'a Step>) {
    for step in steps {
        list.push(step);
        if let Step::Split { cases, .. } = step {
            cases.iter().for_each(|case| push_steps(&case.steps, list));
        }
    }
}

impl Frame<'_> {
    /// The rank or file that the frame is about.
    #[must_use]
    pub fn line(&self) -> Option<RankOrFile> {
        self.engine.line().map(|line| RankOrFile::of(self.size, line))
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
        self.engine.left().into_iter().map(|variable| self.size.square_of(variable)).collect()
    }

    /// The attacks to draw: from a queen to a square, `square` being the one in question.
    #[must_use]
    pub fn attacks(&self, square: Square) -> Vec<(Square, Square)> {
        let exclusions = self.engine.exclusions(self.size.variable(square));
        exclusions.into_iter().map(|(by, of)| (self.size.square_of(by), self.size.square_of(of))).collect()
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
