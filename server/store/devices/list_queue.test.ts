// What the dispatcher reads of a queue: where each text may go, and when its recipient may leave a SIM.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blocksTouched } from '../../../test/support/blocks_touched.ts';
import { nowMs, QueueRows } from '../../../test/support/queue_rows.ts';
import type { Pool } from '../postgres/driver.ts';
import { prepareListQueue } from './list_queue.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(() => rows.clear());
afterAll(() => rows.close());

const tenMinutesMs = 600_000;
const ago = (ms: number) => new Date(nowMs - ms);

describe('a recipient may leave its SIM', () => {
  /** A text waits for a recipient that stays on SIM 2 of device 1. */
  const mayLeave = async (): Promise<boolean> => {
    const [text] = await rows.list();
    expect(text).toMatchObject({ id: 1n, keptOn: { deviceId: 1n, slot: 2 } });
    return text?.version !== null;
  };
  const device = (changes: Record<string, unknown>) =>
    rows.inspect`update device set ${rows.inspect(changes)} where id = 1`;

  beforeEach(async () => {
    await rows.addDevice(1, [1, 2]);
    await rows.addDevice(2);
    await rows.addText('+1');
    await rows.keep('+1', { device: 1, slot: 2 });
  });

  test('not while the device is online and the SIM is there', async () => {
    expect(await mayLeave()).toBe(false);
  });

  test('when the device was unpaired', async () => {
    await device({ unpaired_at: ago(0) });
    expect(await mayLeave()).toBe(true);
  });

  test('when the device was offline for 10 minutes, and not a moment earlier', async () => {
    await device({ online_until: ago(tenMinutesMs - 1) });
    expect(await mayLeave()).toBe(false);
    await device({ online_until: ago(tenMinutesMs) });
    expect(await mayLeave()).toBe(true);
  });

  test('when the device had a problem for 10 minutes, and not a moment earlier', async () => {
    await device({ problem: 'no_network', problem_since: ago(tenMinutesMs - 1) });
    expect(await mayLeave()).toBe(false);
    await device({ problem_since: ago(tenMinutesMs) });
    expect(await mayLeave()).toBe(true);
  });

  test('when the SIM is gone, but not when another one is', async () => {
    await rows.inspect`update sim set present = false where device_id = 1 and slot = 1`;
    expect(await mayLeave()).toBe(false);
    await rows.inspect`update sim set present = false where device_id = 1 and slot = 2`;
    expect(await mayLeave()).toBe(true);
  });

  test('not when the device has not opened a link since SIMs are kept', async () => {
    await rows.inspect`delete from sim where device_id = 1`;
    expect(await mayLeave()).toBe(false);
  });

  test.each([
    ['unpaired', { unpaired_at: ago(0) }],
    ['offline for long', { online_until: ago(tenMinutesMs) }],
    ['troubled for long', { problem: 'absent', problem_since: ago(tenMinutesMs) }],
  ])('never while a device that is %s holds a text to it, through whichever SIM', async (_name, changes) => {
    await device(changes);
    await rows.addText('+1');
    await rows.inspect`update message set status = 'sending', device_id = 1, sim = 1 where id = 2`;
    expect(await mayLeave()).toBe(false);
    await rows.inspect`update message set status = 'sent' where id = 2`;
    expect(await mayLeave()).toBe(true);
  });

  test('whatever the device holds for others', async () => {
    await device({ unpaired_at: ago(0) });
    await rows.addText('+2');
    await rows.inspect`update message set status = 'sending', device_id = 1, sim = 2 where id = 2`;
    expect(await mayLeave()).toBe(true);
  });
});

test('a text overtakes an older one to its recipient when the search begins between them', async () => {
  await rows.addDevice(1);
  for (const address of ['+1', '+2', '+1', '+2']) await rows.addText(address);
  const overtaking = async (afterId: bigint) =>
    (await rows.list(afterId)).map(({ id, overtakes }) => [id, overtakes]);
  expect(await overtaking(0n)).toEqual([
    [1n, false],
    [2n, false],
    [3n, false],
    [4n, false],
  ]);
  expect(await overtaking(1n)).toEqual([
    [2n, false],
    [3n, true],
    [4n, false],
  ]);
  expect(await overtaking(2n)).toEqual([
    [3n, true],
    [4n, true],
  ]);
  await rows.inspect`update message set status = 'sent' where id = 1`;
  expect(await overtaking(2n)).toEqual([
    [3n, false],
    [4n, true],
  ]);
  await rows.inspect`update message set deadline_at = ${new Date(nowMs)} where id = 2`;
  expect(await overtaking(2n)).toEqual([
    [3n, false],
    [4n, false],
  ]);
});

test('a search looks at no text that has left the queue long ago, though a long transaction keeps it', async () => {
  const search = () =>
    blocksTouched(rows.inspect, (pool) =>
      prepareListQueue({ claims: pool as Pool }).listQueue([{ accountId: 1n, afterId: 0n, most: 10 }], {
        nowMs,
        awayMs: nowMs - tenMinutesMs,
        freshMs: nowMs,
      }),
    );
  await rows.addDevice(1);
  const ids = Array.from({ length: 1_000 }, (_, index) => BigInt(index + 1));
  await rows.addText('+1');
  // Neighbours in the queue are on different blocks, so that each one that is looked at counts.
  await rows.inspect`insert into message select (jsonb_populate_record(m, jsonb_build_object('id', n, 'seq', n,
    'identity', gen_random_uuid()))).* from message m, generate_series(2, 1000) n order by md5(n::text)`;
  await rows.inspect`update account set last_seq = 1000`;
  const last = ids.splice(-10);
  await search();
  const before = await search();
  await rows.inspect.begin('isolation level repeatable read', async (sql) => {
    await sql`select from message`;
    while (ids.length > 0) await rows.claim({ device: 1, slot: 1 }, ids.splice(0, 30));
    expect((await rows.list()).map(({ id }) => id)).toEqual(last);
    // Behind by a step and one claim at most, and looked at twice; the rest is what the claims left of other rows.
    expect(await search()).toBeLessThan(before + 2 * (64 + 30) + 200);
  });
});
