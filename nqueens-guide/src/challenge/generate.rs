//! The generator of challenges.

use bdd_core::{Budget, Interrupted, Sampler};
use nqueens_board::{Size, Square, attacks, extend};
use puzzle_kind::{Difficulty, OpenError, first_accepted, take_random};

use super::Challenge;
use crate::difficulty::{MAX_SIZE, difficulty};
use crate::first::completions;
use crate::placement::Placement;
use crate::queens::Queens;

/// A random generator of challenges. The same seed gives the same challenges in the same order on every machine.
///
/// The generator draws a random solution and gives some of its queens. Then it blocks squares of other completions
/// until only this solution is left, and unblocks every square that need not be blocked.
///
/// ```
/// use nqueens_guide::challenge::ChallengeGenerator;
/// use nqueens_guide::{Budget, Size};
///
/// let budget = &mut Budget::unlimited();
/// let mut first = ChallengeGenerator::new(Size::new(6)?, None, 7)?;
/// let mut second = first.clone();
/// assert_eq!(first.next_challenge(budget)?, second.next_challenge(budget)?);
/// assert!(ChallengeGenerator::new(Size::new(3)?, None, 7).is_err(), "3 x 3 has no solution");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ChallengeGenerator {
    pub(crate) size: Size,
    level: Option<Difficulty>,
    pub(crate) seed: u64,
    /// The number of challenges made so far.
    pub(crate) made: u64,
    sampler: Sampler,
}

impl ChallengeGenerator {
    /// The smallest board size of a challenge.
    pub const MIN: usize = 4;
    /// The largest board size of a challenge.
    pub const MAX: usize = MAX_SIZE;
    /// The largest number of challenges that a call of [`ChallengeGenerator::next_challenge`] makes to find a challenge
    /// of the requested level.
    pub const TRIES: usize = 500;
    /// The largest number of completions that one search in `block_others` returns.
    const AT_ONCE: usize = 32;

    /// Creates a generator of challenges of `size` from `seed`. If `level` is given, only challenges of this difficulty
    /// are returned.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] if `size` is not between [`ChallengeGenerator::MIN`] and [`ChallengeGenerator::MAX`]:
    /// boards of size 2 and 3 have no solution, a board of size 1 leaves no choice, and larger boards take too long.
    pub fn new(size: Size, level: Option<Difficulty>, seed: u64) -> Result<ChallengeGenerator, OpenError> {
        let (min, max) = (ChallengeGenerator::MIN, ChallengeGenerator::MAX);
        if !(min..=max).contains(&size.get()) {
            let fault = format!("no challenges of size {size}: expected a size from {min} to {max}");
            return Err(OpenError::Failed(fault));
        }
        Ok(ChallengeGenerator { size, level, seed, made: 0, sampler: Sampler::new(seed) })
    }

    /// Returns the next challenge of the requested level.
    ///
    /// An interrupted call leaves no trace: the next call returns the challenge that the interrupted call would have
    /// returned.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] if none of the next [`ChallengeGenerator::TRIES`] challenges has the requested level, and
    /// [`OpenError::Interrupted`] if the budget does not suffice.
    pub fn next_challenge(&mut self, budget: &mut Budget<'_>) -> Result<Challenge, OpenError> {
        let ChallengeGenerator { size, level, .. } = *self;
        let challenge = first_accepted(self, ChallengeGenerator::TRIES, budget, |generator, _, budget| {
            let challenge = generator.any(budget)?;
            Ok(level.is_none_or(|level| challenge.level == level).then_some(challenge))
        })?;
        self.made += u64::from(challenge.is_some());
        challenge.ok_or_else(|| {
            let (tried, level) = (ChallengeGenerator::TRIES, level.expect("challenges are skipped only for a level"));
            OpenError::Failed(format!(
                "none of {tried} challenges of size {size} was {level}: ask for another size, another difficulty, or another seed"
            ))
        })
    }

    fn any(&mut self, budget: &mut Budget<'_>) -> Result<Challenge, Interrupted> {
        let n = self.size.get();
        let mut solution = Vec::new();
        let is_found = extend(&mut solution, self.size, &mut self.sampler, &attacks);
        assert!(is_found, "every size from 4 on has a solution");
        let mut below = |limit| self.sampler.index(limit).expect("the limit is above 0");
        // More given queens make a challenge easier.
        let given = match self.level {
            Some(Difficulty::Easy) => 2 * n / 5 + below(2),
            Some(Difficulty::Medium) => n / 4 + below(2),
            Some(Difficulty::Hard) => below(2),
            None => below(n / 3 + 1),
        };
        let mut queens = solution.clone();
        let mut placement = Placement::empty(self.size);
        for _ in 0..given.min(n - 1) {
            placement.place(
                take_random(&mut self.sampler, &mut queens).expect("fewer queens are drawn than the solution has"),
            );
        }
        self.block_others(&mut placement, &solution, budget)?;
        self.unblock_superfluous(&mut placement, budget)?;
        let level = difficulty(&Queens::completing(&placement), budget)?;
        Ok(Challenge { placement, solution, level })
    }

    /// Blocks squares until `solution` is the only completion of `placement`: squares with a queen of another
    /// completion, but not of `solution`.
    fn block_others(
        &mut self,
        placement: &mut Placement,
        solution: &[Square],
        budget: &mut Budget<'_>,
    ) -> Result<(), Interrupted> {
        loop {
            let mut found = completions(placement, ChallengeGenerator::AT_ONCE, budget)?;
            found.retain(|queens| queens != solution);
            if found.is_empty() {
                return Ok(());
            }
            while let Some(other) = found.pop() {
                let mut squares: Vec<Square> = other.into_iter().filter(|square| !solution.contains(square)).collect();
                let blocked = take_random(&mut self.sampler, &mut squares)
                    .expect("another solution has a queen on another square");
                placement.block(blocked);
                found.retain(|queens| !queens.contains(&blocked));
            }
        }
    }

    /// Goes through the blocked squares in random order, and unblocks a square if the placement still has only one
    /// completion without the block.
    fn unblock_superfluous(&mut self, placement: &mut Placement, budget: &mut Budget<'_>) -> Result<(), Interrupted> {
        let mut blocked: Vec<Square> = placement.blocked().iter().copied().collect();
        while let Some(square) = take_random(&mut self.sampler, &mut blocked) {
            placement.unblock(square);
            if completions(placement, 2, budget)?.len() > 1 {
                placement.block(square);
            }
        }
        Ok(())
    }
}
