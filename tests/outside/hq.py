"""`hq submit --array 1-T ... -- COMMAND` through the Python interface of HyperQueue, which is what its package on PyPI has.

A server and a worker are started here, run all tasks, and end with this program.
"""

import argparse
import os
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig
from hyperqueue.ffi.protocol import ResourceRequest
from hyperqueue.task.program import ExternalProgram

parser = argparse.ArgumentParser()
parser.add_argument("verb", choices=["submit"])
parser.add_argument("--name", required=True)
parser.add_argument("--array", required=True)
parser.add_argument("--cpus", type=int, required=True)
parser.add_argument("--crash-limit", type=int, required=True)
parser.add_argument("--stdout", choices=["none"], required=True)
split = sys.argv.index("--")
options, command = parser.parse_args(sys.argv[1:split]), sys.argv[split + 1 :]

first, last = map(int, options.array.split("-"))
job = Job(name=options.name, max_fails=None, default_workdir=os.environ["HQ_FOLDER"])
for number in range(first, last + 1):
    # HyperQueue tells the task its number as HQ_TASK_ID.
    job._add_task(
        ExternalProgram(
            number,
            args=command,
            env={},
            cwd=os.environ["HQ_FOLDER"],
            resources=ResourceRequest(cpus=options.cpus),
            crash_limit=options.crash_limit,
        )
    )
with LocalCluster(worker_config=WorkerConfig(cores=2)) as cluster:
    client = cluster.client()
    well = client.wait_for_jobs([client.submit(job)], raise_on_error=False)
sys.exit(0 if well else 1)
