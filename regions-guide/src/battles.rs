//! New boards with several stars on every line and exactly one solution.

use bdd_core::{Budget, Dice, Literal, Rules, Stopped, Variable};
use nqueens_board::{Size, Square};
use puzzle_core::sat::Solver;

use crate::attack::Attack;
use crate::board::{Board, neighbours};
use crate::generate::{Draft, GenerateError, take};
use crate::stars;

/// A board with connected regions and exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    /// The board.
    pub board: Board,
    /// Its solution, in variable order.
    pub solution: Vec<Square>,
}

/// Makes boards with several stars on every line, fixed by a seed: the same boards in the same order on every machine.
///
/// A placement of stars is drawn, with the help of a SAT solver; around each star a part grows, parts that lie side by side
/// are joined to regions, and as long as the solver finds another solution one of its squares goes to a neighbouring
/// region, so that it is one no longer.
#[derive(Debug)]
pub struct Battles {
    size: Size,
    attack: Attack,
    stars: usize,
    dice: Dice,
}

impl Battles {
    /// The searches for other solutions before a draft is given up.
    const ROUNDS: usize = 100;
    /// The solutions that a search asks for.
    const AT_ONCE: usize = 24;
    /// The ways to join parts to regions that are tried before a placement is given up.
    const JOINS: usize = 400;

    /// Boards of this size with so many stars, from this seed on.
    ///
    /// # Errors
    ///
    /// [`GenerateError::NoRoom`] if so many stars fit on no board of this size.
    ///
    /// # Panics
    ///
    /// If there are no stars, or more than [`MOST_STARS`](crate::MOST_STARS).
    pub fn new(size: Size, attack: Attack, stars: usize, seed: u64) -> Result<Battles, GenerateError> {
        assert!((1..=stars::MOST_STARS).contains(&stars), "1 to {} stars, not {stars}", stars::MOST_STARS);
        // Of four squares that lie together one has a star at most.
        let blocks = size.get().div_ceil(2);
        let has_room = stars * size.get() <= blocks * blocks;
        let rules = has_room.then(|| open_rules(size, attack, stars));
        let fits = rules.is_some_and(|rules| {
            let budget = &mut Budget::unlimited();
            let any = Solver::new(&rules, [], budget).and_then(|mut solver| solver.model(&[], budget));
            any.expect("nobody stops it").is_some()
        });
        if fits {
            Ok(Battles { size, attack, stars, dice: Dice::new(seed) })
        } else {
            Err(GenerateError::NoRoom { size, stars })
        }
    }

    /// The size of the boards.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many stars go on every line.
    #[must_use]
    pub fn stars(&self) -> usize {
        self.stars
    }

    /// The next board.
    ///
    /// What was stopped leaves no trace: the next call makes the board that this one would have made.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if the budget does not suffice.
    pub fn next_board(&mut self, budget: &mut Budget<'_>) -> Result<Battle, Stopped> {
        let before = self.dice.clone();
        let made = self.any_board(budget);
        if made.is_err() {
            self.dice = before;
        }
        made
    }

    fn any_board(&mut self, budget: &mut Budget<'_>) -> Result<Battle, Stopped> {
        loop {
            let placement = self.placement(budget)?;
            let Some(mut draft) = self.joined(placement) else { continue };
            for _ in 0..Battles::ROUNDS {
                let board = draft.board();
                let others = self.others(&board, &draft, budget)?;
                if others.is_empty() {
                    return Ok(Battle { board, solution: draft.queens });
                }
                if !draft.spoil_all(&others, &mut self.dice) {
                    break;
                }
            }
        }
    }

    /// A placement that has some drawn squares.
    fn placement(&mut self, budget: &mut Budget<'_>) -> Result<Vec<Square>, Stopped> {
        let mut solver = Solver::new(&open_rules(self.size, self.attack, self.stars), [], budget)?;
        let mut squares: Vec<Square> = self.size.squares().collect();
        let mut drawn: Vec<Literal> = Vec::new();
        let mut found = solver.model(&[], budget)?.expect("some placement, as the first one");
        for _ in 0..self.size.get() * self.stars {
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

    /// Regions with as many of the stars each as they ask for; `None` if no way to join the parts around the stars is
    /// found.
    fn joined(&mut self, stars: Vec<Square>) -> Option<Draft> {
        let mut draft = Draft::grown(self.size, stars, 1, &mut self.dice);
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
        let region_of = (0..Battles::JOINS).find_map(|_| self.joining(&beside))?;
        draft.regions.iter_mut().for_each(|region| *region = region_of[*region]);
        Some(draft)
    }

    /// One way to join parts to regions: each begins with a part that has the fewest free ones beside it, and takes such
    /// parts in turn. The region of every part; `None` if some part is left over.
    fn joining(&mut self, beside: &[Vec<usize>]) -> Option<Vec<usize>> {
        let mut region_of: Vec<Option<usize>> = vec![None; beside.len()];
        for region in 0..self.size.get() {
            let mut next: Vec<usize> = (0..beside.len()).filter(|&part| region_of[part].is_none()).collect();
            for _ in 0..self.stars {
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

    /// Some solutions other than the draft's own; none if there are none.
    fn others(&self, board: &Board, draft: &Draft, budget: &mut Budget<'_>) -> Result<Vec<Vec<Square>>, Stopped> {
        let mut solver = Solver::new(&stars::rules(board, self.attack, self.stars), [], budget)?;
        // All solutions have as many stars: another one is without one of these.
        let differ = |stars: &[Variable]| stars.iter().map(|&star| Literal::negative(star)).collect::<Vec<_>>();
        let own: Vec<Variable> = draft.queens.iter().map(|&star| self.size.variable(star)).collect();
        solver.require(differ(&own));
        let mut others = Vec::new();
        while others.len() < Battles::AT_ONCE
            && let Some(model) = solver.model(&[], budget)?
        {
            solver.require(differ(&model));
            others.push(model.into_iter().map(|star| self.size.square_of(star)).collect());
        }
        Ok(others)
    }
}

/// The rules of a board without regions: so many stars in every rank and file, none next to another.
fn open_rules(size: Size, attack: Attack, stars: usize) -> Rules {
    let letters: Vec<char> = ('A'..='Z').take(size.get()).flat_map(|letter| vec![letter; size.get()]).collect();
    // Its ranks stand for the regions.
    stars::rules(&Board::new(size, &letters).expect("a letter for every rank"), attack, stars)
}
