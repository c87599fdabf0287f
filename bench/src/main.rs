//! Benchmarks of the builds of nqueens beside other BDD packages, in one run.

mod chart;
mod operations;
mod packages;
mod peers;
mod run;
mod schedule;
mod tasks;

use clap::Parser;
use nqueens_guide::Size;

/// Benchmarks of nqueens beside other packages
#[derive(Parser)]
enum BenchCommand {
    /// Build the diagrams of all solutions with every package and print a table
    Peers {
        /// The board sizes
        #[arg(long, value_delimiter = ',', default_value = "8,9,10,11,12")]
        sizes: Vec<Size>,
        /// The runs whose median is printed
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
        runs: u16,
    },
    /// Carry out the same operations with every package and print a table
    Operations {
        /// The runs whose median is printed
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
        runs: u16,
    },
    /// Draw the picture of BENCHMARKS.md from its first table
    Chart,
    /// Carry out one task with one package and print its measurements as JSON
    Operation {
        /// The task
        #[arg(value_parser = tasks::BenchTask::ALL.map(|(name, _)| name))]
        task: String,
        /// The package
        engine: operations::ComparedPackage,
    },
    /// Build one diagram and print milliseconds, peak MiB, nodes and solutions as JSON
    One {
        /// The board size
        size: Size,
        /// The package and its schedule
        contender: run::Contender,
    },
}

fn main() {
    let done = match BenchCommand::parse() {
        BenchCommand::Peers { sizes, runs } => peers::compare(&sizes, runs.into()),
        BenchCommand::Operations { runs } => operations::compare(runs.into()),
        BenchCommand::Chart => chart::write().map_err(|error| format!("can't write the picture: {error}")),
        BenchCommand::Operation { task, engine } => {
            let (_, task) =
                tasks::BenchTask::ALL.into_iter().find(|(name, _)| *name == task).expect("clap checks the name");
            println!("{}", serde_json::json!(engine.measure(task)));
            Ok(())
        }
        BenchCommand::One { size, contender } => {
            println!("{}", serde_json::json!(contender.measure(size)));
            Ok(())
        }
    };
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(1);
    }
}
