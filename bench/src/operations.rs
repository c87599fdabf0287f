//! The comparison of operations: tasks by packages. Each run is a process of its own.

use clap::ValueEnum;

use crate::packages::{Algebra, Biodivine, ManagerPackage, OxiDd};
use crate::peers::{LONG, median, run_again};
use crate::run::{Measured, measured, warm};
use crate::tasks::BenchTask;
use bdd_core::{EqualChildren, ZeroSuppressed};

/// A package whose operations are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ComparedPackage {
    Bdd,
    Zdd,
    Manager,
    Oxidd,
    Buddy,
    Biodivine,
}

impl ComparedPackage {
    /// Returns the name of the package in the table.
    fn title(self) -> &'static str {
        match self {
            ComparedPackage::Bdd => "`Bdd`",
            ComparedPackage::Zdd => "`Zdd`",
            ComparedPackage::Manager => "`Manager`",
            ComparedPackage::Oxidd => "OxiDD",
            ComparedPackage::Buddy => "BuDDy",
            ComparedPackage::Biodivine => "biodivine",
        }
    }

    fn is_installed(self) -> bool {
        cfg!(has_buddy) || self != ComparedPackage::Buddy
    }

    /// Measures a task, after a warm-up if the task is short.
    pub(crate) fn measure(self, task: BenchTask) -> Measured {
        let (variables, nodes) = (task.variables(), task.nodes());
        warm(|| match self {
            ComparedPackage::Bdd => measured(&Algebra::<EqualChildren>::new(variables), |package| task.build(package)),
            ComparedPackage::Zdd => measured(&Algebra::<ZeroSuppressed>::new(variables), |package| task.build(package)),
            ComparedPackage::Manager => measured(&ManagerPackage::new(variables), |package| task.build(package)),
            ComparedPackage::Oxidd => measured(&OxiDd::new(variables, nodes), |package| task.build(package)),
            ComparedPackage::Biodivine => measured(&Biodivine::new(variables), |package| task.build(package)),
            ComparedPackage::Buddy => buddy(task),
        })
    }
}

#[cfg(has_buddy)]
fn buddy(task: BenchTask) -> Measured {
    measured(&&crate::packages::buddy(task.variables(), task.nodes()), |package| task.build(package))
}

#[cfg(not(has_buddy))]
fn buddy(_: BenchTask) -> Measured {
    crate::run::without_buddy()
}

/// Prints a table with a row for each task. The packages take turns, so that other load on the machine affects all of
/// them.
pub(crate) fn compare(runs: usize) -> Result<(), String> {
    let engines: Vec<ComparedPackage> =
        ComparedPackage::value_variants().iter().copied().filter(|engine| engine.is_installed()).collect();
    let titles: Vec<&str> = engines.iter().map(|engine| engine.title()).collect();
    println!("| task | nodes | models | {} |", titles.join(" | "));
    println!("|---|---:|---:|{}", "---:|".repeat(engines.len()));
    for (name, _) in BenchTask::ALL {
        let mut results: Vec<Vec<Measured>> = vec![Vec::new(); engines.len()];
        for _ in 0..runs {
            for (engine, results) in engines.iter().zip(&mut results) {
                if results.first().is_none_or(|first| first.ms < LONG) {
                    let engine = engine.to_possible_value().expect("no package is hidden");
                    results.push(run_again(&["operation", name, engine.get_name()])?);
                }
            }
        }
        let results: Vec<Measured> = results.into_iter().map(median).collect();
        let dense = results[0];
        for (engine, found) in engines.iter().zip(&results) {
            // BuDDy does not tell which terminals a constant has.
            let is_constant = dense.nodes <= 2 && found.nodes <= 2;
            let is_same = *engine == ComparedPackage::Zdd || is_constant || found.nodes == dense.nodes;
            if !is_same || found.solutions != dense.solutions {
                return Err(format!("{engine:?} built another function for {name}: {found:?} instead of {dense:?}"));
            }
        }
        let cells: Vec<String> =
            results.iter().map(|Measured { ms, peak, .. }| format!("{ms:.2} ms, {peak:.0} MiB")).collect();
        println!("| {name} | {} | {} | {} |", dense.nodes, dense.solutions, cells.join(" | "));
    }
    Ok(())
}
