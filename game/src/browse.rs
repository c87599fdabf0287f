//! The screen of the remaining solutions, one at a time.

use std::collections::BTreeSet;

use bdd_core::Sampler;
use puzzle_core::{BigUint, Numbered, Variable};
use puzzle_kind::Playable;

use crate::screen_step::ScreenStep;
use crate::screen_text::{ScreenText, TextRole};
use crate::words::grouped;

/// The remaining solutions, and the solution shown, in [`Mode::Browse`](crate::Mode::Browse).
#[derive(Debug)]
pub struct BrowseScreen {
    solutions: Numbered,
    /// The number of the solution shown, counted from 0.
    number: BigUint,
    shown: Vec<Variable>,
    symmetries: Vec<Vec<Variable>>,
    /// The numbers, counted from 0, of the solution shown and of all remaining solutions symmetric to it.
    class: BTreeSet<BigUint>,
}

impl BrowseScreen {
    /// Builds the screen at the first solution; `None` if there is no solution.
    pub(crate) fn new(puzzle: &dyn Playable, solutions: Numbered) -> Option<BrowseScreen> {
        let symmetries = puzzle.symmetries();
        let mut screen =
            BrowseScreen { solutions, number: BigUint::ZERO, shown: Vec::new(), symmetries, class: BTreeSet::new() };
        screen.show(BigUint::ZERO).then_some(screen)
    }

    /// Returns the number of remaining solutions.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        self.solutions.total()
    }

    /// Returns the number of the solution shown, from 1 to [`BrowseScreen::total`].
    #[must_use]
    pub fn number(&self) -> BigUint {
        &self.number + 1u8
    }

    /// Returns the true variables of the solution shown, in ascending order.
    #[must_use]
    pub fn solution(&self) -> &[Variable] {
        &self.shown
    }

    /// Returns the number of remaining solutions that are symmetric to the solution shown, including that solution;
    /// `None` if the puzzle has no symmetries.
    fn images(&self) -> Option<usize> {
        (!self.symmetries.is_empty()).then_some(self.class.len())
    }

    /// Returns the number, counted from 1, of the first remaining solution that is symmetric to the solution shown.
    fn fundamental(&self) -> BigUint {
        self.class.first().map_or_else(|| self.number(), |first| first + 1u8)
    }

    /// Formats the number of the solution shown and the total, such as `3 of 92`.
    fn place(&self) -> String {
        format!("{} of {}", grouped(&self.number()), grouped(self.total()))
    }

    /// Returns two descriptions of the symmetry of the solution: a sentence, then a short form in few words. Returns
    /// `None` if the puzzle has no symmetries.
    fn describe_symmetry(&self) -> Option<(String, String)> {
        let images = self.images()?;
        if self.number() != self.fundamental() {
            let number = grouped(&self.fundamental());
            return Some((format!("Rotation or reflection of solution {number}."), format!("as {number}")));
        }
        let sentence = match images {
            1 => "No other remaining solution is a rotation or reflection of this one.".to_owned(),
            2 => "1 other remaining solution is a rotation or reflection of this one.".to_owned(),
            images => {
                format!("{} other remaining solutions are rotations or reflections of this one.", images - 1)
            }
        };
        Some((sentence, "fundamental".to_owned()))
    }

    pub(crate) fn describe(&self, puzzle: &dyn Playable) -> ScreenText {
        let (title, (note, brief)) = (format!("Solution {}", self.place()), self.describe_symmetry().unzip());
        let mut lines = vec![(TextRole::Solution, title.clone())];
        lines.extend(puzzle.solution_line(self.solution()).map(|text| (TextRole::Summary, text)));
        lines.extend(note.map(|text| (TextRole::Note, text)));
        let heads = vec![format!("{title}  {}", brief.as_deref().unwrap_or_default()), self.place()];
        ScreenText { title, heads, lines, brief: brief.into_iter().collect() }
    }

    /// Returns the sentences to read out: the number of the solution shown, its variables and its symmetry.
    pub(crate) fn read_out(&self, puzzle: &dyn Playable) -> Vec<String> {
        let names = || self.solution().iter().map(|&variable| puzzle.name(variable)).collect::<Vec<_>>().join(" ");
        let solution = puzzle.solution_line(self.solution()).unwrap_or_else(names);
        let number = format!("Solution {}: {solution}.", self.place());
        [number].into_iter().chain(self.describe_symmetry().map(|(sentence, _)| sentence)).collect()
    }

    /// Shows another solution. [`ScreenStep::Next`] goes from the last solution to the first, and
    /// [`ScreenStep::Previous`] from the first to the last.
    pub(crate) fn step(&mut self, step: ScreenStep, sampler: &mut Sampler) {
        let last = self.total() - 1u8;
        let number = match step {
            ScreenStep::Next if self.number == last => BigUint::ZERO,
            ScreenStep::Next => &self.number + 1u8,
            ScreenStep::Previous if self.number == BigUint::ZERO => last,
            ScreenStep::Previous => &self.number - 1u8,
            ScreenStep::First => BigUint::ZERO,
            ScreenStep::Last => last,
            ScreenStep::Random => sampler.below(self.total()).unwrap_or_default(),
            ScreenStep::SkipCase | ScreenStep::CaseStart => return,
        };
        self.show(number);
    }

    /// Shows the solution with a number counted from 1. Returns `false` if there is no such solution.
    pub(crate) fn go_to(&mut self, number: &BigUint) -> bool {
        *number > BigUint::ZERO && self.show(number - 1u8)
    }

    /// Shows the solution with a number counted from 0. Returns `false` if there is no such solution.
    fn show(&mut self, number: BigUint) -> bool {
        let Some(solution) = self.solutions.nth(&number) else { return false };
        let image = |symmetry: &Vec<Variable>| -> Vec<Variable> {
            solution.iter().map(|&variable| symmetry[usize::from(variable)]).collect()
        };
        self.class = self.symmetries.iter().filter_map(|symmetry| self.solutions.number_of(&image(symmetry))).collect();
        (self.number, self.shown) = (number, solution);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::{Library, Placement, Queens, Size, Square};
    use puzzle_core::{Budget, Source};

    fn browse(n: usize, queens: &str) -> Option<BrowseScreen> {
        let size = Size::new(n).unwrap();
        let queens = queens.split_whitespace().map(|name| name.parse().unwrap());
        let placement = Placement::new(size, queens, []).unwrap();
        let solutions = Library::embedded().load(size).unwrap();
        let numbered = Source::numbered(&solutions, &placement.marks(), &mut Budget::unlimited()).unwrap().unwrap();
        BrowseScreen::new(&Queens::new(size), numbered)
    }

    #[test]
    fn twelve_of_ninety_two_are_fundamental() {
        let mut screen = browse(8, "").unwrap();
        let mut sampler = Sampler::new(1);
        let (mut fundamental, mut seen) = (0, BTreeSet::new());
        for k in 1..=92u32 {
            assert_eq!(screen.number(), k.into());
            assert!(screen.fundamental() <= screen.number());
            if screen.fundamental() == screen.number() {
                fundamental += 1;
                seen.insert(screen.images().unwrap());
            }
            screen.step(ScreenStep::Next, &mut sampler);
        }
        assert_eq!(screen.number(), 1u8.into(), "round and round");
        assert_eq!((fundamental, seen), (12, BTreeSet::from([4, 8])), "one of the twelve is symmetric itself");
    }

    #[test]
    fn only_numbers_that_there_are_can_be_gone_to() {
        let mut screen = browse(8, "b4 d1").unwrap();
        assert_eq!(screen.total(), &2u8.into());
        assert!(screen.go_to(&2u8.into()) && !screen.go_to(&3u8.into()) && !screen.go_to(&0u8.into()));
        assert_eq!(screen.number(), 2u8.into());
        let size = Size::new(8).unwrap();
        let variable = |name: &str| size.variable(name.parse::<Square>().unwrap());
        assert!(["b4", "d1"].iter().all(|name| screen.solution().contains(&variable(name))));
        screen.step(ScreenStep::Previous, &mut Sampler::new(1));
        assert_eq!(screen.number(), 1u8.into());
        assert!(browse(8, "a1 b2").is_none());
    }
}
