//! Model counts modulo a prime: a check with bounded work where exact counts have thousands of bits.

use std::hash::{BuildHasher, Hasher, RandomState};

use num_bigint::BigUint;

use crate::budget::{Budget, Interrupted};
use crate::diagram::{DecisionDiagram, Node};
use crate::reduction::Reduction;

/// A random prime of 61 bits.
///
/// Two different numbers of at most 65,536 bits are equal modulo at most 65,536 / 60 of these primes. There are about
/// 2.7e16 primes of 61 bits (prime number theorem). So two different numbers have equal remainders with a probability
/// below 1e-13, even if an adversary chose the numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prime(u64);

impl Prime {
    /// Returns one of the primes, each with the same probability.
    pub(crate) fn random() -> Prime {
        // These keys are random numbers of the operating system. The standard library uses them to protect its hash
        // tables against adversaries.
        let keys = RandomState::new();
        let numbers = (0u64..).map(|counter| {
            let mut hasher = keys.build_hasher();
            hasher.write_u64(counter);
            1 << 60 | hasher.finish() >> 4 | 1
        });
        let prime = numbers.into_iter().find(|&number| is_prime(number));
        Prime(prime.expect("about one in twenty of the odd numbers is prime"))
    }

    pub(crate) fn remainder(self, number: &BigUint) -> u64 {
        u64::try_from(number % self.0).expect("a remainder is smaller than the prime, which fits")
    }

    fn sum(self, a: u64, b: u64) -> u64 {
        // Both summands have at most 61 bits.
        let sum = a + b;
        if sum >= self.0 { sum - self.0 } else { sum }
    }

    fn product(self, a: u64, b: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(self.0)) as u64
    }

    /// Returns the number of models modulo the prime. Counting takes 8 bytes of memory for each node, however large the
    /// number is.
    pub(crate) fn models<R: Reduction>(
        self,
        bdd: &DecisionDiagram<R>,
        budget: &mut Budget<'_>,
    ) -> Result<u64, Interrupted> {
        let levels = bdd.levels();
        let powers: Vec<u64> =
            std::iter::successors(Some(1), |&power| Some(self.sum(power, power))).take(bdd.variables() + 1).collect();
        let mut below: Vec<u64> = Vec::with_capacity(bdd.node_count());
        below.extend([0, 1].iter().take(bdd.node_count()));
        for level in (0..bdd.depth()).rev() {
            budget.spend(levels.range(level).len() as u32, || 0.0)?;
            for &Node { low, high } in &bdd.nodes()[levels.range(level)] {
                let [low, high] = [low, high].map(|child| {
                    let skipped = levels.free::<R>(level, child);
                    let models = below[child as usize];
                    if skipped == 0 { models } else { self.product(models, powers[usize::from(skipped)]) }
                });
                below.push(self.sum(low, high));
            }
        }
        Ok(self.product(below[bdd.root().index()], powers[usize::from(R::free(bdd.top()))]))
    }
}

/// Returns `true` if an odd number above 37 is prime: the Miller-Rabin test, which with these bases is exact for all
/// 64-bit numbers (J. Sorenson and J. Webster, *Strong pseudoprimes to twelve prime bases*, 2017).
fn is_prime(number: u64) -> bool {
    let twos = (number - 1).trailing_zeros();
    let [odd, last, number] = [(number - 1) >> twos, number - 1, number].map(BigUint::from);
    [2u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
        let first = BigUint::from(base).modpow(&odd, &number);
        let is_one = first == 1u8.into();
        let mut squares = std::iter::successors(Some(first), |root| Some(root * root % &number)).take(twos as usize);
        is_one || squares.any(|square| square == last)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bdd;
    use crate::testing::{random_rules, smaller_in_miri};
    use proptest::prelude::*;

    #[test]
    fn primes_are_told_from_products() {
        let by_division = |number: u64| {
            (3..).step_by(2).take_while(|factor| factor * factor <= number).all(|factor| !number.is_multiple_of(factor))
        };
        let small = (39..smaller_in_miri(20_000, 400)).step_by(2);
        for number in small.chain((smaller_in_miri(4_294_967_001, 4_294_967_287)..4_294_967_301).step_by(2)) {
            assert_eq!(is_prime(number), by_division(number), "{number}");
        }
        // 2^61 - 1 is a Mersenne prime. The second number is the product of the two largest primes below 2^31.
        assert!(is_prime((1 << 61) - 1) && !is_prime(2_147_483_647 * 2_147_483_629));
    }

    #[test]
    fn primes_are_drawn_with_61_bits_and_not_one_twice() {
        let mut drawn: Vec<u64> = (0..20).map(|_| Prime::random().0).collect();
        assert!(drawn.iter().all(|&prime| prime >> 60 == 1 && is_prime(prime)));
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 20);
    }

    proptest! {
        #[test]
        fn remainders_are_those_of_the_exact_count(
            seed in any::<u64>(),
            variables in 5usize..smaller_in_miri(150, 80),
            exclusions in 0usize..smaller_in_miri(20, 5),
        ) {
            let bdd = crate::testing::conjoin(&random_rules(variables, exclusions, 3, seed));
            let prime = Prime::random();
            prop_assert_eq!(prime.models(&bdd, &mut Budget::unlimited()).unwrap(), prime.remainder(&bdd.model_count()));
        }
    }

    #[test]
    fn constants_have_remainders_too() {
        let prime = Prime::random();
        for bdd in [Bdd::constant(300, true), Bdd::constant(300, false), Bdd::constant(0, true)] {
            assert_eq!(prime.models(&bdd, &mut Budget::unlimited()).unwrap(), prime.remainder(&bdd.model_count()));
        }
    }
}
