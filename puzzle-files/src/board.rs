//! The board of a puzzle file: a grid of cells or a list of names, with regions, clues, neighbours and groups.

use std::collections::{BTreeSet, HashMap};

use puzzle_kind::Cell;

use crate::tree::{ReadResult, TomlItem, TomlTable, Word, advice, fail, is_sign, nearest, shortened};

/// The maximum number of rows and of columns of a grid.
const MAX_SIDE: usize = 50;
/// The maximum number of cells of a board that is a list of names.
const MAX_NAMES: usize = 2_000;
/// The maximum length of the name of a cell, value or hidden variable, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 40;

/// The board of a puzzle: a grid of cells, or a list of named cells, which is stored as a grid with one column.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileBoard {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) is_list: bool,
    /// `true` if opposite sides of the grid are joined, as on a torus.
    pub(crate) wraps: bool,
    /// The names of the cells, row by row.
    pub(crate) names: Vec<String>,
    /// The index of each cell by its name, once in the author's spelling and once in lower case.
    by_name: HashMap<String, usize>,
    /// The character of the clue in each cell; `None` for an open cell. No value can be placed in a cell with a clue.
    pub(crate) clues: Vec<Option<char>>,
    /// The region of each cell, as an index into `letters`; `None` for a cell in no region.
    pub(crate) regions: Vec<Option<usize>>,
    /// The letter of each region, in the order in which the regions first appear in the drawing.
    pub(crate) letters: Vec<char>,
    /// The indices of the neighbours of each cell, in ascending order; `None` if the file defines no neighbours.
    neighbours: Option<Vec<Vec<usize>>>,
    /// The kind of `neighbours` that the file defines.
    pub(crate) neighbour_kind: NeighbourKind,
}

/// The kind of neighbours that a file defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum NeighbourKind {
    /// Cells that share a side.
    Beside,
    /// Cells that share a side or a corner.
    Touching,
    /// Cells that share a corner and no side.
    Diagonal,
    /// Cells a knight's move apart.
    Knight,
    /// Pairs of cells that the file lists.
    #[default]
    Listed,
}

impl NeighbourKind {
    /// Reads the kind of neighbours from the key `neighbours`, which is a word or a list of pairs.
    pub(crate) fn of(item: &TomlItem<'_>) -> NeighbourKind {
        match item.as_text() {
            Some("beside") => NeighbourKind::Beside,
            Some("touching") => NeighbourKind::Touching,
            Some("diagonal") => NeighbourKind::Diagonal,
            Some("knight") => NeighbourKind::Knight,
            _ => NeighbourKind::Listed,
        }
    }

    /// Returns `true` if a player sees on a grid which cells are neighbours.
    pub(crate) fn is_visible(self) -> bool {
        matches!(self, NeighbourKind::Beside | NeighbourKind::Touching | NeighbourKind::Diagonal)
    }

    /// Returns the phrase for two neighbours, such as `cells that touch, even at a corner,`.
    pub(crate) fn pair(self) -> &'static str {
        match self {
            NeighbourKind::Beside => "cells side by side",
            NeighbourKind::Touching => "cells that touch, even at a corner,",
            NeighbourKind::Diagonal => "cells that touch at a corner",
            NeighbourKind::Knight => "cells a knight's move apart",
            NeighbourKind::Listed => "neighbours",
        }
    }

    /// Returns the phrase for cells with a neighbour, such as `beside them`.
    pub(crate) fn beside(self) -> &'static str {
        match self {
            NeighbourKind::Beside => "beside them",
            NeighbourKind::Touching => "around them",
            NeighbourKind::Diagonal => "at their corners",
            NeighbourKind::Knight => "a knight's move away",
            NeighbourKind::Listed => "among their neighbours",
        }
    }

    /// Returns the phrase for the neighbours of a cell, such as `in the cells around it`.
    pub(crate) fn around(self) -> &'static str {
        match self {
            NeighbourKind::Beside => "in the cells beside it",
            NeighbourKind::Touching => "in the cells around it",
            NeighbourKind::Diagonal => "in the cells at its corners",
            NeighbourKind::Knight => "in the cells a knight's move away",
            NeighbourKind::Listed => "among its neighbours",
        }
    }
}

/// A named set of cells, such as a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) name: String,
    pub(crate) cells: Vec<usize>,
    /// The index of the cell whose neighbours are `cells`; `None` if the group is not a neighbourhood.
    pub(crate) of: Option<usize>,
}

impl FileBoard {
    /// The keys of a puzzle file that describe its board.
    pub(crate) const KEYS: [&'static str; 7] = ["rows", "columns", "names", "regions", "clues", "wrap", "neighbours"];

    /// The words by which a rule of a puzzle file selects all groups of a kind, such as all rows.
    pub(crate) const GROUPS: [&'static str; 8] =
        ["row", "column", "region", "diagonal", "anti-diagonal", "board", "neighbourhood", "pair"];

    pub(crate) fn read(file: &TomlTable<'_>) -> ReadResult<FileBoard> {
        let mut board = match file.get("names") {
            Some(names) => {
                for key in ["rows", "columns", "regions", "clues", "wrap"] {
                    if let Some(item) = file.get(key) {
                        return fail(&item.span, format!("a list of names has no {key:?}: only a grid has this key"));
                    }
                }
                FileBoard::list(&names)?
            }
            None => FileBoard::grid(file)?,
        };
        if let Some(item) = file.get("neighbours") {
            board.neighbours = Some(board.neighbours_as(&item)?);
            board.neighbour_kind = NeighbourKind::of(&item);
        }
        Ok(board)
    }

    /// Returns `true` if the file defines neighbours.
    pub(crate) fn has_neighbours(&self) -> bool {
        self.neighbours.is_some()
    }

    /// Returns the board that is a list of cells with these names. The names must all differ.
    pub(crate) fn of_names(names: Vec<String>) -> FileBoard {
        let mut board = FileBoard::empty(names.len(), 1);
        board.is_list = true;
        for (cell, name) in names.iter().enumerate() {
            board.by_name.insert(name.clone(), cell);
        }
        // A cell is also found by its name in lower case, unless another cell has exactly this name.
        for (cell, name) in names.iter().enumerate() {
            board.by_name.entry(name.to_lowercase()).or_insert(cell);
        }
        board.names = names;
        board
    }

    fn list(names: &TomlItem<'_>) -> ReadResult<FileBoard> {
        let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
        for word in names.new_names()? {
            let name = checked_name(&word)?;
            if !seen.insert(name.to_lowercase()) {
                return fail(&word.span, format!("there are two {name:?}: expected names that all differ"));
            }
            all.push(name.to_owned());
            if all.len() > MAX_NAMES {
                return fail(&word.span, format!("expected at most {MAX_NAMES} names"));
            }
        }
        if all.is_empty() { names.expected("a list with at least one name") } else { Ok(FileBoard::of_names(all)) }
    }

    fn grid(file: &TomlTable<'_>) -> ReadResult<FileBoard> {
        let drawings = [file.get("regions"), file.get("clues")];
        let drawn = drawings.iter().flatten().next();
        let shape = drawn.map(shape_of).transpose()?;
        let side = |key| file.get(key).map(|item| item.number(1, MAX_SIDE)).transpose();
        let (rows, columns) = (side("rows")?, side("columns")?);
        let Some(rows) = rows.or(shape.map(|(rows, _)| rows)) else {
            let message = "expected \"rows\" or \"regions\" for a grid, or \"names\" for a list of names";
            return fail(&file.span, message);
        };
        let columns = columns.or(shape.map(|(_, columns)| columns)).unwrap_or(rows);
        let mut board = FileBoard::empty(rows, columns);
        for cell in 0..rows * columns {
            let name = format!("{}{}", letters_of(cell % columns), cell / columns + 1);
            board.by_name.insert(name.clone(), cell);
            board.names.push(name);
        }
        board.wraps = file.get("wrap").map_or(Ok(false), |item| item.flag())?;
        let [regions, clues] = drawings;
        if let Some(item) = regions {
            for (cell, sign) in board.drawing(&item)?.into_iter().enumerate() {
                board.regions[cell] = sign.map(|letter| {
                    let known = board.letters.iter().position(|&other| other == letter);
                    known.unwrap_or_else(|| {
                        board.letters.push(letter);
                        board.letters.len() - 1
                    })
                });
            }
        }
        if let Some(item) = clues {
            board.clues = board.drawing(&item)?;
        }
        Ok(board)
    }

    fn empty(rows: usize, columns: usize) -> FileBoard {
        let cells = rows * columns;
        FileBoard { rows, columns, clues: vec![None; cells], regions: vec![None; cells], ..FileBoard::default() }
    }

    /// Reads a drawing, which has one character for each cell, row by row. Returns the characters, with `None` for a
    /// `.`.
    pub(crate) fn drawing(&self, item: &TomlItem<'_>) -> ReadResult<Vec<Option<char>>> {
        if self.is_list {
            return fail(&item.span, "a list of names has no drawing: only a grid has drawings");
        }
        let mut signs = Vec::new();
        let mut rows = 0;
        for line in drawn_lines(item)? {
            rows += 1;
            let before = signs.len();
            signs.extend(signs_of(line).map(|sign| (sign != '.').then_some(sign)));
            let found = signs.len() - before;
            if rows > self.rows || found != self.columns {
                let (expected_rows, columns) = (self.rows, self.columns);
                let message =
                    format!("expected {expected_rows} rows of {columns} signs, found {found} signs in row {rows}");
                return fail(&item.span_of(line), message);
            }
        }
        if rows < self.rows {
            return fail(&item.span, format!("expected {} rows, found {rows}", self.rows));
        }
        if let Some(sign) = signs.iter().flatten().find(|&&sign| !is_sign(sign)) {
            return fail(&item.span, format!("expected signs that can be printed, found {sign:?}"));
        }
        Ok(signs)
    }

    /// Returns the position of the cell with an index.
    pub(crate) fn position(&self, cell: usize) -> Cell {
        Cell { row: cell / self.columns, column: cell % self.columns }
    }

    pub(crate) fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// Returns `true` if a cell shows no clue, so that a value can be placed in it.
    pub(crate) fn is_open(&self, cell: usize) -> bool {
        self.clues[cell].is_none()
    }

    /// Returns the index of the cell with the name `word`. If no cell has exactly this name, letter case is ignored.
    pub(crate) fn cell(&self, word: &Word<'_>) -> ReadResult<usize> {
        let by_name = |name: &str| self.by_name.get(name).copied();
        if let Some(cell) = by_name(word.text).or_else(|| by_name(&word.text.to_lowercase())) {
            return Ok(cell);
        }
        let found = shortened(word.text);
        let advice = match self.is_list.then(|| nearest(word.text, self.names.iter().map(String::as_str))).flatten() {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("expected a name such as {:?}", self.names[self.cells() - 1]),
        };
        fail(&word.span, format!("there is no cell {found:?}: {advice}"))
    }

    /// Returns the cells that words name: `a1` is one cell, and `a1:c3` is the rectangle with these two opposite
    /// corners.
    pub(crate) fn cells_of(&self, words: &[Word<'_>]) -> ReadResult<Vec<usize>> {
        let mut cells = Vec::new();
        for word in words {
            let Some((from, to)) = word.text.split_once(':').filter(|_| !self.is_list) else {
                cells.push(self.cell(word)?);
                continue;
            };
            let corner = |text| self.cell(&Word { text, span: word.span.clone() });
            let (from, to) = (corner(from)?, corner(to)?);
            let sides = |a: usize, b: usize| a.min(b)..=a.max(b);
            for row in sides(from / self.columns, to / self.columns) {
                cells.extend(sides(from % self.columns, to % self.columns).map(|column| row * self.columns + column));
            }
        }
        Ok(cells)
    }

    /// Reads the key `neighbours`, which is a word such as `"knight"` or a list of pairs of cells, and returns the
    /// neighbours of every cell.
    pub(crate) fn neighbours_as(&self, item: &TomlItem<'_>) -> ReadResult<Vec<Vec<usize>>> {
        let mut neighbours = vec![BTreeSet::new(); self.cells()];
        if item.is_list() {
            for pair in item.list() {
                let words = pair.words()?;
                let cells = self.cells_of(&words)?;
                let &[a, b] = cells.as_slice() else { return pair.expected("two names, such as \"a1 b2\"") };
                if a == b {
                    return pair.expected("two names that differ");
                }
                neighbours[a].insert(b);
                neighbours[b].insert(a);
            }
        } else {
            let steps: &[(isize, isize)] = match item.as_text() {
                Some(_) if self.is_list => {
                    return item.expected("a list of pairs, such as [\"ann bob\", \"bob carl\"]");
                }
                Some("beside") => &[(0, 1), (1, 0)],
                Some("touching") => &[(0, 1), (1, 0), (1, 1), (1, -1)],
                Some("diagonal") => &[(1, 1), (1, -1)],
                Some("knight") => &[(1, 2), (2, 1), (2, -1), (1, -2)],
                _ => {
                    return item
                        .expected("\"beside\", \"touching\", \"diagonal\", \"knight\" or a list of pairs of cells");
                }
            };
            for cell in 0..self.cells() {
                for &(down, right) in steps {
                    if let Some(other) = self.step(cell, down, right).filter(|&other| other != cell) {
                        neighbours[cell].insert(other);
                        neighbours[other].insert(cell);
                    }
                }
            }
        }
        Ok(neighbours.into_iter().map(|cells| cells.into_iter().collect()).collect())
    }

    /// Returns the cell `down` rows below `cell` and `right` columns to the right of it, around the edge if the board
    /// wraps; `None` if the board has no such cell.
    fn step(&self, cell: usize, down: isize, right: isize) -> Option<usize> {
        let along = |from: usize, by: isize, length: usize| {
            let to = from as isize + by;
            let length = length as isize;
            let to = if self.wraps { to.rem_euclid(length) } else { to };
            (0..length).contains(&to).then_some(to as usize)
        };
        let row = along(cell / self.columns, down, self.rows)?;
        Some(row * self.columns + along(cell % self.columns, right, self.columns)?)
    }

    /// Returns the diagonals with at least two cells. They run down and to the right if `right` is 1, and down and to
    /// the left if it is -1. Their names begin with `kind`.
    fn diagonals(&self, right: isize, kind: &str) -> Vec<Group> {
        // Every diagonal begins in the top row or in the outer column `side`; on a board that wraps, always in the top
        // row.
        let side = if right > 0 { 0 } else { self.columns - 1 };
        let sides = (1..self.rows).map(|row| row * self.columns + side).filter(|_| !self.wraps);
        let mut seen = BTreeSet::new();
        let mut groups = Vec::new();
        for first in (0..self.columns).chain(sides) {
            let next = |&cell: &usize| self.step(cell, 1, right).filter(|&next| next != first);
            let cells: Vec<usize> =
                std::iter::successors(Some(first).filter(|first| !seen.contains(first)), next).collect();
            seen.extend(cells.iter().copied());
            if let [first, .., last] = *cells {
                let name = format!("the {kind} {}-{}", self.names[first], self.names[last]);
                groups.push(Group { name, cells, of: None });
            }
        }
        groups
    }

    /// Returns all groups of `kind`, a word of [`FileBoard::GROUPS`]. If a rule defines neighbours of its own, `own`
    /// has them for every cell, and they replace the neighbours of the board.
    pub(crate) fn groups(&self, kind: &Word<'_>, own: Option<&[Vec<usize>]>) -> ReadResult<Vec<Group>> {
        let (rows, columns) = (self.rows, self.columns);
        let group = |name: String, cells: Vec<usize>| Group { name, cells, of: None };
        if self.is_list && !["board", "neighbourhood", "pair"].contains(&kind.text) {
            let message =
                format!("a list of names has no {:?}: expected board, neighbourhood or pair", shortened(kind.text));
            return fail(&kind.span, message);
        }
        let neighbours = || match own.or(self.neighbours.as_deref()) {
            Some(neighbours) => Ok(neighbours),
            None => fail(&kind.span, "expected \"neighbours\" to say which cells are neighbours"),
        };
        Ok(match kind.text {
            "row" => {
                let row =
                    |row: usize| group(format!("row {}", row + 1), (row * columns..(row + 1) * columns).collect());
                (0..rows).map(row).collect()
            }
            "column" => {
                let cells = |column| (column..self.cells()).step_by(columns).collect();
                (0..columns).map(|column| group(format!("column {}", letters_of(column)), cells(column))).collect()
            }
            "region" if self.letters.is_empty() => {
                return fail(&kind.span, "expected \"regions\" to say where the regions are");
            }
            "region" => {
                let cells = |region| (0..self.cells()).filter(|&cell| self.regions[cell] == Some(region)).collect();
                let regions = self.letters.iter().enumerate();
                regions.map(|(region, letter)| group(format!("region {letter}"), cells(region))).collect()
            }
            "diagonal" => self.diagonals(1, "diagonal"),
            "anti-diagonal" => self.diagonals(-1, "anti-diagonal"),
            "board" => {
                let name = if self.is_list { "the list" } else { "the board" };
                vec![group(name.to_owned(), (0..self.cells()).collect())]
            }
            "neighbourhood" => {
                let name = |cell| format!("the neighbourhood of {}", self.names[cell]);
                let around =
                    |(cell, cells): (usize, &Vec<usize>)| Group { of: Some(cell), ..group(name(cell), cells.clone()) };
                neighbours()?.iter().enumerate().map(around).collect()
            }
            "pair" => neighbours()?
                .iter()
                .enumerate()
                .flat_map(|(a, others)| others.iter().filter(move |&&b| a < b).map(move |&b| (a, b)))
                .map(|(a, b)| group(format!("{} and {}", self.names[a], self.names[b]), vec![a, b]))
                .collect(),
            other => {
                let advice = advice(other, &FileBoard::GROUPS);
                return fail(&kind.span, format!("there is no group {:?}: {advice}", shortened(other)));
            }
        })
    }
}

/// Returns the text of a word if it can be a name: it has only letters, digits and some signs, begins with a letter or
/// digit, and is neither `not` nor `or`. Returns an error otherwise.
pub(crate) fn checked_name<'a>(word: &Word<'a>) -> ReadResult<&'a str> {
    let is_fine = |sign: char| sign.is_alphanumeric() || "-_.+*'/".contains(sign);
    let starts = word.text.chars().next().is_some_and(char::is_alphanumeric);
    let is_reserved = ["not", "or"].iter().any(|reserved| word.text.eq_ignore_ascii_case(reserved));
    if starts && word.text.chars().all(is_fine) && word.text.chars().count() <= MAX_NAME_CHARS && !is_reserved {
        return Ok(word.text);
    }
    let expected =
        format!("at most {MAX_NAME_CHARS} letters, digits and signs of -_.+*'/ (\"not\" and \"or\" are no names)");
    fail(&word.span, format!("{:?} is not a name: expected {expected}", shortened(word.text)))
}

/// Returns the name of a column, counted from 0: `a` to `z`, then `aa`, `ab` and so on.
pub(crate) fn letters_of(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { letters_of(column / 26 - 1) + &last.to_string() }
}

fn signs_of(line: &str) -> impl Iterator<Item = char> {
    line.chars().filter(|sign| !sign.is_whitespace())
}

fn drawn_lines<'a>(item: &TomlItem<'a>) -> ReadResult<impl Iterator<Item = &'a str> + use<'a>> {
    match item.as_text() {
        Some(text) => Ok(text.lines().map(str::trim).filter(|line| !line.is_empty())),
        None => item.expected("a drawing: a text with one line for each row"),
    }
}

/// Returns the number of rows of a drawing and the number of characters in its first row, both at most [`MAX_SIDE`].
fn shape_of(item: &TomlItem<'_>) -> ReadResult<(usize, usize)> {
    let lines: Vec<&str> = drawn_lines(item)?.collect();
    let columns = lines.first().map_or(0, |line| signs_of(line).count());
    if (1..=MAX_SIDE).contains(&lines.len()) && (1..=MAX_SIDE).contains(&columns) {
        return Ok((lines.len(), columns));
    }
    item.expected(format!("a drawing of 1 to {MAX_SIDE} rows and columns"))
}
