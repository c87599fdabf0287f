//! The game of three puzzles, played by messages alone: no terminal, no threads, no clock.

mod attempts;
mod clashes;
mod diagrams;
mod draws;
mod gradual;
mod help;
mod jobs;
mod moves;
mod notes;
mod pages;
mod queue;
mod random;
mod saves;
mod table;
mod typing;
