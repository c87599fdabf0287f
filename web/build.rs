//! Lists the files of `page/`, so that all of them are embedded.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    list(&root, "", &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for name in files {
        let path = root.join(&name);
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").expect("a string takes all");
    }
    table.push_str("]\n");
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("page.rs");
    fs::write(out, table).expect("the build folder can be written");
}

/// Adds the files below a folder, each by its path below the root with slashes.
fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("page/ can be read") {
        let entry = entry.expect("page/ can be read");
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("assets have plain names"));
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files);
        } else if !entry.file_name().as_encoded_bytes().starts_with(b".") {
            files.push(name);
        }
    }
}
