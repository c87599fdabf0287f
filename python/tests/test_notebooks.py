"""Runs every notebook from top to bottom."""

import json
import pathlib

import pytest

nbclient = pytest.importorskip("nbclient")
import nbformat  # noqa: E402

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_all_notebooks_are_here():
    assert len(NOTEBOOKS) >= 5


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebook(file):
    notebook = nbformat.read(file, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, startup_timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    drawn = [output for output in outputs if {"image/svg+xml", "text/html"} & set(output.get("data", {}))]
    if "compare" not in file.stem and "count" not in file.stem:
        assert len(drawn) >= 3, "the notebook has no pictures"


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_stored_without_outputs(file):
    cells = [cell for cell in json.loads(file.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert cells and all(not cell["outputs"] and cell["execution_count"] is None for cell in cells)
