//! The answers of `nqueens count` and `nqueens guide`.

use serde_json::Value;

use super::{answer, nqueens, with_input};

#[test]
fn the_number_of_solutions() {
    let counts: Vec<String> = (1..=12).map(|n| answer(&format!("count {n}"))).collect();
    assert_eq!(counts.concat(), "1\n0\n0\n2\n10\n4\n40\n92\n352\n724\n2680\n14200\n");
}

#[test]
fn the_number_of_completions() {
    assert_eq!(answer("count 8 --queens a1"), "4\n");
    assert_eq!(answer("count 8 --queens A1 --blocked g2"), answer("count 8 --blocked g2 --queens a1"));
    assert_eq!(answer("count 8 --queens b4,d1"), "2\n");
    assert_eq!(answer("count 8 --queens b4 --queens d1"), "2\n");
    assert_eq!(answer("count 8 --queens a1,b2"), "0\n");
    assert_eq!(answer("count 8 --queens a1 --blocked a1"), "0\n");
    let none = nqueens(["count", "8", "--queens", "", "--blocked", ""]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(0), "92\n"));
    assert_eq!(
        answer("count 8 --queens d1,b4 --blocked a1 --json"),
        "{\"n\":8,\"queens\":[\"d1\",\"b4\"],\"blocked\":[\"a1\"],\"consistent\":true,\"solutions\":2}\n"
    );
}

/// The diagram of all solutions of this board is too large for any memory, but that of the completions is small.
#[test]
fn a_large_board_with_enough_queens() {
    // Queens on ranks 2, 4, 6, ..., 1, 3, 5, ..., file by file, are a solution for every even size that is not 2 more
    // than a multiple of 6.
    let ranks = (2..=22).step_by(2).chain((1..=21).step_by(2));
    let solution: Vec<String> = ('a'..='v').zip(ranks).map(|(file, rank)| format!("{file}{rank}")).collect();
    let some = solution[..12].join(",");
    let completions: u32 = answer(&format!("count 22 --queens {some}")).trim().parse().unwrap();
    assert!(completions >= 1);
    let guide: Value = serde_json::from_str(&answer(&format!("guide 22 --queens {some} --json"))).unwrap();
    assert_eq!(guide["solutions"].to_string(), completions.to_string());
    let squares = guide["squares"].as_array().unwrap();
    assert_eq!(squares.len(), 22 * 22);
    for square in squares.iter().filter(|square| solution.iter().any(|name| *name == square["square"])) {
        assert!(["queen", "open", "forced"].contains(&square["status"].as_str().unwrap()), "{square}");
    }
}

#[test]
fn a_small_board_as_json() {
    let squares = [
        ("a1", "dead", 0),
        ("b1", "open", 1),
        ("c1", "open", 1),
        ("d1", "dead", 0),
        ("a2", "open", 1),
        ("b2", "dead", 0),
        ("c2", "dead", 0),
        ("d2", "open", 1),
        ("a3", "open", 1),
        ("b3", "dead", 0),
        ("c3", "dead", 0),
        ("d3", "open", 1),
        ("a4", "dead", 0),
        ("b4", "open", 1),
        ("c4", "open", 1),
        ("d4", "dead", 0),
    ];
    let squares = squares.map(|(square, status, solutions)| {
        format!("{{\"square\":\"{square}\",\"status\":\"{status}\",\"solutions\":{solutions}}}")
    });
    let expected = format!(
        "{{\"n\":4,\"queens\":[],\"blocked\":[],\"consistent\":true,\"solutions\":2,\"squares\":[{}]}}\n",
        squares.join(",")
    );
    assert_eq!(answer("guide 4 --json"), expected);
}

/// Returns the letters of all statuses in `guide --json`, with a line for each rank and the highest rank first.
fn statuses(arguments: &str) -> String {
    let guide: Value = serde_json::from_str(&answer(&format!("guide {arguments} --json"))).unwrap();
    let n = guide["n"].as_u64().unwrap() as usize;
    let letters: Vec<char> = guide["squares"]
        .as_array()
        .unwrap()
        .iter()
        .map(|square| match square["status"].as_str().unwrap() {
            "queen" => 'Q',
            "blocked" => '#',
            "attacked" => '.',
            "dead" => 'x',
            "open" => 'o',
            "forced" => '!',
            other => panic!("{other}"),
        })
        .collect();
    letters.chunks(n).rev().map(|rank| rank.iter().collect::<String>() + "\n").collect()
}

#[test]
fn every_status() {
    // The blocked square c1 is attacked as well, and stays blocked.
    assert_eq!(statuses("5 --queens b1 --blocked c1,e5"), "x.x!#\n!.xx.\nx.!.x\n...x!\n.Q#..\n");
    assert_eq!(statuses("5 --blocked a1,b1"), "oooxo\nooooo\nooooo\noooxo\n##ooo\n");
}

#[test]
fn an_inconsistent_placement() {
    // If two queens attack each other, every free square that no queen attacks is dead, and no square is forced.
    assert_eq!(statuses("4 --queens a1,b2"), "..x.\n...x\n.Q..\nQ...\n");
    assert_eq!(statuses("2 --queens a1 --blocked a1,b2"), ".#\nQ.\n");
    let guide = answer("guide 4 --queens a1,b2 --json");
    assert!(guide.starts_with(
        "{\"n\":4,\"queens\":[\"a1\",\"b2\"],\"blocked\":[],\"consistent\":false,\"solutions\":0,\"squares\":[\
         {\"square\":\"a1\",\"status\":\"queen\",\"solutions\":0},"
    ));
    let guide = answer("guide 4 --queens a1,b2");
    assert!(guide.ends_with("0 solutions: the queens on a1 and b2 attack each other along the diagonal\n"), "{guide}");
}

/// A puzzle file with two options, at most one of which may be chosen, although both are given.
const CONTRADICTION: &str = "names = \"a b\"\ngivens = [\"a\", \"b\"]\n\n[[rule]]\nat-most = 1\ncells = \"a b\"\n";

#[test]
fn givens_that_contradict_each_other_are_no_way_to_a_solution() {
    let rate = with_input("puzzle rate", CONTRADICTION);
    assert_eq!((rate.code, rate.stdout.as_str()), (Some(1), "no rating: the puzzle has no solution\n"));
    let solve = with_input("puzzle solve --steps --json", CONTRADICTION);
    assert!(solve.stdout.contains("\"status\":\"none\"") && solve.stdout.contains("\"complete\":false"), "{solve:?}");
    // The givens alone are a solution, so no step is left.
    let full = CONTRADICTION.replace("at-most = 1", "at-most = 2");
    let rate = with_input("puzzle rate", &full);
    assert_eq!((rate.code, rate.stdout.as_str()), (Some(0), "0.000: already solved, no step is left\n"));
    assert!(with_input("puzzle solve --steps --json", &full).stdout.contains("\"complete\":true"));
}

/// JavaScript would round these counts: it reads 2^53 + 1 as 2^53, and 2^200 as 1.6e60.
#[test]
fn counts_that_a_float_would_round_are_strings() {
    let free = |options: usize| {
        let names: Vec<String> = (0..options).map(|number| format!("o{number}")).collect();
        format!("names = \"{0}\"\n\n[[rule]]\nat-least = 0\ncells = \"{0}\"\n", names.join(" "))
    };
    let all = |options: usize| nqueens_guide::BigUint::from(2u8).pow(options as u32).to_string();
    for (options, expected) in [(52, all(52)), (53, format!("\"{}\"", all(53))), (200, format!("\"{}\"", all(200)))] {
        let count = with_input("puzzle count --json", free(options));
        assert!(count.stdout.contains(&format!("\"solutions\":{expected},")), "{options}: {count:?}");
    }
    let guide = with_input("puzzle guide --json", free(200));
    assert_eq!(guide.stdout.matches(&format!("\"solutions\":\"{}\"", all(199))).count(), 200);
}
