//! Tasks for this repository, besides the commands of cargo: `cargo xtask COMMAND`.

mod archive;
mod circles;
mod dist;
mod licences;
mod packages;
mod packaging;
mod public_api;

use std::error::Error;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use serde_json::Value;

#[derive(Debug, Parser)]
enum Xtask {
    /// List files that import each other in a circle
    Circles(circles::Circles),
    /// Make the archive to install from: the program, its manual pages and completions, licences, checksum
    Dist(dist::Dist),
    /// Write the licences of the crates in the Python package to python/LICENSES-THIRD-PARTY, for its wheels
    Licences(licences::Licences),
    /// Check the libraries, with tests and examples, in the packages that `cargo package` has made
    Packages(packages::Packages),
    /// Write the manifests for package managers, from the settings in Cargo.toml
    Packaging(packaging::Packaging),
    /// Write the public interface of every published library to xtask/public-api
    PublicApi(public_api::PublicApi),
}

fn main() -> ExitCode {
    let done = match Xtask::parse() {
        Xtask::Circles(task) => task.run(),
        Xtask::Dist(task) => task.run(),
        Xtask::Licences(task) => task.run(),
        Xtask::Packages(task) => task.run(),
        Xtask::Packaging(task) => task.run(),
        Xtask::PublicApi(task) => task.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

type Done<T = ()> = Result<T, Box<dyn Error>>;

/// Returns the folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace's folder")
}

/// Returns the target folder of cargo, by `CARGO_TARGET_DIR`.
fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Returns a [`Command`] in the folder of the workspace.
fn command(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    command
}

/// Returns a [`Command`] of the cargo that runs this task, or of the cargo on the `PATH`.
fn cargo(arguments: &[&str]) -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), arguments)
}

/// Runs a command; a nonzero exit status is an error.
fn run(command: &mut Command) -> Done {
    let status = command.status().map_err(|error| about(command, error))?;
    if status.success() { Ok(()) } else { Err(about(command, status).into()) }
}

/// Returns the standard output of a command; a nonzero exit status is an error.
fn output(command: &mut Command) -> Done<String> {
    let output = command.stderr(std::process::Stdio::inherit()).output().map_err(|error| about(command, error))?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        Err(about(command, output.status).into())
    }
}

/// Returns the output of `cargo metadata` with more arguments.
fn metadata(arguments: &[&str]) -> Done<Value> {
    let told = output(cargo(&["metadata", "--locked", "--format-version", "1"]).args(arguments))?;
    Ok(serde_json::from_str(&told)?)
}

/// Returns the packages of `cargo metadata`: the packages of the workspace, and all dependencies unless `arguments` has
/// `--no-deps`.
fn packages(arguments: &[&str]) -> Done<Vec<Value>> {
    Ok(metadata(arguments)?["packages"]
        .as_array()
        .ok_or("expected `packages` in the output of cargo metadata")?
        .clone())
}

/// Returns the target triple of this machine, as `rustc` writes it.
fn host() -> Done<String> {
    Ok(output(&mut command("rustc", &["--print", "host-tuple"]))?.trim_end().to_owned())
}

fn about(command: &Command, what: impl Display) -> String {
    format!(
        "{} {}: {what}",
        command.get_program().display(),
        command.get_args().map(|a| a.to_string_lossy()).collect::<Vec<_>>().join(" ")
    )
}
