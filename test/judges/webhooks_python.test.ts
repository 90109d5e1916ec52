// Our deliveries, verified by the package standardwebhooks for Python, where this machine has it: npm run judges.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { clientOf, startTestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { pythonEnvironment } from '../support/judges.ts';
import { hasPythonModule, testNeeding } from '../support/programs.ts';

/** Says its port, reads the secret, and says of a delivery what the package said: of it, of another body, of another secret. */
const program = `
import json, sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

def judge(secret, body, headers):
    try:
        return Webhook(secret).verify(body, headers)["events"][0]["data"]["body"]
    except WebhookVerificationError:
        return "refused"

class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        other = "whsec_" + "A" * 32
        said = [judge(secret, body, headers), judge(secret, body + " ", headers), judge(other, body, headers)]
        self.send_response(204)
        self.end_headers()
        print(json.dumps(said), flush=True)

    def log_message(self, *words):
        pass

server = HTTPServer(("127.0.0.1", 0), Endpoint)
print(server.server_port, flush=True)
secret = sys.stdin.readline().strip()
server.handle_request()
`;

const title = 'Python’s package takes what we deliver, and nothing that differs from it';
const isThere = hasPythonModule('standardwebhooks');

testNeeding(
  isThere,
  'standardwebhooks for Python',
  title,
  async () => {
    const core = await startTestCore(await createDatabase());
    const judge = spawn('python3', ['-c', program], {
      env: pythonEnvironment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(judge, 'exit');
    try {
      const said = createInterface({ input: judge.stdout })[Symbol.asyncIterator]();
      const { id: accountId } = await core.createAccount();
      const url = `http://127.0.0.1:${(await said.next()).value}/texts`;
      const put = { accountId, name: 'shop', url, types: [] };
      const { secret = '' } = await clientOf(SubscriptionService, core).putWebhook(put);
      judge.stdin.write(`${secret}\n`);
      const body = 'Grüße 😀';
      await clientOf(MessageService, core).sendMessages({
        texts: [{ accountId, address: '+15005550006', body }],
      });
      expect(JSON.parse((await said.next()).value ?? '')).toEqual([body, 'refused', 'refused']);
    } finally {
      judge.kill();
      await exited;
      await core.stop();
    }
  },
  60_000,
);
