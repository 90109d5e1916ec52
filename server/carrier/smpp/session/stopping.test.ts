// The end of a carrier, and of a connection that the message centre ends in order: what is under way is waited for.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../../../runtime/testing/until.ts';
import { MessageCentre } from '../../../../test/support/message_centre/centre.ts';
import { textOf } from '../../../../test/support/message_centre/deliveries.ts';
import {
  openBound,
  openCarrier,
  submissionOf,
} from '../../../../test/support/message_centre/open_carrier.ts';
import { command } from '../pdu/pdu.ts';

let centre: MessageCentre;
beforeEach(async () => {
  centre = await MessageCentre.start();
});
afterEach(() => centre.close());

describe('ending', () => {
  test('stop waits for what is under way, says unbind, and takes nothing more', async () => {
    const { carrier, clock } = await openBound(centre, { connections: 2 });
    centre.onSubmit = () => ({ kind: 'silence' });
    const results = [carrier.submit(submissionOf('one')), carrier.submit(submissionOf('two'))];
    const submits = await centre.whenSubmitted(2);
    const stopped = carrier.stop();
    expect(carrier.stop()).toBe(stopped);
    expect(carrier.capacity()).toBe(0);
    expect(await carrier.submit(submissionOf('three'))).toMatchObject({ kind: 'rejected', retryable: true });
    for (const submit of submits) submit.answer({ kind: 'accept' });
    for (const result of results) expect(await result).toMatchObject({ kind: 'accepted' });
    await stopped;
    for (const session of centre.sessions) {
      expect(session.receivedOf(command.unbind)).toHaveLength(1);
      await until(() => session.isClosed);
    }
    expect(carrier.health()).toEqual({ up: false, detail: 'closed' });
    // Nothing is opened any more, which would have 20 s.
    clock.leap(3_600_000);
    expect(clock.pendingTimeouts(20_000)).toBe(0);
    expect(centre.submits).toHaveLength(2);
  });

  test('stop ends within 3 s though nothing is answered; what was written is unknown', async () => {
    const { carrier, clock } = await openBound(centre);
    centre.onSubmit = () => ({ kind: 'silence' });
    for (const session of centre.sessions) session.answersUnbind = false;
    const result = carrier.submit(submissionOf('hello'));
    await centre.whenSubmitted(1);
    const stopped = carrier.stop();
    clock.advance(2_000);
    await until(() => centre.sessions[0]?.receivedOf(command.unbind).length === 1);
    clock.advance(1_000);
    await stopped;
    expect(await result).toMatchObject({ kind: 'unknown' });
  });

  test('stop waits for texts that are being stored; what comes after unbind is left to be delivered again', async () => {
    const { carrier, sink, session } = await openBound(centre);
    const gate = Promise.withResolvers<boolean>();
    sink.beforeText = () => gate.promise;
    const first = session.deliver(textOf('+15005550006', '+15005550100', 'first'));
    await session.enquire();
    session.answersUnbind = false;
    const stopped = carrier.stop();
    expect(session.receivedOf(command.unbind)).toHaveLength(0);
    gate.resolve(true);
    expect(await first).toBe(0);
    await until(() => session.receivedOf(command.unbind).length === 1);
    let isAnswered = false;
    void session.deliver(textOf('+15005550006', '+15005550100', 'second')).then(() => {
      isAnswered = true;
    });
    await session.enquire();
    expect([isAnswered, sink.texts.map(({ text }) => text)]).toEqual([false, ['first']]);
    session.drop();
    await stopped;
  });

  test('stop before anything is bound ends at once, and no connection is made afterwards', async () => {
    centre.onBind = () => 0x0d;
    const { carrier, clock } = openCarrier(centre.port);
    await until(() => clock.pendingTimeouts(30_000) === 1);
    await carrier.stop();
    clock.leap(3_600_000);
    expect(centre.sessions).toHaveLength(1);
    // Nor is one being made, which would have to open within 20 s.
    expect(clock.pendingTimeouts(20_000)).toBe(0);
  });

  test('an unbind of the message centre is answered after what is under way, and the carrier binds again', async () => {
    const { carrier, passUntil } = await openBound(centre);
    centre.onSubmit = () => ({ kind: 'silence' });
    const result = carrier.submit(submissionOf('hello'));
    const [submit] = await centre.whenSubmitted(1);
    const answered = submit?.session.unbind();
    await until(() => carrier.capacity() === 0);
    submit?.answer({ kind: 'accept' });
    expect(await answered).toBe(0);
    expect(await result).toMatchObject({ kind: 'accepted' });
    await passUntil(() => carrier.capacity() > 0);
    expect(centre.sessions).toHaveLength(2);
  });
});
