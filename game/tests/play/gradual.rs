//! Gradual sources, which are refined while the game is played.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use game::{Action, Message, Series};
use nqueens_guide::{Library, Queens, Size};
use puzzle_core::{Budget, Completions, Count, Interrupted, Marks, Puzzle, Source, Status, Tally, Variable};
use puzzle_kind::{Entry, Opened};

use super::table::{KeptGames, Table};

/// A source that knows no status at first and every status after one refinement. It records the refined marks.
#[derive(Debug)]
struct Late(Arc<dyn Source>, Mutex<Vec<Marks>>);

impl Source for Late {
    fn puzzle(&self) -> &dyn Puzzle {
        self.0.puzzle()
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        self.0.completions(marks, budget)
    }

    fn is_gradual(&self) -> bool {
        true
    }

    fn estimate(&self, _: &Marks, _: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let variables = self.puzzle().rules().variables();
        let tally = Tally::new(Count::UNKNOWN, vec![Count::UNKNOWN; variables]);
        Ok(Completions::Tally(Arc::new(Tally { unknown: Variable::all(variables).collect(), ..tally })))
    }

    fn refine(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Option<Completions>, Interrupted> {
        let mut asked = self.1.lock().unwrap();
        if asked.contains(marks) {
            return Ok(None);
        }
        asked.push(marks.clone());
        self.0.completions(marks, budget).map(Some)
    }
}

/// Returns a game of 5 x 5 with a gradual source. After the load, its jobs wait until the test runs them.
fn late() -> Table {
    let size = Size::new(5).unwrap();
    let entry = || {
        Entry::new(Arc::new(Queens::new(size)), move |_| {
            Ok(Opened::new(Late(Arc::new(Library::embedded().load(size).unwrap()), Mutex::default())))
        })
    };
    let mut table = Table::before_kept(Series::of(vec![entry(), entry()]), 1, &KeptGames::default());
    table.holds = true;
    let mut table = table.begin();
    let load = table.jobs.pop().expect("the board is loaded");
    table.run(load);
    table
}

/// Runs the jobs up to the next position, but no background jobs.
fn reach(table: &mut Table) {
    while let Some(at) = table.jobs.iter().position(|job| !job.is_gradual()) {
        let job = table.jobs.remove(at);
        table.run(job);
    }
}

#[test]
fn more_is_found_out_of_the_position_on_the_board_and_no_other() {
    let mut table = late();
    assert!(table.model.is_learning() && table.model.guide().unwrap().has_unknown());
    table.act(Action::Verify);
    assert_eq!(table.said(), "Not known yet if a solution is left.");
    table.act(Action::BackToSolvable);
    assert_eq!(table.said(), "Not known yet if a solution is left.");
    let [first] = table.jobs.as_slice() else { panic!("one thing is to be found out") };
    let first = (first.ticket(), table.jobs.pop().unwrap());
    table.click("a1");
    reach(&mut table);
    assert_eq!(table.placed(), ["a1"]);
    assert!(table.cancelled.contains(&first.0), "the empty board is not on the screen any more");
    table.run(first.1);
    assert!(table.model.guide().unwrap().has_unknown(), "that was about another position");
    assert_eq!(table.jobs.len(), 1);
    let second = table.jobs.pop().unwrap();
    table.run(second);
    assert_eq!(table.total(), "2");
    // The second refinement has no more to add.
    let last = table.jobs.pop().unwrap();
    assert!(table.model.is_learning() && table.jobs.is_empty());
    table.run(last);
    assert!(!table.model.is_learning() && table.jobs.is_empty());
    assert_eq!(table.total(), "2");
    assert_eq!(table.model.guide().unwrap().status(table.variable("b3")), Status::Open);
    table.act(Action::Verify);
    assert_eq!(table.said(), "Yes, it is still solvable. This attempt now counts as helped.");
}

#[test]
fn what_is_found_out_changes_nothing_that_is_kept() {
    let mut table = late();
    table.click("a1");
    reach(&mut table);
    let keeps = |table: &mut Table| {
        table.kept.lock().unwrap().clear();
        table.tell(Message::Elapsed(Duration::from_secs(1)));
        !table.kept.lock().unwrap().is_empty()
    };
    assert!(keeps(&mut table), "a move is kept");
    let more = table.jobs.pop().unwrap();
    assert!(more.is_gradual());
    table.run(more);
    assert_eq!(table.total(), "2");
    assert!(!keeps(&mut table));
}
