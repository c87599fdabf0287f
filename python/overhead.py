"""Prints the table of overheads in docs/measurements.md, beside dd.cudd, OxiDD, PySDD and CPMpy.

Needs the installed wheel; the other packages take part if they are installed. Times are processor times, medians of
several runs in turn. Every result is compared with the result of this package.
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
try:
    from pysdd.sdd import SddManager, Vtree
except ImportError:
    SddManager = None
try:
    import cpmpy
except ImportError:
    cpmpy = None

RUNS = 7
COLUMNS = ["nqueens_guide", "dd.cudd", "oxidd", "pysdd", "CPMpy"]
SIZE = 8
# The queens of the guide, as numbers of squares: b4 and d1.
PLACED = [3 * SIZE + 1, 3]


class Ours:
    """The diagrams of this package."""

    def __init__(self, size):
        self.names = [f"x{i}" for i in range(size)]
        self.variables = nq.Bdd.variables(self.names)
        self.true = nq.Bdd.constant(self.names, True)

    def count(self, f):
        return f.count()

    def read(self, f):
        return f.node_count

    def guide(self, f):
        return list(f.select({self.names[queen]: True for queen in PLACED}).counts().values())


class WithManager:
    """A manager of another package, each of whose counts is a count of one function."""

    def guide(self, f):
        for queen in PLACED:
            f = f & self.variables[queen]
        return [self.count(f & variable) for variable in self.variables]


class Cudd(WithManager):
    def __init__(self, size):
        names = [f"x{i}" for i in range(size)]
        self.manager = cudd.BDD()
        self.manager.configure(reordering=False)
        self.manager.declare(*names)
        self.variables = [self.manager.var(name) for name in names]
        self.true = self.manager.true

    def count(self, f):
        return int(self.manager.count(f, len(self.variables)))

    def read(self, f):
        return f.level


class Oxidd(WithManager):
    def __init__(self, size):
        self.manager = oxidd.BDDManager(1 << 20, 1 << 18, 1)
        self.manager.add_vars(size)
        self.variables = [self.manager.var(i) for i in range(size)]
        self.true = self.manager.true()

    def count(self, f):
        return f.sat_count(len(self.variables))

    def read(self, f):
        return f.node_level()


class Sdd(WithManager):
    def __init__(self, size):
        # A right-linear tree makes the diagrams of a Bdd with this order.
        self.manager = SddManager.from_vtree(Vtree(var_count=size, vtree_type="right"))
        self.variables = list(self.manager.vars)
        self.true = self.manager.true()

    def count(self, f):
        return self.manager.global_model_count(f)

    def read(self, f):
        return f.id


def conjunction(diagrams, clauses):
    """Conjoins clauses with any package."""
    variables, result = diagrams.variables, diagrams.true
    for clause in clauses:
        literals = [variables[v] if sign else ~variables[v] for v, sign in clause]
        result = result & (literals[0] | literals[1] | literals[2])
    return result


def queens(n, diagrams):
    """Conjoins the rules of n queens with any package, rank by rank, the last one first."""
    variables, board = diagrams.variables, diagrams.true
    for r in reversed(range(n)):
        rank = ~diagrams.true
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


def by_rules():
    """Counts 8 queens by the diagram of their rules."""
    names = [f"x{i}" for i in range(SIZE * SIZE)]
    rules = nq.Rules(names)
    for line in range(SIZE):
        rules.exactly(1, names[SIZE * line : SIZE * (line + 1)])
        rules.exactly(1, names[line::SIZE])
    for a in range(SIZE * SIZE):
        for b in range(a + 1, SIZE * SIZE):
            if abs(a // SIZE - b // SIZE) == abs(a % SIZE - b % SIZE):
                rules.exclude(names[a], names[b])
    return rules.bdd().count()


def constraints():
    """Returns the file of the queen of each rank, and the rules, as a model of CPMpy."""
    files = cpmpy.intvar(0, SIZE - 1, shape=SIZE)
    return files, cpmpy.Model(
        cpmpy.AllDifferent(files),
        cpmpy.AllDifferent([files[r] + r for r in range(SIZE)]),
        cpmpy.AllDifferent([files[r] - r for r in range(SIZE)]),
    )


def count_constraints():
    _, model = constraints()
    return model.solveAll(solver="ortools")


def solver_with_queens():
    files, model = constraints()
    for queen in PLACED:
        model += files[queen // SIZE] == queen % SIZE
    solver = cpmpy.SolverLookup.get("ortools", model)
    # OR-tools takes Boolean variables as assumptions.
    squares = [[cpmpy.boolvar() for _ in range(SIZE)] for _ in range(SIZE)]
    for r in range(SIZE):
        for f in range(SIZE):
            solver += squares[r][f].implies(files[r] == f)
    return solver, squares


def ask_each(made):
    """Returns which squares a completion uses, by a call of the solver for each square."""
    solver, squares = made
    return [bool(solver.solve(assumptions=[squares[r][f]])) for r in range(SIZE) for f in range(SIZE)]


def rows():
    """Yields the rows: a title, the repetitions, how to compare results, and for each package its task with its argument."""
    numbers = random.Random(1)
    clauses = [[(v, numbers.random() < 0.5) for v in numbers.sample(range(24), 3)] for _ in range(60)]
    packages = {"nqueens_guide": Ours}
    packages.update({"dd.cudd": Cudd} if cudd else {})
    packages.update({"oxidd": Oxidd} if oxidd else {})
    packages.update({"pysdd": Sdd} if SddManager else {})

    def small(kind):
        diagrams = kind(3)
        a, b, c = diagrams.variables
        return diagrams, a & b, b | c

    def board(kind):
        diagrams = kind(SIZE * SIZE)
        return diagrams, queens(SIZE, diagrams)

    def each(make, task):
        return {name: (lambda kind=kind: make(kind), task) for name, kind in packages.items()}

    yield "read a property of a function", 20_000, None, each(small, lambda made: made[0].read(made[1]))
    # The managers remember the result of the first time.
    yield "`f & g`, three variables", 20_000, None, each(small, lambda made: made[1] & made[2])
    yield "count, three variables", 20_000, int, each(small, lambda made: made[0].count(made[1]))
    counted = {
        "60 random clauses of 24 variables": (24, lambda made: conjunction(made, clauses)),
        "6 queens, rank by rank": (36, lambda made: queens(6, made)),
        "8 queens, rank by rank": (64, lambda made: queens(8, made)),
    }
    for title, (size, work) in counted.items():
        # Once each, on a new manager: a second time, a manager finds the results in its memory.
        yield title, 1, None, each(lambda kind, size=size: kind(size), work)
    whole = each(lambda kind: kind(SIZE * SIZE), lambda made: made.count(queens(SIZE, made)))
    whole["nqueens_guide"] = (lambda: None, lambda _: by_rules())
    if cpmpy:
        whole["CPMpy"] = (lambda: None, lambda _: count_constraints())
    yield "number of solutions of 8 queens, from the rules", 1, int, whole
    guides = each(board, lambda made: made[0].guide(made[1]))
    yield "counts of all squares of a diagram, 8 queens, two placed", 1, list, guides
    guided = {"nqueens_guide": (lambda: nq.Puzzle.queens(SIZE).place("b4", "d1"), lambda made: possible(made.guide()))}
    if cpmpy:
        guided["CPMpy"] = (solver_with_queens, ask_each)
    yield "possible squares, 8 queens, two placed", 1, list, guided


def possible(guide):
    return [count > 0 for count in guide.counts.values()]


def main():
    print("| task | " + " | ".join(COLUMNS) + " |\n|---" + "|---:" * len(COLUMNS) + "|")
    for title, repetitions, compared, tasks in rows():
        times = {name: [] for name in tasks}
        for _ in range(RUNS):
            for name, (make, task) in tasks.items():
                made = make()
                begin = time.process_time()
                for _ in range(repetitions):
                    result = task(made)
                times[name].append((time.process_time() - begin) / repetitions)
                if compared:
                    result = compared(result)
                    expected = result if name == "nqueens_guide" else expected
                    assert result == expected, f"{title}: {name} has {result}, expected {expected}"
        cells = [f"{1e6 * statistics.median(times[name]):,.2f} µs" if name in times else "" for name in COLUMNS]
        print(f"| {title} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
