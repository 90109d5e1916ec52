// Twilio's own package for Python, at a gateway: another reader of the same answers.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { accountSid } from '../../runtime/interfaces/twilio_words.ts';
import { pythonEnvironment } from '../support/judges.ts';
import { hasPythonModule, testNeeding } from '../support/programs.ts';
import { startStack } from '../support/stack.ts';

const run = promisify(execFile);

const program = `
import sys
from datetime import datetime, timedelta, timezone
from twilio.base.exceptions import TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.rest import Client

url, sid, key = sys.argv[1:]

class Redirected(TwilioHttpClient):
    def request(self, method, uri, *args, **kwargs):
        return super().request(method, uri.replace("https://api.twilio.com", url), *args, **kwargs)

client = Client(sid, key, http_client=Redirected())
assert client.api.accounts(sid).fetch().status == "active"
words = "Gr\\u00fc\\u00dfe \\U0001f600 & more"
sent = [client.messages.create(to="+15005550123", from_="device:1", body=f"{words} {n}") for n in range(3)]
assert [one.status for one in sent] == ["queued"] * 3, sent
fetched = client.messages(sent[0].sid).fetch()
assert fetched.body == f"{words} 0" and fetched.direction == "outbound-api"
assert abs(fetched.date_created - datetime.now(timezone.utc)) < timedelta(minutes=1)
assert [one.sid for one in client.messages.list(page_size=1)] == [one.sid for one in reversed(sent)]
assert len(client.messages.list(to="+15005550123", date_sent_after=datetime.now(timezone.utc) - timedelta(hours=1))) == 3
assert client.messages(sent[0].sid).update(status="canceled").status == "canceled"
try:
    client.messages.create(to="12", from_="device:1", body="x")
    raise SystemExit("it was not refused")
except TwilioRestException as error:
    assert (error.status, error.code) == (400, 21211), error
print("all of it holds")
`;

const title = 'Python’s package sends, reads, lists and cancels';
const isThere = hasPythonModule('twilio');

testNeeding(isThere, 'twilio for Python', title, async () => {
  const stack = await startStack({ servesTwilio: true });
  try {
    const { id, key } = await stack.createAccount();
    const { stdout } = await run(
      'python3',
      ['-c', program, stack.gateways[0]?.url ?? '', accountSid(id), key],
      { env: pythonEnvironment },
    );
    expect(stdout.trim()).toBe('all of it holds');
  } finally {
    await stack.stop();
  }
});
