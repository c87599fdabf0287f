//! Links of puzz.link, compared with pzpr, the program that defines them. Its npm package is in the folder that
//! `NQUEENS_PZPR` names, and `node` runs it. pzpr does not have the genre `mines`, so these links are read and counted
//! by code of the test alone.

use std::io::Write as _;
use std::process::{Command, Stdio};

use bdd_core::Sampler;
use puzzle_core::{Adaptive, Budget, Marks, Puzzle, Source, Words};
use puzzle_files::FilePuzzle;
use puzzle_kind::{Cell, Layout, Playable};
use serde_json::{Value, json};

/// A request to pzpr about a board: its link and, to check a solution, the values of its cells.
type Question = (String, Option<Vec<usize>>);

/// A generator of random numbers with a fixed seed.
struct Random(Sampler);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        let below = self.0.below(&limit.into()).expect("the limit is not zero");
        usize::try_from(below).expect("it is below a usize")
    }

    fn shuffled(&mut self, length: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..length).collect();
        for place in (1..length).rev() {
            let other = self.below(place + 1);
            all.swap(place, other);
        }
        all
    }
}

/// Asks pzpr about all boards in one run, and returns its answers in order.
fn ask(questions: &[Question]) -> Vec<Value> {
    let folder = std::env::var("NQUEENS_PZPR")
        .expect("NQUEENS_PZPR has to name a folder node_modules with pzpr in it: npm install pzpr@0.10.1");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/outside/pzpr.js");
    let mut command = Command::new("node");
    command.arg(script).env("NQUEENS_PZPR", &folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap_or_else(|error| panic!("node is needed: {error}"));
    let lines: String =
        questions.iter().map(|(link, values)| format!("{}\n", json!({ "link": link, "values": values }))).collect();
    // The script reads its whole input before it writes, so that neither side blocks.
    child.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("node reads its input");
    let output = child.wait_with_output().expect("node ends");
    assert!(output.status.success(), "node failed to run pzpr of {folder}");
    let answers = String::from_utf8(output.stdout).expect("pzpr's answers are text");
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(answers.len(), questions.len());
    for (answer, (link, _)) in answers.iter().zip(questions) {
        assert_eq!(answer["error"], Value::Null, "{link}");
    }
    answers
}

fn read(link: &str) -> FilePuzzle {
    FilePuzzle::read(link).unwrap_or_else(|fault| panic!("{fault}\n{link}"))
}

/// Returns `true` if a link is refused because a clue is larger than the number of its neighbouring cells. pzpr accepts
/// such a link, as a board without a solution.
fn wants_too_many(link: &str) -> bool {
    match FilePuzzle::read(link) {
        Ok(_) => false,
        Err(fault) if fault.fault.contains("expected a count of at most ") => true,
        Err(fault) => panic!("{fault}\n{link}"),
    }
}

/// Removes the links that are refused because of a clue that is too large, and asserts that the clue is too large on
/// the board that pzpr reads.
fn without_refused(links: &mut Vec<String>, is_impossible: impl Fn(&Value) -> bool) {
    let refused: Vec<Question> = links.extract_if(.., |link| wants_too_many(link)).map(|link| (link, None)).collect();
    for (answer, (link, _)) in ask(&refused).iter().zip(&refused) {
        assert!(is_impossible(answer), "{link}");
    }
    println!("{} boards are refused since a number wants too many", refused.len());
}

/// Returns the numbers in a JSON list.
fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().expect("a list").iter().flat_map(Value::as_i64).collect()
}

/// Returns the cells of a puzzle, row by row.
fn cells(puzzle: &FilePuzzle) -> Vec<Cell> {
    let (columns, rows) = puzzle.grid();
    (0..rows * columns).map(|place| Cell { row: place / columns, column: place % columns }).collect()
}

/// Returns the value of each cell with one of these variables (1 for a lamp or a star), and 0 for every other cell.
fn values(puzzle: &FilePuzzle, variables: &[bdd_core::Variable]) -> Vec<usize> {
    let columns = puzzle.grid().0;
    let mut values = vec![0; cells(puzzle).len()];
    for &variable in variables {
        let cell = puzzle.cell(variable);
        let name = puzzle.name(variable);
        let value = name.split_once('=').map_or(1, |(_, value)| value.parse().expect("Sudokus have numbers"));
        values[cell.row * columns + cell.column] = value;
    }
    values
}

/// Returns the clues in the numbering of pzpr: -1 for a cell without a clue, -2 for a clue without a number.
fn clues(puzzle: &FilePuzzle) -> Vec<i64> {
    let clue = |cell: &Cell| match puzzle.clue(*cell) {
        None => -1,
        Some(sign) => sign.to_digit(10).map_or(-2, i64::from),
    };
    cells(puzzle).iter().map(clue).collect()
}

/// Renumbers regions from 0 in the order of their first cells.
fn counted_anew<T: PartialEq>(numbers: impl IntoIterator<Item = T>) -> Vec<usize> {
    let mut seen = Vec::new();
    let number = |number: T| {
        seen.iter().position(|other| *other == number).unwrap_or_else(|| {
            seen.push(number);
            seen.len() - 1
        })
    };
    numbers.into_iter().map(number).collect()
}

/// Encodes clues as links of Sudoku and mines do: numbers, and `g` to `z` for up to 20 cells without a clue.
fn encoded(clues: &[Option<usize>]) -> String {
    let mut text = String::new();
    let mut open = 0;
    for clue in clues.iter().copied().chain([Some(usize::MAX)]) {
        let Some(number) = clue else {
            open += 1;
            continue;
        };
        while open > 0 {
            let run = open.min(20);
            text.push(char::from(b'f' + run as u8));
            open -= run;
        }
        match number {
            usize::MAX => {}
            0..16 => text.push_str(&format!("{number:x}")),
            _ => text.push_str(&format!("-{number:02x}")),
        }
    }
    text
}

/// Encodes walls with and without numbers of lamps, as links of light-up do.
fn encoded_walls(clues: &[i64]) -> String {
    let mut text = String::new();
    let mut place = 0;
    while place < clues.len() {
        let open = |from: usize| clues[from..].iter().take_while(|&&clue| clue == -1).count();
        match clues[place] {
            -1 => {
                let run = open(place).min(20);
                text.push(char::from(b'f' + run as u8));
                place += run;
            }
            -2 => {
                text.push('.');
                place += 1;
            }
            number => {
                let run = open(place + 1).min(2);
                let digit = u32::try_from(number).expect("it is a number") + 5 * run as u32;
                text.push(char::from_digit(digit, 16).expect("it is below 15"));
                place += run + 1;
            }
        }
    }
    text
}

/// Encodes the borders between regions, five in each digit of base 32.
fn encoded_borders(n: usize, regions: &[usize]) -> String {
    let across: Vec<bool> = (0..n * n).filter(|at| at % n + 1 < n).map(|at| regions[at] != regions[at + 1]).collect();
    let down: Vec<bool> = (0..n * (n - 1)).map(|at| regions[at] != regions[at + n]).collect();
    let digit = |five: &[bool]| {
        let value = (0..5).fold(0, |value, place| 2 * value + u32::from(five.get(place) == Some(&true)));
        char::from_digit(value, 32).expect("it is below 32")
    };
    across.chunks(5).chain(down.chunks(5)).map(digit).collect()
}

/// Returns the first solution of a puzzle as the values of its cells; `None` if it has no solution.
fn solution(puzzle: &FilePuzzle) -> Option<Vec<usize>> {
    let found = puzzle.first_completions(&Marks::default(), 1, &mut Budget::unlimited()).expect("it has no bounds");
    found.first().map(|variables| values(puzzle, variables))
}

/// Compares the boards that pzpr reads from links with the boards of this program. pzpr also checks the solutions of
/// this program: it must accept each, and reject it with one cell changed. Returns the number of boards with a
/// solution.
fn compared(
    links: &[String],
    kind: &str,
    values_of_cells: impl Fn(&FilePuzzle) -> usize,
    random: &mut Random,
) -> usize {
    let mut questions: Vec<Question> = Vec::new();
    let mut solved = 0;
    let puzzles: Vec<FilePuzzle> = links.iter().map(|link| read(link)).collect();
    for (link, puzzle) in links.iter().zip(&puzzles) {
        let Some(solution) = solution(puzzle) else {
            questions.push((link.clone(), None));
            continue;
        };
        solved += 1;
        let mut wrong = solution.clone();
        let open: Vec<usize> = match kind {
            "sudoku" => {
                let given = values(puzzle, puzzle.givens());
                (0..given.len()).filter(|&place| given[place] == 0).collect()
            }
            _ => clues(puzzle).iter().enumerate().filter(|(_, clue)| **clue == -1).map(|(place, _)| place).collect(),
        };
        questions.push((link.clone(), Some(solution)));
        if !open.is_empty() {
            let place = open[random.below(open.len())];
            let n = values_of_cells(puzzle);
            wrong[place] = match kind {
                "sudoku" => (wrong[place] + random.below(n - 1)) % n + 1,
                _ => 1 - wrong[place],
            };
            questions.push((link.clone(), Some(wrong)));
        }
    }
    let answers = ask(&questions);
    let mut at = 0;
    for (link, puzzle) in links.iter().zip(&puzzles) {
        let all: Vec<&Value> = std::iter::zip(&questions[at..], &answers[at..])
            .take_while(|((asked, _), _)| asked == link)
            .map(|(_, answer)| answer)
            .collect();
        let answer = all[0];
        assert_eq!(answer["kind"], kind, "{link}");
        assert_eq!((answer["columns"].as_u64(), answer["rows"].as_u64()), {
            let (columns, rows) = puzzle.grid();
            (Some(columns as u64), Some(rows as u64))
        });
        let theirs = numbers(&answer["clues"]);
        let ours = match kind {
            "sudoku" => {
                let given = values(puzzle, puzzle.givens());
                given.iter().map(|&value| if value == 0 { -1 } else { value as i64 }).collect()
            }
            _ => clues(puzzle),
        };
        assert_eq!(ours, theirs, "{link}");
        if kind != "lightup" {
            let rooms = answer["rooms"].as_array().expect(link);
            let regions = cells(puzzle).into_iter().map(|cell| puzzle.region(cell));
            assert_eq!(counted_anew(regions), counted_anew(rooms), "{link}");
        }
        if kind == "starbattle" {
            let stars = answer["stars"].as_u64().expect(link);
            assert!(puzzle.task().starts_with(&format!("{stars} star")), "{link}: {}", puzzle.task());
        }
        for (number, (_, values)) in questions[at..at + all.len()].iter().enumerate() {
            if let Some(values) = values {
                assert_eq!(all[number]["complete"], json!(number == 0), "{link}: {values:?}");
            }
        }
        at += all.len();
    }
    assert_eq!(at, questions.len(), "links are different");
    solved
}

/// Sudokus of all sizes, with few and many clues, some of them wrong. [`sudoku_guide`] must read the same puzzles, as
/// far as it supports their sizes.
#[test]
#[ignore = "needs node and pzpr"]
fn sudokus_are_read_as_pzpr_reads_them() {
    let mut random = Random(Sampler::new(16));
    let full: Vec<Vec<usize>> = (4..=16)
        .map(|n| solution(&read(&format!("https://puzz.link/p?sudoku/{n}/{n}/g"))).expect("each size has solutions"))
        .collect();
    let mut links = Vec::new();
    for number in 0..1000 {
        let n = 4 + number % 13;
        let renamed = random.shuffled(n);
        let shown = 20 + random.below(70);
        let mut clues: Vec<Option<usize>> =
            full[n - 4].iter().map(|&value| (random.below(100) < shown).then(|| renamed[value - 1] + 1)).collect();
        if random.below(4) == 0 {
            clues[random.below(n * n)] = Some(random.below(n) + 1);
        }
        links.push(format!("https://puzz.link/p?sudoku/{n}/{n}/{}", encoded(&clues)));
    }
    links.sort_unstable();
    links.dedup();
    assert!(links.len() > 990, "{}", links.len());
    let solved = compared(&links, "sudoku", |puzzle| puzzle.grid().0, &mut random);
    assert!((700..links.len()).contains(&solved), "{solved}");
    println!("{} Sudokus, {solved} of them with a solution", links.len());
    for link in &links {
        let n = read(link).grid().0;
        match sudoku_guide::read(None, link.as_bytes()).next().expect("a link is a puzzle") {
            Ok((_, grid)) => {
                let given = values(&read(link), read(link).givens());
                assert_eq!(grid.values().iter().map(|&value| usize::from(value)).collect::<Vec<_>>(), given, "{link}");
            }
            // Sizes whose blocks are cut off at the edges are not supported.
            Err(error) => {
                assert!(![4, 6, 9, 16].contains(&n), "{error}");
                assert!(error.to_string().contains("puzz.link cuts off at the edges"), "{error}");
            }
        }
    }
}

/// Boards on which lamps were placed until every cell was lit. Some walls have the number of lamps beside them, some a
/// wrong number.
#[test]
#[ignore = "needs node and pzpr"]
fn light_up_is_read_as_pzpr_reads_it() {
    let mut random = Random(Sampler::new(17));
    let mut links = Vec::new();
    for _ in 0..1000 {
        let (columns, rows) = (3 + random.below(8), 3 + random.below(8));
        let is_wall: Vec<bool> = (0..columns * rows).map(|_| random.below(4) == 0).collect();
        let beside = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            [
                (row > 0).then(|| place - columns),
                (row + 1 < rows).then(|| place + columns),
                (column > 0).then(|| place - 1),
                (column + 1 < columns).then(|| place + 1),
            ]
        };
        let mut lamps = vec![false; columns * rows];
        let mut is_lit = is_wall.clone();
        for place in random.shuffled(columns * rows) {
            if is_lit[place] {
                continue;
            }
            (lamps[place], is_lit[place]) = (true, true);
            for direction in 0..4 {
                let mut next = beside(place)[direction];
                while let Some(cell) = next.filter(|&cell| !is_wall[cell]) {
                    is_lit[cell] = true;
                    next = beside(cell)[direction];
                }
            }
        }
        let mut clues = vec![-1; columns * rows];
        for place in (0..columns * rows).filter(|&place| is_wall[place]) {
            let count = beside(place).into_iter().flatten().filter(|&cell| lamps[cell]).count();
            clues[place] = if random.below(2) == 0 { -2 } else { count as i64 };
            if random.below(40) == 0 {
                clues[place] = random.below(5) as i64;
            }
        }
        links.push(format!("https://puzz.link/p?lightup/{columns}/{rows}/{}", encoded_walls(&clues)));
    }
    links.sort_unstable();
    links.dedup();
    let count = links.len();
    without_refused(&mut links, |board| {
        let clues = numbers(&board["clues"]);
        let columns = board["columns"].as_u64().expect("a number") as usize;
        (0..clues.len()).any(|place| {
            let is_open_beside = |other: &usize| {
                let apart = (other / columns).abs_diff(place / columns) + (other % columns).abs_diff(place % columns);
                apart == 1 && clues[*other] == -1
            };
            clues[place] > (0..clues.len()).filter(is_open_beside).count() as i64
        })
    });
    let solved = compared(&links, "lightup", |_| 2, &mut random);
    assert!(count > 990 && (700..links.len()).contains(&solved), "{solved} of {count}");
    println!("{} boards of light-up, {solved} of them with a solution", links.len());
}

/// Boards whose regions grow from the stars of a solution, or from random cells.
#[test]
#[ignore = "needs node and pzpr"]
fn star_battles_are_read_as_pzpr_reads_them() {
    let mut random = Random(Sampler::new(18));
    let mut links = Vec::new();
    while links.len() < 1000 {
        let n = 4 + random.below(7);
        let stars = random.shuffled(n);
        let is_apart = stars.windows(2).all(|pair| pair[0].abs_diff(pair[1]) > 1);
        if !is_apart && random.below(10) > 0 {
            continue;
        }
        let mut regions: Vec<Option<usize>> = vec![None; n * n];
        for (row, column) in stars.iter().enumerate() {
            regions[row * n + column] = Some(row);
        }
        while regions.contains(&None) {
            let place = random.below(n * n);
            let (row, column) = (place / n, place % n);
            let beside = [
                (row > 0).then(|| place - n),
                (row + 1 < n).then(|| place + n),
                (column > 0).then(|| place - 1),
                (column + 1 < n).then(|| place + 1),
            ];
            if let Some(region) = regions[place]
                && let Some(next) = beside[random.below(4)].filter(|&next| regions[next].is_none())
            {
                regions[next] = Some(region);
            }
        }
        let regions: Vec<usize> = regions.into_iter().flatten().collect();
        let wanted = if n > 7 && random.below(3) == 0 { 2 } else { 1 };
        links.push(format!("https://puzz.link/p?starbattle/{n}/{n}/{wanted}/{}", encoded_borders(n, &regions)));
        links.sort_unstable();
        links.dedup();
    }
    without_refused(&mut links, |board| {
        let rooms = numbers(&board["rooms"]);
        let cells = |room: &i64| rooms.iter().filter(|other| *other == room).count() as u64;
        rooms.iter().any(|room| Some(cells(room)) < board["stars"].as_u64())
    });
    let solved = compared(&links, "starbattle", |_| 2, &mut random);
    assert!((300..links.len()).contains(&solved), "{solved}");
    println!("{} Star Battles, {solved} of them with a solution", links.len());
}

/// A cell in a link of the genre `mines`.
#[derive(Clone, Copy, PartialEq)]
enum Field {
    Open,
    Unnumbered,
    Number(usize),
}

/// Reads the cells of a link of the genre `mines` by the definition of the format, without the tested reader.
fn fields(link: &str) -> (usize, usize, Vec<Field>) {
    let mut parts = link.rsplit('/');
    let text = parts.next().expect("the clues");
    let rows: usize = parts.next().expect("the rows").parse().expect("a number");
    let columns: usize = parts.next().expect("the columns").parse().expect("a number");
    let mut all = Vec::new();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'8' => all.push(Field::Number(usize::from(byte - b'0'))),
            b'.' => all.push(Field::Unnumbered),
            b'g'..=b'z' => all.extend([Field::Open].repeat(usize::from(byte - b'f'))),
            _ => panic!("{link}"),
        }
    }
    assert!(all.len() <= columns * rows, "{link}");
    all.resize(columns * rows, Field::Open);
    (columns, rows, all)
}

/// Returns the number of ways to put mines into open cells that satisfy every number, by trying all of them.
fn ways(columns: usize, rows: usize, fields: &[Field]) -> usize {
    let open: Vec<usize> = (0..fields.len()).filter(|&place| fields[place] == Field::Open).collect();
    let numbers: Vec<(usize, u32)> = (0..rows * columns)
        .filter_map(|place| match fields[place] {
            Field::Number(number) => {
                let touches = |&&other: &&usize| {
                    (other / columns).abs_diff(place / columns) < 2 && (other % columns).abs_diff(place % columns) < 2
                };
                let bits = |other: &usize| 1 << open.iter().position(|cell| cell == other).expect("it is open");
                Some((number, open.iter().filter(touches).map(bits).sum()))
            }
            _ => None,
        })
        .collect();
    (0..1_u32 << open.len())
        .filter(|mines| numbers.iter().all(|(number, beside)| (mines & beside).count_ones() as usize == *number))
        .count()
}

/// Compares links of the genre `mines`, which pzpr does not have, with a search of this test.
#[test]
fn mines_are_counted_as_a_search_of_the_test_counts_them() {
    let mut random = Random(Sampler::new(19));
    let mut counts = [0; 3];
    for _ in 0..1000 {
        let (columns, rows) = (1 + random.below(5), 1 + random.below(4));
        let mines: Vec<bool> = (0..columns * rows).map(|_| random.below(3) == 0).collect();
        let mut text = String::new();
        let mut open = 0;
        for place in 0..columns * rows {
            let touches = |other: &usize| {
                (other / columns).abs_diff(place / columns) < 2 && (other % columns).abs_diff(place % columns) < 2
            };
            let sign = match random.below(10) {
                _ if mines[place] => None,
                0 => Some('.'),
                1 => char::from_digit(random.below(9) as u32, 10),
                2..=5 => {
                    let count = (0..columns * rows).filter(|other| mines[*other] && touches(other)).count();
                    char::from_digit(count as u32, 10)
                }
                _ => None,
            };
            match sign {
                None => open += 1,
                Some(sign) => {
                    if open > 0 {
                        text.push(char::from(b'f' + open));
                    }
                    text.push(sign);
                    open = 0;
                }
            }
        }
        let link = format!("https://puzz.link/p?mines/{columns}/{rows}/{text}");
        let (_, _, fields) = fields(&link);
        let expected = ways(columns, rows, &fields);
        if !fields.contains(&Field::Open) {
            assert!(FilePuzzle::read(&link).is_err(), "{link}");
            continue;
        }
        if wants_too_many(&link) {
            assert_eq!(expected, 0, "{link}");
            counts[0] += 1;
            continue;
        }
        let puzzle = read(&link);
        let as_numbered: Vec<i64> = fields
            .iter()
            .map(|field| match field {
                Field::Open => -1,
                Field::Unnumbered => -2,
                Field::Number(number) => *number as i64,
            })
            .collect();
        assert_eq!(clues(&puzzle), as_numbered, "{link}");
        let budget = &mut Budget::unlimited();
        let source = Adaptive::open(puzzle, budget).expect("it has no bounds");
        let count = source.count(&Marks::default(), budget).expect("it has no bounds");
        assert_eq!(count.to_string(), expected.to_string(), "{link}");
        counts[expected.min(2)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    println!("boards of mines with no, one and more solutions: {counts:?}");
}
