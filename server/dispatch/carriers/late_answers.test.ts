// Answers of carriers that come after the outcome was written down as unknown count once, whenever they come.
import { describe, expect, test } from 'vitest';
import type { DispatchWorld } from './testing/dispatch_world.ts';
import { account, provideDispatchWorld } from './testing/provide_dispatch_world.ts';
import { acceptAll, configured, ScriptedCarrier } from './testing/scripted_carrier.ts';

let world: DispatchWorld;
provideDispatchWorld((made) => {
  world = made;
});

const detail = 'the SMSC did not answer in time';
const statuses = async () => (await world.messages()).map(({ status, error }) => [status, error]);
const receive = (ref: string, delivered: boolean) =>
  world.store.takeReceipts(
    [
      {
        ...{ carrier: 'main', ref, delivered, detail: 'x' },
        ...{ atMs: world.clock.nowMs(), receivedAtMs: world.clock.nowMs() },
      },
    ],
    world.clock.nowMs(),
  );

/** Texts of which each part's answer comes when `late` is called with its name. */
async function openSlow(body: string, isSlow: (part: number) => boolean = () => true) {
  const late = new Map<number, (ref: string | null) => void>();
  const carrier = new ScriptedCarrier({
    script: (submission) =>
      isSlow(submission.part)
        ? { kind: 'unknown', detail, late: new Promise((resolve) => late.set(submission.part, resolve)) }
        : acceptAll(submission),
  });
  const replica = world.start([configured('main', carrier)]);
  await world.send(account, [{ body }]);
  await world.run('1 s');
  expect(replica.dispatcher.countClaimed()).toBe(0);
  return { carrier, late };
}

describe('a late answer', () => {
  test('a late answer makes its text sent, once, and its receipt delivers it', async () => {
    const { carrier, late } = await openSlow('hello');
    expect(await statuses()).toEqual([['failed', `outcome_unknown: ${detail}`]]);
    const [{ last_seq: before } = { last_seq: 0 }] = await world.inspect`select last_seq from account`;
    late.get(1)?.('far-1');
    expect(await statuses()).toMatchObject([['sent', null]]);
    const [row] = await world.inspect`select m.seq, m.error, m.sent_at, m.deadline_at, m.charged, a.last_seq
      from message m join account a on a.id = m.account_id`;
    expect(row).toMatchObject({ error: null, charged: true });
    expect(BigInt(row?.seq)).toBe(BigInt(before) + 1n);
    expect(row?.last_seq).toBe(row?.seq);
    expect([row?.sent_at, row?.deadline_at]).not.toContain(null);
    await receive('far-1', true);
    expect(await statuses()).toEqual([['delivered', null]]);
    expect(carrier.submits).toHaveLength(1);
  });

  test('a late answer of one part leaves the text unknown while another part is', async () => {
    const { late } = await openSlow('long '.repeat(80), (part) => part > 1);
    expect((await statuses())[0]?.[0]).toBe('failed');
    late.get(3)?.('far-3');
    expect(await world.submissions()).toMatchObject([{ part: 1 }, { part: 2 }, { part: 3, ref: 'far-3' }]);
    expect((await statuses())[0]?.[0]).toBe('failed');
    late.get(2)?.(null);
    expect(await statuses()).toMatchObject([['sent', null]]);
  });

  test('late answers of all parts at once make one text sent', async () => {
    const { late } = await openSlow('long '.repeat(80));
    for (const [part, answer] of late) answer(`far-${part}`);
    expect(await statuses()).toMatchObject([['sent', null]]);
    for (const part of late.keys()) await receive(`far-${part}`, true);
    expect(await statuses()).toEqual([['delivered', null]]);
  });

  test('a late answer moves no text that its recipient’s network has refused', async () => {
    const { late } = await openSlow('long '.repeat(80), (part) => part === 2);
    const [first] = await world.inspect`select ref from submission where part = 1`;
    await receive(String(first?.ref), false);
    const before = await statuses();
    late.get(2)?.('far-2');
    expect((await world.submissions())[1]?.ref).toBe('far-2');
    expect((await statuses())[0]?.[0]).toBe('failed');
    expect(before[0]?.[0]).toBe('failed');
  });

  test('a late answer to a text of another identity changes nothing', async () => {
    const { late } = await openSlow('hello');
    await world.inspect`update message set identity = gen_random_uuid()`;
    late.get(1)?.('far-1');
    await world.send(account, [{}]);
    await world.run('1 s');
    expect((await world.submissions()).map(({ ref }) => ref)).not.toContain('far-1');
    expect((await statuses())[0]?.[0]).toBe('failed');
  });
});
