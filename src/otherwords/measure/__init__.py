"""Measures, each defined once and checked against its authors' figures."""
