//! The folder of a distributed count: `plan.jsonl`, and a file for the result of each task.
//!
//! A file has two lines of JSON: its content, and the [`Seal`] of its content. A file is first written under a
//! temporary name and then renamed, so that it is always complete, even if several processes write it.

use std::fs;
use std::path::{Path, PathBuf};

use bdd_core::format::{create_file, replace_file};
use nqueens_guide::halves::Halves;
use nqueens_guide::halves::shard::{Counted, Faults, Found, Plan, sort};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::super::Failure;
use super::VERSION;
use crate::kept::{self, StoredFile};
use crate::output;

/// The second line of the plan or of a result: the checksum of the first line.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Seal {
    /// The SHA-256 of the file's first line, 64 hexadecimal digits.
    sha256: String,
}

/// A folder with a [`Plan`] that this program can run.
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) plan: Plan,
    pub(super) halves: Halves,
}

const PLAN: &str = "plan.jsonl";

/// The largest accepted `plan.jsonl`, in bytes. A plan with the largest number of tasks takes less than half of this
/// limit.
const PLAN_LIMIT: u64 = 16 << 20;

impl Folder {
    /// Creates the folder `path` with `plan`.
    pub(super) fn create(path: &Path, plan: &Plan) -> Result<(), Failure> {
        let shown = path.display();
        let failed = |error| Failure::Failed(format!("can't make the folder {shown}: {error}"));
        fs::create_dir_all(path).map_err(failed)?;
        let mut entries = fs::read_dir(path).map_err(failed)?;
        if entries.next().is_some() {
            return Err(Failure::Failed(format!("{shown} is not empty: give a new folder for the plan")));
        }
        // The file is not overwritten: another program may just have created it.
        create_file(&path.join(PLAN), sealed(plan).as_bytes()).map_err(Failure::failed)
    }

    pub(super) fn open(path: PathBuf) -> Result<Folder, Failure> {
        let file = path.join(PLAN);
        let failed = |error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", file.display()));
        let text = kept::text(&file, PLAN_LIMIT).map_err(|error| {
            Failure::Failed(format!("can't read {}: {error}; make it with `nqueens shard plan`", file.display()))
        })?;
        let plan: Plan = parse(&text).map_err(|error| failed(&error))?;
        let halves = plan.check(VERSION).map_err(|error| failed(&error))?;
        Ok(Folder { path, plan, halves })
    }

    /// Returns the path of the file with the result of `task`.
    fn file(&self, task: usize) -> PathBuf {
        self.path.join(format!("task-{task:05}.jsonl"))
    }

    /// Returns the result of `task`; `None` if it is missing or invalid. A file with an invalid result is set aside
    /// with a note. A file that can't be read or set aside is a [`Failure`], since a new result could not be stored in
    /// its place.
    pub(super) fn result(&self, task: usize) -> Result<Option<Counted>, Failure> {
        let file = self.file(task);
        let why = match self.read(&file) {
            StoredFile::Missing => return Ok(None),
            StoredFile::Read(counted) => {
                let (mut sound, faults) = sort(&self.plan, vec![(kept::name(&file), Ok(counted))]);
                match sound.pop() {
                    Some((_, counted)) if counted.task == task => return Ok(Some(counted)),
                    Some((_, counted)) => format!("expected the result of task {task}, found that of {}", counted.task),
                    None => Faults { missing: Vec::new(), ..faults }.to_string(),
                }
            }
            StoredFile::Unreadable(why) => {
                return Err(Failure::Failed(format!(
                    "can't read {}: {why}; the result of task {task} needs this name: move the file away",
                    file.display()
                )));
            }
            StoredFile::Damaged(why) => why,
        };
        let aside = kept::set_aside(&file, "damaged").map_err(|error| {
            Failure::Failed(format!(
                "{} is not a result of task {task} ({why}), and can't be set aside: {error}",
                file.display()
            ))
        })?;
        output::note(&format!("{} was set aside as {} ({why})", kept::name(&file), kept::name(&aside)));
        Ok(None)
    }

    /// Stores the result of a task.
    pub(super) fn keep(&self, counted: &Counted) -> Result<(), Failure> {
        // Another program may have stored the same result meanwhile.
        match self.result(counted.task)? {
            Some(_) => Ok(()),
            None => replace_file(&self.file(counted.task), sealed(counted).as_bytes()).map_err(Failure::failed),
        }
    }

    fn read(&self, file: &Path) -> StoredFile<Counted> {
        // The limit in bytes: a count has at most 20 digits and a comma, and a result has at most one count for each
        // set of its task.
        let most = self.plan.tasks.iter().map(|task| task.end - task.first).max().unwrap_or(0);
        kept::read(file, most.saturating_mul(21).saturating_add(4096), |text| {
            parse(str::from_utf8(&text).map_err(|_| "it is not UTF-8 text")?)
        })
    }

    /// Reads all `.jsonl` files of the folder except the plan. Returns the name of each file with its result, or with
    /// the reason why it can't be read.
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
        let found = |name: String| {
            let content = match self.read(&self.path.join(&name)) {
                StoredFile::Read(counted) => Ok(counted),
                StoredFile::Damaged(why) => Err(why),
                StoredFile::Unreadable(why) => Err(format!("can't be read: {why}")),
                StoredFile::Missing => Err("can't be read: it is gone".to_owned()),
            };
            (name, content)
        };
        Ok(names.into_iter().map(found).collect())
    }
}

/// Returns `content` and its [`Seal`] as the text of a file.
fn sealed(content: &impl Serialize) -> String {
    let json = "numbers and texts can always be written as JSON";
    let line = serde_json::to_string(content).expect(json);
    let seal = serde_json::to_string(&Seal { sha256: checksum(&line) }).expect(json);
    format!("{line}\n{seal}\n")
}

/// Parses the text of a file and checks its [`Seal`]. The error describes the fault as a clause, for a message.
fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let (line, seal) = text.split_once('\n').ok_or("cut off: expected two lines, found one")?;
    let none = |error| format!("incomplete, or not written by `nqueens shard`: {error}");
    let Seal { sha256 } = serde_json::from_str(seal).map_err(none)?;
    if checksum(line) != sha256 {
        return Err("its checksum does not match its content".to_owned());
    }
    serde_json::from_str(line).map_err(none)
}

fn checksum(line: &str) -> String {
    Sha256::digest(line).iter().map(|byte| format!("{byte:02x}")).collect()
}
