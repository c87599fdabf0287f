//! A game: marks that change turn by turn, with undo and redo.
//!
//! The session holds the state that undo restores: placed and blocked variables. The cursor and other state belong to
//! the front end.
//!
//! A turn is one move of the player, or several moves that belong together. For each turn, the session asks the source
//! for completions once, even if the turn has several moves or plays forced variables. A [`Session`] stores the change
//! of each turn, and the guides and diagrams of the positions nearest to the present one. Undo and redo compute older
//! positions again.

use std::collections::BTreeMap;
use std::sync::Arc;

use bdd_core::{BigUint, Budget, Interrupted, Variable};

use crate::count::Count;
use crate::guide::Guide;
use crate::marks::{Marks, Move};
use crate::puzzle::Puzzle;
use crate::source::{Completions, Source};

/// A game of one puzzle: the current marks with their guide, and the turns that were made or undone.
///
/// A turn is one move of the player, or several moves that belong together. The memory for a turn does not depend on
/// the size of the puzzle. Guides and diagrams are kept for the positions nearest to the present one only.
///
/// [`Session::play`], [`Session::undo`] and [`Session::redo`] compute positions at once. A front end that must not wait
/// creates a [`Transition`] by [`Session::turn`], [`Session::back`] or [`Session::forward`], computes it on another
/// thread, and passes it to [`Session::apply`].
///
/// ```
/// use std::sync::Arc;
///
/// use puzzle_core::{Budget, Diagram, Move, Puzzle, Rules, Session, Variable};
///
/// #[derive(Debug)]
/// struct OneOfThree(Rules);
///
/// impl Puzzle for OneOfThree {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let mut game = Session::new(Arc::new(Diagram::conjoin(OneOfThree(rules), budget)?), budget)?;
/// assert!(game.play(Move::Place(Variable::new(1)), budget)?);
/// assert!(game.guide().is_solved());
/// assert_eq!(game.undo(), Some(vec![Move::Place(Variable::new(1))]));
/// assert_eq!((game.turn_count(), game.guide().total().to_string()), (0, "3".to_owned()));
/// assert!(game.redo().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    source: Arc<dyn Source>,
    start: SessionPosition,
    present: SessionPosition,
    /// All turns: first the turns made, then the undone turns.
    turns: Vec<Arc<TurnRecord>>,
    /// The number of turns made.
    turn_count: usize,
    /// The computed positions other than the present one, each under the number of turns that lead to it.
    known: BTreeMap<usize, SessionPosition>,
}

/// A position of the game: its guide, and the diagram of its completions if there is one. The completions of later
/// positions are selected from this diagram.
#[derive(Clone, Debug)]
struct SessionPosition {
    guide: Arc<Guide>,
    completions: Option<Completions>,
}

#[derive(Clone, Debug)]
struct TurnRecord {
    /// The moves that changed the marks, in order, and after them the forced moves.
    moves: Vec<Move>,
    /// The number of forced moves, at the end of `moves`.
    forced: usize,
    /// The marks that the turn added.
    added: Marks,
    /// The marks that the turn removed.
    removed: Marks,
    /// The number of completions before the turn.
    before: Count,
}

/// A step from the present position of a [`Session`] to another position: a new turn, or turns undone or redone. It can
/// be sent to another thread, computed there by [`Transition::compute`], and applied by [`Session::apply`].
///
/// ```
/// use std::sync::Arc;
/// use std::thread;
///
/// use puzzle_core::{Budget, Diagram, Move, Puzzle, Rules, Session, Variable};
///
/// #[derive(Debug)]
/// struct OneOfThree(Rules);
///
/// impl Puzzle for OneOfThree {
///     fn rules(&self) -> &Rules {
///         &self.0
///     }
/// }
///
/// let mut rules = Rules::new(3);
/// rules.exactly_one(&[0, 1, 2]);
/// let budget = &mut Budget::unlimited();
/// let mut game = Session::new(Arc::new(Diagram::conjoin(OneOfThree(rules), budget)?), budget)?;
/// let turn = game.turn(&[Move::Block(Variable::new(0))]).expect("it changes the marks");
/// let turn = thread::spawn(|| turn.compute(&mut Budget::unlimited())).join().expect("no panic")?;
/// game.apply(turn).expect("the game has not moved on");
/// assert_eq!(game.guide().total().to_string(), "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Transition {
    source: Arc<dyn Source>,
    start: SessionPosition,
    from: SessionPosition,
    to: Destination,
    /// The marks at the end of the transition.
    marks: Marks,
    plays_forced: bool,
    /// The position at the end of the transition, once it is computed.
    found: Option<SessionPosition>,
}

#[derive(Clone, Debug)]
enum Destination {
    Turn(TurnRecord),
    /// Undoes this number of turns.
    Back(usize),
    Forward,
}

impl Session {
    /// The maximum memory for guides of positions other than the present one, in bytes.
    const GUIDES: usize = 16 << 20;
    /// The maximum memory for diagrams of positions other than the present one, in bytes.
    const DIAGRAMS: usize = 64 << 20;
    /// The maximum number of positions other than the present one that keep a diagram.
    const WITH_DIAGRAM: usize = 32;
    /// The maximum number of positions kept other than the present one. Every turn visits all of them, and visiting
    /// thousands takes longer than computing a position again.
    const KNOWN: usize = 256;

    /// Starts a game without marks.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn new(source: Arc<dyn Source>, budget: &mut Budget<'_>) -> Result<Session, Interrupted> {
        Session::resume(source, Marks::default(), budget)
    }

    /// Starts a game with `marks`, which may be inconsistent.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    ///
    /// # Panics
    ///
    /// Panics if the marks contain a variable that the puzzle doesn't have.
    pub fn resume(source: Arc<dyn Source>, marks: Marks, budget: &mut Budget<'_>) -> Result<Session, Interrupted> {
        let completions = completions_at_once(&*source, &marks, budget)?;
        let guide = Guide::of(source.puzzle(), marks, &completions, budget)?;
        let start = SessionPosition::new(guide, completions);
        Ok(Session { source, present: start.clone(), start, turns: Vec::new(), turn_count: 0, known: BTreeMap::new() })
    }

    /// Returns a new game that begins where this game began, without turns.
    #[must_use]
    pub fn restarted(&self) -> Session {
        let (source, start) = (Arc::clone(&self.source), self.start.clone());
        Session { source, present: start.clone(), start, turns: Vec::new(), turn_count: 0, known: BTreeMap::new() }
    }

    /// Returns the source of the completions.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn Source> {
        &self.source
    }

    /// Returns the puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &dyn Puzzle {
        self.source.puzzle()
    }

    /// Returns the guide to the current marks.
    #[must_use]
    pub fn guide(&self) -> &Arc<Guide> {
        &self.present.guide
    }

    /// Returns the current marks.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        self.guide().marks()
    }

    /// Returns the moves of all turns made, in order. With the marks at the start, they determine the game.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.turns[..self.turn_count].iter().flat_map(|turn| turn.moves.iter().copied())
    }

    /// Returns all turns: first the turns in effect, of which there are [`Session::turn_count`], then the undone turns.
    /// For each turn, returns its moves and the number of forced moves. The forced moves come last in the list, and
    /// were made automatically.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&[Move], usize)> {
        self.turns.iter().map(|turn| (turn.moves.as_slice(), turn.forced))
    }

    /// Returns the number of turns made, without the undone turns.
    #[must_use]
    pub fn turn_count(&self) -> usize {
        self.turn_count
    }

    /// Returns the number of completions before each turn in effect and before each of its forced moves. The last
    /// number is the number of completions of the present position.
    pub fn count_history(&self) -> impl Iterator<Item = &Count> {
        let after = |turn: usize| match self.turns[..self.turn_count].get(turn + 1) {
            Some(next) => &next.before,
            None => self.guide().total(),
        };
        let of_turn = move |(number, turn): (usize, &'_ Arc<TurnRecord>)| {
            std::iter::once(&self.turns[number].before).chain(std::iter::repeat_n(after(number), turn.forced))
        };
        self.turns[..self.turn_count].iter().enumerate().flat_map(of_turn).chain([self.guide().total()])
    }

    /// Returns the number of turns to undo, at least 1, to reach the latest earlier position that is known to have a
    /// completion. Returns `None` if there is no such position.
    #[must_use]
    pub fn turns_to_completable(&self) -> Option<usize> {
        let position =
            self.turns[..self.turn_count].iter().rev().position(|turn| *turn.before.value() != BigUint::ZERO);
        position.map(|turn| turn + 1)
    }

    /// Returns the transition that makes `moves` as one turn; `None` if they change nothing. Moves that place or remove
    /// givens, or that place or block closed variables, have no effect.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has no such variable.
    #[must_use]
    pub fn turn(&self, moves: &[Move]) -> Option<Transition> {
        let mut marks = self.marks().clone();
        let moves: Vec<Move> = moves.iter().copied().filter(|&made| self.change(&mut marks, made)).collect();
        if moves.is_empty() {
            return None;
        }
        let (added, removed) = (marks.without(self.marks()), self.marks().without(&marks));
        let turn = TurnRecord { moves, forced: 0, added, removed, before: self.guide().total().clone() };
        // A known position with these marks is used again, for example after the removal of the last mark.
        let found = self.known.values().rev().chain([&self.start]).find(|known| *known.guide.marks() == marks);
        let found = found.map(SessionPosition::again);
        Some(self.transition(Destination::Turn(turn), marks, found.as_ref()))
    }

    /// Returns the transition that undoes `turns` turns; `None` if `turns` is 0 or exceeds the number of turns made.
    #[must_use]
    pub fn back(&self, turns: usize) -> Option<Transition> {
        let at = self.turn_count.checked_sub(turns).filter(|_| turns > 0)?;
        let undone = self.turns[at..self.turn_count].iter().rev();
        let marks = undone.fold(self.marks().clone(), |marks, turn| changed(&marks, &turn.added, &turn.removed));
        Some(self.transition(Destination::Back(turns), marks, self.known.get(&at)))
    }

    /// Returns the transition that redoes the turn undone last; `None` if there is no undone turn.
    #[must_use]
    pub fn forward(&self) -> Option<Transition> {
        let turn = self.turns.get(self.turn_count)?;
        let marks = changed(self.marks(), &turn.removed, &turn.added);
        Some(self.transition(Destination::Forward, marks, self.known.get(&(self.turn_count + 1))))
    }

    /// Makes the end of `transition` the present position, and computes it if necessary. Returns the moves of the
    /// transition, in order; for an undo, the moves that were undone. A new turn discards the undone turns.
    ///
    /// Returns `None`, and changes nothing, if the transition starts at another position than the present one.
    pub fn apply(&mut self, transition: Transition) -> Option<Vec<Move>> {
        if !Arc::ptr_eq(&transition.from.guide, &self.present.guide) {
            return None;
        }
        // The other fields of the transition are dropped here, so that `forget` finds no second owner of a diagram.
        let Transition { to, found, .. } =
            transition.compute(&mut Budget::unlimited()).expect("an unlimited budget is never used up");
        let before = std::mem::replace(&mut self.present, found?);
        self.known.insert(self.turn_count, before);
        let moves = match to {
            Destination::Turn(turn) => {
                self.known.retain(|&at, _| at <= self.turn_count);
                self.turns.truncate(self.turn_count);
                let moves = turn.moves.clone();
                self.turns.push(Arc::new(turn));
                self.turn_count += 1;
                moves
            }
            Destination::Back(turns) => {
                let undone = self.turn_count - turns..self.turn_count;
                self.turn_count = undone.start;
                self.turns[undone].iter().flat_map(|turn| turn.moves.clone()).collect()
            }
            Destination::Forward => {
                self.turn_count += 1;
                self.turns[self.turn_count - 1].moves.clone()
            }
        };
        self.known.remove(&self.turn_count);
        self.forget([Session::GUIDES, Session::DIAGRAMS, Session::WITH_DIAGRAM]);
        Some(moves)
    }

    /// Replaces the guide of the present position by `guide`, which knows more about the same marks. Returns `false`,
    /// and changes nothing, if `of` is no longer the guide of the present position.
    ///
    /// # Panics
    ///
    /// Panics if the guides have different marks.
    pub fn update_guide(&mut self, of: &Arc<Guide>, guide: Guide) -> bool {
        if !Arc::ptr_eq(of, &self.present.guide) {
            return false;
        }
        assert_eq!(guide.marks(), of.marks(), "the new guide must have the same marks");
        self.present.guide = Arc::new(guide);
        true
    }

    /// Makes a move as one turn and discards the undone turns. Returns `false`, and changes nothing, if the move does
    /// not change the marks (see [`Session::turn`]).
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled. The move is not made then.
    ///
    /// # Panics
    ///
    /// Panics if the puzzle has no such variable.
    pub fn play(&mut self, made: Move, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let Some(turn) = self.turn(&[made]) else { return Ok(false) };
        Ok(self.apply(turn.compute(budget)?).is_some())
    }

    /// Undoes the last turn and returns its moves, in order; `None` if there is no turn to undo.
    pub fn undo(&mut self) -> Option<Vec<Move>> {
        self.back(1).and_then(|back| self.apply(back))
    }

    /// Redoes the turn undone last and returns its moves, in order; `None` if there is no undone turn.
    pub fn redo(&mut self) -> Option<Vec<Move>> {
        self.forward().and_then(|forward| self.apply(forward))
    }

    /// Applies a move to `marks`, and returns `true` if it changes them.
    fn change(&self, marks: &mut Marks, made: Move) -> bool {
        if let Some(variable) = made.variable() {
            let there_is = variable.index() < self.guide().variables().len();
            assert!(there_is, "there is no variable {variable}");
        }
        match made {
            Move::Place(variable) | Move::Block(variable) if self.puzzle().closed().contains(&variable) => false,
            Move::Place(variable) => !self.puzzle().givens().contains(&variable) && marks.placed.insert(variable),
            Move::Block(variable) => marks.blocked.insert(variable),
            Move::Remove(variable) => marks.placed.remove(&variable),
            Move::Unblock(variable) => marks.blocked.remove(&variable),
            Move::Clear => !std::mem::take(marks).is_empty(),
        }
    }

    fn transition(&self, to: Destination, marks: Marks, found: Option<&SessionPosition>) -> Transition {
        let (source, start, from) = (Arc::clone(&self.source), self.start.clone(), self.present.clone());
        Transition { source, start, from, to, marks, plays_forced: false, found: found.cloned() }
    }

    /// Drops the guides and diagrams of the positions farthest from the present one, beyond three limits: the bytes of
    /// all guides, the bytes of all diagrams, and the number of positions with a diagram.
    fn forget(&mut self, [guides, diagrams, with_diagram]: [usize; 3]) {
        let mut nearest_first: Vec<(&usize, &mut SessionPosition)> = self.known.iter_mut().collect();
        nearest_first.sort_by_key(|(at, _)| at.abs_diff(self.turn_count));
        let mut forgotten = Vec::new();
        let (mut in_guides, mut in_diagrams, mut positions) = (0, 0, 0);
        for (nearer, (at, position)) in nearest_first.into_iter().enumerate() {
            if nearer < Session::KNOWN {
                in_guides += position.guide.bytes();
            }
            if nearer >= Session::KNOWN || in_guides > guides {
                forgotten.push(*at);
                continue;
            }
            in_diagrams += position.completions.as_ref().map_or(0, Completions::owned_nodes) * NODE;
            positions += usize::from(position.completions.is_some());
            if in_diagrams > diagrams || positions > with_diagram {
                position.completions = None;
            }
        }
        forgotten.iter().for_each(|at| drop(self.known.remove(at)));
    }
}

impl Transition {
    /// Returns the same transition, except that a new turn also places the variables that it forces.
    #[must_use]
    pub fn with_forced(self) -> Transition {
        // If variables are forced, the turn ends at another position than the position found.
        let found = self.found.filter(|found| found.guide.forced().next().is_none());
        Transition { plays_forced: true, found, ..self }
    }

    /// Returns the source of the completions.
    #[must_use]
    pub fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// Returns `true` if the position at the end is known, so that [`Session::apply`] is instant.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        self.found.is_some()
    }

    /// Returns the moves of a new turn that change the marks, in order. After [`Transition::compute`] they include the
    /// forced moves. Returns no moves for an undo or a redo.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        match &self.to {
            Destination::Turn(turn) => &turn.moves,
            Destination::Back(_) | Destination::Forward => &[],
        }
    }

    /// Returns the forced moves of a new turn. Returns no moves before [`Transition::compute`] finds them, and no moves
    /// for an undo or a redo.
    #[must_use]
    pub fn forced(&self) -> &[Move] {
        match &self.to {
            Destination::Turn(turn) => &turn.moves[turn.moves.len() - turn.forced..],
            Destination::Back(_) | Destination::Forward => &[],
        }
    }

    /// Returns the knowledge about the position at the end of the transition that needs no computation: the guide of
    /// this position if it is known, and otherwise the statuses that follow from the guide of the present position. All
    /// other statuses are [`Status::Unknown`](crate::Status::Unknown). Forced moves are not part of it.
    ///
    /// A front end can show it until [`Transition::compute`] returns.
    #[must_use]
    pub fn preview(&self) -> Guide {
        match &self.found {
            Some(found) => (*found.guide).clone(),
            None => self.from.guide.carried_over(self.source.puzzle(), self.marks.clone()),
        }
    }

    /// Computes the position at the end of the transition. Asks the source for completions only once, for any number of
    /// moves.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget is exhausted or cancelled.
    pub fn compute(mut self, budget: &mut Budget<'_>) -> Result<Transition, Interrupted> {
        if self.is_computed() {
            return Ok(self);
        }
        // Computing a small position has no other check for cancellation.
        budget.check()?;
        let completions = self.completions(budget)?;
        let mut guide = Guide::of(self.source.puzzle(), self.marks.clone(), &completions, budget)?;
        if let Destination::Turn(turn) = &mut self.to
            && self.plays_forced
        {
            let forced: Vec<Variable> = guide.forced().collect();
            if !forced.is_empty() {
                turn.forced = forced.len();
                turn.moves.extend(forced.iter().map(|&variable| Move::Place(variable)));
                turn.added.placed.extend(&forced);
                self.marks.placed.extend(&forced);
                budget.check()?;
                // Every completion contains the forced variables, so the completions are the same.
                let (tally, totals) = (completions.tally(budget)?, guide.totals().cloned());
                guide = Guide::new(self.source.puzzle(), self.marks.clone(), tally).with_totals(totals);
            }
        }
        self.found = Some(SessionPosition::new(guide, completions));
        Ok(self)
    }

    /// Finds the completions of the marks at the end of the transition. If the position at the start of the transition,
    /// or at the start of the game, has a diagram for a subset of these marks, selects the completions from this
    /// diagram.
    fn completions(&self, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let base = [&self.from, &self.start].into_iter().find_map(|position| {
            let before = position.completions.as_ref()?;
            let of = position.guide.marks();
            of.without(&self.marks).is_empty().then(|| (before, self.marks.without(of)))
        });
        match base {
            Some((before, added)) => {
                self.source.extend(before, &self.marks, &added.literals().collect::<Vec<_>>(), budget)
            }
            None => completions_at_once(&*self.source, &self.marks, budget),
        }
    }
}

/// Finds the completions of marks. For a gradual source, returns the quick estimate ([`Source::estimate`]) only.
fn completions_at_once(
    source: &dyn Source,
    marks: &Marks,
    budget: &mut Budget<'_>,
) -> Result<Completions, Interrupted> {
    if source.is_gradual() { source.estimate(marks, budget) } else { source.completions(marks, budget) }
}

fn changed(marks: &Marks, away: &Marks, there: &Marks) -> Marks {
    let left = marks.without(away);
    Marks { placed: &left.placed | &there.placed, blocked: &left.blocked | &there.blocked }
}

impl SessionPosition {
    fn new(guide: Guide, completions: Completions) -> SessionPosition {
        // A tally is not kept, since the guide already has its counts.
        let completions = Some(completions).filter(|completions| completions.node_count().is_some());
        SessionPosition { guide: Arc::new(guide), completions }
    }

    /// Returns this position with a copy of its guide, for a turn that leads to a position reached before. The copy is
    /// needed because [`Session::apply`] recognizes the start of a transition by the address of its guide.
    fn again(&self) -> SessionPosition {
        SessionPosition { guide: Arc::new(Guide::clone(&self.guide)), completions: self.completions.clone() }
    }
}

/// The size of a node of a diagram, in bytes.
const NODE: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use bdd_core::Rules;

    /// The rule that at least one of ten variables is true.
    #[derive(Debug)]
    struct Ten(Rules);

    impl Puzzle for Ten {
        fn rules(&self) -> &Rules {
            &self.0
        }
    }

    fn game(rules: Rules) -> Session {
        Session::new(
            Arc::new(Diagram::conjoin(Ten(rules), &mut Budget::unlimited()).unwrap()),
            &mut Budget::unlimited(),
        )
        .unwrap()
    }

    #[test]
    fn old_diagrams_are_forgotten_and_made_anew_when_they_are_needed() {
        let mut rules = Rules::new(10);
        rules.at_least_one(&Vec::from_iter(Variable::all(10)));
        let mut game = game(rules);
        for variable in Variable::all(6) {
            game.play(Move::Block(variable), &mut Budget::unlimited()).unwrap();
        }
        let with_diagram =
            |game: &Session| game.known.values().map(|position| position.completions.is_some()).collect::<Vec<_>>();
        assert_eq!(with_diagram(&game), [true; 6]);
        let all = usize::MAX;
        let nodes = |at| game.known[&at].completions.as_ref().and_then(Completions::node_count).expect("it is kept");
        let most = (nodes(4) + nodes(5)) * NODE;
        game.forget([all, most, all]);
        assert_eq!(with_diagram(&game), [false, false, false, false, true, true]);
        game.forget([all, all, 1]);
        assert_eq!(with_diagram(&game), [false, false, false, false, false, true]);

        let guide = game.guide().bytes();
        game.forget([2 * guide, all, all]);
        assert_eq!(game.known.keys().copied().collect::<Vec<_>>(), [4, 5]);
        let back = game.back(3).unwrap();
        assert!(game.back(1).unwrap().is_computed() && !back.is_computed());
        let undone = game.apply(back).unwrap();
        assert_eq!(undone, [3, 4, 5].map(|variable| Move::Block(Variable::new(variable))));
        assert_eq!(*game.guide().total().value(), 127u8.into());
        game.play(Move::Block(Variable::new(9)), &mut Budget::unlimited()).unwrap();
        assert_eq!(*game.guide().total().value(), 63u8.into());
        assert!(game.forward().is_none() && game.turns.len() == 4);
    }

    #[test]
    fn a_turn_is_one_question_whatever_it_forces() {
        let mut rules = Rules::new(10);
        rules.exactly_one(&Vec::from_iter(Variable::all(10)));
        let mut game = game(rules);
        let moves: Vec<Move> = Variable::all(9).map(Move::Block).collect();
        let turn = game.turn(&moves).unwrap().with_forced().compute(&mut Budget::unlimited()).unwrap();
        let last = Variable::new(9);
        assert_eq!(turn.forced(), [Move::Place(last)]);
        let from_elsewhere = turn.clone();
        assert_eq!(game.apply(turn).unwrap().len(), 10);
        assert!(game.guide().is_solved() && game.turns.len() == 1);
        assert_eq!(game.count_history().map(ToString::to_string).collect::<Vec<_>>(), ["10", "1", "1"]);
        assert!(game.apply(from_elsewhere).is_none(), "the game has gone on");
        let solved = Arc::clone(game.guide());
        game.undo();
        assert!(game.marks().is_empty());
        assert_eq!(game.redo().unwrap().len(), 10);
        assert_eq!(*game.guide(), solved);
    }

    #[test]
    fn what_is_taken_away_again_leads_to_where_the_game_was() {
        let mut rules = Rules::new(10);
        rules.exactly_one(&Vec::from_iter(Variable::all(10)));
        let mut game = game(rules);
        let [x, y] = [0, 1].map(Variable::new);
        let begin = Arc::clone(game.guide());
        let turn = |game: &mut Session, made| {
            let turn = game.turn(&[made]).unwrap();
            let is_known = turn.is_computed();
            game.apply(turn).unwrap();
            is_known
        };
        assert!(!turn(&mut game, Move::Block(x)));
        assert!(!turn(&mut game, Move::Block(y)));
        assert!(turn(&mut game, Move::Unblock(y)));
        assert_eq!(game.count_history().map(ToString::to_string).collect::<Vec<_>>(), ["10", "9", "8", "9"]);
        assert!(turn(&mut game, Move::Clear) && *game.guide() == begin);
        // Other turns lead to an equal position, but `back` starts at the earlier position.
        let back = game.back(1).unwrap();
        game.apply(game.back(4).unwrap()).unwrap();
        for made in [Move::Block(y), Move::Block(x), Move::Unblock(x), Move::Unblock(y)] {
            turn(&mut game, made);
        }
        assert!(*game.guide() == begin && game.apply(back).is_none());
        game.undo();
        assert_eq!(game.marks().blocked, [y].into());
        // A known position is not used if forced moves are to be played as well.
        for made in Variable::all(9).map(Move::Block).chain([Move::Place(Variable::new(9))]) {
            game.play(made, &mut Budget::unlimited()).unwrap();
        }
        let last = Variable::new(9);
        let turn = game.turn(&[Move::Remove(last)]).unwrap();
        assert!(turn.is_computed() && !turn.clone().with_forced().is_computed());
        assert_eq!(turn.with_forced().compute(&mut Budget::unlimited()).unwrap().forced(), [Move::Place(last)]);
    }

    #[test]
    fn a_switch_stops_a_transition() {
        let mut rules = Rules::new(10);
        rules.at_least_one(&Vec::from_iter(Variable::all(10)));
        let game = game(rules);
        let cancel = bdd_core::Cancel::new();
        cancel.cancel();
        let turn = game.turn(&[Move::Place(Variable::new(0))]).unwrap();
        let stopped = turn.compute(&mut Budget::unlimited().with_cancel(cancel));
        assert_eq!(stopped.unwrap_err(), Interrupted::Cancelled);
    }
}
