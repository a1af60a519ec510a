"""Battles of attrition: sides as graphs, what becomes of two of them, exactly and simulated."""
