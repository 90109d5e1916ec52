// The state of devices: what an agent reports is kept, shown and obeyed. Also the budgets that the operator sets, and the metrics of
// linked devices.
import { timestampFromMs, timestampMs } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { DeviceProblem, GoodbyeReason, ReceiptSupport } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { DeviceConnection } from '../../proto/gen/textrelay/v1/device_pb.ts';
import type { SetSimBudgetRequest } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { TestAccount } from '../support/core.ts';
import type { LinkBench } from '../support/link_bench.ts';
import { type ProvidedBench, provideLinkBench } from '../support/provide_link_bench.ts';
import { type Handed, RobotPhone } from '../support/robot_phone.ts';

let bench: LinkBench;
let inspect: ProvidedBench['inspect'];

provideLinkBench((provided) => {
  ({ bench, inspect } = provided);
});

async function startPhone(options: Parameters<typeof RobotPhone.link>[3] = {}) {
  const account = await bench.core.createAccount();
  const log: Handed[] = [];
  const identity = { deviceId: 1n, token: account.deviceToken };
  const phone = await RobotPhone.link(bench, identity, log, options);
  const relink = (at = bench.core) => RobotPhone.link(bench, identity, log, { ...options, at });
  return { account, log, phone, relink };
}

const deviceOf = async ({ id }: Pick<TestAccount, 'id'>) =>
  (await bench.other.admin.listDevices({ accountId: id })).devices[0];
const reported = async (account: TestAccount, expected: object) => {
  await bench.idle();
  expect(await deviceOf(account)).toMatchObject(expected);
};
const problemSince = async ({ id }: TestAccount) => {
  const [row] = await inspect`select problem, problem_since from device where account_id = ${id}`;
  return (row?.problem_since as Date | null)?.getTime();
};

describe('a state', () => {
  test('a state is shown to the operator, on every replica', async () => {
    const { account, phone } = await startPhone({ hello: { receipts: ReceiptSupport.DELIVERY } });
    expect(await deviceOf(account)).toMatchObject({
      online: true,
      ok: true,
      givesReceipts: true,
      queueLength: 0,
    });
    phone.agent.reportState({
      ok: true,
      detail: 'Registered.',
      signalPercent: 61,
      batteryPercent: 100,
      inboxFull: true,
    });
    await bench.run('8 s');
    await reported(account, {
      ok: true,
      detail: 'Registered.',
      signalPercent: 61,
      batteryPercent: 100,
      inboxFull: true,
    });
    phone.agent.reportState({ ok: true });
    await bench.run('8 s');
    await reported(account, { detail: '', inboxFull: false });
    expect((await deviceOf(account))?.signalPercent).toBeUndefined();
  });

  test('a state with a problem is stored at once, keeps the time when the problem began, and starts again after a pause', async () => {
    const { account, phone } = await startPhone();
    const startMs = bench.nowMs();
    phone.agent.reportState({ ok: false, problem: DeviceProblem.ABSENT });
    await reported(account, { ok: false, detail: 'absent' });
    expect(await problemSince(account)).toBe(startMs);
    await bench.run('8 s');
    phone.agent.reportState({
      ok: false,
      problem: DeviceProblem.PIN_REQUIRED,
      detail: 'The SIM asks for its PIN.',
    });
    await reported(account, { ok: false, detail: 'The SIM asks for its PIN.' });
    expect(await problemSince(account)).toBe(startMs);
    phone.agent.reportState({ ok: true });
    await reported(account, { ok: true });
    expect(await problemSince(account)).toBeUndefined();
    const againMs = bench.nowMs();
    phone.agent.reportState({ ok: false, problem: DeviceProblem.OTHER });
    await reported(account, { ok: false });
    expect(await problemSince(account)).toBe(againMs);
  });

  test('a state with a problem keeps texts waiting and the link open; the device keeps the texts that it holds', async () => {
    const { account, log, phone } = await startPhone({ isHolding: true });
    await bench.send(account);
    await bench.idle();
    expect(log).toHaveLength(1);
    phone.agent.reportState({ ok: false, problem: DeviceProblem.NO_NETWORK });
    const id = await bench.send(account);
    await bench.run('8 s');
    expect(log).toHaveLength(1);
    expect((await bench.get(account, id)).status).toBe(MessageStatus.QUEUED);
    expect(await deviceOf(account)).toMatchObject({ online: true, queueLength: 1 });
    phone.release();
    await bench.run('4 s');
    expect(log).toHaveLength(1);
    phone.agent.reportState({ ok: true });
    await bench.idle();
    expect(log).toHaveLength(2);
  });

  test('a state from an earlier link does not count for a new one: the device is usable until it reports otherwise', async () => {
    const { account, log, phone, relink } = await startPhone();
    const startMs = bench.nowMs();
    phone.agent.reportState({ ok: false, problem: DeviceProblem.ABSENT });
    await reported(account, { ok: false });
    const again = await relink(bench.other);
    await bench.send(account);
    await bench.run('4 s');
    expect(log).toHaveLength(1);
    // A device that reconnects with its problem has had the problem all along.
    again.agent.reportState({ ok: false, problem: DeviceProblem.ABSENT });
    await bench.run('8 s');
    expect(await problemSince(account)).toBe(startMs);
  });

  test('a state that is never reported again is forgotten a minute after the agent came back', async () => {
    const { account, phone, relink } = await startPhone();
    phone.agent.reportState({ ok: false, problem: DeviceProblem.ABSENT });
    await reported(account, { ok: false });
    await relink();
    await bench.run('44 s');
    expect(await deviceOf(account)).toMatchObject({ ok: false });
    await bench.run('40 s');
    await reported(account, { ok: true });
  });

  test('a state says how work reaches a phone; an agent of the version before leaves that out', async () => {
    const { account, phone } = await startPhone();
    const startMs = bench.nowMs();
    const { LISTENING, LOST } = DeviceConnection;
    const facts = { charging: true, model: 'Google/oriole', appVersion: '1.68.0' };
    const sinceMs = async () => timestampMs((await deviceOf(account))?.connectionSince ?? timestampFromMs(0));
    phone.agent.reportState({ ok: true, connection: LISTENING, ...facts });
    await bench.run('8 s');
    await reported(account, { connection: LISTENING, ...facts });
    expect(await sinceMs()).toBe(startMs);
    // A problem is written at once, together with everything else that is new.
    phone.agent.reportState({ ok: false, problem: DeviceProblem.ABSENT, connection: LISTENING, ...facts });
    await reported(account, { ok: false, connection: LISTENING });
    expect(await sinceMs()).toBe(startMs);
    const lostMs = bench.nowMs();
    phone.agent.reportState({ ok: false, problem: DeviceProblem.ABSENT, connection: LOST, ...facts });
    await bench.run('8 s');
    await reported(account, { connection: LOST });
    expect(await sinceMs()).toBe(lostMs);
    phone.agent.reportState({ ok: true });
    await reported(account, { online: true, ok: true });
    const { charging, connection, connectionSince, model, appVersion } = (await deviceOf(account)) ?? {};
    expect([charging, connection, connectionSince, model, appVersion]).toEqual(Array(5).fill(undefined));
  });

  test('a battery that changes slowly is written in steps of 5, and a repeated state is not written', async () => {
    const { account, phone } = await startPhone();
    const name = `writes_${account.id}`;
    await inspect.unsafe(`create table ${name} (battery int);
      create function note_${name}() returns trigger language plpgsql as $$ begin insert into ${name} values (new.battery_percent); return null; end $$;
      create trigger ${name} after update of problem on device for each row when (new.account_id = ${account.id}) execute function note_${name}()`);
    for (let batteryPercent = 80; batteryPercent >= 70; batteryPercent--) {
      phone.agent.reportState({ ok: true, batteryPercent, connection: DeviceConnection.LISTENING });
      await bench.run('5 s');
    }
    await reported(account, { batteryPercent: 70 });
    const written = await inspect.unsafe(`select battery from ${name} order by battery desc`);
    expect(written.map(({ battery }) => battery)).toEqual([80, 75, 70]);
  });

  test('a state out of bounds ends the link', async () => {
    const { phone } = await startPhone();
    phone.agent.reportState({ ok: true, signalPercent: 101 });
    expect(await phone.agent.expect('goodbye')).toMatchObject({
      reason: GoodbyeReason.PROTOCOL_ERROR,
      message: 'signal_percent must be at most 100',
    });
  });

  test('a state from each of a hundred devices takes one statement', async () => {
    await inspect.unsafe(`create table writes (n int);
      create function note_write() returns trigger language plpgsql as $$ begin insert into writes values (1); return null; end $$;
      create trigger note_write after update of problem on device for each statement execute function note_write()`);
    const phones: RobotPhone[] = [];
    for (let index = 0; index < 100; index++) phones.push((await startPhone()).phone);
    for (const { agent } of phones) agent.reportState({ ok: true, signalPercent: 50 });
    await bench.run('8 s');
    const rows = await inspect`select count(*)::int4 as n from device where signal_percent = 50`;
    expect(rows[0]?.n).toBe(100);
    const [writes] = await inspect`select count(*)::int4 as n from writes`;
    expect(writes?.n).toBeLessThanOrEqual(3);
  });
});

describe('a budget', () => {
  const refusal = async (request: Partial<Omit<SetSimBudgetRequest, '$typeName' | '$unknown'>>) => {
    const error = await bench.core.admin.setSimBudget(request).catch((thrown: unknown) => thrown);
    if (!(error instanceof ConnectError)) return 'none';
    return [Code[error.code], error.findDetails(ErrorDetailSchema)[0]?.message];
  };

  test('a budget is set whole, and answered with what is used', async () => {
    const { account, log } = await startPhone();
    await bench.send(account, undefined, 'x'.repeat(200));
    await bench.idle();
    expect(log).toHaveLength(1);
    const named = { accountId: account.id, id: 1n, slot: 1 };
    const { device } = await bench.core.admin.setSimBudget({ ...named, perMinute: 9, perMonth: 70 });
    const used = { slot: 1, usedMinute: 2, usedDay: 2, usedMonth: 2, present: true };
    expect(device?.sims).toMatchObject([{ ...used, perMinute: 9, perMonth: 70 }]);
    const { device: after } = await bench.core.admin.setSimBudget({ ...named, perDay: 8 });
    expect(after?.sims[0]).toMatchObject({ ...used, perDay: 8 });
    expect(after?.sims[0]?.perMinute).toBeUndefined();
    expect(after?.sims[0]?.perMonth).toBeUndefined();
  });

  test('parts used in an earlier minute are not shown as used now', async () => {
    const { account, log } = await startPhone();
    await bench.send(account);
    await bench.idle();
    expect(log).toHaveLength(1);
    await bench.run('60 s');
    expect((await deviceOf(account))?.sims).toMatchObject([{ usedMinute: 0, usedDay: 1, usedMonth: 1 }]);
  });

  test('a budget accepts every value within its bounds and none beyond', async () => {
    const { account } = await startPhone({ hello: { sims: [16] } });
    const named = { accountId: account.id, id: 1n, slot: 16 };
    expect(await refusal({ ...named, perMinute: 1, perDay: 1, perMonth: 1 })).toBe('none');
    const most = { perMinute: 1_000_000, perDay: 1_000_000, perMonth: 100_000_000 };
    expect(await refusal({ ...named, ...most })).toBe('none');
    for (const [field, value] of Object.entries(most)) {
      for (const beyond of [0, value + 1])
        expect(await refusal({ ...named, [field]: beyond })).toEqual([
          'InvalidArgument',
          expect.stringContaining('must be from 1 to'),
        ]);
    }
    for (const slot of [0, 17])
      expect(await refusal({ ...named, slot })).toEqual(['InvalidArgument', 'slot must be from 1 to 16']);
    expect((await deviceOf(account))?.sims[0]).toMatchObject(most);
  });

  test('a budget for an account, device or SIM that does not exist is refused', async () => {
    const { account } = await startPhone();
    const other = await bench.core.createAccount();
    const named = { accountId: account.id, id: 1n, slot: 1, perDay: 1 };
    expect(await refusal({ ...named, slot: 2 })).toEqual(['NotFound', 'SIM not found']);
    expect(await refusal({ ...named, id: 2n })).toEqual(['NotFound', 'device not found']);
    expect(await refusal({ ...named, accountId: 5n })).toEqual(['NotFound', 'account not found']);
    // A device that never opened a link has no SIM yet.
    expect(await refusal({ ...named, accountId: other.id })).toEqual(['NotFound', 'SIM not found']);
  });
});

test('metrics show the devices that are linked to this replica, and no others', async () => {
  const { account, log, phone } = await startPhone({ isHolding: true });
  await bench.send(account);
  await bench.idle();
  expect(log).toHaveLength(1);
  phone.agent.reportState({ ok: false, problem: DeviceProblem.NO_NETWORK, signalPercent: 7 });
  await bench.idle();
  await bench.run('3 s');
  const scrape = async (core = bench.core) => {
    const text = await (await fetch(`http://127.0.0.1:${core.ops.port}/metrics`)).text();
    const mine = text.split('\n').filter((line) => line.includes(`account="${account.id}"`));
    return mine.map((line) =>
      line.replace(`account="${account.id}",device="1"`, '').replace('textrelay_core_device_', ''),
    );
  };
  expect(await scrape()).toEqual([
    'up{} 1',
    'last_heard_seconds{} 3',
    'jobs_under_way{} 1',
    'signal_percent{} 7',
    'problem{,problem="no_network"} 1',
  ]);
  expect(await scrape(bench.other)).toEqual([]);
  phone.cut();
  await bench.idle();
  expect(await scrape()).toEqual([]);
});
