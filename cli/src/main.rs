//! The program `nqueens`. Everything it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    nqueens_cli::cli::main()
}
