//! `nqueens shard`: counts that are shared among tasks, with missing, repeated, damaged and foreign results.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::files::half_written;
use super::{Run, error, nqueens, program};

/// The folder of a plan, inside a temporary folder.
pub(crate) struct Planned {
    _temporary: TempDir,
    pub(crate) folder: PathBuf,
}

impl Planned {
    pub(crate) fn new(n: usize, tasks: usize) -> Planned {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("a 'plan'");
        let run = nqueens(["shard", "plan", &n.to_string(), "--tasks", &tasks.to_string(), "--out", path(&folder)]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
        assert!(run.stdout.contains(&format!("in {tasks} tasks")), "{}", run.stdout);
        Planned { _temporary: temporary, folder }
    }

    pub(crate) fn shard(&self, verb: &str, rest: &[&str]) -> Run {
        nqueens(["shard", verb, path(&self.folder)].iter().chain(rest))
    }

    #[track_caller]
    pub(crate) fn answer(&self, verb: &str, rest: &[&str]) -> String {
        let run = self.shard(verb, rest);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{verb} {rest:?}: {}", run.stdout);
        run.stdout
    }

    #[track_caller]
    pub(crate) fn error(&self, verb: &str, rest: &[&str]) -> String {
        error(1, ["shard", verb, path(&self.folder)].iter().chain(rest))
    }

    fn run_all(&self, tasks: usize) {
        for task in 1..=tasks {
            self.answer("run", &[&task.to_string()]);
        }
    }

    fn file(&self, task: usize) -> PathBuf {
        self.folder.join(format!("task-{task:05}.jsonl"))
    }

    /// Changes the content of a task's result, and corrects the checksum.
    fn forge(&self, task: usize, change: impl FnOnce(&mut Value)) {
        let text = fs::read_to_string(self.file(task)).unwrap();
        let (line, _) = text.split_once('\n').unwrap();
        let mut content: Value = serde_json::from_str(line).unwrap();
        change(&mut content);
        fs::write(self.file(task), sealed(&content)).unwrap();
    }
}

/// Returns the text of a result file with this content and the right checksum.
fn sealed(content: &Value) -> String {
    let line = content.to_string();
    let sum: String = Sha256::digest(&line).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{line}\n{{\"sha256\":\"{sum}\"}}\n")
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn the_state_and_the_result_are_data_as_well() {
    let planned = Planned::new(10, 3);
    let json = |verb: &str, rest: &[&str]| -> Value { serde_json::from_str(&planned.answer(verb, rest)).unwrap() };
    planned.answer("run", &["2"]);
    let status = json("status", &["--json"]);
    assert_eq!((&status["tasks"], &status["done"], &status["missing"]), (&3.into(), &1.into(), &vec![1, 3].into()));
    planned.run_all(3);
    assert_eq!(json("status", &["--json"])["missing"], Value::Array(Vec::new()));
    assert_eq!(json("merge", &["--json"]), serde_json::json!({ "n": 10, "solutions": 724 }));
    assert_eq!(json("audit", &["--share", "100%", "--json"])["wrong"], Value::Array(Vec::new()));
    planned.forge(2, |content| {
        let count = &mut content["counts"][0];
        *count = (count.as_u64().unwrap() + 1).into();
        content["solutions"] = (content["solutions"].as_u64().unwrap() + 1).into();
    });
    let audit = planned.shard("audit", &["--share", "100%", "--json"]);
    let answer: Value = serde_json::from_str(&audit.stdout).unwrap();
    assert_eq!((audit.code, answer["wrong"].as_array().unwrap().len()), (Some(1), 1), "{answer}");

    let run = nqueens(["shard", "estimate", "10", "--share", "100%", "--json"]);
    let estimate: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&estimate["solutions"], &estimate["error"]), (&724.into(), &0.into()));
}

/// The known number of solutions lies within the printed error of each estimate. This holds for 19 of 20 estimates, and
/// for all of these seeds.
#[test]
fn estimates_are_near() {
    for (n, share, solutions) in [("14", "10%", 365_596.0), ("15", "5%", 2_279_184.0), ("16", "3%", 14_772_512.0)] {
        for seed in ["1", "2", "3"] {
            let run = nqueens(["shard", "estimate", n, "--share", share, "--seed", seed]);
            assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
            let words: Vec<&str> = run.stdout.split_whitespace().collect();
            let number = |before: &str| -> f64 {
                let at = words.iter().position(|&word| word == before).unwrap_or_else(|| panic!("{}", run.stdout));
                words[at + 1].parse().unwrap()
            };
            let (total, percent) = (number("about"), number("take"));
            assert!((total - solutions).abs() <= total * percent / 100.0, "{}", run.stdout);
            assert!(percent < 40.0, "{}", run.stdout);
        }
    }
    // With a share of 100 %, the result is exact.
    let run = nqueens(["shard", "estimate", "10", "--share", "100%"]);
    assert!(run.stdout.starts_with("n = 10: about 7.240e2 solutions, give or take 0.0 %\n"), "{}", run.stdout);
    assert!(error(1, ["shard", "estimate", "4"]).contains("count the solutions with `nqueens count 4`"));
    assert!(error(1, ["shard", "estimate", "40"]).contains("wider than 32 x 32"));
    assert!(error(2, ["shard", "estimate", "12", "--share", "0"]).contains("such as 1%"));
}

#[test]
fn the_parts_make_the_whole() {
    for (n, tasks, total) in [(1, 1, "1\n"), (3, 2, "0\n"), (8, 4, "92\n"), (11, 7, "2680\n"), (12, 300, "14200\n")] {
        let planned = Planned::new(n, tasks);
        let tasks_to_run = if tasks > 7 { 7 } else { tasks };
        planned.run_all(tasks_to_run);
        let status = planned.answer("status", &[]);
        assert!(status.starts_with(&format!("n = {n}: {tasks_to_run} of {tasks} tasks done\n")), "{status}");
        if tasks_to_run < tasks {
            assert!(status.contains("missing: tasks 8-300"), "{status}");
            assert!(planned.error("merge", &[]).contains("missing: tasks 8-300;"));
        } else {
            assert_eq!(planned.answer("merge", &[]), total, "n = {n}");
        }
    }
}

#[test]
fn a_task_that_was_done_is_not_done_again() {
    let planned = Planned::new(10, 2);
    assert!(planned.answer("run", &["2"]).starts_with("task 2 of 2: "));
    let before = fs::read(planned.file(2)).unwrap();
    assert!(planned.answer("run", &["2", "--threads", "3"]).contains("was done before"));
    assert_eq!(fs::read(planned.file(2)).unwrap(), before);
    assert!(planned.error("run", &["3"]).contains("there is no task 3: the plan has 1 to 2"));
    assert!(planned.error("run", &["0"]).contains("there is no task 0"));
}

#[test]
fn what_is_wrong_is_named_and_nothing_is_put_together() {
    let planned = Planned::new(12, 9);
    planned.run_all(9);
    assert_eq!(planned.answer("merge", &[]), "14200\n");
    // Task 1 has no result, task 2 has a second result under another name, and task 5 has one under the name of task 6.
    fs::remove_file(planned.file(1)).unwrap();
    fs::copy(planned.file(2), planned.folder.join("task-2-again.jsonl")).unwrap();
    fs::copy(planned.file(5), planned.file(6)).unwrap();
    // The result of task 3 is cut off, that of task 4 has a changed digit, and that of task 7 has a wrong sum.
    let text = fs::read_to_string(planned.file(3)).unwrap();
    fs::write(planned.file(3), &text[..text.len() / 2]).unwrap();
    let text = fs::read_to_string(planned.file(4)).unwrap();
    fs::write(planned.file(4), text.replacen("\"task\":4", "\"task\":1", 1)).unwrap();
    planned.forge(7, |content| content["solutions"] = (content["solutions"].as_u64().unwrap() + 1).into());
    // The result of task 8 is of another version, that of task 9 of another plan.
    planned.forge(8, |content| content["version"] = "0.0.9".into());
    planned.forge(9, |content| content["first"] = (content["first"].as_u64().unwrap() + 1).into());
    let message = planned.error("merge", &[]);
    for part in [
        "missing: tasks 1, 3-4, 6-9",
        "doubled: results of task 2 in task-00002.jsonl and task-2-again.jsonl",
        "doubled: results of task 5 in task-00005.jsonl and task-00006.jsonl",
        "damaged: task-00003.jsonl: cut off",
        "damaged: task-00004.jsonl: its checksum does not match its content",
        "damaged: task-00007.jsonl: its counts do not add up",
        "of another plan: task-00008.jsonl (a result of version 0.0.9",
        "of another plan: task-00009.jsonl (a result for task 9 with the sets of files",
    ] {
        assert!(message.contains(part), "{part} is missing in: {message}");
    }
    assert!(planned.answer("status", &[]).contains("0 of 9 tasks done"));
    // Running a task again sets an unusable file with its name aside and replaces it. The second result of task 2 has
    // another name, so it must be removed by hand.
    for task in 1..=9 {
        let before = fs::read(planned.file(task)).ok();
        let run = planned.shard("run", &[&task.to_string()]);
        let is_sound = [1, 2, 5].contains(&task);
        let note = format!("note: task-0000{task}.jsonl was set aside as task-0000{task}.jsonl.damaged (");
        assert!(run.code == Some(0) && if is_sound { run.stderr.is_empty() } else { run.stderr.starts_with(&note) });
        let aside = planned.file(task).with_extension("jsonl.damaged");
        assert_eq!(fs::read(aside).ok(), before.filter(|_| !is_sound));
    }
    assert!(planned.error("merge", &[]).contains(": doubled: results of task 2"));
    fs::remove_file(planned.folder.join("task-2-again.jsonl")).unwrap();
    // `merge` removes the old temporary file of a killed task. A new temporary file stays, since a task may be writing
    // it.
    let [left, begun] = half_written(&planned.folder);
    assert_eq!(planned.answer("merge", &[]), "14200\n");
    assert_eq!([left.exists(), begun.exists()], [false, true]);
}

#[test]
fn an_audit_finds_what_no_checksum_can() {
    let planned = Planned::new(12, 3);
    planned.run_all(3);
    let all = planned.answer("audit", &["--share", "100%", "--seed", "1"]);
    assert_eq!(all, "counted 252 of 252 sets again, and all counts are confirmed; 3 of 3 tasks have results\n");
    let some = planned.answer("audit", &["--share", "10%", "--seed", "1", "--threads", "2"]);
    // The audit counts a tenth of the sets of each task, rounded up.
    assert!(["26", "27", "28"].contains(&some.split(' ').nth(1).unwrap()), "{some}");
    // One solution is moved from a set to another set, so that the sum stays right.
    planned.forge(2, |content| {
        let counts = content["counts"].as_array_mut().unwrap();
        let at = counts.iter().position(|count| count.as_u64() > Some(0)).unwrap();
        counts[at] = (counts[at].as_u64().unwrap() - 1).into();
        counts[at + 1] = (counts[at + 1].as_u64().unwrap() + 1).into();
    });
    assert_eq!(planned.answer("merge", &[]), "14200\n");
    let message = planned.error("audit", &["--share", "100%", "--seed", "1"]);
    assert_eq!(message.matches("task-00002.jsonl: set ").count(), 2, "{message}");
    // The result of task 3 gets one count too many.
    planned.forge(3, |content| content["counts"].as_array_mut().unwrap().push(0.into()));
    let message = planned.error("audit", &["--seed", "1"]);
    assert!(message.contains("damaged: task-00003.jsonl: expected 84 counts for sets"), "{message}");
}

/// A board of 32 x 32 has 601,080,390 sets of files, a quarter of which are counted, so listing them would take long.
#[test]
fn results_with_too_few_or_too_many_counts_are_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (first, end) = (0, 601_080_390_u64);
    let plan = json!({
        "n": 32, "method": 1, "version": env!("CARGO_PKG_VERSION"),
        "tasks": [{ "first": first, "end": end, "seconds": 1.0 }],
    });
    let result = |counts: &[u64]| {
        json!({
            "n": 32, "method": 1, "version": env!("CARGO_PKG_VERSION"), "task": 1, "first": first, "end": end,
            "seconds": 1.0, "solutions": counts.iter().sum::<u64>(), "counts": counts,
        })
    };
    fs::write(folder.path().join("plan.jsonl"), sealed(&plan)).unwrap();
    let file = folder.path().join("task-00001.jsonl");
    let merge = || error(1, ["shard", "merge", path(folder.path())]);
    for (counts, found) in [(vec![7], 1), (vec![], 0), (vec![3; 5000], 5000)] {
        fs::write(&file, sealed(&result(&counts))).unwrap();
        let expected = format!("damaged: task-00001.jsonl: expected more than {found} counts for sets 0 to {end}");
        let message = merge();
        assert!(message.contains(&expected), "{message}");
    }
    let mut other = result(&[7]);
    other["method"] = 2.into();
    fs::write(&file, sealed(&other)).unwrap();
    assert!(
        merge().contains("of another plan: task-00001.jsonl (a result of method 2, but the plan has method 1)"),
        "{}",
        merge()
    );
    let mut other = plan.clone();
    other["method"] = 2.into();
    fs::write(folder.path().join("plan.jsonl"), sealed(&other)).unwrap();
    assert!(merge().contains("the plan was made for method 2, but this program has method 1"), "{}", merge());
    // On a small board, the message contains the right number of counts.
    let planned = Planned::new(10, 2);
    planned.run_all(2);
    planned.forge(1, |content| content["counts"].as_array_mut().unwrap().extend([0.into(), 0.into()]));
    let message = planned.error("merge", &[]);
    assert!(message.contains("task-00001.jsonl: expected 29 counts for sets 0 to 126, found 31"), "{message}");
    assert!(planned.answer("status", &[]).contains("1 of 2 tasks done"));
    assert!(planned.error("audit", &[]).contains("task-00001.jsonl: expected 29 counts"));
}

/// The files of the results are replaced by a folder, which can't be read as a file, and by a pipe, which must not
/// block.
#[cfg(unix)]
#[test]
fn a_task_whose_file_cannot_be_read_is_not_begun() {
    let planned = Planned::new(10, 2);
    fs::create_dir(planned.file(1)).unwrap();
    let message = planned.error("run", &["1"]);
    assert!(message.contains("task-00001.jsonl: it is a folder; the result of task 1 needs this name"), "{message}");
    assert!(std::process::Command::new("mkfifo").arg(planned.file(2)).status().unwrap().success());
    assert!(planned.error("run", &["2"]).contains("it is not a regular file"));
    assert!(planned.error("merge", &[]).contains("damaged: task-00002.jsonl: can't be read: it is not a regular file"));
    assert!(planned.file(1).is_dir());
}

#[test]
fn plans_are_checked_as_well() {
    let planned = Planned::new(9, 2);
    let run = nqueens(["shard", "plan", "9", "--tasks", "2", "--out", path(&planned.folder)]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("is not empty"), "{}", run.stderr);
    let plan = planned.folder.join("plan.jsonl");
    let text = fs::read_to_string(&plan).unwrap();
    fs::write(&plan, text.replacen("\"n\":9", "\"n\":8", 1)).unwrap();
    assert!(planned.error("run", &["1"]).contains("its checksum does not match its content"));
    fs::remove_file(&plan).unwrap();
    assert!(planned.error("status", &[]).contains("make it with `nqueens shard plan`"));
    assert!(
        error(1, ["shard", "plan", "33", "--tasks", "2", "--out", path(&planned.folder)]).contains("wider than 32")
    );
}

#[test]
fn a_task_that_is_killed_leaves_nothing() {
    // The task would take hours.
    let planned = Planned::new(22, 1);
    let mut child = program().args(["shard", "run", path(&planned.folder), "1"]).spawn().unwrap();
    sleep(Duration::from_millis(400));
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    let names: Vec<_> = fs::read_dir(&planned.folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["plan.jsonl"]);
    assert!(planned.error("merge", &[]).contains("missing: task 1;"));
}

#[test]
fn every_engine_has_a_script_that_names_the_folder_and_all_tasks() {
    let planned = Planned::new(8, 3);
    for (engine, parts) in [
        ("slurm", ["#SBATCH --array=1-3", "$SLURM_ARRAY_TASK_ID"]),
        ("parallel", ["seq 1 3", "--joblog"]),
        ("hyperqueue", ["--array 1-3", "$HQ_TASK_ID"]),
        ("kubernetes", ["completions: 3", "JOB_COMPLETION_INDEX + 1"]),
    ] {
        let script = planned.answer("script", &["--engine", engine, "--threads", "2"]);
        assert!(parts.iter().all(|part| script.contains(part)), "{script}");
        assert!(script.contains("shard run --threads 2"), "{script}");
        assert!(engine == "kubernetes" || script.contains("a '\\''plan'\\''"), "{script}");
    }
}
