//! Links of Penpa+, compared with the same drawings written by hand and with searches that share no code.

use std::collections::BTreeSet;

use base64::Engine as _;
use puzzle_core::{Adaptive, Budget, Marks, Puzzle, Source, Words};
use puzzle_files::FilePuzzle;
use puzzle_kind::{Cell, Layout, Playable};

/// Two links made by people, from the examples of <https://github.com/T0nyX1ang/noqx>.
const STARS: &str = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VVda9swFH3Pryh61oO+bNl+67p0L127rR2lmBDcNFvDUtLlYwyH/Peee3U9UxZWWlhhMBzLJ5Lu0dE9uvbq+6ZZTrV19POFNtriCmXg28eMbyPXxWw9n1YH+nCzvl0sAbQ+Oz7WX5r5ajqoKRLXaLBty6o91O27qlZOab6tGun2Y7Vt31ftULfnGFKYq9sTIKu0Axz28JLHCR2lTmuATwUDXgFOZsvJfDo+ST0fqrq90IrWecPRBNXd4sdUpTD+P1ncXc+o47pZYzOr29m9jKw2N4tvG5lrRzvdHia5V3vk+l4uwSSX0B65tAuSu1o3yxdJTYG/iyxHux2S/Qkyx1VNij/3sOjhebVFe1ptVfAUCj8sO4Jey2NXNBYw5rAEr+Zo8JgHHbcX4NKt5/Ytt4bbjNsTnjMEjStxZqxVFai8ido7rEnYWuAoGHO8zHEeuBSM+aSRcQEMTYQ9YoPE+lL7LEs4IDaT2IDzmhvB4MmFJ6MzLGtliI0SmyM2SmwEfyH8kQqhEAzOUjipFkrhieAphaeIOhhZqyiARXNpgHPBqCkj/MhPkPwgDjhpQJwOLq2FOGAnGPySQ8QBJx7E6eCTBowDCw9yGCSHARUdMtFDXhjZl0FujezdYC9W9mhN7x35ZZMGPIE7H5E3K5wW+bGSB/LLdT6C0wunB2fndQ6cdxj8ufDn4O/8Ii+i9JMXsesnv2Rd8qXzkd9RkueYA3c+Yr+x8xHafnkNbYVoKzBffEfukVvxxVGeJf8efvnEjyewzPfIs0/8nOcu/zifIYiPAZxBOAM4g3AGJx6haC65dI64DdzmXFKRivdZ5f2onHPI7MsZbx1VUPGbvudlBf6k4jqTD8GjK/57faNBrYY3X6cHp4vlXTPHG/j8trmfKnzgdgP1U/Fde/pe/v/mveo3jxJvXlwaf+ncPyGnRk5RGe2ZVvebcTOeLHCikLE/9edxf3/hn8ezp//Vs4MXA5uazqAaDR4A";
const TENTS: &str = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=7VZNj9owEL3nV6x89iF2PpzkUtHt0gvNtoXVCkURCjQVqNBQIFVlxH/fmUlW2Ti+FKnby8p4NPM89rwZ2zHHX3VxKLkI8OdF3OUCWuhG1EUENvTnNtuctmVyw0f1aV0dQOH8fjzm34vtsXQynAktd846TvSI649JxgTjTEIXLOf6S3LWnxKdcj2FIQa+XE8aJwnqXac+0jhqtw0oXNDTVgd1Dupqc1hty8WkQT4nmZ5xhnHe02xU2a76XbKWB9qrarfcILAsTpDMcb3ZtyPH+lv1o259RX7hetTQnVvoeh1dVBu6qFnoYhZI91T+PB2v4trOHNKM88sFyv0ViC6SDDk/dGrUqdPkDDJNzswXMFXCPtGOMF+C6XWmhwu/A5LPgN8fD8HEXW7MwO2NBrj2C7O/dhD3IqvICCUCjNU5iBjnd7aM1Iv1IB1BSc0hqRADA95VmIWYiQEhgT6khhOjYADFSLUPCRdTNzGLn7D4SUzMxDB5A/MwYQPzLRhV1sAsJRGWmghliRs1u9zDYhs2jCvdYW7SG8aVltwknU0DU8P6ScuuSWWJa8lNquH2SjXMTdLxNDFLvpHJD47kmA6mJDmDC8i1R/IDSZdkQHJCPnckH0nekvRJhuSj8Ar/1SXv3Q0iKP89wSxs3g5bU28j14zkTsbSercsDzdpddgVW3gCputiXzJ4Yy8O+8Oo0zfRf3t2X/nZxdK7V9/L//OZyKCq8H9O33O2rxfFYlXBmXLzV2cJn4u2urnzBA==";

/// The drawings of the two links, as read by an independent reader in Python.
const REGIONS: &str = "AAAAABBBBB\nACCCCDDDDB\nACCCCDEEEB\nACCCCDEEEB\nACCCCDDDDB\nAFGGFHHHHI\nJFGGFHHHHI\nJFGGFHHHHI\nJFFFFHHHHI\nJJJJIIIIII";
const TREES: &str = ".T.T.....T.T.\n......T......\nT.T.......T.T\n.....T.T.....\n.T.........T.\n....T.T.T....\nT...........T\n...T..T..T...\n.............\n..T...T...T..\n.............\n.TTT.TTT.TTT.\n.............";
const ROWS: &str = "2....2.2....3";
const COLUMNS: &str = "23.3.1...333.";

fn read(link: &str) -> FilePuzzle {
    FilePuzzle::read(link).unwrap_or_else(|fault| panic!("{fault}\n{link}"))
}

fn count(puzzle: &FilePuzzle) -> usize {
    puzzle.first_completions(&Marks::default(), 1000, &mut Budget::unlimited()).unwrap().len()
}

/// Returns a link to a drawing of a square grid without margins, made by the description of the format.
fn link(side: usize, drawn: &str, tags: &str) -> String {
    let mut lines = vec![String::new(); 19];
    lines[0] = format!("square,{side},{side},38,0,1,1,0,0,0,0,0,0,0,0,Title: ,Author: ,,,OFF,false");
    lines[1] = "[0,0,0,0]".to_owned();
    lines[3] = drawn.to_owned();
    // The number of the first cell, and for each other cell its distance from the cell before.
    let cells: Vec<usize> =
        (0..side.min(99) * side.min(99)).map(|place| at(side, place / side, place % side)).collect();
    let distances =
        cells.iter().enumerate().map(|(place, &cell)| if place == 0 { cell } else { cell - cells[place - 1] });
    lines[5] = format!("[{}]", distances.map(|distance| distance.to_string()).collect::<Vec<_>>().join(","));
    lines[17] = tags.to_owned();
    let packed = miniz_oxide::deflate::compress_to_vec(lines.join("\n").as_bytes(), 9);
    let data = base64::engine::general_purpose::STANDARD.encode(packed);
    format!("https://swaroopg92.github.io/penpa-edit/?m=edit&p={data}")
}

/// Returns the number of a cell of a square grid with `side` rows and no margins.
fn at(side: usize, row: usize, column: usize) -> usize {
    (row + 2) * (side + 4) + column + 2
}

#[test]
fn a_star_battle_has_the_regions_between_its_borders_and_the_stars_beside_it() {
    let puzzle = read(STARS);
    assert_eq!((puzzle.kind(), puzzle.grid()), ("Star Battle", (10, 10)));
    assert!(puzzle.task().starts_with("2 stars"), "{}", puzzle.task());
    let letters: Vec<Vec<char>> = REGIONS.lines().map(|row| row.chars().collect()).collect();
    let cells = || (0..10).flat_map(|row| (0..10).map(move |column| Cell { row, column }));
    for (a, b) in cells().flat_map(|a| cells().map(move |b| (a, b))) {
        let is_same = letters[a.row][a.column] == letters[b.row][b.column];
        assert_eq!(puzzle.region(a) == puzzle.region(b), is_same, "{a:?} {b:?}");
    }
    // The author of the puzzle states that it has one solution.
    assert_eq!(count(&puzzle), 1);
}

#[test]
fn tents_have_their_trees_and_the_numbers_beside_the_grid() {
    let puzzle = read(TENTS);
    assert_eq!((puzzle.kind(), puzzle.grid()), ("Tents", (13, 13)));
    for (row, line) in TREES.lines().enumerate() {
        for (column, sign) in line.chars().enumerate() {
            assert_eq!(puzzle.clue(Cell { row, column }).unwrap_or('.'), sign, "{row} {column}");
        }
    }
    let wanted =
        |number: Option<&puzzle_kind::SideClue>| number.map_or(".".to_owned(), |wanted| wanted.number.to_string());
    assert_eq!((0..13).map(|row| wanted(puzzle.row_clue(row))).collect::<String>(), ROWS);
    assert_eq!((0..13).map(|column| wanted(puzzle.column_clue(column))).collect::<String>(), COLUMNS);
    assert_eq!(count(&puzzle), 1);
}

#[test]
fn a_classic_sudoku_has_its_numbers() {
    const GIVENS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let numbers: Vec<String> = GIVENS
        .char_indices()
        .filter(|(_, digit)| *digit != '.')
        .map(|(place, digit)| format!("\"{}\":[\"{digit}\",1,\"1\"]", at(9, place / 9, place % 9)))
        .collect();
    let drawn = format!("{{zN:{{{}}},zY:{{}},zL:{{}},zT:[],zE:{{}}}}", numbers.join(","));
    let puzzle = read(&link(9, &drawn, "[\"sudoku\",\"classic\"]"));
    assert_eq!(puzzle.givens().len(), 30);
    let names: BTreeSet<String> = puzzle.givens().iter().map(|&given| puzzle.name(given)).collect();
    assert!(names.contains("a1=5") && names.contains("i9=9") && names.contains("b1=3"), "{names:?}");
    assert_eq!(count(&puzzle), 1);
}

/// Compares the numbers of solutions of two 3 x 3 puzzles with numbers counted by hand: lamps around a wall that needs
/// two of them, and mines around a 3.
#[test]
fn lamps_and_mines_are_counted_as_in_other_links() {
    let five = at(3, 1, 1);
    let lamps =
        read(&link(3, &format!("{{zS:{{\"{five}\":4}},zN:{{\"{five}\":[2,4,\"1\"]}},zY:{{}}}}"), "[\"akari\"]"));
    assert_eq!(lamps.clue(Cell { row: 1, column: 1 }), Some('2'));
    let beside = [(0usize, 1usize), (1, 0), (1, 2), (2, 1)];
    let open: Vec<(usize, usize)> = (0..9).map(|place| (place / 3, place % 3)).filter(|&cell| cell != (1, 1)).collect();
    let sees = |a: (usize, usize), b: (usize, usize)| {
        (a.0 == b.0 && (a.0 != 1 || a == b)) || (a.1 == b.1 && (a.1 != 1 || a == b))
    };
    let is_lit = |code: &u32| {
        let lamps: Vec<(usize, usize)> =
            (0..8).filter(|place| code >> place & 1 == 1).map(|place| open[place]).collect();
        lamps.iter().filter(|lamp| beside.contains(lamp)).count() == 2
            && open.iter().all(|&cell| lamps.iter().any(|&lamp| sees(lamp, cell)))
            && lamps.iter().all(|&a| lamps.iter().all(|&b| a == b || !sees(a, b)))
    };
    assert_eq!(count(&lamps), (0..256u32).filter(is_lit).count());
    let mines = read(&link(3, &format!("{{zN:{{\"{five}\":[\"3\",1,\"1\"]}},zS:{{}}}}"), "[\"minesweeper\"]"));
    assert_eq!(count(&mines), 56);
    let source = Adaptive::open(mines, &mut Budget::unlimited()).unwrap();
    assert_eq!(source.count(&Marks::default(), &mut Budget::unlimited()).unwrap().to_string(), "56");
}

#[test]
fn damaged_links_and_rules_that_are_not_known_are_refused() {
    let no_tag = "expected one of the tags starbattle, tents, akari, minesweeper, classic for the rules, found none";
    for (link, fault) in [
        (link(9, "{zN:{}}", "[]"), no_tag),
        (
            link(9, "{zN:{}}", "[\"classic\",\"thermo\"]"),
            "expected the tag \"classic\" alone, found \"thermo\" beside it",
        ),
        (
            link(9, "{zN:{},z6:[[1,2]]}", "[\"classic\"]"),
            "expected a drawing without killer cages (z6): their rules are unknown",
        ),
        (
            link(9, "{zN:{},zS:{\"28\":3}}", "[\"classic\"]"),
            "expected no shaded cells (zS) with \"classic\": their rules are unknown",
        ),
        (
            link(9, "{zN:{},zY:{\"400\":[1,\"circle_SS\",1]}}", "[\"classic\"]"),
            "expected no numbers or symbols (zY) between cells: their rules are unknown",
        ),
        (
            link(9, "{zN:{},zE:{\"183,197\":2}}", "[\"classic\"]"),
            "expected a drawing without diagonals (zE): their rules are unknown",
        ),
        (
            link(9, "{zN:{},zE:{\"197,210\":2}}", "[\"classic\"]"),
            "expected borders only between blocks, found borders within a block",
        ),
        (link(8, "{zN:{}}", "[\"classic\"]"), "expected 9 rows and columns of a classic Sudoku"),
        (
            link(4, "{zN:{},zE:{}}", "[\"starbattle\"]"),
            "expected one number outside of the grid, the number of stars, found 0",
        ),
        (link(4, "{zN:{},zY:{}}", "[\"tents\"]"), "expected trees in the drawing"),
        (link(999, "{}", "[\"tents\"]"), "expected at most 60 rows and columns, found 999 rows and 999 columns"),
        (
            "https://swaroopg92.github.io/penpa-edit/".to_owned(),
            "expected \"p=\" and the drawing in the link of Penpa+",
        ),
    ] {
        assert_eq!(FilePuzzle::read(&link).unwrap_err().to_string(), format!("line 1, column 1: {fault}"));
    }
    // Every key that may mean a rule, and a key that no known version writes.
    for (key, name) in [
        ("zL", "lines"),
        ("zW", "walls"),
        ("zC", "cages"),
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
    ] {
        for tag in ["classic", "akari", "minesweeper", "starbattle", "tents"] {
            let drawn = format!("{{zN:{{}},{key}:{{\"100\":1}}}}");
            let fault = FilePuzzle::read(&link(9, &drawn, &format!("[\"{tag}\"]"))).unwrap_err();
            assert_eq!(fault.fault, format!("expected a drawing without {name} ({key}): their rules are unknown"));
        }
    }
    let fault = FilePuzzle::read(&link(9, "{zN:{},\"halo\":{\"1\":2},zR:{z_:[]}}", "[\"classic\"]")).unwrap_err();
    assert_eq!(fault.fault, "expected known keys in the drawing, found \"halo\"");
    // A truncated link is an error or another drawing, never a panic.
    let mut refused = 0;
    for end in STARS.len() - STARS.len() / 2..STARS.len() - 2 {
        refused += usize::from(FilePuzzle::read(&STARS[..end]).is_err());
    }
    assert!(refused + 8 > STARS.len() / 2, "{refused}");
    let fault = FilePuzzle::read(&STARS[..300]).unwrap_err().to_string();
    assert!(fault.contains("can't unpack the drawing; the link may be incomplete"), "{fault}");
    let fault = FilePuzzle::read("https://swaroopg92.github.io/penpa-edit/#m=edit&p=%%%%").unwrap_err().to_string();
    assert!(fault.contains("expected a drawing in base 64"), "{fault}");
}

/// The error for an unknown number names its cell and its form.
#[test]
fn numbers_are_read_or_refused_by_their_place() {
    let read_cell = |tag: &str, value: &str| {
        let shade = if tag == "akari" { format!("\"{}\":4", at(4, 1, 2)) } else { String::new() };
        let drawn = format!("{{zN:{{\"{}\":{value}}},zS:{{{shade}}},zE:{{}}}}", at(4, 1, 2));
        FilePuzzle::read(&link(4, &drawn, &format!("[\"{tag}\"]")))
            .map(|puzzle| puzzle.clue(Cell { row: 1, column: 2 }))
            .map_err(|fault| fault.fault)
    };
    for tag in ["akari", "minesweeper"] {
        for kind in ["1", "5", "6", "8", "10"] {
            assert_eq!(read_cell(tag, &format!("[\"2\",1,\"{kind}\"]")), Ok(Some('2')), "{tag} {kind}");
        }
        assert_eq!(read_cell(tag, "[3,1,\"1\"]"), Ok(Some('3')), "{tag}");
        assert_eq!(read_cell(tag, "[\"?\",1,\"1\"]"), Ok(Some('#')), "{tag}");
        assert_eq!(read_cell(tag, "[[0,1,0],1,\"7\"]"), Ok(Some('2')), "{tag}");
    }
    assert_eq!(read_cell("minesweeper", "[\"\",1,\"1\"]"), Ok(None));
    for (value, found) in [
        ("[\"x\",1,\"1\"]", "\"x\""),
        ("[\"-1\",1,\"1\"]", "\"-1\""),
        ("[\"2_0\",1,\"2\"]", "a text of the type \"2\", such as an arrow"),
        ("[\"12\",1,\"4\"]", "a text of the type \"4\", such as an arrow"),
        ("[[1,1,0],1,\"7\"]", "2 candidates"),
        ("[\"2\",6,\"1\"]", "a number on a circle, whose rule is unknown"),
        ("[\"2\"]", "a text of the type \"\", such as an arrow"),
    ] {
        for tag in ["akari", "minesweeper", "tents", "starbattle"] {
            let expected = format!("expected a number or \"?\" in row 2 and column 3, found {found}");
            assert_eq!(read_cell(tag, value), Err(expected), "{tag}");
        }
    }
    // A number within the grid of a Star Battle has no rule.
    let expected = "found a number or symbol without a known rule in row 2 and column 3";
    assert_eq!(read_cell("starbattle", "[\"1\",1,\"1\"]"), Err(expected.to_owned()));
}

#[test]
fn borders_of_other_styles_and_of_other_puzzles_are_refused() {
    // Between the first two cells of the first row: corners are numbered after the cells.
    let (upper, lower) = (64 + at(4, 0, 0) - 8, 64 + at(4, 0, 0));
    let drawn = |style: usize| format!("{{zN:{{}},zE:{{\"{upper},{lower}\":{style}}}}}");
    for tag in ["akari", "minesweeper", "tents"] {
        let fault = FilePuzzle::read(&link(4, &drawn(2), &format!("[\"{tag}\"]"))).unwrap_err();
        assert_eq!(fault.fault, format!("expected no borders (zE) with {tag:?}: their rules are unknown"));
    }
    for style in [1, 3, 5, 8, 12, 13, 80] {
        let fault = FilePuzzle::read(&link(4, &drawn(style), "[\"starbattle\"]")).unwrap_err();
        let expected =
            format!("expected the style 2 or 21, a black line, for the border {upper},{lower} (zE), found {style}");
        assert_eq!(fault.fault, expected);
    }
}

#[test]
fn grids_with_holes_and_cells_beside_are_refused() {
    let with_cells = |change: &dyn Fn(&mut Vec<i64>)| {
        let mut cells: Vec<i64> = (0..9).map(|place| at(3, place / 3, place % 3) as i64).collect();
        change(&mut cells);
        let before = [0].into_iter().chain(cells.clone());
        let distances: Vec<String> =
            cells.iter().zip(before).map(|(cell, before)| (cell - before).to_string()).collect();
        let mut lines = vec![String::new(); 19];
        lines[0] = "square,3,3,38".to_owned();
        lines[1] = "[0,0,0,0]".to_owned();
        lines[3] = "{zN:{}}".to_owned();
        lines[5] = format!("[{}]", distances.join(","));
        lines[17] = "[\"minesweeper\"]".to_owned();
        let packed = miniz_oxide::deflate::compress_to_vec(lines.join("\n").as_bytes(), 9);
        let data = base64::engine::general_purpose::STANDARD.encode(packed);
        FilePuzzle::read(&format!("https://swaroopg92.github.io/penpa-edit/?m=edit&p={data}"))
            .map_err(|fault| fault.fault)
    };
    assert_eq!(count(&with_cells(&|_| {}).unwrap()), 512);
    let hole = with_cells(&|cells| cells.retain(|&cell| cell != at(3, 1, 2) as i64)).unwrap_err();
    assert_eq!(hole, "the cell in row 2 and column 3 of the drawing is removed: expected a whole grid");
    let beside = with_cells(&|cells| cells.push(at(3, 2, 3) as i64)).unwrap_err();
    assert_eq!(beside, "the drawing has cells outside of its grid");
}
