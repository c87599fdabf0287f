//! One measured build of a diagram.

use bdd_core::{Budget, DecisionDiagram, DiagramBuilder, EqualChildren, Reduction, ZeroSuppressed};
use cpu_time::ProcessTime;
use nqueens_guide::{Placement, Size, build_completions, build_completions_zdd, nqueens_rules};

use crate::packages::{Algebra, OxiDd};
use crate::schedule::{Package, PeerSchedule};
use crate::tasks::BenchTask;

/// A package for decision diagrams together with the schedule by which it builds the diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Contender {
    Direct,
    SparseDirect,
    AllAtOnce,
    SparseAllAtOnce,
    AlgebraLastRankFirst,
    AlgebraFirstRankFirst,
    SparseAlgebraLastRankFirst,
    LastConstraintFirst,
    FirstConstraintFirst,
    BalancedTree,
    OxiddLastRankFirst,
    OxiddFirstRankFirst,
    OxiddBddBenchmark,
    BuddyLastRankFirst,
    BuddyFirstRankFirst,
    BuddyBddBenchmark,
}

/// The measurements of a run.
#[derive(Clone, Copy, Debug, serde::Deserialize, serde::Serialize)]
pub(crate) struct Measured {
    /// The CPU time in milliseconds, which other programs on the machine do not increase. Every contender runs on one
    /// thread.
    pub(crate) ms: f64,
    /// The peak memory of the process in MiB; 0 if the system does not report it.
    pub(crate) peak: f64,
    pub(crate) nodes: usize,
    pub(crate) solutions: u64,
}

/// The milliseconds beyond which a run is not warmed up.
const LONG: f64 = 1_000.0;

/// The minimum CPU time in milliseconds of the runs before the measured run. There is at least one such run.
const WARM_UP: f64 = 100.0;

impl Contender {
    /// Returns the package, the name of its schedule in the table, and a function that measures a build of the diagram
    /// of all solutions. For packages of other projects, the function measures the time of the conjunction, without the
    /// allocation of their tables. For this project, it measures the whole time up to the canonical diagram.
    fn parts(self) -> (&'static str, &'static str, fn(Size) -> Measured) {
        const BIODIVINE: &str = "nqueens, biodivine";
        const LAST: &str = "rank by rank, last first";
        const FIRST: &str = "rank by rank, first first";
        const BENCHMARK: &str = "bdd-benchmark's";
        match self {
            Contender::Direct => ("nqueens, direct", "search", |size| {
                ours(|| build_completions(&Placement::empty(size), &mut Budget::unlimited()).expect(NO_LIMIT))
            }),
            Contender::SparseDirect => ("nqueens, sparse direct", "search", |size| {
                ours(|| build_completions_zdd(&Placement::empty(size), &mut Budget::unlimited()).expect(NO_LIMIT))
            }),
            Contender::SparseAllAtOnce => ("nqueens, sparse rules", "all at once", |size| {
                ours(|| DiagramBuilder::new(&nqueens_rules(size)).build_zdd(&mut Budget::unlimited()).expect(NO_LIMIT))
            }),
            Contender::AlgebraLastRankFirst => ("nqueens, algebra", LAST, |size| {
                peer(&Algebra::<EqualChildren>::new(size.square_count()), PeerSchedule::LastRankFirst, size)
            }),
            Contender::AlgebraFirstRankFirst => ("nqueens, algebra", FIRST, |size| {
                peer(&Algebra::<EqualChildren>::new(size.square_count()), PeerSchedule::FirstRankFirst, size)
            }),
            Contender::SparseAlgebraLastRankFirst => ("nqueens, sparse algebra", LAST, |size| {
                peer(&Algebra::<ZeroSuppressed>::new(size.square_count()), PeerSchedule::LastRankFirst, size)
            }),
            Contender::AllAtOnce => ("nqueens, rules", "all at once (default)", |size| {
                ours(|| DiagramBuilder::new(&nqueens_rules(size)).build(&mut Budget::unlimited()).expect(NO_LIMIT))
            }),
            Contender::LastConstraintFirst => {
                (BIODIVINE, LAST, |size| conjunction(bdd_core::Schedule::LastConstraintFirst, size))
            }
            Contender::FirstConstraintFirst => {
                (BIODIVINE, FIRST, |size| conjunction(bdd_core::Schedule::FirstConstraintFirst, size))
            }
            Contender::BalancedTree => {
                (BIODIVINE, "balanced tree", |size| conjunction(bdd_core::Schedule::BalancedTree, size))
            }
            Contender::OxiddLastRankFirst => ("OxiDD", LAST, |size| oxidd(PeerSchedule::LastRankFirst, size)),
            Contender::OxiddFirstRankFirst => ("OxiDD", FIRST, |size| oxidd(PeerSchedule::FirstRankFirst, size)),
            Contender::OxiddBddBenchmark => ("OxiDD", BENCHMARK, |size| oxidd(PeerSchedule::BddBenchmark, size)),
            Contender::BuddyLastRankFirst => ("BuDDy", LAST, |size| buddy(PeerSchedule::LastRankFirst, size)),
            Contender::BuddyFirstRankFirst => ("BuDDy", FIRST, |size| buddy(PeerSchedule::FirstRankFirst, size)),
            Contender::BuddyBddBenchmark => ("BuDDy", BENCHMARK, |size| buddy(PeerSchedule::BddBenchmark, size)),
        }
    }

    /// Returns the names of the package and its schedule, as the printed table shows them.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        let (package, schedule, _) = self.parts();
        (package, schedule)
    }

    /// Returns `true` if the diagram is zero-suppressed, and so has fewer nodes than the diagrams of other contenders.
    pub(crate) fn is_sparse(self) -> bool {
        self.names().0.contains("sparse")
    }

    /// Returns `true` for packages of other projects.
    pub(crate) fn is_peer(self) -> bool {
        !self.names().0.starts_with("nqueens")
    }

    /// Returns `true` if this build includes the package.
    pub(crate) fn is_installed(self) -> bool {
        cfg!(has_buddy) || self.names().0 != "BuDDy"
    }

    /// Measures a build of the diagram of all solutions.
    pub(crate) fn measure(self, size: Size) -> Measured {
        let (.., run) = self.parts();
        warm(|| run(size))
    }
}

/// Measures a run. If it takes less than a second, repeats it until memory and processor are warm. Then returns the
/// measurements of one more run, with the peak memory of the first run.
pub(crate) fn warm(run: impl Fn() -> Measured) -> Measured {
    let first = run();
    if first.ms >= LONG {
        return first;
    }
    let mut spent = first.ms;
    while spent < WARM_UP {
        spent += run().ms;
    }
    Measured { peak: first.peak, ..run() }
}

const NO_LIMIT: &str = "there is no limit";

/// Measures a build of a diagram by the crates of this project.
fn ours<R: Reduction>(build: impl Fn() -> DecisionDiagram<R>) -> Measured {
    let start = ProcessTime::now();
    let bdd = build();
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let solutions = bdd.model_count().try_into().expect("fewer than 2^64 solutions");
    Measured { ms, peak: peak(), nodes: bdd.node_count(), solutions }
}

fn conjunction(schedule: bdd_core::Schedule, size: Size) -> Measured {
    ours(|| DiagramBuilder::new(&nqueens_rules(size)).build_by(schedule).expect("at most 255 * 255 variables"))
}

fn oxidd(schedule: PeerSchedule, size: Size) -> Measured {
    peer(&OxiDd::new(size.square_count(), room(size)), schedule, size)
}

/// Returns an upper bound of the number of nodes that the rank by rank schedules make.
fn room(size: Size) -> usize {
    BenchTask::Queens(size.get()).nodes()
}

fn peer<P: Package>(package: &P, schedule: PeerSchedule, size: Size) -> Measured {
    measured(package, |package| schedule.build(package, size))
}

/// Measures the operations of a package, without the allocation of its tables.
pub(crate) fn measured<P: Package>(package: &P, build: impl Fn(&P) -> P::Function) -> Measured {
    let start = ProcessTime::now();
    let all = build(package);
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let peak = peak();
    Measured { ms, peak, nodes: package.node_count(&all), solutions: package.model_count(&all) as u64 }
}

#[cfg(has_buddy)]
fn buddy(schedule: PeerSchedule, size: Size) -> Measured {
    peer(&&crate::packages::buddy(size.square_count(), room(size)), schedule, size)
}

#[cfg(not(has_buddy))]
fn buddy(_: PeerSchedule, _: Size) -> Measured {
    without_buddy()
}

/// Ends the program with the message that BuDDy is not installed.
#[cfg(not(has_buddy))]
pub(crate) fn without_buddy() -> ! {
    eprintln!("BuDDy was not found when this program was built: install libbdd-dev and build again");
    std::process::exit(2);
}

/// Returns the peak memory of this process in MiB, on Linux.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).map_or(0.0, |kib: f64| kib / 1024.0)
}
