// The carrier against a scripted SMSC over real sockets, in a simulation.
import { describe, expect, test } from 'vitest';
import { submissionOf } from '../../../test/support/smsc/open_carrier.ts';
import { provideSmsc } from '../../../test/support/smsc/provide_smsc.ts';
import type { Smsc } from '../../../test/support/smsc/smsc.ts';
import { command, encodePdu, responseTo } from './pdu/pdu.ts';

let smsc: Smsc;
const { run, idle, during, openBound } = provideSmsc((started) => {
  smsc = started;
});

describe('submitting', () => {
  test('a text arrives with its addresses, asks for a receipt, and is accepted under its name', async () => {
    const { carrier } = await openBound({ service_type: 'WAP' });
    smsc.onSubmit = () => ({ kind: 'accept', id: '000abc' });
    expect(await carrier.submit(submissionOf('héllo €'))).toEqual({ kind: 'accepted', ref: '000abc' });
    expect(smsc.submits[0]?.message).toMatchObject({
      serviceType: 'WAP',
      sourceTon: 1,
      sourceNpi: 1,
      source: '15005550100',
      destinationTon: 1,
      destinationNpi: 1,
      destination: '15005550006',
      registeredDelivery: 1,
      dataCoding: 0,
      esmClass: 0,
      validity: '000001000000000R',
    });
  });

  test('an answer without a name is accepted without one', async () => {
    const { carrier } = await openBound();
    smsc.onSubmit = () => ({ kind: 'accept', id: '' });
    expect(await carrier.submit(submissionOf('hello'))).toEqual({ kind: 'accepted', ref: null });
  });

  test('a window of texts is under way at once, answers in any order reach their own text', async () => {
    const { carrier, capacityCalls } = await openBound({ window: 50 });
    smsc.onSubmit = () => ({ kind: 'silence' });
    const results = Array.from({ length: 50 }, (_, index) => carrier.submit(submissionOf(`text ${index}`)));
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(submissionOf('one too many'))).toMatchObject({
      kind: 'rejected',
      retryable: true,
      afterMs: 1_000,
    });
    await idle();
    expect(smsc.submits).toHaveLength(50);
    for (const submit of smsc.submits.toReversed())
      submit.answer({ kind: 'accept', id: `for ${Buffer.from(submit.message.content).toString()}` });
    const accepted = await Promise.all(results);
    for (const [index, result] of accepted.entries())
      expect(result).toEqual({ kind: 'accepted', ref: `for text ${index}` });
    expect(carrier.capacity()).toBe(50);
    expect(capacityCalls()).toBe(2);
  });

  test('several connections share the texts evenly', async () => {
    const { carrier } = await openBound({ connections: 4, window: 5 });
    expect(carrier.caps.window).toBe(20);
    smsc.onSubmit = () => ({ kind: 'silence' });
    const results = Array.from({ length: 20 }, () => carrier.submit(submissionOf('hello')));
    await idle();
    const { submits } = smsc;
    for (const session of smsc.bound)
      expect(submits.filter((submit) => submit.session === session)).toHaveLength(5);
    for (const submit of submits) submit.answer({ kind: 'accept' });
    await Promise.all(results);
  });

  test('the limit of texts a second holds, and capacity comes back with time', async () => {
    const { carrier, capacityCalls } = await openBound({ texts_per_second: 10 });
    expect(carrier.capacity()).toBe(1);
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'accepted' });
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'rejected', retryable: true });
    const reported = capacityCalls();
    await run(99);
    expect([carrier.capacity(), capacityCalls()]).toEqual([0, reported]);
    await run(1);
    expect([carrier.capacity(), capacityCalls()]).toEqual([1, reported + 1]);
  });

  test('a text that cannot be expressed, or is worth nothing any more, is never written', async () => {
    const { carrier } = await openBound();
    expect(await carrier.submit(submissionOf('hello', { sender: 'Ж'.repeat(5) }))).toMatchObject({
      kind: 'rejected',
      code: 'carrier_failed',
      retryable: false,
    });
    expect(await carrier.submit(submissionOf('hello', { expiresAtMs: 0 }))).toMatchObject({
      kind: 'rejected',
      retryable: true,
    });
    expect(await carrier.submit(submissionOf('last'))).toMatchObject({ kind: 'accepted' });
    expect(smsc.submits).toHaveLength(1);
  });

  test.each([
    [0x0b, 'rejected_by_network', false],
    [0x45, 'rejected_by_network', false],
    [0x65, 'rejected_by_network', false],
    [0x40a, 'rejected_by_network', false],
    [0x4aa, 'carrier_failed', false],
    ...[0x05, 0x67, 0x102, 0x401, 0x403, 0x431, 0x4ff].map((status): [number, string, boolean] => [
      status,
      'carrier_failed',
      true,
    ]),
    [0x0a, 'carrier_failed', false],
    [0x62, 'carrier_failed', false],
    [0x08, 'carrier_failed', true],
    [0x64, 'carrier_failed', true],
  ])('status %i is %s, and retryable: %s', async (status, code, retryable) => {
    const { carrier } = await openBound();
    smsc.onSubmit = () => ({ kind: 'refuse', status });
    const result = await carrier.submit(submissionOf('hello'));
    expect(result).toMatchObject({ kind: 'rejected', code, retryable });
    expect(carrier.capacity()).toBe(retryable ? 0 : 100);
  });

  test.each([
    ['retry', 'carrier_failed', true],
    ['rejected_by_network', 'rejected_by_network', false],
    ['carrier_failed', 'carrier_failed', false],
  ])(
    'a status means %s where the operator says so, whatever it means elsewhere',
    async (means, code, retryable) => {
      const { carrier } = await openBound({ statuses: { '0x4AA': means, '0x0b': means } });
      for (const status of [0x4aa, 0x0b]) {
        smsc.onSubmit = () => ({ kind: 'refuse', status });
        if (carrier.capacity() === 0) continue;
        expect(await carrier.submit(submissionOf('hello'))).toMatchObject({
          kind: 'rejected',
          code,
          retryable,
        });
      }
    },
  );

  test('a generic_nack is a refusal, and never an acceptance', async () => {
    const { carrier } = await openBound();
    smsc.onSubmit = () => ({ kind: 'nack', status: 0x02 });
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'rejected', retryable: false });
    smsc.onSubmit = () => ({ kind: 'nack', status: 0 });
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'unknown' });
  });

  test('the answer to another kind of request is no answer, and an answer that came twice counts once', async () => {
    const { carrier, session } = await openBound();
    smsc.onSubmit = ({ sequence, session }) => {
      for (const id of [command.enquireLink, command.bindTransceiver, command.unbind])
        session.raw(encodePdu({ command: responseTo(id), status: 0, sequence }));
      return { kind: 'refuse', status: 0x0b };
    };
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'rejected', retryable: false });
    smsc.submits[0]?.answer({ kind: 'accept' });
    expect(await session.enquire()).toBe(0);
    expect(carrier.capacity()).toBe(100);
  });

  test('an SMSC that forgot the bind is bound again', async () => {
    const { carrier, whenCapacity } = await openBound();
    smsc.onSubmit = () => ({ kind: 'refuse', status: 0x04 });
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'rejected', retryable: true });
    smsc.onSubmit = () => ({ kind: 'accept' });
    await idle();
    await during(whenCapacity());
    expect(smsc.sessions).toHaveLength(2);
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'accepted' });
  });
});

describe('throttling', () => {
  test.each([0x58, 0x14])(
    'status %i begins a backoff of the whole carrier, 1 s to 48 s, or 60 s by chance, and less with each success',
    async (status) => {
      const { carrier, capacityCalls } = await openBound();
      for (const backoffMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 48_000, 48_000]) {
        smsc.onSubmit = () => ({ kind: 'refuse', status });
        const [first, second] = await Promise.all([
          carrier.submit(submissionOf('hello')),
          carrier.submit(submissionOf('hello')),
        ]);
        // Both belong to the same backoff.
        expect(first).toMatchObject({ kind: 'rejected', retryable: true, afterMs: backoffMs });
        expect(second).toMatchObject({ kind: 'rejected', retryable: true, afterMs: backoffMs });
        expect(carrier.health()).toMatchObject({ up: true, detail: expect.stringContaining('backing off') });
        const reported = capacityCalls();
        await run(backoffMs - 1);
        expect([carrier.capacity(), capacityCalls()]).toEqual([0, reported]);
        await run(1);
        expect([carrier.capacity(), capacityCalls()]).toEqual([100, reported + 1]);
      }
      smsc.onSubmit = () => ({ kind: 'accept' });
      await carrier.submit(submissionOf('hello'));
      smsc.onSubmit = () => ({ kind: 'refuse', status });
      expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ afterMs: 24_000 });
    },
  );
});
