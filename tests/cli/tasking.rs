//! The counts that `nqueens tasking` prints, which do not depend on the machine.

use serde_json::Value;

use super::{answer, error};

#[test]
fn the_paper_s_counts() {
    let found: Value = serde_json::from_str(&answer("tasking --json --threads 2")).unwrap();
    assert_eq!((&found["threads"], &found["cutoff"]), (&2.into(), &0.into()));
    let column =
        |name: &str| found["sizes"].as_array().unwrap().iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("n"), [4, 5, 6, 7, 8, 9, 10]);
    assert_eq!(column("solutions"), [2, 10, 4, 40, 92, 352, 724]);
    assert_eq!(column("search_nodes"), [16, 53, 152, 551, 2_056, 8_393, 35_538]);
    assert_eq!(column("spawn_tasks_created"), [15, 44, 149, 512, 1_965, 8_042, 34_815]);
    assert_eq!(column("square_tasks"), [16, 25, 36, 49, 64, 81, 100]);
    assert_eq!(column("square_messages"), column("search_nodes"));
    let unused: Vec<String> = column("squares_never_used").iter().map(Value::to_string).collect();
    assert_eq!(unused, ["[\"d1\",\"d4\"]", "[]", "[\"f1\",\"f6\"]", "[]", "[]", "[]", "[]"]);
    assert_eq!(found["sizes"][4]["paper_seconds"]["spawn"], 32.4);
    assert!(found["sizes"][5].get("paper_seconds").is_none());
}

#[test]
fn the_table_stands_beside_the_paper_s() {
    let table = answer("tasking --sizes 4,8 --threads 1 --cutoff 5");
    let (times, counts) = table.split_once("\n\n").unwrap();
    assert!(times.contains("this machine, 1 thread, --cutoff 5"), "{table}");
    assert!(times.lines().last().unwrap().ends_with(" 4.9 s   32.4 s   11.0 s"), "{table}");
    let row = |n: &str| counts.lines().find(|line| line.trim_start().starts_with(n)).unwrap().split_whitespace();
    assert_eq!(row("4 ").collect::<Vec<_>>(), ["4", "2", "16", "1", "1", "16", "d1,", "d4"]);
    assert_eq!(row("8 ").clone().take(4).collect::<Vec<_>>(), ["8", "92", "2056", "191"]);
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
}

#[test]
fn wrong_usage() {
    assert!(error(2, ["tasking", "--sizes", "0-4"]).contains("the board size must be a whole number"));
    assert!(error(2, ["tasking", "--threads", "0"]).contains("expected a whole number from 1 to 1024"));
    assert!(error(2, ["tasking", "--cutoff", "300"]).contains("expected a whole number from 0 to 255"));
}
