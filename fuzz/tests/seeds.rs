//! Every attack with its seeds, with all beginnings of them, and with damaged copies.

mod damage;

use std::path::Path;

use damage::Sampler;
use fuzz::FuzzTarget;

/// The seeds of an attack, each with its name.
fn seeds(attack: &FuzzTarget) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(attack.name);
    let mut seeds: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect();
    seeds.sort();
    seeds
}

/// How many damaged copies are tried of all the seeds of an attack.
fn attack(attack: &FuzzTarget, copies: usize) {
    let seeds = seeds(attack);
    assert!(seeds.len() >= 2, "{} has too few seeds", attack.name);
    for (_, seed) in &seeds {
        (attack.body)(seed);
    }
    let mut sampler = Sampler(1);
    for _ in 0..copies {
        let (_, seed) = &seeds[sampler.below(seeds.len())];
        let (_, other) = &seeds[sampler.below(seeds.len())];
        (attack.body)(&sampler.damaged(seed, other));
    }
}

#[test]
fn no_reader_is_misled_by_damaged_seeds() {
    // The server is apart from the others: it is a real one, over loopback.
    for each in FuzzTarget::ALL.iter().filter(|each| each.name != "http") {
        attack(each, if matches!(each.name, "keys" | "dialogue") { 100 } else { 2_000 });
    }
}

#[test]
fn the_server_survives_damaged_requests() {
    attack(FuzzTarget::named("http").unwrap(), 1_000);
}
