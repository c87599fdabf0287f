//! Sudokus of other programs: links and JSON of f-puzzles, and links of puzz.link in the encoding of
//! <https://github.com/robx/pzprjs>.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use puzzle_kind::{links, links::FPuzzle, links::LinkClue, links::block_of};

use crate::grid::Grid;
use crate::shape::Shape;

/// Returns an error with a message of the form `expected ..., found ...`.
pub(crate) fn fault<T>(expected: &str, found: impl fmt::Display) -> Result<T, String> {
    Err(format!("expected {expected}, found {found}"))
}

/// Returns `true` if a line begins like a link or a JSON object.
pub(crate) fn is_foreign(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || text.starts_with("https://") || text.starts_with("http://")
}

/// Returns the puzzle of a link, or an error message. If `shape` is given, the puzzle must have this shape.
pub(crate) fn of_link(link: &str, shape: Option<Shape>) -> Result<Grid, String> {
    let link = link.trim();
    let puzzle = FPuzzle::of_link(link).map_err(|error| error.fault)?;
    for kind in ["?sudoku/", "?sudoku_edit/", "?sudoku_play/"] {
        if let Some((_, query)) = link.split_once(kind) {
            return of_puzz_link(query, shape);
        }
    }
    match puzzle {
        Some(puzzle) => of_puzzle(puzzle, shape),
        None => fault("a link of f-puzzles, with load=, or of puzz.link, with ?sudoku/", "another link"),
    }
}

/// Returns the grid of a puzzle of f-puzzles. The regions of the puzzle must be the blocks of `shape` or, if `shape` is
/// `None`, of any shape. Otherwise returns an error message.
pub(crate) fn of_puzzle(puzzle: FPuzzle, shape: Option<Shape>) -> Result<Grid, String> {
    let shape = shape_of_regions(puzzle.size, &puzzle.regions, shape)?;
    Ok(Grid::new(shape, puzzle.givens).expect("every cell has a valid value, or 0 if it is open"))
}

/// Returns the shape whose blocks are the given regions; the numbers of the regions do not matter. Tries only the shape
/// `wanted` or, if it is `None`, all shapes of `n` values. Returns an error message if no shape fits.
fn shape_of_regions(n: usize, regions: &[u64], wanted: Option<Shape>) -> Result<Shape, String> {
    let all = (1..=n).filter(|rows| n.is_multiple_of(*rows)).filter_map(|rows| Shape::new(rows, n / rows).ok());
    let mut shapes = all.filter(|&shape| wanted.is_none_or(|wanted| wanted == shape));
    let fits = |shape: &Shape| {
        let mut blocks: BTreeMap<u64, usize> = BTreeMap::new();
        let is_same = (0..).zip(regions).all(|(cell, &region)| {
            let block = shape.block(cell);
            *blocks.entry(region).or_insert(block) == block
        });
        is_same && blocks.len() == n
    };
    if let Some(shape) = shapes.find(fits) {
        return Ok(shape);
    }
    let expected = match wanted {
        Some(shape) => blocks_of(shape),
        None => "rectangular blocks of at most 5 rows and columns".to_owned(),
    };
    let count = regions.iter().collect::<BTreeSet<_>>().len();
    let found = format!(
        "{count} regions of other forms in a grid of {n} rows (`nqueens puzzle` reads links of f-puzzles with any regions)"
    );
    fault(&expected, found)
}

fn blocks_of(shape: Shape) -> String {
    format!("blocks of {} rows and {} columns", shape.block_rows(), shape.block_columns())
}

/// Returns the shape of a Sudoku of puzz.link with `n` rows; `None` if puzz.link cuts off its blocks at the edges.
fn shape_of_puzz_link(n: usize) -> Option<Shape> {
    let (rows, columns) = block_of(n);
    Shape::new(rows, columns).ok().filter(|shape| shape.n() == n)
}

/// Reads `query`, the part of a link of puzz.link after the genre. If `wanted` is given, the puzzle must have this
/// shape.
fn of_puzz_link(query: &str, wanted: Option<Shape>) -> Result<Grid, String> {
    let mut parts: Vec<&str> = query.split('/').collect();
    // The link may end with a slash.
    parts.pop_if(|last| last.is_empty());
    if let Some(option) = parts.first().filter(|part| part.parse::<usize>().is_err()) {
        return fault("the number of columns in the link", format!("the unknown option {option:?}"));
    }
    let (&[columns, rows] | &[columns, rows, _]) = parts.as_slice() else {
        return fault("the columns, the rows and the clues in the link", format!("{} parts", parts.len()));
    };
    let clues = parts.get(2).copied().unwrap_or_default();
    let n = columns.parse::<usize>().ok().filter(|_| columns == rows);
    let Some(n) = n else {
        return fault("equal numbers of columns and rows, such as 9/9", format!("{columns}/{rows}"));
    };
    let Some(shape) = shape_of_puzz_link(n) else {
        let found = format!("{n}, whose blocks puzz.link cuts off at the edges: use `nqueens puzzle` for such links");
        return fault("4, 6, 9, 16 or 25 rows", found);
    };
    if let Some(wanted) = wanted.filter(|&wanted| wanted != shape) {
        return fault(&format!("{}, as puzz.link draws them", blocks_of(shape)), format!("{wanted}"));
    }
    let value = |clue: Option<LinkClue>| match clue {
        None => Ok(0),
        Some(LinkClue::Number(number)) if (1..=n as u32).contains(&number) => Ok(number as u8),
        Some(LinkClue::Number(number)) => fault(&format!("values from 1 to {n}"), number),
        Some(LinkClue::Unsaid) => fault("a value or nothing in each cell", "the clue \"?\""),
    };
    let clues = links::clues(clues, shape.cells()).map_err(|error| error.to_string())?;
    let values = clues.into_iter().map(value).collect::<Result<Vec<u8>, String>>()?;
    Ok(Grid::new(shape, values).expect("every cell has a valid value, or 0 if it is open"))
}

#[cfg(test)]
mod tests {
    /// Returns a puzzle in the JSON of f-puzzles. `more` is the text of further keys.
    fn json(n: usize, givens: &str, more: &str) -> String {
        let cell = |sign: char| match sign.to_digit(10) {
            Some(value) if value > 0 => format!("{{\"value\":{value},\"given\":true}}"),
            // A value that the player entered, and notes.
            _ => "{\"value\":1,\"centerPencilMarks\":[1,2]}".to_owned(),
        };
        let cells: Vec<String> = givens.chars().map(cell).collect();
        let rows: Vec<String> = cells.chunks(n).map(|row| format!("[{}]", row.join(","))).collect();
        format!("{{\"size\":{n},\"title\":\"a\",\"grid\":[{}]{more}}}", rows.join(","))
    }

    fn found(text: &str) -> Result<String, String> {
        match crate::read(None, text.as_bytes()).next().unwrap() {
            Ok((_, grid)) => Ok(grid.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn f_puzzles_are_read_as_json_and_as_links() {
        let givens = "1...  ..3.  .4..  ...2".replace(' ', "");
        let text = json(4, &givens, ",\"antiknight\":false,\"cage\":[]");
        assert_eq!(found(&text), Ok(givens.clone()));
        assert_eq!(found(&text.replace("},", "},\n")), Ok(givens.clone()), "in several lines");
        let data = lz_str::compress_to_base64(&text);
        for link in [
            format!("https://f-puzzles.com/?load={data}"),
            format!("https://www.f-puzzles.com/?id=x&load={}", data.replace('+', "%2B")),
        ] {
            assert_eq!(found(&link), Ok(givens.clone()), "{link}");
        }
    }

    /// Reads a link from the documentation of another program that reads such links (lisudoku/sudoku_formats): a 9 x 9
    /// puzzle of that program.
    #[test]
    fn a_link_that_another_program_wrote_is_understood() {
        let link = "https://f-puzzles.com/?load=N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk7r58WK5A";
        let grid = found(link).unwrap();
        assert_eq!(grid.len(), 81, "{grid}");
    }

    #[test]
    fn rules_of_variants_are_refused_by_name() {
        let givens = "0".repeat(16);
        for (more, expected) in [
            (",\"antiknight\":true", "found \"antiknight\""),
            (",\"thermometer\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}]", "found \"thermometer\""),
            (",\"diagonal+\":true", "found \"diagonal+\""),
        ] {
            let fault = found(&json(4, &givens, more)).unwrap_err();
            assert!(fault.contains("expected a usual Sudoku") && fault.ends_with(expected), "{fault}");
        }
    }

    /// Asserts that each key of the f-puzzles format that may stand for a rule is refused by its name. The keys are the
    /// keys that <https://github.com/dclamage/SudokuSolver> reads, except for keys that do not affect the solution.
    #[test]
    fn every_key_that_may_be_a_rule_is_refused_by_name() {
        let flags = ["diagonal+", "diagonal-", "antiknight", "antiking", "disjointgroups", "nonconsecutive"];
        let lists = "negative arrow killercage cage littlekillersum odd even minimum maximum rowindexer columnindexer \
                     boxindexer extraregion thermometer palindrome renban whispers regionsumline difference xv ratio clone \
                     quadruple betweenline lockout sandwichsum xsum skyscraper entropicline modularline nabner doublearrow \
                     zipperline slowthermometer text line circle rectangle clock unheard-of";
        let givens = "0".repeat(16);
        let keys = flags.map(|key| (key, "true")).into_iter();
        for (key, value) in keys.chain(lists.split_whitespace().map(|key| (key, "[{\"cells\":[\"R1C1\"]}]"))) {
            let fault = found(&json(4, &givens, &format!(",\"{key}\":{value}"))).unwrap_err();
            assert!(fault.ends_with(&format!("found {key:?}")), "{fault}");
        }
        for (key, value, expected) in [
            ("givenPencilMarks", "[1,2]", "found \"givenPencilMarks\" in r1c1"),
            ("candidates", "[1]", "found \"candidates\" in r1c1"),
            ("region", "null", "expected the number of a region for the cell r1c1, found null"),
            ("region", "-1", "expected the number of a region for the cell r1c1, found -1"),
            ("given", "1", "expected true or false as \"given\" of the cell r1c1, found 1"),
        ] {
            let cell = format!("\"{key}\":{value}}}");
            let fault = found(&json(4, &givens, "").replacen('}', &format!(",{cell}"), 1)).unwrap_err();
            assert!(fault.ends_with(expected), "{fault}");
        }
        let row = json(4, &givens, "").replacen("[[{", "[7,[{", 1);
        assert!(found(&row).unwrap_err().contains("a \"grid\" of 4 rows of 4 cells"), "{row}");
        assert!(
            found("{\"size\":1,\"grid\":[[1]]}")
                .unwrap_err()
                .ends_with("expected a JSON object for the cell r1c1, found 1")
        );
    }

    /// Returns the JSON of a Sudoku whose cells have these regions. The region of a cell is written if it is not the
    /// default, or always if `is_everywhere`.
    fn with_regions(n: usize, givens: &[usize], regions: &[usize], is_everywhere: bool) -> String {
        let rows = [0, 1, 1, 1, 2, 1, 2][n];
        let cell = |place: usize| {
            let default = place / n / rows * rows + place % n / (n / rows);
            let region = (is_everywhere || regions[place] != default).then(|| format!("\"region\":{}", regions[place]));
            let given = (givens[place] > 0).then(|| format!("\"value\":{},\"given\":true", givens[place]));
            format!("{{{}}}", region.into_iter().chain(given).collect::<Vec<_>>().join(","))
        };
        let rows: Vec<String> =
            (0..n).map(|row| (row * n..row * n + n).map(cell).collect::<Vec<_>>().join(",")).collect();
        format!("{{\"size\":{n},\"grid\":[[{}]]}}", rows.join("],["))
    }

    /// Returns the number of solutions of a Sudoku with these regions, up to two, by trying cell after cell.
    fn plain_count(n: usize, values: &mut [usize], regions: &[usize], place: usize) -> usize {
        let fits = |values: &[usize], at: usize| {
            (0..n * n)
                .filter(|&other| other != at && values[other] == values[at])
                .all(|other| other / n != at / n && other % n != at % n && regions[other] != regions[at])
        };
        if place == n * n {
            return usize::from((0..n * n).all(|at| fits(values, at)));
        }
        if values[place] > 0 {
            return if fits(values, place) { plain_count(n, values, regions, place + 1) } else { 0 };
        }
        let mut count = 0;
        for value in 1..=n {
            values[place] = value;
            if count < 2 && fits(values, place) {
                count += plain_count(n, values, regions, place + 1);
            }
        }
        values[place] = 0;
        count.min(2)
    }

    /// Compares three kinds of regions with a plain search. Regular blocks with other numbers and blocks that are
    /// higher than wide are read, and have the number of solutions that the search finds. Regular blocks of which two
    /// cells have changed places are refused, since they would be another puzzle.
    #[test]
    fn the_regions_of_f_puzzles_are_those_of_its_cells() {
        let mut state = 7_u64;
        let mut below = |most: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % most
        };
        let mut verdicts = [0; 4];
        for number in 0..200 {
            let n = [4, 6][number % 2];
            let rows = if n == 6 && below(2) == 0 { 3 } else { 2 };
            let block = |place: usize| place / n / rows * rows + place % n / (n / rows);
            let mut regions: Vec<usize> = (0..n * n).map(block).collect();
            let shift = below(n);
            regions.iter_mut().for_each(|region| *region = (*region + shift) % n);
            let is_jigsaw = below(3) == 0;
            if is_jigsaw {
                let (a, b) = loop {
                    let (a, b) = (below(n * n), below(n * n));
                    if regions[a] != regions[b] {
                        break (a, b);
                    }
                };
                regions.swap(a, b);
            }
            // Some values of a Sudoku whose rows are shifts of each other, and now and then a wrong value.
            let mut values: Vec<usize> =
                (0..n * n).map(|at| ((n / rows) * (at / n % rows) + at / n / rows + at % n) % n + 1).collect();
            (0..n * n / 2 + below(n)).for_each(|_| values[below(n * n)] = 0);
            if below(4) == 0 {
                values[below(n * n)] = below(n) + 1;
            }
            let text = with_regions(n, &values, &regions, below(2) == 0);
            let read = crate::read(None, text.as_bytes()).next().unwrap();
            if is_jigsaw {
                let fault = read.expect_err("regions that are no blocks").to_string();
                assert!(fault.contains("`nqueens puzzle` reads links of f-puzzles with any regions"), "{fault}");
                verdicts[3] += 1;
                continue;
            }
            let (_, grid) = read.unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!((grid.shape().block_rows(), grid.shape().n()), (rows, n));
            let expected = plain_count(n, &mut values, &regions, 0);
            // The reader's grid, searched with the blocks of its shape.
            let mut read: Vec<usize> =
                grid.to_string().chars().map(|sign| sign.to_digit(10).unwrap_or(0) as usize).collect();
            let blocks: Vec<usize> = (0..(n * n) as u16).map(|cell| grid.shape().block(cell)).collect();
            assert_eq!(plain_count(n, &mut read, &blocks, 0), expected, "{text}");
            verdicts[expected] += 1;
        }
        assert!(verdicts.iter().all(|&count| count > 2), "{verdicts:?}");
    }

    #[test]
    fn a_jigsaw_is_not_taken_for_a_usual_sudoku() {
        // Two cells of blocks one and two have changed places: f-puzzles writes the regions of these two cells alone.
        let text =
            "{\"size\":4,\"grid\":[[{},{\"region\":1},{\"region\":0},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}";
        let expected = "expected rectangular blocks of at most 5 rows and columns, found 4 regions of other forms in \
                        a grid of 4 rows (`nqueens puzzle` reads links of f-puzzles with any regions)";
        assert!(found(text).unwrap_err().ends_with(expected), "{:?}", found(text));
    }

    #[test]
    fn what_is_wrong_is_refused_and_never_panics() {
        for text in [
            "{",
            "{}",
            "{\"size\":9}",
            "{\"size\":99,\"grid\":[]}",
            "{\"size\":4,\"grid\":[[1]]}",
            "https://a.b/",
            "https://f-puzzles.com/?load=!!",
        ] {
            assert!(found(text).unwrap_err().contains("expected "), "{text}");
        }
        let long = format!("https://f-puzzles.com/?load={}", "A".repeat(20_000));
        assert!(found(&long).unwrap_err().contains("12000 characters at most"));
        assert!(found(&json(4, &"9".repeat(16), "")).unwrap_err().contains("a value from 1 to 4 in the cell r1c1"));
    }

    #[test]
    fn links_of_puzz_link_are_understood() {
        // Decoded by hand: a 1, two open cells, a 2 and so on. Cells left out at the end are open.
        assert_eq!(found("https://puzz.link/p?sudoku/4/4/1h2j3i4"), Ok("1..2....3...4...".to_owned()));
        assert!(found("https://puzz.link/p?sudoku/4/4/9").unwrap_err().contains("values from 1 to 4"));
        assert!(found("https://puzz.link/p?sudoku/4/4/z1").unwrap_err().contains("expected clues for 16 cells"));
        assert!(found("https://puzz.link/p?sudoku/4/5/1").unwrap_err().contains("found 4/5"));
        assert_eq!(found("https://puzz.link/p?sudoku_edit/4/4/1h2j3i4/"), Ok("1..2....3...4...".to_owned()));
        for (link, expected) in [
            ("sudoku/d/4/4/1", "the unknown option \"d\""),
            ("sudoku/v:x/4/4/1", "the unknown option \"v:x\""),
            ("sudoku/4/4/.", "the clue \"?\""),
            ("sudoku/4/4/1/x", "4 parts"),
            ("sudoku/4/4/0", "0"),
            ("sudoku/16/16/-1", "'-'"),
            ("sudoku/8/8/1", "8, whose blocks puzz.link cuts off at the edges: use `nqueens puzzle` for such links"),
        ] {
            let fault = found(&format!("https://puzz.link/p?{link}")).unwrap_err();
            assert!(fault.ends_with(&format!("found {expected}")), "{link}: {fault}");
        }
    }

    /// Checks for which sizes the blocks of pzprjs make a [`Shape`]: all blocks are whole, and there are as many blocks
    /// as values.
    #[test]
    fn the_blocks_of_puzz_link_are_those_that_pzprjs_draws() {
        for n in 1..=40 {
            let shape = super::shape_of_puzz_link(n).map(|shape| (shape.block_rows(), shape.block_columns()));
            let expected = [(1, (1, 1)), (4, (2, 2)), (6, (2, 3)), (9, (3, 3)), (16, (4, 4)), (25, (5, 5))];
            assert_eq!(shape, expected.iter().find(|(size, _)| *size == n).map(|(_, block)| *block), "{n}");
        }
        let asked = crate::Shape::new(3, 2).unwrap();
        let fault = crate::read(Some(asked), &b"https://puzz.link/p?sudoku/6/6/1"[..]).next().unwrap().unwrap_err();
        assert!(fault.to_string().contains("blocks of 2 rows and 3 columns, as puzz.link draws them"), "{fault}");
    }
}
