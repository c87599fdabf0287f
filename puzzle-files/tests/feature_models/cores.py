"""Checks cores with a SAT solver: a core entails its literal, and no core without one of its decisions does.

The folder, the first argument, has a line for each core in `cores`: the name of the model, the literal, and the decisions.
The clauses of a model are in the file NAME.cnf.
"""

import os
import sys

from pysat.formula import CNF
from pysat.solvers import Solver

folder = sys.argv[1]
solvers = {}
checked = 0
for line in open(os.path.join(folder, "cores")):
    name, literal, *core = line.split()
    literal, core = int(literal), [int(decision) for decision in core]
    if name not in solvers:
        solvers[name] = Solver("cadical153", bootstrap_with=CNF(from_file=os.path.join(folder, name + ".cnf")))
    solver = solvers[name]
    assert not solver.solve(assumptions=core + [-literal]), f"not entailed: {line}"
    for place in range(len(core)):
        assert solver.solve(assumptions=core[:place] + core[place + 1 :] + [-literal]), f"not minimal: {line}"
    checked += 1
print(f"{checked} cores are minimal")
