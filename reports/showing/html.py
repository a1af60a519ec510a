"""A report as one HTML file: its text, its tables and its charts, and nothing from elsewhere."""

import re
from functools import cache
from html import escape, unescape
from importlib.resources import files

from reports.showing.markdown import block_html

HEAD = re.compile(r"<h([23])>(.*?)</h\1>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
LONG = 6  # heads of the first level from which a report has a list of them


def page(text: str, *, title: str) -> str:
    """Return a report's HTML; ``text`` is its Markdown, with marks for its blocks."""
    body, contents = _with_names(block_html(text))
    lead, head, rest = body.partition("<h2")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style()}</style>\n</head>\n<body>\n"
        f"<main>\n{lead}{contents}{head}{rest}</main>\n</body>\n</html>\n"
    )


@cache
def style() -> str:
    """Return the style of all reports."""
    return files("reports").joinpath("templates", "report.css").read_text("utf-8")


def _with_names(body: str) -> tuple[str, str]:
    """Give heads names, so that a list of them can lead there; returns both."""
    known: dict[str, int] = {}
    contents: list[str] = []

    def named(found: re.Match[str]) -> str:
        level, inner = found[1], found[2]
        plain = unescape(TAG.sub("", inner))
        name = "-".join(re.findall(r"[a-z0-9]+", plain.lower())) or "part"
        known[name] = known.get(name, 0) + 1
        name += f"-{known[name]}" if known[name] > 1 else ""
        if level == "2":
            contents.append(f'<li><a href="#{name}">{inner}</a></li>')
        return f'<h{level} id="{name}">{inner}</h{level}>'

    body = HEAD.sub(named, body)
    if len(contents) < LONG:
        return body, ""
    listed = f"<details><summary>Contents</summary><ol>{''.join(contents)}</ol></details>"
    return body, f'<nav aria-label="Contents">{listed}</nav>\n'
