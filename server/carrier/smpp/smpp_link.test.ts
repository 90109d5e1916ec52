// How connections to an SMSC are made, held and made again.
import { describe, expect, test } from 'vitest';
import { submissionOf } from '../../../test/support/smsc/open_carrier.ts';
import { type BoundCarrier, provideSmsc } from '../../../test/support/smsc/provide_smsc.ts';
import { Smsc } from '../../../test/support/smsc/smsc.ts';
import { command } from './pdu/pdu.ts';

let smsc: Smsc;
const { run, idle, during, open, openBound } = provideSmsc((started) => {
  smsc = started;
});

/** The next connection is made after so long, and no sooner. */
async function expectNextAfter(pauseMs: number): Promise<void> {
  const before = smsc.sessions.length;
  await run(pauseMs - 1);
  expect(smsc.sessions).toHaveLength(before);
  await run(1);
  expect(smsc.sessions).toHaveLength(before + 1);
}

function drop(): Promise<void> {
  smsc.dropAll();
  return idle();
}

describe('binding', () => {
  test('binds as a transceiver of SMPP 3.4 with what is configured, and announces its capacity once', async () => {
    const { carrier, capacityCalls } = await openBound({ system_type: 'ext' });
    expect(smsc.bound[0]?.bind).toEqual({
      systemId: 'relay',
      password: 'secret',
      systemType: 'ext',
      interfaceVersion: 0x34,
      addressTon: 0,
      addressNpi: 0,
      addressRange: '',
    });
    expect(capacityCalls()).toBe(1);
    expect(carrier.capacity()).toBe(100);
    expect(carrier.health()).toEqual({ up: true, detail: '1 of 1 connections bound' });
  });

  test('before it is bound there is no capacity, and a submit is refused at once', async () => {
    smsc.onBind = () => 'silence';
    const { carrier } = open();
    await idle();
    expect(smsc.sessions[0]?.receivedOf(command.bindTransceiver)).toHaveLength(1);
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'rejected', retryable: true });
    expect(smsc.submits).toEqual([]);
  });

  test('a wrong password is seen in health and tried again after 30 s, a minute, and so on to four minutes, or five by chance', async () => {
    smsc.onBind = () => 0x0e;
    const { carrier } = open();
    await idle();
    for (const pauseMs of [30_000, 60_000, 120_000, 240_000, 240_000]) {
      expect(carrier.health()).toEqual({
        up: false,
        detail: '0 of 1 connections bound; the bind was refused: the SMSC refused the password (0x0e)',
      });
      await expectNextAfter(pauseMs);
    }
  });

  test('a bind refused in passing, dropped, fed garbage or not answered is tried again after 1 s, 2 s, ...', async () => {
    const verdicts = [0x05, 0x58, 'drop', 'garbage', 'silence'] as const;
    smsc.onBind = () => verdicts[smsc.sessions.length - 1] ?? 'accept';
    const { carrier } = open();
    await idle();
    for (const [index, pauseMs] of [1_000, 2_000, 4_000, 8_000, 16_000].entries())
      await expectNextAfter(verdicts[index] === 'silence' ? 10_000 + pauseMs : pauseMs);
    expect(carrier.health().up).toBe(true);
    expect(smsc.sessions).toHaveLength(6);
  });

  test('a connection that held for 10 s is made again after 1 s; one that did not, after longer and longer', async () => {
    const { carrier } = await openBound();
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      await drop();
      await expectNextAfter(pauseMs);
      expect(carrier.capacity()).toBeGreaterThan(0);
    }
    await run('10 s');
    await drop();
    expect(carrier.capacity()).toBe(0);
    await expectNextAfter(1_000);
  });

  test.each([
    ['a submit', async ({ carrier }: BoundCarrier) => void (await carrier.submit(submissionOf('x')))],
    [
      'an enquire_link',
      async () => {
        await run('4 s');
        expect(smsc.bound.at(-1)?.receivedOf(command.enquireLink)).toHaveLength(1);
      },
    ],
  ])('a connection that answered %s is made again after 1 s, however often it is dropped', async (_, ask) => {
    const opened = await openBound({ enquire_after_s: 4 });
    for (let drops = 0; drops < 5; drops++) {
      await ask(opened);
      await drop();
      await expectNextAfter(1_000);
      expect(opened.carrier.capacity()).toBeGreaterThan(0);
    }
  });

  test('whatever chance says, a pause is at most a quarter longer and never above 20 s', async () => {
    smsc.onBind = () => 'drop';
    open({}, () => 0.999);
    await idle();
    for (const pauseMs of [1_250, 2_500, 4_999, 9_998, 19_996, 19_996, 19_996])
      await expectNextAfter(pauseMs);
  });

  test('an SMSC that is not there is tried again, and found when it is', async () => {
    const { port } = smsc;
    await smsc.close();
    const { carrier, whenCapacity } = open();
    await idle();
    expect(carrier.health().detail).toContain('ECONNREFUSED');
    const back = await Smsc.start({ port });
    await during(whenCapacity());
    await during(carrier.stop());
    await back.close();
  });
});
