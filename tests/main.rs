//! Tests of the whole workspace: the guide against an independent search, and the real program from outside.

mod cli;
mod game;
mod oracle;
mod outside;
mod page;
