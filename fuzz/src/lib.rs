//! The attacks on every reader of nqueens: a function for each reader, which takes any bytes and panics if an invariant
//! does not hold. The fuzzer calls them with bytes of its own making, `cargo test -p fuzz` with those of `fuzz/seeds`
//! and damaged copies of them.

mod diagrams;
mod http;
mod play;
mod texts;

/// An attack on a reader.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// The name of the reader and of the folder of its seeds.
    pub name: &'static str,
    /// Reads any bytes, and panics if something does not hold that must.
    pub body: fn(&[u8]),
}

impl Attack {
    /// The attacks on all readers.
    pub const ALL: [Attack; 13] = [
        Attack { name: "bdd", body: diagrams::bdd },
        Attack { name: "bdd_sealed", body: diagrams::bdd_sealed },
        Attack { name: "save", body: play::save },
        Attack { name: "transcript", body: play::transcript },
        Attack { name: "keys", body: play::keys },
        Attack { name: "dialogue", body: play::dialogue },
        Attack { name: "queens", body: |bytes| texts::read("queens", bytes) },
        Attack { name: "challenge", body: |bytes| texts::read("challenge", bytes) },
        Attack { name: "sudoku", body: |bytes| texts::read("sudoku", bytes) },
        Attack { name: "regions", body: |bytes| texts::read("regions", bytes) },
        // TOML, DIMACS, OPB and links.
        Attack { name: "puzzle", body: |bytes| texts::read("puzzle", bytes) },
        Attack { name: "id", body: texts::id },
        Attack { name: "http", body: http::http },
    ];

    /// Returns the attack on the reader with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Attack> {
        Attack::ALL.iter().find(|attack| attack.name == name)
    }
}
