// Texts that a device has not sent and will not go by another: its phone is gone, or it was unpaired. The ten minutes of a
// recipient at its SIM stay, as does a sender that was named; and what a device says late counts once.
import { beforeEach, describe, expect, test } from 'vitest';
import { DeviceProblem } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { TestAccount } from '../support/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { pairDevice } from '../support/pairing.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let age: ProvidedBench['age'];
let inspect: ProvidedBench['inspect'];
provideLinkBench((provided) => {
  ({ bench, inspect, age } = provided);
});

const { SENDING, SENT, FAILED } = MessageStatus;
const address = '+15005551000';
const absent = { ok: false, problem: DeviceProblem.ABSENT, detail: 'The phone is gone.' };

let account: TestAccount;
let log: Handed[];
let one: RobotPhone;
let tokens: { deviceId: bigint; token: string }[];

/** Two devices; the first keeps what it is given, the second is linked to the other core. */
beforeEach(async () => {
  account = await bench.core.createAccount({ paired: false });
  log = [];
  tokens = [
    await pairDevice(bench.core, bench.core.admin, account.id),
    await pairDevice(bench.core, bench.core.admin, account.id),
  ];
  one = await linkFirst();
});

const linkFirst = (at = bench.core) =>
  RobotPhone.link(bench, tokens[0] as (typeof tokens)[0], log, { isHolding: true, at });

const linkSecond = () => RobotPhone.link(bench, tokens[1] as (typeof tokens)[0], log, { at: bench.other });

/** A text that the first device was given and holds. */
async function sendHeld(): Promise<bigint> {
  const id = await bench.send(account, address);
  await bench.idle();
  expect(one.held.map(({ messageId }) => messageId)).toContain(id);
  return id;
}

/** The first device's phone is gone: it says so, and hands back what it holds. */
async function lose(): Promise<void> {
  one.agent.reportState(absent);
  one.handBack();
  await bench.idle();
}

const statusOf = async (id: bigint) => (await bench.get(account, id)).status;
const handedTo = (device: bigint) => log.filter((handed) => handed.device === device).map(({ id }) => id);

/** Every status that the account's changes show, in order. */
async function changesOf(id: bigint, since: bigint): Promise<MessageStatus[]> {
  const { pages } = await bench.core.messages.listChanges({
    queries: [{ accountId: account.id, since, limit: 100 }],
  });
  return (pages[0]?.messages ?? []).filter((text) => text.id === id).map(({ status }) => status);
}

describe('a text that was handed to a device whose phone is gone', () => {
  test('leaves by another device after ten minutes, before the later texts to its recipient, and is sending until then', async () => {
    const id = await sendHeld();
    await linkSecond();
    const { seq } = await bench.get(account, id);
    await lose();
    const later = await bench.send(account, address);
    await age(account, '9 min 50 s');
    await bench.run('9 s');
    expect(handedTo(2n)).toEqual([]);
    expect(await statusOf(id)).toBe(SENDING);
    expect(await changesOf(id, seq)).toEqual([]);
    await bench.run('4 s');
    expect(handedTo(2n)).toEqual([id, later]);
    expect(await statusOf(id)).toBe(SENT);
    expect(await changesOf(id, seq)).toEqual([SENT]);
  });

  test('comes to that phone again if it is back before, and what the first hand-over says then changes nothing', async () => {
    const id = await sendHeld();
    const [job] = one.held;
    await linkSecond();
    await lose();
    await age(account, '9 min');
    await bench.run('4 s');
    one.agent.reportState({ ok: true });
    await bench.run('4 s');
    expect(one.held).toHaveLength(1);
    expect(one.held[0]).toMatchObject({ messageId: id, attempt: 3 });
    one.agent.report(job as NonNullable<typeof job>, 2, 'device_failed: late');
    await bench.idle();
    expect(await statusOf(id)).toBe(SENDING);
    one.release();
    await bench.idle();
    expect(await statusOf(id)).toBe(SENT);
    expect(handedTo(2n)).toEqual([]);
  });

  test('waits for that phone until it expires if it names it as its sender', async () => {
    const id = await bench.send(account, address, 'hello', 'device:1');
    await bench.idle();
    expect(one.held).toHaveLength(1);
    await linkSecond();
    await lose();
    await age(account, '30 min');
    await bench.run('4 s');
    expect(handedTo(2n)).toEqual([]);
    bench.leap('24 h');
    await bench.passing(bench.core.sweep());
    expect(await bench.get(account, id)).toMatchObject({
      status: FAILED,
      error: expect.stringMatching(/^expired_in_queue: /),
    });
  });
});

describe('a text that an unpaired device was given', () => {
  const unpair = (deviceId = 1n) => bench.core.admin.unpairDevice({ accountId: account.id, id: deviceId });
  const handsBackAtGoodbye = () => one.agent.expect('goodbye').then(() => one.handBack());

  test('leaves by another device at once if the device had not sent it', async () => {
    const id = await sendHeld();
    await linkSecond();
    const isGone = handsBackAtGoodbye();
    await unpair();
    await isGone;
    await bench.run('4 s');
    expect(handedTo(2n)).toEqual([id]);
    expect(await statusOf(id)).toBe(SENT);
  });

  test('is sent if the device says in its last second that it has sent it', async () => {
    const id = await sendHeld();
    await linkSecond();
    const isGone = one.agent.expect('goodbye').then(() => one.release());
    await unpair();
    await isGone;
    expect(await statusOf(id)).toBe(SENT);
  });

  test.each(['at this core', 'at another core'])(
    'ends as unknown if the device, linked %s, says nothing within a second',
    async (where) => {
      if (where === 'at another core') {
        one.cut();
        one = await linkFirst(bench.other);
      }
      const id = await sendHeld();
      await linkSecond();
      await unpair();
      await bench.run('2 s');
      expect(await statusOf(id)).toBe(FAILED);
      expect((await bench.get(account, id)).error).toBe('outcome_unknown: the device was unpaired');
      expect(handedTo(2n)).toEqual([]);
    },
  );

  test('ends as unknown also if the core that knew of it is gone', async () => {
    const id = await sendHeld();
    one.cut();
    await bench.idle();
    await inspect`update device set unpaired_at = ${new Date(bench.nowMs())}
      where account_id = ${account.id} and id = 1`;
    await bench.passing(bench.core.sweep());
    expect(await statusOf(id)).toBe(SENDING);
    await bench.run('5 s');
    await bench.passing(bench.core.sweep());
    expect((await bench.get(account, id)).error).toBe('outcome_unknown: the device was unpaired');
  });
});

describe('a text whose outcome was unknown', () => {
  test('is sent once when its device says so late, and ends after 72 hours without a receipt', async () => {
    const id = await sendHeld();
    const job = one.held[0] as (typeof one.held)[0];
    const { seq } = await bench.get(account, id);
    one.agent.report(job, 3, 'outcome_unknown: no report');
    await bench.idle();
    expect(await statusOf(id)).toBe(FAILED);
    one.agent.report(job, 1, '', 'late');
    await bench.idle();
    expect(await statusOf(id)).toBe(SENT);
    const sent = await bench.get(account, id);
    expect(sent.error).toBeUndefined();
    one.agent.report(job, 1, '', 'later');
    await bench.idle();
    expect(await bench.get(account, id)).toEqual(sent);
    expect(await changesOf(id, seq)).toEqual([SENT]);

    bench.leap(72 * 3_600_000 - 1_000);
    await bench.passing(bench.core.sweep());
    expect(await statusOf(id)).toBe(SENT);
    bench.leap('2 s');
    await bench.passing(bench.core.sweep());
    const ended = await bench.get(account, id);
    expect(ended.error).toMatch(/^outcome_unknown: no delivery receipt/);
    const again = await linkFirst();
    again.agent.report(job, 1, '', 'much later');
    await bench.idle();
    expect(await bench.get(account, id)).toEqual(ended);
  });
});
