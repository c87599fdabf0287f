//! The generator of boards with exactly one solution.
//!
//! A search draws the queens of a solution, and a region grows around each queen. On boards with several stars on a
//! line, a SAT solver draws the stars, a part of a region grows around each star, and neighbouring parts are joined to
//! regions.
//!
//! The board may have other solutions. As long as the board has another solution, a square of this solution moves to a
//! neighbouring region, so that this solution no longer solves the board.

use bdd_core::{Budget, Interrupted, Literal, Sampler};
use nqueens_board::{Size, Square, extend};
use puzzle_core::sat::Solver;
use puzzle_kind::{Difficulty, OpenError, first_accepted, take_random};

use crate::attack::Attack;
use crate::board::{Board, MAX_STARS, neighbours};
use crate::draft::{Draft, below};
use crate::rules::rules;
use crate::search;
use crate::state::LineSets;

/// A board with connected regions and exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedBoard {
    /// The board.
    pub board: Board,
    /// The squares of the solution's pieces, rank by rank from rank 1 on.
    pub solution: Vec<Square>,
    /// The difficulty; `None` for boards with several stars on every line.
    pub rating: Option<Difficulty>,
}

/// A generator of boards. The same seed leads to the same boards in the same order on every machine.
///
/// ```
/// use puzzle_core::{Budget, Marks};
/// use regions_guide::{Attack, BoardGenerator, RegionsPuzzle, Size, first_solutions};
///
/// let mut generator = BoardGenerator::new(Size::new(6).unwrap(), Attack::King, None, 1)?;
/// let made = generator.next_board(&mut Budget::unlimited())?;
/// let puzzle = RegionsPuzzle::new(made.board, Attack::King);
/// assert_eq!(first_solutions(&puzzle, &Marks::default(), 2), [made.solution]);
/// # Ok::<(), puzzle_kind::OpenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardGenerator {
    pub(crate) size: Size,
    pub(crate) attack: Attack,
    /// The number of pieces on every line: one queen, or several stars.
    pub(crate) stars: usize,
    /// The wanted difficulty; `None` for boards of any difficulty.
    pub(crate) rating: Option<Difficulty>,
    pub(crate) seed: u64,
    /// The number of boards made so far.
    pub(crate) made: u64,
    sampler: Sampler,
}

impl BoardGenerator {
    /// The maximum size of a generated board with one queen on every line. A larger board with regions of equal size
    /// would take many seconds.
    const MAX_SIZE: usize = 12;
    /// The maximum number of boards that are made to find a board with the wanted rating.
    const ATTEMPTS: usize = 20_000;
    /// The maximum number of attempts to join parts, each of which grew around one star, to regions with several stars.
    const JOIN_ATTEMPTS: usize = 400;

    /// Returns a generator of boards of one size, with one queen on every line. If `rating` is given, all boards have
    /// this difficulty.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] for the sizes 2 and 3, which have no solution, and for sizes above 12.
    pub fn new(size: Size, attack: Attack, rating: Option<Difficulty>, seed: u64) -> Result<BoardGenerator, OpenError> {
        let fault = match size.get() {
            2 | 3 => format!("boards of size {size} have no solution"),
            n if n > BoardGenerator::MAX_SIZE => format!("boards of size {size} take too long to generate"),
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
        let max = BoardGenerator::MAX_SIZE;
        Err(OpenError::Failed(format!("{fault}: expected 1, or a size from 4 to {max}")))
    }

    /// Returns a generator of boards of one size with `stars` stars on every line.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] if the stars fit on no board of this size.
    ///
    /// # Panics
    ///
    /// If `stars` is not from 1 to 6.
    pub fn with_stars(size: Size, attack: Attack, stars: usize, seed: u64) -> Result<BoardGenerator, OpenError> {
        assert!((1..=MAX_STARS).contains(&stars), "1 to {MAX_STARS} stars, not {stars}");
        // A block of 2 x 2 squares has at most one star, since stars must not touch.
        let blocks = size.get().div_ceil(2);
        let has_room = stars * size.get() <= blocks * blocks;
        let fits = has_room && {
            let budget = &mut Budget::unlimited();
            let open = rules(&Board::of_ranks(size), attack, stars);
            let any = Solver::new(&open, [], budget).and_then(|mut solver| solver.model(&[], budget));
            any.expect("an unlimited budget is never used up").is_some()
        };
        if !fits {
            return Err(OpenError::Failed(format!(
                "{stars} stars in every rank and file, no two next to each other, don't fit on a board of size {size}"
            )));
        }
        Ok(BoardGenerator { size, attack, stars, rating: None, seed, made: 0, sampler: Sampler::new(seed) })
    }

    /// Makes the next board. Boards without the wanted rating are skipped.
    ///
    /// An interrupted call has no effect: the next call makes the board that the interrupted call would have made.
    ///
    /// # Errors
    ///
    /// [`OpenError::Failed`] if none of the next 20,000 boards has the wanted rating, and [`OpenError::Interrupted`] if
    /// the budget does not suffice.
    pub fn next_board(&mut self, budget: &mut Budget<'_>) -> Result<GeneratedBoard, OpenError> {
        let BoardGenerator { size, rating, .. } = *self;
        let board = first_accepted(self, BoardGenerator::ATTEMPTS, budget, |generator, _, budget| {
            let board = generator.any_board(budget)?;
            Ok((rating.is_none() || board.rating == rating).then_some(board))
        })?;
        self.made += u64::from(board.is_some());
        board.ok_or_else(|| {
            let (tried, rating) = (BoardGenerator::ATTEMPTS, rating.expect("boards are skipped only for a rating"));
            OpenError::Failed(format!(
                "none of {tried} boards of size {size} was {rating}: ask for another size, another difficulty, or another seed"
            ))
        })
    }

    fn any_board(&mut self, budget: &mut Budget<'_>) -> Result<GeneratedBoard, Interrupted> {
        // The maximum number of searches for other solutions before a draft is given up.
        let rounds = if self.stars > 1 { 100 } else { 64 };
        loop {
            let Some(mut draft) = self.draft(budget)? else { continue };
            // Some drafts never lose their other solutions. Since a new draft is quick, the rounds are limited.
            for _ in 0..rounds {
                let board = draft.board();
                let rules = rules(&board, self.attack, self.stars);
                let lines = (self.stars == 1).then(|| LineSets::new(&rules));
                let others = match &lines {
                    Some(lines) => search::solutions(lines, lines.start(), 64, budget)?,
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

    /// Draws a solution and grows a region around each queen. On boards of stars, grows a part of a region around each
    /// star and joins the parts to regions. Returns `None` if the parts can't be joined.
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

    /// Returns the spread of the rates at which regions grow (see [`Draft::grown`]). With spread 1 all rates are equal,
    /// which makes regions of similar size and hard boards. Different rates make small regions, few solutions and easy
    /// boards.
    fn spread(&mut self) -> usize {
        match self.rating {
            Some(Difficulty::Easy) => 5,
            Some(Difficulty::Medium) => 3,
            Some(Difficulty::Hard) => 1,
            None => 1 + below(&mut self.sampler, 4),
        }
    }

    /// Draws a placement of stars that obeys the rules for ranks, files and touching stars. The function draws squares
    /// one after the other. It keeps a square if some placement has stars on this square and on all squares kept before
    /// it.
    fn placement(&mut self, budget: &mut Budget<'_>) -> Result<Vec<Square>, Interrupted> {
        let mut solver = Solver::new(&rules(&Board::of_ranks(self.size), self.attack, self.stars), [], budget)?;
        let mut squares: Vec<Square> = self.size.squares().collect();
        let mut drawn: Vec<Literal> = Vec::new();
        let mut found = solver.model(&[], budget)?.expect("every size that is generated has a placement");
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

    /// Grows a part of a region around each star, and joins neighbouring parts to whole regions. Returns `None` if
    /// [`BoardGenerator::JOIN_ATTEMPTS`] attempts fail.
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
        let region_of = (0..BoardGenerator::JOIN_ATTEMPTS).find_map(|_| self.joining(&beside))?;
        draft.regions.iter_mut().for_each(|region| *region = region_of[*region]);
        Some(draft)
    }

    /// Joins neighbouring parts into regions at random, and returns the region of every part; `None` if a region can't
    /// be completed.
    ///
    /// A part is a connected set of squares around one star; `beside` has the neighbours of each part. A part is free
    /// if it has no region yet. A region begins with a free part that has the fewest free neighbours. The region then
    /// grows: it repeatedly takes a free part beside it, and always a part that has the fewest free neighbours.
    fn joining(&mut self, beside: &[Vec<usize>]) -> Option<Vec<usize>> {
        let mut region_of: Vec<Option<usize>> = vec![None; beside.len()];
        for region in 0..self.size.get() {
            let mut next: Vec<usize> = (0..beside.len()).filter(|&part| region_of[part].is_none()).collect();
            for _ in 0..self.stars {
                let free = |part: &usize| beside[*part].iter().filter(|&&other| region_of[other].is_none()).count();
                let fewest = next.iter().map(free).min()?;
                let mut tightest: Vec<usize> = next.iter().copied().filter(|part| free(part) == fewest).collect();
                let part = take_random(&mut self.sampler, &mut tightest)?;
                region_of[part] = Some(region);
                // The candidates for the next part: the free neighbours of the region so far.
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
