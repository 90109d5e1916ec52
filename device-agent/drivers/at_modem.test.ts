// The whole agent, journal and all, beside a modem: each text leaves at most once, and every end is reported. The
// modem's log is the judge.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReceiptOutcome, SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { failpointFrom } from '../../runtime/failpoint.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { ModemOptions } from '../../test/support/modem/options.ts';
import { type ServedLine, serveTcp } from '../../test/support/modem/serve_tcp.ts';
import { SimulatedModem } from '../../test/support/modem/simulated_modem.ts';
import type { Agent, AgentOptions } from '../agent.ts';
import type { FailpointName } from '../failpoint.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { passUntil as passUntilTrue } from '../testing/pass_until.ts';
import { atModemDriver } from './at_modem.ts';

const friend = '+15557654321';
const { SENT, FAILED, UNKNOWN, HANDED_BACK } = SubmitOutcome;

const simulated = simulateEachTest();
const { run } = simulated;
let bench: AgentBench;
let modem: SimulatedModem;
let line: ServedLine;

beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(async () => {
  await bench.close();
  await line?.close();
  modem?.close();
});

async function powerOn(options: ModemOptions = {}): Promise<void> {
  modem = new SimulatedModem({ ...options, clock: bench.clock });
  line = await serveTcp(modem);
}

async function start(options: Partial<AgentOptions> = {}): Promise<Agent> {
  const settings = { TEXTRELAY_AGENT_SERIAL_PORT: line.address, TEXTRELAY_AGENT_BAUD: 115_200 };
  return bench.startLinked({
    driver: atModemDriver,
    settings: settings as AgentOptions['settings'],
    ...options,
  });
}

const passUntil = (isTrue: () => boolean, mostMs = 300_000) =>
  passUntilTrue(simulated, String(isTrue), isTrue, mostMs);

const progress = () =>
  bench.core.received('progress').map(({ messageId, outcome }) => [Number(messageId), outcome]);
const receipts = () =>
  bench.core.received('receipt').map(({ messageId, outcome }) => [Number(messageId), outcome]);
const sent = () => modem.submits().map(({ text }) => text);

test('texts leave in order, once each, and their receipts find them', async () => {
  await powerOn({ firstReference: 254, receiptMs: 2_000 });
  await start();
  for (let id = 1; id <= 4; id += 1) bench.core.sendJob(BigInt(id), '+15551234567', { body: `text ${id}` });
  await passUntil(() => receipts().length === 4);
  expect(sent()).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
  expect(progress()).toEqual([1, 2, 3, 4].map((id) => [id, SENT]));
  expect(receipts().sort()).toEqual([1, 2, 3, 4].map((id) => [id, ReceiptOutcome.DELIVERED]));
});

test('a long text is delivered when its last part is, also with receipts before the answers', async () => {
  await powerOn();
  modem.setDefaultFate({ kind: 'delivered', early: true });
  await start();
  const parts = ['a'.repeat(153), 'b'.repeat(153), 'c'];
  bench.core.sendJob(9n, '+15551234567', { parts });
  await passUntil(() => receipts().length === 1);
  expect(modem.submits().map(({ text, part }) => [text, part.number, part.total, part.reference])).toEqual(
    parts.map((text, index) => [text, index + 1, 3, 9]),
  );
  expect(progress()).toEqual([[9, SENT]]);
  expect(receipts()).toEqual([[9, ReceiptOutcome.DELIVERED]]);
});

test('a modem that is absent, without network or closed by its PIN costs no text and no try', async () => {
  await powerOn({ pin: '1234' });
  modem.setRegistration('searching');
  await start();
  bench.core.sendJob(1n, '+15551234567');
  await run('2 min');
  modem.setPin(null);
  modem.reboot();
  await run('2 min');
  modem.unplug();
  await run('2 min');
  // The core hands it over again once the modem can send.
  expect(progress()).toEqual([[1, HANDED_BACK]]);
  modem.setRegistration('home');
  modem.plug();
  await passUntil(() => bench.core.received('deviceState').at(-1)?.ok === true);
  bench.core.sendJob(1n, '+15551234567', { attempt: 3 });
  await passUntil(() => progress().length === 2);
  expect(progress()[1]).toEqual([1, SENT]);
  expect(sent()).toEqual(['hello']);
});

test('a network that refuses for an hour, while the modem claims to be registered, burns no try', async () => {
  await powerOn();
  modem.setFate('+15551234567', { kind: 'refused', cms: 331 });
  await start();
  bench.core.sendJob(1n, '+15551234567');
  let attempt = 1;
  bench.core.behaviour.onFrame = (frame) => {
    const isBack = frame.case === 'progress' && frame.value.outcome === HANDED_BACK;
    if (isBack) attempt += 2;
    if (frame.case === 'deviceState' && frame.value.ok && attempt > 1)
      bench.core.sendJob(1n, '+15551234567', { attempt });
    return true;
  };
  await run('1 h');
  expect(progress().filter(([, outcome]) => outcome !== HANDED_BACK)).toEqual([]);
  expect(modem.commands().filter((command) => command.startsWith('+CMGS')).length).toBeGreaterThan(6);
  modem.setFate('+15551234567', { kind: 'delivered' });
  await passUntil(() => progress().at(-1)?.[1] === SENT, 600_000);
  expect(sent()).toEqual(['hello']);
});

test('a congested network ends no text: it leaves when the network takes it, even an hour later', async () => {
  await powerOn();
  modem.setFate('+15551234567', { kind: 'refused', cms: 42 });
  await start();
  bench.core.sendJob(1n, '+15551234567');
  await run('1 h');
  expect(progress()).toEqual([]);
  modem.setFate('+15551234567', { kind: 'delivered' });
  await passUntil(() => progress().length === 1, 600_000);
  expect(sent()).toEqual(['hello']);
});

test('temporary refusals are tried again five times in all, permanent ones once', async () => {
  await powerOn();
  modem.setFate('+15551234567', { kind: 'refused', cms: 27 });
  modem.setFate(friend, { kind: 'refused', cms: 1 });
  await start();
  bench.core.sendJob(1n, '+15551234567');
  bench.core.sendJob(2n, friend);
  await passUntil(() => progress().length === 2);
  expect(progress().sort()).toEqual([1, 2].map((id) => [id, FAILED]));
  expect(modem.commands().filter((command) => command.startsWith('+CMGS'))).toHaveLength(6);
  const errors = bench.core.received('progress').map(({ error }) => error);
  expect(errors).toContain('rejected_by_network: the modem says: the number is not assigned (+CMS ERROR 1)');
});

test.each(['before_prompt', 'after_ctrl_z', 'after_taken', 'inside_answer'] as const)(
  'a cable that is pulled %s: the text leaves at most once, and a late receipt still proves it',
  async (at) => {
    await powerOn({ busPowered: false });
    modem.setDefaultFate({ kind: 'held' });
    await start();
    const struck = modem.planFault({ at, action: 'unplug', command: '+CMGS' });
    bench.core.sendJob(1n, '+15551234567');
    await passUntil(() => modem.isPlugged === false);
    await struck;
    await run('10 s');
    modem.plug();
    const leftBefore = at === 'before_prompt' ? 0 : 1;
    await passUntil(() => progress().length === 1);
    expect(progress()).toEqual([[1, leftBefore === 0 ? SENT : UNKNOWN]]);
    await run('1 min');
    modem.releaseReceipts();
    await passUntil(() => receipts().length === 1);
    expect(receipts()).toEqual([[1, ReceiptOutcome.DELIVERED]]);
    expect(sent()).toEqual(['hello']);
  },
);

test.each(['after_intent', 'after_submit', 'after_result'] as FailpointName[])(
  'an agent that dies %s submits nothing twice, and what follows leaves',
  async (name) => {
    await powerOn();
    const die = () => {
      throw new Error('power cut');
    };
    const dead = await start({ failpoint: failpointFrom(name, die) });
    bench.core.sendJob(1n, '+15551234567');
    await passUntil(() => dead.state() === undefined);
    await start();
    bench.core.sendJob(2n, friend, { body: 'next' });
    await passUntil(() => progress().length === 2);
    expect(sent()).toEqual(name === 'after_intent' ? ['next'] : ['hello', 'next']);
    expect(progress()[0]).toEqual([1, name === 'after_result' ? SENT : UNKNOWN]);
  },
);

test('parts of a received text are joined, and leave the SIM only when the core has the text', async () => {
  await powerOn({ busPowered: false });
  bench.core.behaviour.ackInbound = false;
  await start();
  modem.receive({ from: 'Bank', text: '', parts: ['one ', 'two ', 'three'], order: [2, 3, 1] });
  await passUntil(() => bench.core.received('inbound').length === 1);
  expect(bench.core.received('inbound')[0]).toMatchObject({ address: 'Bank', body: 'one two three' });
  await run('2 min');
  expect(modem.stored('SM')).toHaveLength(3);
  bench.core.behaviour.ackInbound = true;
  bench.core.cut();
  await passUntil(() => modem.stored('SM').length === 0);
  expect(new Set(bench.core.received('inbound').map(({ inboundId }) => inboundId)).size).toBe(1);
});

test('an acknowledgement that comes while the modem is away is made good when it is back', async () => {
  await powerOn({ busPowered: false });
  bench.core.behaviour.ackInbound = false;
  await start();
  modem.receive({ from: friend, text: 'hi' });
  await passUntil(() => bench.core.received('inbound').length === 1);
  modem.unplug();
  await run('5 s');
  const inboundId = bench.core.received('inbound')[0]?.inboundId ?? '';
  bench.core.send({ case: 'inboundAck', value: { inboundId } });
  await run('5 s');
  modem.plug();
  await passUntil(() => modem.stored('SM').length === 0);
  expect(new Set(bench.core.received('inbound').map((text) => text.inboundId)).size).toBe(1);
});

test('without a port the agent says so and does not start', async () => {
  await expect(bench.start({ driver: atModemDriver, settings: {} })).rejects.toThrow(
    /TEXTRELAY_AGENT_SERIAL_PORT: must/,
  );
});
