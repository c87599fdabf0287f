//! Games of three kinds of puzzle, played by messages alone, without a terminal, threads or a clock.

mod attempts;
mod certified;
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
mod tools;
mod typing;
