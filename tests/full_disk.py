"""A disk that is full, as far as one process can tell: files take so many bytes and no more."""

import contextlib
from collections.abc import Iterator

import pytest


@contextlib.contextmanager
def room_for(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes: a write that would is an OSError, after a part."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
