//! Circles of files: files of a crate that import each other, directly or by way of others.
//!
//! A file that imports its parent, as children do that share the parent's types, makes no circle. Any other way back to
//! where it began does. Unit tests may import what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use syn::visit::{self, Visit};

use crate::{Done, root};

/// Lists the circles of files in every crate
#[derive(Debug, Args)]
pub(crate) struct Circles {
    /// Fail if there is a circle
    #[arg(long)]
    check: bool,
}

impl Circles {
    pub(crate) fn run(self) -> Done {
        let mut found = Vec::new();
        for folder in crates()? {
            let modules = Modules::read(&root().join(&folder).join("src"))?;
            for circle in modules.circles() {
                println!("{folder}: {} of {} files: {}", circle.len(), modules.files.len(), circle.join(", "));
                found.push(folder.clone());
            }
        }
        found.dedup();
        if self.check && !found.is_empty() {
            return Err(format!("files import each other in a circle: {}", found.join(", ")).into());
        }
        Ok(())
    }
}

/// The folders of the workspace's crates, as `Cargo.toml` lists them.
fn crates() -> Done<Vec<String>> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let members = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let (members, _) = members.ok_or("Cargo.toml lists no members")?;
    let folders = members.split(',').map(|member| member.trim().trim_matches('"').to_owned());
    Ok(folders.filter(|folder| root().join(folder).join("src").is_dir()).collect())
}

/// A module of a crate; inline modules belong to the file that they stand in.
#[derive(Debug, Default)]
struct Module {
    file: usize,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    /// The paths of what `use` brings in, by the names that it gets here.
    imports: BTreeMap<String, Vec<String>>,
    /// All paths that the module names.
    paths: BTreeSet<Vec<String>>,
}

/// The modules of a crate, the root first.
#[derive(Debug, Default)]
struct Modules {
    files: Vec<String>,
    modules: Vec<Module>,
}

impl Modules {
    /// Reads the modules of a crate from its folder of sources, from `lib.rs` or `main.rs` on.
    fn read(sources: &Path) -> Done<Modules> {
        let mut all = Modules::default();
        let root = ["lib.rs", "main.rs"].map(|name| sources.join(name)).into_iter().find(|file| file.is_file());
        let root = root.ok_or_else(|| format!("{} has neither lib.rs nor main.rs", sources.display()))?;
        all.add_file(&root, sources, sources, None)?;
        Ok(all)
    }

    /// Adds the module of a file, whose children lie in a folder.
    fn add_file(&mut self, file: &Path, children: &Path, sources: &Path, parent: Option<usize>) -> Done<usize> {
        let name = file.strip_prefix(sources)?.display().to_string();
        let parsed = syn::parse_file(&fs::read_to_string(file)?).map_err(|error| format!("{name}: {error}"))?;
        self.files.push(name);
        let number = self.modules.len();
        self.modules.push(Module { file: self.files.len() - 1, parent, ..Module::default() });
        self.add_items(number, &parsed.items, children, sources)?;
        Ok(number)
    }

    fn add_items(&mut self, module: usize, items: &[syn::Item], folder: &Path, sources: &Path) -> Done {
        for item in items.iter().filter(|item| !is_test(item)) {
            match item {
                syn::Item::Mod(inner) => {
                    let name = inner.ident.to_string();
                    let below = folder.join(&name);
                    let child = match &inner.content {
                        Some((_, items)) => {
                            let number = self.modules.len();
                            let file = self.modules[module].file;
                            self.modules.push(Module { file, parent: Some(module), ..Module::default() });
                            self.add_items(number, items, &below, sources)?;
                            number
                        }
                        None => {
                            let files: [PathBuf; 2] = [folder.join(format!("{name}.rs")), below.join("mod.rs")];
                            let file = files.into_iter().find(|file| file.is_file());
                            let file = file.ok_or_else(|| format!("{} has no file", below.display()))?;
                            self.add_file(&file, &below, sources, Some(module))?
                        }
                    };
                    self.modules[module].children.insert(name, child);
                }
                item => Paths { module: &mut self.modules[module] }.visit_item(item),
            }
        }
        Ok(())
    }

    /// Finds the module that a path named in a module leads to; `None` if it leads out of the crate.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<usize> {
        const DEEPEST: usize = 16;
        let mut at = from;
        for (place, name) in path.iter().enumerate() {
            let module = &self.modules[at];
            at = match name.as_str() {
                "crate" => 0,
                "self" => at,
                "super" => module.parent?,
                name => match (module.children.get(name), module.imports.get(name)) {
                    (Some(&child), _) => child,
                    (None, Some(import)) if depth < DEEPEST && (place > 0 || import[0] != name) => {
                        return self.resolve(at, import, depth + 1);
                    }
                    // An item of the module, or another crate's.
                    _ => return (place > 0).then_some(at),
                },
            };
        }
        Some(at)
    }

    /// Returns the circles, each by the names of its files.
    fn circles(&self) -> Vec<Vec<String>> {
        let mut arrows = vec![BTreeSet::new(); self.files.len()];
        for (number, module) in self.modules.iter().enumerate() {
            for path in &module.paths {
                let Some(target) = self.resolve(number, path, 0) else { continue };
                let target_file = self.modules[target].file;
                if target_file != module.file && !self.is_above(target_file, number) {
                    arrows[module.file].insert(target_file);
                }
            }
        }
        let reached: Vec<BTreeSet<usize>> = (0..arrows.len()).map(|file| reached_from(file, &arrows)).collect();
        let mut circles: Vec<Vec<String>> = Vec::new();
        let mut is_told = vec![false; arrows.len()];
        for file in 0..arrows.len() {
            if is_told[file] || !reached[file].contains(&file) {
                continue;
            }
            let circle: Vec<usize> =
                reached[file].iter().copied().filter(|&other| reached[other].contains(&file)).collect();
            circle.iter().for_each(|&other| is_told[other] = true);
            circles.push(circle.into_iter().map(|other| self.files[other].clone()).collect());
        }
        circles
    }

    /// Returns whether a file holds a module above another module.
    fn is_above(&self, file: usize, module: usize) -> bool {
        let mut above = self.modules[module].parent;
        while let Some(parent) = above {
            if self.modules[parent].file == file {
                return true;
            }
            above = self.modules[parent].parent;
        }
        false
    }
}

/// Returns the files that arrows lead to from a file, which is among them only if it lies on a circle.
fn reached_from(file: usize, arrows: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        open.extend(arrows[next].iter().copied().filter(|&other| reached.insert(other)));
    }
    reached
}

/// Returns whether an item is compiled for tests alone.
fn is_test(item: &syn::Item) -> bool {
    let attributes = match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

/// Collects the paths that items name.
struct Paths<'a> {
    module: &'a mut Module,
}

impl Paths<'_> {
    fn tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let longer = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&longer(&path.ident), &path.tree),
            syn::UseTree::Name(name) if name.ident == "self" => {
                let name = before.last().expect("self stands behind a path").clone();
                self.import(name, before.to_vec());
            }
            syn::UseTree::Name(name) => self.import(name.ident.to_string(), longer(&name.ident)),
            syn::UseTree::Rename(rename) => self.import(rename.rename.to_string(), longer(&rename.ident)),
            syn::UseTree::Glob(_) => drop(self.module.paths.insert(before.to_vec())),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
        }
    }

    fn import(&mut self, name: String, path: Vec<String>) {
        self.module.paths.insert(path.clone());
        self.module.imports.insert(name, path);
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.module.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// Visibility such as `pub(in crate::a)` names no dependency.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // The arguments of most macros are expressions with commas between them.
        let arguments = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        if let Ok(arguments) = call.parse_body_with(arguments) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate of these files.
    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        Modules::read(folder.path()).unwrap().circles()
    }

    #[test]
    fn files_that_import_each_other_are_a_circle_however_they_name_it() {
        let root = ("lib.rs", "mod a; mod b; mod c; pub use c::C;");
        let a = ("a.rs", "use crate::b::B; pub struct A;");
        for b in [
            "use crate::a; pub struct B(a::A);",
            "pub struct B(crate::a::A);",
            "pub struct B; fn f() { println!(\"{:?}\", super::a::A) }",
            "pub struct B(crate::C);",
        ] {
            let c = ("c/mod.rs", "use super::a::{A as Other}; pub struct C(Other);");
            let expected = if b.contains('C') { vec!["a.rs", "b.rs", "c/mod.rs"] } else { vec!["a.rs", "b.rs"] };
            assert_eq!(circles(&[root, a, ("b.rs", b), c]), [expected], "{b}");
        }
    }

    #[test]
    fn parents_and_tests_make_no_circle() {
        let files = [
            ("main.rs", "mod a; struct Shared;"),
            ("a/mod.rs", "mod b; use b::B; pub struct A;"),
            (
                "a/b.rs",
                "use super::A; use crate::Shared; use serde::a; pub struct B; #[cfg(test)] mod tests { use crate::a; }",
            ),
        ];
        assert!(circles(&files).is_empty());
        // A way back by a file that is no child is one.
        let around = [
            ("main.rs", "mod a; mod c;"),
            ("a/mod.rs", "mod b; use b::B; pub struct A;"),
            ("a/b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use crate::a::A; pub struct C;"),
        ];
        assert_eq!(circles(&around), [["a/mod.rs", "a/b.rs", "c.rs"]]);
    }
}
