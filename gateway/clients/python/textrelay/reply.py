"""Waiting for the reply to a text: nothing is kept between two requests but where to go on."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Optional, cast

from .call import Call, Query, json_of
from .errors import ApiError, ConnectionFailed
from .shapes import Message, TextOutcome
from .steps import LONGEST_POLL, SHORTEST_POLL, Patience, Pause, Steps, asked_once, is_passing, wait_before

GRACE = 5
"""How many seconds after the end of its wait an answer may come."""


@dataclass(frozen=True)
class Asked:
    message: Message
    """The text, as it was last seen."""
    reply: Optional[Message]
    """The first text of its recipient after it; None when it failed, or none came in time."""
    since: int
    """Where to go on: with it the next reply is waited for, or this one longer."""


def seconds_until(deadline: float, rules: Patience) -> int:
    """What to wait for in one request, of the time until a deadline."""
    return max(0, min(LONGEST_POLL, math.ceil(deadline - rules.now())))


def ask_outcome(call: Call, wait: int) -> Steps[TextOutcome]:
    patient = Call(call.method, call.path, call.query, call.body, grace=wait + GRACE)
    return asked_once(patient, lambda answer: cast(TextOutcome, json_of(answer)))


def read_outcome(ident: int, since: int, wait: int) -> Steps[TextOutcome]:
    query: Query = {"wait_for": "reply", "since": since, "wait": wait}
    return ask_outcome(Call("GET", f"/api/v1/messages/{ident}/outcome", query), wait)


def wait_on(first: TextOutcome, deadline: float, rules: Patience) -> Steps[Asked]:
    """Waits on from a first answer, until there is an outcome or the time is over."""
    found, attempt = first, 0
    while found["outcome"]["state"] == "pending" and rules.now() < deadline:
        begun = rules.now()
        outcome = found["outcome"]
        try:
            found = yield from read_outcome(outcome["id"], outcome["since"], seconds_until(deadline, rules))
            attempt = 0
            pause = begun + SHORTEST_POLL - rules.now()
        except (ApiError, ConnectionFailed) as error:
            if not is_passing(error):
                raise
            pause = min(rules.longest_wait, wait_before(attempt, error, rules))
            attempt += 1
        pause = min(pause, deadline - rules.now())
        if found["outcome"]["state"] == "pending" and pause > 0:
            yield Pause(pause)
    outcome = found["outcome"]
    return Asked(found["message"], outcome.get("reply"), outcome["since"])
