"""Compares diagrams with sets of models: 10,000 random cases."""

import itertools
import pickle
import random
import re
from decimal import Decimal

import pytest
from brute import expression, model, models, valuations

import nqueens_guide as nq

CASES = 10_000


def found(diagram):
    listed = [frozenset(names) for names in diagram.models()]
    assert len(listed) == len(set(listed)), "a model is listed twice"
    return set(listed)


def values_of(names, true):
    return {name: name in true for name in names}


def case(number):
    """Returns a class, variables, two functions of them as diagrams and as sets of models, and the random numbers."""
    numbers = random.Random(number)
    kind = numbers.choice([nq.Bdd, nq.Zdd])
    names = [f"v{i}" for i in range(numbers.randint(1, 6))]
    (f_text, f_of), (g_text, g_of) = (expression(numbers, names, numbers.randint(0, 4)) for _ in range(2))
    f, g = (kind.from_expression(text, names) for text in (f_text, g_text))
    return kind, names, f, g, models(names, f_of), models(names, g_of), numbers


def check_algebra(kind, names, f, g, F, G, numbers):
    every = {model(values) for values in valuations(names)}
    results = [(f & g, F & G), (f | g, F | G), (f ^ g, F ^ G), (f - g, F - G), (~f, every - F)]
    results += [(f.implies(g), (every - F) | G), (f.iff(g), every - (F ^ G)), (f.ite(g, f), (F & G) | (F - F))]
    for diagram, expected in results:
        assert found(diagram) == expected
        assert diagram.count() == len(expected)
    assert (f == g) == (F == G) and (f != g) == (F != G)
    assert (f <= g) == (F <= G) and (f >= g) == (F >= G)
    assert (f < g) == (F < G) and (f > g) == (F > G)
    assert f.is_disjoint(g) == F.isdisjoint(G)
    assert (f.is_false(), f.is_true()) == (not F, F == every)
    if F == G:
        assert hash(f) == hash(g) and f.to_bytes() == g.to_bytes()


def check_quantifiers(kind, names, f, g, F, G, numbers):
    chosen = numbers.sample(names, numbers.randint(0, len(names)))

    def restricted(fixed):
        return {model(v) for v in valuations(names) if model({**v, **fixed}) in F}

    fixings = [dict(zip(chosen, values)) for values in itertools.product([False, True], repeat=len(chosen))]
    assert found(f.exists(chosen)) == set().union(*(restricted(fixed) for fixed in fixings))
    assert found(f.forall(chosen)) == set.intersection(*(restricted(fixed) for fixed in fixings))
    fixed = numbers.choice(fixings)
    assert found(f.restrict(fixed)) == restricted(fixed)
    assert found(f.select(fixed)) == {m for m in F if all((name in m) == value for name, value in fixed.items())}
    name = numbers.choice(names)
    composed = {model(v) for v in valuations(names) if model({**v, name: model(v) in G}) in F}
    assert found(f.compose(name, g)) == composed
    larger = [*names, "w0", "w1"]
    numbers.shuffle(larger)
    renamed = dict(zip(names, numbers.sample(larger, len(names))))
    expected = {
        model(v) for v in valuations(larger) if frozenset(old for old, new in renamed.items() if v[new]) in F
    }
    assert found(f.rename(renamed, larger)) == expected


def check_models(kind, names, f, g, F, G, numbers):
    listed = list(f)
    assert f.counts() == {name: sum(name in m for m in F) for name in names}
    for number, names_of in enumerate(listed):
        assert f.rank(names_of) == number and names_of in f
    start = numbers.randint(0, len(listed))
    assert list(f.models(start)) == listed[start:]
    outside = [m for m in (model(v) for v in valuations(names)) if m not in F]
    if outside:
        other = list(numbers.choice(outside))
        assert other not in f and f.rank(other) is None
    if F:
        assert all(frozenset(m) in F for m in f.samples(3, seed=numbers.randrange(100)))
        assert {frozenset(m) for m in f.samples(1000, distinct=True)} == F
    weights = {name: numbers.randint(-5, 5) for name in names}
    totals = sorted(sum(weights[name] for name in m) for m in F)
    wanted = numbers.randint(1, 5)
    cheapest = f.best(weights, wanted)
    assert [total for total, _ in cheapest] == totals[:wanted]
    dearest = f.best(weights, wanted, "dearest")
    assert [total for total, _ in dearest] == totals[::-1][:wanted]
    for total, names_of in cheapest + dearest:
        assert frozenset(names_of) in F and total == sum(weights[name] for name in names_of)


def drawn_models(kind, names, dot):
    """Follows the edges of a drawing: the sets of true variables whose paths end at 1."""
    label = {node: text for node, text in re.findall(r'(n\d+) \[label="(\w+)"\]', dot)}
    arrows = re.findall(r"(n\d+) -> (n\d+); \1 -> (n\d+) \[style=dashed\]", dot)
    edges = {node: (low, high) for node, high, low in arrows}
    reached = {child for children in edges.values() for child in children}
    (root,) = label.keys() - reached
    models = set()
    for model in (frozenset(m) for r in range(len(names) + 1) for m in itertools.combinations(names, r)):
        node, used = root, set()
        while node in edges:
            used.add(label[node])
            node = edges[node][label[node] in model]
        # A variable that the path skips is false in a model of a Zdd.
        if label[node] == "1" and (kind is nq.Bdd or model <= used):
            models.add(model)
    return models


def check_files(kind, names, f, g, F, G, numbers):
    assert pickle.loads(pickle.dumps(f)) == f
    assert kind.from_bytes(f.to_bytes(), names) == f
    if kind is nq.Bdd:
        assert nq.Bdd.from_dddmp(f.to_dddmp(binary=numbers.random() < 0.5)) == f
        assert f.to_zdd().to_bdd() == f and found(f.to_zdd()) == F
    else:
        assert f.to_bdd().to_zdd() == f and found(f.to_bdd()) == F
    assert f.svg().startswith("<svg")
    assert drawn_models(kind, names, f.dot()) == F


CHECKS = [check_algebra, check_quantifiers, check_models, check_files]


@pytest.mark.parametrize("check", CHECKS)
def test_random_cases(check):
    for number in range(CASES // len(CHECKS)):
        try:
            check(*case(number))
        except AssertionError as error:
            raise AssertionError(f"case {number}: {error}") from error


def test_random_rules():
    for number in range(1000):
        numbers = random.Random(number)
        names = [f"v{i}" for i in range(numbers.randint(1, 7))]
        rules, tests = nq.Rules(names), []
        for _ in range(numbers.randint(0, 5)):
            chosen = numbers.sample(names, numbers.randint(1, len(names)))
            literals = [numbers.choice(["", "!"]) + name for name in chosen]
            number_of = lambda m, literals=literals: sum((l[0] == "!") != (l.lstrip("!") in m) for l in literals)
            k, kind = numbers.randint(0, len(names)), numbers.randrange(6)
            if kind == 0:
                rules.at_least(k, literals)
                tests.append(lambda m, k=k, n=number_of: n(m) >= k)
            elif kind == 1:
                rules.at_most(k, literals)
                tests.append(lambda m, k=k, n=number_of: n(m) <= k)
            elif kind == 2:
                rules.exactly(k, literals)
                tests.append(lambda m, k=k, n=number_of: n(m) == k)
            elif kind == 3:
                rules.between(k // 2, k, literals)
                tests.append(lambda m, k=k, n=number_of: k // 2 <= n(m) <= k)
            elif kind == 4 and len(names) > 1:
                a, b = numbers.sample(names, 2)
                rules.exclude(a, b)
                tests.append(lambda m, a=a, b=b: not (a in m and b in m))
            elif kind == 5 and len(chosen) > 1:
                rules.requires(literals[0], literals[1:])
                first, rest = literals[0], literals[1:]
                holds = lambda m, l: (l[0] == "!") != (l.lstrip("!") in m)
                tests.append(lambda m, f=first, r=rest, h=holds: not h(m, f) or any(h(m, l) for l in r))
        expected = {m for m in map(model, valuations(names)) if all(test(m) for test in tests)}
        for same in (rules, pickle.loads(pickle.dumps(rules))):
            assert found(same.bdd()) == found(same.zdd()) == found(same.reordered_bdd()) == expected, number
            assert same.count() == len(expected)


def test_large_counts_are_exact():
    names = [f"x{i}" for i in range(300)]
    assert nq.Bdd.constant(names, True).count() == 2**300
    assert nq.Zdd.constant(names, True).counts()["x7"] == 2**299


def test_best_totals_are_decimals():
    f = nq.Bdd.from_expression("a | b")
    assert f.best({"a": Decimal("0.10"), "b": "0.20"}, 3) == [
        (Decimal("0.10"), ["a"]),
        (Decimal("0.20"), ["b"]),
        (Decimal("0.30"), ["a", "b"]),
    ]


def test_files(tmp_path):
    f = nq.Bdd.from_expression("a ^ b ^ c")
    size = f.write(tmp_path / "f.bdd")
    assert size == len((tmp_path / "f.bdd").read_bytes())
    assert nq.Bdd.read(tmp_path / "f.bdd", f.names) == f
    (tmp_path / "f.bdd").write_bytes(f.to_bytes()[:-1])
    with pytest.raises(nq.GuideError):
        nq.Bdd.read(tmp_path / "f.bdd")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nq.Bdd.from_expression("a &"), "found the end"),
        (lambda: nq.Bdd.from_expression("a & b", ["a"]), "found the variable `b`"),
        (lambda: nq.Bdd.variables(["a", "a"]), 'found "a" twice'),
        (lambda: nq.Bdd.from_expression("a").exists(["z"]), 'no variable "z"'),
        (lambda: nq.Bdd.from_expression("a") & nq.Bdd.from_expression("b"), "rename"),
        (lambda: nq.Bdd.from_bytes(b"nonsense"), ""),
        (lambda: nq.Bdd.from_dddmp(b"nonsense"), ""),
        (lambda: nq.Bdd.from_bytes(nq.Bdd.from_expression("a").to_bytes(), []), "expected 1 names"),
        (lambda: nq.Bdd.from_expression("a").best({"a": "x"}), ""),
        (lambda: nq.Bdd.from_expression("a").best({}, 1, "best"), "dearest"),
        (lambda: nq.Bdd.from_expression("a & !a").samples(), "found the function that is false"),
        (lambda: nq.Bdd.from_expression("a & b").rename({"a": "b"}), 'found "b" twice'),
        (lambda: nq.Rules(["a"]).exclude("a", "a"), "two variables"),
        (lambda: nq.Rules(["a"]).exactly(1, ["a", "!a"]), "found \"a\" twice"),
        (lambda: nq.Rules(["a"]).between(2, 1, ["a"]), "smaller bound first"),
        (lambda: nq.Rules([f"v{i}" for i in range(70_000)]), "names"),
    ],
)
def test_invalid_input(call, message):
    with pytest.raises(nq.GuideError) as raised:
        call()
    assert message in str(raised.value)
    assert isinstance(raised.value, ValueError)


def test_a_function_has_no_truth_value():
    with pytest.raises(TypeError):
        bool(nq.Bdd.from_expression("a"))
    assert nq.Bdd.from_expression("a") != 3
    with pytest.raises(TypeError):
        nq.Bdd.from_expression("a") & 3
    with pytest.raises(TypeError):
        nq.Bdd.from_expression("a") & nq.Zdd.from_expression("a")
