"""Connections of the client for asyncio: as much of HTTP/1.1 as the service speaks."""

from __future__ import annotations

import asyncio
import http.client
from typing import Dict, List, Optional, Tuple

from .call import Answer, Call, Service, body_of
from .errors import ConnectionFailed

Line = Tuple[asyncio.StreamReader, asyncio.StreamWriter]
LONGEST_HEADER = 64 * 1024


async def _head(reader: asyncio.StreamReader) -> Tuple[int, Dict[str, str]]:
    first = (await reader.readuntil(b"\r\n")).split(b" ", 2)
    if len(first) < 2 or not first[0].startswith(b"HTTP/1.") or not first[1][:3].isdigit():
        raise http.client.BadStatusLine(repr(first[0]))
    headers: Dict[str, str] = {}
    while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    return int(first[1][:3]), headers


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    parts: List[bytes] = []
    while True:
        size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        if size == 0:
            while await reader.readuntil(b"\r\n") != b"\r\n":
                pass
            return b"".join(parts)
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)


async def _answer(reader: asyncio.StreamReader) -> Tuple[Answer, bool]:
    """An answer, and whether the line may be used again."""
    status, headers = await _head(reader)
    while 100 <= status < 200:
        status, headers = await _head(reader)
    is_kept = headers.get("connection", "").lower() != "close"
    if status in (204, 304):
        body = b""
    elif "chunked" in headers.get("transfer-encoding", "").lower():
        body = await _chunks(reader)
    elif "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    else:
        body, is_kept = await reader.read(), False
    return Answer(status, headers, body), is_kept


class AsyncHttp:
    """Asks on lines that are kept for the next request."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._idle: List[Line] = []
        self._is_closed = False

    async def ask(self, call: Call) -> Answer:
        try:
            return await asyncio.wait_for(self._ask(call), self._service.seconds(call))
        except asyncio.TimeoutError as error:
            raise ConnectionFailed("no answer in time") from error
        except (OSError, EOFError, ValueError, http.client.HTTPException, asyncio.LimitOverrunError) as error:
            raise ConnectionFailed(str(error) or type(error).__name__) from error

    async def close(self) -> None:
        self._is_closed = True
        while self._idle:
            self._idle.pop()[1].close()

    async def _open(self) -> Line:
        service = self._service
        return await asyncio.open_connection(
            service.host, service.port, ssl=service.tls if service.is_tls else None, limit=LONGEST_HEADER
        )

    def _kept(self) -> Optional[Line]:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        return None

    async def _ask(self, call: Call) -> Answer:
        service, body = self._service, body_of(call)
        line = self._kept() or await self._open()
        reader, writer = line
        kept: Optional[Line] = None
        try:
            host = f"[{service.host}]" if ":" in service.host else service.host
            headers = {"Host": f"{host}:{service.port}", **service.headers(call)}
            if body or call.method not in ("GET", "DELETE"):
                headers["Content-Length"] = str(len(body))
            if any("\r" in value or "\n" in value for value in headers.values()):
                raise ConnectionFailed("a header must be one line")
            lines = [f"{call.method} {service.target(call)} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
            writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
            await writer.drain()
            answer, is_kept = await _answer(reader)
            if is_kept and not self._is_closed:
                kept = line
        finally:
            if kept is None:
                writer.close()
            else:
                self._idle.append(kept)
        return answer
