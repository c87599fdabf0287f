#!/usr/bin/env python3
"""Measures the program on inputs at its documented limits: the largest memory and the time, as the system counts them.

    cargo build --release && fuzz/limits.py target/release/nqueens

Prints a table in Markdown (docs/limits.md has one), and exits with 1 if a run took more memory than its limit, crashed, or
did not end in time. Commands with `--budget` are given BUDGET seconds; all others have to end by themselves.
A run of a few MiB is shown with the size of this script, some 20 MiB.
"""

import base64
import http.client
import os
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

MEMORY_MIB = 512
# The time budget of a command that has one, and the end of every command's time.
BUDGET = 10
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


PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def penpa_bomb():
    """A link whose data are 180 kB, and a thousand times as much once inflated."""
    packer = zlib.compressobj(9, wbits=-15)
    data = b"".join(packer.compress(bytes(1_000_000)) for _ in range(180)) + packer.flush()
    return PENPA + base64.b64encode(data).decode()


def fpuzzles(size):
    """An empty grid in the JSON of f-puzzles, with a region said for each cell."""
    rows = [",".join('{"region": %d}' % (row // 5 * 5 + column // 5) for column in range(size)) for row in range(size)]
    return '{"size": %d, "grid": [%s]}' % (size, ",".join(f"[{row}]" for row in rows))


# Requests that cost the most, each asked twice at once: the largest boards, and answers of all lengths.
REQUESTS = [
    "/api/guide?n=14",
    "/api/guide?n=11&queens=a1",
    "/api/count?n=14",
    "/api/count?n=14&queens=b1",
    "/api/explain?n=14&queens=a1,b3&square=c2",
    "/api/hint?n=14&queens=a1",
    "/api/solutions?n=14&limit=1000&from=300000",
    "/api/solutions?n=14&limit=1000000",
    "/api/sample?n=14&count=1000000",
    "/api/sample?n=14&count=1000",
    "/api/rank?n=14&board=12,8,1,11,6,3,9,4,13,10,14,2,5,7",
    "/api/check?n=14&queens=" + "a1," * 2_000,
    "/api/guide?n=" + "9" * 100_000,
    "/" + "a" * 60_000,
]


def ask(port, target):
    """The status of an answer, its bytes and its seconds."""
    start = time.monotonic()
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        connection.request("GET", target)
        answer = connection.getresponse()
        status, length = answer.status, len(answer.read())
    except OSError as error:
        status, length = type(error).__name__, 0
    return status, length, time.monotonic() - start


def high_water(pid):
    with open(f"/proc/{pid}/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def serve(program, environment):
    """Asks a server all that costs, and prints a row for each request; returns whether one was too much."""
    command = [program, "serve", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    is_bad = False
    try:
        port = int(re.search(r":(\d+)/", server.stdout.readline()).group(1))
        # 12 to 14 are built when they are first asked for; all are kept.
        for n in (12, 13, 14):
            until = time.monotonic() + 60
            while ask(port, f"/api/count?n={n}")[0] == 503 and time.monotonic() < until:
                time.sleep(0.2)
        for target in REQUESTS:
            found = []
            twice = [threading.Thread(target=lambda: found.append(ask(port, target))) for _ in range(2)]
            [thread.start() for thread in twice]
            [thread.join() for thread in twice]
            status, length, seconds = max(found, key=lambda answer: answer[2])
            memory = high_water(server.pid)
            over = memory > MEMORY_MIB or seconds > BUDGET + 2
            is_bad |= over
            shown = target if len(target) < 60 else target[:50] + f"... ({len(target)} bytes)"
            row("HTTP, two at once: " + shown, status, seconds, memory, over, f"{length} bytes")
    finally:
        server.kill()
        server.wait()
    return is_bad


CARD = 'rows = 50\nvalues = 8\n[[rule]]\nexactly = 1250\nof = "1 2 3 4"\nevery = "board"\n'


def toml():
    """19,600 variables in 49 x 50 cells, and as many rules that count as are accepted, about."""
    rows = 'rows = 49\ncolumns = 50\nvalues = 8\n'
    all_rules = rows + '[[rule]]\nexactly = 1225\nof = "1 2 3 4"\nevery = "board"\n'
    rule = '[[rule]]\nat-most = {}\nof = "{} {}"\nevery = ["row", "column"]\n'
    number = 0
    while number < 20:
        all_rules += rule.format(3 + number % 5, 1 + number % 8, 1 + (number + 3) % 8)
        number += 1
    return all_rules


def toml_values():
    """As many values as a cell may have: a square of 7 x 7 with 64 values, different in rows and columns."""
    return 'rows = 7\nvalues = 64\n[[rule]]\ndifferent = ["row", "column"]\n'


def clauses(number, length):
    """A file of clauses of this length over 20,000 variables."""
    dice = random.Random(3)
    yield f"p cnf 20000 {number}\n".encode()
    for _ in range(number):
        yield (" ".join(str(v * dice.choice([-1, 1])) for v in dice.sample(range(1, 20_001), length)) + " 0\n").encode()


def small_sums():
    """Sums whose coefficients make as many clauses as are accepted, about."""
    dice = random.Random(4)
    rows = [" ".join(f"+{dice.randrange(1, 9)} x{v}" for v in dice.sample(range(1, 401), 14)) for _ in range(40)]
    return "* #variable= 400 #constraint= 40\n" + "".join(f"{terms} >= 30 ;\n" for terms in rows)


def counted():
    """An OPB file that counts half of 20,000 variables, in lines as long as 4 MiB hold."""
    terms = " ".join(f"+1 x{v}" for v in range(1, 20_001))
    yield b"* #variable= 20000 #constraint= 20\n"
    for k in range(20):
        yield f"{terms} >= {9_000 + k} ;\n".encode()


def transcript(size, sealed=False):
    """A game whose turns fill a text of this size."""
    start = b'version = 1\nkind = "queens"\npuzzle = """\n6\n"""\nturns = [\n'
    turn = b'"place b1",\n"remove b1",\n'
    end = b"]\n"
    count = (size - 200) // len(turn)
    text_sum = zlib.crc32(start)
    yield start
    part = turn * 1000
    for _ in range(count // 1000):
        text_sum = zlib.crc32(part, text_sum)
        yield part
    text_sum = zlib.crc32(end, text_sum)
    yield end
    if sealed:
        yield f"# crc32 {text_sum:08x}\n".encode()


def grid(n):
    return ("." * n + "\n") * n


def regions(n):
    return "\n".join(chr(65 + r) * n for r in range(n)) + "\n"


def zeros(bytes_):
    return (bytes(1_000_000) for _ in range(bytes_ // 1_000_000))


def digits(bytes_):
    return (b"1" * 1_000_000 for _ in range(bytes_ // 1_000_000))


# The game of 6 x 6 is kept in a file of this name.
KEPT = "state/nqueens/games/queens-982b8e81fbf83bf9.toml"
PUZZLES = ["--budget", str(BUDGET)]
QUIT = "quit\n"

CASES = [
    # name, file name, content, arguments with {} for the file; without "{}" the file is the standard input
    (".bdd, 8.5 MB for 532 million nodes", "bomb.bdd", lambda: bdd(532_000_000, 8_400_000), ["verify", "{}"]),
    (".bdd, as many nodes as the memory holds", "full.bdd", lambda: bdd(38_000_000, 600_000), ["verify", "{}"]),
    (".bdd, a device without an end", None, None, ["verify", "/dev/zero"]),
    ("verify, the file of 11 x 11", None, None, ["verify", "precomputed/queens-11.bdd"]),
    ("TOML, exactly 1,250 of 2,500 cells", "card.toml", lambda: CARD, ["puzzle", "count", "{}"] + PUZZLES),
    ("TOML, 19,600 variables, 21 rules that count", "rules.toml", toml, ["puzzle", "count", "{}"] + PUZZLES),
    ("TOML, the same, solve", "rules.toml", toml, ["puzzle", "solve", "{}"] + PUZZLES),
    ("TOML, 7 x 7 cells of 64 values", "values.toml", toml_values, ["puzzle", "count", "{}"] + PUZZLES),
    ("TOML, the same, guide", "values.toml", toml_values, ["puzzle", "guide", "{}"] + PUZZLES),
    ("DIMACS, 84,000 clauses of 3 literals", "random.cnf", dimacs, ["puzzle", "count", "{}"] + PUZZLES),
    ("DIMACS, the same, solve", "random.cnf", dimacs, ["puzzle", "solve", "{}"] + PUZZLES),
    ("DIMACS, 190 clauses of 2,000 literals", "long.cnf", lambda: clauses(190, 2_000), ["puzzle", "count", "{}"] + PUZZLES),
    ("DIMACS, 155,000 clauses of 2 literals", "short.cnf", lambda: clauses(155_000, 2), ["puzzle", "count", "{}"] + PUZZLES),
    ("OPB, 400 sums of 500 terms", "sums.opb", opb, ["puzzle", "count", "{}"] + PUZZLES),
    ("OPB, 40 sums of 14 small terms", "small.opb", small_sums, ["puzzle", "count", "{}"] + PUZZLES),
    ("OPB, 20 counts of 20,000 variables", "counts.opb", counted, ["puzzle", "count", "{}"] + PUZZLES),
    ("puzz.link, 30 x 30 without a clue", "lightup.txt", lambda: "https://puzz.link/p?lightup/30/30/" + "z" * 25, ["puzzle", "count", "{}"] + PUZZLES),
    ("puzz.link, a Sudoku of 25 x 25", "linked.txt", lambda: "https://puzz.link/p?sudoku/25/25/" + "z" * 31, ["sudoku", "count", "{}"] + PUZZLES),
    ("Penpa, 1 MiB of data", "penpa.txt", lambda: PENPA + "A" * 1_040_000, ["puzzle", "count", "{}"] + PUZZLES),
    ("Penpa, data that inflate to 180 MB", "inflated.txt", penpa_bomb, ["puzzle", "count", "{}"] + PUZZLES),
    ("f-puzzles, 25 x 25 in JSON", "f.json", lambda: fpuzzles(25), ["sudoku", "count", "{}"] + PUZZLES),
    ("Sudoku, 16 x 16 without a given", "open.txt", lambda: "." * 256 + "\n", ["sudoku", "count", "{}"] + PUZZLES),
    ("Sudoku, 25 x 25 without a given", "open.txt", lambda: "." * 625 + "\n", ["sudoku", "count", "{}"] + PUZZLES),
    ("Sudoku, 25 x 25 without a given, guide", "open.txt", lambda: "." * 625 + "\n", ["sudoku", "guide", "{}"] + PUZZLES),
    ("Sudoku, 25 x 25 without a given, rate", "open.txt", lambda: "." * 625 + "\n", ["sudoku", "rate", "{}"] + PUZZLES),
    ("Sudoku, 10,000 grids", "many.txt", lambda: ("." * 81 + "\n") * 10_000, ["sudoku", "solve", "{}"] + PUZZLES),
    ("Sudoku, a line of 200 MB", "line.txt", lambda: digits(200_000_000), ["sudoku", "count", "{}"] + PUZZLES),
    ("regions, 26 x 26", "regions.txt", lambda: regions(26), ["regions", "count", "{}"] + PUZZLES),
    ("regions, 26 x 26, no budget", "regions.txt", lambda: regions(26), ["regions", "count", "{}"]),
    ("regions, 26 x 26, 2 stars", "regions.txt", lambda: regions(26), ["regions", "count", "{}", "--stars", "2"] + PUZZLES),
    ("regions, 26 x 26, guide", "regions.txt", lambda: regions(26), ["regions", "guide", "{}"] + PUZZLES),
    ("challenge, 16 x 16 without a queen", "board.txt", lambda: grid(16), ["challenge", "count", "{}"] + PUZZLES),
    ("challenge, 32 x 32 without a queen", "board.txt", lambda: grid(32), ["challenge", "count", "{}"] + PUZZLES),
    ("challenge, 32 x 32 without a queen, no budget", "board.txt", lambda: grid(32), ["challenge", "count", "{}"]),
    ("challenge, 255 x 255 without a queen", "board.txt", lambda: grid(255), ["challenge", "count", "{}"] + PUZZLES),
    ("challenge, 255 x 255, solve", "board.txt", lambda: grid(255), ["challenge", "solve", "{}"] + PUZZLES),
    ("board, a word of 1 MB", "word.txt", lambda: "a" * 1_000_000, ["check", "8", "-"]),
    ("board, 255 x 255 on the command line", None, None, ["guide", "255", "--budget", str(BUDGET)]),
    ("transcript, 5 MiB of turns", "game.toml", lambda: transcript(5 << 20), ["play", "--plain", "--from", "{}"]),
    ("transcript, 200 MB", "game.toml", lambda: zeros(200_000_000), ["play", "--plain", "--from", "{}"]),
    ("saved game, 5 MiB of turns", KEPT, lambda: transcript(5 << 20, sealed=True), ["play", "6", "--plain"]),
    ("saved game, 63 MB of turns", KEPT, lambda: transcript(63_000_000, sealed=True), ["play", "6", "--plain"]),
    ("saved game, 200 MB", KEPT, lambda: zeros(200_000_000), ["play", "6", "--plain"]),
    ("ID, 1 MB", "id.txt", lambda: "open " + "challenge-n8-7K3P9Q4D" * 50_000 + "\nquit\n", ["play", "6", "--plain"]),
    ("shard, a plan of 100,000 tasks, status", "plan", None, ["shard", "status", "{}"]),
    ("shard, a plan of 100,000 tasks, merge", "plan", None, ["shard", "merge", "{}"]),
    ("shard, a plan of 200 MB", "large/plan.jsonl", lambda: zeros(200_000_000), ["shard", "merge", "{folder}/large"]),
    ("shard, a result of 200 MB", "small/task-00001.jsonl", lambda: zeros(200_000_000), ["shard", "merge", "{folder}/small"]),
]


def run(command, stdin, environment):
    """The wait status, the seconds and the MiB of a command; its last line of errors."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=stdin, env=environment)
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


def row(name, code, seconds, memory, is_bad, said):
    mark = " **over**" if is_bad else ""
    said = said.replace("|", "\\|")
    said = said if len(said) <= 110 else said[:110] + "..."
    print(f"| {name} | {code} | {seconds:.2f} | {memory:.0f}{mark} | {said} |", flush=True)


def write(path, made):
    """Writes a file, in parts where it is long: a child's memory is counted from the size of its parent on."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        made = made.encode() if isinstance(made, str) else made
        out.writelines([made] if isinstance(made, bytes) else made)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: limits.py PROGRAM [WORD: only the inputs whose names have it]")
    program, word = sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else ""
    failed = False
    print("| input | exit | seconds | MiB | end |\n|---|---|--:|--:|---|")
    with tempfile.TemporaryDirectory() as folder:
        own = {f"XDG_{name.upper()}_HOME": os.path.join(folder, name) for name in ("state", "cache", "config", "data")}
        environment = os.environ | own
        for name, plan in ("plan", ["20", "--tasks", "100000"]), ("small", ["8", "--tasks", "2"]):
            made = [program, "shard", "plan", *plan, "--out", os.path.join(folder, name)]
            subprocess.run(made, stdout=subprocess.DEVNULL, check=True, env=environment)
        for name, file, content, arguments in CASES:
            if word not in name:
                continue
            path = os.path.join(folder, file) if file else ""
            if content:
                write(path, content())
            typed = os.path.join(folder, "typed")
            write(typed, QUIT)
            is_typed = arguments[0] == "play" and file != "id.txt"
            with open(typed if is_typed else path if content else os.devnull, "rb") as stdin:
                command = [program] + [arg.replace("{}", path).replace("{folder}", folder) for arg in arguments]
                status, seconds, memory, said = run(command, stdin, environment)
            code = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            is_bad = memory > MEMORY_MIB or os.WIFSIGNALED(status)
            failed |= is_bad
            said = said.replace(path or "\0", file or "").replace(folder, "FOLDER")
            row(name, code, seconds, memory, is_bad, said)
            if content:
                os.remove(path)
        if word in "HTTP":
            failed |= serve(program, environment)
    sys.exit(failed)


if __name__ == "__main__":
    main()
