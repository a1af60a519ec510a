"""The verbs that the top layer adds: what each needs is loaded when it is asked for."""

from reports.cli import report, serve  # noqa: F401
