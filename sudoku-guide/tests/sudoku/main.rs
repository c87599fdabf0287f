//! Tests of the guide to Sudoku, compared with known results and with a search that shares no code.

mod backtracking;
mod generated;
mod guides;
mod sets;
