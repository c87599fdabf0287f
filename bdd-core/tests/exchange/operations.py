"""Repeats the operations of bdd-core with the package dd, on CUDD, and compares all results.

The folder, the first argument, has the diagrams as DDDMP files, and a line for each function in `functions`: an operation
and its arguments, which are numbers of functions before it, or variables. A function without an operation is read.
"""

import os
import sys

import dd.cudd

folder = sys.argv[1]
bdd = dd.cudd.BDD()
bdd.configure(reordering=False)


def read(name):
    (root,) = bdd.load(os.path.join(folder, f"{name}.dddmp"))
    return root


def numbers(word):
    return [int(number) for number in word.split(",")]


def names(word):
    return [variables[number] for number in numbers(word)]


functions = []


def computed(operation, words):
    if operation in ("exist", "forall"):
        return getattr(bdd, operation)(names(words[1]), functions[int(words[0])])
    if operation == "restrict":
        values = dict(zip(names(words[1]), map(bool, numbers(words[2]))))
        return bdd.let(values, functions[int(words[0])])
    if operation == "rename":
        return bdd.let(dict(zip(variables, names(words[1]))), functions[int(words[0])])
    if operation == "compose":
        return bdd.let({variables[int(words[1])]: functions[int(words[2])]}, functions[int(words[0])])
    operands = [functions[int(word)] for word in words]
    return bdd.ite(*operands) if operation == "ite" else bdd.apply(operation, *operands)


with open(os.path.join(folder, "functions")) as lines:
    variables = next(lines).split()
    bdd.declare(*variables)
    for number, line in enumerate(lines):
        operation, *words = line.split()
        function = read(f"{number}.bdd") if operation == "read" else computed(operation, words)
        for form in ("bdd", "zdd"):
            assert read(f"{number}.{form}") == function, (number, form, line)
        functions.append(function)
