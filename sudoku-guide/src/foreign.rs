//! Sudokus as other programs write them: links and JSON of f-puzzles, and links of puzz.link.
//!
//! f-puzzles writes a puzzle as a JSON object with the key `size` and the rows of cells under `grid`; a link has it
//! compressed by LZ-string, in base 64. A key for each rule of a variant stands beside the grid: puzzles that have one are
//! refused, since their solutions would be others. puzz.link is as <https://github.com/robx/pzprjs> writes it.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::grid::Grid;
use crate::shape::Shape;

/// What should be there, and what is.
pub(crate) type Fault = (String, String);

/// The longest link: what it is decompressed to grows with its square.
const LONGEST: usize = 12_000;

/// What stands in the JSON of a usual Sudoku beside its cells, and says nothing of its rules.
const PLAIN: [&str; 9] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "highlightConflicts",
    "disabledlogic",
    "truecandidatesoptions",
];
/// The same of a cell.
const PLAIN_OF_CELL: [&str; 8] =
    ["value", "given", "region", "centerPencilMarks", "cornerPencilMarks", "highlight", "c", "hasValue"];

fn fault<T>(expected: &str, found: impl Into<String>) -> Result<T, Fault> {
    Err((expected.to_owned(), found.into()))
}

/// Whether a line of text is a link, or begins a JSON object.
pub(crate) fn is_foreign(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with('{') || text.starts_with("https://") || text.starts_with("http://")
}

/// The puzzle of a link.
pub(crate) fn of_link(link: &str, shape: Option<Shape>) -> Result<Grid, Fault> {
    let link = link.trim();
    if link.len() > LONGEST {
        return fault("a link of 12000 characters at most", link.len().to_string());
    }
    if let Some((_, asked)) = link.split_once("?sudoku/") {
        return of_puzz_link(asked, shape);
    }
    let Some((_, data)) = link.split_once("load=").filter(|_| link.contains("f-puzzles")) else {
        return fault("a link of f-puzzles, with load=, or of puzz.link, with ?sudoku/", "another one");
    };
    let data = data.split(['&', '#']).next().unwrap_or_default();
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").replace(' ', "+");
    let text = lz_str::decompress_from_base64(&data).and_then(|units| String::from_utf16(&units).ok());
    match text.as_deref().map(serde_json::from_str) {
        Some(Ok(value)) => of_json(&value, shape),
        _ => fault("a puzzle of f-puzzles after load=", "something else"),
    }
}

/// The puzzle of a JSON object.
pub(crate) fn of_json(puzzle: &Value, shape: Option<Shape>) -> Result<Grid, Fault> {
    let Some(object) = puzzle.as_object() else {
        return fault("a puzzle of f-puzzles as a JSON object", "another value");
    };
    if let Some((key, _)) = object.iter().find(|(key, value)| !PLAIN.contains(&key.as_str()) && says(value)) {
        return fault("a usual Sudoku, without rules of a variant", format!("{key:?}"));
    }
    let size = object.get("size").and_then(Value::as_u64).and_then(|size| usize::try_from(size).ok());
    let Some(shape) = size.and_then(|size| shaped(size, shape)) else {
        return fault(
            "a \"size\" such as 9, and blocks that it has",
            object.get("size").map_or("none".to_owned(), Value::to_string),
        );
    };
    let n = shape.n();
    let rows: Vec<&Vec<Value>> =
        object.get("grid").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_array).collect();
    if rows.len() != n || rows.iter().any(|row| row.len() != n) {
        return fault(&format!("a \"grid\" of {n} rows of {n} cells"), "another one");
    }
    let mut values = Vec::with_capacity(shape.cells());
    let mut blocks: BTreeMap<u64, usize> = BTreeMap::new();
    for (place, cell) in rows.into_iter().flatten().enumerate() {
        let at = shape.cell(place / n, place % n);
        let name = shape.cell_name(at);
        let cell = cell.as_object();
        let get = |key| cell.and_then(|cell| cell.get(key));
        let mut of_cell = cell.into_iter().flatten();
        if let Some((key, _)) = of_cell.find(|(key, value)| !PLAIN_OF_CELL.contains(&key.as_str()) && says(value)) {
            return fault("a usual Sudoku", format!("{key:?} in {name}"));
        }
        if let Some(region) = get("region").and_then(Value::as_u64)
            && *blocks.entry(region).or_insert(shape.block(at)) != shape.block(at)
        {
            return fault("blocks that are rectangles", format!("another region in {name}"));
        }
        // What is not given was found by somebody.
        let given = get("value").filter(|_| get("given").and_then(Value::as_bool) == Some(true));
        match given.map(Value::as_u64) {
            None => values.push(0),
            Some(Some(value)) if (1..=n as u64).contains(&value) => values.push(value as u8),
            Some(_) => {
                return fault(
                    &format!("a value from 1 to {n} in {name}"),
                    given.map_or(String::new(), Value::to_string),
                );
            }
        }
    }
    Ok(Grid::new(shape, values).expect("so many values of this shape were read"))
}

/// Whether a value says anything: not `false`, and not empty.
fn says(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(flag) => *flag,
        Value::Number(_) => true,
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(object) => !object.is_empty(),
    }
}

/// The shape of so many values: the one that was said, if it has so many.
fn shaped(n: usize, said: Option<Shape>) -> Option<Shape> {
    match said {
        Some(shape) => (shape.n() == n).then_some(shape),
        None => Shape::of_values(n),
    }
}

fn of_puzz_link(asked: &str, shape: Option<Shape>) -> Result<Grid, Fault> {
    let parts: Vec<&str> = asked.split('/').collect();
    let &[columns, rows, clues] = parts.as_slice() else {
        return fault("the columns, the rows and the clues in the link", format!("{} parts", parts.len()));
    };
    let shape = columns.parse().ok().filter(|_| columns == rows).and_then(|n| shaped(n, shape));
    let Some(shape) = shape else {
        return fault("9/9, or other rows and columns of a Sudoku", format!("{columns}/{rows}"));
    };
    let mut values: Vec<u8> = Vec::new();
    let mut signs = clues.chars();
    while let Some(sign) = signs.next() {
        let number = match sign {
            'g'..='z' => {
                values.extend(std::iter::repeat_n(0, sign as usize - 'g' as usize + 1));
                continue;
            }
            '.' => Some(0),
            '-' => u8::from_str_radix(&signs.by_ref().take(2).collect::<String>(), 16).ok(),
            sign => sign.to_digit(16).map(|digit| digit as u8),
        };
        match number.filter(|&number| usize::from(number) <= shape.n()) {
            Some(number) => values.push(number),
            None => return fault(&format!("values from 1 to {}", shape.n()), format!("{sign:?}")),
        }
    }
    if values.len() > shape.cells() && values[shape.cells()..].iter().any(|&value| value != 0) {
        return fault(&format!("{} values in the link", shape.cells()), values.len().to_string());
    }
    values.resize(shape.cells(), 0);
    Ok(Grid::new(shape, values).expect("so many values of this shape were read"))
}

#[cfg(test)]
mod tests {
    /// A puzzle in the JSON of f-puzzles, with more keys.
    fn json(n: usize, givens: &str, more: &str) -> String {
        let cell = |sign: char| match sign.to_digit(10) {
            Some(value) if value > 0 => format!("{{\"value\":{value},\"given\":true}}"),
            // A value of the player's, and notes.
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

    /// From the documentation of another program that reads such links (lisudoku/sudoku_formats): a 9 x 9 of its own making.
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
        let regions = json(4, &givens, "").replacen("[1,2]}", "[1,2],\"region\":1}", 3);
        assert!(found(&regions).unwrap_err().ends_with("found another region in r1c3"), "{regions}");
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
        assert!(found(&json(4, &"9".repeat(16), "")).unwrap_err().contains("a value from 1 to 4 in r1c1"));
    }

    #[test]
    fn links_of_puzz_link_are_understood() {
        // By hand: a 1, two open, 2 and so on; what is left out at the end is open.
        assert_eq!(found("https://puzz.link/p?sudoku/4/4/1h2j3i4"), Ok("1..2....3...4...".to_owned()));
        assert!(found("https://puzz.link/p?sudoku/4/4/9").unwrap_err().contains("values from 1 to 4"));
        assert!(found("https://puzz.link/p?sudoku/4/4/z1").unwrap_err().contains("16 values"));
        assert!(found("https://puzz.link/p?sudoku/4/5/1").unwrap_err().contains("found 4/5"));
    }
}
