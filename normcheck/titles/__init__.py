"""Titles without norms: direct titles of championships, and titles by rating."""
