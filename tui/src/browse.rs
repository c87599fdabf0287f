//! Leafing through the solutions that are left.

use std::collections::BTreeSet;

use nqueens_guide::symmetry::Symmetry;
use nqueens_guide::{BigUint, Dice, Numbered, Square};

use crate::message::Step;

/// The solutions that are left, one of which is shown.
#[derive(Clone, Debug)]
pub struct BrowseScreen {
    solutions: Box<Numbered>,
    /// The number of the one shown, counted from 0.
    number: BigUint,
    ranks: Vec<u8>,
    /// The numbers of all that are left among the images of the one shown, its own included.
    class: BTreeSet<BigUint>,
}

impl BrowseScreen {
    /// At the first solution; `None` if there is none.
    #[must_use]
    pub fn new(solutions: Box<Numbered>) -> Option<BrowseScreen> {
        let ranks = solutions.nth(&BigUint::ZERO)?;
        let class = class(&solutions, &ranks);
        Some(BrowseScreen { solutions, number: BigUint::ZERO, ranks, class })
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        self.solutions.total()
    }

    /// Which one is shown, counted from 1.
    #[must_use]
    pub fn number(&self) -> BigUint {
        &self.number + 1u8
    }

    /// Where its queens stand.
    pub fn queens(&self) -> impl Iterator<Item = Square> {
        let square = |(file, &rank): (usize, &u8)| Square::new(file, usize::from(rank)).expect("a square of the board");
        self.ranks.iter().enumerate().map(square)
    }

    /// How many of the solutions that are left are the same up to rotation and reflection, this one included.
    #[must_use]
    pub fn images(&self) -> usize {
        self.class.len()
    }

    /// The number, counted from 1, of the first of those, which stands for all of them.
    #[must_use]
    pub fn fundamental(&self) -> BigUint {
        self.class.first().map_or_else(|| self.number(), |first| first + 1u8)
    }

    /// Shows another one. After the last one comes the first.
    pub fn step(&mut self, step: Step, dice: &mut Dice) {
        let last = self.total() - 1u8;
        let number = match step {
            Step::Next if self.number == last => BigUint::ZERO,
            Step::Next => &self.number + 1u8,
            Step::Previous if self.number == BigUint::ZERO => last,
            Step::Previous => &self.number - 1u8,
            Step::First => BigUint::ZERO,
            Step::Last => last,
            Step::Random => dice.below(self.total()).unwrap_or_default(),
            Step::SkipCase | Step::CaseStart => return,
        };
        self.show(number);
    }

    /// Shows the one with a number, counted from 1; whether there is one.
    pub fn go_to(&mut self, number: &BigUint) -> bool {
        let is_there = *number > BigUint::ZERO && number <= self.total();
        if is_there {
            self.show(number - 1u8);
        }
        is_there
    }

    fn show(&mut self, number: BigUint) {
        if let Some(ranks) = self.solutions.nth(&number) {
            self.class = class(&self.solutions, &ranks);
            (self.number, self.ranks) = (number, ranks);
        }
    }
}

fn class(solutions: &Numbered, ranks: &[u8]) -> BTreeSet<BigUint> {
    Symmetry::ALL.iter().filter_map(|symmetry| solutions.number_of(&symmetry.apply_to_ranks(ranks))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use nqueens_guide::{Library, Placement, Size};

    fn browse(n: usize, queens: &str) -> Option<BrowseScreen> {
        let size = Size::new(n).unwrap();
        let queens = queens.split_whitespace().map(|name| name.parse().unwrap());
        let placement = Placement::new(size, queens, []).unwrap();
        BrowseScreen::new(Box::new(Library::embedded().load(size).unwrap().numbered(&placement)))
    }

    #[test]
    fn twelve_of_ninety_two_are_fundamental() {
        let mut screen = browse(8, "").unwrap();
        let mut dice = Dice::new(1);
        let (mut fundamental, mut seen) = (0, BTreeSet::new());
        for k in 1..=92u32 {
            assert_eq!(screen.number(), k.into());
            assert!(screen.fundamental() <= screen.number());
            if screen.fundamental() == screen.number() {
                fundamental += 1;
                seen.insert(screen.images());
            }
            screen.step(Step::Next, &mut dice);
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
        assert!(["b4", "d1"].iter().all(|name| screen.queens().any(|queen| queen.to_string() == *name)));
        screen.step(Step::Previous, &mut Dice::new(1));
        assert_eq!(screen.number(), 1u8.into());
        assert!(browse(8, "a1 b2").is_none());
    }
}
