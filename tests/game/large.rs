//! How long a key holds the screen up on the largest boards, and how much memory a long game takes.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::{Budget, Cancel};
use cpu_time::ThreadTime;
use game::{Action, Assist, Effect, Message, Model, Series};
use nqueens_cli::queens::QueensCatalogue;
use nqueens_guide::{Library, Size};
use nqueens_tui::face::{Face, Input, Outcome};
use puzzle_core::{Entry, Layout, Opened, Puzzle, Variable};
use serde_json::Value;
use sudoku_guide::{Grid, Shape, Sudoku};

use super::memory::{COLOR, draw, only_job, theme};

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

/// A Sudoku of 25 x 25 by its line in the file, and the variables of its solution that are not given.
fn sudoku_of_line(line: usize) -> (Sudoku, Vec<Variable>) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../sudoku-guide/tests/data/25x25.jsonl");
    let lines = std::fs::read_to_string(file).unwrap();
    let puzzle: Value = serde_json::from_str(lines.lines().nth(line).unwrap()).unwrap();
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
    // One that is quickly loaded.
    let (sudoku, open) = sudoku_of_line(1);
    let source = sudoku.clone();
    let entry = Entry::new(Arc::new(sudoku.clone()), move |_| Ok(Opened::new(source.clone())));
    let face =
        Face::new(Model::new(Arc::new(Series::of(vec![entry])), 1, Arc::new(sudoku.clone())), theme(COLOR), (200, 60));
    let mut game = Measured { face, screen: Vec::new(), jobs: Vec::new() };
    let outcomes = game.face.start();
    game.carry_out(outcomes);
    eprintln!("with the puzzle {:.1} MiB", resident());
    let made = |game: &Measured| game.face.model.session().unwrap().moves().count();
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

/// Plays as far as one job, breaks that off after a while, and tells how long it went on.
fn late(face: &mut Face, outcomes: Vec<Outcome>, after: Duration) -> Duration {
    let job = only_job(outcomes);
    let cancel = Cancel::new();
    let mut budget = Budget::unlimited().with_cancel(cancel.clone());
    let switch = thread::spawn(move || {
        thread::sleep(after);
        cancel.cancel();
        Instant::now()
    });
    let message = job.run(&mut budget);
    let ended = Instant::now();
    assert!(face.update(Input::Game(message)).iter().all(|outcome| matches!(outcome, Outcome::Game(Effect::Fail(_)))));
    ended.saturating_duration_since(switch.join().unwrap())
}

/// The aim is 50 ms, which a busy machine may miss now and then.
#[test]
fn what_is_broken_off_ends_soon() {
    // The first Sudoku of the file takes minutes to load, a board of 14 x 14 takes seconds to build.
    let (hard, _) = sudoku_of_line(0);
    let load = |after| {
        let source = hard.clone();
        let entry = Entry::new(Arc::new(hard.clone()), move |_| Ok(Opened::new(source.clone())));
        let mut face =
            Face::new(Model::new(Arc::new(Series::of(vec![entry])), 1, Arc::new(hard.clone())), theme(COLOR), (80, 24));
        let outcomes = face.start();
        late(&mut face, outcomes, after)
    };
    let build = |after| {
        let catalogue = Arc::new(QueensCatalogue::new(Library::embedded()));
        let puzzle = QueensCatalogue::puzzle(Size::new(14).unwrap());
        let mut face = Face::new(Model::new(catalogue, 14, puzzle), theme(COLOR), (80, 24));
        let outcomes = face.start();
        late(&mut face, outcomes, after)
    };
    let works: [(&str, &dyn Fn(Duration) -> Duration); 2] = [("a Sudoku", &load), ("a board", &build)];
    for (what, work) in works {
        for after in [10, 100, 300].map(Duration::from_millis) {
            let times: Vec<Duration> = (0..3).map(|_| work(after)).collect();
            eprintln!("{what} broken off after {after:?}: {times:.1?} later");
            assert!(times.iter().any(|late| *late < Duration::from_millis(50)), "{what}: {times:?}");
        }
    }
}
