//! Finds the library in the folders where packages and people install it.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_buddy)");
    println!("cargo::rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").expect("cargo sets it");
    let multiarch = format!("/usr/lib/{}", target.replace("-unknown", ""));
    let found = [multiarch.as_str(), "/usr/lib64", "/usr/lib", "/usr/local/lib", "/opt/homebrew/lib"].into_iter().find(
        |folder| ["libbdd.so", "libbdd.dylib", "libbdd.a"].iter().any(|file| Path::new(folder).join(file).exists()),
    );
    if let Some(folder) = found {
        // This script runs again after BuDDy is uninstalled.
        println!("cargo::rerun-if-changed={folder}/libbdd.so");
        println!("cargo::rustc-cfg=has_buddy");
        // The build scripts of crates that depend on this crate get DEP_BDD_INSTALLED.
        println!("cargo::metadata=installed=1");
        println!("cargo::rustc-link-search=native={folder}");
        println!("cargo::rustc-link-lib=bdd");
    }
}
