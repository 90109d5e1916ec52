// How connections to a message centre are made, held and made again.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../runtime/testing/until.ts';
import { MessageCentre } from '../../../test/support/message_centre/centre.ts';
import { openBound, openCarrier, submissionOf } from '../../../test/support/message_centre/open_carrier.ts';
import { command } from './pdu/pdu.ts';

let centre: MessageCentre;
beforeEach(async () => {
  centre = await MessageCentre.start();
});
afterEach(() => centre.close());

describe('binding', () => {
  test('binds as a transceiver of SMPP 3.4 with what is configured, and announces its capacity once', async () => {
    const { carrier, capacityCalls } = await openBound(centre, { system_type: 'ext' });
    expect(centre.bound[0]?.bind).toEqual({
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
    centre.onBind = () => 'silence';
    const { carrier } = openCarrier(centre.port);
    await until(() => centre.sessions[0]?.receivedOf(command.bindTransceiver).length === 1);
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(submissionOf('hello'))).toMatchObject({ kind: 'rejected', retryable: true });
    expect(centre.submits).toEqual([]);
  });

  test('a wrong password is seen in health and tried again after 30 s, a minute, and so on to four minutes, or five by chance', async () => {
    centre.onBind = () => 0x0e;
    const { carrier, clock } = openCarrier(centre.port);
    for (const [index, pauseMs] of [30_000, 60_000, 120_000, 240_000, 240_000].entries()) {
      await until(() => clock.pendingTimeouts(pauseMs) === 1);
      expect(carrier.health()).toEqual({
        up: false,
        detail:
          '0 of 1 connections bound; the bind was refused: the message centre refused the password (0x0e)',
      });
      clock.advance(pauseMs - 1);
      expect(clock.pendingTimeouts(pauseMs)).toBe(1);
      clock.advance(1);
      await until(() => centre.sessions.length === index + 2);
    }
    centre.onBind = () => 'accept';
  });

  test('a bind refused in passing, dropped, fed garbage or not answered is tried again after 1 s, 2 s, ...', async () => {
    const verdicts = [0x05, 0x58, 'drop', 'garbage', 'silence'] as const;
    centre.onBind = () => verdicts[centre.sessions.length - 1] ?? 'accept';
    const { carrier, clock } = openCarrier(centre.port);
    for (const [index, pauseMs] of [1_000, 2_000, 4_000, 8_000, 16_000].entries()) {
      if (verdicts[index] === 'silence') {
        await until(() => centre.sessions[index]?.receivedOf(command.bindTransceiver).length === 1);
        clock.advance(10_000);
      }
      await until(() => clock.pendingTimeouts(pauseMs) === 1);
      clock.advance(pauseMs);
    }
    await until(() => carrier.health().up);
    expect(centre.sessions).toHaveLength(6);
  });

  test('a connection that held for 10 s is made again after 1 s; one that did not, after longer and longer', async () => {
    const { clock, carrier } = await openBound(centre);
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      centre.dropAll();
      await until(() => clock.pendingTimeouts(pauseMs) === 1);
      clock.advance(pauseMs);
      await until(() => carrier.capacity() > 0);
    }
    clock.advance(10_000);
    centre.dropAll();
    await until(() => clock.pendingTimeouts(1_000) === 1);
    expect(carrier.capacity()).toBe(0);
  });

  test.each([
    [
      'a submit',
      async ({ carrier }: Awaited<ReturnType<typeof openBound>>) => carrier.submit(submissionOf('x')),
    ],
    [
      'an enquire_link',
      async ({ clock }: Awaited<ReturnType<typeof openBound>>) => {
        for (let second = 0; second < 4; second++) clock.advance(1_000);
        await until(() => centre.bound.at(-1)?.receivedOf(command.enquireLink).length === 1);
      },
    ],
  ])('a connection that answered %s is made again after 1 s, however often it is dropped', async (_, ask) => {
    const opened = await openBound(centre, { enquire_after_s: 4 });
    const { clock, carrier } = opened;
    for (let drops = 0; drops < 5; drops++) {
      await ask(opened);
      const session = centre.bound.at(-1);
      await session?.enquire();
      centre.dropAll();
      await until(() => clock.pendingTimeouts(1_000) === 1);
      clock.advance(1_000);
      await until(() => carrier.capacity() > 0);
    }
  });

  test('whatever chance says, a pause is at most a quarter longer and never above 20 s', async () => {
    centre.onBind = () => 'drop';
    const { clock } = openCarrier(centre.port, {}, () => 0.999);
    for (const [index, pauseMs] of [1_250, 2_500, 4_999, 9_998, 19_996, 19_996, 19_996].entries()) {
      await until(() => clock.pendingTimeouts(pauseMs) === 1);
      clock.advance(pauseMs);
      await until(() => centre.sessions.length === index + 2);
    }
    centre.onBind = () => 'accept';
  });

  test('a message centre that is not there is tried again, and found when it is', async () => {
    const { port } = centre;
    await centre.close();
    const { carrier, passUntil } = openCarrier(port);
    await until(() => carrier.health().detail.includes('ECONNREFUSED'));
    centre = await MessageCentre.start({ port });
    await passUntil(() => carrier.capacity() > 0);
  });
});
