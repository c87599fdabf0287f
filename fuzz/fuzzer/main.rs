//! The fuzzer of the target with the name in `NQUEENS_READER`, as in `NQUEENS_READER=sudoku fuzz/target/fuzzer FILE`.
#![no_main]

use std::sync::LazyLock;

use fuzz::FuzzTarget;

static TARGET: LazyLock<&FuzzTarget> = LazyLock::new(|| {
    let name = std::env::var("NQUEENS_READER").expect("NQUEENS_READER names a folder of fuzz/seeds");
    FuzzTarget::named(&name).unwrap_or_else(|| panic!("no reader is named {name:?}"))
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (TARGET.body)(bytes));
