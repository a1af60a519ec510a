"""One thread for the algebra of small matrices, where handing work over costs more than it saves.

Systems of a few hundred rows are solved hundreds of times; with threads that takes several times
as long, and far longer on a busy machine.
"""

from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

SMALL = 64  # rows, up to which the linear algebra uses no threads of its own accord


def single_thread(rows: int) -> AbstractContextManager[Any]:
    """Return a context in which matrices of so many rows are handled by one thread."""
    if rows <= SMALL:
        return nullcontext()
    return _controller().limit(limits=1, user_api="blas")


@lru_cache(maxsize=1)
def _controller() -> Any:  # noqa: ANN401 - loaded only where it is needed
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
