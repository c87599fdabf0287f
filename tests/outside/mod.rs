//! Tests of the program's output by other programs. They are ignored by default, since the programs may be missing.
//! `.ci/run` installs the programs and runs all tests in modules with this name: `cargo test --workspace --tests --
//! --ignored outside --skip long`. On Debian: `apt-get install z3 cadical picosat parallel slurm-wlm munge nodejs npm`, and
//! `cargo install veripb`.

#[cfg(unix)]
mod engines;
mod proofs;
mod pzpr;
mod solvers;
