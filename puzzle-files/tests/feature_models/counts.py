"""Counts the configurations of feature models with ddnnife and d4, and with Ganak if the package pyganak is installed.

The folder, the first argument, has a line for each model in `models`: its name, the number of its features, and a literal
to assume. The files of a model begin with its name. Writes a line for each model to `times`: the seconds of processor time
of d4's compilation, of ddnnife's counts of all features, and of Ganak's count. The standard output has the messages of d4.
"""

import os
import sys
import time

import ddnnife
import py_d4

try:
    import pyganak
except ImportError:
    pyganak = None

folder = sys.argv[1]


def timed(work):
    began = time.process_time()
    result = work()
    return result, time.process_time() - began


def counts(file, variables, features, assumed, out):
    """Writes the total and the count of each feature to a file, without and with the assumed literal."""
    dnnf = ddnnife.Ddnnf.from_file(file, variables).as_mut()

    def all_features(literals):
        found = [dnnf.count(literals)]
        found += [dnnf.count(literals + [feature]) for feature in range(1, features + 1)]
        # Literals that contradict each other have no configuration, whichever way ddnnife reads them.
        for literal in literals:
            if literal < 0:
                found[-literal] = 0
        return found

    found, seconds = timed(lambda: all_features([]))
    found += all_features([assumed])
    with open(out, "w") as text:
        text.write("".join(f"{count}\n" for count in found))
    return seconds


def clauses(file):
    """Reads the number of variables and the clauses of a DIMACS file."""
    words = []
    for line in open(file):
        if line.startswith("p"):
            variables = int(line.split()[2])
        elif not line.startswith("c"):
            words += map(int, line.split())
    found, clause = [], []
    for word in words:
        if word:
            clause.append(word)
        else:
            found.append(clause)
            clause = []
    return variables, found


def ganak(variables, found):
    counter = pyganak.Counter()
    counter.new_vars(variables)
    counter.add_clauses(found)
    return counter.count()


times = []
for line in open(os.path.join(folder, "models")):
    name, features, assumed = line.split()
    features, assumed = int(features), int(assumed)
    path = os.path.join(folder, name)
    variables, found = clauses(path + ".cnf")
    counts(path + ".nnf", features, features, assumed, path + ".ddnnife")
    compiled, compiling = timed(lambda: py_d4.Solver(found, variables).compile())
    # d4 names no variable that is free, so that ddnnife needs their number.
    lines = compiled.getNNFString().splitlines()
    with open(path + ".d4", "w") as text:
        text.write("".join(f"{one}\n" for one in lines))
    counting = counts(path + ".d4", variables, features, assumed, path + ".d4-ddnnife")
    seconds = f"{compiling:.3f} {counting:.3f}"
    if pyganak:
        total, counted = timed(lambda: ganak(variables, found))
        assert str(total) == open(path + ".counts").readline().strip(), name
        seconds += f" / {counted:.3f}"
    times.append(f"{name}: {seconds}\n")
with open(os.path.join(folder, "times"), "w") as text:
    text.writelines(times)
