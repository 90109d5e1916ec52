// What an SMSC delivers: acknowledged when it is durable and never before, repeated when it is not, reported to
// the core as it is meant, and confirmed when the SMSC has shown that it received us.
import { describe, expect, test } from 'vitest';
import { partsOf, shortMessage, textOf } from '../../../../test/support/smsc/deliveries.ts';
import { submissionOf } from '../../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../../test/support/smsc/smsc.ts';
import type { SmscSession } from '../../../../test/support/smsc/smsc_session.ts';
import { command, encodeDataMessage, genericNack, tag } from '../pdu/pdu.ts';
import { maxUnderWay } from './deliveries.ts';

let smsc: Smsc;
const { clock, run, idle, during, openBound } = provideSmsc((started) => {
  smsc = started;
});

const sender = '+15005550006';
const recipient = '+15005550100';

describe('texts', () => {
  test('come with sender, recipient, words and instant, and acknowledged only when they are durable', async () => {
    const { session, sink } = await openBound();
    const gate = Promise.withResolvers<boolean>();
    sink.beforeText = () => gate.promise;
    let status: number | undefined;
    const answered = session.deliver(textOf(sender, recipient, 'Grüße €')).then((given) => {
      status = given;
    });
    // A round trip later there is still no answer.
    await session.enquire();
    expect(status).toBeUndefined();
    gate.resolve(true);
    await answered;
    expect(status).toBe(0);
    expect(sink.texts).toEqual([
      {
        sender,
        recipient,
        text: 'Grüße €',
        receivedAtMs: clock.nowMs(),
        waitedSinceMs: clock.nowMs() - 200,
        id: null,
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        connection: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sequence: expect.any(Number),
      },
    ]);
  });

  test('one that nobody owns is refused for good; one that nobody could keep is asked for again', async () => {
    const { session, sink } = await openBound();
    sink.beforeText = async () => false;
    expect(await session.deliver(textOf(sender, recipient, 'hello'))).toBe(0x65);
    sink.beforeText = () => Promise.reject(new Error('the database is away'));
    expect(await session.deliver(textOf(sender, recipient, 'hello'))).toBe(0x08);
  });

  test.each(['udh8', 'udh16', 'sar'] as const)('parts by %s carry what ties them together', async (by) => {
    const { session, sink } = await openBound();
    for (const part of partsOf(sender, recipient, ['one', 'two'], 200, by)) await session.deliver(part);
    expect(sink.texts).toMatchObject([
      { text: 'one', concat: { reference: 200, total: 2, number: 1 } },
      { text: 'two', concat: { reference: 200, total: 2, number: 2 } },
    ]);
  });

  test('short codes and names stay as they are', async () => {
    const { session, sink } = await openBound();
    await session.deliver({ ...textOf('12345', '54321', 'hello'), sourceTon: 3, destinationTon: 0 });
    await session.deliver({ ...textOf('Bank', recipient, 'hello'), sourceTon: 5 });
    expect(sink.texts).toMatchObject([
      { sender: '12345', recipient: '54321' },
      { sender: 'Bank', recipient },
    ]);
  });

  test('the same text has the same fingerprint on any connection, and any other text another', async () => {
    const { session, sink, whenCapacity } = await openBound();
    const text = textOf(sender, recipient, 'hello');
    await session.deliver(text);
    session.drop();
    await idle();
    await during(whenCapacity());
    const again = smsc.bound.at(-1) as SmscSession;
    await again.deliver({ ...text, tlvs: new Map([[0x1400, Uint8Array.of(1)]]) });
    await again.deliver(textOf(sender, recipient, 'hello!'));
    await again.deliver(textOf('+15005550007', recipient, 'hello'));
    await again.deliver(textOf(sender, '+15005550199', 'hello'));
    await again.deliver({ ...text, esmClass: 0x40 });
    await again.deliver({ ...text, dataCoding: 3 });
    await again.deliver({ ...text, tlvs: new Map([[tag.sarNumber, Uint8Array.of(1)]]) });
    const [first, repeat, ...others] = sink.texts;
    expect(repeat?.fingerprint).toBe(first?.fingerprint);
    expect(repeat?.connection).not.toBe(first?.connection);
    expect(new Set([first, ...others].map((text) => text?.fingerprint)).size).toBe(7);
  });

  test('a data_sm is taken as a text, with its words in message_payload', async () => {
    const { session, sink } = await openBound();
    const tlvs = new Map([[tag.messagePayload, Buffer.from('hello')]]);
    const body = encodeDataMessage({ ...shortMessage(), tlvs });
    expect(await session.request(command.dataSm, body)).toBe(0);
    expect(sink.texts).toMatchObject([{ sender, recipient, text: 'hello' }]);
  });
});

describe('confirming', () => {
  test('a text is confirmed by the answer to a request that was written after its acknowledgement', async () => {
    const { session, sink } = await openBound();
    await session.deliver(textOf(sender, recipient, 'hello'));
    // Requests of the SMSC may have crossed our acknowledgement.
    await session.enquire();
    expect(sink.confirmed).toEqual([]);
    expect(session.receivedOf(command.enquireLink)).toHaveLength(0);
    await run('1 s');
    expect(sink.confirmed).toHaveLength(1);
    expect(session.receivedOf(command.enquireLink)).toHaveLength(1);
    await run('1 s');
    expect(session.receivedOf(command.enquireLink)).toHaveLength(1);
  });

  test('the answer to a submit confirms as well, but not to one that was written before', async () => {
    const { session, sink, carrier } = await openBound();
    smsc.onSubmit = () => ({ kind: 'silence' });
    const before = carrier.submit(submissionOf('before'));
    await idle();
    await session.deliver(textOf(sender, recipient, 'hello'));
    const after = carrier.submit(submissionOf('after'));
    await idle();
    const { submits } = smsc;
    submits[0]?.answer({ kind: 'accept' });
    await before;
    expect(sink.confirmed).toEqual([]);
    submits[1]?.answer({ kind: 'accept' });
    await after;
    expect(sink.confirmed).toHaveLength(1);
  });

  test('a drop before that leaves it unconfirmed', async () => {
    const { session, sink, whenCapacity } = await openBound();
    session.answersEnquiries = false;
    await session.deliver(textOf(sender, recipient, 'hello'));
    session.drop();
    await idle();
    await during(whenCapacity());
    expect(sink.confirmed).toEqual([]);
  });
});

describe('bounds', () => {
  test('a text in the same packet as the answer to the bind is taken', async () => {
    const delivered: Promise<number>[] = [];
    smsc.onBind = (_bind, session) => {
      // Sent right after the answer.
      queueMicrotask(() => delivered.push(session.deliver(textOf(sender, recipient, 'hello'))));
      return 'accept';
    };
    await openBound();
    expect(await delivered[0]).toBe(0);
  });

  test('more texts than may be under way are not read, and all are taken in the end', async () => {
    const { session, sink, carrier } = await openBound();
    const gate = Promise.withResolvers<boolean>();
    let underWay = 0;
    sink.beforeText = () => {
      underWay++;
      return gate.promise;
    };
    const count = maxUnderWay * 3;
    const delivered = Array.from({ length: count }, (_, index) =>
      session.deliver(textOf(sender, recipient, `text ${index}`)),
    );
    const result = carrier.submit(submissionOf('hello'));
    await idle();
    expect(smsc.submits).toHaveLength(1);
    expect(underWay).toBe(maxUnderWay);
    gate.resolve(true);
    expect(await Promise.all(delivered)).toEqual(Array(count).fill(0));
    expect(sink.texts.map(({ text }) => text)).toEqual(
      Array.from({ length: count }, (_, index) => `text ${index}`),
    );
    expect(await result).toMatchObject({ kind: 'accepted' });
  });

  test('what we do not read does not count against the SMSC, within a bound', async () => {
    const { session, sink, carrier } = await openBound({ response_timeout_s: 10 });
    const gate = Promise.withResolvers<boolean>();
    let underWay = 0;
    sink.beforeText = () => {
      underWay++;
      return gate.promise;
    };
    for (let index = 0; index <= maxUnderWay; index++)
      void session.deliver(textOf(sender, recipient, 'hello'));
    await idle();
    expect(underWay).toBe(maxUnderWay);
    let isSettled = false;
    const result = carrier.submit(submissionOf('hello')).finally(() => {
      isSettled = true;
    });
    await run('10 s');
    expect(isSettled).toBe(false);
    gate.resolve(true);
    expect(await result).toMatchObject({ kind: 'accepted' });
  });

  test('a text that cannot be kept for a minute ends the connection', async () => {
    const { session, sink } = await openBound();
    sink.beforeText = () => new Promise(() => {});
    void session.deliver(textOf(sender, recipient, 'hello'));
    await run('60 s');
    expect(session.isClosed).toBe(false);
    await run('1 s');
    expect(session.isClosed).toBe(true);
  });

  test('requests that we do not know get a generic_nack, broken ones an error, and the session goes on', async () => {
    const { session, carrier } = await openBound();
    expect(await session.request(0x77)).toBe(0x03);
    expect(session.receivedOf(genericNack)).toHaveLength(1);
    expect(await session.request(command.deliverSm, Uint8Array.of(1, 2, 3))).toBe(0x01);
    expect(await session.enquire()).toBe(0);
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'accepted' });
  });
});
