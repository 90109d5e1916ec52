// The timeline of texts that take the whole way: by the simulated phone, and in parts by an SMSC.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { smppKind } from '../../server/carrier/smpp/smpp_kind.ts';
import { pairDirectory, startSimulatedAgent } from '../simulation/simulated_agent.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import type { TestAccount } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { receiptOf } from '../support/smsc/deliveries.ts';
import { Smsc } from '../support/smsc/smsc.ts';
import { type Stack, startStack } from '../support/stack.ts';

interface Event {
  at: string;
  kind: string;
  part: number | null;
  [field: string]: unknown;
}

let service: SimulatedService;
let stack: Stack;
let smsc: Smsc | undefined;
beforeEach(async () => {
  service = await SimulatedService.begin();
});
afterEach(async () => {
  await smsc?.close();
  await service.end();
  smsc = undefined;
});

const run = (duration: string) => service.simulation.run(duration);

/** The steps of a text that is in a state by then. */
async function eventsAt(account: TestAccount, id: number, status: string): Promise<Event[]> {
  expect((await stack.get(`/api/v1/messages/${id}`, account.key)).json.message.status).toBe(status);
  const { json } = await stack.get(`/api/v1/messages/${id}/events`, account.key);
  expect(json.waiting_for).toBeNull();
  const instants = json.events.map(({ at }: Event) => at);
  expect(instants).toEqual([...instants].sort());
  return json.events;
}

const lines = (events: Event[]) => events.map(({ kind, part }) => (part === null ? kind : `${kind} ${part}`));

async function byPhone() {
  stack = await startStack({ service });
  const account = await stack.createAccount();
  const url = `http://127.0.0.1:${stack.core.device.port}`;
  const dir = pairDirectory(service, { url, token: account.deviceToken });
  return { account, switchOn: () => startSimulatedAgent(service, dir) };
}

async function bySmsc(onSubmit: Smsc['onSubmit']) {
  smsc = await Smsc.start();
  smsc.onSubmit = onSubmit;
  const settings = {
    host: '127.0.0.1',
    port: smsc.port,
    system_id: 'relay',
    password: 'secret',
    window: 1,
  };
  const carriers = [{ name: 'main', kind: smppKind, priority: 1, sender: '+15005550100', settings }];
  stack = await startStack({ service, carriers });
  await service.simulation.idle();
  expect(smsc.bound).toHaveLength(1);
  return stack.createAccount({ paired: false });
}

test('by a phone: accepted, handed over to its SIM, sent, delivered', async () => {
  const { account, switchOn } = await byPhone();
  const { id } = (await stack.send(account)).json.message;
  await switchOn();
  await run('10 s');
  const events = await eventsAt(account, id, 'delivered');
  expect(lines(events)).toEqual(['accepted', 'handed_over', 'sent', 'delivered']);
  expect(events[1]).toMatchObject({ device_id: 1, sim: 1, carrier: null });
});

test('a text that nobody took expires, and its unit comes back', async () => {
  const { account } = await byPhone();
  const { id } = (await stack.send(account)).json.message;
  const sql = openInspector(stack.databaseUrl);
  await sql`update message set deadline_at = created_at`;
  await sql.end();
  await run('1 s');
  await service.simulation.during(stack.core.sweep());
  const events = await eventsAt(account, id, 'failed');
  expect(lines(events)).toEqual(['accepted', 'expired', 'unit_returned']);
  expect(events[1]).toMatchObject({ reason: 'expired_in_queue' });
});

test('by a carrier in two parts: each submit and receipt, with the network’s code and what it means', async () => {
  const account = await bySmsc(() => ({ kind: 'accept' }));
  const { id } = (await stack.send(account, { body: 'a long text '.repeat(20) })).json.message;
  await run('1 s');
  await eventsAt(account, id, 'sent');
  const [first = '', second = ''] = smsc?.ids ?? [];
  for (const receipt of [receiptOf(first, 'DELIVRD'), receiptOf(second, 'UNDELIV', 'text', '034')])
    await service.simulation.during(smsc?.bound[0]?.deliver(receipt) as Promise<number>);
  await run('1 s');
  const events = await eventsAt(account, id, 'failed');
  const kinds = ['accepted', 'handed_over', 'part_accepted 1', 'part_accepted 2', 'sent'];
  expect(lines(events)).toEqual(
    expect.arrayContaining([...kinds, 'part_delivered 1', 'part_failed 2', 'failed']),
  );
  expect(events).toHaveLength(8);
  expect(events.find(({ kind }) => kind === 'handed_over')).toMatchObject({
    carrier: 'main',
    device_id: null,
  });
  expect(events.filter(({ kind }) => kind === 'part_accepted')).toMatchObject([
    { part: 1, parts: 2, ref: first },
    { part: 2, parts: 2, ref: second },
  ]);
  const words = { code: '034', meaning: 'the network could not deliver it' };
  expect(events.find(({ kind }) => kind === 'part_failed')).toMatchObject({ part: 2, ...words });
  expect(events.find(({ kind }) => kind === 'failed')).toMatchObject({
    reason: 'rejected_by_network',
    ...words,
  });
});

test('a throttled carrier refuses with its code, and the text waits for another try', async () => {
  const account = await bySmsc(({ index }) =>
    index < 1 ? { kind: 'refuse', status: 0x58 } : { kind: 'refuse', status: 0x0b },
  );
  const { id } = (await stack.send(account)).json.message;
  await run('1 s');
  const { json } = await stack.get(`/api/v1/messages/${id}/events`, account.key);
  const tryMs = Date.parse(json.events.at(-1).until);
  await service.simulation.run(tryMs - service.simulation.time.nowMs() + 2_000);
  const events = await eventsAt(account, id, 'failed');
  expect(lines(events)).toEqual([
    'accepted',
    'handed_over',
    'part_refused 1',
    'another_try',
    'handed_over',
    'part_refused 1',
    'failed',
    'unit_returned',
  ]);
  expect(events[2]).toMatchObject({ code: '0x58', meaning: expect.stringContaining('takes no more texts') });
  expect(events[3]?.until).toEqual(expect.stringMatching(/Z$/));
  expect(events[6]).toMatchObject({ code: '0x0b', reason: 'rejected_by_network' });
});
