"""All verbs together: those of `analysis.cli`, the report and the page."""

from collections.abc import Sequence

from analysis.cli import run as questions
from reports.cli import verbs  # noqa: F401 - its verbs join the others


def run(arguments: Sequence[str]) -> int:
    """Run a command line; returns its exit code, as `analysis.cli.run.run` has it."""
    return questions.run(arguments)
