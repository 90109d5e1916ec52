"""What the clients do by themselves, at a service that answers what a test says, with a time that only moves when they wait."""

import asyncio
import base64
import hashlib
import hmac
import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer, ThreadingHTTPServer
from typing import Any, Dict, List, Optional, Tuple, Union
from unittest import mock

from textrelay import (
    ApiError,
    AsyncClient,
    Client,
    ConnectionFailed,
    CursorAheadError,
    UnansweredError,
    WebhookError,
    verify_webhook,
)
from textrelay.call import Answer
from textrelay.steps import Patience

Scripted = Union[Answer, str]
TEXT: Any = {"address": "+15005550006", "body": "hello"}


def answer(body: object, status: int = 200, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, named, json.dumps(body).encode())


def refusal(code: str, status: int, **headers: str) -> Answer:
    return answer({"error": code, "code": code, "next": f"Mend {code}."}, status, **headers)


def message(**fields: object) -> Dict[str, object]:
    return {"id": 1, "seq": 1, "status": "queued", **fields}


def page(seqs: List[int], following: int, **more: object) -> Answer:
    return answer({"messages": [message(id=seq, seq=seq) for seq in seqs], "next_since": following, **more})


class Script:
    """Answers in turn, and moves the time by what is waited."""

    def __init__(self, *answers: Scripted) -> None:
        self.answers = list(answers)
        self.calls: List[Any] = []
        self.slept: List[float] = []
        self.now = 1000.0
        self.takes = 0.0
        self.rules = Patience(120, 60, now=lambda: self.now, chance=lambda: 1.0)

    def ask(self, call: Any, stop: object = None) -> Answer:
        self.calls.append(call)
        self.now += self.takes
        found = self.answers.pop(0) if self.answers else "cut"
        if isinstance(found, str):
            raise ConnectionFailed(found)
        return found

    def pause(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    def client(self) -> Client:
        client = Client("http://texts.example", "svc_live_x", rules=self.rules)
        http: Any = client._http
        http.ask = self.ask
        return client


class Scripts(unittest.TestCase):
    def script(self, *answers: Scripted) -> Tuple[Script, Client]:
        script = Script(*answers)
        patched = mock.patch("textrelay.sync_http.Stop.sleep", lambda _, seconds: script.pause(seconds))
        patched.start()
        self.addCleanup(patched.stop)
        return script, script.client()

    def test_a_send_keeps_one_client_ref_and_honours_retry_after(self) -> None:
        accepted = answer({"message": message(), "usage": {}}, idempotent_replayed="true")
        broken = Answer(502, {}, b"<p>502</p>")
        script, client = self.script("cut", refusal("unavailable", 503, retry_after="7"), broken, accepted)
        self.assertTrue(client.send(TEXT).replayed)
        self.assertEqual(script.slept, [0.2, 7, 0.8])
        self.assertEqual(len({call.body["client_ref"] for call in script.calls}), 1)
        script.answers = [accepted, accepted]
        client.send(TEXT)
        client.send({**TEXT, "client_ref": "mine"})
        refs = [call.body["client_ref"] for call in script.calls[-3:]]
        self.assertEqual((len(set(refs)), refs[2]), (3, "mine"))

    def test_a_send_without_an_answer_says_its_client_ref(self) -> None:
        script, client = self.script()
        with self.assertRaises(UnansweredError) as caught:
            client.send({**TEXT, "client_ref": "r"})
        self.assertEqual(caught.exception.client_ref, "r")
        self.assertLessEqual(script.now, 1120)

    def test_refusals_have_their_code_and_are_raised_at_once(self) -> None:
        script, client = self.script(
            refusal("opted_out", 409), refusal("rate_limited", 429, retry_after="61"), refusal("cap_reached", 402)
        )
        for code, status in (("opted_out", 409), ("rate_limited", 429), ("cap_reached", 402)):
            with self.assertRaises(ApiError) as caught:
                client.send(TEXT)
            self.assertEqual((caught.exception.code, caught.exception.status), (code, status))
            self.assertEqual(caught.exception.next, f"Mend {code}.")
        self.assertEqual(script.slept, [])

    def test_what_may_have_been_done_is_not_repeated(self) -> None:
        script, client = self.script("cut", "cut", answer({"plan": "pro"}))
        with self.assertRaises(ConnectionFailed):
            client.request("POST", "/api/v1/contacts", body={})
        self.assertEqual(client.usage()["plan"], "pro")
        self.assertEqual([call.method for call in script.calls], ["POST", "GET", "GET"])

    def test_an_ask_waits_on_through_cuts(self) -> None:
        pending = {"state": "pending", "id": 1, "since": 4}
        reply = message(id=5, seq=9)
        script, client = self.script(
            "cut",
            answer({"message": message(), "usage": {}, "outcome": pending}),
            "cut",
            answer({"message": message(), "outcome": {**pending, "state": "reply", "reply": reply, "since": 9}}),
        )
        script.takes = 2
        asked = client.ask(TEXT, deadline=20)
        self.assertEqual((asked.reply, asked.since), (reply, 9))
        self.assertEqual(script.calls[0].body["wait"], 20)
        self.assertEqual(script.calls[1].body, {**script.calls[0].body, "wait": 18})
        self.assertEqual(script.calls[3].query, {"wait_for": "reply", "since": 4, "wait": 14})

    def test_an_ask_ends_with_its_time_and_asks_a_full_service_once_a_second(self) -> None:
        pending = {"state": "pending", "id": 1, "since": 4}
        script, client = self.script(*[answer({"message": message(), "outcome": pending})] * 9)
        self.assertIsNone(client.ask(TEXT, deadline=3).reply)
        self.assertEqual(script.slept, [1, 1, 1])

    def test_changes_begin_now_and_save_their_place(self) -> None:
        saved: List[int] = []
        cursor = mock.Mock(load=lambda: None, save=saved.append)
        script, client = self.script(
            "cut",
            page([], 0, cursor_ahead=True, newest_seq=7),
            page([8, 9], 9),
            refusal("unavailable", 503, retry_after="1"),
            page([12], 12),
        )
        changes = client.changes(cursor=cursor)
        self.assertEqual([next(changes)["seq"] for _ in range(3)], [8, 9, 12])
        self.assertEqual(saved, [7, 8, 9])
        changes.stop()
        self.assertEqual((list(changes), saved), ([], [7, 8, 9, 12]))

    def test_changes_go_on_from_a_stored_place_and_say_when_it_is_above_all(self) -> None:
        cursor = mock.Mock(load=lambda: 3)
        script, client = self.script(page([], 0, cursor_ahead=True, newest_seq=2))
        with self.assertRaises(CursorAheadError):
            next(client.changes(cursor=cursor))
        self.assertEqual(script.calls[0].query["since"], 3)

    def test_lists_are_read_page_after_page(self) -> None:
        script, client = self.script(
            answer({"threads": [1], "next_cursor": "c"}),
            answer({"threads": [2], "next_cursor": None}),
            answer({"messages": [3], "next_before": 0}),
            answer({"messages": [4], "next_before": None}),
        )
        found: List[object] = [*client.threads(), *client.thread("+1 500")]
        self.assertEqual(found, [1, 2, 3, 4])
        self.assertEqual(script.calls[1].query["cursor"], "c")
        self.assertEqual((script.calls[3].path, script.calls[3].query["before"]), ("/api/v1/threads/%2B1%20500/messages", 0))


class Wire(unittest.TestCase):
    """Both clients on a real connection: bodies of every form, and lines that the service closes between two requests."""

    seen: List[Tuple[str, str, Optional[str]]]

    def setUp(self) -> None:
        seen = self.seen = []
        closes = self.closes = [False]

        class Service(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                seen.append((self.path, self.headers["authorization"], self.headers["x-svc-account"]))
                body = json.dumps({"plan": "pro"}).encode()
                self.send_response(200)
                if len(seen) % 2:
                    self.send_header("transfer-encoding", "chunked")
                    self.end_headers()
                    self.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))
                else:
                    self.send_header("content-length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                self.close_connection = closes[0]

            def log_message(self, *_: object) -> None:
                pass

        self.server: HTTPServer = ThreadingHTTPServer(("127.0.0.1", 0), Service)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/below"

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def test_with_threads(self) -> None:
        with Client(self.url, "svc_live_x", account=7) as client:
            self.closes[0] = True
            plans = [client.usage()["plan"] for _ in range(4)]
        self.assertEqual(plans, ["pro"] * 4)
        self.assertEqual(set(self.seen), {("/below/api/v1/usage", "Bearer svc_live_x", "7")})

    def test_with_asyncio(self) -> None:
        async def main() -> List[Optional[str]]:
            async with AsyncClient(self.url, "svc_live_x", account=7) as client:
                first = [(await client.usage())["plan"] for _ in range(2)]
                self.closes[0] = True
                return first + [(await client.usage())["plan"] for _ in range(2)]

        self.assertEqual(asyncio.run(main()), ["pro"] * 4)
        self.assertEqual(set(self.seen), {("/below/api/v1/usage", "Bearer svc_live_x", "7")})


class Webhooks(unittest.TestCase):
    key = b"a secret of 24 octets..."
    body = json.dumps({"events": [{"id": "1.2", "type": "text.received", "at": "", "data": {}}]})

    def signed(self, key: bytes, at: int) -> Dict[str, str]:
        words = f"m.{at}.{self.body}".encode()
        signature = base64.b64encode(hmac.new(key, words, hashlib.sha256).digest()).decode()
        return {"Webhook-Id": "m", "Webhook-Timestamp": str(at), "Webhook-Signature": f"v1a,x v1,! v1,{signature}"}

    def test_one_of_the_secrets_is_enough(self) -> None:
        secret = "whsec_" + base64.b64encode(self.key).decode()
        headers = self.signed(self.key, 1000)
        for given in (secret, secret[6:], ["whsec_b3RoZXI=", secret]):
            self.assertEqual(verify_webhook(self.body, headers, given, now=1000)[0]["id"], "1.2")

    def test_all_else_is_refused(self) -> None:
        secret = "whsec_" + base64.b64encode(self.key).decode()
        headers = self.signed(self.key, 1000)
        refused: List[Tuple[str, Dict[str, str], str]] = [
            (self.body + " ", headers, secret),
            (self.body, headers, "whsec_b3RoZXI="),
            (self.body, headers, "not base64"),
            (self.body, {**headers, "Webhook-Id": "n"}, secret),
            (self.body, {**headers, "Webhook-Timestamp": "1e3"}, secret),
            (self.body, {"Webhook-Id": "m"}, secret),
            (self.body, self.signed(self.key, 699), secret),
            (self.body, self.signed(self.key, 1301), secret),
        ]
        for body, given, own in refused:
            with self.assertRaises(WebhookError):
                verify_webhook(body, given, own, now=1000)


if __name__ == "__main__":
    unittest.main()
