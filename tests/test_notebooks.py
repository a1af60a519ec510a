"""The notebooks run from top to bottom, and check their own numbers."""

import ast
import shutil
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
kernelspec = pytest.importorskip("ipykernel.kernelspec")

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
LARGEST = 1_000_000  # bytes: charts stored at a modest resolution
SLOWEST = 300  # seconds a cell

pytestmark = pytest.mark.notebook


@pytest.fixture
def own_kernel(tmp_path, monkeypatch):
    """Let 'python3' be the interpreter that runs the tests, whatever is installed."""
    kernelspec.install(kernel_name="python3", prefix=str(tmp_path / "kernel"))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "kernel" / "share" / "jupyter"))
    monkeypatch.delenv("MPLBACKEND", raising=False)  # charts belong into the notebook


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def outputs(notebook, kind):
    return [out for cell in code_cells(notebook) for out in cell.outputs if out.output_type == kind]


def asserts(source):
    lines = [line for line in source.splitlines() if not line.lstrip().startswith(("%", "!"))]
    return any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse("\n".join(lines))))


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.usefixtures("own_kernel")
def test_notebook_runs(path, tmp_path):
    copy = Path(shutil.copy(path, tmp_path))
    (tmp_path / "docs").symlink_to(path.parents[1] / "docs")  # for the plans and maps of examples
    notebook = nbformat.read(copy, as_version=4)
    for cell in code_cells(notebook):
        cell.outputs = []
    client = nbclient.NotebookClient(
        notebook,
        timeout=SLOWEST,
        kernel_name="python3",
        force_raise_errors=True,  # a tag must not excuse a cell
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()
    assert not outputs(notebook, "error")
    warned = [out.text for out in outputs(notebook, "stream") if out.name == "stderr"]
    assert not warned, f"a reader would see warnings: {warned}"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_checks_itself(path):
    notebook = nbformat.read(path, as_version=4)
    assert any(asserts(cell.source) for cell in code_cells(notebook))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_stored_as_it_ran(path):
    notebook = nbformat.read(path, as_version=4)
    ran = [cell.execution_count for cell in code_cells(notebook)]
    assert ran == list(range(1, len(ran) + 1))
    assert not outputs(notebook, "error")
    assert path.stat().st_size < LARGEST


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_chart_is_followed_by_words(path):
    cells = nbformat.read(path, as_version=4).cells
    drawn = [
        number
        for number, cell in enumerate(cells)
        if any("image/png" in out.get("data", {}) for out in cell.get("outputs", ()))
    ]
    assert drawn
    assert all(cells[number + 1].cell_type == "markdown" for number in drawn)
