//! The game: frames drawn to memory, and the real program in a pseudo-terminal.

mod features;
mod frames;
mod kept;
mod large;
mod lists;
mod looks;
mod memory;
mod pty;
mod puzzles;
mod scenes;
