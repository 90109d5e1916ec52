"""Sends and receives texts through a Textrelay service, each once."""

from .async_client import AsyncChanges, AsyncClient
from .errors import (
    ApiError,
    ConnectionFailed,
    CursorAheadError,
    TextrelayError,
    UnansweredError,
    WebhookError,
)
from .feed import Cursor, FileCursor
from .operations import Sent
from .reply import Asked
from .shapes import ErrorCode, Message, SendMessage, Usage
from .sync_client import Changes, Client
from .webhook import WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "Asked",
    "AsyncChanges",
    "AsyncClient",
    "Changes",
    "Client",
    "ConnectionFailed",
    "Cursor",
    "CursorAheadError",
    "ErrorCode",
    "FileCursor",
    "Message",
    "SendMessage",
    "Sent",
    "TextrelayError",
    "UnansweredError",
    "Usage",
    "WebhookError",
    "WebhookEvent",
    "verify_webhook",
]
