"""Any tidy frame that belongs to an answer, by name."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from combat.errors import OptionError
from reports.answers.answer_frames import MAKERS, Maker

if TYPE_CHECKING:
    import pandas as pd


def frame(answer: Any, name: str, **options: Any) -> "pd.DataFrame":  # noqa: ANN401
    """Return a frame of an answer.

    Parameters
    ----------
    answer : object
        Of any question: outcomes, a verdict, a size, a plan, a deck, sheets, ….
    name : str
    **options
        Of the few frames that have any.

    Raises
    ------
    OptionError
        For a frame that the answer does not have; it lists them.

    Examples
    --------
    >>> from analysis.answers import odds
    >>> frame(odds("aa 1 arm v 1 inf"), "outcomes")["value"].round(6).tolist()
    [0.5, 0.25, 0.25]
    """
    known = makers(answer)
    if name not in known:
        names = tuple(known)
        raise OptionError(
            f"no frame {name!r} belongs to this answer; there are {', '.join(names)}",
            given=name,
            allowed=names,
        )
    found = known[name](**options)
    if found is None:
        raise OptionError(f"this answer has no {name!r}", given=name)
    return found


def rows(several: Sequence[Mapping[str, Any]] | Mapping[str, Any], **attrs: Any) -> "pd.DataFrame":  # noqa: ANN401
    """Return a frame put together of several answers.

    Parameters
    ----------
    several : sequence of mapping, or mapping
        Rows by column, or columns.
    **attrs
        What charts and tables read of a frame besides: ``label``, ``event``, ``unit``, ….

    Examples
    --------
    >>> rows([{"k": 1, "chance": 0.5}, {"k": 2, "chance": 0.25}], what="k")["chance"].tolist()
    [0.5, 0.25]
    """
    import pandas as pd

    found = pd.DataFrame(several)
    found.attrs |= attrs
    return found


def makers(answer: Any) -> dict[str, Maker]:  # noqa: ANN401
    """Return what makes the frames of an answer, by name.

    Raises
    ------
    OptionError
        For what is no answer.
    """
    for kind in type(answer).__mro__:
        if kind.__name__ in MAKERS:
            return MAKERS[kind.__name__](answer)
    raise OptionError(f"{answer!r} is no answer that frames belong to")
