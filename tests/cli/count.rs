//! `nqueens count`: all methods give the same number.

use super::{answer, error};

#[test]
fn all_methods_count_the_same() {
    for board in
        ["1", "2", "5", "8", "11", "12", "13", "10 --queens a1 --blocked c2,b3", "8 --queens a1,b2", "14 --queens d4"]
    {
        let counted = ["diagram", "halves", "search"].map(|method| answer(&format!("count {board} --method {method}")));
        assert!(counted.iter().all(|count| *count == counted[0]), "{board}: {counted:?}");
        assert_eq!(answer(&format!("count {board}")), counted[0], "{board}");
        assert_eq!(answer(&format!("count {board} --method halves --threads 3")), counted[0], "{board}");
    }
}

/// The number is from OEIS A000170. The diagram of this board would take 77 GB, so it is never built.
#[test]
fn a_board_that_no_diagram_fits_is_counted_at_once() {
    assert_eq!(answer("count 17"), "95815104\n");
    let json = answer("count 16 --json");
    assert_eq!(json, "{\"n\":16,\"queens\":[],\"blocked\":[],\"consistent\":true,\"solutions\":14772512}\n");
}

#[test]
fn what_can_not_be_counted_by_halves_is_refused() {
    let message = error(1, ["count", "33", "--method", "halves"]);
    assert!(message.contains("at most 32 x 32 to count by halves"), "{message}");
    let message = error(2, ["count", "8", "--method", "halves", "--fundamental"]);
    assert!(message.contains("cannot be used with"), "{message}");
}
