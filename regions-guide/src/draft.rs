//! [`Draft`], a draft of a board. Its regions grow around the queens of a solution, and then exchange squares.

use bdd_core::{Sampler, Variable};
use nqueens_board::{Size, Square};
use puzzle_kind::take_random;

use crate::board::{Board, neighbours, part_count};

/// Draws a random number from 0 to `limit - 1`. `limit` must not be 0.
pub(crate) fn below(sampler: &mut Sampler, limit: usize) -> usize {
    sampler.index(limit).expect("the caller passes a limit above 0")
}

/// A draft of a board that has connected regions and at least one solution.
pub(crate) struct Draft {
    size: Size,
    /// The squares of the pieces in the solution. Every region has the same number of these squares.
    pub(crate) queens: Vec<Square>,
    /// The region of every square, in the order of the squares' variables.
    pub(crate) regions: Vec<usize>,
}

impl Draft {
    /// Grows a region from every queen (region `i` from queen `i`), square by square, until the regions cover the
    /// board.
    ///
    /// Each region grows at a random rate of its own: a power of two, from 1 to `2 ^ (spread - 1)`.
    pub(crate) fn grown(size: Size, queens: Vec<Square>, spread: usize, sampler: &mut Sampler) -> Draft {
        const NONE: usize = usize::MAX;
        let mut draft = Draft { size, queens, regions: vec![NONE; size.square_count()] };
        for (region, &queen) in draft.queens.iter().enumerate() {
            draft.regions[usize::from(size.variable(queen))] = region;
        }
        let rates: Vec<usize> = (0..draft.queens.len()).map(|_| 1 << below(sampler, spread)).collect();
        loop {
            // An empty square next to a region is drawn, with a probability in proportion to the rate of that region.
            let empty = || size.squares().filter(|&square| draft.region(square) == NONE);
            let steps = || {
                empty()
                    .flat_map(|square| neighbours(size, square).map(move |neighbour| (square, neighbour)))
                    .map(|(square, neighbour)| (square, draft.region(neighbour)))
                    .filter(|&(_, region)| region != NONE)
            };
            let total = steps().map(|(_, region)| rates[region]).sum();
            let Some(mut drawn) = sampler.index(total) else { return draft };
            let step = steps().find(|&(_, region)| {
                let is_drawn = drawn < rates[region];
                drawn = drawn.wrapping_sub(rates[region]);
                is_drawn
            });
            let (square, region) = step.expect("the number drawn is below the sum of the rates");
            draft.regions[usize::from(size.variable(square))] = region;
        }
    }

    pub(crate) fn region(&self, square: Square) -> usize {
        self.regions[usize::from(self.size.variable(square))]
    }

    /// Returns the solutions, among `solutions`, that differ from the draft's own solution. Each solution is returned
    /// as its squares.
    pub(crate) fn others(&self, solutions: Vec<Vec<Variable>>) -> Vec<Vec<Square>> {
        let squares = |queens: Vec<Variable>| queens.into_iter().map(|queen| self.size.square_of(queen)).collect();
        solutions.into_iter().map(squares).filter(|squares| *squares != self.queens).collect()
    }

    /// Returns `true` if `queens` solve the draft: every region has the same number of these queens. They must obey all
    /// other rules.
    fn is_solved_by(&self, queens: &[Square]) -> bool {
        let mut counts = vec![0; self.size.get()];
        queens.iter().for_each(|&queen| counts[self.region(queen)] += 1);
        counts.iter().all(|&count| count * self.size.get() == queens.len())
    }

    /// Changes the regions until no solution in `others` solves the board any more. Returns `false` if some of these
    /// solutions can't be spoiled.
    pub(crate) fn spoil_all(&mut self, others: &[Vec<Square>], sampler: &mut Sampler) -> bool {
        // A change may make another solution valid again, so there may be more changes than solutions.
        for _ in 0..2 * others.len() {
            let Some(other) = others.iter().find(|other| self.is_solved_by(other)) else { return true };
            if !self.spoil(other, sampler) {
                return false;
            }
        }
        true
    }

    /// Spoils the solution `other`: moves one of its squares to a neighbouring region, so that the square's old region
    /// lacks a queen of `other`. Squares of the draft's own solution do not move, and regions stay connected. Returns
    /// `false` if no square can be moved.
    fn spoil(&mut self, other: &[Square], sampler: &mut Sampler) -> bool {
        let mut squares: Vec<Square> = other.iter().copied().filter(|square| !self.queens.contains(square)).collect();
        while let Some(square) = take_random(sampler, &mut squares) {
            let from = self.region(square);
            let mut to: Vec<usize> =
                neighbours(self.size, square).map(|next| self.region(next)).filter(|&region| region != from).collect();
            let Some(to) = take_random(sampler, &mut to) else { continue };
            let index = usize::from(self.size.variable(square));
            self.regions[index] = to;
            let rest = self.size.squares().filter(|&square| self.region(square) == from).collect();
            if part_count(self.size, rest) == 1 {
                return true;
            }
            self.regions[index] = from;
        }
        false
    }

    /// Returns the board, with letters for the regions in the order in which they appear from the top.
    pub(crate) fn board(&self) -> Board {
        let n = self.size.get();
        let mut letters = vec![None; n];
        let mut next = 'A'..='Z';
        for square in (0..n).rev().flat_map(|rank| self.size.rank(rank)) {
            letters[self.region(square)]
                .get_or_insert_with(|| next.next().expect("a board has at most 26 regions, one for each letter"));
        }
        let of_square = |&region: &usize| letters[region].expect("every region has a square");
        Board::new(self.size, &self.regions.iter().map(of_square).collect::<Vec<_>>())
            .expect("a draft has as many regions as ranks")
    }
}
