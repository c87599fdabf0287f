//! Tests of cancellation within a noticeable time: all long work checks the switch of its budget.
//!
//! The aim is 50 ms after the switch. The tests allow [`MOST`], so that they pass on a slow or loaded machine, while
//! work that ignores the switch, which takes about a second or more here, fails.

use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::Cancel;
use nqueens_guide::{Budget, Library, Placement, Size, Solutions, Square, build_completions};
use puzzle_core::{Completions, ExplainError, Guide, Interrupted, Marks, Move, Session, Source, Status, explain, hint};

/// The longest time that work may take after it was cancelled.
const MOST: Duration = Duration::from_millis(500);

fn fourteen() -> Size {
    Size::new(14).unwrap()
}

/// Returns all solutions of 14 x 14: ten million nodes, so that a pass over all of them takes long.
fn solutions() -> &'static Solutions {
    static BUILT: OnceLock<Solutions> = OnceLock::new();
    BUILT.get_or_init(|| Solutions::build(fourteen()))
}

fn marks(queens: &str, blocked: &str) -> Marks {
    let squares = |names: &str| names.split_whitespace().map(|name| name.parse().unwrap()).collect::<Vec<Square>>();
    Placement::new(fourteen(), squares(queens), squares(blocked)).unwrap().marks()
}

/// Runs `work` and cancels it after the time `after`. Returns the result, and the time from the switch to the end.
fn cancelled<T>(after: Duration, work: impl FnOnce(&mut Budget<'_>) -> T) -> (T, Duration) {
    let cancel = Cancel::new();
    let switch = cancel.clone();
    let canceller = thread::spawn(move || {
        thread::sleep(after);
        let switched = Instant::now();
        switch.cancel();
        switched
    });
    let said = work(&mut Budget::unlimited().with_cancel(cancel));
    let ended = Instant::now();
    (said, ended.saturating_duration_since(canceller.join().unwrap()))
}

/// Cancels work at its beginning and at several other times; `is_cancelled` reads the cancellation from the result.
///
/// On a loaded machine the cancelling or the working thread may pause for a while, so that a failure is tried again.
#[track_caller]
fn stops<T>(what: &str, work: impl Fn(&mut Budget<'_>) -> T, is_cancelled: impl Fn(&T) -> bool) {
    let timed = || {
        let begun = Instant::now();
        assert!(!is_cancelled(&work(&mut Budget::unlimited())), "{what} was not cancelled");
        begun.elapsed()
    };
    // The first run also waits for memory from the system.
    let whole = timed().min(timed());
    for part in [0.02, 0.3, 0.55, 0.8] {
        let is_right = (0..5).any(|_| {
            let (said, late) = cancelled(whole.mul_f64(part), &work);
            println!("{what}: {part} of {whole:?}, cancelled: {}, {late:?} later", is_cancelled(&said));
            // Short work, and work that is nearly done, may be finished before it is cancelled.
            (is_cancelled(&said) || part > 0.1 || whole < Duration::from_millis(5)) && late < MOST
        });
        assert!(is_right, "{what}: cancelled at {part} of {whole:?}, and went on");
    }
}

#[track_caller]
fn stops_as_said<T>(what: &str, work: impl Fn(&mut Budget<'_>) -> Result<T, Interrupted>) {
    stops(what, work, |said| matches!(said, Err(Interrupted::Cancelled)));
}

#[test]
fn building_selecting_and_counting_stop() {
    let empty = Placement::empty(fourteen());
    stops_as_said("building", |budget| build_completions(&empty, budget));
    // With blocked squares alone, the diagram of the completions is selected from all solutions; with a queen, it is
    // built anew. Both must be cancelled in time.
    let blocked = marks("", "a1 c5 n14");
    stops_as_said("selecting", |budget| Source::completions(solutions(), &blocked, budget));
    let Ok(all) = Source::completions(solutions(), &Marks::default(), &mut Budget::unlimited()) else { panic!() };
    stops_as_said("counting", |budget| all.tally(budget));
    stops_as_said("a guide", |budget| Source::completions(solutions(), &blocked, budget)?.tally(budget));
    stops_as_said("numbering", |budget| Source::numbered(solutions(), &Marks::default(), budget));
    stops_as_said("numbering with blocks", |budget| Source::numbered(solutions(), &blocked, budget));
}

#[test]
fn a_library_stops() {
    let library = Library::embedded();
    let is_cancelled =
        |error: &nqueens_guide::LoadError| matches!(error, nqueens_guide::LoadError::Build(Interrupted::Cancelled));
    let empty = Placement::empty(fourteen());
    stops(
        "loading",
        |budget| library.load_with(fourteen(), budget).err(),
        |said| said.as_ref().is_some_and(is_cancelled),
    );
    stops("a guide", |budget| library.guide(&empty, budget).err(), |said| said.as_ref().is_some_and(is_cancelled));
}

#[cfg(feature = "file")]
#[test]
fn reading_a_file_stops() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(nqueens_guide::file_name_of(fourteen()));
    bdd_core::format::write_file(&file, solutions().bdd(), &nqueens_guide::label(fourteen())).unwrap();
    let library = Library::in_dir(folder.path().to_owned());
    stops(
        "reading",
        |budget| library.load_with(fourteen(), budget).err(),
        |said| matches!(said, Some(nqueens_guide::LoadError::Build(Interrupted::Cancelled))),
    );
}

fn guide_to(marks: Marks) -> Guide {
    let budget = &mut Budget::unlimited();
    let tally = Source::completions(solutions(), &marks, budget).unwrap().tally(budget).unwrap();
    Guide::new(solutions().puzzle(), marks, tally)
}

#[test]
fn explaining_blaming_and_hinting_stop() {
    let guide = guide_to(marks("a1 c2 e3 h4 l5", "b6 d7 n14"));
    let dead = guide.variables().find(|(_, status, _)| *status == Status::Dead).map(|(variable, ..)| variable);
    let dead = dead.expect("five queens leave squares that nothing attacks and no solution has");
    stops(
        "explaining",
        |budget| explain(solutions(), &guide, dead, budget),
        |said| matches!(said, Err(ExplainError::Interrupted(Interrupted::Cancelled))),
    );
    let wanted = Some(bdd_core::Literal::positive(dead));
    stops_as_said("blaming", |budget| solutions().blame(guide.marks(), wanted, budget));
    let astray = guide_to(marks("", "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 a14 n14 b7"));
    assert!(!astray.is_completable());
    stops(
        "a hint",
        |budget| hint(solutions(), &astray, budget),
        |said| matches!(said, Err(ExplainError::Interrupted(Interrupted::Cancelled))),
    );
}

#[test]
fn a_move_that_is_cancelled_was_not_made() {
    let budget = &mut Budget::unlimited();
    let mut game = Session::new(std::sync::Arc::new(solutions().clone()), budget).unwrap();
    let before = game.guide().clone();
    let block = Move::Block(fourteen().variable("a3".parse().unwrap()));
    game.play(block, budget).unwrap();
    game.undo();
    let switched = Cancel::new();
    switched.cancel();
    let other = Move::Block(fourteen().variable("a4".parse().unwrap()));
    let said = game.play(other, &mut Budget::unlimited().with_cancel(switched));
    assert_eq!(said, Err(Interrupted::Cancelled));
    assert_eq!(game.guide(), &before);
    assert_eq!(game.redo(), Some(vec![block]), "nothing is forgotten either");
}

#[test]
fn a_switch_that_is_switched_before_stops_at_once() {
    let cancel = Cancel::new();
    cancel.cancel();
    let budget = || Budget::unlimited().with_cancel(cancel.clone());
    let begun = Instant::now();
    let blocked = marks("", "a1");
    assert!(matches!(Source::completions(solutions(), &blocked, &mut budget()), Err(Interrupted::Cancelled)));
    let all =
        Completions::Sparse(solutions().completions(&Placement::empty(fourteen()), &mut Budget::unlimited()).unwrap());
    assert!(matches!(all.tally(&mut budget()), Err(Interrupted::Cancelled)));
    assert!(matches!(Source::numbered(solutions(), &Marks::default(), &mut budget()), Err(Interrupted::Cancelled)));
    println!("{:?}", begun.elapsed());
}
