"""Benchmarks: run with ``python -m tests.benchmark``."""
