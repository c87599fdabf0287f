//! The folder of a shared count: `plan.jsonl`, and a file for the result of each task.
//!
//! A file is two lines of JSON: what it holds, and the SHA-256 of the first line. It is written beside its place and
//! moved there, so that it is there whole or not at all, however many processes write it.

use std::fs;
use std::path::{Path, PathBuf};

use bdd_core::format::replace_file;
use nqueens_guide::halves::Halves;
use nqueens_guide::halves::shard::{Counted, Found, Plan, sort};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::super::Failure;
use super::VERSION;

/// The second line of a file.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    /// 64 hexadecimal digits.
    sha256: String,
}

/// A folder with a plan that this program can run.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) plan: Plan,
    pub(super) halves: Halves,
}

const PLAN: &str = "plan.jsonl";

impl Folder {
    /// Makes the folder of a plan.
    pub(super) fn create(path: &Path, plan: &Plan) -> Result<(), Failure> {
        let shown = path.display();
        let failed = |error| Failure::Failed(format!("can't make the folder {shown}: {error}"));
        fs::create_dir_all(path).map_err(failed)?;
        let mut entries = fs::read_dir(path).map_err(failed)?;
        if entries.next().is_some() {
            return Err(Failure::Failed(format!("{shown} is not empty: give a new folder for the plan")));
        }
        write(&path.join(PLAN), plan)
    }

    /// Opens a folder.
    pub(super) fn open(path: PathBuf) -> Result<Folder, Failure> {
        let file = path.join(PLAN);
        let failed = |error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", file.display()));
        let text = fs::read_to_string(&file).map_err(|error| {
            Failure::Failed(format!("can't read {}: {error}; make it with `nqueens shard plan`", file.display()))
        })?;
        let plan: Plan = parse(&text).map_err(|error| failed(&error))?;
        let halves = plan.check(VERSION).map_err(|error| failed(&error))?;
        Ok(Folder { path, plan, halves })
    }

    /// The file of a task's result.
    fn file(&self, task: usize) -> PathBuf {
        self.path.join(format!("task-{task:05}.jsonl"))
    }

    /// The task's result, if it was counted already and is sound.
    pub(super) fn result(&self, task: usize) -> Option<Counted> {
        let counted = read(&self.file(task)).ok()?;
        let (sound, _) = sort(&self.plan, vec![(String::new(), Ok(counted))]);
        sound.into_iter().map(|(_, counted)| counted).find(|counted| counted.task == task)
    }

    /// Keeps a task's result.
    pub(super) fn keep(&self, counted: &Counted) -> Result<(), Failure> {
        write(&self.file(counted.task), counted)
    }

    /// All files that look like results, by name, and what is in them.
    pub(super) fn results(&self) -> Result<Vec<Found>, Failure> {
        let shown = self.path.display();
        let failed = |error| Failure::Failed(format!("can't read the folder {shown}: {error}"));
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
            if name.ends_with(".jsonl") && name != PLAN {
                names.push(name);
            }
        }
        names.sort_unstable();
        Ok(names.into_iter().map(|name| (name.clone(), read(&self.path.join(name)))).collect())
    }
}

fn write(path: &Path, content: &impl Serialize) -> Result<(), Failure> {
    let json = "numbers and texts become JSON";
    let line = serde_json::to_string(content).expect(json);
    let seal = serde_json::to_string(&Seal { sha256: checksum(&line) }).expect(json);
    replace_file(path, format!("{line}\n{seal}\n").as_bytes()).map_err(Failure::failed)
}

fn read(path: &Path) -> Result<Counted, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("can't be read: {error}"))?;
    parse(&text)
}

/// What a file's text holds, or what is wrong with it.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let (line, seal) = text.split_once('\n').ok_or("cut off: two lines were expected")?;
    let none = |error| format!("cut off, or none of ours: {error}");
    let Seal { sha256 } = serde_json::from_str(seal).map_err(none)?;
    if checksum(line) != sha256 {
        return Err("its checksum is that of another content".to_owned());
    }
    serde_json::from_str(line).map_err(none)
}

fn checksum(line: &str) -> String {
    Sha256::digest(line).iter().map(|byte| format!("{byte:02x}")).collect()
}
