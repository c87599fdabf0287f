//! The program `nqueens`, which is implemented in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    nqueens_cli::cli::main()
}
