//! The engine, held to a list of all solutions of a puzzle made up for the purpose.

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
