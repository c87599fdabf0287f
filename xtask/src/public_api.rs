//! `cargo xtask public-api`: the public interface of every published library, as text for reviews.

use std::fs;

use clap::Args;
use public_api::Builder;

use crate::{Done, command, packages, root, run, target_folder};

/// The toolchain whose `rustdoc` is used: another version would print the same source differently.
const NIGHTLY: &str = include_str!("../../.ci/nightly");

#[derive(Debug, Args)]
pub(crate) struct PublicApi {
    /// Write no file, and fail if an interface differs from its file
    #[arg(long)]
    check: bool,
}

impl PublicApi {
    /// Documents all libraries with all features, and lists their public items, one on each line, without blanket
    /// implementations and auto traits.
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
        // The cargo that runs this task sets these variables for its own toolchain.
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
        // The folder is made anew, so that it has no files of crates that were removed.
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        for (file, api) in offered {
            fs::write(folder.join(file), api)?;
        }
        // Git prints the difference.
        let mut difference = command("git", &["--no-pager", "diff", "--unified=0"]);
        if self.check {
            run(difference.arg("--no-index").args([&kept, &folder])).map_err(|_| {
                "public interfaces differ from xtask/public-api: if this is intended, run cargo xtask public-api and commit its output"
            })?;
        } else {
            run(difference.arg("--").arg(&kept))?;
        }
        println!("{} libraries", libraries.len());
        Ok(())
    }
}

/// A library of the workspace that is published on crates.io.
struct PublishedLibrary {
    package: String,
    /// The name of the library in Rust code, with underscores.
    name: String,
}

fn libraries() -> Done<Vec<PublishedLibrary>> {
    let packages = packages(&["--no-deps"])?;
    // Unpublished packages have an empty list of registries; the others have no list.
    let published = packages.iter().filter(|package| package["publish"].is_null());
    let libraries = published.filter_map(|package| {
        let library = package["targets"].as_array()?.iter().find(|target| target["kind"][0] == "lib")?;
        let name = library["name"].as_str()?.replace('-', "_");
        Some(PublishedLibrary { package: package["name"].as_str()?.to_owned(), name })
    });
    Ok(libraries.collect())
}
