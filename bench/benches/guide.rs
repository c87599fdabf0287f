//! The waiting times of a player: building, loading, the guide's pass, another queen on the board, and the first frame.

use std::hint::black_box;
use std::sync::Arc;

use bdd_core::{Bdd, Budget, DiagramBuilder, Literal, Zdd, format};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use game::{Effect, Model};
use nqueens_guide::{Library, Placement, Size, build_completions, build_completions_zdd, nqueens_rules};
use nqueens_tui::face::{Face, Input, Outcome};
use nqueens_tui::run::ColorChoice;
use nqueens_tui::theme::Theme;
use nqueens_tui::view::view;
use puzzles::QueensCatalogue;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn size(n: usize) -> Size {
    Size::new(n).expect("a board size")
}

fn direct(n: usize) -> Bdd {
    build_completions(&Placement::empty(size(n)), &mut Budget::unlimited()).expect("no limit")
}

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for n in 8..=14 {
        group.bench_function(BenchmarkId::new("direct", n), |b| b.iter(|| direct(n)));
    }
    for n in 8..=11 {
        let rules = nqueens_rules(size(n));
        group.bench_function(BenchmarkId::new("conjunction", n), |b| {
            b.iter(|| DiagramBuilder::new(&rules).build(&mut Budget::unlimited()));
        });
    }
}

fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("load and check");
    for n in [8, 11, 12] {
        let label = format::Label { puzzle: "n-queens".to_owned(), size: n as u32 };
        let bytes = format::to_bytes(&direct(n), &label).expect("the label is short");
        group.bench_function(BenchmarkId::from_parameter(n), |b| {
            b.iter(|| format::from_bytes(black_box(&bytes), &mut Budget::unlimited()));
        });
    }
}

/// Returns the sparse diagram of all solutions, from which the game's guide counts.
fn sparse(n: usize) -> Zdd {
    build_completions_zdd(&Placement::empty(size(n)), &mut Budget::unlimited()).expect("no limit")
}

fn guide(c: &mut Criterion) {
    let mut group = c.benchmark_group("guide pass");
    group.sample_size(20);
    for n in [8, 10, 11, 12, 14] {
        let zdd = sparse(n);
        group.bench_function(BenchmarkId::new("empty board", n), |b| {
            b.iter(|| zdd.counts(&mut Budget::unlimited()).unwrap());
        });
        let selected = zdd.select(&[queen(n, 0)], &mut Budget::unlimited()).unwrap();
        group.bench_function(BenchmarkId::new("queen on the first rank", n), |b| {
            b.iter(|| selected.counts(&mut Budget::unlimited()).unwrap());
        });
    }
}

/// Returns a queen near the left end of a rank.
fn queen(n: usize, rank: usize) -> Literal {
    Literal::positive((rank * n + 1) as u16)
}

fn select(c: &mut Criterion) {
    let mut group = c.benchmark_group("select");
    group.sample_size(20);
    for n in [8, 11, 12, 14] {
        let bdd = direct(n);
        for (name, rank) in [("first rank", 0), ("middle rank", n / 2), ("last rank", n - 1)] {
            group.bench_function(BenchmarkId::new(name, n), |b| {
                b.iter(|| bdd.select(&[queen(n, rank)], &mut Budget::unlimited()).unwrap());
            });
        }
    }
}

/// Places the queens of a solution one after the other, on ranks in no obvious order. The diagram of the completions
/// after each queen is either selected from the previous diagram, or built anew.
fn next_queen(c: &mut Criterion) {
    let mut group = c.benchmark_group("next queen");
    group.sample_size(20);
    for n in [8, 11, 13] {
        let all = direct(n);
        let solution: Vec<_> =
            all.models().nth(all.models().count() / 2).expect("there are solutions").into_iter().collect();
        // Five has no common factor with any of these sizes, so every rank gets its turn.
        let queens: Vec<_> = (0..n).map(|turn| solution[5 * (turn + 1) % n]).collect();
        for number in [1, 2, 4] {
            let literals: Vec<_> = queens[..number].iter().map(|&queen| Literal::positive(queen)).collect();
            let before = all.select(&literals[..number - 1], &mut Budget::unlimited()).unwrap();
            let last = &literals[number - 1..];
            group.bench_function(BenchmarkId::new(format!("{number} selected"), n), |b| {
                b.iter(|| before.select(last, &mut Budget::unlimited()).unwrap());
            });
            let mut placement = Placement::empty(size(n));
            for &queen in &queens[..number] {
                placement.place(size(n).square_of(queen));
            }
            let built = || build_completions(&placement, &mut Budget::unlimited());
            assert_eq!(built(), Ok(before.select(last, &mut Budget::unlimited()).unwrap()));
            group.bench_function(BenchmarkId::new(format!("{number} built"), n), |b| b.iter(built));
        }
    }
}

/// Measures the time of the game up to its first frame with a board: for loading and checking the embedded diagram, for
/// the guide, and for drawing on a terminal in memory.
fn first_frame(c: &mut Criterion) {
    let mut group = c.benchmark_group("first frame");
    for n in [8, 11] {
        group.bench_function(BenchmarkId::from_parameter(n), |b| b.iter(|| draw(&game(n))));
    }
}

fn game(n: usize) -> Face {
    let catalogue = Arc::new(QueensCatalogue::new(Library::embedded(), ToString::to_string));
    let theme = Theme::from_env(ColorChoice::Never, |_| None);
    let mut face = Face::new(Model::new(catalogue, n, QueensCatalogue::puzzle(size(n))), theme, SCREEN);
    for outcome in face.start() {
        if let Outcome::Game(Effect::Run(job)) = outcome {
            let message = job.run(&mut Budget::unlimited());
            assert!(face.update(Input::Game(message)).is_empty());
        }
    }
    face
}

/// The size of the screen, in columns and rows.
const SCREEN: (u16, u16) = (120, 40);

fn draw(face: &Face) {
    let mut terminal = Terminal::new(TestBackend::new(SCREEN.0, SCREEN.1)).expect("memory is always there");
    terminal.draw(|frame| view(face, frame)).expect("and never fails");
}

criterion_group!(benches, build, load, guide, select, next_queen, first_frame);
criterion_main!(benches);
