//! Every attack with its seeds, with all beginnings of them, and with damaged copies.

use std::path::Path;

use attacks::{ATTACKS, Attack, HTTP};

/// The seeds of an attack, each with its name.
fn seeds(attack: Attack) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(attack.name);
    let mut seeds: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect();
    seeds.sort();
    seeds
}

/// Splitmix: see Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % most.max(1) as u64) as usize
    }

    /// A copy with a few bytes changed, lost or doubled, or with a part of another seed.
    fn damaged(&mut self, seed: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = seed.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(6) {
                _ if bytes.is_empty() => bytes.push(self.below(256) as u8),
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes[at] = self.below(256) as u8,
                2 => drop(bytes.remove(at)),
                3 => bytes.truncate(at),
                4 => {
                    let from = self.below(other.len());
                    let part = &other[from..(from + self.below(20)).min(other.len())];
                    drop(bytes.splice(at..at, part.iter().copied()));
                }
                _ => {
                    let part = bytes[at..(at + self.below(20)).min(bytes.len())].to_vec();
                    drop(bytes.splice(at..at, part));
                }
            }
        }
        bytes
    }
}

/// How many damaged copies are tried of all the seeds of an attack.
fn attack(attack: Attack, copies: usize) {
    let seeds = seeds(attack);
    assert!(seeds.len() >= 2, "{} has too few seeds", attack.name);
    for (_, seed) in &seeds {
        (attack.body)(seed);
    }
    let mut dice = Dice(1);
    for _ in 0..copies {
        let (_, seed) = &seeds[dice.below(seeds.len())];
        let (_, other) = &seeds[dice.below(seeds.len())];
        (attack.body)(&dice.damaged(seed, other));
    }
}

#[test]
fn no_reader_is_misled_by_damaged_seeds() {
    for each in ATTACKS {
        attack(each, if matches!(each.name, "keys" | "dialogue") { 100 } else { 2_000 });
    }
}

#[test]
fn the_server_survives_damaged_requests() {
    attack(HTTP, 1_000);
}

/// Ten million files: `cargo test --release -p attacks -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn ten_million_damaged_diagrams_are_refused() {
    for each in ATTACKS.into_iter().filter(|attack| attack.name.starts_with("bdd")) {
        attack(each, 5_000_000);
    }
}
