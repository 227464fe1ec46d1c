"""Tests never see the rating lists of the person who runs them."""

import os
import tempfile

os.environ["NORMCHECK_DATA"] = tempfile.mkdtemp(prefix="normcheck-tests-")
