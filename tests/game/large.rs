//! How long a key holds the screen up on the largest boards, and how much memory a long game takes.

use std::sync::Arc;
use std::time::Duration;

use bdd_core::Budget;
use cpu_time::ThreadTime;
use game::assist::Assist;
use game::catalogue::Series;
use game::message::{Action, Message};
use game::update::Effect;
use nqueens_tui::face::{Face, Input, Outcome};
use puzzle_core::{Entry, Layout, Opened, Puzzle, Variable};
use serde_json::Value;
use sudoku_guide::{Grid, Shape, Sudoku};

use super::memory::{COLOR, draw, theme};

/// The bytes of memory that the process has, in MiB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

/// A game on a screen, and how long things took.
struct Measured {
    face: Face,
    /// On the screen's thread: one message, and the frame after it.
    screen: Vec<Duration>,
    jobs: Vec<Duration>,
}

impl Measured {
    /// Tells the game something and draws.
    fn tell(&mut self, message: Message) {
        // The time of the processor, for other programs want it too.
        let began = ThreadTime::now();
        let outcomes = self.face.update(Input::Game(message));
        draw(&self.face);
        self.screen.push(began.elapsed());
        self.carry_out(outcomes);
    }

    fn carry_out(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            if let Outcome::Game(Effect::Run(job)) = outcome {
                let began = ThreadTime::now();
                let message = job.run(&mut Budget::unlimited());
                self.jobs.push(began.elapsed());
                self.tell(message);
            }
        }
    }
}

/// The longest but two: a busy machine interrupts now and then, and counts it in.
fn longest(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() - 3]
}

/// A Sudoku of 25 x 25, and the variables of its solution that are not given.
fn sudoku() -> (Sudoku, Vec<Variable>) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../sudoku-guide/tests/data/25x25.jsonl");
    let lines = std::fs::read_to_string(file).unwrap();
    // The second is quickly loaded.
    let puzzle: Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    let grid = |name: &str| Grid::parse(Shape::new(5, 5).unwrap(), puzzle[name].as_str().unwrap()).unwrap();
    let (given, solution) = (grid("puzzle"), Sudoku::new(grid("solution")));
    let sudoku = Sudoku::new(given);
    let is_open = |variable: &Variable| !Puzzle::givens(&sudoku).contains(variable);
    let open = Puzzle::givens(&solution).iter().copied().filter(is_open).collect();
    (sudoku, open)
}

/// To be run alone: `cargo test --test e2e large -- --ignored --nocapture`.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes long, and measures the memory of the whole process"]
fn a_long_game_of_a_large_sudoku_holds_nothing_up_and_stays_small() {
    const MOVES: usize = 313;
    let (sudoku, open) = sudoku();
    let source = sudoku.clone();
    let entry = Entry::new(Arc::new(sudoku.clone()), move |_| Ok(Opened::new(source.clone())));
    let face = Face::new(Arc::new(Series::of(vec![entry])), 1, Arc::new(sudoku.clone()), theme(COLOR), (200, 60));
    let mut game = Measured { face, screen: Vec::new(), jobs: Vec::new() };
    let outcomes = game.face.start();
    game.carry_out(outcomes);
    eprintln!("with the puzzle {:.1} MiB", resident());
    let made = |game: &Measured| game.face.model.session.as_ref().unwrap().moves().count();
    for level in 1..=2 {
        game.tell(Message::Act(Action::Assist(Assist::of_level(level).unwrap())));
        for what in ["moves", "undone"] {
            game.screen.clear();
            game.jobs.clear();
            for &variable in &open[..MOVES] {
                game.tell(match what {
                    "moves" => Message::ClickPlace(sudoku.cell(variable), Some(variable)),
                    _ => Message::Act(Action::Undo),
                });
            }
            assert_eq!(made(&game), if what == "moves" { MOVES } else { 0 });
            let (screen, job, memory) = (longest(&mut game.screen), longest(&mut game.jobs), resident());
            eprintln!("{MOVES} {what} at level {level}: screen {screen:.1?}, job {job:.1?}, then {memory:.1} MiB");
            assert!(screen < Duration::from_millis(16) && memory < 60.0);
        }
    }
}
