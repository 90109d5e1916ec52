"""Whether a request to your endpoint comes from the service: Standard Webhooks 1.0.0."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, List, Mapping, Optional, Sequence, TypedDict, Union

from .errors import WebhookError


class WebhookEvent(TypedDict):
    id: str
    """The same whenever this event comes: drop what you have seen."""

    type: str
    at: str
    data: Any
    """For text.received and text.updated: the text."""


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise WebhookError("the secret must be base64, with or without whsec_ before it")
    return key


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> List[WebhookEvent]:
    """Returns the events of a request that is genuine; raises WebhookError otherwise.

    Give the body as it came, and one secret or several. `tolerance` is how far the request's time may be off in seconds.
    """
    named = {name.lower(): value for name, value in headers.items()}
    try:
        ident, timestamp, signatures = (
            named[f"webhook-{name}"] for name in ("id", "timestamp", "signature")
        )
    except KeyError as error:
        raise WebhookError(f"the header {error.args[0]} is required") from None
    is_time = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_time or abs(int(time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("the time of the request is too far off")
    octets = body.encode() if isinstance(body, str) else body
    signed = f"{ident}.{timestamp}.".encode() + octets
    given = [word[3:].encode() for word in signatures.split(" ") if word.startswith("v1,")]
    is_genuine = False
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        expected = base64.b64encode(hmac.new(_key(secret), signed, hashlib.sha256).digest())
        for signature in given:
            is_genuine |= hmac.compare_digest(expected, signature)
    if not is_genuine:
        raise WebhookError("no signature is that of a secret")
    events: List[WebhookEvent] = json.loads(octets)["events"]
    return events
