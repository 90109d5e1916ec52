// The parts of a long text become one message, whatever their order, their replica and what dies meanwhile.
import { describe, expect, test } from 'vitest';
import { bodiesOf, type CarrierReplica } from '../../../test/support/carrier_replica.ts';
import type { CarrierRows } from '../../../test/support/carrier_rows.ts';
import { provideReplicas } from '../../../test/support/provide_replicas.ts';

let rows: CarrierRows;
let first: CarrierReplica;
let second: CarrierReplica;
const { run } = provideReplicas((provided) => {
  ({ rows, first, second } = provided);
});

const hour = 3600_000;
/** All that was received is so much older, and it is looked for what waited long enough. */
const pass = async (ms: number) => {
  await rows.age(ms);
  await run(30_000);
};

/** Part `number` of a text whose parts are given; they are A1, A2 and so on for a text A. */
const part = (words: string, number: number, total: number, more: object = {}) => ({
  text: `${words}${number}`,
  concat: { reference: 7, total, number },
  ...more,
});

describe('a long text', () => {
  test.each([[[1, 2, 3]], [[3, 2, 1]], [[2, 3, 1]]])(
    'a long text whose parts come as %s is one message',
    async (order) => {
      for (const number of order) {
        expect(await bodiesOf(rows)).toEqual([]);
        await first.take(part('A', number, 3));
      }
      expect(await bodiesOf(rows)).toEqual(['A1A2A3']);
      const [message] = await rows.inspect`select route, carrier, device_id, segments from message`;
      expect(message).toEqual({ route: 'gateway', carrier: 'main', device_id: 0n, segments: 1 });
    },
  );

  test('a long text whose parts come to two replicas, all at once, is one message', async () => {
    await Promise.all([1, 2, 3, 4].map((number) => (number % 2 ? first : second).take(part('A', number, 4))));
    expect(await bodiesOf(rows)).toEqual(['A1A2A3A4']);
  });

  test('a long text keeps a character that is cut at the edge of a part, in whatever order and on whatever replica', async () => {
    const halves = ['Zürich 😀'.slice(0, -1), `${'😀'[1]} und 😀`.slice(0, -1), `${'😀'[1]}!`];
    const cut = halves.map((text, index) => part('A', index + 1, 3, { text }));
    for (const index of [2, 0, 1]) await (index ? second : first).take(cut[index] as (typeof cut)[0]);
    expect(await bodiesOf(rows)).toEqual(['Zürich 😀 und 😀!']);
  });

  test('a long text shows half a character as replaced when the part with its other half never comes', async () => {
    await first.take(part('A', 1, 2, { text: '\uffffd83d 😀'.slice(0, -1) }));
    await pass(24 * hour + 60_000);
    expect((await bodiesOf(rows))[0]).toBe('\uffffd83d \ufffd[part 2 of 2 missing]');
  });

  test('a long text of 255 parts is one message, cut where no text is longer', async () => {
    const body = 'x'.repeat(150);
    const parts = Array.from({ length: 255 }, (_, index) => ({
      text: body,
      fingerprint: `f${index}`,
      concat: { reference: 65_535, total: 255, number: index + 1 },
    }));
    await Promise.all(parts.map((one) => first.take(one)));
    expect((await bodiesOf(rows)).map((text) => text.length)).toEqual([10_000]);
  });

  test.each([
    { reference: 1, total: 256, number: 1 },
    { reference: 1, total: 1, number: 1 },
    { reference: 1, total: 2, number: 3 },
    { reference: 1, total: 2, number: 0 },
    { reference: 70_000, total: 2, number: 1 },
    { reference: 1, total: 2.5, number: 1 },
  ])('a long text under a header that makes no sense is whole: %o', async (concat) => {
    await first.take({ text: 'a', concat });
    expect(await bodiesOf(rows)).toEqual(['a']);
  });

  test('a long text is of its sender, recipient, reference and number of parts only', async () => {
    await first.take(part('A', 1, 2));
    for (const other of [
      { sender: '+15005550007' },
      { recipient: '77777' },
      { concat: { reference: 8, total: 2, number: 2 } },
      { concat: { reference: 7, total: 3, number: 2 } },
    ])
      await first.take(part('B', 2, 2, other));
    expect(await bodiesOf(rows)).toEqual([]);
    await first.take(part('A', 2, 2, { sender: '15005550006', recipient: '15005550001' }));
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
  });

  test('a long text is of the account that its parts were sent to, whoever gets the number then', async () => {
    await first.take(part('A', 1, 2));
    await rows.inspect`update carrier_number set account_id = 2 where number = '+15005550001'`;
    await first.take(part('B', 2, 2));
    expect([await bodiesOf(rows, 1), await bodiesOf(rows, 2)]).toEqual([[], []]);
    await pass(24 * hour + 60_000);
    expect(await bodiesOf(rows, 1)).toEqual(['A1[part 2 of 2 missing]']);
    expect(await bodiesOf(rows, 2)).toEqual(['[part 1 of 2 missing]B2']);
  });
});

describe('a repeated part', () => {
  test('a repeated part is absorbed while others are missing', async () => {
    await first.take(part('A', 1, 2, { connection: 'one' }));
    await second.take(part('A', 1, 2, { connection: 'two' }));
    await second.take(part('A', 1, 2, { connection: 'two' }));
    await second.take(part('A', 2, 2, { connection: 'two' }));
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
  });

  test('a repeated part is absorbed after the join, for ever, also when all are repeated on another connection', async () => {
    for (const connection of ['one', 'two', 'three'])
      for (const number of [1, 2]) await first.take(part('A', number, 2, { connection }));
    await pass(26 * hour);
    expect(await rows.inspect`select from carrier_inbound_part`).toHaveLength(0);
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
  });

  test('alone after the join, on the same connection or after its confirmation, is dropped a day later', async () => {
    await first.take(part('A', 1, 2));
    await first.take(part('A', 2, 2));
    await run(1000);
    await first.take(part('A', 2, 2));
    await pass(25 * hour);
    const waiting =
      await rows.inspect`select from carrier_inbound_part where joined_as is null or joined_as like '?%'`;
    expect(waiting).toHaveLength(0);
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
  });

  test('a repeated part with a lasting name is absorbed hours later, when all are repeated', async () => {
    const send = async () => {
      for (const number of [1, 2]) await first.take(part('A', number, 2, { id: `p${number}` }));
    };
    await send();
    await pass(11 * 60_000);
    await first.stop();
    while ((await rows.stores[0].pruneInbound()) > 0);
    await send();
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
  });

  test('a repeated part with a lasting name is absorbed on any connection', async () => {
    await first.take(part('A', 1, 2, { id: 'p1' }));
    await first.take(part('A', 2, 2, { id: 'p2' }));
    await first.take(part('A', 1, 2, { id: 'p1' }));
    await second.take(part('A', 2, 2, { id: 'p2', connection: 'two' }));
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
    expect(await rows.inspect`select from carrier_inbound_part where joined_as is null`).toHaveLength(0);
  });
});

describe('two long texts under one reference', () => {
  test('one after the other are two messages', async () => {
    for (const words of ['A', 'B']) for (const number of [1, 2]) await first.take(part(words, number, 2));
    expect(await bodiesOf(rows)).toEqual(['A1A2', 'B1B2']);
  });

  test('two long texts under one reference with a part in common are two messages', async () => {
    await first.take(part('A', 1, 2));
    await first.take(part('A', 2, 2));
    await run(1);
    await first.take(part('A', 1, 2));
    await first.take(part('B', 2, 2));
    expect(await bodiesOf(rows)).toEqual(['A1A2', 'A1B2']);
  });

  test.each([[[1, 2]], [[2, 1]]])(
    'two long texts under one reference with a part in common are two messages, also before the first is confirmed: %s',
    async (order) => {
      for (const number of [1, 2]) await first.take(part('A', number, 2, { connection: 'one' }));
      await run(1);
      for (const number of order)
        await second.take(part(number === 1 ? 'B' : 'A', number, 2, { connection: 'two' }));
      expect(await bodiesOf(rows)).toEqual(['A1A2']);
      await pass(61_000);
      expect(await bodiesOf(rows)).toEqual(['A1A2', 'B1A2']);
    },
  );

  test('two long texts under one reference of the same words are two messages, also after a part of the first came again', async () => {
    for (const number of [1, 2]) await first.take(part('A', number, 2, { connection: 'one' }));
    await second.take(part('A', 2, 2, { connection: 'two' }));
    await run(1);
    for (const number of [1, 2]) await second.take(part('A', number, 2, { connection: 'two' }));
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
    await run(1);
    for (const number of [1, 2]) await second.take(part('A', number, 2, { connection: 'two' }));
    expect(await bodiesOf(rows)).toEqual(['A1A2', 'A1A2']);
  });

  test('two long texts under one reference of the same words are two messages', async () => {
    for (const _ of [1, 2]) {
      for (const number of [1, 2]) await first.take(part('A', number, 2));
      await run(1);
    }
    expect(await bodiesOf(rows)).toEqual(['A1A2', 'A1A2']);
  });

  test('two long texts under one reference of which the first never became whole are two messages, the first saying what is missing', async () => {
    await first.take(part('A', 1, 3));
    await first.take(part('A', 3, 3));
    await first.take(part('B', 1, 3));
    expect(await bodiesOf(rows)).toEqual(['A1[part 2 of 3 missing]A3']);
    await first.take(part('B', 2, 3));
    await first.take(part('B', 3, 3));
    expect(await bodiesOf(rows)).toEqual(['A1[part 2 of 3 missing]A3', 'B1B2B3']);
  });
});

describe('an incomplete text', () => {
  test('an incomplete text is given after a day with what is there, once, by two replicas', async () => {
    await first.take(part('A', 2, 4));
    await pass(24 * hour - 60_000);
    await first.take({ text: 'later' });
    expect(await bodiesOf(rows)).toEqual(['later']);
    await pass(61_000);
    await Promise.all([first.stop(), second.stop()]);
    expect(await bodiesOf(rows)).toEqual(['later', '[part 1 of 4 missing]A2[parts 3 to 4 of 4 missing]']);
  });
});

describe('a replica that dies', () => {
  const steps = ['claimInbound', 'storeParts', 'readPartSets', 'insertInbound', 'markJoined'];
  test.each(steps.flatMap((step) => [`${step}:before`, `${step}:after`]))(
    'a replica that dies at %s with the last part leaves one message once that is repeated',
    async (place) => {
      await first.take(part('A', 1, 2, { connection: 'one' }));
      first.onStep = (step) => {
        if (step === place) throw new Error('the process died');
      };
      await expect(first.take(part('A', 2, 2, { connection: 'one' }))).rejects.toThrow();
      await second.take(part('A', 2, 2, { connection: 'two' }));
      expect(await bodiesOf(rows)).toEqual(['A1A2']);
      const left =
        await rows.inspect`select from carrier_inbound_part where joined_as is null or joined_as like '?%'`;
      expect(left).toHaveLength(0);
    },
  );

  test.each(['claimInbound:after', 'storeParts:before', 'readPartSets:before'])(
    'a replica that dies at %s with a part under a reference of a joined text loses nothing',
    async (place) => {
      for (const number of [1, 2]) await first.take(part('A', number, 2, { connection: 'one' }));
      await run(1000);
      first.onStep = (step) => {
        if (step === place) throw new Error('the process died');
      };
      await expect(first.take(part('B', 1, 2, { connection: 'one' }))).rejects.toThrow();
      await run(1000);
      await second.take(part('B', 1, 2, { connection: 'two' }));
      await second.take(part('B', 2, 2, { connection: 'two' }));
      expect(await bodiesOf(rows)).toEqual(['A1A2', 'B1B2']);
    },
  );

  test('a replica that dies before it joined a whole text leaves it to another within a minute', async () => {
    await first.take(part('A', 1, 2));
    first.onStep = (step) => {
      if (step === 'readPartSets:before') throw new Error('the process died');
    };
    await expect(first.take(part('A', 2, 2))).rejects.toThrow();
    expect(await bodiesOf(rows)).toEqual([]);
    await run(60_000);
    expect(await bodiesOf(rows)).toEqual(['A1A2']);
  });
});

test('parts are dropped a day after they were joined', async () => {
  for (const number of [1, 2]) await first.take(part('A', number, 2));
  await pass(26 * hour);
  expect(await rows.inspect`select from carrier_inbound_part`).toHaveLength(0);
  expect(await bodiesOf(rows)).toEqual(['A1A2']);
});
