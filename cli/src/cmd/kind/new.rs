//! `new`: a puzzle to begin with, for whoever writes one.

use std::io::Write;

use super::Asked;
use crate::cmd::Failure;
use crate::output::Output;

pub(super) fn run(asked: &Asked, out: &mut Output) -> Result<(), Failure> {
    match asked.kind.template(&asked.arguments) {
        Some(text) => Ok(out.write_all(text.as_bytes())?),
        None => Err(Failure::Failed(format!("there is no {} to begin with", asked.kind.name()))),
    }
}
