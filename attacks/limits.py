#!/usr/bin/env python3
"""Measures the program on inputs at its documented limits: the largest memory and the time, as the system counts them.

    cargo build --release && attacks/limits.py target/release/nqueens

Prints a table in Markdown, and exits with 1 if a run took more memory than the limit, crashed, or did not end in time.
A run of a few MiB is shown with the size of this script, some 40 MiB.
"""

import os
import random
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

MEMORY_MIB = 512
SECONDS = 20


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def bdd(nodes, body_of):
    """A .bdd file of 13 x 13 with a right header and checksum, and a body of this many levels' sizes and zeros."""
    header = b"\x08n-queens\x0d\xa9\xfc" + struct.pack("<I", nodes + 3) + b"\x03\xf0\x1f\x01"
    body = b"\x01" + varint(nodes) + bytes(167) + bytes(body_of)
    start = b"\x89BDD\r\n\x1a\n\x01\x00" + struct.pack("<Q", 18 + len(header) + len(body) + 4) + header + body
    return start + struct.pack("<I", zlib.crc32(start))


def dimacs():
    """Random clauses of three literals over 20,000 variables, as many as 4 MiB hold at the rate that is hardest."""
    dice = random.Random(1)
    clauses = [[v * dice.choice([-1, 1]) for v in dice.sample(range(1, 20_001), 3)] for _ in range(84_000)]
    return "p cnf 20000 84000\n" + "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)


def opb():
    """Sums of 500 terms over 20,000 variables, with large coefficients."""
    dice = random.Random(2)
    rows = []
    for _ in range(400):
        terms = " ".join(f"+{dice.randrange(1, 10**6)} x{v}" for v in dice.sample(range(1, 20_001), 500))
        rows.append(f"{terms} >= {10**8} ;")
    return "* #variable= 20000 #constraint= 400\n" + "\n".join(rows) + "\n"


CARD = 'rows = 50\nvalues = 8\n[[rule]]\nexactly = 1250\nof = "1 2 3 4"\nevery = "board"\n'
SUDOKU = "." * 625 + "\n"
REGIONS = "\n".join(chr(65 + r) * 26 for r in range(26)) + "\n"

CASES = [
    # name, file name, content, arguments with {} for the file
    (".bdd, 8.5 MB for 532 million nodes", "bomb.bdd", lambda: bdd(532_000_000, 8_400_000), ["verify", "{}"]),
    (".bdd, as many nodes as the memory holds", "full.bdd", lambda: bdd(38_000_000, 600_000), ["verify", "{}"]),
    (".bdd, a device without an end", None, None, ["verify", "/dev/zero"]),
    ("TOML, exactly 1,250 of 2,500 cells", "card.toml", lambda: CARD, ["puzzle", "count", "{}"]),
    ("DIMACS, 20,000 variables, 84,000 clauses", "random.cnf", dimacs, ["puzzle", "count", "{}"]),
    ("OPB, 400 sums of 500 terms", "sums.opb", opb, ["puzzle", "count", "{}"]),
    ("Sudoku, 25 x 25 without a given", "open.txt", lambda: SUDOKU, ["sudoku", "count", "{}"]),
    ("Sudoku, a line of 200 MB", "line.txt", lambda: (b"1" * 1_000_000 for _ in range(200)), ["sudoku", "count", "{}"]),
    ("regions, 26 x 26", "regions.txt", lambda: REGIONS, ["regions", "count", "{}"]),
    ("challenge, 32 x 32 without a queen", "challenge.txt", lambda: "32\n", ["challenge", "count", "{}"]),
    ("board, a word of 1 MB", "word.txt", lambda: "a" * 1_000_000, ["check", "8", "-"]),
    ("verify, the file of 11 x 11", None, None, ["verify", "precomputed/queens-11.bdd"]),
]


def run(command, stdin):
    """The wait status, the seconds and the MiB of a command; its last line of errors."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=stdin)
    timer = threading.Timer(SECONDS, child.kill)
    timer.start()
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = status
    lines = said.decode(errors="replace").strip().splitlines() or ["an answer"]
    if os.WIFSIGNALED(status) and time.monotonic() - start >= SECONDS:
        lines = [f"no end within {SECONDS} s"]
    return status, time.monotonic() - start, usage.ru_maxrss / 1024, lines[-1]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: limits.py PROGRAM")
    failed = False
    print("| input | exit | seconds | MiB | end |\n|---|---|--:|--:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, file, content, arguments in CASES:
            path = ""
            if file:
                path, made = os.path.join(folder, file), content()
                with open(path, "wb") as out:
                    made = made.encode() if isinstance(made, str) else made
                    # In parts where it is long: a child's memory is counted from the size of its parent on.
                    out.writelines([made] if isinstance(made, bytes) else made)
                del made
            with open(path or os.devnull, "rb") as stdin:
                command = [sys.argv[1]] + [arg.replace("{}", path) for arg in arguments]
                status, seconds, memory, said = run(command, stdin)
            code = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            is_bad = memory > MEMORY_MIB or os.WIFSIGNALED(status)
            failed |= is_bad
            said = said.replace(path or "\0", file or "").replace("|", "\\|")
            said = said if len(said) <= 110 else said[:110] + "..."
            mark = " **over**" if is_bad else ""
            print(f"| {name} | {code} | {seconds:.2f} | {memory:.0f}{mark} | {said} |", flush=True)
            if path:
                os.remove(path)
    sys.exit(failed)


if __name__ == "__main__":
    main()
