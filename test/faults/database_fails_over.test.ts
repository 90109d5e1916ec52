// A database loses its synchronous standby, and then fails over to it. No locks stay, a text that may not be replicated
// is never acknowledged, and no acknowledged text is lost.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, operatorOf } from '../support/core.ts';
import { type DatabasePair, startDatabasePair } from '../support/database_pair.ts';
import { pairDevice } from '../support/pairing.ts';
import { type CoreProcess, startCoreProcess } from '../support/processes.ts';

let pair: DatabasePair;
let core: CoreProcess;
let accountIds: bigint[];

beforeAll(async () => {
  pair = await startDatabasePair();
  core = await startCoreProcess(pair.url);
  const admin = operatorOf(core);
  accountIds = [];
  for (let account = 0; account < 4; account++) {
    const created = await admin.createAccount({ name: 'Fails over', country: 'US', exempt: true });
    const accountId = created.account?.id as bigint;
    await pairDevice(core, admin, accountId);
    accountIds.push(accountId);
  }
}, 60_000);

afterAll(async () => {
  await core?.stop();
  await pair?.stop();
}, 60_000);

test('no acknowledged text is lost, and a lost standby holds nobody up for more than seconds', async () => {
  const messages = clientOf(MessageService, core);
  const acknowledged = new Set<string>();
  let unknown = 0;
  let onOutcome = () => {};
  let isRunning = true;
  let slowestMs = 0;

  const send = async (accountId: bigint, clientRef?: string) => {
    const body = clientRef ?? randomUUID();
    const startMs = performance.now();
    const text = { accountId, address: '+15005550006', body, ...(clientRef && { clientRef }) };
    const isAccepted = await messages.sendMessages({ texts: [text] }, { timeoutMs: 30_000 }).then(
      ({ results: [result] }) => {
        if (result?.outcome.case === 'accepted') return true;
        expect(result?.outcome.value?.code).toBe(ErrorCode.UNAVAILABLE);
        return false;
      },
      () => false,
    );
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    if (isAccepted) acknowledged.add(body);
    else unknown++;
    onOutcome();
  };
  const work = async (index: number) => {
    while (isRunning) await send(accountIds[index % 4] as bigint, index < 6 ? randomUUID() : undefined);
  };
  const when = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      onOutcome = () => {
        if (isDone()) resolve();
      };
    });
  const load = Promise.all(Array.from({ length: 12 }, (_, index) => work(index)));

  await when(() => acknowledged.size >= 300);
  await pair.second.stop();
  // Each worker hears "unknown" at least once: statements that wait for the standby are ended, and so are those behind them.
  const before = unknown;
  await when(() => unknown >= before + 12);
  const ended = 'a commit waited for a synchronous standby that does not answer';
  await until(() => core.output().includes(ended));
  const [stuck] = await pair.ask(
    pair.first,
    `select count(*)::int as sessions from pg_stat_activity
     where wait_event = 'SyncRep' and xact_start < clock_timestamp() - interval '9 seconds'`,
  );
  expect(stuck?.sessions).toBe(0);

  await pair.first.stop();
  await pair.startSecond();
  await pair.promote();
  const soFar = acknowledged.size;
  await when(() => acknowledged.size >= soFar + 100);
  isRunning = false;
  await load;

  const stored = new Map<unknown, number>();
  for (const { body } of await pair.ask(pair.second, 'select body from message'))
    stored.set(body, (stored.get(body) ?? 0) + 1);
  expect([...acknowledged].filter((body) => stored.get(body) !== 1)).toEqual([]);
  expect(slowestMs).toBeLessThan(30_000);
  expect(core.child.exitCode).toBe(null);
}, 120_000);
