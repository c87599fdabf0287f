//! A game: marks that change turn by turn, with undo and redo.
//!
//! The session holds the state that undo restores: the placed and the blocked variables. The rest of a game's state,
//! such as the cursor, belongs to the screen.
//!
//! A turn asks the source for the completions once, however many moves it has and whatever it forces. A [`Session`]
//! keeps the change that each turn made, and the guides and diagrams of the nearest positions; it computes older
//! positions anew on the way back.

use std::collections::BTreeMap;
use std::sync::Arc;

use bdd_core::{BigUint, Budget, Interrupted, Variable};

use crate::count::Count;
use crate::guide::Guide;
use crate::marks::{Marks, Move};
use crate::puzzle::Puzzle;
use crate::source::{Completions, Source};

/// A game of one puzzle: the current marks with their guide, and the turns that were made and undone.
///
/// A turn is a move of the player's, or several that belong together. Turns are kept as what they change, which is
/// little however large the puzzle is; guides and diagrams are kept for the positions nearest to the present one, and
/// worked out anew when an older one is gone back to.
///
/// [`Session::play`], [`Session::undo`] and [`Session::redo`] work positions out at once. Where that would hold somebody
/// up, [`Session::turn`], [`Session::back`] and [`Session::forth`] tell the way to a position as a [`Transition`], which
/// can be worked out on another thread, and [`Session::take`] goes there.
#[derive(Clone, Debug)]
pub struct Session {
    source: Arc<dyn Source>,
    start: Position,
    present: Position,
    /// All turns, those made before those undone.
    turns: Vec<Arc<Turn>>,
    /// The number of turns made.
    made: usize,
    /// Positions other than the present one, by the number of turns made before them.
    known: BTreeMap<usize, Position>,
}

/// A guide, and the completions if they are a diagram that is at hand: what is added to the marks is selected from it.
#[derive(Clone, Debug)]
struct Position {
    guide: Arc<Guide>,
    completions: Option<Completions>,
}

/// One turn of a game.
#[derive(Clone, Debug)]
struct Turn {
    /// The moves that changed something, in order; at the end those that were forced.
    moves: Vec<Move>,
    /// How many of them were forced.
    forced: usize,
    /// The marks that are there afterwards and were not before.
    added: Marks,
    /// The marks that were there before and are not afterwards.
    removed: Marks,
    /// The number of completions before the turn.
    before: Count,
}

/// The way from the present position of a [`Session`] to another one: a new turn, or turns back or forth. It shares with
/// the session what it takes to work the position out, and can be sent to another thread for that.
#[derive(Clone, Debug)]
pub struct Transition {
    source: Arc<dyn Source>,
    start: Position,
    from: Position,
    to: To,
    /// The marks at its end.
    marks: Marks,
    plays_forced: bool,
    /// The position at its end, once it is known.
    found: Option<Position>,
}

#[derive(Clone, Debug)]
enum To {
    Turn(Turn),
    /// So many turns back.
    Back(usize),
    Forth,
}

impl Session {
    /// The most bytes that guides to other positions than the present one take, about.
    const GUIDES: usize = 16 << 20;
    /// The most bytes that diagrams of other positions take.
    const DIAGRAMS: usize = 64 << 20;
    /// The most positions whose diagrams are kept.
    const WITH_DIAGRAM: usize = 32;
    /// The most positions that are kept. All are looked at after each turn, so thousands of them would slow a long game
    /// down, and working a position out anew takes less.
    const KNOWN: usize = 256;

    /// A game from the beginning.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    pub fn new(source: Arc<dyn Source>, budget: &mut Budget<'_>) -> Result<Session, Interrupted> {
        Session::resume(source, Marks::default(), budget)
    }

    /// A game from marks, consistent or not.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice.
    ///
    /// # Panics
    ///
    /// If the marks are those of a larger puzzle.
    pub fn resume(source: Arc<dyn Source>, marks: Marks, budget: &mut Budget<'_>) -> Result<Session, Interrupted> {
        let completions = at_once(&*source, &marks, budget)?;
        let guide = Guide::of(source.puzzle(), marks, &completions, budget)?;
        let start = Position::new(guide, completions);
        Ok(Session { source, present: start.clone(), start, turns: Vec::new(), made: 0, known: BTreeMap::new() })
    }

    /// Where the completions come from.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn Source> {
        &self.source
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &dyn Puzzle {
        self.source.puzzle()
    }

    /// The guide to the current marks.
    #[must_use]
    pub fn guide(&self) -> &Arc<Guide> {
        &self.present.guide
    }

    /// The current marks.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        self.guide().marks()
    }

    /// The moves that led here, the first one first. Together with the marks that the session began from, they are
    /// the whole game.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> {
        self.turns[..self.made].iter().flat_map(|turn| turn.moves.iter().copied())
    }

    /// All turns, those made before those undone, each as its moves and how many of these, the last ones, were forced.
    /// [`Session::made`] tells how many were made.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = (&[Move], usize)> {
        self.turns.iter().map(|turn| (turn.moves.as_slice(), turn.forced))
    }

    /// The number of turns made; all others were undone.
    #[must_use]
    pub fn made(&self) -> usize {
        self.made
    }

    /// The numbers of completions from the beginning to the present position, which is the last: one before each turn,
    /// and one before each move that was forced.
    pub fn totals(&self) -> impl Iterator<Item = &Count> {
        let after = |turn: usize| match self.turns[..self.made].get(turn + 1) {
            Some(next) => &next.before,
            None => self.guide().total(),
        };
        let of_turn = move |(number, turn): (usize, &'_ Arc<Turn>)| {
            std::iter::once(&self.turns[number].before).chain(std::iter::repeat_n(after(number), turn.forced))
        };
        self.turns[..self.made].iter().enumerate().flat_map(of_turn).chain([self.guide().total()])
    }

    /// How many turns, one at least, have to be taken back to where there last was a completion, as far as is known;
    /// `None` if there never was one.
    #[must_use]
    pub fn turns_to_completable(&self) -> Option<usize> {
        let position = self.turns[..self.made].iter().rev().position(|turn| *turn.before.value() != BigUint::ZERO);
        position.map(|turn| turn + 1)
    }

    /// The way to where some moves lead, as one turn; `None` if they change nothing. Givens can be neither placed nor
    /// taken away.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    pub fn turn(&self, moves: &[Move]) -> Option<Transition> {
        let mut marks = self.marks().clone();
        let moves: Vec<Move> = moves.iter().copied().filter(|&made| self.change(&mut marks, made)).collect();
        if moves.is_empty() {
            return None;
        }
        let (added, removed) = (marks.without(self.marks()), self.marks().without(&marks));
        let turn = Turn { moves, forced: 0, added, removed, before: self.guide().total().clone() };
        // Who takes away what was placed last is where the game has been.
        let found = self.known.values().rev().chain([&self.start]).find(|known| *known.guide.marks() == marks);
        let found = found.map(Position::again);
        Some(self.transition(To::Turn(turn), marks, found.as_ref()))
    }

    /// The way back by some turns; `None` if fewer were made, or for none.
    #[must_use]
    pub fn back(&self, turns: usize) -> Option<Transition> {
        let at = self.made.checked_sub(turns).filter(|_| turns > 0)?;
        let undone = self.turns[at..self.made].iter().rev();
        let marks = undone.fold(self.marks().clone(), |marks, turn| changed(&marks, &turn.added, &turn.removed));
        Some(self.transition(To::Back(turns), marks, self.known.get(&at)))
    }

    /// The way to where the turn led that was undone last; `None` if there is none.
    #[must_use]
    pub fn forth(&self) -> Option<Transition> {
        let turn = self.turns.get(self.made)?;
        let marks = changed(self.marks(), &turn.removed, &turn.added);
        Some(self.transition(To::Forth, marks, self.known.get(&(self.made + 1))))
    }

    /// Goes where a transition leads and returns the moves that it made or took back, the first one first. What was
    /// undone is forgotten by a new turn. If the position is not worked out yet, it is now.
    ///
    /// Returns `None`, and changes nothing, if the transition is one from another position.
    pub fn take(&mut self, transition: Transition) -> Option<Vec<Move>> {
        if !Arc::ptr_eq(&transition.from.guide, &self.present.guide) {
            return None;
        }
        // What else it holds is let go here: it would count as held by others.
        let Transition { to, found, .. } =
            transition.work_out(&mut Budget::unlimited()).expect("nothing stops what has no limit");
        let before = std::mem::replace(&mut self.present, found?);
        self.known.insert(self.made, before);
        let moves = match to {
            To::Turn(turn) => {
                self.known.retain(|&at, _| at <= self.made);
                self.turns.truncate(self.made);
                let moves = turn.moves.clone();
                self.turns.push(Arc::new(turn));
                self.made += 1;
                moves
            }
            To::Back(turns) => {
                let undone = self.made - turns..self.made;
                self.made = undone.start;
                self.turns[undone].iter().flat_map(|turn| turn.moves.clone()).collect()
            }
            To::Forth => {
                self.made += 1;
                self.turns[self.made - 1].moves.clone()
            }
        };
        self.known.remove(&self.made);
        self.forget([Session::GUIDES, Session::DIAGRAMS, Session::WITH_DIAGRAM]);
        Some(moves)
    }

    /// Takes notice of what was found out of the present position meanwhile: another guide to the same marks. Returns
    /// `false`, and changes nothing, if the position is not the one with the guide `of` any more.
    ///
    /// # Panics
    ///
    /// If the guide is one to other marks.
    pub fn learn(&mut self, of: &Arc<Guide>, guide: Guide) -> bool {
        if !Arc::ptr_eq(of, &self.present.guide) {
            return false;
        }
        assert_eq!(guide.marks(), of.marks(), "a guide to other marks");
        self.present.guide = Arc::new(guide);
        true
    }

    /// Makes a move as one turn and forgets what was undone; whether it changes anything. If not, nothing is forgotten
    /// either. Givens can be neither placed nor taken away, and what
    /// is closed can be neither placed nor blocked.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if the budget does not suffice; then the move was not made.
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    pub fn play(&mut self, made: Move, budget: &mut Budget<'_>) -> Result<bool, Interrupted> {
        let Some(turn) = self.turn(&[made]) else { return Ok(false) };
        Ok(self.take(turn.work_out(budget)?).is_some())
    }

    /// Takes the last turn back and returns its moves, the first one first; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Vec<Move>> {
        self.back(1).and_then(|back| self.take(back))
    }

    /// Makes the turn that was undone last again and returns its moves; `None` if there is none.
    pub fn redo(&mut self) -> Option<Vec<Move>> {
        self.forth().and_then(|forth| self.take(forth))
    }

    /// Makes a move; whether it changes anything.
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

    fn transition(&self, to: To, marks: Marks, found: Option<&Position>) -> Transition {
        let (source, start, from) = (Arc::clone(&self.source), self.start.clone(), self.present.clone());
        Transition { source, start, from, to, marks, plays_forced: false, found: found.cloned() }
    }

    /// Forgets the farthest positions beyond limits of bytes in guides, bytes in diagrams, and positions with a diagram.
    fn forget(&mut self, [guides, diagrams, with_diagram]: [usize; 3]) {
        let mut nearest_first: Vec<(&usize, &mut Position)> = self.known.iter_mut().collect();
        nearest_first.sort_by_key(|(at, _)| at.abs_diff(self.made));
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
            in_diagrams += match position.completions.as_ref().and_then(Completions::diagram) {
                // A diagram that others hold as well, such as the one of all solutions, would stay anyway.
                Some(bdd) if Arc::strong_count(bdd) == 1 => bdd.node_count() * NODE,
                _ => 0,
            };
            positions += usize::from(position.completions.is_some());
            if in_diagrams > diagrams || positions > with_diagram {
                position.completions = None;
            }
        }
        forgotten.iter().for_each(|at| drop(self.known.remove(at)));
    }
}

impl Transition {
    /// Lets the turn play what it makes forced as well, as part of it.
    #[must_use]
    pub fn with_forced(self) -> Transition {
        // A position where something is forced is not where it ends.
        let found = self.found.filter(|found| found.guide.forced().next().is_none());
        Transition { plays_forced: true, found, ..self }
    }

    /// Where the completions come from.
    #[must_use]
    pub fn source(&self) -> &dyn Source {
        &*self.source
    }

    /// Whether the position at its end is known, so that [`Session::take`] takes no time.
    #[must_use]
    pub fn is_worked_out(&self) -> bool {
        self.found.is_some()
    }

    /// The moves of a new turn that change something, in order; at the end those that were forced, once they are worked
    /// out.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        match &self.to {
            To::Turn(turn) => &turn.moves,
            To::Back(_) | To::Forth => &[],
        }
    }

    /// The moves that were forced by a new turn and belong to it, once they are worked out.
    #[must_use]
    pub fn forced(&self) -> &[Move] {
        match &self.to {
            To::Turn(turn) => &turn.moves[turn.moves.len() - turn.forced..],
            To::Back(_) | To::Forth => &[],
        }
    }

    /// Works out the position at the transition's end. All completions are asked for at once, however many moves there
    /// are.
    ///
    /// # Errors
    ///
    /// [`Interrupted`] if that would take more than the budget has, or was cancelled.
    pub fn work_out(mut self, budget: &mut Budget<'_>) -> Result<Transition, Interrupted> {
        if self.is_worked_out() {
            return Ok(self);
        }
        // Small positions are worked out before anybody looks.
        budget.check()?;
        let completions = self.completions(budget)?;
        let mut guide = Guide::of(self.source.puzzle(), self.marks.clone(), &completions, budget)?;
        if let To::Turn(turn) = &mut self.to
            && self.plays_forced
        {
            let forced: Vec<Variable> = guide.forced().collect();
            if !forced.is_empty() {
                turn.forced = forced.len();
                turn.moves.extend(forced.iter().map(|&variable| Move::Place(variable)));
                turn.added.placed.extend(&forced);
                self.marks.placed.extend(&forced);
                budget.check()?;
                // Every completion has them: they are the same completions as before.
                let (tally, totals) = (completions.tally(budget)?, guide.totals().cloned());
                guide = Guide::new(self.source.puzzle(), self.marks.clone(), tally).with_totals(totals);
            }
        }
        self.found = Some(Position::new(guide, completions));
        Ok(self)
    }

    /// The completions of the marks, from those of fewer marks before or at the start of the game if they are at hand.
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
            None => at_once(&*self.source, &self.marks, budget),
        }
    }
}

/// Finds the completions of marks, or what a gradual source knows of them at once.
fn at_once(source: &dyn Source, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
    if source.is_gradual() { source.glance(marks, budget) } else { source.completions(marks, budget) }
}

/// Returns marks with some taken away and others added.
fn changed(marks: &Marks, away: &Marks, there: &Marks) -> Marks {
    let left = marks.without(away);
    Marks { placed: &left.placed | &there.placed, blocked: &left.blocked | &there.blocked }
}

impl Position {
    fn new(guide: Guide, completions: Completions) -> Position {
        // A tally is in the guide already.
        let completions = Some(completions).filter(|completions| completions.diagram().is_some());
        Position { guide: Arc::new(guide), completions }
    }

    /// The same position at another time: a transition is from one or the other, which have different turns behind them.
    fn again(&self) -> Position {
        Position { guide: Arc::new(Guide::clone(&self.guide)), completions: self.completions.clone() }
    }
}

/// The bytes of a node of a diagram.
const NODE: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use bdd_core::Rules;

    /// Of ten variables one at least.
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
        let Some(Completions::Diagram(last)) = &game.known[&5].completions else { panic!("it is the latest") };
        let most = 2 * last.node_count() * NODE;
        game.forget([all, most, all]);
        assert_eq!(with_diagram(&game), [false, false, false, false, true, true]);
        game.forget([all, all, 1]);
        assert_eq!(with_diagram(&game), [false, false, false, false, false, true]);

        let guide = game.guide().bytes();
        game.forget([2 * guide, all, all]);
        assert_eq!(game.known.keys().copied().collect::<Vec<_>>(), [4, 5]);
        let back = game.back(3).unwrap();
        assert!(game.back(1).unwrap().is_worked_out() && !back.is_worked_out());
        let undone = game.take(back).unwrap();
        assert_eq!(undone, [3, 4, 5].map(|variable| Move::Block(Variable::new(variable))));
        assert_eq!(*game.guide().total().value(), 127u8.into());
        game.play(Move::Block(Variable::new(9)), &mut Budget::unlimited()).unwrap();
        assert_eq!(*game.guide().total().value(), 63u8.into());
        assert!(game.forth().is_none() && game.turns.len() == 4);
    }

    #[test]
    fn a_turn_is_one_question_whatever_it_forces() {
        let mut rules = Rules::new(10);
        rules.exactly_one(&Vec::from_iter(Variable::all(10)));
        let mut game = game(rules);
        let moves: Vec<Move> = Variable::all(9).map(Move::Block).collect();
        let turn = game.turn(&moves).unwrap().with_forced().work_out(&mut Budget::unlimited()).unwrap();
        let last = Variable::new(9);
        assert_eq!(turn.forced(), [Move::Place(last)]);
        let from_elsewhere = turn.clone();
        assert_eq!(game.take(turn).unwrap().len(), 10);
        assert!(game.guide().is_solved() && game.turns.len() == 1);
        assert_eq!(game.totals().map(ToString::to_string).collect::<Vec<_>>(), ["10", "1", "1"]);
        assert!(game.take(from_elsewhere).is_none(), "the game has gone on");
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
            let is_known = turn.is_worked_out();
            game.take(turn).unwrap();
            is_known
        };
        assert!(!turn(&mut game, Move::Block(x)));
        assert!(!turn(&mut game, Move::Block(y)));
        assert!(turn(&mut game, Move::Unblock(y)));
        assert_eq!(game.totals().map(ToString::to_string).collect::<Vec<_>>(), ["10", "9", "8", "9"]);
        assert!(turn(&mut game, Move::Clear) && *game.guide() == begin);
        // From there by other turns, its way back is another one.
        let back = game.back(1).unwrap();
        game.take(game.back(4).unwrap()).unwrap();
        for made in [Move::Block(y), Move::Block(x), Move::Unblock(x), Move::Unblock(y)] {
            turn(&mut game, made);
        }
        assert!(*game.guide() == begin && game.take(back).is_none());
        game.undo();
        assert_eq!(game.marks().blocked, [y].into());
        // What is forced is played all the same.
        for made in Variable::all(9).map(Move::Block).chain([Move::Place(Variable::new(9))]) {
            game.play(made, &mut Budget::unlimited()).unwrap();
        }
        let last = Variable::new(9);
        let turn = game.turn(&[Move::Remove(last)]).unwrap();
        assert!(turn.is_worked_out() && !turn.clone().with_forced().is_worked_out());
        assert_eq!(turn.with_forced().work_out(&mut Budget::unlimited()).unwrap().forced(), [Move::Place(last)]);
    }

    #[test]
    fn a_switch_stops_a_transition() {
        let mut rules = Rules::new(10);
        rules.at_least_one(&Vec::from_iter(Variable::all(10)));
        let game = game(rules);
        let cancel = bdd_core::Cancel::new();
        cancel.cancel();
        let turn = game.turn(&[Move::Place(Variable::new(0))]).unwrap();
        let stopped = turn.work_out(&mut Budget::unlimited().with_cancel(cancel));
        assert_eq!(stopped.unwrap_err(), Interrupted::Cancelled);
    }
}
