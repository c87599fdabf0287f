"""Functions as sets of models, and random expressions: an oracle that shares no code with the package."""

import itertools
import operator

CONNECTIVES = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "=>": lambda a, b: not a or b,
    "<=>": operator.eq,
}


def expression(random, names, depth):
    """Returns a random expression as text, and a function that evaluates it for a dictionary of truth values."""
    if depth == 0 or random.random() < 0.15:
        if random.random() < 0.05:
            value = random.random() < 0.5
            return ("true" if value else "false"), lambda _: value
        name = random.choice(names)
        return name, lambda values: values[name]
    if random.random() < 0.25:
        text, inner = expression(random, names, depth - 1)
        return f"!({text})", lambda values: not inner(values)
    sign = random.choice(list(CONNECTIVES))
    connect = CONNECTIVES[sign]
    (a, first), (b, second) = expression(random, names, depth - 1), expression(random, names, depth - 1)
    return f"({a}) {sign} ({b})", lambda values: bool(connect(first(values), second(values)))


def valuations(names):
    for values in itertools.product([False, True], repeat=len(names)):
        yield dict(zip(names, values))


def model(values):
    return frozenset(name for name, value in values.items() if value)


def models(names, function):
    return {model(values) for values in valuations(names) if function(values)}
