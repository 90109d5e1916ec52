"""Reading the change feed."""

from __future__ import annotations

import os
from typing import Optional, Protocol, Union

from .call import Call, json_of
from .errors import ApiError, ConnectionFailed, CursorAheadError
from .shapes import MessagePage
from .steps import LONGEST_POLL, SHORTEST_POLL, Patience, Pause, Steps, is_passing, once, wait_before

ABOVE_ALL = 2**53 - 1
PAGE = 500


class Cursor(Protocol):
    """Keeps the place of a reader over restarts."""

    def load(self) -> Optional[int]:
        """The last seq that was saved; None before the first one."""

    def save(self, seq: int) -> None: ...


class FileCursor:
    """Keeps the place in a file of its own, which is replaced as a whole: one reader at a time."""

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        self._path = os.fspath(path)

    def load(self) -> Optional[int]:
        try:
            with open(self._path, encoding="ascii") as file:
                text = file.read().strip()
        except FileNotFoundError:
            return None
        if not text.isdigit():
            raise ValueError(f"{self._path} does not hold a seq")
        return int(text)

    def save(self, seq: int) -> None:
        following = f"{self._path}.next"
        with open(following, "w", encoding="ascii") as file:
            file.write(f"{seq}\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(following, self._path)


def read_page(since: int, wait: int, grace: float) -> Steps[MessagePage]:
    call = Call(
        "GET", "/api/v1/messages", {"since": since, "wait": wait, "limit": PAGE}, grace=wait + grace
    )
    page: MessagePage = json_of((yield from once(call)))
    return page


def read_patiently(since: int, wait: int, grace: float, rules: Patience) -> Steps[MessagePage]:
    """Reads until an answer comes, or the service refuses for good. Whoever takes the steps may stop at any of them."""
    attempt = 0
    while True:
        try:
            return (yield from read_page(since, wait, grace))
        except (ApiError, ConnectionFailed) as error:
            if not is_passing(error):
                raise
            seconds = wait_before(attempt, error, rules)
        attempt += 1
        yield Pause(min(seconds, rules.longest_wait))


def start_of(since: Optional[int], grace: float, rules: Patience) -> Steps[int]:
    """Where a reader begins that has no place yet: after a seq, or at the newest one."""
    if since is not None:
        return since
    page = yield from read_patiently(ABOVE_ALL, 0, grace, rules)
    return page.get("newest_seq", page["next_since"])


def next_page(since: int, grace: float, rules: Patience) -> Steps[MessagePage]:
    begun = rules.now()
    page = yield from read_patiently(since, LONGEST_POLL, grace, rules)
    if page.get("cursor_ahead"):
        raise CursorAheadError(since, page.get("newest_seq", 0))
    early = begun + SHORTEST_POLL - rules.now()
    if not page["messages"] and early > 0:
        yield Pause(early)
    return page
