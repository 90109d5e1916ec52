// The database dies: it is killed under load, with backends terminated and connections reset in between.
// No acknowledged text is lost, nothing is doubled, no answer belongs to another request, and nothing hangs.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { startThrowAway } from '../support/embedded.ts';
import { extent } from '../support/extent.ts';
import { pairDevice } from '../support/pairing.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  startCoreProcess,
  startGatewayProcess,
} from '../support/processes.ts';
import { TcpProxy } from '../support/tcp_proxy.ts';

const kills = extent({ suite: 1, nightly: 6 });
/** So that no key goes beyond its rate. */
const keysOfAccount = extent({ suite: 15, nightly: 40 });
const workers = 12;
/** The most that a request may take. The database comes back within a second or two. */
const patienceMs = 15_000;

let embedded: Awaited<ReturnType<typeof startThrowAway>>;
let proxy: TcpProxy;
let cores: CoreProcess[];
let gateway: GatewayProcess;
let keys: { accountId: bigint; key: string }[];

beforeAll(async () => {
  embedded = await startThrowAway();
  proxy = await TcpProxy.to(embedded.url);
  cores = [await startCoreProcess(embedded.url), await startCoreProcess(proxy.url)];
  gateway = await startGatewayProcess(cores);
  const core = cores[0] as CoreProcess;
  const admin = operatorOf(core);
  keys = [];
  for (let account = 0; account < 10; account++) {
    const created = await admin.createAccount({ name: 'Fault', country: 'US', exempt: true });
    const accountId = created.account?.id as bigint;
    await pairDevice(core, admin, accountId);
    for (let key = 0; key < keysOfAccount; key++) {
      keys.push({ accountId, key: (await admin.createKey({ accountId })).secret });
    }
  }
}, 60_000);

afterAll(async () => {
  await gateway?.stop();
  await Promise.all((cores ?? []).map((core) => core.stop()));
  await proxy?.close();
  await embedded?.stop();
}, 60_000);

/** What a client knows of a text: its answer, or that it got none. */
interface Sent {
  accountId: bigint;
  body: string;
  clientRef: string | null;
  acknowledgedId: number | null;
}

/** An answer of the gateway, and what is wrong with it. */
class Answers {
  readonly statuses = new Map<number, number>();
  readonly wrong: string[] = [];
  slowestMs = 0;

  ask = async (path: string, init: RequestInit & { key: string }) => {
    const startMs = performance.now();
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${init.key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    const json = (await response.json()) as { message: { id: number; body: string } };
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startMs);
    this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
    if (response.status === 503 && !response.headers.has('retry-after'))
      this.wrong.push('a 503 without Retry-After');
    return { status: response.status, json };
  };
}

/** Ends every session of the server. */
async function terminateBackends(): Promise<void> {
  const sql = openInspector(embedded.url);
  const [row] = await sql`select pg_backend_pid() as pid`;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> ${row?.pid} and backend_type = 'client backend'`.catch(
    () => undefined,
  );
  await sql.end({ timeout: 1 }).catch(() => undefined);
}

/** Each text is stored at most once, every acknowledged text is stored, and each account's count and seqs agree with its texts. */
async function expectKept(log: readonly Sent[]): Promise<void> {
  const sql = openInspector(embedded.url);
  const rows = await sql<{ account_id: bigint; id: bigint; body: string; seq: bigint }[]>`
    select account_id, id, body, seq from message`;
  const stored = new Map<string, bigint[]>();
  for (const row of rows) stored.set(row.body, [...(stored.get(row.body) ?? []), row.id]);
  for (const sent of log) {
    const ids = stored.get(sent.body) ?? [];
    expect(ids.length).toBeLessThanOrEqual(1);
    if (sent.acknowledgedId !== null) expect(ids).toEqual([BigInt(sent.acknowledgedId)]);
  }
  const counts = await sql`
    select a.texts_used::int as used, count(m.*) filter (where m.charged)::int as charged, count(m.*)::int as total,
      count(distinct m.seq)::int as seqs
    from account a join message m on m.account_id = a.id group by a.id`;
  for (const { used, charged, total, seqs } of counts) expect([charged, seqs]).toEqual([used, total]);
  await sql.end();
}

test('kill -9 of PostgreSQL under load: no crash, no loss, no double, no wrong answer, no hang', async () => {
  const log: Sent[] = [];
  let running = true;
  let acknowledged = 0;
  let onAcknowledged = () => {};
  let turn = 0;
  const answers = new Answers();
  const { wrong } = answers;
  const request = answers.ask;

  const send = async () => {
    const { accountId, key } = keys[turn++ % keys.length] as (typeof keys)[number];
    const sent: Sent = {
      accountId,
      body: randomUUID(),
      clientRef: turn % 2 === 0 ? randomUUID() : null,
      acknowledgedId: null,
    };
    log.push(sent);
    const body = JSON.stringify({
      address: '+15005550006',
      body: sent.body,
      ...(sent.clientRef !== null && { client_ref: sent.clientRef }),
    });
    const { status, json } = await request('/api/v1/messages', { key, method: 'POST', body });
    if (status !== 200) return;
    if (json.message.body !== sent.body) wrong.push('a send was answered with another text');
    sent.acknowledgedId = json.message.id;
    acknowledged++;
    onAcknowledged();
  };

  const read = async ({ accountId, acknowledgedId, body }: Sent) => {
    const mine = keys.filter((key) => key.accountId === accountId);
    const { key } = mine[turn++ % mine.length] as (typeof keys)[number];
    const { status, json } = await request(`/api/v1/messages/${acknowledgedId}`, { key, method: 'GET' });
    if (status === 200 && json.message.body !== body) wrong.push('a read was answered with another text');
    if (status === 404) wrong.push('an acknowledged text was not found');
  };

  const work = async (index: number) => {
    while (running) {
      const known = index % 4 === 3 ? log[Math.floor(Math.random() * log.length)] : undefined;
      await (known && known.acknowledgedId !== null ? read(known) : send());
    }
  };
  const progress = (count: number) =>
    new Promise<void>((resolve) => {
      const goal = acknowledged + count;
      onAcknowledged = () => {
        if (acknowledged >= goal) resolve();
      };
    });

  const load = Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
  for (let round = 0; round < kills; round++) {
    await progress(150);
    proxy.reset();
    await progress(50);
    await terminateBackends();
    await progress(100);
    process.kill(embedded.postmasterPid(), 'SIGKILL');
  }
  await progress(200);
  running = false;
  await load;

  expect(wrong).toEqual([]);
  expect([...answers.statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(answers.slowestMs).toBeLessThan(patienceMs);
  for (const { child } of [...cores, gateway])
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);

  await expectKept(log);
  expect(log.filter((sent) => sent.acknowledgedId !== null).length).toBeGreaterThan(kills * 300);
}, 150_000);

test('LISTEN is restored: the other replica announces what one commits', async () => {
  const { accountId } = keys[0] as (typeof keys)[number];
  for (const [here, there] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const stop = new AbortController();
    const watching = clientOf(MessageService, cores[there] as CoreProcess).watchChanges(
      {},
      { signal: stop.signal },
    );
    const stream = watching[Symbol.asyncIterator]();
    await stream.next();
    const reported = stream.next();
    const writer = clientOf(MessageService, cores[here] as CoreProcess);
    // LISTEN is repeated once a second: readers find by their own polls what was notified before that.
    let received = false;
    void reported.then(() => {
      received = true;
    });
    for (let attempt = 0; !received && attempt < 30; attempt++) {
      await writer.sendMessages({ texts: [{ accountId, address: '+15005550006', body: 'reported' }] });
      await pause(100);
    }
    expect(received).toBe(true);
    const advances = (await reported).value?.advances as { accountId: bigint }[];
    expect(advances.map((advance) => advance.accountId)).toContain(accountId);
    stop.abort();
    await stream.next().catch(() => undefined);
  }
}, 20_000);
