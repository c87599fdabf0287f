//! New boards with exactly one solution.
//!
//! For a board with a queen on every line a solution is drawn by a search, and a region is grown around each queen. For
//! several stars a SAT solver helps to draw them, a part grows around each star, and parts that lie side by side are joined
//! to regions. As long as there is another solution one of its squares goes to a neighbouring region, so that it is one no
//! longer.

use bdd_core::{Budget, Dice, Literal, Stopped};
use nqueens_board::{Size, Square};
use puzzle_core::sat::Solver;
use puzzle_kind::Difficulty;

use crate::attack::Attack;
use crate::board::{Board, neighbours};
use crate::draft::{Draft, below, take};
use crate::field::Lines;
use crate::rules::rules;
use crate::search;
use crate::stars::{self, MOST_STARS};

/// A board with connected regions and exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board.
    pub board: Board,
    /// Its solution, in variable order: of queens by rank.
    pub solution: Vec<Square>,
    /// The difficulty; `None` for boards with several stars on every line.
    pub rating: Option<Difficulty>,
}

/// The reason why there are no boards.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No board of this size has a solution.
    #[error("boards of size {0} have no solution: expected 1, or a size from 4 to {max}", max = Generator::MAX)]
    Impossible(Size),
    /// Boards of this size have no room for so many stars.
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
#[derive(Debug)]
pub struct Generator {
    pub(crate) size: Size,
    attack: Attack,
    /// The stars on every line, for boards of stars.
    stars: Option<usize>,
    rating: Option<Difficulty>,
    dice: Dice,
}

impl Generator {
    /// The largest size with a queen on every line: beyond it a board of equally large regions would take many seconds.
    const MAX: usize = 12;
    /// The boards made before a rating is given up.
    const TRIES: usize = 20_000;
    /// The ways to join parts to regions that are tried before a placement is given up.
    const JOINS: usize = 400;

    /// Returns the generator of boards of this size, of one rating if one is given, from this seed on.
    ///
    /// # Errors
    ///
    /// [`GenerateError::Impossible`] for sizes 2 and 3, and [`GenerateError::TooLarge`] beyond 12.
    pub fn new(size: Size, attack: Attack, rating: Option<Difficulty>, seed: u64) -> Result<Generator, GenerateError> {
        match size.get() {
            2 | 3 => Err(GenerateError::Impossible(size)),
            n if n > Generator::MAX => Err(GenerateError::TooLarge(size)),
            _ => Ok(Generator { size, attack, stars: None, rating, dice: Dice::new(seed) }),
        }
    }

    /// Returns the generator of boards of this size with so many stars on every line, from this seed on.
    ///
    /// # Errors
    ///
    /// [`GenerateError::NoRoom`] if so many stars fit on no board of this size.
    ///
    /// # Panics
    ///
    /// If there are not 1 to 6 stars.
    pub fn with_stars(size: Size, attack: Attack, stars: usize, seed: u64) -> Result<Generator, GenerateError> {
        assert!((1..=MOST_STARS).contains(&stars), "1 to {MOST_STARS} stars, not {stars}");
        // Of four squares that lie together one has a star at most.
        let blocks = size.get().div_ceil(2);
        let has_room = stars * size.get() <= blocks * blocks;
        let fits = has_room && {
            let budget = &mut Budget::unlimited();
            let open = rules(&Board::of_ranks(size), attack, stars);
            let any = Solver::new(&open, [], budget).and_then(|mut solver| solver.model(&[], budget));
            any.expect("nobody stops it").is_some()
        };
        if fits {
            Ok(Generator { size, attack, stars: Some(stars), rating: None, dice: Dice::new(seed) })
        } else {
            Err(GenerateError::NoRoom { size, stars })
        }
    }

    /// Makes the next board. Boards of other ratings than the one asked for are left out.
    ///
    /// What was stopped leaves no trace: the next call makes the board that this one would have made.
    ///
    /// # Errors
    ///
    /// [`GenerateError::NotFound`] if there is none of that rating among the next 20,000 boards, and
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
            if made.rating == self.rating {
                return Ok(made);
            }
        }
        Err(GenerateError::NotFound { size: self.size, rating, tried: Generator::TRIES })
    }

    fn any_board(&mut self, budget: &mut Budget<'_>) -> Result<Generated, Stopped> {
        // The searches for other solutions before a draft is given up.
        let rounds = if self.stars.is_some() { 100 } else { 64 };
        loop {
            let Some(mut draft) = self.draft(budget)? else { continue };
            // Some drafts go round in circles; a new one is soon made.
            for _ in 0..rounds {
                let board = draft.board();
                let rules = rules(&board, self.attack, self.stars.unwrap_or(1));
                let (others, rating) = match self.stars {
                    Some(_) => {
                        let mut solver = Solver::new(&rules, [], budget)?;
                        let own = draft.queens.iter().map(|&star| self.size.variable(star));
                        solver.require(own.map(Literal::negative));
                        (stars::models(solver, 24, budget)?, None)
                    }
                    None => {
                        let lines = Lines::new(&rules);
                        (search::solutions(&lines, lines.field(), 64, budget)?, Some(lines))
                    }
                };
                let others = draft.others(others);
                if others.is_empty() {
                    budget.check()?;
                    let rating = rating.map(|lines| lines.difficulty());
                    return Ok(Generated { board, solution: draft.queens, rating });
                }
                if !draft.spoil_all(&others, &mut self.dice) {
                    break;
                }
            }
        }
    }

    /// Draws a solution and grows regions around its pieces; `None` if no way to join their parts is found.
    fn draft(&mut self, budget: &mut Budget<'_>) -> Result<Option<Draft>, Stopped> {
        if let Some(stars) = self.stars {
            let placement = self.placement(stars, budget)?;
            return Ok(self.joined(placement, stars));
        }
        let mut queens = Vec::new();
        let is_found = self.extend(&mut queens);
        assert!(is_found, "every size but 2 and 3 has a solution");
        let spread = self.spread();
        let draft = Draft::grown(self.size, queens, spread, &mut self.dice);
        budget.check()?;
        Ok(Some(draft))
    }

    /// Returns how differently large the regions become, from 1 (not much) on. Small regions make for few solutions and
    /// easy boards, equally large ones for hard ones.
    fn spread(&mut self) -> usize {
        match self.rating {
            Some(Difficulty::Easy) => 5,
            Some(Difficulty::Medium) => 3,
            Some(Difficulty::Hard) => 1,
            None => 1 + below(&mut self.dice, 4),
        }
    }

    /// Extends queens by rank, at random, to a placement in which no two attack each other.
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

    /// Draws squares one after the other, and returns a placement of stars that has as many of them as it can.
    fn placement(&mut self, stars: usize, budget: &mut Budget<'_>) -> Result<Vec<Square>, Stopped> {
        let mut solver = Solver::new(&rules(&Board::of_ranks(self.size), self.attack, stars), [], budget)?;
        let mut squares: Vec<Square> = self.size.squares().collect();
        let mut drawn: Vec<Literal> = Vec::new();
        let mut found = solver.model(&[], budget)?.expect("some placement, as the first one");
        for _ in 0..self.size.get() * stars {
            let Some(square) = take(&mut self.dice, &mut squares) else { break };
            drawn.push(Literal::positive(self.size.variable(square)));
            match solver.model(&drawn, budget)? {
                Some(model) => found = model,
                None => {
                    drawn.pop();
                }
            }
        }
        Ok(found.into_iter().map(|star| self.size.square_of(star)).collect())
    }

    /// Grows regions with `stars` of the placement each; `None` if no way to join the parts around the stars is
    /// found.
    fn joined(&mut self, placement: Vec<Square>, stars: usize) -> Option<Draft> {
        let mut draft = Draft::grown(self.size, placement, 1, &mut self.dice);
        let count = draft.queens.len();
        let mut beside = vec![Vec::new(); count];
        for square in self.size.squares() {
            let part = draft.region(square);
            for other in neighbours(self.size, square).map(|next| draft.region(next)).filter(|&other| other != part) {
                if !beside[part].contains(&other) {
                    beside[part].push(other);
                }
            }
        }
        let region_of = (0..Generator::JOINS).find_map(|_| self.joining(&beside, stars))?;
        draft.regions.iter_mut().for_each(|region| *region = region_of[*region]);
        Some(draft)
    }

    /// Draws a way to join parts to regions: each begins with a part that has the fewest free ones beside it, and takes such
    /// parts in turn. The region of every part; `None` if some part is left over.
    fn joining(&mut self, beside: &[Vec<usize>], stars: usize) -> Option<Vec<usize>> {
        let mut region_of: Vec<Option<usize>> = vec![None; beside.len()];
        for region in 0..self.size.get() {
            let mut next: Vec<usize> = (0..beside.len()).filter(|&part| region_of[part].is_none()).collect();
            for _ in 0..stars {
                let free = |part: &usize| beside[*part].iter().filter(|&&other| region_of[other].is_none()).count();
                let least = next.iter().map(free).min()?;
                let mut tightest: Vec<usize> = next.iter().copied().filter(|part| free(part) == least).collect();
                let part = take(&mut self.dice, &mut tightest)?;
                region_of[part] = Some(region);
                // What lies beside the region so far.
                let members = (0..beside.len()).filter(|&member| region_of[member] == Some(region));
                let around = members.flat_map(|member| beside[member].iter().copied());
                next = around.filter(|&other| region_of[other].is_none()).collect();
                next.sort_unstable();
                next.dedup();
            }
        }
        region_of.into_iter().collect()
    }
}
