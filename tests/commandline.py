"""Asking at the command line from within a test, with real text streams."""

import contextlib
import io
import json
from typing import Any, NamedTuple

from reports.cli.run import run


class Answer(NamedTuple):
    """Exit code and what was written."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)


def ask(*arguments: str) -> Answer:
    """Run a command line in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(list(arguments))
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode("utf-8"))
    return Answer(code, *texts)


def ask_json(*arguments: str) -> Any:
    """Return the object that a question which can be answered prints."""
    answer = ask(*arguments, "--format", "json")
    assert (answer.code, answer.err) == (0, "")
    return answer.json


def is_plain_refusal(answer: Answer) -> bool:
    """Whether a question was refused as the contract says: exit 2, one plain line on stderr."""
    lines = answer.err.splitlines()
    return (
        answer.code == 2
        and len(lines) == 1
        and answer.err.endswith("\n")
        and "Traceback" not in answer.err
        and all(c.isprintable() for c in lines[0])
    )
