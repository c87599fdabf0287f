"""Questions about Sudokus, why a cell can't have a value, answered by CPMpy's `mus` (pip install cpmpy).

    python3 bench/ask_cpmpy.py PUZZLES QUESTIONS > ANSWERS

PUZZLES has a Sudoku of 9 x 9 on every line. One wrong value of each, which no given excludes at once, is asked about; the question
is written to QUESTIONS, for `cargo run --release -p nqueens-puzzles --example questions`. An answer is the
question, the number of constraints (lines and clues) that contradict the value, and the seconds of processor time.
"""

import random
import sys
import time

import cpmpy as cp
from cpmpy.tools.explain import mus

CELLS = [(row, column) for row in range(9) for column in range(9)]
LINES = [[cell for cell in CELLS if of(cell) == number] for number in range(9) for of in
         (lambda cell: cell[0], lambda cell: cell[1], lambda cell: cell[0] // 3 * 3 + cell[1] // 3)]


def sees(a, b):
    return a != b and any(a in line and b in line for line in LINES)


random.seed(1)
with open(sys.argv[2], "w") as questions:
    for puzzle in open(sys.argv[1]).read().split():
        given = {cell: int(sign) for cell, sign in zip(CELLS, puzzle) if sign != "."}
        x = cp.intvar(1, 9, shape=(9, 9))
        rules = [cp.AllDifferent([x[cell] for cell in line]) for line in LINES]
        clues = [x[cell] == value for cell, value in given.items()]
        assert cp.Model(rules + clues).solve()
        solution = x.value()
        wrong = [(cell, value) for cell in CELLS if cell not in given for value in range(1, 10)
                 if value != solution[cell] and not any(sees(cell, other) and value == v for other, v in given.items())]
        cell, value = random.choice(wrong)
        name = f"r{cell[0] + 1}c{cell[1] + 1}={value}"
        print(puzzle, name, file=questions, flush=True)
        start = time.process_time()
        core = mus(soft=rules + clues, hard=[x[cell] == value], solver="ortools")
        print(name, len(core), round(time.process_time() - start, 3), flush=True)
