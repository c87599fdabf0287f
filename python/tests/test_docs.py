"""Runs the examples of all doc strings, and checks that every public item has one."""

import doctest
import inspect
import pathlib
import re

import nqueens_guide
import pytest


def items():
    """Yields the qualified name and the doc string of the module and of all its public items."""
    yield "nqueens_guide", nqueens_guide.__doc__
    for name, item in sorted(vars(nqueens_guide).items()):
        if name.startswith("_"):
            continue
        yield name, inspect.getdoc(item)
        if inspect.isclass(item):
            for member, value in sorted(vars(item).items()):
                if not member.startswith("_"):
                    yield f"{name}.{member}", inspect.getdoc(value)


@pytest.mark.parametrize(("name", "text"), list(items()), ids=[name for name, _ in items()])
def test_examples(name, text):
    assert text, f"{name} has no documentation"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0


def test_most_classes_have_examples():
    with_examples = {name for name, text in items() if text and ">>>" in text}
    for name in ("Bdd", "Zdd", "Rules", "Model", "Configuration", "Puzzle", "Guide", "Answer"):
        assert name in with_examples


@pytest.mark.parametrize("file", ["python/README.md", "docs/python.md"])
def test_examples_of_the_pages(file):
    text = (pathlib.Path(__file__).parents[2] / file).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, file, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
