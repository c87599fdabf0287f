//! The counts of the guide, proved to an independent checker.

use std::sync::Arc;
use std::time::Duration;

use game::{Action, Assist, Series};
use nqueens_guide::{Library, Queens, Size};
use puzzle_core::{Budget, Completions, Interrupted, Literal, Marks, Move, Puzzle, Source, Variable};
use puzzle_kind::{Entry, Opened};

use super::table::{KeptGames, TWOFOLD, Table};

fn certified(table: &mut Table) -> String {
    table.act(Action::Assist(Assist::Counts));
    table.act(Action::Certify);
    table.said()
}

#[test]
fn all_counts_of_a_board_are_proved() {
    let mut table = Table::queens(8);
    table.go("d1");
    assert_eq!(certified(&mut table), "Checked: 92 solutions, 18 through d1, by an independent checker.");
    table.follow(Move::Place(table.variable("d1")));
    assert_eq!(certified(&mut table), "Checked: 18 solutions, 18 through d1, by an independent checker.");
    table.go("d8");
    assert_eq!(certified(&mut table), "Checked: 18 solutions, 0 through d8, by an independent checker.");
    let mut table = Table::queens(4);
    // The other two squares of the rank are dead. Without a guide, the game lets the player go there.
    table.act(Action::Assist(Assist::Nothing));
    table.follow(Move::Block(table.variable("b1")));
    table.follow(Move::Block(table.variable("c1")));
    table.go("b3");
    assert_eq!(certified(&mut table), "Checked: 0 solutions, 0 through b3, by an independent checker.");
}

#[test]
fn cells_with_several_values_are_proved() {
    let mut table = Table::sudoku(&[TWOFOLD]);
    table.go("r1c3");
    assert_eq!(certified(&mut table), "Checked: 2 solutions, each value of r1c3, by an independent checker.");
}

#[test]
fn the_face_adds_the_time() {
    for (time, said) in [(40, "in 0.04 s."), (1234, "in 1.23 s."), (3, "in less than 0.01 s.")] {
        let mut table = Table::queens(5);
        table.act(Action::Assist(Assist::Counts));
        table.holds = true;
        table.act(Action::Certify);
        let job = table.jobs.pop().unwrap();
        table.tell(job.run(&mut Budget::unlimited()).timed(Duration::from_millis(time)));
        assert!(table.said().ends_with(said), "{}", table.said());
    }
}

#[test]
fn unguided_players_are_not_told_the_counts() {
    let mut table = Table::queens(5);
    table.act(Action::Assist(Assist::Attacks));
    table.act(Action::Certify);
    assert_eq!(table.said(), "This needs the guide. Press A to switch it on.");
}

/// A source that hides solutions: from the guide, or from the certificate as well.
#[derive(Debug)]
struct Forgetful(Arc<dyn Source>, bool);

impl Source for Forgetful {
    fn puzzle(&self) -> &dyn Puzzle {
        self.0.puzzle()
    }

    fn completions(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        let all = self.0.completions(marks, budget)?;
        let without_first = [Literal { variable: Variable::new(0), value: false }];
        Ok(all.select(&without_first, budget)?.expect("a diagram can select"))
    }

    fn diagram(&self, marks: &Marks, budget: &mut Budget<'_>) -> Result<Completions, Interrupted> {
        if self.1 { self.completions(marks, budget) } else { self.0.completions(marks, budget) }
    }
}

#[test]
fn a_guide_that_is_wrong_is_found_out() {
    let size = Size::new(5).unwrap();
    for (is_diagram_wrong, said) in [
        (false, "Not checked: 10 solutions are proved, but the guide says 8; please report this."),
        (true, "Not checked: the diagram has other solutions than the rules."),
    ] {
        let source = move || Forgetful(Arc::new(Library::embedded().load(size).unwrap()), is_diagram_wrong);
        let entry = Entry::new(Arc::new(Queens::new(size)), move |_| Ok(Opened::new(source())));
        let mut table = Table::before_kept(Series::of(vec![entry]), 1, &KeptGames::default()).begin();
        assert_eq!(certified(&mut table), said);
    }
}
