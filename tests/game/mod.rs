//! The game: frames drawn to memory, and the real program in a pseudo-terminal.

mod frames;
mod pty;
