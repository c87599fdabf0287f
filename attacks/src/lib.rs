//! The attacks of the fuzzers on every reader of nqueens: a function for each reader, which takes any bytes and panics
//! if an invariant does not hold. `cargo fuzz` calls them with bytes of its own making, `cargo test -p attacks` with
//! those of `fuzz/seeds` and damaged copies of them.

mod diagrams;
mod http;
mod play;
mod texts;

/// An attack on a reader.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// The name of the fuzz target and of the folder of its seeds.
    pub name: &'static str,
    /// Reads any bytes, and panics if something does not hold that must.
    pub body: fn(&[u8]),
}

/// All of them.
pub const ATTACKS: [Attack; 12] = [
    Attack { name: "bdd", body: diagrams::bdd },
    Attack { name: "bdd_sealed", body: diagrams::bdd_sealed },
    Attack { name: "save", body: play::save },
    Attack { name: "transcript", body: play::transcript },
    Attack { name: "keys", body: play::keys },
    Attack { name: "dialogue", body: play::dialogue },
    Attack { name: "queens", body: texts::queens },
    Attack { name: "challenge", body: texts::challenge },
    Attack { name: "sudoku", body: texts::sudoku },
    Attack { name: "regions", body: texts::regions },
    Attack { name: "puzzle", body: texts::puzzle },
    Attack { name: "id", body: texts::id },
];

/// The attack on the server, which is apart from the others because it speaks to a real one, over loopback.
pub const HTTP: Attack = Attack { name: "http", body: http::http };

/// Runs the attack with a name.
///
/// # Panics
///
/// If there is no such attack, and if something does not hold that must.
pub fn run(name: &str, bytes: &[u8]) {
    let attack = ATTACKS.iter().chain([&HTTP]).find(|attack| attack.name == name);
    (attack.expect("the target is one of the attacks").body)(bytes);
}
