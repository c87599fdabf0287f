//! Links of Penpa+, translated to puzzle files. A link contains a drawing, and tags for its rules.
//!
//! The text after `p=` is compressed by raw deflate and encoded in base 64. Its lines are numbered from 0. Line 0 has
//! the size of the grid, and line 1 its margins: the rows and columns around the grid in which only numbers stand. Line
//! 3 is the drawing, JSON in which short keys such as `zN` have no quotes. Line 5 lists the numbers of the cells of the
//! grid, each as the difference from the number before it. Line 17 has the tags.
//!
//! Cells are numbered row by row, with two more rows and columns at each side of the grid. After all cells, the lower
//! right corners of the cells are numbered in the same order (<https://github.com/swaroopg92/penpa-edit>,
//! `docs/js/class_p.js`).

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use puzzle_kind::input::regions_between;
use puzzle_kind::links::LinkClue;
use serde_json::{Map, Value};

use crate::genres::{Clues, GridSize, light_up, mines, star_battle, sudoku};
use crate::tree::shortened;

/// The tags of the genres that can be translated, in lower case.
const TAGS: [&str; 5] = ["starbattle", "tents", "akari", "minesweeper", "classic"];
/// The keys of a drawing whose contents may mean rules that can't be translated, each with a noun for these contents.
const RULES: [(&str, &str); 14] = [
    ("zL", "lines"),
    ("zW", "walls"),
    ("zC", "cages"),
    ("z6", "killer cages"),
    ("zT", "thermometers"),
    ("z7", "thermometers"),
    ("z3", "arrows"),
    ("zD", "directions"),
    ("z0", "frames"),
    ("z5", "polygons"),
    ("z1", "small numbers"),
    ("zF", "free lines"),
    ("z2", "free lines"),
    ("z4", "removed lines of the grid"),
];
/// The accepted keys of a drawing: keys of its contents, which are translated, and keys of its recorded moves, which
/// are ignored.
const READ: [&str; 7] = ["zN", "zY", "zS", "zE", "zR", "zU", "z8"];
/// The types of Penpa+ numbers that are plain texts: normal, small, medium, long and big.
const PLAIN_NUMBERS: [&str; 5] = ["1", "5", "6", "8", "10"];
/// The styles of numbers drawn on a circle, which may mean an unknown rule.
const CIRCLED: [i64; 3] = [6, 7, 11];
/// The styles of borders between regions: black lines of two widths.
const BORDERS: [i64; 2] = [2, 21];
/// The maximum size of the decompressed text of a link, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The maximum number of rows and of columns, margins included.
const MAX_SIDE: i64 = 60;

/// Returns the text of the puzzle file for a link, or an error message about the link.
pub(crate) fn file_of(link: &str) -> Result<String, String> {
    drawing(link)?.file()
}

/// The drawing and the tags in a link of Penpa+.
struct PenpaDrawing {
    tags: BTreeSet<String>,
    grid: GridSize,
    /// The number of rows above the grid and of columns to the left of it, in which only numbers stand.
    margins: [i64; 2],
    /// The number of columns of numbered cells. Penpa+ numbers the cells of the grid, of its margins, and of two more
    /// columns at each side.
    across: i64,
    /// The number of numbered cells. Penpa+ numbers the cells of the grid, of its margins, and of two more rows or
    /// columns at each side.
    count: i64,
    drawn: Map<String, Value>,
}

/// A row and a column, counted from 0 at the upper left cell of the grid; negative in the margins above and to the
/// left.
type GridPosition = (i64, i64);

/// Decodes the drawing in a link.
fn drawing(link: &str) -> Result<PenpaDrawing, String> {
    let data = link.split(['#', '?', '&']).find_map(|part| part.strip_prefix("p="));
    let data = data.ok_or("expected \"p=\" and the drawing in the link of Penpa+")?;
    let lenient = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let packed = GeneralPurpose::new(&STANDARD, lenient).decode(data.replace("%2B", "+").replace("%2F", "/"));
    let packed = packed.map_err(|error| format!("expected a drawing in base 64: {error}"))?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&packed, MAX_BYTES)
        .map_err(|error| format!("can't unpack the drawing; the link may be incomplete: {error}"))?;
    let text = String::from_utf8(text).map_err(|_| "expected a drawing in UTF-8".to_owned())?;
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |number: usize| {
        let missing = || format!("expected at least {} lines in the drawing, found {}", number + 1, lines.len());
        lines.get(number).copied().ok_or_else(missing)
    };
    let json = |number: usize| -> Result<Value, String> {
        serde_json::from_str(&quoted(line(number)?)).map_err(|error| format!("line {number} of the drawing: {error}"))
    };
    let header: Vec<&str> = line(0)?.split(',').collect();
    if !["square", "sudoku"].contains(&header[0]) {
        return Err(format!("expected a grid of squares, found {:?}", shortened(header[0])));
    }
    let side = |index: usize| header.get(index).and_then(|side| side.parse::<i64>().ok());
    let margins: Vec<i64> =
        json(1)?.as_array().map_or_else(Vec::new, |all| all.iter().flat_map(Value::as_i64).collect());
    let (Some(all_columns), Some(all_rows), &[top, bottom, left, right]) = (side(1), side(2), margins.as_slice())
    else {
        return Err("expected six numbers in the drawing: its columns, its rows and four margins".to_owned());
    };
    let is_fine = |side: i64, before: i64, after: i64| {
        (1..=MAX_SIDE).contains(&side) && (0..side).contains(&before) && (0..side - before).contains(&after)
    };
    if !is_fine(all_columns, left, right) || !is_fine(all_rows, top, bottom) {
        return Err(format!(
            "expected at most {MAX_SIDE} rows and columns, found {all_rows} rows and {all_columns} columns"
        ));
    }
    let grid = GridSize { columns: (all_columns - left - right) as usize, rows: (all_rows - top - bottom) as usize };
    let Value::Object(drawn) = json(3)? else {
        return Err("expected a JSON object on line 3 of the drawing".to_owned());
    };
    let tags = match json(17) {
        Ok(Value::Array(tags)) => tags.iter().filter_map(Value::as_str).map(str::to_lowercase).collect(),
        _ => BTreeSet::new(),
    };
    let across = all_columns + 4;
    let drawing = PenpaDrawing { tags, grid, margins: [top, left], across, count: across * (all_rows + 4), drawn };
    // In links of other programs, the line of cells may be empty.
    if lines.get(5).is_some_and(|line| !line.trim().is_empty()) {
        drawing.refuse_other_cells(&json(5)?)?;
    }
    Ok(drawing)
}

/// Returns valid JSON for a text in which short keys such as `zN` have no quotes and `zO` stands for `null`.
fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    let mut is_text = false;
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if is_text => {
                quoted.push(sign);
                quoted.extend(signs.next());
            }
            'z' if !is_text => match signs.next() {
                Some('O') => quoted.push_str("null"),
                key => quoted.extend(['"', 'z'].into_iter().chain(key).chain(['"'])),
            },
            _ => {
                is_text ^= sign == '"';
                quoted.push(sign);
            }
        }
    }
    quoted
}

impl PenpaDrawing {
    fn file(&self) -> Result<String, String> {
        let known: Vec<&str> = TAGS.into_iter().filter(|tag| self.tags.contains(*tag)).collect();
        let &[tag] = known.as_slice() else {
            let found = self.tags.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let found = if found.is_empty() { "none".to_owned() } else { format!("{:?}", shortened(&found)) };
            return Err(format!("expected one of the tags {} for the rules, found {found}", TAGS.join(", ")));
        };
        if let Some(more) = self.tags.iter().find(|more| *more != tag && *more != "sudoku") {
            return Err(format!("expected the tag {tag:?} alone, found {:?} beside it", shortened(more)));
        }
        self.refuse_other_rules(tag)?;
        match tag {
            "starbattle" => self.star_battle(),
            "tents" => self.tents(),
            "akari" => {
                let dark = self.in_cells("zS");
                Ok(light_up(&self.grid, &self.clues(dark.keys().copied())?))
            }
            "minesweeper" => mines(&self.grid, &self.clues([])?),
            _ => {
                if self.grid.rows != 9 || self.grid.columns != 9 {
                    return Err("expected 9 rows and columns of a classic Sudoku".to_owned());
                }
                // The Sudoku grid of Penpa+ has borders around its blocks. Any other border may belong to irregular
                // regions.
                let is_of_block = |(a, b): &(usize, usize)| a / 27 != b / 27 || a % 9 / 3 != b % 9 / 3;
                if !self.borders().iter().all(is_of_block) {
                    return Err("expected borders only between blocks, found borders within a block".to_owned());
                }
                sudoku(&self.grid, &self.clues([])?)
            }
        }
    }

    /// Returns an error unless the cells of the drawing are exactly the cells of its grid. `distances` lists the
    /// numbers of the drawn cells, each as the difference from the number before it.
    fn refuse_other_cells(&self, distances: &Value) -> Result<(), String> {
        let distances = distances.as_array().ok_or("expected a list of cells on line 5 of the drawing")?;
        let mut cells = BTreeSet::new();
        let mut number = 0_i64;
        for distance in distances {
            let step = distance.as_i64().and_then(|distance| number.checked_add(distance));
            number = step.ok_or("expected numbers in the list of cells on line 5 of the drawing")?;
            cells.insert(number);
        }
        for place in 0..self.grid.cells() {
            let (row, column) = ((place / self.grid.columns) as i64, (place % self.grid.columns) as i64);
            let number = (row + 2 + self.margins[0]) * self.across + column + 2 + self.margins[1];
            if !cells.remove(&number) {
                let (row, column) = (row + 1, column + 1);
                return Err(format!(
                    "the cell in row {row} and column {column} of the drawing is removed: expected a whole grid"
                ));
            }
        }
        if cells.is_empty() { Ok(()) } else { Err("the drawing has cells outside of its grid".to_owned()) }
    }

    /// Returns an error if a part of the drawing may mean a rule that can't be translated.
    fn refuse_other_rules(&self, tag: &str) -> Result<(), String> {
        for (key, value) in self.drawn.iter().filter(|(key, _)| !READ.contains(&key.as_str())) {
            let is_empty = match value {
                Value::Null => true,
                Value::Object(all) => all.is_empty(),
                Value::Array(all) => all.is_empty(),
                _ => false,
            };
            if !is_empty {
                return Err(match RULES.iter().find(|(known, _)| known == key) {
                    Some((_, noun)) => format!("expected a drawing without {noun} ({key}): their rules are unknown"),
                    None => format!("expected known keys in the drawing, found {:?}", shortened(key)),
                });
            }
        }
        for key in ["zN", "zY", "zS", "zE"] {
            if !matches!(self.drawn.get(key), None | Some(Value::Null | Value::Object(_))) {
                return Err(format!("expected an object for {key} of the drawing"));
            }
        }
        // The walls of akari are shaded; with any other tag, shaded cells may mean a rule, such as odd or even values.
        if tag != "akari" && self.under("zS").next().is_some() {
            return Err(format!("expected no shaded cells (zS) with {tag:?}: their rules are unknown"));
        }
        // Numbers and symbols on edges and corners mean rules for neighbouring cells, such as the dots of Kropki.
        let is_cell = |number: &String| number.parse().is_ok_and(|number| (0..self.count).contains(&number));
        for key in ["zN", "zY", "zS"] {
            if !self.under(key).all(|(number, _)| is_cell(number)) {
                return Err(format!("expected no numbers or symbols ({key}) between cells: their rules are unknown"));
            }
        }
        // A Sudoku with diagonals has its diagonals drawn as borders across cells.
        let is_straight = |ends: &String| {
            let numbers = ends.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
            numbers.is_some_and(|(a, b): (i64, i64)| [1, self.across].contains(&a.abs_diff(b).cast_signed()))
        };
        if !self.under("zE").all(|(ends, _)| is_straight(ends)) {
            return Err("expected a drawing without diagonals (zE): their rules are unknown".to_owned());
        }
        let is_border = |style: &Value| style.as_i64().is_some_and(|style| BORDERS.contains(&style));
        if let Some((ends, style)) = self.under("zE").find(|(_, style)| !is_border(style)) {
            let style = shortened(&style.to_string());
            return Err(format!("expected the style 2 or 21, a black line, for the border {ends} (zE), found {style}"));
        }
        if !["starbattle", "classic"].contains(&tag) && !self.borders().is_empty() {
            return Err(format!("expected no borders (zE) with {tag:?}: their rules are unknown"));
        }
        Ok(())
    }

    fn star_battle(&self) -> Result<String, String> {
        let numbers = self.numbers()?;
        if let Some(&place) = numbers.keys().find(|place| self.cell(**place).is_some()) {
            return self.unexpected(place);
        }
        let outside: Vec<Option<u32>> = numbers.into_values().collect();
        let &[Some(stars)] = outside.as_slice() else {
            return Err(format!(
                "expected one number outside of the grid, the number of stars, found {}",
                outside.len()
            ));
        };
        let borders = self.borders();
        let regions =
            regions_between(self.grid.rows, self.grid.columns, |cell, other| borders.contains(&(cell, other)));
        let count = regions.iter().max().map_or(0, |last| last + 1);
        if self.grid.rows != self.grid.columns || count != self.grid.rows || stars as usize > self.grid.columns {
            return Err(format!(
                "expected the same number of regions, rows and columns, found {count} regions in {} rows",
                self.grid.rows
            ));
        }
        if let Some((&place, _)) = self.symbols("").iter().find(|(place, _)| self.cell(**place).is_some()) {
            return self.unexpected(place);
        }
        star_battle(&self.grid, stars as usize, &regions)
    }

    fn tents(&self) -> Result<String, String> {
        let symbols = self.symbols("tents");
        let tree = |cell: usize| symbols.iter().any(|(&place, &style)| self.cell(place) == Some(cell) && style == 1);
        if let Some((&place, _)) = self.symbols("").iter().find(|(place, _)| !symbols.contains_key(place)) {
            return self.unexpected(place);
        }
        let (mut rows, mut columns) = (vec![None; self.grid.rows], vec![None; self.grid.columns]);
        for (place, number) in self.numbers()? {
            let (row, column) = (usize::try_from(place.0), usize::try_from(place.1));
            match (row, column) {
                (Ok(row), Err(_)) if row < rows.len() => rows[row] = number,
                (Err(_), Ok(column)) if column < columns.len() => columns[column] = number,
                _ => return self.unexpected(place),
            }
        }
        if !(0..self.grid.cells()).any(tree) {
            return Err("expected trees in the drawing".to_owned());
        }
        let counted = |numbers: &[Option<u32>], line: &str| -> String {
            if numbers.iter().all(Option::is_none) {
                return String::new();
            }
            let numbers = numbers.iter().map(|number| number.map_or("\".\"".to_owned(), |number| number.to_string()));
            format!("[[rule]]\nexactly = [{}]\nevery = \"{line}\"\n", numbers.collect::<Vec<_>>().join(", "))
        };
        Ok(format!(
            "title = \"Tents\"\n\
             task = \"Give every tree a tent beside it, as the numbers say: no two tents touch, not even at a corner.\"\n\
             piece = \"tent\"\nsymbol = \"A\"\nneighbours = \"touching\"\nclues = \"\"\"\n{}\"\"\"\n\n{}{}\
             [[rule]]\nat-most = 1\nevery = \"pair\"\n[[rule]]\nmatch = \"T\"\nclue = \"tree\"\nneighbours = \"beside\"\n",
            self.grid.drawn(|cell| if tree(cell) { 'T' } else { '.' }),
            counted(&rows, "row"),
            counted(&columns, "column"),
        ))
    }

    /// Returns the numbers in the grid as clues. Each position in `blank` that has no number becomes a clue without a
    /// number.
    fn clues(&self, blank: impl IntoIterator<Item = GridPosition>) -> Result<Clues, String> {
        let mut clues = vec![None; self.grid.cells()];
        for cell in blank.into_iter().filter_map(|place| self.cell(place)) {
            clues[cell] = Some(LinkClue::Unsaid);
        }
        for (place, number) in self.numbers()? {
            match self.cell(place) {
                Some(cell) => clues[cell] = Some(number.map_or(LinkClue::Unsaid, LinkClue::Number)),
                None => return self.unexpected(place),
            }
        }
        if let Some((&place, _)) = self.symbols("").iter().next() {
            return self.unexpected(place);
        }
        Ok(clues)
    }

    fn unexpected<T>(&self, (row, column): GridPosition) -> Result<T, String> {
        Err(format!("found a number or symbol without a known rule in row {} and column {}", row + 1, column + 1))
    }

    /// Returns the cell of the grid at a position; `None` outside of the grid.
    fn cell(&self, (row, column): GridPosition) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        (row < self.grid.rows && column < self.grid.columns).then(|| row * self.grid.columns + column)
    }

    /// Returns the position of a cell. `number` is the number of the cell itself, or of its lower right corner (see the
    /// module documentation).
    fn position(&self, number: i64) -> GridPosition {
        let number = number.rem_euclid(self.count);
        (number / self.across - 2 - self.margins[0], number % self.across - 2 - self.margins[1])
    }

    /// Returns the entries of the drawing under `key`, each with the text of its place: the number of a cell or corner,
    /// or two numbers for the ends of a line.
    fn under(&self, key: &str) -> impl Iterator<Item = (&String, &Value)> {
        self.drawn.get(key).and_then(Value::as_object).into_iter().flatten()
    }

    /// Returns the entries of the drawing under `key` that are in cells, by position.
    fn in_cells(&self, key: &str) -> BTreeMap<GridPosition, &Value> {
        let numbered = self.under(key).filter_map(|(number, value)| Some((number.parse::<i64>().ok()?, value)));
        let in_cells = numbered.filter(|(number, _)| (0..self.count).contains(number));
        in_cells.map(|(number, value)| (self.position(number), value)).collect()
    }

    /// Returns the numbers in cells by position, with `None` for a question mark.
    fn numbers(&self) -> Result<BTreeMap<GridPosition, Option<u32>>, String> {
        let mut numbers = BTreeMap::new();
        for (place, value) in self.in_cells("zN") {
            let (row, column) = (place.0 + 1, place.1 + 1);
            let refused = |found: String| {
                Err(format!("expected a number or \"?\" in row {row} and column {column}, found {found}"))
            };
            let kind = value.get(2).and_then(Value::as_str).unwrap_or_default();
            let text = match value.get(0) {
                Some(Value::String(text)) if PLAIN_NUMBERS.contains(&kind) => text.trim().to_owned(),
                Some(Value::Number(number)) if PLAIN_NUMBERS.contains(&kind) => number.to_string(),
                // A list with a flag for each candidate. A single candidate counts as the number in the cell.
                Some(Value::Array(flags)) if kind == "7" => {
                    let candidates: Vec<usize> =
                        (1..).zip(flags).filter(|(_, flag)| flag.as_i64() == Some(1)).map(|(value, _)| value).collect();
                    match candidates.as_slice() {
                        [] => String::new(),
                        [value] => value.to_string(),
                        _ => return refused(format!("{} candidates", candidates.len())),
                    }
                }
                _ => return refused(format!("a text of the type {kind:?}, such as an arrow")),
            };
            if value.get(1).and_then(Value::as_i64).is_some_and(|style| CIRCLED.contains(&style)) {
                return refused("a number on a circle, whose rule is unknown".to_owned());
            }
            let number = match text.as_str() {
                "" => continue,
                "?" => None,
                text => match text.parse::<u32>() {
                    Ok(number) => Some(number),
                    Err(_) => return refused(format!("{:?}", shortened(text))),
                },
            };
            numbers.insert(place, number);
        }
        Ok(numbers)
    }

    /// Returns the symbols of a family, such as `tents`, by position, each with its number in the family. If `family`
    /// is empty, returns the symbols of all families.
    fn symbols(&self, family: &str) -> BTreeMap<GridPosition, i64> {
        let is_of_family = |value: &&Value| family.is_empty() || value.get(1).and_then(Value::as_str) == Some(family);
        let all = self.in_cells("zY").into_iter().filter(|(_, value)| is_of_family(value));
        all.map(|(place, value)| (place, value.get(0).and_then(Value::as_i64).unwrap_or(0))).collect()
    }

    /// Returns the pairs of neighbouring cells with a border between them. In each pair, the left or upper cell comes
    /// first.
    fn borders(&self) -> BTreeSet<(usize, usize)> {
        let ends = self.under("zE").filter_map(|(ends, _)| {
            let (a, b) = ends.split_once(',')?;
            let (a, b) = (a.parse::<i64>().ok()?, b.parse::<i64>().ok()?);
            let is_corner = |number: &i64| (self.count..2 * self.count).contains(number);
            (is_corner(&a) && is_corner(&b)).then(|| (self.position(a.min(b)), self.position(a.max(b))))
        });
        ends.filter_map(|((row, column), end)| {
            let cell = self.cell(end)?;
            // The border ends at the lower right corner of `cell`. A vertical border separates `cell` from the cell to
            // its right, a horizontal border from the cell below.
            let other = match (end.0 - row, end.1 - column) {
                (1, 0) => self.cell((end.0, end.1 + 1))?,
                (0, 1) => self.cell((end.0 + 1, end.1))?,
                _ => return None,
            };
            Some((cell, other))
        })
        .collect()
    }
}
