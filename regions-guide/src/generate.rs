//! New boards with exactly one solution.

use bdd_core::{Budget, Dice, Stopped, Variable};
use nqueens_board::{Size, Square};
use puzzle_kind::Difficulty;

use crate::attack::Attack;
use crate::board::{Board, neighbours, parts};
use crate::field::Lines;
use crate::rating::rate_unique;
use crate::rules::regions_rules;
use crate::search;

/// A board with connected regions and exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board.
    pub board: Board,
    /// Its solution, by rank.
    pub solution: Vec<Square>,
    /// How hard it is.
    pub rating: Difficulty,
}

/// Why there are no boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No board of this size has a solution.
    #[error("boards of size {0} have no solution: expected 1, or a size from 4 to {max}", max = Generator::MAX)]
    Impossible(Size),
    /// So many stars a line fit on no board of this size.
    #[error("{stars} stars in every rank and file, no two next to each other, don't fit on a board of size {size}")]
    NoRoom {
        /// The size asked for.
        size: Size,
        /// The stars asked for.
        stars: usize,
    },
    /// Boards of this size would take too long.
    #[error("boards of size {0} take too long to generate: expected 1, or a size from 4 to {max}", max = Generator::MAX)]
    TooLarge(Size),
    /// Many boards were made, and none was of the wanted rating.
    #[error(
        "none of {tried} boards of size {size} was {rating}: ask for another size, another rating, or another seed"
    )]
    NotFound {
        /// The size asked for.
        size: Size,
        /// The rating asked for.
        rating: Difficulty,
        /// The boards made.
        tried: usize,
    },
    /// The budget did not suffice.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Makes boards, fixed by a seed: the same boards in the same order on every machine.
///
/// A solution is drawn, a region is grown around each of its queens, and as long as there is another solution one of
/// its squares goes to a neighbouring region, so that it is one no longer.
#[derive(Debug)]
pub struct Generator {
    size: Size,
    attack: Attack,
    rating: Option<Difficulty>,
    dice: Dice,
}

impl Generator {
    /// The largest size: beyond it a board of equally large regions would take many seconds.
    pub const MAX: usize = 12;
    /// The boards made before a rating is given up.
    pub const TRIES: usize = 20_000;

    /// The searches for other solutions before a draft is given up.
    const ROUNDS: usize = 64;
    /// The solutions that a search asks for.
    const AT_ONCE: usize = 64;

    /// Boards of this size, of one rating if one is given, from this seed on.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Impossible`] for sizes 2 and 3, and [`GenerateError::TooLarge`] beyond [`Generator::MAX`].
    pub fn new(size: Size, attack: Attack, rating: Option<Difficulty>, seed: u64) -> Result<Generator, GenerateError> {
        match size.get() {
            2 | 3 => Err(GenerateError::Impossible(size)),
            n if n > Generator::MAX => Err(GenerateError::TooLarge(size)),
            _ => Ok(Generator { size, attack, rating, dice: Dice::new(seed) }),
        }
    }

    /// The size of the boards.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The next board. Boards of other ratings than the one asked for are left out.
    ///
    /// What was stopped leaves no trace: the next call makes the board that this one would have made.
    ///
    /// # Errors
    ///
    /// [`GenerateError::NotFound`] if there is none of that rating among the next [`Generator::TRIES`] boards, and
    /// [`GenerateError::Stopped`] if the budget does not suffice.
    pub fn next_board(&mut self, budget: &mut Budget<'_>) -> Result<Generated, GenerateError> {
        let before = self.dice.clone();
        let made = self.wanted_board(budget);
        if let Err(GenerateError::Stopped(_)) = made {
            self.dice = before;
        }
        made
    }

    fn wanted_board(&mut self, budget: &mut Budget<'_>) -> Result<Generated, GenerateError> {
        let Some(rating) = self.rating else { return Ok(self.any_board(budget)?) };
        for _ in 0..Generator::TRIES {
            let made = self.any_board(budget)?;
            if made.rating == rating {
                return Ok(made);
            }
        }
        Err(GenerateError::NotFound { size: self.size, rating, tried: Generator::TRIES })
    }

    /// How differently large the regions become, from 1 (not much) on. Small regions make for few solutions and easy
    /// boards, equally large ones for hard ones.
    fn spread(&mut self) -> usize {
        match self.rating {
            Some(Difficulty::Easy) => 5,
            Some(Difficulty::Medium) => 3,
            Some(Difficulty::Hard) => 1,
            None => 1 + below(&mut self.dice, 4),
        }
    }

    fn any_board(&mut self, budget: &mut Budget<'_>) -> Result<Generated, Stopped> {
        loop {
            let solution = self.solution();
            let spread = self.spread();
            let mut draft = Draft::grown(self.size, solution, spread, &mut self.dice);
            budget.check()?;
            // Some drafts go round in circles; a new one is soon made.
            for _ in 0..Generator::ROUNDS {
                let board = draft.board();
                let lines = Lines::new(&regions_rules(&board, self.attack));
                let others = draft.others(&search::some(&lines, lines.field(), Generator::AT_ONCE, budget)?);
                if others.is_empty() {
                    budget.check()?;
                    return Ok(Generated { board, solution: draft.queens, rating: rate_unique(&lines) });
                }
                if !draft.spoil_all(&others, &mut self.dice) {
                    break;
                }
            }
        }
    }

    /// A random placement of a queen in every rank and file, no two of which attack each other; by rank.
    fn solution(&mut self) -> Vec<Square> {
        let mut queens = Vec::new();
        let is_found = self.extend(&mut queens);
        assert!(is_found, "every size but 2 and 3 has a solution");
        queens
    }

    fn extend(&mut self, queens: &mut Vec<Square>) -> bool {
        if queens.len() == self.size.get() {
            return true;
        }
        let mut squares: Vec<Square> = self.size.rank(queens.len()).collect();
        while let Some(square) = take(&mut self.dice, &mut squares) {
            if queens.iter().all(|&queen| self.attack.reaches(queen, square).is_none()) {
                queens.push(square);
                if self.extend(queens) {
                    return true;
                }
                queens.pop();
            }
        }
        false
    }
}

/// A number below a limit, which is not 0.
pub(crate) fn below(dice: &mut Dice, limit: usize) -> usize {
    dice.index(limit).expect("there is something to choose from")
}

/// Takes out a random one; `None` if there is none.
pub(crate) fn take<T>(dice: &mut Dice, from: &mut Vec<T>) -> Option<T> {
    if from.is_empty() { None } else { Some(from.swap_remove(below(dice, from.len()))) }
}

/// A board in the making, with connected regions, each of which has as many of the queens.
pub(crate) struct Draft {
    size: Size,
    pub(crate) queens: Vec<Square>,
    /// The region of every square, in variable order.
    pub(crate) regions: Vec<usize>,
}

impl Draft {
    /// Grows a region from every queen, region `i` from queen `i`, square by square, until the board is full. A region grows up to twice as fast
    /// as another for every step of the spread.
    pub(crate) fn grown(size: Size, queens: Vec<Square>, spread: usize, dice: &mut Dice) -> Draft {
        const NONE: usize = usize::MAX;
        let mut draft = Draft { size, queens, regions: vec![NONE; size.square_count()] };
        for (region, &queen) in draft.queens.iter().enumerate() {
            draft.regions[usize::from(size.variable(queen))] = region;
        }
        let hunger: Vec<usize> = (0..draft.queens.len()).map(|_| 1 << below(dice, spread)).collect();
        loop {
            // A square is the likelier to be next the more of its neighbours are in a region, and the hungrier that is.
            let empty = || size.squares().filter(|&square| draft.region(square) == NONE);
            let steps = || {
                empty()
                    .flat_map(|square| neighbours(size, square).map(move |neighbour| (square, neighbour)))
                    .map(|(square, neighbour)| (square, draft.region(neighbour)))
                    .filter(|&(_, region)| region != NONE)
            };
            let total = steps().map(|(_, region)| hunger[region]).sum();
            let Some(mut drawn) = dice.index(total) else { return draft };
            let step = steps().find(|&(_, region)| {
                let is_drawn = drawn < hunger[region];
                drawn = drawn.wrapping_sub(hunger[region]);
                is_drawn
            });
            let (square, region) = step.expect("less than the total was drawn");
            draft.regions[usize::from(size.variable(square))] = region;
        }
    }

    pub(crate) fn region(&self, square: Square) -> usize {
        self.regions[usize::from(self.size.variable(square))]
    }

    /// The solutions but for its own, as squares.
    fn others(&self, solutions: &[Vec<Variable>]) -> Vec<Vec<Square>> {
        let squares = solutions.iter().map(|queens| queens.iter().map(|&queen| self.size.square_of(queen)).collect());
        squares.filter(|squares| *squares != self.queens).collect()
    }

    /// Whether every region has as many of these queens.
    fn is_solved_by(&self, queens: &[Square]) -> bool {
        let mut counts = vec![0; self.size.get()];
        queens.iter().for_each(|&queen| counts[self.region(queen)] += 1);
        counts.iter().all(|&count| count * self.size.get() == queens.len())
    }

    /// Spoils these solutions, until none of them is one any more. Whether that is done.
    pub(crate) fn spoil_all(&mut self, others: &[Vec<Square>], dice: &mut Dice) -> bool {
        // A step may make a solution of what was spoiled before, so there may be more steps than solutions.
        for _ in 0..2 * others.len() {
            let Some(other) = others.iter().find(|other| self.is_solved_by(other)) else { return true };
            if !self.spoil(other, dice) {
                return false;
            }
        }
        true
    }

    /// Gives a square of another solution to a neighbouring region, so that the regions stay connected and that
    /// solution has no queen in the region it comes from. Whether there is such a square.
    fn spoil(&mut self, other: &[Square], dice: &mut Dice) -> bool {
        let mut squares: Vec<Square> = other.iter().copied().filter(|square| !self.queens.contains(square)).collect();
        while let Some(square) = take(dice, &mut squares) {
            let from = self.region(square);
            let mut to: Vec<usize> =
                neighbours(self.size, square).map(|next| self.region(next)).filter(|&region| region != from).collect();
            let Some(to) = take(dice, &mut to) else { continue };
            let place = usize::from(self.size.variable(square));
            self.regions[place] = to;
            let rest = self.size.squares().filter(|&square| self.region(square) == from).collect();
            if parts(self.size, rest) == 1 {
                return true;
            }
            self.regions[place] = from;
        }
        false
    }

    /// The board, its regions lettered in the order in which a reader meets them.
    pub(crate) fn board(&self) -> Board {
        let n = self.size.get();
        let mut letters = vec![None; n];
        let mut next = 'A'..='Z';
        for square in (0..n).rev().flat_map(|rank| self.size.rank(rank)) {
            letters[self.region(square)].get_or_insert_with(|| next.next().expect("no more regions than letters"));
        }
        let of_square = |&region: &usize| letters[region].expect("every region has a square");
        Board::new(self.size, &self.regions.iter().map(of_square).collect::<Vec<_>>())
            .expect("as many regions as ranks")
    }
}
