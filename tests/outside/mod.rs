//! What other programs say of what ours writes. Without them these tests can't be run, and are ignored; `.ci/run` installs
//! them and runs all tests of modules with this name: `cargo test --workspace --tests -- --ignored outside --skip long`. On Debian:
//! `apt-get install z3 cadical picosat parallel slurm-wlm munge nodejs npm`.

#[cfg(unix)]
mod engines;
mod pzpr;
mod solvers;
