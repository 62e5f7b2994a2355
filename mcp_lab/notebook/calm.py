"""What a notebook raises at a person: one sentence in place of a traceback."""


class Calm(Exception):  # noqa: N818 - said to a person, under this name
    """Shown by IPython as its own words alone."""

    def _render_traceback_(self) -> list[str]:
        """IPython's hook for exceptions that say how they are shown: a list of lines."""
        return [f"{type(self).__name__}: {self}"]


class ChallengeNotPassed(Calm):
    """Raised by a check that is not green, so that the cell isn't either."""


class NotPossible(Calm):
    """Something asked of the kit that cannot be done; the message says what can."""
