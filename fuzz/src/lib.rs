//! Fuzz targets for every reader of nqueens: each takes any bytes and panics if an invariant does not hold. The fuzzer
//! calls them with its own inputs, `cargo test -p fuzz` with those of `fuzz/seeds` and damaged copies of them.

mod diagrams;
mod http;
mod play;
mod texts;

/// A fuzz target for one reader.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// The name of the reader and of the folder of its seeds.
    pub name: &'static str,
    /// Reads any bytes, and panics if an invariant does not hold.
    pub body: fn(&[u8]),
}

impl FuzzTarget {
    /// The targets for all readers.
    pub const ALL: [FuzzTarget; 13] = [
        FuzzTarget { name: "bdd", body: diagrams::bdd },
        FuzzTarget { name: "bdd_sealed", body: diagrams::bdd_sealed },
        FuzzTarget { name: "save", body: play::save },
        FuzzTarget { name: "transcript", body: play::transcript },
        FuzzTarget { name: "keys", body: play::keys },
        FuzzTarget { name: "dialogue", body: play::dialogue },
        FuzzTarget { name: "queens", body: |bytes| texts::read("queens", bytes) },
        FuzzTarget { name: "challenge", body: |bytes| texts::read("challenge", bytes) },
        FuzzTarget { name: "sudoku", body: |bytes| texts::read("sudoku", bytes) },
        FuzzTarget { name: "regions", body: |bytes| texts::read("regions", bytes) },
        // TOML, DIMACS, OPB and links.
        FuzzTarget { name: "puzzle", body: |bytes| texts::read("puzzle", bytes) },
        FuzzTarget { name: "id", body: texts::id },
        FuzzTarget { name: "http", body: http::http },
    ];

    /// Returns the target with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static FuzzTarget> {
        FuzzTarget::ALL.iter().find(|target| target.name == name)
    }
}
