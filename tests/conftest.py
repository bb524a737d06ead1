"""Shared by every test: the first call of a rule compiles it, so no deadlines."""

import os

from hypothesis import HealthCheck, settings

os.environ["GALOPP_LANG"] = "en"  # whatever the machine speaks
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("house", deadline=None, max_examples=60, suppress_health_check=SLOW)
settings.register_profile("brief", deadline=None, max_examples=4, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))
