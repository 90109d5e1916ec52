// The database is restored to an older copy while an agent lives on and a carrier remembers. Ids are given again,
// and reports about lost texts are applied to no other text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sentLogName } from '../../device-agent/drivers/simulated_log.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { Awaiting, type Message, MessageStatus, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { httpKind } from '../../server/carrier/http/http_kind.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { settleRestore } from '../../server/store/operations/settle_restore.ts';
import { clientOf, startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { copyDatabase, createDatabase } from '../support/database.ts';
import { Company } from '../support/http_carrier_end/company.ts';
import { type Phone, pairPhone, phoneDriver } from '../support/phone.ts';
import { RawAgent } from '../support/raw_agent.ts';

const [delivered, neverDelivered] = ['+15005550006', '+15005550010'];

let end: Company;
/** Texts that the carrier took, by the carrier's own key. */
let taken: Map<string, string>;
let carriers: CarrierConfig[];
let core: TestCore;
let account: TestAccount;
let phone: Phone;

beforeEach(async () => {
  taken = new Map();
  end = await Company.start();
  end.onRequest = ({ body }) => {
    const { key, text } = JSON.parse(body) as { key: string; text: string };
    if (!taken.has(key)) taken.set(key, text);
    return { body: JSON.stringify({ id: `far-${[...taken.keys()].indexOf(key)}` }) };
  };
  const settings = {
    request: { url: `${end.url}/texts`, json: { key: '{{id}}', text: '{{text}}', to: '{{recipient}}' } },
    idempotent: true,
    answers: [{ status: ['200'], means: 'accepted', ref: 'id' }],
    callbacks: {
      hooks: {
        reported: {
          format: 'json',
          signature: { scheme: 'none' },
          receipts: { ref: 'id', state: 'state', delivered: ['ok'], failed: ['no'] },
        },
      },
    },
  };
  carriers = [{ name: 'main', kind: httpKind, priority: 10, sender: '+15005550100', settings }];
});
afterEach(async () => {
  await phone.throwAway();
  await core.stop();
  await end.close();
});

async function send(address: string, route: Route, body: string): Promise<bigint> {
  const { results } = await core.messages.sendMessages({
    texts: [{ accountId: account.id, address, body, route }],
  });
  const outcome = results[0]?.outcome;
  if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
  return outcome.value.message?.id as bigint;
}

const whenIn = (id: bigint, ...statuses: MessageStatus[]): Promise<Message> =>
  until(async () => {
    const { message } = await core.messages.getMessage({ accountId: account.id, id });
    return message && statuses.includes(message.status) && message;
  });

/** The ids of texts that reached the phone's network, in order. */
const submitted = (): string[] =>
  readFileSync(join(phone.dir, sentLogName), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { message_id: string }).message_id);

/** The same core again, on another database. */
async function restart(url: string): Promise<void> {
  const devicePort = core.device.port;
  await core.stop();
  core = await startTestCore(url, { carriers, devicePort });
}

async function callBack(ref: string): Promise<void> {
  const { status } = await clientOf(CarrierService, core).takeCallback({
    carrier: 'main',
    hook: 'reported',
    method: 'POST',
    headers: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify({ id: ref, state: 'ok' })),
  });
  expect(status).toBe(200);
}

test('a new text under the id of a lost one leaves, and shows only its own outcome', async () => {
  const { SENT, DELIVERED } = MessageStatus;
  const living = await createDatabase();
  core = await startTestCore(living, { carriers });
  account = await core.createAccount({ paired: false });
  phone = await pairPhone(core, account, systemClock, phoneDriver);
  await phone.switchOn();
  const kept = await send(delivered, Route.DEVICE, 'kept');
  await whenIn(kept, DELIVERED);
  const port = core.device.port;
  await core.stop();
  const backup = await copyDatabase(living);

  core = await startTestCore(living, { carriers, devicePort: port });
  const lost = await send(delivered, Route.DEVICE, 'lost by phone');
  await whenIn(lost, DELIVERED);
  const lostByCarrier = await send(delivered, Route.GATEWAY, 'lost by carrier');
  await whenIn(lostByCarrier, SENT);

  await restart(backup);
  const fresh = await send(neverDelivered, Route.DEVICE, 'new by phone');
  const freshByCarrier = await send(neverDelivered, Route.GATEWAY, 'new by carrier');
  expect([fresh, freshByCarrier]).toEqual([lost, lostByCarrier]);
  await whenIn(fresh, SENT);
  await whenIn(freshByCarrier, SENT);
  expect(submitted()).toEqual([kept, lost, fresh].map(String));
  expect([...taken.values()]).toEqual(['lost by carrier', 'new by carrier']);

  await callBack('far-0');
  expect((await whenIn(freshByCarrier, SENT, DELIVERED)).status).toBe(SENT);
  await callBack('far-1');
  await whenIn(freshByCarrier, DELIVERED);
  expect((await whenIn(fresh, SENT, DELIVERED)).status).toBe(SENT);
});

test('a text that waits in the backup but that the phone has sent is not sent again, and its outcome is reported', async () => {
  const living = await createDatabase();
  core = await startTestCore(living, { carriers });
  account = await core.createAccount({ paired: false });
  phone = await pairPhone(core, account, systemClock, phoneDriver);
  const id = await send(delivered, Route.DEVICE, 'hello');
  const port = core.device.port;
  await core.stop();
  const backup = await copyDatabase(living);

  core = await startTestCore(living, { carriers, devicePort: port });
  await phone.switchOn();
  await whenIn(id, MessageStatus.DELIVERED);
  await restart(backup);
  await whenIn(id, MessageStatus.DELIVERED);
  expect(submitted()).toEqual([String(id)]);
});

test('after a settled restore no text leaves before it is released, none leaves twice, and no id, seq or cursor changes its meaning', async () => {
  const { QUEUED, SENT, DELIVERED } = MessageStatus;
  const living = await createDatabase();
  core = await startTestCore(living, { carriers });
  account = await core.createAccount({ paired: false });
  phone = await pairPhone(core, account, systemClock, phoneDriver);
  const accountId = account.id;
  const waiting = await send(delivered, Route.DEVICE, 'waits for the phone');
  const port = core.device.port;
  await core.stop();
  const backup = await copyDatabase(living);

  core = await startTestCore(living, { carriers, devicePort: port });
  await phone.switchOn();
  await whenIn(waiting, DELIVERED);
  const lost = await send(delivered, Route.DEVICE, 'lost by phone');
  const lostMessage = await whenIn(lost, DELIVERED);
  await whenIn(await send(neverDelivered, Route.GATEWAY, 'lost by carrier'), SENT);
  const [living0] = (await core.messages.listChanges({ queries: [{ accountId, since: 0n, limit: 500 }] }))
    .pages;
  const cursor = living0?.nextSince ?? 0n;
  await core.stop();

  expect(await settleRestore(backup)).toMatchObject({ accounts: 1, held: 1 });
  core = await startTestCore(backup, { carriers, devicePort: port });
  const readFrom = async (since: bigint) =>
    (await core.messages.listChanges({ queries: [{ accountId, since, limit: 500 }] })).pages[0];
  // The reader's place in the lost database is not a place in this one. It goes on from the last seq that both have.
  for (const since of [cursor, lostMessage.seq]) {
    const page = await readFrom(since);
    expect(page?.messages).toEqual([]);
    expect(page?.newestSeq).toBeLessThan(since);
    expect((await readFrom(page?.newestSeq ?? 0n))?.messages.map(({ id }) => id)).toEqual([waiting]);
  }
  const fresh = await send(neverDelivered, Route.DEVICE, 'new by phone');
  expect(fresh).toBeGreaterThan(1_000_000_000n);
  expect((await whenIn(fresh, SENT)).seq).toBeGreaterThan(cursor);
  const freshByCarrier = await send(neverDelivered, Route.GATEWAY, 'new by carrier');
  await whenIn(freshByCarrier, SENT);
  await callBack('far-0');
  expect((await whenIn(freshByCarrier, SENT, DELIVERED)).status).toBe(SENT);
  expect(await whenIn(waiting, QUEUED)).toMatchObject({ awaiting: Awaiting.RELEASE });
  expect(submitted()).toEqual([waiting, lost, fresh].map(String));

  expect((await core.admin.countHeldTexts({})).accounts).toMatchObject([{ accountId, texts: 1 }]);
  expect(await core.admin.decideHeldTexts({ accountId, release: true })).toMatchObject({
    texts: 1,
    hasMore: false,
  });
  // The phone's own record says that it has left.
  await whenIn(waiting, DELIVERED);
  expect(submitted()).toEqual([waiting, lost, fresh].map(String));
  expect([...taken.values()]).toEqual(['lost by carrier', 'new by carrier']);
  expect((await core.admin.countHeldTexts({})).accounts).toEqual([]);
});

test('a text that is held, and that leaves from a phone which was given it since the backup, is not released to leave again', async () => {
  const { QUEUED, SENT, DELIVERED } = MessageStatus;
  const living = await createDatabase();
  core = await startTestCore(living, { carriers });
  account = await core.createAccount();
  phone = await pairPhone(core, account, systemClock, phoneDriver);
  const accountId = account.id;
  const id = await send(delivered, Route.DEVICE, 'waits at the phone');
  const port = core.device.port;
  await core.stop();
  const backup = await copyDatabase(living);

  core = await startTestCore(living, { carriers, devicePort: port });
  let link = await RawAgent.linked(core, account.deviceToken);
  const job = await link.expect('job');
  const { messageId, attempt, identity } = job;
  link.send({ case: 'accepted', value: { messageId, attempt, identity } });
  await link.settled();
  await core.stop();

  expect(await settleRestore(backup)).toMatchObject({ held: 1 });
  core = await startTestCore(backup, { carriers, devicePort: port });
  expect(await whenIn(id, QUEUED)).toMatchObject({ awaiting: Awaiting.RELEASE });
  link = await RawAgent.linked(core, account.deviceToken);
  link.send({ case: 'progress', value: { reportId: 'p', messageId, attempt, identity, outcome: 1 } });
  await link.expect('reportAck');
  expect((await whenIn(id, SENT)).awaiting).toBeUndefined();
  expect((await core.admin.countHeldTexts({})).accounts).toEqual([]);
  expect(await core.admin.decideHeldTexts({ accountId, release: true })).toMatchObject({ texts: 0 });
  link.send({ case: 'receipt', value: { reportId: 'r', messageId, attempt, identity, outcome: 1 } });
  await link.expect('reportAck');
  await whenIn(id, DELIVERED);
  expect(link.waiting('job')).toBe(0);
  link.socket.close();
});
