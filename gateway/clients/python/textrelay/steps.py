"""What the client does, as steps that either client takes: it asks, or it waits, and nothing else.

A step that asks is sent back the answer, or has the exception thrown into it. A pause is sent back None.
"""

from __future__ import annotations

import random
import secrets
import time
from dataclasses import dataclass
from typing import Callable, Generator, Optional, TypeVar, Union

from .call import Answer, Call
from .errors import ApiError, ConnectionFailed, UnansweredError

T = TypeVar("T")


@dataclass(frozen=True)
class Pause:
    seconds: float


Step = Union[Call, Pause]
Steps = Generator[Step, Optional[Answer], T]

FIRST_WAIT = 0.2

LONGEST_POLL = 25
"""The longest that the service holds a request open, in seconds."""

SHORTEST_POLL = 1
"""Between two requests that were both answered at once, as when the service has no place for another wait."""


@dataclass(frozen=True)
class Patience:
    patience: float
    """Seconds after which no further attempt is begun."""
    longest_wait: float
    """Most seconds between two attempts. A longer Retry-After is not waited for: the request ends."""
    now: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random


def new_ref() -> str:
    """A client_ref of 128 random bits."""
    return secrets.token_hex(16)


def is_passing(error: Exception) -> bool:
    """Whether the same request may succeed a little later."""
    if isinstance(error, ConnectionFailed):
        return True
    if not isinstance(error, ApiError):
        return False
    if error.code in ("unavailable", "rate_limited") or error.status == 408:
        return True
    return error.code == "unknown" and error.status in (429, 502, 503, 504)


def wait_before(attempt: int, error: Exception, rules: Patience) -> float:
    """Seconds before the next attempt: twice as long each time, by chance a little less; never before Retry-After."""
    grown: float = min(rules.longest_wait, FIRST_WAIT * 2 ** min(attempt, 10))
    asked = error.retry_after or 0.0 if isinstance(error, ApiError) else 0.0
    return max(grown * (0.5 + rules.chance() / 2), asked)


def once(call: Call) -> Steps[Answer]:
    answer = yield call
    assert answer is not None
    return answer


def _is_refused(error: Exception) -> bool:
    """Whether what was refused was certainly not done."""
    return isinstance(error, ApiError) and error.status == 429


def repeated(
    work: Callable[[], Steps[T]],
    rules: Patience,
    *,
    client_ref: Optional[str] = None,
    patience: Optional[float] = None,
) -> Steps[T]:
    """Repeats what passes until it is answered.

    When patience ends it raises the refusal, where nothing but refusals was answered, and else UnansweredError. It raises every
    other error at once.
    """
    end = rules.now() + (rules.patience if patience is None else min(patience, rules.patience))
    attempt = 0
    is_known = True
    while True:
        try:
            return (yield from work())
        except (ApiError, ConnectionFailed) as error:
            if not is_passing(error):
                raise
            is_known = is_known and _is_refused(error)
            seconds = wait_before(attempt, error, rules)
            if seconds > rules.longest_wait or rules.now() + seconds > end:
                if is_known:
                    raise
                raise UnansweredError(error, client_ref) from error
        attempt += 1
        yield Pause(seconds)


def asked_once(call: Call, read: Callable[[Answer], T]) -> Steps[T]:
    return read((yield from once(call)))

