//! Every [`FuzzTarget`] with its seeds and damaged copies.

mod damage;

use std::path::Path;

use damage::Sampler;
use fuzz::FuzzTarget;

/// Returns the seeds of a target in `fuzz/seeds`, with their names.
fn seeds(target: &FuzzTarget) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target.name);
    let mut seeds: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(path).unwrap()))
        .collect();
    seeds.sort();
    seeds
}

/// Runs a target on its seeds and on `copies` damaged copies of each.
fn run(target: &FuzzTarget, copies: usize) {
    let seeds = seeds(target);
    assert!(seeds.len() >= 2, "{} has too few seeds", target.name);
    for (_, seed) in &seeds {
        (target.body)(seed);
    }
    let mut sampler = Sampler(1);
    for _ in 0..copies {
        let (_, seed) = &seeds[sampler.below(seeds.len())];
        let (_, other) = &seeds[sampler.below(seeds.len())];
        (target.body)(&sampler.damaged(seed, other));
    }
}

#[test]
fn no_reader_is_misled_by_damaged_seeds() {
    // `http` has a test of its own, since it starts a server.
    for each in FuzzTarget::ALL.iter().filter(|each| each.name != "http") {
        run(each, if matches!(each.name, "keys" | "dialogue") { 100 } else { 2_000 });
    }
}

#[test]
fn the_server_survives_damaged_requests() {
    run(FuzzTarget::named("http").unwrap(), 1_000);
}
