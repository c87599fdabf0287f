"""Compares puzzles and configurators with plain searches, and checks their pictures, pickles and errors."""

import itertools
import pickle
import random
import re
import xml.etree.ElementTree
from decimal import Decimal
from fractions import Fraction

import pytest

import nqueens_guide as nq

FILES = "abcdefgh"


def queens(n):
    """Returns all solutions of n queens as sets of squares, from permutations."""
    solutions = set()
    for ranks in itertools.permutations(range(n)):
        if len({r + f for f, r in enumerate(ranks)}) == len({r - f for f, r in enumerate(ranks)}) == n:
            solutions.add(frozenset(f"{FILES[f]}{r + 1}" for f, r in enumerate(ranks)))
    return solutions


def attacks(a, b):
    files, ranks = abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))
    return a != b and (files == 0 or ranks == 0 or files == ranks)


def check_guide(guide, variables, placed, blocked, left, excludes):
    """Compares every status and count of a guide with the list of the solutions that are left."""
    assert guide.total == len(left) and guide.is_exact() and len(guide) == len(variables)
    for name in variables:
        count = sum(name in solution for solution in left)
        if name in placed:
            status = "placed"
        elif name in blocked:
            status = "blocked"
        elif count == 0:
            status = "excluded" if any(excludes(name, other) for other in placed) else "dead"
        else:
            status = "forced" if count == len(left) else "open"
        assert guide[name] == status, name
        assert guide.count(name) == count, name


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8])
def test_every_status_and_count_of_queens(n):
    numbers, solutions, board = random.Random(n), queens(n), nq.Puzzle.queens(n)
    assert board.count() == len(solutions) == nq.count_queens(n)
    assert {frozenset(solution) for solution in board.solutions()} == solutions
    assert {frozenset(solution) for solution in board.zdd()} == solutions
    squares = board.variables
    for _ in range(150):
        placed, blocked = numbers.sample(squares, numbers.randint(0, 3)), numbers.sample(squares, numbers.randint(0, 3))
        blocked = [square for square in blocked if square not in placed]
        marked = board.place(*placed).block(*blocked)
        assert (set(marked.placed), set(marked.blocked)) == (set(placed), set(blocked))
        left = [s for s in solutions if s.issuperset(placed) and s.isdisjoint(blocked)]
        assert marked.count() == len(left)
        check_guide(marked.guide(), squares, placed, blocked, left, attacks)
        assert marked.clear().count() == len(solutions)
        if left:
            assert all(frozenset(sample) in left for sample in marked.samples(3, seed=1))


def test_every_explanation_of_a_board():
    board = nq.Puzzle.queens(6).place("b1")
    guide = board.guide()
    for square in board.variables:
        answer = board.explain(square)
        words = {"excluded": "attacked", "placed": "queen"}
        assert answer["status"] == words.get(guide[square], guide[square]) and square in answer.lines[0]
        if guide[square] == "dead":
            assert len(answer.pictures) >= 2
            assert all(picture.startswith("<svg") and caption for picture, caption in answer.pictures)


def sudokus(givens):
    """Returns the solutions of a 4 x 4 Sudoku as dictionaries from cells to values."""
    def fits(grid, cell, value):
        (r, c) = cell
        same = lambda q, d: q == r or d == c or (q // 2, d // 2) == (r // 2, c // 2)
        return all(other != value or not same(*place) for place, other in grid.items() if place != cell)

    def search(grid, cells):
        if not cells:
            yield dict(grid)
            return
        cell, *rest = cells
        for value in [givens[cell]] if cell in givens else range(1, 5):
            if fits(grid, cell, value):
                yield from search({**grid, cell: value}, rest)

    return list(search({}, [(r, c) for r in range(4) for c in range(4)]))


def test_every_value_of_small_sudokus():
    numbers, full = random.Random(1), sudokus({})
    assert len(full) == 288
    for _ in range(60):
        grid = numbers.choice(full)
        givens = {cell: grid[cell] for cell in numbers.sample(sorted(grid), numbers.randint(2, 7))}
        text = "".join(str(givens.get((r, c), ".")) for r in range(4) for c in range(4))
        solutions, puzzle = sudokus(givens), nq.Puzzle.sudoku(text)
        guide = puzzle.guide()
        assert puzzle.count() == guide.total == len(solutions)
        for (r, c), value in itertools.product(sorted(grid), range(1, 5)):
            count = sum(solution[r, c] == value for solution in solutions)
            name = f"r{r + 1}c{c + 1}={value}"
            assert guide.count(name) == count
            if givens.get((r, c)) == value:
                assert guide[name] == "given"
            elif count:
                assert guide[name] == ("forced" if count == len(solutions) else "open")
            else:
                assert guide[name] in ("dead", "excluded")
        if len(solutions) == 1:
            assert puzzle.check()["verdict"] == puzzle.rate()["status"] == puzzle.solve()["status"] == "unique"
            assert puzzle.solve(steps=True)["complete"] in (True, False)


def configurations(names, rules):
    for values in itertools.product([False, True], repeat=len(names)):
        chosen = frozenset(name for name, value in zip(names, values) if value)
        if all(rule(chosen) for rule in rules):
            yield chosen


def random_model(numbers):
    """Returns a model with its prices and its rules as functions of the set of chosen options."""
    model, rules = nq.Model("thing"), []
    names = [f"o{i}" for i in range(numbers.randint(2, 7))]
    prices = {name: Decimal(numbers.randint(0, 999)) / 100 for name in names}
    split = numbers.randint(1, len(names))
    if numbers.random() < 0.7:
        choice = names[:split]
        model.choice("kind", {name: prices[name] for name in choice})
        rules.append(lambda chosen: len(chosen & set(choice)) == 1)
    else:
        model.options(names[:split])
        for name in names[:split]:
            model.price(name, prices[name])
    model.options({name: prices[name] for name in names[split:]})
    for _ in range(numbers.randint(0, 4)):
        some, k = numbers.sample(names, numbers.randint(2, len(names))), numbers.randint(0, 3)
        outside = [name for name in names if name not in some]
        condition = numbers.choice(outside) if outside and numbers.random() < 0.4 else None
        kind = numbers.randrange(5)
        if kind == 0:
            model.requires(some[0], some[1:], if_chosen=condition)
            rule = lambda chosen, s=some: s[0] not in chosen or bool(chosen & set(s[1:]))
        elif kind == 1:
            model.excludes(some[0], some[1:], if_chosen=condition)
            rule = lambda chosen, s=some: s[0] not in chosen or not chosen & set(s[1:])
        elif kind == 2:
            model.at_most(k, some, if_chosen=condition)
            rule = lambda chosen, s=some, k=k: len(chosen & set(s)) <= k
        elif kind == 3:
            model.at_least(k, some, if_chosen=condition)
            rule = lambda chosen, s=some, k=k: len(chosen & set(s)) >= k
        else:
            model.exactly(k, some, if_chosen=condition)
            rule = lambda chosen, s=some, k=k: len(chosen & set(s)) == k
        rules.append(lambda chosen, c=condition, r=rule: (c is not None and c not in chosen) or r(chosen))
    return model, names, prices, rules


def test_random_models():
    for number in range(600):
        numbers = random.Random(number)
        model, names, prices, rules = random_model(numbers)
        everything = list(configurations(names, rules))
        for opened in (model.open(), pickle.loads(pickle.dumps(model)).open()):
            chosen = numbers.sample(names, numbers.randint(0, 2))
            refused = [name for name in numbers.sample(names, 1) if name not in chosen]
            marked = opened.choose(*chosen).refuse(*refused)
            left = [c for c in everything if c.issuperset(chosen) and c.isdisjoint(refused)]
            assert marked.count() == len(left), number
            guide = marked.guide()
            for name in names:
                count = sum(name in c for c in left)
                assert guide.count(name) == count
                assert (guide[name] == "impossible") == (count == 0 and name not in chosen + refused)
                if count == len(left) and left and name not in chosen:
                    assert guide[name] == "required"
                answer = marked.explain(name)
                assert answer.lines and answer["status"] == guide[name]
                for cause in answer["causes"]:
                    # The choices of a cause alone decide the option.
                    with_cause = opened.choose(*cause["chosen"]).refuse(*cause["refused"]).guide()
                    assert with_cause[name] in ("impossible", "required")
            assert list(guide) == names and names[0] in guide and "zz" not in guide and 3 not in guide
            totals = sorted(sum((prices[name] for name in c), Decimal(0)) for c in left)
            assert [total for total, _ in marked.cheapest(3)] == totals[:3]
            if left:
                assert guide.prices() == (totals[0], totals[-1])
                assert all(frozenset(sample) in left for sample in marked.samples(2, seed=number))
            wanted = numbers.choice(names)
            for total, lift in marked.repairs(wanted):
                kept, open_ = [c for c in chosen if c not in lift], [r for r in refused if r not in lift]
                after = [c for c in everything if wanted in c and c.issuperset(kept) and c.isdisjoint(open_)]
                assert after and total == min(sum((prices[name] for name in c), Decimal(0)) for c in after)


def test_a_configurator_from_a_file():
    van = nq.Puzzle.example("camper-van")
    assert van.kind == "puzzle" and van.count() > 0
    (total, options), *_ = van.best(3)
    rest = [name for name in van.variables if name not in options]
    assert total == van.guide().prices()[0] and van.place(*options).block(*rest).count() == 1
    assert "<table>" in van._repr_html_() and van._repr_svg_() is None


def every_puzzle():
    yield nq.Puzzle.queens(6).place("b1").block("c3")
    yield nq.Puzzle.sudoku("1... .... .... ...2").place("r1c2=3")
    yield from (nq.Puzzle.example(name) for name in nq.examples())
    yield nq.Puzzle.generate("sudoku", seed=3, difficulty="easy")
    yield nq.Puzzle.generate("regions", seed=3, size=6)
    yield nq.Puzzle.generate("challenge", seed=3, size=6)
    yield from nq.Puzzle.read_all("sudoku", "1... .... .... ...2\n.2.. .... .... ...1\n")


@pytest.mark.parametrize("puzzle", list(every_puzzle()), ids=repr)
def test_pickles_and_pictures(puzzle):
    again = pickle.loads(pickle.dumps(puzzle))
    assert (again.kind, again.text, again.placed, again.blocked) == (
        puzzle.kind, puzzle.text, puzzle.placed, puzzle.blocked,
    )
    assert again.variables == puzzle.variables and again.count() == puzzle.count()
    guide = puzzle.guide()
    assert pickle.loads(pickle.dumps(guide)).counts == guide.counts
    assert puzzle.task and puzzle.rules
    svg, html = puzzle._repr_svg_(), puzzle._repr_html_()
    assert (svg is None) != (html is None)
    xml.etree.ElementTree.fromstring(svg or html)
    answer = puzzle.hint()
    assert answer.lines and pickle.loads(pickle.dumps(answer)).data == answer.data
    xml.etree.ElementTree.fromstring(f"<div>{answer._repr_html_()}</div>")


def test_the_picture_has_every_status():
    board = nq.Puzzle.queens(8).place("b4", "d1").block("g5")
    root = xml.etree.ElementTree.fromstring(board.svg())
    titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
    guide = board.guide()
    words = {"excluded": "attacked", "placed": "queen"}
    for square, status in guide.statuses.items():
        assert f"{square}: {words.get(status, status)}" in titles


def test_a_picture_without_guide_shows_no_answers():
    for puzzle in every_puzzle():
        bare = puzzle.svg(guide=False)
        if bare is None:
            continue
        root = xml.etree.ElementTree.fromstring(bare)
        titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert not any(title.endswith((": dead", ": forced", ": attacked")) for title in titles)
    sudoku = nq.Puzzle.sudoku("1... .... .... ...2")
    texts = [text.text for text in xml.etree.ElementTree.fromstring(sudoku.svg(guide=False)).iter("{http://www.w3.org/2000/svg}text")]
    # The two givens, four row labels and four column labels.
    assert sorted(texts) == sorted(["1", "2", *"1234", *"1234"])


def test_exports_have_the_same_models():
    text = nq.Puzzle.queens(4).export("dimacs")
    clauses = [[int(word) for word in line.split()[:-1]] for line in text.splitlines() if line[0] in "-123456789"]
    count = 0
    for values in itertools.product([False, True], repeat=16):
        count += all(any((literal > 0) == values[abs(literal) - 1] for literal in clause) for clause in clauses)
    assert count == 2


def test_certificates():
    rules, proof = nq.certify_queens(6)
    assert nq.check_certificate(rules, proof) == 4
    for square in range(1, 37):
        name = f"{FILES[(square - 1) % 6]}{(square - 1) // 6 + 1}"
        assert nq.check_certificate(rules, proof, [square]) == nq.Puzzle.queens(6).guide().count(name)
    lines = proof.splitlines(keepends=True)
    with pytest.raises(nq.GuideError):
        nq.check_certificate(rules, b"".join(lines[:-1]))
    with pytest.raises(nq.GuideError):
        nq.certify_queens(17)
    assert [nq.check_certificate(*nq.certify_queens(n)) for n in (1, 2, 3, 4, 5)] == [1, 0, 0, 2, 10]
    rules, proof = nq.certify_queens(8)
    try:
        nq.set_limits(steps=len(proof) // 2)
        with pytest.raises(nq.LimitError):
            nq.check_certificate(rules, proof)
    finally:
        nq.set_limits()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nq.Puzzle.queens(0), ""),
        (lambda: nq.Puzzle.queens(8).place("j9"), "j9"),
        (lambda: nq.Puzzle.queens(8).guide()["zz"], "zz"),
        (lambda: nq.Puzzle.queens(8).guide().names("grey"), "expected a status"),
        (lambda: nq.Puzzle.sudoku("12"), "expected"),
        (lambda: nq.Puzzle.sudoku(""), ""),
        (lambda: nq.Puzzle.sudoku("1... .... .... ...2\n.2.. .... .... ...1\n"), "read_all"),
        (lambda: nq.Puzzle.parse("nonsense"), ""),
        (lambda: nq.Puzzle.file("/no/such/file"), "/no/such/file"),
        (lambda: nq.Puzzle.example("chess"), "expected one of"),
        (lambda: nq.Puzzle.generate("chess"), "expected a kind"),
        (lambda: nq.Puzzle.generate("sudoku", colour="red"), "no option \"colour\""),
        (lambda: nq.Puzzle.generate("sudoku", difficulty="mean"), "found \"mean\""),
        (lambda: nq.Puzzle.generate("regions"), "expected the option \"size\""),
        (lambda: nq.Puzzle.generate("regions", size="x"), ""),
        (lambda: nq.Puzzle.queens(8).best(), "no prices"),
        (lambda: nq.Puzzle.queens(8).export("uvl"), "feature model"),
        (lambda: nq.Puzzle.queens(8).place("a1", "a2").samples(), "found none"),
        (lambda: nq.count_queens(100), "expected a board up to"),
        (lambda: nq.Model("m").open(), "expected 1 to"),
        (lambda: nq.Model("m").price("a", 1), 'no option "a"'),
    ],
)
def test_invalid_input(call, message):
    with pytest.raises(nq.GuideError) as raised:
        call()
    assert message in str(raised.value)


def test_a_model_with_wrong_names():
    model = nq.Model("m")
    model.options(["a", "a"])
    with pytest.raises(nq.GuideError, match="two options"):
        model.open()
    model = nq.Model("m")
    for price in ("cheap", "1/3", 1 / 3, 0.1 + 0.2, True, None):
        with pytest.raises(nq.GuideError, match='the price of "a"'):
            model.options({"a": price})
    model.options(["campervan"])
    model.requires("camper", "campervan", name="it drives")
    with pytest.raises(nq.GuideError, match='no option "camper", which "it drives" names: did you mean "campervan"'):
        model.open()
    model = nq.Model("m")
    with pytest.raises(nq.GuideError, match="has no option"):
        model.choice("frame", [])
    model.choice("frame", ["steel"])
    with pytest.raises(nq.GuideError, match="two choices"):
        model.choice("frame", ["carbon"])
    for call in (model.at_most, model.at_least, model.exactly):
        with pytest.raises(nq.GuideError, match="found -1"):
            call(-1, ["steel"])
    with pytest.raises(nq.GuideError, match="several names"):
        model.excludes("steel", 3)
    opened = model.open()
    for call in (opened.cheapest, opened.dearest, opened.samples):
        with pytest.raises(nq.GuideError, match="found -1"):
            call(-1)
    with pytest.raises(nq.GuideError, match='did you mean "steel"'):
        opened.choose("stel")
    with pytest.raises(nq.GuideError, match="chosen, refused, impossible, open, required"):
        opened.guide().names("dead")


def test_names_may_be_one_name_or_any_iterable():
    counts = set()
    for names in (["b", "c"], ("b", "c"), {"b", "c"}, (name for name in "bc"), {"b": 1, "c": 2}):
        model = nq.Model("m")
        model.options(name for name in "abc")
        model.requires("a", names)
        counts.add(model.open().count())
    assert counts == {7}
    model = nq.Model("m")
    model.options("abc")
    assert model.open().options == ["abc"]
    model.options(["b"])
    model.excludes("abc", "b")
    assert model.open().count() == 3 and model.open().choose(["abc"]).chosen == ["abc"]


def test_the_last_decision_counts():
    model = nq.Model("m")
    model.options(["plane", "ferry"])
    trip = model.open()
    refused = trip.choose("plane", "ferry").refuse("plane")
    assert (refused.chosen, refused.refused, refused.count()) == (["ferry"], ["plane"], 1)
    chosen = refused.choose("plane")
    assert (chosen.chosen, chosen.refused) == (["plane", "ferry"], [])
    assert chosen == trip.choose("ferry", "plane") != refused and chosen != 3
    assert pickle.loads(pickle.dumps(refused)) == refused


def test_a_budget_is_exact():
    for number in range(200):
        numbers = random.Random(number)
        model, names, prices, rules = random_model(numbers)
        limit = Decimal(numbers.randint(0, 2500)) / 100
        model.at_most_total(limit, name="the budget")
        total = lambda chosen: sum((prices[name] for name in chosen), Decimal(0))
        within = [c for c in configurations(names, rules) if total(c) <= limit]
        opened = pickle.loads(pickle.dumps(model)).open()
        assert opened.count() == len(within)
        assert [price for price, _ in opened.cheapest(100)] == sorted(map(total, within))
        for name in names:
            assert opened.guide().count(name) == sum(name in c for c in within)
            assert opened.explain(name).lines
        assert opened.hint() is not None


def test_the_table_of_a_configurator():
    model = nq.Model("trip")
    model.choice("season", {"summer": 250, "winter": 0})
    model.options({"tent": 60, "a very long name of an option": 5})
    model.excludes("winter", "tent", name="closed in winter")
    trip = model.open()
    table = trip.choose("winter").refuse("a very long name of an option")._repr_html_()
    root = xml.etree.ElementTree.fromstring(table)
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    assert rows[0] == ["option", "price", "state", "configurations", "total"]
    assert ["season"] in rows and ["options"] in rows
    states = {row[0]: row[2] for row in rows[1:] if len(row) > 1}
    assert states["tent"] == "\u2717 impossible" and states["a very long name of an option"] == "\u2205 refused by you"
    assert {row[0]: row[1] for row in rows[1:] if len(row) > 1}["summer"] == "250"
    contradiction = trip.choose("winter", "tent")._repr_html_()
    assert "Take back" in contradiction and "Take back" not in table
    xml.etree.ElementTree.fromstring(f"<div>{contradiction}</div>")
    xml.etree.ElementTree.fromstring(model._repr_html_())
    assert "season" in model._repr_html_() and "(empty)" not in trip.explain("tent")._repr_html_()


def test_sampling_is_uniform():
    board, draws = nq.Puzzle.queens(6), 4000
    seen = {}
    for solution in board.samples(draws, seed=7):
        seen[frozenset(solution)] = seen.get(frozenset(solution), 0) + 1
    assert len(seen) == 4
    assert all(abs(Fraction(count, draws) - Fraction(1, 4)) < Fraction(1, 25) for count in seen.values())


@pytest.mark.parametrize("table", [
    nq.Puzzle.example("camper-van"),
    nq.Puzzle.example("configurator"),
    nq.Puzzle.parse("features\n    Editor\n        alternative\n            Light\n            Dark\n").place("Dark"),
], ids=repr)
def test_tables_are_readable_in_light_and_dark_notebooks(table):
    styles = re.findall(r'style="([^"]*)"', table._repr_html_())
    colours = [style for style in styles if re.search(r"(^|;)color:", style)]
    assert all("background:" in style for style in colours)


def test_pictures_stand_where_their_lines_stand():
    dead = nq.Puzzle.queens(6).place("b1").explain("d6")
    solved = nq.Puzzle.generate("regions", seed=5, size=7).solve(steps=True)
    for answer in (dead, solved):
        html = answer._repr_html_()
        places = [html.index(line.strip()) for line in answer.lines]
        assert places == sorted(places) and html.count("<figure") == len(answer.pictures)
    # The heading of the explanation is bold, and the first of the steps is not.
    assert f"<b>{dead.lines[0]}</b>" in dead._repr_html_() and "<b>" not in solved._repr_html_()
