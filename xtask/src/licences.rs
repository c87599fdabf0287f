//! The licences of the dependencies of the program and of the Python package.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use clap::Args;
use serde_json::Value;

use crate::{Done, cargo, host, output, root};

/// `cargo xtask licences`: the licences of the crates in the Python package.
#[derive(Debug, Args)]
pub(crate) struct Licences {
    /// The target platform of the wheel; the default is this machine
    #[arg(long)]
    target: Option<String>,
}

impl Licences {
    /// Writes the licences beside the sources of the package, where maturin looks for the licences of a wheel.
    pub(crate) fn run(self) -> Done {
        let target = self.target.map_or_else(host, Ok)?;
        let folder = root().join("python");
        let file = folder.join("LICENSES-THIRD-PARTY");
        fs::write(&file, of_dependencies(&folder, "nqueens-python", "The Python package nqueens-guide", &target)?)?;
        println!("{}", file.display());
        Ok(())
    }
}

/// Returns the names, versions and licences of all crates in `package` for `target`, and the texts of their licences.
/// `workspace` is the folder of the package's workspace, and `name` the name of the product.
pub(crate) fn of_dependencies(workspace: &Path, package: &str, name: &str, target: &str) -> Done<String> {
    let here = |arguments: &[&str]| output(cargo(arguments).current_dir(workspace));
    let tree = here(&[
        "tree",
        "--locked",
        "--package",
        package,
        "--edges",
        "normal",
        "--target",
        target,
        "--prefix",
        "none",
        "--format",
        "{p}",
    ])?;
    // A line of `cargo tree`: `name v1.2.3 (/path) (*)`.
    let used: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| {
            let mut words = line.split(' ');
            Some((words.next()?, words.next()?.strip_prefix('v')?))
        })
        .collect();
    let metadata: Value = serde_json::from_str(&here(&["metadata", "--locked", "--format-version", "1"])?)?;
    let mut packages: Vec<Value> =
        metadata["packages"].as_array().ok_or("expected `packages` in the output of cargo metadata")?.clone();
    packages.sort_by_key(|package| ["name", "version"].map(|key| package[key].as_str().map(str::to_owned)));
    let mut text = format!("{name} contains the following crates.\n\n");
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
        return Err("no crate of another project was found".into());
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
