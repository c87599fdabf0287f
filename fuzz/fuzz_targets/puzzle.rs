#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| attacks::run("puzzle", data));
