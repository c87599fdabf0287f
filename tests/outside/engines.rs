//! Counts that real engines distribute: GNU parallel, Slurm and HyperQueue.
//!
//! The tests start Slurm for this machine alone, as root. HyperQueue must be installed by `pip install hyperqueue`, for
//! the Python that `NQUEENS_PYTHON` names (`python3` by default).

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::cli::shard::Planned;

/// Writes the script for an engine to a file beside the plan, and returns its path.
fn script(planned: &Planned, engine: &str) -> std::path::PathBuf {
    let program = env!("CARGO_BIN_EXE_nqueens");
    let text = planned.answer("script", &["--engine", engine, "--program", program]);
    let path = planned.folder.join(format!("{engine}.sh"));
    fs::write(&path, text).unwrap();
    path
}

/// Returns the number of tasks with a result.
fn done(planned: &Planned) -> usize {
    let entries = fs::read_dir(&planned.folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("task-") && name.ends_with(".jsonl")).count()
}

fn wait_until(what: &str, seconds: u64, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(seconds), "waited {seconds} s: {what}");
        sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "takes GNU parallel"]
fn gnu_parallel_goes_on_where_it_was_killed() {
    for (n, tasks, total) in [(14, 40, "365596\n"), (15, 60, "2279184\n")] {
        let planned = Planned::new(n, tasks);
        let script = script(&planned, "parallel");
        let mut first = Command::new("sh").arg(&script).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_until("some tasks", 120, || done(&planned) >= 3);
        // The shell has replaced itself by GNU parallel (`exec`), so the kill ends GNU parallel itself.
        first.kill().unwrap();
        first.wait().unwrap();
        let before = done(&planned);
        let again = Command::new("sh").arg(&script).output().unwrap();
        assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
        assert!(before <= tasks && done(&planned) == tasks, "{before}");
        assert_eq!(planned.answer("merge", &[]), total, "n = {n}");
        planned.answer("audit", &["--share", "5%", "--seed", "1"]);
    }
}

#[test]
#[ignore = "takes HyperQueue"]
fn hyperqueue_goes_on_where_it_was_killed() {
    let python = std::env::var("NQUEENS_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let imports = Command::new(&python).args(["-c", "import hyperqueue"]).status();
    assert!(imports.is_ok_and(|status| status.success()), "{python} has no HyperQueue");
    let (n, tasks, total) = (14, 40, "365596\n");
    let planned = Planned::new(n, tasks);
    let script = script(&planned, "hyperqueue");
    // The package from pip does not contain the program `hq`. This replacement submits tasks by the Python interface.
    let programs = tempfile::tempdir().unwrap();
    let hq = programs.path().join("hq");
    fs::write(programs.path().join("hq.py"), include_str!("hq.py")).unwrap();
    fs::write(&hq, "#!/bin/sh\nexec \"$NQUEENS_PYTHON\" \"$0.py\" \"$@\"\n").unwrap();
    permit(&hq, 0o755);
    let path = format!("{}:{}", programs.path().display(), std::env::var("PATH").unwrap());
    let submit = || {
        let mut command = Command::new("sh");
        command.arg(&script).env("PATH", &path).env("NQUEENS_PYTHON", &python).env("HQ_FOLDER", programs.path());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    // Each program has replaced itself by the next one (`exec`), so the kill ends the process with the server and the
    // worker.
    let mut first = submit().spawn().unwrap();
    wait_until("some tasks", 120, || done(&planned) >= 3);
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(submit().status().unwrap().success());
    assert_eq!(done(&planned), tasks);
    assert_eq!(planned.answer("merge", &[]), total);
}

/// The daemons of Slurm for one machine, with a folder of their own. Dropping this value ends them.
struct Slurm {
    _folder: tempfile::TempDir,
    configuration: std::path::PathBuf,
    daemons: Vec<Child>,
}

impl Slurm {
    fn start() -> Slurm {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().to_owned();
        let at = |name: &str| folder.join(name).display().to_string();
        for name in ["state", "spool"] {
            fs::create_dir(folder.join(name)).unwrap();
        }
        fs::write(folder.join("munge.key"), [7; 1024]).unwrap();
        permit(&folder.join("munge.key"), 0o400);
        permit(&folder, 0o755);
        let host = String::from_utf8(Command::new("hostname").arg("-s").output().unwrap().stdout).unwrap();
        let (host, cpus) = (host.trim(), std::thread::available_parallelism().unwrap());
        let configuration = folder.join("slurm.conf");
        let text = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nCredType=cred/munge\nAuthInfo=socket={socket}\n\
             SlurmctldPort=26817\nSlurmdPort=26818\n\
             StateSaveLocation={state}\nSlurmdSpoolDir={spool}\n\
             SlurmctldPidFile={ctld}\nSlurmdPidFile={d}\n\
             ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\nMpiDefault=none\n\
             SchedulerParameters=sched_min_interval=10000\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n",
            socket = at("munge.socket"),
            state = at("state"),
            spool = at("spool"),
            ctld = at("slurmctld.pid"),
            d = at("slurmd.pid"),
        );
        fs::write(&configuration, text).unwrap();
        let mut slurm = Slurm { _folder: temporary, configuration, daemons: Vec::new() };
        slurm.daemon(Command::new("munged").args(["--foreground", "--force"]).args([
            format!("--socket={}", at("munge.socket")),
            format!("--key-file={}", at("munge.key")),
            format!("--log-file={}", at("munged.log")),
            format!("--pid-file={}", at("munged.pid")),
            format!("--seed-file={}", at("munged.seed")),
        ]));
        wait_until("munge", 20, || folder.join("munge.socket").exists());
        let configuration = slurm.configuration.clone();
        slurm.daemon(Command::new("slurmctld").args(["-D", "-f"]).arg(&configuration));
        slurm.daemon(Command::new("slurmd").args(["-D", "-f"]).arg(&configuration));
        wait_until("a node of Slurm", 60, || {
            let (_, nodes) = slurm.say("sinfo", &["--noheader", "--format=%t"]);
            ["idle", "mix", "alloc"].contains(&nodes.trim())
        });
        slurm
    }

    fn daemon(&mut self, command: &mut Command) {
        self.daemons.push(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    }

    fn say(&self, program: &str, arguments: &[&str]) -> (bool, String) {
        let output = Command::new(program).args(arguments).env("SLURM_CONF", &self.configuration).output().unwrap();
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr),
        )
    }

    /// Submits a script, and returns the number of its job.
    fn submit(&self, script: &Path) -> String {
        let (well, answer) = self.say("sbatch", &["--parsable", script.to_str().unwrap()]);
        assert!(well, "{answer}");
        answer.trim().to_owned()
    }

    fn wait_for_all(&self) {
        wait_until("the jobs", 300, || {
            let (well, jobs) = self.say("squeue", &["--noheader"]);
            well && jobs.trim().is_empty()
        });
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let _ = self.say("scancel", &["--full", "--user=root"]);
        for daemon in self.daemons.iter_mut().rev() {
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn permit(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[ignore = "takes Slurm, and root"]
fn slurm_counts_with_tasks_that_are_killed_and_requeued() {
    let user = Command::new("id").arg("-u").output().unwrap().stdout;
    assert_eq!(user, b"0\n", "only root can start Slurm");
    let slurm = Slurm::start();
    for (n, tasks, total) in [(14, 4, "365596\n"), (15, 5, "2279184\n")] {
        let planned = Planned::new(n, tasks);
        let script = script(&planned, "slurm");
        let job = slurm.submit(&script);
        // The last task is killed before its end; other tasks may be finished.
        wait_until("the first task", 120, || done(&planned) >= 1);
        let (_, said) = slurm.say("scancel", &[&format!("{job}_{tasks}")]);
        assert!(!said.contains("error"), "{said}");
        slurm.wait_for_all();
        let cut_short = planned.error("merge", &[]);
        assert!(cut_short.contains(&format!("missing: task {tasks};")), "{cut_short}");
        // The same script runs the remaining tasks.
        slurm.submit(&script);
        slurm.wait_for_all();
        assert_eq!(planned.answer("merge", &[]), total, "n = {n}");
    }
}
