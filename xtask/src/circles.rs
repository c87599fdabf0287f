//! Circles of files: files of a crate that import each other, directly or through others.
//!
//! Two kinds of imports make no circle: a module may import the modules that contain it, whose types it shares, and
//! unit tests may import any file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::Args;
use syn::visit::{self, Visit};

use crate::{Done, packages};

/// Lists the circles in every crate: files that import each other, directly or through others
#[derive(Debug, Args)]
pub(crate) struct Circles {
    /// Fail if there is a circle
    #[arg(long)]
    check: bool,
}

impl Circles {
    pub(crate) fn run(self) -> Done {
        let mut found = Vec::new();
        for package in packages(&["--no-deps"])? {
            let [name, manifest] = ["name", "manifest_path"].map(|key| package[key].as_str().unwrap_or_default());
            let sources = Path::new(manifest).with_file_name("src");
            if !sources.is_dir() {
                continue;
            }
            let modules = Modules::read(&sources)?;
            for circle in modules.circles() {
                println!("{name}: {} of {} files: {}", circle.len(), modules.files(), circle.join(", "));
                found.push(name.to_owned());
            }
        }
        found.dedup();
        if self.check && !found.is_empty() {
            return Err(format!("files import each other in a circle: {}", found.join(", ")).into());
        }
        Ok(())
    }
}

/// The names from the root of a crate to a module; `[]` for the root.
type ModulePath = Vec<String>;

/// A module of a crate.
#[derive(Debug, Default)]
struct Module {
    /// The module whose file contains this module: this module itself, unless it is inline.
    file: ModulePath,
    /// The paths of `use` items, by their names in this module.
    imports: BTreeMap<String, Vec<String>>,
    /// All paths that occur in the code of the module, such as `crate::a::B`.
    paths: BTreeSet<Vec<String>>,
}

/// The modules of a crate.
#[derive(Debug, Default)]
struct Modules(BTreeMap<ModulePath, Module>);

impl Modules {
    /// Reads the modules of a crate from its folder `src`, beginning with `lib.rs` or `main.rs`.
    fn read(sources: &Path) -> Done<Modules> {
        let mut all = Modules::default();
        let root = ["lib.rs", "main.rs"].map(|name| sources.join(name)).into_iter().find(|file| file.is_file());
        let root = root.ok_or_else(|| format!("{} has neither lib.rs nor main.rs", sources.display()))?;
        all.add_file(&root, sources, Vec::new())?;
        Ok(all)
    }

    /// Adds the module `at` with its own file, and its submodules.
    fn add_file(&mut self, file: &Path, sources: &Path, at: ModulePath) -> Done {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        self.add(at.clone(), at, &parsed.items, sources)
    }

    /// Adds the module `at` of `file`, and its submodules.
    fn add(&mut self, at: ModulePath, file: ModulePath, items: &[syn::Item], sources: &Path) -> Done {
        let mut module = Module { file, ..Module::default() };
        for item in items.iter().filter(|item| !is_test(item)) {
            let syn::Item::Mod(inner) = item else {
                module.visit_item(item);
                continue;
            };
            let child = [at.as_slice(), &[inner.ident.to_string()]].concat();
            match &inner.content {
                Some((_, items)) => self.add(child, module.file.clone(), items, sources)?,
                None => self.add_file(&sources.join(file_name(&child)), sources, child)?,
            }
        }
        self.0.insert(at, module);
        Ok(())
    }

    /// Returns the module of the item that code in module `from` names by `path`; `None` if the item is in another
    /// crate. `depth` is the number of imports followed so far.
    fn resolve(&self, from: &[String], path: &[String], depth: usize) -> Option<ModulePath> {
        const DEEPEST: usize = 16;
        let mut at = from.to_vec();
        for (place, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => drop(at.pop()?),
                name => {
                    let import = self.0[&at].imports.get(name);
                    at.push(name.to_owned());
                    if self.0.contains_key(&at) {
                        continue;
                    }
                    at.pop();
                    return match import {
                        Some(import) if depth < DEEPEST && (place > 0 || import[0] != name) => {
                            self.resolve(&at, import, depth + 1)
                        }
                        // The path names an item of the module, or of another crate.
                        _ => (place > 0).then_some(at),
                    };
                }
            }
        }
        Some(at)
    }

    /// Returns the circles as lists of file names, relative to `src`.
    fn circles(&self) -> Vec<Vec<String>> {
        let mut arrows: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = BTreeMap::new();
        for (at, module) in &self.0 {
            let targets = module.paths.iter().filter_map(|path| Some(&self.0[&self.resolve(at, path, 0)?].file));
            // Imports of the file itself and of its ancestors make no circle.
            arrows.entry(&module.file).or_default().extend(targets.filter(|&target| !at.starts_with(target)));
        }
        let reached: BTreeMap<_, _> = arrows.keys().map(|&file| (file, reached_from(file, &arrows))).collect();
        let circle = |file| reached[file].iter().filter(|&&other| reached[other].contains(file));
        let circles = reached.keys().map(|file| circle(file).map(|file| file_name(file)).collect::<Vec<_>>());
        let circles: BTreeSet<_> = circles.filter(|circle| !circle.is_empty()).collect();
        circles.into_iter().collect()
    }

    /// Returns the number of files. Inline modules have no files of their own.
    fn files(&self) -> usize {
        self.0.iter().filter(|(at, module)| **at == module.file).count()
    }
}

/// Returns the path of a module's file relative to `src`.
fn file_name(module: &[String]) -> String {
    format!("{}.rs", module.join("/"))
}

/// Returns the files that the imports of `file` reach, including `file` itself only if it lies on a circle.
fn reached_from<'a>(
    file: &'a ModulePath,
    arrows: &BTreeMap<&'a ModulePath, BTreeSet<&'a ModulePath>>,
) -> BTreeSet<&'a ModulePath> {
    let mut reached = BTreeSet::new();
    let mut open = vec![file];
    while let Some(next) = open.pop() {
        open.extend(arrows[next].iter().copied().filter(|&other| reached.insert(other)));
    }
    reached
}

/// Returns `true` if `item` has the attribute `#[cfg(test)]`.
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

impl Module {
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
            syn::UseTree::Glob(_) => drop(self.paths.insert(before.to_vec())),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
        }
    }

    fn import(&mut self, name: String, path: Vec<String>) {
        self.paths.insert(path.clone());
        self.imports.insert(name, path);
    }
}

/// Collects in [`Module::paths`] the paths that the items of a module name.
impl<'ast> Visit<'ast> for Module {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// Skips a visibility such as `pub(in crate::a)`, which names no dependency.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        // Most macros take expressions separated by commas.
        let arguments = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
        if let Ok(arguments) = call.parse_body_with(arguments) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the circles of a crate that consists of these files.
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
            let c = ("c.rs", "use super::a::{A as Other}; pub struct C(Other);");
            let expected = if b.contains('C') { vec!["a.rs", "b.rs", "c.rs"] } else { vec!["a.rs", "b.rs"] };
            assert_eq!(circles(&[root, a, ("b.rs", b), c]), [expected], "{b}");
        }
    }

    #[test]
    fn parents_and_tests_make_no_circle() {
        let files = [
            ("main.rs", "mod a; struct Shared;"),
            ("a.rs", "mod b; use b::B; pub struct A;"),
            (
                "a/b.rs",
                "use super::A; use crate::Shared; use serde::a; pub struct B; #[cfg(test)] mod tests { use crate::a; }",
            ),
        ];
        assert!(circles(&files).is_empty());
        // A path back through a file that is not a child makes a circle.
        let around = [
            ("main.rs", "mod a; mod c;"),
            ("a.rs", "mod b; use b::B; pub struct A;"),
            ("a/b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use crate::a::A; pub struct C;"),
        ];
        assert_eq!(circles(&around), [["a.rs", "a/b.rs", "c.rs"]]);
    }
}
