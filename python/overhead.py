"""Prints the table of overheads in docs/measurements.md: a call, a guide, and algebra beside dd.cudd and OxiDD.

Needs the installed wheel; dd and oxidd take part if they are installed. Times are processor times, medians of several
runs in turn.
"""

import random
import statistics
import time

import nqueens_guide as nq

try:
    from dd import cudd
except ImportError:
    cudd = None
try:
    import oxidd.bdd as oxidd
except ImportError:
    oxidd = None

RUNS = 7


def seconds(make, task, repetitions):
    """Returns the time of a repetition of `task`, whose argument is made before the clock starts."""
    made = make()
    begin = time.process_time()
    for _ in range(repetitions):
        task(made)
    return (time.process_time() - begin) / repetitions


def table(rows):
    """Runs the tasks of all rows in turn, and prints the median of each."""
    times = {name: [] for name, *_ in rows}
    for _ in range(RUNS):
        for name, make, task, repetitions in rows:
            times[name].append(seconds(make, task, repetitions))
    for name, of in times.items():
        print(f"| {name} | {1e6 * statistics.median(of):,.2f} µs |")


def conjunction(variables, true, clauses):
    """Conjoins random clauses with any library."""
    result = true
    for clause in clauses:
        literals = [variables[v] if sign else ~variables[v] for v, sign in clause]
        result = result & (literals[0] | literals[1] | literals[2])
    return result


def queens(n, variables, true):
    """Conjoins the rules of n queens with any library, rank by rank, the last one first."""
    board = true
    for r in reversed(range(n)):
        rank = ~true
        for f in range(n):
            here = variables[r * n + f]
            for g in range(n):
                if g != f:
                    here = here & ~variables[r * n + g]
            for s in range(r + 1, n):
                for g in {f, f + s - r, f - s + r}:
                    if 0 <= g < n:
                        here = here & ~variables[s * n + g]
            rank = rank | here
        board = board & rank
    return board


def by_rules(_):
    """Builds the diagram of 8 queens from rules."""
    names = [f"x{i}" for i in range(64)]
    rules = nq.Rules(names)
    for line in range(8):
        rules.exactly(1, names[8 * line : 8 * line + 8])
        rules.exactly(1, names[line::8])
    for a in range(64):
        for b in range(a + 1, 64):
            if abs(a // 8 - b // 8) == abs(a % 8 - b % 8):
                rules.exclude(names[a], names[b])
    return rules.bdd()


def libraries(size):
    """Yields the name of each library with its variables and its constant, all freshly made."""
    names = [f"x{i}" for i in range(size)]
    yield "nqueens_guide.Bdd", lambda: (nq.Bdd.variables(names), nq.Bdd.constant(names, True))
    if cudd:

        def with_dd():
            manager = cudd.BDD()
            manager.configure(reordering=False)
            manager.declare(*names)
            return [manager.var(name) for name in names], manager.true

        yield "dd.cudd", with_dd
    if oxidd:

        def with_oxidd():
            manager = oxidd.BDDManager(1 << 20, 1 << 18, 1)
            manager.add_vars(size)
            return [manager.var(i) for i in range(size)], manager.true()

        yield "oxidd", with_oxidd


def main():
    print("| a call | time |\n|---|---:|")
    f, g = (nq.Bdd.from_expression(text, ["a", "b", "c"]) for text in ("a & b", "b | c"))
    board = nq.Puzzle.queens(8).place("b4", "d1")
    board.count()
    larger = nq.Puzzle.queens(11).place("b4")
    larger.count()
    calls = [
        ("`f.node_count`", lambda _: f.node_count, 20_000),
        ("`f.is_false()`", lambda _: f.is_false(), 20_000),
        ("`f & g`, three variables", lambda _: f & g, 20_000),
        ("`f.count()`, three variables", lambda _: f.count(), 20_000),
        ('`board.place("f2")`, 8 queens', lambda _: board.place("f2"), 5_000),
        ("`board.count()`, 8 queens", lambda _: board.count(), 2_000),
        ("`board.guide()`, 8 queens", lambda _: board.guide(), 2_000),
        ("`board.guide()`, 11 queens", lambda _: larger.guide(), 100),
    ]
    table([(name, lambda: None, task, repetitions) for name, task, repetitions in calls])
    numbers = random.Random(1)
    clauses = [[(v, numbers.random() < 0.5) for v in numbers.sample(range(24), 3)] for _ in range(60)]
    for title, size, work in (
        ("60 random clauses of 24 variables", 24, lambda made: conjunction(*made, clauses)),
        ("6 queens", 36, lambda made: queens(6, *made)),
        ("8 queens", 64, lambda made: queens(8, *made)),
    ):
        print(f"\n| {title} | time |\n|---|---:|")
        # Once each, on a new manager: a second time, a manager finds the results in its cache.
        rows = [(name, make, work, 1) for name, make in libraries(size)]
        if size == 64:
            rows.append(("nqueens_guide.Rules", lambda: None, by_rules, 1))
        table(rows)


if __name__ == "__main__":
    main()
