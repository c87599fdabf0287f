#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| attacks::run("http", data));
