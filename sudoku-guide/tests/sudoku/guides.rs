//! Tests of every status and every count, compared with all solutions found by backtracking.

use std::sync::Arc;

use proptest::prelude::*;
use puzzle_core::explain::{Case, Reason, Step};
use puzzle_core::{
    Budget, ConstraintId, Count, Guide, Marks, Move, Puzzle, Session, Source, Status, Variable, Words, explain,
    sentences,
};
use puzzle_kind::Playable;
use sudoku_guide::{DiagramLimits, Grid, Shape, Sudoku, rules::cell_and_value, rules::variable};

use super::backtracking::Plain;

fn shape(rows: usize, columns: usize) -> Shape {
    Shape::new(rows, columns).unwrap()
}

fn plain(grid: &Grid) -> Plain {
    let shape = grid.shape();
    Plain { rows: shape.block_rows(), columns: shape.block_columns(), values: grid.values().to_vec() }
}

fn all_solutions(grid: &Grid) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    plain(grid).solutions(&mut |solution| {
        all.push(solution.to_vec());
        true
    });
    all
}

/// Returns limits that build the diagram from a list, limits that build it cell by cell, and limits that leave the work
/// to the SAT solver.
fn all_limits() -> [DiagramLimits; 3] {
    let usual = DiagramLimits::default();
    [usual, DiagramLimits { max_listed: 1, ..usual }, DiagramLimits { max_listed: 3, max_steps: 0, ..usual }]
}

/// Returns the guide of a Sudoku without marks.
fn first_guide(sudoku: &Sudoku) -> Guide {
    let (none, budget) = (Marks::default(), &mut Budget::unlimited());
    Guide::of(sudoku, none.clone(), &sudoku.completions(&none, budget).unwrap(), budget).unwrap()
}

/// Compares the guide for some marks with the solutions that extend them.
fn check_guide(sudoku: &Sudoku, guide: &Guide, all: &[Vec<u8>]) {
    let marks = guide.marks();
    let has = |solution: &[u8], one| {
        let (cell, value) = cell_and_value(sudoku.shape(), one);
        solution[usize::from(cell)] == value
    };
    let left: Vec<_> = all
        .iter()
        .filter(|solution| {
            marks.placed.iter().all(|&one| has(solution, one)) && !marks.blocked.iter().any(|&one| has(solution, one))
        })
        .collect();
    let agrees = |count: &Count, exact: usize| match count {
        Count::Exact(number) => *number == exact.into(),
        Count::AtLeast(number) => *number <= exact.into(),
    };
    assert!(agrees(guide.total(), left.len()), "{} {marks:?}", sudoku.givens());
    assert_eq!(guide.is_completable(), !left.is_empty());
    for (one, status, count) in guide.variables() {
        let with = left.iter().filter(|solution| has(solution, one)).count();
        assert!(agrees(count, with), "{} {}: {count}, not {with}", sudoku.givens(), sudoku.name(one));
        let is_given = sudoku.givens().filled().any(|(cell, value)| variable(sudoku.shape(), cell, value) == one);
        match status {
            Status::Unknown => panic!("{} is unknown", sudoku.name(one)),
            Status::Given => assert!(is_given),
            Status::Placed => assert!(marks.placed.contains(&one)),
            Status::Blocked => assert!(marks.blocked.contains(&one)),
            Status::Excluded | Status::Dead => assert_eq!(with, 0),
            Status::Open => assert!(0 < with && with < left.len(), "{}", sudoku.name(one)),
            Status::Forced => assert!(with == left.len() && with > 0, "{}", sudoku.name(one)),
        }
        if status == Status::Excluded {
            let standing = marks.standing(sudoku);
            assert!(standing.iter().any(|&other| clashes(sudoku.shape(), other, one)));
        }
    }
}

/// Returns `true` if two different variables can't both be true.
fn clashes(shape: Shape, a: Variable, b: Variable) -> bool {
    let ((a, value), (b, other)) = (cell_and_value(shape, a), cell_and_value(shape, b));
    let shares = shape.row(a) == shape.row(b) || shape.column(a) == shape.column(b) || shape.block(a) == shape.block(b);
    if a == b { value != other } else { value == other && shares }
}

/// Returns some values of a solution, and sometimes a wrong value.
fn clues(shape: Shape, keep: &[bool], wrong: Option<(u16, u8)>) -> Grid {
    let solution = sudoku_guide::generate(
        &sudoku_guide::GenerateOptions { shape, clues: Some(shape.cells()), symmetric: false, minimal: false },
        &mut bdd_core::Sampler::new(keep.iter().filter(|&&kept| kept).count() as u64),
        &mut Budget::unlimited(),
    );
    let solution = solution.unwrap();
    let values = solution.values().iter().zip(keep).map(|(&value, &kept)| if kept { value } else { 0 });
    let grid = Grid::new(shape, values.collect()).unwrap();
    wrong.map_or(grid.clone(), |(cell, value)| grid.with(cell, value))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_grid_of_four_is_guided_as_its_solutions_say(
        keep in proptest::collection::vec(proptest::bool::weighted(0.2), 16),
        wrong in proptest::option::weighted(0.3, (0u16..16, 1u8..5)),
        marks in proptest::collection::vec((0u16..64, any::<bool>()), 0..5),
        is_flat in any::<bool>(),
    ) {
        let shape = if is_flat { shape(1, 4) } else { shape(2, 2) };
        let grid = clues(shape, &keep, wrong);
        let all = all_solutions(&grid);
        for limits in all_limits() {
            let budget = &mut Budget::unlimited();
            let mut game = Session::new(Arc::new(Sudoku::new(grid.clone()).with_diagram_limits(limits)), budget).unwrap();
            let sudoku = Sudoku::new(grid.clone());
            check_guide(&sudoku, game.guide(), &all);
            let before = game.guide().clone();
            let mut made = 0;
            for &(one, is_placed) in &marks {
                let one = Variable::new(one);
                made += usize::from(game.play(if is_placed { Move::Place(one) } else { Move::Block(one) }, budget).unwrap());
                check_guide(&sudoku, game.guide(), &all);
            }
            for _ in 0..made {
                game.undo();
            }
            prop_assert_eq!(game.guide(), &before);
        }
    }

    #[test]
    fn any_grid_of_six_is_guided_as_its_solutions_say(
        keep in proptest::collection::vec(proptest::bool::weighted(0.5), 36),
        wrong in proptest::option::weighted(0.2, (0u16..36, 1u8..7)),
        is_wide in any::<bool>(),
    ) {
        let shape = if is_wide { shape(2, 3) } else { shape(3, 2) };
        let grid = clues(shape, &keep, wrong);
        let all = all_solutions(&grid);
        for limits in all_limits() {
            let sudoku = Sudoku::new(grid.clone()).with_diagram_limits(limits);
            check_guide(&sudoku, &first_guide(&sudoku), &all);
        }
    }
}

fn count(sudoku: &Sudoku) -> Count {
    sudoku.count(&Marks::default(), &mut Budget::unlimited()).unwrap()
}

#[test]
fn empty_grids_are_counted_exactly() {
    let count = |rows, columns| count(&Sudoku::new(Grid::empty(shape(rows, columns)))).to_string();
    assert_eq!(count(1, 1), "1");
    assert_eq!(count(2, 2), "288");
    // <https://oeis.org/A107739>
    assert_eq!(count(2, 3), "28200960");
    assert_eq!(count(3, 2), "28200960");
}

#[test]
fn thousands_of_solutions_are_counted_as_backtracking_does() {
    // A published puzzle without some of its clues.
    let puzzle = "53..7....6...95....98....6.8...6...34..8....1....2...6.6....2......1...5....8...9";
    let grid = Grid::parse(Shape::NINE, puzzle).unwrap();
    let expected = plain(&grid).count(usize::MAX);
    println!("{expected}");
    for limits in [DiagramLimits::default(), DiagramLimits { max_listed: 1, ..DiagramLimits::default() }] {
        let count = count(&Sudoku::new(grid.clone()).with_diagram_limits(limits));
        assert_eq!(count, Count::Exact(expected.into()));
    }
    assert!((1_000..100_000).contains(&expected), "{expected}");
    let count_to =
        |grid, limit| Sudoku::new(grid).count_to(&Marks::default(), limit, &mut Budget::unlimited()).unwrap();
    assert_eq!(count_to(grid.clone(), 500), Count::AtLeast(500u16.into()));
    assert_eq!(count_to(grid, u64::MAX), Count::Exact(expected.into()));
}

#[test]
fn where_no_diagram_fits_the_statuses_are_still_exact() {
    let small = DiagramLimits { max_listed: 10, max_steps: 10_000, ..DiagramLimits::default() };
    let sudoku = Sudoku::new(Grid::empty(Shape::NINE)).with_diagram_limits(small);
    let guide = first_guide(&sudoku);
    assert!(!guide.total().is_exact() && *guide.total().value() >= 10u8.into());
    assert!(guide.variables().all(|(_, status, _)| status == Status::Open));
    assert_eq!(count(&sudoku), Count::AtLeast(10u8.into()));
}

/// Returns `true` if every choice of one variable from each line has a clash: between two variables of the choice, or
/// with a variable of `chosen`.
fn is_choiceless<T: Copy>(lines: &[Vec<T>], chosen: &[T], clash: &dyn Fn(T, T) -> bool) -> bool {
    let Some((line, rest)) = lines.split_first() else { return false };
    line.iter().all(|&one| {
        let clashes = chosen.iter().any(|&other| clash(other, one));
        clashes || is_choiceless(rest, &[chosen, &[one]].concat(), clash)
    })
}

/// Replays the steps of an explanation by the names of variables and lines alone; `known` are the true variables.
fn replay(sudoku: &Sudoku, steps: &[Step], known: &mut Vec<Variable>, marks: &Marks, supposed_false: Option<Variable>) {
    let gone = std::cell::RefCell::new(Vec::new());
    let is_ruled_out = |known: &[Variable], one: Variable, because: Reason| match because {
        Reason::Excluded { by } => assert!(known.contains(&by) && clashes(sudoku.shape(), by, one)),
        Reason::Blocked => assert!(marks.blocked.contains(&one)),
        Reason::Out => assert!(gone.borrow().contains(&one)),
        Reason::Supposed => assert_eq!(supposed_false, Some(one)),
        other => panic!("{other:?} is no reason here"),
    };
    let line = |on: ConstraintId| {
        let name = sudoku.line_name(on);
        let belongs = |one: Variable| {
            let (cell, value) = cell_and_value(sudoku.shape(), one);
            let (row, column, block) =
                (sudoku.shape().row(cell), sudoku.shape().column(cell), sudoku.shape().block(cell));
            let (row, column, block) = (row + 1, column + 1, block + 1);
            let names = [
                format!("{value} in row {row}"),
                format!("{value} in column {column}"),
                format!("{value} in block {block}"),
            ];
            names.contains(&name) || name == format!("r{row}c{column}")
        };
        Variable::all(sudoku.rules().variables()).filter(|&one| belongs(one)).collect::<Vec<_>>()
    };
    let (last, before) = steps.split_last().expect("an argument has an end");
    for step in before {
        if let Step::Locked { base, ruled_out, out, .. } = step {
            ruled_out.iter().for_each(|out| is_ruled_out(known, out.variable, out.because));
            let is_left = |one: &Variable| ruled_out.iter().all(|out| out.variable != *one);
            let lines: Vec<Vec<Variable>> =
                base.iter().map(|&on| line(on).into_iter().filter(is_left).collect()).collect();
            let clash = |a, b| clashes(sudoku.shape(), a, b);
            assert!(out.iter().all(|&out| is_choiceless(&lines, &[out], &clash)));
            gone.borrow_mut().extend(out);
            continue;
        }
        let Step::Only { variable, on, ruled_out } = step else { panic!("{step:?} is no step on the way") };
        let mut all: Vec<Variable> = ruled_out.iter().map(|out| out.variable).chain([*variable]).collect();
        all.sort_unstable();
        assert_eq!(all, line(*on));
        ruled_out.iter().for_each(|out| is_ruled_out(known, out.variable, out.because));
        known.push(*variable);
    }
    match last {
        Step::Empty { on, ruled_out, .. } => {
            assert_eq!(ruled_out.iter().map(|out| out.variable).collect::<Vec<_>>(), line(*on));
            ruled_out.iter().for_each(|out| is_ruled_out(known, out.variable, out.because));
        }
        Step::Split { on, ruled_out, cases, .. } => {
            let mut all: Vec<Variable> = ruled_out.iter().map(|out| out.variable).collect();
            all.extend(cases.iter().map(|case| case.variable));
            all.sort_unstable();
            assert_eq!(all, line(*on));
            ruled_out.iter().for_each(|out| is_ruled_out(known, out.variable, out.because));
            for Case { variable, steps } in cases {
                let mut known = known.clone();
                known.push(*variable);
                replay(sudoku, steps, &mut known, marks, supposed_false);
            }
        }
        other => panic!("{other:?} is no end"),
    }
}

#[test]
fn a_game_places_and_undoes_and_explains_what_is_dead() {
    let grid = Grid::parse(Shape::of_values(4).unwrap(), "1... ..3. .... ...2").unwrap();
    for limits in all_limits() {
        let sudoku = Sudoku::new(grid.clone()).with_diagram_limits(limits);
        let source: Arc<dyn Source> = Arc::new(sudoku.clone());
        let budget = &mut Budget::unlimited();
        let mut game = Session::new(source.clone(), budget).unwrap();
        let placed = sudoku.variable_named("r3c2=1").unwrap();
        assert!(game.play(Move::Place(placed), budget).unwrap());
        let given = sudoku.variable_named("r1c1=1").unwrap();
        assert!(!game.play(Move::Place(given), budget).unwrap(), "it is given");
        let mut explained = 0;
        for (one, status, _) in game.guide().variables() {
            let explanation = explain(&*source, game.guide(), one, budget).unwrap();
            assert_eq!(explanation.is_none(), matches!(status, Status::Given | Status::Placed | Status::Open));
            let Some(explanation) = explanation else { continue };
            let told = sentences::explanation(&sudoku, &explanation);
            assert!(told.iter().all(|line| line.ends_with(['.', ':'])), "{told:?}");
            let mut known: Vec<Variable> = game.marks().standing(&sudoku).into_iter().collect();
            match status {
                Status::Excluded => {
                    let [Step::Excluded { by }] = explanation.steps[..] else { panic!("{explanation:?}") };
                    assert!(known.contains(&by) && clashes(sudoku.shape(), by, one));
                }
                Status::Dead => {
                    known.push(one);
                    replay(&sudoku, &explanation.steps, &mut known, game.marks(), None);
                    explained += 1;
                }
                _ => replay(&sudoku, &explanation.steps, &mut known, game.marks(), Some(one)),
            }
        }
        assert!(explained > 0);
        assert_eq!(game.undo(), Some(vec![Move::Place(placed)]));
    }
}
