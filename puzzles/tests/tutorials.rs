//! Tests of positions from tutorials for human solvers: the engine finds the same conclusions by the same technique.

use std::fmt::Write as _;

use puzzle_core::Seen;
use puzzle_core::check;
use puzzle_core::deduce::{Path, path};
use puzzle_core::explain::Technique;
use puzzle_core::{Budget, Literal, Variable};
use puzzle_files::FilePuzzle;
use puzzle_kind::Playable;
use regions_guide::{Attack, RegionsPuzzle};

/// The positions as text. Each has a header, a drawing, further keys of a puzzle file, and the conclusions of each
/// technique.
const POSITIONS: &str = include_str!("data/tutorials.txt");

struct Position<'t> {
    puzzle: &'t str,
    name: &'t str,
    rows: Vec<&'t str>,
    /// The further keys of the puzzle file, with their values.
    values: Vec<(&'t str, &'t str)>,
}

fn positions() -> Vec<Position<'static>> {
    let texts = POSITIONS.split("\n\n").filter(|text| !text.starts_with('#'));
    let position = |text: &'static str| {
        let mut lines = text.lines();
        let (puzzle, name) = lines.next().unwrap().split_once(": ").unwrap();
        let (values, rows): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(": "));
        let values = values.into_iter().map(|line| line.split_once(": ").unwrap()).collect();
        Position { puzzle, name, rows, values }
    };
    texts.map(position).collect()
}

impl Position<'_> {
    fn value(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(other, _)| *other == key).map(|(_, value)| *value)
    }

    /// Returns the drawing as a TOML string.
    fn drawing(&self, key: &str) -> String {
        let rows = self.rows.iter().map(|row| row.chars().map(|c| format!(" {c}")).collect::<String>() + "\n");
        format!("{key} = \"\"\"\n{}\"\"\"\n", rows.collect::<String>())
    }

    fn open(&self) -> Box<dyn Playable> {
        let toml = match self.puzzle {
            "binairo" => self.binairo(),
            "futoshiki" => self.futoshiki(),
            "tents" => self.tents(),
            _ => return Box::new(self.stars()),
        };
        Box::new(FilePuzzle::read(&toml).unwrap_or_else(|fault| panic!("{}: {fault}\n{toml}", self.name)))
    }

    /// Returns a Binairo as a puzzle file. The rule that all rows and all columns differ is expressed only where one of
    /// two is full.
    fn binairo(&self) -> String {
        let n = self.rows.len();
        let cell = |row: usize, column: usize| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        let sign = |row: usize, column: usize| self.rows[row].as_bytes()[column];
        let mut needs = String::new();
        let lines: [Vec<Vec<(usize, usize)>>; 2] = [
            (0..n).map(|row| (0..n).map(|column| (row, column)).collect()).collect(),
            (0..n).map(|column| (0..n).map(|row| (row, column)).collect()).collect(),
        ];
        for lines in lines {
            for full in lines.iter().filter(|line| line.iter().all(|&(row, column)| sign(row, column) != b'.')) {
                for other in lines.iter().filter(|other| *other != full) {
                    let signs = full.iter().zip(other).map(|(&(row, column), &(r, c))| (sign(row, column), (r, c)));
                    let mut open: Vec<(u8, (usize, usize))> = Vec::new();
                    let mut differ = false;
                    for (wanted, (row, column)) in signs {
                        match sign(row, column) {
                            b'.' => open.push((wanted, (row, column))),
                            is => differ |= is != wanted,
                        }
                    }
                    if let (false, [(first, at), rest @ ..]) = (differ, open.as_slice()) {
                        let others = rest.iter().map(|&(sign, (row, column))| {
                            format!("{}={}", cell(row, column), if sign == b'0' { 1 } else { 0 })
                        });
                        let others = others.collect::<Vec<_>>().join(" or ");
                        writeln!(needs, "\"{}={}\" = \"{others}\"", cell(at.0, at.1), char::from(*first)).unwrap();
                    }
                }
            }
        }
        let needs = if needs.is_empty() { needs } else { format!("[requires]\n{needs}") };
        let givens = self.drawing("givens");
        format!(
            "rows = {n}\nvalues = \"0 1\"\n{givens}\n[[rule]]\nexactly = {}\nof = \"each\"\nevery = [\"row\", \"column\"]\n\
             [[rule]]\nat-most = 2\nof = \"each\"\nevery = [\"row\", \"column\"]\nwindow = 3\n{needs}",
            n / 2
        )
    }

    fn futoshiki(&self) -> String {
        let n = self.rows.len();
        let less = self.value("less").unwrap().split(' ').map(|pair| format!("{:?}", pair.replace('<', " < ")));
        let less = less.collect::<Vec<_>>().join(", ");
        let givens = if self.rows.iter().all(|row| row.chars().all(|c| c == '.')) {
            String::new()
        } else {
            self.drawing("givens")
        };
        format!(
            "rows = {n}\nvalues = {n}\ncompare = [{less}]\n{givens}\n[[rule]]\nexactly = 1\nof = \"each\"\n\
             every = [\"row\", \"column\"]\n"
        )
    }

    /// Returns a Tents puzzle as a puzzle file. The rules only require as many tents as trees, since they can't pair a
    /// tent with a tree.
    fn tents(&self) -> String {
        let numbers = |key: &str| {
            let numbers = self.value(key).unwrap().split(' ').map(|n| if n == "." { "\".\"" } else { n });
            numbers.collect::<Vec<_>>().join(", ")
        };
        let trees = self.rows.iter().flat_map(|row| row.chars()).filter(|&c| c == 'T').count();
        format!(
            "piece = \"tent\"\n{}neighbours = \"touching\"\n[[rule]]\nexactly = [{}]\nevery = \"row\"\n\
             [[rule]]\nexactly = [{}]\nevery = \"column\"\n[[rule]]\nexactly = {trees}\nevery = \"board\"\n\
             [[rule]]\nat-most = 1\nevery = \"pair\"\n[[rule]]\nat-least = 1\nevery = \"neighbourhood\"\n\
             neighbours = \"beside\"\nat = \"T\"\n[[rule]]\nexactly = 0\naway-from = \"T\"\nneighbours = \"beside\"\n",
            self.drawing("clues"),
            numbers("rows"),
            numbers("columns"),
        )
    }

    fn stars(&self) -> RegionsPuzzle {
        let stars: usize = self.value("stars").unwrap().parse().unwrap();
        RegionsPuzzle::with_stars(self.rows.join("\n").parse().unwrap(), Attack::King, stars)
    }
}

/// Returns the solve path without splits, each step verified by the checker.
fn way(puzzle: &dyn Playable) -> Path {
    let mut seen = Seen::default();
    let way = path(puzzle, &seen, Technique::Chain, &mut Budget::unlimited()).unwrap();
    for step in &way.steps {
        assert_eq!(check::deduction(puzzle, &seen, step), Ok(()), "{step:?}");
        seen.take(step);
    }
    way
}

/// Returns the first step that concludes `what`, such as `b3=4`, or excludes the only other value.
fn shown(puzzle: &dyn Playable, way: &Path, what: &str) -> Option<usize> {
    let all = || Variable::all(puzzle.variables());
    let variable = all().find(|&variable| puzzle.name(variable) == what).unwrap_or_else(|| panic!("no {what}"));
    let (cell, _) = what.split_once('=').unwrap();
    let is_other = |&other: &Variable| other != variable && puzzle.name(other).starts_with(&format!("{cell}="));
    let others: Vec<Variable> = all().filter(is_other).collect();
    way.steps.iter().position(|step| {
        step.conclusions.iter().any(|one| {
            *one == Literal::positive(variable) || !one.value && matches!(*others, [other] if other == one.variable)
        })
    })
}

/// Describes a path: solved or open, and the hardest technique.
fn summary(way: &Path) -> String {
    let techniques = way.techniques();
    let (hardest, _) = techniques.last().expect("some step");
    format!("{}, {}", if way.is_complete { "solved" } else { "open" }, hardest.name())
}

#[test]
fn techniques_are_found_where_tutorials_show_them() {
    let (mut found, mut ways) = (0, 0);
    for position in positions() {
        let Position { puzzle: kind, name, .. } = &position;
        let puzzle = position.open();
        let way = way(&*puzzle);
        let kinds: Vec<String> = way.techniques().iter().map(|(kind, n)| format!("{n} {}", kind.name())).collect();
        println!("{kind}, {name}: {}; {}", summary(&way), kinds.join(", "));
        for kind in [Technique::Only, Technique::Locked, Technique::EmptyLine, Technique::Chain] {
            for what in position.value(kind.name()).iter().flat_map(|text| text.split(' ')) {
                let step = shown(&*puzzle, &way, what).unwrap_or_else(|| panic!("{name}: {what} is not found"));
                assert_eq!(way.steps[step].technique(), kind, "{name}: {what}: {:?}", way.steps[step]);
                found += 1;
            }
        }
        assert_eq!(position.value("way"), Some(&*summary(&way)), "{name}");
        ways += 1;
    }
    assert_eq!((found, ways), (34, 34), "a position was left out");
}
