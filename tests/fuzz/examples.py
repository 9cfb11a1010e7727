"""Numbers of examples of the random tests. A test runs the same examples each time; with RATTLEBACK_RANDOM=1
it runs new ones, and first those that failed before (folder .hypothesis)."""

import os

from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

RANDOM = "RATTLEBACK_RANDOM" in os.environ


def examples(count):
    return settings(
        max_examples=count, derandomize=not RANDOM, print_blob=True, deadline=None,
        database=DirectoryBasedExampleDatabase(os.path.abspath(".hypothesis")) if RANDOM else None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much,
                               HealthCheck.large_base_example])
