//! What computations take at their peak. That is told for a whole process, so each of them runs in one of its own: this
//! test program, called again.

#![cfg(target_os = "linux")]

use std::process::Command;

use bdd_core::{Bdd, Rules, conjoin};

/// A value of this process's memory in bytes, by its name in Linux.
fn memory(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
    let line = status.lines().find_map(|line| line.strip_prefix(name)).expect("Linux tells it");
    line.trim_start_matches(':').trim().trim_end_matches("kB").trim().parse::<usize>().expect("a number of KiB") << 10
}

/// The bytes that something takes at its peak beyond what was there before.
fn taken(work: impl FnOnce()) -> usize {
    // Linux starts the peak anew.
    std::fs::write("/proc/self/clear_refs", "5").expect("it is this process's own");
    let before = memory("VmRSS");
    work();
    memory("VmHWM").saturating_sub(before)
}

/// Runs one of this program's ignored tests in a process of its own.
fn alone(test: &str) {
    let run = Command::new(std::env::current_exe().expect("it runs"))
        .args(["--ignored", "--exact", test])
        // Large pieces of memory go back to Linux as soon as they are free.
        .env("MALLOC_MMAP_THRESHOLD_", "65536")
        .output()
        .expect("it can be run");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&run.stderr));
}

/// One true variable in each row and column of a square.
fn permutations(n: u16) -> Bdd {
    let mut rules = Rules::new(usize::from(n * n));
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| i * n + j).collect::<Vec<_>>());
    }
    for i in 0..n {
        rules.exactly_one(&(0..n).map(|j| j * n + i).collect::<Vec<_>>());
    }
    conjoin(&rules).unwrap()
}

#[test]
fn one_model_takes_no_copy_of_the_diagram() {
    alone("one_model");
}

#[test]
#[ignore = "one_model_takes_no_copy_of_the_diagram runs it alone"]
fn one_model() {
    let bdd = permutations(13);
    let nodes = bdd.node_count();
    let taken = taken(|| {
        let last = bdd.nth_model(&(bdd.model_count() - 1u8)).expect("there is a last one");
        assert_eq!(last.len(), 13);
    });
    println!("{nodes} nodes: {taken} bytes");
    // A count for every node, of 8 bytes, is needed; so would be a copy of the node.
    assert!(taken < nodes * 12, "{taken} bytes for {nodes} nodes");
}
