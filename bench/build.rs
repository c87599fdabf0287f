//! Sets `has_buddy` if BuDDy is installed.

fn main() {
    println!("cargo::rustc-check-cfg=cfg(has_buddy)");
    println!("cargo::rerun-if-env-changed=DEP_BDD_INSTALLED");
    if std::env::var_os("DEP_BDD_INSTALLED").is_some() {
        println!("cargo::rustc-cfg=has_buddy");
    }
}
