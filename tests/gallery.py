"""The charts of the gallery, drawn by the code on its page.

``python tests/gallery.py`` draws them anew into `docs/images/gallery`; ``python tests/gallery.py
FOLDER STYLE`` elsewhere, in a style of matplotlib's, such as ``dark_background``.
"""

import io
import os
import re
import sys
from pathlib import Path

import matplotlib.pyplot as plt

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.md"
IMAGES = ROOT / "docs" / "images" / "gallery"
DPI = 110
PART = re.compile(
    r"^(?:### (?P<name>\w+)\n\n(?P<sentence>[^`]+?)\n\n)?```python\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


def parts():
    """The page's blocks of code, as (name of the chart or '', sentence above, code)."""
    found = PART.finditer(PAGE.read_text("utf-8"))
    return [(one["name"] or "", one["sentence"] or "", one["code"]) for one in found]


def drawn():
    """Run the page from top to bottom; yield each chart's name and its axes."""
    names, before = {}, Path.cwd()
    os.chdir(ROOT)
    try:
        for name, _, code in parts():
            exec(code, names)
            if name:
                yield name, names.pop("ax")
    finally:
        os.chdir(before)


def picture(ax):
    """A chart as the bytes of a PNG, without what changes from run to run."""
    file = io.BytesIO()
    figure = ax.get_figure(root=True)
    figure.savefig(file, dpi=DPI, facecolor=figure.get_facecolor(), metadata={"Software": None})
    return file.getvalue()


def main(folder=str(IMAGES), style="default"):
    """Draw all charts into a folder."""
    with plt.style.context(style):
        for name, ax in drawn():
            (Path(folder) / f"{name}.png").write_bytes(picture(ax))
            plt.close("all")


if __name__ == "__main__":
    main(*sys.argv[1:])
