//! The time that a key blocks the screen on the largest boards, and the memory of a long game.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use bdd_core::{Budget, Cancel};
use cpu_time::{ProcessTime, ThreadTime};
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use game::{Action, Assist, Catalogue, Effect, Job, Message, Model, Series};
use nqueens_guide::{Library, Size};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::keys::input_of;
use puzzle_core::{Puzzle, Status, Variable};
use puzzle_kind::{Arguments, Parameter, Verb};
use puzzle_kind::{Entry, Kind, Layout, Opened, Playable};
use puzzles::QueensCatalogue;
use regions_guide::RegionsKind;
use serde_json::Value;
use sudoku_guide::{Grid, Shape, Sudoku, SudokuKind};

use super::memory::{COLOR, draw, text, theme};

/// Returns the resident memory of the process in MiB.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
}

/// A game on a screen, with measured times.
struct Measured {
    face: Face,
    /// The times on the thread of the screen, each for a message and its frame.
    screen: Vec<Duration>,
    jobs: Vec<Duration>,
}

impl Measured {
    /// Sends a message and draws a frame.
    fn tell(&mut self, message: Message) {
        // CPU time, because other programs use the processor, too.
        let began = ThreadTime::now();
        let outcomes = self.face.update(Input::Game(message));
        draw(&self.face);
        self.screen.push(began.elapsed());
        self.carry_out(outcomes);
    }

    fn carry_out(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            // Background jobs are not measured.
            let is_awaited = self.face.model.working().is_some() || self.face.model.loading().is_some();
            if let Outcome::Game(Effect::Run(job)) = outcome
                && is_awaited
            {
                let began = ThreadTime::now();
                let message = job.run(&mut Budget::unlimited());
                self.jobs.push(began.elapsed());
                self.tell(message);
            }
        }
    }
}

/// Returns the third-longest time: on a busy machine, a few interrupts count into the CPU time.
fn longest(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() - 3]
}

/// Returns the Sudoku of 25 x 25 in a line of the file, and the variables of its solution that are not given.
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

/// Measures the memory of the process, so it must run alone: `cargo test --test e2e large -- --ignored --nocapture`.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes long, and measures the memory of the whole process"]
fn a_long_game_of_a_large_sudoku_holds_nothing_up_and_stays_small() {
    const MOVES: usize = 313;
    // This Sudoku loads quickly.
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

/// Measures the slowest key on large boards: the thread of the screen together with the job of the move. Runs alone, as
/// above.
#[test]
#[ignore = "measures"]
fn moves_on_large_boards_are_answered_within_a_frame() {
    const FRAME: Duration = Duration::from_millis(16);
    for n in [16, 50, 100, 200] {
        for screen in [(80, 24), (200, 60)] {
            let boards = Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
            let puzzle = QueensCatalogue::puzzle(Size::new(n).unwrap());
            let model = Model::new(boards, n, puzzle).with_assist(Assist::Dead);
            let mut game =
                Measured { face: Face::new(model, theme(COLOR), screen), screen: Vec::new(), jobs: Vec::new() };
            let outcomes = game.face.start();
            game.carry_out(outcomes);
            let load = game.jobs.clone();
            game.jobs.clear();
            // Queens spread over the board, as a player places them who looks only at live squares.
            for _ in 0..n / 2 {
                let guide = game.face.model.guide().unwrap();
                let live: Vec<_> =
                    guide.variables().filter(|(_, status, _)| status.is_live()).map(|(at, ..)| at).collect();
                let Some(&next) = live.get(live.len() * 5 / 8) else { break };
                let cell = game.face.model.board().puzzle().cell(next);
                game.tell(Message::ClickPlace(cell, Some(next)));
                game.tell(Message::Act(Action::Move(game::Arrow::Left)));
            }
            let moves = game.jobs.len();
            game.screen.sort_unstable();
            game.jobs.sort_unstable();
            let median = |times: &[Duration]| times.get(times.len() / 2).copied().unwrap_or_default();
            let (slowest, of_screen) = (longest(&mut game.jobs), longest(&mut game.screen));
            eprintln!(
                "n = {n} on {screen:?}: load {load:.1?}, {moves} moves: worked out in {:.1?}, at most {slowest:.1?}; \
                 screen {:.1?}, at most {of_screen:.1?}",
                median(&game.jobs),
                median(&game.screen),
            );
            assert!(n > 100 || slowest + of_screen < FRAME, "{n}: {slowest:?} and {of_screen:?}");
        }
    }
}

/// Returns a new job of the same work at each call.
type Ask<'a> = &'a dyn Fn() -> Job;

/// Runs a job until it ends, or cancels it `after` a while. Returns its time as `Ok`, or the time from the cancel to
/// its end as `Err`: the smaller of wall time and CPU time of the process, because other programs and tests run beside
/// it.
fn broken_off(job: Job, after: Duration) -> Result<Duration, Duration> {
    let cancel = Cancel::new();
    let mut budget = Budget::unlimited().with_cancel(cancel.clone());
    let (sender, has_ended) = mpsc::channel::<()>();
    let switch = thread::spawn(move || {
        let is_in_time = has_ended.recv_timeout(after) == Err(RecvTimeoutError::Timeout);
        cancel.cancel();
        is_in_time.then(|| (Instant::now(), ProcessTime::now()))
    });
    let began = Instant::now();
    let _: Message = job.run(&mut budget);
    let (ended, busy) = (Instant::now(), ProcessTime::now());
    drop(sender);
    match switch.join().unwrap() {
        None => Ok(ended - began),
        Some((switched, busy_then)) => {
            let busy = busy.as_duration().saturating_sub(busy_then.as_duration());
            Err(ended.saturating_duration_since(switched).min(busy))
        }
    }
}

/// Returns a loaded game.
fn played(catalogue: Arc<dyn Catalogue>, number: usize, puzzle: Arc<dyn Playable>) -> RefCell<Model> {
    let mut model = Model::new(catalogue, number, puzzle).with_assist(Assist::Dead);
    let effects = model.start();
    carry_out(&mut model, effects);
    assert!(model.guide().is_some());
    RefCell::new(model)
}

/// Runs jobs and their follow-up jobs until every status is known; counts may take longer.
fn carry_out(model: &mut Model, effects: Vec<Effect>) {
    let mut effects = VecDeque::from(effects);
    while let Some(effect) = effects.pop_front() {
        let is_awaited = model.working().is_some() || model.loading().is_some();
        let has_unknown = model.guide().is_some_and(puzzle_core::Guide::has_unknown);
        match effect {
            Effect::Run(_) if !is_awaited && !has_unknown => {}
            Effect::Run(job) => effects.extend(model.update(job.run(&mut Budget::unlimited()))),
            effect => assert!(matches!(effect, Effect::Record(_) | Effect::Cancel(_)), "{effect:?}"),
        }
    }
}

/// Places queens on open squares until a square is dead, and returns the click on it.
fn until_dead(model: &mut Model) -> Message {
    loop {
        let find = |status| model.guide().unwrap().variables().find(|&(_, of, _)| of == status).map(|(at, ..)| at);
        let click = |at| Message::ClickPlace(model.board().puzzle().cell(at), Some(at));
        if let Some(dead) = find(Status::Dead) {
            return click(dead);
        }
        let job = only(model.update(click(find(Status::Open).unwrap())));
        assert!(model.update(job.run(&mut Budget::unlimited())).is_empty());
    }
}

/// Returns the only job of the effects.
fn only(effects: Vec<Effect>) -> Job {
    // A job may cancel a background job first.
    let jobs = effects.into_iter().filter(|effect| !matches!(effect, Effect::Cancel(_)));
    match <[Effect; 1]>::try_from(jobs.collect::<Vec<_>>()) {
        Ok([Effect::Run(job)]) => job,
        Ok(_) | Err(_) => panic!("not one job"),
    }
}

/// Returns the job of a message to a game. The game itself goes on as if the job was cancelled.
fn asked(model: &RefCell<Model>, message: Message) -> Job {
    let mut model = model.borrow_mut();
    let job = only(model.update(message));
    assert!(matches!(model.update(Message::Act(Action::Cancel))[..], [Effect::Cancel(_), ..]));
    job
}

/// Returns the job that generates the first puzzle of a kind.
fn new_puzzle(kind: &dyn Kind, said: &[(&str, &str)]) -> Job {
    let value = |parameter: &Parameter| {
        let said = said.iter().find(|(name, _)| *name == parameter.name).map(|(_, value)| *value);
        said.or(parameter.default).map(str::to_owned).into_iter().collect()
    };
    let generator = kind.generator(&Arguments::new(kind.parameters(Verb::Play), value), 1).unwrap();
    let outline = generator.outline();
    only(Model::new(Arc::new(Series::generated(generator)), 1, outline).start())
}

/// The goal is 50 ms, with allowance for a busy machine.
#[test]
fn whatever_is_broken_off_ends_soon() {
    const LONG: Duration = Duration::from_millis(300);
    let entry = |sudoku: Sudoku| Entry::new(Arc::new(sudoku.clone()), move |_| Ok(Opened::new(sudoku.clone())));
    let boards = || Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
    let board = |n| QueensCatalogue::puzzle(Size::new(n).unwrap());
    // The first Sudoku of the file takes minutes to load, so the game has the second.
    let (hard, _) = sudoku_of_line(0);
    let (easy, open) = sudoku_of_line(1);
    let sudoku = played(Arc::new(Series::of(vec![entry(easy.clone())])), 1, Arc::new(easy.clone()));
    // The cursor moves to an open cell.
    assert!(sudoku.borrow_mut().update(Message::ClickPlace(easy.cell(open[0]), None)).is_empty());
    let empty = played(boards(), 14, board(14));
    let queens = played(boards(), 14, board(14));
    let dead = until_dead(&mut queens.borrow_mut());
    assert!(queens.borrow_mut().update(dead).is_empty(), "that would be a mistake");
    let works: [(&str, Ask<'_>); 12] = [
        ("load a Sudoku of 25 x 25", &|| {
            only(Model::new(Arc::new(Series::of(vec![entry(hard.clone())])), 1, Arc::new(hard.clone())).start())
        }),
        ("load a board of 15 x 15", &|| only(Model::new(boards(), 15, board(15)).start())),
        ("new Sudoku of 25 x 25", &|| new_puzzle(&SudokuKind, &[("box", "5x5")])),
        ("new minimal Sudoku of 25 x 25", &|| new_puzzle(&SudokuKind, &[("box", "5x5"), ("minimal", "")])),
        ("new hard regions of 12 x 12", &|| new_puzzle(&RegionsKind, &[("size", "12"), ("rating", "hard")])),
        ("move in a Sudoku of 25 x 25", &|| asked(&sudoku, Message::ClickPlace(easy.cell(open[0]), Some(open[0])))),
        ("why in a Sudoku of 25 x 25", &|| asked(&sudoku, Message::Act(Action::Why))),
        ("hint in a Sudoku of 25 x 25", &|| asked(&sudoku, Message::Act(Action::Hint))),
        ("solutions of a Sudoku of 25 x 25", &|| asked(&sudoku, Message::Act(Action::Browse))),
        ("move on 14 x 14", &|| asked(&empty, Message::ClickBlock(puzzle_kind::Cell { row: 13, column: 0 }, None))),
        ("why on 14 x 14", &|| asked(&queens, Message::Act(Action::Why))),
        ("hint on 14 x 14", &|| asked(&queens, Message::Act(Action::Hint))),
    ];
    for (what, work) in works {
        let whole = broken_off(work(), LONG).unwrap_or(LONG);
        for share in [0.1, 0.5, 0.9] {
            let times: Vec<Duration> = (0..3).filter_map(|_| broken_off(work(), whole.mul_f64(share)).err()).collect();
            eprintln!("{what}, {whole:.1?}, broken off at {share}: {times:.1?} later");
            assert!(
                times.is_empty() || times.iter().any(|late| *late < Duration::from_millis(50)),
                "{what}: {times:?}"
            );
        }
    }
}

/// Above 15 x 15 there is no diagram of the solutions. A player who follows the open squares still solves the board,
/// and dead squares are explained.
#[test]
fn a_board_that_no_diagram_holds_is_played_to_its_end() {
    let size = Size::new(40).unwrap();
    let model = played(
        Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string)),
        40,
        QueensCatalogue::puzzle(size),
    );
    let mut model = model.into_inner();
    let mut explained = 0;
    while !model.guide().unwrap().is_solved() {
        let find = |status| model.guide().unwrap().variables().find(|&(_, of, _)| of == status).map(|(at, ..)| at);
        assert_eq!(find(Status::Unknown), None, "an easy board is known whole");
        if let Some(dead) = find(Status::Dead).filter(|_| explained < 3) {
            let session = model.session().unwrap();
            let why = puzzle_core::explain(&**session.source(), session.guide(), dead, &mut Budget::unlimited());
            assert!(why.unwrap().is_some_and(|why| !why.steps.is_empty()));
            explained += 1;
        }
        // Squares spread over the board, because queens crowded in a corner make it hard.
        let open = model.guide().unwrap().variables().filter(|&(_, status, _)| status == Status::Open);
        let open: Vec<_> = open.map(|(at, ..)| at).collect();
        let next = find(Status::Forced).unwrap_or_else(|| open[open.len() * 5 / 8]);
        let click = Message::ClickPlace(model.board().puzzle().cell(next), Some(next));
        let effects = model.update(click);
        carry_out(&mut model, effects);
    }
    let queens = &model.guide().unwrap().marks().placed;
    let squares: Vec<_> = queens.iter().map(|&variable| size.square_of(variable)).collect();
    assert_eq!(nqueens_guide::check::check(size, &squares, 0), nqueens_guide::check::Verdict::Solution);
}

/// Background jobs on a large board: they start with an estimate, refine it, and ignore late answers.
#[test]
fn what_is_unknown_at_once_is_filled_in_while_the_game_goes_on() {
    // Queens on the first free square of each rank make the rest hard.
    let size = Size::new(60).unwrap();
    let mut model = played(
        Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string)),
        60,
        QueensCatalogue::puzzle(size),
    )
    .into_inner();
    let unknown =
        |model: &Model| model.guide().unwrap().variables().filter(|&(_, status, _)| status == Status::Unknown).count();
    let mut seen = Vec::new();
    let mut late = None;
    for rank in 0..40 {
        let guide = model.guide().unwrap();
        let free = size.rank(rank).map(|square| size.variable(square)).find(|&at| guide.status(at).is_live());
        let Some(free) = free else { continue };
        let click = Message::ClickPlace(model.board().puzzle().cell(free), Some(free));
        let mut effects = model.update(click);
        // The move cancels the background job of the previous position, whose answer is ignored.
        if let Some(late) = late.take() {
            let at = effects.iter().position(|effect| matches!(effect, Effect::Cancel(_))).expect("it was running");
            let Effect::Cancel(ticket) = effects.remove(at) else { unreachable!("it is one") };
            assert_eq!(Job::ticket(&late), ticket);
            assert!(model.update(late.run(&mut Budget::unlimited())).is_empty());
        }
        // The move is followed by one background job at a time.
        let mut here = Vec::new();
        while let Some(Effect::Run(job)) = effects.pop() {
            if here.len() == 4 {
                late = Some(job);
                break;
            }
            assert_eq!(model.working().is_some(), here.is_empty(), "only a move holds the game up");
            effects = model.update(job.run(&mut Budget::unlimited()));
            here.push(unknown(&model));
        }
        assert!(here.is_sorted_by(|before, after| before >= after), "what is known stays known: {here:?}");
        let is_filled_in = here.first() > here.last();
        seen.push(here);
        if is_filled_in && seen.len() > 10 {
            break;
        }
    }
    assert!(seen.iter().any(|here| here.first() > here.last()), "something was filled in: {seen:?}");
}

/// Starts a game of n-queens, and returns it with its background jobs.
fn begun(n: usize) -> (Face, Vec<Job>) {
    let catalogue = Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
    let model = Model::new(catalogue, n, QueensCatalogue::puzzle(Size::new(n).unwrap())).with_assist(Assist::Dead);
    let mut face = Face::new(model, theme(COLOR), (200, 60));
    let outcomes = face.start();
    let jobs = background(&mut face, outcomes);
    (face, jobs)
}

/// Runs the jobs that the game waits for, and returns the background jobs.
fn background(face: &mut Face, outcomes: Vec<Outcome>) -> Vec<Job> {
    let mut later = Vec::new();
    for outcome in outcomes {
        match outcome {
            Outcome::Game(Effect::Run(job)) if job.is_gradual() => later.push(job),
            Outcome::Game(Effect::Run(job)) => {
                let outcomes = face.update(Input::Game(job.run(&mut Budget::unlimited())));
                later.extend(background(face, outcomes));
            }
            _ => {}
        }
    }
    later
}

/// Runs background jobs one by one until the number of solutions is exact and `is_enough`.
fn counted(face: &mut Face, mut jobs: Vec<Job>, is_enough: impl Fn(&Model) -> bool) {
    while !(face.model.guide().unwrap().total().is_exact() && is_enough(&face.model)) {
        let job = jobs.pop().expect("a background job goes on");
        let outcomes = face.update(Input::Game(job.run(&mut Budget::unlimited())));
        jobs.extend(background(face, outcomes));
    }
}

/// Presses a key without Control or Shift.
fn type_key(face: &mut Face, key: char) -> Vec<Job> {
    let event = Event::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
    let outcomes = input_of(&event, face).map_or_else(Vec::new, |input| face.update(input));
    background(face, outcomes)
}

/// Counts the ways to place queens from `rank` on, beside the queens of `given` and `taken`, by backtracking. A square is
/// its file and its rank.
fn completions(n: usize, rank: usize, given: &[(usize, usize)], taken: &mut Vec<(usize, usize)>) -> u64 {
    if rank == n {
        return 1;
    }
    let attacks = |(file, rank): (usize, usize), (other, row): (usize, usize)| {
        file == other || rank == row || file.abs_diff(other) == rank.abs_diff(row)
    };
    if given.iter().any(|&(_, row)| row == rank) {
        return completions(n, rank + 1, given, taken);
    }
    let mut count = 0;
    for file in 0..n {
        if !given.iter().chain(&*taken).any(|&other| attacks((file, rank), other)) {
            taken.push((file, rank));
            count += completions(n, rank + 1, given, taken);
            taken.pop();
        }
    }
    count
}

/// Above 15 x 15 the board begins with a lower bound, and the background job replaces it by the exact number: OEIS
/// A000170 has 14,772,512 for 16 x 16.
#[test]
fn the_count_of_a_large_board_becomes_exact_on_the_screen() {
    let (mut face, jobs) = begun(16);
    assert!(text(&face).contains(" remaining solutions, still counting"), "{}", text(&face));
    counted(&mut face, jobs, |_| true);
    let screen = text(&face);
    assert!(screen.contains("14,772,512 solutions") && !screen.contains("still counting"), "{screen}");
}

/// A few solutions of a large board found at random say nothing about the shares of its squares, so that the heat map
/// stays empty. It appears as soon as the counts are exact.
#[test]
fn no_heat_is_drawn_from_a_small_sample() {
    let has_heat = |face: &Face| {
        let screen = text(face);
        (screen.contains("share, ") && screen.contains(" %"), face.model.has_heat())
    };
    let (mut face, _) = begun(40);
    let open = face.model.guide().unwrap().variables().filter(|&(_, status, _)| status == Status::Open).count();
    let found: usize = face.model.guide().unwrap().total().value().try_into().unwrap();
    assert!(0 < found && found < open, "{found} solutions are a small sample of {open} squares");
    type_key(&mut face, 'm');
    assert_eq!(has_heat(&face), (false, true), "{}", text(&face));
    // With four queens, all solutions of 16 x 16 are counted one by one.
    let (mut face, mut jobs) = begun(16);
    let queens = ["b1", "d2", "f3", "h4"].map(|name| name.parse::<nqueens_guide::Square>().unwrap());
    for square in queens {
        let variable = Size::new(16).unwrap().variable(square);
        let click = Message::ClickPlace(face.model.board().puzzle().cell(variable), Some(variable));
        let outcomes = face.update(Input::Game(click));
        jobs = background(&mut face, outcomes);
    }
    type_key(&mut face, 'm');
    assert_eq!(has_heat(&face), (false, true), "{}", text(&face));
    counted(&mut face, jobs, |model| model.guide().unwrap().variables().all(|(.., count)| count.is_exact()));
    assert_eq!(has_heat(&face), (true, true), "{}", text(&face));
    let given: Vec<(usize, usize)> = queens.iter().map(|square| (square.file(), square.rank())).collect();
    let number = completions(16, 0, &given, &mut Vec::new());
    assert_eq!(face.model.guide().unwrap().total().to_string(), number.to_string());
}
