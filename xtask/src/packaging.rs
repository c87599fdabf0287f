//! `cargo xtask packaging`: the manifests of package managers, from the settings in `Cargo.toml`.
//!
//! Each template in `packaging/templates` contains placeholders between two `@`. Their values come from
//! `[workspace.package]`, from `[workspace.metadata.packaging]`, and from the checksums beside the archives of a
//! release. Two manifests are also files of the repository, because Nix and Debian read them there. All manifests are
//! written to the folder `packaging` of the target folder, for a release.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

use crate::{Done, metadata, root, target_folder};

#[derive(Debug, Args)]
pub(crate) struct Packaging {
    /// Only compare the manifests in the repository, and the settings repeated in other files, with Cargo.toml; with
    /// `--repository`, also compare the address there with this one
    #[arg(long, conflicts_with = "dist")]
    check: bool,
    /// The folder with the archives of a release and their checksums; without it, all checksums are zeros
    #[arg(long)]
    dist: Option<PathBuf>,
    /// The address of the repository, if it is not the one in Cargo.toml
    #[arg(long)]
    repository: Option<String>,
}

/// The templates in `packaging/templates`, each with the path of the manifest made from it, relative to the folder of a
/// release's manifests.
const MANIFESTS: [(&str, &str); 8] = [
    ("nqueens.rb", "homebrew/nqueens.rb"),
    ("PKGBUILD", "aur/PKGBUILD"),
    ("nqueens.json", "scoop/nqueens.json"),
    ("winget/Nqueens.Nqueens.yaml", "winget/Nqueens.Nqueens.yaml"),
    ("winget/Nqueens.Nqueens.installer.yaml", "winget/Nqueens.Nqueens.installer.yaml"),
    ("winget/Nqueens.Nqueens.locale.en-GB.yaml", "winget/Nqueens.Nqueens.locale.en-GB.yaml"),
    ("flake.nix", "flake.nix"),
    ("control", "debian/control"),
];

/// The templates whose manifests are in the repository, with their places there.
const KEPT: [(&str, &str); 2] = [("flake.nix", "flake.nix"), ("control", "packaging/control")];

/// Settings that other files repeat: the file, the beginning of the first line with the setting, and the template of
/// this line.
const REPEATED: [(&str, &str, &str); 8] = [
    ("python/Cargo.toml", "version = ", "version = \"@version@\""),
    ("python/Cargo.toml", "license = ", "license = \"@license@\""),
    ("python/Cargo.toml", "rust-version = ", "rust-version = \"@rust-version@\""),
    ("python/pyproject.toml", "license = ", "license = \"@license@\""),
    ("python/pyproject.toml", "Repository = ", "Repository = \"@repository@\""),
    ("web/npm/package.json", "  \"license\": ", "  \"license\": \"@license@\","),
    ("web/npm/package.json", "  \"repository\": ", "  \"repository\": \"@repository@\","),
    ("packaging/changelog", "nqueens (", "nqueens (@version@-1) unstable; urgency=medium"),
];

impl Packaging {
    pub(crate) fn run(self) -> Done {
        if self.check {
            check_repositories(&metadata(&["--no-deps"])?, self.repository.as_deref())?;
        }
        let settings = ManifestValues::read(self.repository, self.dist)?;
        let mut expected: Vec<(&str, String)> = Vec::new();
        for (template, file) in KEPT {
            expected.push((file, settings.manifest(template)?));
        }
        for (file, beginning, template) in REPEATED {
            let text = match expected.iter().find(|(known, _)| *known == file) {
                Some((_, text)) => text.clone(),
                None => read(&root().join(file))?,
            };
            let text = with_line(&text, beginning, &settings.filled(template)?)
                .ok_or_else(|| format!("{file}: expected a line that begins with `{beginning}`"))?;
            expected.retain(|(known, _)| *known != file);
            expected.push((file, text));
        }
        if self.check {
            for (file, text) in &expected {
                if read(&root().join(file)).ok().as_deref() != Some(text) {
                    return Err(
                        format!("{file} differs from the settings in Cargo.toml: run cargo xtask packaging").into()
                    );
                }
            }
            // A release fails early if a template has an unknown placeholder.
            for (template, _) in MANIFESTS {
                settings.manifest(template)?;
            }
            return Ok(());
        }
        // The files of the repository keep its own settings, whatever the release's are.
        if !settings.is_release {
            for (file, text) in &expected {
                fs::write(root().join(file), text)?;
            }
        }
        let folder = target_folder().join("packaging");
        for (template, file) in MANIFESTS {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().expect("a manifest is in a folder"))?;
            fs::write(&path, settings.manifest(template)?)?;
            println!("{}", path.display());
        }
        Ok(())
    }
}

/// Checks that the packages to be published state the same repository, and that it is `address` if one is given.
///
/// `metadata` is the output of `cargo metadata`.
fn check_repositories(metadata: &Value, address: Option<&str>) -> Done {
    let packages = || metadata["packages"].as_array().into_iter().flatten();
    let published = packages().filter(|package| package["publish"].is_null());
    let program = packages().find(|package| package["name"] == "nqueens-cli");
    let own = program.and_then(|program| program["repository"].as_str()).unwrap_or("no address");
    if let Some(address) = address
        && address != own
    {
        return Err(format!(
            "expected the repository {address} in Cargo.toml, found {own}: change it in [workspace.package], run cargo xtask \
             packaging, and commit the files"
        )
        .into());
    }
    for package in published {
        let found = package["repository"].as_str().unwrap_or("no address");
        if found != own {
            let manifest = package["manifest_path"].as_str().unwrap_or_default();
            return Err(format!(
                "{manifest}: expected the repository {own}, found {found}: write `repository.workspace = true` there"
            )
            .into());
        }
    }
    Ok(())
}

fn read(path: &Path) -> Done<String> {
    Ok(fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?)
}

/// Returns `text` with `line` in place of its first line that begins with `beginning`.
fn with_line(text: &str, beginning: &str, line: &str) -> Option<String> {
    let start = if text.starts_with(beginning) { 0 } else { text.find(&format!("\n{beginning}"))? + 1 };
    let end = text[start..].find('\n').map_or(text.len(), |length| start + length);
    Some(format!("{}{line}{}", &text[..start], &text[end..]))
}

/// The values of the placeholders.
struct ManifestValues {
    values: BTreeMap<String, String>,
    /// The paragraphs of the long description, without line breaks.
    description: Vec<String>,
    /// The folder with the checksums of the archives.
    dist: Option<PathBuf>,
    is_release: bool,
}

impl ManifestValues {
    /// Reads the settings in `Cargo.toml`; `repository` replaces the repository's address there.
    fn read(repository: Option<String>, dist: Option<PathBuf>) -> Done<ManifestValues> {
        let is_release = repository.is_some() || dist.is_some();
        let metadata = metadata(&["--no-deps"])?;
        let program = metadata["packages"].as_array().into_iter().flatten().find(|one| one["name"] == "nqueens-cli");
        let program = program.ok_or("expected the package nqueens-cli in the output of cargo metadata")?;
        let own = &metadata["metadata"]["packaging"];
        let text = |from: &Value, key: &str| {
            let value = from[key].as_str().map(str::to_owned);
            value.ok_or_else(|| format!("expected a text `{key}` in [workspace.metadata.packaging] or cli/Cargo.toml"))
        };
        let mut values = BTreeMap::new();
        for (name, value) in [
            ("version", text(program, "version")?),
            ("license", text(program, "license")?),
            ("rust-version", text(program, "rust_version")?),
            ("summary", text(program, "description")?),
            ("title", text(own, "title")?),
            ("maintainer", text(own, "maintainer")?),
            ("authors", program["authors"][0].as_str().unwrap_or_default().to_owned()),
        ] {
            values.insert(name.to_owned(), value);
        }
        let repository = repository.map_or_else(|| text(program, "repository"), Ok)?;
        values.insert("download".to_owned(), format!("{repository}/releases/download/v{}", values["version"]));
        values.insert("repository".to_owned(), repository);
        let paragraphs = own["description"].as_array().ok_or("expected a list of paragraphs `description`")?;
        let description = paragraphs.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        Ok(ManifestValues { values, description, dist, is_release })
    }

    /// Returns the manifest of a template in `packaging/templates`.
    fn manifest(&self, template: &str) -> Done<String> {
        let path = root().join("packaging/templates").join(template);
        self.filled(&read(&path)?).map_err(|error| format!("{}: {error}", path.display()).into())
    }

    /// Returns `template` with the values of all placeholders.
    fn filled(&self, template: &str) -> Done<String> {
        let mut parts = template.split('@');
        let mut text = parts.next().unwrap_or_default().to_owned();
        while let Some(name) = parts.next() {
            let rest = parts.next().ok_or_else(|| format!("expected a second @ after `{name}`"))?;
            text.push_str(&self.value(name)?);
            text.push_str(rest);
        }
        Ok(text)
    }

    /// Returns the value of the placeholder `name`:
    ///
    /// - the name of a setting stands for the value of the setting;
    /// - `description:debian` and `description:yaml` stand for the long description in the syntax of Debian or YAML;
    /// - `sha256:` and the end of an archive's name stand for the checksum of the archive.
    fn value(&self, name: &str) -> Done<String> {
        match name.split_once(':') {
            None => Ok(self
                .values
                .get(name)
                .cloned()
                .ok_or_else(|| format!("there is no value for the placeholder @{name}@"))?),
            Some(("sha256", end)) => self.checksum(end),
            Some(("description", "debian")) => Ok(self.described("\n ", "\n .\n ")),
            Some(("description", "yaml")) => Ok(self.described("\n  ", "\n\n  ")),
            Some(_) => Err(format!("there is no value for the placeholder @{name}@").into()),
        }
    }

    /// Returns the long description in lines of at most 78 letters.
    fn described(&self, line_break: &str, paragraph_break: &str) -> String {
        let paragraphs = self.description.iter().map(|paragraph| wrapped(paragraph, 78).join(line_break));
        paragraphs.collect::<Vec<_>>().join(paragraph_break)
    }

    /// Returns the SHA-256 of the archive whose name ends with `end`, from the file with its checksum.
    fn checksum(&self, end: &str) -> Done<String> {
        let Some(dist) = &self.dist else { return Ok("0".repeat(64)) };
        let archive = format!("nqueens-{}-{end}", self.values["version"]);
        let path = dist.join(format!("{archive}.sha256"));
        let line = read(&path)?;
        match line.trim_end().split_once("  ") {
            Some((sum, name)) if name == archive && sum.len() == 64 && sum.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Ok(sum.to_owned())
            }
            _ => Err(format!("{}: expected the checksum of {archive}, found {line:?}", path.display()).into()),
        }
    }
}

/// Breaks a paragraph into lines of at most `width` letters, unless a word is longer.
fn wrapped(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(dist: Option<PathBuf>) -> ManifestValues {
        let values = [("version", "1.2.3"), ("repository", "https://board.example")];
        ManifestValues {
            values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            description: vec!["One two.".to_owned(), "Three.".to_owned()],
            dist,
            is_release: false,
        }
    }

    #[test]
    fn placeholders_are_filled() {
        let filled = |template| settings(None).filled(template).unwrap();
        assert_eq!(filled("a @version@ b\n@repository@"), "a 1.2.3 b\nhttps://board.example");
        assert_eq!(filled("@sha256:x.zip@"), "0".repeat(64));
        assert_eq!(filled("D: t\n @description:debian@"), "D: t\n One two.\n .\n Three.");
        assert_eq!(filled("D: |-\n  @description:yaml@"), "D: |-\n  One two.\n\n  Three.");
    }

    #[test]
    fn unknown_placeholders_are_errors() {
        for (template, message) in [
            ("@versoin@", "there is no value for the placeholder @versoin@"),
            ("@description:html@", "there is no value for the placeholder @description:html@"),
            ("me@home", "expected a second @ after `home`"),
        ] {
            assert_eq!(settings(None).filled(template).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn checksums_come_from_the_files_beside_the_archives() {
        let folder = tempfile::tempdir().unwrap();
        let settings = settings(Some(folder.path().to_owned()));
        let missing = settings.filled("@sha256:x.zip@").unwrap_err().to_string();
        assert!(missing.contains("nqueens-1.2.3-x.zip.sha256"), "{missing}");
        let sum = "ab".repeat(32);
        let file = folder.path().join("nqueens-1.2.3-x.zip.sha256");
        fs::write(&file, format!("{sum}  nqueens-1.2.3-x.zip\n")).unwrap();
        assert_eq!(settings.filled("@sha256:x.zip@").unwrap(), sum);
        fs::write(&file, format!("{sum}  nqueens-1.2.2-x.zip\n")).unwrap();
        let other = settings.filled("@sha256:x.zip@").unwrap_err().to_string();
        assert!(other.contains("expected the checksum of nqueens-1.2.3-x.zip"), "{other}");
    }

    #[test]
    fn a_line_is_replaced_once() {
        let text = "[a]\nversion = \"1\"\n[b]\nversion = \"1\"\n";
        let expected = "[a]\nversion = \"2\"\n[b]\nversion = \"1\"\n";
        assert_eq!(with_line(text, "version = ", "version = \"2\"").as_deref(), Some(expected));
        assert_eq!(with_line("x 1", "x ", "x 2").as_deref(), Some("x 2"));
        assert_eq!(with_line(text, "licence = ", ""), None);
    }

    #[test]
    fn published_packages_state_the_repository() {
        let packages = |library: Value, tool: Value| {
            let package = |name: &str, publish: Value, repository: Value| {
                json!({
                    "name": name, "publish": publish, "repository": repository, "manifest_path": format!("{name}/Cargo.toml"),
                })
            };
            json!({"packages": [
                package("nqueens-cli", Value::Null, json!("https://board.example")),
                package("library", Value::Null, library),
                package("tool", json!([]), tool),
            ]})
        };
        let error = |metadata, address| check_repositories(&metadata, address).unwrap_err().to_string();
        let good = packages(json!("https://board.example"), Value::Null);
        check_repositories(&good, None).unwrap();
        check_repositories(&good, Some("https://board.example")).unwrap();
        let message = error(good, Some("https://other.example"));
        let expected = "expected the repository https://other.example in Cargo.toml, found https://board.example: ";
        assert!(message.starts_with(expected), "{message}");
        let message = error(packages(Value::Null, Value::Null), None);
        let expected = "library/Cargo.toml: expected the repository https://board.example, found no address: ";
        assert!(message.starts_with(expected), "{message}");
        error(packages(json!("https://other.example"), Value::Null), None);
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("aa bb ccc d eeeeeee f", 5), ["aa bb", "ccc d", "eeeeeee", "f"]);
    }
}
