// Sending over the simulated modem, whose own log says what really left and how often.
import { afterEach, expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { ModemBench, someone } from '../../testing/modem_bench.ts';
import type { Result } from '../driver.ts';

const simulated = simulateEachTest();
const { run } = simulated;
let bench: ModemBench;
afterEach(() => bench.close());

test('a text leaves once, and the network’s reference comes back', async () => {
  bench = await ModemBench.open(simulated, { firstReference: 255 });
  await bench.startReady();
  expect(await bench.submit()).toEqual({ kind: 'accepted', refs: ['255'] });
  expect(await bench.submit({ messageId: 2n })).toEqual({ kind: 'accepted', refs: ['0'] });
  expect(
    bench.modem.submits().map(({ recipient, text, statusReport }) => ({ recipient, text, statusReport })),
  ).toEqual([1, 2].map(() => ({ recipient: someone, text: 'hello', statusReport: true })));
});

test('parts carry their header, whichever the alphabet and the width of the reference', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  const parts = [
    { text: 'one €', number: 1, total: 2, reference: 200, referenceBits: 8 },
    { text: 'two 😀', number: 2, total: 2, reference: 40_000, referenceBits: 16 },
  ] as const;
  for (const part of parts) {
    const encoding = part.number === 1 ? 'gsm7' : 'ucs2';
    expect((await bench.submit({ part, encoding })).kind).toBe('accepted');
  }
  expect(bench.modem.submits().map(({ text, part }) => ({ text, ...part }))).toEqual(parts);
});

test('a report that comes before the answer reaches the journal, which then knows what to do', async () => {
  bench = await ModemBench.open(simulated, { firstReference: 7 });
  await bench.startReady();
  bench.modem.setFate(someone, { kind: 'delivered', early: true });
  expect(await bench.submit()).toEqual({ kind: 'accepted', refs: ['7'] });
  await bench.passUntil('a report', () => bench.sink.receipts.length === 1);
  expect(bench.sink.receipts[0]).toMatchObject({
    match: { by: 'ref', ref: '7', address: someone },
    outcome: 'delivered',
  });
  await bench.passUntil('acknowledged', () => bench.asked('+CNMA') >= 1);
  expect(bench.modem.waiting()).toBe(0);
});

test('a text that no PDU can say is refused for good, and nothing is asked of the modem', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  expect(await bench.submit({ address: 'nobody' })).toMatchObject({ kind: 'rejected', retryable: false });
  expect(bench.asked('+CMGS')).toBe(0);
});

test('the configured SMSC is in the text and not on the SIM', async () => {
  bench = await ModemBench.open(simulated, { smsc: '' });
  await bench.start();
  await bench.passUntil('it says so', () => bench.health.problem === 'other');
  expect(bench.health.detail).toContain('TEXTRELAY_AGENT_SMSC');
  await bench.startReady({ TEXTRELAY_AGENT_SMSC: '+12063130004' });
  expect((await bench.submit()).kind).toBe('accepted');
  expect(bench.modem.submits()[0]?.hex.startsWith('0791')).toBe(true);
  expect(bench.asked('+CSCA=')).toBe(0);
});

const rejected = (code: string, retryable: boolean) => ({ kind: 'rejected', code, retryable }) as const;

test.each([
  [1, rejected('rejected_by_network', false)],
  [42, rejected('rejected_by_network', true)],
  [192, rejected('rejected_by_network', true)],
  [302, rejected('device_failed', true)],
  [304, rejected('device_failed', false)],
  [322, rejected('device_failed', true)],
  [332, { kind: 'unknown' }],
  [500, { kind: 'unknown' }],
] as const)('+CMS ERROR %i after the text is reported for what it is', async (cms, expected) => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  bench.modem.setFate(someone, { kind: 'refused', cms });
  expect(await bench.submit()).toMatchObject(expected);
  expect(bench.health.problem).toBeUndefined();
  expect(bench.modem.submits()).toEqual([]);
});

test.each([331, 38])(
  'without network (%i) texts wait, each time longer, until a text leaves',
  async (cms) => {
    bench = await ModemBench.open(simulated);
    await bench.startReady();
    bench.modem.setFate(someone, { kind: 'refused', cms, times: 2 });
    expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
    expect(bench.health.problem).toBe('no_network');
    await run('9500 ms');
    expect(bench.health.problem).toBe('no_network');
    await bench.untilReady();
    expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
    await run('19500 ms');
    expect(bench.health.problem).toBe('no_network');
    await bench.untilReady();
    expect((await bench.submit()).kind).toBe('accepted');
    expect(bench.sentTexts()).toEqual(['hello']);
  },
);

/** At each named point: what breaks, what the submit says, and how often the text left. */
const faults: [at: string, action: string, kind: Result['kind'], left: number][] = [
  ['command', 'unplug', 'rejected', 0],
  ['command', 'drop', 'rejected', 0],
  ['command', 'reboot', 'rejected', 0],
  ['command', 'silence', 'rejected', 0],
  ['command', 'hang', 'rejected', 0],
  ['before_prompt', 'unplug', 'rejected', 0],
  ['before_prompt', 'drop', 'rejected', 0],
  ['before_prompt', 'reboot', 'rejected', 0],
  ['before_prompt', 'silence', 'rejected', 0],
  ['before_prompt', 'hang', 'rejected', 0],
  ['after_ctrl_z', 'unplug', 'unknown', 0],
  ['after_ctrl_z', 'drop', 'unknown', 1],
  ['after_ctrl_z', 'reboot', 'unknown', 0],
  ['after_ctrl_z', 'silence', 'unknown', 0],
  ['after_ctrl_z', 'hang', 'unknown', 0],
  ['after_taken', 'unplug', 'unknown', 1],
  ['after_taken', 'drop', 'unknown', 1],
  ['after_taken', 'reboot', 'unknown', 1],
  ['after_taken', 'silence', 'unknown', 1],
  ['after_taken', 'hang', 'unknown', 1],
  ['inside_answer', 'unplug', 'unknown', 1],
  ['inside_answer', 'drop', 'unknown', 1],
  ['inside_answer', 'reboot', 'unknown', 1],
  ['inside_answer', 'silence', 'unknown', 1],
];

test.each(faults)(
  '%s: %s ends the submit as %s, and the next text leaves once',
  async (at, action, kind, left) => {
    bench = await ModemBench.open(simulated, { firstReference: 100, bootLines: ['RDY'] });
    await bench.startReady();
    const plan = { at, action, command: '+CMGS' } as Parameters<typeof bench.modem.planFault>[0];
    const struck = bench.modem.planFault(plan);
    const startedMs = bench.clock.nowMs();
    let result: Result | undefined;
    void bench.begin().then((ended) => {
      result = ended;
    });
    await struck;
    await bench.passUntil('an end', () => result !== undefined);
    expect(result?.kind).toBe(kind);
    expect(bench.clock.nowMs() - startedMs).toBeLessThan(bench.driver.caps.submitTimeoutMs);
    if (result?.kind === 'rejected') expect(result.retryable).toBe(true);
    // What a person would do.
    bench.modem.plug();
    if (action === 'hang') bench.modem.reboot();
    await bench.untilReady();
    expect((await bench.submit({ messageId: 2n, body: 'next' })).kind).toBe('accepted');
    expect(bench.sentTexts()).toEqual([...Array(left).fill('hello'), 'next']);
  },
);

test('after a submit that is rejected because of the port nothing can be sent, so that no try is used up', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  const struck = bench.modem.planFault({ at: 'before_prompt', action: 'unplug' });
  const result = bench.begin();
  await struck;
  expect((await result).kind).toBe('rejected');
  expect(bench.health.problem).toBe('absent');
});

test('unasked lines, texts and noise in the middle of a submit change nothing', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  await bench.passUntil('listed', () => bench.asked('+CMGL') >= 1);
  const from = { from: '+15557654321', text: 'in between' };
  void bench.modem.planFault({ at: 'before_prompt', action: { receive: from } });
  void bench.modem.planFault({ at: 'after_ctrl_z', action: { line: 'RING' } });
  void bench.modem.planFault({ at: 'after_taken', action: { garbage: '0d0aff00fe0d0a' } });
  expect((await bench.submit()).kind).toBe('accepted');
  await bench.passUntil('the text', () => bench.sink.texts.length === 1);
  expect(bench.sink.texts[0]?.body).toBe('in between');
});

test('a bare ERROR after the text says nothing about it; before the prompt it does', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  void bench.modem.planFault({ at: 'after_taken', action: { answer: 'ERROR' } });
  expect((await bench.submit()).kind).toBe('unknown');
  void bench.modem.planFault({ at: 'before_prompt', action: { answer: 'ERROR' } });
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
  expect(bench.sentTexts()).toEqual(['hello']);
});

test('a reference that comes before the text was written is not that of this text', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  void bench.modem.planFault({ at: 'command', action: { line: '+CMGS: 99' }, command: '+CMGS' });
  void bench.modem.planFault({ at: 'before_prompt', action: 'drop' });
  expect(await bench.submit()).toMatchObject({ kind: 'rejected', retryable: true });
});

test('a prompt that outlives its connection swallows no later text', async () => {
  bench = await ModemBench.open(simulated, { keepsPrompt: true });
  await bench.startReady();
  const struck = bench.modem.planFault({ at: 'after_prompt', action: 'drop', command: '+CMGS' });
  const result = bench.begin();
  await struck;
  expect(['rejected', 'unknown']).toContain((await result).kind);
  await bench.untilReady();
  const before = bench.sentTexts().length;
  expect((await bench.submit({ body: 'next' })).kind).toBe('accepted');
  expect(bench.sentTexts().slice(before)).toEqual(['next']);
});

test('a submit whose turn comes too late is not begun: its time would not suffice', async () => {
  bench = await ModemBench.open(simulated);
  await bench.startReady();
  await bench.passUntil('listed', () => bench.asked('+CMGL') >= 1);
  const struck = bench.modem.planFault({ at: 'command', action: { waitMs: 9_000 }, command: '+COPS' });
  await run('10500 ms');
  await struck;
  const result = bench.begin();
  await run('10 s');
  expect(await result).toMatchObject({ kind: 'rejected', retryable: true });
  expect(bench.asked('+CMGS')).toBe(0);
});

test('the state of the modem is never asked for while it sends', async () => {
  bench = await ModemBench.open(simulated, { submitMs: 60_000 });
  await bench.startReady();
  await bench.passUntil('listed', () => bench.asked('+CMGL') >= 1);
  const result = bench.begin();
  await bench.passUntil('it sends', () => bench.asked('+CMGS') >= 1);
  const asked = bench.modem.commands().length;
  await run('59 s');
  expect(bench.modem.commands()).toHaveLength(asked);
  await run('2 s');
  expect((await result).kind).toBe('accepted');
});
