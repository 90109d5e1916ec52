// The table of magic numbers, each played through the whole agent.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReceiptOutcome, SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { magicNumbers } from '../../runtime/texts/magic_numbers.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import { AgentBench } from '../testing/agent_bench.ts';

interface Expected {
  outcome: SubmitOutcome;
  error: RegExp;
  /** What is there after 2 s and after 20 s. */
  receipts: [soon: ReceiptOutcome | undefined, later: ReceiptOutcome | undefined];
  reply: string | undefined;
}

const { SENT, FAILED, UNKNOWN } = SubmitOutcome;
const { DELIVERED } = ReceiptOutcome;
const none = /^$/;
const expected: Record<string, Expected> = {
  '+15005550006': { outcome: SENT, error: none, receipts: [DELIVERED, DELIVERED], reply: undefined },
  '+15005550007': { outcome: SENT, error: none, receipts: [undefined, DELIVERED], reply: undefined },
  '+15005550008': {
    outcome: FAILED,
    error: /^rejected_by_network: /,
    receipts: [undefined, undefined],
    reply: undefined,
  },
  '+15005550009': {
    outcome: SENT,
    error: none,
    receipts: [ReceiptOutcome.FAILED, ReceiptOutcome.FAILED],
    reply: undefined,
  },
  '+15005550010': { outcome: SENT, error: none, receipts: [undefined, undefined], reply: undefined },
  '+15005550011': { outcome: SENT, error: none, receipts: [DELIVERED, DELIVERED], reply: 'You said: hello' },
  '+15005550012': {
    outcome: UNKNOWN,
    error: /^outcome_unknown: /,
    receipts: [undefined, undefined],
    reply: undefined,
  },
  '+447700900123': { outcome: SENT, error: none, receipts: [DELIVERED, DELIVERED], reply: undefined },
};

const simulated = simulateEachTest();
const { run, idle } = simulated;
let bench: AgentBench;
beforeEach(async () => {
  bench = await AgentBench.open(simulated);
});
afterEach(() => bench.close());

test('every magic number has its row here', () => {
  for (const { address } of magicNumbers) expect(expected).toHaveProperty([address]);
});

for (const [address, row] of Object.entries(expected)) {
  test(`a text to ${address} fares as the table says`, async () => {
    await bench.startLinked();
    bench.core.sendJob(1n, address);
    await idle();
    expect(bench.core.received('accepted')).toHaveLength(1);
    await run('2 s');
    expect(bench.core.received('receipt')[0]?.outcome).toBe(row.receipts[0]);
    await run('18 s');
    expect(bench.core.received('progress')).toHaveLength(1);
    expect(bench.core.received('progress')[0]?.outcome).toBe(row.outcome);
    expect(bench.core.received('progress')[0]?.error).toMatch(row.error);
    expect(bench.core.received('receipt').map((receipt) => receipt.outcome)).toEqual(
      row.receipts[1] === undefined ? [] : [row.receipts[1]],
    );
    const replies = bench.core.received('inbound').map((inbound) => [inbound.address, inbound.body]);
    expect(replies).toEqual(row.reply === undefined ? [] : [[address, row.reply]]);
  });
}

test('an answer comes after the receipt of what it answers', async () => {
  await bench.startLinked();
  bench.core.sendJob(1n, '+15005550011');
  await idle();
  expect(bench.core.received('accepted')).toHaveLength(1);
  await run('3 s');
  expect(bench.core.received('inbound')).toHaveLength(1);
  const kinds = bench.core.frames.map((frame) => frame.case);
  expect(kinds.indexOf('inbound')).toBeGreaterThan(kinds.indexOf('receipt'));
});

test('the record of submits holds neither body nor number', async () => {
  await bench.startLinked();
  bench.core.sendJob(1n, '+447700900123', { body: 'a-secret-of-mine' });
  await idle();
  expect(bench.core.received('progress')).toHaveLength(1);
  const text = JSON.stringify(bench.sentLines());
  expect(text).toContain('"message_id":"1"');
  expect(text).not.toMatch(/447700900123|a-secret-of-mine/);
});
