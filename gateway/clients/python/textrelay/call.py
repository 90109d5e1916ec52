"""One request and its answer, whichever way it travels."""

from __future__ import annotations

import json
import ssl
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Union, cast
from urllib.parse import urlencode, urlsplit

from .errors import ApiError, ConnectionFailed
from .shapes import ErrorCode

Query = Mapping[str, Union[str, int, None]]


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    """From /api/v1 on, without a query."""
    query: Optional[Query] = None
    body: Optional[object] = None
    grace: Optional[float] = None
    """Seconds for this attempt; the client's timeout when None."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    body: bytes


@dataclass(frozen=True)
class Service:
    """Where the service is, and as whom it is asked."""

    host: str
    port: int
    prefix: str
    is_tls: bool
    key: str
    account: Optional[int]
    timeout: float
    tls: Optional[ssl.SSLContext]

    @staticmethod
    def at(
        base_url: str, key: str, account: Optional[int], timeout: float, tls: Optional[ssl.SSLContext]
    ) -> Service:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("base_url must be http:// or https:// with a host")
        is_tls = parts.scheme == "https"
        port = parts.port or (443 if is_tls else 80)
        context = tls or (ssl.create_default_context() if is_tls else None)
        prefix = parts.path.rstrip("/")
        return Service(parts.hostname, port, prefix, is_tls, key, account, timeout, context)

    def target(self, call: Call) -> str:
        given = {name: value for name, value in (call.query or {}).items() if value is not None}
        return self.prefix + call.path + ("?" + urlencode(given) if given else "")

    def headers(self, call: Call) -> Dict[str, str]:
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "application/json"}
        if call.body is not None:
            headers["Content-Type"] = "application/json"
        if self.account is not None:
            headers["X-SVC-Account"] = str(self.account)
        return headers

    def seconds(self, call: Call) -> float:
        return self.timeout if call.grace is None else call.grace


def body_of(call: Call) -> bytes:
    return b"" if call.body is None else json.dumps(call.body).encode()


def json_of(answer: Answer) -> Any:
    """What a success holds. Raises ApiError for a refusal, and ConnectionFailed for what is no answer of the service."""
    if 200 <= answer.status < 300:
        try:
            return json.loads(answer.body)
        except ValueError as error:
            raise ConnectionFailed("the answer is not JSON") from error
    try:
        said: Any = json.loads(answer.body)
    except ValueError:
        said = None
    body: Dict[str, Any] = said if isinstance(said, dict) else {}
    after = answer.headers.get("retry-after", "")
    code, advice = body.get("code"), body.get("next")
    raise ApiError(
        str(body.get("error") or f"status {answer.status}"),
        cast(ErrorCode, code if isinstance(code, str) else "unknown"),
        answer.status,
        float(after) if after.isdigit() else None,
        advice if isinstance(advice, str) else None,
    )
