// Stories of faults, made up at random: wherever cables are pulled, modems die and agents are killed, no text leaves
// twice, every text ends, and every received text appears once. The modem's log is the judge.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failpointFrom } from '../../runtime/failpoint.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { FaultAction, FaultPlan, FaultPoint } from '../../test/support/modem/faults.ts';
import { serveTcp } from '../../test/support/modem/serve_tcp.ts';
import { SimulatedModem } from '../../test/support/modem/simulated_modem.ts';
import type { Agent, AgentOptions } from '../agent.ts';
import { type FailpointName, failpointNames } from '../failpoint.ts';
import { decodeReceived } from '../pdu/received.ts';
import { AgentBench } from '../testing/agent_bench.ts';
import { atModemDriver } from './at_modem.ts';

const simulated = simulateEachTest();
const { run } = simulated;

interface Story {
  faults: { at: FaultPoint; action: FaultAction; skip: number }[];
  /** The agent dies at each of these in turn. */
  crashes: { name: FailpointName; nth: number }[];
  texts: number;
  received: number;
}

const points: FaultPoint[] = [
  'command',
  'before_prompt',
  'after_prompt',
  'after_ctrl_z',
  'after_taken',
  'inside_answer',
  'inside_list',
  'after_delete',
];
const actions: FaultAction[] = [
  'unplug',
  'drop',
  'reboot',
  'silence',
  'hang',
  { answer: 'ERROR' },
  { answer: '+CMS ERROR: 331' },
  { answer: '+CMS ERROR: 42' },
  { answer: '+CMS ERROR: 500' },
  { line: 'RING' },
  { line: '+CMTI: "SM",9' },
  { garbage: '0d0aff00413e0d0a' },
  { waitMs: 3_000 },
];

/** A modem that says of a text which has left that its network refused it: nobody can guard against that. */
const isLie = (at: FaultPoint, action: FaultAction) =>
  (at === 'after_taken' || at === 'inside_answer') &&
  typeof action === 'object' &&
  'answer' in action &&
  /331|42/.test(action.answer);

const stories: fc.Arbitrary<Story> = fc.record({
  faults: fc.array(
    fc
      .record({
        at: fc.constantFrom(...points),
        action: fc.constantFrom(...actions),
        skip: fc.integer({ min: 0, max: 12 }),
      })
      .filter(({ at, action }) => !isLie(at, action)),
    { maxLength: 6 },
  ),
  crashes: fc.array(
    fc.record({ name: fc.constantFrom(...failpointNames), nth: fc.integer({ min: 1, max: 4 }) }),
    { maxLength: 2 },
  ),
  texts: fc.integer({ min: 1, max: 4 }),
  received: fc.integer({ min: 0, max: 4 }),
});

/** Plays the story to its end, with a person who plugs in and switches on what does not come back by itself. */
async function play({ faults, crashes, texts, received }: Story): Promise<void> {
  const deaths = [...crashes];
  const bench = await AgentBench.open(simulated);
  const modem = new SimulatedModem({ clock: bench.clock, busPowered: false });
  const line = await serveTcp(modem);
  for (const { at, action, skip } of faults) void modem.planFault({ at, action, skip } as FaultPlan);
  const settings = { TEXTRELAY_AGENT_SERIAL_PORT: line.address } as AgentOptions['settings'];
  const start = async (): Promise<Agent> => {
    const crash = deaths.shift();
    const die = () => {
      throw new Error('power cut');
    };
    const failpoint = crash && { failpoint: failpointFrom(`${crash.name}:${crash.nth}`, die) };
    return bench.start({ driver: atModemDriver, settings, ...failpoint });
  };
  try {
    const handOver = () => {
      const ended = new Set(bench.core.received('progress').map(({ messageId }) => messageId));
      const held = new Set(bench.core.received('accepted').map(({ messageId }) => messageId));
      for (let id = 1n; id <= texts; id += 1n)
        if (!ended.has(id) && !held.has(id)) bench.core.sendJob(id, '+15551234567', { body: `text ${id}` });
    };
    bench.core.onLink = handOver;
    let agent = await start();
    for (let id = 1; id <= received; id += 1) modem.receive({ from: '+15557654321', text: `back ${id}` });
    const isOver = () =>
      new Set(bench.core.received('progress').map(({ messageId }) => messageId)).size === texts &&
      new Set(bench.core.received('inbound').map(({ inboundId }) => inboundId)).size === received &&
      modem.stored('SM').length === 0;
    for (let round = 0; round < 400 && !isOver(); round += 1) {
      await run('2 s');
      if (agent.state() === undefined) agent = await start();
      if (round % 60 === 50) {
        modem.plug();
        modem.reboot();
      }
    }
    const submits = modem.submits().map(({ text }) => text);
    expect(new Set(submits).size, 'no text left twice').toBe(submits.length);
    expect(isOver(), 'everything has ended').toBe(true);
    const bodies = bench.core.received('inbound').map(({ body }) => body);
    expect([...new Set(bodies)].sort()).toEqual(
      Array.from({ length: received }, (_, index) => `back ${index + 1}`),
    );
    // A modem that has just started throws reports away; texts it stores.
    expect(modem.lost().filter((hex) => decodeReceived(hex).kind === 'deliver')).toEqual([]);
  } finally {
    await bench.close();
    await line.close();
    modem.close();
  }
}

test('whatever breaks, no text leaves twice, every text ends, and every received text appears once', async () => {
  await fc.assert(fc.asyncProperty(stories, play), { numRuns: 40, interruptAfterTimeLimit: 60_000 });
}, 120_000);
