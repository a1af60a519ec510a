"""The verb `serve`: the page for phone and laptop."""

import ipaddress

import click

from analysis.cli.commands import HELP, app
from analysis.cli.terminal import put
from combat.errors import OptionError

MOST_WORKERS = 64
LOCAL = "127.0.0.1"


@app.command(context_settings=HELP)
@click.option(
    *("--port", "port"),
    type=int,
    default=8000,
    metavar="N",
    show_default=True,
    help="Where it listens; 0 takes any that is free.",
)
@click.option(
    *("--host", "host"),
    default=LOCAL,
    metavar="H",
    show_default=True,
    help="Who can ask: this machine; with 0.0.0.0 all in the network.",
)
@click.option("--workers", type=int, metavar="N", help="Questions worked at together.")
def serve(port: int, host: str, workers: int | None) -> None:
    """Serve the page for phone and laptop, and the API, until Ctrl-C.

    Only this machine can ask, unless --host opens it to the network. The page is an extra: pip
    install "wargame-odds[web]".

    \b
    wargame-odds serve
    wargame-odds serve --host 0.0.0.0 --port 8080
    """  # noqa: D301 - click reads the mark
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise OptionError(
            f"{workers} workers are not possible; there are 1 to {MOST_WORKERS}",
            given=str(workers),
            allowed=(f"1 to {MOST_WORKERS}",),
        )
    try:
        from reports.page.door.serving import serve as serve_page
    except ModuleNotFoundError as error:
        raise OptionError(
            f"the page needs {error.name}, which is not installed: pip install 'wargame-odds[web]'",
            given=error.name,
        ) from None

    serve_page(host, port, workers=workers, told=_tell)


def _tell(address: str) -> None:
    """Say where the page is, and who can ask it."""
    host = address.removeprefix("http://").rstrip("/").rpartition(":")[0].strip("[]")
    put(f"the page is at {address} (Ctrl-C ends it)")
    if not ipaddress.ip_address(host).is_loopback:
        put(
            "warning: anyone in this network can ask here, without a password; each answer is"
            " bounded, and no file is read. Type that address on the phone.",
            error=True,
        )
