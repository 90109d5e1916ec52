// A backup is taken in the middle of texts that are being carried, by phones and by a carrier, and restored when all of them have moved
// on: nothing leaves by itself that may have left, nothing that had left is released, and each reader comes to see what the database says.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { sentLogName } from '../../device-agent/drivers/simulated_log.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { Awaiting, MessageStatus, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { httpKind } from '../../server/carrier/http/http_kind.ts';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { besideFiles } from '../../server/embedded/backup/backup_entries.ts';
import { restoreBackup } from '../../server/embedded/backup/restore_backup.ts';
import { takeBackup } from '../../server/embedded/backup/take_backup.ts';
import type { Embedded } from '../../server/embedded/embedded.ts';
import { newPlace, startThrowAway } from '../../server/embedded/testing/places.ts';
import { settleRestore } from '../../server/store/operations/settle_restore.ts';
import { clientOf, startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { Company } from '../support/http_carrier_end/company.ts';
import { type Phone, pairPhone, phoneDriver } from '../support/phone.ts';

const [delivered, neverDelivered] = ['+15005550006', '+15005550010'];
const { DEVICE, GATEWAY } = Route;
const { QUEUED, SENDING, SENT } = MessageStatus;

const place = newPlace();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(place, { recursive: true, force: true });
});

let core: TestCore;
let account: TestAccount;
let phone: Phone;
/** What the carrier took, in order; a text that it took twice is there twice. */
const taken: string[] = [];
/** While it stands, the company takes texts and answers nothing, and reports of none. */
const gate = Promise.withResolvers<void>();
/** What it has yet to report. */
const receipts: Promise<void>[] = [];

async function report(id: string): Promise<void> {
  await gate.promise;
  await clientOf(CarrierService, core).takeCallback({
    ...{ carrier: 'main', hook: 'reported', method: 'POST' },
    headers: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify({ id, state: 'ok' })),
  });
}

async function startCompany(): Promise<CarrierConfig> {
  const end = await Company.start();
  closing.push(() => end.close());
  end.onRequest = async ({ body }) => {
    const { text } = JSON.parse(body) as { text: string };
    taken.push(text);
    const id = `far-${taken.length}`;
    if (text.startsWith('in time')) return { body: JSON.stringify({ id }) };
    if (!text.startsWith('reported late')) await gate.promise;
    receipts.push(report(id));
    return { body: JSON.stringify({ id }) };
  };
  const settings = {
    request: { url: `${end.url}/texts`, json: { key: '{{id}}', text: '{{text}}', to: '{{recipient}}' } },
    window: 2,
    timeout_s: 60,
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
  return { name: 'main', kind: httpKind, priority: 10, sender: '+15005550100', settings };
}

async function send(route: Route, body: string, address = delivered): Promise<bigint> {
  const { results } = await core.messages.sendMessages({
    texts: [{ accountId: account.id, address, body, route }],
  });
  const outcome = results[0]?.outcome;
  if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
  return outcome.value.message?.id as bigint;
}

/** A reader of the feed, with what it believes of each text. */
class Reader {
  since = 0n;
  isAhead = false;
  readonly seen = new Map<bigint, MessageStatus>();

  /** Reads pages of so many until nothing is new, or until it is past a seq. */
  async readOn(limit: number, until = 2n ** 62n): Promise<void> {
    for (let isNew = true; isNew && this.since <= until; ) {
      const queries = [{ accountId: account.id, since: this.since, limit }];
      const {
        messages = [],
        nextSince = 0n,
        newestSeq = 0n,
      } = (await core.messages.listChanges({ queries })).pages[0] ?? {};
      const isAhead = newestSeq < this.since;
      for (const { id, status } of messages) this.seen.set(id, status);
      this.isAhead ||= isAhead;
      this.since = isAhead ? newestSeq : nextSince;
      isNew = isAhead || messages.length > 0;
    }
  }
}

const stored = async () => {
  const queries = [{ accountId: account.id, since: 0n, limit: 500 }];
  const page = (await core.messages.listChanges({ queries })).pages[0];
  return { messages: page?.messages ?? [], newestSeq: page?.nextSince ?? 0n };
};
const namesOf = async (...statuses: MessageStatus[]) =>
  (await stored()).messages
    .filter(({ status, awaiting }) => statuses.includes(status) && awaiting === undefined)
    .map(({ body }) => body)
    .sort();

/** The ids of texts that left from the phone, as often as they left. */
const leftByPhone = (): string[] =>
  readFileSync(join(phone.dir, sentLogName), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { message_id: string }).message_id);
const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

/** Texts in each status that one on its way can have, as a backup finds them. */
async function fillTheWay(): Promise<void> {
  for (const number of [1, 2, 3]) await send(GATEWAY, `in time ${number}`);
  for (const number of [1, 2]) await send(GATEWAY, `reported late ${number}`);
  await send(DEVICE, 'by phone');
  await send(DEVICE, 'never delivered', neverDelivered);
  await until('these have left', async () => (await namesOf(QUEUED, SENDING)).length === 0);
  await phone.switchOff();
  for (const number of [1, 2]) await send(DEVICE, `waits for the phone ${number}`);
  for (const number of [1, 2, 3, 4]) await send(GATEWAY, `under way ${number}`);
  await until('two are at the carrier', () => taken.length === 7);
}

test('what a backup found on its way leaves once, and each reader comes to see what the restored database says', async () => {
  const carriers = [await startCompany()];
  const living = join(place, 'living');
  let database: Embedded = await startThrowAway(living);
  closing.push(() => database.stop());
  core = await startTestCore(database.url, { carriers });
  closing.push(() => core.stop());
  account = await core.createAccount({ paired: false });
  phone = await pairPhone(core, account, systemClock, phoneDriver);
  closing.push(() => phone.throwAway());
  await phone.switchOn();
  const devicePort = core.device.port;

  await fillTheWay();
  const atBackup = (await stored()).newestSeq;
  const hadLeft = new Set(await namesOf(SENT, MessageStatus.DELIVERED));
  const waited = (await namesOf(QUEUED, SENDING)).filter((name) => !taken.includes(name));
  expect(waited).toHaveLength(4);
  const [behind, ahead, passing] = [new Reader(), new Reader(), new Reader()];
  await behind.readOn(3);
  const { path: backup } = await takeBackup({
    ...{ dataDir: living, to: join(place, 'backups'), beside: besideFiles },
    ...{ version: 'test', clock: systemClock, throwAway: true },
  });
  gate.resolve();
  await phone.switchOn();
  await until('all have left', async () => (await namesOf(QUEUED, SENDING)).length === 0);
  await until('all is reported', () => receipts.length === 6);
  await Promise.all(receipts);
  await ahead.readOn(500);
  // It passes what moves on meanwhile, and does not come to see where that went.
  await passing.readOn(1, atBackup);
  await core.stop();
  await database.stop();

  const restored = join(place, 'restored');
  const settled = await restoreBackup({
    ...{ backup, dataDir: restored, clock: systemClock, settle: settleRestore, throwAway: true },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  database = await startThrowAway(restored);
  const [byCarrier, byPhone] = [taken.length, leftByPhone().length];
  core = await startTestCore(database.url, { carriers, devicePort });
  const held = (await stored()).messages.filter(({ awaiting }) => awaiting === Awaiting.RELEASE);
  const heldNames = new Set(held.map(({ body }) => body));
  expect(settled).toMatchObject({ held: held.length, ended: 2 });
  // Each that waited at the backup, and none that the carrier had been given by then.
  expect([...heldNames].sort()).toEqual(waited);
  expect([...hadLeft].filter((name) => heldNames.has(name))).toEqual([]);

  // New texts go behind all that might leave by itself, and nothing else leaves before they do.
  await send(DEVICE, 'new by phone');
  await send(GATEWAY, 'in time, new');
  await until('new texts have left', async () => (await namesOf(QUEUED, SENDING)).length === 0);
  await until('the one of the phone is delivered, and changes no more', async () =>
    (await namesOf(MessageStatus.DELIVERED)).includes('new by phone'),
  );
  expect(taken.slice(byCarrier)).toEqual(['in time, new']);
  expect(leftByPhone()).toHaveLength(byPhone + 1);

  for (const [name, reader] of Object.entries({ behind, ahead, passing })) {
    await reader.readOn(100);
    const unlike = (await stored()).messages.filter(({ id, status }) => reader.seen.get(id) !== status);
    expect([name, reader.isAhead, unlike.map(({ body }) => body)]).toEqual([name, name !== 'behind', []]);
  }

  await core.admin.decideHeldTexts({ accountId: account.id, release: true });
  await until(
    'all have left',
    async () => !(await stored()).messages.some(({ status }) => status === QUEUED || status === SENDING),
  );
  expect(twice(leftByPhone())).toEqual([]);
  // The operator let them leave, and nobody can know whether they had.
  expect(twice(taken).filter((name) => !heldNames.has(name))).toEqual([]);
}, 120_000);
