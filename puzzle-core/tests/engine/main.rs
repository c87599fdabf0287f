//! Tests the engine against lists of all solutions of small puzzles.

mod counting;
mod deductions;
mod explanations;
mod guides;
mod latin;
mod mutations;
#[path = "../sources/sets.rs"]
mod sets;
mod strange;
mod weights;
