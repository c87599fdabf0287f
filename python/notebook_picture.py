"""Writes the pictures of a notebook in the README: docs/images/notebook-light.png and notebook-dark.png.

Runs cells of a notebook with the installed package, renders them as Jupyter does, and takes a picture with Chromium. Needs
nbconvert, nbclient, ipykernel, and a program `chromium`.
"""

import pathlib
import subprocess
import tempfile

import nbclient
import nbformat
from nbconvert import HTMLExporter

DOCS = pathlib.Path(__file__).resolve().parents[1] / "docs"
NOTEBOOK = DOCS / "notebooks" / "2-guided-placement.ipynb"
# The board with two queens, and the explanation of a dead square.
CELLS = [1, 2, 3, 16, 17]
# In pixels of the page; the picture has twice as many in both directions.
WIDTH, HEIGHT = 900, 1160


def executed():
    """Returns the notebook with the cells of the picture and their outputs."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    notebook.cells = [notebook.cells[number] for number in CELLS]
    nbclient.NotebookClient(notebook, timeout=300, startup_timeout=300, kernel_name="python3").execute()
    return notebook


def main():
    notebook = executed()
    for theme in ("light", "dark"):
        html, _ = HTMLExporter(template_name="lab", theme=theme).from_notebook_node(notebook)
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "notebook.html"
            page.write_text(html, encoding="utf-8")
            picture = DOCS / "images" / f"notebook-{theme}.png"
            options = [f"--screenshot={picture}", f"--window-size={WIDTH},{HEIGHT}", "--force-device-scale-factor=2"]
            options += ["--headless", "--hide-scrollbars", "--no-sandbox", f"--user-data-dir={folder}/profile"]
            # The page asks for scripts for formulas from the network, which it does not need.
            options += ["--host-resolver-rules=MAP * ~NOTFOUND"]
            subprocess.run(["chromium", *options, page.as_uri()], check=True, capture_output=True, timeout=120)
            print(picture)


if __name__ == "__main__":
    main()
