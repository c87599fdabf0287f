//! One diagram built once, measured.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bdd_core::{Bdd, Budget, DiagramBuilder};
use cpu_time::ProcessTime;
use nqueens_guide::{Placement, Size, build_completions, nqueens_rules};

use crate::packages::OxiDd;
use crate::schedule::{Package, Schedule};

/// Who builds the diagram, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Contender {
    Direct,
    AllAtOnce,
    LastLineFirst,
    FirstLineFirst,
    BalancedTree,
    OxiddLastRankFirst,
    OxiddFirstRankFirst,
    OxiddBddBenchmark,
    BuddyLastRankFirst,
    BuddyFirstRankFirst,
    BuddyBddBenchmark,
}

/// What a run measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    /// The processor's time, which other programs do not add to. Everything here runs on one thread.
    pub(crate) time: Duration,
    /// The most memory the process has had, in MiB; 0 where the system does not tell.
    pub(crate) peak: f64,
    pub(crate) nodes: usize,
    pub(crate) solutions: u64,
}

/// What takes longer is not warmed up.
const LONG: Duration = Duration::from_secs(1);

/// For so long a contender builds before the run that counts, once at least.
const WARM_UP: Duration = Duration::from_millis(100);

impl Contender {
    /// The package, with what it is called in the table, and the schedule.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        const BIODIVINE: &str = "nqueens, biodivine";
        const LAST: &str = "rank by rank, last first";
        const FIRST: &str = "rank by rank, first first";
        const BENCHMARK: &str = "bdd-benchmark's";
        match self {
            Contender::Direct => ("nqueens, direct", "search"),
            Contender::AllAtOnce => ("nqueens, rules", "all at once (default)"),
            Contender::LastLineFirst => (BIODIVINE, LAST),
            Contender::FirstLineFirst => (BIODIVINE, FIRST),
            Contender::BalancedTree => (BIODIVINE, "balanced tree"),
            Contender::OxiddLastRankFirst => ("OxiDD", LAST),
            Contender::OxiddFirstRankFirst => ("OxiDD", FIRST),
            Contender::OxiddBddBenchmark => ("OxiDD", BENCHMARK),
            Contender::BuddyLastRankFirst => ("BuDDy", LAST),
            Contender::BuddyFirstRankFirst => ("BuDDy", FIRST),
            Contender::BuddyBddBenchmark => ("BuDDy", BENCHMARK),
        }
    }

    /// Whether it is another package than ours.
    pub(crate) fn is_peer(self) -> bool {
        !self.names().0.starts_with("nqueens")
    }

    /// Whether this build has it.
    pub(crate) fn is_installed(self) -> bool {
        cfg!(has_buddy) || self.names().0 != "BuDDy"
    }

    /// Builds the diagram of all solutions. If that takes less than a second, it is built again until the program's
    /// memory and the processor are warm, and then once more, which counts. The peak is that of the first time.
    pub(crate) fn measure(self, size: Size) -> Measured {
        let first = self.run(size);
        if first.time >= LONG {
            return first;
        }
        let mut spent = first.time;
        while spent < WARM_UP {
            spent += self.run(size).time;
        }
        Measured { peak: first.peak, ..self.run(size) }
    }

    /// Builds the diagram of all solutions. The peers' time is that of the conjunction alone, their tables being
    /// there already; ours is the whole time from nothing to the canonical diagram.
    fn run(self, size: Size) -> Measured {
        let measure = |build: &dyn Fn() -> Bdd| {
            let start = ProcessTime::now();
            let bdd = build();
            let time = start.elapsed();
            let solutions = bdd.model_count().try_into().expect("fewer than 2^64 solutions");
            Measured { time, peak: peak(), nodes: bdd.node_count(), solutions }
        };
        let conjunction = |schedule| {
            measure(&|| {
                DiagramBuilder::new(&nqueens_rules(size)).build_by(schedule).expect("at most 255 * 255 variables")
            })
        };
        match self {
            Contender::Direct => measure(&|| {
                build_completions(&Placement::empty(size), &mut Budget::unlimited()).expect("there is no limit")
            }),
            Contender::AllAtOnce => measure(&|| {
                DiagramBuilder::new(&nqueens_rules(size))
                    .build(&mut Budget::unlimited())
                    .expect("an unlimited budget suffices")
            }),
            Contender::LastLineFirst => conjunction(bdd_core::Schedule::LastLineFirst),
            Contender::FirstLineFirst => conjunction(bdd_core::Schedule::FirstLineFirst),
            Contender::BalancedTree => conjunction(bdd_core::Schedule::BalancedTree),
            Contender::OxiddLastRankFirst => peer(&OxiDd::new(size), Schedule::LastRankFirst, size),
            Contender::OxiddFirstRankFirst => peer(&OxiDd::new(size), Schedule::FirstRankFirst, size),
            Contender::OxiddBddBenchmark => peer(&OxiDd::new(size), Schedule::BddBenchmark, size),
            Contender::BuddyLastRankFirst => buddy(Schedule::LastRankFirst, size),
            Contender::BuddyFirstRankFirst => buddy(Schedule::FirstRankFirst, size),
            Contender::BuddyBddBenchmark => buddy(Schedule::BddBenchmark, size),
        }
    }
}

fn peer<P: Package>(package: &P, schedule: Schedule, size: Size) -> Measured {
    let start = ProcessTime::now();
    let all = schedule.build(package, size);
    let time = start.elapsed();
    let peak = peak();
    Measured { time, peak, nodes: package.node_count(&all), solutions: package.model_count(&all) as u64 }
}

#[cfg(has_buddy)]
fn buddy(schedule: Schedule, size: Size) -> Measured {
    peer(&&crate::packages::buddy(size), schedule, size)
}

#[cfg(not(has_buddy))]
fn buddy(_: Schedule, _: Size) -> Measured {
    eprintln!("BuDDy was not found when this program was built: install libbdd-dev and build again");
    std::process::exit(2);
}

/// The most memory this process has had, in MiB, where Linux tells.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).map_or(0.0, |kib: f64| kib / 1024.0)
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.time.as_secs_f64() * 1e3, self.peak, self.nodes, self.solutions)
    }
}

impl FromStr for Measured {
    type Err = String;

    fn from_str(text: &str) -> Result<Measured, String> {
        let parse = || {
            let mut fields = text.split_whitespace();
            let time = Duration::from_secs_f64(fields.next()?.parse::<f64>().ok()? / 1e3);
            let peak = fields.next()?.parse().ok()?;
            Some(Measured { time, peak, nodes: fields.next()?.parse().ok()?, solutions: fields.next()?.parse().ok()? })
        };
        parse().ok_or_else(|| format!("expected milliseconds, MiB, nodes and solutions, found {text:?}"))
    }
}
