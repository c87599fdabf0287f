//! `cargo xtask dist`: the archive to install from, with the same bytes for the same commit on every machine.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::{Done, archive, cargo, command, host, licences, output, root, run, target_folder};

/// The files of the repository that are copied into the archive. They contain no links to other files.
const ALONG: [&str; 4] = ["cli/README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// The shells of `nqueens completions`, and the file name that each expects.
const COMPLETIONS: [(&str, &str); 5] = [
    ("bash", "nqueens.bash"),
    ("elvish", "nqueens.elv"),
    ("fish", "nqueens.fish"),
    ("powershell", "_nqueens.ps1"),
    ("zsh", "_nqueens"),
];

#[derive(Debug, Args)]
pub(crate) struct Dist {
    /// The target platform; the default is one static program for any Linux
    #[arg(long, default_value = "x86_64-unknown-linux-musl")]
    target: String,
}

impl Dist {
    pub(crate) fn run(self) -> Done {
        let epoch = epoch()?;
        let built = build(&self.target, epoch)?;
        // Manuals and completions are the same for all platforms: a program for this machine writes them.
        let runs_here = self.target.starts_with(std::env::consts::ARCH) && self.target.contains(std::env::consts::OS);
        let talker = if runs_here { built.clone() } else { build(&host()?, epoch)? };

        let folder = target_folder().join("dist");
        let stage = folder.join("stage");
        if stage.exists() {
            fs::remove_dir_all(&stage)?;
        }
        fs::create_dir_all(stage.join("completions"))?;
        fs::copy(&built, stage.join(built.file_name().expect("a program has a name")))?;
        for file in ALONG.map(Path::new) {
            fs::copy(root().join(file), stage.join(file.file_name().expect("these are files")))?;
        }
        let licences = licences::of_dependencies(root(), "nqueens-cli", "The program nqueens", &self.target)?;
        fs::write(stage.join("LICENSES-THIRD-PARTY"), licences)?;
        let pages = stage.join("man").join("man1");
        run(&mut command(&talker, &["man", "--out", &pages.to_string_lossy()]))?;
        for (shell, name) in COMPLETIONS {
            fs::write(stage.join("completions").join(name), output(&mut command(&talker, &["completions", shell]))?)?;
        }

        let name = format!("nqueens-{}-{}", env!("CARGO_PKG_VERSION"), self.target);
        // Windows, and its package managers, unpack this format without another program.
        let ending = if self.target.contains("windows") { "zip" } else { "tar.gz" };
        let file = folder.join(format!("{name}.{ending}"));
        match ending {
            "zip" => archive::pack_zip(&stage, &name, &file)?,
            _ => archive::pack(&stage, &name, epoch, &file)?,
        }
        println!("{}", archive::write_checksum(&file)?);
        Ok(())
    }
}

/// Returns the date of all files in the archive, in seconds since 1970: `SOURCE_DATE_EPOCH`, or else the date of the
/// commit.
fn epoch() -> Done<u64> {
    let text = match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(text) => text,
        Err(_) => output(&mut command("git", &["log", "-1", "--pretty=%ct"]))?,
    };
    Ok(text.trim().parse().map_err(|error| format!("SOURCE_DATE_EPOCH is {text:?}: {error}"))?)
}

/// Builds `nqueens` for `target`. The program does not contain the paths of the build folders.
fn build(target: &str, epoch: u64) -> Done<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let mut flags =
        vec!["-Cstrip=symbols".to_owned(), remapped(root(), "nqueens"), remapped(&target_folder(), "target")];
    flags.extend(home.map(|home| remapped(&home, "cargo")));
    run(cargo(&["build", "--release", "--locked", "--package", "nqueens-cli", "--target", target])
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"))
        .env("SOURCE_DATE_EPOCH", epoch.to_string())
        // Incremental builds may split the crate into other codegen units.
        .env("CARGO_INCREMENTAL", "0"))?;
    let suffix = if target.contains("windows") { ".exe" } else { "" };
    Ok(target_folder().join(target).join("release").join(format!("nqueens{suffix}")))
}

fn remapped(folder: &Path, name: &str) -> String {
    format!("--remap-path-prefix={}=/{name}", folder.display())
}
