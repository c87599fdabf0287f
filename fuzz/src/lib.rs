//! Fuzz targets for every reader of nqueens: each takes any bytes and panics if an invariant does not hold.
//!
//! The fuzzer calls them with its own inputs. `cargo test -p fuzz` calls them with the seeds of `fuzz/seeds` and with
//! damaged copies of the seeds.
//!
//! ```
//! let target = fuzz::FuzzTarget::named("sudoku").unwrap();
//! (target.body)(b"1..............2");
//! ```

mod diagrams;
mod http;
mod play;
mod texts;

/// A fuzz target for one reader.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name of the target, and of the folder of its seeds in `fuzz/seeds`.
    pub name: &'static str,
    /// The function to run on any bytes. It panics if an invariant does not hold.
    pub body: fn(&[u8]),
}

impl FuzzTarget {
    /// All targets.
    pub const ALL: [FuzzTarget; 17] = [
        FuzzTarget { name: "bdd", body: diagrams::bdd },
        FuzzTarget { name: "bdd_sealed", body: diagrams::bdd_sealed },
        FuzzTarget { name: "zdd", body: diagrams::zdd },
        FuzzTarget { name: "zdd_sealed", body: diagrams::zdd_sealed },
        FuzzTarget { name: "nnf", body: diagrams::nnf },
        FuzzTarget { name: "dddmp", body: diagrams::dddmp },
        FuzzTarget { name: "save", body: play::save },
        FuzzTarget { name: "transcript", body: play::transcript },
        FuzzTarget { name: "keys", body: play::keys },
        FuzzTarget { name: "dialogue", body: play::dialogue },
        FuzzTarget { name: "queens", body: |bytes| texts::read("queens", bytes) },
        FuzzTarget { name: "challenge", body: |bytes| texts::read("challenge", bytes) },
        FuzzTarget { name: "sudoku", body: |bytes| texts::read("sudoku", bytes) },
        FuzzTarget { name: "regions", body: |bytes| texts::read("regions", bytes) },
        // Reads TOML, DIMACS, OPB, UVL, FeatureIDE and links.
        FuzzTarget { name: "puzzle", body: |bytes| texts::read("puzzle", bytes) },
        FuzzTarget { name: "id", body: texts::id },
        FuzzTarget { name: "http", body: http::http },
    ];

    /// Returns the target called `name`, or `None`.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static FuzzTarget> {
        FuzzTarget::ALL.iter().find(|target| target.name == name)
    }
}
