import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("thorough", settings.get_profile("quick"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("OTHERWORDS_HYPOTHESIS", "quick"))
