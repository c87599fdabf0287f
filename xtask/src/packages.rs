//! `cargo xtask packages`: checks every crate in its published form, with tests and examples.

use std::fmt::Write;
use std::fs::{self, File};

use clap::Args;
use flate2::read::GzDecoder;

use crate::{Done, cargo, root, run, target_folder};

#[derive(Debug, Args)]
pub(crate) struct Packages {
    /// The cargo command to run on all unpacked packages together, after `cargo check` of each package alone
    #[arg(last = true, default_values_t = ["check".to_owned(), "--all-targets".to_owned()])]
    cargo: Vec<String>,
}

impl Packages {
    /// Unpacks the packages into a workspace of their own, where they find each other but no other files of the
    /// repository.
    pub(crate) fn run(self) -> Done {
        let packages = target_folder().join("package");
        let folder = target_folder().join("unpacked");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let (mut members, mut names, mut patches) = (Vec::new(), Vec::new(), String::new());
        for entry in fs::read_dir(&packages)
            .map_err(|error| format!("{}: {error}; cargo package --workspace first", packages.display()))?
        {
            let path = entry?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let version = format!("-{}", env!("CARGO_PKG_VERSION"));
            if path.extension().is_none_or(|extension| extension != "crate") || !stem.ends_with(&version) {
                continue;
            }
            let mut archive = tar::Archive::new(GzDecoder::new(File::open(&path)?));
            // All files of a package have the same old date, so Cargo would take them for the files of an earlier
            // package.
            archive.set_preserve_mtime(false);
            archive.unpack(&folder)?;
            let name = stem.trim_end_matches(&version);
            writeln!(patches, "{name} = {{ path = {stem:?} }}")?;
            names.push(name.to_owned());
            members.push(stem);
        }
        members.sort();
        names.sort();
        // With the profiles and versions of this workspace, dependencies are built once.
        let workspace = fs::read_to_string(root().join("Cargo.toml"))?;
        let profiles = workspace.find("[profile.").map_or("", |start| &workspace[start..]);
        let manifest =
            format!("[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[patch.crates-io]\n{patches}\n{profiles}");
        fs::write(folder.join("Cargo.toml"), manifest)?;
        fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
        println!("{} packages in {}", members.len(), folder.display());
        // Alone, a package gets only those features of its dependencies that it asks for.
        for name in &names {
            run(cargo(&["check", "--quiet", "--offline", "--package", name])
                .current_dir(&folder)
                .env("CARGO_TARGET_DIR", target_folder()))?;
        }
        let (subcommand, rest) = self.cargo.split_first().ok_or("cargo needs a command")?;
        run(cargo(&[subcommand, "--workspace"])
            .args(rest)
            .current_dir(&folder)
            .env("CARGO_TARGET_DIR", target_folder()))
    }
}
