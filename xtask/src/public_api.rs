//! `cargo xtask public-api`: what every published library offers, as text that is kept and reviewed.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use clap::Args;
use public_api::Builder;
use serde_json::Value;

use crate::{Done, cargo, command, output, root, run, target_folder};

/// The compiler whose rustdoc tells it: the format of what it writes changes, and so does what it says of the same source.
const NIGHTLY: &str = include_str!("../../.ci/nightly");

#[derive(Debug, Args)]
pub(crate) struct PublicApi {
    /// Write nothing, and fail if a file does not say what its crate offers
    #[arg(long)]
    check: bool,
}

impl PublicApi {
    /// Documents all libraries at once, with all their features, and lists what is public: a line an item, without what
    /// holds of every type (blanket implementations) and what follows from its fields (auto traits).
    pub(crate) fn run(self) -> Done {
        let libraries = libraries()?;
        let target = target_folder().join("public-api");
        let mut rustdoc = command("rustup", &["run", NIGHTLY.trim_end(), "cargo", "doc", "--quiet", "--locked"]);
        rustdoc.args(["--no-deps", "--lib", "--all-features"]);
        for library in &libraries {
            rustdoc.args(["--package", &library.package]);
        }
        rustdoc.env("CARGO_TARGET_DIR", &target);
        rustdoc.env("RUSTDOCFLAGS", "-Z unstable-options --output-format json --cap-lints allow");
        // This task runs by another toolchain's cargo, which has said so to all that it starts.
        for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN", "RUSTFLAGS"] {
            rustdoc.env_remove(variable);
        }
        run(rustdoc)?;

        let folder = root().join("xtask/public-api");
        fs::create_dir_all(&folder)?;
        let mut offered = BTreeMap::new();
        for library in &libraries {
            let json = target.join("doc").join(format!("{}.json", library.name));
            let api = Builder::from_rustdoc_json(&json)
                .omit_blanket_impls(true)
                .omit_auto_trait_impls(true)
                .build()
                .map_err(|error| format!("{}: {error}", json.display()))?;
            offered.insert(folder.join(format!("{}.txt", library.package)), api.to_string());
        }
        // Crates that are there no more offer nothing.
        for entry in fs::read_dir(&folder)? {
            offered.entry(entry?.path()).or_default();
        }
        let mut changed = Vec::new();
        for (file, api) in offered {
            let kept = fs::read_to_string(&file).unwrap_or_default();
            if kept == api {
                continue;
            }
            tell(&file.file_stem().unwrap_or_default().to_string_lossy(), &kept, &api);
            if !self.check && api.is_empty() {
                fs::remove_file(&file)?;
            } else if !self.check {
                fs::write(&file, api)?;
            }
            changed.push(file);
        }
        if self.check && !changed.is_empty() {
            let files = changed.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
            return Err(format!(
                "what is public is not what {files} says: if it is meant to change, run cargo xtask public-api, and commit what that writes"
            )
            .into());
        }
        println!("{} libraries, {} files changed", libraries.len(), changed.len());
        Ok(())
    }
}

/// A library that is published.
struct Library {
    package: String,
    /// What it is called in code.
    name: String,
}

fn libraries() -> Done<Vec<Library>> {
    let metadata: Value =
        serde_json::from_slice(&output(cargo(&["metadata", "--locked", "--no-deps", "--format-version", "1"]))?)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata tells of no packages")?;
    // What must not be published lists no registry; what may go to any has no list.
    let published = packages.iter().filter(|package| package["publish"].is_null());
    let libraries = published.filter_map(|package| {
        let library = package["targets"].as_array()?.iter().find(|target| target["kind"][0] == "lib")?;
        let name = library["name"].as_str()?.replace('-', "_");
        Some(Library { package: package["name"].as_str()?.to_owned(), name })
    });
    Ok(libraries.collect())
}

/// Says which lines have come and gone. Both texts are sorted alike, so that a line which is in both has not changed.
fn tell(package: &str, kept: &str, now: &str) {
    for (mark, from, without) in [('-', kept, now), ('+', now, kept)] {
        let without: HashSet<&str> = without.lines().collect();
        for line in from.lines().filter(|line| !without.contains(line)) {
            println!("{package} {mark} {line}");
        }
    }
}
