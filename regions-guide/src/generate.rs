//! New boards with exactly one solution.
//!
//! For a board with a queen on every line a solution is drawn by a search, and a region is grown around each queen. For
//! several stars a SAT solver helps to draw them, a part grows around each star, and parts that lie side by side are joined
//! to regions. As long as there is another solution one of its squares goes to a neighbouring region, so that it is one no
//! longer.

use bdd_core::{Budget, Interrupted, Literal, Sampler};
use nqueens_board::{Size, Square, extend};
use puzzle_core::sat::Solver;
use puzzle_kind::{Difficulty, OpenError, first_accepted, take_random};

use crate::attack::Attack;
use crate::board::{Board, MOST_STARS, neighbours};
use crate::draft::{Draft, below};
use crate::field::LineSets;
use crate::rules::rules;
use crate::search;

/// A board with connected regions and exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedBoard {
    /// The board.
    pub board: Board,
    /// Its solution, in variable order: of queens by rank.
    pub solution: Vec<Square>,
    /// The difficulty; `None` for boards with several stars on every line.
    pub rating: Option<Difficulty>,
}

/// Makes boards, fixed by a seed: the same boards in the same order on every machine.
#[derive(Clone, Debug)]
pub struct BoardGenerator {
    pub(crate) size: Size,
    pub(crate) attack: Attack,
    /// The pieces on every line: one queen, or several stars.
    pub(crate) stars: usize,
    /// The difficulty that is wanted, if one is.
    pub(crate) rating: Option<Difficulty>,
    pub(crate) seed: u64,
    /// The number of boards that were made.
    pub(crate) made: u64,
    sampler: Sampler,
}

impl BoardGenerator {
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
    /// [`OpenError::Failed`] for sizes 2 and 3, and beyond 12.
    pub fn new(size: Size, attack: Attack, rating: Option<Difficulty>, seed: u64) -> Result<BoardGenerator, OpenError> {
        let fault = match size.get() {
            2 | 3 => "have no solution",
            n if n > BoardGenerator::MAX => "take too long to generate",
            _ => {
                return Ok(BoardGenerator {
                    size,
                    attack,
                    stars: 1,
                    rating,
                    seed,
                    made: 0,
                    sampler: Sampler::new(seed),
                });
            }
        };
        let most = BoardGenerator::MAX;
        Err(OpenError::Failed(format!("boards of size {size} {fault}: expected 1, or a size from 4 to {most}")))
    }

    /// Returns the generator of boards of this size with so many stars on every line, from this seed on.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] if so many stars fit on no board of this size.
    ///
    /// # Panics
    ///
    /// If there are not 1 to 6 stars.
    pub fn with_stars(size: Size, attack: Attack, stars: usize, seed: u64) -> Result<BoardGenerator, OpenError> {
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
        if !fits {
            return Err(OpenError::Failed(format!(
                "{stars} stars in every rank and file, no two next to each other, don't fit on a board of size {size}"
            )));
        }
        Ok(BoardGenerator { size, attack, stars, rating: None, seed, made: 0, sampler: Sampler::new(seed) })
    }

    /// Makes the next board. Boards of other ratings than the one asked for are left out.
    ///
    /// What was stopped leaves no trace: the next call makes the board that this one would have made.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] if there is none of that rating among the next 20,000 boards, and
    /// [`OpenError::Interrupted`] if the budget does not suffice.
    pub fn next_board(&mut self, budget: &mut Budget<'_>) -> Result<GeneratedBoard, OpenError> {
        let BoardGenerator { size, rating, .. } = *self;
        let board = first_accepted(self, BoardGenerator::TRIES, budget, |generator, _, budget| {
            let board = generator.any_board(budget)?;
            Ok((rating.is_none() || board.rating == rating).then_some(board))
        })?;
        self.made += u64::from(board.is_some());
        board.ok_or_else(|| {
            let (tried, rating) = (BoardGenerator::TRIES, rating.expect("without a rating the first board will do"));
            OpenError::Failed(format!(
                "none of {tried} boards of size {size} was {rating}: ask for another size, another rating, or another seed"
            ))
        })
    }

    fn any_board(&mut self, budget: &mut Budget<'_>) -> Result<GeneratedBoard, Interrupted> {
        // The searches for other solutions before a draft is given up.
        let rounds = if self.stars > 1 { 100 } else { 64 };
        loop {
            let Some(mut draft) = self.draft(budget)? else { continue };
            // Some drafts go round in circles; a new one is soon made.
            for _ in 0..rounds {
                let board = draft.board();
                let rules = rules(&board, self.attack, self.stars);
                let lines = (self.stars == 1).then(|| LineSets::new(&rules));
                let others = match &lines {
                    Some(lines) => search::solutions(lines, lines.field(), 64, budget)?,
                    None => {
                        let mut solver = Solver::new(&rules, [], budget)?;
                        let own = draft.queens.iter().map(|&star| self.size.variable(star));
                        solver.require(own.map(Literal::negative));
                        search::models(solver, 24, budget)?
                    }
                };
                let others = draft.others(others);
                if others.is_empty() {
                    budget.check()?;
                    let rating = lines.map(|lines| lines.difficulty());
                    return Ok(GeneratedBoard { board, solution: draft.queens, rating });
                }
                if !draft.spoil_all(&others, &mut self.sampler) {
                    break;
                }
            }
        }
    }

    /// Draws a solution and grows regions around its pieces; `None` if no way to join their parts is found.
    fn draft(&mut self, budget: &mut Budget<'_>) -> Result<Option<Draft>, Interrupted> {
        if self.stars > 1 {
            let placement = self.placement(budget)?;
            return Ok(self.joined(placement));
        }
        let mut queens = Vec::new();
        let attack = self.attack;
        let is_found = extend(&mut queens, self.size, &mut self.sampler, &|a, b| attack.reaches(a, b).is_some());
        assert!(is_found, "every size but 2 and 3 has a solution");
        let spread = self.spread();
        let draft = Draft::grown(self.size, queens, spread, &mut self.sampler);
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
            None => 1 + below(&mut self.sampler, 4),
        }
    }

    /// Draws squares one after the other, and returns a placement of stars that has as many of them as it can.
    fn placement(&mut self, budget: &mut Budget<'_>) -> Result<Vec<Square>, Interrupted> {
        let mut solver = Solver::new(&rules(&Board::of_ranks(self.size), self.attack, self.stars), [], budget)?;
        let mut squares: Vec<Square> = self.size.squares().collect();
        let mut drawn: Vec<Literal> = Vec::new();
        let mut found = solver.model(&[], budget)?.expect("some placement, as the first one");
        for _ in 0..self.size.get() * self.stars {
            let Some(square) = take_random(&mut self.sampler, &mut squares) else { break };
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

    /// Grows regions with as many stars of the placement each; `None` if no way to join the parts around the stars is found.
    fn joined(&mut self, placement: Vec<Square>) -> Option<Draft> {
        let mut draft = Draft::grown(self.size, placement, 1, &mut self.sampler);
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
        let region_of = (0..BoardGenerator::JOINS).find_map(|_| self.joining(&beside))?;
        draft.regions.iter_mut().for_each(|region| *region = region_of[*region]);
        Some(draft)
    }

    /// Draws a way to join parts to regions: each begins with a part that has the fewest free ones beside it, and takes such
    /// parts in turn. The region of every part; `None` if some part is left over.
    fn joining(&mut self, beside: &[Vec<usize>]) -> Option<Vec<usize>> {
        let mut region_of: Vec<Option<usize>> = vec![None; beside.len()];
        for region in 0..self.size.get() {
            let mut next: Vec<usize> = (0..beside.len()).filter(|&part| region_of[part].is_none()).collect();
            for _ in 0..self.stars {
                let free = |part: &usize| beside[*part].iter().filter(|&&other| region_of[other].is_none()).count();
                let least = next.iter().map(free).min()?;
                let mut tightest: Vec<usize> = next.iter().copied().filter(|part| free(part) == least).collect();
                let part = take_random(&mut self.sampler, &mut tightest)?;
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
