//! `cargo xtask public-api`: what every published library offers, as text that is kept and reviewed.

use std::fs;

use clap::Args;
use public_api::Builder;

use crate::{Done, command, packages, root, run, target_folder};

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
        run(&mut rustdoc)?;

        let mut offered = Vec::new();
        for library in &libraries {
            let json = target.join("doc").join(format!("{}.json", library.name));
            let api = Builder::from_rustdoc_json(&json)
                .omit_blanket_impls(true)
                .omit_auto_trait_impls(true)
                .build()
                .map_err(|error| format!("{}: {error}", json.display()))?;
            offered.push((format!("{}.txt", library.package), api.to_string()));
        }
        let kept = root().join("xtask/public-api");
        let folder = if self.check { target.join("offered") } else { kept.clone() };
        // Crates that are there no more offer nothing.
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        for (file, api) in offered {
            fs::write(folder.join(file), api)?;
        }
        // Git says which lines have come and gone.
        let mut difference = command("git", &["--no-pager", "diff", "--unified=0"]);
        if self.check {
            run(difference.arg("--no-index").args([&kept, &folder])).map_err(|_| {
                "what is public is not what xtask/public-api says: if it is meant to change, run cargo xtask public-api, and commit what that writes"
            })?;
        } else {
            run(difference.arg("--").arg(&kept))?;
        }
        println!("{} libraries", libraries.len());
        Ok(())
    }
}

/// A library that is published.
struct PublishedLibrary {
    package: String,
    /// What it is called in code.
    name: String,
}

fn libraries() -> Done<Vec<PublishedLibrary>> {
    let packages = packages(&["--no-deps"])?;
    // What must not be published lists no registry; what may go to any has no list.
    let published = packages.iter().filter(|package| package["publish"].is_null());
    let libraries = published.filter_map(|package| {
        let library = package["targets"].as_array()?.iter().find(|target| target["kind"][0] == "lib")?;
        let name = library["name"].as_str()?.replace('-', "_");
        Some(PublishedLibrary { package: package["name"].as_str()?.to_owned(), name })
    });
    Ok(libraries.collect())
}
