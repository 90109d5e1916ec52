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
import { openInspector } from '../support/database.ts';
import { Company } from '../support/http_carrier_end/company.ts';
import { type Phone, pairPhone, phoneDriver } from '../support/phone.ts';

const [delivered, neverDelivered] = ['+15005550006', '+15005550010'];
const { QUEUED, SENDING } = MessageStatus;

const place = newPlace();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  rmSync(place, { recursive: true, force: true });
});

let core: TestCore;
let account: TestAccount;
/** The names of texts that the carrier took, in order; a text that it took twice is there twice. */
const taken: string[] = [];
/** What the carrier says of what it took. */
const receipts: Promise<unknown>[] = [];

/** A company that is slow, refuses now and then, and reports most texts delivered a little later. */
async function startCompany(): Promise<CarrierConfig> {
  const end = await Company.start();
  closing.push(() => end.close());
  let asked = 0;
  const report = async (id: string) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await clientOf(CarrierService, core)
      .takeCallback({
        carrier: 'main',
        hook: 'reported',
        method: 'POST',
        headers: [{ name: 'content-type', value: 'application/json' }],
        body: Buffer.from(JSON.stringify({ id, state: 'ok' })),
      })
      .catch(() => undefined);
  };
  end.onRequest = async ({ body }) => {
    asked += 1;
    if (asked % 5 === 0) return { status: 503, body: '{}' };
    const { text } = JSON.parse(body) as { text: string };
    taken.push(text);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const id = `far-${taken.length}-${text}`;
    if (!text.endsWith('0')) receipts.push(report(id));
    return { body: JSON.stringify({ id }) };
  };
  const settings = {
    request: { url: `${end.url}/texts`, json: { key: '{{id}}', text: '{{text}}', to: '{{recipient}}' } },
    concurrency: 2,
    answers: [
      { status: ['200'], means: 'accepted', ref: 'id' },
      { status: ['503'], means: 'retry' },
    ],
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

async function send(number: number, route: Route): Promise<void> {
  const address = number % 10 === 0 ? neverDelivered : delivered;
  const { results } = await core.messages.sendMessages({
    texts: [{ accountId: account.id, address, body: `text ${number}`, route }],
  });
  if (results[0]?.outcome.case !== 'accepted') throw new Error('the text was not accepted');
}

/** A reader of the feed, with what it believes of each text. */
class Reader {
  since = 0n;
  isAhead = false;
  readonly seen = new Map<bigint, MessageStatus>();

  /** Reads a page of so many, and returns whether anything was new. */
  async read(limit: number): Promise<boolean> {
    const queries = [{ accountId: account.id, since: this.since, limit }];
    const page = (await core.messages.listChanges({ queries })).pages[0];
    if (!page) throw new Error('there is no page');
    if ((page.newestSeq ?? 0n) < this.since) {
      this.isAhead = true;
      this.since = page.newestSeq ?? 0n;
      return true;
    }
    for (const { id, status } of page.messages) this.seen.set(id, status);
    this.since = page.nextSince ?? this.since;
    return page.messages.length > 0;
  }
}

/** The names of texts that left from a phone, as often as they left. */
const leftBy = (phone: Phone): string[] =>
  readFileSync(join(phone.dir, sentLogName), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { message_id: string }).message_id);

const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

test('what a backup held in the middle of its way leaves once, and readers see each text as it is', async () => {
  const carriers = [await startCompany()];
  const living = join(place, 'living');
  let database: Embedded = await startThrowAway(living);
  closing.push(() => database.stop());
  core = await startTestCore(database.url, { carriers });
  closing.push(() => core.stop());
  account = await core.createAccount({ paired: false });
  const phone = await pairPhone(core, account, systemClock, phoneDriver);
  closing.push(() => phone.throwAway());
  await phone.switchOn();
  const devicePort = core.device.port;

  const readers = [new Reader(), new Reader()];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await readers[0]?.read(500);
      await readers[1]?.read(3);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  let last = Number.MAX_SAFE_INTEGER;
  let sent = 0;
  const sending = (async () => {
    for (; sent < last; await new Promise((resolve) => setTimeout(resolve, 15))) {
      sent += 1;
      await send(sent, sent % 3 === 0 ? Route.DEVICE : Route.GATEWAY);
    }
  })();
  await until('texts leave', () => taken.length > 10);
  const before = await core.messages.listChanges({
    queries: [{ accountId: account.id, since: 0n, limit: 500 }],
  });
  const { path: backup } = await takeBackup({
    ...{ dataDir: living, to: join(place, 'backups'), beside: besideFiles },
    ...{ version: 'test', clock: systemClock, throwAway: true },
  });
  last = sent + 20;
  await sending;
  const isUnderWay = ({ status }: { status: MessageStatus }) => status === QUEUED || status === SENDING;
  const all = async () => {
    const found = [];
    for (let since = 0n, hasMore = true; hasMore; ) {
      const queries = [{ accountId: account.id, since, limit: 500 }];
      const page = (await core.messages.listChanges({ queries })).pages[0];
      found.push(...(page?.messages ?? []));
      since = page?.nextSince ?? 0n;
      hasMore = page?.hasMore ?? false;
    }
    return found;
  };
  await until('all have left', async () => {
    const found = await all();
    return found.length === sent && !found.some(isUnderWay);
  });
  await Promise.all(receipts);
  isOver = true;
  await reading;
  const leftBefore = new Set(
    before.pages[0]?.messages.filter((text) => !isUnderWay(text)).map(({ id }) => id),
  );
  await core.stop();
  await database.stop();

  const restored = join(place, 'restored');
  const settled = await restoreBackup({
    ...{ backup, dataDir: restored, clock: systemClock, settle: settleRestore, throwAway: true },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  database = await startThrowAway(restored);
  const [byCarrier, byPhone] = [taken.length, leftBy(phone).length];
  core = await startTestCore(database.url, { carriers, devicePort });
  const inspect = openInspector(database.url);
  closing.push(() => inspect.end());
  const held = (await inspect`select message_id from held_text`).map(
    ({ message_id }) => message_id as bigint,
  );
  // The backup is one of the middle.
  expect([settled.held, settled.open > 0]).toEqual([held.length, true]);
  expect(held.length).toBeGreaterThan(0);
  expect(held.filter((id) => leftBefore.has(id))).toEqual([]);

  // New texts go behind all that might leave by itself, and nothing else leaves before they do.
  for (const route of [Route.DEVICE, Route.GATEWAY]) {
    sent += 1;
    await send(sent, route);
  }
  const isHeld = ({ awaiting }: { awaiting: Awaiting }) => awaiting === Awaiting.RELEASE;
  const moves = async () => (await all()).filter((text) => isUnderWay(text) && !isHeld(text)).length;
  await until('new texts leave', async () => (await moves()) === 0);
  expect(taken.slice(byCarrier)).toEqual([`text ${sent}`]);
  expect(leftBy(phone)).toHaveLength(byPhone + 1);

  for (const reader of readers) {
    await until('it has read all', async () => !(await reader.read(100)));
    const unlike = (await all()).filter(({ id, status }) => reader.seen.get(id) !== status);
    expect({ isAhead: reader.isAhead, unlike: unlike.map(({ id }) => id) }).toEqual({
      isAhead: true,
      unlike: [],
    });
  }

  await core.admin.decideHeldTexts({ accountId: account.id, release: true });
  await until('all have left', async () => !(await all()).some(isUnderWay));
  expect(twice(leftBy(phone))).toEqual([]);
  const names = new Map(
    (await inspect`select id, body from message`).map(({ id, body }) => [id as bigint, body as string]),
  );
  // The operator let them leave, and nobody can know whether they had.
  const released = new Set(held.map((id) => names.get(id)));
  expect(twice(taken).filter((name) => !released.has(name))).toEqual([]);
}, 120_000);
