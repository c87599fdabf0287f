//! The fuzzer of the reader that `NQUEENS_READER` names, as in `NQUEENS_READER=sudoku fuzz/target/fuzzer FILE`.
#![no_main]

use std::sync::LazyLock;

use fuzz::FuzzTarget;

static ATTACK: LazyLock<&FuzzTarget> = LazyLock::new(|| {
    let name = std::env::var("NQUEENS_READER").expect("NQUEENS_READER names a folder of fuzz/seeds");
    FuzzTarget::named(&name).unwrap_or_else(|| panic!("no reader is named {name:?}"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (ATTACK.body)(bytes));
