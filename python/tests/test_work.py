"""Limits, Ctrl-C, and computations on several threads."""

import signal
import subprocess
import sys
import threading
import time

import pytest

import nqueens_guide as nq

# Each takes hours without an interruption.
LONG = {
    "count": "nq.count_queens(25)",
    "count on one thread": "nq.count_queens(25, 1)",
    "diagram": "half()",
    "rules": "clauses().count()",
    "certificate": "nq.certify_queens(14)",
}
PROGRAM = """
import random
import nqueens_guide as nq
nq.set_limits(None)

def half():
    # A diagram in a bad order: 2 to the power of 40 nodes.
    names = [f"a{{i}}" for i in range(40)] + [f"b{{i}}" for i in range(40)]
    variables = dict(zip(names, nq.Bdd.variables(names)))
    function = nq.Bdd.constant(names, True)
    for i in range(40):
        function &= variables[f"a{{i}}"].iff(variables[f"b{{i}}"])

def clauses():
    # A random 3-CNF in which every part of the search differs.
    numbers = random.Random(1)
    rules = nq.Rules([f"v{{i}}" for i in range(300)])
    for _ in range(600):
        rules.at_least(1, [numbers.choice(["", "!"]) + name for name in numbers.sample(rules.names, 3)])
    return rules

print("started", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a single process")
@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_ctrl_c_cancels(call):
    with subprocess.Popen([sys.executable, "-c", PROGRAM.format(call=call)], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout.readline() == "started\n"
        time.sleep(1)
        assert run.poll() is None, "the computation ended before the signal"
        run.send_signal(signal.SIGINT)
        begin = time.monotonic()
        rest, _ = run.communicate(timeout=60)
        assert rest == "interrupted\n" and run.returncode == 0
        assert time.monotonic() - begin < 10


def test_limits():
    try:
        nq.set_limits(memory=1)
        with pytest.raises(nq.LimitError, match="set_limits"):
            nq.Puzzle.queens(13).zdd()
        nq.set_limits(steps=1000)
        with pytest.raises(nq.LimitError, match="1000 steps"):
            nq.Puzzle.queens(12).zdd()
    finally:
        nq.set_limits()
    assert nq.Puzzle.queens(12).count() == 14_200


def test_other_threads_run_meanwhile():
    ticks, done = 0, threading.Event()
    counted = []

    def count():
        counted.append(nq.count_queens(16, 1))
        done.set()

    worker = threading.Thread(target=count)
    worker.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0.001)
    worker.join()
    assert counted == [14_772_512]
    # The worker takes about a second; with the lock held, this thread would get one or two turns.
    assert ticks >= 5


def test_one_puzzle_on_many_threads():
    board, totals = nq.Puzzle.queens(12), []
    squares = board.variables[:24]
    workers = [threading.Thread(target=lambda s=s: totals.append((s, board.place(s).count()))) for s in squares]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    guide = board.guide()
    assert sorted(totals) == sorted((square, guide.count(square)) for square in squares)
