//! The licences of what the program is made of.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Done, cargo, output};

/// The names, versions and licences of all crates that are compiled into the program for a target, and the texts that
/// they come with.
pub(crate) fn of_dependencies(target: &str) -> Done<String> {
    let tree = String::from_utf8(output(cargo(&[
        "tree",
        "--locked",
        "--package",
        "nqueens-cli",
        "--edges",
        "normal",
        "--target",
        target,
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]))?)?;
    // "name v1.2.3 (/path) (*)"
    let used: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let metadata: Value = serde_json::from_slice(&output(cargo(&["metadata", "--locked", "--format-version", "1"]))?)?;
    let mut packages: Vec<&Value> =
        metadata["packages"].as_array().ok_or("cargo metadata tells of no packages")?.iter().collect();
    packages.sort_by_key(|package| (package["name"].as_str(), package["version"].as_str()));
    let mut text = "The program nqueens contains the following crates.\n".to_owned();
    let mut told = 0;
    for package in packages {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap_or_default());
        // Those without a source are the project's own, whose licence lies beside this file.
        if package["source"].is_null() || !used.contains(&(name, version)) {
            continue;
        }
        told += 1;
        let licence = package["license"].as_str().unwrap_or("see below");
        write!(text, "\n{}\n{name} {version}: {licence}\n", "=".repeat(80))?;
        let manifest = Path::new(package["manifest_path"].as_str().ok_or("a package without a manifest")?);
        let mut files: Vec<_> = fs::read_dir(manifest.parent().ok_or("a manifest without a folder")?)?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.is_file() && is_licence(&path.file_name().unwrap_or_default().to_string_lossy()))
            .collect();
        files.sort();
        for file in files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            write!(text, "\n--- {name}\n\n{}\n", String::from_utf8_lossy(&fs::read(&file)?).trim_end())?;
        }
    }
    if told == 0 { Err("no crate of the program was found".into()) } else { Ok(text) }
}

fn is_licence(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
}
