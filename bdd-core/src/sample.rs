//! Uniform random numbers and models, reproducible from a seed on every machine and in every version.

use std::collections::HashMap;

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::id::Variable;
use crate::ranking::Ranking;

/// A source of uniform random numbers of any length, and of random models, determined by its seed.
///
/// The numbers that follow from a seed never change. The generator is ChaCha with 8 rounds (Bernstein, 2008), from the
/// start of stream 0. Its key is the seed in 8 bytes, least significant first, followed by 24 zero bytes.
///
/// A number below a limit is drawn as 32-bit words, the least significant first. It has the same number of words as
/// `limit - 1`, and the last word is shifted right until it has no more bits than the last word of `limit - 1`. A
/// number that is not below the limit is rejected and drawn again: each number takes fewer than two draws on average.
/// Rejection is exact, while a remainder would not be: random bits divide evenly only by powers of two.
///
/// ```
/// use bdd_core::{Budget, DiagramBuilder, Sampler, Ranking, Rules};
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let ranking = Ranking::new(DiagramBuilder::new(&rules).build(budget)?, budget)?;
/// let mut sampler = Sampler::new(1);
/// // Each draw is independent of the others, so that models may repeat.
/// let draws: Vec<_> = (0..5).map(|_| sampler.model(&ranking).expect("there are three models")).collect();
/// assert!(draws.iter().all(|model| model.len() == 1));
/// // All models in random order, each once.
/// assert_eq!(sampler.distinct_models(&ranking).count(), 3);
/// # Ok::<(), bdd_core::Interrupted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampler(ChaCha8Rng);

impl Sampler {
    /// Returns a source with the seed `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Sampler {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Sampler(ChaCha8Rng::from_seed(key))
    }

    /// Draws a number from 0 to `limit - 1`, each with the same probability; `None` for limit 0.
    ///
    /// ```
    /// use bdd_core::Sampler;
    ///
    /// let mut sampler = Sampler::new(42);
    /// let numbers: Vec<String> = (0..5).map(|_| sampler.below(&92u32.into()).unwrap().to_string()).collect();
    /// assert_eq!(numbers, ["12", "44", "11", "36", "50"]);
    /// ```
    pub fn below(&mut self, limit: &BigUint) -> Option<BigUint> {
        if *limit == BigUint::ZERO {
            return None;
        }
        let bits = (limit - 1u8).bits();
        loop {
            let mut words: Vec<u32> = (0..bits.div_ceil(32)).map(|_| self.0.next_u32()).collect();
            if let Some(top) = words.last_mut() {
                *top >>= (32 - bits % 32) % 32;
            }
            let number = BigUint::new(words);
            if number < *limit {
                return Some(number);
            }
        }
    }

    /// Draws a number from 0 to `limit - 1`, each with the same probability; `None` for limit 0. It is the number that
    /// [`Sampler::below`] would draw, as a `usize`.
    ///
    /// ```
    /// use bdd_core::Sampler;
    ///
    /// assert_eq!(Sampler::new(42).index(92), Some(12));
    /// assert_eq!(Sampler::new(42).index(0), None);
    /// ```
    pub fn index(&mut self, limit: usize) -> Option<usize> {
        let Ok(limit) = u32::try_from(limit) else {
            return self.below(&limit.into())?.try_into().ok();
        };
        let bits = u32::BITS - limit.checked_sub(1)?.leading_zeros();
        loop {
            // Limit 1 draws no bits.
            let number = if bits == 0 { 0 } else { self.0.next_u32() >> (u32::BITS - bits) };
            if number < limit {
                return Some(number as usize);
            }
        }
    }

    /// Draws a model, each with the same probability; `None` if there is no model.
    pub fn model(&mut self, ranking: &Ranking) -> Option<Vec<Variable>> {
        ranking.nth(&self.below(ranking.total())?)
    }

    /// Returns all numbers from 0 to `limit - 1` once in random order; every order has the same probability.
    ///
    /// ```
    /// use bdd_core::Sampler;
    ///
    /// let numbers: Vec<String> = Sampler::new(7).distinct(10u32.into()).map(|number| number.to_string()).collect();
    /// assert_eq!(numbers, ["2", "8", "5", "3", "4", "7", "9", "1", "6", "0"]);
    /// ```
    pub fn distinct(&mut self, limit: BigUint) -> impl Iterator<Item = BigUint> {
        // A Fisher-Yates shuffle of the numbers 0, 1, 2, ... that stores only the places that differ from their number:
        // memory grows with the draws, not with the limit, and no draw is rejected as a repetition.
        let (mut next, mut moved) = (BigUint::ZERO, HashMap::new());
        std::iter::from_fn(move || {
            let place = &next + self.below(&(&limit - &next))?;
            let first = moved.remove(&next).unwrap_or_else(|| next.clone());
            let drawn = if place == next { first } else { moved.insert(place.clone(), first).unwrap_or(place) };
            next += 1u8;
            Some(drawn)
        })
    }

    /// Returns numbers from 0 to `limit - 1`: independent draws, or each number once in random order if `distinct`.
    pub fn numbers<'a>(&'a mut self, limit: &'a BigUint, distinct: bool) -> Box<dyn Iterator<Item = BigUint> + 'a> {
        if distinct {
            Box::new(self.distinct(limit.clone()))
        } else {
            Box::new(std::iter::from_fn(|| self.below(limit)))
        }
    }

    /// Returns all models once in random order; every order has the same probability.
    pub fn distinct_models(&mut self, ranking: &Ranking) -> impl Iterator<Item = Vec<Variable>> {
        self.distinct(ranking.total().clone()).filter_map(|number| ranking.nth(&number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the numbers of a seed never change. If this test fails, the seeds that users noted down give other
    /// numbers. The literals were computed by another program, in Python, from the documentation of [`Sampler`] alone.
    #[test]
    fn the_numbers_of_a_seed_are_fixed_for_ever() {
        let mut sampler = Sampler::new(42);
        let small: Vec<_> = (0..12).map(|_| sampler.below(&92u8.into()).unwrap().to_string()).collect();
        assert_eq!(small.join(" "), "12 44 11 36 50 63 75 47 75 10 8 20");
        let wide: Vec<_> = (0..2).map(|_| sampler.below(&(BigUint::from(3u8) << 70)).unwrap().to_string()).collect();
        assert_eq!(wide.join(" "), "1262921326209214212804 1189200913178991043133");
        let distinct: Vec<_> = Sampler::new(7).distinct(10u8.into()).map(|number| number.to_string()).collect();
        assert_eq!(distinct.join(" "), "2 8 5 3 4 7 9 1 6 0");
    }

    #[test]
    fn an_index_is_the_number_that_would_be_drawn() {
        let (mut index, mut below) = (Sampler::new(9), Sampler::new(9));
        assert_eq!(index.index(0), None);
        for limit in [1usize, 2, 3, 7, 8, 9, 92, 65_536, 1 << 31, (1 << 31) + 1, u32::MAX as usize] {
            for _ in 0..50 {
                assert_eq!(index.index(limit).map(BigUint::from), below.below(&limit.into()), "{limit}");
            }
        }
    }

    #[test]
    fn limits_at_word_boundaries() {
        let mut sampler = Sampler::new(0);
        assert_eq!(sampler.below(&BigUint::ZERO), None);
        assert_eq!(sampler.below(&1u8.into()), Some(BigUint::ZERO));
        for bits in [1u32, 31, 32, 33, 64, 65] {
            for limit in [BigUint::from(1u8) << bits, (BigUint::from(1u8) << bits) + 1u8] {
                let draws: Vec<_> = (0..200).map(|_| sampler.below(&limit).unwrap()).collect();
                assert!(draws.iter().all(|draw| *draw < limit));
                let upper = draws.iter().filter(|&draw| *draw >= &limit / 2u8).count();
                assert!((60..=140).contains(&upper), "{upper} of 200 draws in the upper half below {limit}");
            }
        }
    }

    #[test]
    fn distinct_numbers_are_a_permutation_and_every_permutation_is_as_likely() {
        const DRAWS: usize = crate::testing::smaller_in_miri(24_000, 240);
        let mut seen: HashMap<Vec<BigUint>, usize> = HashMap::new();
        let mut sampler = Sampler::new(3);
        for _ in 0..DRAWS {
            *seen.entry(sampler.distinct(4u8.into()).collect()).or_default() += 1;
        }
        assert_eq!(seen.len(), 24);
        let expected = DRAWS as f64 / 24.0;
        let chi_square: f64 = seen.values().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
        // The 0.999 quantile of chi-square with 23 degrees of freedom.
        assert!(chi_square < 49.73, "{chi_square}");
        for order in seen.keys() {
            let mut sorted = order.clone();
            sorted.sort();
            assert_eq!(sorted, (0..4u8).map(BigUint::from).collect::<Vec<_>>());
        }
    }
}
