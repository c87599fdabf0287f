//! `nqueens shard script`: the script that makes an engine, such as Slurm, run all tasks.

use std::io::Write;

use clap::{Args, ValueEnum};

use super::super::{Failure, whole};
use super::{Folder, FolderArgs, VERSION};
use crate::output::Output;

/// Print a script with which an engine, such as Slurm or GNU parallel, runs all tasks
#[derive(Debug, Args)]
pub(super) struct Script {
    #[command(flatten)]
    folder: FolderArgs,
    /// The engine that runs the tasks
    #[arg(long)]
    engine: ScriptEngine,
    /// The path of the program on the machines that run the tasks
    #[arg(long, value_name = "PROGRAM", default_value = "nqueens")]
    program: String,
    /// The number of threads of each task, 1 to 1024
    #[arg(long, value_name = "T", default_value = "1", value_parser = whole::<u16>(1, 1024), allow_negative_numbers = true)]
    threads: u16,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScriptEngine {
    /// A job array, for sbatch
    Slurm,
    /// GNU parallel, on this machine or by ssh
    Parallel,
    /// A task array, for HyperQueue's hq
    Hyperqueue,
    /// An indexed job, for kubectl
    Kubernetes,
}

impl Script {
    pub(super) fn run(self, out: &mut Output) -> Result<(), Failure> {
        let folder = Folder::open(self.folder.folder)?;
        let path = folder.path.canonicalize().unwrap_or(folder.path);
        let (n, tasks, threads) = (folder.plan.n, folder.plan.tasks.len(), self.threads);
        let place = path.display().to_string();
        let (folder, program) = (quoted(&place), quoted(&self.program));
        let text = match self.engine {
            ScriptEngine::Slurm => {
                let log = path.join("slurm-%a.log").display().to_string();
                format!(
                    r#"#!/bin/sh
# Submit this file with sbatch. If tasks fail, submit it again: finished tasks end at once.
#SBATCH --job-name=nqueens-{n}
#SBATCH --array=1-{tasks}
#SBATCH --cpus-per-task={threads}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output="{log}"
exec {program} shard run --threads {threads} {folder} "$SLURM_ARRAY_TASK_ID"
"#
                )
            }
            ScriptEngine::Parallel => {
                let log = quoted(&path.join("joblog").display().to_string());
                format!(
                    r#"#!/bin/sh
# Run this file with sh. After a stop, run it again to continue. On other machines that see the folder and have the
# program: sh FILE --sshlogin HOST,HOST
seq 1 {tasks} | exec parallel --joblog {log} --resume-failed --jobs "$(($(nproc) / {threads} + ($(nproc) < {threads})))" "$@" {program_in_shell} shard run --threads {threads} {folder_in_shell} '{{}}'
"#,
                    program_in_shell = quoted(&program),
                    folder_in_shell = quoted(&folder),
                )
            }
            ScriptEngine::Hyperqueue => format!(
                r#"#!/bin/sh
# Run this file with sh, where `hq server` and workers are running.
exec hq submit --name nqueens-{n} --array 1-{tasks} --cpus {threads} --crash-limit 10 --stdout none -- \
    sh -c 'exec "$0" shard run --threads {threads} "$1" "$HQ_TASK_ID"' {program} {folder}
"#
            ),
            ScriptEngine::Kubernetes => format!(
                r#"# Apply this file with kubectl apply -f. The image must contain the program, and the volume the folder with the
# plan: change both names to those of your cluster.
apiVersion: batch/v1
kind: Job
metadata:
  name: nqueens-{n}
spec:
  completionMode: Indexed
  completions: {tasks}
  parallelism: {tasks}
  backoffLimitPerIndex: 3
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: count
          image: nqueens:{VERSION}
          command: ["sh", "-c"]
          args: ['exec "$0" shard run --threads {threads} /count "$((JOB_COMPLETION_INDEX + 1))"', {yaml_program}]
          resources:
            requests: {{ cpu: "{threads}", memory: 256Mi }}
          volumeMounts:
            - {{ name: count, mountPath: /count }}
      volumes:
        - name: count
          persistentVolumeClaim: {{ claimName: nqueens-{n} }}
"#,
                yaml_program = serde_json::json!(self.program),
            ),
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}

/// Quotes `text` as one word of a shell command.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
