"""What the page says instead of an answer when the question itself is not at fault."""

from typing import Any

LIMIT, BUSY, REQUEST, FAULT = "limit", "busy", "request", "fault"


class RefusalError(Exception):
    """A request that is not answered.

    Parameters
    ----------
    message : str
        One plain line.
    status : int
        Of HTTP.
    kind : str
        ``limit`` (beyond what one request may take), ``busy`` (ask again), ``request`` (not a
        request that the page knows) or ``fault`` (the program's).
    given : str, optional
    allowed : tuple of str
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        kind: str,
        given: str | None = None,
        allowed: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.status, self.kind, self.given, self.allowed = status, kind, given, allowed

    def document(self) -> dict[str, Any]:
        """Return it as plain data, with the keys of `analysis.document.error_document`."""
        return {
            "error": str(self),
            "kind": self.kind,
            "given": self.given,
            "allowed": list(self.allowed),
        }


class ClientLeftError(Exception):
    """Whoever asked has gone; nobody reads an answer."""
