"""The requests that have a name, as steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Tuple, Union, cast
from urllib.parse import quote

from .call import Answer, Call, Query, json_of
from .reply import Asked, ask_outcome, read_outcome, seconds_until, wait_on
from .shapes import Message, SendMessage, TextOutcome, Usage, Verdict
from .steps import Patience, Steps, asked_once, new_ref, repeated

Place = Dict[str, Union[str, int]]


@dataclass(frozen=True)
class Sent:
    message: Message
    usage: Usage
    replayed: bool
    """True when it was accepted before, and this is the original."""
    differs: bool
    """True when this asked for another text than the original is."""


def _sent(answer: Answer) -> Sent:
    body = json_of(answer)
    says = answer.headers.get
    return Sent(
        body["message"],
        body["usage"],
        says("idempotent-replayed") == "true",
        says("idempotent-differs") == "true",
    )


def with_ref(text: SendMessage) -> SendMessage:
    """The text with a client_ref, which is made where it has none."""
    for word, name in (("dry_run", "preview"), ("wait_for", "ask"), ("wait", "ask")):
        if text.get(word) is not None:
            raise ValueError(f"{word} is what {name} is for")
    return {**text, "client_ref": text.get("client_ref") or new_ref()}


def send(text: SendMessage, rules: Patience) -> Steps[Sent]:
    own = with_ref(text)
    call = Call("POST", "/api/v1/messages", body=own)
    return repeated(lambda: asked_once(call, _sent), rules, client_ref=own["client_ref"])


def preview(text: SendMessage, rules: Patience) -> Steps[Verdict]:
    dry: SendMessage = {**text, "dry_run": True}
    call = Call("POST", "/api/v1/messages", body=dry)
    return repeated(lambda: asked_once(call, lambda answer: cast(Verdict, json_of(answer)["verdict"])), rules)


def request(method: str, path: str, query: Optional[Query], body: object, repeats: bool, rules: Patience) -> Steps[Any]:
    call = Call(method, path, query, body)
    return repeated(lambda: asked_once(call, json_of), rules) if repeats else asked_once(call, json_of)


def may_repeat(method: str, repeats: Optional[bool]) -> bool:
    return method not in ("POST", "PATCH") if repeats is None else repeats


def thread_path(address: str) -> str:
    return f"/api/v1/threads/{quote(address, safe='')}/messages"


def page(path: str, field: str, query: Query, place: Place, rules: Patience) -> Steps[Tuple[List[Any], Optional[Place]]]:
    """The entries of a page, and where the next one begins; None after the last one."""
    body = yield from request("GET", path, {**query, **place}, None, True, rules)
    for given, name in (("next_cursor", "cursor"), ("next_before", "before")):
        if body.get(given) is not None:
            return body[field], {name: body[given]}
    return body[field], None


def ask(text: SendMessage, seconds: float, rules: Patience) -> Steps[Asked]:
    own = with_ref(text)
    deadline = rules.now() + seconds

    def attempt() -> Steps[TextOutcome]:
        wait = seconds_until(deadline, rules)
        waiting: SendMessage = {**own, "wait_for": "reply", "wait": wait}
        return ask_outcome(Call("POST", "/api/v1/messages", body=waiting), wait)

    first = yield from repeated(attempt, rules, client_ref=own["client_ref"], patience=seconds)
    return (yield from wait_on(first, deadline, rules))


def wait_for_reply(ident: int, since: int, seconds: float, rules: Patience) -> Steps[Asked]:
    deadline = rules.now() + seconds
    first = yield from repeated(lambda: read_outcome(ident, since, seconds_until(deadline, rules)), rules, patience=seconds)
    return (yield from wait_on(first, deadline, rules))
