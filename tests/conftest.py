"""What holds for every test."""

import os

import hypothesis

# No deadlines: a test that measures time fails on a busy machine and says nothing.
hypothesis.settings.register_profile("usual", deadline=None, print_blob=True)
hypothesis.settings.register_profile("quick", parent=hypothesis.settings.get_profile("usual"), max_examples=20)
hypothesis.settings.register_profile("thorough", parent=hypothesis.settings.get_profile("usual"), max_examples=1000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "usual"))
