"""Chance belongs to the world: the same variant always draws the same things."""

from __future__ import annotations

import random


def draw(variant: str, purpose: str) -> random.Random:
    """A generator for one purpose of one variant.

    One generator a purpose, so that drawing one name more for the islands moves no fare.
    """
    return random.Random(f"{variant}/{purpose}")  # noqa: S311 - reproducible on purpose, no secret


__all__ = ["draw"]
