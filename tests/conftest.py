"""Settings of the whole test run."""

import matplotlib as mpl
from hypothesis import HealthCheck, settings

collect_ignore = ["toy_game"]  # modules of a package that is not there: see test_sixth_game.py

mpl.use("Agg")
settings.register_profile(
    "project",
    deadline=None,  # machines are noisy: time is measured by the benchmarks
    derandomize=True,  # a red run can be had again
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("project")
