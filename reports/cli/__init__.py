"""The command line ``wargame-odds``: the verbs of `analysis.cli`, reports and the page."""

import os
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    # Small systems are solved many times over; threads in the linear algebra only get in the way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    try:
        from reports.cli.run import run
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        sys.exit(130)
    sys.exit(run(sys.argv[1:]))
