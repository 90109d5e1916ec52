// What the statements that move a text write down about it, and how much of it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { nowMs, QueueRows } from '../../../test/support/queue_rows.ts';
import { readSteps, writeStep } from '../../domain/messages/timeline.ts';
import { maxSteps } from './steps.ts';

let rows: QueueRows;
beforeAll(async () => {
  rows = await QueueRows.create();
});
beforeEach(async () => {
  await rows.clear();
  await rows.addDevice(1);
  await rows.addDevice(2, [1, 2]);
});
afterAll(() => rows.close());

const address = '+15005550001';
const stepsOf = async (id: bigint) =>
  (await rows.inspect`select steps from message where id = ${id.toString()}`)[0]?.steps as string;

test('a claim says which SIM has the text, and whether its recipient moved there', async () => {
  const [first, second] = [await rows.addText(address), await rows.addText(address)];
  await rows.claim({ device: 1, slot: 1 }, [first]);
  const place = { deviceId: 1n, slot: 1 };
  expect(readSteps(await stepsOf(first)).steps).toEqual([{ kind: 'handed_over', atMs: nowMs, place }]);
  await rows.inspect`update message set status = 'sent' where id = ${first.toString()}`;
  await rows.inspect`update device set unpaired_at = now() where id = 1`;
  const [listed] = await rows.list();
  await rows.claim({ device: 2, slot: 2 }, [second], { version: listed?.version ?? null });
  const to = { atMs: nowMs, place: { deviceId: 2n, slot: 2 } };
  expect(readSteps(await stepsOf(second)).steps).toEqual([
    { kind: 'moved', ...to },
    { kind: 'handed_over', ...to },
  ]);
});

test('a cancel and a failure are written down once, with their error; a repeat adds nothing', async () => {
  const [one, other] = [await rows.addText(address), await rows.addText('+15005550002')];
  for (const _ of [1, 2]) {
    await rows.store.cancelText(1n, { id: one });
    await rows.store.updateMessages([
      {
        accountId: 1n,
        id: other,
        attempt: null,
        from: null,
        status: 'failed',
        error: 'expired_in_queue: late',
        atMs: nowMs,
        deadlineMs: null,
      },
    ]);
  }
  expect(readSteps(await stepsOf(one)).steps).toMatchObject([
    { kind: 'failed', detail: expect.stringMatching(/^cancelled: /) },
  ]);
  expect(readSteps(await stepsOf(other)).steps).toEqual([
    { kind: 'failed', atMs: nowMs, detail: 'expired_in_queue: late' },
  ]);
});

test('so many characters are kept whole; with one more the middle becomes a count, again and again', async () => {
  const id = await rows.addText(address);
  const claimed = writeStep({ kind: 'handed_over', atMs: nowMs, place: { deviceId: 1n, slot: 1 } });
  const line = (n: number) => `w${String(n).padStart(13, '0')} |${'x'.repeat(82)}\n`;
  const claimOn = async (before: string) => {
    await rows.inspect`update message set steps = ${before}, status = 'queued', device_id = null where id = ${id.toString()}`;
    await rows.claim({ device: 1, slot: 1 }, [id], { atMs: nowMs });
    return stepsOf(id);
  };
  const body = Array.from({ length: 39 }, (_, n) => line(n)).join('');
  const fits = `k1\n${'y'.repeat(maxSteps - body.length - claimed.length - 4)}\n${body}`;
  expect((await claimOn(fits)).length).toBe(maxSteps);
  const cut = await claimOn(`k11\n${fits.slice(3)}`);
  const kept = readSteps(cut);
  expect(kept).toMatchObject({ keyId: 11n, omitted: { count: 42 - 24, after: 10 } });
  expect(kept.steps).toHaveLength(10 + 12);
  expect(cut.endsWith(claimed)).toBe(true);
  const more = Array.from({ length: 40 }, (_, n) => line(n)).join('');
  expect(readSteps(await claimOn(`${cut}${more}`)).omitted).toEqual({ count: 18 + 41, after: 10 });
});
