"""Captures, income, purchases and mobilisation (AA-40 to AA-45)."""
