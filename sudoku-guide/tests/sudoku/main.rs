//! The guide to Sudoku against what is known, and against a search that shares nothing with it.

mod backtracking;
mod generated;
mod guides;
mod sets;
