//! The licences of the dependencies of `nqueens`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::{Done, cargo, output, packages};

/// Returns the names, versions and licences of all crates in `nqueens` for `target`, and the texts of their licences.
pub(crate) fn of_dependencies(target: &str) -> Done<String> {
    let tree = output(
        cargo(&["tree", "--locked", "--package", "nqueens-cli", "--edges", "normal", "--target", target])
            .args(["--prefix", "none", "--format", "{p}"]),
    )?;
    // A line of `cargo tree`: `name v1.2.3 (/path) (*)`.
    let used: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let mut packages = packages(&[])?;
    packages.sort_by_key(|package| ["name", "version"].map(|key| package[key].as_str().map(str::to_owned)));
    let mut text = "The program nqueens contains the following crates.\n\n".to_owned();
    // Most crates share a few texts, so each text is printed once with its crates.
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &packages {
        let [name, version] = ["name", "version"].map(|key| package[key].as_str().unwrap_or_default());
        // Crates without a `source` belong to the project, whose licence lies beside this file.
        if package["source"].is_null() || !used.contains(&(name, version)) {
            continue;
        }
        writeln!(text, "{name} {version}: {}", package["license"].as_str().unwrap_or("see below"))?;
        let manifest = Path::new(package["manifest_path"].as_str().ok_or("a package without a manifest")?);
        for entry in fs::read_dir(manifest.parent().ok_or("a manifest without a folder")?)? {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_file() && is_licence(&file) {
                let licence = String::from_utf8_lossy(&fs::read(&path)?).trim_end().replace('\r', "");
                texts.entry(licence).or_default().push(format!("{name} {version} {file}"));
            }
        }
    }
    if texts.is_empty() {
        return Err("no crate of the program was found".into());
    }
    let mut texts: Vec<(Vec<String>, String)> = texts.into_iter().map(|(licence, files)| (files, licence)).collect();
    texts.iter_mut().for_each(|(files, _)| files.sort());
    texts.sort();
    for (files, licence) in texts {
        write!(text, "\n{}\n{}\n\n{licence}\n", "=".repeat(80), files.join("\n"))?;
    }
    Ok(text)
}

fn is_licence(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start))
}
