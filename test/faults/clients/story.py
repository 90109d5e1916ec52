"""The program of the stories, as it is written with the Python client; with the word asyncio, with that of asyncio."""

import asyncio
import sys
import threading

from textrelay import AsyncClient, Client, FileCursor
from textrelay.shapes import SendMessage

kind, base, key, read_key, place = sys.argv[1:]


def say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def text_of(line: str) -> SendMessage:
    ref = line.strip()
    return {"address": "+15005550006", "body": ref, "client_ref": ref}


def read() -> None:
    with Client(base, read_key, longest_wait=1) as client:
        for text in client.changes(since=0, cursor=FileCursor(place)):
            say("change", text["seq"], text["id"])


def send() -> None:
    with Client(base, key, longest_wait=1) as client:
        for line in sys.stdin:
            text = text_of(line)
            say("sent", text["body"], client.send(text).message["id"])


async def read_beside() -> None:
    async with AsyncClient(base, read_key, longest_wait=1) as client:
        async for text in client.changes(since=0, cursor=FileCursor(place)):
            say("change", text["seq"], text["id"])


async def send_beside() -> None:
    loop = asyncio.get_running_loop()
    async with AsyncClient(base, key, longest_wait=1) as client:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            text = text_of(line)
            say("sent", text["body"], (await client.send(text)).message["id"])


async def both() -> None:
    await asyncio.gather(read_beside(), send_beside())


if kind == "asyncio":
    asyncio.run(both())
else:
    threading.Thread(target=read, daemon=True).start()
    send()
