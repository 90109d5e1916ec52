"""Connections of the client that waits."""

from __future__ import annotations

import http.client
import selectors
import socket
import threading
from typing import List, Optional

from .call import Answer, Call, Service, body_of
from .errors import ConnectionFailed


class Stop:
    """Ends a wait from another thread, whatever it waits for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._event = threading.Event()
        self._connection: Optional[http.client.HTTPConnection] = None

    def set(self) -> None:
        with self._lock:
            self._event.set()
            if self._connection is not None:
                hang_up(self._connection)

    def is_set(self) -> bool:
        return self._event.is_set()

    def sleep(self, seconds: float) -> None:
        self._event.wait(seconds)

    def hold(self, connection: Optional[http.client.HTTPConnection]) -> None:
        """What is waited on now; it ends at once where the end was asked for before."""
        with self._lock:
            self._connection = connection
            if connection is not None and self._event.is_set():
                hang_up(connection)


def hang_up(connection: http.client.HTTPConnection) -> None:
    line = connection.sock
    if line is not None:
        try:
            line.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def is_over(connection: http.client.HTTPConnection) -> bool:
    """Whether the service has closed a connection that nothing was asked on: there would be something to read."""
    line = connection.sock
    if line is None:
        return True
    selector = selectors.DefaultSelector()
    try:
        selector.register(line, selectors.EVENT_READ)
        return bool(selector.select(0))
    finally:
        selector.close()


class SyncHttp:
    """Asks on connections that are kept for the next request. Threads may share it."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._idle: List[http.client.HTTPConnection] = []
        self._is_closed = False

    def ask(self, call: Call, stop: Optional[Stop] = None) -> Answer:
        service = self._service
        connection = self._take()
        try:
            seconds = service.seconds(call)
            connection.timeout = seconds
            if connection.sock is None:
                connection.connect()
            else:
                connection.sock.settimeout(seconds)
            if stop is not None:
                stop.hold(connection)
            connection.request(call.method, service.target(call), body_of(call) or None, service.headers(call))
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            answer = Answer(response.status, headers, response.read())
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise ConnectionFailed(str(error) or type(error).__name__) from error
        except BaseException:
            connection.close()
            raise
        finally:
            if stop is not None:
                stop.hold(None)
        self._give_back(connection)
        return answer

    def close(self) -> None:
        self._is_closed = True
        while self._idle:
            self._idle.pop().close()

    def _take(self) -> http.client.HTTPConnection:
        while self._idle:
            try:
                kept = self._idle.pop()
            except IndexError:
                break
            if not is_over(kept):
                return kept
            kept.close()
        service = self._service
        if service.is_tls:
            return http.client.HTTPSConnection(service.host, service.port, context=service.tls)
        return http.client.HTTPConnection(service.host, service.port)

    def _give_back(self, connection: http.client.HTTPConnection) -> None:
        if self._is_closed:
            connection.close()
        elif connection.sock is not None:
            self._idle.append(connection)
