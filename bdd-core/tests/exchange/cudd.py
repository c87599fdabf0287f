"""Reads and writes DDDMP files with CUDD: by the package dd, and by the functions of CUDD in the library of that package.

The folder, the first argument, has a line for each case in `cases`: its name, the number of variables, and the index of
the variable of each level. The files of a case begin with its name.
"""

import ctypes
import itertools
import os
import sys

import dd.cudd

folder = sys.argv[1]
TEXT, BINARY = ord("A"), ord("B")
MATCH_IDS = 0
IDS = 0

library = ctypes.CDLL(dd.cudd.__file__)
pointer, integer, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p


def function(name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


init = function("Cudd_Init", pointer, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_uint, ctypes.c_size_t)
shuffle = function("Cudd_ShuffleHeap", integer, pointer, pointer)
evaluate = function("Cudd_Eval", pointer, pointer, pointer, pointer)
one = function("Cudd_ReadOne", pointer, pointer)
ref = function("Cudd_Ref", None, pointer)
minterms = function("Cudd_CountMinterm", ctypes.c_double, pointer, pointer, integer)
load = function("Dddmp_cuddBddLoad", pointer, pointer, integer, pointer, pointer, pointer, integer, text, pointer)
store = function(
    "Dddmp_cuddBddStore", integer, pointer, text, pointer, pointer, pointer, integer, integer, text, pointer
)
store_array = function(
    "Dddmp_cuddBddArrayStore",
    integer, pointer, text, integer, pointer, pointer, pointer, pointer, integer, integer, text, pointer,
)


def path(case, name):
    return os.path.join(folder, f"{case}.{name}")


def valuations(variables):
    """All valuations of the levels, the root's fastest."""
    for values in itertools.product([0, 1], repeat=variables):
        yield values[::-1]


def by_functions(case, variables, order):
    """Loads both files of bdd-core by the indices of the variables, and stores the function in every form."""
    manager = init(variables, 0, 256, 262144, 0)
    assert shuffle(manager, (integer * variables)(*order)) == 1
    functions = []
    for name, mode in [("ours.text", TEXT), ("ours.binary", BINARY)]:
        root = load(manager, MATCH_IDS, None, None, None, mode, path(case, name).encode(), None)
        assert root, (case, name)
        functions.append(root)
    # Functions are unique in CUDD.
    assert functions[0] == functions[1], case
    root = functions[0]
    ref(root)
    table = str(minterms(manager, root, variables))
    if variables < 10:
        table = ""
        for values in valuations(variables):
            inputs = (integer * variables)()
            for level, value in enumerate(values):
                inputs[order[level]] = value
            table += str(int(evaluate(manager, root, inputs) == one(manager)))
    with open(path(case, "table"), "w") as file:
        file.write(table)
    for name, mode in [("cudd.text", TEXT), ("cudd.binary", BINARY)]:
        assert store(manager, b"name", root, None, None, mode, IDS, path(case, name).encode(), None) == 1
    # The root and its complement.
    roots = (pointer * 2)(root, root ^ 1)
    for name, mode in [("roots.text", TEXT), ("roots.binary", BINARY)]:
        written = store_array(
            manager, None, 2, roots, None, None, None, mode, IDS, path(case, name).encode(), None
        )
        assert written == 1


def by_package(case, variables):
    """Loads the named file of bdd-core, and dumps the function in the same order and in the opposite one."""
    names = [f"x{number}" for number in range(variables)]
    bdd = dd.cudd.BDD()
    bdd.declare(*names)
    (root,) = bdd.load(path(case, "named.dddmp"))
    with open(path(case, "named.table"), "w") as file:
        for values in valuations(variables):
            chosen = bdd.let(dict(zip(names, map(bool, values))), root)
            file.write(str(int(chosen == bdd.true)))
    bdd.dump(path(case, "dd.dddmp"), [root])
    dd.cudd.reorder(bdd, {name: variables - 1 - level for level, name in enumerate(names)})
    bdd.dump(path(case, "reversed.dddmp"), [root])


with open(os.path.join(folder, "cases")) as cases:
    for line in cases:
        case, variables, *order = line.split()
        by_functions(case, int(variables), [int(index) for index in order])
        if int(variables) < 10:
            by_package(case, int(variables))
