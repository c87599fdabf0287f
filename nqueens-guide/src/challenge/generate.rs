//! New challenges.

use bdd_core::{Budget, Dice, Stopped};
use nqueens_board::{Size, Square, attacks};
use puzzle_kind::Difficulty;

use super::Challenge;
use crate::difficulty::{MOST, difficulty};
use crate::first::completions;
use crate::placement::Placement;
use crate::queens::Queens;

/// Why there are no challenges.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There are no challenges of this size: boards of 2 and 3 have no solution, one of 1 has nothing to do, and on larger
    /// ones than [`ChallengeGenerator::MAX`] it would take too long.
    #[error(
        "no challenges of size {0}: expected a size from {min} to {max}",
        min = ChallengeGenerator::MIN,
        max = ChallengeGenerator::MAX
    )]
    Size(Size),
    /// Many challenges were made, and none was of the wanted level.
    #[error(
        "none of {tried} challenges of size {size} was {level}: ask for another size, another level, or another seed"
    )]
    NotFound {
        /// The size asked for.
        size: Size,
        /// The level asked for.
        level: Difficulty,
        /// The challenges made.
        tried: usize,
    },
    /// The budget did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Makes challenges, fixed by a seed: the same ones in the same order on every machine.
///
/// A solution is drawn and some of its queens are given. As long as there are other completions, squares of theirs are
/// blocked; then every block that turns out to be superfluous is taken away.
#[derive(Debug)]
pub struct ChallengeGenerator {
    size: Size,
    level: Option<Difficulty>,
    dice: Dice,
}

impl ChallengeGenerator {
    /// The smallest size.
    pub const MIN: usize = 4;
    /// The largest size.
    pub const MAX: usize = MOST;
    /// The challenges made before a level is given up.
    pub const TRIES: usize = 500;
    /// The other completions that are looked for at once.
    const AT_ONCE: usize = 32;

    /// Challenges of this size, of one level if one is given, from this seed on.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Size`] if there are none of this size.
    pub fn new(size: Size, level: Option<Difficulty>, seed: u64) -> Result<ChallengeGenerator, GenerateError> {
        if !(ChallengeGenerator::MIN..=ChallengeGenerator::MAX).contains(&size.get()) {
            return Err(GenerateError::Size(size));
        }
        Ok(ChallengeGenerator { size, level, dice: Dice::new(seed) })
    }

    /// The size of the boards.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The next challenge. Those of other levels than the one asked for are left out.
    ///
    /// What was stopped leaves no trace: the next call makes the challenge that this one would have made.
    ///
    /// # Errors
    ///
    /// [`GenerateError::NotFound`] if there is none of that level among the next [`ChallengeGenerator::TRIES`], and
    /// [`GenerateError::Stopped`] if the budget does not suffice.
    pub fn next_challenge(&mut self, budget: &mut Budget<'_>) -> Result<Challenge, GenerateError> {
        let before = self.dice.clone();
        let made = self.wanted(budget);
        if let Err(GenerateError::Stopped(_)) = made {
            self.dice = before;
        }
        made
    }

    fn wanted(&mut self, budget: &mut Budget<'_>) -> Result<Challenge, GenerateError> {
        let Some(level) = self.level else { return Ok(self.any(budget)?) };
        for _ in 0..ChallengeGenerator::TRIES {
            let made = self.any(budget)?;
            if made.level == level {
                return Ok(made);
            }
        }
        Err(GenerateError::NotFound { size: self.size, level, tried: ChallengeGenerator::TRIES })
    }

    fn any(&mut self, budget: &mut Budget<'_>) -> Result<Challenge, Stopped> {
        let n = self.size.get();
        let mut solution = Vec::new();
        let is_found = self.extend(&mut solution);
        assert!(is_found, "every size from 4 on has a solution");
        // More given queens leave less to find.
        let given = match self.level {
            Some(Difficulty::Easy) => 2 * n / 5 + self.below(2),
            Some(Difficulty::Medium) => n / 4 + self.below(2),
            Some(Difficulty::Hard) => self.below(2),
            None => self.below(n / 3 + 1),
        };
        let mut queens = solution.clone();
        let mut placement = Placement::empty(self.size);
        for _ in 0..given.min(n - 1) {
            placement.place(self.take(&mut queens));
        }
        self.block_others(&mut placement, &solution, budget)?;
        self.unblock_superfluous(&mut placement, budget)?;
        let level = difficulty(&Queens::completing(&placement), budget)?;
        Ok(Challenge { placement, solution, level })
    }

    /// Blocks squares of completions other than the solution until there are none.
    fn block_others(
        &mut self,
        placement: &mut Placement,
        solution: &[Square],
        budget: &mut Budget<'_>,
    ) -> Result<(), Stopped> {
        loop {
            let mut found = completions(placement, ChallengeGenerator::AT_ONCE, budget)?;
            found.retain(|queens| queens != solution);
            if found.is_empty() {
                return Ok(());
            }
            while let Some(other) = found.pop() {
                let mut squares: Vec<Square> = other.into_iter().filter(|square| !solution.contains(square)).collect();
                let blocked = self.take(&mut squares);
                placement.block(blocked);
                found.retain(|queens| !queens.contains(&blocked));
            }
        }
    }

    /// Takes blocks away, in random order, without which there is one completion all the same.
    fn unblock_superfluous(&mut self, placement: &mut Placement, budget: &mut Budget<'_>) -> Result<(), Stopped> {
        let mut blocked: Vec<Square> = placement.blocked().iter().copied().collect();
        while !blocked.is_empty() {
            let square = self.take(&mut blocked);
            placement.unblock(square);
            if completions(placement, 2, budget)?.len() > 1 {
                placement.block(square);
            }
        }
        Ok(())
    }

    /// A random solution, by rank.
    fn extend(&mut self, queens: &mut Vec<Square>) -> bool {
        if queens.len() == self.size.get() {
            return true;
        }
        let mut squares: Vec<Square> = self.size.rank(queens.len()).collect();
        while !squares.is_empty() {
            let square = self.take(&mut squares);
            if queens.iter().all(|&queen| !attacks(queen, square)) {
                queens.push(square);
                if self.extend(queens) {
                    return true;
                }
                queens.pop();
            }
        }
        false
    }

    /// A number below a limit, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        let number = self.dice.below(&limit.into()).expect("there is something to choose from");
        number.try_into().expect("below the limit")
    }

    /// Takes out a random one of some squares, of which there is one at least.
    fn take(&mut self, from: &mut Vec<Square>) -> Square {
        from.swap_remove(self.below(from.len()))
    }
}
