//! The table of all contenders. Each run is a process of its own, so that no run warms up the memory of another.

use std::process::Command;

use clap::ValueEnum;
use nqueens_guide::Size;

use crate::run::{Contender, Measured};

/// The milliseconds beyond which a contender runs only once.
pub(crate) const LONG: f64 = 5_000.0;

pub(crate) fn compare(sizes: &[Size], runs: usize) -> Result<(), String> {
    println!(
        "|  n | package                 | schedule                  |   CPU ms | ratio | peak MiB |   nodes | solutions |"
    );
    println!(
        "|---:|-------------------------|---------------------------|---------:|------:|---------:|--------:|----------:|"
    );
    for &size in sizes {
        let contenders = Contender::value_variants().iter().copied().filter(|contender| contender.is_installed());
        let mut measured: Vec<(Contender, Vec<Measured>)> =
            contenders.map(|contender| (contender, Vec::new())).collect();
        // Round by round, so that other load of the machine affects all contenders.
        for _ in 0..runs {
            for (contender, results) in &mut measured {
                if results.first().is_none_or(|first: &Measured| first.ms < LONG) {
                    results.push(one(*contender, size)?);
                }
            }
        }
        let mut rows: Vec<(Contender, Measured)> = Vec::new();
        rows.extend(measured.into_iter().map(|(contender, results)| (contender, median(results))));
        let peers = rows.iter().filter(|(contender, _)| contender.is_peer());
        let best = peers.map(|(_, measured)| measured.ms).fold(f64::INFINITY, f64::min);
        for (contender, Measured { ms, peak, nodes, solutions }) in &rows {
            let is_same = contender.is_sparse() || *nodes == rows[0].1.nodes;
            if !is_same || *solutions != rows[0].1.solutions {
                return Err(format!(
                    "{contender:?} built another diagram for n = {size}: {nodes} nodes, {solutions} solutions"
                ));
            }
            let (package, schedule) = contender.names();
            let ratio = ms / best;
            println!(
                "| {size:>2} | {package:<23} | {schedule:<25} | {ms:>8.2} | {ratio:>5.3} | {peak:>8.1} | {nodes:>7} | {solutions:>9} |"
            );
        }
    }
    println!(
        "\nMedians of {runs} runs, one where a run takes more than {} s; each a process that has warmed up by building the\ndiagram for a tenth of a second, unless building it takes more than a second. Ratios to the best peer.",
        LONG / 1e3
    );
    Ok(())
}

fn one(contender: Contender, size: Size) -> Result<Measured, String> {
    let name = contender.to_possible_value().expect("no contender is hidden");
    run_again(&["one", &size.to_string(), name.get_name()])
}

/// Returns the run of median time, with the largest peak of all.
pub(crate) fn median(mut results: Vec<Measured>) -> Measured {
    results.sort_by(|a, b| a.ms.total_cmp(&b.ms));
    let peak = results.iter().map(|measured| measured.peak).fold(0.0, f64::max);
    Measured { peak, ..results[results.len() / 2] }
}

/// Runs this program with other arguments, and returns the measurements that it prints.
pub(crate) fn run_again(arguments: &[&str]) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| format!("can't find this program: {error}"))?;
    let output = Command::new(program)
        .args(arguments)
        .output()
        .map_err(|error| format!("can't run this program again: {error}"))?;
    if !output.status.success() {
        return Err(format!("{} failed: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("expected measurements as JSON from {}: {error}", arguments.join(" ")))
}
