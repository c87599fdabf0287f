//! Input during a job: it waits, in order.

use game::{Action, Arrow, Assist, InputKind, InputQueue, Message, Mode, Page, Series};
use puzzle_kind::Cell;
use sudoku_guide::{Grid, Shape, Sudoku};

use super::table::{PROPER, TWOFOLD, Table};

/// A game whose jobs wait until the test runs them, with a queue of the player's input before it.
struct Desk {
    table: Table,
    queue: InputQueue<Input>,
}

/// An input of a face. The meaning of a key depends on the state in which it is applied.
#[derive(Clone, Copy, Debug)]
enum Input {
    Act(Action),
    Click(Cell),
    Letter,
    Quit,
}

fn kind(input: &Input) -> InputKind {
    match *input {
        Input::Act(action) => InputKind::of_action(action),
        Input::Click(cell) => InputKind::of_message(&Message::ClickPlace(cell, None)),
        Input::Letter => InputKind::CancelByLetter,
        Input::Quit => InputKind::Leave,
    }
}

impl Desk {
    /// Queues inputs and returns the number of inputs applied so far.
    fn gives(&mut self, inputs: impl IntoIterator<Item = Input>) -> usize {
        let mut applied = 0;
        for input in inputs {
            self.queue.push(input, kind(&input)).unwrap();
            applied += self.applies();
        }
        applied
    }

    fn applies(&mut self) -> usize {
        let mut applied = 0;
        while let Some(input) = self.queue.next(&self.table.model, kind) {
            applied += 1;
            match input {
                Input::Act(action) => self.table.act(action),
                Input::Click(cell) => self.table.tell(Message::ClickPlace(cell, None)),
                Input::Letter => self.table.act(Action::Cancel),
                Input::Quit => {}
            }
        }
        applied
    }

    /// Runs the jobs, and applies the waiting input after each.
    fn works(&mut self) {
        while !self.table.jobs.is_empty() {
            let job = self.table.jobs.remove(0);
            self.table.run(job);
            self.applies();
        }
    }
}

fn desk(table: Table) -> Desk {
    Desk { table: Table { holds: true, ..table }, queue: InputQueue::default() }
}

/// Returns a game of two Sudokus, in which the first Sudoku is still being loaded.
fn loading() -> Desk {
    let entry = |grid: &&str| Sudoku::new(Grid::parse(Shape::NINE, grid).unwrap()).into();
    let table = Table::before(Series::of([TWOFOLD, PROPER].iter().map(entry).collect()), 1);
    let table = table.with(|model| model.with_assist(Assist::Attacks));
    desk(Table { holds: true, ..table }.begin())
}

const RIGHT: Input = Input::Act(Action::Move(Arrow::Right));
const ONE: Input = Input::Act(Action::Value(1));

#[test]
fn keys_between_the_start_and_the_first_board_are_applied_to_it() {
    let mut desk = loading();
    assert!(desk.table.model.session().is_none() && desk.table.model.is_held());
    assert_eq!(desk.gives([RIGHT, RIGHT, ONE, Input::Act(Action::Undo), Input::Act(Action::Redo)]), 0);
    desk.works();
    assert_eq!(desk.table.placed(), ["r1c3=1"], "{}", desk.table.said());
}

#[test]
fn keys_after_a_wish_for_the_next_puzzle_are_for_that_one() {
    let mut desk = desk(Table::sudoku(&[PROPER, TWOFOLD]).at_level(1));
    // Both keys wait for the puzzle.
    assert_eq!(desk.gives([Input::Act(Action::NextPuzzle), RIGHT, RIGHT, ONE]), 1);
    assert!(desk.table.placed().is_empty());
    desk.works();
    assert_eq!((desk.table.model.number(), desk.table.placed()), (2, vec!["r1c3=1".to_owned()]));
}

#[test]
fn wishes_for_puzzles_overtake_each_other_unless_a_key_waits_between_them() {
    let mut desk = desk(Table::queens(4));
    assert_eq!(desk.gives([Input::Act(Action::NextPuzzle); 3]), 3);
    assert_eq!(desk.table.model.loading().unwrap().number, 7);
    let mut desk = self::desk(Table::queens(3));
    assert_eq!(desk.gives([Action::NextPuzzle, Action::Place, Action::NextPuzzle].map(Input::Act)), 1);
    assert_eq!(desk.table.model.loading().unwrap().number, 4);
    desk.works();
    assert_eq!(desk.table.model.number(), 5);
}

#[test]
fn a_click_on_a_board_that_goes_away_is_none_on_the_next_one() {
    let mut desk = desk(Table::queens(4));
    let corner = Cell { row: 0, column: 0 };
    assert_eq!(desk.gives([Input::Act(Action::NextPuzzle), Input::Click(corner)]), 1);
    desk.works();
    assert!(desk.table.placed().is_empty());
    assert_eq!(desk.gives([Input::Click(corner)]), 1);
    assert_eq!(desk.table.placed().len(), 1);
}

#[test]
fn cancelling_drops_the_input_before_it_and_leaving_does_not() {
    let mut desk = loading();
    assert_eq!(desk.gives([RIGHT, ONE, Input::Quit]), 1, "to leave is for now");
    assert_eq!(desk.gives([Input::Act(Action::Cancel)]), 1);
    assert_eq!(desk.table.said(), "Cancelled: puzzle 1.");
    assert!(!desk.table.model.is_held());
    assert_eq!(desk.applies(), 0);
    // The letter of a command typed ahead cancels nothing.
    let mut desk = loading();
    assert_eq!(desk.gives([Input::Act(Action::Command), Input::Letter]), 0);
    assert!(desk.table.model.is_held());
    let mut desk = loading();
    assert_eq!(desk.gives([RIGHT, Input::Letter]), 1);
    assert!(!desk.table.model.is_held());
}

#[test]
fn no_more_waits_than_the_bound_and_cancelling_always_gets_in() {
    let mut desk = loading();
    for _ in 0..InputQueue::<Input>::MAX {
        desk.gives([RIGHT]);
    }
    assert!(matches!(desk.queue.push(ONE, kind(&ONE)), Err(Input::Act(Action::Value(1)))));
    assert_eq!(desk.gives([Input::Act(Action::Cancel)]), 1);
    assert!(!desk.table.model.is_held());
}

#[test]
fn the_menu_can_be_used_while_a_puzzle_is_made() {
    let mut desk = desk(Table::queens(4).with_menu(&["Queens", "Sudoku"]));
    let inputs = [Action::NextPuzzle, Action::Menu, Action::Move(Arrow::Down)].map(Input::Act);
    assert_eq!(desk.gives(inputs), 3);
    assert!(matches!(desk.table.model.mode(), Mode::Page(Page::Menu(1))));
    desk.works();
    // The menu stays open over the new board, and leads back to it.
    assert!(matches!(desk.table.model.mode(), Mode::Page(Page::Menu(1))));
    assert_eq!((desk.table.model.number(), desk.gives([Input::Act(Action::Choose)])), (5, 1));
    assert_eq!(desk.table.opened, [1]);
    desk.gives([Input::Act(Action::Cancel)]);
    assert!(desk.table.is_playing());
}
