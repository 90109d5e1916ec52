"""The client for asyncio."""

from __future__ import annotations

import asyncio
import ssl
from types import TracebackType
from typing import Any, AsyncGenerator, AsyncIterator, Dict, Optional, Type, TypeVar, Union, cast

from . import operations
from .async_http import AsyncHttp
from .call import Answer, Call, Query, Service
from .feed import Cursor, next_page, start_of
from .reply import Asked
from .shapes import Contact, Me, Message, OptOut, SendMessage, Thread, Usage, Verdict
from .steps import Patience, Pause, Steps

T = TypeVar("T")


class Stopped(Exception):
    """The end was asked for; nobody outside sees it."""


class AsyncChanges(AsyncIterator[Message]):
    """Every change after a place, in order, each at least once. A text's seq is saved when the next one is asked for."""

    def __init__(self, texts: AsyncGenerator[Message, None], stop: asyncio.Event) -> None:
        self._texts = texts
        self._stop = stop

    def __aiter__(self) -> AsyncIterator[Message]:
        return self

    async def __anext__(self) -> Message:
        return await self._texts.__anext__()

    def stop(self) -> None:
        """Ends the iterator, from the loop that runs it; the text at hand is saved first."""
        self._stop.set()


class AsyncClient:
    """Sends and reads texts. Tasks of one loop may share it."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        account: Optional[int] = None,
        timeout: float = 30,
        patience: float = 120,
        longest_wait: float = 60,
        tls: Optional[ssl.SSLContext] = None,
        rules: Optional[Patience] = None,
    ) -> None:
        self._timeout = timeout
        self._rules = rules or Patience(patience, longest_wait)
        self._http = AsyncHttp(Service.at(base_url, key, account, timeout, tls))

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.close()

    async def send(self, text: SendMessage) -> operations.Sent:
        """Sends a text, once however often it is repeated on the way; without a client_ref it is given one.

        Raises ApiError when it was refused, and UnansweredError, with the client_ref to go on with, when its outcome is not
        known.
        """
        return await self._run(operations.send(text, self._rules))

    async def preview(self, text: SendMessage) -> Verdict:
        """What would become of a text; nothing is sent."""
        return await self._run(operations.preview(text, self._rules))

    async def ask(self, text: SendMessage, *, deadline: float = 120) -> Asked:
        """Sends a text and waits for the first text of its recipient after it, for so many seconds.

        Asked again with the same client_ref, it sends nothing and waits on. Two that wait for one recipient at once are both
        answered with the same reply.
        """
        return await self._run(operations.ask(text, deadline, self._rules))

    async def wait_for_reply(self, ident: int, *, since: int = 0, deadline: float = 120) -> Asked:
        """Waits for a reply to a text that was sent before: the first one, or with `since` of an earlier wait the next one."""
        return await self._run(operations.wait_for_reply(ident, since, deadline, self._rules))

    def changes(self, *, since: Optional[int] = None, cursor: Optional[Cursor] = None) -> AsyncChanges:
        """Every change after a place, in order, through restarts of anything; ends only when it is stopped.

        Without a place, and while the cursor holds none, it begins now; `since=0` is all that there is.
        """
        stop = asyncio.Event()
        return AsyncChanges(self._changes(since, cursor, stop), stop)

    async def get(self, ident: int) -> Message:
        return cast(Message, (await self.request("GET", f"/api/v1/messages/{ident}"))["message"])

    async def cancel(self, ident: int) -> Message:
        """Cancels a text that still waits."""
        return cast(Message, (await self.request("DELETE", f"/api/v1/messages/{ident}"))["message"])

    async def usage(self) -> Usage:
        return cast(Usage, await self.request("GET", "/api/v1/usage"))

    async def me(self) -> Me:
        return cast(Me, await self.request("GET", "/api/v1/me"))

    def threads(self, *, limit: Optional[int] = None) -> AsyncIterator[Thread]:
        """Conversations, newest first."""
        return self.list("/api/v1/threads", "threads", {"limit": limit})

    def thread(self, address: str, *, limit: Optional[int] = None) -> AsyncIterator[Message]:
        """The texts of a conversation, newest first."""
        return self.list(operations.thread_path(address), "messages", {"limit": limit})

    def opt_outs(self, *, limit: Optional[int] = None) -> AsyncIterator[OptOut]:
        return self.list("/api/v1/opt-outs", "opt_outs", {"limit": limit})

    def contacts(self, *, limit: Optional[int] = None) -> AsyncIterator[Contact]:
        return self.list("/api/v1/contacts", "contacts", {"limit": limit})

    async def list(self, path: str, field: str, query: Optional[Query] = None) -> AsyncIterator[Any]:
        """Everything in a list that has pages, page after page. `field` is where a page holds its entries."""
        place: Optional[operations.Place] = {}
        while place is not None:
            found, place = await self._run(operations.page(path, field, query or {}, place, self._rules))
            for entry in found:
                yield entry

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Query] = None,
        body: Optional[object] = None,
        repeats: Optional[bool] = None,
    ) -> Dict[str, Any]:
        """Any other request of the interface; `path` begins with /api/v1.

        Any but POST and PATCH is repeated when no answer came, unless `repeats` says otherwise.
        """
        again = operations.may_repeat(method, repeats)
        return cast(Dict[str, Any], await self._run(operations.request(method, path, query, body, again, self._rules)))

    async def _run(self, steps: Steps[T], stop: Optional[asyncio.Event] = None) -> T:
        answer: Optional[Answer] = None
        error: Optional[Exception] = None
        while True:
            try:
                step = steps.throw(error) if error else steps.send(answer)
            except StopIteration as end:
                return cast(T, end.value)
            answer = error = None
            try:
                answer = await (self._take(step) if stop is None else self._unless(stop, step))
            except Stopped:
                raise
            except Exception as failed:
                error = failed

    async def _take(self, step: Union[Call, Pause]) -> Optional[Answer]:
        if isinstance(step, Pause):
            await asyncio.sleep(step.seconds)
            return None
        return await self._http.ask(step)

    async def _unless(self, stop: asyncio.Event, step: Union[Call, Pause]) -> Optional[Answer]:
        """Takes a step, or ends it when the end is asked for."""
        work = asyncio.ensure_future(self._take(step))
        ended = asyncio.ensure_future(stop.wait())
        try:
            await asyncio.wait({work, ended}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise Stopped
            return work.result()
        finally:
            for task in (work, ended):
                task.cancel()
            await asyncio.gather(work, ended, return_exceptions=True)

    async def _changes(
        self, since: Optional[int], cursor: Optional[Cursor], stop: asyncio.Event
    ) -> AsyncGenerator[Message, None]:
        try:
            place = cursor.load() if cursor else None
            if place is None:
                place = await self._run(start_of(since, self._timeout, self._rules), stop)
                # Saved before anything is read: a program that dies with its first text begins here again.
                if cursor and since is None:
                    cursor.save(place)
            while not stop.is_set():
                page = await self._run(next_page(place, self._timeout, self._rules), stop)
                for text in page["messages"]:
                    if stop.is_set():
                        return
                    yield text
                    place = text["seq"]
                    if cursor:
                        cursor.save(place)
                if page["next_since"] != place:
                    place = page["next_since"]
                    if cursor:
                        cursor.save(place)
        except Stopped:
            return
