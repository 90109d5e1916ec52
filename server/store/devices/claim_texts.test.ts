// The claim judges on the rows as they are under its lock, whatever was read before: budgets are exact, a recipient
// stays on its SIM, and who was superseded gets nothing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nowMs, QueueRows } from '../../../test/support/queue_rows.ts';
import type { ClaimVerdict } from './claim_texts.ts';
import { fenceOf } from './links.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(() => rows.clear());
afterAll(() => rows.close());

const first = { device: 1, slot: 1 };
const second = { device: 2, slot: 1 };
const kinds = (verdicts: readonly ClaimVerdict[]) => verdicts.map(({ kind }) => kind);
const next = (unit: 'minute' | 'day' | 'month') =>
  Date.parse(
    { minute: '2026-03-10T12:01:00Z', day: '2026-03-11T00:00:00Z', month: '2026-04-01T00:00:00Z' }[unit],
  );

async function addTexts(count: number, parts = 1): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (let index = 0; index < count; index++) ids.push(await rows.addText(`+1500555${1000 + index}`, parts));
  return ids;
}

const used = async () =>
  (await rows.store.listSims(1n, [1n, 2n, 3n], nowMs)).map((sim) => [
    sim.usedMinute,
    sim.usedDay,
    sim.usedMonth,
  ]);

describe('a claimed text', () => {
  test('is sending, under the SIM and device that it was claimed for, and its recipient stays there', async () => {
    await rows.addDevice(1, [1, 3]);
    const [id = 0n] = await addTexts(1);
    const [verdict] = await rows.claim({ device: 1, slot: 3 }, [id]);
    expect(verdict).toMatchObject({ kind: 'claimed', text: { id, attempt: 1, seq: 2n, body: 'hello' } });
    const [message] = await rows.inspect`select status, device_id, sim, attempt from message`;
    expect(message).toEqual({ status: 'sending', device_id: 1n, sim: 3, attempt: 1 });
    const [thread] = await rows.inspect`select device_id, sim from thread`;
    expect(thread).toEqual({ device_id: 1n, sim: 3 });
    expect(kinds(await rows.claim({ device: 1, slot: 3 }, [id]))).toEqual(['lost']);
  });

  test('is had only by the device or SIM that it names, whatever SIM its recipient is on, which it does not move', async () => {
    await rows.addDevice(1, [1, 2]);
    await rows.addDevice(2);
    const table = [
      ['device:1', first, 'claimed'],
      ['device:1/1', first, 'claimed'],
      ['device:1/2', first, 'lost'],
      ['device:2', first, 'lost'],
      ['device:11', first, 'lost'],
      ['+15005550111', first, 'lost'],
      ['device:1/2', { device: 1, slot: 2 }, 'claimed'],
    ] as const;
    const ids: bigint[] = [];
    for (const _ of table) ids.push(await rows.addText('+15005551000'));
    await rows.keep('+15005551000', second);
    for (const [index, [sender, sim, kind]] of table.entries()) {
      const id = ids[index] as bigint;
      await rows.inspect`update message set sender = ${sender} where id = ${id}`;
      expect([sender, ...kinds(await rows.claim(sim, [id]))]).toEqual([sender, kind]);
    }
    expect(await rows.inspect`select device_id, sim from thread`).toEqual([{ device_id: 2n, sim: 1 }]);
  });

  test('has its body, however many and long the texts are that are claimed with it', async () => {
    await rows.addDevice(1);
    const ids = await addTexts(60);
    await rows.inspect`update message set body = id || repeat('é', 1600)`;
    const verdicts = await rows.claim(first, ids);
    const bodies = verdicts.map((verdict) => verdict.kind === 'claimed' && verdict.text.body);
    expect(bodies).toEqual(ids.map((id) => `${id}${'é'.repeat(1600)}`));
  });

  test('is not had under a fence that its SIM has left behind', async () => {
    await rows.addDevice(1);
    const [id = 0n] = await addTexts(1);
    await rows.store.fenceLinks([{ accountId: 1n, deviceId: 1n, fence: fenceOf(1n, 1) }]);
    expect(kinds(await rows.claim(first, [id]))).toEqual(['lost']);
    expect(kinds(await rows.claim(first, [id], { fence: fenceOf(1n, 1) }))).toEqual(['claimed']);
  });

  test('of an account or a SIM that somebody has locked is passed over, or waited for only a moment', async () => {
    await rows.addDevice(1);
    const [id = 0n] = await addTexts(1);
    for (const table of ['account', 'sim'])
      await rows.inspect.begin(async (sql) => {
        await sql`select from ${sql(table)} for update`;
        expect(kinds(await rows.claim(first, [id], { atLock: 'skip' }))).toEqual(['locked']);
        expect(kinds(await rows.claim(first, [id]))).toEqual(['locked']);
      });
    expect(kinds(await rows.claim(first, [id], { atLock: 'skip' }))).toEqual(['claimed']);
  });

  test('is listed when its device was unpaired, so that it ends whoever dies then', async () => {
    await rows.addDevice(1);
    const [id = 0n] = await addTexts(1);
    await rows.claim(first, [id]);
    expect(await rows.store.listAbandoned(0, nowMs, 10)).toEqual([]);
    await rows.store.unpairDevice(1n, 1n, nowMs);
    expect(await rows.store.listAbandoned(0, nowMs, 10)).toEqual([{ accountId: 1n, id, attempt: 1 }]);
    expect(await rows.store.listAbandoned(nowMs + 1, nowMs + 2, 10)).toEqual([]);
  });

  test('of a recipient that stays on another SIM is lost', async () => {
    await rows.addDevice(1, [1, 2]);
    const [id = 0n] = await addTexts(1);
    await rows.keep('+15005551000', first);
    expect(kinds(await rows.claim({ device: 1, slot: 2 }, [id]))).toEqual(['lost']);
    expect(kinds(await rows.claim(first, [id]))).toEqual(['claimed']);
  });

  test('of a thread from before SIMs were kept stays on its device and goes through the first SIM', async () => {
    await rows.addDevice(1, [1, 2]);
    const [id = 0n] = await addTexts(1);
    await rows.inspect`update thread set device_id = 1, sim = null`;
    expect((await rows.list())[0]?.keptOn).toEqual({ deviceId: 1n, slot: 1 });
    expect(kinds(await rows.claim({ device: 1, slot: 2 }, [id]))).toEqual(['lost']);
    expect(kinds(await rows.claim(first, [id]))).toEqual(['claimed']);
  });

  test.each([
    ['unpaired', 'update device set unpaired_at = now()'],
    ['linked anew', 'update device set link_epoch = 2'],
    ['without that SIM', 'update sim set present = false'],
  ])('for a device that is %s is lost', async (_name, change) => {
    await rows.addDevice(1);
    const [id = 0n] = await addTexts(1);
    await rows.inspect.unsafe(change);
    expect(kinds(await rows.claim(first, [id]))).toEqual(['lost']);
  });
});

describe('a budget', () => {
  beforeEach(() => rows.addDevice(1));

  test.each(['minute', 'day', 'month'] as const)(
    'of a %s is used to its last part and not beyond',
    async (unit) => {
      const ids = await addTexts(4);
      const name = { minute: 'perMinute', day: 'perDay', month: 'perMonth' } as const;
      await rows.setBudget(first, { [name[unit]]: 3 });
      expect(kinds(await rows.claim(first, ids))).toEqual(['claimed', 'claimed', 'claimed', 'over']);
      const last = ids.slice(3);
      expect(kinds(await rows.claim(first, last))).toEqual(['over']);
      await rows.inspect`update message set deadline_at = deadline_at + interval '60 days'`;
      expect(kinds(await rows.claim(first, last, { atMs: next(unit) - 1 }))).toEqual(['over']);
      expect(await used()).toEqual([[3, 3, 3]]);
    },
  );

  test.each(['minute', 'day', 'month'] as const)('begins anew with the next %s', async (unit) => {
    const ids = await addTexts(2);
    const name = { minute: 'perMinute', day: 'perDay', month: 'perMonth' } as const;
    await rows.setBudget(first, { [name[unit]]: 1 });
    await rows.claim(first, ids.slice(0, 1));
    expect(kinds(await rows.claim(first, ids.slice(1)))).toEqual(['over']);
    await rows.inspect`update message set deadline_at = deadline_at + interval '60 days'`;
    expect(kinds(await rows.claim(first, ids.slice(1), { atMs: next(unit) }))).toEqual(['claimed']);
  });

  test('counts parts, and the first text over it keeps back all that follow', async () => {
    const ids = [await rows.addText('+1', 2), await rows.addText('+2', 3), await rows.addText('+3', 1)];
    await rows.setBudget(first, { perMinute: 4 });
    expect(kinds(await rows.claim(first, ids))).toEqual(['claimed', 'over', 'over']);
    expect(await used()).toEqual([[2, 2, 2]]);
  });

  test('of a minute lets a text with more parts than it go alone, in a minute of its own', async () => {
    const ids = [await rows.addText('+1', 1), await rows.addText('+2', 5), await rows.addText('+3', 1)];
    await rows.setBudget(first, { perMinute: 2 });
    expect(kinds(await rows.claim(first, ids))).toEqual(['claimed', 'over', 'over']);
    const later = { atMs: next('minute') };
    expect(kinds(await rows.claim(first, ids.slice(1), later))).toEqual(['claimed', 'over']);
    expect(kinds(await rows.claim(first, ids.slice(2), later))).toEqual(['over']);
  });

  test.each(['perDay', 'perMonth'] as const)(
    '%s is strict: a text with more parts than all of it waits, with all to its recipient, and keeps nobody else back',
    async (name) => {
      const ids = [await rows.addText('+1', 3), await rows.addText('+1', 1), await rows.addText('+2', 1)];
      await rows.setBudget(first, { [name]: 2 });
      expect(kinds(await rows.claim(first, ids))).toEqual(['too_long', 'too_long', 'claimed']);
      await rows.setBudget(first, { [name]: 4 });
      expect(kinds(await rows.claim(first, ids.slice(0, 2)))).toEqual(['claimed', 'over']);
    },
  );

  test('never goes backwards with a clock that is behind', async () => {
    const ids = await addTexts(2);
    await rows.setBudget(first, { perMinute: 1 });
    await rows.claim(first, ids.slice(0, 1), { atMs: next('minute') });
    expect(kinds(await rows.claim(first, ids.slice(1)))).toEqual(['over']);
  });

  test('counted in a day or month that is yet to come, by a clock set right since, counts in the present one and ends with it', async () => {
    const ids = await addTexts(3);
    await rows.setBudget(first, { perMinute: 2, perMonth: 3 });
    await rows.inspect`update sim set minute = '2026-04-19T12:00:00Z', day = '2026-04-19', month = '2026-04-01',
      used_minute = 1, used_day = 1, used_month = 1`;
    expect(kinds(await rows.claim(first, ids.slice(0, 2)))).toEqual(['claimed', 'over']);
    expect(await used()).toEqual([[2, 2, 2]]);
    const [sim] = await rows.inspect`select minute::text, day::text, month::text from sim`;
    expect(sim).toMatchObject({ day: '2026-03-10', month: '2026-03-01' });
    const later = { atMs: next('minute') };
    expect(kinds(await rows.claim(first, ids.slice(1), later))).toEqual(['claimed', 'over']);
  });

  test('of one SIM says nothing of another', async () => {
    await rows.addDevice(2);
    const ids = await addTexts(2);
    await rows.setBudget(first, { perDay: 1 });
    await rows.claim(first, ids.slice(0, 1));
    expect(kinds(await rows.claim(second, ids.slice(1)))).toEqual(['claimed']);
    expect(await used()).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });
});

describe('a claim that waited for the account acts on nothing that changed meanwhile:', () => {
  beforeEach(async () => {
    await rows.addDevice(1);
    await rows.addDevice(2);
  });

  const overtaken = (
    change: (sql: QueueRows['inspect']) => Promise<unknown>,
    options?: { version?: string | null },
  ) => rows.overtake(() => rows.claim(first, [1n], options), change).then(kinds);

  test('the link was superseded', async () => {
    await addTexts(1);
    const device = { accountId: 1n, deviceId: 1n, lastEpoch: 1n };
    const link = { ...device, journalId: 'j', agentVersion: '', driver: '' };
    const opening = { ...link, sims: [1], givesReceipts: null };
    const verdicts = overtaken(() => rows.store.openLinks([opening], nowMs, nowMs + 45_000));
    expect(await verdicts).toEqual(['lost']);
  });

  test('the device was unpaired', async () => {
    await addTexts(1);
    expect(await overtaken(() => rows.store.unpairDevice(1n, 1n, nowMs))).toEqual(['lost']);
  });

  test('the link was fenced', async () => {
    await addTexts(1);
    const fence = { accountId: 1n, deviceId: 1n, fence: fenceOf(1n, 1) };
    expect(await overtaken(() => rows.store.fenceLinks([fence]))).toEqual(['lost']);
  });

  test('the budget was lowered, or used up', async () => {
    await addTexts(1);
    expect(await overtaken(() => rows.setBudget(first, { perDay: 1 }))).toEqual(['lost']);
    expect(await overtaken((sql) => sql`update sim set used_day = 1`)).toEqual(['lost']);
    expect(kinds(await rows.claim(first, [1n]))).toEqual(['over']);
  });

  test('another SIM was given the recipient', async () => {
    await addTexts(1);
    expect(await overtaken((sql) => sql`update thread set device_id = 2, sim = 1`)).toEqual(['lost']);
  });

  test('the text was taken', async () => {
    await addTexts(1);
    expect(await overtaken((sql) => sql`update message set status = 'failed'`)).toEqual(['lost']);
  });

  test('the device that a recipient was to leave claimed a text to it', async () => {
    await rows.addText('+1');
    await rows.keep('+1', second);
    await rows.addText('+1');
    await rows.inspect`update device set online_until = ${new Date(nowMs - 600_000)} where id = 2`;
    const [text] = await rows.list();
    expect(text?.version).not.toBeNull();
    const moved = rows.overtake(
      () => rows.claim(first, [2n], { version: text?.version ?? null }),
      async (sql) => {
        await sql`update message set status = 'sending', device_id = 2, sim = 1 where id = 1`;
        await sql`update thread set device_id = 2 where address_norm = '+1'`;
      },
    );
    expect(kinds(await moved)).toEqual(['lost']);
  });
});
