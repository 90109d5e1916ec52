// What doctor says of the way to the core, against cores and other servers of every kind on real sockets.
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../runtime/clock.ts';
import { createAuthority, expired, type Wish } from '../../test/support/certificates.ts';
import type { Finding } from '../drivers/driver.ts';
import { AgentBench, testToken } from '../testing/agent_bench.ts';
import { diagnoseClock } from './diagnose_clock.ts';
import { diagnoseCore } from './diagnose_core.ts';

let bench: AgentBench;
const servers: (Server | TcpServer)[] = [];
beforeEach(async () => {
  bench = await AgentBench.open();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
  await bench.close();
});

/** Listens with a server; returns its port. */
async function listen(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const nowOf = (date: string) => ({ nowMs: () => Date.parse(date) });

/** Looks at a core; returns what was reported, each in short. */
async function look(url: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  await diagnoseCore({ ...bench.identity, url }, systemClock, (finding) => findings.push(finding));
  expect(JSON.stringify(findings)).not.toContain(testToken);
  return findings;
}
const brief = (findings: Finding[]) =>
  findings.map(({ level, what, detail }) => `${level} ${what}: ${detail}`);
/** The last thing reported, which is where it stopped. */
const lastOf = async (url: string) => (await look(url)).at(-1);

test('a name is looked up, and what it stands for is reported', async () => {
  const found = await look(bench.core.url.replace('127.0.0.1', 'localhost'));
  expect(found[0]).toMatchObject({
    level: 'ok',
    what: "core's name",
    detail: expect.stringMatching(/^localhost is \S/),
  });
});

test('a name that nobody knows is reported as that', async () => {
  expect(await lastOf('http://no-such-host.invalid:4200')).toMatchObject({
    level: 'fault',
    what: "core's name",
    detail: expect.stringMatching(
      /^(nobody knows that name \(ENOTFOUND\)|the DNS does not answer \(EAI_AGAIN\))$/,
    ),
    advice: expect.stringMatching(/DNS/),
  });
});

test('a port where nothing listens is reported as that', async () => {
  expect(await lastOf('http://127.0.0.1:1')).toEqual({
    level: 'fault',
    what: "core's port",
    detail: 'nothing listens there (ECONNREFUSED)',
    advice: 'Check that the core runs, its TEXTRELAY_DEVICE_LISTEN, and the port.',
  });
});

test.each([
  [401, 'pairing', 'the core does not know this device any more', /^It was unpaired/],
  [503, 'device listener', 'the core cannot take links now (HTTP 503)', /its database is away/],
  [
    404,
    'device listener',
    'what answers is no device listener of the core (HTTP 404)',
    /must let WebSockets pass/,
  ],
] as const)(
  'an upgrade that is refused with %i is reported in words',
  async (status, what, detail, advice) => {
    bench.core.behaviour.refuseStatus = status;
    expect(await lastOf(bench.core.url)).toMatchObject({ level: 'fault', what, detail });
    expect((await lastOf(bench.core.url))?.advice).toMatch(advice);
  },
);

test('a web server that is no core is reported as that', async () => {
  const port = await listen(createServer((_, response) => response.end('hello')));
  expect(await lastOf(`http://127.0.0.1:${port}`)).toMatchObject({
    level: 'fault',
    what: 'device listener',
    detail: 'what answers is no device listener of the core (HTTP 200)',
  });
});

test('a server that accepts WebSockets wrongly is reported as another server', async () => {
  const server = createServer((_, response) => response.end());
  server.on('upgrade', (_, socket) => {
    socket.end(
      'HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: x\r\n\r\n',
    );
  });
  expect(await lastOf(`http://127.0.0.1:${await listen(server)}`)).toMatchObject({
    detail: 'what answers is no device listener of the core (no link)',
  });
});

test('what speaks no HTTP is reported as that', async () => {
  const port = await listen(
    createTcpServer((socket) => socket.on('error', () => undefined).end('220 mail.example ESMTP\r\n')),
  );
  expect(await lastOf(`http://127.0.0.1:${port}`)).toMatchObject({
    what: 'device listener',
    detail: expect.stringMatching(/^(what answers speaks no HTTP|the connection was cut) /),
  });
});

/** A core behind TLS whose authority nobody trusts, unless it is added. */
async function startTls(wish: Wish = {}): Promise<{ port: number; authority: string }> {
  const authority = await createAuthority(`Authority ${servers.length}`);
  const server = createTlsServer(await authority.issue(wish), (_, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, () => undefined),
  );
  return { port: await listen(server as unknown as Server), authority: authority.cert };
}

test('a certificate that is good is reported with its end, and one that ends soon is a warning', async () => {
  const before = getCACertificates('default');
  const { port, authority } = await startTls();
  const soon = await startTls({ notAfter: new Date(Date.now() + 3 * 86_400_000) });
  setDefaultCACertificates([...before, authority, soon.authority]);
  try {
    expect(brief(await look(`https://127.0.0.1:${port}`))).toEqual([
      expect.stringMatching(/^ok core's port/),
      expect.stringMatching(/^ok encryption: TLSv1\.3, and the certificate is good until \d{4}-\d\d-\d\d$/),
      'ok device listener: it answers',
      'ok pairing: the core knows this device',
      "ok clock: within 5 seconds of the core's",
    ]);
    expect((await look(`https://127.0.0.1:${soon.port}`))[1]).toMatchObject({
      level: 'warning',
      advice: "Ask the core's operator to renew it.",
    });
    expect(
      await lastOf(`https://localhost:${(await startTls({ names: ['other.example'] })).port}`),
    ).toMatchObject({
      level: 'fault',
      what: 'encryption',
    });
  } finally {
    setDefaultCACertificates(before);
  }
});

test('a certificate of an unknown authority is reported, with what to do', async () => {
  const { port } = await startTls();
  expect(await lastOf(`https://127.0.0.1:${port}`)).toMatchObject({
    level: 'fault',
    what: 'encryption',
    detail: expect.stringMatching(
      /^its certificate is of an unknown authority \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)$/,
    ),
    advice: expect.stringMatching(/NODE_EXTRA_CA_CERTS/),
  });
});

test('a certificate that has expired, or is for another name, is reported as that', async () => {
  const before = getCACertificates('default');
  const over = await startTls(expired);
  const other = await startTls({ names: ['other.example'] });
  setDefaultCACertificates([...before, over.authority, other.authority]);
  try {
    expect(await lastOf(`https://127.0.0.1:${over.port}`)).toMatchObject({
      detail: 'its certificate has expired (CERT_HAS_EXPIRED)',
      advice: "Check this machine's clock; if it is right, the core needs a new certificate.",
    });
    expect(await lastOf(`https://127.0.0.1:${other.port}`)).toMatchObject({
      detail: 'its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
      advice: 'Pair with a name that stands in the certificate.',
    });
  } finally {
    setDefaultCACertificates(before);
  }
});

test('http to a TLS port and https to a plain one are distinguished', async () => {
  const { port } = await startTls();
  expect(await lastOf(`http://127.0.0.1:${port}`)).toMatchObject({
    what: 'device listener',
    advice: expect.stringMatching(/https:\/\//),
  });
  expect(await lastOf(bench.core.url.replace('http:', 'https:'))).toMatchObject({
    what: 'encryption',
    detail: expect.stringMatching(/^what answers speaks no TLS/),
    advice: expect.stringMatching(/http:\/\//),
  });
});

test('a clock that differs is a warning that says by how much and which way', () => {
  const date = 'Sat, 21 Nov 2026 09:00:00 GMT';
  const reported = (now: string) => {
    const findings: Finding[] = [];
    diagnoseClock(date, nowOf(now) as never, (finding) => findings.push(finding));
    return findings.map(({ level, detail, advice }) => [level, detail, advice?.slice(0, 26)]);
  };
  const advice = 'Let the network set it: su';
  expect(reported('2026-11-21T09:00:05Z')).toEqual([['ok', "within 5 seconds of the core's", undefined]]);
  expect(reported('2026-11-21T09:00:09Z')).toEqual([['warning', "9 seconds ahead of the core's", advice]]);
  expect(reported('2026-11-21T08:59:00Z')).toEqual([['warning', "1 minute behind the core's", advice]]);
  expect(reported('2026-11-21T12:00:00Z')).toEqual([['warning', "3 hours ahead of the core's", advice]]);
  expect(reported('1970-01-01T00:00:00Z')).toEqual([['warning', "20778 days behind the core's", advice]]);
});

test('an answer without a date says nothing of the clock', () => {
  for (const date of [undefined, '', 'yesterday'])
    diagnoseClock(date, systemClock, () => expect.unreachable());
});
