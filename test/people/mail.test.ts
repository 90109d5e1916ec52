// Mail: invitations and notices of sign-ins reach a mail server where one is configured, and nothing waits for it.
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PeopleAdminService } from '../../proto/gen/textrelay/v1/people_admin_service_pb.ts';
import { Role } from '../../proto/gen/textrelay/v1/session_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf } from '../support/core.ts';
import { password, TestBrowser, tokenOf } from '../support/people.ts';
import { type Stack, startStack } from '../support/stack.ts';

/** What a mail server was handed, as it came. */
const mails: string[] = [];
let refuses = false;
let server: Server;
let stack: Stack;

/** As much of SMTP as takes mails in (RFC 5321). */
function serve(): Server {
  return createServer((socket) => {
    let isData = false;
    let mail = '';
    socket.setEncoding('utf8').write('220 here\r\n');
    socket.on('error', () => {});
    socket.on('data', (text: string) => {
      for (const line of text.split('\r\n').slice(0, -1)) {
        if (isData && line === '.') {
          isData = false;
          mails.push(mail);
          socket.write('250 taken\r\n');
        } else if (isData) mail += `${line}\n`;
        else if (line === 'DATA') {
          isData = true;
          mail = '';
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && refuses) socket.write('550 no such user\r\n');
        else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
      }
    });
  });
}

beforeAll(async () => {
  server = serve();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  stack = await startStack({
    mail: { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'texts@example.com' },
  });
});
afterAll(async () => {
  await stack?.stop();
  server.close();
});

test('an invitation is sent with its link, and a sign-in is reported to its person', async () => {
  const account = await stack.createAccount();
  const email = 'ada@example.com';
  const admin = clientOf(PeopleAdminService, stack.core);
  const { link } = await admin.invitePerson({ accountId: account.id, email, role: Role.MEMBER });
  await until(() => mails.length === 1);
  // Long lines are folded on their way.
  const plain = (mails[0] ?? '').replaceAll('=\n', '').replaceAll('=3D', '=');
  expect(plain).toContain(link);
  expect(mails[0]).toMatch(/^From: texts@example\.com$/m);
  expect(mails[0]).toMatch(/^To: ada@example\.com$/m);
  const browser = new TestBrowser(stack);
  await browser.post('/sign-up', { token: tokenOf(link), name: 'Ada', email, password });
  await browser.post('/sign-in', { email, password });
  await until(() => mails.length === 2);
  expect(mails[1]).toContain('from 127.0.0.1');
  await browser.post('/sign-in', { email, password: 'wrong password' });
  refuses = true;
  expect((await browser.post('/sign-in', { email, password })).status).toBe(200);
  refuses = false;
  expect((await browser.post('/sign-in', { email, password })).status).toBe(200);
  await until(() => mails.length === 3);
});
