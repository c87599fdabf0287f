//! Writes a table of the files of `page/`, each in plain and in compressed form, which the server embeds.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("page");
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).to_owned();
    println!("cargo::rerun-if-changed={}", root.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files = Vec::new();
    list(&root, "", &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for (number, name) in files.into_iter().enumerate() {
        let path = root.join(&name);
        let plain = fs::read(&path).expect("page/ can be read");
        let packed = gzip(&plain);
        // A file that gets hardly smaller, such as a picture, is not worth a compressed copy.
        let packed = if packed.len() < plain.len() * 9 / 10 {
            let path = out.join(format!("{number}.gz"));
            fs::write(&path, packed).expect("the build folder can be written");
            format!("Some(include_bytes!({path:?}))")
        } else {
            "None".to_owned()
        };
        writeln!(table, "    PageFile {{ name: {name:?}, plain: include_bytes!({path:?}), packed: {packed} }},")
            .expect("writing to a string never fails");
    }
    table.push_str("]\n");
    fs::write(out.join("page.rs"), table).expect("the build folder can be written");
}

/// Appends the paths of all files below `folder`, each with `prefix` before it and with slashes. Hidden files are left
/// out.
fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("page/ can be read") {
        let entry = entry.expect("page/ can be read");
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("the names of assets are UTF-8"));
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.path().is_dir() {
            list(&entry.path(), &format!("{name}/"), files);
        } else {
            files.push(name);
        }
    }
}

/// Compresses bytes with gzip. The result contains no file name and no time, so it depends on the bytes alone.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes).and_then(|()| packer.finish()).expect("writing to a vector never fails")
}
