//! The game: frames drawn to memory, and the real program in a pseudo-terminal.

mod alone;
mod features;
mod frames;
mod kept;
mod large;
mod lists;
mod looks;
mod memory;
mod options;
mod palette;
mod picture;
mod pictures;
mod plain;
mod pty;
mod puzzles;
mod rules;
mod scenes;
mod svg;
mod tools;
mod waiting;
