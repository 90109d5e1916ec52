"""Everything that the client raises of its own."""

from __future__ import annotations

from typing import Optional

from .shapes import ErrorCode


class TextrelayError(Exception):
    """What all of them are."""


class ApiError(TextrelayError):
    """The service refused: nothing was done."""

    def __init__(
        self,
        message: str,
        code: ErrorCode,
        status: int,
        retry_after: Optional[float] = None,
        next: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        """What is wrong, for a program. Codes may be added; a proxy's refusal has `unknown`."""
        self.status = status
        self.retry_after = retry_after
        """Seconds after which a repeat makes sense; None where the service said none."""
        self.next = next
        """What to do about it, for whoever reads it; None for a proxy's refusal. May change at any time."""


class UnansweredError(TextrelayError):
    """Nothing of use was answered until the client's patience ended; `__cause__` is the last reason.

    Whether a text was accepted is not known: send it again with this `client_ref`, and it is still one text.
    """

    def __init__(self, cause: Exception, client_ref: Optional[str] = None) -> None:
        super().__init__(f"no answer: {cause}")
        self.client_ref = client_ref
        """Of a send; None for other requests."""


class CursorAheadError(TextrelayError):
    """The cursor is above everything that there is, as after a restored backup.

    Read anew from 0, or go on from `newest_seq`: what is right depends on what your program has stored.
    """

    def __init__(self, since: int, newest_seq: int) -> None:
        super().__init__(f"the cursor {since} is above the newest seq, which is {newest_seq}")
        self.since = since
        self.newest_seq = newest_seq


class WebhookError(TextrelayError):
    """A request to your endpoint was not signed by the service with one of your secrets, or is too old."""


class ConnectionFailed(TextrelayError):
    """The connection failed, or ended before the answer was whole."""
